import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Hooks } from '../../src/agent/hooks.ts'
import type { ContextLimits } from '../../src/agent/kit.ts'
import { converse } from '../../src/agent/loop.ts'
import type { MemoryOf } from '../../src/agent/touched.ts'
import {
  type Ask,
  type Message,
  ModelError,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
} from '../../src/model/types.ts'
import type { Ending, RunEvent } from '../../src/record/events.ts'
import { defineTool, done } from '../../src/tools/tool.ts'
import { ask as calls, kitFor, say, wish } from './kit.ts'

const never = new AbortController().signal
const SNAPSHOT = '<state_snapshot><overall_goal>go</overall_goal></state_snapshot>'

/** A tool that gives as many tokens as it is asked for. */
const pour = defineTool({
  name: 'pour',
  description: 'pours',
  annotations: { readOnlyHint: true },
  input: z.object({ tokens: z.number(), n: z.number() }),
  run: async ({ tokens, n }) => done(`${n}: ${'word '.repeat((tokens * 4) / 5)}`),
})

type Told = {
  ending: Ending
  asked: ModelRequest[]
  summaries: ModelRequest[]
  events: RunEvent[]
  saved: string[]
  hooked: number
  /** How often memory of folders was let go of, for it to join again. */
  forgotten: number
}

/** So many turns that each pour so many tokens, then an answer. `summary` says what is asked beside. */
async function talk(
  turns: number,
  tokens: number,
  limits: Partial<ContextLimits>,
  summary: (n: number) => string | Error = () => SNAPSHOT,
): Promise<Told> {
  const told = { asked: [], summaries: [], saved: [], hooked: 0, forgotten: 0 } as Omit<Told, 'ending' | 'events'>
  const replies: ModelReply[] = [
    ...Array.from({ length: turns }, (_, n) => calls(wish('pour', { tokens, n }))),
    say('done'),
  ]
  const ask: Ask = async (request) => {
    told.asked.push({ ...request, messages: [...request.messages] })
    return replies.shift() ?? say('too many')
  }
  const aside: ContextLimits['aside'] = () => async (request) => {
    told.summaries.push(request)
    const text = summary(told.summaries.length)
    if (text instanceof Error) throw text
    return say(text, { usage: NO_USAGE })
  }
  const save = async (name: string) => `/out/${told.saved.push(name)}`
  const context = { window: 100_000, threshold: 0.5, longest: 40_000, aside, save, ...limits }
  const hooks = {
    beforeAgent: async (prompt) => ({ say: 'go', prompt }),
    afterAgent: async () => ({ say: 'go', clear: false }),
    beforeModel: async (request) => ({ ask: request }),
    afterModel: async (_, reply) => reply,
    beforeTool: async () => ({ say: 'go', why: '' }),
    afterTool: async (_, result) => ({ result }),
    preCompress: async (trigger) => {
      if (trigger === 'auto') told.hooked += 1
    },
  } as Partial<Hooks> as Hooks
  const memoryOf: MemoryOf = async () => undefined
  memoryOf.again = () => {
    told.forgotten += 1
  }
  const { kit, events } = kitFor({ tools: [pour], kit: { ask, context, hooks, memoryOf } })
  const ending = await converse([{ kind: 'text', text: 'The task.' }], kit, never)
  return { ...told, ending, events }
}

const shrunk = (events: readonly RunEvent[]) => events.filter((event) => event.type === 'chat_compressed')
const textOf = (messages: readonly Message[]) => JSON.stringify(messages)

test('past the threshold the past becomes a state; the task and the newest turns stay, roles in turn', async () => {
  const { ending, asked, summaries, events, hooked, forgotten } = await talk(8, 7000, {})
  expect(ending).toEqual({ end: 'answered', text: 'done' })
  expect([hooked, forgotten]).toEqual([1, 1])
  expect(summaries).toHaveLength(1)
  expect(shrunk(events)).toMatchObject([{ status: 'compressed' }])
  const at = asked.findIndex(({ messages }) => textOf(messages).includes('state_snapshot'))
  const [task, state, first, ...rest] = asked[at]?.messages ?? []
  expect(task).toBe(asked[0]?.messages[0])
  expect(state).toMatchObject({ role: 'user' })
  expect(textOf([state as Message])).toContain('overall_goal')
  expect(first).toMatchObject({ role: 'model', parts: [{ kind: 'call' }] })
  expect(rest.at(-1)).toMatchObject({ role: 'tool' })
  // Whoever sums up reads the task and what is no longer there, without tools.
  const [summary] = summaries
  expect(summary).toMatchObject({ tools: [], model: 'gemini-test' })
  expect(textOf(summary?.messages ?? [])).toContain('The task.')
  expect(textOf(summary?.messages ?? [])).toContain('0: word')
  expect(summary?.messages.at(-1)).toMatchObject({ role: 'user' })
})

