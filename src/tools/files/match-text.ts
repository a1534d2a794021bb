import { distance } from 'fastest-levenshtein'
import { runWithTimeout } from '../../platform/time.ts'
import { linesOf } from './text-file.ts'

/** A range of the text and its replacement `text`. Offsets are UTF-16 units, `end` is exclusive. */
export type TextMatch = { start: number; end: number; text: string }

/** Finds `old` in a text with `\n` line endings. Matches are ordered and do not overlap. */
export type MatchStrategy = (text: string, old: string, replacement: string) => TextMatch[]

/** Matches exactly. */
export function findExact(text: string, old: string, replacement: string): TextMatch[] {
  const matches: TextMatch[] = []
  for (let offset = text.indexOf(old); offset >= 0; offset = text.indexOf(old, offset + old.length))
    matches.push({ start: offset, end: offset + old.length, text: replacement })
  return matches
}

/** Matches whole lines, ignoring leading and trailing white space. The replacement gets the indentation of the match. */
export function findByLines(text: string, old: string, replacement: string): TextMatch[] {
  const lines = linesOf(text)
  const searchLines = old
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.trim())
  if (searchLines.every((line) => line === '')) return []
  let length = 0
  const starts = lines.map((line) => {
    length += line.length
    return length - line.length
  })
  const trimmed = lines.map((line) => line.trim())
  return placesOf(trimmed, searchLines).map((place) => {
    const window = lines.slice(place, place + searchLines.length)
    const start = starts[place] ?? 0
    const end = start + window.join('').length
    return { start, end, text: withFinalLineBreak(reindent(window, replacement), window.at(-1) ?? '') }
  })
}

/** Where lines stand in a row, without overlaps. As Knuth, Morris and Pratt do: fast even where all lines are the same. */
function placesOf(lines: readonly string[], search: readonly string[]): number[] {
  const shorter: number[] = []
  let length = 0
  /** How many lines of the search match up to this line. */
  const matched = (line: string | undefined): number => {
    while (length > 0 && line !== search[length]) length = shorter[length - 1] ?? 0
    return line === search[length] ? length + 1 : 0
  }
  for (const [index, line] of search.entries()) {
    if (index > 0) length = matched(line)
    shorter.push(length)
  }
  length = 0
  return lines.flatMap((line, index) => {
    length = matched(line)
    if (length < search.length) return []
    length = 0
    return [index + 1 - search.length]
  })
}

/** Adds the final line break that a match of whole lines removes. */
export const withFinalLineBreak = (replacement: string, last: string): string =>
  last.endsWith('\n') && replacement !== '' && !replacement.endsWith('\n') ? `${replacement}\n` : replacement

/** Indents the replacement like the matched lines. The first line that is not blank decides. */
export function reindent(matched: readonly string[], replacement: string): string {
  const targetIndent = indentOf(matched)
  const lines = replacement.split('\n')
  const replacementIndent = indentOf(lines)
  if (targetIndent === replacementIndent) return replacement
  return lines
    .map((line) => {
      if (line.trim() === '') return line
      return (
        targetIndent + (line.startsWith(replacementIndent) ? line.slice(replacementIndent.length) : line.trimStart())
      )
    })
    .join('\n')
}

const indentOf = (lines: readonly string[]): string =>
  /^[ \t]*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? ''

/**
 * Applies matches of the text without carriage returns to the original text. Nothing outside the matches changes. Inside,
 * the line endings are those of the matched text, or the dominant ones of the file.
 */
export function applyMatches(raw: string, matches: readonly TextMatch[], fileEnd: '\n' | '\r\n'): string {
  const toRaw = rawOffsetOf(raw)
  let result = ''
  let from = 0
  for (const match of matches) {
    const start = toRaw(match.start)
    const end = toRaw(match.end)
    const matchedText = raw.slice(start, end)
    const lineEnd = matchedText.includes('\n') ? (matchedText.includes('\r\n') ? '\r\n' : '\n') : fileEnd
    result += raw.slice(from, start) + (lineEnd === '\r\n' ? match.text.replace(/\r?\n/g, '\r\n') : match.text)
    from = end
  }
  return result + raw.slice(from)
}

