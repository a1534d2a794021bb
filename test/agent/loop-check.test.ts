import { expect, test } from 'vitest'
import { openBudget } from '../../src/agent/budget.ts'
import type { AgentKit, ContextLimits } from '../../src/agent/kit.ts'
import { converse } from '../../src/agent/loop.ts'
import { type Ask, ModelError, type ModelRequest } from '../../src/model/types.ts'
import { ask as calls, kitFor, say, wish } from './kit.ts'

const never = new AbortController().signal
type Verdict = number | string | Error

/** So many turns of new calls, then an answer. `verdicts` are what judges say, in order. */
async function talk(turns: number, verdicts: Verdict[], given: Partial<AgentKit> = {}) {
  const judged: { model: string; turn: number; request: ModelRequest }[] = []
  const asked: ModelRequest[] = []
  const ask: Ask = async (request) => {
    asked.push({ ...request, messages: [...request.messages] })
    if (request.choice?.mode === 'none') return say('all I know')
    return asked.length > turns ? say('done') : calls(wish('look', { at: `place ${asked.length}` }))
  }
  const aside: ContextLimits['aside'] = () => async (request) => {
    judged.push({ model: request.model, turn: asked.length + 1, request })
    const verdict = verdicts.shift() ?? 0
    if (verdict instanceof Error) throw verdict
    return say(typeof verdict === 'string' ? verdict : JSON.stringify({ analysis: 'Same place.', confidence: verdict }))
  }
  const context = { window: 1_000_000, threshold: 0.5, longest: 40_000, aside, save: async () => '/out' }
  const { kit } = kitFor({ kit: { ask, context, ...given } })
  const ending = await converse([{ kind: 'text', text: 'The task.' }], kit, never)
  return { ending, judged, asked, turns: judged.map(({ turn }) => turn), models: judged.map(({ model }) => model) }
}

const down = new ModelError('down', { fault: 'unavailable', retry: 'later' })

const intervals: [name: string, turns: number, verdicts: Verdict[], at: number[]][] = [
  ['not before the thirtieth turn', 28, [], []],
  ['at the thirtieth turn', 29, [0], [30]],
  ['sure that all is well: fifteen turns later', 50, [0, 0], [30, 45]],
  ['in doubt: seven turns later', 40, [0.85, 0], [30, 37]],
  ['not sure enough: six turns later', 40, [0.89, 0], [30, 36]],
  ['no answer: ten turns later', 45, [down, 0], [30, 40]],
  ['nonsense: ten turns later', 45, ['I think it is fine.', 0], [30, 40]],
  ['no number: ten turns later', 45, ['{"confidence":"high"}', 0], [30, 40]],
  ['a number beyond the scale: ten turns later', 45, ['{"confidence":7}', 0], [30, 40]],
  ['a second judge who is less sure says when', 45, [0.9, 0.5, 0], [30, 30, 40]],
]
for (const [name, turns, verdicts, at] of intervals)
  test(`a model is asked: ${name}`, async () => {
    const told = await talk(turns, verdicts)
    expect(told.turns).toEqual(at)
    expect(told.ending).toEqual({ end: 'answered', text: 'done' })
  })

test('it reads the task and the latest steps as material, without tools, for one small answer', async () => {
  const { judged, models } = await talk(32, ['```json\n{"analysis":"x","confidence":0.95}\n```', 0.89])
  expect(models).toEqual(['loop-detection', 'loop-detection-double-check'])
  const [first] = judged
  expect(first?.request).toMatchObject({ tools: [], most: 1024, schema: { required: ['analysis', 'confidence'] } })
  expect(JSON.stringify(first?.request.messages)).toContain('The task.')
  expect(JSON.stringify(first?.request.messages)).toContain('place 29')
})

for (const [name, second] of [
  ['both are sure', 0.9],
  ['the second cannot be asked', down],
] as const)
  test(`it is a loop when ${name}: pointed out first, the end the second time`, async () => {
    const told = await talk(60, [0.95, second, 0.95, second])
    expect(JSON.stringify(told.asked[29]?.messages.at(-1))).toContain('going round in circles. Same place.')
    expect(told.ending).toEqual({ end: 'stopped', why: 'repeating', text: 'all I know' })
  })

test('it is none when the second is not sure', async () => {
  const told = await talk(40, [0.9, 0.89])
  expect(told.ending).toEqual({ end: 'answered', text: 'done' })
  expect(JSON.stringify(told.asked.at(-1)?.messages)).not.toContain('round in circles')
})

test('switched off, or too dear, nobody is asked', async () => {
  expect((await talk(40, [0.95, 0.95], { detectLoops: false })).turns).toEqual([])
  const budget = openBudget({ tokens: 20_000, prices: {}, model: 'm' }, () => undefined)
  expect((await talk(40, [0.95, 0.95], { budget })).turns).toEqual([])
})

test('a bug of ours is no opinion', async () => {
  await expect(talk(40, [new TypeError('ours')])).rejects.toThrow('ours')
})
