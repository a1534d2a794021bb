import { expect, test } from 'vitest'
import * as z from 'zod'
import type { ContextWindow } from '../../src/agent/agent-context.ts'
import { isStillAbove } from '../../src/agent/compression.ts'
import type { Hooks } from '../../src/agent/hooks/hook-types.ts'
import { runConversation } from '../../src/agent/loop.ts'
import type { SubdirectoryMemory } from '../../src/agent/memory-files.ts'
import {
  type Generate,
  type Message,
  ModelError,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
} from '../../src/model/types.ts'
import type { Ending, RunEvent } from '../../src/record/events.ts'
import { defineTool, done } from '../../src/tools/tool.ts'
import { callReply as calls, testContext, textReply, toolCall } from './test-context.ts'

const never = new AbortController().signal
const SNAPSHOT = '<state_snapshot><overall_goal>go</overall_goal></state_snapshot>'

/** A tool that returns the requested number of tokens. */
const pour = defineTool({
  name: 'pour',
  description: 'pours',
  annotations: { readOnlyHint: true },
  input: z.object({ tokens: z.number(), n: z.number() }),
  run: async ({ tokens, n }) => {
    above.push(isStillAbove('The task.'))
    return done(`${n}: ${'word '.repeat((tokens * 4) / 5)}`)
  },
})

/** What each call of `pour` found: whether the first message still stands above it. */
let above: boolean[] = []

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

/** This many turns of this many tokens each, then an answer. `summary` answers the utility requests. */
async function talk(
  turns: number,
  tokens: number,
  limits: Partial<ContextWindow>,
  summary: (n: number) => string | Error = () => SNAPSHOT,
): Promise<Told> {
  above = []
  const told = { asked: [], summaries: [], saved: [], hooked: 0, forgotten: 0 } as Omit<Told, 'ending' | 'events'>
  const replies: ModelReply[] = [
    ...Array.from({ length: turns }, (_, n) => calls(toolCall('pour', { tokens, n }))),
    textReply('done'),
  ]
  const ask: Generate = async (request) => {
    told.asked.push({ ...request, messages: [...request.messages] })
    return replies.shift() ?? textReply('too many')
  }
  const aside: ContextWindow['utilityGenerate'] = () => async (request) => {
    told.summaries.push(request)
    const text = summary(told.summaries.length)
    if (text instanceof Error) throw text
    return textReply(text, { usage: NO_USAGE })
  }
  const save = async (name: string) => `/out/${told.saved.push(name)}`
  const contextWindow = {
    windowTokens: 100_000,
    threshold: 0.5,
    maxOutputCharacters: 40_000,
    utilityGenerate: aside,
    saveOutput: save,
    ...limits,
  }
  const hooks = {
    beforeAgent: async (prompt) => ({ action: 'continue', prompt }),
    afterAgent: async () => ({ action: 'continue', clearHistory: false }),
    beforeModel: async (request) => ({ request: request }),
    afterModel: async (_, reply) => reply,
    beforeTool: async () => ({ action: 'continue', reason: '' }),
    afterTool: async (_, result) => ({ result }),
    preCompress: async (trigger) => {
      if (trigger === 'auto') told.hooked += 1
    },
  } as Partial<Hooks> as Hooks
  const memoryOf: SubdirectoryMemory = async () => undefined
  memoryOf.reset = () => {
    told.forgotten += 1
  }
  const { context, events } = testContext({
    tools: [pour],
    overrides: { generate: ask, contextWindow: contextWindow, hooks, subdirectoryMemory: memoryOf },
  })
  const ending = await runConversation([{ kind: 'text', text: 'The task.' }], context, never)
  return { ...told, ending, events }
}

const shrunk = (events: readonly RunEvent[]) => events.filter((event) => event.type === 'chat_compressed')
const textOf = (messages: readonly Message[]) => JSON.stringify(messages)

test('above the threshold a summary replaces the history; the task and the newest turns stay', async () => {
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
  // The summary request has the task and the removed history, and no tools.
  const [summary] = summaries
  expect(summary).toMatchObject({ tools: [], model: 'gemini-test' })
  expect(textOf(summary?.messages ?? [])).toContain('The task.')
  expect(textOf(summary?.messages ?? [])).toContain('0: word')
  expect(summary?.messages.at(-1)).toMatchObject({ role: 'user' })
})

