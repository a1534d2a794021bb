import { expect, test } from 'vitest'
import { startGemini } from '../../src/emulators/gemini/gemini.ts'
import { say } from '../../src/emulators/gemini/steps.ts'
import { connectModel } from '../../src/model/connect.ts'
import type { ModelOptions } from '../../src/model/provider-kind.ts'
import type { RetryClock } from '../../src/model/retry.ts'
import type { Message, ModelRequest } from '../../src/model/types.ts'
import { startCodeAssist } from '../fakes/code-assist.ts'
import { hello } from '../fakes/code-assist-line.ts'

const never = new AbortController().signal
const clock: RetryClock = { now: () => 0, random: () => 0.5, sleep: async () => {} }
const KEY = 'AIza-the-very-secret-key'

/** Everything a request can hold. */
const MESSAGES: Message[] = [
  {
    role: 'user',
    parts: [
      { kind: 'text', text: 'hi "ö"' },
      { kind: 'data', mimeType: 'image/png', data: 'AAAA' },
    ],
  },
  {
    role: 'model',
    parts: [
      { kind: 'thought', text: 'hm' },
      { kind: 'text', text: 'I look.', signature: 'VA==' },
      { kind: 'call', call: { id: 'a', name: 'read_file', args: { path: 'x' } }, signature: 'Uw==' },
      { kind: 'call', call: { id: 'b', name: 'read_file', args: {} } },
    ],
  },
  {
    role: 'tool',
    replies: [
      { id: 'a', name: 'read_file', response: { output: 'text' } },
      {
        id: 'b',
        name: 'read_file',
        response: { error: 'no' },
        parts: [
          { kind: 'data', mimeType: 'image/png', data: 'AAAA' },
          { kind: 'data', mimeType: 'audio/wav', data: 'BBBB' },
        ],
      },
    ],
  },
  { role: 'user', parts: [{ kind: 'text', text: 'go on' }] },
]
const FULL: ModelRequest = {
  model: 'gemini-3-flash-preview',
  system: 'be kind',
  messages: MESSAGES,
  tools: [
    {
      name: 'read_file',
      description: 'reads',
      parameters: {
        type: 'object',
        properties: { path: { type: ['string', 'null'], enum: ['a', null] } },
        required: ['path'],
        additionalProperties: false,
      },
    },
  ],
  choice: { mode: 'any', names: ['read_file'] },
}
const SETTINGS = {
  customOverrides: [
    {
      match: { model: 'gemini-3-flash-preview' },
      modelConfig: {
        generateContentConfig: {
          safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
          stopSequences: ['END'],
          seed: 7,
        },
      },
    },
  ],
}
const ISSUED = { 'Uw==': 'functionCall read_file', 'VA==': 'text' }

const SYSTEM = '"systemInstruction":{"parts":[{"text":"be kind"}],"role":"user"}'
const TOOLS =
  '"tools":[{"functionDeclarations":[{"name":"read_file","description":"reads","parametersJsonSchema":{"type":"object","properties":{"path":{"type":["string","null"],"enum":["a",null]}},"required":["path"],"additionalProperties":false}}]}]'
const SAFETY = '"safetySettings":[{"category":"HARM_CATEGORY_HARASSMENT","threshold":"BLOCK_NONE"}]'
const CONFIG =
  '"generationConfig":{"temperature":1,"topP":0.95,"topK":64,"stopSequences":["END"],"seed":7,"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"HIGH"}}'
// The same, in merge order; the SDK uses another order.
const CONFIG_OF_OURS = CONFIG.replace('"stopSequences":["END"],"seed":7,', '').replace(
  '"HIGH"}',
  '"HIGH"},"stopSequences":["END"],"seed":7',
)
const PNG = '{"inlineData":{"mimeType":"image/png","data":"AAAA"}}'
const WAV = '{"inlineData":{"mimeType":"audio/wav","data":"BBBB"}}'
const HI = `{"text":"hi \\"ö\\""},${PNG}`
const LOOKS = '{"text":"I look.","thoughtSignature":"VA=="}'

/** The SDK orders the members of a body. */
const expectSameJson = (raw: string | undefined, expected: string) =>
  expect(JSON.parse(raw ?? '')).toEqual(JSON.parse(expected))

/** Asks once on a back end; gives the one request to the model, and where everything was sent. */
async function sent(options: ModelOptions, request: ModelRequest) {
  await using api = await startGemini([say('hi')], { issued: ISSUED })
  const urls: string[] = []
  const send: typeof fetch = (url, init) => {
    urls.push(String(url))
    return fetch(url, init)
  }
  const env = { GOOGLE_GEMINI_BASE_URL: api.url, GOOGLE_VERTEX_BASE_URL: api.url, GITHUB_SHA: 'x' }
  const { generate } = connectModel({ version: '1', modelConfigs: SETTINGS, ...options }, env, {
    clock,
    report: () => {},
    fetch: send,
  })
  await generate(request, never)
  expect(api.problems).toEqual([])
  expect(api.requests).toHaveLength(1)
  expect(urls.join()).not.toContain(KEY)
  const [only] = api.requests
  return { path: only?.path, raw: only?.raw, headers: only?.headers ?? {} }
}

