import { expect, test } from 'vitest'
import { finishReply } from '../../src/model/gemini-streaming.ts'
import {
  addChunk,
  assignCallIds,
  callIds,
  newReplyDraft,
  PLACEHOLDER_SIGNATURE,
  toContents,
  toTools,
} from '../../src/model/gemini-wire.ts'
import type { Message, MessagePart } from '../../src/model/types.ts'

const user = (text: string): Message => ({ role: 'user', parts: [{ kind: 'text', text }] })
const model = (...parts: MessagePart[]): Message => ({ role: 'model', parts })
const call = (name: string, id: string, signature?: string): MessagePart => ({
  kind: 'call',
  call: { id, name, args: { n: 1 } },
  signature,
})
const reply = (name: string, id: string, parts?: MessagePart[]) => ({ id, name, response: { output: id }, parts })
const wireCall = (name: string, id: string, thoughtSignature?: string) => ({
  functionCall: { id, args: { n: 1 }, name },
  thoughtSignature,
})
const wireReply = (name: string, id: string) => ({ functionResponse: { name, response: { output: id }, id } })
const GEMINI_3 = { model: 'gemini-3-flash', ids: true }
const PNG: MessagePart = { kind: 'data', mimeType: 'image/png', data: 'AAAA' }
const WAV: MessagePart = { kind: 'data', mimeType: 'audio/wav', data: 'BBBB' }
const wireData = (mimeType: string, data: string) => ({ inlineData: { mimeType, data } })

const GIF: MessagePart = { kind: 'data', mimeType: 'image/gif', data: 'AAAA' }

