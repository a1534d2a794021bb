import { runWithTimeout } from '../../platform/run-with-timeout.ts'
import { editDistance } from '../../text/edit-distance.ts'
import { linesOf } from './line-endings.ts'
import { reindent, type TextMatch, withFinalLineBreak } from './matching.ts'

const PATTERN_MS = 2000

/**
 * Matches the same words and signs with different white space, including line breaks. Two words must have white space
 * between them; elsewhere it is optional. A match starts at the start of a line; the rest of its last line stays.
 */
export function findByTokens(text: string, old: string, replacement: string): TextMatch[] {
  // Leading blank lines stay in the text, so they are removed from the replacement.
  const blank = /^(?:[ \t]*\n)+/.exec(old)?.[0] ?? ''
  const fresh = replacement.startsWith(blank) ? replacement.slice(blank.length) : replacement
  const pattern = tokenPattern(old)
  if (pattern === undefined) return []
  const matches = runWithTimeout(PATTERN_MS, () => [...text.matchAll(pattern)])
  return (matches?.value ?? []).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: reindent([match[0]], fresh),
  }))
}

function tokenPattern(old: string): RegExp | undefined {
  const tokens = [...old.matchAll(/\w+|[^\w\s]/g)]
  if (tokens.length < 2) return undefined
  let source = '^[ \\t]*'
  let before = ''
  let end = 0
  for (const { 0: token, index } of tokens) {
    const hasSpace = index > end
    if (before !== '') source += spaceIsOptional(before, token) ? '\\s*' : hasSpace ? '\\s+' : ''
    source += token.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    end = index + token.length
    before = token
  }
  // A replaced line ending is part of the match. It may be missing at the end of the text.
  return new RegExp(old.endsWith('\n') ? `${source}[ \\t]*(?:\\n|(?![\\s\\S]))` : source, 'gm')
}

/** Signs that allow optional white space around them. But two separate operators (`+ =`) differ from one (`+=`). */
const PUNCTUATION = /^[()[\]{}:<>=,;]$/
const OPERATOR = /^[-+*/%&|^!<>=:?~.]$/

const spaceIsOptional = (before: string, after: string): boolean =>
  (PUNCTUATION.test(before) || PUNCTUATION.test(after)) && !(OPERATOR.test(before) && OPERATOR.test(after))

const MIN_SEARCH_CHARACTERS = 10
/** Lines times the square of the search length. More takes seconds. */
const MAX_WORK = 400_000_000
/** A tenth of the search text may differ. White space counts a tenth of other characters. */
const MAX_DIFFERENCE = 0.1
const SPACE_WEIGHT = 0.1

type SimilarWindow = { first: number; score: number }

/** Matches whole lines that differ in a few characters. */
export function findSimilar(text: string, old: string, replacement: string): TextMatch[] {
  const lines = linesOf(text)
  if (old.length < MIN_SEARCH_CHARACTERS || lines.length * old.length ** 2 > MAX_WORK) return []
  const searchLines = linesOf(old).map((line) => line.trimEnd())
  const searchText = searchLines.join('\n')
  const dense = searchText.replace(/\s/g, '')
  const trimmed = lines.map((line) => line.trimEnd())
  const denseLengths = trimmed.map((line) => line.replace(/\s/g, '').length)
  const candidates: SimilarWindow[] = []
  for (let first = 0; first + searchLines.length <= lines.length; first++) {
    const last = first + searchLines.length
    // The distance is at least the difference in length; most windows end here.
    const length = denseLengths.slice(first, last).reduce((sum, each) => sum + each, 0)
    if (Math.abs(length - dense.length) > searchText.length * MAX_DIFFERENCE) continue
    const window = trimmed.slice(first, last).join('\n')
    const letters = editDistance(window.replace(/\s/g, ''), dense)
    if (letters > searchText.length * MAX_DIFFERENCE) continue
    const score = (letters + SPACE_WEIGHT * (editDistance(window, searchText) - letters)) / searchText.length
    if (score <= MAX_DIFFERENCE) candidates.push({ first, score })
  }
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length)
  return withoutOverlap(candidates, searchLines.length).map(({ first }) => {
    const window = lines.slice(first, first + searchLines.length)
    const end = starts[first + searchLines.length] ?? text.length
    return {
      start: starts[first] ?? 0,
      end,
      text: withFinalLineBreak(reindent(window, replacement), window.at(-1) ?? ''),
    }
  })
}

/** The best of overlapping windows, in text order. */
function withoutOverlap(candidates: readonly SimilarWindow[], lineCount: number): SimilarWindow[] {
  const best: SimilarWindow[] = []
  for (const candidate of [...candidates].sort((a, b) => a.score - b.score || a.first - b.first))
    if (best.every((other) => Math.abs(other.first - candidate.first) >= lineCount)) best.push(candidate)
  return best.sort((a, b) => a.first - b.first)
}
