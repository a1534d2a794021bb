import { expect, test } from 'vitest'
import type { LlmRequest, ToolChoice } from '../../../src/agent/hooks/hook-output.ts'
import {
  editedReply,
  editedRequest,
  llmRequest,
  llmResponse,
  narrowedRequest,
  replyFromHook,
} from '../../../src/agent/hooks/hooks.ts'
import {
  type Message,
  type MessagePart,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
} from '../../../src/model/types.ts'

const text = (words: string): MessagePart => ({ kind: 'text', text: words })
const image: MessagePart = { kind: 'data', mimeType: 'image/png', data: 'AA==' }
const call: MessagePart = { kind: 'call', call: { id: '1', name: 'look', args: {} }, signature: 'sig' }
const user = (...parts: MessagePart[]): Message => ({ role: 'user', parts })
const model = (...parts: MessagePart[]): Message => ({ role: 'model', parts })
const replies: Message = { role: 'tool', replies: [{ id: '1', name: 'look', response: { output: 'x' } }] }

const tool = (name: string) => ({ name, description: name, parameters: {} })
const request = (...messages: Message[]): ModelRequest => ({
  model: 'm',
  system: 's',
  messages,
  tools: [tool('look'), tool('change'), tool('ask')],
})

const shown: [what: string, message: Message, seen: object[]][] = [
  ['texts are joined', user(text('a'), image, text('b')), [{ role: 'user', content: 'ab' }]],
  ['calls are left out', model(call), []],
  ['text beside a call stays', model(text('so'), call), [{ role: 'model', content: 'so' }]],
  ['answers to calls are left out', replies, []],
  ['thoughts are left out', model({ kind: 'thought', text: 'hm' }), []],
]
for (const [what, message, seen] of shown)
  test(`hooks see of a request: ${what}`, () =>
    expect(llmRequest(request(message))).toEqual({ model: 'm', messages: seen, config: {} }))

const said = (...contents: string[]): LlmRequest => ({
  messages: contents.map((content) => ({ role: 'user', content })),
})
const edits: [row: string, messages: Message[], edit: LlmRequest, expected: Message[]][] = [
  [
    '50: texts in order, everything else where it was, the rest at the end',
    [user(text('old'), image), model(call), user(text('str'))],
    said('NEW', 'N2', 'extra'),
    [user(text('NEW'), image), model(call), user(text('N2')), user(text('extra'))],
  ],
  [
    'fewer texts than ours leave the others alone',
    [user(text('a')), model(text('b')), user(text('c'))],
    said('A'),
    [user(text('A')), model(text('b')), user(text('c'))],
  ],
  [
    'answers to calls stay',
    [user(text('a')), model(call), replies],
    said('A'),
    [user(text('A')), model(call), replies],
  ],
  ['the side is the one given', [user(text('a'))], { messages: [{ role: 'model', content: 'A' }] }, [model(text('A'))]],
  [
    'a system message is the user’s',
    [user(text('a'))],
    { messages: [{ role: 'system', content: 'A' }] },
    [user(text('A'))],
  ],
  ['calls do not change sides', [model(text('a'), call)], said('A'), [model(text('A'), call)]],
  [
    'an unchanged text keeps its signature',
    [model({ kind: 'text', text: 'a', signature: 's1' }, call)],
    { messages: [{ role: 'model', content: 'a' }] },
    [model({ kind: 'text', text: 'a', signature: 's1' }, call)],
  ],
  [
    'several texts become one, where the first was',
    [model({ kind: 'thought', text: 't', signature: 's' }, text('a'), call, text('b'))],
    { messages: [{ role: 'model', content: 'A' }] },
    [model({ kind: 'thought', text: 't', signature: 's' }, text('A'), call)],
  ],
]
for (const [row, messages, edit, expected] of edits)
  test(`an edited request: ${row}`, () => expect(editedRequest(request(...messages), edit).messages).toEqual(expected))

test('49: sampling is replaced as a whole, messages stay', () => {
  const before = { ...request(user(text('a'))), sampling: { topK: 5 } }
  expect(editedRequest(before, { config: { temperature: 1 } })).toEqual({ ...before, sampling: { temperature: 1 } })
})

test('another model, and no edit', () => {
  const before = request(user(text('a')))
  expect(editedRequest(before, { model: 'flash' })).toEqual({ ...before, model: 'flash' })
  expect(editedRequest(before, undefined)).toBe(before)
})

