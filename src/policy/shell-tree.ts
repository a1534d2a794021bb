import type { Parser } from 'web-tree-sitter'
import type { Limit } from './cpu.ts'
import { skippedText } from './shell-misread.ts'

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
