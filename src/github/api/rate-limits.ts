import type { Clock } from '../../platform/time.ts'

/**
 * Keeps one token within GitHub's rate limits: 80 content writes a minute and 500 an hour, 900 points a minute (a read is 1,
 * a write 5), 30 searches a minute, 100 concurrent requests, and the hourly number that the response headers count down.
 * Every limit here is lower, because other steps of the job may use the same token.
 * Source: GitHub docs, "Rate limits for the REST API", "Best practices for using the REST API", "REST API endpoints for search".
 */
export type RateLimiter = {
  /** Resolves with 0 when the request may be sent. Resolves at once with the wait in milliseconds when that exceeds `maxWaitMs`. */
  acquire(kind: 'read' | 'write', resource: RateLimitResource): Promise<number>
  /** Reads the remaining requests from the response headers. Call it once for every `acquire` that resolved with 0. */
  release(resource: RateLimitResource, headers: ResponseHeaders): void
  /** Delays all requests. */
  pause(ms: number): void
}

/**
 * The share of one of `parallel` jobs that use the same token at once. A quarter of the hourly requests stays for other workflows.
 * `isPaced`: spread the content writes over the hour, because all jobs together may come close to its limit.
 */
export type RateShare = { parallel: number; isPaced: boolean }

/** GitHub has a separate limit for each. */
export type RateLimitResource = 'core' | 'graphql' | 'search'

export type ResponseHeaders = Readonly<Record<string, string | number | undefined>>

type RequestBudget = { remaining: number; limit: number; resetMs: number; inFlight: number }

const MINUTE = 60_000

const HOUR = 60 * MINUTE

const WRITES = { minute: 70, hour: 450 } as const

const READS_A_MINUTE = 450

/** Searches in half a minute. */
const SEARCHES = { max: 10, ms: MINUTE / 2 } as const

const MAX_IN_FLIGHT = 10

/** Writes a minute without a pause; GitHub asks for a second between further ones. */
const BURST_WRITES = 10

const WRITE_INTERVAL_MS = 1000

const MAX_RECORDED = WRITES.hour

/** What all jobs of a share have together. Jobs of an earlier attempt may just have used as much. */
const SHARED = { writesMinute: 60, writesHour: 400, readsMinute: 250, inFlight: 64, reserve: 0.25 } as const

/** The requests an hour of a job's token, until a header says more. */
const REQUESTS_AN_HOUR = 1000

/** At most `max` starts in `ms` milliseconds. */
type RateWindow = { max: number; ms: number }

/** A whole number of starts a minute, or one in more than a minute. */
const windowFor = (aMinute: number): RateWindow =>
  aMinute >= 1 ? { max: Math.floor(aMinute), ms: MINUTE } : { max: 1, ms: Math.ceil(MINUTE / aMinute) }

/** The windows of content writes, of reads and of searches, and the requests at a time. */
function windowsOf(share: RateShare | undefined) {
  if (share === undefined)
    return {
      writes: [
        { max: WRITES.minute, ms: MINUTE },
        { max: WRITES.hour, ms: HOUR },
      ],
      reads: { max: READS_A_MINUTE, ms: MINUTE },
      inFlight: MAX_IN_FLIGHT,
    }
  const { parallel, isPaced } = share
  const { writesMinute, writesHour, readsMinute, inFlight } = SHARED
  return {
    writes: [
      windowFor(writesMinute / parallel),
      ...(isPaced ? [{ max: 1, ms: Math.ceil((HOUR * parallel) / writesHour) }] : []),
    ],
    reads: windowFor(readsMinute / parallel),
    inFlight: Math.max(1, Math.min(MAX_IN_FLIGHT, Math.floor(inFlight / parallel))),
  }
}

