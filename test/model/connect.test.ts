import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startGemini } from '../../src/emulators/gemini/gemini.ts'
import { fail, say } from '../../src/emulators/gemini/steps.ts'
import { connectModel as connectTo } from '../../src/model/connect.ts'
import { hasCredential, type ModelOptions } from '../../src/model/provider-kind.ts'
import type { RetryClock } from '../../src/model/retry.ts'
import { authTypeOf } from '../../src/model/select-provider.ts'
import type { ModelRequest } from '../../src/model/types.ts'
import type { Environment } from '../../src/platform/environment.ts'
import { UserError } from '../../src/platform/errors.ts'

const never = new AbortController().signal
const request: ModelRequest = {
  model: '',
  system: '',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  tools: [],
}
const clock: RetryClock = { now: () => 0, random: () => 0.5, sleep: async () => {} }
const connect = (options: ModelOptions, env: Environment, notices: string[] = []) =>
  connectTo(options, env, { clock, report: ({ text }) => void notices.push(text) }).generate

/** Connects to an emulator that serves both back ends, and returns its requests. */
async function seen(options: ModelOptions, env: Environment) {
  await using gemini = await startGemini([say('hi')])
  await connect(options, { GOOGLE_GEMINI_BASE_URL: `${gemini.url}/`, GOOGLE_VERTEX_BASE_URL: gemini.url, ...env })(
    request,
    never,
  )
  expect(gemini.problems).toEqual([])
  const asked = gemini.requests[0]
  return `${asked?.path.split(':')[0]} ${asked?.headers['x-goog-api-key'] ?? asked?.headers.authorization}`
}

const GEMINI = '/v1beta/models/gemini-3.1-pro-preview'
const VERTEX = '/v1beta1/publishers/google/models/gemini-3.1-pro-preview'

const chosen: [name: string, options: ModelOptions, env: Environment, request: string][] = [
  ['a key', { apiKey: 'k' }, {}, `${GEMINI} k`],
  ['a key with blanks around it', { apiKey: ' k\n' }, {}, `${GEMINI} k`],
  ['a key in the environment', {}, { GEMINI_API_KEY: 'e' }, `${GEMINI} e`],
  ['input over environment', { apiKey: 'k' }, { GEMINI_API_KEY: 'e' }, `${GEMINI} k`],
  ['an empty input', { apiKey: '' }, { GEMINI_API_KEY: 'e' }, `${GEMINI} e`],
  [
    'a key as input over Vertex in the environment',
    { apiKey: 'k' },
    { GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_API_KEY: 'g' },
    `${GEMINI} k`,
  ],
  [
    'a key as input over Code Assist in the environment',
    { apiKey: 'k' },
    { GOOGLE_GENAI_USE_GCA: 'true' },
    `${GEMINI} k`,
  ],
  ['Vertex by input', { useVertex: true, googleApiKey: 'g', apiKey: 'k' }, {}, `${VERTEX} g`],
  ['Vertex by environment', {}, { GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_API_KEY: 'g' }, `${VERTEX} g`],
  [
    'a key over project and location',
    { useVertex: true, googleApiKey: 'g', project: 'p', location: 'l' },
    {},
    `${VERTEX} g`,
  ],
  ['a key over the machine', {}, { GEMINI_CLI_USE_COMPUTE_ADC: 'true', GEMINI_API_KEY: 'e' }, `${GEMINI} e`],
  ['only "true" means Vertex', {}, { GOOGLE_GENAI_USE_VERTEXAI: '1', GEMINI_API_KEY: 'e' }, `${GEMINI} e`],
  [
    'a token with a project',
    { useVertex: true, project: 'p' },
    { GOOGLE_CLOUD_ACCESS_TOKEN: 't' },
    '/v1beta1/projects/p/locations/global/publishers/google/models/gemini-3.1-pro-preview Bearer t',
  ],
  [
    'a token with everything in the environment',
    {},
    {
      GOOGLE_GENAI_USE_VERTEXAI: 'true',
      GOOGLE_CLOUD_ACCESS_TOKEN: 't',
      GOOGLE_CLOUD_PROJECT: 'p',
      GOOGLE_CLOUD_LOCATION: 'us-central1',
    },
    '/v1beta1/projects/p/locations/us-central1/publishers/google/models/gemini-3.1-pro-preview Bearer t',
  ],
  [
    'another version',
    { apiKey: 'k' },
    { GOOGLE_GENAI_API_VERSION: 'v1alpha' },
    '/v1alpha/models/gemini-3.1-pro-preview k',
  ],
  ['a model by input', { apiKey: 'k', model: 'flash' }, { GEMINI_MODEL: 'pro' }, '/v1beta/models/gemini-3.5-flash k'],
  [
    'a model by environment',
    { apiKey: 'k', model: '' },
    { GEMINI_MODEL: 'gemini-2.5-pro' },
    '/v1beta/models/gemini-2.5-pro k',
  ],
]

