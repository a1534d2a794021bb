import { structuredPatch } from 'diff'

/** A line of a patch: its text without sign and line end, and its number in the old and the new file. */
export type DiffLine = { text: string; oldLine?: number; newLine?: number }
/** The lines of a hunk. A comment on several lines must stay within one hunk. */
export type DiffHunk = readonly DiffLine[]

/**
 * A line of a patch as it is hunkRows. `oldLine` and `newLine` of a header, and of what is no line of a file: the numbers of the lines
 * that follow.
 */
type PatchRow = {
  kind: 'header' | 'context' | 'added' | 'removed' | 'other'
  raw: string
  oldLine: number
  newLine: number
}

const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/**
 * The lines of a file's patch from GitHub, which starts at the first `@@` and has no file header. A truncated patch has fewer lines than
 * its headers say.
 */
function patchRows(patch: string): PatchRow[] {
  const rows: PatchRow[] = []
  let oldLine = 0
  let newLine = 0
  let oldEnd = 0
  let newEnd = 0
  for (const raw of patch.split('\n')) {
    // The counts decide where a hunk ends: inside a hunk a line that looks like a header is text.
    const header = oldLine >= oldEnd && newLine >= newEnd ? HUNK_HEADER.exec(raw) : null
    if (header !== null) {
      const [, oldStart = '', oldCount = '1', newStart = '', newCount = '1'] = header
      oldLine = Number(oldStart)
      newLine = Number(newStart)
      oldEnd = oldLine + Number(oldCount)
      newEnd = newLine + Number(newCount)
      rows.push({ kind: 'header', raw, oldLine, newLine })
      continue
    }
    const sign = raw.charAt(0)
    const place = { raw, oldLine, newLine }
    if (sign === '+' && newLine < newEnd) {
      rows.push({ kind: 'added', ...place })
      newLine += 1
    } else if (sign === '-' && oldLine < oldEnd) {
      rows.push({ kind: 'removed', ...place })
      oldLine += 1
      // Some tools strip the space of an empty context line.
    } else if ((sign === ' ' || raw.trim() === '') && oldLine < oldEnd && newLine < newEnd) {
      rows.push({ kind: 'context', ...place })
      oldLine += 1
      newLine += 1
    } else rows.push({ kind: 'other', ...place })
  }
  return rows
}

/** The hunks of a file's patch. Line feeds end a line; a carriage return before one is not part of the text. */
export function parsePatch(patch: string): DiffHunk[] {
  const hunks: DiffLine[][] = []
  for (const { kind, raw, oldLine, newLine } of patchRows(patch)) {
    const text = raw.slice(1).replace(/\r$/, '')
    if (kind === 'header') hunks.push([])
    else if (kind === 'added') hunks.at(-1)?.push({ text, newLine })
    else if (kind === 'removed') hunks.at(-1)?.push({ text, oldLine })
    else if (kind === 'context') hunks.at(-1)?.push({ text, oldLine, newLine })
  }
  return hunks.filter((lines) => lines.length > 0)
}

/** What git wrote after the `@@` of each hunk that has lines: the last line above it that begins with a letter. */
export const hunkHeadings = (patch: string): string[] =>
  hunksOf(patchRows(patch))
    .filter((rows) => rows.length > 1)
    .map(([header]) => header?.raw.replace(HUNK_HEADER, '').slice(1) ?? '')

/**
 * The lines of the new file that a patch shows, and where it changes them: `line` is an added line, or the one above removed lines.
 * `heading`: what git wrote after `@@`.
 */
export function changedPlaces(patch: string): { shownLines: Set<number>; places: { line: number; heading: string }[] } {
  const shownLines = new Set<number>()
  const places: { line: number; heading: string }[] = []
  let heading = ''
  for (const { kind, raw, newLine } of patchRows(patch)) {
    if (kind === 'header') heading = raw.replace(HUNK_HEADER, '').slice(1)
    if (kind === 'added' || kind === 'context') shownLines.add(newLine)
    if (kind === 'added') places.push({ line: newLine, heading })
    if (kind === 'removed' && newLine > 1) places.push({ line: newLine - 1, heading })
  }
  return { shownLines, places }
}

/** Texts with more edits than this are replaced as a whole: comparing them takes too long. */
const MAX_EDITS = 4000

type PatchHunk = { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] }

/** The hunks that turn one text into another; one with all lines of both when there are too many edits. */
export const hunksBetween = (before: string, after: string): PatchHunk[] =>
  (fewestEdits(before, after) > MAX_EDITS
    ? undefined
    : structuredPatch('', '', before, after, '', '', { context: CONTEXT, maxEditLength: MAX_EDITS })?.hunks) ?? [
    wholeFile(before, after),
  ]

/** How many lines only one of the texts has: every comparison ends with at least as many edits. */
function fewestEdits(before: string, after: string): number {
  const counts = new Map<string, number>()
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  for (const line of after.split('\n')) counts.set(line, (counts.get(line) ?? 0) - 1)
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0)
}

