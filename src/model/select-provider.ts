import { type Environment, nonBlank } from '../platform/environment.ts'
import { UserError } from '../platform/errors.ts'
import { apiKeyCredential, type Credential, fixedTokenCredential, readJobIdentity } from './credential.ts'
import { GOOGLE_CREDENTIAL_HELP, type GoogleIdentity, googleCredential } from './google-auth.ts'
import {
  AUTH_TYPES,
  hasMachineIdentity,
  type ModelOptions,
  type ProviderKind,
  selectProviderKind,
} from './provider-kind.ts'

/** Where requests go, and with which credential. */
export type ModelProvider =
  | { kind: 'gemini'; credential: Credential; baseUrl?: string }
  | { kind: 'vertex'; credential: Credential; baseUrl?: string; vertex: { project?: string; location?: string } }
  | { kind: 'code-assist'; credential: Credential; baseUrl: string; project?: string }

/**
 * Selects the provider from inputs, settings and environment. Sends nothing: errors that only a server can detect appear at
 * the first request. Throws UserError that names the inputs to set.
 */
export function selectProvider(options: ModelOptions, env: Environment, send: typeof fetch): ModelProvider {
  const kind = selectProviderKind(options, env)
  checkEnforced(kind, options)
  switch (kind) {
    case 'gemini':
      return { kind, ...address(env, 'GOOGLE_GEMINI_BASE_URL'), credential: geminiCredential(options, env) }
    case 'vertex':
      return { kind, ...address(env, 'GOOGLE_VERTEX_BASE_URL'), ...vertexSetup(options, env, send) }
    case 'code-assist': {
      const { project } = projectAndLocation(options, env)
      const version = nonBlank(env.CODE_ASSIST_API_VERSION) ?? 'v1internal'
      const { baseUrl = 'https://cloudcode-pa.googleapis.com' } = address(env, 'CODE_ASSIST_ENDPOINT')
      const credential = googleCredentialFor(options, env, send, 'Code Assist')
      return { kind, credential, baseUrl: `${baseUrl}/${version}`, project }
    }
    default:
      return kind satisfies never
  }
}

function checkEnforced(kind: ProviderKind, { enforcedAuthType }: ModelOptions): void {
  const enforced = nonBlank(enforcedAuthType)
  if (enforced === undefined || AUTH_TYPES[enforced] === kind) return
  throw new UserError(`security.auth.enforcedType requires "${enforced}", but this run uses "${firstAuthType(kind)}".`)
}

const firstAuthType = (kind: ProviderKind) => Object.keys(AUTH_TYPES).find((name) => AUTH_TYPES[name] === kind) ?? kind

/** How a run authenticates, as a value of `security.auth.selectedType`. Throws UserError for an unknown setting. */
export function authTypeOf(options: ModelOptions, env: Environment): string {
  const kind = selectProviderKind(options, env)
  const chosen = nonBlank(options.authType) ?? ''
  return AUTH_TYPES[chosen] === kind ? chosen : firstAuthType(kind)
}

function geminiCredential(options: ModelOptions, env: Environment): Credential {
  const bearer = env.GEMINI_API_KEY_AUTH_MECHANISM === 'bearer'
  for (const [name, key] of [
    ['gemini_api_key', options.apiKey],
    ['GEMINI_API_KEY', env.GEMINI_API_KEY],
  ] as const)
    if (nonBlank(key) !== undefined) return apiKeyCredential(checkSecret(key, name), name, bearer)
  // A gateway may authenticate in another way; the reference sends the empty header too.
  if (options.authType === 'gateway' && nonBlank(env.GOOGLE_GEMINI_BASE_URL) !== undefined)
    return apiKeyCredential('', 'GEMINI_API_KEY', false)
  if (nonBlank(options.googleApiKey) ?? nonBlank(env.GOOGLE_API_KEY))
    throw new UserError(
      'google_api_key is a key for Vertex AI. Set use_vertex_ai too, or pass the key as gemini_api_key.',
    )
  const identity =
    nonBlank(options.workloadIdentityProvider) ??
    nonBlank(env.GOOGLE_APPLICATION_CREDENTIALS) ??
    nonBlank(env.GOOGLE_CLOUD_ACCESS_TOKEN)
  throw new UserError(
    identity === undefined
      ? `There is no credential for the model. ${emptyKey(options, ['gemini_api_key', 'GEMINI_API_KEY']) ?? SET_A_KEY}`
      : 'A Google Cloud credential works with Vertex AI or Code Assist only. Set use_vertex_ai or use_gemini_code_assist too, or use gemini_api_key instead.',
  )
}

const SET_A_KEY =
  'Set the input gemini_api_key (a key from https://aistudio.google.com/apikey, stored as a secret), or use_vertex_ai with google_api_key or gcp_workload_identity_provider.'

/** Where the first of these keys that the workflow sets comes from. */
const emptyKey = ({ emptyKeys = {} }: ModelOptions, names: readonly string[]): string | undefined =>
  names.flatMap((name) => emptyKeys[name] ?? [])[0]

type VertexSetup = { credential: Credential; vertex: { project?: string; location?: string } }

