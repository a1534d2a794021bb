import type { Parser } from 'web-tree-sitter'
import type { TimeLimit } from '../../platform/time.ts'

/** A node of a parsed line, copied out of the parser's memory. Offsets count UTF-16 units. */
export type ShellNode = {
  type: string
  isNamed: boolean
  start: number
  end: number
  /** The node's role in its parent, if the grammar names one. */
  field: string | undefined
  children: ShellNode[]
}

/** The tree of a line, or the reason why it cannot be trusted. */
export type ShellParseResult = { ok: true; root: ShellNode } | { ok: false; reason: string }

/** Deeper nesting would exhaust the stack. */
const MAX_DEPTH = 150

const MAX_NODES = 20_000

/**
 * Parses a line within a time limit. Fails for a tree with an error, or one that skips text in which a shell might see a
 * command.
 */
export function parseShellLine(parser: Parser, line: string, isLate: TimeLimit): ShellParseResult {
  parser.reset()
  const tree = parser.parse(line, null, { progressCallback: ({ hasError }) => hasError || isLate() })
  if (tree === null) return { ok: false, reason: 'parsing it takes too long' }
  try {
    if (tree.rootNode.hasError) return { ok: false, reason: 'it is not a valid command line' }
    const copied = copyTree(tree.walk(), isLate)
    if (!copied.ok) return copied
    restoreDash(copied.root, line)
    const skipped = findMisreadText(copied.root, line)
    return skipped === undefined
      ? copied
      : { ok: false, reason: `bash may read ${JSON.stringify(skipped)} differently than the policy does` }
  } finally {
    tree.delete()
  }
}

/**
 * The grammar skips the word `-` before a here-document: `cat - <<END`. `gh` and `cat` read text there,
 * not a script, so the word is put back for them; lines of other commands cannot be parsed.
 */
function restoreDash(node: ShellNode, line: string): void {
  const [command, redirect] = node.children
  if (node.type === 'redirected_statement' && command?.type === 'command' && redirect?.type === 'heredoc_redirect') {
    const gap = line.slice(command.end, redirect.start)
    const start = command.end + gap.indexOf('-')
    if (/^[ \t]+-[ \t]+$/.test(gap) && /^(?:gh|cat)[ \t]/.test(`${line.slice(command.start, command.end)} `)) {
      command.children.push({ type: 'word', isNamed: true, start, end: start + 1, field: 'argument', children: [] })
      command.end = start + 1
    }
  }
  for (const child of node.children) restoreDash(child, line)
}

type Cursor = ReturnType<NonNullable<ReturnType<Parser['parse']>>['walk']>

function copyTree(cursor: Cursor, isLate: TimeLimit): ShellParseResult {
  const root = nodeAt(cursor)
  const ancestors: ShellNode[] = [root]
  let count = 0
  try {
    for (;;) {
      count += 1
      if (ancestors.length > MAX_DEPTH || count > MAX_NODES)
        return { ok: false, reason: 'it is nested too deeply or too long' }
      if (count % 256 === 0 && isLate()) return { ok: false, reason: 'parsing it takes too long' }
      if (cursor.gotoFirstChild()) {
        ancestors.push(appendNode(ancestors, cursor))
        continue
      }
      ancestors.pop()
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return { ok: true, root }
        ancestors.pop()
      }
      ancestors.push(appendNode(ancestors, cursor))
    }
  } finally {
    cursor.delete()
  }
}

function nodeAt(cursor: Cursor): ShellNode {
  return {
    type: cursor.nodeType,
    isNamed: cursor.nodeIsNamed,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName ?? undefined,
    children: [],
  }
}

function appendNode(ancestors: readonly ShellNode[], cursor: Cursor): ShellNode {
  const node = nodeAt(cursor)
  ancestors.at(-1)?.children.push(node)
  return node
}

/** Nodes in which a `$` or a backtick is a plain character. */
const LITERAL = new Set([
  'raw_string',
  'ansi_c_string',
  'comment',
  'heredoc_start',
  'heredoc_end',
  'quoted_heredoc_body',
])

/** Nodes whose plain text the grammar does not cover with child nodes. */
const HOLDS_TEXT = new Set(['string', 'heredoc_body', 'heredoc_redirect', 'expansion', 'translated_string'])

