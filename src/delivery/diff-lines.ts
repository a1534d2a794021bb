import type { DiffSide } from '../github/review-calls.ts'

/** A line of a patch: its text without sign and line end, and its number on each side it is part of. */
export type DiffLine = { text: string; left?: number; right?: number }
/** A hunk: neighbouring lines. Remarks over several lines must stay within one. */
export type Hunk = readonly DiffLine[]

/** Lines a remark is about, counted from 1 in the file as it is on that side. `start` only when there are several. */
export type Spot = { side: DiffSide; start?: number; line: number }
export type Asked = { line: number; start_line?: number | undefined; side?: DiffSide | undefined }

/** `code`: the lines themselves. `around`: with a neighbour more, where they alone say little. `accepted`: in words. */
export type Placed =
  | { ok: true; spot: Spot; code: string[]; around: string[] }
  | { ok: false; why: string; accepted: string }

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/**
 * The hunks of a file's patch as GitHub gives it: from the first `@@` on, without file headers. Only line feeds end a
 * line; a carriage return before one is no part of the text. What a cut-off patch lacks is simply not there.
 */
export function readPatch(patch: string): Hunk[] {
  const hunks: DiffLine[][] = []
  let hunk: DiffLine[] = []
  let left = 0
  let right = 0
  let leftEnd = 0
  let rightEnd = 0
  for (const raw of patch.split('\n')) {
    // Inside a hunk nothing is a header, whatever it looks like: the counts say where the hunk ends.
    const header = left >= leftEnd && right >= rightEnd ? HEADER.exec(raw) : null
    if (header !== null) {
      const [, leftStart = '', leftCount = '1', rightStart = '', rightCount = '1'] = header
      left = Number(leftStart)
      right = Number(rightStart)
      leftEnd = left + Number(leftCount)
      rightEnd = right + Number(rightCount)
      hunk = []
      hunks.push(hunk)
      continue
    }
    const text = raw.slice(1).replace(/\r$/, '')
    const sign = raw.charAt(0)
    if (sign === '+' && right < rightEnd) hunk.push({ text, right: right++ })
    else if (sign === '-' && left < leftEnd) hunk.push({ text, left: left++ })
    // An empty context line may have lost its only blank on the way.
    else if ((sign === ' ' || raw.trim() === '') && left < leftEnd && right < rightEnd)
      hunk.push({ text, left: left++, right: right++ })
  }
  return hunks.filter((lines) => lines.length > 0)
}

/** Where a remark on these lines can stand, or why it cannot and which lines would do. Pure. */
export function placeRemark(hunks: readonly Hunk[], { line, start_line = line, side = 'RIGHT' }: Asked): Placed {
  const [first, last] = start_line <= line ? [start_line, line] : [line, start_line]
  const hunk = hunks.find((lines) => indexOf(lines, side, last) >= 0)
  if (hunk === undefined || indexOf(hunk, side, first) < 0) return { ok: false, ...refusal(hunks, side, first, last) }
  const from = indexOf(hunk, side, first)
  const to = indexOf(hunk, side, last)
  const lines = hunk.slice(from, to + 1).filter((each) => numberOf(each, side) !== undefined)
  // On the old side only removed lines are GitHub's business; what merely stands around them is shown on the new side,
  // unless something new stands between.
  const unchanged = side === 'LEFT' && lines.every(({ right }, at) => right === (lines[0]?.right ?? Number.NaN) + at)
  return {
    ok: true,
    spot: unchanged ? spotOf('RIGHT', lines) : spotOf(side, lines),
    code: lines.map(({ text }) => text),
    around: telling(hunk, from, to),
  }
}

function spotOf(side: DiffSide, lines: readonly DiffLine[]): Spot {
  const [first, last] = [lines[0], lines.at(-1)].map((line) => (line && numberOf(line, side)) ?? 0)
  return first === last ? { side, line: last ?? 0 } : { side, start: first ?? 0, line: last ?? 0 }
}

const numberOf = (line: DiffLine, side: DiffSide) => (side === 'LEFT' ? line.left : line.right)
const indexOf = (lines: Hunk, side: DiffSide, wanted: number) =>
  lines.findIndex((line) => numberOf(line, side) === wanted)

const TELLING_CHARACTERS = 16

/** The lines, with as many neighbours as it takes to tell them from other lines of their kind: `}` stands everywhere. */
function telling(hunk: Hunk, from: number, to: number): string[] {
  const letters = (lines: Hunk) => lines.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '')).join('').length
  let [start, end] = [from, to]
  while (letters(hunk.slice(start, end + 1)) < TELLING_CHARACTERS && (start > 0 || end < hunk.length - 1)) {
    start = Math.max(0, start - 1)
    end = Math.min(hunk.length - 1, end + 1)
  }
  return hunk.slice(start, end + 1).map(({ text }) => text.trim())
}

function refusal(hunks: readonly Hunk[], side: DiffSide, first: number, last: number) {
  const name = side === 'LEFT' ? 'old' : 'new'
  const asked = first === last ? `Line ${last}` : `Lines ${first} to ${last}`
  const other = side === 'LEFT' ? 'RIGHT' : 'LEFT'
  const elsewhere = placedOn(hunks, other, first, last)
    ? ` On side ${other} ${first === last ? 'it is' : 'they are'}.`
    : ''
  const apart =
    first !== last && placedOn(hunks, side, first, first) && placedOn(hunks, side, last, last)
      ? ' The lines of one remark must be in the same hunk.'
      : ''
  return {
    why: `${asked} of the ${name} file ${first === last ? 'is' : 'are'} not part of the diff.${apart}${elsewhere}`,
    accepted: rangesOf(hunks, side, last) || rangesOf(hunks, other, last),
  }
}

const placedOn = (hunks: readonly Hunk[], side: DiffSide, first: number, last: number) =>
  hunks.some((lines) => indexOf(lines, side, first) >= 0 && indexOf(lines, side, last) >= 0)

const MOST_RANGES = 12

/** The lines remarks can stand on, nearest first, e.g. `10-24, 40-41 on side RIGHT`; empty when there are none. */
function rangesOf(hunks: readonly Hunk[], side: DiffSide, near: number): string {
  const ranges = hunks.flatMap((lines) => {
    const numbers = lines.flatMap((line) => numberOf(line, side) ?? [])
    const [first, last] = [numbers[0], numbers.at(-1)]
    return first === undefined || last === undefined ? [] : [{ first, last }]
  })
  if (ranges.length === 0) return ''
  const nearest = ranges
    .toSorted((a, b) => distance(a, near) - distance(b, near))
    .slice(0, MOST_RANGES)
    .toSorted((a, b) => a.first - b.first)
  const more = ranges.length > nearest.length ? ` and ${ranges.length - nearest.length} more places` : ''
  return `${nearest.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ')}${more} on side ${side}`
}

const distance = ({ first, last }: { first: number; last: number }, line: number) =>
  line < first ? first - line : Math.max(0, line - last)
