/** The lines a search looks for: a regular expression in JavaScript's dialect, or plain text. */
export type SearchPattern = { source: string; fixed: boolean; cased: boolean }

/** What a call asks for, with what other dialects write as JavaScript has it; what would mean something else there finds nothing. */
export function searchPattern(source: string, fixed = false, cased = false): SearchPattern {
  if (fixed) return { source, fixed, cased }
  const [flags = '', letters = ''] = /^\(\?([ims]+)\)/.exec(source) ?? []
  return { source: translated(source.slice(flags.length)), fixed, cased: cased && !letters.includes('i') }
}

/** Throws a SyntaxError where the expression is none. */
export const regexOf = (pattern: SearchPattern): RegExp =>
  new RegExp(
    sourceOf(pattern),
    (pattern.cased ? '' : 'i') + (!pattern.fixed && BY_PROPERTY.test(pattern.source) ? 'u' : ''),
  )

/** `\p{Lu}` and `\u{1f600}`, which mean letters and braces without the flag. */
export const BY_PROPERTY = /(?<!\\)(?:\\\\)*\\(?:[pP]|u)\{/

/** POSIX classes, names and numbers as grep, Perl and Rust write them. */
const translated = (source: string): string =>
  source.replace(
    /\\x\{([\da-fA-F]+)\}|\\[\s\S]|\(\?P(?=<[A-Za-z_])|\[\^?((?:\[:\w+:\]|\\[\s\S]|[^\]\\])*)\]/g,
    (whole, code, members) => {
      if (code !== undefined) return `\\u{${code}}`
      if (whole === '(?P') return '(?'
      return members === undefined
        ? whole
        : `${whole.slice(0, -members.length - 1)}${members.replace(/\[:(\w+):\]/g, (name: string, word: string) => POSIX[word] ?? name)}]`
    },
  )

const POSIX: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
  punct: '!-\\/:-@\\[-`{-~',
}

/** As an expression in any case. */
export const sourceOf = ({ source, fixed }: SearchPattern): string =>
  fixed ? source.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') : source

/**
 * One character beyond ASCII as bytes: whole in UTF-8, one byte in older encodings. Atomic, or long lines never end. To
 * JavaScript one of four bytes is two characters, so behind such a one there may be a second that takes no room.
 */
const HIGH = '(?:(?>[\\xc0-\\xff][\\x80-\\xbf]*|[\\x80-\\xbf])|(?<=[\\xf0-\\xf7][\\x80-\\xbf]{3}))'
/** The same where the expression names one: in some encodings of two bytes the second one is ASCII. */
const NAMED_HIGH = `(?:${HIGH}[\\x40-\\x7e]?)`
const oneOf = (set: string): string => `(?:[${set}]|${HIGH})`
const noneOf = (set: string): string => `(?:[^${set}\\x80-\\xff]|${HIGH})`

const WORD = 'A-Za-z0-9_'
const ESCAPES: Readonly<Record<string, string>> = {
  d: '[0-9]',
  w: `[${WORD}]`,
  s: oneOf('\\s'),
  D: noneOf('0-9'),
  W: noneOf(WORD),
  S: noneOf('\\s'),
  b: '\\b',
  B: '\\B',
  t: '\\t',
  r: '\\r',
  n: '\\n',
  f: '\\f',
}

/**
 * A PCRE over bytes, as git uses them, that finds every line this expression finds. It may find more: whoever uses it asks
 * the expression itself again. undefined when there is a construct not known to mean the same to both.
 */
export function toPcre(source: string): string | undefined {
  const spelled = spelledOut(source)
  if (!spelled.isWellFormed() || CONTROL.test(spelled)) return undefined
  const plain = withoutDenials(spelled)
  let pcre = ''
  for (let at = 0; at < plain.length; ) {
    const rest = plain.slice(at)
    const high = /^[^\0-\x7f]/u.exec(rest)?.[0]
    if (high !== undefined) {
      pcre += NAMED_HIGH
      at += high.length
      continue
    }
    const token = TOKEN.exec(rest)
    if (token === null) return undefined
    const [whole, letter, set, negated, members = ''] = token
    if (letter !== undefined) pcre += ESCAPES[letter] ?? ''
    else if (set !== undefined) pcre += classOf(members, negated === '^')
    // Which characters have a property is not known byte by byte.
    else pcre += whole === '.' || /^\\p/i.test(whole) ? noneOf('\\r\\n') : whole
    at += whole.length
  }
  return pcre
}

/** With characters beyond ASCII as themselves, where the expression names them by number. */
const spelledOut = (source: string): string =>
  source.replace(
    /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|[\s\S])/g,
    (whole, long: string | undefined, short: string | undefined) => {
      const code = Number.parseInt(long ?? short ?? '', 16)
      if (Number.isNaN(code)) return whole
      return code > 0x7f ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, '0')}`
    },
  )

/**
 * Without what must not follow, and without what must or must not stand before: more is found then, never less. The parts of
 * a denial may find more than they should, and so the denial less; look-behind of any length is nothing PCRE knows.
 */
function withoutDenials(source: string): string {
  let kept = ''
  // How deep in brackets, where a group to be left out began.
  let depth = 0
  let left: number | undefined
  for (const [piece] of source.matchAll(PIECES)) {
    if (piece.startsWith('(')) {
      depth++
      if (left === undefined && /^\(\?(?:!|<[=!])/.test(piece)) left = depth
    }
    if (left === undefined) kept += piece
    if (piece === ')') {
      if (left === depth) left = undefined
      depth--
    }
  }
  return kept
}

/** Escapes and classes whole, groups with what they begin with; everything else one by one. */
const PIECES = /\\[\s\S]|\[\^?(?:\\[\s\S]|[^\\\]])*\]|\(\?(?:<?[=!]|:)|[\s\S]/g

const CONTROL = /[^\P{Cc}\t]/u

function classOf(members: string, negated: boolean): string {
  const ascii: string[] = []
  let high = false
  for (const [whole, from = '', to] of members.matchAll(/(\\x..|\\.|[\s\S])(?:-(\\x..|\\.|[\s\S]))?/gu)) {
    if (isAscii(whole)) ascii.push(whole)
    else {
      high = true
      if (!negated && to !== undefined && isAscii(from)) ascii.push(`${from}-\\x7f`)
    }
  }
  const set = bracketed(ascii.join(''))
  if (negated) return noneOf(set)
  if (set === '') return NAMED_HIGH
  return high || /\\[DWSs]/.test(members) ? `(?:[${set}]|${NAMED_HIGH})` : `[${set}]`
}

export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** What may stand in an expression, one at a time. Not here: back-references, \c, \p in a class, a brace by itself. */
const TOKEN = new RegExp(
  [
    String.raw`^(?:\\([dDwWsSbBtrnf])`,
    String.raw`(\[(?!\^?\])(\^?)((?:\\[dDwWsStrnf]|\\x[0-7][0-9a-fA-F]|\\[^A-Za-z0-9]|[^\\\]])+)\])`,
    String.raw`\\x[0-7][0-9a-fA-F]|\\[pP]\{\w+(?:=\w+)?\}|\\[^A-Za-z0-9]`,
    String.raw`\((?:\?(?:[:=!]|<[A-Za-z_]\w*>))?(?!\?|\*)`,
    String.raw`\{\d+(?:,\d*)?\}`,
    String.raw`[^\\[({]|\.)`,
  ].join('|'),
)

/** A bracket within brackets is a letter to JavaScript and may start a class of names for PCRE. */
const bracketed = (members: string): string =>
  members.replace(/(\\.)|\[/g, (_, escaped: string | undefined) => escaped ?? '\\[')
