import type { Clock } from '../host/clock.ts'

/**
 * Keeps one token within what GitHub allows it, so that nothing has to be refused first: 80 content writes a minute and
 * 500 an hour, 900 points a minute (a read is 1, a write 5), 30 searches a minute, 100 requests at a time, and the requests
 * left of the hour as the last answers told. We stay below each, as other steps of the job may use the same token.
 * Source: GitHub docs, "Rate limits for the REST API", "Best practices for using the REST API", "REST API endpoints for search".
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
export type Headers = Readonly<Record<string, string | number | undefined>>
type Left = { remaining: number; resetMs: number; asking: number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WRITES = { minute: 70, hour: 450 } as const
const READS_A_MINUTE = 450
/** Ten at once, 20 a minute after. */
const SEARCHES = { most: 10, ms: MINUTE / 2 } as const
/** So many requests are on their way at the same time. */
const TOGETHER = 10
/** So many writes go at once; GitHub wants whoever writes more to leave a second between two. */
const AT_ONCE = 10
const APART = 1000
const LONGEST = WRITES.hour

export function openPace({ now, sleep }: Clock, patienceMs: number): Pace {
  /** When the last ones went, or will go. */
  const writes: number[] = []
  const reads: number[] = []
  const searches: number[] = []
  const left = new Map<Resource, Left>()
  let pausedUntil = 0
  let together = 0
  const queue: (() => void)[] = []

  const leftOf = (resource: Resource): Left => {
    const known = left.get(resource) ?? { remaining: Number.POSITIVE_INFINITY, resetMs: 0, asking: 0 }
    left.set(resource, known)
    return known
  }
  /** The first moment the limits have room for one more. */
  const firstFree = (kind: 'read' | 'write', resource: Resource): number => {
    const { remaining, resetMs, asking } = leftOf(resource)
    const soonest = Math.max(now(), pausedUntil, remaining - asking > 0 ? 0 : resetMs)
    const searched = resource === 'search' ? after(searches, SEARCHES.most, SEARCHES.ms) : 0
    if (kind === 'read') return Math.max(soonest, searched, after(reads, READS_A_MINUTE, MINUTE))
    const spaced = Math.max(soonest, after(writes, WRITES.minute, MINUTE), after(writes, WRITES.hour, HOUR))
    const isBurst = spaced >= after(writes, AT_ONCE, MINUTE)
    return isBurst ? spaced : Math.max(spaced, after(writes, 1, APART))
  }

  return {
    async turn(kind, resource) {
      const mine = firstFree(kind, resource)
      const tooLong = mine - now() - patienceMs
      if (tooLong > 0) return tooLong + patienceMs
      note(kind === 'write' ? writes : reads, mine)
      if (resource === 'search') note(searches, mine)
      leftOf(resource).asking += 1
      // While this one waits, an answer may have said that everybody must.
      for (;;) {
        const ms = Math.max(mine, pausedUntil) - now()
        if (ms > 0) await sleep(ms)
        else if (together >= TOGETHER) await new Promise<void>((free) => queue.push(free))
        else break
      }
      together += 1
      return 0
    },
    answered(resource, headers) {
      const known = leftOf(resource)
      known.asking -= 1
      together -= 1
      queue.shift()?.()
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

function note(times: number[], at: number): void {
  times.push(at)
  if (times.length > LONGEST) times.shift()
}

/** When the `nth` last one is `ms` ago. */
const after = (times: readonly number[], nth: number, ms: number): number => {
  const then = times.at(-nth)
  return then === undefined ? 0 : then + ms
}
