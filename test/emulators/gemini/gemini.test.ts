import { expect, test } from 'vitest'
import { type GeminiStep, startGemini } from '../../../src/emulators/gemini/gemini.ts'
import { call, chunk, fail, grounded, say, thought, turn } from '../../../src/emulators/gemini/steps.ts'

const STREAM = '/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse'
const SIGNATURE = 'c2lnbmF0dXJl'

type Json = Record<string, unknown>

const user = (...parts: Json[]): Json => ({ role: 'user', parts })
const model = (...parts: Json[]): Json => ({ role: 'model', parts })
const asked = (name: string, id?: string, thoughtSignature?: string): Json => ({
  functionCall: { id, name, args: {} },
  thoughtSignature,
})
const replied = (name: string, id?: string): Json => ({ functionResponse: { id, name, response: { output: 'ok' } } })
const hello = user({ text: 'hello' })
const declares = (...functionDeclarations: Json[]): Json => ({ contents: [hello], tools: [{ functionDeclarations }] })
const declaration = (parametersJsonSchema: unknown): Json => ({ name: 'f', description: 'd', parametersJsonSchema })

async function post(
  url: string,
  body: unknown,
  path = STREAM,
  headers: Record<string, string> = { 'x-goog-api-key': 'k' },
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })
}

async function startSigned(script: readonly GeminiStep[] = [say('fine')]) {
  return startGemini(script, { issued: { [SIGNATURE]: 'functionCall f', 'dGV4dA==': 'text' } })
}

