import {
  type DiffHunk,
  type DiffLocation,
  type LocatedLines,
  locateLines,
  type RequestedLines,
} from '../github-tools/diff-lines.ts'
import { explainUnclear, numberedLines, placeCode, quotedLines, type SideRange } from './comment-lines.ts'
import { fitSuggestion, OVER_REMOVED_LINES } from './suggestion.ts'
import { safeSuggestion } from './suggestion-button.ts'

export const sideRange = ({ side, start, line }: DiffLocation): SideRange => ({
  side,
  first: start ?? line,
  last: line,
})

export type PlacedLines = LocatedLines & { ok: true }

/**
 * The lines of a comment in the diff. `isQuoted`: they were found by their code. `isSure`: it stands there word by word, and nowhere else.
 * `isMoved`: they are not the given lines. `isSameSize`: they are as many.
 */
type FoundLines =
  | { ok: true; requested: PlacedLines; isQuoted: boolean; isSure: boolean; isMoved: boolean; isSameSize: boolean }
  | { ok: false; reason: string }

export function findLines(
  hunks: readonly DiffHunk[],
  request: RequestedLines & { end_line?: number },
  quoted: string,
  path: string,
): FoundLines {
  const statedLines = requestedLines(request)
  const code = quotedLines(quoted)
  if (code.length === 0) {
    const located = locateLines(hunks, statedLines)
    return located.ok
      ? { ok: true, requested: located, isQuoted: false, isSure: false, isMoved: false, isSameSize: true }
      : { ok: false, reason: `${located.reason} Lines of ${path} that accept comments: ${located.accepted || 'none'}.` }
  }
  const { line, start_line = line, side = 'RIGHT' } = statedLines
  const stated = { side, first: Math.min(line, start_line), last: Math.max(line, start_line) }
  const place = placeCode(hunks, code, stated)
  if (place.kind === 'unclear') return { ok: false, reason: explainUnclear(hunks, place, stated, path) }
  const located = locateLines(hunks, { side: place.side, start_line: place.first, line: place.last })
  if (!located.ok) return { ok: false, reason: located.reason }
  const isMoved = place.first !== stated.first || place.last !== stated.last || place.side !== side
  const isSameSize = place.last - place.first === stated.last - stated.first
  return { ok: true, requested: located, isQuoted: true, isSure: place.isSure, isMoved, isSameSize }
}

export const askForPlace = (contradiction: string, hunks: readonly DiffHunk[], { location }: PlacedLines): string =>
  `${contradiction}, but the comment would stand on:\n${numberedLines(hunks, sideRange(location), 3)}\n\nCall again with the exact current lines as \`code\`. If the lines are right, repeat the same call.`

type SuggestionPlace = {
  hunks: readonly DiffHunk[]
  path: string
  requested: PlacedLines
  isSure: boolean
  isSameSize: boolean
}

/** A suggestion as a button offers it, with the lines that it replaces. `problem`: why it is text instead. */
type PlacedSuggestion = { located?: PlacedLines; lines?: string[]; problem?: string }

export function placeSuggestion(
  suggestion: readonly string[],
  { hunks, path, requested, isSure, isSameSize }: SuggestionPlace,
): PlacedSuggestion {
  const { before, code, after, rows } = requested
  // How many lines go, code and lines must say alike.
  const isQuoted = isSure && (isSameSize || suggestion.length > 0)
  const safe = safeSuggestion(suggestion, { path, before, code, after, isQuoted })
  const fitted = fitSuggestion(safe.ok ? safe.lines : suggestion, rows)
  if (fitted === undefined) return { problem: OVER_REMOVED_LINES }
  if (!safe.ok) return { problem: safe.problem }
  const { first, last, lines } = fitted
  if (last - first + 1 === code.length) return { lines }
  const located = locateLines(hunks, { start_line: first, line: last })
  return { lines, located: located.ok ? located : requested }
}

/** Models also give the first line as `line` and the last one as `end_line`. */
const requestedLines = ({
  line,
  end_line,
  start_line,
  side,
}: RequestedLines & { end_line?: number }): RequestedLines =>
  end_line === undefined ? { line, start_line, side } : { line: end_line, start_line: start_line ?? line, side }
