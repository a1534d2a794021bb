import { expect, test } from 'vitest'
import { interpolateSettings } from '../../src/config/settings/parse-settings.ts'
import { googleHeaders, httpAuthFor } from '../../src/mcp/auth.ts'
import { parseMcpServers } from '../../src/mcp/config.ts'
import type { McpEnvironment } from '../../src/mcp/connect-server.ts'
import type { Credential } from '../../src/model/credential.ts'
import { type Asked, startMcp } from '../fakes/mcp-http.ts'
import { opened, textOf } from './peer.ts'

const learned: string[] = []
const googleCredential = (): Credential => {
  throw new Error('not asked for')
}
const authed: Pick<McpEnvironment, 'httpAuthFor'> = {
  httpAuthFor: async ({ name, transport }) =>
    transport.kind === 'stdio'
      ? {}
      : httpAuthFor(name, transport, {
          now: Date.now,
          fetch,
          addSecrets: (secrets) => void learned.push(...secrets),
          googleCredential,
        }),
}

test('headers reach the server with every request, and a missing stream is not an error', async () => {
  await using web = await startMcp()
  await using run = await opened(
    { web: { httpUrl: web.url, headers: { Authorization: 'Bearer header-token-1' } } },
    authed,
  )
  expect(textOf(await run.call('ping'))).toContain('pong')
  expect(run.notices).toEqual([])
  expect(new Set(web.asked.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer header-token-1']))
  expect(web.asked.some(({ method, path }) => method === 'GET' && path === '/mcp')).toBe(true)
  expect(learned).toContain('header-token-1')
})

const learns: [headers: Record<string, string>, learned: string[]][] = [
  [{ Authorization: 'Bearer secret-1' }, ['Bearer secret-1', 'secret-1']],
  [{ 'X-Api-Key': 'secret-2' }, ['secret-2', 'secret-2']],
  [{ Authorization: 'ApiKey secret-3' }, ['ApiKey secret-3', 'secret-3']],
  [{ Accept: 'application/json' }, []],
  // Common words do not become secrets when a variable is empty or missing.
  [{ Authorization: 'Bearer ', Cookie: '' }, []],
  [{ Authorization: 'Bearer' }, []],
  [{ Authorization: 'Bearer $MY_TOKEN', 'X-Api-Key': '${MY_KEY}' }, []],
]
for (const [headers, secrets] of learns)
  test(`secrets in headers: ${JSON.stringify(headers)}`, async () => {
    const kept: string[] = []
    const addSecrets = (values: readonly string[]) => void kept.push(...values)
    const transport = { kind: 'http', url: 'http://127.0.0.1/', headers, auth: { kind: 'oauth', oauth: {} } } as const
    await httpAuthFor('web', transport, { now: Date.now, fetch, addSecrets, googleCredential })
    expect(kept).toEqual(secrets)
  })

test('a redirect to another origin gets neither headers nor body', async () => {
  await using thief = await startMcp()
  await using web = await startMcp(() => ({ status: 307, headers: { location: thief.url } }))
  await using run = await opened(
    { web: { httpUrl: web.url, headers: { Authorization: 'Bearer header-token-2' } } },
    authed,
  )
  expect(thief.asked).toEqual([])
  expect(run.notices).toEqual([
    expect.stringMatching(/^MCP server web cannot be used in this run: .*Redirect to .* not followed/),
  ])
})

test('without a credential the notice says how to give one', async () => {
  await using web = await startMcp(() => ({ status: 401 }))
  await using run = await opened({ web: { url: web.url }, who: { url: web.url, oauth: { clientId: 'me' } } }, authed)
  expect(run.notices).toHaveLength(2)
  for (const notice of run.notices)
    expect(notice).toMatch(
      /it requires authentication \(401\).*headers\.Authorization.*oauth\.clientSecret or oauth\.refreshToken, and oauth\.issuer/,
    )
  // No second try over SSE, which would only ask the same again.
  expect(web.asked).toHaveLength(2)
})

/** A server that trusts the tokens it gives out itself, and says so as the protocol has it. */
const guarded = (grants: URLSearchParams[], refresh = 'refresh-token-2', path = '/mcp') =>
  startMcp((asked, url) => {
    switch (asked.path) {
      case `/.well-known/oauth-protected-resource${path}`:
        return { status: 200, body: { resource: url + path, authorization_servers: [url] } }
      case '/.well-known/oauth-authorization-server':
        return {
          status: 200,
          body: {
            issuer: url,
            authorization_endpoint: `${url}/authorize`,
            token_endpoint: `${url}/token`,
            response_types_supported: ['code'],
            token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
          },
        }
      case '/token': {
        const grant = new URLSearchParams(asked.body)
        grant.set('authorization', asked.headers.authorization ?? '')
        grants.push(grant)
        return {
          status: 200,
          body: {
            access_token: `access-token-${grants.length}`,
            token_type: 'Bearer',
            expires_in: 60,
            refresh_token: refresh,
          },
        }
      }
      default: {
        if (asked.headers.authorization === `Bearer access-token-${Math.max(grants.length, 1)}`) return undefined
        // What does not speak streamable HTTP says that first.
        if (path === '/sse' && asked.method === 'POST' && asked.path === path) return { status: 404 }
        const where = `${url}/.well-known/oauth-protected-resource${path}`
        return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${where}"` } }
      }
    }
  })

test('a client with a secret discovers the token endpoint and uses it', async () => {
  const grants: URLSearchParams[] = []
  await using web = await guarded(grants)
  const oauth = {
    clientId: 'me',
    clientSecret: 'client-secret-1',
    issuer: new URL(web.url).origin,
    scopes: ['read', 'write'],
    audiences: ['api'],
  }
  await using run = await opened({ web: { httpUrl: web.url, oauth } }, authed)
  expect(run.notices).toEqual([])
  expect(textOf(await run.call('ping'))).toContain('pong')
  expect(Object.fromEntries(grants[0] ?? [])).toMatchObject({
    grant_type: 'client_credentials',
    scope: 'read write',
    audience: 'api',
    resource: web.url,
    authorization: `Basic ${Buffer.from('me:client-secret-1').toString('base64')}`,
  })
  expect(grants).toHaveLength(1)
  expect(learned).toEqual(expect.arrayContaining(['client-secret-1', 'access-token-1']))
})

/** The protocol's method in a POST, or the method of HTTP. */
const askedFor = ({ method, body }: Asked): string => (method === 'POST' ? JSON.parse(body).method : method)

test('also over SSE, when HTTP is not found and SSE requires authorization', async () => {
  const grants: URLSearchParams[] = []
  await using web = await guarded(grants, undefined, '/sse')
  const oauth = { clientId: 'me', clientSecret: 'client-secret-4', issuer: new URL(web.url).origin }
  await using run = await opened({ web: { url: new URL('/sse', web.url).href, oauth } }, authed)
  expect(run.notices).toEqual([])
  expect(textOf(await run.call('ping'))).toContain('pong')
  const attempts = web.asked.filter(({ path }) => path === '/sse')
  expect(attempts.map((asked) => [askedFor(asked), asked.headers.authorization])).toEqual([
    ['server/discover', undefined],
    ['initialize', undefined],
    ['GET', undefined],
    ['GET', 'Bearer access-token-1'],
  ])
  expect(grants).toHaveLength(1)
})

test('a server with broken HTTP is used over SSE', async () => {
  await using web = await startMcp(({ method, path }) =>
    method === 'POST' && path === '/sse' ? { status: 500 } : undefined,
  )
  await using run = await opened({ web: { url: new URL('/sse', web.url).href } }, authed)
  expect(textOf(await run.call('ping'))).toContain('pong')
  expect(web.asked.filter(({ path }) => path === '/sse').map(askedFor)).toEqual([
    'server/discover',
    'initialize',
    'GET',
  ])
})

test('another authorization server does not get the headers of the MCP server', async () => {
  await using login = await startMcp((asked, url) =>
    asked.path === '/token'
      ? { status: 200, body: { access_token: 'access-token-9', token_type: 'Bearer' } }
      : {
          status: 200,
          body: {
            issuer: url,
            authorization_endpoint: `${url}/authorize`,
            token_endpoint: `${url}/token`,
            response_types_supported: ['code'],
          },
        },
  )
  await using web = await startMcp((asked, url) => {
    if (asked.path.startsWith('/.well-known/oauth-protected-resource'))
      return { status: 200, body: { resource: `${url}/mcp`, authorization_servers: [new URL(login.url).origin] } }
    return asked.headers.authorization === 'Bearer access-token-9' ? undefined : { status: 401 }
  })
  const oauth = { clientId: 'me', clientSecret: 'client-secret-3', issuer: new URL(login.url).origin }
  await using run = await opened({ web: { httpUrl: web.url, headers: { 'X-Api-Key': 'api-key-1' }, oauth } }, authed)
  expect(run.notices).toEqual([])
  expect(textOf(await run.call('ping'))).toContain('pong')
  expect(web.asked.every(({ headers }) => headers['x-api-key'] === 'api-key-1')).toBe(true)
  expect(login.asked.length).toBeGreaterThan(1)
  expect(login.asked.filter(({ headers }) => headers['x-api-key'] !== undefined)).toEqual([])
})

test('a refresh token is good without a browser, and its successor is used next', async () => {
  const grants: URLSearchParams[] = []
  await using web = await guarded(grants)
  await using run = await opened(
    {
      web: {
        httpUrl: web.url,
        oauth: { clientId: 'me', refreshToken: 'refresh-token-1', tokenUrl: new URL('/token', web.url).href },
      },
    },
    authed,
  )
  expect(run.notices).toEqual([])
  expect(grants.map((grant) => [grant.get('grant_type'), grant.get('refresh_token'), grant.get('client_id')])).toEqual([
    ['refresh_token', 'refresh-token-1', 'me'],
  ])
  // The server forgets the token it gave: the next call asks for another one.
  grants.push(new URLSearchParams())
  expect(textOf(await run.call('ping'))).toContain('pong')
  expect(grants.at(-1)?.get('refresh_token')).toBe('refresh-token-2')
  // The token endpoint is configured, so it is not discovered.
  expect(web.asked.filter(({ path }) => path === '/.well-known/oauth-authorization-server')).toEqual([])
})

for (const own of [{ clientSecret: 'client-secret-2' }, { refreshToken: 'refresh-token-3' }])
  test(`what a server says of its authorization does not decide who gets the ${Object.keys(own)[0]}`, async () => {
    const grants: URLSearchParams[] = []
    await using login = await guarded(grants)
    await using thief = await startMcp()
    await using web = await startMcp((asked, url) => {
      if (asked.headers.authorization === `Bearer access-token-${Math.max(grants.length, 1)}`) return undefined
      const there = new URL(thief.url).origin
      if (asked.path.startsWith('/.well-known/oauth-protected-resource'))
        return { status: 200, body: { resource: `${url}/mcp`, authorization_servers: [there] } }
      return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${there}/resource"` } }
    })
    const oauth = { clientId: 'me', ...own, issuer: new URL(login.url).origin }
    await using run = await opened({ web: { httpUrl: web.url, oauth } }, authed)
    expect(run.notices).toEqual([])
    expect(textOf(await run.call('ping'))).toContain('pong')
    expect(grants).toHaveLength(1)
    expect(thief.asked).toEqual([])
  })

test('an endpoint that only metadata names is not asked inside this network or without encryption', async () => {
  await using inside = await startMcp()
  const port = new URL(inside.url).port
  for (const endpoint of [`http://127.0.0.1:${port}`, `https://127.0.0.1:${port}`, `https://localhost:${port}`]) {
    await using login = await startMcp((_, url) => ({
      status: 200,
      body: {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${endpoint}/token`,
        response_types_supported: ['code'],
      },
    }))
    await using web = await startMcp(() => ({ status: 401 }))
    const oauth = { clientId: 'me', clientSecret: 'client-secret-5', issuer: new URL(login.url).origin }
    await using run = await opened({ web: { httpUrl: web.url, oauth } }, authed)
    expect(run.notices).toEqual([expect.stringMatching(/cannot be used in this run: .*(?:not asked|not allowed)/)])
  }
  expect(inside.asked).toEqual([])
})

const secret = { clientId: 'me', clientSecret: 'client-secret-6' }
const refused: [settings: object, message: RegExp][] = [
  [
    { httpUrl: 'https://a.example/mcp', oauth: secret },
    /oauth\.clientSecret is set without oauth\.issuer or oauth\.tokenUrl/,
  ],
  [
    { url: 'https://a.example/sse', type: 'sse', oauth: { clientId: 'me', refreshToken: 'r' } },
    /oauth\.refreshToken is set without/,
  ],
  [
    { httpUrl: 'https://a.example/mcp', authProviderType: 'dynamic_discovery', oauth: secret },
    /oauth\.clientSecret is set without/,
  ],
  [
    { httpUrl: 'https://a.example/mcp', oauth: { ...secret, issuer: 'http://b.example' } },
    /oauth\.issuer is not an https URL/,
  ],
  [
    { httpUrl: 'https://a.example/mcp', oauth: { ...secret, tokenUrl: 'http://b.example/t' } },
    /oauth\.tokenUrl is not an https/,
  ],
  [
    { httpUrl: 'https://a.example/mcp', oauth: { ...secret, tokenUrl: '/token' } },
    /oauth\.tokenUrl is not an https URL/,
  ],
  [
    { httpUrl: 'http://a.example/mcp', oauth: { ...secret, issuer: 'https://b.example' } },
    /not encrypted, and oauth\.clientSecret/,
  ],
  [
    { httpUrl: 'http://a.example/mcp', headers: { Authorization: 'Bearer x' } },
    /not encrypted, and headers\.Authorization/,
  ],
  [{ url: 'http://10.0.0.4/sse', headers: { 'X-Api-Key': 'x' } }, /not encrypted, and headers\.X-Api-Key/],
  [{ httpUrl: 'http://a.example/mcp?api_key=x' }, /not encrypted, and its parameter api_key/],
  [{ httpUrl: 'http://127.0.0.1.example/mcp', headers: { Cookie: 'x' } }, /not encrypted, and headers\.Cookie/],
  [
    { httpUrl: 'http://a.googleapis.com/mcp', authProviderType: 'google_credentials', oauth: { scopes: ['a'] } },
    /not encrypted, and authProviderType/,
  ],
]
test('settings that would send a credential to whom the server names, or without encryption, start no server', () => {
  for (const [settings, message] of refused) {
    const { servers, notes } = parseMcpServers({ mcpServers: { web: settings } }, {})
    expect(servers, JSON.stringify(settings)).toEqual([])
    expect(notes, JSON.stringify(settings)).toEqual([expect.stringMatching(message)])
  }
  const usable = [
    { httpUrl: 'http://tools.internal/mcp' },
    { httpUrl: 'http://[::1]:8080/mcp', headers: { Authorization: 'Bearer x' } },
    { httpUrl: 'http://localhost/mcp', oauth: { ...secret, issuer: 'http://localhost:81' } },
    { httpUrl: 'https://a.example/mcp', oauth: { ...secret, tokenUrl: 'https://b.example/t' } },
    { httpUrl: 'https://a.example/mcp', oauth: { clientId: 'me' } },
  ]
  // A variable is a secret, whatever the header or the parameter is called. It may name the machine.
  const env = { TEAM: 'team-secret-1', HOST: 'tools.internal' }
  const filled = (web: object) => interpolateSettings({ mcpServers: { web } }, env).value
  for (const [web, message] of [
    [{ httpUrl: 'http://a.example/mcp', headers: { 'X-Team': 'id $TEAM' } }, /not encrypted, and headers\.X-Team/],
    [{ url: 'http://10.0.0.4/sse', headers: { 'X-Team': '${TEAM:-none}' } }, /not encrypted, and headers\.X-Team/],
    [{ httpUrl: 'http://$HOST/mcp', headers: { 'X-Team': '$TEAM' } }, /not encrypted, and headers\.X-Team/],
    [{ httpUrl: 'http://a.example/mcp?team=$TEAM' }, /not encrypted, and the variable in it/],
    [{ httpUrl: 'http://a.example/$TEAM/mcp' }, /not encrypted, and the variable in it/],
  ] as const)
    expect(parseMcpServers(filled(web), env), JSON.stringify(web)).toMatchObject({
      servers: [],
      notes: [expect.stringMatching(message)],
    })
  for (const web of [
    { httpUrl: 'http://$HOST:81/mcp', headers: { 'X-Team': 'docs' } },
    { httpUrl: 'https://$HOST/$TEAM/mcp', headers: { 'X-Team': '$TEAM' } },
    { httpUrl: 'http://127.0.0.1:81/mcp?team=$TEAM', headers: { 'X-Team': '$TEAM' } },
  ]) {
    const { servers, notes } = parseMcpServers(filled(web), env)
    expect([servers.length, notes], JSON.stringify(web)).toEqual([1, []])
    expect(JSON.stringify(servers)).not.toContain('$')
  }
  for (const web of usable) expect(parseMcpServers({ mcpServers: { web } }, {}).notes, JSON.stringify(web)).toEqual([])
})

test('Google credentials add headers, the project among them unless the settings name one', async () => {
  const scopes: (readonly string[])[] = []
  const credential: Credential = {
    source: 'a test',
    headers: () => ({ authorization: 'Bearer ya29.x', 'x-goog-user-project': 'quota' }),
    secrets: () => ['ya29.x'],
  }
  const place = {
    now: Date.now,
    fetch,
    addSecrets: () => undefined,
    googleCredential: (requested: readonly string[]) => {
      scopes.push(requested)
      return credential
    },
  }
  const auth = { kind: 'google', scopes: ['a', 'b'] } as const
  expect(await googleHeaders(auth, {}, place)()).toEqual({
    authorization: 'Bearer ya29.x',
    'x-goog-user-project': 'quota',
  })
  expect(await googleHeaders(auth, { 'X-Goog-User-Project': 'mine' }, place)()).toEqual({
    authorization: 'Bearer ya29.x',
  })
  expect(scopes).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('as a service account: an ID token for the audience, reused until shortly before its expiry', async () => {
  let now = 1_000_000_000_000
  const asked: { url: string; body: unknown; authorization: string | null }[] = []
  const learnt: string[] = []
  const claims = () => Buffer.from(JSON.stringify({ exp: now / 1000 + 3600 })).toString('base64url')
  const place = {
    now: () => now,
    addSecrets: (secrets: readonly string[]) => void learnt.push(...secrets),
    googleCredential: () => ({
      source: 'a test',
      headers: () => ({ authorization: 'Bearer ya29.y' }),
      secrets: () => ['ya29.y'],
    }),
    fetch: (async (url, init) => {
      asked.push({
        url: String(url),
        body: JSON.parse(String(init?.body)),
        authorization: new Headers(init?.headers).get('authorization'),
      })
      return asked.length === 3
        ? new Response('{}', { status: 403 })
        : Response.json({ token: `h.${claims()}.${asked.length}` })
    }) as typeof fetch,
  }
  const account = 'bot@p.iam.gserviceaccount.com'
  const headers = googleHeaders({ kind: 'service-account', audience: 'https://aud', account }, {}, place)
  const first = await headers()
  expect(await headers()).toEqual(first)
  expect(asked).toEqual([
    {
      url: `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${encodeURIComponent(account)}:generateIdToken`,
      body: { audience: 'https://aud', includeEmail: true },
      authorization: 'Bearer ya29.y',
    },
  ])
  expect(learnt).toContain(first.authorization?.slice('Bearer '.length))
  now += 56 * 60_000
  expect(await headers()).not.toEqual(first)
  now += 56 * 60_000
  await expect(headers()).rejects.toThrow(/Failed to obtain authentication token: HTTP 403 for bot@p/)
})
