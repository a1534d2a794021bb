import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gcpMetadata } from 'google-auth-library'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Environment } from '../../src/platform/environment.ts'
import { UserError } from '../../src/platform/errors.ts'
import { type GoogleWorld, JOB_TOKEN, OIDC_URL, PROVIDER, startGoogle } from '../fakes/google.ts'
import { asking, BOT, failureOf, IAM, never, OIDC, REQUEST, STS, secretsIn, vertex } from '../fakes/vertex.ts'

const folder = mkdtempSync(join(tmpdir(), 'credentials-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.useRealTimers())

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const account = {
  type: 'service_account',
  project_id: 'my-project',
  private_key_id: 'abc',
  private_key: privateKey,
  client_email: BOT,
  token_uri: 'https://oauth2.googleapis.com/token',
  universe_domain: 'googleapis.com',
}
const person = {
  type: 'authorized_user',
  client_id: 'client',
  client_secret: 'GOCSPX-client-secret-0123456789',
  refresh_token: '1//0refresh-token-0123456789',
  quota_project_id: 'quota-project',
}
/** As google-github-actions/auth writes it. */
const external = {
  type: 'external_account',
  audience: `//iam.googleapis.com/${PROVIDER}`,
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: 'https://sts.googleapis.com/v1/token',
  credential_source: {
    url: `${OIDC_URL}&audience=${encodeURIComponent(`https://iam.googleapis.com/${PROVIDER}`)}`,
    headers: { Authorization: `Bearer ${JOB_TOKEN}` },
    format: { type: 'json', subject_token_field_name: 'value' },
  },
  service_account_impersonation_url: `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${BOT}:generateAccessToken`,
}
const impersonating = {
  type: 'impersonated_service_account',
  source_credentials: person,
  service_account_impersonation_url: external.service_account_impersonation_url,
  delegates: [],
}
const { service_account_impersonation_url: _, ...direct } = external
const world: GoogleWorld = {
  serviceAccount: BOT,
  keys: { [BOT]: publicKey },
  people: [{ refresh_token: person.refresh_token, client_id: person.client_id, client_secret: person.client_secret }],
}

const file = (content: unknown): string => {
  const path = join(mkdtempSync(join(folder, 'f-')), 'credential.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const byFile = { useVertex: true, project: 'my-project' }

const files: [name: string, content: object, asked: string[]][] = [
  ['a key of a service account', account, ['oauth2.googleapis.com POST /token']],
  ["a person's login", person, ['oauth2.googleapis.com POST /token']],
  ['what google-github-actions/auth leaves', external, [OIDC, STS, IAM]],
  ['the same without a service account', direct, [OIDC, STS]],
  ['a login that acts as a service account', impersonating, ['oauth2.googleapis.com POST /token', IAM]],
]

for (const [name, content, asked] of files)
  test(`GOOGLE_APPLICATION_CREDENTIALS: ${name}`, async () => {
    await using google = await startGoogle(world)
    await using api = await vertex(google)
    const ask = asking(byFile, { GOOGLE_APPLICATION_CREDENTIALS: file(content) }, google, api)
    for (let turn = 0; turn < 2; turn++) await ask(REQUEST, never)
    expect([...google.problems, ...api.problems]).toEqual([])
    expect(google.asked).toEqual(asked)
    expect(api.requests[0]?.headers['x-goog-user-project']).toBe(content === person ? 'quota-project' : undefined)
  })

test('a credential file lasts for 90 minutes too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 12) })
  for (const content of [account, person, external, impersonating]) {
    await using google = await startGoogle(world)
    await using api = await vertex(google)
    const ask = asking(byFile, { GOOGLE_APPLICATION_CREDENTIALS: file(content) }, google, api)
    for (let minute = 0; minute <= 90; minute += 9) {
      vi.setSystemTime(Date.UTC(2026, 10, 20, 12, minute))
      await ask(REQUEST, never)
    }
    expect([...google.problems, ...api.problems]).toEqual([])
    expect(api.requests).toHaveLength(11)
  }
})

const FOREIGN = 'https://sts.googleapis.com.evil.example/v1/token'
const badFiles: [name: string, content: unknown, text: RegExp][] = [
  ['no JSON', '{"private_key": "very secret', /credential\.json is not JSON\.$/],
  ['nothing', {}, /has an unsupported type: none/],
  ['an unknown kind', { type: 'gdch_service_account' }, /has an unsupported type: "gdch_service_account"/],
  ['no key', { ...account, private_key: '' }, /has no usable private_key/],
  ['half a login', { ...person, client_secret: undefined }, /has no usable client_secret/],
  ['an identity without an audience', { ...external, audience: undefined }, /has no usable audience/],
  ['an exchange elsewhere', { ...external, token_url: FOREIGN }, /was not used: its token_url is not a Google address/],
  [
    'an exchange without TLS',
    { ...external, token_url: 'http://sts.googleapis.com/v1/token' },
    /its token_url is not a Google address/,
  ],
  [
    'impersonation elsewhere',
    { ...external, service_account_impersonation_url: 'https://evil.example/x:generateAccessToken' },
    /service_account_impersonation_url is not a Google address/,
  ],
  [
    'a token address elsewhere',
    { ...account, token_uri: 'https://evil.example/' },
    /token_uri is not a Google address/,
  ],
  [
    'a nested address elsewhere',
    { ...impersonating, source_credentials: { ...external, token_url: FOREIGN } },
    /token_url is not a Google address/,
  ],
  [
    'another universe',
    { ...account, universe_domain: 'evil.example' },
    /is for evil\.example, but only googleapis\.com/,
  ],
  [
    'a program',
    { ...external, credential_source: { executable: { command: 'touch /tmp/pwned' } } },
    /from a program or a certificate/,
  ],
  [
    "somebody else's metadata",
    {
      ...external,
      credential_source: {
        environment_id: 'aws1',
        url: 'http://evil.example/',
        region_url: 'http://169.254.169.254/x',
      },
    },
    /its url is not this machine's metadata server/,
  ],
  [
    'a key that is none',
    { ...account, private_key: 'no key at all, but very secret' },
    /does not accept the credential in/,
  ],
]

for (const [name, content, text] of badFiles)
  test(`GOOGLE_APPLICATION_CREDENTIALS refused: ${name}`, async () => {
    await using google = await startGoogle(world)
    await using api = await vertex(google)
    const path = file(content)
    const failure = await failureOf(
      asking(byFile, { GOOGLE_APPLICATION_CREDENTIALS: path }, google, api)(REQUEST, never),
    )
    expect(failure).toBeInstanceOf(UserError)
    expect(failure.message).toMatch(text)
    expect(secretsIn(failure)).toEqual([])
    expect(google.asked).toEqual([])
  })

test('a missing credential file, and an invalid one', async () => {
  await using google = await startGoogle({ fail: () => undefined })
  await using api = await vertex(google)
  const tried = (path: string) =>
    failureOf(asking(byFile, { GOOGLE_APPLICATION_CREDENTIALS: path }, google, api)(REQUEST, never))
  expect((await tried(join(folder, 'none.json'))).message).toMatch(
    /^GOOGLE_APPLICATION_CREDENTIALS names .*, but this file does not exist/,
  )
  for (const content of [account, person]) {
    const failure = await tried(file(content))
    expect(failure).toBeInstanceOf(UserError)
    expect(failure.message).toMatch(/does not accept the credential in .*credential\.json.*invalid.grant/i)
    expect(secretsIn(failure)).toEqual([])
  }
})

/** The library remembers for a whole process whether the machine is one of Google's. */
beforeEach(() => gcpMetadata.resetIsAvailableCache())

test('a Google machine needs no credential', async () => {
  await using google = await startGoogle({ machine: true })
  await using api = await vertex(google)
  await asking(byFile, { RUNNER_ENVIRONMENT: 'self-hosted', CLOUDSDK_CONFIG: folder }, google, api)(REQUEST, never)
  expect([...google.problems, ...api.problems]).toEqual([])
  expect(api.requests[0]?.headers.authorization).toMatch(/^Bearer ya29\.m\./)
})

const homes: [name: string, env: (folder: string) => Environment, at: string][] = [
  ['CLOUDSDK_CONFIG', (at) => ({ CLOUDSDK_CONFIG: at }), '.'],
  ['HOME', (at) => ({ HOME: at }), '.config/gcloud'],
  ['APPDATA', (at) => ({ APPDATA: at }), 'gcloud'],
]

for (const [name, env, at] of homes)
  test(`gcloud's stored login comes before the machine: ${name}`, async () => {
    const home = mkdtempSync(join(folder, 'home-'))
    mkdirSync(join(home, at), { recursive: true })
    writeFileSync(join(home, at, 'application_default_credentials.json'), JSON.stringify(person))
    await using google = await startGoogle({ ...world, machine: true })
    await using api = await vertex(google)
    await asking(byFile, { RUNNER_ENVIRONMENT: 'self-hosted', ...env(home) }, google, api)(REQUEST, never)
    expect([...google.problems, ...api.problems]).toEqual([])
    expect(api.requests[0]?.headers.authorization).toMatch(/^Bearer ya29\.a\./)
  })

test('on a hosted runner, the home is not searched', async () => {
  await using google = await startGoogle({ ...world, machine: true })
  await using api = await vertex(google)
  expect(() => asking(byFile, { CLOUDSDK_CONFIG: folder }, google, api)).toThrow(UserError)
})

test('a machine without credentials says what to set', async () => {
  await using google = await startGoogle()
  await using api = await vertex(google)
  const failure = await failureOf(
    asking(byFile, { RUNNER_ENVIRONMENT: 'self-hosted', CLOUDSDK_CONFIG: folder }, google, api)(REQUEST, never),
  )
  expect(failure).toBeInstanceOf(UserError)
  expect(failure.message).toMatch(/This machine has no credential for Google Cloud. Set gcp_workload_identity_provider/)
})
