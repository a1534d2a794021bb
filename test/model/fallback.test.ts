import { expect, test } from 'vitest'
import { type Clock, RETRY_LIMITS, withFallback, withRetry } from '../../src/model/fallback.ts'
import { type Ask, ModelError, type ModelReply, type ModelRequest, NO_USAGE } from '../../src/model/types.ts'

const REQUEST: ModelRequest = { model: 'pro', system: '', messages: [], tools: [] }
const never = new AbortController().signal
const answer = (model: string): ModelReply => ({
  parts: [{ kind: 'text', text: model }],
  stop: 'finished',
  usage: NO_USAGE,
  model,
})

type Facts = ConstructorParameters<typeof ModelError>[1]
const error = (facts: Partial<Facts> = {}) =>
  new ModelError('it failed.', { fault: 'unavailable', retry: 'later', ...facts })

/** Fails with these errors in turn, then answers; keeps the models it was asked for. */
function scripted(...errors: unknown[]) {
  const asked: string[] = []
  const ask: Ask = async ({ model }) => {
    const failure = errors[asked.push(model) - 1]
    if (failure !== undefined) throw failure
    return answer(model)
  }
  return { ask, asked }
}

function clockAt(random = 0.5) {
  const waits: number[] = []
  const notices: { text: string; waitMs?: number; status?: number }[] = []
  let time = 0
  const clock: Clock = {
    now: () => time,
    async sleep(ms, signal) {
      signal.throwIfAborted()
      waits.push(ms)
      time += ms
    },
    random: () => random,
  }
  return {
    clock,
    waits,
    notices,
    report: (notice: (typeof notices)[number]) => void notices.push(notice),
    pass: (ms: number) => (time += ms),
  }
}

const waiting: [name: string, errors: unknown[], random: number, waits: number[]][] = [
  ['nothing failed', [], 0.5, []],
  ['a broken connection', [error(), error(), error()], 0.5, [1000, 2000, 4000]],
  [
    'a server in trouble, up to the longest wait',
    Array.from({ length: 5 }, () => error({ status: 503 })),
    0.5,
    [5000, 10_000, 20_000, 30_000, 30_000],
  ],
  ['jitter below', [error({ status: 500 })], 0, [3500]],
  ['jitter above', [error({ status: 500 })], 0.999, [6497]],
  [
    'a told delay, never shortened',
    [error({ waitMs: 1000, status: 429 }), error({ waitMs: 900, status: 429 })],
    0,
    [1000, 900],
  ],
  [
    'a told delay, little jitter',
    [error({ waitMs: 2000, status: 429 }), error({ waitMs: 60_000, status: 429 })],
    0.5,
    [2100, 60_500],
  ],
  ['a garbled answer', [error({ fault: 'unusable' }), error({ fault: 'unusable' })], 0.5, [1000, 2000]],
]

for (const [name, errors, random, waits] of waiting)
  test(`waits: ${name}`, async () => {
    const { clock, report, waits: waited } = clockAt(random)
    const { ask } = scripted(...errors)
    expect(await withRetry(ask, clock, report)(REQUEST, never)).toEqual(answer('pro'))
    expect(waited).toEqual(waits)
  })

const givingUp: [name: string, failure: unknown, attempts: number][] = [
  ['a refusal', error({ retry: 'never', fault: 'request' }), 1],
  ['an exhausted model', error({ retry: 'other-model', fault: 'quota' }), 1],
  ['a bug', new TypeError('bug'), 1],
  ['trouble that stays', error({ status: 503 }), RETRY_LIMITS.attempts],
  ['answers that stay garbled', error({ fault: 'unusable' }), RETRY_LIMITS.badAnswers],
]

for (const [name, failure, attempts] of givingUp)
  test(`gives up: ${name}`, async () => {
    const { clock, report, notices } = clockAt()
    const { ask, asked } = scripted(...Array.from({ length: 50 }, () => failure))
    await expect(withRetry(ask, clock, report)(REQUEST, never)).rejects.toBe(failure)
    expect([asked.length, notices.length]).toEqual([attempts, attempts - 1])
  })

test('says what failed and how long it waits', async () => {
  const { clock, report, notices } = clockAt(0)
  await withRetry(scripted(error({ status: 429, waitMs: 1500 })).ask, clock, report)(REQUEST, never)
  expect(notices).toEqual([{ text: 'it failed. Asking again in 1.5 s.', model: 'pro', waitMs: 1500, status: 429 }])
})

