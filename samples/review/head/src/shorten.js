/** The first characters of a text, with an ellipsis when something was cut; at most `length` in all. */
export function shorten(text, length) {
  if (text.length <= length) return text
  return `${text.slice(0, length)}…`
}
