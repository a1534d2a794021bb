import { linesOf } from './line-ends.ts'

/** A stretch of the text and what is to stand there instead. Offsets are UTF-16 units, `end` exclusive. */
export type Match = { start: number; end: number; text: string }

/** One way of finding `old` in a text whose lines end in `\n`. Matches do not overlap and come in order. */
export type Find = (text: string, old: string, replacement: string) => Match[]

/** By the letter. */
export function findExact(text: string, old: string, replacement: string): Match[] {
  const matches: Match[] = []
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length))
    matches.push({ start: at, end: at + old.length, text: replacement })
  return matches
}

/** Whole lines that are the same but for white space at either end. The replacement takes on the indentation found. */
export function findByLines(text: string, old: string, replacement: string): Match[] {
  const lines = linesOf(text)
  const wanted = old
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.trim())
  if (wanted.every((line) => line === '')) return []
  const trimmed = lines.map((line) => line.trim())
  const matches: Match[] = []
  let start = 0
  for (let at = 0; at + wanted.length <= lines.length; ) {
    if (!wanted.every((line, index) => line === trimmed[at + index])) {
      start += lines[at++]?.length ?? 0
      continue
    }
    const window = lines.slice(at, at + wanted.length)
    const end = start + window.join('').length
    matches.push({ start, end, text: closed(reindented(window, replacement), window.at(-1) ?? '') })
    start = end
    at += wanted.length
  }
  return matches
}

/** Whole lines were taken out, so whole lines go in: without this the line after the match would be glued on. */
export const closed = (replacement: string, last: string): string =>
  last.endsWith('\n') && replacement !== '' && !replacement.endsWith('\n') ? `${replacement}\n` : replacement

/** The replacement moved to where the matched lines stand, judged by the first line of each that is not blank. */
export function reindented(matched: readonly string[], replacement: string): string {
  const there = indentOf(matched)
  const lines = replacement.split('\n')
  const here = indentOf(lines)
  if (there === here) return replacement
  return lines
    .map((line) => {
      if (line.trim() === '') return line
      return there + (line.startsWith(here) ? line.slice(here.length) : line.trimStart())
    })
    .join('\n')
}

const indentOf = (lines: readonly string[]): string =>
  /^[ \t]*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? ''

/**
 * Puts matches found in a text without carriage returns back into the text they were found for. Nothing outside the
 * matches changes; inside, lines end as they did there, or as most of the file's do.
 */
export function applyMatches(raw: string, matches: readonly Match[], fileEnd: '\n' | '\r\n'): string {
  const toRaw = offsetsInto(raw)
  let result = ''
  let from = 0
  for (const match of matches) {
    const start = toRaw(match.start)
    const end = toRaw(match.end)
    const taken = raw.slice(start, end)
    const lineEnd = taken.includes('\n') ? (taken.includes('\r\n') ? '\r\n' : '\n') : fileEnd
    result += raw.slice(from, start) + (lineEnd === '\r\n' ? match.text.replace(/\r?\n/g, '\r\n') : match.text)
    from = end
  }
  return result + raw.slice(from)
}

/** Translates an offset in the text with every `\r\n` made `\n` into one in the text itself. For growing offsets. */
function offsetsInto(raw: string): (offset: number) => number {
  let seen = 0
  let next = raw.indexOf('\r\n')
  return (offset) => {
    while (next >= 0 && next - seen < offset) {
      seen++
      next = raw.indexOf('\r\n', next + 2)
    }
    return offset + seen
  }
}

/** The stretch of a text most like `old`, line by line, as `first` line number (from 1) and lines; for an error to show. */
export function closest(text: string, old: string): { first: number; lines: string[] } | undefined {
  const lines = text.split('\n')
  const wanted = old.split('\n').map((line) => line.trim())
  const places = new Map<string, number[]>()
  for (const [index, line] of lines.entries()) {
    const key = line.trim()
    if (key.length < 3) continue
    const known = places.get(key)
    if (known === undefined) places.set(key, [index])
    else if (known.length < 50) known.push(index)
  }
  const votes = new Map<number, number>()
  for (const [index, line] of wanted.entries())
    for (const place of places.get(line) ?? []) votes.set(place - index, (votes.get(place - index) ?? 0) + 1)
  const best = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]
  if (best === undefined) return undefined
  const first = Math.max(0, best[0])
  return { first: first + 1, lines: lines.slice(first, Math.max(first + 1, best[0] + wanted.length)) }
}
