import * as z from 'zod'
import type { Credential } from '../model/auth/credential.ts'
import { timeoutSignal } from '../platform/timeout-signal.ts'
import type { McpAuthContext } from './auth.ts'
import type { ServerAuth } from './config.ts'

type HeaderMap = Record<string, string>
const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'
/** How long before its expiry a token is replaced, so that no request uses an expired one. */
const REFRESH_EARLY_MS = 5 * 60_000
const TOKEN_MS = 30_000

/** Returns fresh headers for each request to a server that requires a Google Cloud identity. */
export function googleHeaders(
  auth: Exclude<ServerAuth, { kind: 'oauth' }>,
  configured: Readonly<HeaderMap>,
  context: McpAuthContext,
): () => Promise<HeaderMap> {
  if (auth.kind === 'service-account') return idTokenHeaders(auth, context)
  const credential = context.googleCredential(auth.scopes)
  const hasProject = Object.keys(configured).some((name) => name.toLowerCase() === 'x-goog-user-project')
  return async () => {
    const { 'x-goog-user-project': project, ...headers } = await credentialHeaders(credential, context)
    return project === undefined || hasProject ? headers : { ...headers, 'x-goog-user-project': project }
  }
}

async function credentialHeaders(credential: Credential, context: McpAuthContext): Promise<HeaderMap> {
  const headers = await credential.headers(timeoutSignal(TOKEN_MS))
  context.addSecrets(credential.secrets())
  return headers
}

const IdTokenResponse = z.looseObject({ token: z.string().min(1) })

/**
 * A request of ours: google-auth-library also sets `useEmailAzp` in its own, so the token would name another authorized party.
 * Source: Google Cloud docs, IAM Service Account Credentials API, projects.serviceAccounts.generateIdToken.
 */
function idTokenHeaders(
  { audience, account }: Extract<ServerAuth, { kind: 'service-account' }>,
  context: McpAuthContext,
): () => Promise<HeaderMap> {
  const credential = context.googleCredential([CLOUD_PLATFORM])
  let token = ''
  let expiresMs = 0
  return async () => {
    if (context.now() >= expiresMs - REFRESH_EARLY_MS) {
      const url = `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${encodeURIComponent(account)}:generateIdToken`
      const response = await context.fetch(url, {
        method: 'POST',
        headers: { ...(await credentialHeaders(credential, context)), 'content-type': 'application/json' },
        body: JSON.stringify({ audience, includeEmail: true }),
        signal: timeoutSignal(TOKEN_MS),
      })
      const answer = IdTokenResponse.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined)
      if (!answer.success)
        throw new Error(
          `Failed to obtain authentication token: HTTP ${response.status} for ${account}. The identity of this job needs roles/iam.serviceAccountOpenIdTokenCreator on it.`,
        )
      token = answer.data.token
      expiresMs = tokenExpiryMs(token) ?? context.now() + 2 * REFRESH_EARLY_MS
      context.addSecrets([token])
    }
    return { authorization: `Bearer ${token}` }
  }
}

/** Expiry of an ID token in milliseconds since the epoch. The token is not verified. */
function tokenExpiryMs(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    const exp = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'exp') : undefined
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}