export function openRateLimiter({ now, sleep }: Clock, maxWaitMs: number, share?: RateShare): RateLimiter {
  const windows = windowsOf(share)
  /** The requests that stay for other workflows, and for what the other jobs send at the same time. */
  const reserveOf = (limit: number) =>
    share === undefined ? 0 : Math.max(limit * SHARED.reserve, share.parallel * windows.inFlight)
  /** Start times in epoch milliseconds, future ones included. */
  const writes: number[] = []
  const reads: number[] = []
  const searches: number[] = []
  const budgets = new Map<RateLimitResource, RequestBudget>()
  let pausedUntil = 0
  let inFlightTotal = 0
  const queue: (() => void)[] = []

  const budgetOf = (resource: RateLimitResource): RequestBudget => {
    const budget = budgets.get(resource) ?? {
      remaining: Number.POSITIVE_INFINITY,
      limit: REQUESTS_AN_HOUR,
      resetMs: 0,
      inFlight: 0,
    }
    budgets.set(resource, budget)
    return budget
  }
  /** The earliest time at which all limits allow the request, in epoch milliseconds. */
  const earliestStart = (kind: 'read' | 'write', resource: RateLimitResource): number => {
    const { remaining, limit, resetMs, inFlight } = budgetOf(resource)
    const isFree = remaining - inFlight > (resource === 'search' ? 0 : reserveOf(limit))
    const unpaused = Math.max(now(), pausedUntil, isFree ? 0 : resetMs)
    const searched = resource === 'search' ? earliestAfter(searches, SEARCHES.max, SEARCHES.ms) : 0
    if (kind === 'read') return Math.max(unpaused, searched, earliestAfter(reads, windows.reads.max, windows.reads.ms))
    const spaced = Math.max(unpaused, ...windows.writes.map(({ max, ms }) => earliestAfter(writes, max, ms)))
    const isBurst = spaced >= earliestAfter(writes, BURST_WRITES, MINUTE)
    return isBurst ? spaced : Math.max(spaced, earliestAfter(writes, 1, WRITE_INTERVAL_MS))
  }

  return {
    async acquire(kind, resource) {
      const startMs = earliestStart(kind, resource)
      const waitMs = startMs - now()
      if (waitMs > maxWaitMs) return waitMs
      recordTime(kind === 'write' ? writes : reads, startMs)
      if (resource === 'search') recordTime(searches, startMs)
      budgetOf(resource).inFlight += 1
      // A response may pause all requests while this one waits.
      for (;;) {
        const ms = Math.max(startMs, pausedUntil) - now()
        if (ms > 0) await sleep(ms)
        else if (inFlightTotal >= windows.inFlight) await new Promise<void>((resolve) => queue.push(resolve))
        else break
      }
      inFlightTotal += 1
      return 0
    },
    release(resource, headers) {
      const budget = budgetOf(resource)
      budget.inFlight -= 1
      inFlightTotal -= 1
      queue.shift()?.()
      const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN)
      const resetMs = Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000
      if (Number.isNaN(remaining) || Number.isNaN(resetMs)) return
      budget.limit = Number(headers['x-ratelimit-limit'] ?? Number.NaN) || budget.limit
      // Responses can arrive out of order. Before the next reset the smallest number is the newest.
      if (resetMs > budget.resetMs) Object.assign(budget, { remaining, resetMs })
      else if (resetMs === budget.resetMs) budget.remaining = Math.min(budget.remaining, remaining)
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms)
    },
  }
}

function recordTime(times: number[], timeMs: number): void {
  times.push(timeMs)
  if (times.length > MAX_RECORDED) times.shift()
}

/** The time `ms` after the `nth` last entry; 0 when there are fewer entries. */
const earliestAfter = (times: readonly number[], nth: number, ms: number): number => {
  const timeMs = times.at(-nth)
  return timeMs === undefined ? 0 : timeMs + ms
}

/** An HTTP error response. */
export type ErrorResponse = { status: number; message: string; headers: ResponseHeaders }

/** The longest wait for a rate limit by default; a longer one fails the request. */
export const DEFAULT_MAX_WAIT_MS = 60_000

/** The longest time in all that a client with the default maximum waits. */
const MAX_TOTAL_WAIT_S = 300

/** How often one request of a client with a longer maximum may wait. */
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
  // Adds a second, because a request in the second of the reset may still be limited.
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
