import type { Credential } from '../model/credential.ts'
import type { Reach } from './config.ts'
import type { HttpAuth } from './connect.ts'

export type AuthPlace = {
  now(): number
  fetch: typeof fetch
  /** The identity for Google Cloud this run has. Throws UserError where it has none. */
  google(scopes: readonly string[]): Credential
  /** Tokens that came up: nobody may read them from now on. */
  learn(secrets: readonly string[]): void
}

/** Who we are to a server over HTTP. Loads what that takes and nothing else; asks nobody yet. */
export async function authFor(
  server: string,
  { headers, auth }: Exclude<Reach, { over: 'stdio' }>,
  place: AuthPlace,
): Promise<HttpAuth> {
  place.learn(secretsIn(headers))
  if (auth.by === 'oauth') {
    if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return {}
    const { oauthFor } = await import('./oauth.ts')
    const provider = oauthFor(server, auth.oauth, place)
    return provider === undefined ? {} : { provider }
  }
  const { googleHeaders } = await import('./google.ts')
  return { headers: googleHeaders(auth, headers, place) }
}

/** What stands in headers that carry credentials, also without the word before it. */
const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => /auth|token|key|secret|cookie/i.test(name))
    .flatMap(([, value]) => {
      const bare = value.replace(/^(?:bearer|basic|token)\b|^\w+\s+/i, '').trim()
      return bare === '' || NO_VALUE.test(bare) ? [] : [value, bare]
    })

/** A variable without a value stays as it is written, and is a name that people are told. */
const NO_VALUE = /^\$(?:\w+|\{[^}]*\})$/
