import type { TextSpan } from './secret-index.ts'

/**
 * One escaped character: percent-encoded, an escape of JSON, JavaScript or C, or an HTML entity. Also text that a page does
 * not show: tags, comments, named entities.
 */
const ESCAPE =
  /%([\da-f]{2})|\\x([\da-f]{2})|\\u([\da-f]{4})|\\u\{0*([\da-f]{1,6})\}|&#x0*([\da-f]{1,6});?|&#0*(\d{1,7});?|\\([0-7]{3})|&[a-z]{2,31}\d{0,2};|<[a-z/!][^<>]{0,200}>/gi
/** Most texts have none of the characters that an escape starts with. */
const ESCAPE_START = /[%\\&<]/
/** The radix of each group of ESCAPE, in order. */
const RADIX = [16, 16, 16, 16, 16, 10, 8]
/** Whether a text has a character that an escape starts with. */
export const mayHaveEscapes = (text: string): boolean => ESCAPE_START.test(text)
/** How many levels of escaping are decoded. */
const MAX_DEPTH = 2

/** The spans that `find` finds in a text and in the text without its escapes. */
export function findThroughEscapes(text: string, find: (text: string) => TextSpan[], depth = 0): TextSpan[] {
  const spans = find(text)
  const plain = depth < MAX_DEPTH ? unescapeText(text) : undefined
  if (plain === undefined) return spans
  const plainSpans = findThroughEscapes(plain.text, find, depth + 1)
  // Map the end through the last character: the index after it may belong to another escape.
  return [
    ...spans,
    ...plainSpans.map(({ start, end }) => ({ start: plain.sourceIndex(start), end: plain.sourceIndex(end - 1, true) })),
  ]
}

/** A text without escapes, and the source position of each character's start or end; undefined without escapes. */
function unescapeText(text: string): { text: string; sourceIndex(index: number, end?: boolean): number } | undefined {
  if (!mayHaveEscapes(text)) return undefined
  const pieces: string[] = []
  /** For each escape: start and length of its decoded text in the plain text, and its span in the source. */
  const escapes: { plain: number; length: number; start: number; end: number }[] = []
  let from = 0
  let plain = 0
  for (const match of text.matchAll(ESCAPE)) {
    const decoded = decodeEscape(match)
    pieces.push(text.slice(from, match.index), decoded)
    plain += match.index - from
    from = match.index + match[0].length
    escapes.push({ plain, length: decoded.length, start: match.index, end: from })
    plain += decoded.length
  }
  if (escapes.length === 0) return undefined
  pieces.push(text.slice(from))
  const sourceIndex = (index: number, end = false): number => {
    let [low, high] = [0, escapes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((escapes[middle]?.plain ?? 0) + (escapes[middle]?.length ?? 0) <= index) low = middle + 1
      else high = middle
    }
    const next = escapes[low]
    if (next !== undefined && next.plain <= index) return end ? next.end : next.start
    const previous = escapes[low - 1]
    const position = previous === undefined ? index : previous.end + (index - previous.plain - previous.length)
    return end ? position + 1 : position
  }
  return { text: pieces.join(''), sourceIndex }
}

function decodeEscape([, ...groups]: RegExpExecArray): string {
  const matched = groups.findIndex((group) => group !== undefined)
  const group = groups[matched]
  const radix = RADIX[matched]
  if (group === undefined || radix === undefined) return group ?? ''
  const code = Number.parseInt(group, radix)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
