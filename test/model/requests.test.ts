import { expect, test } from 'vitest'
import { type GeminiEmulator, type GeminiScript, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, chunk, fail, say, thought, turn } from '../../src/emulators/gemini/steps.ts'
import { connectModel } from '../../src/model/connect.ts'
import type { ModelOptions } from '../../src/model/provider-kind.ts'
import type { RetryClock } from '../../src/model/retry.ts'
import type { Message, ModelRequest } from '../../src/model/types.ts'
import type { Environment } from '../../src/platform/environment.ts'
import { asRead } from '../fakes/gemini-line.ts'

const never = new AbortController().signal
const clock: RetryClock = { now: () => 0, random: () => 0.5, sleep: async () => {} }
const user = (text: string): Message => ({ role: 'user', parts: [{ kind: 'text', text }] })
const question = (...messages: Message[]): ModelRequest => ({
  model: 'gemini-2.5-pro',
  system: 'be kind',
  messages: messages.length > 0 ? messages : [user('hi')],
  tools: [{ name: 'read_file', description: 'reads', parameters: { type: 'object', properties: {} } }],
})

function connected(api: GeminiEmulator, options: ModelOptions = {}, env: Environment = {}, notices: string[] = []) {
  const environment = { GOOGLE_GEMINI_BASE_URL: api.url, GOOGLE_VERTEX_BASE_URL: api.url, ...env }
  const report = ({ text }: { text: string }) => void notices.push(text)
  return connectModel({ apiKey: 'key-0123456789', version: '1.2.3', ...options }, environment, { clock, report })
}

/** The headers of one question. */
async function headersOf(options: ModelOptions, env: Environment) {
  await using api = await startGemini([say('hi')])
  await connected(api, options, env).generate(question(), never)
  expect(api.problems).toEqual([])
  return api.requests[0]?.headers ?? {}
}

const KEY = 'key-0123456789'
const headers: [name: string, options: ModelOptions, env: Environment, expected: Record<string, unknown>][] = [
  ['a key', {}, {}, { 'x-goog-api-key': KEY, authorization: undefined, 'x-gemini-api-privileged-user-id': undefined }],
  [
    'a key as a token too',
    {},
    { GEMINI_API_KEY_AUTH_MECHANISM: 'bearer' },
    { 'x-goog-api-key': KEY, authorization: `Bearer ${KEY}` },
  ],
  [
    'a Vertex key as a token too',
    { useVertex: true, googleApiKey: 'vertex-key' },
    { GEMINI_API_KEY_AUTH_MECHANISM: 'bearer' },
    { 'x-goog-api-key': 'vertex-key', authorization: 'Bearer vertex-key' },
  ],
  ['another mechanism', {}, { GEMINI_API_KEY_AUTH_MECHANISM: 'magic' }, { authorization: undefined }],
  [
    'who asks',
    {},
    {},
    { 'user-agent': expect.stringMatching(/^Sluice\/1\.2\.3\/gemini-2\.5-pro \(\w+; \w+; terminal\)$/) },
  ],
  ['who asks, on GitHub', {}, { GITHUB_SHA: 'x' }, { 'user-agent': expect.stringContaining('; GitHub)') }],
  ['who asks, elsewhere', {}, { SURFACE: 'My CI (v2)\n' }, { 'user-agent': expect.stringContaining('; My CI v2)') }],
  [
    'headers of the workflow',
    {},
    { GEMINI_CLI_CUSTOM_HEADERS: 'X-Team: platform, User-Agent: X' },
    { 'x-team': 'platform', 'user-agent': 'X' },
  ],
  [
    'headers of the workflow do not replace the credential',
    {},
    { GEMINI_CLI_CUSTOM_HEADERS: 'X-Goog-Api-Key: other, Authorization: Bearer x' },
    { 'x-goog-api-key': KEY, authorization: 'Bearer x' },
  ],
  ['another content type', {}, {}, { 'content-type': 'application/json' }],
]

