import { afterEach, expect, test, vi } from 'vitest'
import { call, chunk, turn } from '../../src/emulators/gemini/steps.ts'
import { connectModel } from '../../src/model/connect.ts'
import { readSseJson } from '../../src/model/gemini-streaming.ts'
import type { RetryClock } from '../../src/model/retry.ts'
import type { Message } from '../../src/model/types.ts'
import { type Step, startCodeAssist } from '../fakes/code-assist.ts'
import { ASK, chunks, connected, hello, LOAD, never, paths, question, user } from '../fakes/code-assist-line.ts'
import { JOB_TOKEN, OIDC_URL, PROVIDER, startGoogle } from '../fakes/google.ts'

afterEach(() => void vi.useRealTimers())

test('a request in the envelope of Code Assist', async () => {
  await using server = await startCodeAssist({ steps: [hello] })
  const { generate } = connected(server, { project: 'my-project' })
  expect(await generate(question(), never)).toMatchObject({
    parts: [{ kind: 'text', text: 'hello' }],
    stop: 'finished',
    usage: { input: 100, output: 10 },
    model: 'gemini-emulator',
  })
  expect(server.problems).toEqual([])
  expect(paths(server)).toEqual([LOAD, ASK])
  expect(server.requests[0]?.body).toEqual({
    cloudaicompanionProject: 'my-project',
    metadata: {
      ideType: 'IDE_UNSPECIFIED',
      platform: 'PLATFORM_UNSPECIFIED',
      pluginType: 'GEMINI',
      duetProject: 'my-project',
    },
  })
  expect(server.requests[1]?.body).toEqual({
    model: 'gemini-2.5-pro',
    project: 'companion-project',
    user_prompt_id: 'session-1',
    request: {
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      systemInstruction: { role: 'user', parts: [{ text: 'be kind' }] },
      tools: [
        {
          functionDeclarations: [
            { name: 'read_file', description: 'reads', parametersJsonSchema: { type: 'object', properties: {} } },
          ],
        },
      ],
      generationConfig: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
        thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 },
      },
      session_id: 'session-1',
    },
  })
  expect(server.requests[1]?.headers).toMatchObject({
    authorization: 'Bearer ya29.given',
    'user-agent': expect.stringMatching(/^Sluice\/1\/gemini-2\.5-pro /),
  })
})

test('a conversation with calls and thoughts is accepted; each request begins with the one before', async () => {
  const steps = [
    chunks(
      turn([
        { text: 'hm', thought: true, thoughtSignature: 'aG0=' },
        { text: 'I look.' },
        call('read_file', {}, { id: null }),
      ]),
    ),
    chunks(turn([call('read_file', {}, { id: 'x' }), call('read_file', {}, { id: 'x' })])),
    hello,
  ]
  await using server = await startCodeAssist({ steps })
  const { generate } = connected(server)
  const messages: Message[] = [user('go')]
  for (let n = 0; n < 3; n++) {
    const reply = await generate(question(...messages), never)
    messages.push({ role: 'model', parts: reply.parts })
    const calls = reply.parts.flatMap((part) => (part.kind === 'call' ? [part.call] : []))
    messages.push({ role: 'tool', replies: calls.map(({ id, name }) => ({ id, name, response: { output: id } })) })
  }
  expect(server.problems).toEqual([])
  expect(paths(server)).toEqual([LOAD, ASK, ASK, ASK])
  const bodies = server.requests.slice(1).map(({ raw }) => raw.slice(0, raw.lastIndexOf(']}]')))
  for (const [index, body] of bodies.slice(1).entries()) expect(body.startsWith(bodies[index] ?? '')).toBe(true)
})

test('a model that has another name there', async () => {
  await using server = await startCodeAssist({ steps: [hello] })
  await connected(server).generate({ ...question(), model: 'flash' }, never)
  expect(server.requests[1]?.body.model).toBe('gemini-3-flash')
})

test('tokens are counted without a set-up', async () => {
  await using server = await startCodeAssist()
  expect(await connected(server).countTokens(question(user('hi')), never)).toBe(31)
  expect(server.requests.map(({ body }) => body)).toEqual([
    { request: { model: 'models/gemini-2.5-pro', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] } },
  ])
  expect(server.problems).toEqual([])
})

test('an empty count counts as none', async () => {
  await using server = await startCodeAssist({ counted: {} })
  expect(await connected(server).countTokens(question(), never)).toBe(0)
})

test('another version of the service', async () => {
  await using server = await startCodeAssist()
  const { countTokens } = connected(server, {}, { CODE_ASSIST_API_VERSION: 'v2' })
  await expect(countTokens(question(), never)).rejects.toThrow('HTTP 400')
  expect(server.requests[0]?.path).toBe('/v2:countTokens')
})

