import { z } from 'zod'
import type { Credential } from '../model/credential.ts'
import type { AuthPlace } from './auth.ts'
import type { ServerAuth } from './config.ts'

type Headers = Record<string, string>
const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'
/** Before a token runs out, so that no request is on its way with it then. */
const EARLY_MS = 5 * 60_000
const TOKEN_MS = 30_000

/** Headers for a server that knows us by an identity of Google Cloud, fresh for every request. */
export function googleHeaders(
  auth: Exclude<ServerAuth, { by: 'oauth' }>,
  configured: Readonly<Headers>,
  place: AuthPlace,
): () => Promise<Headers> {
  if (auth.by === 'service-account') return idTokenHeaders(auth, place)
  const credential = place.google(auth.scopes)
  const hasProject = Object.keys(configured).some((name) => name.toLowerCase() === 'x-goog-user-project')
  return async () => {
    const { 'x-goog-user-project': project, ...headers } = await headersOf(credential, place)
    return project === undefined || hasProject ? headers : { ...headers, 'x-goog-user-project': project }
  }
}

async function headersOf(credential: Credential, place: AuthPlace): Promise<Headers> {
  const headers = await credential.headers(AbortSignal.timeout(TOKEN_MS))
  place.learn(credential.secrets())
  return headers
}

const Answer = z.looseObject({ token: z.string().min(1) })

/** Source: Google Cloud docs, IAM Service Account Credentials API, projects.serviceAccounts.generateIdToken. */
function idTokenHeaders(
  { audience, account }: Extract<ServerAuth, { by: 'service-account' }>,
  place: AuthPlace,
): () => Promise<Headers> {
  const credential = place.google([CLOUD_PLATFORM])
  let token = ''
  let until = 0
  return async () => {
    if (place.now() >= until - EARLY_MS) {
      const url = `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${encodeURIComponent(account)}:generateIdToken`
      const response = await place.fetch(url, {
        method: 'POST',
        headers: { ...(await headersOf(credential, place)), 'content-type': 'application/json' },
        body: JSON.stringify({ audience, includeEmail: true }),
        signal: AbortSignal.timeout(TOKEN_MS),
      })
      const answer = Answer.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined)
      if (!answer.success)
        throw new Error(
          `Failed to obtain authentication token: HTTP ${response.status} for ${account}. The identity of this job needs roles/iam.serviceAccountOpenIdTokenCreator on it.`,
        )
      token = answer.data.token
      until = expiryOf(token) ?? place.now() + 2 * EARLY_MS
      place.learn([token])
    }
    return { authorization: `Bearer ${token}` }
  }
}

/** When an ID token runs out, in milliseconds since the epoch. It is only read, not trusted. */
function expiryOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    const exp = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'exp') : undefined
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}
