import type { DiffHunk } from '../github/patch-rows.ts'
import { locateLines } from '../github-tools/diff-lines.ts'
import type { PlacedLines } from './comment-lines.ts'
import { isTelling, plainLine, sameLines, textSimilarity } from './similar-lines.ts'
import { fitIndentation, indentOf } from './suggestion-indentation.ts'

/**
 * The lines that a suggestion replaces, and those of the hunk around them, all on the new side. `isQuoted`: the model quoted them, and
 * they stand nowhere else in the diff of the file.
 */
export type ReplacedLines = {
  path: string
  before: readonly string[]
  code: readonly string[]
  after: readonly string[]
  isQuoted: boolean
}

/** `problem`: why no button can offer it. */
export type SafeSuggestion = { ok: true; lines: string[] } | { ok: false; problem: string }

const UNCLEAR_PLACE = 'it is not certain which lines it replaces'
const UNCLEAR_INDENTATION = 'its indentation is not certain'
const UNCLEAR_REPEAT = 'it repeats lines that stand beside it'
const SUBMODULE = 'it would change a submodule'
const NO_CHANGE = 'it changes nothing'
const OVER_REMOVED_LINES = 'GitHub commits no suggestion over removed lines'

type SuggestionPlace = {
  hunks: readonly DiffHunk[]
  path: string
  requested: PlacedLines
  isSure: boolean
  statedSize: number
  isEndOpen: boolean
}

/** A suggestion as a button offers it, with the lines that it replaces. `problem`: why it is text instead. */
type PlacedSuggestion = { located?: PlacedLines; lines?: string[]; problem?: string }

export function placeSuggestion(
  suggestion: readonly string[],
  { hunks, path, requested, isSure, statedSize, isEndOpen }: SuggestionPlace,
): PlacedSuggestion {
  const { before, code, after, rows } = requested
  // How many lines a deletion takes, code and lines must say alike. Who quotes fewer lines than they give may mean to replace all of them.
  const isPartial = statedSize > code.length && suggestion.length > code.length
  if (isEndOpen || isPartial || (suggestion.length === 0 && statedSize !== code.length))
    return { problem: UNCLEAR_PLACE }
  const safe = safeSuggestion(suggestion, { path, before, code, after, isQuoted: isSure })
  const fitted = fitSuggestion(safe.ok ? safe.lines : suggestion, rows)
  if (fitted === undefined) return { problem: OVER_REMOVED_LINES }
  if (!safe.ok) return { problem: safe.problem }
  const { first, last, lines } = fitted
  if (last - first + 1 === code.length) return { lines }
  const located = locateLines(hunks, { start_line: first, line: last })
  return { lines, located: located.ok ? located : requested }
}

/** A suggestion and the lines that it replaces, counted in the new file. */
export type FittedSuggestion = { lines: string[]; first: number; last: number }

/**
 * GitHub commits no suggestion that a removed line lies between. So equal lines at both ends leave the range, but one line always stays.
 * Undefined when a removed line is still inside. `rows`: the lines of the comment in the diff, with the removed ones between them.
 */
export function fitSuggestion(lines: readonly string[], rows: DiffHunk): FittedSuggestion | undefined {
  const current = rows.filter(({ newLine }) => newLine !== undefined)
  const isWhole = current.length === rows.length
  let start = 0
  let end = 0
  if (!isWhole) {
    const shorter = Math.min(current.length - 1, lines.length)
    while (start < shorter && lines[start] === current[start]?.text) start += 1
    while (end < shorter - start && lines.at(-1 - end) === current.at(-1 - end)?.text) end += 1
  }
  const kept = current.slice(start, current.length - end)
  const first = kept[0]?.newLine
  const last = kept.at(-1)?.newLine
  if (first === undefined || last === undefined) return undefined
  const from = rows.findIndex(({ newLine }) => newLine === first)
  const to = rows.findIndex(({ newLine }) => newLine === last)
  if (to - from !== last - first) return undefined
  return { lines: lines.slice(start, lines.length - end), first, last }
}