function vertexSetup(options: ModelOptions, env: Environment, send: typeof fetch): VertexSetup {
  const bearer = env.GEMINI_API_KEY_AUTH_MECHANISM === 'bearer'
  for (const [name, key] of [
    ['google_api_key', options.googleApiKey],
    ['GOOGLE_API_KEY', env.GOOGLE_API_KEY],
  ] as const)
    if (nonBlank(key) !== undefined)
      return { credential: apiKeyCredential(checkSecret(key, name), name, bearer), vertex: {} }
  const { project, location } = projectAndLocation(options, env)
  if (project === undefined) {
    const reason = emptyKey(options, ['google_api_key', 'GOOGLE_API_KEY'])
    throw new UserError(reason === undefined ? VERTEX_CREDENTIAL_HELP : `${VERTEX_CREDENTIAL_HELP} ${reason}`)
  }
  return { credential: googleCredentialFor(options, env, send, 'Vertex AI'), vertex: { project, location } }
}

const VERTEX_CREDENTIAL_HELP = `Vertex AI needs google_api_key, or gcp_project_id with a Google Cloud credential. ${GOOGLE_CREDENTIAL_HELP}`

/** The credential for Google Cloud: from the input, then the environment, then the machine. */
export function googleCredentialFor(
  options: ModelOptions,
  env: Environment,
  send: typeof fetch,
  product: string,
): Credential {
  const token = nonBlank(env.GOOGLE_CLOUD_ACCESS_TOKEN)
  const path = nonBlank(env.GOOGLE_APPLICATION_CREDENTIALS)
  if (nonBlank(options.workloadIdentityProvider) !== undefined)
    return googleCredential(workloadIdentity(options, env), 'gcp_workload_identity_provider', send)
  if (token !== undefined)
    return fixedTokenCredential(
      checkSecret(token, 'GOOGLE_CLOUD_ACCESS_TOKEN'),
      'GOOGLE_CLOUD_ACCESS_TOKEN (it lasts an hour)',
    )
  const scopes = scopesOf(options)
  if (path !== undefined)
    return googleCredential({ kind: 'file', path, scopes }, 'GOOGLE_APPLICATION_CREDENTIALS', send)
  if (hasMachineIdentity(env)) {
    const gcloudPath = gcloudFile(env)
    const identity = { kind: 'machine', scopes, path: gcloudPath } as const
    return googleCredential(identity, "this machine's credential", send)
  }
  throw new UserError(`${product} needs a Google Cloud credential. ${GOOGLE_CREDENTIAL_HELP}`)
}

/** Source: Google Cloud docs, "How Application Default Credentials works". */
function gcloudFile(env: Environment): string | undefined {
  const home = nonBlank(env.CLOUDSDK_CONFIG) ?? joinPath(env.APPDATA, 'gcloud') ?? joinPath(env.HOME, '.config/gcloud')
  return joinPath(home, 'application_default_credentials.json')
}

const joinPath = (folder: string | undefined, name: string) =>
  nonBlank(folder) === undefined ? undefined : `${folder}/${name}`

const PROVIDER = /^projects\/\d+\/locations\/global\/workloadIdentityPools\/[a-z0-9-]+\/providers\/[a-z0-9-]+$/

function workloadIdentity(options: ModelOptions, env: Environment): GoogleIdentity {
  const provider = (nonBlank(options.workloadIdentityProvider) ?? '').replace(
    /^(?:https:)?\/\/iam\.googleapis\.com\//,
    '',
  )
  if (!PROVIDER.test(provider))
    throw new UserError(
      'gcp_workload_identity_provider must be the full resource name with the project number: ' +
        `projects/123456789/locations/global/workloadIdentityPools/POOL/providers/PROVIDER, not "${provider}".`,
    )
  const format = nonBlank(options.tokenFormat) ?? 'access_token'
  if (format !== 'access_token')
    throw new UserError(`gcp_token_format is "${format}", but the model needs an access token. Set it to access_token.`)
  const serviceAccount = nonBlank(options.serviceAccount)
  if (serviceAccount !== undefined && !/^[^\s/:@]+@[^\s/:@]+$/.test(serviceAccount))
    throw new UserError(
      `gcp_service_account must be the email address of the service account, not "${serviceAccount}".`,
    )
  return { kind: 'workload', provider, scopes: scopesOf(options), job: readJobIdentity(env), serviceAccount }
}

const SCOPES = ['https://www.googleapis.com/auth/cloud-platform']

const scopesOf = ({ tokenScopes = [] }: ModelOptions): readonly string[] => {
  const scopes = tokenScopes.map((scope) => scope.trim()).filter((scope) => scope !== '')
  return scopes.length > 0 ? scopes : SCOPES
}

const projectAndLocation = (options: ModelOptions, env: Environment) => ({
  project: nonBlank(options.project) ?? nonBlank(env.GOOGLE_CLOUD_PROJECT) ?? nonBlank(env.GOOGLE_CLOUD_PROJECT_ID),
  location: nonBlank(options.location) ?? nonBlank(env.GOOGLE_CLOUD_LOCATION),
})

/** An address override. Only an environment variable may set it, never a file. */
function address(env: Environment, name: string): { baseUrl?: string } {
  const url = nonBlank(env[name])
  if (url === undefined) return {}
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UserError(`${name} is not an http or https address.`)
  return { baseUrl: url.replace(/\/+$/, '') }
}

/** Rejects a malformed secret early: later errors might quote it. */
function checkSecret(secret: string | undefined, name: string): string {
  const text = nonBlank(secret) ?? ''
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new UserError(`${name} contains invalid characters: spaces, line breaks or non-ASCII letters. Paste it again.`)
}