for (const [name, options, env, expected] of chosen)
  test(`connects: ${name}`, async () => expect(await seen(options, env)).toBe(expected))

const PROVIDER = 'projects/123/locations/global/workloadIdentityPools/pool-1/providers/github'
const JOB = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://oidc.test/?x=1', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job' }
const federated = { useVertex: true, project: 'p', workloadIdentityProvider: PROVIDER }

/** On a hosted runner, which has no identity. */
const refused: [name: string, options: ModelOptions, env: Environment, text: RegExp][] = [
  ['nothing', {}, {}, /Set the input gemini_api_key/],
  ['a Vertex key without Vertex', { googleApiKey: 'g' }, {}, /Set use_vertex_ai too/],
  ['Vertex with nothing', { useVertex: true }, {}, /needs google_api_key.*gcp_workload_identity_provider/],
  [
    'Vertex with variables that are empty',
    { useVertex: true },
    { GOOGLE_API_KEY: '', GOOGLE_CLOUD_PROJECT: '', GOOGLE_CLOUD_LOCATION: '', GEMINI_API_KEY: '' },
    /needs google_api_key/,
  ],
  ['Vertex with the wrong key', { useVertex: true, apiKey: 'k' }, {}, /needs google_api_key/],
  ['Vertex with a project alone', { useVertex: true, project: 'p' }, {}, /id-token: write.*GOOGLE_CLOUD_ACCESS_TOKEN/],
  ['Vertex with a token, no project', { useVertex: true }, { GOOGLE_CLOUD_ACCESS_TOKEN: 't' }, /gcp_project_id/],
  ['Vertex with an identity, no project', { ...federated, project: '' }, JOB, /gcp_project_id/],
  ['an identity that GitHub does not vouch for', federated, {}, /permissions: id-token: write/],
  ['half of what GitHub vouches with', federated, { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x' }, /id-token: write/],
  [
    'a pool by the name of its project',
    { ...federated, workloadIdentityProvider: PROVIDER.replace('123', 'my-project') },
    JOB,
    /gcp_workload_identity_provider must be the full resource name with the project number/,
  ],
  [
    'a provider by its short name',
    { ...federated, workloadIdentityProvider: 'github' },
    JOB,
    /gcp_workload_identity_provider must be.*not "github"/,
  ],
  ['a token of another kind', { ...federated, tokenFormat: 'id_token' }, JOB, /gcp_token_format is "id_token"/],
  ['a service account by its name', { ...federated, serviceAccount: 'bot' }, JOB, /gcp_service_account must be/],
  [
    'a service account that is a path',
    { ...federated, serviceAccount: 'a@b/../../x:signBlob' },
    JOB,
    /gcp_service_account must be/,
  ],
  ['an identity alone', { workloadIdentityProvider: 'w' }, {}, /Set use_vertex_ai or use_gemini_code_assist/],
  ['a credential file alone', {}, { GOOGLE_APPLICATION_CREDENTIALS: '/x' }, /Set use_vertex_ai or/],
  [
    'Code Assist with a key',
    { useCodeAssist: true, apiKey: 'k' },
    {},
    /Code Assist needs a Google Cloud credential.*GOOGLE_CLOUD/,
  ],
  ['Code Assist by environment', {}, { GOOGLE_GENAI_USE_GCA: 'true', GEMINI_API_KEY: 'k' }, /Code Assist needs/],
  ['Code Assist by the machine', {}, { GEMINI_CLI_USE_COMPUTE_ADC: 'true' }, /Code Assist needs/],
  ['a shell in the cloud alone', {}, { CLOUD_SHELL: 'true' }, /Set the input gemini_api_key/],
  ['Code Assist by settings', { authType: 'oauth-personal' }, {}, /Code Assist needs/],
  ['an unknown kind in settings', { authType: 'magic' }, {}, /selectedType is "magic", but must be one of gem/],
  [
    'another kind than settings enforce',
    { enforcedAuthType: 'vertex-ai', apiKey: 'k' },
    {},
    /enforcedType requires "vertex-ai", but this run uses "gemini-api-key"/,
  ],
  ['a gateway without an address', { authType: 'gateway' }, {}, /Set the input gemini_api_key/],
  [
    'an address that is none',
    { apiKey: 'k' },
    { GOOGLE_GEMINI_BASE_URL: 'not-a-url' },
    /GOOGLE_GEMINI_BASE_URL is not an http/,
  ],
  ['an address of another kind', { apiKey: 'k' }, { GOOGLE_GEMINI_BASE_URL: 'file:///etc' }, /GOOGLE_GEMINI_BASE_URL/],
  [
    'an address of Code Assist that is none',
    { useCodeAssist: true },
    { CODE_ASSIST_ENDPOINT: 'x', GOOGLE_CLOUD_ACCESS_TOKEN: 't' },
    /CODE_ASSIST_ENDPOINT is not an http/,
  ],
  ['a key that was broken in two', { apiKey: 'AIza-secret\nx' }, {}, /^gemini_api_key contains(?!.*AIza)/],
  [
    'a token that was broken in two',
    { useVertex: true, project: 'p' },
    { GOOGLE_CLOUD_ACCESS_TOKEN: 'ya29.secret\nx' },
    /^GOOGLE_CLOUD_ACCESS_TOKEN contains(?!.*ya29)/,
  ],
  [
    'headers that are none',
    { apiKey: 'k' },
    { GEMINI_CLI_CUSTOM_HEADERS: 'X-A: secret\nvalue' },
    /^GEMINI_CLI_CUSTOM_HEADERS(?!.*secret)/,
  ],
  ['settings that are wrong', { apiKey: 'k', modelConfigs: [] }, {}, /modelConfigs must be an object/],
]

for (const [name, options, env, text] of refused)
  test(`refuses: ${name}`, () => {
    const hosted = { RUNNER_ENVIRONMENT: 'github-hosted', ...env }
    expect(() => connect(options, hosted)).toThrow(UserError)
    expect(() => connect(options, hosted)).toThrow(text)
  })

const has: [options: ModelOptions, env: Environment, yes: boolean][] = [
  [{}, {}, false],
  [{ apiKey: '', googleApiKey: ' ', project: 'p', useVertex: true }, { GEMINI_API_KEY: '' }, false],
  [{ apiKey: 'k' }, {}, true],
  [{}, { GOOGLE_API_KEY: 'g' }, true],
  [{}, { GOOGLE_CLOUD_ACCESS_TOKEN: 't' }, true],
  [{}, { GOOGLE_APPLICATION_CREDENTIALS: '/x' }, true],
  [federated, {}, false],
  [federated, JOB, true],
  [{ authType: 'gateway' }, {}, true],
  [{ useVertex: true, project: 'p' }, { RUNNER_ENVIRONMENT: 'self-hosted' }, true],
]

for (const [options, env, yes] of has)
  test(`a credential in ${JSON.stringify([options, env])}: ${yes}`, () =>
    expect(hasCredential(options, { RUNNER_ENVIRONMENT: 'github-hosted', ...env })).toBe(yes))

test('retries, falls back, and says both', async () => {
  const daily = { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'RequestsPerDay' }] }
  await using gemini = await startGemini([
    fail(503, 'UNAVAILABLE', 'busy'),
    fail(429, 'RESOURCE_EXHAUSTED', 'enough', [daily]),
    say('hi'),
  ])
  const notices: string[] = []
  const ask = connect({ apiKey: 'k', model: 'pro' }, { GOOGLE_GEMINI_BASE_URL: gemini.url }, notices)
  expect(await ask(request, never)).toMatchObject({ parts: [{ text: 'hi' }] })
  expect(gemini.requests.map(({ path }) => path.split(':')[0])).toEqual([
    GEMINI,
    GEMINI,
    '/v1beta/models/gemini-3.5-flash',
  ])
  expect(notices).toEqual([
    'The API is unavailable: busy (HTTP 503). Retrying in 5.0 s.',
    'The daily quota for gemini-3.1-pro-preview is exhausted: enough (HTTP 429). Falling back to gemini-3.5-flash.',
  ])
})