/**
 * Makes a suggestion change what it says and nothing else: with the indentation of the file, without the lines beside it that it repeats.
 * What is not certain has no button. Pure.
 */
export function safeSuggestion(lines: readonly string[], replaced: ReplacedLines): SafeSuggestion {
  const { path, before, code, after, isQuoted } = replaced
  if (code.some((line) => /^Subproject commit [0-9a-f]{40}/.test(line))) return { ok: false, problem: SUBMODULE }
  if (lines.length === 0) return isQuoted ? { ok: true, lines: [] } : { ok: false, problem: UNCLEAR_PLACE }
  const single = withoutRepeats(lines, replaced)
  if (single === undefined) return { ok: false, problem: UNCLEAR_REPEAT }
  if (!isMeantFor(single, { ...replaced, isQuoted: isQuoted && single.length === lines.length }))
    return { ok: false, problem: UNCLEAR_PLACE }
  const indented = fitIndentation(single, { before, code, after }, path)
  if (indented === undefined) return { ok: false, problem: UNCLEAR_INDENTATION }
  return sameText(indented, code) ? { ok: false, problem: NO_CHANGE } : { ok: true, lines: indented }
}

const sameText = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n')

/** The suggestion without the lines before and after its place that it repeats; undefined when it may be meant to repeat them. */
function withoutRepeats(
  lines: readonly string[],
  { before, code, after }: Pick<ReplacedLines, 'before' | 'code' | 'after'>,
): readonly string[] | undefined {
  const cut = withoutRepeatedEnd(lines, code, after)
  const turned = cut && withoutRepeatedEnd(cut.toReversed(), code.toReversed(), before.toReversed())
  return turned?.toReversed()
}

function withoutRepeatedEnd(
  lines: readonly string[],
  code: readonly string[],
  after: readonly string[],
): readonly string[] | undefined {
  let count = Math.min(lines.length, after.length)
  while (count > 0 && !sameLines(lines.slice(-count), after.slice(0, count))) count -= 1
  if (count === 0) return lines
  const repeated = lines.slice(-count)
  // A closing bracket further in or out is another one.
  if (!repeated.some(isTelling) && repeated.some((line, index) => indentOf(line) !== indentOf(after[index] ?? '')))
    return undefined
  // Those lines end in the same way.
  if (sameLines(code.slice(-count), repeated) && repeated.every((line) => line.trim() === '')) return undefined
  if (sameLines(code.slice(-count), repeated))
    return sameLines(lines.slice(-2 * count, -count), repeated) ? undefined : lines
  const cut = lines.slice(0, -count)
  if (cut.length === 0) return undefined
  const [own, whole, rest] = [code, lines, cut].map(openBrackets)
  const [isWholeBalanced, isRestBalanced] = [whole === own, rest === own]
  if (repeated.some(isTelling)) return isRestBalanced ? cut : undefined
  if (isWholeBalanced === isRestBalanced) return undefined
  return isWholeBalanced ? lines : cut
}

/** How many brackets of each kind stay open, as text. Strings and comments count too: they are the same on both sides or decide nothing. */
function openBrackets(lines: readonly string[]): string {
  const open = new Map<string, number>()
  for (const character of lines.join('\n')) {
    const at = '(){}[]'.indexOf(character)
    if (at < 0) continue
    const kind = '({['.charAt(Math.floor(at / 2))
    open.set(kind, (open.get(kind) ?? 0) + (at % 2 === 0 ? 1 : -1))
  }
  return ['(', '{', '['].map((kind) => open.get(kind) ?? 0).join(' ')
}

/** How far other lines are looked at, and how many more or fewer lines than replaced they may be. */
const REACH = 8

/** Longer suggestions are compared only where the model quoted the lines. */
const MAX_LINES = 80

