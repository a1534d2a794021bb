import { messageOf } from '../../platform/errors.ts'
import { collapseWhitespace } from '../../text/one-line.ts'
import { keepStart } from '../../text/truncate.ts'

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

/** Milliseconds that the API asks to wait: from RetryInfo, else from its message. */
export function requestedWaitMs(error: ApiError): number | undefined {
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
