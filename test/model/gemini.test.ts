import { expect, test } from 'vitest'
import { type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, chunk, fail, say, thought, turn } from '../../src/emulators/gemini/steps.ts'
import { apiKeyCredential } from '../../src/model/credential.ts'
import type { Message, ModelError, ModelReply, ModelRequest } from '../../src/model/types.ts'
import { answersTo, ask, failureOf, KEY, never, question } from '../fakes/gemini-line.ts'

test('sends valid requests', async () => {
  await using gemini = await startGemini([say('hi')], { key: KEY })
  await ask(gemini.url)(question(), never)
  const [request] = gemini.requests
  expect(gemini.problems).toEqual([])
  expect(request?.path).toBe('/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse')
  expect(request?.headers).toMatchObject({ 'x-goog-api-key': KEY, 'user-agent': 'Sluice/1/gemini-3-pro-preview' })
  expect(request?.body).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
    systemInstruction: { role: 'user', parts: [{ text: 'be kind' }] },
    tools: [
      {
        functionDeclarations: [
          {
            name: 'read_file',
            description: 'reads',
            parametersJsonSchema: { type: 'object', properties: { path: { type: 'string' } } },
          },
        ],
      },
    ],
    generationConfig: {
      temperature: 1,
      topP: 0.95,
      topK: 64,
      thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' },
    },
  })
})

test('neither system text nor tools: neither is sent', async () => {
  await using gemini = await startGemini([say('hi')], { key: KEY })
  await ask(gemini.url, { generation: () => ({}) })({ ...question(), system: '', tools: [] }, never)
  expect(gemini.problems).toEqual([])
  expect(Object.keys(gemini.requests[0]?.body ?? {}).sort()).toEqual(['contents', 'generationConfig'])
})

test('a conversation with parallel, unnamed and doubled calls is accepted to its end', async () => {
  await using gemini = await startGemini(
    [
      turn([
        thought('let me see'),
        { text: 'I look.' },
        call('read_file', { path: 'a' }, { id: null }),
        call('read_file', { path: 'b' }, { id: null }),
      ]),
      turn([
        call('read_file', { path: 'c' }, { id: 'x' }),
        call('read_file', { path: 'd' }, { id: 'x' }),
        call('no such tool', {}, { id: 'x' }),
      ]),
      turn([call('read_file', {}, { id: 'x', signature: null })]),
      turn([{ text: 'Done.' }, { text: '', thoughtSignature: 'bGFzdA==' }]),
      say('Bye.'),
    ],
    { key: KEY },
  )
  const one = ask(gemini.url)
  const messages: Message[] = [...question().messages]
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const reply = await one(question(...messages), never)
    messages.push({ role: 'model', parts: reply.parts })
    const answers = answersTo(reply)
    if (answers.role === 'tool' && answers.replies.length > 0) messages.push(answers)
    ids.push(...(answers.role === 'tool' ? answers.replies.map(({ id }) => id) : []))
  }
  messages.push({ role: 'user', parts: [{ kind: 'text', text: 'thanks' }] })
  await one(question(...messages), never)
  expect(gemini.problems).toEqual([])
  expect(ids).toEqual(['read_file-1', 'read_file-2', 'x', 'x-2', 'x-3', 'x-4'])
  const last = JSON.stringify(gemini.requests.at(-1)?.body)
  expect(last).not.toContain('let me see')
  expect(last).toContain('{"text":"","thoughtSignature":"bGFzdA=="}')
  expect(last.match(/skip_thought_signature_validator/g)).toHaveLength(1)
})

test('ids stay unique after the calls they were first given to are gone from the history', async () => {
  const step = turn([call('read_file', {}, { id: 'same' })])
  await using gemini = await startGemini([step, step], { key: KEY })
  const one = ask(gemini.url)
  const [first, second] = [await one(question(), never), await one(question(), never)]
  expect([first, second].flatMap(({ parts }) => parts)).toMatchObject([
    { call: { id: 'same' } },
    { call: { id: 'same-2' } },
  ])
})

test('ids of a history from elsewhere are taken', async () => {
  await using gemini = await startGemini([turn([call('read_file', {}, { id: 'a' })])])
  expect((await ask(gemini.url)(afterTools, never)).parts).toMatchObject([{ call: { id: 'a-2' } }])
})