test('a full id is sent as configured, with one notice about its successor; attempts follow the setting', async () => {
  await using gemini = await startGemini(() => fail(500, 'INTERNAL', 'no'))
  const notices: string[] = []
  const ask = connect(
    { apiKey: 'k', model: 'gemini-3-pro-preview', maxAttempts: 2 },
    { GOOGLE_GEMINI_BASE_URL: gemini.url },
    notices,
  )
  await expect(ask(request, never)).rejects.toThrow('HTTP 500')
  await expect(ask({ ...request, model: 'gemini-2.5-pro' }, never)).rejects.toThrow('HTTP 500')
  expect(gemini.requests.map(({ path }) => path.split(/[/:]/)[3])).toEqual([
    'gemini-3-pro-preview',
    'gemini-3-pro-preview',
    'gemini-2.5-pro',
    'gemini-2.5-pro',
  ])
  expect(notices.filter((text) => text.includes('successor'))).toHaveLength(1)
})

for (const [maxAttempts, asked] of [
  [undefined, 10],
  [99, 10],
  [3, 3],
  [0, 1],
] as const)
  test(`${maxAttempts} attempts are ${asked}`, async () => {
    await using gemini = await startGemini(() => fail(500, 'INTERNAL', 'no'))
    const ask = connect({ apiKey: 'k', model: 'gemini-2.5-pro', maxAttempts }, { GOOGLE_GEMINI_BASE_URL: gemini.url })
    await expect(ask(request, never)).rejects.toThrow('HTTP 500')
    expect(gemini.requests).toHaveLength(asked)
  })

