import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, chunk, fail, say, turn } from '../../src/emulators/gemini/steps.ts'
import { apiKeyCredential, type Credential } from '../../src/model/credential.ts'
import { gemini as back } from '../../src/model/gemini.ts'
import { type RequestAttempt, startAttempt } from '../../src/model/request-attempt.ts'
import { UserError } from '../../src/platform/errors.ts'
import { answersTo, ask, failureOf, KEY, never, question } from '../fakes/gemini-line.ts'

const one = chunk([{ text: 'one' }])
const two = chunk([{ text: 'two' }], { finishReason: 'STOP' })

test('a slow answer is not silence', async () => {
  const chunks = [...Array.from({ length: 8 }, () => chunk([{ text: 'x' }])), two]
  await using gemini = await startGemini([{ chunks, pauseMs: 700 }])
  expect(await ask(gemini.url, { stallMs: 5000 })(question(), never)).toMatchObject({ stop: 'finished' })
})

test('an address without a listener, and one that does not exist', async () => {
  const gemini = await startGemini([])
  await gemini[Symbol.asyncDispose]()
  await expect(ask(gemini.url)(question(), never)).rejects.toMatchObject({ fault: 'unavailable', retry: 'later' })
  await expect(ask('http://nowhere.invalid')(question(), never)).rejects.toThrow('host name cannot be resolved')
})

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() }
}

for (const status of [301, 302, 303, 307, 308])
  test(`a redirect (${status}) does not take the key along`, async () => {
    const told: unknown[] = []
    await using other = await listen(({ headers }, response) => response.end(told.push(headers)))
    await using first = await listen((_, response) => response.writeHead(status, { location: `${other.url}/v1` }).end())
    const asking = ask(first.url)(question(), never)
    await expect(asking).rejects.toBeInstanceOf(UserError)
    await expect(asking).rejects.toThrow(
      `${first.url} redirects (${status}) to ${other.url}. Sluice does not follow it`,
    )
    expect(told).toEqual([])
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

for (const fault of ['reset', 'stall', 'cut', 'malformed'] as const)
  test(`a complete answer stays complete, whatever follows it: ${fault}`, async () => {
    await using gemini = await startGemini([{ fault, chunks: [one, two] }])
    const reply = await ask(gemini.url, { stallMs: fault === 'stall' ? 2000 : 60_000 })(question(), never)
    expect(reply).toMatchObject({ parts: [{ text: 'onetwo' }], stop: 'finished', usage: { total: 110 } })
  })

test('a reason to finish on every piece says nothing of the end', async () => {
  const pieces = ['one', 'two', 'three'].map((text) => chunk([{ text }], { finishReason: 'STOP' }))
  expect(await failureOf([{ fault: 'reset', chunks: pieces }])).toMatchObject({ fault: 'unavailable', retry: 'later' })
})

test('an invalid answer stays invalid, whatever follows it', async () => {
  const garbled = chunk([], { finishReason: 'MALFORMED_FUNCTION_CALL' })
  expect(await failureOf([{ fault: 'reset', chunks: [garbled] }])).toMatchObject({ fault: 'unusable' })
})

test('a service that only keeps the connection open is silent', async () => {
  await using server = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.write(': keep-alive\n\n'), 20)
    response.on('close', () => clearInterval(timer))
  })
  const asking = ask(server.url, { stallMs: 300 })(question(), never)
  await expect(asking).rejects.toMatchObject({ fault: 'unavailable', retry: 'later' })
  await expect(asking).rejects.toThrow('sent nothing for')
})

