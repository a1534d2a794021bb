import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, test } from 'vitest'
import { sample } from '../sample.ts'
import { COMPILE_CACHE } from '../shared-folder.ts'

/** The public suite for MCP clients: it plays servers and authorization servers on loopback and checks each message. */
const SUITE = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
const CLIENT = `${process.execPath} ${resolve(import.meta.dirname, 'conformance-client.ts')}`

const scenarios = new Map(
  execFileSync(process.execPath, [SUITE, 'list', '--client'], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, name, revisions] = /^ {2}- (\S+) \[(.*)\]$/.exec(line) ?? []
      return name === undefined || revisions === undefined ? [] : [[name, revisions.split(',')] as const]
    }),
)

/** Scenarios that run in full. */
const RUN = [
  'initialize',
  'tools_call',
  'sse-retry',
  'request-metadata',
  'auth/pre-registration',
  'auth/resource-mismatch',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/metadata-issuer-mismatch',
  'auth/client-credentials-basic',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
]

const DISCOVERY = ['client-registration', 'authorization-request', 'resource-parameter-in-authorization']
/**
 * Scenarios that run but for some checks. A run has no browser in which a person could consent, so it asks for tokens with client
 * credentials or a refresh token and never registers; in the last scenario a server asks the person a question (elicitation).
 */
const RUN_WITHOUT: Record<string, readonly string[]> = {
  'auth/metadata-default': DISCOVERY,
  'auth/metadata-var1': DISCOVERY,
  'auth/metadata-var2': DISCOVERY,
  'auth/metadata-var3': DISCOVERY,
  'auth/2025-03-26-oauth-metadata-backcompat': ['client-registration', 'authorization-request'],
  'auth/2025-03-26-oauth-endpoint-fallback': ['client-registration', 'authorization-request'],
  'auth/token-endpoint-auth-basic': ['resource-parameter-in-authorization'],
  'auth/token-endpoint-auth-post': ['resource-parameter-in-authorization'],
  'auth/token-endpoint-auth-none': ['resource-parameter-in-authorization'],
  'auth/scope-from-scopes-supported': ['scope-from-scopes-supported'],
  'auth/scope-omitted-when-undefined': ['scope-omitted-when-undefined'],
  'auth/scope-retry-limit': ['scope-retry-limit'],
  'auth/offline-access-scope': ['sep-2207-offline-access-requested'],
  'auth/offline-access-not-supported': ['sep-2207-offline-access-not-requested'],
  'auth/authorization-server-migration': ['sep-2352-reregister-on-as-change'],
  'auth/iss-supported-missing': ['sep-2468-client-reject-missing-iss'],
  'auth/iss-wrong-issuer': ['sep-2468-client-compare-iss-supported'],
  'auth/iss-unexpected': ['sep-2468-client-compare-iss-unadvertised'],
  'auth/iss-normalized': ['sep-2468-client-no-normalization'],
  'sep-2322-client-request-state': [
    'sep-2322-client-request-state-echoed',
    'sep-2322-client-jsonrpc-id-different',
    'sep-2322-client-no-state-omitted',
  ],
}

const CONSENT = 'only the consent of a person in a browser gives its token'
const SKILLS = 'an extension that Sluice does not support: skills of MCP servers'
/** Scenarios that do not run, and why. */
const LEFT_OUT: Record<string, string> = {
  'elicitation-sep1034-client-defaults': 'a person would have to answer its questions',
  'auth/basic-cimd': CONSENT,
  'auth/scope-from-www-authenticate': CONSENT,
  'auth/scope-step-up': CONSENT,
  'auth/dpop': CONSENT,
  'auth/dpop-nonce': CONSENT,
  'auth/enterprise-managed-authorization': 'its identity token comes from the login of a person',
  'auth/client-credentials-jwt': 'an extension that the settings do not have: the private key of a client',
  'auth/wif-jwt-bearer': 'an extension that the settings do not have: a workload token for the authorization server',
  'sep-2640-client-no-prefetch': SKILLS,
  'sep-2640-client-verify-digest': SKILLS,
  'sep-2640-client-verify-size': SKILLS,
  'sep-2640-client-verify-frontmatter': SKILLS,
}

test('every scenario of the suite runs or is left out with a reason, and no other', () =>
  expect([...RUN, ...Object.keys(RUN_WITHOUT), ...Object.keys(LEFT_OUT)].sort()).toEqual([...scenarios.keys()].sort()))

const folder = mkdtempSync(join(tmpdir(), 'sluice-conformance-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs one scenario. The suite fails if a check fails, or if one of `without` does not fail any more. */
async function conforms(scenario: string, revision: string, without: readonly string[]): Promise<string> {
  const args = ['client', '--command', CLIENT, '--scenario', scenario, '--timeout', '120000']
  if (revision !== 'extension') args.push('--spec-version', revision)
  if (without.length > 0) {
    const baseline = join(folder, `${scenario.replaceAll('/', '-')}-${revision}.yml`)
    writeFileSync(baseline, `client:\n${without.map((check) => `  - ${scenario}:${check}\n`).join('')}`)
    args.push('--expected-failures', baseline)
  }
  const { all = '', exitCode } = await execa(process.execPath, [SUITE, ...args], {
    all: true,
    reject: false,
    extendEnv: false,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      [COMPILE_CACHE]: process.env[COMPILE_CACHE] ?? '',
    },
  })
  return exitCode === 0 && /^Passed: [1-9]/m.test(all) ? 'conforms' : all
}

/** The handshake and calls differ between revisions; the requests to authorization servers do not, so the newest is enough. */
const revisionsOf = (scenario: string): string[] => {
  const revisions = scenarios.get(scenario) ?? []
  return scenario.startsWith('auth/') ? revisions.slice(-1) : revisions
}
const runs = [...RUN, ...Object.keys(RUN_WITHOUT)].flatMap((scenario) =>
  revisionsOf(scenario).map((revision): [string, string] => [scenario, revision]),
)

test.concurrent.each(sample(runs, 1))('%s in %s', async (scenario, revision) => {
  expect(await conforms(scenario, revision, RUN_WITHOUT[scenario] ?? [])).toBe('conforms')
})
