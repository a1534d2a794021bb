import { expect, test } from 'vitest'
import { openBudget } from '../../src/agent/budget.ts'
import { runConversation } from '../../src/agent/loop.ts'
import { type StopCondition, Stopped, turnLimit } from '../../src/agent/stop-conditions.ts'
import {
  type Generate,
  type Message,
  ModelError,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
} from '../../src/model/types.ts'
import { UserError } from '../../src/platform/errors.ts'
import type { Ending } from '../../src/record/events.ts'
import { callReply as askFor, testContext, textReply, toolCall } from './test-context.ts'

const PROMPT = [{ kind: 'text', text: 'go' }] as const
const never = new AbortController().signal
const look = (at: string) => askFor(toolCall('look', { at }))

const THINKING = textReply('', { parts: [{ kind: 'thought', text: 'hm' }] })
const CHANT = 'I will look at the file once more to be quite sure. '.repeat(12)

const endings: [name: string, replies: ModelReply[], stops: StopCondition[], ending: Partial<Ending>][] = [
  ['an answer', [textReply('fine')], [], { end: 'answered', text: 'fine' }],
  ['calls, then an answer', [look('a'), look('b'), textReply('fine')], [], { end: 'answered', text: 'fine' }],
  [
    'the turn limit keeps what was said',
    [textReply('so far', { parts: [...textReply('so far').parts, ...look('a').parts] }), look('b')],
    [turnLimit(2)],
    { end: 'stopped', reason: 'turns', text: 'so far' },
  ],
  ['no turn at all', [], [turnLimit(0)], { end: 'stopped', reason: 'turns' }],
  ['an answer on the only turn', [textReply('fine')], [turnLimit(1)], { end: 'answered', text: 'fine' }],
  ['an answer on the last turn', [look('a'), textReply('fine')], [turnLimit(2)], { end: 'answered', text: 'fine' }],
  [
    'no answer on the last turn either',
    [look('a'), textReply('')],
    [turnLimit(2)],
    { end: 'stopped', reason: 'turns' },
  ],
  [
    'six equal calls, and a last word',
    [...Array.from({ length: 6 }, () => look('a')), textReply('that was all')],
    [],
    { end: 'stopped', reason: 'repeating', text: 'that was all' },
  ],
  [
    'five equal calls, then another way',
    [...Array.from({ length: 5 }, () => look('a')), look('b'), textReply('found')],
    [],
    { end: 'answered', text: 'found' },
  ],
  [
    'repeated words, twice',
    [textReply(CHANT), textReply(CHANT), textReply('enough')],
    [],
    { end: 'stopped', reason: 'repeating', text: 'enough' },
  ],
  ['repeated words, once', [textReply(CHANT), textReply('fine')], [], { end: 'answered', text: 'fine' }],
  [
    'an answer that was cut goes on',
    [textReply('The first half, ', { stop: 'length' }), textReply('the second.')],
    [],
    { end: 'answered', text: 'The first half, the second.' },
  ],
  [
    'an answer that never ends',
    Array.from({ length: 4 }, (_, i) => textReply(`${i} `, { stop: 'length' })),
    [],
    { end: 'stopped', reason: 'length', text: '0 1 2 3' },
  ],
  [
    'an answer that was cut before it began',
    [textReply('', { parts: [], stop: 'length' }), textReply('short')],
    [],
    { end: 'answered', text: 'short' },
  ],
  [
    'calls after a cut answer begin a new one',
    [textReply('Half of', { stop: 'length' }), look('a'), textReply('All of it.')],
    [],
    { end: 'answered', text: 'All of it.' },
  ],
  [
    'a call of an answer that was cut is made',
    [{ ...look('a'), stop: 'length', reason: 'MAX_TOKENS' }, textReply('fine')],
    [],
    { end: 'answered', text: 'fine' },
  ],
  [
    'silence after calls, then an answer',
    [look('a'), textReply(''), textReply('fine')],
    [],
    { end: 'answered', text: 'fine' },
  ],
  [
    'silence once more, after other calls',
    [look('a'), textReply(''), look('b'), textReply(''), textReply('fine')],
    [],
    { end: 'answered', text: 'fine' },
  ],
  [
    'silence keeps what was said',
    [textReply('so far', { parts: [...textReply('so far').parts, ...look('a').parts] }), textReply(''), textReply('')],
    [],
    {
      end: 'failed',
      text: 'The model ended without an answer.\n\nBefore that, the model wrote:\n\nso far',
    },
  ],
  [
    'silence after calls, and again',
    [look('a'), textReply(''), textReply('')],
    [],
    { end: 'failed', outcome: 'model' },
  ],
  [
    'blocked after some words',
    [textReply('So far.', { stop: 'blocked', reason: 'SAFETY' })],
    [],
    { end: 'failed', outcome: 'model', text: "The model's answer was blocked (SAFETY).\n\nSo far." },
  ],
  [
    'blocked while it goes on with an answer that was cut',
    [textReply('The first half, ', { stop: 'length' }), textReply('and', { stop: 'blocked', reason: 'SAFETY' })],
    [],
    { end: 'failed', text: "The model's answer was blocked (SAFETY).\n\nThe first half, and" },
  ],
  [
    'blocked after calls keeps what was said',
    [
      textReply('so far', { parts: [...textReply('so far').parts, ...look('a').parts] }),
      textReply('', { parts: [], stop: 'blocked' }),
    ],
    [],
    { end: 'failed', text: "The model's answer was blocked.\n\nBefore that, the model wrote:\n\nso far" },
  ],
  [
    'blocked',
    [textReply('', { parts: [], stop: 'blocked', reason: 'SAFETY' })],
    [],
    { end: 'failed', outcome: 'model' },
  ],
  [
    'nothing said',
    [textReply('', { parts: [] }), textReply('', { parts: [] })],
    [],
    { end: 'failed', outcome: 'model' },
  ],
  ['thoughts only', [THINKING, THINKING], [], { end: 'failed', outcome: 'model' }],
]
for (const [name, replies, stops, ending] of endings)
  test(`ends: ${name}`, async () => {
    const { context } = testContext({ replies, overrides: { stopConditions: stops } })
    expect(await runConversation([...PROMPT], context, never)).toMatchObject(ending)
  })

