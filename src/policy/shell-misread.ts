import type { Node } from './shell-tree.ts'

/** Texts in which a `$` or a backtick is only a character. */
const LITERAL = new Set([
  'raw_string',
  'ansi_c_string',
  'comment',
  'heredoc_start',
  'heredoc_end',
  'quoted_heredoc_body',
])
/** Nodes between whose parts the grammar leaves plain text uncovered. */
const HOLDS_TEXT = new Set(['string', 'heredoc_body', 'heredoc_redirect', 'expansion', 'translated_string'])

/**
 * The first text that the grammar surely or possibly reads otherwise than a shell: text that no node stands for, or that a
 * node takes for plain although a shell would expand it. Where two words meet without a space, or a space is one only to
 * the parser, the words are not what a shell sees either.
 */
export function skippedText(root: Node, line: string): string | undefined {
  let at = 0
  let skipped: string | undefined
  const gap = (from: number, to: number, parent: Node) => {
    const text = line.slice(from, to)
    if (TIGHT.has(parent.type)) skipped ??= text
    const blank = (ONE_LINE.has(parent.type) ? /^(?:[ \t]|\\\n)*$/ : /^(?:[ \t\n]|\\\n)*$/).test(text)
    if (blank && !joinsWords(line.slice(Math.max(0, from - 2), to + 1))) return
    if (!blank && HOLDS_TEXT.has(parent.type) && !expands(text)) return
    skipped ??= text
  }
  const visit = (node: Node, parent: Node, around: Around) => {
    if (node.start > at) gap(at, node.start, parent)
    at = Math.max(at, node.start)
    if (misread(node, parent, around, line)) skipped ??= line.slice(node.start, node.end)
    if (node.children.length === 0) {
      const plain =
        node.named && !LITERAL.has(node.type) && !(node.type === 'heredoc_body' && isQuotedHeredoc(parent, line))
      if (plain && expands(line.slice(node.start, node.end))) skipped ??= line.slice(node.start, node.end)
    } else if (SPACED.has(node.type) && wordsTouch(node)) skipped ??= line.slice(node.start, node.end)
    const inside = inwards(node, around)
    for (const child of node.children) visit(child, node, inside)
    // What follows the last child belongs to this node, e.g. the end of a here-document's text.
    if (node.children.length > 0 && node.end > at) gap(at, node.end, node)
    at = Math.max(at, node.end)
  }
  visit(root, root, { quotes: false, test: undefined })
  return skipped
}

/** `quotes`: inside double quotes or a here-document's text, where single quotes are characters. `test`: `[` or `[[`. */
type Around = { quotes: boolean; test: '[' | '[[' | 'case' | undefined }

const COMMANDS_AGAIN = new Set(['command_substitution', 'process_substitution'])

function inwards(node: Node, around: Around): Around {
  if (COMMANDS_AGAIN.has(node.type)) return { quotes: false, test: undefined }
  if (node.type === 'test_command') return { ...around, test: node.children[0]?.type === '[[' ? '[[' : '[' }
  if (node.type === 'case_item') return { ...around, test: 'case' }
  if (node.type === 'command') return { ...around, test: undefined }
  if (node.type === 'string' || node.type === 'translated_string' || node.type === 'heredoc_body')
    return { ...around, quotes: true }
  return around
}

/** A line break after a backslash is nothing at all: without a space beside it, two words are one. */
const joinsWords = (text: string): boolean => /(?:^|[^ \t\n]|\\[ \t])\\\n(?![ \t])/.test(text)

/** Nodes whose parts have nothing between them. */
const TIGHT = new Set(['concatenation', 'simple_expansion', 'brace_expression', 'ansi_c_string'])

/** Where the grammar takes or ends a text otherwise than a shell does. */
function misread(node: Node, parent: Node, around: Around, line: string): boolean {
  const text = line.slice(node.start, node.end)
  switch (node.type) {
    case 'file_descriptor':
      return !/^\d+$/.test(text)
    // An empty command substitution, which the grammar takes for text, spaces included.
    case '``':
      return true
    // Within backticks a backslash before a backtick, a dollar or itself goes, before anything else is read.
    case 'command_substitution':
      return text.startsWith('`') && text.includes('\\')
    case 'special_variable_name':
      return /\s/.test(text)
    case 'word':
      return /^#|[\s;&|<>()]/.test(unescaped(text))
    case 'ansi_c_string':
      return !/^\$'(?:[^'\\]|\\[\s\S])*'$/.test(text) || (around.quotes && /["`$}\\]/.test(text.slice(1)))
    case 'raw_string':
      return around.quotes && /["`$}\\]/.test(text)
    case 'regex':
    case 'extglob_pattern':
      return PATTERN_ENDS[around.test ?? 'none'].test(unescaped(text))
    case 'heredoc_start':
      return !/^(?:\w[\w.-]*|'[^'\n]*'|"[\w .-]*"|\\\w+)$/.test(text)
    case 'heredoc_end':
      return !isDelimiter(text, parent, line)
    // `{NAME}<file` gives a variable the number of the descriptor.
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

/** What ends a pattern for a shell, by where the pattern stands. */
const PATTERN_ENDS = {
  '[[': /[\s;&<>]/,
  case: /[\s;&<>]/,
  '[': /[\s;&|<>()]/,
  none: /[\s;&|<>()]/,
} as const

const unescaped = (text: string): string => text.replace(/\\[\s\S]/g, '')

/** Whether a line that ends a here-document is the one that was announced. */
function isDelimiter(text: string, { children }: Node, line: string): boolean {
  const start = children.find(({ type }) => type === 'heredoc_start')
  const announced = start === undefined ? undefined : line.slice(start.start, start.end).replace(/^\\|['"]/g, '')
  const tabs = children[0]?.type === '<<-'
  return (tabs ? text.replace(/^\t+/, '') : text) === announced
}

/** Whether a shell would find something to expand or run in a text outside single quotes. */
const expands = (text: string): boolean => /`|\$[({[]|[<>]\(/.test(unescaped(text))

/** Nodes whose words stand apart; where two of them meet, a shell sees one. */
const SPACED = new Set(
  'command file_redirect herestring_redirect heredoc_redirect redirected_statement declaration_command unset_command array for_statement'.split(
    ' ',
  ),
)

const ONE_LINE = new Set([...SPACED].filter((type) => type !== 'array' && type !== 'for_statement'))

function wordsTouch({ children }: Node): boolean {
  return children.some((child, index) => {
    const before = children[index - 1]
    if (before === undefined || before.end !== child.start) return false
    // `a>f` is a word and a redirection, but in `a]2>f` the 2 is no descriptor.
    if (child.type.endsWith('_redirect')) return child.children[0]?.type === 'file_descriptor'
    return (isWord(before) || before.type.endsWith('_redirect')) && isWord(child)
  })
}

const isWord = ({ type, named }: Node): boolean =>
  named ? !/_redirect$|^(?:file_descriptor|heredoc_\w+|variable_assignment|do_group|comment)$/.test(type) : type === '$'

function isQuotedHeredoc(redirect: Node, line: string): boolean {
  const start = redirect.children.find(({ type }) => type === 'heredoc_start')
  return start !== undefined && /['"\\]/.test(line.slice(start.start, start.end))
}
