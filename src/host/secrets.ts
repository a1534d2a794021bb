import { encodingsOf } from './secret-encodings.ts'
import { beneathEscapes } from './secret-escapes.ts'
import { indexOf, type Span } from './secret-index.ts'
import { shapesIn } from './secret-shapes.ts'

/** The one function everything passes before the model, the log, the transcript or GitHub sees it. */
export type Filter = {
  /** The text with every known secret, and everything shaped like a token, replaced by `[redacted]`. */
  text(value: string): string
  /** The same for every string, and every key, inside a JSON-like value. Other values stay as they are. */
  deep<T>(value: T): T
  /** Hides these from now on, too: secrets that came up during the run. */
  learn(secrets: readonly string[]): void
  /** How many places were redacted so far. */
  hits(): number
}

export const REDACTED = '[redacted]'

/** Shorter values are no secrets worth the noise of hiding them. */
const MIN_LENGTH = 6
/** A value only guessed to be secret by its variable's name has to be longer. */
const MIN_GUESSED_LENGTH = 8
/** Which strings found clean are remembered, and how many. */
const [SHORT, MOST_SHORT] = [100, 2000]

/**
 * What must not get out: values of variables whose names look like credentials, values that look like tokens whatever
 * their name, passwords inside URLs, and `extra` as given. Of multi-line values each line too, of JSON its secret members.
 */
export function collectSecrets(env: Record<string, string | undefined>, extra: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (value: string, min: number) => {
    for (const part of [value, ...(/[\r\n]/.test(value) ? value.split(/[\r\n]+/) : [])]) {
      const trimmed = part.trim()
      if (trimmed.length >= min && !isArmour(trimmed)) found.add(trimmed)
    }
  }
  for (const value of extra) for (const part of membersOf(value) ?? [value]) add(part, MIN_LENGTH)
  for (const [name, value = ''] of Object.entries(env)) {
    for (const secret of secretsOf(name, value)) add(secret, MIN_GUESSED_LENGTH)
  }
  return [...found]
}

/** What of one variable is secret: all of it by its name, else whatever in it looks like it. */
function secretsOf(name: string, value: string): string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:([^/\s@]+)@/i.exec(value)?.[1]
  const shaped = shapesIn(value).map(({ start, end }) => value.slice(start, end))
  const whole = membersOf(value) ?? (namesSecret(name) && mayBeSecret(value) ? [value] : [])
  return [...whole, ...shaped, ...(password === undefined ? [] : [password])]
}

/** The filter for these secrets and for anything shaped like a well-known token. */
export function makeFilter(secrets: readonly string[]): Filter {
  const all = new Set(secrets)
  const index = () => indexOf([...all].filter((secret) => secret.trim().length >= MIN_LENGTH).flatMap(encodingsOf))
  let known = index()
  let hits = 0
  /** Names and phrases of records and declarations come again and again. */
  const clean = new Set<string>()

  const text = (value: string): string => {
    if (value.length < MIN_LENGTH || clean.has(value)) return value
    const spans = merged(beneathEscapes(value, (each) => [...known(each), ...shapesIn(each)]))
    if (spans.length === 0) {
      if (value.length <= SHORT && clean.size < MOST_SHORT) clean.add(value)
      return value
    }
    hits += spans.length
    let from = 0
    let result = ''
    for (const span of spans) {
      result += value.slice(from, span.start) + REDACTED
      from = span.end
    }
    return result + value.slice(from)
  }

  return {
    text,
    // Strings become strings and nothing else changes, so the shape stays what it was.
    deep: <T>(value: T): T => inside(value, text) as T,
    learn(more) {
      const before = all.size
      for (const secret of more) all.add(secret)
      if (all.size === before) return
      known = index()
      clean.clear()
    },
    hits: () => hits,
  }
}

function merged(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.sort((left, right) => left.start - right.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}

function inside(value: unknown, text: (value: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => inside(item, text))
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), inside(item, text)]))
}

const SECRET_WORDS =
  /^(?:authorization|tokens?|secrets?|password|passwd|passphrase|pass|pat|key|apikey|auth|credentials?|creds|private|cert|jwt|cookie|bearer|dsn)$/
const SECRET_ENDS = /(?:token|secret|password|passwd|passphrase|apikey|credentials?)$/
/** Names such as TOKEN_FORMAT, AUTH_SOCK or KEY_FILE tell about a secret; the value is not one. */
const ABOUT_SECRET =
  /^(?:format|scopes?|file|path|dir|directory|url|uri|endpoint|name|id|type|sock|override|count|limit|max|ttl|expiry|enabled|version)$/

function namesSecret(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  if (ABOUT_SECRET.test(words.at(-1) ?? '')) return false
  return words.some((word) => SECRET_WORDS.test(word) || SECRET_ENDS.test(word))
}

/** Not a number, a path, a plain URL or a single plain word, which people write all the time. */
const mayBeSecret = (value: string) =>
  !/^[\d.,\s]*$/.test(value) &&
  !/^(?:[A-Za-z]:)?[/\\~.][\w./\\ -]*$/.test(value) &&
  !/^https?:\/\/[^\s@]*$/.test(value) &&
  !/^[a-z_-]{1,15}$/i.test(value)

const isArmour = (line: string) => /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/.test(line)

/** The secret members of a JSON document such as a service account's key file; undefined when the value is not one. */
function membersOf(value: string): string[] | undefined {
  if (!/^\s*[{[]/.test(value)) return undefined
  try {
    return secretMembers(JSON.parse(value))
  } catch {
    return undefined
  }
}

function secretMembers(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return namesSecret(name) && mayBeSecret(value) ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => secretMembers(item, Array.isArray(value) ? name : key))
}
