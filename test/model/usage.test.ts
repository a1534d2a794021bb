import { expect, test } from 'vitest'
import { type ModelReply, NO_USAGE, type Usage } from '../../src/model/types.ts'
import { paidUsage } from '../../src/model/usage.ts'

const usage: Usage = { input: 1, cached: 2, output: 3, thoughts: 4, tool: 5, total: 6 }
const reply: ModelReply = { parts: [], stop: 'finished', usage, model: 'm' }

test('a reply costs its own tokens and those of the attempts before it', () => {
  expect(paidUsage(reply)).toEqual(usage)
  expect(paidUsage({ ...reply, usage: NO_USAGE, spent: [{ model: 'm', usage }] })).toEqual(usage)
  const spent = [
    { model: 'm', usage },
    { model: 'other', usage },
  ]
  expect(paidUsage({ ...reply, spent })).toEqual({ input: 3, cached: 6, output: 9, thoughts: 12, tool: 15, total: 18 })
})
