import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { vi } from 'vitest'

export const PROVIDER = 'projects/123456/locations/global/workloadIdentityPools/pool-1/providers/github'
export const OIDC_URL = 'https://oidc.actions.test/idtoken?api-version=2.0'
export const JOB_TOKEN = 'job-request-token-0123456789'
const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'

/** The state of Google and GitHub. Times are Date's, which a test may have replaced. */
export type GoogleWorld = {
  /** The service account this job may act as. */
  serviceAccount?: string
  /** A service account's own key file, by its e-mail. */
  keys?: Readonly<Record<string, string>>
  /** People who logged in: their refresh tokens, each good for one client with its secret. */
  people?: readonly { refresh_token: string; client_id: string; client_secret: string }[]
  /** Whether this machine is one of Google's. */
  machine?: boolean
  /** In place of an answer, by host. */
  fail?: (host: string, path: string) => Reply | undefined
}

export type Google = {
  /** A fetch for which Google's hosts and GitHub's are this server; every other address is reached as it is. */
  fetch: typeof fetch
  /** The address of this server; `x-meant-for` names the host that it stands for. */
  url: string
  /** One line per request: host, method, path. */
  asked: string[]
  /** Everything Google would have refused. Empty after a correct run. */
  problems: string[]
  /** The bodies that were sent, as they were. */
  bodies: string[]
  /** Scopes of an access token that is good now; undefined when it is not. */
  scopesOf(token: string): readonly string[] | undefined
  /** Makes every token given out so far worthless. */
  withdraw(): void
  [Symbol.asyncDispose](): Promise<void>
}

const HOSTS = [
  'oidc.actions.test',
  'sts.googleapis.com',
  'iamcredentials.googleapis.com',
  'oauth2.googleapis.com',
  '169.254.169.254',
  'metadata.google.internal.',
]

export type Reply = { status: number; body: unknown; headers?: Record<string, string> }
type Request = { host: string; method: string; url: URL; headers: Headers; body: string }