const names = (given: ModelRequest) => given.tools.map(({ name }) => name)
const choices: [what: string, choice: ToolChoice, tools: string[], sent: ModelRequest['choice']][] = [
  ['38: nothing chosen', { mode: 'AUTO', allowedFunctionNames: [] }, ['look', 'change', 'ask'], undefined],
  ['none', { mode: 'NONE' }, ['look', 'change', 'ask'], { mode: 'none' }],
  ['any', { mode: 'ANY' }, ['look', 'change', 'ask'], { mode: 'any' }],
  [
    'any of some; tools nobody told the model of are left out',
    { mode: 'ANY', allowedFunctionNames: ['ask', 'look', 'secret'] },
    ['look', 'change', 'ask'],
    { mode: 'any', names: ['look', 'ask'] },
  ],
  [
    'any of none there is',
    { mode: 'ANY', allowedFunctionNames: ['secret'] },
    ['look', 'change', 'ask'],
    { mode: 'none' },
  ],
  ['some, if it likes', { mode: 'AUTO', allowedFunctionNames: ['look'] }, ['look'], undefined],
]
for (const [what, choice, tools, sent] of choices)
  test(`a choice of tools: ${what}`, () => {
    const narrowed = narrowedRequest(request(), choice)
    expect(names(narrowed)).toEqual(tools)
    expect(narrowed.choice).toEqual(sent)
  })

const reply = (...parts: MessagePart[]): ModelReply => ({
  parts,
  stop: 'finished',
  reason: 'STOP',
  usage: { ...NO_USAGE, input: 1, output: 2, total: 3 },
  model: 'm',
})

test('hooks see of an answer its text, its end and its cost', () =>
  expect(llmResponse(reply({ kind: 'thought', text: 'hm' }, text('a'), call, text('b')))).toEqual({
    text: 'ab',
    candidates: [{ content: { role: 'model', parts: ['ab'] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
  }))

const withEnd = (stop: ModelReply['stop'], reason: string | undefined): ModelReply => {
  const { reason: _, ...answer } = reply()
  return { ...answer, stop, reason }
}
const ends: [stop: ModelReply['stop'], reason: string | undefined, told: string][] = [
  ['finished', undefined, 'STOP'],
  ['length', undefined, 'MAX_TOKENS'],
  ['blocked', undefined, 'OTHER'],
  ['blocked', 'SAFETY', 'SAFETY'],
]
for (const [stop, reason, told] of ends)
  test(`hooks get an answer that ended as ${stop}, ${reason}: ${told}`, () =>
    expect(llmResponse(withEnd(stop, reason)).candidates[0]?.finishReason).toBe(told))

const given = (...parts: (string | { text: string })[]) => ({ candidates: [{ content: { parts } }] })
const answers: [row: string, response: Parameters<typeof editedReply>[1], parts: MessagePart[]][] = [
  ['51: no parts', given(), [text('old'), call]],
  ['nothing given', undefined, [text('old'), call]],
  ['K4: calls stay', given('new'), [text('new'), call]],
  ['parts as objects', given({ text: 'n' }, 'ew'), [text('new'), call]],
  ['text alone', { text: 'new' }, [text('new'), call]],
]
for (const [row, response, parts] of answers)
  test(`an edited answer: ${row}`, () => expect(editedReply(reply(text('old'), call), response).parts).toEqual(parts))

const synthetic: [what: string, response: Parameters<typeof replyFromHook>[0], expected: object | undefined][] = [
  ['text', given('hi'), { parts: [text('hi')], stop: 'finished', model: 'm', usage: NO_USAGE }],
  ['no parts are no answer', given(), undefined],
  ['nothing is no answer', undefined, undefined],
  [
    'an end of its own',
    { candidates: [{ ...given('hi').candidates[0], finishReason: 'MAX_TOKENS' }] },
    { stop: 'length' },
  ],
  [
    'a refusal',
    { candidates: [{ ...given('hi').candidates[0], finishReason: 'SAFETY' }] },
    { stop: 'blocked', reason: 'SAFETY' },
  ],
]
for (const [what, response, expected] of synthetic)
  test(`an answer by a hook: ${what}`, () => {
    const answer = replyFromHook(response, 'm')
    if (expected === undefined) expect(answer).toBeUndefined()
    else expect(answer).toMatchObject(expected)
  })