test('ends: without text, after calls', async () => {
  const silent = textReply('', { parts: [] })
  const ends = async (replies: ModelReply[], words: string) =>
    runConversation([...PROMPT], testContext({ replies, overrides: { fallbackAnswer: () => words } }).context, never)
  expect(await ends([look('a'), silent], 'Proposed.')).toEqual({ end: 'answered', text: 'Proposed.' })
  expect(await ends([look('a'), textReply('fine')], 'Proposed.')).toMatchObject({ text: 'fine' })
  expect(await ends([look('a'), silent, silent], '')).toMatchObject({ end: 'failed', outcome: 'model' })
  const blocked = textReply('', { parts: [], stop: 'blocked' })
  expect(await ends([look('a'), blocked], 'Proposed.')).toMatchObject({ end: 'failed', outcome: 'model' })
})

const faults: [fault: ModelError, outcome: string][] = [
  [new ModelError('used up', { fault: 'quota', retry: 'never', status: 429 }), 'quota'],
  [new ModelError('bad key', { fault: 'auth', retry: 'never', status: 400 }), 'config'],
  [new ModelError('down', { fault: 'unavailable', retry: 'later', status: 503 }), 'model'],
]
for (const [fault, outcome] of faults)
  test(`a model error of kind ${fault.fault} ends as ${outcome} and keeps the text so far`, async () => {
    const replies = [textReply('', { parts: [...textReply('half').parts, ...look('a').parts] })]
    const failing: Generate = async () => {
      const reply = replies.shift()
      if (reply === undefined) throw fault
      return reply
    }
    const ending = await runConversation([...PROMPT], testContext({ overrides: { generate: failing } }).context, never)
    expect(ending).toMatchObject({ end: 'failed', outcome, code: fault.status })
    expect(ending.text).toContain(fault.message)
    expect(ending.text).toContain('half')
  })

test('a credential refused during a run is a configuration error and keeps the text so far', async () => {
  const replies = [textReply('', { parts: [...textReply('half').parts, ...look('a').parts] })]
  const failing: Generate = async () => replies.shift() ?? Promise.reject(new UserError('set this and that'))
  const ending = await runConversation([...PROMPT], testContext({ overrides: { generate: failing } }).context, never)
  const text = 'set this and that\n\nBefore that, the model wrote:\n\nhalf'
  expect(ending).toEqual({ end: 'failed', outcome: 'config', text })
})

test('a bug in the back end is not a model error', async () => {
  const { context } = testContext({ overrides: { generate: () => Promise.reject(new TypeError('ours')) } })
  await expect(runConversation([...PROMPT], context, never)).rejects.toThrow('ours')
})

for (const reason of ['cancelled', 'time'] as const)
  test(`a signal with ${reason} ends the conversation during a request`, async () => {
    const stop = new AbortController()
    const hanging: Generate = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const running = runConversation([...PROMPT], testContext({ overrides: { generate: hanging } }).context, stop.signal)
    stop.abort(new Stopped(reason))
    expect(await running).toEqual({ end: 'stopped', reason, text: '' })
  })

