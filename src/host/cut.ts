/** The first characters of a text, at most `most` UTF-16 units and never half a character. */
export function startOf(text: string, most: number): string {
  const end = isHigh(text, most - 1) && isLow(text, most) ? most - 1 : most
  return text.slice(0, Math.max(0, end))
}

/** The last characters of a text, in the same way. */
export function endOf(text: string, most: number): string {
  const start = Math.max(0, text.length - Math.max(0, most))
  return text.slice(start > 0 && isHigh(text, start - 1) && isLow(text, start) ? start + 1 : start)
}

const isHigh = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800
const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00
