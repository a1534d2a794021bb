import type { Match } from './matching.ts'

/** Beyond this it takes too long. */
const MOST_CHARACTERS = 4_000_000

/** A character with its marks, or a Korean syllable in parts: what may be written as one character or as several. */
const CLUSTER = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|\P{M}\p{M}*|\p{M}+/gu

/**
 * By the letter, whichever way letters are composed: `é` as one character or as `e` with an accent looks the same, and
 * models write the former whatever they read. The replacement takes on the way of the place.
 */
export function findInOtherForm(text: string, old: string, replacement: string): Match[] {
  const wanted = old.normalize('NFC')
  if (text.length > MOST_CHARACTERS || (wanted === old && text.normalize('NFC') === text)) return []
  let composed = ''
  const toRaw = new Map<number, number>()
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    toRaw.set(composed.length, index)
    composed += cluster.normalize('NFC')
  }
  toRaw.set(composed.length, text.length)
  const matches: Match[] = []
  for (let at = composed.indexOf(wanted); at >= 0; at = composed.indexOf(wanted, at + wanted.length)) {
    const [start, end] = [toRaw.get(at), toRaw.get(at + wanted.length)]
    if (start === undefined || end === undefined) continue
    const taken = text.slice(start, end)
    const apart = taken === taken.normalize('NFD') && taken !== taken.normalize('NFC')
    matches.push({ start, end, text: apart ? replacement.normalize('NFD') : replacement })
  }
  return matches
}
