import { messageOf } from '../host/errors.ts'
import { ModelError } from './types.ts'

/** What is known of a failed attempt beside the error itself. */
export type FaultFacts = {
  model: string
  /** Milliseconds from a Retry-After header. */
  retryAfterMs?: number | undefined
  /** Credentials, removed from every text. */
  secrets: readonly string[]
}

/** A longer wait is not worth it inside one job; the model counts as exhausted instead. */
const LONGEST_WAIT_MS = 300_000
/** A per-minute quota without a told delay is over after at most this long. */
const MINUTE_MS = 60_000

/**
 * Any failure of one attempt as a ModelError whose text a person can act on. Never throws.
 * Source: Google API error model (google.rpc.Status with ErrorInfo, RetryInfo, QuotaFailure, Help).
 */
export function faultOf(error: unknown, facts: FaultFacts): ModelError {
  if (error instanceof ModelError) return error
  const status = numberIn(error, 'status')
  const read = status === undefined ? networkFault(error) : apiFault(apiErrorIn(messageOf(error), status), facts)
  const text = hide(read.text, facts.secrets)
  // A cause is printed with its stack, so one that quotes the credential does not ride along.
  const cause = hide(`${messageOf(error)}${error instanceof Error ? error.stack : ''}`, facts.secrets)
  const quotes = facts.secrets.some((secret) => secret !== '' && cause.includes('***'))
  return new ModelError(text, {
    ...read,
    status: read.status ?? status,
    cause: status !== undefined || quotes ? undefined : error,
  })
}

type Read = Pick<ModelError, 'fault' | 'retry'> & { text: string; waitMs?: number | undefined; status?: number }

type ApiError = { code: number; message: string; details: Record<string, unknown>[] }

function apiFault(error: ApiError, facts: FaultFacts): Read {
  const { code, message } = error
  const reasons = detailsOf(error, 'ErrorInfo').map((info) => String(info.reason ?? ''))
  const waitMs = toldWait(error) ?? facts.retryAfterMs
  const said = `${message} (HTTP ${code})`

  if (reasons.includes('API_KEY_INVALID') || /API key (?:not valid|expired|not found)/i.test(message))
    return { fault: 'auth', retry: 'never', text: `The API does not accept the key: ${said}` }
  if (code === 401) return { fault: 'auth', retry: 'never', text: `The API does not accept the credential: ${said}` }
  if (code === 403) return { fault: 'auth', retry: 'never', text: `The credential may not do this: ${said}` }
  if (code === 404)
    return {
      fault: 'request',
      retry: 'other-model',
      text: `The API does not offer the model "${facts.model}": ${said}`,
    }
  if (code === 429) return quotaFault(error, reasons, waitMs, facts.model)
  if (code === 408 || code === 499 || code >= 500) {
    // "limit: 0" comes with 499 and 503 too: this account will never get an answer from this model.
    if (hasNoQuota(message)) return quotaFault(error, reasons, waitMs, facts.model)
    const tooLong = waitMs !== undefined && waitMs > LONGEST_WAIT_MS
    return {
      fault: 'unavailable',
      retry: tooLong ? 'other-model' : 'later',
      waitMs,
      text: `The API is in trouble: ${said}`,
    }
  }
  return { fault: 'request', retry: 'never', text: `The API refuses the request: ${said}` }
}

function quotaFault(error: ApiError, reasons: readonly string[], waitMs: number | undefined, model: string): Read {
  const said = `${error.message} (HTTP ${error.code})`
  const quotas = [
    ...detailsOf(error, 'QuotaFailure').flatMap((failure) =>
      list(failure.violations).map((one) => String(one.quotaId)),
    ),
    ...detailsOf(error, 'ErrorInfo').map((info) => String(record(info.metadata).quota_limit ?? '')),
  ]
  const crowded = reasons.some((reason) => /^MODEL_CAPACITY_(?:EXHAUSTED|EXCEEDED)$/.test(reason))
  if (crowded || /exhausted your capacity|capacity exceeded|MODEL_CAPACITY_EXHAUSTED/i.test(error.message))
    return { fault: 'unavailable', retry: 'later', waitMs, text: `Too many others use ${model} just now: ${said}` }
  if (hasNoQuota(error.message))
    return { fault: 'quota', retry: 'other-model', text: `This account has no quota at all for ${model}: ${said}` }
  if (quotas.some((id) => /PerDay|Daily/.test(id)))
    return { fault: 'quota', retry: 'other-model', waitMs, text: `The daily quota for ${model} is used up: ${said}` }
  if (waitMs !== undefined && waitMs > LONGEST_WAIT_MS)
    return { fault: 'quota', retry: 'other-model', waitMs, text: `The quota for ${model} is used up: ${said}` }
  const minute = quotas.some((id) => /PerMinute/.test(id)) ? MINUTE_MS : undefined
  return {
    fault: 'quota',
    retry: 'later',
    waitMs: waitMs ?? minute,
    text: `The quota for ${model} is used up for now: ${said}`,
  }
}

