import { UserError } from '../host/errors.ts'
import { jobIdentity } from './actions-oidc.ts'
import type { Environment, ModelOptions } from './connect.ts'
import { apiKey, type Credential, givenToken } from './credential.ts'
import { type GoogleIdentity, googleCredential, WAYS_TO_GOOGLE } from './google-auth.ts'

/** Where questions go, and as whom. */
export type BackEnd =
  | { kind: 'gemini'; credential: Credential; baseUrl?: string }
  | { kind: 'vertex'; credential: Credential; baseUrl?: string; vertex: { project?: string; location?: string } }
  | { kind: 'code-assist'; credential: Credential; baseUrl: string; project?: string }

/**
 * The back end that inputs, settings and environment ask for. Nothing is sent: what only a server can refuse, or only
 * the machine knows, shows at the first question. Throws UserError that names the inputs to set.
 */
export function backEndFor(options: ModelOptions, env: Environment, send: typeof fetch): BackEnd {
  const kind = wantedBackEnd(options, env)
  checkEnforced(kind, options)
  switch (kind) {
    case 'gemini':
      return { kind, ...address(env, 'GOOGLE_GEMINI_BASE_URL'), credential: geminiCredential(options, env) }
    case 'vertex':
      return { kind, ...address(env, 'GOOGLE_VERTEX_BASE_URL'), ...vertexFor(options, env, send) }
    case 'code-assist': {
      const { project } = placeOf(options, env)
      const version = given(env.CODE_ASSIST_API_VERSION) ?? 'v1internal'
      const { baseUrl = 'https://cloudcode-pa.googleapis.com' } = address(env, 'CODE_ASSIST_ENDPOINT')
      const credential = googleFor(options, env, send, 'Code Assist')
      return { kind, credential, baseUrl: `${baseUrl}/${version}`, ...(project === undefined ? {} : { project }) }
    }
    default:
      return kind satisfies never
  }
}

type Kind = BackEnd['kind']

/** Names of `security.auth` in settings. */
const AUTH_TYPES: Readonly<Record<string, Kind>> = {
  'gemini-api-key': 'gemini',
  gateway: 'gemini',
  'vertex-ai': 'vertex',
  'oauth-personal': 'code-assist',
  'compute-default-credentials': 'code-assist',
  'cloud-shell': 'code-assist',
}

/** Inputs win over settings, and both over the environment; an input also when all it names is a key. */
export function wantedBackEnd(options: ModelOptions, env: Environment): Kind {
  if (options.useCodeAssist === true) return 'code-assist'
  if (options.useVertex === true) return 'vertex'
  if (given(options.apiKey) !== undefined) return 'gemini'
  const chosen = given(options.authType)
  if (chosen !== undefined) {
    const kind = Object.hasOwn(AUTH_TYPES, chosen) ? AUTH_TYPES[chosen] : undefined
    if (kind !== undefined) return kind
    throw new UserError(
      `security.auth.selectedType is "${chosen}"; it can be one of ${Object.keys(AUTH_TYPES).join(', ')}.`,
    )
  }
  if (env.GOOGLE_GENAI_USE_GCA === 'true') return 'code-assist'
  if (env.GOOGLE_GENAI_USE_VERTEXAI === 'true') return 'vertex'
  if (given(env.GEMINI_API_KEY) === undefined && env.GEMINI_CLI_USE_COMPUTE_ADC === 'true') return 'code-assist'
  return 'gemini'
}

function checkEnforced(kind: Kind, { enforcedAuthType }: ModelOptions): void {
  const enforced = given(enforcedAuthType)
  if (enforced === undefined || AUTH_TYPES[enforced] === kind) return
  const now = Object.keys(AUTH_TYPES).find((name) => AUTH_TYPES[name] === kind)
  throw new UserError(`security.auth.enforcedType demands "${enforced}", and this run is set up for "${now}".`)
}

function geminiCredential(options: ModelOptions, env: Environment): Credential {
  const bearer = env.GEMINI_API_KEY_AUTH_MECHANISM === 'bearer'
  for (const [name, key] of [
    ['gemini_api_key', options.apiKey],
    ['GEMINI_API_KEY', env.GEMINI_API_KEY],
  ] as const)
    if (given(key) !== undefined) return apiKey(intact(key, name), name, bearer)
  // A gateway may know its callers by other means; the reference sends the header all the same.
  if (options.authType === 'gateway' && given(env.GOOGLE_GEMINI_BASE_URL) !== undefined)
    return apiKey('', 'GEMINI_API_KEY', false)
  if (given(options.googleApiKey) ?? given(env.GOOGLE_API_KEY))
    throw new UserError(
      'google_api_key is a key for Vertex AI: set use_vertex_ai too, or pass the key as gemini_api_key.',
    )
  const identity =
    given(options.workloadIdentityProvider) ??
    given(env.GOOGLE_APPLICATION_CREDENTIALS) ??
    given(env.GOOGLE_CLOUD_ACCESS_TOKEN)
  throw new UserError(
    identity === undefined
      ? 'There is no credential for the model. Set the input gemini_api_key (a key from https://aistudio.google.com/apikey, kept as a secret), or use_vertex_ai with google_api_key or gcp_workload_identity_provider.'
      : 'A credential of Google Cloud is for Vertex AI or Code Assist: set use_vertex_ai or use_gemini_code_assist too, or gemini_api_key instead.',
  )
}

type Vertex = { credential: Credential; vertex: { project?: string; location?: string } }

