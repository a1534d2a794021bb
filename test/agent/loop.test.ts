import { expect, test } from 'vitest'
import { openBudget } from '../../src/agent/budget.ts'
import { converse } from '../../src/agent/loop.ts'
import { afterTurns, type Stop, Stopped } from '../../src/agent/stops.ts'
import { UserError } from '../../src/host/errors.ts'
import {
  type Ask,
  type Message,
  ModelError,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
} from '../../src/model/types.ts'
import type { Ending } from '../../src/record/events.ts'
import { ask as askFor, kitFor, say, wish } from './kit.ts'

const PROMPT = [{ kind: 'text', text: 'go' }] as const
const never = new AbortController().signal
const look = (at: string) => askFor(wish('look', { at }))

const THINKING = say('', { parts: [{ kind: 'thought', text: 'hm' }] })
const CHANT = 'I will look at the file once more to be quite sure. '.repeat(12)

const endings: [name: string, replies: ModelReply[], stops: Stop[], ending: Partial<Ending>][] = [
  ['an answer', [say('fine')], [], { end: 'answered', text: 'fine' }],
  ['calls, then an answer', [look('a'), look('b'), say('fine')], [], { end: 'answered', text: 'fine' }],
  [
    'the turn limit keeps what was said',
    [say('so far', { parts: [...say('so far').parts, ...look('a').parts] }), look('b')],
    [afterTurns(2)],
    { end: 'stopped', why: 'turns', text: 'so far' },
  ],
  ['no turn at all', [], [afterTurns(0)], { end: 'stopped', why: 'turns' }],
  ['an answer on the only turn', [say('fine')], [afterTurns(1)], { end: 'answered', text: 'fine' }],
  ['an answer on the last turn', [look('a'), say('fine')], [afterTurns(2)], { end: 'answered', text: 'fine' }],
  ['no answer on the last turn either', [look('a'), say('')], [afterTurns(2)], { end: 'stopped', why: 'turns' }],
  [
    'six equal calls, and a last word',
    [...Array.from({ length: 6 }, () => look('a')), say('that was all')],
    [],
    { end: 'stopped', why: 'repeating', text: 'that was all' },
  ],
  [
    'five equal calls, then another way',
    [...Array.from({ length: 5 }, () => look('a')), look('b'), say('found')],
    [],
    { end: 'answered', text: 'found' },
  ],
  [
    'words that go round in circles, twice',
    [say(CHANT), say(CHANT), say('enough')],
    [],
    { end: 'stopped', why: 'repeating', text: 'enough' },
  ],
  ['words that went round in circles once', [say(CHANT), say('fine')], [], { end: 'answered', text: 'fine' }],
  [
    'an answer that was cut goes on',
    [say('The first half, ', { stop: 'length' }), say('the second.')],
    [],
    { end: 'answered', text: 'The first half, the second.' },
  ],
  [
    'an answer that never ends',
    Array.from({ length: 4 }, (_, i) => say(`${i} `, { stop: 'length' })),
    [],
    { end: 'stopped', why: 'length', text: '0 1 2 3' },
  ],
  [
    'an answer that was cut before it began',
    [say('', { parts: [], stop: 'length' }), say('short')],
    [],
    { end: 'answered', text: 'short' },
  ],
  [
    'calls after a cut answer begin a new one',
    [say('Half of', { stop: 'length' }), look('a'), say('All of it.')],
    [],
    { end: 'answered', text: 'All of it.' },
  ],
  [
    'a call of an answer that was cut is made',
    [{ ...look('a'), stop: 'length', reason: 'MAX_TOKENS' }, say('fine')],
    [],
    { end: 'answered', text: 'fine' },
  ],
  ['silence after calls, then an answer', [look('a'), say(''), say('fine')], [], { end: 'answered', text: 'fine' }],
  [
    'silence once more, after other calls',
    [look('a'), say(''), look('b'), say(''), say('fine')],
    [],
    { end: 'answered', text: 'fine' },
  ],
  [
    'silence keeps what was said',
    [say('so far', { parts: [...say('so far').parts, ...look('a').parts] }), say(''), say('')],
    [],
    {
      end: 'failed',
      text: 'The model ended without an answer.\n\nBefore that, the model had said:\n\nso far',
    },
  ],
  ['silence after calls, and again', [look('a'), say(''), say('')], [], { end: 'failed', outcome: 'model' }],
  [
    'blocked after some words',
    [say('So far.', { stop: 'blocked', reason: 'SAFETY' })],
    [],
    { end: 'failed', outcome: 'model', text: "The model's answer was blocked (SAFETY).\n\nSo far." },
  ],
  [
    'blocked while it goes on with an answer that was cut',
    [say('The first half, ', { stop: 'length' }), say('and', { stop: 'blocked', reason: 'SAFETY' })],
    [],
    { end: 'failed', text: "The model's answer was blocked (SAFETY).\n\nThe first half, and" },
  ],
  [
    'blocked after calls keeps what was said',
    [say('so far', { parts: [...say('so far').parts, ...look('a').parts] }), say('', { parts: [], stop: 'blocked' })],
    [],
    { end: 'failed', text: "The model's answer was blocked.\n\nBefore that, the model had said:\n\nso far" },
  ],
  ['blocked', [say('', { parts: [], stop: 'blocked', reason: 'SAFETY' })], [], { end: 'failed', outcome: 'model' }],
  ['nothing said', [say('', { parts: [] }), say('', { parts: [] })], [], { end: 'failed', outcome: 'model' }],
  ['thoughts only', [THINKING, THINKING], [], { end: 'failed', outcome: 'model' }],
]
for (const [name, replies, stops, ending] of endings)
  test(`ends: ${name}`, async () => {
    const { kit } = kitFor({ replies, kit: { stops } })
    expect(await converse([...PROMPT], kit, never)).toMatchObject(ending)
  })

