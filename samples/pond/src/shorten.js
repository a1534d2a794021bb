/** The first `length` characters of a text. */
export function shorten(text, length) {
  return [...text].slice(0, length).join('')
}
