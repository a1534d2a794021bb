import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/record/events.ts'
import { sendTelemetry } from '../../src/telemetry/exporters.ts'
import { collectTelemetry } from '../../src/telemetry/telemetry-data.ts'
import { requestedTelemetry, type TelemetryRequest } from '../../src/telemetry/telemetry-settings.ts'
import { startCollector } from '../fakes/collector.ts'
import { startProxy } from '../fakes/connect-proxy.ts'

const usage = { input: 10, cached: 4, output: 3, thoughts: 2, tool: 0, total: 15 }
const EVENTS: RunEvent[] = [
  { type: 'run_started', session: 's1', version: '1', event: 'push', model: 'auto', task: {} },
  {
    type: 'model_request',
    turn: 1,
    model: 'auto',
    system: '',
    tools: [],
    messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hidden words' }] }],
  },
  { type: 'model_failed', turn: 0, text: 'busy', model: 'pro', status: 503, waitMs: 10 },
  { type: 'model_failed', turn: 0, text: 'gone', model: 'pro', next: 'flash' },
  {
    type: 'model_reply',
    turn: 1,
    ms: 7,
    reply: { parts: [{ kind: 'text', text: 'hidden answer' }], stop: 'finished', usage, model: 'flash' },
  },
  { type: 'hook_finished', event: 'BeforeTool', hook: 'lint', ok: true, ms: 3 },
  { type: 'chat_compressed', status: 'compressed', tokensBefore: 9, tokensAfter: 3 },
]
const TIMES = EVENTS.map((_, index) => 1_800_000_000_000 + index)

test('events become logs and metrics, each attempt counted once', () => {
  const { logs, metrics } = collectTelemetry(EVENTS, TIMES, false)
  expect(logs.map(({ name }) => name.replace('gemini_cli.', ''))).toEqual([
    'user_prompt',
    'api_request',
    'api_error',
    'network_retry_attempt',
    'api_error',
    'flash_fallback',
    'api_response',
    'gen_ai.client.inference.operation.details',
    'hook_call',
    'chat_compression',
  ])
  expect(logs.find(({ name }) => name.endsWith('api_error'))?.attributes).toMatchObject({
    model: 'pro',
    status_code: 503,
    'error.type': '503',
    prompt_id: 's1',
  })
  const sum = (name: string) => metrics.filter((one) => one.name === name).reduce((all, { value }) => all + value, 0)
  expect(sum('gemini_cli.api.request.count')).toBe(3)
  expect(sum('gemini_cli.token.usage')).toBe(19)
  expect(
    metrics.filter(({ name }) => name === 'gemini_cli.token.usage').map(({ attributes }) => attributes.type),
  ).toEqual(['input', 'output', 'thought', 'cache'])
})

test('prompts and answers are sent only if logPrompts is set', () => {
  expect(JSON.stringify(collectTelemetry(EVENTS, TIMES, false))).not.toContain('hidden')
  const { logs } = collectTelemetry(EVENTS, TIMES, true)
  expect(logs.flatMap(({ name, attributes }) => (JSON.stringify(attributes).includes('hidden') ? [name] : []))).toEqual(
    [
      'gemini_cli.user_prompt',
      'gemini_cli.api_request',
      'gemini_cli.api_response',
      'gen_ai.client.inference.operation.details',
    ],
  )
})

