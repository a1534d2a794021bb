import type { Clock } from '../../platform/clock.ts'

/**
 * Keeps one token within GitHub's rate limits: 80 content writes a minute and 500 an hour, 900 points a minute (a read is 1,
 * a write 5), 30 searches a minute, 100 concurrent requests, and the hourly number that the response headers count down.
 * Every limit here is lower, because other steps of the job may use the same token.
 * Source: GitHub docs, "Rate limits for the REST API", "Best practices for using the REST API", "REST API endpoints for search".
 */
export type RateLimiter = {
  /** Resolves with 0 when the request may be sent. Resolves at once with the wait in milliseconds when that exceeds `maxWaitMs`. */
  acquire(kind: 'read' | 'write', resource: RateLimitResource): Promise<number>
  /** Reads the remaining requests from the response headers. Called once for every `acquire` that resolved with 0. */
  release(resource: RateLimitResource, headers: ResponseHeaders): void
  /** Delays all requests. */
  pause(ms: number): void
}

/** GitHub has a separate limit for each. */
export type RateLimitResource = 'core' | 'graphql' | 'search'
export type ResponseHeaders = Readonly<Record<string, string | number | undefined>>
type RequestBudget = { remaining: number; resetMs: number; inFlight: number }

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

export function openRateLimiter({ now, sleep }: Clock, maxWaitMs: number): RateLimiter {
  /** Start times in epoch milliseconds, future ones included. */
  const writes: number[] = []
  const reads: number[] = []
  const searches: number[] = []
  const budgets = new Map<RateLimitResource, RequestBudget>()
  let pausedUntil = 0
  let inFlightTotal = 0
  const queue: (() => void)[] = []

  const budgetOf = (resource: RateLimitResource): RequestBudget => {
    const budget = budgets.get(resource) ?? { remaining: Number.POSITIVE_INFINITY, resetMs: 0, inFlight: 0 }
    budgets.set(resource, budget)
    return budget
  }
  /** The earliest time at which all limits allow the request, in epoch milliseconds. */
  const earliestStart = (kind: 'read' | 'write', resource: RateLimitResource): number => {
    const { remaining, resetMs, inFlight } = budgetOf(resource)
    const unpaused = Math.max(now(), pausedUntil, remaining - inFlight > 0 ? 0 : resetMs)
    const searched = resource === 'search' ? earliestAfter(searches, SEARCHES.max, SEARCHES.ms) : 0
    if (kind === 'read') return Math.max(unpaused, searched, earliestAfter(reads, READS_A_MINUTE, MINUTE))
    const spaced = Math.max(
      unpaused,
      earliestAfter(writes, WRITES.minute, MINUTE),
      earliestAfter(writes, WRITES.hour, HOUR),
    )
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
        else if (inFlightTotal >= MAX_IN_FLIGHT) await new Promise<void>((resolve) => queue.push(resolve))
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
