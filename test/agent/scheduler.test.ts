import { expect, test } from 'vitest'
import * as z from 'zod'
import { runCalls } from '../../src/agent/scheduler.ts'
import { Stopped } from '../../src/agent/stop-conditions.ts'
import type { MessagePart, ToolCall } from '../../src/model/types.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { defineTool, done, failed, type Tool, type ToolResult } from '../../src/tools/tool.ts'
import { benchTools, testContext, toolCall } from './test-context.ts'

const never = new AbortController().signal
const finished = (events: RunEvent[]) => events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
const statesOf = (events: RunEvent[], id: string) =>
  events.flatMap((event) => (event.type === 'call_state' && event.id === id ? [event.state] : []))

const order: [name: string, calls: ToolCall[], trace: string[]][] = [
  [
    'neighbouring reads run together',
    [toolCall('look', { at: 'a', ms: 30 }), toolCall('look', { at: 'b' })],
    ['look a starts', 'look b starts', 'look b ends', 'look a ends'],
  ],
  [
    'a change runs alone, between the reads around it',
    [toolCall('look', { at: 'a', ms: 20 }), toolCall('change', { at: 'b', ms: 10 }), toolCall('look', { at: 'c' })],
    ['look a starts', 'look a ends', 'change b starts', 'change b ends', 'look c starts', 'look c ends'],
  ],
  [
    'wait_for_previous makes a read wait',
    [toolCall('look', { at: 'a', ms: 20 }), toolCall('look', { at: 'b', wait_for_previous: true })],
    ['look a starts', 'look a ends', 'look b starts', 'look b ends'],
  ],
  [
    'a read that waits is no company for the next one either',
    [toolCall('look', { at: 'a', ms: 20, wait_for_previous: true }), toolCall('look', { at: 'b' })],
    ['look a starts', 'look a ends', 'look b starts', 'look b ends'],
  ],
  [
    'two reads, a change, two reads: three waves',
    [
      toolCall('look', { at: 'a', ms: 20 }),
      toolCall('look', { at: 'b' }),
      toolCall('change', { at: 'c' }),
      toolCall('look', { at: 'd', ms: 20 }),
      toolCall('look', { at: 'e' }),
    ],
    ['a starts', 'b starts', 'b ends', 'a ends', 'c starts', 'c ends', 'd starts', 'e starts', 'e ends', 'd ends'].map(
      (line) => `${line.startsWith('c') ? 'change' : 'look'} ${line}`,
    ),
  ],
  [
    'wait_for_previous = false does not let changes overlap',
    [
      toolCall('change', { at: 'a', ms: 20, wait_for_previous: false }),
      toolCall('change', { at: 'b', wait_for_previous: false }),
    ],
    ['change a starts', 'change a ends', 'change b starts', 'change b ends'],
  ],
  [
    'a failure does not stop the next call',
    [toolCall('throw', { at: 'a' }), toolCall('break', { at: 'b' }), toolCall('change', { at: 'c' })],
    ['throw a starts', 'throw a ends', 'break b starts', 'break b ends', 'change c starts', 'change c ends'],
  ],
]
for (const [name, calls, expected] of order)
  test(`order: ${name}`, async () => {
    const trace: string[] = []
    const { context } = testContext({ tools: benchTools(trace) })
    const replies = await runCalls(calls, context, never)
    expect(trace).toEqual(expected)
    expect(replies.map(({ id }) => id)).toEqual(calls.map(({ id }) => id))
  })

