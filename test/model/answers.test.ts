import { BlockedReason, FinishReason, GoogleGenAI } from '@google/genai/web'
import { expect, test } from 'vitest'
import { readSseData } from '../../src/model/gemini-streaming.ts'
import type { MessagePart, ModelError, ModelReply } from '../../src/model/types.ts'
import { ask, never, question } from '../fakes/gemini-line.ts'

/** One answer of the Gemini API, these bytes at a time, read by the SDK. Nothing leaves this process. */
function answered(pieces: readonly Uint8Array[], type = 'text/event-stream', vertex?: object): Promise<ModelReply> {
  const send: typeof fetch = async () =>
    new Response(ReadableStream.from(pieces), { headers: { 'content-type': `${type}; charset=UTF-8` } })
  return ask('http://127.0.0.1:1', { fetch: send, vertex })(question(), never)
}
const bytes = (text: string): Uint8Array[] => [Buffer.from(text)]
const each = (text: string): Uint8Array[] => [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))
const stream = (...chunks: unknown[]): string => chunks.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join('')

const chunk = (parts: unknown, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
})
const failureOf = (asked: Promise<unknown>): Promise<ModelError> =>
  asked.then(
    (reply) => expect.fail(`answered ${JSON.stringify(reply)}`),
    (error: unknown) => error as ModelError, // each test looks at what it is
  )

const CHUNKS = [
  chunk([{ text: 'gr' }]),
  chunk([{ text: 'öße 😀\n\ndata: x\r\n' }]),
  { ...chunk([], { finishReason: 'STOP' }), usageMetadata: { promptTokenCount: 3, totalTokenCount: 4 } },
]
const [one = '', two = '', three = ''] = CHUNKS.map((one) => JSON.stringify(one))
const half = two.indexOf(',') + 1

const framings: [name: string, text: string][] = [
  ['LF', [one, two, three].map((json) => `data: ${json}\n\n`).join('')],
  ['CRLF', [one, two, three].map((json) => `data: ${json}\r\n\r\n`).join('')],
  ['CR', [one, two, three].map((json) => `data: ${json}\r\r`).join('')],
  ['mixed line ends', `data: ${one}\r\n\ndata: ${two}\n\r\ndata: ${three}\r\n\r`],
  ['no blank behind the colon', [one, two, three].map((json) => `data:${json}\n\n`).join('')],
  [
    'comments, ids and empty data',
    `: hi\n\nid: 1\nevent: message\ndata: ${one}\n\nretry: 5\ndata: ${two}\n: ping\n\ndata:\n\n\n\ndata: ${three}\n\n`,
  ],
  [
    'one event in several lines',
    `data: ${one}\n\ndata: ${two.slice(0, half)}\ndata: ${two.slice(half)}\n\ndata: ${three}\n\n`,
  ],
  [
    'one event in several lines, CRLF',
    [one, two, three].map((json) => `data: ${json.slice(0, 1)}\r\ndata:\r\ndata: ${json.slice(1)}\r\n\r\n`).join(''),
  ],
  ['no empty line at the end', `data: ${one}\n\ndata: ${two}\n\ndata: ${three}`],
  ['a byte order mark', `\ufeffdata: ${one}\n\ndata: ${two}\n\ndata: ${three}\n\n`],
]

/** What the SDK reads. The API sends no other framing. */
const READ_BY_SDK = ['LF', 'CRLF', 'CR', 'no blank behind the colon', 'a byte order mark']

for (const [name, text] of framings.filter(([name]) => READ_BY_SDK.includes(name)))
  test(`events with ${name}, each byte by itself`, async () => {
    const reply = await answered(each(text))
    expect(reply).toMatchObject({
      parts: [{ kind: 'text', text: 'größe 😀\n\ndata: x\r\n' }],
      stop: 'finished',
      usage: { input: 3, total: 4 },
    })
  })