const sent: [name: string, messages: Message[], contents: unknown[], modelId?: string][] = [
  ['a question', [user('hi')], [{ role: 'user', parts: [{ text: 'hi' }] }]],
  [
    'data of a type the API refuses is said, not sent, wherever it comes from',
    [
      { role: 'user', parts: [GIF, { kind: 'data', mimeType: 'text/csv', data: 'AAAA' }] },
      model({ kind: 'text', text: 'go on' }),
      { role: 'user', parts: [{ kind: 'data', mimeType: 'image/JPG', data: 'AAAA' }] },
      model(call('f', 'a', 'S')),
      { role: 'tool', replies: [{ id: 'a', name: 'f', response: { output: 'a' }, parts: [GIF, PNG] }] },
    ],
    [
      {
        role: 'user',
        parts: [
          { text: '[Data of type image/gif is omitted: the API does not accept this type.]' },
          wireData('text/csv', 'AAAA'),
        ],
      },
      { role: 'model', parts: [{ text: 'go on' }] },
      { role: 'user', parts: [wireData('image/jpeg', 'AAAA')] },
      { role: 'model', parts: [wireCall('f', 'a', 'S')] },
      {
        role: 'user',
        parts: [
          {
            functionResponse: { name: 'f', response: { output: 'a' }, id: 'a', parts: [wireData('image/png', 'AAAA')] },
          },
          { text: '[Data of type image/gif is omitted: the API does not accept this type.]' },
        ],
      },
    ],
    'gemini-3-flash',
  ],
  [
    'neighbouring turns of one role become one; parts stay apart',
    [user('context'), user('question'), model({ kind: 'text', text: 'a' }), model({ kind: 'text', text: 'b' })],
    [
      { role: 'user', parts: [{ text: 'context' }, { text: 'question' }] },
      { role: 'model', parts: [{ text: 'a' }, { text: 'b' }] },
    ],
  ],
  [
    'thoughts and empty texts stay away, and turns that were nothing else',
    [user('hi'), model({ kind: 'thought', text: 'hm' }, { kind: 'text', text: '' }), user('again')],
    [{ role: 'user', parts: [{ text: 'hi' }, { text: 'again' }] }],
  ],
  [
    'signatures go back on exactly their part',
    [
      user('hi'),
      model(
        { kind: 'thought', text: 'hm', signature: 'T' },
        { kind: 'text', text: 'well', signature: 'A' },
        { kind: 'text', text: '', signature: 'B' },
        { kind: 'opaque', value: { executableCode: { code: '1' } }, signature: 'C' },
        call('f', 'a', 'D'),
        call('g', 'b'),
      ),
      { role: 'tool', replies: [reply('f', 'a'), reply('g', 'b')] },
    ],
    [
      { role: 'user', parts: [{ text: 'hi' }] },
      {
        role: 'model',
        parts: [
          { text: 'hm', thought: true, thoughtSignature: 'T' },
          { text: 'well', thoughtSignature: 'A' },
          { text: '', thoughtSignature: 'B' },
          { executableCode: { code: '1' }, thoughtSignature: 'C' },
          wireCall('f', 'a', 'D'),
          wireCall('g', 'b'),
        ],
      },
      { role: 'user', parts: [wireReply('f', 'a'), wireReply('g', 'b')] },
    ],
  ],
  [
    'parts the SDK would strip to nothing, and thoughts of other kinds, stay away',
    [
      user('hi'),
      model(
        { kind: 'opaque', value: { partOfTomorrow: {} }, signature: 'A' },
        { kind: 'opaque', value: { inlineData: { mimeType: 'image/png', data: 'AAAA' }, thought: true } },
        { kind: 'opaque', value: { toolCall: { id: '1' } } },
      ),
    ],
    [
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts: [{ toolCall: { id: '1' } }] },
    ],
  ],
  [
    'an unsigned first call gets the sign for none, later ones nothing',
    [user('hi'), model(call('f', 'a'), call('g', 'b')), { role: 'tool', replies: [reply('f', 'a'), reply('g', 'b')] }],
    [
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts: [wireCall('f', 'a', PLACEHOLDER_SIGNATURE), wireCall('g', 'b')] },
      { role: 'user', parts: [wireReply('f', 'a'), wireReply('g', 'b')] },
    ],
  ],
  [
    'data lies beside the answers, behind them all, where it cannot lie inside',
    [
      user('hi'),
      model(call('f', 'a', 'S'), call('g', 'b')),
      { role: 'tool', replies: [reply('f', 'a', [PNG]), reply('g', 'b')] },
    ],
    [
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts: [wireCall('f', 'a', 'S'), wireCall('g', 'b')] },
      { role: 'user', parts: [wireReply('f', 'a'), wireReply('g', 'b'), wireData('image/png', 'AAAA')] },
    ],
    'gemini-2.5-pro',
  ],
  [
    'images lie inside their answer from Gemini 3 on, sound does not',
    [user('hi'), model(call('f', 'a', 'S')), { role: 'tool', replies: [reply('f', 'a', [PNG, WAV])] }],
    [
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts: [wireCall('f', 'a', 'S')] },
      {
        role: 'user',
        parts: [
          { functionResponse: { ...wireReply('f', 'a').functionResponse, parts: [wireData('image/png', 'AAAA')] } },
          wireData('audio/wav', 'BBBB'),
        ],
      },
    ],
    'gemini-3.1-pro-preview',
  ],
  [
    'nothing lies inside its answer for a model nobody knows',
    [user('hi'), model(call('f', 'a', 'S')), { role: 'tool', replies: [reply('f', 'a', [PNG])] }],
    [
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts: [wireCall('f', 'a', 'S')] },
      { role: 'user', parts: [wireReply('f', 'a'), wireData('image/png', 'AAAA')] },
    ],
    'foo',
  ],
  [
    'impossible names are mended alike in call and answer',
    [
      user('hi'),
      model(call('read file!', 'a', 'S'), call('', 'b'), call('1st', 'c')),
      {
        role: 'tool',
        replies: [reply('read file!', 'a'), reply('', 'b'), reply('1st', 'c')],
      },
    ],
    [
      { role: 'user', parts: [{ text: 'hi' }] },
      {
        role: 'model',
        parts: [wireCall('read_file_', 'a', 'S'), wireCall('unnamed_tool', 'b'), wireCall('_1st', 'c')],
      },
      { role: 'user', parts: [wireReply('read_file_', 'a'), wireReply('unnamed_tool', 'b'), wireReply('_1st', 'c')] },
    ],
  ],
]

for (const [name, messages, contents, modelId] of sent)
  test(`sent: ${name}`, () =>
    expect(toContents(messages, { model: modelId ?? 'gemini-2.5-flash', ids: true })).toEqual(contents))

