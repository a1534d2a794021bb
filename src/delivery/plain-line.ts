import { dropInvisible } from '../github/invisible.ts'
import { dangersIn, type Host } from './references.ts'

/** Words in brackets that keep GitHub from starting workflows for a commit. */
const SKIPS_CI = /\[(?=(?:skip[ -]?ci|ci[ -]?skip|no[ -]?ci|skip[ -]actions|actions[ -]skip)\])([^\]]*)\]/gi

/**
 * Someone else's words as one line of plain text, for titles and the first line of a commit: they close no issue, ping
 * nobody, leave no note elsewhere and keep no workflow from starting. Squash merges make commits of titles.
 */
export function plainLine(text: string, host: Host, most: number): string {
  let line = dropInvisible(text).text.replace(/\s+/g, ' ').trim().replace(SKIPS_CI, '$1')
  // What one replacement uncovers is judged like everything else.
  for (let round = 0; round < 5; round += 1) {
    const found = dangersIn(line, host)
    if (found.length === 0) return shortened(line, most)
    for (const { start, end } of found.toReversed())
      line = `${line.slice(0, start)}${disarmed(line.slice(start, end))}${line.slice(end)}`
  }
  return shortened(line.replace(/[@#:/]+/g, ' ').replace(/\b(?:GH-|www\.)/gi, ''), most)
}

const disarmed = (danger: string) =>
  danger
    .replace(/^(?:https?:\/\/|ftp:\/\/)/i, '')
    .replace(/^www\./i, '')
    .replace(/^GH-/i, '')
    .replaceAll('@', '')
    .replace(/\/?#/g, ' ')
    .trimStart()

/** Cut at a word where one ends late enough, never inside a character. */
function shortened(line: string, most: number): string {
  const plain = line.replace(/\s+/g, ' ').trim()
  if (plain.length <= most) return plain
  const start = plain.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')
  const word = start.lastIndexOf(' ')
  return `${(word > most * 0.6 ? start.slice(0, word) : start).trimEnd()}…`
}