/** A hunk as git writes it. */
export function hunkText({ oldStart, oldLines, newStart, newLines, lines }: PatchHunk): string {
  const range = (start: number, count: number) =>
    count === 1 ? `${start}` : `${count === 0 && start > 0 ? start - 1 : start},${count}`
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.map((line) => `${line}\n`).join('')}`
}

/** A hunk that removes all old lines and adds all new ones. */
function wholeFile(before: string, after: string): PatchHunk {
  const old = linesOf(before, '-')
  const fresh = linesOf(after, '+')
  const count = (lines: string[]) => lines.filter((line) => !line.startsWith('\\')).length
  return { oldStart: 1, oldLines: count(old), newStart: 1, newLines: count(fresh), lines: [...old, ...fresh] }
}

function linesOf(text: string, sign: string): string[] {
  if (text === '') return []
  const lines = text.split('\n').map((line) => sign + line)
  if (text.endsWith('\n')) lines.pop()
  else lines.push('\\ No newline at end of file')
  return lines
}

/** What stands before each line of a diff or file that the model reads. */
const GUTTER = '|'

/** Explains the numbers to the model. */
export const NUMBERS_NOTE =
  'Each line of a diff or file begins with its number and "|": the number in the new file, or in the old file for a removed line. They are not part of the file.'

/** A line as one line: what else could end it, such as a carriage return in its middle, is written as an escape. A last one stays. */
const asOneRow = (raw: string): string =>
  raw.replace(/\r(?!$)|[\u2028\u2029]/g, (end) => (end === '\r' ? '\\r' : end === '\u2028' ? '\\u2028' : '\\u2029'))

/** A file's patch, each line with its number: in the new file for added and unchanged lines, in the old one for removed lines. */
export const numberPatch = (patch: string): string =>
  patchRows(patch)
    .map(({ kind, raw, oldLine, newLine }) =>
      kind === 'header' || kind === 'other'
        ? asOneRow(raw)
        : `${kind === 'removed' ? oldLine : newLine}${GUTTER}${asOneRow(raw)}`,
    )
    .join('\n')

/** A numbered patch with at most about `max` UTF-16 units: whole hunks where possible, else whole lines, and what is missing. */
export function cutPatch(numbered: string, max: number, path: string): string {
  if (numbered.length <= max) return numbered
  const start = numbered.slice(0, max)
  const [hunk, line] = [start.lastIndexOf('\n@@ '), start.lastIndexOf('\n')]
  const end = hunk > max / 2 ? hunk : line > 0 ? line : max
  return `${numbered.slice(0, end)}\n${describeCut(numbered.slice(end), path)}`
}

/** The same of the end of a patch: GitHub ends the lines of a comment with the one that it is about. */
export function cutPatchStart(numbered: string, max: number, path: string): string {
  if (numbered.length <= max) return numbered
  const line = numbered.indexOf('\n', numbered.length - max)
  const start = line < 0 ? numbered.length - max : line + 1
  return `${describeCut(numbered.slice(0, start), path)}\n${numbered.slice(start)}`
}

function describeCut(missing: string, path: string): string {
  const numbersOf = (rows: RegExp) => Array.from(missing.matchAll(rows), ([, number]) => number)
  const [added, removed] = [numbersOf(/^(\d+)\|[ +]/gm), numbersOf(/^(\d+)\|-/gm)]
  const range = (numbers: (string | undefined)[]) => `${numbers[0]} to ${numbers.at(-1)}`
  const lines =
    added.length > 0
      ? `Lines ${range(added)} are`
      : removed.length > 0
        ? `Lines ${range(removed)} of the old file are`
        : 'The rest is'
  return `… (truncated) ${lines} missing. Read them with github__get_diff and path ${JSON.stringify(path)}.`
}

/** Lines of a file, each with its number, and a mark where lines between them are left out. */
export const numberSome = (lines: readonly string[], numbers: readonly number[]): string =>
  numbers
    .map((number, index) => {
      const gap = index > 0 && numbers[index - 1] !== number - 1 ? '…\n' : ''
      return `${gap}${number}${GUTTER}${asOneRow(lines[number - 1] ?? '')}`
    })
    .join('\n')

/** A file's text, each line with its number. */
export function numberLines(text: string): string {
  const lines = text.split('\n')
  const hasEnd = lines.length > 1 && lines.at(-1) === ''
  return lines
    .map((line, index) => (hasEnd && index === lines.length - 1 ? '' : `${index + 1}${GUTTER}${asOneRow(line)}`))
    .join('\n')
}

/** The lines around a change in a hunk, as git writes them. */
const CONTEXT = 3

/**
 * The part of a change that came since an earlier commit: its lines that are also changed lines of `since`, which ends at the same
 * commit. `before`: the change up to the earlier commit. Where lines of that were only taken back, the lines of the change around the
 * place count. Undefined when nothing of the change came since.
 */
export function patchSince(change: string, since: string, before: string | undefined): string | undefined {
  const rows = patchRows(change)
  const isNew = newRows(rows, patchRows(since), before === undefined ? [] : patchRows(before))
  return isNew.size === 0 ? undefined : writeHunks(rows, isNew)
}

function newRows(change: readonly PatchRow[], since: readonly PatchRow[], before: readonly PatchRow[]): Set<PatchRow> {
  const added = new Set(since.flatMap(({ kind, newLine }) => (kind === 'added' ? [newLine] : [])))
  const removed = new Set(since.flatMap(({ kind, raw }) => (kind === 'removed' ? [raw] : [])))
  const isNew = new Set(
    change.filter(({ kind, raw, newLine }) =>
      kind === 'added' ? added.has(newLine) : kind === 'removed' && removed.has(raw),
    ),
  )
  const own = new Set(before.flatMap(({ kind, newLine }) => (kind === 'added' ? [newLine] : [])))
  const shown = new Set([...isNew].flatMap(({ kind, newLine }) => (kind === 'added' ? [newLine] : [])))
  for (const run of changedRuns(since)) {
    const takesBack = run.some(({ kind, oldLine }) => kind === 'removed' && own.has(oldLine))
    if (!takesBack || run.some(({ kind, newLine }) => kind === 'added' && shown.has(newLine))) continue
    const place = run[0]?.newLine ?? 0
    for (const hunk of hunksOf(change)) {
      const [first, last] = [hunk[0]?.newLine ?? 0, hunk.at(-1)?.newLine ?? 0]
      if (place >= first && place <= last + 1)
        for (const row of hunk) if (row.kind === 'added' || row.kind === 'removed') isNew.add(row)
    }
  }
  return isNew
}

/** The changed lines that stand together. */
function changedRuns(rows: readonly PatchRow[]): PatchRow[][] {
  const runs: PatchRow[][] = [[]]
  for (const row of rows)
    if (row.kind === 'added' || row.kind === 'removed') runs.at(-1)?.push(row)
    else if (row.kind !== 'other') runs.push([])
  return runs.filter((run) => run.length > 0)
}

function hunksOf(rows: readonly PatchRow[]): PatchRow[][] {
  const hunks: PatchRow[][] = []
  for (const row of rows) {
    if (row.kind === 'header') hunks.push([])
    hunks.at(-1)?.push(row)
  }
  return hunks
}

/** Hunks with these changed lines and the lines around them. Other added lines are context, and other removed lines are left out. */
function writeHunks(rows: readonly PatchRow[], isNew: ReadonlySet<PatchRow>): string {
  return hunksOf(rows)
    .flatMap(([header, ...lines]) => {
      const heading = header?.raw.replace(HUNK_HEADER, '') ?? ''
      const isWritten = (row: PatchRow | undefined) => row?.kind !== 'removed' || isNew.has(row)
      const hunkRows = lines.filter(
        (row, index) => isWritten(row) && (row.kind !== 'other' || isWritten(lines[index - 1])),
      )
      const near = hunkRows.filter((_, index) =>
        hunkRows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((row) => isNew.has(row)),
      )
      return consecutiveRows(near, hunkRows, isNew).map((run) => writeHunk(run, isNew, heading))
    })
    .join('\n')
}

/** Splits where lines are left out, and where the number of a removed line would not follow from the lines above it. */
function consecutiveRows(
  near: readonly PatchRow[],
  hunkRows: readonly PatchRow[],
  isNew: ReadonlySet<PatchRow>,
): PatchRow[][] {
  const positions = new Map(hunkRows.map((row, index) => [row, index]))
  const runs: PatchRow[][] = []
  let oldLine = 0
  let previous = Number.NaN
  for (const row of near) {
    const position = positions.get(row) ?? 0
    if (position !== previous + 1 || (row.kind === 'removed' && row.oldLine !== oldLine)) {
      runs.push([])
      oldLine = row.oldLine
    }
    runs.at(-1)?.push(row)
    if (row.kind === 'removed' || (row.kind !== 'other' && !isNew.has(row))) oldLine += 1
    previous = position
  }
  return runs
}

function writeHunk(run: readonly PatchRow[], isNew: ReadonlySet<PatchRow>, heading: string): string {
  const [first] = run
  const isContext = (row: PatchRow) => row.kind === 'context' || (row.kind === 'added' && !isNew.has(row))
  const count = (kind: 'added' | 'removed') =>
    run.filter((row) => isContext(row) || (row.kind === kind && isNew.has(row))).length
  const lines = run.map((row) => (isContext(row) && row.kind === 'added' ? ` ${row.raw.slice(1)}` : row.raw))
  return [
    `@@ -${first?.oldLine ?? 0},${count('removed')} +${first?.newLine ?? 0},${count('added')} @@${heading}`,
    ...lines,
  ].join('\n')
}