const DENY_CHANGE = `
[[rule]]
toolName = "look"
decision = "allow"
priority = 1
[[rule]]
toolName = "change"
decision = "deny"
priority = 2
denyMessage = "Hands off."
[[rule]]
toolName = ["break", "throw"]
decision = "ask_user"
priority = 3
`
const answers: [
  name: string,
  toml: string | undefined,
  call: ToolCall,
  state: string,
  reason: string | undefined,
  reply: RegExp,
][] = [
  ['success', undefined, toolCall('look', { at: 'x' }), 'success', undefined, /^look x$/],
  ['unknown tool', undefined, toolCall('lok', { at: 'x' }), 'error', 'tool_not_registered', /"lok" not found.*"look"/],
  [
    'bad arguments',
    undefined,
    toolCall('look', {}),
    'error',
    'invalid_tool_params',
    /must have required property 'at'/,
  ],
  ['failed', undefined, toolCall('break', { at: 'x' }), 'error', 'file_not_found', /There is no x/],
  ['thrown', undefined, toolCall('throw', { at: 'x' }), 'error', 'unhandled_exception', /off by one/],
  ['denied', DENY_CHANGE, toolCall('change', { at: 'x' }), 'error', 'policy_violation', /Hands off\..*test\.toml:6/],
  [
    'denied with a message without a full stop',
    DENY_CHANGE.replace('Hands off.', 'No way'),
    toolCall('change', { at: 'x' }),
    'error',
    'policy_violation',
    /policy\. No way\. Rule: .*\. Do not repeat/,
  ],
  ['denied whatever the arguments', DENY_CHANGE, toolCall('change', {}), 'error', 'policy_violation', /test\.toml:6/],
  [
    'asking is denying',
    DENY_CHANGE,
    toolCall('break', { at: 'x' }),
    'error',
    'policy_violation',
    /this run is not interactive.*test\.toml:11/,
  ],
  [
    'no rule',
    '[[rule]]\ntoolName = "look"\ndecision = "allow"\npriority = 1',
    toolCall('change', { at: 'x' }),
    'error',
    'policy_violation',
    /No rule allows it/,
  ],
]
for (const [name, toml, call, state, reason, reply] of answers)
  test(`answer: ${name}`, async () => {
    const { context, events } = testContext(toml === undefined ? {} : { toml })
    const [answer] = await runCalls([call], context, never)
    expect(String(answer?.response.error ?? answer?.response.output)).toMatch(reply)
    const [record] = finished(events)
    expect(record).toMatchObject({ id: call.id, state })
    expect(record?.reason).toBe(reason)
    expect(statesOf(events, call.id).at(-1)).toBe(state)
  })

test('the record and the answer of a call have these fields and no others', async () => {
  const { context, events } = testContext({})
  const answers = await runCalls([toolCall('look', { at: 'x' })], context, never)
  const fields = [...finished(events), ...answers, ...answers.map(({ response }) => response)].map((each) =>
    Object.entries(each).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  )
  expect(fields.map((names) => names.toSorted())).toEqual([
    ['args', 'bytes', 'id', 'ms', 'name', 'rule', 'state', 'verdict'],
    ['id', 'name', 'response'],
    ['output'],
  ])
})

test('reads run together eight at a time', async () => {
  let [running, most, started] = [0, 0, 0]
  const eight = Promise.withResolvers<void>()
  const tool = defineTool({
    name: 'look',
    description: 'looks',
    annotations: { readOnlyHint: true },
    input: z.object({}),
    async run() {
      started += 1
      running += 1
      most = Math.max(most, running)
      if (started === 8) setImmediate(() => eight.resolve()) // a ninth beside them would have begun by then
      await eight.promise
      running -= 1
      return done('')
    },
  })
  const calls = Array.from({ length: 10 }, () => toolCall('look'))
  await runCalls(calls, testContext({ tools: [tool] }).context, never)
  expect([most, started]).toEqual([8, 10])
})

test('a record has the name of today, what was shown, how large the answer was, and who called', async () => {
  const [LOOK] = benchTools()
  if (LOOK === undefined) expect.fail('no tool')
  const results: Record<string, ToolResult> = {
    words: done('four', 'Shown.'),
    diff: done('four', { path: 'a', diff: '+b', added: 1, removed: 0 }),
    nothing: done([{ kind: 'data', mimeType: 'image/png', data: 'AAAAAAAA' }]),
  }
  const tool: Tool = { ...LOOK, aliases: ['peek'], run: async ({ at }) => results[String(at)] ?? done('') }
  const { context, events } = testContext({ tools: [tool], overrides: { agent: 'scout' } })
  await runCalls(
    Object.keys(results).map((at) => toolCall('peek', { at })),
    context,
    never,
  )
  const bytesOf = (output: string) => Buffer.byteLength(JSON.stringify({ output }))
  const named = { name: 'look', agent: 'scout' }
  expect(finished(events)).toMatchObject([
    { ...named, display: 'Shown.', bytes: bytesOf('four') },
    { ...named, diff: { path: 'a', added: 1 }, bytes: bytesOf('four') },
    { ...named, bytes: bytesOf('Binary content of type image/png was processed.') + 6 },
  ])
  expect(finished(events).map((call) => 'display' in call)).toEqual([true, false, false])
})

