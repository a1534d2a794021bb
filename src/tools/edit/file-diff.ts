import type { StructuredPatch } from 'diff'
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff'
import type { FileDiff } from '../tool.ts'
import { linesOf } from './line-endings.ts'

const CONTEXT_LINES = 3
const SNIPPET_CONTEXT_LINES = 5
/** A snippet is for checking an edit. In a longer one the model would only read what it has just written. */
const MAX_SNIPPET_LINES = 120
/** With more differences, finding the smallest diff takes too long. */
const MAX_EDITS = 20_000
const DIFF_MS = 2000

/** The changes of a write: a unified diff for people, and the changed lines of the new text for the model. */
export function fileDiff(path: string, before: string | undefined, after: string): { diff: FileDiff; snippet: string } {
  const names = [before === undefined ? '/dev/null' : `a/${path}`, `b/${path}`] as const
  const patch =
    structuredPatch(...names, before ?? '', after, undefined, undefined, {
      context: CONTEXT_LINES,
      maxEditLength: MAX_EDITS,
      timeout: DIFF_MS,
    }) ?? replaceWholeFile(names, before ?? '', after)
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

/** A patch that removes all old lines and adds all new lines. */
function replaceWholeFile(
  [oldFileName, newFileName]: readonly [string, string],
  before: string,
  after: string,
): StructuredPatch {
  const withSign = (sign: string, text: string) =>
    linesOf(text).flatMap((line) =>
      line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
    )
  const old = withSign('-', before)
  const fresh = withSign('+', after)
  const hunk = {
    oldStart: old.length === 0 ? 0 : 1,
    oldLines: linesOf(before).length,
    newStart: fresh.length === 0 ? 0 : 1,
    newLines: linesOf(after).length,
    lines: [...old, ...fresh],
  }
  return { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined, hunks: [hunk] }
}

/** Lines of the new text (from 0) that a patch changes. A removal counts as a change of the lines before and after it. */
function changedLines(patch: StructuredPatch): number[] {
  return patch.hunks.flatMap((hunk) => {
    let lineIndex = hunk.newStart - 1
    return hunk.lines.flatMap((line) => {
      if (line.startsWith('+')) return [lineIndex++]
      if (line.startsWith('-')) return [lineIndex - 1, lineIndex]
      if (line.startsWith(' ')) lineIndex++
      return []
    })
  })
}

/** The changed lines with context; `...` marks omitted lines. */
export function snippetOf(touched: readonly number[], lines: readonly string[], context: number): string {
  if (touched.length === 0) return ''
  const shown = new Set<number>()
  for (const line of touched)
    for (let near = line - context; near <= line + context; near++)
      if (near >= 0 && near < lines.length) shown.add(near)
  const shownLines = [...shown].sort((a, b) => a - b)
  const limitedLines = shownLines.slice(0, MAX_SNIPPET_LINES)
  const text: string[] = []
  let next = 0
  for (const line of limitedLines) {
    if (line > next) text.push('...')
    text.push((lines[line] ?? '').replace(/\r?\n$/, ''))
    next = line + 1
  }
  if (next < lines.length) text.push('...')
  return text.join('\n')
}