const accepted: [name: string, body: Json][] = [
  ['a search', { contents: [hello], tools: [{ googleSearch: {} }] }],
  [
    'a search within a time',
    { contents: [hello], tools: [{ googleSearch: { timeRangeFilter: { startTime: 'a', endTime: 'b' } } }] },
  ],
  ['a search and pages', { contents: [hello], tools: [{ googleSearch: {} }, { urlContext: {} }] }],
  [
    'a search beside declared tools, on purpose',
    {
      contents: [hello],
      tools: [{ functionDeclarations: [declaration({ type: 'object' })] }, { googleSearch: {} }],
      toolConfig: { includeServerSideToolInvocations: true },
    },
  ],
  ['one question', { contents: [hello] }],
  [
    'everything the table of fields knows',
    {
      contents: [hello],
      systemInstruction: user({ text: 'be kind' }),
      tools: [{ functionDeclarations: [declaration({ type: 'object', properties: {} })] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      generationConfig: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
        thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' },
      },
    },
  ],
  ['a call and its answer', { contents: [hello, model(asked('f', 'a', SIGNATURE)), user(replied('f', 'a'))] }],
  [
    'parallel calls, one signature, answers with data between them',
    {
      contents: [
        hello,
        model({ text: 'two' }, asked('f', 'a', SIGNATURE), asked('g', 'b')),
        user(replied('f', 'a'), { inlineData: { mimeType: 'image/png', data: 'AAAA' } }, replied('g', 'b')),
      ],
    },
  ],
  ['calls without ids', { contents: [hello, model(asked('f', undefined, SIGNATURE)), user(replied('f'))] }],
  [
    'the signature that stands for none',
    {
      contents: [hello, model(asked('f', 'a', 'skip_thought_signature_validator')), user(replied('f', 'a'))],
    },
  ],
  [
    'no signature before the last real question',
    {
      contents: [
        hello,
        model(asked('f', 'a')),
        user(replied('f', 'a')),
        model({ text: 'done' }),
        user({ text: 'more' }),
      ],
    },
  ],
  [
    'an empty text that carries a signature',
    { contents: [hello, model({ text: '', thoughtSignature: 'dGV4dA==' }), hello] },
  ],
  [
    'a schema with references',
    declares(
      declaration({
        type: 'object',
        properties: { a: { $ref: '#/$defs/x' } },
        $defs: { x: { type: ['string', 'null'] } },
      }),
    ),
  ],
]

for (const [name, body] of accepted)
  test(`accepts ${name}`, async () => {
    await using gemini = await startSigned()
    const response = await post(gemini.url, body)
    expect([response.status, gemini.problems]).toEqual([200, []])
  })

const refused: [name: string, body: unknown, message: RegExp][] = [
  [
    'a search beside declared tools',
    { contents: [hello], tools: [{ functionDeclarations: [declaration({ type: 'object' })] }, { googleSearch: {} }] },
    /Please enable tool_config.include_server_side_tool_invocations/,
  ],
  [
    "a search with Vertex's filter",
    { contents: [hello], tools: [{ googleSearch: { excludeDomains: ['a.test'] } }] },
    /Unknown name "excludeDomains" at 'tools\[0\].google_search'/,
  ],
  [
    'a picture of a kind it cannot see',
    { contents: [user({ inlineData: { mimeType: 'image/gif', data: 'AAAA' } })] },
    /Unsupported MIME type: image\/gif$/,
  ],
  [
    'one within an answer to a call',
    {
      contents: [
        hello,
        model(asked('f', 'a', SIGNATURE)),
        user({
          functionResponse: {
            id: 'a',
            name: 'f',
            response: {},
            parts: [{ inlineData: { mimeType: 'video/quicktime', data: 'AAAA' } }],
          },
        }),
      ],
    },
    /Unsupported MIME type: video\/quicktime$/,
  ],
  ['pages with options', { contents: [hello], tools: [{ urlContext: { urls: [] } }] }, /Unknown name "urls"/],
  ['a body that is not JSON', '{"contents": [', /Invalid JSON payload/],
  ['an unknown field', { contents: [hello], sessionId: 'x' }, /Unknown name "sessionId": Cannot find field/],
  [
    'an unknown field deep inside',
    { contents: [user({ text: 'x', kind: 'text' })] },
    /Unknown name "kind" at 'contents\[0\]\.parts\[0\]'/,
  ],
  [
    'an unknown field in the configuration',
    { contents: [hello], generationConfig: { thinking: 1 } },
    /Unknown name "thinking" at 'generation_config'/,
  ],
  ['labels outside Vertex', { contents: [hello], labels: { a: 'b' } }, /Unknown name "labels"/],
  [
    'a value of the wrong type',
    { contents: [user({ text: 5 })] },
    /Invalid value at 'contents\[0\]\.parts\[0\]\.text'/,
  ],
  [
    'an unknown thinking level',
    { contents: [hello], generationConfig: { thinkingConfig: { thinkingLevel: 'EXTREME' } } },
    /thinking_level/,
  ],
  [
    'both ways to limit thinking',
    { contents: [hello], generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH', thinkingBudget: 1 } } },
    /only set one/,
  ],
  ['no contents', { contents: [] }, /contents is not specified/],
  ['no parts', { contents: [user()] }, /parts must not be empty/],
  ['a part that is nothing', { contents: [user({})] }, /required oneof field 'data'/],
  ['a part with empty text', { contents: [user({ text: '' })] }, /required oneof field 'data'/],
  [
    'a system instruction with empty text',
    { contents: [hello], systemInstruction: user({ text: '' }) },
    /system_instruction\.parts\[0\]/,
  ],
  [
    'a part that is two things',
    { contents: [user({ text: 'x', inlineData: { mimeType: 'a/b', data: '' } })] },
    /already set/,
  ],
  ['a role of its own', { contents: [{ role: 'tool', parts: [{ text: 'x' }] }] }, /valid role: user, model/],
  ['two turns of the user', { contents: [hello, hello] }, /alternate/],
  ['a model that begins', { contents: [model({ text: 'x' }), hello] }, /alternate/],
  ['a model that ends', { contents: [hello, model({ text: 'x' })] }, /end with a user role/],
  [
    'an answer to no call',
    { contents: [hello, model({ text: 'x' }), user(replied('f', 'a'))] },
    /immediately after a function call turn/,
  ],
  [
    'a call without answer',
    { contents: [hello, model(asked('f', 'a', SIGNATURE)), hello] },
    /number of function response parts/,
  ],
  [
    'two calls, one answer',
    { contents: [hello, model(asked('f', 'a', SIGNATURE), asked('g', 'b')), user(replied('f', 'a'))] },
    /number of function response parts/,
  ],
  [
    'an answer with another id',
    { contents: [hello, model(asked('f', 'a', SIGNATURE)), user(replied('f', 'b'))] },
    /call id "a"/,
  ],
  [
    'an answer without the id',
    { contents: [hello, model(asked('f', 'a', SIGNATURE)), user(replied('f'))] },
    /call id "a"/,
  ],
  [
    'an answer with another name',
    { contents: [hello, model(asked('f', 'a', SIGNATURE)), user(replied('g', 'a'))] },
    /does not match/,
  ],
  [
    'two calls with one id',
    {
      contents: [hello, model(asked('f', 'a', SIGNATURE), asked('f', 'a')), user(replied('f', 'a'), replied('f', 'a'))],
    },
    /Duplicate function call id/,
  ],
  ['a call by the user', { contents: [user(asked('f', 'a'))] }, /in a model turn/],
  [
    'a first call without signature',
    {
      contents: [hello, model(asked('f', 'a'), asked('g', 'b', SIGNATURE)), user(replied('f', 'a'), replied('g', 'b'))],
    },
    /Corrupted|missing a thought_signature/,
  ],
  [
    'a call without signature',
    { contents: [hello, model(asked('f', 'a')), user(replied('f', 'a'))] },
    /missing a thought_signature.*`f` , position 2/,
  ],
  [
    'an invented signature',
    { contents: [hello, model(asked('f', 'a', 'aW52ZW50ZWQ=')), user(replied('f', 'a'))] },
    /Corrupted thought signature/,
  ],
  [
    'a signature moved to another part',
    { contents: [hello, model(asked('g', 'a', SIGNATURE)), user(replied('g', 'a'))] },
    /Corrupted thought signature/,
  ],
  [
    'a signature that is not base64',
    { contents: [hello, model(asked('f', 'a', 'not base64!')), user(replied('f', 'a'))] },
    /thought_signature' \(bytes\)/,
  ],
  [
    'a signature of an impossible length',
    { contents: [hello, model(asked('f', 'a', 'abcde')), user(replied('f', 'a'))] },
    /thought_signature' \(bytes\)/,
  ],
  [
    'an answer that is no object',
    { contents: [user({ functionResponse: { name: 'f', response: 'text' } })] },
    /response' \(struct\)/,
  ],
  [
    'a call without name',
    { contents: [hello, model(asked('', 'a', SIGNATURE)), user(replied('', 'a'))] },
    /Name cannot be empty/,
  ],
  [
    'a call with an impossible name',
    { contents: [hello, model(asked('read file', 'a', SIGNATURE)), user(replied('read file', 'a'))] },
    /Invalid function name/,
  ],
  [
    'a declaration with an impossible name',
    declares({ name: '1st', description: 'd' }),
    /declarations\[0\]\.name: Invalid function name/,
  ],
  [
    'a declaration whose name is too long',
    declares({ name: 'f'.repeat(65), description: 'd' }),
    /Invalid function name/,
  ],
  [
    'too many declarations',
    declares(...Array.from({ length: 513 }, (_, n) => ({ name: `f${n}`, description: 'd' }))),
    /At most 512 function declarations can be specified/,
  ],
  [
    'two declarations of one name',
    declares(declaration({ type: 'object' }), declaration({ type: 'object' })),
    /Duplicate function declaration found: f/,
  ],
  ['a declaration without description', declares({ name: 'f' }), /description: required/],
  ['parameters that are no object', declares(declaration({ type: 'string' })), /must be of type object/],
  [
    'a schema with an unknown type',
    declares(declaration({ type: 'object', properties: { a: { type: 'text' } } })),
    /properties\.a\.type: must be one of/,
  ],
  [
    'a schema that requires what it does not define',
    declares(declaration({ type: 'object', properties: {}, required: ['a'] })),
    /"a" is not defined/,
  ],
  [
    'a schema with a reference to nowhere',
    declares(declaration({ type: 'object', properties: { a: { $ref: '#/$defs/x' } } })),
    /\$ref/,
  ],
  [
    'a schema whose required is no list',
    declares(declaration({ type: 'object', required: 'a' })),
    /required: must be a list of strings/,
  ],
  [
    "JSON Schema in Google's own schema field",
    declares({ name: 'f', description: 'd', parameters: { type: 'object', additionalProperties: false } }),
    /Unknown name "additionalProperties"/,
  ],
  [
    'a temperature out of range',
    { contents: [hello], generationConfig: { temperature: 3 } },
    /temperature must be in the range/,
  ],
]

for (const [name, body, message] of refused)
  test(`refuses ${name}`, async () => {
    await using gemini = await startSigned()
    const response = await post(gemini.url, body)
    const { error } = (await response.json()) as { error: { code: number; status: string; message: string } } // what it must be
    expect([response.status, error.code, error.status]).toEqual([400, 400, 'INVALID_ARGUMENT'])
    expect(error.message).toMatch(message)
    expect(gemini.problems).toHaveLength(1)
    expect(gemini.problems[0]).toMatch(message)
  })

test('keys: none, another, the right one in each place', async () => {
  await using gemini = await startGemini([say('a'), say('b'), say('c')], { key: 'right' })
  const body = { contents: [hello] }
  const none = await post(gemini.url, body, STREAM, {})
  const other = await post(gemini.url, body, STREAM, { 'x-goog-api-key': 'wrong' })
  expect([none.status, other.status]).toEqual([403, 400])
  expect(JSON.stringify(await other.json())).toContain('"reason":"API_KEY_INVALID"')
  expect(gemini.problems).toHaveLength(2)
  const vertex =
    '/v1beta1/projects/p-1/locations/global/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse'
  const right = [
    await post(gemini.url, body, STREAM, { 'x-goog-api-key': 'right' }),
    await post(gemini.url, body, `${STREAM}&key=right`, {}),
    await post(gemini.url, { ...body, labels: { a: 'b' } }, vertex, { authorization: 'Bearer right' }),
  ]
  expect(right.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('Vertex refuses ids of calls', async () => {
  await using gemini = await startSigned()
  const contents = (id?: string) => ({ contents: [hello, model(asked('f', id, SIGNATURE)), user(replied('f', id))] })
  const vertex = STREAM.replace('v1beta/', 'v1beta1/publishers/google/')
  expect((await post(gemini.url, contents('a'), vertex)).status).toBe(400)
  expect(gemini.problems[0]).toContain(`Unknown name "id" at 'contents[1].parts[0].function_call'`)
  expect((await post(gemini.url, contents(), vertex)).status).toBe(200)
})

test('an address that is no method of the API is refused', async () => {
  await using gemini = await startGemini([say('a')])
  for (const path of [
    '/v1beta/models/x:predict',
    '/v1beta/models/../x:generateContent',
    '/v1beta/gemini:generateContent',
  ])
    expect((await post(gemini.url, { contents: [hello] }, path)).status).toBe(404)
  expect((await fetch(gemini.url + STREAM)).status).toBe(404)
  expect(gemini.problems).toHaveLength(4)
})

test('answers come as events, as a list, or as one', async () => {
  const step = turn([thought('hm'), { text: 'x'.repeat(450) }, call('f', { a: 1 })], {
    prompt: 7,
    candidates: 3,
    cached: 2,
    thoughts: 1,
  })
  await using gemini = await startGemini([step, step, step])
  const body = { contents: [hello] }
  const events = await (await post(gemini.url, body)).text()
  const records = events.split('\r\n\r\n').filter((one) => one !== '')
  expect(records.every((one) => one.startsWith('data: {'))).toBe(true)
  expect(records).toHaveLength(5)
  expect(JSON.parse(records[4]?.slice(6) ?? '')).toMatchObject({
    candidates: [
      {
        content: { parts: [{ functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: expect.any(String) }] },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: {
      promptTokenCount: 7,
      candidatesTokenCount: 3,
      cachedContentTokenCount: 2,
      thoughtsTokenCount: 1,
      totalTokenCount: 11,
    },
  })
  const list = await (await post(gemini.url, body, STREAM.replace('?alt=sse', ''))).json()
  expect(list).toHaveLength(5)
  const whole = await (
    await post(gemini.url, body, STREAM.replace('streamGenerateContent?alt=sse', 'generateContent'))
  ).json()
  expect(whole).toMatchObject({ candidates: [{ finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 7 } })
  expect(JSON.stringify(whole)).toContain('"text":"hm"')
})

test('issued signatures are accepted only on their part', async () => {
  await using gemini = await startGemini([turn([call('f', {}, { id: 'a' })]), say('done'), say('done')])
  const first = (await (await post(gemini.url, { contents: [hello] })).text()).slice(6)
  const part = (JSON.parse(first) as { candidates: [{ content: { parts: [Json] } }] }).candidates[0].content.parts[0] // as built above
  expect((await post(gemini.url, { contents: [hello, model(part), user(replied('f', 'a'))] })).status).toBe(200)
  const moved = { ...part, functionCall: { id: 'a', name: 'g', args: {} } }
  expect((await post(gemini.url, { contents: [hello, model(moved), user(replied('g', 'a'))] })).status).toBe(400)
})

test('countTokens counts and uses up no step', async () => {
  await using gemini = await startGemini([say('a')])
  const counted = await post(gemini.url, { contents: [hello] }, '/v1beta/models/gemini-2.5-pro:countTokens')
  expect(await counted.json()).toMatchObject({ totalTokens: expect.any(Number) })
  expect(await (await post(gemini.url, { contents: [hello] })).text()).toContain('"text":"a"')
})

test('a script may be a function of the request, and may end', async () => {
  await using echo = await startGemini(({ body }) => say(JSON.stringify(body).length > 100 ? 'long' : 'short'))
  expect(await (await post(echo.url, { contents: [hello] })).text()).toContain('short')
  expect(await (await post(echo.url, { contents: [user({ text: 'x'.repeat(200) })] })).text()).toContain('long')
  await using empty = await startGemini([])
  expect((await post(empty.url, { contents: [hello] })).status).toBe(500)
  expect(empty.problems).toEqual(['The script has 0 steps; this is request 1.'])
})

test('errors are answered as scripted, with headers', async () => {
  const busy = fail(503, 'UNAVAILABLE', 'overloaded', [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' },
  ])
  await using gemini = await startGemini([{ ...busy, headers: { 'retry-after': '3' } }])
  const response = await post(gemini.url, { contents: [hello] })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3'])
  expect(await response.json()).toEqual({
    error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE', details: [expect.anything()] },
  })
  expect(gemini.problems).toEqual([])
})

test('faults break the connection in their own ways', async () => {
  const chunks = [chunk([{ text: 'one' }]), chunk([{ text: 'two' }], { finishReason: 'STOP' })]
  await using gemini = await startGemini([
    { fault: 'reset' },
    { fault: 'reset', after: 1, chunks },
    { fault: 'cut', after: 1, chunks },
    { fault: 'malformed', after: 1, chunks },
    { fault: 'stall', after: 1, chunks },
  ])
  const body = { contents: [hello] }
  await expect(post(gemini.url, body)).rejects.toThrow('fetch failed')
  await expect((await post(gemini.url, body)).text()).rejects.toThrow('terminated')
  const cut = await (await post(gemini.url, body)).text()
  expect(cut).toContain('"text":"one"')
  expect(cut.endsWith('\r\n\r\n')).toBe(false)
  expect(await (await post(gemini.url, body)).text()).toContain('oops')
  const stalled = await post(gemini.url, body)
  const reader = stalled.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('one')
  await reader?.cancel()
})

test('grounding without a grounding tool in the request is a problem', async () => {
  const found = grounded('yes', { sources: [{ uri: 'https://a.test/' }] })
  await using gemini = await startGemini([found, found, grounded('yes', { pages: { 'https://a.test/': 'SUCCESS' } })])
  await post(gemini.url, { contents: [hello], tools: [{ googleSearch: {} }] })
  expect(gemini.problems).toEqual([])
  await post(gemini.url, { contents: [hello] })
  await post(gemini.url, { contents: [hello], tools: [{ googleSearch: {} }] })
  expect(gemini.problems).toEqual([
    'Request 2: the script answers with groundingMetadata, but the request has no such tool.',
    'Request 3: the script answers with urlContextMetadata, but the request has no such tool.',
  ])
})

test('segments of a grounded answer end at byte offsets', async () => {
  const step = grounded('Café. Yes.', { sources: [{ uri: 'u' }], supports: [{ text: 'Yes.', sources: [0] }] })
  expect('chunks' in step && step.chunks).toMatchObject([
    {
      candidates: [
        {
          groundingMetadata: {
            groundingSupports: [{ segment: { startIndex: 7, endIndex: 11, text: 'Yes.' }, groundingChunkIndices: [0] }],
          },
        },
      ],
    },
  ])
})
