import { expect, test } from 'vitest'
import { UserError } from '../../src/host/errors.ts'
import { apiKey, type Credential } from '../../src/model/credential.ts'
import { gemini as back, type GeminiOptions } from '../../src/model/gemini.ts'
import { generationFor } from '../../src/model/generation.ts'
import type { Message, ModelError, ModelReply, ModelRequest } from '../../src/model/types.ts'
import { type GeminiScript, type GeminiStep, startGemini } from '../../src/standin/gemini.ts'
import { call, chunk, fail, say, thought, turn } from '../../src/standin/gemini-steps.ts'

const KEY = 'AIza-the-very-secret-key'
const never = new AbortController().signal

const ask = (url: string, options: Partial<GeminiOptions> = {}) =>
  back({
    credential: apiKey(KEY, 'gemini_api_key', false),
    baseUrl: url,
    headers: (model) => ({ 'user-agent': `Sluice/1/${model}` }),
    generation: ({ model }) => generationFor({ name: model }).config,
    now: () => 0,
    ...options,
  }).ask

const question = (...messages: Message[]): ModelRequest => ({
  model: 'gemini-3-pro-preview',
  system: 'be kind',
  messages: messages.length > 0 ? messages : [{ role: 'user', parts: [{ kind: 'text', text: 'hello' }] }],
  tools: [
    {
      name: 'read_file',
      description: 'reads',
      parameters: { type: 'object', properties: { path: { type: 'string' } } },
    },
  ],
})

const answersTo = (reply: ModelReply): Message => ({
  role: 'tool',
  replies: reply.parts.flatMap((part) =>
    part.kind === 'call' ? [{ id: part.call.id, name: part.call.name, response: { output: part.call.id } }] : [],
  ),
})

/** Starts a stand-in, asks it once, and gives the failure. */
async function failureOf(script: GeminiScript, request = question(), options = {}): Promise<ModelError> {
  await using gemini = await startGemini(script, { key: KEY })
  return await ask(gemini.url, options)(request, never).then(
    (reply) => expect.fail(`answered ${JSON.stringify(reply)}`),
    (error: unknown) => error as ModelError, // each test looks at what it is
  )
}