test('text is streamed, the reply is complete with usage', async () => {
  const text = 'word '.repeat(100)
  await using gemini = await startGemini([
    turn([thought('hm'), { text }], { prompt: 100, cached: 60, candidates: 20, thoughts: 5 }),
  ])
  const told: string[] = []
  const reply = await ask(gemini.url)({ ...question(), watch: () => (one) => told.push(one) === 0 }, never)
  expect([told.length > 1, told.join('')]).toEqual([true, text])
  expect(reply).toEqual({
    parts: [
      { kind: 'thought', text: 'hm' },
      { kind: 'text', text },
    ],
    stop: 'finished',
    reason: 'STOP',
    usage: { input: 100, cached: 60, output: 20, thoughts: 5, tool: 0, total: 125 },
    model: 'gemini-emulator',
  })
})

const stops: [name: string, step: GeminiStep, reply: Partial<ModelReply>][] = [
  ['at the output limit', turn([{ text: 'half an ans' }], {}, 'MAX_TOKENS'), { stop: 'length', reason: 'MAX_TOKENS' }],
  ['at the output limit, with nothing', turn([], {}, 'MAX_TOKENS'), { stop: 'length', parts: [] }],
  ['by the safety filter', turn([{ text: 'well' }], {}, 'SAFETY'), { stop: 'blocked', reason: 'SAFETY' }],
  ['by recitation', turn([], {}, 'RECITATION'), { stop: 'blocked', reason: 'RECITATION', parts: [] }],
  ['by a reason of tomorrow', turn([], {}, 'NEW_REASON'), { stop: 'blocked', reason: 'NEW_REASON' }],
  [
    'before it began',
    { chunks: [{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }] },
    { stop: 'blocked', reason: 'PROHIBITED_CONTENT' },
  ],
  ['with a call only', turn([call('read_file', {}, { id: 'a' })]), { stop: 'finished' }],
]

for (const [name, step, expected] of stops)
  test(`an answer that stops ${name}`, async () => {
    await using gemini = await startGemini([step])
    expect(await ask(gemini.url)(question(), never)).toMatchObject(expected)
  })

const afterTools = question(
  ...question().messages,
  { role: 'model', parts: [{ kind: 'call', call: { id: 'a', name: 'read_file', args: {} } }] },
  { role: 'tool', replies: [{ id: 'a', name: 'read_file', response: {} }] },
)

test('an empty answer after tool results is an answer', async () => {
  await using gemini = await startGemini([turn([])])
  expect(await ask(gemini.url)(afterTools, never)).toMatchObject({ stop: 'finished', parts: [] })
  expect(gemini.problems).toEqual([])
})

const one = chunk([{ text: 'one' }])
const two = chunk([{ text: 'two' }], { finishReason: 'STOP' })
const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.9s' }

