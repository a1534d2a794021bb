import { distance } from 'fastest-levenshtein'
import { withinTime } from '../host/bounded.ts'
import { linesOf } from './line-ends.ts'
import { closed, type Match, reindented } from './matching.ts'

const PATTERN_MS = 2000

/**
 * The same words and signs with other white space between them, line breaks included. White space between two words has to
 * be there, elsewhere it may be missing. Starts at the start of a line; what follows on the last line stays.
 */
export function findByTokens(text: string, old: string, replacement: string): Match[] {
  // Blank lines before are left where they are, in the text and in what replaces it.
  const blank = /^(?:[ \t]*\n)+/.exec(old)?.[0] ?? ''
  const fresh = replacement.startsWith(blank) ? replacement.slice(blank.length) : replacement
  const pattern = tokenPattern(old)
  if (pattern === undefined) return []
  const found = withinTime(PATTERN_MS, () => [...text.matchAll(pattern)])
  return (found?.value ?? []).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: reindented([match[0]], fresh),
  }))
}

function tokenPattern(old: string): RegExp | undefined {
  const tokens = [...old.matchAll(/\w+|[^\w\s]/g)]
  if (tokens.length < 2) return undefined
  let source = '^[ \\t]*'
  let before = ''
  let at = 0
  for (const { 0: token, index } of tokens) {
    const spaced = index > at
    if (before !== '') source += loosely(before, token) ? '\\s*' : spaced ? '\\s+' : ''
    source += token.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    at = index + token.length
    before = token
  }
  // A line end that is replaced is part of the match; at the end of the text it may be missing.
  return new RegExp(old.endsWith('\n') ? `${source}[ \\t]*(?:\\n|(?![\\s\\S]))` : source, 'gm')
}

/** Signs that stay what they are whatever space is around them; but two operators apart (`+ =`) are not one (`+=`). */
const LOOSE = /^[()[\]{}:<>=,;]$/
const OPERATOR = /^[-+*/%&|^!<>=:?~.]$/

const loosely = (before: string, after: string): boolean =>
  (LOOSE.test(before) || LOOSE.test(after)) && !(OPERATOR.test(before) && OPERATOR.test(after))

const SHORTEST = 10
/** Lines times the square of what is sought: beyond this comparing takes seconds. */
const MOST_WORK = 400_000_000
/** A tenth of what is sought may differ; white space counts a tenth of that. */
const MOST_DIFFERENCE = 0.1
const SPACE_WEIGHT = 0.1

type Candidate = { first: number; score: number }

/** Lines that differ in a few characters. */
export function findSimilar(text: string, old: string, replacement: string): Match[] {
  const lines = linesOf(text)
  if (old.length < SHORTEST || lines.length * old.length ** 2 > MOST_WORK) return []
  const sought = linesOf(old).map((line) => line.trimEnd())
  const wanted = sought.join('\n')
  const dense = wanted.replace(/\s/g, '')
  const trimmed = lines.map((line) => line.trimEnd())
  const denseLengths = trimmed.map((line) => line.replace(/\s/g, '').length)
  const candidates: Candidate[] = []
  for (let first = 0; first + sought.length <= lines.length; first++) {
    const last = first + sought.length
    // The distance is at least the difference in length; most windows end here.
    const length = denseLengths.slice(first, last).reduce((sum, each) => sum + each, 0)
    if (Math.abs(length - dense.length) > wanted.length * MOST_DIFFERENCE) continue
    const window = trimmed.slice(first, last).join('\n')
    const letters = distance(window.replace(/\s/g, ''), dense)
    if (letters > wanted.length * MOST_DIFFERENCE) continue
    const score = (letters + SPACE_WEIGHT * (distance(window, wanted) - letters)) / wanted.length
    if (score <= MOST_DIFFERENCE) candidates.push({ first, score })
  }
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length)
  return withoutOverlap(candidates, sought.length).map(({ first }) => {
    const window = lines.slice(first, first + sought.length)
    const end = starts[first + sought.length] ?? text.length
    return { start: starts[first] ?? 0, end, text: closed(reindented(window, replacement), window.at(-1) ?? '') }
  })
}

/** The best of those that share lines, in the order they stand. */
function withoutOverlap(candidates: readonly Candidate[], height: number): Candidate[] {
  const best: Candidate[] = []
  for (const candidate of [...candidates].sort((a, b) => a.score - b.score || a.first - b.first))
    if (best.every((other) => Math.abs(other.first - candidate.first) >= height)) best.push(candidate)
  return best.sort((a, b) => a.first - b.first)
}
