import { expect, test } from 'vitest'
import { openLimits } from '../../../src/emulators/github/github.ts'
import { openRateLimiter, type RateLimiter } from '../../../src/github/api/rate-limits.ts'

const HOUR = 3_600_000

/** Time that passes only when everybody waits. */
function virtualClock() {
  let now = 1_000_000
  const waiting: { until: number; wake: () => void }[] = []
  return {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((wake) => waiting.push({ until: now + ms, wake })),
    /** Lets everything happen until `done`. */
    async pass(done: Promise<unknown>) {
      let isDone = false
      void done.then(() => (isDone = true))
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve))
        waiting.sort((a, b) => a.until - b.until)
        const next = waiting.shift()
        if (next === undefined) continue
        now = Math.max(now, next.until)
        next.wake()
      }
      return done
    },
  }
}

type Kind = 'read' | 'write'

/** One request after its turn has come, judged by the limits of the emulator. */
function client(limiter: RateLimiter, limits: ReturnType<typeof openLimits>) {
  return async (kind: Kind) => {
    expect(await limiter.acquire(kind, 'core')).toBe(0)
    const headers = () => limits.headers('/repos')
    const refused = limits.refuse(kind === 'read' ? 'GET' : 'POST', '/repos', {})
    limits.done()
    limiter.release('core', headers())
    return refused
  }
}

const loads: [name: string, kinds: (nth: number) => Kind, count: number, atOnce: number][] = [
  ['writes only', () => 'write', 700, 1],
  ['writes only, from many', () => 'write', 700, 8],
  ['reads only', () => 'read', 2500, 8],
  ['two reads for each write', (nth) => (nth % 3 === 0 ? 'write' : 'read'), 1500, 4],
]
for (const [name, kindOf, count, atOnce] of loads)
  test(`never too many requests: ${name}`, async () => {
    const clock = virtualClock()
    const limits = openLimits(clock.now)
    const ask = client(openRateLimiter(clock, 2 * HOUR), limits)
    let nth = 0
    const worker = async () => {
      while (nth < count) await ask(kindOf(nth++))
    }
    await clock.pass(Promise.all(Array.from({ length: atOnce }, worker)))
    expect(limits.violations).toEqual([])
  })

test('the test limits refuse a client that does not wait', () => {
  const limits = openLimits(() => 0)
  for (let nth = 0; nth < 81; nth++) limits.refuse('POST', '/x', {})
  expect(limits.violations).toEqual([expect.stringMatching(/^POST \/x: .*content a minute/)])
})

test('ten writes start at once, the eleventh a second after the tenth', async () => {
  const clock = virtualClock()
  const limiter = openRateLimiter(clock, HOUR)
  const times: number[] = []
  const write = async () => {
    await limiter.acquire('write', 'core')
    times.push(clock.now())
    limiter.release('core', {})
  }
  await clock.pass(Promise.all(Array.from({ length: 12 }, write)))
  const [first = 0] = times
  expect(times.map((at) => at - first)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1000, 2000])
})

test('a wait beyond the maximum is returned at once and uses nothing up', async () => {
  const clock = virtualClock()
  const limiter = openRateLimiter(clock, 60_000)
  limiter.pause(90_000)
  expect(await limiter.acquire('write', 'core')).toBe(90_000)
  expect(await limiter.acquire('read', 'graphql')).toBe(90_000)
})

test('a pause delays waiting requests', async () => {
  const clock = virtualClock()
  const limiter = openRateLimiter(clock, HOUR)
  for (let nth = 0; nth < 10; nth++) await limiter.acquire('write', 'core').then(() => limiter.release('core', {}))
  const start = clock.now()
  const waiting = limiter.acquire('write', 'core').then(() => clock.now() - start)
  limiter.pause(30_000)
  expect(await clock.pass(waiting)).toBe(30_000)
})

test('no more requests than the response headers allow', async () => {
  const clock = virtualClock()
  const limiter = openRateLimiter(clock, HOUR)
  const start = clock.now()
  await limiter.acquire('read', 'core')
  limiter.release('core', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': String((start + 600_000) / 1000) })
  const times: number[] = []
  const read = async () => {
    await limiter.acquire('read', 'core')
    times.push(clock.now() - start)
  }
  await clock.pass(Promise.all([read(), read()]))
  expect(times).toEqual([0, 600_000])
  expect(await limiter.acquire('read', 'graphql')).toBe(0)
})

test('ten searches start at once, then twenty a minute', async () => {
  const clock = virtualClock()
  const limiter = openRateLimiter(clock, HOUR)
  const start = clock.now()
  const times: number[] = []
  const search = async () => {
    await limiter.acquire('read', 'search')
    times.push((clock.now() - start) / 1000)
    limiter.release('search', {})
  }
  await clock.pass(Promise.all(Array.from({ length: 31 }, search)))
  expect(times).toEqual([...Array(10).fill(0), ...Array(10).fill(30), ...Array(10).fill(60), 90])
  expect(await limiter.acquire('read', 'core')).toBe(0)
})

test('ten concurrent requests at most; the next starts when one ends, unless all are paused', async () => {
  const clock = virtualClock()
  const limiter = openRateLimiter(clock, HOUR)
  const gone: number[] = []
  const start = clock.now()
  const reads = Array.from({ length: 12 }, () =>
    limiter.acquire('read', 'core').then(() => gone.push(clock.now() - start)),
  )
  await Promise.all(reads.slice(0, 10))
  await new Promise((resolve) => setImmediate(resolve))
  expect(gone).toHaveLength(10)
  limiter.release('core', {})
  await reads[10]
  expect(gone).toEqual(Array(11).fill(0))
  limiter.pause(5000)
  limiter.release('core', {})
  await clock.pass(Promise.all(reads))
  expect(gone.at(-1)).toBe(5000)
})
