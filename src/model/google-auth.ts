import { readFile } from 'node:fs/promises'
import type { AuthClient, IdentityPoolClientOptions } from 'google-auth-library'
import { messageOf, UserError } from '../platform/errors.ts'
import { timeoutSignal } from '../platform/time.ts'
import { collapseWhitespace, keepStart } from '../text/format-text.ts'
import {
  type Credential,
  fetchIdentityToken,
  type GoogleLibrary,
  type JobIdentity,
  shareTransporter,
} from './credential.ts'
import { asRecord, maskSecrets, toModelError } from './model-errors.ts'
import { ModelError } from './types.ts'

const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'

/** The identity of a run at Google. */
export type GoogleIdentity =
  /** The job, through Workload Identity Federation, optionally impersonating a service account. */
  | {
      kind: 'workload'
      /** projects/NUMBER/locations/global/workloadIdentityPools/POOL/providers/PROVIDER */
      provider: string
      serviceAccount?: string
      scopes: readonly string[]
      job: JobIdentity
    }
  /** The file that GOOGLE_APPLICATION_CREDENTIALS names. */
  | { kind: 'file'; path: string; scopes: readonly string[] }
  /** gcloud's credential file at `path`, else the service account of this machine on Google Cloud. */
  | { kind: 'machine'; path?: string; scopes: readonly string[] }

/** Limit for a token request. */
const TOKEN_MS = 30_000

/**
 * Access tokens of an identity, cached until five minutes before they expire. Loads google-auth-library at the first
 * headers(). All requests to Google go through `send`, also those for tokens.
 */
export function googleCredential(identity: GoogleIdentity, source: string, send: typeof fetch): Credential {
  const secrets = new Set<string>()
  const sendWithTimeout: typeof fetch = (input, init) => {
    const limit = timeoutSignal(TOKEN_MS)
    return send(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit })
  }
  let pendingClient: Promise<AuthClient> | undefined
  return {
    source,
    async headers(signal) {
      signal.throwIfAborted()
      try {
        pendingClient ??= openClient(identity, sendWithTimeout, (secret) => void secrets.add(secret))
        const headers = await orAborted(
          pendingClient.then((client) => client.getRequestHeaders()),
          signal,
        )
        const result = Object.fromEntries(headers)
        const token = /^Bearer (.+)$/.exec(result.authorization ?? '')?.[1]
        if (token === undefined || token === 'undefined') throw new Error('the response has no access token')
        secrets.add(token)
        return result
      } catch (error) {
        pendingClient = undefined
        signal.throwIfAborted()
        throw toTokenError(error, identity, [...secrets])
      }
    },
    renew: () => {
      pendingClient = undefined
    },
    secrets: () => [...secrets],
  }
}

async function openClient(
  identity: GoogleIdentity,
  send: typeof fetch,
  addSecret: (secret: string) => void,
): Promise<AuthClient> {
  const library = await import('google-auth-library')
  const google: GoogleLibrary = {
    library,
    transporterOptions: { fetchImplementation: send },
    scopes: [...identity.scopes],
  }
  switch (identity.kind) {
    case 'workload':
      return workloadClient(identity, google, addSecret)
    case 'file': {
      const text = await readIfExists(identity.path)
      if (text === undefined)
        throw new UserError(`GOOGLE_APPLICATION_CREDENTIALS names ${identity.path}, but this file does not exist.`)
      return createClientFromFile(text, identity.path, google, addSecret)
    }
    case 'machine': {
      const text = identity.path === undefined ? undefined : await readIfExists(identity.path)
      if (identity.path !== undefined && text !== undefined)
        return createClientFromFile(text, identity.path, google, addSecret)
      // The library requests the metadata server with its shared client, which would use another fetch.
      library.gaxios.instance.defaults.fetchImplementation = send
      if (await library.gcpMetadata.isAvailable()) return new library.Compute({ scopes: google.scopes })
      throw new UserError(`This machine has no credential for Google Cloud. ${GOOGLE_CREDENTIAL_HELP}`)
    }
    default:
      return identity satisfies never
  }
}

export const GOOGLE_CREDENTIAL_HELP =
  'Set gcp_workload_identity_provider (with `permissions: id-token: write`), or run google-github-actions/auth before ' +
  'this step (GOOGLE_APPLICATION_CREDENTIALS or, with token_format: access_token, GOOGLE_CLOUD_ACCESS_TOKEN).'

