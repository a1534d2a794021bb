import { linesOf } from './line-endings.ts'

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
  const trimmed = lines.map((line) => line.trim())
  const matches: TextMatch[] = []
  let start = 0
  for (let lineIndex = 0; lineIndex + searchLines.length <= lines.length; ) {
    if (!searchLines.every((line, index) => line === trimmed[lineIndex + index])) {
      start += lines[lineIndex++]?.length ?? 0
      continue
    }
    const window = lines.slice(lineIndex, lineIndex + searchLines.length)
    const end = start + window.join('').length
    matches.push({ start, end, text: withFinalLineBreak(reindent(window, replacement), window.at(-1) ?? '') })
    start = end
    lineIndex += searchLines.length
  }
  return matches
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
