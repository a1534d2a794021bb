import { openLimits } from '../../src/emulators/github/github.ts'
import type { ThreadState } from '../../src/github/api/bulk.ts'
import type { RateLimiter } from '../../src/github/api/rate-limits.ts'
import type { Issue } from '../../src/github/api/response-schemas.ts'
import { markerLine } from '../../src/github/result-marker.ts'
import type { Clock } from '../../src/platform/time.ts'
import { confirming } from '../github/own-text-fixture.ts'

const AT = '2026-01-05T09:00:00Z'

export const KEY = 'triage-scale.000000000000'
const MINUTE = 60_000

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type SimulatedIssue = {
  number: number
  body: string
  createdAt: string
  labels: Set<string>
  comments: string[]
  requests: number
}

/** GitHub for one repository, with its primary and secondary limits, which count all clients together. */
export function simulatedGitHub(count: number, clock: Clock, random: () => number) {
  const limits = openLimits(clock.now)
  const start = clock.now()
  const issues = new Map<number, SimulatedIssue>()
  for (let number = 1; number <= count; number += 1) {
    const createdAt = new Date(start - (count - number + 1) * 3_600_000).toISOString()
    const body = 'x'.repeat(Math.floor(200 + random() * 4_000))
    issues.set(number, { number, body, createdAt, labels: new Set(), comments: [], requests: 0 })
  }
  const issueOf = (number: number): SimulatedIssue => {
    const found = issues.get(number)
    if (found === undefined) throw new Error(`no issue ${number}`)
    return found
  }

  /** One request: refused, or with its effect between the way there and the way back. */
  async function send<Value>(method: string, path: string, act: () => Value, caller: Clock): Promise<Value> {
    const refused = limits.refuse(method, path, undefined)
    await caller.sleep(50 + random() * 400)
    const value = refused === undefined ? act() : undefined
    await caller.sleep(50 + random() * 400)
    limits.done()
    if (refused !== undefined) throw new Error(refused.message)
    return value as Value // only a refusal has none
  }

  /** The calls of one process, which keeps within its limiter. */
  const client = (caller: Clock, limiter: RateLimiter) => {
    const request = async <Value>(method: string, path: string, act: () => Value): Promise<Value> => {
      const kind = method === 'GET' ? 'read' : 'write'
      const resource = path.startsWith('/search/') ? 'search' : path === '/graphql' ? 'graphql' : 'core'
      const waitMs = await limiter.acquire(path === '/graphql' ? 'read' : kind, resource)
      if (waitMs > 0) throw new Error('the wait is too long')
      try {
        return await send(method, path, act, caller)
      } finally {
        limiter.release(resource, limits.headers(path))
      }
    }
    const about = (number: number, method: string, path: string, act: (issue: SimulatedIssue) => void) =>
      request(method, path, () => {
        const issue = issueOf(number)
        issue.requests += 1
        act(issue)
      })
    return {
      read: (number: number) => about(number, 'GET', `/repos/o/r/issues/${number}`, () => undefined),
      label: (number: number) =>
        about(number, 'POST', `/repos/o/r/issues/${number}/labels`, ({ labels }) => labels.add('bug')),
      comment: (number: number) =>
        about(number, 'POST', `/repos/o/r/issues/${number}/comments`, ({ comments }) => {
          comments.push(`${markerLine({ key: KEY, run: '1.1', state: 'done' })}\nA bug.`)
        }),
      searchOldest: (query: string, page: number): Promise<{ items: Issue[]; total: number }> =>
        request('GET', '/search/issues', () => {
          const since = /created:>=(\S+)/.exec(query)?.[1] ?? ''
          const all = [...issues.values()].filter(({ createdAt }) => createdAt >= since)
          const items = all.slice((page - 1) * 100, page * 100)
          // Of an issue, a plan reads these fields only.
          return { items: items.map((issue) => ({ ...issue, title: 'Leak' }) as unknown as Issue), total: all.length }
        }),
      ...confirming('github-actions[bot]'),
      async threadStates(numbers: readonly number[]): Promise<ThreadState[]> {
        const states: ThreadState[] = []
        for (let index = 0; index < numbers.length; index += 50)
          states.push(
            ...(await request('POST', '/graphql', () =>
              numbers.slice(index, index + 50).map((number) => ({
                number,
                labels: [...issueOf(number).labels],
                ownComments: issueOf(number).comments.map((body, id) => ({
                  id,
                  url: `https://x/${number}`,
                  body,
                  isOwn: true as const,
                  author: 'github-actions[bot]',
                  createdAt: AT,
                  editedAt: undefined,
                  editor: undefined,
                })),
              })),
            )),
          )
        return states
      },
    }
  }
  return { issues, client, violations: limits.violations, send }
}

/** A model with limits of requests and tokens a minute for all clients together. */
export function simulatedModel(max: { requests: number; tokens: number }, clock: Clock, random: () => number) {
  const calls: { time: number; tokens: number }[] = []
  const violations: string[] = []
  const total = { requests: 0, input: 0, output: 0 }
  return {
    violations,
    total,
    /** A request of this many input tokens; the answer's tokens and the milliseconds. */
    async generate(input: number, caller: Clock): Promise<{ output: number; ms: number }> {
      const output = Math.floor(150 + random() * 400)
      const recent = calls.filter(({ time }) => time > clock.now() - MINUTE)
      if (recent.length >= max.requests) violations.push(`requests a minute at ${clock.now()}`)
      if (recent.reduce((sum, { tokens }) => sum + tokens, 0) + input > max.tokens)
        violations.push(`tokens a minute at ${clock.now()}`)
      calls.splice(0, calls.length, ...recent, { time: clock.now(), tokens: input })
      total.requests += 1
      total.input += input
      total.output += output
      const ms = 5_000 + random() * 20_000
      await caller.sleep(ms)
      return { output, ms }
    },
  }
}