test('the states of an allowed, a denied and an asked-about call', async () => {
  const { context, events } = testContext({ toml: DENY_CHANGE })
  const [allowed, denied, asked] = [
    toolCall('look', { at: 'x' }),
    toolCall('change', { at: 'x' }),
    toolCall('break', { at: 'x' }),
  ]
  await runCalls([allowed, denied, asked], context, never)
  expect(statesOf(events, allowed.id)).toEqual(['validating', 'scheduled', 'executing', 'success'])
  expect(statesOf(events, denied.id)).toEqual(['validating', 'error'])
  expect(statesOf(events, asked.id)).toEqual(['validating', 'awaiting_approval', 'error'])
  const kinds = events.filter((event) => 'correlationId' in event && event.correlationId === `main:${asked.id}`)
  expect(kinds.map((event) => event.type)).toEqual([
    'tool_confirmation_request',
    'tool_confirmation_response',
    'tool_policy_rejection',
  ])
})

test('an abort cancels what runs and what waits', async () => {
  const stop = new AbortController()
  const trace: string[] = []
  const { context, events } = testContext({ tools: benchTools(trace) })
  const running = runCalls(
    [toolCall('change', { at: 'a', ms: 10_000 }), toolCall('change', { at: 'b' })],
    context,
    stop.signal,
  )
  await expect.poll(() => trace).toEqual(['change a starts'])
  stop.abort(new Stopped('cancelled'))
  const replies = await running
  expect(finished(events).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect(trace).toEqual(['change a starts', 'change a ends'])
  expect(replies.map(({ response }) => response.error)).toEqual([
    '[Operation Cancelled] The run was stopped.\nhalf done',
    '[Operation Cancelled] The run was stopped.',
  ])
})

test('a gate that throws does not allow the call or stop the next one', async () => {
  const trace: string[] = []
  const { context, events } = testContext({
    tools: benchTools(trace),
    overrides: {
      runCheckers: async ({ args }) => (args.at === 'b' ? undefined : Promise.reject(new TypeError('ours'))),
    },
  })
  const replies = await runCalls([toolCall('look', { at: 'a' }), toolCall('look', { at: 'b' })], context, never)
  expect(replies.map(({ response }) => response)).toEqual([
    { error: 'The call could not be checked: ours' },
    { output: 'look b' },
  ])
  expect(finished(events)).toMatchObject([{ state: 'error', reason: 'unhandled_exception' }, { state: 'success' }])
  expect(trace).toEqual(['look b starts', 'look b ends'])
})

const ends: [name: string, given: { throws?: string; aborts: boolean }, state: string][] = [
  ['ends well though the run was stopped', { aborts: true }, 'success'],
  ['throws because the run was stopped', { throws: 'AbortError', aborts: true }, 'cancelled'],
  ['throws an abort of its own', { throws: 'AbortError', aborts: false }, 'error'],
]
for (const [name, { throws, aborts }, state] of ends)
  test(`a tool that ${name}: ${state}, reported once`, async () => {
    const stop = new AbortController()
    const tool = defineTool({
      name: 'end',
      description: 'ends',
      input: z.object({}),
      async run() {
        if (aborts) stop.abort(new Stopped('cancelled'))
        if (throws !== undefined) throw new DOMException('This operation was aborted', throws)
        return done('all of it')
      },
    })
    const { context, events } = testContext({ tools: [tool] })
    const [answer] = await runCalls([toolCall('end')], context, stop.signal)
    expect(finished(events).map((call) => call.state)).toEqual([state])
    expect(String(answer?.response.output ?? answer?.response.error)).toMatch(
      { success: /^all of it$/, cancelled: /^\[Operation Cancelled\]/, error: /^end failed: This operation/ }[state] ??
        /$^/,
    )
  })

test('what a tool returns is redacted before the model or the log sees it', async () => {
  const { context, events } = testContext({
    overrides: { redact: (value) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[redacted]')) },
  })
  const [answer] = await runCalls([toolCall('look', { at: 'hunter2' })], context, never)
  expect(answer?.response).toEqual({ output: 'look [redacted]' })
  expect(JSON.stringify(events)).not.toContain('hunter2')
})

const LONG = 'x'.repeat(100)
const long = (name: string, content: string | MessagePart[], server?: string) => ({
  ...defineTool({ name, description: 'gives much', input: z.object({}), run: async () => done(content) }),
  server,
})
const text = (words: string): MessagePart => ({ kind: 'text', text: words })

const lengths: [name: string, tool: Tool, longest: number, cut: boolean][] = [
  ['a text over the limit', long('tell', LONG), 10, true],
  ["a server's one text over the limit", long('srv__tell', [text(LONG)], 'srv'), 10, true],
  ['two texts over the limit', long('srv__tell', [text(LONG), text(LONG)], 'srv'), 10, false],
  ['a text of just the limit', long('tell', LONG), 100, false],
  ['no limit', long('tell', LONG), 0, false],
  ['a tool that shows its material in pages', long('read_file', LONG), 10, false],
]
for (const [name, tool, longest, cut] of lengths)
  test(`length: ${name}`, async () => {
    const saved: string[] = []
    const save = async (as: string, words: string) => `/out/${saved.push(`${as}: ${words}`)}`
    const { context, events } = testContext({
      tools: [tool],
      overrides: { outputLimit: { maxCharacters: longest, saveOutput: save } },
    })
    const call = toolCall(tool.name)
    const [reply] = await runCalls([call], context, never)
    const output = String(reply?.response.output)
    expect(saved).toEqual(cut ? [`${tool.name}_${call.id}: ${LONG}`] : [])
    expect(output.includes('For full output see: /out/1')).toBe(cut)
    expect(events.some(({ type }) => type === 'output_truncated')).toBe(cut)
    if (cut) expect(output).toMatch(/first 2 and last 8 characters[\s\S]*\n\.\.\. \[90 characters omitted\] \.\.\.\n/)
  })

test('length: what a tool shortened itself is recorded, and stays as it is', async () => {
  const shortened = { length: 90, keptLength: 20, file: '/out/1' }
  const tool = defineTool({
    name: 'run_shell_command',
    description: 'prints much',
    input: z.object({}),
    run: async () => ({ ...done(LONG), shortened }),
  })
  const { context, events } = testContext({
    tools: [tool],
    overrides: { outputLimit: { maxCharacters: 10, saveOutput: async () => '/out/2' } },
  })
  expect(await runCalls([toolCall(tool.name)], context, never)).toMatchObject([{ response: { output: LONG } }])
  const recorded = events.filter(({ type }) => type === 'output_truncated')
  expect(recorded).toMatchObject([{ name: 'run_shell_command', ...shortened }])
})

test('length: a result that cannot be stored is not cut', async () => {
  const save = () => Promise.reject(new Error('disk full'))
  const { context } = testContext({
    tools: [long('tell', LONG)],
    overrides: { outputLimit: { maxCharacters: 10, saveOutput: save } },
  })
  expect(await runCalls([toolCall('tell')], context, never)).toMatchObject([{ response: { output: LONG } }])
})

test('length: the stored result contains no secrets', async () => {
  const saved: string[] = []
  const save = async (_: string, words: string) => `${saved.push(words)}`
  const redact = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '***'))
  const { context } = testContext({
    tools: [long('tell', `hunter2${LONG}`)],
    overrides: { outputLimit: { maxCharacters: 10, saveOutput: save }, redact },
  })
  await runCalls([toolCall('tell')], context, never)
  expect(saved).toEqual([`***${LONG}`])
})

