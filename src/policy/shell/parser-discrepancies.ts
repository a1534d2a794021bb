import { RESERVED_WORDS } from './grammar-nodes.ts'
import type { ShellNode } from './parse.ts'

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
      // The grammar mixes up the texts of here-documents that begin before the one before them ends.
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
  // In arithmetic, `!` needs no blank.
  if (type === '!' && parent.type === 'unary_expression') return test === '[' || test === '[['
  return parents === 'any' || (parents?.includes(parent.type) ?? false)
}

/** Whether a shell sees this as a word by itself: with a blank, an operator, or an end of the line on both sides. */
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
