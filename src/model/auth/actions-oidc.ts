import { UserError } from '../../platform/errors.ts'
import { asRecord } from '../errors/api-error.ts'
import { toModelError } from '../errors/model-errors.ts'
import { ModelError } from '../types.ts'

/** Where a job requests its identity token: ACTIONS_ID_TOKEN_REQUEST_URL and ACTIONS_ID_TOKEN_REQUEST_TOKEN. */
export type JobIdentity = { url: string; token: string }

const PERMISSION = 'Give the job `permissions: id-token: write` (for a reusable workflow also in its caller).'

/** The address and token to request an identity token. Throws UserError when the job may not request one. */
export function readJobIdentity(env: Readonly<Record<string, string | undefined>>): JobIdentity {
  const url = env.ACTIONS_ID_TOKEN_REQUEST_URL
  const token = env.ACTIONS_ID_TOKEN_REQUEST_TOKEN
  if (url && token && URL.canParse(url)) return { url, token }
  throw new UserError(
    `gcp_workload_identity_provider is set, but GitHub gives this job no identity token. ${PERMISSION} Pull requests from forks get none.`,
  )
}

/**
 * Requests an identity token of the job, a JWT that is valid for a few minutes.
 * Source: GitHub docs, "OpenID Connect reference", section on requesting the JWT.
 */
export async function fetchIdentityToken(job: JobIdentity, audience: string, send: typeof fetch): Promise<string> {
  const url = new URL(job.url)
  url.searchParams.set('audience', audience)
  const response = await send(url, {
    headers: { authorization: `Bearer ${job.token}`, accept: 'application/json' },
    redirect: 'error',
  }).catch((error: unknown) => {
    const { fault, retry, message } = toModelError(error, { model: '', secrets: [job.token] })
    throw new ModelError(`GitHub gave no identity token for this job. ${message}`, { fault, retry })
  })
  const { status } = response
  const { value } = asRecord(await response.json().catch(() => undefined))
  if (response.ok && typeof value === 'string' && value !== '') return value
  if (status === 408 || status === 429 || status >= 500 || response.ok)
    throw new ModelError(`GitHub gave no identity token for this job (HTTP ${status}).`, {
      fault: 'unavailable',
      retry: 'later',
      status,
    })
  throw new UserError(`GitHub gives this job no identity token (HTTP ${status}). ${PERMISSION}`)
}