test('an abort ends the wait with the reason of the signal', async () => {
  const stop = new AbortController()
  const { report } = clockAt()
  const clock: Clock = {
    now: () => 0,
    random: () => 0,
    sleep: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  const asking = withRetry(scripted(error({ waitMs: 60_000 })).ask, clock, report)(REQUEST, stop.signal)
  setTimeout(() => stop.abort(new Error('time is up')), 5)
  await expect(asking).rejects.toThrow('time is up')
})

test('a failure that an abort caused is told as the abort', async () => {
  const stop = new AbortController()
  const { clock, report, waits } = clockAt()
  const ask: Ask = async () => {
    stop.abort(new Error('time is up'))
    throw error()
  }
  await expect(withRetry(ask, clock, report)(REQUEST, stop.signal)).rejects.toThrow('time is up')
  await expect(withFallback(ask, () => ['a', 'b'], clock, report)(REQUEST, stop.signal)).rejects.toThrow('time is up')
  expect(waits).toEqual([])
})

const chain = () => ['pro', 'flash', 'lite']
const exhausted = error({ retry: 'other-model', fault: 'quota', status: 429 })

test('goes on along the chain, says so, and stays away from the exhausted model', async () => {
  const { clock, report, notices, pass } = clockAt()
  const { ask, asked } = scripted(exhausted, error())
  const steady = withFallback(ask, chain, clock, report)
  expect((await steady(REQUEST, never)).model).toBe('lite')
  expect(asked).toEqual(['pro', 'flash', 'lite'])
  expect(notices).toEqual([
    { text: 'it failed. Going on with flash.', model: 'pro', next: 'flash', status: 429 },
    { text: 'it failed. Going on with lite.', model: 'flash', next: 'lite' },
  ])
  expect((await steady(REQUEST, never)).model).toBe('lite')
  pass(60_000)
  expect((await steady(REQUEST, never)).model).toBe('flash')
})

test('a model that rests does so by either of its names', async () => {
  const { clock, report } = clockAt()
  const { ask, asked } = scripted(exhausted)
  const steady = withFallback(ask, (model) => [model, 'flash'], clock, report)
  await steady({ ...REQUEST, model: 'models/pro' }, never)
  await steady(REQUEST, never)
  expect(asked).toEqual(['models/pro', 'flash', 'flash'])
})

test('a model that rests is asked where there is no other', async () => {
  const { clock, report } = clockAt()
  const { ask, asked } = scripted(exhausted)
  const steady = withFallback(ask, (model) => (model === 'pro' ? ['pro', 'flash'] : ['pro']), clock, report)
  await steady(REQUEST, never)
  expect((await steady({ ...REQUEST, model: 'only pro' }, never)).model).toBe('pro')
  expect(asked).toEqual(['pro', 'flash', 'pro'])
})

test('when none answers, the failure of the first is thrown, and all are tried again', async () => {
  const { clock, report } = clockAt()
  const missing = error({ retry: 'other-model', fault: 'request', status: 404 })
  const { ask, asked } = scripted(exhausted, missing, error())
  const steady = withFallback(ask, chain, clock, report)
  await expect(steady(REQUEST, never)).rejects.toBe(exhausted)
  await steady(REQUEST, never)
  expect(asked).toEqual(['pro', 'flash', 'lite', 'lite'])
})

test.each([error({ retry: 'never', fault: 'auth' }), new TypeError('bug')])(
  'does not go on after %s',
  async (failure) => {
    const { clock, report } = clockAt()
    const { ask, asked } = scripted(failure)
    await expect(withFallback(ask, chain, clock, report)(REQUEST, never)).rejects.toBe(failure)
    expect(asked).toEqual(['pro'])
  },
)

test('what one model has cost is not spent again on the next', async () => {
  const spent = (total: number) => [{ model: 'm', usage: { ...NO_USAGE, total } }]
  /** The rule of a budget with so much left: what was spent, and the dearest attempt once more. */
  const leaving =
    (left: number): NonNullable<typeof RETRY_LIMITS.affords> =>
    (all) =>
      all.reduce((sum, { usage }) => sum + usage.total, 0) + Math.max(0, ...all.map(({ usage }) => usage.total)) <= left
  for (const [left, asked] of [
    [9000, ['pro', 'pro', 'pro']],
    [13_000, ['pro', 'pro', 'pro', 'pro']],
    [16_000, ['pro', 'pro', 'pro', 'pro', 'flash']],
    [21_000, ['pro', 'pro', 'pro', 'pro', 'flash', 'flash', 'flash']],
  ] as const) {
    const failing = scripted(...Array.from({ length: 40 }, () => error({ fault: 'unusable', spent: spent(3000) })))
    const { clock, report } = clockAt()
    const affords = leaving(left)
    const patient = withRetry(failing.ask, clock, report, { ...RETRY_LIMITS, affords })
    const steady = withFallback(patient, () => ['pro', 'flash'], clock, report, affords)
    await expect(steady(REQUEST, never)).rejects.toThrow('it failed')
    expect(failing.asked).toEqual(asked)
  }
})
