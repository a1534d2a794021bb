import { startOf } from '../host/cut.ts'

const LINE = /[^\n]*\n|[^\n]+/g

/** The lines of a text, each with its own line end; counted as editors count them, so nothing follows a final line end. */
export const linesOf = (text: string): string[] => text.match(LINE) ?? []

/** How most lines of a text end; `\n` when none does. */
export function usualEnd(text: string): '\n' | '\r\n' {
  let windows = 0
  let all = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    all++
    if (text[at - 1] === '\r') windows++
  }
  return windows * 2 > all ? '\r\n' : '\n'
}

/**
 * New content for a file, with the line ends the file has: models write `\n` whatever they read.
 * Content that holds `\r\n` means what it says; so does content that differs from the file in nothing but line ends.
 */
export async function keepLineEnds(before: string, content: string): Promise<string> {
  if (content.includes('\r\n') || !before.includes('\r\n')) return content
  const kept = /(?<!\r)\n/.test(before) ? await lineByLine(before, content) : content.replaceAll('\n', '\r\n')
  return kept === before ? content : kept
}

/** Where a file mixes line ends, a line that stays keeps its own and a new one gets that of the line before it. */
async function lineByLine(before: string, content: string): Promise<string> {
  const { diffArrays } = await import('diff')
  const old = linesOf(before)
  const bare = (line: string) => line.replace(/\r?\n$/, '')
  const changes = diffArrays(old.map(bare), linesOf(content).map(bare), { maxEditLength: 5000 })
  if (changes === undefined) return content.replaceAll('\n', usualEnd(before))
  let at = 0
  let end = usualEnd(before)
  const result: string[] = []
  for (const change of changes) {
    if (change.removed) at += change.value.length
    else
      for (const line of change.value) {
        if (!change.added) end = old[at++]?.endsWith('\r\n') ? '\r\n' : '\n'
        result.push(line, end)
      }
  }
  if (!content.endsWith('\n')) result.pop()
  return result.join('')
}

/** A line longer than this is data, not something to read. */
export const LINE_CHARACTERS = 2000

/** The start of a very long line, its line end kept. Cut between characters. */
export function shorten(line: string): string {
  if (line.length <= LINE_CHARACTERS) return line
  const end = /\r?\n$/.exec(line)?.[0] ?? ''
  if (line.length - end.length <= LINE_CHARACTERS) return line
  return `${startOf(line, LINE_CHARACTERS)}... [truncated]${end}`
}

/** How many of these lines, from the first, have so many characters together; at least one. */
export function countFitting(lines: readonly string[], most: number): number {
  let characters = 0
  const over = lines.findIndex((line) => {
    characters += line.length
    return characters > most
  })
  return over < 0 ? lines.length : Math.max(1, over)
}
