import { dropInvisible } from './invisible.ts'
import { collapseWhitespace } from './one-line.ts'
import { findDangers, type Host } from './references.ts'
import { keepStart } from './truncate.ts'

/** Words in brackets that stop GitHub from starting workflows for a commit. */
const SKIPS_CI = /\[(?=(?:skip[ -]?ci|ci[ -]?skip|no[ -]?ci|skip[ -]actions|actions[ -]skip)\])([^\]]*)\]/gi

/**
 * Untrusted text as one line of plain text, for titles and the first line of a commit: it closes no issue, mentions no
 * user, creates no cross-reference and does not stop a workflow from starting. Squash merges turn titles into commits.
 * At most `max` UTF-16 units.
 */
export function toPlainLine(text: string, host: Host, max: number): string {
  let line = collapseWhitespace(dropInvisible(text).text).replace(SKIPS_CI, '$1')
  // A replacement can reveal another danger.
  for (let round = 0; round < 5; round += 1) {
    const dangers = findDangers(line, host)
    if (dangers.length === 0) return truncateAtWord(line, max)
    for (const { start, end } of dangers.toReversed())
      line = `${line.slice(0, start)}${disarm(line.slice(start, end))}${line.slice(end)}`
  }
  return truncateAtWord(line.replace(/[@#:/]+/g, ' ').replace(/\b(?:GH-|www\.)/gi, ''), max)
}

const disarm = (danger: string) =>
  danger
    .replace(/^(?:https?:\/\/|ftp:\/\/)/i, '')
    .replace(/^www\./i, '')
    .replace(/^GH-/i, '')
    .replaceAll('@', '')
    .replace(/\/?#/g, ' ')
    .trimStart()

/** Cuts after a word if one ends in the last 40 percent, never inside a character. */
function truncateAtWord(line: string, max: number): string {
  const plain = collapseWhitespace(line)
  if (plain.length <= max) return plain
  const start = keepStart(plain, max - 1)
  const word = start.lastIndexOf(' ')
  return `${(word > max * 0.6 ? start.slice(0, word) : start).trimEnd()}…`
}
