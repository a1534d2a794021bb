import type { ResponseHeaders } from './rate-limiter.ts'

/** An HTTP error response. */
export type ErrorResponse = { status: number; message: string; headers: ResponseHeaders }

/** The longest wait for a rate limit by default; a longer one fails the request. */
export const DEFAULT_MAX_WAIT_MS = 60_000
/** The total of all waits of a client with the default maximum. */
const MAX_TOTAL_WAIT_S = 300
/** The waits for one request of a client with a longer maximum. */
const MAX_LONG_WAITS = 5
/** GitHub asks for at least a minute when the response has no time. */
const FALLBACK_WAIT_S = 60

/**
 * Seconds to wait before the request is sent again, or undefined when the error is not a rate limit. GitHub did not execute a
 * rate-limited request, so a write may be sent again too.
 * Source: GitHub docs, "Rate limits for the REST API", "Exceeding the rate limit".
 */
export function rateLimitWaitSeconds({ status, message, headers }: ErrorResponse, nowMs: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const retryAfterS = Number(headers['retry-after'])
  if (retryAfterS > 0) return Math.ceil(retryAfterS)
  const resetS = Number(headers['x-ratelimit-reset'])
  // One second more, because a request in the second of the reset may still be limited.
  if (headers['x-ratelimit-remaining'] === '0' && resetS > 0) return Math.max(0, Math.ceil(resetS - nowMs / 1000) + 1)
  return /\brate limit/i.test(message) ? FALLBACK_WAIT_S : undefined
}

/** Decides whether a request waits `seconds` for a rate limit after `earlierWaits` waits. */
export function openWaitPolicy(maxWaitMs: number): (seconds: number, earlierWaits: number) => boolean {
  const allowsLongWaits = maxWaitMs > DEFAULT_MAX_WAIT_MS
  let waitedS = 0
  return (seconds, earlierWaits) => {
    const mayRepeat = allowsLongWaits
      ? earlierWaits < MAX_LONG_WAITS
      : earlierWaits === 0 && waitedS + seconds <= MAX_TOTAL_WAIT_S
    const waits = mayRepeat && seconds * 1000 <= maxWaitMs
    if (waits) waitedS += seconds
    return waits
  }
}
