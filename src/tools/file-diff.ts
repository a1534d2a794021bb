import type { StructuredPatch } from 'diff'
import { linesOf } from './line-ends.ts'
import type { FileDiff } from './tool.ts'

const CONTEXT_LINES = 3
const SNIPPET_CONTEXT_LINES = 5
/** A snippet is for checking an edit; beyond this the model would only read back what it has just written. */
const SNIPPET_MOST_LINES = 120
/** How different two texts may be before looking for the smallest difference takes too long. */
const MOST_EDITS = 20_000
const DIFF_MS = 2000

/** What a write changed: the unified diff for people, and the changed places of the new text for the model. */
export async function fileDiff(
  path: string,
  before: string | undefined,
  after: string,
): Promise<{ diff: FileDiff; snippet: string }> {
  const { structuredPatch, formatPatch, FILE_HEADERS_ONLY } = await import('diff')
  const names = [before === undefined ? '/dev/null' : `a/${path}`, `b/${path}`] as const
  const patch =
    structuredPatch(...names, before ?? '', after, undefined, undefined, {
      context: CONTEXT_LINES,
      maxEditLength: MOST_EDITS,
      timeout: DIFF_MS,
    }) ?? wholeFile(names, before ?? '', after)
  const lines = patch.hunks.flatMap((hunk) => hunk.lines)
  return {
    diff: {
      path,
      diff: formatPatch(patch, FILE_HEADERS_ONLY),
      added: lines.filter((line) => line.startsWith('+')).length,
      removed: lines.filter((line) => line.startsWith('-')).length,
    },
    snippet: snippetOf(changedLines(patch), linesOf(after), SNIPPET_CONTEXT_LINES),
  }
}

/** Everything out, everything in: right, if not small. */
function wholeFile(
  [oldFileName, newFileName]: readonly [string, string],
  before: string,
  after: string,
): StructuredPatch {
  const marked = (sign: string, text: string) =>
    linesOf(text).flatMap((line) =>
      line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
    )
  const old = marked('-', before)
  const fresh = marked('+', after)
  const hunk = {
    oldStart: old.length === 0 ? 0 : 1,
    oldLines: linesOf(before).length,
    newStart: fresh.length === 0 ? 0 : 1,
    newLines: linesOf(after).length,
    lines: [...old, ...fresh],
  }
  return { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined, hunks: [hunk] }
}

/** Lines of the new text (from 0) that a patch touches; a removal touches the lines on both sides of the gap. */
function changedLines(patch: StructuredPatch): number[] {
  return patch.hunks.flatMap((hunk) => {
    let at = hunk.newStart - 1
    return hunk.lines.flatMap((line) => {
      if (line.startsWith('+')) return [at++]
      if (line.startsWith('-')) return [at - 1, at]
      if (line.startsWith(' ')) at++
      return []
    })
  })
}

/** The touched lines with some around them; `...` stands for each stretch left out. */
export function snippetOf(touched: readonly number[], lines: readonly string[], context: number): string {
  if (touched.length === 0) return ''
  const shown = new Set<number>()
  for (const line of touched)
    for (let near = line - context; near <= line + context; near++)
      if (near >= 0 && near < lines.length) shown.add(near)
  const picked = [...shown].sort((a, b) => a - b)
  const some = picked.slice(0, SNIPPET_MOST_LINES)
  const text: string[] = []
  let next = 0
  for (const line of some) {
    if (line > next) text.push('...')
    text.push((lines[line] ?? '').replace(/\r?\n$/, ''))
    next = line + 1
  }
  if (next < lines.length) text.push('...')
  return text.join('\n')
}
