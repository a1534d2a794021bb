import { DRAWN } from './drawings.ts'

/** Could ping, link, show, hide or command, as Markdown outside of code. */
const TELLING = /[@<&\\]|https?:|ftp:|www\.|\]\s*[([:]|!\[|#\d|GH-\d/i
const COMMAND = /^\s*\/[a-z]/im

/**
 * Whether a text is so plain that it is safe as it stands and needs no parser, as most answers are. Code is left out of
 * the judgement, but only where the simplest reading is certain: fences that start and end at the margin, inline code
 * within one line. Everything else is for the parser.
 */
export function isPlainAnswer(source: string): boolean {
  if (COMMAND.test(source)) return false
  let wall: string | undefined
  for (const line of source.split('\n')) {
    if (wall !== undefined) {
      if (line.trimEnd() === wall) wall = undefined
      // Longer or indented ends are ends too; rare enough to ask the parser.
      else if (line.includes(wall)) return false
      continue
    }
    wall = /^(`{3,}|~{3,})[^`]*$/.exec(line)?.[1]
    if (wall !== undefined && DRAWN.test(line.slice(wall.length).trim())) return false
    if (wall === undefined && !isPlainLine(line)) return false
  }
  return wall === undefined
}

function isPlainLine(line: string): boolean {
  if (/``|~~~/.test(line)) return false
  const pieces = line.split('`')
  const isPaired = pieces.length % 2 === 1
  if (!isPaired || (pieces.length > 1 && line.includes('|'))) return false
  return !TELLING.test(pieces.filter((_, index) => index % 2 === 0).join('`'))
}