test('the Gemini API: address, headers and body', async () => {
  const { path, raw, headers } = await sent({ apiKey: KEY }, FULL)
  expect(path).toBe('/v1beta/models/gemini-3-flash-preview:streamGenerateContent?alt=sse')
  expectSameJson(
    raw,
    `{${SYSTEM},${TOOLS},${SAFETY},${CONFIG},"contents":[` +
      `{"parts":[${HI}],"role":"user"},` +
      `{"parts":[${LOOKS},{"functionCall":{"args":{"path":"x"},"id":"a","name":"read_file"},"thoughtSignature":"Uw=="},{"functionCall":{"args":{},"id":"b","name":"read_file"}}],"role":"model"},` +
      `{"parts":[{"functionResponse":{"name":"read_file","response":{"output":"text"},"id":"a"}},{"functionResponse":{"name":"read_file","response":{"error":"no"},"id":"b","parts":[${PNG}]}},${WAV},{"text":"go on"}],"role":"user"}],` +
      '"toolConfig":{"functionCallingConfig":{"allowedFunctionNames":["read_file"],"mode":"ANY"}}}',
  )
  const { host: _, 'content-length': __, ...rest } = headers
  expect(rest).toEqual({
    accept: '*/*',
    'accept-encoding': 'gzip, deflate',
    'accept-language': '*',
    connection: 'keep-alive',
    'content-type': 'application/json',
    'sec-fetch-mode': 'cors',
    'user-agent': `Sluice/1/gemini-3-flash-preview (${process.platform}; ${process.arch}; GitHub)`,
    'x-goog-api-client': expect.stringMatching(/^google-genai-sdk\/2\.\d+\.\d+ gl-node\/web$/),
    'x-goog-api-key': KEY,
  })
})

test('Vertex: no ids of calls, answers paired by their order', async () => {
  const { path, raw, headers } = await sent({ useVertex: true, googleApiKey: KEY }, FULL)
  expect(path).toBe('/v1beta1/publishers/google/models/gemini-3-flash-preview:streamGenerateContent?alt=sse')
  expectSameJson(
    raw,
    `{${SYSTEM},${TOOLS},${SAFETY},${CONFIG},"contents":[` +
      `{"parts":[${HI}],"role":"user"},` +
      `{"parts":[${LOOKS},{"functionCall":{"args":{"path":"x"},"name":"read_file"},"thoughtSignature":"Uw=="},{"functionCall":{"args":{},"name":"read_file"}}],"role":"model"},` +
      `{"parts":[{"functionResponse":{"name":"read_file","response":{"output":"text"}}},{"functionResponse":{"name":"read_file","parts":[${PNG}],"response":{"error":"no"}}},${WAV},{"text":"go on"}],"role":"user"}],` +
      '"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["read_file"]}}}',
  )
  expect(headers).toMatchObject({ 'x-goog-api-key': KEY, 'content-type': 'application/json' })
  expect(headers).not.toHaveProperty('authorization')
})

test('Code Assist: the same in its envelope', async () => {
  await using server = await startCodeAssist({ steps: [hello], issued: ISSUED })
  const env = { CODE_ASSIST_ENDPOINT: server.url, GOOGLE_CLOUD_ACCESS_TOKEN: 'ya29.given' }
  const options = { useCodeAssist: true, session: 'session-1', version: '1', modelConfigs: SETTINGS }
  await connectModel(options, env, { clock, report: () => {} }).generate(FULL, never)
  expect(server.problems).toEqual([])
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/v1internal:loadCodeAssist',
    '/v1internal:streamGenerateContent?alt=sse',
  ])
  expect(server.requests[1]?.raw).toBe(
    '{"model":"gemini-3-flash-preview","project":"companion-project","request":{' +
      `"systemInstruction":{"role":"user","parts":[{"text":"be kind"}]},${TOOLS},${SAFETY},${CONFIG_OF_OURS},"session_id":"session-1","contents":[` +
      `{"role":"user","parts":[${HI}]},` +
      `{"role":"model","parts":[${LOOKS},{"functionCall":{"id":"a","args":{"path":"x"},"name":"read_file"},"thoughtSignature":"Uw=="},{"functionCall":{"id":"b","args":{},"name":"read_file"}}]},` +
      `{"role":"user","parts":[{"functionResponse":{"name":"read_file","response":{"output":"text"},"id":"a"}},{"functionResponse":{"name":"read_file","response":{"error":"no"},"id":"b","parts":[${PNG}]}},${WAV},{"text":"go on"}]}],` +
      '"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["read_file"]}}},' +
      '"user_prompt_id":"session-1"}',
  )
  const { host: _, 'content-length': __, ...rest } = server.requests[1]?.headers ?? {}
  expect(rest).toMatchObject({ authorization: 'Bearer ya29.given', 'content-type': 'application/json' })
  expect(rest).not.toHaveProperty('x-goog-api-key')
})

