import type { Headers } from './pace.ts'

/** What GitHub said instead of what was asked for. */
export type Refusal = { status: number; message: string; headers: Headers }

/** The longest wait for a rate limit that is better than saying so now. */
export const PATIENCE_MS = 60_000
/** How long an impatient one waits for limits in all. */
const LIMIT_WAITS_S = 300
/** A patient one waits for an hour again and again, but not for ever. */
const LIMIT_RETRIES = 5
/** What GitHub asks for where it names no time. */
const UNNAMED_S = 60

/**
 * Seconds until GitHub wants to be asked again, or undefined when it was no rate limit that stopped the request. What a
 * limit stopped was not done, so a write may be sent again too.
 * Source: GitHub docs, "Rate limits for the REST API", "Exceeding the rate limit".
 */
export function limitOf({ status, message, headers }: Refusal, nowMs: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const named = Number(headers['retry-after'])
  if (named > 0) return Math.ceil(named)
  const resetS = Number(headers['x-ratelimit-reset'])
  // A second more, to ask after the reset and not in the same moment.
  if (headers['x-ratelimit-remaining'] === '0' && resetS > 0) return Math.max(0, Math.ceil(resetS - nowMs / 1000) + 1)
  return /\brate limit/i.test(message) ? UNNAMED_S : undefined
}

/** Whether `seconds` are waited for a request that limits stopped `before` so many times already. */
export function openPatience(patienceMs: number): (seconds: number, before: number) => boolean {
  const isPatient = patienceMs > PATIENCE_MS
  let waitedS = 0
  return (seconds, before) => {
    const mayRepeat = isPatient ? before < LIMIT_RETRIES : before === 0 && waitedS + seconds <= LIMIT_WAITS_S
    const waits = mayRepeat && seconds * 1000 <= patienceMs
    if (waits) waitedS += seconds
    return waits
  }
}
