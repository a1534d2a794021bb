/** Forms in which a secret can leave: as it is, reversed, in hex, in base64 at any offset, percent-encoded. */
const FORMS: Record<string, (secret: string) => string[]> = {
  plain: (secret) => [secret],
  // A secret without its first characters is still a leak: few are left to guess.
  'a part': (secret) =>
    Array.from({ length: Math.max(0, secret.length - WINDOW + 1) }, (_, at) => secret.slice(at, at + WINDOW)),
  reversed: (secret) => [[...secret].reverse().join('')],
  hex: (secret) => [Buffer.from(secret).toString('hex')],
  'upper-case hex': (secret) => [Buffer.from(secret).toString('hex').toUpperCase()],
  base64: (secret) => [0, 1, 2].map((offset) => base64At(secret, offset, 'base64')),
  base64url: (secret) => [0, 1, 2].map((offset) => base64At(secret, offset, 'base64url')),
  'percent-encoded': (secret) => [encodeURIComponent(secret)],
  'every byte percent-encoded': (secret) => [Buffer.from(secret).toString('hex').replace(/../g, '%$&')],
}

const WINDOW = 20

/** The secret in base64 after `offset` other bytes: only the characters that depend on it. */
function base64At(secret: string, offset: number, encoding: 'base64' | 'base64url'): string {
  const encoded = Buffer.from('\0'.repeat(offset) + secret)
    .toString(encoding)
    .replace(/=+$/, '')
  const whole = Math.floor(((offset + secret.length) * 8) / 6)
  return encoded.slice(Math.ceil((offset * 8) / 6), whole)
}

type Secrets = Readonly<Record<string, string>>

/** Every spelling of any of them: a run's papers have megabytes, and most hold none. */
const anyOf = (secrets: Secrets): RegExp => {
  const known = patterns.get(secrets)
  if (known !== undefined) return known
  const spellings = Object.values(secrets).flatMap((secret) => Object.values(FORMS).flatMap((spell) => spell(secret)))
  const pattern = new RegExp(spellings.map((spelling) => spelling.replace(/[^\w]/g, '\\$&')).join('|'))
  patterns.set(secrets, pattern)
  return pattern
}
const patterns = new WeakMap<Secrets, RegExp>()

/** Which secrets a text gives away, and how. Line breaks inside do not hide anything, nor do JSON's escapes. */
export function leaksIn(text: string, secrets: Secrets): string[] {
  const joined = text.replace(/\\+[nrt]|\s+/g, '')
  const any = anyOf(secrets)
  if (!any.test(text) && !any.test(joined)) return []
  return Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(FORMS)
      .filter(([, spell]) => spell(secret).some((spelling) => text.includes(spelling) || joined.includes(spelling)))
      .map(([form]) => `${name} ${form}`),
  )
}