test('sends its user agent', async () => {
  await using gemini = await startGemini([say('a')])
  await connect({ apiKey: 'k', version: '1.2.3' }, { GOOGLE_GEMINI_BASE_URL: gemini.url, GITHUB_SHA: 'x' })(
    request,
    never,
  )
  expect(gemini.requests[0]?.headers['user-agent']).toMatch(
    /^Sluice\/1\.2\.3\/gemini-3\.1-pro-preview \(\w+; \w+; GitHub\)$/,
  )
})

/** The modules that a separate process loads to send one request. */
async function loadedToAsk(url: string): Promise<string[]> {
  const program = `
    const { registerHooks } = await import('node:module')
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    const { connectModel } = await import(${JSON.stringify(new URL('../../src/model/connect.ts', import.meta.url).href)})
    const clock = { now: Date.now, random: Math.random, sleep: async () => {} }
    const { generate } = connectModel({ apiKey: 'k' }, { GOOGLE_GEMINI_BASE_URL: ${JSON.stringify(url)} }, { clock, report: () => {} })
    await generate(${JSON.stringify(request)}, new AbortController().signal)
    console.log(JSON.stringify(loaded))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout)
}

test('asking with a key loads the client and nothing of Google auth, which most runs do not need', async () => {
  await using gemini = await startGemini([say('hi')])
  const loaded = await loadedToAsk(gemini.url)
  expect(loaded.some((url) => url.includes('@google/genai'))).toBe(true)
  expect(loaded.filter((url) => /google-auth-library|gaxios|gcp-metadata/.test(url))).toEqual([])
})

const AUTH_TYPES: [options: ModelOptions, env: Environment, authType: string][] = [
  [{}, { GEMINI_API_KEY: 'k' }, 'gemini-api-key'],
  [{ useVertex: true }, {}, 'vertex-ai'],
  [{}, { GOOGLE_GENAI_USE_VERTEXAI: 'true' }, 'vertex-ai'],
  [{ useCodeAssist: true }, {}, 'oauth-personal'],
  [{ authType: 'compute-default-credentials' }, {}, 'compute-default-credentials'],
  [{ authType: 'gateway' }, {}, 'gateway'],
  [{ authType: 'gateway', useVertex: true }, {}, 'vertex-ai'],
]
for (const [options, env, authType] of AUTH_TYPES)
  test(`the record names the authentication: ${authType} of ${JSON.stringify({ ...options, ...env })}`, () =>
    expect(authTypeOf(options, env)).toBe(authType))