for (const [name, text] of framings)
  test(`events of Code Assist with ${name}, cut once anywhere`, async () => {
    const whole = Buffer.from(text)
    for (let cut = 0; cut <= whole.length; cut++) {
      const found: unknown[] = []
      for await (const data of readSseData(ReadableStream.from([whole.subarray(0, cut), whole.subarray(cut)])))
        found.push(JSON.parse(data))
      expect(found).toEqual(CHUNKS)
    }
  })

const ERROR = { error: { code: 503, message: 'busy', status: 'UNAVAILABLE' } }
const late: [name: string, text: string, facts: Partial<ModelError>][] = [
  ['as data', stream(CHUNKS[0], ERROR), { fault: 'unavailable', status: 503 }],
  ['as bare JSON behind data', `${stream(CHUNKS[0])}${JSON.stringify(ERROR)}`, { fault: 'unusable', retry: 'later' }],
  ['as a page', `${stream(CHUNKS[0])}<html>busy</html>`, { fault: 'unusable', retry: 'later' }],
  ['as an event that says nothing', stream(CHUNKS[0], null), { fault: 'unusable', retry: 'later' }],
  ['as the end of a record', stream(...CHUNKS).slice(0, -10), { fault: 'unusable', retry: 'later' }],
]
for (const [name, text, facts] of late)
  for (const [how, pieces] of [
    ['at once', bytes(text)],
    ['byte by byte', each(text)],
  ] as const)
    test(`an error that comes late ${name}, ${how}`, async () =>
      expect(await failureOf(answered(pieces))).toMatchObject({ name: 'ModelError', ...facts }))

test('an error that comes late as bare JSON in a piece of its own', async () => {
  const pieces = [stream(CHUNKS[0]), JSON.stringify(ERROR, null, 2)].map((text) => Buffer.from(text))
  expect(await failureOf(answered(pieces))).toMatchObject({ name: 'ModelError', fault: 'unavailable', status: 503 })
})

test('long answers take time in proportion to their length', async () => {
  const answer = await answered(bytes(stream(chunk([{ text: `.${'<!--'.repeat(50_000)}` }], { finishReason: 'STOP' }))))
  expect(answer.stop).toBe('finished')
  const piece = Buffer.from('x'.repeat(16_384))
  const pieces = [
    Buffer.from('data: "'),
    ...Array.from({ length: 1000 }, () => piece),
    Buffer.from('"\r'),
    Buffer.from('\n\n'),
  ]
  for await (const data of readSseData(ReadableStream.from(pieces))) expect(data.length).toBe(1000 * 16_384 + 2)
}, 10_000)

test('an answer that is not an event stream is incomplete', async () => {
  const whole = JSON.stringify([CHUNKS[0], CHUNKS[2]])
  expect(await failureOf(answered(bytes(whole), 'application/json'))).toMatchObject({ fault: 'unusable' })
  expect(await failureOf(answered(bytes(JSON.stringify(ERROR)), 'application/json'))).toMatchObject({ status: 503 })
})

/** The result of a short answer by finish reason. */
const finishes: Record<FinishReason, 'finished' | 'length' | 'blocked' | 'asked again' | 'blocked with text'> = {
  FINISH_REASON_UNSPECIFIED: 'asked again',
  STOP: 'finished',
  MAX_TOKENS: 'length',
  CONTINUATION: 'length',
  SAFETY: 'blocked',
  RECITATION: 'blocked',
  LANGUAGE: 'blocked',
  OTHER: 'blocked with text',
  BLOCKLIST: 'blocked',
  PROHIBITED_CONTENT: 'blocked',
  SPII: 'blocked',
  IMAGE_SAFETY: 'blocked',
  IMAGE_PROHIBITED_CONTENT: 'blocked',
  IMAGE_RECITATION: 'blocked',
  IMAGE_OTHER: 'blocked',
  NO_IMAGE: 'blocked',
  MALFORMED_FUNCTION_CALL: 'asked again',
  UNEXPECTED_TOOL_CALL: 'asked again',
  TOO_MANY_TOOL_CALLS: 'asked again',
}
const newer = { MALFORMED_RESPONSE: 'asked again', MISSING_THOUGHT_SIGNATURE: 'asked again', OF_TOMORROW: 'blocked' }