test('ends: without a word, after calls that said it all', async () => {
  const silent = say('', { parts: [] })
  const ends = async (replies: ModelReply[], words: string) =>
    converse([...PROMPT], kitFor({ replies, kit: { wordless: () => words } }).kit, never)
  expect(await ends([look('a'), silent], 'Proposed.')).toEqual({ end: 'answered', text: 'Proposed.' })
  expect(await ends([look('a'), say('fine')], 'Proposed.')).toMatchObject({ text: 'fine' })
  expect(await ends([look('a'), silent, silent], '')).toMatchObject({ end: 'failed', outcome: 'model' })
  const blocked = say('', { parts: [], stop: 'blocked' })
  expect(await ends([look('a'), blocked], 'Proposed.')).toMatchObject({ end: 'failed', outcome: 'model' })
})

const faults: [fault: ModelError, outcome: string][] = [
  [new ModelError('used up', { fault: 'quota', retry: 'never', status: 429 }), 'quota'],
  [new ModelError('bad key', { fault: 'auth', retry: 'never', status: 400 }), 'config'],
  [new ModelError('down', { fault: 'unavailable', retry: 'later', status: 503 }), 'model'],
]
for (const [fault, outcome] of faults)
  test(`a model error of kind ${fault.fault} ends as ${outcome} and keeps what was said`, async () => {
    const replies = [say('', { parts: [...say('half').parts, ...look('a').parts] })]
    const failing: Ask = async () => {
      const reply = replies.shift()
      if (reply === undefined) throw fault
      return reply
    }
    const ending = await converse([...PROMPT], kitFor({ kit: { ask: failing } }).kit, never)
    expect(ending).toMatchObject({ end: 'failed', outcome, code: fault.status })
    expect(ending.text).toContain(fault.message)
    expect(ending.text).toContain('half')
  })

test('a credential that is refused in the middle is a mistake of the configuration, and keeps what was said', async () => {
  const replies = [say('', { parts: [...say('half').parts, ...look('a').parts] })]
  const failing: Ask = async () => replies.shift() ?? Promise.reject(new UserError('set this and that'))
  const ending = await converse([...PROMPT], kitFor({ kit: { ask: failing } }).kit, never)
  const text = 'set this and that\n\nBefore that, the model had said:\n\nhalf'
  expect(ending).toEqual({ end: 'failed', outcome: 'config', text })
})

test('a bug in the back end is not taken for a model error', async () => {
  const { kit } = kitFor({ kit: { ask: () => Promise.reject(new TypeError('ours')) } })
  await expect(converse([...PROMPT], kit, never)).rejects.toThrow('ours')
})

