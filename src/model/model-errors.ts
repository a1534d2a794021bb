import { messageOf } from '../platform/errors.ts'
import { collapseWhitespace, keepStart } from '../text/format-text.ts'
import { ModelError, type ModelUsage } from './types.ts'

/** Facts about a failed attempt, besides the error itself. */
export type AttemptFacts = {
  model: string
  /** The input or variable with the credential, for users. */
  credentialSource?: string
  /** Milliseconds from a Retry-After header. */
  retryAfterMs?: number
  /** Milliseconds since the epoch. Absent: the time at which a quota resets is not read. */
  now?: number
  /** Whether a response began, so that an error is about what it contains. */
  hasResponse?: boolean
  /** Credentials, masked in every text. */
  secrets: readonly string[]
  failedUsage?: readonly ModelUsage[]
}

type ModelErrorFacts = Pick<ModelError, 'fault' | 'retry'> & { text: string; waitMs?: number }

/** Too long to wait inside one job: a model that asks for more counts as exhausted. */
const MAX_WAIT_MS = 300_000

/** Wait time for a per-minute quota without a requested delay. */
const MINUTE_MS = 60_000

/** Converts any failure of one attempt into a ModelError with a text that users can act on. Never throws. */
export function toModelError(error: unknown, facts: AttemptFacts): ModelError {
  if (error instanceof ModelError) return error
  const apiError = parseApiError(error)
  const { text, ...fault } = apiError === undefined ? networkErrorFacts(error, facts) : apiErrorFacts(apiError, facts)
  // A cause is printed with its stack, so drop a cause that quotes a credential.
  const cause = apiError === undefined && !containsSecret(error, facts.secrets) ? error : undefined
  return new ModelError(maskSecrets(text, facts.secrets), {
    ...fault,
    status: apiError?.code,
    failedUsage: facts.failedUsage,
    cause,
  })
}

function apiErrorFacts(error: ApiError, { model, retryAfterMs, credentialSource, now }: AttemptFacts): ModelErrorFacts {
  const { code, message } = error
  const detail = `${message.replace(/\.$/, '')} (HTTP ${code})`
  const check = credentialSource === undefined ? '' : `. Check ${credentialSource}.`
  const waitMs = requestedWaitMs(error, now) ?? retryAfterMs
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
    return { fault: 'request', retry: 'never', text: `The API rejected the request: ${detail}` }
  // Overload responses sometimes hide a quota of zero.
  if (hasNoQuota(message)) return quotaErrorFacts(error, waitMs, model)
  const retry = waitMs !== undefined && waitMs > MAX_WAIT_MS ? 'other-model' : 'later'
  return { fault: 'unavailable', retry, waitMs, text: `The API is unavailable: ${detail}` }
}

function quotaErrorFacts(error: ApiError, waitMs: number | undefined, model: string): ModelErrorFacts {
  const detail = `${error.message.replace(/\.$/, '')} (HTTP ${error.code})`
  const quotas = quotaIds(error)
  const isLongWait = waitMs !== undefined && waitMs > MAX_WAIT_MS
  if (isOverCapacity(error) && !isLongWait)
    return {
      fault: 'unavailable',
      retry: 'later',
      waitMs,
      text: `${model} has no capacity at the moment: ${detail}`,
    }
  if (hasNoQuota(error.message))
    return { fault: 'quota', retry: 'other-model', text: `This account has no quota for ${model}: ${detail}` }
  // The delay in the response is for the quota per minute; the daily quota does not reset by then.
  if (quotas.some((id) => /PerDay|Daily/.test(id)))
    return { fault: 'quota', retry: 'other-model', text: `The daily quota for ${model} is exhausted: ${detail}` }
  if (isLongWait || isCodeAssistQuotaExhausted(error, waitMs))
    return { fault: 'quota', retry: 'other-model', waitMs, text: `The quota for ${model} is exhausted: ${detail}` }
  const minute = quotas.some((id) => /PerMinute/.test(id)) ? MINUTE_MS : undefined
  const text = `The quota for ${model} is exhausted for now: ${detail}`
  return { fault: 'quota', retry: 'later', waitMs: waitMs ?? minute, text }
}

