import type { AuthClient } from 'google-auth-library'
import { messageOf, UserError } from '../host/errors.ts'
import { identityToken, type JobIdentity } from './actions-oidc.ts'
import { record } from './api-error.ts'
import type { Credential } from './credential.ts'
import { faultOf, without } from './faults.ts'
import { allThrough, type Google } from './google-library.ts'
import { ModelError } from './types.ts'

const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'

/** Who a run is to Google. */
export type GoogleIdentity =
  /** The job itself, through Workload Identity Federation; with a service account, acting as that. */
  | {
      kind: 'workload'
      /** projects/NUMBER/locations/global/workloadIdentityPools/POOL/providers/PROVIDER */
      provider: string
      serviceAccount?: string
      scopes: readonly string[]
      job: JobIdentity
    }
  /** What GOOGLE_APPLICATION_CREDENTIALS names. */
  | { kind: 'file'; path: string; scopes: readonly string[] }
  /** What gcloud left for a person at `path`, else the machine's own service account on Google Cloud. */
  | { kind: 'machine'; path?: string; scopes: readonly string[] }

/** A server that gives tokens answers at once or not at all. */
const TOKEN_MS = 30_000

/**
 * Access tokens of an identity, kept until five minutes before they run out. Loads google-auth-library at the first
 * headers(). `send` carries every request, also those for tokens.
 */
export function googleCredential(identity: GoogleIdentity, from: string, send: typeof fetch): Credential {
  const secrets = new Set<string>()
  const bounded: typeof fetch = (input, init) => {
    const limit = AbortSignal.timeout(TOKEN_MS)
    return send(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit })
  }
  let opening: Promise<AuthClient> | undefined
  return {
    from,
    async headers(signal) {
      signal.throwIfAborted()
      try {
        opening ??= open(identity, bounded, (secret) => void secrets.add(secret))
        const headers = await orAborted(
          opening.then((client) => client.getRequestHeaders()),
          signal,
        )
        const found = Object.fromEntries(headers)
        const token = /^Bearer (.+)$/.exec(found.authorization ?? '')?.[1]
        if (token === undefined || token === 'undefined') throw new Error('the answer has no access token')
        secrets.add(token)
        return found
      } catch (error) {
        opening = undefined
        signal.throwIfAborted()
        throw tokenFault(error, identity, [...secrets])
      }
    },
    renew: () => {
      opening = undefined
    },
    secrets: () => [...secrets],
  }
}

async function open(identity: GoogleIdentity, send: typeof fetch, hide: (secret: string) => void): Promise<AuthClient> {
  const [library, { clientFromFile, readIfThere }] = await Promise.all([
    import('google-auth-library'),
    import('./credential-file.ts'),
  ])
  const google: Google = { library, transporterOptions: { fetchImplementation: send }, scopes: [...identity.scopes] }
  switch (identity.kind) {
    case 'workload':
      return workloadClient(identity, google, send, hide)
    case 'file': {
      const text = await readIfThere(identity.path)
      if (text === undefined)
        throw new UserError(`GOOGLE_APPLICATION_CREDENTIALS names ${identity.path}, and there is no such file.`)
      return clientFromFile(text, identity.path, google, hide)
    }
    case 'machine': {
      const text = identity.path === undefined ? undefined : await readIfThere(identity.path)
      if (identity.path !== undefined && text !== undefined) return clientFromFile(text, identity.path, google, hide)
      // The metadata server is asked through the library's shared client, which would bring a fetch of its own.
      library.gaxios.instance.defaults.fetchImplementation = send
      if (await library.gcpMetadata.isAvailable()) return new library.Compute({ scopes: google.scopes })
      throw new UserError(
        `There is no credential for Google Cloud: this machine has none of its own. ${WAYS_TO_GOOGLE}`,
      )
    }
    default:
      return identity satisfies never
  }
}

export const WAYS_TO_GOOGLE =
  'Set gcp_workload_identity_provider (with `permissions: id-token: write`), or run google-github-actions/auth before ' +
  'this step (GOOGLE_APPLICATION_CREDENTIALS or, with token_format: access_token, GOOGLE_CLOUD_ACCESS_TOKEN).'

/** Source: Google Cloud docs, "Configure Workload Identity Federation with deployment pipelines". */
function workloadClient(
  { provider, serviceAccount, job }: Extract<GoogleIdentity, { kind: 'workload' }>,
  { library, transporterOptions, scopes }: Google,
  send: typeof fetch,
  hide: (secret: string) => void,
): AuthClient {
  hide(job.token)
  const client = new library.IdentityPoolClient({
    type: 'external_account',
    audience: `//iam.googleapis.com/${provider}`,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: 'https://sts.googleapis.com/v1/token',
    subject_token_supplier: {
      async getSubjectToken() {
        const token = await identityToken(job, `https://iam.googleapis.com/${provider}`, send)
        hide(token)
        return token
      },
    },
    // A federated identity is nobody with a profile, so it is refused the scopes that are about one.
    scopes: serviceAccount === undefined ? federated(scopes) : scopes,
    ...(serviceAccount === undefined ? {} : { service_account_impersonation_url: impersonation(serviceAccount) }),
    transporterOptions,
  })
  return allThrough(client)
}

const federated = (scopes: readonly string[]): string[] => {
  const kept = scopes.filter((scope) => !scope.includes('/auth/userinfo.'))
  return kept.length > 0 ? kept : [CLOUD_PLATFORM]
}

const impersonation = (email: string) =>
  `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${email}:generateAccessToken`

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

const LONGEST_SAID = 300

/** Why there is no token. No cause rides along: the library's errors carry the whole exchange. */
function tokenFault(error: unknown, identity: GoogleIdentity, secrets: readonly string[]): Error {
  if (error instanceof UserError || error instanceof ModelError) return error
  const { response, status = record(response).status, config } = record(error)
  const said = without(messageOf(error), secrets).replace(/\s+/g, ' ').trim().slice(0, LONGEST_SAID)
  if (typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429)
    return new UserError(`${refusal(identity, String(record(config).url))} (${said}, HTTP ${status})`)
  if (typeof status === 'number')
    return new ModelError(`Google gives no access token just now: ${said} (HTTP ${status})`, {
      fault: 'unavailable',
      retry: 'later',
      status,
    })
  // With a configuration it was a request that got no answer; else the library could make nothing of the credential.
  if (config === undefined) return new UserError(`${refusal(identity, '')} (${said})`)
  const { fault, retry, message } = faultOf(error, { model: '', secrets })
  return new ModelError(`No access token from Google. ${message}`, { fault, retry })
}

function refusal(identity: GoogleIdentity, url: string): string {
  switch (identity.kind) {
    case 'file':
      return `Google does not accept the credential in ${identity.path} (GOOGLE_APPLICATION_CREDENTIALS).`
    case 'machine':
      return `Google does not accept this machine's credential. ${WAYS_TO_GOOGLE}`
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