test('patience: two minutes for a beginning, five for the next piece, little for the end of the stream', async () => {
  vi.useFakeTimers()
  try {
    const begins: typeof fetch = async () => new Response('')
    const line = { credential: apiKeyCredential(KEY, 'k', false), headers: () => ({}), now: () => 0, fetch: begins }
    const waits: [till: (one: RequestAttempt) => unknown, ms: number][] = [
      [() => {}, 120_000],
      [(one) => one.fetch('http://127.0.0.1'), 300_000],
      [(one) => one.dataArrived(), 300_000],
      [(one) => one.dataArrived(true), 5000],
    ]
    for (const [till, ms] of waits) {
      const one = startAttempt(line, 'm', never)
      await till(one)
      vi.advanceTimersByTime(ms - 1)
      expect(one.signal.aborted).toBe(false)
      vi.advanceTimersByTime(1)
      expect(one.signal.aborted).toBe(true)
      expect(one.toError(new Error('aborted')).message).toBe(`The API sent nothing for ${ms / 1000} s.`)
      one.end()
    }
  } finally {
    vi.useRealTimers()
  }
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
  const abort = () => stop.abort(new Error('time is up'))
  const asking = ask(gemini.url)({ ...question(), watch: () => () => abort() !== undefined }, stop.signal)
  await waiting
  await expect(asking).rejects.toThrow('time is up')
  await expect(ask(gemini.url)(question(), stop.signal)).rejects.toThrow('time is up')
  expect(gemini.requests).toHaveLength(1)
})

test('a bug in the listener stays a bug in the listener', async () => {
  await using gemini = await startGemini([say('hi')])
  const watch = () => () => {
    throw new RangeError('ours')
  }
  await expect(ask(gemini.url)({ ...question(), watch }, never)).rejects.toThrow(RangeError)
})

test('Vertex gets calls without ids', async () => {
  await using gemini = await startGemini([turn([call('read_file', {}, { id: null }), call('read_file')]), say('done')])
  const vertex = ask(gemini.url, { vertex: {} })
  const reply = await vertex(question(), never)
  expect(reply.parts).toMatchObject([{ call: { id: 'read_file-1' } }, { call: { id: expect.any(String) } }])
  await vertex(question(...question().messages, { role: 'model', parts: reply.parts }, answersTo(reply)), never)
  expect(gemini.problems).toEqual([])
})

test('a model whose name is no name leads nowhere else', async () => {
  await using gemini = await startGemini([])
  for (const model of ['../../v1/files/x', 'a?key=b', 'a&b', 'publishers/x/../../y'])
    for (const vertex of [undefined, {}, { project: 'p-1' }]) {
      const asked = ask(gemini.url, vertex === undefined ? {} : { vertex })({ ...question(), model }, never)
      await expect(asked).rejects.toMatchObject({ fault: 'request', retry: 'never' })
    }
  expect(gemini.requests).toEqual([])
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
    source: 'a counter',
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

test('errors of the credential are not classified again', async () => {
  const wrong = new UserError('set this and that')
  const credential: Credential = { source: 'x', headers: () => Promise.reject(wrong), secrets: () => [] }
  await using gemini = await startGemini([])
  await expect(ask(gemini.url, { credential })(question(), never)).rejects.toBe(wrong)
  expect(gemini.requests).toEqual([])
})

test('tokens are counted, on both back ends', async () => {
  await using gemini = await startGemini([])
  const options = {
    baseUrl: gemini.url,
    credential: apiKeyCredential(KEY, 'k', false),
    headers: () => ({}),
    now: () => 0,
  }
  const counts = [
    back({ ...options, generation: () => ({}) }),
    back({ ...options, generation: () => ({}), vertex: {} }),
  ]
  for (const { countTokens } of counts) expect(await countTokens(question(), never)).toBeGreaterThan(10)
  expect(gemini.problems).toEqual([])
  expect(gemini.requests.map(({ path }) => path)).toEqual([
    '/v1beta/models/gemini-3-pro-preview:countTokens',
    '/v1beta1/publishers/google/models/gemini-3-pro-preview:countTokens',
  ])
  await gemini[Symbol.asyncDispose]()
  await expect(counts[0]?.countTokens(question(), never)).rejects.toMatchObject({
    fault: 'unavailable',
    retry: 'later',
  })
})
