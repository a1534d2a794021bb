import { messageOf } from '../../platform/errors.ts'
import { ModelError, type ModelUsage } from '../types.ts'
import {
  type ApiError,
  asRecord,
  isCodeAssist,
  parseApiError,
  quotaIds,
  reasonsOf,
  requestedWaitMs,
  verificationLink,
} from './api-error.ts'

/** Facts about a failed attempt besides the error itself. */
export type AttemptFacts = {
  model: string
  /** The input or variable with the credential, for users. */
  credentialSource?: string
  /** Milliseconds from a Retry-After header. */
  retryAfterMs?: number
  /** Credentials, masked in every text. */
  secrets: readonly string[]
  failedUsage?: readonly ModelUsage[]
}

type ModelErrorFacts = Pick<ModelError, 'fault' | 'retry'> & { text: string; waitMs?: number }

/** Too long to wait inside one job; after this the model counts as exhausted. */
const MAX_WAIT_MS = 300_000
/** Wait time for a per-minute quota without a requested delay. */
const MINUTE_MS = 60_000

/** Converts any failure of one attempt into a ModelError with a text that users can act on. Never throws. */
export function toModelError(error: unknown, facts: AttemptFacts): ModelError {
  if (error instanceof ModelError) return error
  const apiError = parseApiError(error)
  const { text, ...fault } = apiError === undefined ? networkErrorFacts(error) : apiErrorFacts(apiError, facts)
  // A cause is printed with its stack, so drop a cause that quotes a credential.
  const cause = apiError === undefined && !containsSecret(error, facts.secrets) ? error : undefined
  return new ModelError(maskSecrets(text, facts.secrets), {
    ...fault,
    status: apiError?.code,
    failedUsage: facts.failedUsage,
    cause,
  })
}

function apiErrorFacts(error: ApiError, { model, retryAfterMs, credentialSource }: AttemptFacts): ModelErrorFacts {
  const { code, message } = error
  const detail = `${message.replace(/\.$/, '')} (HTTP ${code})`
  const check = credentialSource === undefined ? '' : `. Check ${credentialSource}.`
  const waitMs = requestedWaitMs(error) ?? retryAfterMs
  if (reasonsOf(error).includes('API_KEY_INVALID') || /API key (?:not valid|expired|not found)/i.test(message))
    return { fault: 'auth', retry: 'never', text: `The API does not accept the key: ${detail}${check}` }
  if (code === 401)
    return { fault: 'auth', retry: 'never', text: `The API does not accept the credential: ${detail}${check}` }
  if (code === 403) {
    const link = verificationLink(error)
    const text =
      link === undefined
        ? `The credential has no permission for this request: ${detail}${check}`
        : `Verify the account at ${link} first: ${detail}`
    return { fault: 'auth', retry: 'never', text }
  }
  if (code === 404)
    return {
      fault: 'request',
      retry: 'other-model',
      text: `The API has no model "${model}": ${detail}. Check gemini_model`,
    }
  if (code === 429) return quotaErrorFacts(error, waitMs, model)
  if (code !== 408 && code !== 499 && code < 500)
    return { fault: 'request', retry: 'never', text: `The API refuses the request: ${detail}` }
  // Overload responses sometimes hide a quota of zero.
  if (hasNoQuota(message)) return quotaErrorFacts(error, waitMs, model)
  const retry = waitMs !== undefined && waitMs > MAX_WAIT_MS ? 'other-model' : 'later'
  return { fault: 'unavailable', retry, waitMs, text: `The API is unavailable: ${detail}` }
}

