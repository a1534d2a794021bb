import type { Span } from './secret-index.ts'

/**
 * One character written otherwise: in percent, in escapes of JSON, JavaScript and C, as an HTML entity. And what a page
 * does not show: tags, comments, entities with a name.
 */
const ESCAPE =
  /%([\da-f]{2})|\\x([\da-f]{2})|\\u([\da-f]{4})|\\u\{0*([\da-f]{1,6})\}|&#x0*([\da-f]{1,6});?|&#0*(\d{1,7});?|\\([0-7]{3})|&[a-z]{2,31}\d{0,2};|<[a-z/!][^<>]{0,200}>/gi
/** What each of its groups is a number to, in their order. */
const RADIX = [16, 16, 16, 16, 16, 10, 8]
/** How often a text may be escaped. */
const DEEPEST = 2

/** Where `find` finds something in a text, or in what the text is without its escapes. */
export function beneathEscapes(text: string, find: (text: string) => Span[], depth = 0): Span[] {
  const found = find(text)
  const plain = depth < DEEPEST ? unescaped(text) : undefined
  if (plain === undefined) return found
  const beneath = beneathEscapes(plain.text, find, depth + 1)
  // What is behind the last character belongs to nobody.
  return [...found, ...beneath.map(({ start, end }) => ({ start: plain.at(start), end: plain.at(end - 1, true) }))]
}

/** A text without escapes, and where each of its characters stood, or ended; undefined when there are none. */
function unescaped(text: string): { text: string; at(index: number, end?: boolean): number } | undefined {
  const pieces: string[] = []
  /** For each escape: where what it stands for begins in the plain text and how long that is, and its own place. */
  const escapes: { plain: number; length: number; start: number; end: number }[] = []
  let from = 0
  let plain = 0
  for (const match of text.matchAll(ESCAPE)) {
    const stands = standsFor(match)
    pieces.push(text.slice(from, match.index), stands)
    plain += match.index - from
    from = match.index + match[0].length
    escapes.push({ plain, length: stands.length, start: match.index, end: from })
    plain += stands.length
  }
  if (escapes.length === 0) return undefined
  pieces.push(text.slice(from))
  const at = (index: number, end = false): number => {
    let [low, high] = [0, escapes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((escapes[middle]?.plain ?? 0) + (escapes[middle]?.length ?? 0) <= index) low = middle + 1
      else high = middle
    }
    const here = escapes[low]
    if (here !== undefined && here.plain <= index) return end ? here.end : here.start
    const before = escapes[low - 1]
    const place = before === undefined ? index : before.end + (index - before.plain - before.length)
    return end ? place + 1 : place
  }
  return { text: pieces.join(''), at }
}

function standsFor([, ...groups]: RegExpExecArray): string {
  const which = groups.findIndex((group) => group !== undefined)
  const group = groups[which]
  const radix = RADIX[which]
  if (group === undefined || radix === undefined) return group ?? ''
  const code = Number.parseInt(group, radix)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
