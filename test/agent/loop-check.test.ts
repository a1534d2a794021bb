import { expect, test } from 'vitest'
import type { AgentContext, ContextWindow } from '../../src/agent/agent-context.ts'
import { openBudget } from '../../src/agent/budget.ts'
import { runConversation } from '../../src/agent/loop.ts'
import { type Generate, ModelError, type ModelRequest } from '../../src/model/types.ts'
import { callReply as calls, testContext, textReply, toolCall } from './test-context.ts'

const never = new AbortController().signal
type Verdict = number | string | Error

/** This many turns of new calls, then an answer. `verdicts` are the results of the loop checks, in order. */
async function talk(turns: number, verdicts: Verdict[], given: Partial<AgentContext> = {}) {
  const judged: { model: string; turn: number; request: ModelRequest }[] = []
  const asked: ModelRequest[] = []
  const ask: Generate = async (request) => {
    asked.push({ ...request, messages: [...request.messages] })
    if (request.choice?.mode === 'none') return textReply('all I know')
    return asked.length > turns ? textReply('done') : calls(toolCall('look', { at: `place ${asked.length}` }))
  }
  const aside: ContextWindow['utilityGenerate'] = () => async (request) => {
    judged.push({ model: request.model, turn: asked.length + 1, request })
    const verdict = verdicts.shift() ?? 0
    if (verdict instanceof Error) throw verdict
    return textReply(
      typeof verdict === 'string' ? verdict : JSON.stringify({ analysis: 'Same place.', confidence: verdict }),
    )
  }
  const contextWindow = {
    windowTokens: 1_000_000,
    threshold: 0.5,
    maxOutputCharacters: 40_000,
    utilityGenerate: aside,
    saveOutput: async () => '/out',
  }
  const { context } = testContext({ overrides: { generate: ask, contextWindow: contextWindow, ...given } })
  const ending = await runConversation([{ kind: 'text', text: 'The task.' }], context, never)
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
  test(`loop check: ${name}`, async () => {
    const told = await talk(turns, verdicts)
    expect(told.turns).toEqual(at)
    expect(told.ending).toEqual({ end: 'answered', text: 'done' })
  })

test('it gets the task and the latest steps as data, without tools, for one short answer', async () => {
  const { judged, models } = await talk(32, ['```json\n{"analysis":"x","confidence":0.95}\n```', 0.89])
  expect(models).toEqual(['loop-detection', 'loop-detection-double-check'])
  const [first] = judged
  expect(first?.request).toMatchObject({ tools: [], maxTokens: 1024, schema: { required: ['analysis', 'confidence'] } })
  expect(JSON.stringify(first?.request.messages)).toContain('The task.')
  expect(JSON.stringify(first?.request.messages)).toContain('place 29')
})

for (const [name, second] of [
  ['both are sure', 0.9],
  ['the second cannot be asked', down],
] as const)
  test(`a loop when ${name}: the first is pointed out, the second ends the run`, async () => {
    const told = await talk(60, [0.95, second, 0.95, second])
    expect(JSON.stringify(told.asked[29]?.messages.at(-1))).toContain('seem to be repeating yourself. Same place.')
    expect(told.ending).toEqual({ end: 'stopped', reason: 'repeating', text: 'all I know' })
  })

test('no loop when the second model is not sure', async () => {
  const told = await talk(40, [0.9, 0.89])
  expect(told.ending).toEqual({ end: 'answered', text: 'done' })
  expect(JSON.stringify(told.asked.at(-1)?.messages)).not.toContain('repeating yourself')
})

test('no check when it is off or too expensive', async () => {
  expect((await talk(40, [0.95, 0.95], { detectLoops: false })).turns).toEqual([])
  const budget = openBudget({ tokens: 20_000, prices: {}, model: 'm' }, () => undefined)
  expect((await talk(40, [0.95, 0.95], { budget })).turns).toEqual([])
})

test('a bug in the check is not an assessment', async () => {
  await expect(talk(40, [new TypeError('ours')])).rejects.toThrow('ours')
})
