import { getIDToken } from '@actions/core'
import type { AuthClient } from 'google-auth-library'
import { messageOf, UserError } from '../platform/errors.ts'
import { collapseWhitespace, keepStart } from '../text/format-text.ts'
import { ModelError } from './types.ts'

/** Authenticates requests. headers() is called for every request, because tokens expire in long runs. */
export type Credential = {
  /** The input or variable that contains it, for users. */
  source: string
  /** Rejects with UserError when the credential is wrong, with ModelError when a token is temporarily unavailable. */
  headers(signal: AbortSignal): Promise<Record<string, string>> | Record<string, string>
  /** Makes the next headers() request a new token, after the provider refused the last one. Absent: there is no other. */
  renew?: () => void
  /** All secrets known so far; no text may contain them. */
  secrets(): readonly string[]
}

/** An API key. `bearer`: also sent as a token, for gateways that read it there. */
export function apiKeyCredential(key: string, source: string, bearer: boolean): Credential {
  const headers: Record<string, string> = { 'x-goog-api-key': key }
  if (bearer) headers.authorization = `Bearer ${key}`
  return { source, headers: () => headers, secrets: () => [key] }
}

/** A token from an earlier step. It is valid for an hour and cannot be renewed. */
export const fixedTokenCredential = (token: string, source: string): Credential => ({
  source,
  headers: () => ({ authorization: `Bearer ${token}` }),
  secrets: () => [token],
})

/** The credential with which a job requests its identity token: ACTIONS_ID_TOKEN_REQUEST_TOKEN. */
export type JobIdentity = { token: string }

const PERMISSION = 'Give the job `permissions: id-token: write` (for a reusable workflow also in its caller).'

/** The token to request an identity token. Throws UserError when the job may not request one. */
export function readJobIdentity(env: Readonly<Record<string, string | undefined>>): JobIdentity {
  const url = env.ACTIONS_ID_TOKEN_REQUEST_URL
  const token = env.ACTIONS_ID_TOKEN_REQUEST_TOKEN
  if (url && token && URL.canParse(url)) return { token }
  throw new UserError(
    `gcp_workload_identity_provider is set, but GitHub gives this job no identity token. ${PERMISSION} Pull requests from forks get none.`,
  )
}

/**
 * Requests an identity token of the job, a JWT that is valid for a few minutes, through @actions/core. It reads the address and the
 * token from the environment of the process, masks the answer in the log, and asks again for about ten seconds while the service
 * is unavailable.
 */
export async function fetchIdentityToken(audience: string): Promise<string> {
  try {
    return await getIDToken(audience)
  } catch (error) {
    throw identityError(messageOf(error))
  }
}

/** The package gives the status only in its message. */
function identityError(message: string): Error {
  const status = Number(/Error Code : (\d{3})/.exec(message)?.[1])
  const detail = keepStart(collapseWhitespace(message.split('Error Message:').at(-1) ?? ''), MAX_DETAIL_CHARACTERS)
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    return new UserError(`GitHub gives this job no identity token (HTTP ${status}). ${PERMISSION}`)
  const failure = { fault: 'unavailable', retry: 'later' } as const
  return Number.isNaN(status)
    ? new ModelError(`GitHub did not issue an identity token for this job: ${detail}`, failure)
    : new ModelError(`GitHub did not issue an identity token for this job (HTTP ${status}).`, { ...failure, status })
}

const MAX_DETAIL_CHARACTERS = 300

/** The library, and the options of each of its clients. */
export type GoogleLibrary = {
  library: typeof import('google-auth-library')
  transporterOptions: { fetchImplementation: typeof fetch }
  scopes: string[]
}

/** Makes the library's token exchange use the client's transporter; by default it creates a new one. */
export function shareTransporter<Client extends AuthClient>(client: Client): Client {
  const exchange: unknown = Reflect.get(client, 'stsCredential')
  if (typeof exchange === 'object' && exchange !== null) Reflect.set(exchange, 'transporter', client.transporter)
  return client
}
