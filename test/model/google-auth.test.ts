import { afterEach, expect, test, vi } from 'vitest'
import { connectModel } from '../../src/model/connect.ts'
import type { ModelOptions } from '../../src/model/provider-kind.ts'
import type { Environment } from '../../src/platform/environment.ts'
import { UserError } from '../../src/platform/errors.ts'
import { type GoogleWorld, JOB_TOKEN, OIDC_URL, PROVIDER, startGoogle } from '../fakes/google.ts'
import {
  asking,
  BOT,
  CLOUD_PLATFORM,
  clock,
  failureOf,
  IAM,
  never,
  OIDC,
  REQUEST,
  STS,
  secretsIn,
  vertex,
} from '../fakes/vertex.ts'

afterEach(() => vi.useRealTimers())

const SCOPES = [CLOUD_PLATFORM, 'https://www.googleapis.com/auth/userinfo.email']

const federated: ModelOptions = {
  useVertex: true,
  project: 'my-project',
  location: 'europe-west4',
  workloadIdentityProvider: PROVIDER,
  tokenFormat: 'access_token',
  tokenScopes: SCOPES,
}
const job = { ACTIONS_ID_TOKEN_REQUEST_URL: OIDC_URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN: JOB_TOKEN }

test("the job's identity suffices for Vertex", async () => {
  await using google = await startGoogle()
  await using api = await vertex(google)
  const ask = asking(federated, job, google, api)
  expect(google.asked).toEqual([])
  for (let turn = 0; turn < 3; turn++) expect(await ask(REQUEST, never)).toMatchObject({ parts: [{ text: 'hello' }] })
  expect(google.problems).toEqual([])
  expect(api.problems).toEqual([])
  expect(google.asked).toEqual([OIDC, STS])
  expect(new URLSearchParams(google.bodies[1]).get('scope')).toBe(CLOUD_PLATFORM)
  expect(api.requests[0]?.path).toBe(
    '/v1beta1/projects/my-project/locations/europe-west4/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
  )
  expect(api.requests[0]?.headers).not.toHaveProperty('x-goog-api-key')
})

test('with a service account it uses its identity and the requested scopes', async () => {
  await using google = await startGoogle({ serviceAccount: BOT })
  await using api = await vertex(google)
  await asking({ ...federated, serviceAccount: BOT }, job, google, api)(REQUEST, never)
  expect([...google.problems, ...api.problems]).toEqual([])
  expect(google.asked).toEqual([OIDC, STS, IAM])
  expect(new URLSearchParams(google.bodies[1]).get('scope')).toBe(CLOUD_PLATFORM)
  expect(JSON.parse(google.bodies[2] ?? '')).toEqual({ scope: SCOPES, lifetime: '3600s' })
  expect(api.requests[0]?.headers.authorization).toMatch(/^Bearer ya29\.c\./)
})

test.each([`//iam.googleapis.com/${PROVIDER}`, `https://iam.googleapis.com/${PROVIDER}`])(
  'the provider as it is written elsewhere: %s',
  async (workloadIdentityProvider) => {
    await using google = await startGoogle()
    await using api = await vertex(google)
    await asking({ ...federated, workloadIdentityProvider, tokenScopes: [] }, job, google, api)(REQUEST, never)
    expect([...google.problems, ...api.problems]).toEqual([])
  },
)

test('parallel requests share one exchange', async () => {
  await using google = await startGoogle()
  await using api = await vertex(google)
  const ask = asking(federated, job, google, api)
  await Promise.all([ask(REQUEST, never), ask(REQUEST, never), ask(REQUEST, never)])
  expect(google.asked).toEqual([OIDC, STS])
})

for (const [name, serviceAccount] of [
  ['the job itself', undefined],
  ['a service account', BOT],
] as const)
  test(`90 minutes as ${name}: no request with an expired token, each new one from a new identity`, async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 12) })
    await using google = await startGoogle({ serviceAccount: BOT })
    await using api = await vertex(google)
    const ask = asking({ ...federated, serviceAccount }, job, google, api)
    for (let minute = 0; minute <= 90; minute += 3) {
      vi.setSystemTime(Date.UTC(2026, 10, 20, 12, minute))
      await ask(REQUEST, never)
    }
    expect([...google.problems, ...api.problems]).toEqual([])
    const tokens = new Set(api.requests.map(({ headers }) => headers.authorization))
    expect(api.requests).toHaveLength(31)
    expect(tokens.size).toBe(2)
    const round = serviceAccount === undefined ? [OIDC, STS] : [OIDC, STS, IAM]
    expect(google.asked).toEqual([...round, ...round])
  })