/** How alike the replaced lines must be where the model did not quote them, and how alike a single line for a single one. */
const MIN_KEPT = 0.85
const MIN_KEPT_ALONE = 0.6

/** Shorter lines are alike by chance. */
const MIN_LENGTH = 20

/** How much fewer lines must be like those that they replace. */
const MIN_ALIKE = 0.2

/** How much of a telling line a wider range must have in common with it besides. */
const MIN_GAIN = 0.3

/** How much less it must be like any other lines, where the model did not quote them. */
const MARGIN = { sameSize: 0.1, otherSize: 0.02 }

/** Lines that are nearly as much like it as those may be the ones that it was meant for. */
const RIVAL = 0.6

/**
 * Whether a suggestion is meant for the lines that it replaces and not for others near them. Quoted lines leave one question: whether it
 * replaces more or fewer than them.
 */
function isMeantFor(lines: readonly string[], { before, code, after, isQuoted }: ReplacedLines): boolean {
  if (lines.length > MAX_LINES || code.length > MAX_LINES) return isQuoted && !touchesMore(lines, before, code, after)
  const similarity = textSimilarity(lines, code)
  // Only new lines beside unchanged ones: they may be meant to replace the line before or after.
  const isInsertion = code.every((line) => lines.some((each) => sameLines([each], [line])))
  // Without a quote, only a small change of each line proves that it is about these lines.
  const minKept = code.length === 1 && lines.length === 1 ? MIN_KEPT_ALONE : MIN_KEPT
  const isAlike = plainLine(code.join(' ')).length >= MIN_LENGTH && similarity.alike >= minKept
  const isSmallChange = lines.length === code.length && !isInsertion && (isAlike || goesOn(lines, code))
  if (!isQuoted && !isSmallChange) return false
  if (lines.length < code.length && similarity.alike < MIN_ALIKE) return false
  const near = [...before.slice(-2 * REACH), ...code, ...after.slice(0, 2 * REACH)]
  const start = Math.min(before.length, 2 * REACH)
  const end = start + code.length
  for (let from = Math.max(0, start - REACH); from <= Math.min(near.length - 1, start + REACH); from += 1)
    for (let to = from + 1; to <= Math.min(near.length, end + REACH); to += 1) {
      const isOwn = from === start && to === end
      const isLarger = from <= start && to >= end
      // Only a suggestion with fewer lines can leave out a quoted one.
      const isInside = lines.length < code.length && from >= start && to <= end
      if (isOwn || Math.abs(to - from - code.length) > REACH || (isQuoted && !isLarger && !isInside)) continue
      const other = textSimilarity(lines, near.slice(from, to))
      // A lone bracket beside quoted lines says nothing.
      if (isQuoted && isLarger && other.common - similarity.common < MIN_GAIN) continue
      const isElsewhere = to <= start || from >= end
      if (!isQuoted && isElsewhere && other.alike >= similarity.alike * RIVAL) return false
      if (
        other.alike >
        similarity.alike - (isQuoted ? 0 : to - from === code.length ? MARGIN.sameSize : MARGIN.otherSize)
      )
        return false
    }
  return true
}

/** Whether a suggestion only adds to the end of the line that it replaces. */
const goesOn = (lines: readonly string[], code: readonly string[]): boolean =>
  code.length === 1 && plainLine(lines.join(' ')).startsWith(plainLine(code.join(' ')))

/** Whether a long suggestion has lines of its neighborhood besides those that it replaces. */
function touchesMore(
  lines: readonly string[],
  before: readonly string[],
  code: readonly string[],
  after: readonly string[],
): boolean {
  const replaced = new Set(code.map(plainLine))
  const beside = [...before.slice(-REACH), ...after.slice(0, REACH)].filter(isTelling).map(plainLine)
  const others = new Set(beside.filter((line) => !replaced.has(line)))
  return lines.some((line) => others.has(plainLine(line)))
}
