import { diffArrays } from 'diff'
import { keepStart } from '../../text/truncate.ts'

const LINE = /[^\n]*\n|[^\n]+/g

/** The lines of a text, each with its line ending. Nothing follows a final line ending, as in editors. */
export const linesOf = (text: string): string[] => text.match(LINE) ?? []

/** The line ending of most lines; `\n` if there is none. */
export function dominantLineEnding(text: string): '\n' | '\r\n' {
  let windows = 0
  let all = 0
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
    all++
    if (text[index - 1] === '\r') windows++
  }
  return windows * 2 > all ? '\r\n' : '\n'
}

/**
 * Converts new content to the line endings of the file, because models always write `\n`. Keeps content with `\r\n`, and
 * content that differs from the file only in line endings.
 */
export function preserveLineEndings(before: string, content: string): string {
  if (content.includes('\r\n') || !before.includes('\r\n')) return content
  const converted = /(?<!\r)\n/.test(before)
    ? preserveMixedLineEndings(before, content)
    : content.replaceAll('\n', '\r\n')
  return converted === before ? content : converted
}

/** For mixed line endings: an unchanged line keeps its own, a new line gets that of the line before it. */
function preserveMixedLineEndings(before: string, content: string): string {
  const old = linesOf(before)
  const withoutLineEnding = (line: string) => line.replace(/\r?\n$/, '')
  const changes = diffArrays(old.map(withoutLineEnding), linesOf(content).map(withoutLineEnding), {
    maxEditLength: 5000,
  })
  if (changes === undefined) return content.replaceAll('\n', dominantLineEnding(before))
  let oldIndex = 0
  let end = dominantLineEnding(before)
  const result: string[] = []
  for (const change of changes) {
    if (change.removed) oldIndex += change.value.length
    else
      for (const line of change.value) {
        if (!change.added) end = old[oldIndex++]?.endsWith('\r\n') ? '\r\n' : '\n'
        result.push(line, end)
      }
  }
  if (!content.endsWith('\n')) result.pop()
  return result.join('')
}

/** A longer line is data, not text to read. */
export const MAX_LINE_CHARACTERS = 2000

/** Truncates a very long line, but keeps its line ending. */
export function truncateLine(line: string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line
  const end = /\r?\n$/.exec(line)?.[0] ?? ''
  if (line.length - end.length <= MAX_LINE_CHARACTERS) return line
  return `${keepStart(line, MAX_LINE_CHARACTERS)}... [truncated]${end}`
}

/** How many of the first lines fit into `maxCharacters` together; at least one. */
export function countLinesThatFit(lines: readonly string[], maxCharacters: number): number {
  let characters = 0
  const over = lines.findIndex((line) => {
    characters += line.length
    return characters > maxCharacters
  })
  return over < 0 ? lines.length : Math.max(1, over)
}
