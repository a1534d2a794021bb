import { expect, test } from 'vitest'
import { openPace, type Pace } from '../../src/github/pace.ts'
import { openLimits } from '../../src/standin/github-limits.ts'

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

/** One request after its turn has come, judged by the limits of the stand-in. */
function client(pace: Pace, limits: ReturnType<typeof openLimits>) {
  return async (kind: Kind) => {
    expect(await pace.turn(kind, 'core')).toBe(0)
    const headers = () => limits.headers('/repos')
    const refused = limits.refuse(kind === 'read' ? 'GET' : 'POST', '/repos', {})
    limits.done()
    pace.answered('core', headers())
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
  test(`never a request too many: ${name}`, async () => {
    const clock = virtualClock()
    const limits = openLimits(clock.now)
    const ask = client(openPace(clock, 2 * HOUR), limits)
    let nth = 0
    const worker = async () => {
      while (nth < count) await ask(kindOf(nth++))
    }
    await clock.pass(Promise.all(Array.from({ length: atOnce }, worker)))
    expect(limits.violations).toEqual([])
  })

test('the limits themselves refuse who does not wait', () => {
  const limits = openLimits(() => 0)
  for (let nth = 0; nth < 81; nth++) limits.refuse('POST', '/x', {})
  expect(limits.violations).toEqual([expect.stringMatching(/^POST \/x: .*content a minute/)])
})

test('ten writes go at once, the eleventh a second after the tenth', async () => {
  const clock = virtualClock()
  const pace = openPace(clock, HOUR)
  const times: number[] = []
  const write = async () => {
    await pace.turn('write', 'core')
    times.push(clock.now())
    pace.answered('core', {})
  }
  await clock.pass(Promise.all(Array.from({ length: 12 }, write)))
  const [first = 0] = times
  expect(times.map((at) => at - first)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1000, 2000])
})

test('who is not patient is told how long it would take, and nothing is used up', async () => {
  const clock = virtualClock()
  const pace = openPace(clock, 60_000)
  pace.pause(90_000)
  expect(await pace.turn('write', 'core')).toBe(90_000)
  expect(await pace.turn('read', 'graphql')).toBe(90_000)
})

test('a pause holds up those who wait already', async () => {
  const clock = virtualClock()
  const pace = openPace(clock, HOUR)
  for (let nth = 0; nth < 10; nth++) await pace.turn('write', 'core').then(() => pace.answered('core', {}))
  const start = clock.now()
  const waiting = pace.turn('write', 'core').then(() => clock.now() - start)
  pace.pause(30_000)
  expect(await clock.pass(waiting)).toBe(30_000)
})

test('no more is asked than the answers say is left', async () => {
  const clock = virtualClock()
  const pace = openPace(clock, HOUR)
  const start = clock.now()
  await pace.turn('read', 'core')
  pace.answered('core', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': String((start + 600_000) / 1000) })
  const times: number[] = []
  const read = async () => {
    await pace.turn('read', 'core')
    times.push(clock.now() - start)
  }
  await clock.pass(Promise.all([read(), read()]))
  expect(times).toEqual([0, 600_000])
  expect(await pace.turn('read', 'graphql')).toBe(0)
})

test('ten searches go at once, then twenty a minute', async () => {
  const clock = virtualClock()
  const pace = openPace(clock, HOUR)
  const start = clock.now()
  const times: number[] = []
  const search = async () => {
    await pace.turn('read', 'search')
    times.push((clock.now() - start) / 1000)
    pace.answered('search', {})
  }
  await clock.pass(Promise.all(Array.from({ length: 31 }, search)))
  expect(times).toEqual([...Array(10).fill(0), ...Array(10).fill(30), ...Array(10).fill(60), 90])
  expect(await pace.turn('read', 'core')).toBe(0)
})

test('ten requests are on their way at most; the next goes when one is answered, unless all must wait by then', async () => {
  const clock = virtualClock()
  const pace = openPace(clock, HOUR)
  const gone: number[] = []
  const start = clock.now()
  const reads = Array.from({ length: 12 }, () => pace.turn('read', 'core').then(() => gone.push(clock.now() - start)))
  await Promise.all(reads.slice(0, 10))
  await new Promise((resolve) => setImmediate(resolve))
  expect(gone).toHaveLength(10)
  pace.answered('core', {})
  await reads[10]
  expect(gone).toEqual(Array(11).fill(0))
  pace.pause(5000)
  pace.answered('core', {})
  await clock.pass(Promise.all(reads))
  expect(gone.at(-1)).toBe(5000)
})
