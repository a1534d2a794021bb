import type { Clock } from '../host/clock.ts'

/**
 * Keeps one token within what GitHub allows it, so that nothing has to be refused first: 80 content writes a minute and
 * 500 an hour, 900 points a minute (a read is 1, a write 5), and the requests left of the hour as the last answers told.
 * We stay a little below each, as other steps of the job may use the same token.
 * Source: GitHub docs, "Rate limits for the REST API", "Best practices for using the REST API".
 */
export type Pace = {
  /** Resolves with 0 when it is this request's turn, or at once with the milliseconds it would have to wait beyond `patienceMs`. */
  turn(kind: 'read' | 'write', resource: Resource): Promise<number>
  /** What an answer, or none, says of the requests left. Called once for every turn that came. */
  answered(resource: Resource, headers: Headers): void
  /** Lets nobody ask for so long. */
  pause(ms: number): void
}

/** GitHub counts these apart. */
export type Resource = 'core' | 'graphql' | 'search'
type Headers = Readonly<Record<string, string | number | undefined>>
type Left = { remaining: number; resetMs: number; asking: number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WRITES = { minute: 70, hour: 450 } as const
const READS_A_MINUTE = 450
/** So many writes go at once; GitHub wants whoever writes more to leave a second between two. */
const AT_ONCE = 10
const APART = 1000
const LONGEST = WRITES.hour

export function openPace({ now, sleep }: Clock, patienceMs: number): Pace {
  /** When the last ones went, or will go. */
  const writes: number[] = []
  const reads: number[] = []
  const left = new Map<Resource, Left>()
  let pausedUntil = 0

  const leftOf = (resource: Resource): Left => {
    const known = left.get(resource) ?? { remaining: Number.POSITIVE_INFINITY, resetMs: 0, asking: 0 }
    left.set(resource, known)
    return known
  }
  /** The first moment the limits have room for one more. */
  const firstFree = (kind: 'read' | 'write', resource: Resource): number => {
    const { remaining, resetMs, asking } = leftOf(resource)
    const soonest = Math.max(now(), pausedUntil, remaining - asking > 0 ? 0 : resetMs)
    if (kind === 'read') return Math.max(soonest, after(reads, READS_A_MINUTE, MINUTE))
    const spaced = Math.max(soonest, after(writes, WRITES.minute, MINUTE), after(writes, WRITES.hour, HOUR))
    const isBurst = spaced >= after(writes, AT_ONCE, MINUTE)
    return isBurst ? spaced : Math.max(spaced, after(writes, 1, APART))
  }

  return {
    async turn(kind, resource) {
      const mine = firstFree(kind, resource)
      const tooLong = mine - now() - patienceMs
      if (tooLong > 0) return tooLong + patienceMs
      const going = kind === 'write' ? writes : reads
      going.push(mine)
      if (going.length > LONGEST) going.shift()
      leftOf(resource).asking += 1
      // While this one waits, an answer may have said that everybody must.
      for (let at = mine; now() < at; at = Math.max(at, pausedUntil)) await sleep(at - now())
      return 0
    },
    answered(resource, headers) {
      const known = leftOf(resource)
      known.asking -= 1
      const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN)
      const resetMs = Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000
      if (Number.isNaN(remaining) || Number.isNaN(resetMs)) return
      // Answers overtake each other: within one hour the smallest number is the newest.
      if (resetMs > known.resetMs) Object.assign(known, { remaining, resetMs })
      else if (resetMs === known.resetMs) known.remaining = Math.min(known.remaining, remaining)
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms)
    },
  }
}

/** When the `nth` last one is `ms` ago. */
const after = (times: readonly number[], nth: number, ms: number): number => {
  const then = times.at(-nth)
  return then === undefined ? 0 : then + ms
}