test('a longer history begins with the bytes of the shorter one', () => {
  const messages: Message[] = [user('hi')]
  let before = JSON.stringify(toContents(messages, GEMINI_3))
  for (let n = 0; n < 20; n++) {
    const id = `f-${n}`
    messages.push(model({ kind: 'thought', text: 'hm' }, call('f', id)), {
      role: 'tool',
      replies: [reply('f', id, [PNG])],
    })
    if (n % 5 === 4) messages.push(model({ kind: 'text', text: 'done' }), user('next'))
    const now = JSON.stringify(toContents(messages, GEMINI_3))
    expect(now.startsWith(before.slice(0, -1))).toBe(true)
    before = now
  }
})

test('without ids, where they are refused', () => {
  const messages = [user('hi'), model(call('f', 'a', 'S')), { role: 'tool' as const, replies: [reply('f', 'a')] }]
  expect(toContents(messages, { model: 'm', ids: false }).slice(1)).toEqual([
    { role: 'model', parts: [{ functionCall: { args: { n: 1 }, name: 'f' }, thoughtSignature: 'S' }] },
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'a' } } }] },
  ])
})

test('thoughts of any kind go back where they are signed, and nowhere they are refused', () => {
  const value = { inlineData: { mimeType: 'image/png', data: 'AAAA' }, thought: true }
  const said = model({ kind: 'opaque', value, signature: 'S' }, { kind: 'text', text: 'so' })
  const back = (dialect: object) => toContents([user('hi'), said], { model: 'm', ids: true, ...dialect })[1]?.parts
  expect(back({})).toEqual([{ ...value, thoughtSignature: 'S' }, { text: 'so' }])
  expect(back({ thoughts: false })).toEqual([{ text: 'so' }])
})

test('declarations carry plain JSON Schema', () => {
  const parameters = { type: 'object', properties: { a: { type: 'string' } } }
  expect(toTools({ tools: [{ name: 'f', description: 'd', parameters }] })).toEqual([
    { functionDeclarations: [{ name: 'f', description: 'd', parametersJsonSchema: parameters }] },
  ])
  expect(toTools({ tools: [], builtIn: ['google_search', 'url_context'] })).toEqual([
    { googleSearch: {} },
    { urlContext: {} },
  ])
})

const part = (...parts: object[]) => ({ candidates: [{ content: { role: 'model', parts } }] })