test('each request extends the one before; thoughts are left out, signatures and order are kept', async () => {
  const requests: Message[][] = []
  const call = toolCall('look', { at: 'a' })
  const first: ModelReply = textReply('', {
    parts: [
      { kind: 'thought', text: 'let me see' },
      { kind: 'text', text: 'Looking.', signature: 's1' },
      { kind: 'call', call, signature: 's2' },
    ],
  })
  const replies = [first, textReply('done')]
  const recording: Generate = async (request) => {
    requests.push(structuredClone([...request.messages]))
    return replies.shift() ?? textReply('')
  }
  await runConversation([...PROMPT], testContext({ overrides: { generate: recording } }).context, never)
  expect(requests[1]?.slice(0, 1)).toEqual(requests[0])
  expect(requests[1]?.[1]).toEqual({ role: 'model', parts: first.parts.slice(1) })
  expect(requests[1]?.[2]).toMatchObject({
    role: 'tool',
    replies: [{ id: call.id, name: 'look', response: { output: 'look a' } }],
  })
})

/** Answers from a list, and records its requests. */
function recorder(replies: ModelReply[]) {
  const asked: ModelRequest[] = []
  const ask: Generate = async (request) => {
    asked.push({ ...request, messages: structuredClone([...request.messages]) })
    const reply = replies.shift()
    if (reply === undefined) throw new ModelError('no more', { fault: 'unavailable', retry: 'never' })
    return reply
  }
  return { asked, ask }
}

const lastWords = ({ messages }: ModelRequest) => JSON.stringify(messages.at(-1))

test.each([
  ['turns', 'Raise max_turns if something is missing.'],
  ['session_turns', 'Raise model.maxSessionTurns if something is missing.'],
] as const)('an answer on the last turn names the limit that can be raised: %s', async (limit, advice) => {
  const { ask } = recorder([look('a'), textReply('fine')])
  const { context, events } = testContext({ overrides: { generate: ask, stopConditions: [turnLimit(2, limit)] } })
  await runConversation([...PROMPT], context, never)
  expect(events).toContainEqual(expect.objectContaining({ type: 'notice', text: expect.stringContaining(advice) }))
})

test('the last request has no tools and extends the previous one', async () => {
  const { ask, asked } = recorder([look('a'), textReply('fine')])
  const { context, events } = testContext({ overrides: { generate: ask, stopConditions: [turnLimit(2)] } })
  await runConversation([...PROMPT], context, never)
  expect(asked[0]?.choice).toBeUndefined()
  expect(asked[1]).toMatchObject({ choice: { mode: 'none' }, tools: context.declarations, system: context.system })
  expect(lastWords(asked[1] as ModelRequest)).toContain('last turn of this run')
  expect(asked[1]?.messages.slice(0, 1)).toEqual(asked[0]?.messages)
  expect(events).toContainEqual(expect.objectContaining({ type: 'notice', level: 'warning' }))
})

const tokens = (total: number) => ({ usage: { ...NO_USAGE, input: total - 10, output: 10, total } })
const limited = (limit: number) => openBudget({ tokens: limit, prices: {}, model: 'gemini-test' }, () => undefined)

test('a token budget ends a conversation in time, with a final answer', async () => {
  const budget = limited(10_000)
  const endless: Generate = async ({ choice, messages }) =>
    choice === undefined
      ? { ...look(`${messages.length}`), ...tokens(1500 + 100 * messages.length) }
      : textReply('Found three things.', tokens(2000))
  let used = 0
  const { ask, asked } = { asked: [] as ModelRequest[], ask: budget.metered(endless) }
  const counting: Generate = async (request, signal) => {
    asked.push(request)
    const reply = await ask(request, signal)
    used += reply.usage.total
    return reply
  }
  const ending = await runConversation(
    [...PROMPT],
    testContext({ overrides: { generate: counting, budget } }).context,
    never,
  )
  expect(ending).toEqual({ end: 'stopped', reason: 'tokens', text: 'Found three things.' })
  expect(used).toBeLessThan(10_000)
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.at(-1)?.maxTokens).toBeGreaterThan(255)
  expect(asked.slice(0, -1).every(({ maxTokens }) => maxTokens === 1250)).toBe(true)
})