for (const [name, options, env, expected] of headers)
  test(`headers: ${name}`, async () => {
    const found = await headersOf(options, env)
    for (const [header, value] of Object.entries(expected)) expect([header, found[header]]).toEqual([header, value])
  })

test('a gateway that knows its callers gets an empty key', async () => {
  await using api = await startGemini([])
  const { generate } = connected(api, { apiKey: '', authType: 'gateway' })
  await expect(generate(question(), never)).rejects.toMatchObject({ fault: 'auth' })
  expect(api.requests[0]?.headers['x-goog-api-key']).toBe('')
})

test('a secret header of the workflow is in no error', async () => {
  await using api = await startGemini([fail(400, 'INVALID_ARGUMENT', 'you said Bearer gateway-secret')])
  const { generate } = connected(api, {}, { GEMINI_CLI_CUSTOM_HEADERS: 'Authorization: Bearer gateway-secret' })
  await expect(generate(question(), never)).rejects.toThrow('you said *** (HTTP 400)')
})

test('settings choose the back end over the environment, an input over settings', async () => {
  const env = { GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_API_KEY: 'vertex-key', GEMINI_API_KEY: KEY }
  for (const [options, key] of [
    [{ apiKey: '' }, 'vertex-key'],
    [{ apiKey: '', authType: 'gemini-api-key' }, KEY],
    [{ apiKey: '', authType: 'vertex-ai' }, 'vertex-key'],
    [{ authType: 'vertex-ai' }, KEY],
    [{ authType: 'gemini-api-key', useVertex: true }, 'vertex-key'],
    [{ authType: 'gemini-api-key', enforcedAuthType: 'gemini-api-key' }, KEY],
  ] as const)
    expect((await headersOf(options, env))['x-goog-api-key']).toBe(key)
})

test('aliases and overrides of the settings reach the API, what they may not set does not', async () => {
  await using api = await startGemini([say('a'), say('b'), say('c')])
  const notices: string[] = []
  const modelConfigs = {
    customAliases: {
      tiny: {
        extends: 'base',
        modelConfig: {
          model: 'flash-lite',
          generateContentConfig: { maxOutputTokens: 7, httpOptions: { baseUrl: 'http://evil.invalid' } },
        },
      },
    },
    customOverrides: [
      { match: { model: 'gemini-2.5-pro', overrideScope: 'helper' }, modelConfig: { model: 'gemini-2.5-flash' } },
    ],
  }
  const { generate } = connected(api, { modelConfigs }, {}, notices)
  await generate({ ...question(), model: 'tiny' }, never)
  await generate({ ...question(), scope: 'helper' }, never)
  await generate(question(), never)
  expect(api.requests.map(({ path }) => path.split(/[/:]/)[3])).toEqual([
    'gemini-3.1-flash-lite',
    'gemini-2.5-flash',
    'gemini-2.5-pro',
  ])
  expect(api.requests[0]?.body).toMatchObject({ generationConfig: { temperature: 0, topP: 1, maxOutputTokens: 7 } })
  expect(notices).toEqual([expect.stringContaining('httpOptions is ignored: it cannot be set here.')])
})

test('an alias falls back along the chain of the short name it stands for, with its own sampling', async () => {
  await using api = await startGemini([fail(404, 'NOT_FOUND', 'gone'), say('b')])
  await connected(api).generate({ ...question(), model: 'edit-corrector' }, never)
  expect(api.requests.map(({ path, body }) => [path.split(/[/:]/)[3], body])).toMatchObject([
    ['gemini-3.1-flash-lite', { generationConfig: { temperature: 0, topP: 1 } }],
    ['gemini-3.5-flash', { generationConfig: { temperature: 0, topP: 1 } }],
  ])
})

