import { createSecretIndex, type TextSpan } from './secret-index.ts'
import { findTokenShapes, secretEncodings } from './secret-shapes.ts'

/** Redacts secrets from everything that goes to the model, the log, the transcript or GitHub. */
export type SecretFilter = {
  /** The text with every known secret, and everything that looks like a token, replaced by `[redacted]`. */
  text(value: string): string
  /** The same for every string and every key in a JSON-like value. Other values stay unchanged. */
  deep<T>(value: T): T
  /** Adds secrets that appear during the run. */
  addSecrets(secrets: readonly string[]): void
  /** Number of redactions so far. */
  redactionCount(): number
}

export const REDACTED = '[redacted]'

/** Shorter values are not redacted: that would hide too much ordinary text. */
const MIN_LENGTH = 6

/** The minimum for a value that is only assumed to be secret, by the name of its variable. */
const MIN_GUESSED_LENGTH = 8

/** Limits of the cache of strings without secrets: their length and their number. */
const [MAX_CLEAN_LENGTH, MAX_CLEAN_ENTRIES] = [2000, 2000]

/**
 * Collects secrets: values of variables whose names look like credentials, values that look like tokens, passwords in URLs,
 * and `extra`. Multi-line values also count line by line; of a JSON value the secret members count.
 */
export function collectSecrets(env: Record<string, string | undefined>, extra: readonly string[]): string[] {
  const result = new Set<string>()
  const add = (value: string, min: number) => {
    for (const part of [value, ...(/[\r\n]/.test(value) ? value.split(/[\r\n]+/) : [])]) {
      const trimmed = part.trim()
      if (trimmed.length >= min && !isPemBoundary(trimmed)) result.add(trimmed)
    }
  }
  for (const value of extra) for (const part of jsonSecrets(value) ?? [value]) add(part, MIN_LENGTH)
  for (const [name, value = ''] of Object.entries(env)) {
    for (const secret of secretsOf(name, value)) add(secret, MIN_GUESSED_LENGTH)
  }
  return [...result]
}

/** The names of the secrets that are too short to be redacted. `credentials`: secrets by name; a variable counts if its name says so. */
export function tooShortSecrets(
  env: Record<string, string | undefined>,
  credentials: Readonly<Record<string, string>>,
): string[] {
  const isShort = (value: string, min: number) => value.trim() !== '' && value.trim().length < min
  const variables = Object.entries(env).filter(
    ([name, value = '']) => isSecretName(name) && mayBeSecret(value) && isShort(value, MIN_GUESSED_LENGTH),
  )
  return [
    ...Object.keys(credentials).filter((name) => isShort(credentials[name] ?? '', MIN_LENGTH)),
    ...variables.map(([name]) => name).filter((name) => !/^INPUT_/i.test(name)),
  ]
}

/** The warning about secrets that are too short to be redacted; undefined when there are none. */
export function shortSecretWarning(...sources: Parameters<typeof tooShortSecrets>): string | undefined {
  const names = tooShortSecrets(...sources)
  return names.length === 0
    ? undefined
    : `These secrets are too short to redact: ${names.join(', ')}. Use longer values.`
}

/** The secrets in one variable: the whole value if its name says so, otherwise the parts that look like secrets. */
function secretsOf(name: string, value: string): string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:([^/\s@]+)@/i.exec(value)?.[1]
  const tokens = findTokenShapes(value).map(({ start, end }) => value.slice(start, end))
  const valueSecrets = jsonSecrets(value) ?? (isSecretName(name) && mayBeSecret(value) ? [value] : [])
  return [...valueSecrets, ...tokens, ...(password === undefined ? [] : [password])]
}