function vertexFor(options: ModelOptions, env: Environment, send: typeof fetch): Vertex {
  const bearer = env.GEMINI_API_KEY_AUTH_MECHANISM === 'bearer'
  for (const [name, key] of [
    ['google_api_key', options.googleApiKey],
    ['GOOGLE_API_KEY', env.GOOGLE_API_KEY],
  ] as const)
    if (given(key) !== undefined) return { credential: apiKey(intact(key, name), name, bearer), vertex: {} }
  const { project, location } = placeOf(options, env)
  if (project === undefined) throw new UserError(VERTEX_NEEDS)
  return {
    credential: googleFor(options, env, send, 'Vertex AI'),
    vertex: { project, ...(location === undefined ? {} : { location }) },
  }
}

const VERTEX_NEEDS = `Vertex AI needs google_api_key, or gcp_project_id with an identity. ${WAYS_TO_GOOGLE}`

/** Whether google-auth-library will be needed: neither a key nor a ready token is there. */
export function needsGoogle(options: ModelOptions, env: Environment): boolean {
  const kind = wantedBackEnd(options, env)
  if (kind === 'gemini') return false
  if (kind === 'vertex' && (given(options.googleApiKey) ?? given(env.GOOGLE_API_KEY)) !== undefined) return false
  return given(options.workloadIdentityProvider) !== undefined || given(env.GOOGLE_CLOUD_ACCESS_TOKEN) === undefined
}

/** The identity for Google Cloud: the input, then the environment, then the machine. */
export function googleFor(options: ModelOptions, env: Environment, send: typeof fetch, whose: string): Credential {
  const token = given(env.GOOGLE_CLOUD_ACCESS_TOKEN)
  const path = given(env.GOOGLE_APPLICATION_CREDENTIALS)
  if (given(options.workloadIdentityProvider) !== undefined)
    return googleCredential(workload(options, env), 'gcp_workload_identity_provider', send)
  if (token !== undefined)
    return givenToken(intact(token, 'GOOGLE_CLOUD_ACCESS_TOKEN'), 'GOOGLE_CLOUD_ACCESS_TOKEN (it lasts an hour)')
  const scopes = scopesOf(options)
  if (path !== undefined)
    return googleCredential({ kind: 'file', path, scopes }, 'GOOGLE_APPLICATION_CREDENTIALS', send)
  if (hasOwnIdentity(env)) {
    const person = gcloudFile(env)
    const identity = { kind: 'machine', scopes, ...(person === undefined ? {} : { path: person }) } as const
    return googleCredential(identity, "the machine's own credential", send)
  }
  throw new UserError(`${whose} needs an identity of Google Cloud. ${WAYS_TO_GOOGLE}`)
}

/** A hosted runner has no identity of its own, and earlier steps of the job could have left one in its home. */
export const hasOwnIdentity = (env: Environment): boolean => env.RUNNER_ENVIRONMENT !== 'github-hosted'

/** Source: Google Cloud docs, "How Application Default Credentials works". */
function gcloudFile(env: Environment): string | undefined {
  const home = given(env.CLOUDSDK_CONFIG) ?? inside(env.APPDATA, 'gcloud') ?? inside(env.HOME, '.config/gcloud')
  return inside(home, 'application_default_credentials.json')
}

const inside = (folder: string | undefined, name: string) =>
  given(folder) === undefined ? undefined : `${folder}/${name}`

const PROVIDER = /^projects\/\d+\/locations\/global\/workloadIdentityPools\/[a-z0-9-]+\/providers\/[a-z0-9-]+$/

function workload(options: ModelOptions, env: Environment): GoogleIdentity {
  const provider = (given(options.workloadIdentityProvider) ?? '').replace(/^(?:https:)?\/\/iam\.googleapis\.com\//, '')
  if (!PROVIDER.test(provider))
    throw new UserError(
      'gcp_workload_identity_provider must be the full resource name, with the number of the project: ' +
        `projects/123456789/locations/global/workloadIdentityPools/POOL/providers/PROVIDER, not "${provider}".`,
    )
  const format = given(options.tokenFormat) ?? 'access_token'
  if (format !== 'access_token')
    throw new UserError(
      `gcp_token_format is "${format}", and the model is asked with an access token: leave it at access_token.`,
    )
  const serviceAccount = given(options.serviceAccount)
  if (serviceAccount !== undefined && !/^[^\s/:@]+@[^\s/:@]+$/.test(serviceAccount))
    throw new UserError(`gcp_service_account must be the service account's e-mail address, not "${serviceAccount}".`)
  return {
    kind: 'workload',
    provider,
    scopes: scopesOf(options),
    job: jobIdentity(env),
    ...(serviceAccount === undefined ? {} : { serviceAccount }),
  }
}

const SCOPES = ['https://www.googleapis.com/auth/cloud-platform']

const scopesOf = ({ tokenScopes = [] }: ModelOptions): readonly string[] => {
  const named = tokenScopes.map((scope) => scope.trim()).filter((scope) => scope !== '')
  return named.length > 0 ? named : SCOPES
}

const placeOf = (options: ModelOptions, env: Environment) => ({
  project: given(options.project) ?? given(env.GOOGLE_CLOUD_PROJECT) ?? given(env.GOOGLE_CLOUD_PROJECT_ID),
  location: given(options.location) ?? given(env.GOOGLE_CLOUD_LOCATION),
})

/** A variable of the environment, never of a file, may send questions elsewhere. */
function address(env: Environment, name: string): { baseUrl?: string } {
  const url = given(env[name])
  if (url === undefined) return {}
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UserError(`${name} is not an http or https address.`)
  return { baseUrl: url.replace(/\/+$/, '') }
}

/** A secret pasted with a line break inside would fail later, in a message that quotes it. */
function intact(secret: string | undefined, name: string): string {
  const text = given(secret) ?? ''
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new UserError(`${name} contains blanks, line breaks or letters that no such secret has. Paste it again.`)
}

export const given = (text: string | undefined): string | undefined => text?.trim() || undefined
