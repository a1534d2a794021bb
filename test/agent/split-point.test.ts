import { expect, test } from 'vitest'
import { findSplitIndex } from '../../src/agent/compression.ts'
import type { Message } from '../../src/model/types.ts'

const user: Message = { role: 'user', parts: [{ kind: 'text', text: 'hello you' }] }
const model: Message = { role: 'model', parts: [{ kind: 'text', text: 'hello me' }] } // as long in JSON
const calls: Message = { role: 'model', parts: [{ kind: 'call', call: { id: '1', name: 'look', args: {} } }] }
const answers: Message = { role: 'tool', replies: [{ id: '1', name: 'look', response: { output: 'seen' } }] }

const table: [name: string, messages: Message[], fraction: number, at: number][] = [
  ['five texts, half', [user, model, user, model, user], 0.5, 4],
  ['five texts, nearly all', [user, model, user, model, user], 0.9, 4],
  ['four texts end with an answer: all of them', [user, model, user, model], 0.8, 4],
  ['four texts, exactly half', [user, model, user, model], 0.5, 2],
  ['a call without its answer stays', [user, model, user, calls], 0.99, 2],
  ['one message', [user], 0.5, 0],
  ['nothing', [], 0.5, 0],
  ['one task, then only exchanges with tools', [user, calls, answers, calls, answers, calls, answers], 0.5, 5],
  ['no call loses its answer', [user, calls, answers, calls, answers], 0.9, 3],
]
for (const [name, messages, fraction, at] of table)
  test(`split: ${name}`, () => expect(findSplitIndex(messages, fraction)).toBe(at))

for (const fraction of [0, 1, -1, Number.NaN])
  test(`split: ${fraction} is no fraction`, () =>
    expect(() => findSplitIndex([user], fraction)).toThrow('Fraction must be between 0 and 1'))
