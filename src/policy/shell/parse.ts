import type { Parser } from 'web-tree-sitter'
import type { TimeLimit } from '../time-limit.ts'
import { findMisreadText } from './parser-discrepancies.ts'

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
      : { ok: false, reason: `bash may read ${JSON.stringify(skipped)} in another way than the policy` }
  } finally {
    tree.delete()
  }
}

/**
 * The grammar skips the word `-` before a here-document: `cat - <<END`. For `gh` and `cat`, which read
 * text there and no script, it is put back; other commands stay not understood.
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