test('a small remainder pays for a digest: task and latest findings, no tools', async () => {
  const budget = limited(10_000)
  const { ask, asked } = recorder([{ ...look('deep down'), ...tokens(7500) }, textReply('In short.', tokens(900))])
  const kit = { generate: budget.metered(ask), budget }
  const ending = await runConversation(
    [{ kind: 'text', text: 'Find the mistake.' }],
    testContext({ overrides: kit }).context,
    never,
  )
  expect(ending).toEqual({ end: 'stopped', reason: 'tokens', text: 'In short.' })
  expect(asked[1]).toMatchObject({ tools: [], messages: [{ role: 'user' }] })
  for (const words of ['Find the mistake.', 'Called look', 'deep down', 'token budget'])
    expect(lastWords(asked[1] as ModelRequest)).toContain(words)
})

test('a budget too small for the first request sends nothing and gives the reason', async () => {
  const { context } = testContext({ overrides: { budget: limited(20), system: 'word '.repeat(500) } })
  const ending = await runConversation([...PROMPT], context, never)
  expect(ending).toMatchObject({ end: 'stopped', reason: 'tokens', text: expect.stringContaining('was not called') })
})

test('a failed final answer keeps the reason and the text so far', async () => {
  const budget = limited(10_000)
  const half = textReply('half', { parts: [...textReply('half').parts, ...look('a').parts], ...tokens(4500) })
  const { context, events } = testContext({ overrides: { generate: budget.metered(recorder([half]).ask), budget } })
  expect(await runConversation([...PROMPT], context, never)).toEqual({ end: 'stopped', reason: 'tokens', text: 'half' })
  expect(events).toContainEqual({ type: 'notice', level: 'warning', text: 'The model gave no final answer: no more' })
})

test('little time left: the current request is dropped for a final answer', async () => {
  const soon = new AbortController()
  const replies = [look('a'), undefined, textReply('in time')]
  const ask: Generate = (_, signal) => {
    const reply = replies.shift()
    if (reply !== undefined) return Promise.resolve(reply)
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      soon.abort(new Stopped('time'))
    })
  }
  const { context } = testContext({ overrides: { generate: ask, wrapUpSignal: soon.signal } })
  expect(await runConversation([...PROMPT], context, never)).toEqual({
    end: 'stopped',
    reason: 'time',
    text: 'in time',
  })
})

test('little time left while a tool runs: the call is cancelled and answered, then a final answer', async () => {
  const soon = new AbortController()
  const { ask, asked } = recorder([askFor(toolCall('change', { at: 'a', ms: 60_000 })), textReply('in time')])
  const { context, events } = testContext({ overrides: { generate: ask, wrapUpSignal: soon.signal } })
  const emit = context.emit
  context.emit = (event) => {
    emit(event)
    if (event.type === 'call_state' && event.state === 'executing') setImmediate(() => soon.abort(new Stopped('time')))
  }
  expect(await runConversation([...PROMPT], context, never)).toEqual({
    end: 'stopped',
    reason: 'time',
    text: 'in time',
  })
  expect(events).toContainEqual(expect.objectContaining({ type: 'call_finished' }))
  expect(asked[1]?.messages.at(-2)).toMatchObject({ role: 'tool', replies: [{ name: 'change' }] })
})

test('settings may switch loop detection off', async () => {
  const replies = [...Array.from({ length: 9 }, () => look('a')), textReply(CHANT)]
  const { context } = testContext({ replies, overrides: { detectLoops: false } })
  expect(await runConversation([...PROMPT], context, never)).toEqual({ end: 'answered', text: CHANT.trim() })
})

test('a loop of another kind also counts as the second', async () => {
  const replies = [...Array.from({ length: 5 }, () => look('a')), textReply(CHANT), textReply('enough')]
  const ending = await runConversation([...PROMPT], testContext({ replies }).context, never)
  expect(ending).toEqual({ end: 'stopped', reason: 'repeating', text: 'enough' })
})

test('a loop on the last turn ends by the limit', async () => {
  const replies = Array.from({ length: 5 }, () => look('a'))
  const ending = await runConversation(
    [...PROMPT],
    testContext({ replies, overrides: { stopConditions: [turnLimit(5)] } }).context,
    never,
  )
  expect(ending).toMatchObject({ end: 'stopped', reason: 'turns' })
})

test('a stop before the first request sends none', async () => {
  const { ask, asked } = recorder([textReply('never')])
  const ending = await runConversation(
    [...PROMPT],
    testContext({ overrides: { generate: ask } }).context,
    AbortSignal.abort(new Stopped('cancelled')),
  )
  expect(ending).toEqual({ end: 'stopped', reason: 'cancelled', text: '' })
  expect(asked).toEqual([])
})
