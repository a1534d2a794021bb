import { shortHash } from '../github/comment-marker.ts'
import type { FindingAnchor } from '../github-tools/proposal.ts'
import { declarationAround } from '../text/declaration.ts'

/** How many lines of the code, and of its surroundings on each side, an anchor keeps. */
const ANCHOR_LINES = 8
const ANCHOR_NEIGHBORS = 3

/** Six hex digits that identify the text of a line without white space and invisible characters, so that a change of these keeps them. */
export const lineHash = (text: string): string => shortHash('line', text.replace(/[\s\p{Cf}]+/gu, '')).slice(0, 6)

const BLANK = lineHash('')

/** `before` and `after`: the lines around the code, in the order of the file. */
export function anchorOf(code: readonly string[], before: readonly string[], after: readonly string[]): FindingAnchor {
  const above = [...before, ...code.slice(0, 1)]
  const declaration = declarationAround(above, above.length)?.name
  return {
    lines: code.slice(0, ANCHOR_LINES).map(lineHash),
    before: before.filter(hasText).slice(-ANCHOR_NEIGHBORS).map(lineHash),
    after: after.filter(hasText).slice(0, ANCHOR_NEIGHBORS).map(lineHash),
    symbol: declaration === undefined ? undefined : shortHash('symbol', declaration).slice(0, 8),
  }
}

const hasText = (line: string) => line.trim() !== ''

/** As git and GitHub count them: a carriage return alone ends no line. */
const linesOf = (text: string) => text.split('\n')

/**
 * Where the code of an anchor is in a text. `exact`: all of its lines, in order; `isEdgeChanged`: a line next to them changed. `partial`:
 * some of its lines, or only its neighbors, so the code was edited. `ambiguous`: it occurs more than once, and nothing decides between
 * the places. `gone`: none of it.
 */
export type AnchorPlace =
  | { kind: 'exact'; start: number; end: number; isEdgeChanged: boolean }
  | { kind: 'partial' | 'ambiguous'; start: number; end: number }
  | { kind: 'gone' }

/** Finds the code of an anchor. `near`: the line where it was, which decides between equal places. Lines count from 1. */
export function locateAnchor(anchor: FindingAnchor, text: string, near?: number): AnchorPlace {
  const hashed = linesOf(text).map(lineHash)
  const { lines, before, after } = anchor
  if (lines.length === 0) return { kind: 'gone' }
  const [best, second] = hashed
    .flatMap((_, index) => (lines.every((line, nth) => hashed[index + nth] === line) ? [index] : []))
    .map((index) => ({ index, score: neighborScore(anchor, hashed, index) }))
    .toSorted((a, b) => b.score - a.score || distance(a.index, near) - distance(b.index, near))
  if (best === undefined) return partialPlace(anchor, hashed)
  const place = { start: best.index + 1, end: best.index + lines.length }
  const isSure = second === undefined ? best.score > 0 || isDistinct(anchor) : best.score > second.score
  if (!isSure) return { kind: second === undefined ? 'partial' : 'ambiguous', ...place }
  return { kind: 'exact', ...place, isEdgeChanged: best.score < before.length + after.length }
}

/** Whether code is distinctive without its neighbors: `}` occurs everywhere. */
const isDistinct = ({ lines, before, after }: FindingAnchor) =>
  before.length + after.length === 0 || lines.some((line) => !COMMON.has(line))

const COMMON = new Set(
  [
    '',
    '{',
    '}',
    '},',
    '};',
    ')',
    ');',
    '})',
    '});',
    'end',
    'else',
    'else{',
    '}else{',
    'return',
    'return;',
    'break;',
    'pass',
  ].map(lineHash),
)

const distance = (index: number, near: number | undefined) => (near === undefined ? 0 : Math.abs(index + 1 - near))

/** How many of the nearest neighbors of the code are the same, from 0 to the number of neighbors of the anchor. */
function neighborScore({ lines, before, after }: FindingAnchor, hashed: readonly string[], index: number): number {
  const previous = hashed.slice(0, index).filter((line) => line !== BLANK)
  const next = hashed.slice(index + lines.length).filter((line) => line !== BLANK)
  return (
    commonCount(before.toReversed(), previous.toReversed().slice(0, ANCHOR_NEIGHBORS)) +
    commonCount(after, next.slice(0, ANCHOR_NEIGHBORS))
  )
}

const commonCount = (one: readonly string[], other: readonly string[]) =>
  one.filter((line) => other.includes(line)).length

/** The edited code between neighbors that are still there, or what remains of its lines. */
function partialPlace({ lines, before, after }: FindingAnchor, hashed: readonly string[]): AnchorPlace {
  const kept = lines.filter((line) => line !== BLANK && hashed.filter((each) => each === line).length === 1)
  const indexes = kept.map((line) => hashed.indexOf(line))
  if (indexes.length > 0 && kept.length * 3 >= lines.length) {
    const [start, end] = [Math.min(...indexes), Math.max(...indexes)]
    if (end - start < lines.length * 3) return { kind: 'partial', start: start + 1, end: end + 1 }
  }
  const above = uniqueIndex(before.at(-1), hashed)
  const below = uniqueIndex(after[0], hashed)
  if (above === undefined || below === undefined || below <= above) return { kind: 'gone' }
  if (below - above - 1 > lines.length * 3 + 3) return { kind: 'gone' }
  const start = Math.min(above + 2, hashed.length)
  return { kind: 'partial', start, end: Math.max(start, below) }
}

function uniqueIndex(line: string | undefined, hashed: readonly string[]): number | undefined {
  const index = line === undefined ? -1 : hashed.indexOf(line)
  return index < 0 || hashed.lastIndexOf(line ?? '') !== index ? undefined : index
}
