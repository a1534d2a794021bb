/**
 * The limits GitHub documents for a workflow's token, enforced: 1,000 requests an hour, and the secondary ones: 100 at a
 * time, 900 points a minute (reading 1, writing 5), 80 writes of content a minute and 500 an hour. Whoever is told to wait
 * and asks nevertheless is told again. Source: GitHub docs, "Rate limits for the REST API".
 */
export type Limits = {
  /** What is wrong with one more request now, or undefined when it is fine and counted. */
  refuse(method: string, path: string, body: unknown): Refused | undefined
  done(): void
  /** For every answer. */
  headers(path: string): Record<string, string>
  /** Every refusal, in words. */
  violations: string[]
}

export type Refused = { status: number; headers: Record<string, string>; message: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const AN_HOUR_S = 3600
const MOST = { requests: 1000, together: 100, points: 900, writesMinute: 80, writesHour: 500 } as const
const WAIT_S = 60

export function openLimits(now: () => number): Limits {
  const points: { at: number; cost: number }[] = []
  const writes: number[] = []
  const windows = new Map<string, { used: number; resetS: number }>()
  const violations: string[] = []
  let together = 0
  let toldToWaitUntil = 0

  const within = (times: readonly number[], ms: number) => times.filter((at) => at > now() - ms).length
  const windowOf = (path: string) => {
    const resource = resourceOf(path)
    const known = windows.get(resource)
    if (known !== undefined && known.resetS * 1000 > now()) return { resource, window: known }
    const window = { used: 0, resetS: Math.floor(now() / 1000) + AN_HOUR_S }
    windows.set(resource, window)
    return { resource, window }
  }
  const secondary = (what: string): Refused => {
    toldToWaitUntil = now() + WAIT_S * 1000
    return {
      status: 403,
      headers: { 'retry-after': String(WAIT_S) },
      message: `You have exceeded a secondary rate limit (${what}). Please wait a few minutes before you try again.`,
    }
  }
  const whyNot = (method: string, path: string, isWrite: boolean, cost: number): Refused | undefined => {
    if (now() < toldToWaitUntil) return secondary('asked again before the time was up')
    const { window } = windowOf(path)
    if (window.used >= MOST.requests)
      return { status: 403, headers: {}, message: `API rate limit exceeded for installation. (${method} ${path})` }
    if (together > MOST.together) return secondary('concurrent requests')
    const spent = points.reduce((sum, { at, cost }) => (at > now() - MINUTE ? sum + cost : sum), 0)
    if (spent + cost > MOST.points) return secondary('points a minute')
    if (isWrite && within(writes, MINUTE) >= MOST.writesMinute) return secondary('content a minute')
    if (isWrite && within(writes, HOUR) >= MOST.writesHour) return secondary('content an hour')
    return undefined
  }

  return {
    violations,
    refuse(method, path, body) {
      together += 1
      const isWrite = path === '/graphql' ? isMutation(body) : method !== 'GET' && method !== 'HEAD'
      const cost = isWrite ? 5 : 1
      const refused = whyNot(method, path, isWrite, cost)
      if (refused !== undefined) {
        violations.push(`${method} ${path}: ${refused.message}`)
        return refused
      }
      points.push({ at: now(), cost })
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
        'x-ratelimit-limit': String(MOST.requests),
        'x-ratelimit-remaining': String(Math.max(0, MOST.requests - window.used)),
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
