/** The first `length` characters of a text, with an ellipsis where it was cut. */
export function shorten(text, length) {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