/**
 * The first text that the grammar reads, or may read, differently from a shell: text that no node covers, or that a node
 * treats as plain although a shell would expand it. The words also differ where two words meet without a space, or where
 * only the parser sees a space.
 */
export function findMisreadText(root: ShellNode, line: string): string | undefined {
  let position = 0
  // A shell joins lines before it reads: `$`, a backslash, a line break and `(` begin a substitution, in quotes too.
  let misreadText = /\$\\\n|[<>](?:\\\n)+\(/.exec(line)?.[0]
  let heredocEnd = 0
  const gap = (from: number, to: number, parent: ShellNode) => {
    const text = line.slice(from, to)
    if (TIGHT.has(parent.type)) misreadText ??= text
    const blank = (ONE_LINE.has(parent.type) ? /^(?:[ \t]|\\\n)*$/ : /^(?:[ \t\n]|\\\n)*$/).test(text)
    if (blank && !joinsWords(line.slice(Math.max(0, from - 2), to + 1))) return
    if (!blank && HOLDS_TEXT.has(parent.type) && !expands(text)) return
    misreadText ??= text
  }
  const visit = (node: ShellNode, parent: ShellNode, surroundings: Surroundings) => {
    if (node.start > position) gap(position, node.start, parent)
    position = Math.max(position, node.start)
    if (isMisread(node, parent, surroundings, line)) misreadText ??= line.slice(node.start, node.end)
    if (node.type === 'heredoc_redirect') {
      // The grammar mixes up the texts of two here-documents when the second begins before the first ends.
      if (node.start < heredocEnd) misreadText ??= line.slice(node.start, node.start + 10)
      const end = node.children.findLast(({ type }) => type === 'heredoc_end')?.end
      heredocEnd = Math.max(heredocEnd, end ?? line.length)
    }
    if (node.children.length === 0) {
      const plain =
        node.isNamed && !LITERAL.has(node.type) && !(node.type === 'heredoc_body' && isQuotedHeredoc(parent, line))
      if (plain && expands(line.slice(node.start, node.end))) misreadText ??= line.slice(node.start, node.end)
    } else if (SPACED.has(node.type) && wordsTouch(node)) misreadText ??= line.slice(node.start, node.end)
    const inside = surroundingsWithin(node, surroundings)
    for (const child of node.children) visit(child, node, inside)
    // Text after the last child belongs to this node, for example the end of a here-document.
    if (node.children.length > 0 && node.end > position) gap(position, node.end, node)
    position = Math.max(position, node.end)
  }
  visit(root, root, { quotes: false, test: undefined })
  return misreadText
}

/** `quotes`: inside double quotes or a here-document, where single quotes are plain characters. `test`: `[` or `[[`. */
type Surroundings = { quotes: boolean; test: '[' | '[[' | 'case' | undefined }

const COMMANDS_AGAIN = new Set(['command_substitution', 'process_substitution'])

function surroundingsWithin(node: ShellNode, surroundings: Surroundings): Surroundings {
  if (COMMANDS_AGAIN.has(node.type)) return { quotes: false, test: undefined }
  if (node.type === 'test_command') return { ...surroundings, test: node.children[0]?.type === '[[' ? '[[' : '[' }
  if (node.type === 'case_item') return { ...surroundings, test: 'case' }
  if (node.type === 'command') return { ...surroundings, test: undefined }
  if (node.type === 'string' || node.type === 'translated_string' || node.type === 'heredoc_body')
    return { ...surroundings, quotes: true }
  return surroundings
}

/** A line break after a backslash is removed: without a space next to it, two words become one. */
const joinsWords = (text: string): boolean => /(?:^|[^ \t\n]|\\[ \t])\\\n(?![ \t])/.test(text)

/** Nodes whose parts have no text between them. */
const TIGHT = new Set(['concatenation', 'simple_expansion', 'brace_expression', 'ansi_c_string'])

/** Whether the grammar reads or ends this text differently from a shell. */
function isMisread(node: ShellNode, parent: ShellNode, surroundings: Surroundings, line: string): boolean {
  const text = line.slice(node.start, node.end)
  if (!node.isNamed && isReserved(node, parent, surroundings)) return !standsAlone(node, line)
  switch (node.type) {
    case 'file_descriptor':
      return !/^\d+$/.test(text)
    // An empty command substitution, which the grammar reads as text, spaces included.
    case '``':
      return true
    // In backticks, a shell first removes a backslash before a backtick, a dollar or a backslash.
    case 'command_substitution':
      return text.startsWith('`') && text.includes('\\')
    case 'special_variable_name':
      return /\s/.test(text)
    case 'word':
      return /^#|[\s;&|<>()]/.test(unescaped(text))
    case 'ansi_c_string':
      return !/^\$'(?:[^'\\]|\\[\s\S])*'$/.test(text) || (surroundings.quotes && /["`$}\\]/.test(text.slice(1)))
    case 'raw_string':
      return surroundings.quotes && /["`$}\\]/.test(text)
    case 'regex':
    case 'extglob_pattern':
      return PATTERN_ENDS[surroundings.test ?? 'none'].test(unescaped(text))
    case 'heredoc_start':
      return !/^(?:\w[\w.-]*|'[^'\n]*'|"[\w .-]*"|\\\w+)$/.test(text)
    case 'heredoc_end':
      return !isDelimiter(node, parent, line)
    // `{NAME}<file` sets a variable to the number of the descriptor.
    case 'file_redirect':
    case 'heredoc_redirect':
    case 'herestring_redirect':
      return /(?:^|[^$])\{\w+(?:\[.*\])?\}$/s.test(line.slice(Math.max(0, node.start - 200), node.start))
    case 'comment':
      return node.start > 0 && !/(?:^|[^\\])[ \t\n;&|()]$/.test(line.slice(Math.max(0, node.start - 2), node.start))
    default:
      return false
  }
}

