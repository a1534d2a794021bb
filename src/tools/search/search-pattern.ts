/** A JavaScript regular expression, or plain text (`fixed`). */
export type SearchPattern = { source: string; fixed: boolean; caseSensitive: boolean }

/** Translates the dialects of other tools to JavaScript. */
export function searchPattern(source: string, fixed = false, caseSensitive = false): SearchPattern {
  if (fixed) return { source, fixed, caseSensitive }
  const [flags = '', letters = ''] = /^\(\?([ims]+)\)/.exec(source) ?? []
  return {
    source: translateDialects(source.slice(flags.length)),
    fixed,
    caseSensitive: caseSensitive && !letters.includes('i'),
  }
}

/** Throws a SyntaxError for an invalid expression. */
export const toRegExp = (pattern: SearchPattern): RegExp =>
  new RegExp(
    regexSource(pattern),
    (pattern.caseSensitive ? '' : 'i') + (!pattern.fixed && NEEDS_UNICODE_FLAG.test(pattern.source) ? 'u' : ''),
  )

/** `\p{Lu}` and `\u{1f600}`: without the flag they match letters and braces. */
export const NEEDS_UNICODE_FLAG = /(?<!\\)(?:\\\\)*\\(?:[pP]|u)\{/

/** POSIX classes, named groups and code points as in grep, Perl and Rust. */
const translateDialects = (source: string): string =>
  source.replace(
    /\\x\{([\da-fA-F]+)\}|\\[\s\S]|\(\?P(?=<[A-Za-z_])|\[\^?((?:\[:\w+:\]|\\[\s\S]|[^\]\\])*)\]/g,
    (construct, code, members) => {
      if (code !== undefined) return `\\u{${code}}`
      if (construct === '(?P') return '(?'
      return members === undefined
        ? construct
        : `${construct.slice(0, -members.length - 1)}${members.replace(/\[:(\w+):\]/g, (name: string, word: string) => POSIX[word] ?? name)}]`
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

/** The source of the expression, with plain text escaped. */
export const regexSource = ({ source, fixed }: SearchPattern): string =>
  fixed ? source.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') : source

/**
 * One non-ASCII character as bytes: complete in UTF-8, one byte in older encodings. Atomic, because long lines would
 * backtrack forever. A character of four bytes is two UTF-16 units in JavaScript, so a second, empty match may follow it.
 */
const HIGH = '(?:(?>[\\xc0-\\xff][\\x80-\\xbf]*|[\\x80-\\xbf])|(?<=[\\xf0-\\xf7][\\x80-\\xbf]{3}))'
/** A non-ASCII character in the expression: in some two-byte encodings its second byte is ASCII. */
const LITERAL_HIGH = `(?:${HIGH}[\\x40-\\x7e]?)`
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

/** Longer ones, in characters, are searched without git. */
const MAX_PATTERN = 2000

/**
 * Returns a PCRE over bytes, for git, that matches every line that this expression matches. It may match more lines: the
 * caller must test them with the expression. Undefined for a construct that may differ in PCRE.
 */
export function toPcre(source: string): string | undefined {
  if (source.length > MAX_PATTERN) return undefined
  const expanded = expandEscapes(source)
  if (!expanded.isWellFormed() || CONTROL.test(expanded)) return undefined
  const plain = removeAssertions(expanded)
  let pcre = ''
  for (let offset = 0; offset < plain.length; ) {
    const rest = plain.slice(offset)
    const high = /^[^\0-\x7f]/u.exec(rest)?.[0]
    if (high !== undefined) {
      pcre += LITERAL_HIGH
      offset += high.length
      continue
    }
    const token = TOKEN.exec(rest)
    if (token === null) return undefined
    const [matchedToken, letter, set, negated, members = ''] = token
    if (letter !== undefined) pcre += ESCAPES[letter] ?? ''
    else if (set !== undefined) pcre += pcreClass(members, negated === '^')
    // Bytes do not show which characters have a property.
    else pcre += matchedToken === '.' || /^\\p/i.test(matchedToken) ? noneOf('\\r\\n') : matchedToken
    offset += matchedToken.length
  }
  return pcre
}

/** Replaces escaped non-ASCII characters by the characters. */
const expandEscapes = (source: string): string =>
  source.replace(
    /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|[\s\S])/g,
    (sequence, long: string | undefined, short: string | undefined) => {
      const code = Number.parseInt(long ?? short ?? '', 16)
      if (Number.isNaN(code)) return sequence
      return code > 0x7f ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, '0')}`
    },
  )

/**
 * Removes negative lookaheads and all lookbehinds, so the result matches more, never less. The translated parts of a
 * negative assertion may match more, so the assertion would match less. PCRE has no lookbehind of variable length.
 */
function removeAssertions(source: string): string {
  let result = ''
  // The nesting depth, and the depth at which a removed group starts.
  let depth = 0
  let skippedFrom: number | undefined
  for (const [piece] of source.matchAll(PIECES)) {
    if (piece.startsWith('(')) {
      depth++
      if (skippedFrom === undefined && /^\(\?(?:!|<[=!])/.test(piece)) skippedFrom = depth
    }
    if (skippedFrom === undefined) result += piece
    if (piece === ')') {
      if (skippedFrom === depth) skippedFrom = undefined
      depth--
    }
  }
  return result
}

/** Complete escapes and classes, the openings of groups, and single characters. */
const PIECES = /\\[\s\S]|\[\^?(?:\\[\s\S]|[^\\\]])*\]|\(\?(?:<?[=!]|:)|[\s\S]/g

const CONTROL = /[^\P{Cc}\t]/u

function pcreClass(members: string, negated: boolean): string {
  const ascii: string[] = []
  let high = false
  for (const [member, from = '', to] of members.matchAll(/(\\x..|\\.|[\s\S])(?:-(\\x..|\\.|[\s\S]))?/gu)) {
    if (isAscii(member)) ascii.push(member)
    else {
      high = true
      if (!negated && to !== undefined && isAscii(from)) ascii.push(`${from}-\\x7f`)
    }
  }
  const set = escapeOpeningBrackets(ascii.join(''))
  if (negated) return noneOf(set)
  if (set === '') return LITERAL_HIGH
  return high || /\\[DWSs]/.test(members) ? `(?:[${set}]|${LITERAL_HIGH})` : `[${set}]`
}

export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** The supported constructs, one per match. Unsupported: back-references, \c, \p in a class, a single brace. */
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

/** A bracket in a class is a literal in JavaScript and can start a POSIX class in PCRE. */
const escapeOpeningBrackets = (members: string): string =>
  members.replace(/(\\.)|\[/g, (_, escaped: string | undefined) => escaped ?? '\\[')