test.each([
  ['tool_calls', 'finished', 'STOP'],
  ['end_turn', 'finished', 'STOP'],
  ['length', 'length', 'MAX_TOKENS'],
  ['content_filter', 'blocked', 'SAFETY'],
])('the reason %s of a gateway to other models', async (finishReason, stop, reason) =>
  expect(await answered(bytes(stream(chunk([{ text: 'word' }], { finishReason }))))).toMatchObject({ stop, reason }),
)

test.each<[string, unknown, string]>([
  ['a list', [{ name: 'f' }], 'a call that is a list'],
  ['deep arguments', { name: 'f', args: JSON.parse(`${'{"a":'.repeat(900)}1${'}'.repeat(900)}`) }, 'nested too deep'],
])('a call that cannot be used is named: %s', async (_, functionCall, reason) =>
  expect(await failureOf(answered(bytes(stream(chunk([{ functionCall }], { finishReason: 'STOP' })))))).toMatchObject({
    fault: 'unusable',
    retry: 'later',
    message: expect.stringContaining(reason),
  }),
)

test('every reason to finish that the SDK knows is in the table', () =>
  expect(Object.keys(finishes).sort()).toEqual(Object.values(FinishReason).sort()))

for (const [finishReason, expected] of Object.entries({ ...finishes, ...newer }))
  for (const parts of [[{ text: 'word' }], []])
    test(`finished for ${finishReason}, with ${parts.length === 0 ? 'nothing' : 'text'}`, async () => {
      const asked = answered(bytes(stream(chunk(parts, { finishReason }))))
      // An ordinary end without a word is an empty answer, and so is one for no reason.
      const isEmpty = parts.length === 0 && (expected === 'finished' || expected === 'blocked with text')
      if (expected === 'asked again' || isEmpty)
        return expect(await failureOf(asked)).toMatchObject({ fault: 'unusable', retry: 'later' })
      const reply = await asked
      expect(reply.stop).toBe(expected.replace(' with text', ''))
      expect(reply.parts).toEqual(parts.map(({ text }) => ({ kind: 'text', text })))
      expect(reply.reason).toBe(finishReason)
    })

for (const [service, vertex] of [
  ['the Gemini API', undefined],
  ['Vertex', {}],
] as const)
  test(`the finish message of ${service} is reported, truncated`, async () => {
    const of = (finishReason: string, finishMessage: string) =>
      answered(bytes(stream(chunk([{ text: 'word' }], { finishReason, finishMessage }))), 'text/event-stream', vertex)
    expect((await of('SPII', 'so  it\nis')).reason).toBe('SPII (so it is)')
    const garbled = await failureOf(of('MALFORMED_FUNCTION_CALL', `Malformed function call: ${'x'.repeat(5000)}`))
    expect(garbled.message).toMatch(
      /gave a malformed answer: MALFORMED_FUNCTION_CALL \(Malformed function call: x{275}\)\.$/,
    )
    expect((await of('STOP', 'all is well')).reason).toBe('STOP')
  })

test('the SDK by itself drops the finish message of the Gemini API', async () => {
  const text = stream(chunk([{ text: 'word' }], { finishReason: 'SPII', finishMessage: 'so it is' }))
  const send: typeof fetch = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  const messages = async (vertexai: boolean) => {
    const { models } = new GoogleGenAI({ apiKey: 'none', vertexai, httpOptions: { baseUrl: 'http://127.0.0.1:1' } })
    const config = { httpOptions: { fetch: send } }
    const found: unknown[] = []
    for await (const { candidates } of await models.generateContentStream({ model: 'm', contents: 'hi', config }))
      found.push(candidates?.[0]?.finishMessage)
    return found
  }
  expect([await messages(true), await messages(false)]).toEqual([['so it is'], [undefined]])
})

