import { collapseWhitespace, groupThousands, keepStart } from './format-text.ts'
import { dropInvisible } from './invisible.ts'

/** GitHub allows 65,536 characters in a comment. The rest is reserved for what GitHub adds and for different counting. */
export const COMMENT_CHARACTERS = 60_000

/**
 * A fenced code block. Its fence is longer than any run of backticks in the text, so the text cannot close it. Invisible
 * characters are spelled out, because they make code look different from what it does.
 */
export function fencedBlock(text: string, language = ''): string {
  const content = showInvisible(text.replace(/\r\n?/g, '\n'))
    .replace(COMMAND_LINE, ' $&')
    .replaceAll('<!-- sluice', '<!-- (sluice)')
  const longest = Math.max(2, ...Array.from(content.matchAll(/`+/g), ([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${content}${content.endsWith('\n') ? '' : '\n'}${marks}`
}

/** A folded section with a title. `body` is Markdown that leaves no element open. */
export const detailsBlock = (title: string, body: string): string =>
  `<details>\n<summary>${escapeHtml(title)}</summary>\n\n${body}\n\n</details>`

/** Any text as inline code on one line. Empty text becomes a space. */
export function inlineCode(text: string): string {
  const line = showInvisible(text).replace(/\s+/g, ' ')
  const runs = new Set(Array.from(line.matchAll(/`+/g), ([run]) => run.length))
  let length = 1
  while (runs.has(length)) length += 1
  const marks = '`'.repeat(length)
  // Markdown removes one space from both ends, which keeps a backtick at an end separate from the marks.
  const padded = /^`|`$|^ .* $/.test(line) ? ` ${line} ` : line
  return `${marks}${padded === '' ? ' ' : padded}${marks}`
}

export const ellipsize = (text: string, max: number): string =>
  text.length <= max ? text : `${truncateAtLine(text, max - 1)}…`

/** A short message as Markdown on one line. It may quote untrusted text; parts in backticks stay code. */
export const escapedLine = (text: string, max: number): string =>
  ellipsize(collapseWhitespace(text), max)
    .split(/(`[^`]+`)/)
    .map((piece, index) => (index % 2 === 1 ? inlineCode(piece.slice(1, -1)) : escapeMarks(piece)))
    .join('')

/** Escapes Markdown. An underscore inside a word is not a mark, so it stays. */
const escapeMarks = (text: string) =>
  escapeHtml(text).replace(/[[\]!*~`\\|]|(?<![a-z0-9])_|_(?![a-z0-9])|#(?=\d)|:\/\//gi, '\\$&')

/** A table row. Cells are Markdown on one line; their pipes are escaped, inside code too. */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/(?<!\s)\s*\n\s*/g, ' ').replace(/\\?\|/g, '\\|')).join(' | ')} |`

export const escapeHtml = (text: string): string =>
  dropInvisible(text)
    .text.replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '<span>@</span>')

/** The start of a text, at most `max` UTF-16 units. Cuts after a line if one ends in the last fifth, never inside a character. */
export function truncateAtLine(text: string, max: number): string {
  if (text.length <= max) return text
  const start = keepStart(text, max)
  const line = start.lastIndexOf('\n')
  if (line >= max * 0.8) return start.slice(0, line + 1)
  // Do not separate a base character from its combining marks.
  return start.replace(/\P{M}\p{M}*$/u, (last) => (isMark(text, max) ? '' : last))
}

const isMark = (text: string, index: number) => /^[\p{M}\u200D]/u.test(text.slice(index, index + 2))

/** The first whole lines, at most `max` UTF-16 units, and the number of omitted lines. */
export function firstLines(lines: readonly string[], max: number): { text: string; omitted: number } {
  let length = 0
  let count = 0
  for (const line of lines) {
    if (length + line.length + 1 > max) break
    length += line.length + 1
    count += 1
  }
  return { text: lines.slice(0, count).join('\n'), omitted: lines.length - count }
}

/** A line that another bot could read as its command. A space before it stops the bot. */
const COMMAND_LINE = /^\/(?=[a-z][\w-]*(?:\s|$))/gim

/** Invisible characters as `<U+202E>`; tab and newline stay. */
function showInvisible(text: string): string {
  if (dropInvisible(text).removed === 0) return text
  return Array.from(text, (character) => {
    if (character === '\n' || dropInvisible(character).removed === 0) return character
    return `<U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`
  }).join('')
}

export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${groupThousands(count)} ${count === 1 ? one : many}`