test('each request extends the one before it, but for the one after a summary', async () => {
  const { asked } = await talk(8, 7000, {})
  const kept = asked.slice(1).filter(({ messages }, n) => asked[n]?.messages.every((one, i) => one === messages[i]))
  expect(asked.length - 1 - kept.length).toBe(1)
})

for (const [name, input, cut] of [
  ['all of the window', 0, false],
  ['what is left of the window', 40_000, true],
  ['its beginning and its end where nothing is left', 130_000, true],
] as const)
  test(`an answer of a tool may take ${name}`, async () => {
    const replies = [
      calls(wish('pour', { tokens: 87_500, n: 1 })), // 350,000 characters; 100,000 tokens have room for 400,000
      say('done'),
    ].map((reply) => ({ ...reply, usage: { ...NO_USAGE, input, output: 10 } }))
    const aside: ContextLimits['aside'] = () => async () => say(SNAPSHOT)
    const save = async () => '/out'
    const context = { window: 100_000, threshold: 1, longest: 40_000, aside, save }
    const ask: Ask = async () => replies.shift() ?? say('too many')
    const outputs = { longest: 1_000_000, save }
    const { kit, events } = kitFor({ tools: [pour], kit: { ask, context, outputs } })
    await converse([{ kind: 'text', text: 'The task.' }], kit, never)
    const kept = events.flatMap((event) => (event.type === 'output_truncated' ? [event.kept] : []))
    expect(kept.length > 0).toBe(cut)
    for (const length of kept) expect(length).toBeLessThan(Math.max(1000, 4 * (100_000 - input)) + 200) // what is said around it
  })

test('below the threshold nothing happens', async () => {
  const { summaries, events, hooked } = await talk(6, 7000, {})
  expect([summaries.length, shrunk(events).length, hooked]).toEqual([0, 0, 0])
})

const failures: [name: string, summary: string | Error, status: string][] = [
  ['an empty summary', ' ', 'empty'],
  ['a summary longer than what it stands for', 'x'.repeat(400_000), 'inflated'],
  ['a model that fails', new ModelError('down', { fault: 'unavailable', retry: 'later' }), 'empty'],
]
for (const [name, summary, status] of failures)
  test(`${name} leaves the history as it is and is not tried again`, async () => {
    const { ending, asked, summaries, events } = await talk(10, 7000, { window: 100_000 }, () => summary)
    expect(ending).toEqual({ end: 'answered', text: 'done' })
    expect(summaries).toHaveLength(1)
    expect(shrunk(events)[0]).toMatchObject({ status })
    expect(textOf(asked.at(-1)?.messages ?? [])).toContain('9: word')
    expect(textOf(asked.at(-1)?.messages ?? [])).not.toContain('state_snapshot')
  })

test('a bug beside the conversation is not taken for a model error', async () => {
  await expect(talk(8, 7000, {}, () => new TypeError('ours'))).rejects.toThrow('ours')
})

test('a second summary takes in the first, and only after the conversation has grown again', async () => {
  const { summaries, ending } = await talk(24, 7000, {})
  expect(ending.end).toBe('answered')
  expect(summaries.length).toBeGreaterThan(1)
  expect(summaries.length).toBeLessThan(6)
  expect(textOf(summaries[1]?.messages ?? [])).toContain('state_snapshot')
  expect(textOf(summaries[1]?.messages ?? [])).toContain('The task.')
})

test('old answers of tools go to files long before a summary is needed', async () => {
  const { saved, summaries, events, asked, forgotten } = await talk(20, 10_000, { window: 1_000_000 })
  expect(summaries).toEqual([])
  expect(saved.length).toBeGreaterThan(8)
  expect(shrunk(events).every(({ status }) => status === 'masked')).toBe(true)
  expect(forgotten).toBe(shrunk(events).length)
  expect(Math.max(...asked.map(({ messages }) => textOf(messages).length / 4))).toBeLessThan(120_000)
})

test('what still does not fit is masked to the last; a task too large for the model is said', async () => {
  const tight = await talk(5, 7000, { window: 30_000, threshold: 1 }, () => '')
  expect(tight.ending).toEqual({ end: 'answered', text: 'done' })
  expect(tight.saved.length).toBeGreaterThan(0)
  const { ending } = await talk(1, 60_000, { window: 30_000, threshold: 1 })
  expect(ending).toMatchObject({ end: 'failed', outcome: 'model', text: expect.stringMatching(/reads 30,000 at most/) })
})
