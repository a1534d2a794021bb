import { expect, test } from 'vitest'
import { type ModelReply, NO_USAGE } from '../../src/model/types.ts'
import { totalUsage } from '../../src/record/cost.ts'

const usage = { ...NO_USAGE, input: 10, total: 10 }
const reply: ModelReply = { parts: [], stop: 'finished', usage, model: 'm', failedUsage: [{ model: 'm', usage }] }

test('failed attempts cost tokens but no turns; so does a sub-agent', () => {
  const used = totalUsage([
    { type: 'model_reply', turn: 1, reply, ms: 1 },
    { type: 'model_reply', turn: 1, reply, ms: 1, agent: 'helper' },
  ])
  expect([used.turns, used.usage.total]).toEqual([1, 40])
})