for (const blockReason of Object.values(BlockedReason))
  test(`a prompt blocked for ${blockReason}`, async () => {
    const said = { promptFeedback: { blockReason, safetyRatings: [{ category: 'x', probability: 'HIGH' }] } }
    const asked = answered(bytes(stream(said)))
    if (blockReason === 'BLOCKED_REASON_UNSPECIFIED')
      return expect(await failureOf(asked)).toMatchObject({ fault: 'unusable' })
    expect(await asked).toMatchObject({ stop: 'blocked', reason: blockReason, parts: [] })
  })

const STOP = chunk([], { finishReason: 'STOP' })
const call = { functionCall: { id: 'a', name: 'read_file', args: { path: 'x' } } }
const read: [name: string, chunks: unknown[], parts: MessagePart[]][] = [
  [
    'text in two pieces, a call, text again: three parts',
    [
      chunk([{ text: 'This is the ' }]),
      chunk([{ text: 'first part.' }]),
      chunk([call]),
      chunk([{ text: 'And more.' }]),
    ],
    [
      { kind: 'text', text: 'This is the first part.' },
      { kind: 'call', call: { id: 'a', name: 'read_file', args: { path: 'x' } } },
      { kind: 'text', text: 'And more.' },
    ],
  ],
  [
    'a call, then an empty text',
    [chunk([call]), chunk([{ text: '' }])],
    [{ kind: 'call', call: { id: 'a', name: 'read_file', args: { path: 'x' } } }],
  ],
  [
    'a call marked as a thought is a call',
    [chunk([{ ...call, thought: true, thoughtSignature: 'Uw==' }])],
    [{ kind: 'call', call: { id: 'a', name: 'read_file', args: { path: 'x' } }, signature: 'Uw==' }],
  ],
  [
    'words beside a call, and a description of words',
    [
      chunk([{ text: 'I look.', ...call, thoughtSignature: 'Uw==' }]),
      chunk([{ text: 'hm', thought: true, partMetadata: { n: 1 } }]),
    ],
    [
      { kind: 'text', text: 'I look.' },
      { kind: 'call', call: { id: 'a', name: 'read_file', args: { path: 'x' } }, signature: 'Uw==' },
      { kind: 'thought', text: 'hm' },
    ],
  ],
  [
    'empty text beside something else is left out, text that says something is a part of its own',
    [
      chunk([
        { text: '', functionCall: { id: 'b', name: 'look' } },
        { text: '', inlineData: { mimeType: 'image/png', data: 'AAAA' } },
        { text: '', executableCode: { language: 'PYTHON', code: '1' } },
        { text: 'so', executableCode: { language: 'PYTHON', code: '2' } },
        { text: 'so', inlineData: { mimeType: 'image/png', data: 'AAAA' } },
        { inlineData: { mimeType: 'video/mp4', data: 'AAAA' }, videoMetadata: { fps: 1 } },
      ]),
    ],
    [
      { kind: 'call', call: { id: 'b', name: 'look', args: {} } },
      { kind: 'data', mimeType: 'image/png', data: 'AAAA' },
      { kind: 'opaque', value: { executableCode: { language: 'PYTHON', code: '1' } } },
      { kind: 'text', text: 'so' },
      { kind: 'opaque', value: { executableCode: { language: 'PYTHON', code: '2' } } },
      { kind: 'text', text: 'so' },
      { kind: 'data', mimeType: 'image/png', data: 'AAAA' },
      { kind: 'opaque', value: { inlineData: { mimeType: 'video/mp4', data: 'AAAA' }, videoMetadata: { fps: 1 } } },
    ],
  ],
  [
    'unknown parts and fields',
    [
      chunk([{ holograph: { depth: 3 } }, { text: 'seen', mood: 'calm' }], { mood: 'calm', citationMetadata: {} }),
      { ...chunk([{ text: '!' }]), mood: 'calm', createTime: 'now', responseId: 'r' },
    ],
    [
      { kind: 'opaque', value: { holograph: { depth: 3 } } },
      { kind: 'text', text: 'seen!' },
    ],
  ],
  [
    'a content or parts that are text or one part, as gateways send them',
    [
      { candidates: [{ content: 'a', index: '0' }] },
      { candidates: [{ content: { text: 'b' } }] },
      { candidates: [{ content: [{ text: 'c' }] }] },
      chunk('d'),
      chunk({ text: 'e' }),
      chunk(['f', { text: 'g' }]),
    ],
    [{ kind: 'text', text: 'abcdefg' }],
  ],
  [
    'a call as other models make it',
    [chunk([{ functionCall: { id: 7, name: 'f', arguments: JSON.stringify('{"path":"x"}') } }])],
    [{ kind: 'call', call: { id: '7', name: 'f', args: { path: 'x' } } }],
  ],
  [
    'half characters and a key that would change a prototype',
    [
      chunk([{ text: 'a\ud83d' }]),
      chunk([{ text: '\ude00 b\ud800' }]),
      JSON.parse(
        '{"candidates":[{"content":{"parts":[{"functionCall":{"id":"a","name":"f","args":{"a\\ud800":"\\udc00","__proto__":{"b":1},"c":[{"__proto__":2}]}}}]}}]}',
      ),
    ],
    [
      { kind: 'text', text: 'a😀 b\ufffd' },
      { kind: 'call', call: { id: 'a', name: 'f', args: { 'a\ufffd': '\ufffd', c: [{}] } } },
    ],
  ],
  [
    'what is null or no list says nothing',
    [
      { candidates: null, usageMetadata: null, promptFeedback: null, modelVersion: null },
      { candidates: [null] },
      { candidates: [{ content: null, finishReason: null, groundingMetadata: null }] },
      chunk(null),
      chunk(7),
      chunk([
        null,
        { text: null },
        { thoughtSignature: null },
        { text: '', thought: null },
        { text: 5 },
        { functionCall: { name: null, args: null, id: null } },
      ]),
    ],
    [{ kind: 'call', call: { id: 'unnamed_tool-1', name: '', args: {} } }],
  ],
]
for (const [name, chunks, parts] of read)
  test(`read: ${name}`, async () => expect((await answered(bytes(stream(...chunks, STOP)))).parts).toEqual(parts))