test('a revoked token is replaced within the same request', async () => {
  await using google = await startGoogle()
  await using api = await vertex(google)
  const ask = asking(federated, job, google, api)
  await ask(REQUEST, never)
  google.withdraw()
  await ask(REQUEST, never)
  expect(google.asked).toEqual([OIDC, STS, OIDC, STS])
  expect(api.requests).toHaveLength(3)
})

type Refused = [name: string, options: ModelOptions, world: GoogleWorld, env: Environment, text: RegExp]

const answering = (host: string, status: number, body: object): GoogleWorld => ({
  serviceAccount: BOT,
  fail: (asked) => (asked.startsWith(host) ? { status, body } : undefined),
})
const acting = { ...federated, serviceAccount: BOT }

const refused: Refused[] = [
  [
    'GitHub gives no identity',
    federated,
    {},
    { ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job-token-of-another-run' },
    /GitHub gives this job no identity token \(HTTP 401\).*id-token: write/,
  ],
  [
    'the attribute condition',
    federated,
    answering('sts', 400, { error: 'unauthorized_client', error_description: 'rejected by the attribute condition' }),
    {},
    /Check gcp_workload_identity_provider, .*attribute condition/,
  ],
  [
    'another service account',
    { ...federated, serviceAccount: 'other@my-project.iam.gserviceaccount.com' },
    { serviceAccount: BOT },
    {},
    /may not act as other@my-project.*Check gcp_service_account.*workloadIdentityUser.*HTTP 403/,
  ],
]

for (const [name, options, world, env, text] of refused)
  test(`refused for good: ${name}`, async () => {
    await using google = await startGoogle(world)
    await using api = await vertex(google)
    for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
    const failure = await failureOf(asking(options, { ...job, ...env }, google, api)(REQUEST, never))
    expect(failure).toBeInstanceOf(UserError)
    expect(failure.message).toMatch(text)
    expect(secretsIn(failure)).toEqual([])
    expect(api.requests).toEqual([])
  })

const failing: [name: string, world: GoogleWorld, text: RegExp][] = [
  ['GitHub', answering('oidc', 503, {}), /GitHub did not issue an identity token.*HTTP 503/],
  ['GitHub, with nothing', answering('oidc', 200, {}), /GitHub did not issue an identity token/],
  [
    'the exchange',
    answering('sts', 503, { error: 'x', error_description: 'later' }),
    /no access token at the moment.*503/,
  ],
  [
    'impersonation',
    answering('iamcredentials', 500, { error: { message: 'x' } }),
    /no access token at the moment.*500/,
  ],
  ['a limit', answering('iamcredentials', 429, { error: { message: 'x' } }), /no access token at the moment.*429/],
]

for (const [name, world, text] of failing)
  test(`temporary failure: ${name}`, async () => {
    await using google = await startGoogle(world)
    await using api = await vertex(google)
    const failure = await failureOf(asking({ ...acting, maxAttempts: 1 }, job, google, api)(REQUEST, never))
    expect(failure).toMatchObject({ name: 'ModelError', fault: 'unavailable', retry: 'later' })
    expect(failure.message).toMatch(text)
    expect(secretsIn(failure)).toEqual([])
  })

test('a temporary failure is waited for', async () => {
  let left = 6
  const world = {
    fail: (host: string) => (host.startsWith('sts') && left-- > 0 ? { status: 503, body: {} } : undefined),
  }
  await using google = await startGoogle(world)
  await using api = await vertex(google)
  const notices: string[] = []
  await asking(federated, job, google, api, notices)(REQUEST, never)
  expect(notices.join()).toMatch(/no access token at the moment.*Retrying in/)
})

test('GitHub out of reach', async () => {
  await using google = await startGoogle()
  await using api = await vertex(google)
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_URL', 'http://nowhere.invalid/?x=1')
  const failure = await failureOf(asking({ ...federated, maxAttempts: 1 }, job, google, api)(REQUEST, never))
  expect(failure).toMatchObject({ name: 'ModelError', fault: 'unavailable', retry: 'later' })
  expect(failure.message).toMatch(/^GitHub did not issue an identity token.*nowhere\.invalid/)
})

test('an abort ends the wait for a token with its reason', async () => {
  await using google = await startGoogle()
  await using api = await vertex(google)
  const stop = new AbortController()
  const silent: typeof fetch = () => new Promise(() => stop.abort(new Error('time is up')))
  const env = { ...job, GOOGLE_VERTEX_BASE_URL: api.url }
  const { generate } = connectModel(federated, env, { clock, report: () => {}, fetch: silent })
  await expect(generate(REQUEST, stop.signal)).rejects.toThrow('time is up')
})