/** Source: Google Cloud docs, "Configure Workload Identity Federation with deployment pipelines". */
function workloadClient(
  { provider, serviceAccount, job }: Extract<GoogleIdentity, { kind: 'workload' }>,
  { library, transporterOptions, scopes }: GoogleLibrary,
  addSecret: (secret: string) => void,
): AuthClient {
  addSecret(job.token)
  const client = new library.IdentityPoolClient({
    type: 'external_account',
    audience: `//iam.googleapis.com/${provider}`,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: 'https://sts.googleapis.com/v1/token',
    subject_token_supplier: {
      async getSubjectToken() {
        const token = await fetchIdentityToken(`https://iam.googleapis.com/${provider}`)
        addSecret(token)
        return token
      },
    },
    // A federated identity has no user profile, so Google refuses the scopes for profiles.
    scopes: serviceAccount === undefined ? federatedScopes(scopes) : scopes,
    service_account_impersonation_url: serviceAccount === undefined ? undefined : impersonationUrl(serviceAccount),
    transporterOptions,
  })
  return shareTransporter(client)
}

const federatedScopes = (scopes: readonly string[]): string[] => {
  const allowed = scopes.filter((scope) => !scope.includes('/auth/userinfo.'))
  return allowed.length > 0 ? allowed : [CLOUD_PLATFORM]
}

const impersonationUrl = (email: string) =>
  `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${email}:generateAccessToken`

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

const MAX_DETAIL_CHARACTERS = 300

/** The error for a missing token. Without a cause, because the library's errors contain the whole exchange. */
function toTokenError(error: unknown, identity: GoogleIdentity, secrets: readonly string[]): Error {
  if (error instanceof UserError || error instanceof ModelError) return error
  const { response, status = asRecord(response).status, config } = asRecord(error)
  const detail = keepStart(collapseWhitespace(maskSecrets(messageOf(error), secrets)), MAX_DETAIL_CHARACTERS)
  if (typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429)
    return new UserError(`${refusalText(identity, String(asRecord(config).url))} (${detail}, HTTP ${status})`)
  if (typeof status === 'number')
    return new ModelError(`Google issues no access token at the moment: ${detail} (HTTP ${status})`, {
      fault: 'unavailable',
      retry: 'later',
      status,
    })
  // With a config, a request got no response. Otherwise the library could not use the credential.
  if (config === undefined) return new UserError(`${refusalText(identity, '')} (${detail})`)
  const { fault, retry, message } = toModelError(error, { model: '', secrets })
  return new ModelError(`No access token from Google. ${message}`, { fault, retry })
}

function refusalText(identity: GoogleIdentity, url: string): string {
  switch (identity.kind) {
    case 'file':
      return `Google does not accept the credential in ${identity.path} (GOOGLE_APPLICATION_CREDENTIALS).`
    case 'machine':
      return `Google does not accept this machine's credential. ${GOOGLE_CREDENTIAL_HELP}`
    case 'workload':
      if (url.includes('iamcredentials.') && identity.serviceAccount !== undefined)
        return (
          `This job may not act as ${identity.serviceAccount}. Check gcp_service_account, and grant the pool's ` +
          'principal roles/iam.workloadIdentityUser on it.'
        )
      return (
        "Google does not accept this job's identity. Check gcp_workload_identity_provider, and the provider's " +
        'attribute mapping and condition.'
      )
    default:
      return identity satisfies never
  }
}

/** The text of a file, or undefined when it does not exist. Rejects with UserError when it cannot be read. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (asRecord(error).code === 'ENOENT') return undefined
    throw new UserError(`The credential file ${path} cannot be read (${String(asRecord(error).code)}).`)
  }
}

/**
 * Creates a client from a Google credential file. The file may be checked in, and a change to it must not send the identity
 * elsewhere or start a program: all its addresses must belong to Google.
 * Source: Google Cloud docs, "Security requirements when using credential configurations from an external source".
 */
export function createClientFromFile(
  text: string,
  path: string,
  google: GoogleLibrary,
  addSecret: (secret: string) => void,
): AuthClient {
  return createClientFrom(parseCredential(text, path), path, google, addSecret)
}