for (const why of ['cancelled', 'time'] as const)
  test(`a signal that says ${why} ends the conversation so, during a question`, async () => {
    const stop = new AbortController()
    const hanging: Ask = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const running = converse([...PROMPT], kitFor({ kit: { ask: hanging } }).kit, stop.signal)
    stop.abort(new Stopped(why))
    expect(await running).toEqual({ end: 'stopped', why, text: '' })
  })

test('each request extends the one before; thoughts are left out, signatures and order are kept', async () => {
  const requests: Message[][] = []
  const call = wish('look', { at: 'a' })
  const first: ModelReply = say('', {
    parts: [
      { kind: 'thought', text: 'let me see' },
      { kind: 'text', text: 'Looking.', signature: 's1' },
      { kind: 'call', call, signature: 's2' },
    ],
  })
  const replies = [first, say('done')]
  const recording: Ask = async (request) => {
    requests.push(structuredClone([...request.messages]))
    return replies.shift() ?? say('')
  }
  await converse([...PROMPT], kitFor({ kit: { ask: recording } }).kit, never)
  expect(requests[1]?.slice(0, 1)).toEqual(requests[0])
  expect(requests[1]?.[1]).toEqual({ role: 'model', parts: first.parts.slice(1) })
  expect(requests[1]?.[2]).toMatchObject({
    role: 'tool',
    replies: [{ id: call.id, name: 'look', response: { output: 'look a' } }],
  })
})

/** Answers from a list, and keeps what it was asked. */
function recorder(replies: ModelReply[]) {
  const asked: ModelRequest[] = []
  const ask: Ask = async (request) => {
    asked.push({ ...request, messages: structuredClone([...request.messages]) })
    const reply = replies.shift()
    if (reply === undefined) throw new ModelError('no more', { fault: 'unavailable', retry: 'never' })
    return reply
  }
  return { asked, ask }
}

const lastWords = ({ messages }: ModelRequest) => JSON.stringify(messages.at(-1))

test('the last turn says so, without tools, and extends what was said before', async () => {
  const { ask, asked } = recorder([look('a'), say('fine')])
  const { kit, events } = kitFor({ kit: { ask, stops: [afterTurns(2)] } })
  await converse([...PROMPT], kit, never)
  expect(asked[0]?.choice).toBeUndefined()
  expect(asked[1]).toMatchObject({ choice: { mode: 'none' }, tools: kit.declarations, system: kit.system })
  expect(lastWords(asked[1] as ModelRequest)).toContain('last turn of this run')
  expect(asked[1]?.messages.slice(0, 1)).toEqual(asked[0]?.messages)
  expect(events).toContainEqual(expect.objectContaining({ type: 'notice', level: 'warning' }))
})

const tokens = (total: number) => ({ usage: { ...NO_USAGE, input: total - 10, output: 10, total } })
const limited = (limit: number) => openBudget({ tokens: limit, prices: {}, model: 'gemini-test' }, () => undefined)

test('a token budget ends a conversation below it, with a last word', async () => {
  const budget = limited(10_000)
  const endless: Ask = async ({ choice, messages }) =>
    choice === undefined
      ? { ...look(`${messages.length}`), ...tokens(1500 + 100 * messages.length) }
      : say('Found three things.', tokens(2000))
  let used = 0
  const { ask, asked } = { asked: [] as ModelRequest[], ask: budget.counted(endless) }
  const counting: Ask = async (request, signal) => {
    asked.push(request)
    const reply = await ask(request, signal)
    used += reply.usage.total
    return reply
  }
  const ending = await converse([...PROMPT], kitFor({ kit: { ask: counting, budget } }).kit, never)
  expect(ending).toEqual({ end: 'stopped', why: 'tokens', text: 'Found three things.' })
  expect(used).toBeLessThan(10_000)
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.at(-1)?.most).toBeGreaterThan(255)
  expect(asked.slice(0, -1).every(({ most }) => most === 1250)).toBe(true)
})

