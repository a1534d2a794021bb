import type { DiffSide } from '../github/api/reviews.ts'
import type { DiffHunk, DiffLine } from '../github/patch-rows.ts'

/** The lines of a comment, counted from 1 in the file on that side. `start` is set when there are several. */
export type DiffLocation = { side: DiffSide; start?: number; line: number }
export type RequestedLines = { line: number; start_line?: number; side?: DiffSide }

/**
 * `code`: the lines. `rows`: they and what the diff shows between them. `before`, `after`: the other lines of the hunk on that side. `context`: the lines, and neighbors if the lines are
 * short. `accepted`: the lines that accept comments, as text.
 */
export type LocatedLines =
  | {
      ok: true
      location: DiffLocation
      code: string[]
      rows: DiffHunk
      before: string[]
      after: string[]
      context: string[]
    }
  | { ok: false; reason: string; accepted: string }

/** Locates the requested lines in the diff. Otherwise says why not, and which lines accept comments. */
export function locateLines(
  hunks: readonly DiffHunk[],
  { line, start_line = line, side = 'RIGHT' }: RequestedLines,
): LocatedLines {
  const [first, last] = start_line <= line ? [start_line, line] : [line, start_line]
  const hunk = hunks.find((lines) => indexOf(lines, side, last) >= 0)
  if (hunk === undefined || indexOf(hunk, side, first) < 0)
    return { ok: false, ...explainMissingLines(hunks, side, first, last) }
  const from = indexOf(hunk, side, first)
  const to = indexOf(hunk, side, last)
  const lines = hunk.slice(from, to + 1).filter((each) => numberOf(each, side) !== undefined)
  // GitHub shows unchanged lines on the new side, so a comment on old lines moves there when no changed line is between them.
  const areUnchanged =
    side === 'LEFT' && lines.every(({ newLine }, index) => newLine === (lines[0]?.newLine ?? Number.NaN) + index)
  return {
    ok: true,
    location: areUnchanged ? locationOf('RIGHT', lines) : locationOf(side, lines),
    code: lines.map(({ text }) => text),
    rows: hunk.slice(from, to + 1),
    before: textsOn(side, hunk.slice(0, from)),
    after: textsOn(side, hunk.slice(to + 1)),
    context: distinctiveContext(hunk, from, to),
  }
}

function locationOf(side: DiffSide, lines: readonly DiffLine[]): DiffLocation {
  const [first, last] = [lines[0], lines.at(-1)].map((line) => (line && numberOf(line, side)) ?? 0)
  return first === last ? { side, line: last ?? 0 } : { side, start: first ?? 0, line: last ?? 0 }
}

const textsOn = (side: DiffSide, lines: DiffHunk) =>
  lines.flatMap((line) => (numberOf(line, side) === undefined ? [] : [line.text]))

const numberOf = (line: DiffLine, side: DiffSide) => (side === 'LEFT' ? line.oldLine : line.newLine)
const indexOf = (lines: DiffHunk, side: DiffSide, number: number) =>
  lines.findIndex((line) => numberOf(line, side) === number)

const DISTINCTIVE_CHARACTERS = 16

/** The lines, with enough neighbors to distinguish them from similar lines: `}` occurs everywhere. */
function distinctiveContext(hunk: DiffHunk, from: number, to: number): string[] {
  const letters = (lines: DiffHunk) => lines.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '')).join('').length
  let [start, end] = [from, to]
  while (letters(hunk.slice(start, end + 1)) < DISTINCTIVE_CHARACTERS && (start > 0 || end < hunk.length - 1)) {
    start = Math.max(0, start - 1)
    end = Math.min(hunk.length - 1, end + 1)
  }
  return hunk.slice(start, end + 1).map(({ text }) => text.trim())
}

function explainMissingLines(hunks: readonly DiffHunk[], side: DiffSide, first: number, last: number) {
  const name = side === 'LEFT' ? 'old' : 'new'
  const lines = first === last ? `Line ${last}` : `Lines ${first} to ${last}`
  const other = side === 'LEFT' ? 'RIGHT' : 'LEFT'
  const otherSide = isOnSide(hunks, other, first, last)
    ? ` On side ${other} ${first === last ? 'it is' : 'they are'}.`
    : ''
  const apart =
    first !== last && isOnSide(hunks, side, first, first) && isOnSide(hunks, side, last, last)
      ? ' All lines of a comment must be in the same hunk.'
      : ''
  return {
    reason: `${lines} of the ${name} file ${first === last ? 'is' : 'are'} not part of the diff.${apart}${otherSide}`,
    accepted: rangesOf(hunks, side, last) || rangesOf(hunks, other, last),
  }
}

const isOnSide = (hunks: readonly DiffHunk[], side: DiffSide, first: number, last: number) =>
  hunks.some((lines) => indexOf(lines, side, first) >= 0 && indexOf(lines, side, last) >= 0)

const MAX_RANGES = 12

/** The ranges of a side nearest to a line, in order, for example `10-24, 40-41 on side RIGHT`; empty when there are none. */
function rangesOf(hunks: readonly DiffHunk[], side: DiffSide, near: number): string {
  const ranges = hunks.flatMap((lines) => {
    const numbers = lines.flatMap((line) => numberOf(line, side) ?? [])
    const [first, last] = [numbers[0], numbers.at(-1)]
    return first === undefined || last === undefined ? [] : [{ first, last }]
  })
  if (ranges.length === 0) return ''
  const nearest = ranges
    .toSorted((a, b) => distance(a, near) - distance(b, near))
    .slice(0, MAX_RANGES)
    .toSorted((a, b) => a.first - b.first)
  const more = ranges.length > nearest.length ? ` and ${ranges.length - nearest.length} more ranges` : ''
  return `${nearest.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ')}${more} on side ${side}`
}

const distance = ({ first, last }: { first: number; last: number }, line: number) =>
  line < first ? first - line : Math.max(0, line - last)
