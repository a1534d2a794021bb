import type { Parser } from 'web-tree-sitter'
import type { Limit } from './cpu.ts'

/** A node of a parsed line, copied out of the parser's memory. Offsets count UTF-16 units. */
export type Node = {
  type: string
  named: boolean
  start: number
  end: number
  /** The role a node has in its parent, where the grammar gives one. */
  field: string | undefined
  children: Node[]
}

/** A line as a tree, or why there is none to trust. */
export type Parsed = { ok: true; root: Node } | { ok: false; why: string }

/** Deeper nesting is not written by anybody who wants to be understood, and would exhaust the stack. */
const DEEPEST = 150
const MOST_NODES = 20_000

/**
 * Parses a line unless it gets too late. A tree with an error, or one that passes over text that could hold a
 * command, is no tree: a shell might read that text differently.
 */
export function parseLine(parser: Parser, line: string, late: Limit): Parsed {
  parser.reset()
  const tree = parser.parse(line, null, { progressCallback: ({ hasError }) => hasError || late() })
  if (tree === null) return { ok: false, why: 'reading it takes too long' }
  try {
    if (tree.rootNode.hasError) return { ok: false, why: 'it is not a command line that can be parsed' }
    const copied = copy(tree.walk(), late)
    if (!copied.ok) return copied
    const skipped = skippedText(copied.root, line)
    return skipped === undefined ? copied : { ok: false, why: `the parser passes over ${JSON.stringify(skipped)}` }
  } finally {
    tree.delete()
  }
}

type Cursor = ReturnType<NonNullable<ReturnType<Parser['parse']>>['walk']>

function copy(cursor: Cursor, late: Limit): Parsed {
  const root = nodeAt(cursor)
  const above: Node[] = [root]
  let count = 0
  try {
    for (;;) {
      count += 1
      if (above.length > DEEPEST || count > MOST_NODES) return { ok: false, why: 'it is nested too deeply or too long' }
      if (count % 256 === 0 && late()) return { ok: false, why: 'reading it takes too long' }
      if (cursor.gotoFirstChild()) {
        above.push(join(above, cursor))
        continue
      }
      above.pop()
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return { ok: true, root }
        above.pop()
      }
      above.push(join(above, cursor))
    }
  } finally {
    cursor.delete()
  }
}

function nodeAt(cursor: Cursor): Node {
  return {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName ?? undefined,
    children: [],
  }
}

function join(above: readonly Node[], cursor: Cursor): Node {
  const node = nodeAt(cursor)
  above.at(-1)?.children.push(node)
  return node
}

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
 * The first text that no node stands for, or that a node takes for plain although a shell would expand it. Where two
 * words meet without a space, or a space is one only to the parser, the words are not what a shell sees either.
 */
function skippedText(root: Node, line: string): string | undefined {
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
  const visit = (node: Node, parent: Node) => {
    if (node.start > at) gap(at, node.start, parent)
    at = Math.max(at, node.start)
    if (node.children.length === 0) {
      const text = line.slice(node.start, node.end)
      if (misread(node, text, line)) skipped ??= text
      const plain =
        node.named && !LITERAL.has(node.type) && !(node.type === 'heredoc_body' && isQuotedHeredoc(parent, line))
      if (plain && expands(text)) skipped ??= text
    } else if (SPACED.has(node.type) && wordsTouch(node)) skipped ??= line.slice(node.start, node.end)
    for (const child of node.children) visit(child, node)
    // What follows the last child belongs to this node, e.g. the end of a here-document's text.
    if (node.children.length > 0 && node.end > at) gap(at, node.end, node)
    at = Math.max(at, node.end)
  }
  visit(root, root)
  return skipped
}

/** A line break after a backslash is nothing at all: without a space beside it, two words are one. */
const joinsWords = (text: string): boolean => /(?:^|[^ \t\n]|\\[ \t])\\\n(?![ \t])/.test(text)

/** Nodes whose parts have nothing between them. */
const TIGHT = new Set(['concatenation', 'simple_expansion', 'brace_expression', 'ansi_c_string'])

/** Texts the grammar ends elsewhere than a shell does. */
function misread(node: Node, text: string, line: string): boolean {
  if (node.type === 'file_descriptor') return !/^\d+$/.test(text)
  // An empty command substitution, which the grammar takes for text, spaces included.
  if (node.type === '``') return true
  if (node.type === 'word') return /^#|[\s;&|<>()]/.test(text.replace(/\\[\s\S]/g, ''))
  if (node.type === 'ansi_c_string') return !/^\$'(?:[^'\\]|\\[\s\S])*'$/.test(text)
  if (node.type !== 'comment') return false
  return node.start > 0 && !/(?:^|[^\\])[ \t\n;&|()]$/.test(line.slice(Math.max(0, node.start - 2), node.start))
}

/** Whether a shell would find something to expand or run in a text outside single quotes. */
const expands = (text: string): boolean => /`|\$[({[]|[<>]\(/.test(text.replace(/\\[\s\S]/g, ''))

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

export function isQuotedHeredoc(redirect: Node, line: string): boolean {
  const start = redirect.children.find(({ type }) => type === 'heredoc_start')
  return start !== undefined && /['"\\]/.test(line.slice(start.start, start.end))
}