const counts = { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 }
const usages: [name: string, chunks: object[], usage: Partial<ModelReply['usage']>][] = [
  [
    'with a fraction',
    [{ ...STOP, ...chunk([{ text: 'x' }]), usageMetadata: { promptTokenCount: '10.4' } }, STOP],
    { input: 10 },
  ],
  // Limits on tokens and money hold all the same.
  ['nowhere, so it is estimated', [chunk([{ text: 'x'.repeat(400) }]), STOP], { input: 32, output: 100, total: 132 }],
  [
    'without a sum',
    [chunk([{ text: 'x' }]), { ...STOP, usageMetadata: { promptTokenCount: 10, thoughtsTokenCount: 3 } }],
    { total: 13 },
  ],
  ['in the last chunk only', [chunk([{ text: 'x' }]), { ...STOP, usageMetadata: counts }], { input: 10, output: 2 }],
  [
    'in all, the last one counts',
    [
      { ...chunk([{ text: 'x' }]), usageMetadata: { ...counts, candidatesTokenCount: 1 } },
      { ...STOP, usageMetadata: counts },
    ],
    { input: 10, output: 2, total: 12 },
  ],
  [
    'in a chunk behind the last',
    [chunk([{ text: 'x' }], { finishReason: 'STOP' }), { usageMetadata: counts }],
    { input: 10 },
  ],
  ['in the first only', [{ ...chunk([{ text: 'x' }]), usageMetadata: counts }, STOP], { input: 10, total: 12 }],
]
for (const [name, chunks, usage] of usages)
  test(`usage ${name}`, async () => expect((await answered(bytes(stream(...chunks)))).usage).toMatchObject(usage))
