import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Message, ModelReply } from '../../src/model/types.ts'
import { UserError } from '../../src/platform/errors.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { openTranscript } from '../../src/record/transcript.ts'
import { modelReplies, readTranscript } from '../../src/record/transcript-line.ts'

const SECRET = 'sEcReT-0123456789-abcdef'
const filter = createSecretFilter([SECRET])
const usage = { input: 1, cached: 0, output: 1, thoughts: 0, tool: 0, total: 2 }
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transcript-'))
})
afterEach(() => rm(folder, { recursive: true }))

const user = (text: string): Message => ({ role: 'user', parts: [{ kind: 'text', text }] })
const request = (messages: Message[], more: { agent?: string; system?: string; tools?: unknown[] } = {}): RunEvent => ({
  type: 'model_request',
  turn: 1,
  model: 'm',
  system: 'be good',
  tools: [{ name: 'read_file' }],
  messages,
  ...more,
})
const reply: ModelReply = {
  parts: [
    { kind: 'thought', text: 'hm' },
    { kind: 'text', text: 'well', signature: 'c2ln' },
    { kind: 'call', call: { id: '1', name: 'read_file', args: { file_path: 'a' } } },
    { kind: 'data', mimeType: 'image/png', data: 'AAAA' },
    { kind: 'opaque', value: { odd: [1] } },
  ],
  stop: 'finished',
  usage,
  model: 'm-1',
}

const everything: RunEvent[] = [
  { type: 'run_started', session: 's', version: '1', event: 'push', model: 'm', task: { number: 1 } },
  { type: 'steering', files: [{ path: 'GEMINI.md', sha: 'a', ref: 'b', bytes: 3 }], ignored: ['GEMINI.md'] },
  {
    type: 'run_snapshot',
    mode: 'default',
    model: 'm',
    inputs: { max_turns: 3 },
    settings: { tools: { core: ['glob'] } },
    policies: [{ tier: 'user', file: 'p.toml', text: '# none' }],
    memory: 'remember',
    tools: [
      {
        name: 'a',
        aliases: ['b'],
        server: 's',
        annotations: { readOnlyHint: true },
        declaration: { name: 'a', description: 'does', parameters: { type: 'object' } },
      },
    ],
  },
  { type: 'notice', level: 'warning', text: 'careful' },
  request([user('hello')]),
  { type: 'model_reply', turn: 1, reply, ms: 5 },
  { type: 'model_failed', turn: 1, text: 'busy', model: 'm', status: 503, waitMs: 10, next: 'n', agent: 'scout' },
  { type: 'call_state', id: '1', name: 'read_file', state: 'executing' },
  { type: 'tool_confirmation_request', correlationId: 'c', id: '1', name: 'x', args: { a: [1] } },
  { type: 'tool_confirmation_request', correlationId: 'c', id: '2', name: 'x', args: {}, details: { urls: ['u'] } },
  { type: 'tool_confirmation_response', correlationId: 'c', confirmed: false, reason: 'nobody there' },
  { type: 'tool_policy_rejection', correlationId: 'c', id: '1', name: 'x', message: 'no' },
  {
    type: 'hook_finished',
    event: 'BeforeTool',
    hook: 'lint',
    ok: false,
    ms: 3,
    decision: 'block',
    failure: 'time-out',
  },
  {
    type: 'call_finished',
    call: {
      id: '1',
      name: 'replace',
      args: {},
      state: 'error',
      verdict: 'deny',
      rule: { file: 'p.toml', line: 1, tier: 'default', priority: 1, verdict: 'deny' },
      message: 'not here',
      remedy: '[[rule]]',
      reason: 'policy_violation',
      ms: 1,
      bytes: 2,
      display: 'text',
      diff: { path: 'a', diff: 'b', added: 1, removed: 0 },
      agent: 'scout',
      parentCallId: '0',
    },
    reply: { error: 'no' },
  },
  { type: 'program_answered', point: 'beforeTool', key: 'glob {}', answer: { say: 'block', reason: 'no' } },
  { type: 'intent', intent: { kind: 'comment' } },
  { type: 'receipt', receipt: { state: 'posted' } },
  { type: 'run_ended', outcome: 'ok', ending: 'stopped', reason: 'turns', text: 'so far', usage, turns: 1, ms: 9 },
]

function record(events: RunEvent[]) {
  const path = join(folder, 'deep', 'run.jsonl')
  let clock = 1000
  const transcript = openTranscript(path, filter, () => (clock += 1))
  for (const event of events) transcript.emit(event)
  return { path, transcript }
}

test('every kind of event survives a round trip, numbered and dated', async () => {
  const { path, transcript } = record(everything)
  const read = readTranscript(await readFile(path, 'utf8'))
  expect(read.map(({ event }) => event)).toEqual(everything)
  expect(transcript.events()).toEqual(everything)
  expect(read.map(({ seq }) => seq)).toEqual(everything.map((_, index) => index + 1))
  expect(read[0]?.timeMs).toBe(1001)
  expect(modelReplies(transcript.events())).toEqual([reply])
})

test('emitted events are on disk at once', async () => {
  const { path } = record(everything.slice(0, 1))
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(2)
})

