/**
 * Enforces GitHub's documented limits for a workflow's token: 1,000 requests an hour, and the secondary limits: 100
 * concurrent requests, 900 points a minute (read 1, write 5), 80 content writes a minute and 500 an hour. A request during
 * the wait is refused again. Source: GitHub docs, "Rate limits for the REST API".
 */
export type EmulatedLimits = {
  /** The refusal of one more request now, or undefined after counting it. */
  refuse(method: string, path: string, body: unknown): LimitRefusal | undefined
  done(): void
  /** Rate-limit headers for every answer. */
  headers(path: string): Record<string, string>
  /** One text for each refusal. */
  violations: string[]
}

export type LimitRefusal = { status: number; headers: Record<string, string>; message: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const AN_HOUR_S = 3600
const MAX = { requests: 1000, together: 100, points: 900, writesMinute: 80, writesHour: 500 } as const
const WAIT_S = 60

export function openLimits(now: () => number): EmulatedLimits {
  const points: { time: number; cost: number }[] = []
  const writes: number[] = []
  const windows = new Map<string, { used: number; resetS: number }>()
  const violations: string[] = []
  let together = 0
  let waitUntil = 0

  const within = (times: readonly number[], ms: number) => times.filter((time) => time > now() - ms).length
  const windowOf = (path: string) => {
    const resource = resourceOf(path)
    const known = windows.get(resource)
    if (known !== undefined && known.resetS * 1000 > now()) return { resource, window: known }
    const window = { used: 0, resetS: Math.floor(now() / 1000) + AN_HOUR_S }
    windows.set(resource, window)
    return { resource, window }
  }
  const secondary = (limit: string): LimitRefusal => {
    waitUntil = now() + WAIT_S * 1000
    return {
      status: 403,
      headers: { 'retry-after': String(WAIT_S) },
      message: `You have exceeded a secondary rate limit (${limit}). Please wait a few minutes before you try again.`,
    }
  }
  const limitRefusal = (method: string, path: string, isWrite: boolean, cost: number): LimitRefusal | undefined => {
    if (now() < waitUntil) return secondary('request sent before the wait ended')
    const { window } = windowOf(path)
    if (window.used >= MAX.requests)
      return { status: 403, headers: {}, message: `API rate limit exceeded for installation. (${method} ${path})` }
    if (together > MAX.together) return secondary('concurrent requests')
    const spent = points.reduce((sum, { time, cost }) => (time > now() - MINUTE ? sum + cost : sum), 0)
    if (spent + cost > MAX.points) return secondary('points a minute')
    if (isWrite && within(writes, MINUTE) >= MAX.writesMinute) return secondary('content a minute')
    if (isWrite && within(writes, HOUR) >= MAX.writesHour) return secondary('content an hour')
    return undefined
  }

  return {
    violations,
    refuse(method, path, body) {
      together += 1
      const isWrite = path === '/graphql' ? isMutation(body) : method !== 'GET' && method !== 'HEAD'
      const cost = isWrite ? 5 : 1
      const refused = limitRefusal(method, path, isWrite, cost)
      if (refused !== undefined) {
        violations.push(`${method} ${path}: ${refused.message}`)
        return refused
      }
      points.push({ time: now(), cost })
      if (isWrite) writes.push(now())
      windowOf(path).window.used += 1
      return undefined
    },
    done() {
      together -= 1
    },
    headers(path) {
      const { resource, window } = windowOf(path)
      return {
        'x-ratelimit-limit': String(MAX.requests),
        'x-ratelimit-remaining': String(Math.max(0, MAX.requests - window.used)),
        'x-ratelimit-used': String(window.used),
        'x-ratelimit-reset': String(window.resetS),
        'x-ratelimit-resource': resource,
      }
    },
  }
}

const resourceOf = (path: string) => (path === '/graphql' ? 'graphql' : path.startsWith('/search/') ? 'search' : 'core')

const isMutation = (body: unknown) =>
  typeof body === 'object' && body !== null && 'query' in body && /^\s*mutation\b/.test(String(body.query))