const received: [name: string, chunks: object[], parts: MessagePart[]][] = [
  [
    'shreds of text are joined',
    [part({ text: 'a' }), part({ text: 'b' }, { text: 'c' })],
    [{ kind: 'text', text: 'abc' }],
  ],
  [
    'thoughts are joined apart from text',
    [part({ text: 'h', thought: true }), part({ text: 'm', thought: true }), part({ text: 'well' })],
    [
      { kind: 'thought', text: 'hm' },
      { kind: 'text', text: 'well' },
    ],
  ],
  [
    'a signed part is joined to nothing',
    [
      part({ text: 'a' }),
      part({ text: 'b', thoughtSignature: 'S' }),
      part({ text: 'c' }),
      part({ text: '', thoughtSignature: 'T' }),
    ],
    [
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b', signature: 'S' },
      { kind: 'text', text: 'c' },
      { kind: 'text', text: '', signature: 'T' },
    ],
  ],
  [
    'calls, with and without id, name and arguments',
    [part({ functionCall: { id: 'a', name: 'f', args: { x: [1] } }, thoughtSignature: 'S' }, { functionCall: {} })],
    [
      { kind: 'call', call: { id: 'a', name: 'f', args: { x: [1] } }, signature: 'S' },
      { kind: 'call', call: { id: '', name: '', args: {} } },
    ],
  ],
  [
    'data, and parts without a name here',
    [
      part(
        { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
        { executableCode: { language: 'PYTHON', code: '1' } },
      ),
    ],
    [PNG, { kind: 'opaque', value: { executableCode: { language: 'PYTHON', code: '1' } } }],
  ],
  [
    'empty parts, empty texts and other candidates are nothing',
    [
      part({}, { text: '' }),
      { candidates: [{ index: 1, content: { parts: [{ text: 'second' }] } }] },
      { candidates: [] },
      {},
    ],
    [],
  ],
  [
    'a thought that is an image is no answer',
    [part({ inlineData: { mimeType: 'image/png', data: 'AAAA' }, thought: true })],
    [{ kind: 'opaque', value: { inlineData: { mimeType: 'image/png', data: 'AAAA' }, thought: true } }],
  ],
  [
    'what gateways write as text or number',
    [
      {
        candidates: [
          {
            index: '0',
            content: {
              parts: [
                { functionCall: { id: 7, name: 'f', args: '{"x":[1]}' } },
                { functionCall: { id: null, name: 'g', args: '' } },
              ],
            },
          },
        ],
      },
    ],
    [
      { kind: 'call', call: { id: '7', name: 'f', args: { x: [1] } } },
      { kind: 'call', call: { id: '', name: 'g', args: {} } },
    ],
  ],
  ['a bare signature is a part', [part({ thoughtSignature: 'S' })], [{ kind: 'text', text: '', signature: 'S' }]],
]

for (const [name, chunks, parts] of received)
  test(`received: ${name}`, () => {
    const draft = newReplyDraft()
    for (const chunk of chunks) addChunk(draft, chunk as Parameters<typeof addChunk>[1]) // raw JSON, as the SDK hands it on
    expect(draft.parts).toEqual(parts)
  })

test('what was received is sent back as it came', () => {
  const wire = [
    { text: 'well', thoughtSignature: 'A' },
    { functionCall: { id: 'a', args: { n: 1 }, name: 'f' }, thoughtSignature: 'B' },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
    { text: '', thoughtSignature: 'C' },
  ]
  const draft = newReplyDraft()
  addChunk(draft, part(...wire) as Parameters<typeof addChunk>[1]) // raw JSON, as the SDK hands it on
  expect(toContents([user('hi'), model(...draft.parts)], GEMINI_3)[1]).toEqual({ role: 'model', parts: wire })
})

test('usage, finish and model come from the last chunk that tells', () => {
  const draft = newReplyDraft()
  const chunks = [
    { usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 }, modelVersion: 'a' },
    {
      usageMetadata: {
        promptTokenCount: 10,
        cachedContentTokenCount: 4,
        candidatesTokenCount: 3,
        thoughtsTokenCount: 2,
        toolUsePromptTokenCount: 1,
        totalTokenCount: 16,
      },
      candidates: [{ finishReason: 'STOP' }],
      modelVersion: 'b',
    },
    { candidates: [{ finishReason: 'FINISH_REASON_UNSPECIFIED' }] },
  ]
  for (const chunk of chunks) addChunk(draft, chunk as Parameters<typeof addChunk>[1]) // raw JSON, as the SDK hands it on
  expect(draft).toMatchObject({
    usage: { input: 10, cached: 4, output: 3, thoughts: 2, tool: 1, total: 16 },
    finish: 'STOP',
    model: 'b',
  })
})

test('ids: kept when new, made when missing, changed when taken', () => {
  const taken = new Set(['a', 'f-1'])
  const named = assignCallIds([call('f', ''), call('f', 'a'), call('g', 'b'), call('g', 'b'), call('', '')], taken)
  expect(callIds([model(...named)])).toEqual(['f-2', 'a-2', 'b', 'b-2', 'unnamed_tool-1'])
  expect(callIds([model(...assignCallIds([call('f', ''), call('g', 'b')], taken))])).toEqual(['f-3', 'b-3'])
})

const MALFORMED: [call: unknown, said: RegExp][] = [
  [{ name: 'f', args: [1] }, /a call of f whose arguments are a list\./],
  [{ name: 'f', args: 7 }, /a call of f whose arguments are a number\./],
  [{ name: 'f', args: '{"x":' }, /a call of f whose arguments are text that is not a JSON object\./],
  [{ name: 'f', args: '[1]' }, /text that is not a JSON object/],
  [{ name: 7, args: {} }, /a call whose name is a number\./],
  ['f()', /a call that is a string\./],
]

for (const [functionCall, said] of MALFORMED)
  test(`a call that no tool can answer: ${JSON.stringify(functionCall)}`, () => {
    const draft = newReplyDraft()
    const chunk = { candidates: [{ content: { parts: [{ functionCall }] }, finishReason: 'STOP' }] }
    addChunk(draft, chunk as Parameters<typeof addChunk>[1]) // raw JSON, as a gateway may send it
    expect(() => finishReply(draft, { model: 'm', system: '', messages: [], tools: [] }, new Set())).toThrow(said)
  })
