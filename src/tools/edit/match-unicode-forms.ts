import type { TextMatch } from './matching.ts'

/** A longer text takes too long. */
const MAX_CHARACTERS = 4_000_000

/** A character with its combining marks, or a decomposed Korean syllable: each has a composed and a decomposed form. */
const CLUSTER = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|\P{M}\p{M}*|\p{M}+/gu

/**
 * Matches exactly, but in any Unicode form: `é` can be one character, or `e` with an accent. Models write the first form
 * even if the file has the second. The replacement gets the form of the matched text.
 */
export function findUnicodeEquivalent(text: string, old: string, replacement: string): TextMatch[] {
  const searchText = old.normalize('NFC')
  if (text.length > MAX_CHARACTERS || (searchText === old && text.normalize('NFC') === text)) return []
  let composed = ''
  const toRaw = new Map<number, number>()
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    toRaw.set(composed.length, index)
    composed += cluster.normalize('NFC')
  }
  toRaw.set(composed.length, text.length)
  const matches: TextMatch[] = []
  for (
    let offset = composed.indexOf(searchText);
    offset >= 0;
    offset = composed.indexOf(searchText, offset + searchText.length)
  ) {
    const [start, end] = [toRaw.get(offset), toRaw.get(offset + searchText.length)]
    if (start === undefined || end === undefined) continue
    const matchedText = text.slice(start, end)
    const isDecomposed = matchedText === matchedText.normalize('NFD') && matchedText !== matchedText.normalize('NFC')
    matches.push({ start, end, text: isDecomposed ? replacement.normalize('NFD') : replacement })
  }
  return matches
}
