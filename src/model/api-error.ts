import { startOf } from '../host/cut.ts'
import { messageOf } from '../host/errors.ts'

/** An error in Google's model (google.rpc.Status), as far as it could be read. `code` is an HTTP status. */
export type ApiError = { code: number; message: string; details: Record<string, unknown>[] }

const LONGEST_MESSAGE = 1000

/**
 * The API's error out of a thrown one, or undefined when no HTTP status is known: then nothing answered. Bodies come
 * as an object, as a list of one, as text, or quoted inside the message of another error; the innermost one counts.
 */
export function apiErrorIn(error: unknown): ApiError | undefined {
  const status = statusIn(error)
  if (status === undefined) return undefined
  let found: ApiError = { code: status, message: messageOf(error), details: [] }
  for (let depth = 0; depth < 10; depth++) {
    const inner = errorObject(jsonFrom(found.message))
    if (inner === undefined) break
    const code = Number(inner.code)
    found = {
      code: code >= 400 && code < 600 ? code : found.code,
      message: typeof inner.message === 'string' ? inner.message : '',
      details: list(inner.details).length > 0 ? list(inner.details) : found.details,
    }
  }
  const message = found.message.replace(/\s+/g, ' ').trim()
  return { ...found, message: startOf(message, LONGEST_MESSAGE) || 'no explanation' }
}

/** The HTTP status an error carries, which some libraries write as text. */
function statusIn(error: unknown): number | undefined {
  const { status } = record(error)
  return typeof status === 'string' && /^\d{3}$/.test(status)
    ? Number(status)
    : typeof status === 'number'
      ? status
      : undefined
}

function errorObject(value: unknown): Record<string, unknown> | undefined {
  const { error } = record(Array.isArray(value) ? value[0] : value)
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

/** Details of one google.rpc type, e.g. `RetryInfo`. Gateways have been seen to put blanks around `@type`. */
function detailsOf(error: ApiError, type: string): Record<string, unknown>[] {
  return error.details.filter((detail) =>
    Object.entries(detail).some(([key, value]) => key.trim() === '@type' && String(value).endsWith(`.${type}`)),
  )
}

/** Ids of the quotas that were exceeded, from QuotaFailure and ErrorInfo. They end in words like PerDay or PerMinute. */
export function quotaIds(error: ApiError): string[] {
  return [
    ...detailsOf(error, 'QuotaFailure').flatMap((failure) =>
      list(failure.violations).map((one) => String(one.quotaId)),
    ),
    ...detailsOf(error, 'ErrorInfo').map((info) => String(record(info.metadata).quota_limit ?? '')),
  ]
}

export const reasonsOf = (error: ApiError): string[] =>
  detailsOf(error, 'ErrorInfo').map((info) => String(info.reason ?? ''))

/** Whether the error comes from Code Assist. Its domain has been seen with stray characters around it. */
export const isCodeAssist = (error: ApiError): boolean =>
  detailsOf(error, 'ErrorInfo').some((info) =>
    /^(?:staging-|autopush-)?cloudcode-pa\.googleapis\.com$/.test(
      String(info.domain ?? '').replace(/[^A-Za-z0-9.-]/g, ''),
    ),
  )

/** Where the holder of an account has to go before it may be used; undefined when the error is about something else. */
export function verificationLink(error: ApiError): string | undefined {
  if (!isCodeAssist(error) || !reasonsOf(error).includes('VALIDATION_REQUIRED')) return undefined
  const links = detailsOf(error, 'Help').flatMap((help) => list(help.links).map(({ url }) => url))
  const metadata = detailsOf(error, 'ErrorInfo').map((info) => record(info.metadata).validation_link)
  return [...links, ...metadata].find((link) => typeof link === 'string' && link.startsWith('https://')) as
    | string
    | undefined // just checked
}

/** Milliseconds the API asks us to wait: RetryInfo first, then the sentence in its message. */
export function toldWait(error: ApiError): number | undefined {
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

/** Anything as something to look keys up in. */
export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // any object can be read by key

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : [])
