import { readFile } from 'node:fs/promises'
import type { AuthClient, IdentityPoolClientOptions } from 'google-auth-library'
import { UserError } from '../host/errors.ts'
import { record } from './api-error.ts'
import { allThrough, type Google } from './google-library.ts'

/** Text of a file, or undefined when there is none. Throws UserError when it cannot be read. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (record(error).code === 'ENOENT') return undefined
    throw new UserError(`The credential file ${path} cannot be read (${String(record(error).code)}).`)
  }
}

/**
 * A client for a credential file of Google's. Such a file may be checked in, and whoever can change it must not be able
 * to send our identity elsewhere or to run a program: addresses in it have to be Google's own.
 * Source: Google Cloud docs, "Security requirements when using credential configurations from an external source".
 */
export function clientFromFile(text: string, path: string, google: Google, hide: (secret: string) => void): AuthClient {
  return clientFrom(parsed(text, path), path, google, hide)
}

type Json = Record<string, unknown>

function clientFrom(json: Json, path: string, google: Google, hide: (secret: string) => void): AuthClient {
  const { library, transporterOptions, scopes } = google
  checkAddresses(json, path)
  for (const name of ['private_key', 'client_secret', 'refresh_token'])
    if (typeof json[name] === 'string') hide(json[name])
  const need = (name: string) => needed(json, name, path)
  const quota = typeof json.quota_project_id === 'string' ? { quotaProjectId: json.quota_project_id } : {}
  switch (json.type) {
    case 'service_account':
      return new library.JWT({
        email: need('client_email'),
        key: need('private_key'),
        scopes,
        ...quota,
        transporterOptions,
      })
    case 'authorized_user':
      return new library.UserRefreshClient({
        clientId: need('client_id'),
        clientSecret: need('client_secret'),
        refreshToken: need('refresh_token'),
        ...quota,
        transporterOptions,
      })
    case 'impersonated_service_account':
      return new library.Impersonated({
        sourceClient: clientFrom(record(json.source_credentials), path, google, hide),
        targetPrincipal:
          /([^/]+):generateAccessToken$/.exec(need('service_account_impersonation_url'))?.[1] ??
          broken(path, 'service_account_impersonation_url'),
        delegates: Array.isArray(json.delegates) ? json.delegates.map(String) : [],
        targetScopes: scopes,
        transporterOptions,
      })
    case 'external_account': {
      need('audience')
      need('subject_token_type')
      const options = { ...json, scopes, transporterOptions } as unknown as IdentityPoolClientOptions // the library reads it key by key
      const source = record(json.credential_source)
      if (String(source.environment_id ?? '').startsWith('aws'))
        return allThrough(new library.AwsClient(options as ConstructorParameters<typeof library.AwsClient>[0])) // as above
      if (typeof source.url !== 'string' && typeof source.file !== 'string')
        throw new UserError(
          `The credential file ${path} gets its identity from a program or a certificate; only a url or a file is supported.`,
        )
      return allThrough(new library.IdentityPoolClient(options))
    }
    default:
      throw new UserError(
        `The credential file ${path} is of a kind that is not supported: ${JSON.stringify(json.type) ?? 'without type'}.`,
      )
  }
}

/** The parser's own message would quote the file. */
function parsed(text: string, path: string): Json {
  try {
    return record(JSON.parse(text))
  } catch {
    throw new UserError(`The credential file ${path} is not JSON.`)
  }
}

function needed(json: Json, name: string, path: string): string {
  const value = json[name]
  return typeof value === 'string' && value !== '' ? value : broken(path, name)
}

function broken(path: string, name: string): never {
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

function checkAddresses(json: Json, path: string): void {
  const { universe_domain: universe = 'googleapis.com', credential_source } = json
  if (universe !== 'googleapis.com')
    throw new UserError(`The credential file ${path} is for ${String(universe)}; only googleapis.com is supported.`)
  for (const name of ADDRESSES) {
    const value = json[name]
    if (value !== undefined && !isGoogles(String(value)))
      throw new UserError(`The credential file ${path} names a ${name} that is not Google's. It is not used.`)
  }
  const source = record(credential_source)
  if (!String(source.environment_id ?? '').startsWith('aws')) return
  for (const name of AWS_ADDRESSES) {
    const value = source[name]
    if (value !== undefined && !/^http:\/\/(?:169\.254\.169\.254|\[fd00:ec2::254\])\//.test(String(value)))
      throw new UserError(`The credential file ${path} names a ${name} that is not the machine's own. It is not used.`)
  }
}

const isGoogles = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && (hostname.endsWith('.googleapis.com') || hostname === 'accounts.google.com')
}
