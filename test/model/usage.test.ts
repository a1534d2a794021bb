import { expect, test } from 'vitest'
import { type ModelReply, NO_USAGE, replyUsage, type TokenUsage } from '../../src/model/types.ts'

const usage: TokenUsage = { input: 1, cached: 2, output: 3, thoughts: 4, tool: 5, total: 6 }
const reply: ModelReply = { parts: [], stop: 'finished', usage, model: 'm' }

test('a reply costs its own tokens and those of the attempts before it', () => {
  expect(replyUsage(reply)).toEqual(usage)
  expect(replyUsage({ ...reply, usage: NO_USAGE, failedUsage: [{ model: 'm', usage }] })).toEqual(usage)
  const failedUsage = [
    { model: 'm', usage },
    { model: 'other', usage },
  ]
  expect(replyUsage({ ...reply, failedUsage })).toEqual({
    input: 3,
    cached: 6,
    output: 9,
    thoughts: 12,
    tool: 15,
    total: 18,
  })
})