/** Ten turns with tools; gives the requests as the model reads them. */
async function conversation(back: ModelOptions, first: string): Promise<string[]> {
  const script: GeminiScript = ({ body }) =>
    turn([
      { text: 'I look.' },
      call('read_file', { n: JSON.stringify(body).length }, { id: null }),
      call('read_file', {}, { id: null }),
    ])
  await using api = await startGemini(script)
  const { generate } = connected(api, back)
  const messages: Message[] = [user(first)]
  for (let nth = 0; nth < 10; nth++) {
    const reply = await generate({ ...question(...messages), system: 'Rules of the house. '.repeat(200) }, never)
    messages.push({ role: 'model', parts: reply.parts })
    const calls = reply.parts.flatMap((part) => (part.kind === 'call' ? [part.call] : []))
    const output = `line of file ${nth}\n`.repeat(50)
    messages.push({ role: 'tool', replies: calls.map(({ id, name }) => ({ id, name, response: { output } })) })
  }
  expect(api.problems).toEqual([])
  return api.requests.map(asRead)
}

for (const [name, back] of [
  ['Gemini', {}],
  ['Vertex', { useVertex: true, googleApiKey: 'vertex-key' }],
] as const)
  test(`each request begins with the one before: ${name}`, async () => {
    const bodies = await conversation(back, 'go')
    for (const [index, body] of bodies.slice(1).entries()) {
      const before = bodies[index] ?? ''
      const kept = shared(before, body)
      expect(before.length - kept).toBeLessThanOrEqual(']}'.length)
      expect(kept / before.length).toBeGreaterThan(0.99)
    }
  })

