import { expect, test } from 'vitest'
import { converse } from '../../src/agent/loop.ts'
import { afterTokens, afterTurns, onRepetition, type Stop, Stopped } from '../../src/agent/stops.ts'
import { type Ask, type Message, ModelError, type ModelReply } from '../../src/model/types.ts'
import type { Ending } from '../../src/record/events.ts'
import { ask, kitFor, say, wish } from './kit.ts'

const PROMPT = [{ kind: 'text', text: 'go' }] as const
const never = new AbortController().signal
const look = (at: string) => ask(wish('look', { at }))

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
  ['the token limit', [look('a'), look('b')], [afterTokens(20)], { end: 'stopped', why: 'tokens' }],
  [
    'five equal calls',
    [look('a'), look('a'), look('a'), look('a'), look('a')],
    [onRepetition],
    { end: 'stopped', why: 'repeating' },
  ],
  ['blocked', [say('', { parts: [], stop: 'blocked', reason: 'SAFETY' })], [], { end: 'failed', outcome: 'model' }],
  ['nothing said', [say('', { parts: [] })], [], { end: 'failed', outcome: 'model' }],
  ['thoughts only', [say('', { parts: [{ kind: 'thought', text: 'hm' }] })], [], { end: 'failed', outcome: 'model' }],
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
  expect(await ends([look('a'), silent], '')).toMatchObject({ end: 'failed', outcome: 'model' })
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