test('what is left may only pay for a digest: task and latest findings, no tools', async () => {
  const budget = limited(10_000)
  const { ask, asked } = recorder([{ ...look('deep down'), ...tokens(7500) }, say('In short.', tokens(900))])
  const kit = { ask: budget.counted(ask), budget }
  const ending = await converse([{ kind: 'text', text: 'Find the mistake.' }], kitFor({ kit }).kit, never)
  expect(ending).toEqual({ end: 'stopped', why: 'tokens', text: 'In short.' })
  expect(asked[1]).toMatchObject({ tools: [], messages: [{ role: 'user' }] })
  for (const words of ['Find the mistake.', 'Called look', 'deep down', 'token budget'])
    expect(lastWords(asked[1] as ModelRequest)).toContain(words)
})

test('a budget too small for the first question asks nothing and says why', async () => {
  const { kit } = kitFor({ kit: { budget: limited(20), system: 'word '.repeat(500) } })
  const ending = await converse([...PROMPT], kit, never)
  expect(ending).toMatchObject({ end: 'stopped', why: 'tokens', text: expect.stringContaining('was not asked') })
})

test('a last word that fails leaves the reason and what was said', async () => {
  const budget = limited(10_000)
  const half = say('half', { parts: [...say('half').parts, ...look('a').parts], ...tokens(4500) })
  const { kit, events } = kitFor({ kit: { ask: budget.counted(recorder([half]).ask), budget } })
  expect(await converse([...PROMPT], kit, never)).toEqual({ end: 'stopped', why: 'tokens', text: 'half' })
  expect(events).toContainEqual({ type: 'notice', level: 'warning', text: 'There is no final answer: no more' })
})

test('little time left: the question under way is dropped, and there is a last word', async () => {
  const soon = new AbortController()
  const replies = [look('a'), undefined, say('in time')]
  const ask: Ask = (_, signal) => {
    const reply = replies.shift()
    if (reply !== undefined) return Promise.resolve(reply)
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      soon.abort(new Stopped('time'))
    })
  }
  const { kit } = kitFor({ kit: { ask, soon: soon.signal } })
  expect(await converse([...PROMPT], kit, never)).toEqual({ end: 'stopped', why: 'time', text: 'in time' })
})

test('little time left while a tool runs: the call is cancelled and answered, and there is a last word', async () => {
  const soon = new AbortController()
  const { ask, asked } = recorder([askFor(wish('change', { at: 'a', ms: 60_000 })), say('in time')])
  const { kit, events } = kitFor({ kit: { ask, soon: soon.signal } })
  const emit = kit.emit
  kit.emit = (event) => {
    emit(event)
    if (event.type === 'call_state' && event.state === 'executing') setImmediate(() => soon.abort(new Stopped('time')))
  }
  expect(await converse([...PROMPT], kit, never)).toEqual({ end: 'stopped', why: 'time', text: 'in time' })
  expect(events).toContainEqual(expect.objectContaining({ type: 'call_finished' }))
  expect(asked[1]?.messages.at(-2)).toMatchObject({ role: 'tool', replies: [{ name: 'change' }] })
})

test('settings may switch loop detection off', async () => {
  const replies = [...Array.from({ length: 9 }, () => look('a')), say(CHANT)]
  const { kit } = kitFor({ replies, kit: { detectLoops: false } })
  expect(await converse([...PROMPT], kit, never)).toEqual({ end: 'answered', text: CHANT.trim() })
})

test('a loop of another kind is the second one all the same', async () => {
  const replies = [...Array.from({ length: 5 }, () => look('a')), say(CHANT), say('enough')]
  const ending = await converse([...PROMPT], kitFor({ replies }).kit, never)
  expect(ending).toEqual({ end: 'stopped', why: 'repeating', text: 'enough' })
})

test('where a loop is seen on the last turn, the limit is what ends it', async () => {
  const replies = Array.from({ length: 5 }, () => look('a'))
  const ending = await converse([...PROMPT], kitFor({ replies, kit: { stops: [afterTurns(5)] } }).kit, never)
  expect(ending).toMatchObject({ end: 'stopped', why: 'turns' })
})

test('whoever is stopped before the first question asks none', async () => {
  const { ask, asked } = recorder([say('never')])
  const ending = await converse([...PROMPT], kitFor({ kit: { ask } }).kit, AbortSignal.abort(new Stopped('cancelled')))
  expect(ending).toEqual({ end: 'stopped', why: 'cancelled', text: '' })
  expect(asked).toEqual([])
})