test('two runs share system text and tools, byte for byte', async () => {
  const [one = '', other = ''] = [
    (await conversation({}, 'an issue'))[0],
    (await conversation({}, 'quite another pull request'))[0],
  ]
  expect(one.slice(0, shared(one, other))).toMatch(
    /^\{"systemInstruction":.*Rules of the house.*"tools":.*"contents":\[\{"parts":\[\{"text":"$/,
  )
})

/** Length of the common beginning. */
function shared(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

const tool: Message = { role: 'tool', replies: [{ id: 'a', name: 'read_file', response: { output: 'x' } }] }
const called: Message = { role: 'model', parts: [{ kind: 'call', call: { id: 'a', name: 'read_file', args: {} } }] }

const nudges: [name: string, first: ReturnType<typeof say>, messages: Message[], nudge: RegExp | undefined][] = [
  ['an empty answer', turn([]), [user('hi')], /was empty/],
  ['only thoughts', turn([thought('hm')]), [user('hi')], /after thinking, without an answer/],
  ['only thoughts about tools', turn([thought('hm')]), [user('hi'), called, tool], /after thinking/],
  ['a garbled call', turn([], {}, 'MALFORMED_FUNCTION_CALL'), [user('hi')], undefined],
  ['no end', { chunks: [chunk([{ text: 'one' }])] }, [user('hi')], undefined],
  ['an unavailable server', fail(503, 'UNAVAILABLE', 'busy'), [user('hi')], undefined],
]

for (const [name, first, messages, nudge] of nudges)
  test(`retried after ${name}`, async () => {
    await using api = await startGemini([first, say('hello'), say('bye')])
    const { generate } = connected(api)
    await generate(question(...messages), never)
    await generate(question(...messages, user('thanks')), never)
    expect(api.problems).toEqual([])
    const [once = '', again = '', next = ''] = api.requests.map(asRead)
    if (nudge === undefined) expect(again).toBe(once)
    else {
      const added = again.slice(shared(once, again))
      expect(added).toMatch(nudge)
      expect(once.length - shared(once, again)).toBeLessThanOrEqual('],"role":"user"}]}'.length)
    }
    expect(next).not.toMatch(/after thinking|was empty/)
  })

test('an unusable answer is requested again with some randomness at any temperature', async () => {
  const cool = {
    extends: 'chat-base-2.5',
    modelConfig: { model: 'gemini-2.5-pro', generateContentConfig: { temperature: 0 } },
  }
  await using api = await startGemini([turn([]), say('hello')])
  await connected(api, { modelConfigs: { customAliases: { cool } } }).generate({ ...question(), model: 'cool' }, never)
  expect(api.requests.map(({ raw }) => /"temperature":(\d)/.exec(raw)?.[1])).toEqual(['0', '1'])
})

test('a nudge stays for the attempts that follow', async () => {
  await using api = await startGemini([turn([]), { fault: 'reset' }, turn([thought('hm')]), say('hello')])
  await connected(api).generate(question(), never)
  expect(api.requests.map(({ raw }) => /was empty|after thinking/.exec(raw)?.[0])).toEqual([
    undefined,
    'was empty',
    'was empty',
    'after thinking',
  ])
})

test('the cost of failed attempts is reported by model, beside the usage of the answer', async () => {
  const tokens = { prompt: 10, candidates: 1 }
  await using api = await startGemini([
    turn([], tokens),
    turn([{ text: 'x' }], tokens, 'MALFORMED_FUNCTION_CALL'),
    fail(404, 'NOT_FOUND', 'gone'),
    say('hello', tokens),
  ])
  const { generate } = connected(api, { fallback: ['gemini-2.5-flash'] })
  const usage = { input: 10, cached: 0, output: 1, thoughts: 0, tool: 0, total: 11 }
  const model = 'gemini-emulator'
  expect(await generate(question(), never)).toMatchObject({
    usage,
    failedUsage: [
      { model, usage },
      { model, usage },
    ],
  })
})

test('an error reports the cost of failed attempts', async () => {
  const step = turn([], { prompt: 10, candidates: 1 })
  await using api = await startGemini([step, step, step, step])
  const failure: unknown = await connected(api)
    .generate(question(), never)
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ fault: 'unusable', failedUsage: [{}, {}, {}, {}] })
})

test('an answer at the first attempt has no such list', async () => {
  await using api = await startGemini([say('hello')])
  expect((await connected(api).generate(question(), never)).failedUsage).toBeUndefined()
})

const limits: [model: string, maxTokens: number, config: Record<string, unknown>][] = [
  [
    'gemini-2.5-pro',
    60_000,
    { maxOutputTokens: 60_000, thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } },
  ],
  ['gemini-2.5-pro', 1200, { maxOutputTokens: 1200, thinkingConfig: { includeThoughts: true, thinkingBudget: 300 } }],
  ['gemini-2.5-pro', 256, { maxOutputTokens: 256, thinkingConfig: { includeThoughts: true, thinkingBudget: 128 } }],
  [
    'gemini-3.1-pro-preview',
    1200,
    { maxOutputTokens: 1200, thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' } },
  ],
  ['gemini-2.0-flash', 1200, { maxOutputTokens: 1200 }],
]
for (const [model, maxTokens, config] of limits)
  test(`an answer of ${maxTokens} tokens at most, by ${model}`, async () => {
    await using api = await startGemini([say('hi')])
    await connected(api).generate({ ...question(), model, maxTokens }, never)
    expect(api.problems).toEqual([])
    expect(api.requests[0]?.body).toMatchObject({ generationConfig: config })
  })

test('a schema is for requests without tools', async () => {
  await using api = await startGemini([say('hi'), say('{}')])
  const { generate } = connected(api)
  const schema = { type: 'object' }
  await generate({ ...question(), choice: { mode: 'none' }, schema }, never)
  await generate({ ...question(), tools: [], schema }, never)
  expect(api.problems).toEqual([])
  const [first, second] = api.requests
  expect(first?.body).toHaveProperty('toolConfig')
  expect(first?.raw).not.toContain('responseJsonSchema')
  expect(second?.body).toMatchObject({
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
  })
})

test('a request is not repeated beyond the budget', async () => {
  const cut = { chunks: [chunk([{ text: 'half' }], { tokens: { prompt: 500 } })] }
  await using api = await startGemini([cut, cut, say('never asked for')])
  const canAfford = (failedUsage: readonly { usage: { total: number } }[]) => failedUsage.length < 2
  await expect(connected(api, { canAfford }).generate(question(), never)).rejects.toThrow('The answer is incomplete')
  expect(api.requests).toHaveLength(2)
})
