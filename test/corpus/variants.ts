/** One odd form of a text: what was done to it, and the text. `path` is the changed place of its JSON, empty for the text as a whole. */
export type Variant = { what: string; path: string; text: string }

const LONG = 'long '.repeat(20_000)

/** What stands in the place of a value. `undefined`: the key is missing. */
const VALUES: [what: string, value: (old: unknown) => unknown][] = [
  ['missing', () => undefined],
  ['null', () => null],
  ['a number', () => 7],
  ['a text', () => 'odd'],
  ['true', () => true],
  ['a list', () => ['odd']],
  ['an object', () => ({ odd: 1 })],
  ['its JSON as text', (old) => JSON.stringify(old)],
  ['too long', () => LONG],
  ['another script', () => '検索 ‮ привет 😀'],
  ['CRLF and NUL', () => 'a\r\nb\u0000c\ud800'],
]

/** Every place of a JSON value with each odd value in it, and the whole text in odd forms. */
export function jsonVariants(value: unknown): Variant[] {
  const text = JSON.stringify(value)
  const places = placesOf(value)
  const changed = places.flatMap((path) =>
    VALUES.map(
      ([what, change]): Variant => ({
        what,
        path: path.join('.'),
        text: JSON.stringify(changeAt(value, path, change)),
      }),
    ),
  )
  return [
    ...changed,
    ...textVariants(text),
    { what: 'on several lines', path: '', text: JSON.stringify(value, null, 2) },
  ]
}

/** A text in odd forms. */
export function textVariants(text: string): Variant[] {
  const cuts = [1, 2, 3].map((part): [string, string] => [
    `cut after ${part} of 4`,
    text.slice(0, (text.length * part) / 4),
  ])
  const forms: [string, string][] = [
    ...cuts,
    ['cut before its last character', text.slice(0, -1)],
    ['with a byte order mark', `\ufeff${text}`],
    ['with CRLF', `\r\n${text.replaceAll('\n', '\r\n')}\r\n`],
    ['after a line of a log', `INFO starting\n${text}`],
    ['before a line of a log', `${text}\ndone`],
    ['twice', `${text}\n${text}`],
    ['in single quotes', text.replaceAll('"', "'")],
    ['with a trailing comma', text.replace(/\}$/, ',}')],
    ['as JSON in JSON', JSON.stringify(text)],
    ['in a list', `[${text}]`],
    ['empty', ''],
  ]
  return forms.map(([what, odd]) => ({ what, path: '', text: odd }))
}

function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([key, each]) => placesOf(each, [...path, key]))
  return path.length === 0 ? below : [path, ...below]
}

function changeAt(value: unknown, [key, ...rest]: readonly string[], change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === key ? changeAt(each, rest, change) : each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === key ? changeAt(each, rest, change) : each]),
  )
}