/** Creates a filter for these secrets and for everything that looks like a well-known token. */
export function createSecretFilter(secrets: readonly string[]): SecretFilter {
  const all = new Set(secrets)
  const index = () =>
    createSecretIndex([...all].filter((secret) => secret.trim().length >= MIN_LENGTH).flatMap(secretEncodings))
  let findSecrets = index()
  let redactions = 0
  /** Strings without secrets: names and phrases of records and declarations repeat often. */
  const clean = new Set<string>()

  const find = (value: string) => findThroughEscapes(value, (each) => [...findSecrets(each), ...findTokenShapes(each)])
  const remember = (value: string) => {
    if (value.length <= MAX_CLEAN_LENGTH && clean.size < MAX_CLEAN_ENTRIES) clean.add(value)
  }
  const isKnownClean = (value: string) => value.length < MIN_LENGTH || clean.has(value)

  const text = (value: string): string => {
    if (isKnownClean(value)) return value
    const spans = mergeSpans(find(value))
    if (spans.length === 0) {
      remember(value)
      return value
    }
    redactions += spans.length
    let from = 0
    let result = ''
    for (const span of spans) {
      result += value.slice(from, span.start) + REDACTED
      from = span.end
    }
    return result + value.slice(from)
  }

  /** Most values contain no secret, and one search through all strings is faster than one for each. */
  const deep = (value: unknown): unknown => {
    const strings = new Set<string>()
    const length = collectStrings(value, (each) => isKnownClean(each) || strings.add(each))
    const isClean = (all: string) => find(all).length === 0
    // Text without escapes needs no second search without them.
    const escaped = [...strings].filter(mayHaveEscapes)
    const plain = [...strings].filter((each) => !mayHaveEscapes(each))
    if (length > MAX_JOINED_LENGTH || !isClean(plain.join('\n')) || !isClean(escaped.join(SEPARATOR)))
      return redactStrings(value, text)
    strings.forEach(remember)
    return redactStrings(value, (each) => each)
  }

  return {
    text,
    // Only strings change, and they stay strings, so the type is unchanged.
    deep: <T>(value: T): T => deep(value) as T,
    addSecrets(newSecrets) {
      const previousSize = all.size
      for (const secret of newSecrets) all.add(secret)
      if (all.size === previousSize) return
      findSecrets = index()
      clean.clear()
    },
    redactionCount: () => redactions,
  }
}

function mergeSpans(spans: TextSpan[]): TextSpan[] {
  const result: TextSpan[] = []
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}

/** Between strings that are searched together: no escape, tag or token contains it. */
const SEPARATOR = '\n<\n'

/** Longer values are searched string by string. */
const MAX_JOINED_LENGTH = 200_000

/** Calls `visit` with every string and every key in a JSON-like value. Returns the length of all. */
function collectStrings(value: unknown, visit: (text: string) => unknown): number {
  if (typeof value === 'string') {
    visit(value)
    return value.length
  }
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + collectStrings(item, visit), 0)
  if (!isPlainObject(value)) return 0
  return Object.entries(value).reduce(
    (sum, [key, item]) => sum + collectStrings(key, visit) + collectStrings(item, visit),
    0,
  )
}

const isPlainObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype

function redactStrings(value: unknown, text: (value: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => redactStrings(item, text))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), redactStrings(item, text)]))
}

const SECRET_WORDS =
  /^(?:authorization|tokens?|secrets?|password|passwd|passphrase|pass|pat|key|apikey|auth|credentials?|creds|private|cert|jwt|cookie|bearer|dsn)$/

const SECRET_ENDS = /(?:token|secret|password|passwd|passphrase|apikey|credentials?)$/

/** Names like TOKEN_FORMAT, AUTH_SOCK or KEY_FILE describe a secret; the value is not one. */
const DESCRIBES_SECRET =
  /^(?:format|scopes?|file|path|dir|directory|url|uri|endpoint|name|id|type|sock|override|count|limit|max|ttl|expiry|enabled|version)$/

function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  if (DESCRIBES_SECRET.test(words.at(-1) ?? '')) return false
  return words.some((word) => SECRET_WORDS.test(word) || SECRET_ENDS.test(word))
}

/** Excludes numbers, paths, plain URLs and single plain words, which occur in ordinary text. */
const mayBeSecret = (value: string) =>
  !/^[\d.,\s]*$/.test(value) &&
  !/^(?:[A-Za-z]:)?[/\\~.][\w./\\ -]*$/.test(value) &&
  !/^https?:\/\/[^\s@]*$/.test(value) &&
  !/^[a-z_-]{1,15}$/i.test(value)

const isPemBoundary = (line: string) => /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/.test(line)

/** The secret members of a JSON document, for example a service account key; undefined when the value is not JSON. */
function jsonSecrets(value: string): string[] | undefined {
  if (!/^\s*[{[]/.test(value)) return undefined
  try {
    return secretMembers(JSON.parse(value))
  } catch {
    return undefined
  }
}

function secretMembers(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return isSecretName(name) && mayBeSecret(value) ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => secretMembers(item, Array.isArray(value) ? name : key))
}

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