test('asks as the API wants to be asked', async () => {
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
  expect(Object.keys(gemini.requests[0]?.body ?? {})).toEqual(['generationConfig', 'contents'])
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

test('text is told as it comes, the reply comes whole with usage', async () => {
  const text = 'word '.repeat(100)
  await using gemini = await startGemini([
    turn([thought('hm'), { text }], { prompt: 100, cached: 60, candidates: 20, thoughts: 5 }),
  ])
  const told: string[] = []
  const reply = await ask(gemini.url)({ ...question(), onText: (one) => told.push(one) }, never)
  expect([told.length > 1, told.join('')]).toEqual([true, text])
  expect(reply).toEqual({
    parts: [
      { kind: 'thought', text: 'hm' },
      { kind: 'text', text },
    ],
    stop: 'finished',
    reason: 'STOP',
    usage: { input: 100, cached: 60, output: 20, thoughts: 5, tool: 0, total: 125 },
    model: 'gemini-stand-in',
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

test('silence after tool results is an answer', async () => {
  await using gemini = await startGemini([turn([])])
  expect(await ask(gemini.url)(afterTools, never)).toMatchObject({ stop: 'finished', parts: [] })
  expect(gemini.problems).toEqual([])
})

const one = chunk([{ text: 'one' }])
const two = chunk([{ text: 'two' }], { finishReason: 'STOP' })
const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.9s' }

const mishaps: [name: string, step: GeminiStep, facts: Partial<ModelError>, text: RegExp, request?: ModelRequest][] = [
  ['no finish reason', { chunks: [one] }, { fault: 'unusable', retry: 'later' }, /broke off/],
  [
    'no finish reason after a call',
    { chunks: [chunk([call('read_file')])] },
    { fault: 'unusable', retry: 'later' },
    /broke off/,
  ],
  ['no chunk at all', { chunks: [] }, { fault: 'unusable', retry: 'later' }, /broke off/],
  ['an empty answer', turn([]), { fault: 'unusable', retry: 'later' }, /empty answer/],
  ['an invisible answer', say('\u200b <!-- x --> \n'), { fault: 'unusable', retry: 'later' }, /empty answer/],
  ['thoughts only', turn([thought('hm')]), { fault: 'unusable', retry: 'later' }, /thought, but said nothing/],
  [
    'thoughts only after tools',
    turn([thought('hm')]),
    { fault: 'unusable', retry: 'later' },
    /thought, but/,
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
    /broke off or is not JSON/,
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
  ['403', fail(403, 'PERMISSION_DENIED', 'no'), { fault: 'auth', retry: 'never', status: 403 }, /may not be used/],
]

for (const [name, step, facts, text, request] of mishaps)
  test(`fails on ${name}`, async () => {
    const error = await failureOf([step], request)
    expect(error).toMatchObject({ name: 'ModelError', ...facts })
    expect(error.message).toMatch(text)
    expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toContain(KEY)
  })

test('a wrong key is told without the key', async () => {
  const error = await failureOf([], question(), { credential: apiKey('AIza-wrong', 'gemini_api_key', false) })
  expect(error).toMatchObject({ fault: 'auth', retry: 'never', status: 400 })
  expect(error.message).toMatch(/does not accept the key.*Check gemini_api_key\.$/)
  expect(JSON.stringify([error.message, error.stack])).not.toContain('AIza-wrong')
})

test('an error that quotes the key is told without it', async () => {
  const error = await failureOf([fail(400, 'INVALID_ARGUMENT', `bad key ${KEY}`)])
  expect(error.message).toBe('The API refuses the request: bad key *** (HTTP 400)')
})

test('an answer that breaks off is not mended behind our back', async () => {
  const resumable = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'one' }] }, continuationToken: 'dG9rZW4=' }],
  }
  await using gemini = await startGemini([{ chunks: [resumable] }, say('two')])
  await expect(ask(gemini.url)(question(), never)).rejects.toMatchObject({ fault: 'unusable' })
  expect(gemini.requests).toHaveLength(1)
})

test('a slow answer is not silence', async () => {
  const chunks = [...Array.from({ length: 8 }, () => chunk([{ text: 'x' }])), two]
  await using gemini = await startGemini([{ chunks, pauseMs: 100 }])
  expect(await ask(gemini.url, { stallMs: 500 })(question(), never)).toMatchObject({ stop: 'finished' })
})

test('an address where nobody listens, and one that does not exist', async () => {
  const gemini = await startGemini([])
  await gemini[Symbol.asyncDispose]()
  await expect(ask(gemini.url)(question(), never)).rejects.toMatchObject({ fault: 'unavailable', retry: 'later' })
  await expect(ask('http://nowhere.invalid')(question(), never)).rejects.toThrow('host name cannot be resolved')
})

test('a failed attempt leaves no ids behind', async () => {
  const step = turn([call('read_file', {}, { id: 'a' })])
  const broken: GeminiStep = {
    chunks:
      'chunks' in step && step.chunks ? [...step.chunks.slice(0, -1), chunk([call('read_file', {}, { id: 'a' })])] : [],
  }
  await using gemini = await startGemini([broken, step])
  const same = ask(gemini.url)
  await expect(same(question(), never)).rejects.toMatchObject({ fault: 'unusable' })
  expect((await same(question(), never)).parts).toMatchObject([{ call: { id: 'a' } }])
})

test('silence counts as broken, before and inside an answer', async () => {
  for (const after of [0, 1]) {
    const error = await failureOf([{ fault: 'stall', after, chunks: [one, two] }], question(), { stallMs: 100 })
    expect(error).toMatchObject({ name: 'ModelError', fault: 'unavailable', retry: 'later' })
    expect(error.message).toMatch(/sent nothing for/)
  }
})

test('an abort rejects with its reason and closes the connection', async () => {
  let arrived = () => {}
  const waiting = new Promise<void>((resolve) => (arrived = resolve))
  await using gemini = await startGemini(() => {
    arrived()
    return { fault: 'stall', after: 1, chunks: [one, two] }
  })
  const stop = new AbortController()
  const asking = ask(gemini.url)({ ...question(), onText: () => stop.abort(new Error('time is up')) }, stop.signal)
  await waiting
  await expect(asking).rejects.toThrow('time is up')
  await expect(ask(gemini.url)(question(), stop.signal)).rejects.toThrow('time is up')
  expect(gemini.requests).toHaveLength(1)
})

test('a mistake of the listener stays a mistake of the listener', async () => {
  await using gemini = await startGemini([say('hi')])
  const onText = () => {
    throw new RangeError('ours')
  }
  await expect(ask(gemini.url)({ ...question(), onText }, never)).rejects.toThrow(RangeError)
})

test('Vertex is told of calls without ids', async () => {
  await using gemini = await startGemini([turn([call('read_file', {}, { id: null }), call('read_file')]), say('done')])
  const vertex = ask(gemini.url, { vertex: {} })
  const reply = await vertex(question(), never)
  expect(reply.parts).toMatchObject([{ call: { id: 'read_file-1' } }, { call: { id: expect.any(String) } }])
  await vertex(question(...question().messages, { role: 'model', parts: reply.parts }, answersTo(reply)), never)
  expect(gemini.problems).toEqual([])
})

test('Vertex with a key has no project, with a token it has, and the token is fresh each time', async () => {
  await using gemini = await startGemini([say('a'), say('b'), say('c')])
  await ask(gemini.url, { vertex: {} })(question(), never)
  const vertex = ask(gemini.url, { credential: counted(), vertex: { project: 'p-1', location: 'europe-west4' } })
  await vertex(question(), never)
  await vertex(question(), never)
  expect(gemini.problems).toEqual([])
  const model = 'publishers/google/models/gemini-3-pro-preview:streamGenerateContent?alt=sse'
  expect(gemini.requests.map(({ path }) => path)).toEqual([
    `/v1beta1/${model}`,
    `/v1beta1/projects/p-1/locations/europe-west4/${model}`,
    `/v1beta1/projects/p-1/locations/europe-west4/${model}`,
  ])
  expect(gemini.requests.map(({ headers }) => [headers['x-goog-api-key'], headers.authorization])).toEqual([
    [KEY, undefined],
    [undefined, 'Bearer token-1'],
    [undefined, 'Bearer token-2'],
  ])
})

/** Another token every time, or, until it is renewed, always the same one. */
function counted(sticky = false): Credential & { renewals: number } {
  let nth = sticky ? 1 : 0
  const credential = {
    from: 'a counter',
    renewals: 0,
    headers: () => ({ authorization: `Bearer token-${sticky ? nth : ++nth}` }),
    renew() {
      credential.renewals += 1
      nth += 1
    },
    secrets: () => [`token-${nth}`],
  }
  return credential
}

test('a refused token is renewed once; a second refusal is the answer', async () => {
  const refused = fail(401, 'UNAUTHENTICATED', 'bad token-2')
  await using gemini = await startGemini([refused, say('hi'), refused, refused])
  const credential = counted(true)
  const vertex = ask(gemini.url, { credential, vertex: { project: 'p-1' } })
  expect(await vertex(question(), never)).toMatchObject({ parts: [{ text: 'hi' }] })
  await expect(vertex(question(), never)).rejects.toMatchObject({ fault: 'auth', status: 401 })
  expect(gemini.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer token-1',
    'Bearer token-2',
    'Bearer token-2',
    'Bearer token-3',
  ])
  expect(credential.renewals).toBe(2)
})