/** The model is out of capacity; the account's quota is not affected. Code Assist words an exhausted quota the same way. */
const isOverCapacity = (error: ApiError): boolean => {
  const reasons = reasonsOf(error)
  if (reasons.some((reason) => /^MODEL_CAPACITY_(?:EXHAUSTED|EXCEEDED)$/.test(reason))) return true
  if (reasons.includes('QUOTA_EXHAUSTED')) return false
  return /exhausted your capacity|capacity exceeded|MODEL_CAPACITY_EXHAUSTED/i.test(error.message)
}

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
function networkErrorFacts(error: unknown, { hasResponse }: AttemptFacts): ModelErrorFacts {
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
    const text = `The proxy (HTTPS_PROXY) rejected the request: HTTP ${proxy}.${proxy === '407' ? ' Add a user name and password to its address.' : ''}`
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
  if (hasResponse === true)
    return {
      fault: 'unusable',
      retry: 'later',
      text: `The API's response is not what its reference describes: ${detail}`,
    }
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

/** An error in Google's format (google.rpc.Status), as far as it could be parsed. `code` is an HTTP status. */
export type ApiError = { code: number; message: string; details: Record<string, unknown>[] }

const MAX_MESSAGE_CHARACTERS = 1000

/**
 * The API's error inside a thrown error, or undefined without an HTTP status, which means no response. The body is an
 * object, a list of one, text, or quoted inside the message of another error; the innermost one counts.
 */
export function parseApiError(error: unknown): ApiError | undefined {
  const status = httpStatus(error)
  if (status === undefined) return undefined
  let apiError: ApiError = { code: status, message: messageOf(error), details: [] }
  for (let depth = 0; depth < 10; depth++) {
    const inner = errorObject(parseEmbeddedJson(apiError.message))
    if (inner === undefined) break
    const code = Number(inner.code)
    apiError = {
      code: code >= 400 && code < 600 ? code : apiError.code,
      message: typeof inner.message === 'string' ? inner.message : '',
      details: list(inner.details).length > 0 ? list(inner.details) : apiError.details,
    }
  }
  const message = collapseWhitespace(apiError.message)
  return { ...apiError, message: keepStart(message, MAX_MESSAGE_CHARACTERS) || 'no explanation' }
}

/** The HTTP status of an error, which some libraries write as text. */
function httpStatus(error: unknown): number | undefined {
  const { status } = asRecord(error)
  return typeof status === 'string' && /^\d{3}$/.test(status)
    ? Number(status)
    : typeof status === 'number'
      ? status
      : undefined
}

function errorObject(value: unknown): Record<string, unknown> | undefined {
  const { error } = asRecord(Array.isArray(value) ? value[0] : value)
  return typeof error === 'object' && error !== null ? asRecord(error) : undefined
}

/** Parses JSON that starts somewhere in the text, as in "got status: 503. {…}". */
function parseEmbeddedJson(text: string): unknown {
  const start = text.search(/[[{]/)
  if (start < 0) return undefined
  try {
    return JSON.parse(text.slice(start))
  } catch {
    return undefined
  }
}

/** Details of one google.rpc type, e.g. `RetryInfo`. Some gateways put blanks around `@type`. */
function detailsOf(error: ApiError, type: string): Record<string, unknown>[] {
  return error.details.filter((detail) =>
    Object.entries(detail).some(([key, value]) => key.trim() === '@type' && String(value).endsWith(`.${type}`)),
  )
}

/** Ids of the exceeded quotas, from QuotaFailure and ErrorInfo. They contain words like PerDay or PerMinute. */
export function quotaIds(error: ApiError): string[] {
  return [
    ...detailsOf(error, 'QuotaFailure').flatMap((failure) =>
      list(failure.violations).map((violation) => String(violation.quotaId)),
    ),
    ...detailsOf(error, 'ErrorInfo').map((info) => String(asRecord(info.metadata).quota_limit ?? '')),
  ]
}

export const reasonsOf = (error: ApiError): string[] =>
  detailsOf(error, 'ErrorInfo').map((info) => String(info.reason ?? ''))

/** Whether the error comes from Code Assist. Its domain may have stray characters around it. */
export const isCodeAssist = (error: ApiError): boolean =>
  detailsOf(error, 'ErrorInfo').some((info) =>
    /^(?:staging-|autopush-)?cloudcode-pa\.googleapis\.com$/.test(
      String(info.domain ?? '').replace(/[^A-Za-z0-9.-]/g, ''),
    ),
  )

/** The link where the owner must verify the account; undefined for other errors. */
export function verificationLink(error: ApiError): string | undefined {
  if (!isCodeAssist(error) || !reasonsOf(error).includes('VALIDATION_REQUIRED')) return undefined
  const links = detailsOf(error, 'Help').flatMap((help) => list(help.links).map(({ url }) => url))
  const metadata = detailsOf(error, 'ErrorInfo').map((info) => asRecord(info.metadata).validation_link)
  return [...links, ...metadata].find((link) => typeof link === 'string' && link.startsWith('https://')) as
    | string
    | undefined // just checked
}

/**
 * Milliseconds that the API asks to wait: from RetryInfo, else from the reset of a quota in ErrorInfo (Code Assist), else from its message.
 * Source of the reset: error bodies in public reports, for example google-gemini/gemini-cli#29425.
 */
export function requestedWaitMs(error: ApiError, now = Number.NaN): number | undefined {
  const metadata = detailsOf(error, 'ErrorInfo').map((info) => asRecord(info.metadata))
  const delays = [
    ...detailsOf(error, 'RetryInfo').map((info) => durationMs(info.retryDelay)),
    ...metadata.map(({ quotaResetDelay }) => durationMs(quotaResetDelay)),
    ...metadata.map(({ quotaResetTimeStamp }) => Date.parse(String(quotaResetTimeStamp)) - now),
    durationMs(/\b(?:retry in|resets? (?:in|after)) ([\d.hms]+[hms])/i.exec(error.message)?.[1]),
  ]
  return delays.find((ms) => ms !== undefined && ms > 0)
}

const UNIT_MS = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** A duration of protobuf or Go, such as `12s`, `900.2ms` and `161h39m41.3s`, in milliseconds. */
function durationMs(value: unknown): number | undefined {
  const text = String(value ?? '').trim()
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/.test(text)) return undefined
  const amounts = text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)
  return [...amounts].reduce((sum, [, amount, unit]) => sum + Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS], 0) // the pattern's units
}

/**
 * Milliseconds from a Retry-After header (seconds or HTTP date), or undefined when it has no usable value.
 * Source: RFC 9110, 10.2.3.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return ms > 0 ? ms : undefined
}

/** Any value as a record; `{}` for a value that is not an object. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // any object can be read by key

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(asRecord) : [])
