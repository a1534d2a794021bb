import { expect, test } from 'vitest'
import { RETRY_LIMITS, type RetryClock, withFallback, withoutRefusedTools, withRetry } from '../../src/model/retry.ts'
import { type Generate, ModelError, type ModelReply, type ModelRequest, NO_USAGE } from '../../src/model/types.ts'

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

/** Fails with these errors in turn, then answers; records the requested models. */
function scripted(...errors: unknown[]) {
  const asked: string[] = []
  const ask: Generate = async ({ model }) => {
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
  const clock: RetryClock = {
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
    'an unavailable server, up to the longest wait',
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
  ['trouble that stays', error({ status: 503 }), RETRY_LIMITS.maxAttempts],
  ['answers that stay garbled', error({ fault: 'unusable' }), RETRY_LIMITS.maxBadAnswers],
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
  expect(notices).toEqual([
    {
      text: 'it failed. Retrying in 1.5 s.',
      model: 'pro',
      waitMs: 1500,
      status: 429,
      attempt: 1,
      maxAttempts: 10,
      fault: 'unavailable',
    },
  ])
})

test('an abort ends the wait with the reason of the signal', async () => {
  const stop = new AbortController()
  const { report } = clockAt()
  const clock: RetryClock = {
    now: () => 0,
    random: () => 0,
    sleep: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  const asking = withRetry(scripted(error({ waitMs: 60_000 })).ask, clock, report)(REQUEST, stop.signal)
  setTimeout(() => stop.abort(new Error('time is up')), 5)
  await expect(asking).rejects.toThrow('time is up')
})

test('a failure that an abort caused is reported as the abort', async () => {
  const stop = new AbortController()
  const { clock, report, waits } = clockAt()
  const ask: Generate = async () => {
    stop.abort(new Error('time is up'))
    throw error()
  }
  await expect(withRetry(ask, clock, report)(REQUEST, stop.signal)).rejects.toThrow('time is up')
  await expect(withFallback(ask, () => ['a', 'b'], { clock, report })(REQUEST, stop.signal)).rejects.toThrow(
    'time is up',
  )
  expect(waits).toEqual([])
})

const chain = () => ['pro', 'flash', 'lite']
const exhausted = error({ retry: 'other-model', fault: 'quota', status: 429 })

test('continues along the chain with a notice, and skips the exhausted model', async () => {
  const { clock, report, notices, pass } = clockAt()
  const { ask, asked } = scripted(exhausted, error())
  const steady = withFallback(ask, chain, { clock, report })
  expect((await steady(REQUEST, never)).model).toBe('lite')
  expect(asked).toEqual(['pro', 'flash', 'lite'])
  expect(notices).toEqual([
    { text: 'it failed. Falling back to flash.', model: 'pro', next: 'flash', status: 429, fault: 'quota' },
    { text: 'it failed. Falling back to lite.', model: 'flash', next: 'lite', fault: 'unavailable' },
  ])
  expect((await steady(REQUEST, never)).model).toBe('lite')
  pass(60_000)
  expect((await steady(REQUEST, never)).model).toBe('flash')
})

test('a skipped model is skipped by either of its names', async () => {
  const { clock, report } = clockAt()
  const { ask, asked } = scripted(exhausted)
  const steady = withFallback(ask, (model) => [model, 'flash'], { clock, report })
  await steady({ ...REQUEST, model: 'models/pro' }, never)
  await steady(REQUEST, never)
  expect(asked).toEqual(['models/pro', 'flash', 'flash'])
})

test('a skipped model is used if there is no other', async () => {
  const { clock, report } = clockAt()
  const { ask, asked } = scripted(exhausted)
  const steady = withFallback(ask, (model) => (model === 'pro' ? ['pro', 'flash'] : ['pro']), { clock, report })
  await steady(REQUEST, never)
  expect((await steady({ ...REQUEST, model: 'only pro' }, never)).model).toBe('pro')
  expect(asked).toEqual(['pro', 'flash', 'pro'])
})

test('when all fail, the first error is thrown, and all are tried again', async () => {
  const { clock, report } = clockAt()
  const missing = error({ retry: 'other-model', fault: 'request', status: 404 })
  const { ask, asked } = scripted(exhausted, missing, error())
  const steady = withFallback(ask, chain, { clock, report })
  await expect(steady(REQUEST, never)).rejects.toBe(exhausted)
  await steady(REQUEST, never)
  expect(asked).toEqual(['pro', 'flash', 'lite', 'lite'])
})

test.each([error({ retry: 'never', fault: 'auth' }), new TypeError('bug')])(
  'does not go on after %s',
  async (failure) => {
    const { clock, report } = clockAt()
    const { ask, asked } = scripted(failure)
    await expect(withFallback(ask, chain, { clock, report })(REQUEST, never)).rejects.toBe(failure)
    expect(asked).toEqual(['pro'])
  },
)

test('the budget spent on one model is not available to the next', async () => {
  const spent = (total: number) => [{ model: 'm', usage: { ...NO_USAGE, total } }]
  /** Whether a budget with this remainder allows a retry: the cost so far plus the most expensive attempt. */
  const leaving =
    (left: number): NonNullable<typeof RETRY_LIMITS.canAfford> =>
    (all) =>
      all.reduce((sum, { usage }) => sum + usage.total, 0) + Math.max(0, ...all.map(({ usage }) => usage.total)) <= left
  for (const [left, asked] of [
    [9000, ['pro', 'pro', 'pro']],
    [13_000, ['pro', 'pro', 'pro', 'pro']],
    [16_000, ['pro', 'pro', 'pro', 'pro', 'flash']],
    [21_000, ['pro', 'pro', 'pro', 'pro', 'flash', 'flash', 'flash']],
  ] as const) {
    const failing = scripted(
      ...Array.from({ length: 40 }, () => error({ fault: 'unusable', failedUsage: spent(3000) })),
    )
    const { clock, report } = clockAt()
    const canAfford = leaving(left)
    const patient = withRetry(failing.ask, clock, report, { ...RETRY_LIMITS, canAfford })
    const steady = withFallback(patient, () => ['pro', 'flash'], { clock, report, canAfford })
    await expect(steady(REQUEST, never)).rejects.toThrow('it failed')
    expect(failing.asked).toEqual(asked)
  }
})

const declared = (...names: string[]) => names.map((name) => ({ name, description: '', parameters: {} }))
const refusal = (text: string) => new ModelError(text, { fault: 'request', retry: 'never', status: 400 })

const REFUSALS: [name: string, text: string, left: string[]][] = [
  [
    'an index of the Gemini API',
    'Invalid value at \'tools[0].function_declarations[1].parameters.properties[11].value.any_of[0].type\' (TYPE), ""',
    ['own', 'b__y'],
  ],
  [
    'two indexes, one twice',
    'tools[0].function_declarations[1].parameters: bad. tools[0].function_declarations[2]: bad. tools[0].function_declarations[1]: bad',
    ['own'],
  ],
  [
    'the spelling of the JSON',
    'GenerateContentRequest.tools[0].functionDeclarations[2].parameters: x',
    ['own', 'a__x'],
  ],
  [
    'a name of Vertex AI',
    'Unable to submit request because `b__y` functionDeclaration `parameters.when` schema specified other fields alongside any_of.',
    ['own', 'a__x'],
  ],
]

for (const [name, text, left] of REFUSALS)
  test(`asks again without a tool whose schema the API refuses: ${name}`, async () => {
    const asked: string[][] = []
    const notices: string[] = []
    const ask: Generate = async ({ tools, model }) => {
      asked.push(tools.map((tool) => tool.name))
      if (asked.length === 1) throw refusal(text)
      return answer(model)
    }
    const owner = (tool: string) => (tool === 'own' ? undefined : `MCP server ${tool.slice(0, 1)}`)
    const generate = withoutRefusedTools(ask, owner, (notice) => void notices.push(notice.text))
    const request: ModelRequest = { ...REQUEST, tools: declared('own', 'a__x', 'b__y') }
    await generate({ ...request, choice: { mode: 'any', names: ['a__x', 'b__y'] } }, never)
    await generate(request, never)
    expect(asked).toEqual([['own', 'a__x', 'b__y'], left, left])
    expect(notices.length).toBe(1)
    for (const gone of ['a__x', 'b__y'].filter((tool) => !left.includes(tool)))
      expect(notices[0]).toContain(`${gone} (MCP server ${gone.slice(0, 1)})`)
  })

const KEPT: [name: string, error: unknown][] = [
  ['a tool of ours', refusal('tools[0].function_declarations[0].parameters: bad')],
  [
    'a tool that was not declared',
    refusal('tools[0].function_declarations[9].parameters: bad, `c__z` functionDeclaration'),
  ],
  ['a request that names no tool', refusal('Request contains an invalid argument.')],
  ['another kind of failure', error({ status: 503 })],
]

for (const [name, failure] of KEPT)
  test(`does not ask again about ${name}`, async () => {
    const { ask, asked } = scripted(failure)
    const owner = (tool: string) => (tool === 'own' ? undefined : 'MCP server a')
    const generate = withoutRefusedTools(ask, owner, () => expect.unreachable())
    await expect(generate({ ...REQUEST, tools: declared('own', 'a__x') }, never)).rejects.toBe(failure)
    expect(asked.length).toBe(1)
  })