const unwritable: [name: string, file: string, text: unknown][] = [
  ['what is no JSON', '', 1n],
  // A file that takes nothing; not every system has it.
  ...(existsSync('/dev/full') ? [['a full disk', '/dev/full', 'x'] as [string, string, unknown]] : []),
]
for (const [name, file, text] of unwritable)
  test(`${name} ends the file, not the run`, () => {
    const seen: RunEvent[] = []
    const path = file || join(folder, 'run.jsonl')
    const transcript = openTranscript(
      path,
      { deep: (value) => value },
      () => 0,
      (event) => void seen.push(event),
    )
    const first = { type: 'notice', level: 'info', text } as RunEvent
    const second: RunEvent = { type: 'notice', level: 'info', text: 'later' }
    transcript.emit(first)
    transcript.emit(second)
    transcript.close()
    expect(transcript.events()).toMatchObject([
      first,
      { type: 'notice', level: 'warning', text: expect.stringMatching(/^The transcript ends early: /) },
      second,
    ])
    expect(seen).toEqual([first, second])
  })

test('secrets reach neither file, memory nor listener', async () => {
  const seen: unknown[] = []
  const path = join(folder, 'run.jsonl')
  const transcript = openTranscript(
    path,
    filter,
    () => 0,
    (event, at) => seen.push([event, at]),
  )
  const encoded = Buffer.from(SECRET).toString('base64')
  transcript.emit({ type: 'notice', level: 'info', text: `env says ${SECRET}` })
  transcript.emit(request([user(encoded)], { system: SECRET, tools: [{ name: SECRET }] }))
  transcript.emit({
    type: 'call_finished',
    call: { id: '1', name: 'x', args: { [SECRET]: SECRET }, state: 'success', ms: 1, bytes: 1 },
    reply: { output: encoded },
  })
  for (const text of [await readFile(path, 'utf8'), JSON.stringify(transcript.events()), JSON.stringify(seen)]) {
    expect(text).toContain('[redacted]')
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(encoded)
  }
})

/** Characters of the two hashes of a line with their names. */
const HASHES = 2 * 64 + 20

test('fifty turns make a file as long as the conversation, and whole requests come back', async () => {
  const messages: Message[] = []
  const events: RunEvent[] = []
  for (let turn = 0; turn < 50; turn += 1) {
    messages.push(user(`turn ${turn} ${'x'.repeat(1000)}`))
    events.push(
      request([...messages], {
        system: 'long '.repeat(1000),
        tools: [{ name: 'tool', description: 'd'.repeat(5000) }],
      }),
    )
  }
  const { path } = record(events)
  const text = await readFile(path, 'utf8')
  expect(text.length).toBeLessThan(50 * 1000 + 10_000 + 50 * (250 + HASHES))
  expect(readTranscript(text).map(({ event }) => event)).toEqual(events)
})

test('rebuilt messages, rewritten history, sub-agents and new tools survive a round trip', async () => {
  const events = [
    request([user('a'), user('b')]),
    request([user('a'), user('b'), user('c')]),
    request([user('other')], { agent: 'scout' }),
    request([user('a'), user('summary')]),
    request([user('other'), user('more')], { agent: 'scout' }),
    request([user('a')], { system: 'be better', tools: [] }),
    request([], { system: 'be better', tools: [] }),
  ]
  const { path } = record(events)
  const text = await readFile(path, 'utf8')
  expect(readTranscript(text).map(({ event }) => event)).toEqual(events)
  expect(JSON.parse(text.split('\n')[1] ?? '').messages).toEqual([user('c')])
})

test('the live array of a conversation may grow after it was emitted', async () => {
  const live = [user('a')]
  const path = join(folder, 'run.jsonl')
  const transcript = openTranscript(path, filter, () => 0)
  transcript.emit(request(live))
  live.push(user('b'))
  transcript.emit(request(live))
  const events = [request([user('a')]), request([user('a'), user('b')])]
  expect(transcript.events()).toEqual(events)
  expect(readTranscript(await readFile(path, 'utf8')).map(({ event }) => event)).toEqual(events)
})

test('a line cut off by a crash is left out', async () => {
  const { path } = record(everything.slice(0, 3))
  const text = await readFile(path, 'utf8')
  expect(readTranscript(text.slice(0, -5))).toHaveLength(2)
})

const good = '{"timeMs":1,"seq":1,"type":"notice","level":"info","text":"x"}\n'
const broken: [name: string, text: string, message: RegExp][] = [
  ['not JSON', `${good}{oops\n`, /line 2 is not JSON/],
  ['unknown event', `${good}{"timeMs":1,"seq":2,"type":"party"}\n`, /line 2 is not a known event$/],
  ['wrong field', '{"timeMs":1,"seq":1,"type":"notice","level":"loud","text":"x"}\n', /line 1 .*: level: /],
  [
    'missing base',
    '{"timeMs":1,"seq":5,"type":"model_request","turn":1,"model":"m","base":3,"keep":1,"messages":[]}\n',
    /line 1: the request it continues \(seq 3\)/,
  ],
]
for (const [name, text, message] of broken)
  test(`a broken transcript names the line: ${name}`, () => {
    expect(() => readTranscript(text)).toThrow(UserError)
    expect(() => readTranscript(text)).toThrow(message)
  })

test('after close nothing is written, and closing twice is fine', async () => {
  const { path, transcript } = record(everything.slice(0, 1))
  transcript.close()
  transcript.close()
  transcript.emit({ type: 'notice', level: 'info', text: 'late' })
  expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(1)
  expect(transcript.events()).toHaveLength(2)
})
