import { RENDERED_AS_DIAGRAM } from './diagram-languages.ts'

/** Markdown outside of code that could mention, link, embed, hide or command. */
const SUSPICIOUS = /[@<&\\|]|https?:|ftp:|www\.|\]\s*[([:]|!\[|#[*_~`]*\d|GH[*_~`]*-[*_~`]*\d/i
const COMMAND = /^\s*\/[a-z]/im

/**
 * Whether a text is safe without parsing, as most answers are. Ignores code, but only where its limits are certain: fences
 * that start and end at the margin, and inline code within one line.
 */
export function isPlainAnswer(source: string): boolean {
  if (COMMAND.test(source)) return false
  let wall: string | undefined
  for (const line of source.split('\n')) {
    if (wall !== undefined) {
      if (line.trimEnd() === wall) wall = undefined
      // A longer or indented fence can also close it. That is rare, so parse.
      else if (line.includes(wall)) return false
      continue
    }
    wall = /^(`{3,}|~{3,})[^`]*$/.exec(line)?.[1]
    // Words behind the language of a fence are hidden.
    if (wall !== undefined && !/^[\w+#.-]{0,32}$/.test(line.slice(wall.length).trim())) return false
    if (wall !== undefined && RENDERED_AS_DIAGRAM.test(line.slice(wall.length).trim())) return false
    if (wall === undefined && !isPlainLine(line)) return false
  }
  return wall === undefined
}

function isPlainLine(line: string): boolean {
  if (/``|~~~/.test(line)) return false
  const pieces = line.split('`')
  const isPaired = pieces.length % 2 === 1
  if (!isPaired || (pieces.length > 1 && line.includes('|'))) return false
  return !SUSPICIOUS.test(pieces.filter((_, index) => index % 2 === 0).join('`'))
}