function isReserved({ type }: ShellNode, parent: ShellNode, { test }: Surroundings): boolean {
  if (!Object.hasOwn(RESERVED_WORDS, type)) return false
  const parents = RESERVED_WORDS[type]
  // In arithmetic, `!` needs no space.
  if (type === '!' && parent.type === 'unary_expression') return test === '[' || test === '[['
  return parents === 'any' || (parents?.includes(parent.type) ?? false)
}

/** Whether a shell sees this as a word by itself: with a space, an operator, or an end of the line on both sides. */
function standsAlone({ type, start, end }: ShellNode, line: string): boolean {
  const after = type === '[' || type === '[[' || type === '!' ? /^(?:[ \t\n]|$)/ : /^(?:[ \t\n;&|()<>]|$)/
  const before = type === ']' ? /(?:^|[ \t\n])$/ : /(?:^|[ \t\n;&|()<>`])$/
  return (
    after.test(line.slice(end, end + 1)) &&
    before.test(line.slice(Math.max(0, start - 1), start)) &&
    line[start - 2] !== '\\'
  )
}

/** Characters that end a pattern in a shell, by the context of the pattern. */
const PATTERN_ENDS = {
  '[[': /[\s;&<>]/,
  case: /[\s;&<>]/,
  '[': /[\s;&|<>()]/,
  none: /[\s;&|<>()]/,
} as const

const unescaped = (text: string): string => text.replace(/\\[\s\S]/g, '')

/** Whether a text that ends a here-document is its delimiter, and a line by itself. */
function isDelimiter(end: ShellNode, { children }: ShellNode, line: string): boolean {
  const text = line.slice(end.start, end.end)
  if (!/(?:^|\n)\t*$/.test(line.slice(0, end.start)) || !/^(?:\n|$)/.test(line.slice(end.end, end.end + 1)))
    return false
  const start = children.find(({ type }) => type === 'heredoc_start')
  const delimiter = start === undefined ? undefined : line.slice(start.start, start.end).replace(/^\\|['"]/g, '')
  const tabs = children[0]?.type === '<<-'
  return (tabs ? text.replace(/^\t+/, '') : text) === delimiter
}

/** Whether a shell would expand or run something in a text outside single quotes. */
const expands = (text: string): boolean => /`|\$[({[]|[<>]\(/.test(unescaped(text))

/** Nodes whose words are separated by spaces; where two of them meet, a shell sees one word. */
const SPACED = new Set(
  'command file_redirect herestring_redirect heredoc_redirect redirected_statement declaration_command unset_command array for_statement'.split(
    ' ',
  ),
)

const ONE_LINE = new Set([...SPACED].filter((type) => type !== 'array' && type !== 'for_statement'))

function wordsTouch({ children }: ShellNode): boolean {
  return children.some((child, index) => {
    const before = children[index - 1]
    if (before === undefined || before.end !== child.start) return false
    // `a>f` is a word and a redirection, but in `a]2>f` the 2 is no descriptor.
    if (child.type.endsWith('_redirect')) return child.children[0]?.type === 'file_descriptor'
    return (isWord(before) || before.type.endsWith('_redirect')) && isWord(child)
  })
}

const isWord = ({ type, isNamed }: ShellNode): boolean =>
  isNamed
    ? !/_redirect$|^(?:file_descriptor|heredoc_\w+|variable_assignment|do_group|comment)$/.test(type)
    : type === '$'

function isQuotedHeredoc(redirect: ShellNode, line: string): boolean {
  const start = redirect.children.find(({ type }) => type === 'heredoc_start')
  return start !== undefined && /['"\\]/.test(line.slice(start.start, start.end))
}

const words = (text: string): readonly string[] => text.split(' ')

/**
 * Every kind of node of the grammar is in one of these lists. A kind in none makes the line unparsable. test/policy/shell/grammar-nodes.test.ts compares this with the grammar's own list.
 */

/** Nodes that only contain other nodes. Their parts decide what happens. */
export const HOLDERS: ReadonlySet<string> = new Set([
  // Statements: each command in them is decided by itself, however often it runs.
  ...words('program list pipeline subshell negated_command variable_assignments'),
  ...words(
    'if_statement elif_clause else_clause while_statement do_group case_statement case_item function_definition',
  ),
  // Words and what they are made of.
  ...words('command_name concatenation string translated_string brace_expression'),
  // Commands in other places; what a shell does with their output is decided where they stand.
  ...words('command_substitution process_substitution'),
  // Input for a command.
  ...words('heredoc_body herestring_redirect'),
  // Conditions and arithmetic: checked as a whole where they begin.
  ...words('binary_expression unary_expression postfix_expression ternary_expression parenthesized_expression'),
])

/** Leaves without an effect of their own: a shell expands nothing in them, or only takes the value of a variable. */
export const LEAVES: ReadonlySet<string> = new Set(
  words(
    'word raw_string ansi_c_string number comment file_descriptor heredoc_start heredoc_end heredoc_content variable_name ' +
      'special_variable_name string_content test_operator regex extglob_pattern simple_expansion',
  ),
)

/** Nodes that shell.ts visits each in its own way. */
export const SPECIALS = [
  'command',
  'declaration_command',
  'unset_command',
  'test_command',
  'redirected_statement',
  'file_redirect',
  'heredoc_redirect',
  'variable_assignment',
  'for_statement',
  'compound_statement',
  'c_style_for_statement',
  'arithmetic_expansion',
  'expansion',
  'subscript',
  'array',
] as const

export type SpecialKind = (typeof SPECIALS)[number]

/** Operators in `${…}` that return a value without evaluating the content of a variable. Lines with others cannot be parsed. */
export const PLAIN_EXPANSION_OPERATORS: ReadonlySet<string> = new Set(
  words('${ } :- - := = :? ? :+ + # ## % %% / // /# /% ^ ^^ , ,, " ( )'),
)

/** Words that are the shell's own only with a space or an operator on both sides, by the nodes that may begin or end with them. */
export const RESERVED_WORDS: Readonly<Record<string, readonly string[] | 'any'>> = {
  '[[': ['test_command'],
  ']]': ['test_command'],
  '[': ['test_command'],
  ']': ['test_command'],
  '{': ['compound_statement'],
  '}': ['compound_statement'],
  '!': ['negated_command', 'unary_expression', 'test_command'],
  ...Object.fromEntries(
    words(
      'if then elif else fi for select in while until do done case esac function declare typeset export readonly local unset unsetenv',
    ).map((word) => [word, 'any'] as const),
  ),
}