const mishaps: [name: string, step: GeminiStep, facts: Partial<ModelError>, text: RegExp, request?: ModelRequest][] = [
  ['no finish reason', { chunks: [one] }, { fault: 'unusable', retry: 'later' }, /The answer is incomplete/],
  [
    'no finish reason after a call',
    { chunks: [chunk([call('read_file')])] },
    { fault: 'unusable', retry: 'later' },
    /The answer is incomplete/,
  ],
  [
    'no finish reason in the answer to tools',
    { chunks: [one] },
    { fault: 'unusable', retry: 'later' },
    /The answer is incomplete/,
    afterTools,
  ],
  ['no chunk at all', { chunks: [] }, { fault: 'unusable', retry: 'later' }, /The answer is incomplete/],
  ['an empty answer', turn([]), { fault: 'unusable', retry: 'later' }, /empty answer/],
  ['an invisible answer', say('\u200b <!-- x --> \n'), { fault: 'unusable', retry: 'later' }, /empty answer/],
  ['thoughts only', turn([thought('hm')]), { fault: 'unusable', retry: 'later' }, /sent thoughts but no answer/],
  [
    'thoughts only after tools',
    turn([thought('hm')]),
    { fault: 'unusable', retry: 'later' },
    /thoughts but no answer/,
    afterTools,
  ],
  [
    'a garbled call',
    turn([{ text: 'x' }], {}, 'MALFORMED_FUNCTION_CALL'),
    { fault: 'unusable', retry: 'later' },
    /MALFORMED_FUNCTION_CALL/,
  ],
  [
    'a call of no tool',
    turn([], {}, 'UNEXPECTED_TOOL_CALL'),
    { fault: 'unusable', retry: 'later' },
    /UNEXPECTED_TOOL_CALL/,
  ],
  [
    'reset before the answer',
    { fault: 'reset' },
    { fault: 'unavailable', retry: 'later' },
    /connection to the API failed/,
  ],
  [
    'reset inside the answer',
    { fault: 'reset', after: 1, chunks: [one, two] },
    { fault: 'unavailable', retry: 'later' },
    /connection to the API failed/,
  ],
  [
    'cut inside a record',
    { fault: 'cut', after: 1, chunks: [one, two] },
    { fault: 'unusable', retry: 'later' },
    /is incomplete or not JSON/,
  ],
  [
    'a record that is not JSON',
    { fault: 'malformed', after: 1, chunks: [one] },
    { fault: 'unusable', retry: 'later' },
    /not JSON/,
  ],
  [
    'an error inside the stream',
    { chunks: [one, { error: { code: 503, message: 'busy', status: 'UNAVAILABLE' } }] },
    { fault: 'unavailable', retry: 'later', status: 503 },
    /busy \(HTTP 503\)/,
  ],
  [
    'a refusal inside the stream',
    { chunks: [one, { error: { code: 400, message: 'bad field', status: 'INVALID_ARGUMENT' } }] },
    { fault: 'request', retry: 'never', status: 400 },
    /bad field \(HTTP 400\)/,
  ],
  [
    'a quota inside the stream',
    { chunks: [{ error: { code: 429, message: 'slow down', details: [retryInfo] } }] },
    { fault: 'quota', waitMs: 900, status: 429 },
    /slow down/,
  ],
  [
    '429 with a delay',
    fail(429, 'RESOURCE_EXHAUSTED', 'slow down', [retryInfo]),
    { fault: 'quota', retry: 'later', waitMs: 900, status: 429 },
    /slow down/,
  ],
  [
    '503 with a header',
    { status: 503, body: {}, headers: { 'retry-after': '7' } },
    { fault: 'unavailable', retry: 'later', waitMs: 7000, status: 503 },
    /HTTP 503/,
  ],
  [
    '500 that is not JSON',
    { status: 500, body: {}, headers: { 'content-type': 'text/html' } },
    { fault: 'unavailable', status: 500 },
    /HTTP 500/,
  ],
  [
    '404',
    fail(404, 'NOT_FOUND', 'models/x is not found'),
    { fault: 'request', retry: 'other-model', status: 404 },
    /no model "gemini-3-pro-preview"/,
  ],
  ['403', fail(403, 'PERMISSION_DENIED', 'no'), { fault: 'auth', retry: 'never', status: 403 }, /has no permission/],
]

for (const [name, step, facts, text, request] of mishaps)
  test(`fails on ${name}`, async () => {
    const error = await failureOf([step], request)
    expect(error).toMatchObject({ name: 'ModelError', ...facts })
    expect(error.message).toMatch(text)
    expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toContain(KEY)
  })

test('an error about an invalid key omits the key', async () => {
  const error = await failureOf([], question(), { credential: apiKeyCredential('AIza-wrong', 'gemini_api_key', false) })
  expect(error).toMatchObject({ fault: 'auth', retry: 'never', status: 400 })
  expect(error.message).toMatch(/does not accept the key.*Check gemini_api_key\.$/)
  expect(JSON.stringify([error.message, error.stack])).not.toContain('AIza-wrong')
})

test('an error that contains the key omits it', async () => {
  const error = await failureOf([fail(400, 'INVALID_ARGUMENT', `bad key ${KEY}`)])
  expect(error.message).toBe('The API rejected the request: bad key *** (HTTP 400)')
})

test('an incomplete answer is not silently repaired', async () => {
  const resumable = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'one' }] }, continuationToken: 'dG9rZW4=' }],
  }
  await using gemini = await startGemini([{ chunks: [resumable] }, say('two')])
  await expect(ask(gemini.url)(question(), never)).rejects.toMatchObject({ fault: 'unusable' })
  expect(gemini.requests).toHaveLength(1)
})
