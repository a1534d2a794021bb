import type { Credential } from '../model/auth/credential.ts'
import type { ServerTransport } from './config.ts'
import type { HttpAuth } from './connect.ts'
import { googleHeaders } from './google.ts'
import { oauthProvider } from './oauth.ts'

export type McpAuthContext = {
  now(): number
  fetch: typeof fetch
  /** The run's Google Cloud identity. Throws UserError if there is none. */
  googleCredential(scopes: readonly string[]): Credential
  /** Adds tokens to the secrets to redact. */
  addSecrets(secrets: readonly string[]): void
}

/** The authentication for a server over HTTP. Loads only the modules that it needs; sends no request. */
export async function httpAuthFor(
  server: string,
  { headers, auth }: Exclude<ServerTransport, { kind: 'stdio' }>,
  context: McpAuthContext,
): Promise<HttpAuth> {
  context.addSecrets(secretsIn(headers))
  if (auth.kind === 'oauth') {
    if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return {}
    const provider = oauthProvider(server, auth.oauth, context)
    return provider === undefined ? {} : { provider }
  }
  return { headers: googleHeaders(auth, headers, context) }
}

/** The values of headers that carry credentials, with and without their scheme ("Bearer"). */
const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => /auth|token|key|secret|cookie/i.test(name))
    .flatMap(([, value]) => {
      const token = value.replace(/^(?:bearer|basic|token)\b|^\w+\s+/i, '').trim()
      return token === '' || UNSET_VARIABLE.test(token) ? [] : [value, token]
    })

/** An unset variable is not expanded. Its name appears in notices, so it must not be redacted. */
const UNSET_VARIABLE = /^\$(?:\w+|\{[^}]*\})$/