/** Maps an offset in the text without carriage returns to the original text. Offsets must increase. */
function rawOffsetOf(raw: string): (offset: number) => number {
  let carriageReturns = 0
  let next = raw.indexOf('\r\n')
  return (offset) => {
    while (next >= 0 && next - carriageReturns < offset) {
      carriageReturns++
      next = raw.indexOf('\r\n', next + 2)
    }
    return offset + carriageReturns
  }
}

/** The lines of a text that are most similar to `old`, with the number of the `first` line (from 1), for error messages. */
export function findClosest(text: string, old: string): { first: number; lines: string[] } | undefined {
  const lines = text.split('\n')
  const searchLines = old.split('\n').map((line) => line.trim())
  const linesByText = new Map<string, number[]>()
  for (const [index, line] of lines.entries()) {
    const key = line.trim()
    if (key.length < 3) continue
    const sameLines = linesByText.get(key)
    if (sameLines === undefined) linesByText.set(key, [index])
    else if (sameLines.length < 50) sameLines.push(index)
  }
  const votes = new Map<number, number>()
  for (const [index, searchLine] of searchLines.entries())
    for (const line of linesByText.get(searchLine) ?? []) votes.set(line - index, (votes.get(line - index) ?? 0) + 1)
  const best = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]
  if (best === undefined) return undefined
  const first = Math.max(0, best[0])
  return { first: first + 1, lines: lines.slice(first, Math.max(first + 1, best[0] + searchLines.length)) }
}

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
    const letters = distance(window.replace(/\s/g, ''), dense)
    if (letters > searchText.length * MAX_DIFFERENCE) continue
    const score = (letters + SPACE_WEIGHT * (distance(window, searchText) - letters)) / searchText.length
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

const ESCAPE = /\\([nrt"'`\\])/g

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Matches a text with one level of escaping too many, which models sometimes add to quotes and line breaks in JSON. Removes
 * the same kinds of escapes from the replacement and keeps others.
 */
export function findUnescaped(text: string, old: string, replacement: string): TextMatch[] {
  const kinds = new Set([...old.matchAll(ESCAPE)].map(([, kind = '']) => kind))
  if (kinds.size === 0) return []
  const removeEscapes = (escaped: string) =>
    escaped.replace(ESCAPE, (sequence, kind: string) => (kinds.has(kind) ? (UNESCAPED[kind] ?? kind) : sequence))
  const searchArguments = [text, removeEscapes(old), removeEscapes(replacement)] as const
  const exact = findExact(...searchArguments)
  return exact.length > 0 ? exact : findByLines(...searchArguments)
}

/** A longer text takes too long. */
const MAX_CHARACTERS = 4_000_000

/** A character with its combining marks, or a decomposed Korean syllable: each has a composed and a decomposed form. */
const CLUSTER = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|\P{M}\p{M}*|\p{M}+/gu

/**
 * Matches exactly, but in any Unicode form: `é` can be one character, or `e` with an accent. Models write the first form
 * even if the file has the second. The replacement gets the form of the matched text.
 */
export function findUnicodeEquivalent(text: string, old: string, replacement: string): TextMatch[] {
  const searchText = old.normalize('NFC')
  if (text.length > MAX_CHARACTERS || (searchText === old && text.normalize('NFC') === text)) return []
  let composed = ''
  const toRaw = new Map<number, number>()
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    toRaw.set(composed.length, index)
    composed += cluster.normalize('NFC')
  }
  toRaw.set(composed.length, text.length)
  const matches: TextMatch[] = []
  for (
    let offset = composed.indexOf(searchText);
    offset >= 0;
    offset = composed.indexOf(searchText, offset + searchText.length)
  ) {
    const [start, end] = [toRaw.get(offset), toRaw.get(offset + searchText.length)]
    if (start === undefined || end === undefined) continue
    const matchedText = text.slice(start, end)
    const isDecomposed = matchedText === matchedText.normalize('NFD') && matchedText !== matchedText.normalize('NFC')
    matches.push({ start, end, text: isDecomposed ? replacement.normalize('NFD') : replacement })
  }
  return matches
}