const asked: [
  name: string,
  settings: Parameters<typeof requestedTelemetry>[0],
  env: Record<string, string>,
  found: TelemetryRequest | RegExp,
][] = [
  ['nothing', undefined, {}, {}],
  ['not switched on', { otlpEndpoint: 'http://a' }, {}, {}],
  ['switched off by 0', { enabled: true }, { GEMINI_TELEMETRY_ENABLED: '0' }, {}],
  ['the default place', { enabled: true }, {}, to('http://localhost:4318')],
  ['switched on by 1', undefined, { GEMINI_TELEMETRY_ENABLED: '1' }, to('http://localhost:4318')],
  ['the place of OpenTelemetry', { enabled: true }, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://o/' }, to('http://o')],
  [
    'the environment over settings',
    { enabled: true, otlpEndpoint: 'http://s', logPrompts: true, traces: true },
    { GEMINI_TELEMETRY_OTLP_ENDPOINT: 'http://e', GEMINI_TELEMETRY_LOG_PROMPTS: 'false' },
    { telemetry: { to: { endpoint: 'http://e' }, content: false, traces: true } },
  ],
  [
    'a file',
    { enabled: true, outfile: 't.json' },
    {},
    { telemetry: { to: { file: 't.json' }, content: false, traces: false } },
  ],
  [
    'a target of its own',
    { enabled: true },
    { GEMINI_TELEMETRY_TARGET: 'unknown' },
    /Invalid telemetry target: unknown\. Valid values are: local, gcp\./,
  ],
  [
    'a protocol of its own',
    { enabled: true },
    { GEMINI_TELEMETRY_OTLP_PROTOCOL: 'udp' },
    /Invalid telemetry OTLP protocol: udp\. Valid values are: grpc, http\./,
  ],
  ['no address', { enabled: true, otlpEndpoint: 'collector:4318' }, {}, /must be an http or https address/],
]
function to(endpoint: string): TelemetryRequest {
  return { telemetry: { to: { endpoint }, content: false, traces: false } }
}

for (const [name, settings, env, found] of asked)
  test(`asked for: ${name}`, () => {
    if (found instanceof RegExp) expect(() => requestedTelemetry(settings, env)).toThrow(found)
    else expect(requestedTelemetry(settings, env)).toEqual(found)
  })

test('unsupported targets give a notice that says what to set', () => {
  expect(requestedTelemetry({ enabled: true, target: 'gcp' }, {}).reason).toContain('telemetry.useCollector')
  expect(requestedTelemetry({ enabled: true, otlpProtocol: 'grpc' }, {}).reason).toContain('otlpProtocol')
})

const found = collectTelemetry(EVENTS, TIMES, false)
const who = { session: 's1', version: '1', maxMs: 60_000 }

test('to a file: every batch as JSON, appended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-telemetry-'))
  try {
    const file = join(folder, 'out.json')
    expect(await sendTelemetry(found, { to: { file }, content: false, traces: true }, who)).toBeUndefined()
    const text = await readFile(file, 'utf8')
    for (const name of ['gemini_cli.api_response', 'gemini_cli.token.usage', 'invoke_agent'])
      expect(text).toContain(name)
    for (const record of text.split(/^(?=\{\n)/m)) expect(record).toContain('"service.name": "gemini-cli"')
    expect(
      text
        .split(/^\}\n/m)
        .slice(0, -1)
        .every((one) => JSON.parse(`${one}}`) !== null),
    ).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('to a file: batches of any size stay whole, also of several runs at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-telemetry-'))
  try {
    const file = join(folder, 'out.json')
    const long = Array.from({ length: 40 }, () => EVENTS[1]).map((event, n) => ({
      ...event,
      model: `${n}`.repeat(60_000),
    }))
    const large = collectTelemetry(
      [...EVENTS, ...(long as RunEvent[])],
      [...TIMES, ...long.map(() => 1_800_000_000_100)],
      true,
    )
    const runs = [large, large, large].map((data) =>
      sendTelemetry(data, { to: { file }, content: true, traces: true }, who),
    )
    expect(await Promise.all(runs)).toEqual([undefined, undefined, undefined])
    const records = (await readFile(file, 'utf8')).split(/^\}\n/m).slice(0, -1)
    for (const record of records) expect(JSON.parse(`${record}}`)).toBeTypeOf('object')
    expect(records.join('').length).toBeGreaterThan(3 * 512 * 1024)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a missing, refusing or silent collector is named and does not delay the run', async () => {
  await using refusing = await startCollector('refuse')
  await using silent = await startCollector('silence')
  const ways = ['http://127.0.0.1:9', refusing.url, silent.url]
  const problems = await Promise.all(
    ways.map((endpoint) =>
      sendTelemetry(found, { to: { endpoint }, content: false, traces: true }, { ...who, maxMs: 1500 }),
    ),
  )
  expect(problems.map((problem) => problem !== undefined && problem !== '')).toEqual([true, true, true])
})

/** The export time of a busy machine, and the wait for a failed export. */
const [LONG_MS, SHORT_MS] = [20_000, 1500]

/** Sends to all of them, within so many milliseconds each, from a process of its own, which alone is sent through the proxy; says where something went wrong. */
async function sentThrough(env: Record<string, string>, endpoints: Record<string, number>): Promise<boolean[]> {
  const module = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)
  const program = `
    const { configureProxy } = await import(${module('platform/net/proxy.ts')})
    const { sendTelemetry } = await import(${module('telemetry/exporters.ts')})
    configureProxy(process.env)
    const send = ([endpoint, maxMs]) =>
      sendTelemetry(${JSON.stringify(found)}, { to: { endpoint }, content: false, traces: true }, { ...${JSON.stringify(who)}, maxMs })
    const problems = await Promise.all(Object.entries(${JSON.stringify(endpoints)}).map(send))
    console.log(JSON.stringify(problems.map((problem) => problem === undefined)))
    process.exit()`
  const { PATH = '' } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH, ...env },
  })
  return JSON.parse(stdout)
}

test('it goes through the proxy that the environment names', async () => {
  await using collector = await startCollector()
  await using proxy = await startProxy(collector.url)
  expect(await sentThrough({ HTTPS_PROXY: proxy.url }, { 'http://collector.test': LONG_MS })).toEqual([true])
  const paths = ['/v1/logs', '/v1/metrics', '/v1/traces']
  expect(proxy.asked.toSorted()).toEqual(paths.map((path) => `http://collector.test${path} user:pa ss`))
  expect(collector.exports.map(({ path }) => path).toSorted()).toEqual(paths)
  expect(collector.problems).toEqual([])
})

test('it goes through a tunnel where the collector wants TLS, and directly to this machine and hosts in NO_PROXY', async () => {
  await using collector = await startCollector()
  await using proxy = await startProxy({ status: 403 })
  const env = { HTTPS_PROXY: proxy.url, NO_PROXY: '.invalid' }
  const sent = await sentThrough(env, {
    'https://collector.test': SHORT_MS,
    'http://collector.invalid': SHORT_MS,
    [collector.url]: LONG_MS,
  })
  expect(sent).toEqual([false, false, true])
  expect(new Set(proxy.asked)).toEqual(new Set(['collector.test:443 user:pa ss']))
})