/** "limit: 0", but not "limit: 0.5" or "limit: 05". */
const hasNoQuota = (message: string): boolean => /limit:\s*0(?!\d|\.\d)/.test(message)

/** Milliseconds the API asks us to wait: RetryInfo first, then the sentence in its message. */
function toldWait(error: ApiError): number | undefined {
  for (const info of detailsOf(error, 'RetryInfo')) {
    const ms = durationMs(String(info.retryDelay ?? ''))
    if (ms !== undefined && ms > 0) return ms
  }
  return durationMs(/Please retry in (\d+(?:\.\d+)?(?:ms|s))/.exec(error.message)?.[1] ?? '')
}

/** `12s`, `0.9s` or `900ms` in milliseconds. */
function durationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text.trim()) ?? []
  return amount === undefined ? undefined : Number(amount) * (unit === 's' ? 1000 : 1)
}

/**
 * Milliseconds from a Retry-After header (seconds or HTTP date), or undefined when it says nothing usable.
 * Source: RFC 9110, 10.2.3.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return ms > 0 ? ms : undefined
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY))/

/** Failures below HTTP: no answer, or one that broke off. */
function networkFault(error: unknown): Read {
  const chain = causes(error)
  const code = chain.map((one) => stringIn(one, 'code')).find((one) => one !== undefined) ?? ''
  const said = [...new Set(chain.map(messageOf).filter((text) => text !== ''))].join(': ')
  if (CERTIFICATE.test(code))
    return {
      fault: 'unavailable',
      retry: 'never',
      text: `The API's certificate is not trusted here (${code}). Behind a proxy that inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate.`,
    }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { fault: 'unavailable', retry: 'later', text: `The API's host name cannot be resolved: ${said}` }
  if (code === 'ERR_INVALID_URL')
    return { fault: 'request', retry: 'never', text: `The API's address is not a URL: ${said}` }
  if (error instanceof SyntaxError || /incomplete json segment|exception parsing stream chunk/i.test(said))
    return { fault: 'unusable', retry: 'later', text: `The API's answer broke off or is not JSON: ${said}` }
  if (code !== '' || /fetch failed|terminated|sending request|body is empty|aborted/i.test(said))
    return { fault: 'unavailable', retry: 'later', text: `The connection to the API failed: ${said}` }
  return { fault: 'request', retry: 'never', text: `The request could not be sent: ${said}` }
}

/** The API's error object out of a body, a message that quotes it, or several layers of both. */
function apiErrorIn(text: string, status: number): ApiError {
  let found: ApiError = { code: status, message: text, details: [] }
  for (let depth = 0; depth < 10; depth++) {
    const inner = errorObject(jsonFrom(found.message))
    if (inner === undefined) break
    const code = Number(inner.code)
    found = {
      code: code >= 400 && code < 600 ? code : found.code,
      message: typeof inner.message === 'string' ? inner.message : found.message,
      details: list(inner.details).length > 0 ? list(inner.details) : found.details,
    }
    if (typeof inner.message !== 'string') break
  }
  return { ...found, message: found.message.trim() || `no explanation` }
}

function errorObject(value: unknown): Record<string, unknown> | undefined {
  const first = Array.isArray(value) ? value[0] : value
  const error = record(first).error
  return typeof error === 'object' && error !== null ? record(error) : undefined
}

/** JSON that is the text or starts somewhere inside it, as in "got status: 503. {…}". */
function jsonFrom(text: string): unknown {
  const start = text.search(/[[{]/)
  if (start < 0) return undefined
  try {
    return JSON.parse(text.slice(start))
  } catch {
    return undefined
  }
}

function detailsOf(error: ApiError, type: string): Record<string, unknown>[] {
  return error.details.filter((detail) =>
    Object.entries(detail).some(([key, value]) => key.trim() === '@type' && String(value).endsWith(`.${type}`)),
  )
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one !== undefined && one !== null && chain.length < 6; one = record(one).cause) chain.push(one)
  return chain
}

const hide = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((hidden, secret) => (secret === '' ? hidden : hidden.replaceAll(secret, '***')), text)

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // any object can be read by key

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : [])

const stringIn = (value: unknown, key: string): string | undefined => {
  const found = record(value)[key]
  return typeof found === 'string' ? found : undefined
}

const numberIn = (value: unknown, key: string): number | undefined => {
  const found = record(value)[key]
  return typeof found === 'number' ? found : undefined
}
