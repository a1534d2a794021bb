import { expect, test } from 'vitest'
import {
  estimateMessageTokens,
  estimateRequestTokens,
  estimateTextTokens,
  hasMediaData,
} from '../../src/model/estimate.ts'
import { contextWindow } from '../../src/model/models.ts'
import type { Message, MessagePart } from '../../src/model/types.ts'

const texts: [name: string, text: string, tokens: number][] = [
  ['nothing', '', 0],
  ['four letters are one', 'abcd', 1],
  ['one of another script is one and a half', '池', 1.5],
  ['both', 'abcd池の', 4],
  ['a long text is counted by its length', '池'.repeat(100_004), 25_001],
]
for (const [name, text, tokens] of texts) test(`text: ${name}`, () => expect(estimateTextTokens(text)).toBe(tokens))

const tool = (text: string, parts?: MessagePart[]): Message => ({
  role: 'tool',
  replies: [{ id: '1', name: 'look', response: { output: text }, parts }],
})
const data = (mimeType: string, size = 4): MessagePart => ({ kind: 'data', mimeType, data: 'x'.repeat(size) })

const messages: [name: string, message: Message, tokens: number][] = [
  ['what a tool gave', tool('a'.repeat(387)), 101],
  ['a picture', { role: 'user', parts: [data('image/png')] }, 3000],
  ['a document inside an answer', tool('a'.repeat(387), [data('application/pdf')]), 25_901],
  ['a recording', { role: 'user', parts: [data('audio/wav', 4000)] }, 1000],
  ['a call', { role: 'model', parts: [{ kind: 'call', call: { id: '1', name: 'look', args: { a: 1 } } }] }, 2.75],
]
for (const [name, message, tokens] of messages)
  test(`message: ${name}`, () => {
    expect(estimateMessageTokens(message)).toBe(tokens)
    expect(estimateMessageTokens(message)).toBe(tokens) // the second time from memory
    expect(hasMediaData([message])).toBe(/picture|document|recording/.test(name))
  })

test('a request is all of its parts', () => {
  const tools = [{ name: 'look', description: 'looks', parameters: { type: 'object' } }]
  const all = { system: 'abcd', tools, messages: [{ role: 'user', parts: [{ kind: 'text', text: 'abcd' }] }] as const }
  expect(estimateRequestTokens(all as never)).toBe(Math.ceil(2 + JSON.stringify(tools).length / 4))
  expect(estimateRequestTokens({})).toBe(0)
})

test('what models read at most', () => {
  expect(
    ['auto', 'gemini-2.5-flash', 'my-own', 'gemma-4-31b-it', 'models/gemini-1.5-pro-002'].map(contextWindow),
  ).toEqual([1_048_576, 1_048_576, 1_048_576, 256_000, 2_097_152])
})