/** A question by itself on each back end that has one body for it. */
const bare: ModelRequest = {
  model: 'gemini-2.5-flash',
  system: '',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  tools: [],
}
const SAMPLED = '"temperature":1,"topP":0.95,"topK":64'
const ASKED = '"contents":[{"parts":[{"text":"hi"}],"role":"user"}]'
const bodies: [name: string, request: Partial<ModelRequest>, body: string][] = [
  [
    'nothing but the question',
    {},
    `{"generationConfig":{${SAMPLED},"thinkingConfig":{"includeThoughts":true,"thinkingBudget":8192}},${ASKED}}`,
  ],
  [
    'a model of its own kind',
    { model: 'my-custom-model' },
    `{"generationConfig":{${SAMPLED},"thinkingConfig":{"includeThoughts":true}},${ASKED}}`,
  ],
  ['an older model', { model: 'gemini-2.0-flash' }, `{"generationConfig":{${SAMPLED}},${ASKED}}`],
  [
    'a search of the service’s own',
    { model: 'web-search', builtIn: ['google_search'] },
    `{"tools":[{"googleSearch":{}}],"generationConfig":{"temperature":0,"topP":1},${ASKED}}`,
  ],
  [
    'pages the service reads',
    { model: 'web-fetch', builtIn: ['url_context'] },
    `{"tools":[{"urlContext":{}}],"generationConfig":{"temperature":0,"topP":1},${ASKED}}`,
  ],
  [
    'an answer that is JSON',
    { model: 'loop-detection', schema: { type: 'object', properties: { n: { type: 'number' } } }, maxTokens: 1024 },
    `{"generationConfig":{"temperature":0,"topP":1,"maxOutputTokens":1024,"responseMimeType":"application/json","responseJsonSchema":{"type":"object","properties":{"n":{"type":"number"}}}},${ASKED}}`,
  ],
  [
    'sampling for this question only',
    { sampling: { temperature: 0.2, maxOutputTokens: 9 } },
    `{"generationConfig":{"temperature":0.2,"maxOutputTokens":9,"thinkingConfig":{"includeThoughts":true,"thinkingBudget":8192}},${ASKED}}`,
  ],
]
for (const [name, request, body] of bodies)
  for (const back of [{ apiKey: KEY }, { useVertex: true, googleApiKey: KEY }])
    test(`${back.useVertex ? 'Vertex' : 'the Gemini API'}: ${name}`, async () => {
      const { raw } = await sent(back, { ...bare, ...request })
      expectSameJson(raw, body)
    })

for (const [name, request, body] of bodies)
  test(`Code Assist: ${name}`, async () => {
    await using server = await startCodeAssist({ steps: [hello] })
    const env = { CODE_ASSIST_ENDPOINT: server.url, GOOGLE_CLOUD_ACCESS_TOKEN: 'ya29.given' }
    await connectModel({ useCodeAssist: true, session: 's' }, env, { clock, report: () => {} }).generate(
      { ...bare, ...request },
      never,
    )
    expect(server.problems).toEqual([])
    expect(server.requests[1]?.body.request).toEqual({ ...JSON.parse(body), session_id: 's' })
  })

test('tokens are counted of the conversation alone', async () => {
  await using api = await startGemini([], { issued: ISSUED })
  await using assist = await startCodeAssist({ issued: ISSUED })
  const env = { GOOGLE_GEMINI_BASE_URL: api.url, GOOGLE_VERTEX_BASE_URL: api.url }
  const given = { CODE_ASSIST_ENDPOINT: assist.url, GOOGLE_CLOUD_ACCESS_TOKEN: 't' }
  for (const [options, vars] of [
    [{ apiKey: KEY }, env],
    [{ useVertex: true, googleApiKey: KEY }, env],
    [{ useCodeAssist: true }, given],
  ] as const)
    await connectModel(options, vars, { clock, report: () => {} }).countTokens(bare, never)
  expect([...api.problems, ...assist.problems]).toEqual([])
  expect(api.requests.map(({ path, raw }) => `${path} ${raw}`)).toEqual([
    `/v1beta/models/gemini-2.5-flash:countTokens {${ASKED}}`,
    `/v1beta1/publishers/google/models/gemini-2.5-flash:countTokens {${ASKED}}`,
  ])
  expect(assist.requests.map(({ path, raw }) => `${path} ${raw}`)).toEqual([
    '/v1internal:countTokens {"request":{"model":"models/gemini-2.5-flash","contents":[{"role":"user","parts":[{"text":"hi"}]}]}}',
  ])
})
