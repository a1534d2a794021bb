import { expect, test } from 'vitest'
import { type ModelReply, NO_USAGE } from '../../src/model/types.ts'
import { usedBy } from '../../src/record/usage.ts'

const usage = { ...NO_USAGE, input: 10, total: 10 }
const reply: ModelReply = { parts: [], stop: 'finished', usage, model: 'm', spent: [{ model: 'm', usage }] }

test('failed attempts cost tokens and are no turns; a sub-agent costs tokens and takes none of our turns', () => {
  const used = usedBy([
    { type: 'model_reply', turn: 1, reply, ms: 1 },
    { type: 'model_reply', turn: 1, reply, ms: 1, agent: 'helper' },
  ])
  expect([used.turns, used.usage.total]).toEqual([1, 40])
})