function quotaErrorFacts(error: ApiError, waitMs: number | undefined, model: string): ModelErrorFacts {
  const detail = `${error.message.replace(/\.$/, '')} (HTTP ${error.code})`
  const quotas = quotaIds(error)
  if (isOverCapacity(error))
    return {
      fault: 'unavailable',
      retry: 'later',
      waitMs,
      text: `${model} has no free capacity at the moment: ${detail}`,
    }
  if (hasNoQuota(error.message))
    return { fault: 'quota', retry: 'other-model', text: `This account has no quota for ${model}: ${detail}` }
  // The delay in the response is for the quota per minute; the daily quota is not available again by then.
  if (quotas.some((id) => /PerDay|Daily/.test(id)))
    return { fault: 'quota', retry: 'other-model', text: `The daily quota for ${model} is exhausted: ${detail}` }
  if ((waitMs !== undefined && waitMs > MAX_WAIT_MS) || isCodeAssistQuotaExhausted(error, waitMs))
    return { fault: 'quota', retry: 'other-model', waitMs, text: `The quota for ${model} is exhausted: ${detail}` }
  const minute = quotas.some((id) => /PerMinute/.test(id)) ? MINUTE_MS : undefined
  const text = `The quota for ${model} is exhausted for the moment: ${detail}`
  return { fault: 'quota', retry: 'later', waitMs: waitMs ?? minute, text }
}

/** The model is out of capacity; the account's quota is not affected. */
const isOverCapacity = (error: ApiError): boolean =>
  reasonsOf(error).some((reason) => /^MODEL_CAPACITY_(?:EXHAUSTED|EXCEEDED)$/.test(reason)) ||
  /exhausted your capacity|capacity exceeded|MODEL_CAPACITY_EXHAUSTED/i.test(error.message)

/** The reason from Code Assist shows whether waiting helps; without a delay its limits are daily. */
const isCodeAssistQuotaExhausted = (error: ApiError, waitMs: number | undefined): boolean => {
  const reasons = reasonsOf(error)
  if (reasons.includes('INSUFFICIENT_G1_CREDITS_BALANCE')) return true
  if (!isCodeAssist(error)) return false
  return reasons.includes('QUOTA_EXHAUSTED') || (reasons.includes('RATE_LIMIT_EXCEEDED') && waitMs === undefined)
}

/** "limit: 0", but not "limit: 0.5" or "limit: 05". */
const hasNoQuota = (message: string): boolean => /limit:\s*0(?!\d|\.\d)/.test(message)

const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY))/

/** Failures below HTTP: no response, or an incomplete one. */
function networkErrorFacts(error: unknown): ModelErrorFacts {
  const chain = causeChain(error)
  const code = chain.map((cause) => asRecord(cause).code).find((value) => typeof value === 'string') ?? ''
  const detail = [...new Set(chain.map(messageOf))].filter((text) => text !== '').join(': ')
  if (CERTIFICATE.test(code)) {
    const text = `The certificate of the API is not trusted (${detail}). If a proxy inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate.`
    return { fault: 'unavailable', retry: 'never', text }
  }
  const proxy = /Proxy response \((\d+)\)/.exec(detail)?.[1]
  if (proxy !== undefined) {
    const refused = proxy === '407' || proxy === '403'
    const text = `The proxy (HTTPS_PROXY) rejected the request: HTTP ${proxy}.${proxy === '407' ? ' Put a user name and a password into its address.' : ''}`
    return { fault: 'unavailable', retry: refused ? 'never' : 'later', text }
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { fault: 'unavailable', retry: 'later', text: `The API's host name cannot be resolved: ${detail}` }
  if (code === 'ERR_INVALID_URL')
    return { fault: 'request', retry: 'never', text: `The address of the API is not a URL: ${detail}` }
  if (error instanceof SyntaxError || /incomplete json segment|exception parsing stream chunk/i.test(detail))
    return { fault: 'unusable', retry: 'later', text: `The API's response is incomplete or not JSON: ${detail}` }
  if (code !== '' || /fetch failed|terminated|body is empty|aborted/i.test(detail))
    return { fault: 'unavailable', retry: 'later', text: `The connection to the API failed: ${detail}` }
  return { fault: 'request', retry: 'never', text: `The request could not be sent: ${detail}` }
}

/** An error and its causes, outermost first. */
function causeChain(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let cause = error; cause !== undefined && cause !== null && chain.length < 6; cause = asRecord(cause).cause)
    chain.push(cause)
  return chain
}

const containsSecret = (error: unknown, secrets: readonly string[]): boolean =>
  causeChain(error).some((cause) => {
    const text = cause instanceof Error ? `${cause.message}${cause.stack}` : String(cause)
    return maskSecrets(text, secrets) !== text
  })

/** The text with each secret replaced by ***. */
export const maskSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((masked, secret) => (secret === '' ? masked : masked.replaceAll(secret, '***')), text)