const image: MessagePart = { kind: 'data', mimeType: 'image/png', data: 'AAAA' }
const contents: [name: string, content: string | MessagePart[], reply: object][] = [
  ['an empty text', '', { response: { output: '' } }],
  ['nothing at all', [], { response: { output: 'The tool returned an empty result.' } }],
  ['two texts', [text('part1'), text('part2')], { response: { output: 'part1\npart2' } }],
  ['an image', [image], { response: { output: 'Binary content of type image/png was processed.' }, parts: [image] }],
  ['a text and an image', [text('seen'), image], { response: { output: 'seen' }, parts: [image] }],
]
for (const [name, content, reply] of contents)
  test(`what the model gets of ${name}`, async () => {
    const { context } = testContext({ tools: [long('tell', content)] })
    const call = toolCall('tell')
    expect(await runCalls([call], context, never)).toEqual([{ id: call.id, name: 'tell', ...reply }])
  })

test('the model never gets half a character', async () => {
  const half = defineTool({
    name: 'half',
    description: 'gives halves',
    input: z.object({ way: z.string() }),
    run: async ({ way }) =>
      way === 'parts'
        ? done([{ kind: 'text', text: 'a\ud83d' }])
        : way === 'fails'
          ? failed('mcp_tool_error', '\ude00b')
          : done('\ud83d\ude00\ud83d'),
  })
  const { context } = testContext({ tools: [half] })
  const calls = ['text', 'parts', 'fails'].map((way) => toolCall('half', { way }))
  const replies = await runCalls(calls, context, never)
  expect(replies.map(({ response }) => response)).toEqual([
    { output: '\ud83d\ude00\ufffd' },
    { output: 'a\ufffd' },
    { error: '\ufffdb' },
  ])
})