test('what the credential says of itself is not judged again', async () => {
  const wrong = new UserError('set this and that')
  const credential: Credential = { from: 'x', headers: () => Promise.reject(wrong), secrets: () => [] }
  await using gemini = await startGemini([])
  await expect(ask(gemini.url, { credential })(question(), never)).rejects.toBe(wrong)
  expect(gemini.requests).toEqual([])
})

test('tokens are counted, on both back ends', async () => {
  await using gemini = await startGemini([])
  const options = { baseUrl: gemini.url, credential: apiKey(KEY, 'k', false), headers: () => ({}), now: () => 0 }
  const counts = [
    back({ ...options, generation: () => ({}) }),
    back({ ...options, generation: () => ({}), vertex: {} }),
  ]
  for (const { count } of counts) expect(await count(question(), never)).toBeGreaterThan(10)
  expect(gemini.problems).toEqual([])
  expect(gemini.requests.map(({ path }) => path)).toEqual([
    '/v1beta/models/gemini-3-pro-preview:countTokens',
    '/v1beta1/publishers/google/models/gemini-3-pro-preview:countTokens',
  ])
  await gemini[Symbol.asyncDispose]()
  await expect(counts[0]?.count(question(), never)).rejects.toMatchObject({ fault: 'unavailable', retry: 'later' })
})