const whole = JSON.stringify({ response: chunk([{ text: 'one' }], { finishReason: 'STOP' }), traceId: 't' })
const half = whole.indexOf('"text"')
const spoken: [name: string, raw: string[]][] = [
  ['plainly', [`data: ${whole}\n\n`]],
  [
    'with comments, ids and blank lines before it',
    [`\n\n: hello\nid: 7\nevent: x\n\nretry: 5\ndata: ${whole}\n: bye\n\n`],
  ],
  ['with CRLF', [`data: ${whole}\r\n\r\n`]],
  ['in lines', [`data: ${whole.slice(0, half)}\ndata: ${whole.slice(half)}\n\n`]],
  ['without an end', [`data: ${whole}`]],
  ['with a chunk that says nothing', [`data: {"traceId":"t"}\n\ndata: {"response":{}}\n\n`, `data: ${whole}\n\n`]],
]
for (const [name, raw] of spoken)
  test(`an answer ${name}`, async () => {
    await using server = await startCodeAssist({ steps: [{ raw }] })
    expect((await connected(server).generate(question(), never)).parts).toEqual([{ kind: 'text', text: 'one' }])
  })

test('an answer cut anywhere on its way, also inside a letter', async () => {
  const text = `data: ${JSON.stringify({ response: chunk([{ text: 'größer 😀' }], { finishReason: 'STOP' }) })}\n\n`
  const bytes = Buffer.from(text)
  for (let cut = 1; cut < bytes.length; cut++) {
    const found: unknown[] = []
    const body = (async function* () {
      yield bytes.subarray(0, cut)
      yield bytes.subarray(cut)
    })()
    for await (const event of readSseJson(body)) found.push(event)
    expect(found).toEqual([JSON.parse(text.slice('data: '.length))])
  }
})

const broken: [name: string, step: Step, facts: object, text: RegExp][] = [
  ['a record that is not JSON', { raw: ['data: {oops\n\n', `data: ${whole}\n\n`] }, { fault: 'unusable' }, /not JSON/],
  ['a record cut short', { raw: [`data: ${whole.slice(0, half)}`] }, { fault: 'unusable' }, /not JSON/],
  [
    'no end',
    chunks({ chunks: [chunk([{ text: 'one' }])] }),
    { fault: 'unusable', retry: 'later' },
    /The answer is incomplete/,
  ],
  ['nothing', { raw: [] }, { fault: 'unusable', retry: 'later' }, /The answer is incomplete/],
  [
    'an error inside the stream',
    { raw: ['data: {"error":{"code":503,"message":"busy"}}\n\n'] },
    { fault: 'unavailable', retry: 'later', status: 503 },
    /busy \(HTTP 503\)/,
  ],
  [
    'a refused token',
    { status: 401, body: { error: { code: 401, message: 'token ya29.given is bad' } } },
    { fault: 'auth', retry: 'never', status: 401 },
    /token \*\*\* is bad.*Check GOOGLE_CLOUD_ACCESS_TOKEN \(it lasts an hour\)/,
  ],
]
for (const [name, step, facts, text] of broken)
  test(`fails on ${name}`, async () => {
    await using server = await startCodeAssist({ steps: [step] })
    const failure: unknown = await connected(server)
      .generate(question(), never)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'ModelError', ...facts })
    expect(String(failure)).toMatch(text)
    expect(String(failure)).not.toContain('ya29')
  })

test('90 minutes: no request with an expired token, one set-up for all', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 12) })
  await using google = await startGoogle()
  await using server = await startCodeAssist({
    steps: Array.from({ length: 31 }, () => hello),
    accepts: (token) => google.scopesOf(token) !== undefined,
  })
  const env = {
    CODE_ASSIST_ENDPOINT: server.url,
    ACTIONS_ID_TOKEN_REQUEST_URL: OIDC_URL,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: JOB_TOKEN,
  }
  const clock: RetryClock = { now: () => Date.now(), random: () => 0.5, sleep: async () => {} }
  const options = { useCodeAssist: true, workloadIdentityProvider: PROVIDER }
  const { generate } = connectModel(options, env, { clock, report: () => {}, fetch: google.fetch })
  for (let minute = 0; minute <= 90; minute += 3) {
    vi.setSystemTime(Date.UTC(2026, 10, 20, 12, minute))
    await generate(question(), never)
  }
  expect([...google.problems, ...server.problems]).toEqual([])
  expect(google.asked).toHaveLength(4)
  expect(paths(server).filter((path) => path === LOAD)).toHaveLength(1)
  const asked = server.requests.filter(({ path }) => path.includes('streamGenerateContent'))
  expect(new Set(asked.map(({ headers }) => headers.authorization)).size).toBe(2)
})

test("with the job's own identity, renewed when it is withdrawn", async () => {
  await using google = await startGoogle()
  await using server = await startCodeAssist({
    steps: [hello, hello],
    accepts: (token) => google.scopesOf(token) !== undefined,
  })
  const env = {
    CODE_ASSIST_ENDPOINT: server.url,
    ACTIONS_ID_TOKEN_REQUEST_URL: OIDC_URL,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: JOB_TOKEN,
  }
  const clock: RetryClock = { now: () => 0, random: () => 0.5, sleep: async () => {} }
  const options = { useCodeAssist: true, workloadIdentityProvider: PROVIDER }
  const { generate } = connectModel(options, env, { clock, report: () => {}, fetch: google.fetch })
  await generate(question(), never)
  google.withdraw()
  await generate(question(), never)
  expect([...google.problems, ...server.problems]).toEqual([])
  expect(google.asked).toHaveLength(4)
  expect(paths(server)).toEqual([LOAD, ASK, ASK, ASK])
})
