/** The start of a text: at most `max` UTF-16 units, never half a surrogate pair. */
export function keepStart(text: string, max: number): string {
  const end = isHigh(text, max - 1) && isLow(text, max) ? max - 1 : max
  return text.slice(0, Math.max(0, end))
}

/** The end of a text: at most `max` UTF-16 units, never half a surrogate pair. */
export function keepEnd(text: string, max: number): string {
  const start = Math.max(0, text.length - Math.max(0, max))
  return text.slice(start > 0 && isHigh(text, start - 1) && isLow(text, start) ? start + 1 : start)
}

const isHigh = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xd800
const isLow = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xdc00