/** Token servers of GitHub and Google on loopback, which look at every field. One at a time serves the job's identity. */
export async function startGoogle(world: GoogleWorld = {}): Promise<Google> {
  const asked: string[] = []
  const bodies: string[] = []
  const problems: string[] = []
  const tokens = new Map<string, { scopes: readonly string[]; until: number }>()
  const identities = new Map<string, { audience: string; until: number }>()
  let issued = 0

  const grant = (kind: string, scopes: readonly string[], seconds = 3600) => {
    issued += 1
    const token = `ya29.${kind}.secret-access-token-${issued}`
    tokens.set(token, { scopes, until: Date.now() + seconds * 1000 })
    return token
  }
  const scopesOf = (token: string) => {
    const known = tokens.get(token)
    return known !== undefined && known.until > Date.now() ? known.scopes : undefined
  }

  function identity({ method, url, headers }: Request): Reply {
    if (method !== 'GET' || url.searchParams.get('api-version') !== '2.0') return refused(404, 'no such thing')
    if (headers.get('authorization') !== `Bearer ${JOB_TOKEN}`) return refused(401, 'bad request token')
    const { 'api-version': _, audience = '', ...unknown } = Object.fromEntries(url.searchParams)
    if (Object.keys(unknown).length > 0) return refused(400, `unknown parameters ${Object.keys(unknown)}`)
    issued += 1
    const claims = { aud: audience, iss: 'https://token.actions.githubusercontent.com', nth: issued }
    const encoded = [{ alg: 'RS256' }, claims].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'))
    const value = `${encoded.join('.')}.c2lnbmF0dXJlLW9mLWdpdGh1Yg`
    identities.set(value, { audience, until: Date.now() + 5 * 60_000 })
    return { status: 200, body: { count: value.length, value } }
  }

  function exchange({ method, url, headers, body }: Request): Reply {
    if (method !== 'POST' || url.pathname !== '/v1/token') return refused(404, 'no such method')
    if (!isForm(headers)) return oauth('invalid_request', 'a form is wanted')
    if (headers.has('authorization')) return oauth('invalid_client', 'nobody is known here')
    const { scope = '', subject_token = '', ...rest } = Object.fromEntries(new URLSearchParams(body))
    const wanted = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      audience: `//iam.googleapis.com/${PROVIDER}`,
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    }
    for (const [name, value] of Object.entries({ ...wanted, ...rest }))
      if (value !== Object(wanted)[name] || rest[name] === undefined)
        return oauth('invalid_request', `Invalid value for "${name}": ${rest[name]}`)
    const known = identities.get(subject_token)
    if (known === undefined || known.until <= Date.now())
      return oauth('invalid_grant', `ID Token ${subject_token} is expired or unknown`)
    if (known.audience !== `https://iam.googleapis.com/${PROVIDER}`)
      return oauth('invalid_grant', `The audience in ID Token [${known.audience}] does not match`)
    const scopes = scope.split(' ')
    if (scopes.some((one) => one.includes('userinfo'))) return oauth('invalid_scope', scope)
    const token = grant('d', scopes, 3599)
    const type = 'urn:ietf:params:oauth:token-type:access_token'
    return {
      status: 200,
      body: { access_token: token, issued_token_type: type, token_type: 'Bearer', expires_in: 3599 },
    }
  }

  function impersonate({ method, url, headers, body }: Request): Reply {
    const email = /^\/v1\/projects\/-\/serviceAccounts\/([^/]+):generateAccessToken$/.exec(url.pathname)?.[1]
    if (method !== 'POST' || email === undefined) return refused(404, 'no such method')
    const scopes = scopesOf((headers.get('authorization') ?? '').replace('Bearer ', ''))
    if (scopes === undefined) return refused(401, 'no valid token')
    if (!scopes.includes(CLOUD_PLATFORM)) return refused(403, 'insufficient scopes')
    if (email !== world.serviceAccount)
      return refused(403, "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).")
    if (!(headers.get('content-type') ?? '').startsWith('application/json')) return refused(400, 'no JSON')
    const { scope, lifetime, delegates = [], ...rest } = JSON.parse(body)
    if (!Array.isArray(scope) || scope.length === 0 || lifetime !== '3600s' || Object.keys(rest).length > 0)
      return refused(400, `Invalid body ${body}`)
    if (!Array.isArray(delegates)) return refused(400, 'delegates')
    const expireTime = new Date(Date.now() + 3600_000).toISOString()
    return { status: 200, body: { accessToken: grant('c', scope), expireTime } }
  }

  function oauthToken({ method, url, headers, body }: Request): Reply {
    if (method !== 'POST' || url.pathname !== '/token') return refused(404, 'no such method')
    if (!isForm(headers)) return oauth('invalid_request', 'a form is wanted')
    const form = Object.fromEntries(new URLSearchParams(body))
    if (form.grant_type === 'refresh_token') {
      const { grant_type: _, ...shown } = form
      const good = world.people?.some((person) => isDeepStrictEqual(shown, person))
      if (!good) return oauth('invalid_grant', 'Token has been expired or revoked.')
      return {
        status: 200,
        body: { access_token: grant('a', [CLOUD_PLATFORM]), expires_in: 3599, token_type: 'Bearer' },
      }
    }
    if (form.grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return oauth('unsupported_grant_type', '')
    if (Object.keys(form).sort().join() !== 'assertion,grant_type') return oauth('invalid_request', body)
    const [header = '', payload = '', signature = ''] = (form.assertion ?? '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    if (JSON.parse(Buffer.from(header, 'base64url').toString()).alg !== 'RS256') return oauth('invalid_grant', 'alg')
    if (Object.keys(claims).sort().join() !== 'aud,exp,iat,iss,scope')
      return oauth('invalid_grant', Object.keys(claims).join())
    const key = world.keys?.[claims.iss]
    if (key === undefined) return oauth('invalid_grant', 'Invalid grant: account not found')
    const signed = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${payload}`),
      createPublicKey(key),
      Buffer.from(signature, 'base64url'),
    )
    const now = Date.now() / 1000
    const fresh = claims.iat <= now + 60 && claims.exp > now && claims.exp - claims.iat === 3600
    if (!signed || !fresh || claims.aud !== 'https://oauth2.googleapis.com/token')
      return oauth('invalid_grant', 'Invalid JWT')
    return {
      status: 200,
      body: { access_token: grant('b', claims.scope.split(' ')), expires_in: 3599, token_type: 'Bearer' },
    }
  }

  function metadata({ url, headers }: Request): Reply {
    if (!world.machine) return refused(404, 'not one of ours')
    const flavour = { 'metadata-flavor': 'Google' }
    if (headers.get('metadata-flavor') !== 'Google') return refused(403, 'Missing Metadata-Flavor:Google header.')
    if (url.pathname.replace(/\/$/, '') === '/computeMetadata/v1/instance')
      return { status: 200, body: 'service-accounts/', headers: flavour }
    if (url.pathname !== '/computeMetadata/v1/instance/service-accounts/default/token')
      return { ...refused(404, url.pathname), headers: flavour }
    const scopes = (url.searchParams.get('scopes') ?? '').split(',')
    return {
      status: 200,
      body: { access_token: grant('m', scopes), expires_in: 3599, token_type: 'Bearer' },
      headers: flavour,
    }
  }

  function answer(request: Request): Reply {
    const failure = world.fail?.(request.host, request.url.pathname)
    if (failure !== undefined) return failure
    switch (request.host) {
      case 'oidc.actions.test':
        return identity(request)
      case 'sts.googleapis.com':
        return exchange(request)
      case 'iamcredentials.googleapis.com':
        return impersonate(request)
      case 'oauth2.googleapis.com':
        return oauthToken(request)
      default:
        return metadata(request)
    }
  }

  const server = createServer(async (incoming, response) => {
    const host = String(incoming.headers['x-meant-for'] ?? 'oidc.actions.test')
    const url = new URL(incoming.url ?? '/', 'http://here')
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    const body = await textOf(incoming)
    const method = incoming.method ?? ''
    asked.push(`${host} ${method} ${url.pathname}`)
    bodies.push(body)
    const reply = answer({ host, method, url, headers, body })
    if (reply.status >= 400 && world.fail === undefined && !host.startsWith('169.') && !host.startsWith('metadata'))
      problems.push(`${host} ${url.pathname}: ${JSON.stringify(reply.body)}`)
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  // @actions/core requests the job's identity from where the environment of the process says.
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_URL', `http://127.0.0.1:${port}/idtoken?api-version=2.0`)
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_TOKEN', JOB_TOKEN)

  return {
    fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : String(input))
      if (!HOSTS.includes(url.hostname)) return fetch(input, init)
      const headers = new Headers(init?.headers)
      headers.set('x-meant-for', url.hostname)
      return fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, { ...init, headers })
    },
    url: `http://127.0.0.1:${port}`,
    asked,
    problems,
    bodies,
    scopesOf,
    withdraw: () => tokens.clear(),
    async [Symbol.asyncDispose]() {
      vi.unstubAllEnvs()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const isForm = (headers: Headers) => (headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded')

const refused = (status: number, message: string): Reply => ({ status, body: { error: { code: status, message } } })

const oauth = (error: string, error_description: string): Reply => ({ status: 400, body: { error, error_description } })

async function textOf(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
