import { expect, test } from 'vitest'
import type { Hooks } from '../../src/agent/hooks.ts'
import { converse } from '../../src/agent/loop.ts'
import { Stopped } from '../../src/agent/stops.ts'
import { checkWrittenDown, hooksWrittenDown, programsIn } from '../../src/equipment/programs-said.ts'
import type { ModelReply, Part } from '../../src/model/types.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { ask, kitFor, say, wish } from '../agent/kit.ts'

const text = (words: string): Part[] => [{ kind: 'text', text: words }]
const never = new AbortController().signal

/** Hooks that have a hand in everything. */
const meddling: Hooks = {
  sessionStart: async () => '',
  sessionEnd: async () => undefined,
  preCompress: async () => undefined,
  notification: async () => undefined,
  beforeAgent: async (prompt) => ({ say: 'go', prompt: [...prompt, ...text('and mind the gap')] }),
  afterAgent: async ({ again }) =>
    again ? { say: 'go', clear: false } : { say: 'block', why: 'Say more.', clear: false },
  beforeModel: async (request) => ({ ask: { ...request, system: `${request.system} (edited)` } }),
  afterModel: async (_, reply): Promise<ModelReply> => ({ ...reply, reason: 'HEARD' }),
  async beforeTool({ tool, args }) {
    if (tool.name === 'change') return { say: 'block', why: 'not today' }
    return args.at === 'a' ? { say: 'go', why: '', args: { at: 'b' } } : { say: 'go', why: '' }
  },
  async afterTool({ args }, result) {
    if (args.at !== 'c' || !result.ok) return { result }
    return { result: { ok: true, content: 'seen by a hook' } }
  },
}

const replies = () => [
  ask(
    { ...wish('look', { at: 'a' }), id: '1' },
    { ...wish('look', { at: 'c' }), id: '2' },
    { ...wish('change', { at: 'd' }), id: '3' },
  ),
  say('Done.'),
  say('Done, and more.'),
]

async function session(hooks: Hooks | undefined, check?: ReturnType<typeof programsIn>['check']) {
  const { kit, events } = kitFor({ replies: replies() })
  const emit = kit.emit
  const ending = await converse(
    text('Do it.'),
    {
      ...kit,
      hooks: hooks && hooksWrittenDown(hooks, emit),
      check: check && checkWrittenDown(check, emit),
    },
    never,
  )
  const told = events.filter(({ type }) => type === 'model_request' || type === 'call_finished')
  return { ending, events, told: JSON.parse(JSON.stringify(told)) as RunEvent[] }
}

test('what hooks said of a session is enough to have it again without them', async () => {
  const first = await session(meddling)
  expect(JSON.stringify(first.told)).toContain('mind the gap')
  expect(JSON.stringify(first.told)).toContain('(edited)')
  expect(JSON.stringify(first.told)).toContain('seen by a hook')
  expect(JSON.stringify(first.told)).toContain('not today')
  expect(first.ending).toEqual({ end: 'answered', text: 'Done, and more.' })

  const written: RunEvent[] = JSON.parse(JSON.stringify(first.events))
  const again = await session(programsIn(written).hooks)
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
    expect(first.ending).toMatchObject({ end: 'stopped', why: 'hook' })
    const again = await session(programsIn(JSON.parse(JSON.stringify(first.events))).hooks)
    expect(again).toMatchObject({ ending: first.ending, told: first.told })
  })

test('a checker that denied denies again, and only what it denied', async () => {
  const by = {
    tier: 'user',
    priority: 1,
    file: 'p.toml',
    line: 3,
    match: {},
    checker: { type: 'external', name: 'guard', config: {} },
  } as const
  const first = await session(undefined, async ({ args }) =>
    args.at === 'c' ? { verdict: 'deny', reason: 'out of bounds', by } : undefined,
  )
  expect(JSON.stringify(first.told)).toContain('out of bounds')
  const written: RunEvent[] = JSON.parse(JSON.stringify(first.events))
  const { hooks, check } = programsIn(written)
  expect(hooks).toBeUndefined()
  expect(await session(undefined, check)).toMatchObject({ told: first.told })
})

test('where nobody was asked there is nobody', () => {
  const { hooks, check } = programsIn([])
  expect([hooks, check]).toEqual([undefined, undefined])
})