type CredentialJson = Record<string, unknown>

function createClientFrom(
  json: CredentialJson,
  path: string,
  google: GoogleLibrary,
  addSecret: (secret: string) => void,
): AuthClient {
  const { library, transporterOptions, scopes } = google
  checkAddresses(json, path)
  for (const name of ['private_key', 'client_secret', 'refresh_token'])
    if (typeof json[name] === 'string') addSecret(json[name])
  const required = (name: string) => requireText(json, name, path)
  const quotaProjectId = typeof json.quota_project_id === 'string' ? json.quota_project_id : undefined
  switch (json.type) {
    case 'service_account':
      return new library.JWT({
        email: required('client_email'),
        key: required('private_key'),
        scopes,
        quotaProjectId,
        transporterOptions,
      })
    case 'authorized_user':
      return new library.UserRefreshClient({
        clientId: required('client_id'),
        clientSecret: required('client_secret'),
        refreshToken: required('refresh_token'),
        quotaProjectId,
        transporterOptions,
      })
    case 'impersonated_service_account':
      return new library.Impersonated({
        sourceClient: createClientFrom(asRecord(json.source_credentials), path, google, addSecret),
        targetPrincipal:
          /([^/]+):generateAccessToken$/.exec(required('service_account_impersonation_url'))?.[1] ??
          missingField(path, 'service_account_impersonation_url'),
        delegates: Array.isArray(json.delegates) ? json.delegates.map(String) : [],
        targetScopes: scopes,
        transporterOptions,
      })
    case 'external_account': {
      required('audience')
      required('subject_token_type')
      const options = { ...json, scopes, transporterOptions } as unknown as IdentityPoolClientOptions // the library reads it by key
      const source = asRecord(json.credential_source)
      if (String(source.environment_id ?? '').startsWith('aws'))
        return shareTransporter(new library.AwsClient(options as ConstructorParameters<typeof library.AwsClient>[0])) // as above
      if (typeof source.url !== 'string' && typeof source.file !== 'string')
        throw new UserError(
          `The credential file ${path} gets its identity from a program or a certificate, but only a url or a file is supported.`,
        )
      return shareTransporter(new library.IdentityPoolClient(options))
    }
    default:
      throw new UserError(
        `The credential file ${path} has an unsupported type: ${JSON.stringify(json.type) ?? 'none'}.`,
      )
  }
}

/** Replaces the parser's message, which would quote the file. */
function parseCredential(text: string, path: string): CredentialJson {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    throw new UserError(`The credential file ${path} is not JSON.`)
  }
}

function requireText(json: CredentialJson, name: string, path: string): string {
  const value = json[name]
  return typeof value === 'string' && value !== '' ? value : missingField(path, name)
}

function missingField(path: string, name: string): never {
  throw new UserError(`The credential file ${path} has no usable ${name}.`)
}

const ADDRESSES = [
  'auth_uri',
  'token_uri',
  'token_url',
  'token_info_url',
  'revoke_url',
  'service_account_impersonation_url',
  'cloud_resource_manager_url',
]

const AWS_ADDRESSES = ['url', 'region_url', 'imdsv2_session_token_url']

function checkAddresses(json: CredentialJson, path: string): void {
  const { universe_domain: universe = 'googleapis.com', credential_source } = json
  if (universe !== 'googleapis.com')
    throw new UserError(`The credential file ${path} is for ${String(universe)}, but only googleapis.com is supported.`)
  for (const name of ADDRESSES) {
    const value = json[name]
    if (value !== undefined && !isGoogleAddress(String(value)))
      throw new UserError(`The credential file ${path} was not used: its ${name} is not a Google address.`)
  }
  const source = asRecord(credential_source)
  if (!String(source.environment_id ?? '').startsWith('aws')) return
  for (const name of AWS_ADDRESSES) {
    const value = source[name]
    if (value !== undefined && !/^http:\/\/(?:169\.254\.169\.254|\[fd00:ec2::254\])\//.test(String(value)))
      throw new UserError(
        `The credential file ${path} was not used: its ${name} is not this machine's metadata server.`,
      )
  }
}

const isGoogleAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && (hostname.endsWith('.googleapis.com') || hostname === 'accounts.google.com')
}
