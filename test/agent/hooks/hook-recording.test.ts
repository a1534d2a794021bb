import { expect, test } from 'vitest'
import { recordCheck, recordedPrograms, recordHooks } from '../../../src/agent/hooks/hook-recording.ts'
import type { Hooks } from '../../../src/agent/hooks/hook-types.ts'
import { runConversation } from '../../../src/agent/loop.ts'
import { Stopped } from '../../../src/agent/stop-conditions.ts'
import type { MessagePart, ModelReply } from '../../../src/model/types.ts'
import type { RunEvent } from '../../../src/record/events.ts'
import { callReply, testContext, textReply, toolCall } from '../test-context.ts'

const text = (words: string): MessagePart[] => [{ kind: 'text', text: words }]
const never = new AbortController().signal

/** Hooks that have a hand in everything. */
const meddling: Hooks = {
  sessionStart: async () => '',
  sessionEnd: async () => undefined,
  preCompress: async () => undefined,
  notification: async () => undefined,
  beforeAgent: async (prompt) => ({ action: 'continue', prompt: [...prompt, ...text('and mind the gap')] }),
  afterAgent: async ({ isFollowUp }) =>
    isFollowUp
      ? { action: 'continue', clearHistory: false }
      : { action: 'block', reason: 'Say more.', clearHistory: false },
  beforeModel: async (request) => ({ request: { ...request, system: `${request.system} (edited)` } }),
  afterModel: async (_, reply): Promise<ModelReply> => ({ ...reply, reason: 'HEARD' }),
  async beforeTool({ tool, args }) {
    if (tool.name === 'change') return { action: 'block', reason: 'not today' }
    return args.at === 'a' ? { action: 'continue', reason: '', args: { at: 'b' } } : { action: 'continue', reason: '' }
  },
  async afterTool({ args }, result) {
    if (args.at !== 'c' || !result.ok) return { result }
    return { result: { ok: true, content: 'seen by a hook' } }
  },
}

const replies = () => [
  callReply(
    { ...toolCall('look', { at: 'a' }), id: '1' },
    { ...toolCall('look', { at: 'c' }), id: '2' },
    { ...toolCall('change', { at: 'd' }), id: '3' },
  ),
  textReply('Done.'),
  textReply('Done, and more.'),
]

async function session(hooks: Hooks | undefined, check?: ReturnType<typeof recordedPrograms>['runCheckers']) {
  const { context, events } = testContext({ replies: replies() })
  const emit = context.emit
  const ending = await runConversation(
    text('Do it.'),
    {
      ...context,
      hooks: hooks && recordHooks(hooks, emit),
      runCheckers: check && recordCheck(check, emit),
    },
    never,
  )
  const told = events.filter(({ type }) => type === 'model_request' || type === 'call_finished')
  return { ending, events, told: JSON.parse(JSON.stringify(told)) as RunEvent[] }
}

test('recorded hook output is enough to replay a session without hooks', async () => {
  const first = await session(meddling)
  expect(JSON.stringify(first.told)).toContain('mind the gap')
  expect(JSON.stringify(first.told)).toContain('(edited)')
  expect(JSON.stringify(first.told)).toContain('seen by a hook')
  expect(JSON.stringify(first.told)).toContain('not today')
  expect(first.ending).toEqual({ end: 'answered', text: 'Done, and more.' })

  const written: RunEvent[] = JSON.parse(JSON.stringify(first.events))
  const again = await session(recordedPrograms(written).hooks)
  expect(again).toMatchObject({ ending: first.ending, told: first.told })
  // The proof that it is their answers that do it.
  const without = await session(undefined)
  expect(without.told).not.toEqual(first.told)
})

for (const event of ['beforeModel', 'afterModel'] as const)
  test(`a hook that ended a session at its second ${event} ends it there again`, async () => {
    let heard = 0
    const stopping: Hooks = {
      ...meddling,
      [event]: async (...given: never[]) => {
        heard += 1
        if (heard === 2) throw new Stopped('hook')
        return Reflect.apply(meddling[event], meddling, given)
      },
    }
    const first = await session(stopping)
    expect(first.ending).toMatchObject({ end: 'stopped', reason: 'hook' })
    const again = await session(recordedPrograms(JSON.parse(JSON.stringify(first.events))).hooks)
    expect(again).toMatchObject({ ending: first.ending, told: first.told })
  })

test('a checker that denied denies again, and only what it denied', async () => {
  const rule = {
    tier: 'user',
    priority: 1,
    file: 'p.toml',
    line: 3,
    match: {},
    checker: { type: 'external', name: 'guard', config: {} },
  } as const
  const first = await session(undefined, async ({ args }) =>
    args.at === 'c' ? { verdict: 'deny', reason: 'out of bounds', rule } : undefined,
  )
  expect(JSON.stringify(first.told)).toContain('out of bounds')
  const written: RunEvent[] = JSON.parse(JSON.stringify(first.events))
  const { hooks, runCheckers: check } = recordedPrograms(written)
  expect(hooks).toBeUndefined()
  expect(await session(undefined, check)).toMatchObject({ told: first.told })
})

test('no recorded hooks means no hooks', () => {
  const { hooks, runCheckers: check } = recordedPrograms([])
  expect([hooks, check]).toEqual([undefined, undefined])
})