test('the first message stands above the calls of the main conversation until a summary', async () => {
  expect(isStillAbove('The task.')).toBe(false)
  await talk(10, 7000, {})
  const summarized = above.indexOf(false)
  expect(summarized).toBeGreaterThan(4)
  expect(above).toEqual(above.map((_, n) => n < summarized))
  const { context } = testContext({ tools: [pour], overrides: { agent: 'helper' } })
  const replies = [calls(toolCall('pour', { tokens: 1, n: 1 })), textReply('done')]
  above = []
  const generate: Generate = async () => replies.shift() ?? textReply('too many')
  await runConversation([{ kind: 'text', text: 'The task.' }], { ...context, generate }, never)
  expect(above).toEqual([false])
})

test('each request extends the previous one, except after a summary', async () => {
  const { asked } = await talk(8, 7000, {})
  const kept = asked.slice(1).filter(({ messages }, n) => asked[n]?.messages.every((one, i) => one === messages[i]))
  expect(asked.length - 1 - kept.length).toBe(1)
})

for (const [name, input, cut] of [
  ['all of the window', 0, false],
  ['what is left of the window', 40_000, true],
  ['its beginning and its end where nothing is left', 130_000, true],
] as const)
  test(`a tool result may use ${name}`, async () => {
    const replies = [
      calls(toolCall('pour', { tokens: 87_500, n: 1 })), // 350,000 characters; 100,000 tokens have room for 400,000
      textReply('done'),
    ].map((reply) => ({ ...reply, usage: { ...NO_USAGE, input, output: 10 } }))
    const aside: ContextWindow['utilityGenerate'] = () => async () => textReply(SNAPSHOT)
    const save = async () => '/out'
    const contextWindow = {
      windowTokens: 100_000,
      threshold: 1,
      maxOutputCharacters: 40_000,
      utilityGenerate: aside,
      saveOutput: save,
    }
    const ask: Generate = async () => replies.shift() ?? textReply('too many')
    const outputs = { maxCharacters: 1_000_000, saveOutput: save }
    const { context, events } = testContext({
      tools: [pour],
      overrides: { generate: ask, contextWindow: contextWindow, outputLimit: outputs },
    })
    await runConversation([{ kind: 'text', text: 'The task.' }], context, never)
    const kept = events.flatMap((event) => (event.type === 'output_truncated' ? [event.keptLength] : []))
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
    const { ending, asked, summaries, events, hooked } = await talk(10, 7000, { windowTokens: 100_000 }, () => summary)
    expect(ending).toEqual({ end: 'answered', text: 'done' })
    expect(summaries).toHaveLength(1)
    expect(hooked, 'PreCompress runs before a request for a summary only').toBe(1)
    expect(shrunk(events)[0]).toMatchObject({ status })
    expect(textOf(asked.at(-1)?.messages ?? [])).toContain('9: word')
    expect(textOf(asked.at(-1)?.messages ?? [])).not.toContain('state_snapshot')
  })

test('a bug in a utility request is not a model error', async () => {
  await expect(talk(8, 7000, {}, () => new TypeError('ours'))).rejects.toThrow('ours')
})

test('a second summary includes the first, and only after the conversation has grown', async () => {
  const { summaries, ending } = await talk(24, 7000, {})
  expect(ending.end).toBe('answered')
  expect(summaries.length).toBeGreaterThan(1)
  expect(summaries.length).toBeLessThan(6)
  expect(textOf(summaries[1]?.messages ?? [])).toContain('state_snapshot')
  expect(textOf(summaries[1]?.messages ?? [])).toContain('The task.')
})

test('old tool results move to files before a summary is needed', async () => {
  const { saved, summaries, events, asked, forgotten } = await talk(20, 10_000, { windowTokens: 1_000_000 })
  expect(summaries).toEqual([])
  expect(saved.length).toBeGreaterThan(8)
  expect(shrunk(events).every(({ status }) => status === 'masked')).toBe(true)
  expect(forgotten).toBe(shrunk(events).length)
  expect(Math.max(...asked.map(({ messages }) => textOf(messages).length / 4))).toBeLessThan(120_000)
})

test('every result is masked if needed; a task too large for the model is reported', async () => {
  const tight = await talk(5, 7000, { windowTokens: 30_000, threshold: 1 }, () => '')
  expect(tight.ending).toEqual({ end: 'answered', text: 'done' })
  expect(tight.saved.length).toBeGreaterThan(0)
  const { ending } = await talk(1, 60_000, { windowTokens: 30_000, threshold: 1 })
  expect(ending).toMatchObject({ end: 'failed', outcome: 'model', text: expect.stringMatching(/reads at most 30,000/) })
})
