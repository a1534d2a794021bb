import { dropInvisible } from './invisible.ts'

/** The text on one line, without invisible characters: a name or title cannot imitate further lines. */
export const toOneLine = (text: string): string => dropInvisible(text).text.replace(/[\r\n\u2028\u2029]+/g, ' ')

/** The text on one line, with single spaces. */
export const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A name as one line of a list. One with line breaks or control characters is quoted, as it could imitate other entries. */
export const quoteMultiline = (name: string): string =>
  /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name

/** The start of a text: at most `max` UTF-16 units, never half a surrogate pair. */
export function keepStart(text: string, max: number): string {
  const end = isHigh(text, max - 1) && isLow(text, max) ? max - 1 : max
  return text.slice(0, Math.max(0, end))
}

/** The end of a text: at most `max` UTF-16 units, never half a surrogate pair. */
export function keepEnd(text: string, max: number): string {
  const start = Math.max(0, text.length - Math.max(0, max))
  return text.slice(start > 0 && isHigh(text, start - 1) && isLow(text, start) ? start + 1 : start)
}

const isHigh = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xd800

const isLow = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xdc00

/** One page of a long text, split between lines where possible, and the number of pages. */
export function textPage(text: string, size: number, page: number): { text: string; pages: number } {
  const pages: string[] = []
  let start = 0
  while (start < text.length) {
    const limit = start + size
    const line = limit < text.length ? text.lastIndexOf('\n', limit - 1) : -1
    const end = line > start ? line + 1 : start + keepStart(text.slice(start, limit + 1), size).length
    pages.push(text.slice(start, end))
    start = end
  }
  return { text: pages[page - 1] ?? '', pages: Math.max(1, pages.length) }
}

/** A whole number with commas between its thousands. Intl would first load its data, which costs a short run too much. */
export const groupThousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** US dollars with two digits, or four significant decimals below ten cents: `$1.20`, `$0.0123`. */
export const formatUsd = (usd: number): string => `$${usd.toFixed(usd >= 0.1 || usd === 0 ? 2 : 4)}`

/** A time as people write it: `340 ms`, `12.5 s`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 100_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** GitHub's web form ends lines with CR LF, and its API and events keep them. Inside, every line of a text ends with LF. */
export const plainLineEnds = (text: string): string => text.replaceAll('\r\n', '\n')

/** The same for every text in a JSON value. */
export function deepPlainLineEnds(value: unknown): unknown {
  if (typeof value === 'string') return plainLineEnds(value)
  if (Array.isArray(value)) return value.map(deepPlainLineEnds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, deepPlainLineEnds(each)]))
}
