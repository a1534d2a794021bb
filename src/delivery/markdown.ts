import { dropInvisible } from '../github/invisible.ts'
import { grouped } from '../host/numbers.ts'

/** GitHub takes 65,536 characters in a comment; the difference is for what GitHub adds and for counting differently. */
export const COMMENT_CHARACTERS = 60_000

/**
 * A fenced block nothing inside can close: the fence is longer than any run of its character in the text. Invisible
 * characters are spelled out, as code that looks different from what it does is what a reader wants to see.
 */
export function fence(text: string, language = ''): string {
  const shown = showInvisible(text.replace(/\r\n?/g, '\n'))
    .replace(COMMAND_LINE, ' $&')
    .replaceAll('<!-- sluice', '<!-- (sluice)')
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${shown}${shown.endsWith('\n') ? '' : '\n'}${marks}`
}

/** A section folded under a title; `body` is Markdown that leaves nothing open. */
export const details = (title: string, body: string): string =>
  `<details>\n<summary>${escapeHtml(title)}</summary>\n\n${body}\n\n</details>`

/** Inline code on one line, whatever the text holds. Empty text shows as a space. */
export function code(text: string): string {
  const line = showInvisible(text).replace(/\s+/g, ' ')
  const runs = new Set(Array.from(line.matchAll(/`+/g), ([run]) => run.length))
  let length = 1
  while (runs.has(length)) length += 1
  const marks = '`'.repeat(length)
  // Markdown takes one space off each end when both are there, so a backtick at an end can be kept apart.
  const padded = /^`|`$|^ .* $/.test(line) ? ` ${line} ` : line
  return `${marks}${padded === '' ? ' ' : padded}${marks}`
}

export const shortened = (text: string, max: number): string => (text.length <= max ? text : `${cut(text, max - 1)}…`)

/** Our own short messages, on one line. They may quote what somebody wrote; what stands in backticks stays code. */
export const prose = (text: string, max: number): string =>
  shortened(text.replace(/\s+/g, ' ').trim(), max)
    .split(/(`[^`]+`)/)
    .map((piece, index) => (index % 2 === 1 ? code(piece.slice(1, -1)) : plainText(piece)))
    .join('')

/** An underscore inside a word means nothing, and names are full of them. */
const plainText = (text: string) =>
  escapeHtml(text).replace(/[[\]!*~`\\|]|(?<![a-z0-9])_|_(?![a-z0-9])|#(?=\d)|:\/\//gi, '\\$&')

/** A row of a table. Cells are Markdown on one line; their pipes are escaped, which holds inside code too. */
export const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/\s*\n\s*/g, ' ').replace(/\\?\|/g, '\\|')).join(' | ')} |`

export const escapeHtml = (text: string): string =>
  dropInvisible(text)
    .text.replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '<span>@</span>')

/** The start of a text: at most `max` UTF-16 units, cut after a line when one ends in the last fifth, never inside a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  if (max <= 0) return ''
  const start = text.slice(0, max)
  const line = start.lastIndexOf('\n')
  if (line >= max * 0.8) return start.slice(0, line + 1)
  // Cut between code points, and before a base character rather than before the marks that belong to it.
  return start.replace(/[\uD800-\uDBFF]$/, '').replace(/\P{M}\p{M}*$/u, (last) => (isMark(text, max) ? '' : last))
}

const isMark = (text: string, at: number) => /^[\p{M}\u200D]/u.test(text.slice(at, at + 2))

/** Whole lines from the start, at most `max` UTF-16 units, and how many lines were left out. */
export function firstLines(lines: readonly string[], max: number): { text: string; left: number } {
  let length = 0
  let count = 0
  for (const line of lines) {
    if (length + line.length + 1 > max) break
    length += line.length + 1
    count += 1
  }
  return { text: lines.slice(0, count).join('\n'), left: lines.length - count }
}

/** A line another bot could take for its command. A space before it keeps it readable and stops the bot. */
const COMMAND_LINE = /^\/(?=[a-z][\w-]*(?:\s|$))/gim

/** Invisible characters as `<U+202E>`; tab and newline stay. */
function showInvisible(text: string): string {
  if (dropInvisible(text).removed === 0) return text
  return Array.from(text, (character) => {
    if (character === '\n' || dropInvisible(character).removed === 0) return character
    return `<U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`
  }).join('')
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`
