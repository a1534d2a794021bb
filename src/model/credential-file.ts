import { readFile } from 'node:fs/promises'
import type { AuthClient, IdentityPoolClientOptions } from 'google-auth-library'
import { UserError } from '../platform/errors.ts'
import { type GoogleLibrary, shareTransporter } from './credential.ts'
import { asRecord } from './model-errors.ts'

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
