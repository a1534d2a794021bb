import { expect, test } from 'vitest'
import type { Hooks } from '../../../src/agent/hooks/hook-types.ts'
import { startHookSession } from '../../../src/agent/hooks/hooks.ts'
import { Stopped } from '../../../src/agent/stop-conditions.ts'
import { type MessagePart, type ModelReply, type ModelRequest, NO_USAGE } from '../../../src/model/types.ts'
import { done, failed, type Tool, type ToolResult } from '../../../src/tools/tool.ts'
import { COMMON, noting, notingQuickly, says, workshop } from '../hooks-bench.ts'
import { benchTools } from '../test-context.ts'

const never = new AbortController().signal
const text = (words: string): MessagePart => ({ kind: 'text', text: words })
const QUESTION: ModelRequest = {
  model: 'm',
  system: 's',
  messages: [{ role: 'user', parts: [text('hello')] }],
  tools: ['look', 'change'].map((name) => ({ name, description: name, parameters: {} })),
}
const ANSWER: ModelReply = { parts: [text('fine')], stop: 'finished', reason: 'STOP', usage: NO_USAGE, model: 'm' }
const [LOOK] = benchTools() as [Tool, ...Tool[]] // it makes four
const REMOTE: Tool = { ...LOOK, name: 'files__read', aliases: [], server: 'files' }
const MCP = { mcpServers: { files: { command: 'serve', args: ['x'], env: { TOKEN: 't' }, headers: { A: 'b' } } } }

const asText = { model: 'm', messages: [{ role: 'user', content: 'hello' }], config: {} }
const answerText = {
  text: 'fine',
  candidates: [{ content: { role: 'model', parts: ['fine'] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 },
}

type Fires = (hooks: Hooks) => Promise<unknown>
const fields: [event: string, fires: Fires, told: object][] = [
  ['SessionStart', (hooks) => hooks.sessionStart('resume', never), { source: 'resume' }],
  ['SessionEnd', (hooks) => hooks.sessionEnd('exit', 60_000), { reason: 'exit' }],
  ['BeforeAgent', (hooks) => hooks.beforeAgent([text('a'), text('b')], never), { prompt: 'a\n\nb' }],
  [
    'AfterAgent',
    (hooks) => hooks.afterAgent({ prompt: [text('a'), text('b')], answer: '', isFollowUp: true }, never),
    { prompt: 'a\n\nb', prompt_response: '[no response text]', stop_hook_active: true },
  ],
  ['BeforeModel', (hooks) => hooks.beforeModel(QUESTION, never), { llm_request: asText }],
  [
    'BeforeModel',
    (hooks) => hooks.beforeModel({ ...QUESTION, model: 'auto' }, never),
    { llm_request: { ...asText, model: 'gemini-3.1-pro-preview' } },
  ],
  ['BeforeToolSelection', (hooks) => hooks.beforeModel(QUESTION, never), { llm_request: asText }],
  [
    'AfterModel',
    (hooks) => hooks.afterModel(QUESTION, ANSWER, never),
    { llm_request: asText, llm_response: answerText },
  ],
  [
    'BeforeTool',
    (hooks) => hooks.beforeTool({ tool: LOOK, args: { at: 'x' } }, never),
    { tool_name: 'look', tool_input: { at: 'x' } },
  ],
  [
    'BeforeTool',
    (hooks) => hooks.beforeTool({ tool: REMOTE, args: {}, original: 'look' }, never),
    {
      tool_name: 'files__read',
      tool_input: {},
      original_request_name: 'look',
      mcp_context: { server_name: 'files', tool_name: 'read', command: 'serve', args: ['x'] },
    },
  ],
  [
    'AfterTool',
    (hooks) => hooks.afterTool({ tool: LOOK, args: { at: 'x' } }, done('seen', 'shown'), never),
    {
      tool_name: 'look',
      tool_input: { at: 'x' },
      tool_response: { llmContent: 'seen', returnDisplay: 'shown' },
    },
  ],
  [
    'AfterTool',
    (hooks) => hooks.afterTool({ tool: LOOK, args: {} }, failed('file_not_found', 'gone'), never),
    {
      tool_name: 'look',
      tool_input: {},
      tool_response: { llmContent: 'gone', returnDisplay: 'gone', error: { message: 'gone', type: 'file_not_found' } },
    },
  ],
  ['PreCompress', (hooks) => hooks.preCompress('auto', never), { trigger: 'auto' }],
  [
    'Notification',
    (hooks) => hooks.notification({ message: 'Tool look requires execution', details: { type: 'exec' } }, never),
    { notification_type: 'ToolPermission', message: 'Tool look requires execution', details: { type: 'exec' } },
  ],
]
for (const [event, fires, told] of fields)
  test.concurrent(`${event} tells its hook ${Object.keys(told).join(', ')}`, async () => {
    const shop = await workshop({ [event]: [noting()] }, { settings: MCP })
    await fires(shop.hooks)
    expect(shop.told()).toEqual([{ ...COMMON, hook_event_name: event, ...told }])
    expect(shop.events).toMatchObject([{ type: 'hook_finished', event, ok: true }])
  })

const stop = says({ continue: false, stopReason: 'enough', reason: 'not this' })
const block = says({ decision: 'deny', reason: 'not this' })
const context = says({ hookSpecificOutput: { additionalContext: '<a>&b' } })
const MARKED = '<hook_context>&lt;a&gt;&b</hook_context>'

const effects: [what: string, event: string, command: string, fires: Fires, result: unknown][] = [
  ['47: context', 'SessionStart', context, (hooks) => hooks.sessionStart('startup', never), MARKED],
  ['nothing to stop', 'SessionStart', stop, (hooks) => hooks.sessionStart('startup', never), ''],
  [
    'context',
    'BeforeAgent',
    context,
    (hooks) => hooks.beforeAgent([text('a')], never),
    { action: 'continue', prompt: [text('a'), text(MARKED)] },
  ],
  ['stop', 'BeforeAgent', stop, (hooks) => hooks.beforeAgent([], never), { action: 'stop', reason: 'enough' }],
  ['block', 'BeforeAgent', block, (hooks) => hooks.beforeAgent([], never), { action: 'block', reason: 'not this' }],
  [
    'block and forget',
    'AfterAgent',
    says({ decision: 'block', reason: 'again', hookSpecificOutput: { clearContext: true } }),
    (hooks) => hooks.afterAgent({ prompt: [], answer: 'a', isFollowUp: false }, never),
    { action: 'block', reason: 'again', clearHistory: true },
  ],
  [
    'go on',
    'AfterAgent',
    says(''),
    (hooks) => hooks.afterAgent({ prompt: [], answer: 'a', isFollowUp: false }, never),
    { action: 'continue', clearHistory: false },
  ],
  [
    'an edited question',
    'BeforeModel',
    says({ hookSpecificOutput: { llm_request: { model: 'n', messages: [{ role: 'user', content: 'hi' }] } } }),
    (hooks) => hooks.beforeModel(QUESTION, never),
    { request: { ...QUESTION, model: 'n', messages: [{ role: 'user', parts: [text('hi')] }] } },
  ],
  [
    'an answer instead of the model',
    'BeforeModel',
    says({ decision: 'block', hookSpecificOutput: { llm_response: { text: 'cached' } } }),
    (hooks) => hooks.beforeModel(QUESTION, never),
    { reply: { parts: [text('cached')], stop: 'finished', usage: NO_USAGE, model: 'm' } },
  ],
  [
    'K5: also without blocking',
    'BeforeModel',
    says({ hookSpecificOutput: { llm_response: { text: 'cached' } } }),
    (hooks) => hooks.beforeModel(QUESTION, never),
    { reply: { parts: [text('cached')], stop: 'finished', usage: NO_USAGE, model: 'm' } },
  ],
  [
    'a choice of tools',
    'BeforeToolSelection',
    says({ hookSpecificOutput: { toolConfig: { mode: 'ANY', allowedFunctionNames: ['look'] } } }),
    (hooks) => hooks.beforeModel(QUESTION, never),
    { request: { ...QUESTION, choice: { mode: 'any', names: ['look'] } } },
  ],
  ['no say', 'BeforeToolSelection', stop, (hooks) => hooks.beforeModel(QUESTION, never), { request: QUESTION }],
  [
    'an edited answer',
    'AfterModel',
    says({ hookSpecificOutput: { llm_response: { candidates: [{ content: { parts: ['mild'] } }] } } }),
    (hooks) => hooks.afterModel(QUESTION, ANSWER, never),
    { ...ANSWER, parts: [text('mild')] },
  ],
  [
    'stop',
    'BeforeTool',
    stop,
    (hooks) => hooks.beforeTool({ tool: LOOK, args: {} }, never),
    { action: 'stop', reason: 'enough' },
  ],
  [
    'block',
    'BeforeTool',
    block,
    (hooks) => hooks.beforeTool({ tool: LOOK, args: {} }, never),
    { action: 'block', reason: 'not this' },
  ],
  [
    'a stop is more than a block',
    'BeforeTool',
    says({ continue: false, stopReason: 'enough', decision: 'block', reason: 'not this' }),
    (hooks) => hooks.beforeTool({ tool: LOOK, args: {} }, never),
    { action: 'stop', reason: 'enough' },
  ],
  [
    'K2: edits are merged',
    'BeforeTool',
    says({ hookSpecificOutput: { tool_input: { b: 2 } } }),
    (hooks) => hooks.beforeTool({ tool: LOOK, args: { a: 1 } }, never),
    { action: 'continue', reason: '', args: { a: 1, b: 2 } },
  ],
  [
    'ask',
    'BeforeTool',
    says({ decision: 'ask', reason: 'Sure?', hookSpecificOutput: { tool_input: { b: 2 } } }),
    (hooks) => hooks.beforeTool({ tool: LOOK, args: { a: 1 } }, never),
    { action: 'ask', reason: 'A hook requires confirmation by a person. Sure?', args: { a: 1, b: 2 } },
  ],
  ...(
    [
      ['stop', stop, failed('stop_execution', 'Agent execution stopped by hook: enough')],
      ['block', block, failed('execution_failed', 'Tool result blocked: not this')],
      ['context', context, done(`seen\n\n${MARKED}`)],
    ] satisfies [string, string, ToolResult][]
  ).map(([what, command, result]): [string, string, string, Fires, unknown] => [
    what,
    'AfterTool',
    command,
    (hooks) => hooks.afterTool({ tool: LOOK, args: {} }, done('seen'), never),
    { result },
  ]),
  [
    'context for parts',
    'AfterTool',
    context,
    (hooks) => hooks.afterTool({ tool: LOOK, args: {} }, done([text('seen')]), never),
    { result: done([text('seen'), text(MARKED)]) },
  ],
  [
    'context for a failure',
    'AfterTool',
    context,
    (hooks) => hooks.afterTool({ tool: LOOK, args: {} }, failed('file_not_found', 'gone'), never),
    { result: failed('file_not_found', `gone\n\n${MARKED}`) },
  ],
  [
    'a call in its place',
    'AfterTool',
    says({ hookSpecificOutput: { tailToolCallRequest: { name: 'change', args: { at: 'y' } } } }),
    (hooks) => hooks.afterTool({ tool: LOOK, args: {} }, done('seen'), never),
    { result: done('seen'), next: { name: 'change', args: { at: 'y' } } },
  ],
  ['nothing to say', 'PreCompress', block, (hooks) => hooks.preCompress('manual', never), undefined],
  ['nothing to say', 'SessionEnd', block, (hooks) => hooks.sessionEnd('exit', 60_000), undefined],
]
for (const [what, event, command, fires, result] of effects)
  test.concurrent(`${event}, ${what}`, async () =>
    expect(await fires((await workshop({ [event]: [command] })).hooks)).toEqual(result))

for (const [event, fires] of [
  ['BeforeModel', (hooks: Hooks) => hooks.beforeModel(QUESTION, never)],
  ['AfterModel', (hooks: Hooks) => hooks.afterModel(QUESTION, ANSWER, never)],
] as const)
  for (const [what, command, told] of [
    ['stop', stop, 'Agent execution stopped: enough'],
    ['block', block, 'Agent execution blocked: not this'],
  ] as const)
    test(`${event}, ${what}: the run ends, and the log says why`, async () => {
      const shop = await workshop({ [event]: [command] })
      const ending = fires(shop.hooks)
      await expect(ending).rejects.toEqual(new Stopped('hook'))
      expect(shop.warnings()).toEqual([told])
    })

const SLOW = { command: 'sleep 5', timeout: 100 }
const CRASH = 'echo "Cannot find module" >&2; exit 1'
const failing: [what: string, event: string, hook: string | object, fires: Fires, result: unknown][] = [
  [
    'before a call a hook that gives no answer says no',
    'BeforeTool',
    SLOW,
    (hooks) => hooks.beforeTool({ tool: LOOK, args: {} }, never),
    { action: 'block', reason: 'The hook "sleep 5" (BeforeTool) gave no answer. Hook timed out after 100ms' },
  ],
  [
    'also one that is not there',
    'BeforeTool',
    'no-such-hook',
    (hooks) => hooks.beforeTool({ tool: LOOK, args: {} }, never),
    { action: 'block', reason: expect.stringContaining('command not found') },
  ],
  [
    'but exit code 1 only warns',
    'BeforeTool',
    CRASH,
    (hooks) => hooks.beforeTool({ tool: LOOK, args: {} }, never),
    { action: 'continue', reason: '' },
  ],
  [
    'unless it is to mean a no',
    'BeforeTool',
    { command: CRASH, onFailure: 'deny' },
    (hooks) => hooks.beforeTool({ tool: LOOK, args: {} }, never),
    { action: 'block', reason: expect.stringContaining('Cannot find module') },
  ],
  [
    'and no answer may mean a yes',
    'BeforeTool',
    { ...SLOW, onFailure: 'allow' },
    (hooks) => hooks.beforeTool({ tool: LOOK, args: {} }, never),
    { action: 'continue', reason: '' },
  ],
  [
    'before the task no answer is a no',
    'BeforeAgent',
    SLOW,
    (hooks) => hooks.beforeAgent([], never),
    { action: 'block', reason: expect.stringContaining('timed out') },
  ],
  [
    'after a call it is a warning',
    'AfterTool',
    SLOW,
    (hooks) => hooks.afterTool({ tool: LOOK, args: {} }, done('seen'), never),
    { result: done('seen') },
  ],
  [
    'after a call it may be a no',
    'AfterTool',
    { ...SLOW, onFailure: 'deny' },
    (hooks) => hooks.afterTool({ tool: LOOK, args: {} }, done('seen'), never),
    {
      result: failed(
        'execution_failed',
        'Tool result blocked: The hook "sleep 5" (AfterTool) gave no answer. Hook timed out after 100ms',
      ),
    },
  ],
  [
    'after the task it is a warning',
    'AfterAgent',
    SLOW,
    (hooks) => hooks.afterAgent({ prompt: [], answer: 'a', isFollowUp: false }, never),
    { action: 'continue', clearHistory: false },
  ],
  ['about an answer it is a warning', 'AfterModel', SLOW, (hooks) => hooks.afterModel(QUESTION, ANSWER, never), ANSWER],
  [
    'about a choice it is a warning',
    'BeforeToolSelection',
    SLOW,
    (hooks) => hooks.beforeModel(QUESTION, never),
    { request: QUESTION },
  ],
  ['about a start it is a warning', 'SessionStart', SLOW, (hooks) => hooks.sessionStart('startup', never), ''],
]
for (const [what, event, hook, fires, result] of failing)
  test.concurrent(`hook failure: ${what}`, async () => {
    const shop = await workshop({ [event]: [hook] })
    expect(await fires(shop.hooks)).toEqual(result)
    expect(shop.warnings()).toContainEqual(expect.stringMatching(/^The hook ".*" \(\w+\) failed\. /))
    expect(shop.events.find(({ type }) => type === 'hook_finished')).toMatchObject({ failure: expect.any(String) })
  })

test('no answer before a model request is a denial', async () => {
  const shop = await workshop({ BeforeModel: [SLOW] })
  await expect(shop.hooks.beforeModel(QUESTION, never)).rejects.toEqual(new Stopped('hook'))
})

test('57: the same failure is reported once', async () => {
  const shop = await workshop({ AfterModel: ['exit 1'] })
  for (let n = 0; n < 3; n++) await shop.hooks.afterModel(QUESTION, ANSWER, never)
  expect(shop.warnings()).toHaveLength(1)
  expect(shop.events.filter(({ type }) => type === 'hook_finished')).toHaveLength(3)
})

test('K7: an intended denial is not a failure', async () => {
  const shop = await workshop({ BeforeTool: ['echo no >&2; exit 2'] })
  expect(await shop.hooks.beforeTool({ tool: LOOK, args: {} }, never)).toEqual({ action: 'block', reason: 'no' })
  expect(shop.warnings()).toEqual([])
})

test('K11: a hook message is in the log, unless the hook suppresses it', async () => {
  const shop = await workshop({
    BeforeTool: [
      says({ systemMessage: 'for the log' }),
      says({ systemMessage: 'not for the log', suppressOutput: true }),
    ],
  })
  await shop.hooks.beforeTool({ tool: LOOK, args: {} }, never)
  const notices = shop.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
  expect(notices).toEqual([expect.stringContaining('for the log')])
})

const inARow: [row: string, event: string, first: string, fires: Fires, second: object][] = [
  [
    '41: arguments are passed on',
    'BeforeTool',
    says({ hookSpecificOutput: { tool_input: { b: 2 } } }),
    (hooks) => hooks.beforeTool({ tool: LOOK, args: { a: 1 } }, never),
    { tool_input: { a: 1, b: 2 } },
  ],
  [
    '42: not those of a hook that failed',
    'BeforeTool',
    says({ hookSpecificOutput: { tool_input: { b: 2 } } }, 2),
    (hooks) => hooks.beforeTool({ tool: LOOK, args: { a: 1 } }, never),
    { tool_input: { a: 1 } },
  ],
  [
    '43: a no does not end the row',
    'BeforeTool',
    block,
    (hooks) => hooks.beforeTool({ tool: LOOK, args: { a: 1 } }, never),
    { tool_input: { a: 1 } },
  ],
  [
    '44: context is added to the prompt',
    'BeforeAgent',
    says({ hookSpecificOutput: { additionalContext: 'CTX' } }),
    (hooks) => hooks.beforeAgent([text('P')], never),
    { prompt: 'P\n\nCTX' },
  ],
  [
    'an edited question is passed on',
    'BeforeModel',
    says({ hookSpecificOutput: { llm_request: { model: 'n' } } }),
    (hooks) => hooks.beforeModel(QUESTION, never),
    { llm_request: { ...asText, model: 'n' } },
  ],
]
for (const [row, event, first, fires, second] of inARow)
  test.concurrent(`sequential: ${row}`, async () => {
    const shop = await workshop({
      [event]: [{ sequential: true, hooks: [{ type: 'command', command: first }] }, notingQuickly()],
    })
    await fires(shop.hooks)
    expect(shop.told()).toMatchObject([second])
  })

test('parallel hooks get the same input, and the results keep the order of the settings', async () => {
  const edit = (input: object, wait: number) => `sleep ${wait}; ${says({ hookSpecificOutput: { tool_input: input } })}`
  const shop = await workshop({
    BeforeTool: [edit({ b: 'first', c: 1 }, 0.3), edit({ b: 'second' }, 0), notingQuickly()],
  })
  expect(await shop.hooks.beforeTool({ tool: LOOK, args: { a: 1 } }, never)).toMatchObject({
    args: { a: 1, b: 'second', c: 1 },
  })
  expect(shop.told()).toMatchObject([{ tool_input: { a: 1 } }])
})

test.each(['^files__read$', '^mcp_files_read$', 'mcp_.*', 'read'])(
  'a tool of a server is meant by %s',
  async (matcher) => {
    const shop = await workshop({ BeforeTool: [{ matcher, hooks: [{ type: 'command', command: block }] }] })
    expect(await shop.hooks.beforeTool({ tool: REMOTE, args: {} }, never)).toMatchObject({ action: 'block' })
  },
)

test('hook input and output contain no secrets', async () => {
  const redact = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[redacted]'))
  const shop = await workshop(
    { AfterTool: [noting({ hookSpecificOutput: { additionalContext: 'hunter2 again' } })] },
    { options: { redact } },
  )
  const after = await shop.hooks.afterTool({ tool: LOOK, args: {} }, done('hunter2'), never)
  expect(shop.told()).toMatchObject([{ tool_response: { llmContent: '[redacted]' } }])
  expect(after.result).toEqual(done('hunter2\n\n<hook_context>[redacted] again</hook_context>'))
})

test('C09: on untrusted code, hooks that would run it are rejected, and a rejected BeforeTool hook denies', async () => {
  const shop = await workshop(
    { BeforeTool: ['npm run lint'], AfterTool: ['./format.sh', context], SessionStart: ['npm start'] },
    { options: { repositoryCode: false } },
  )
  expect(shop.warnings()).toEqual([
    expect.stringMatching(/^The hook "npm run lint" \(BeforeTool\) is rejected\. .* npm may run .* run_pr_code\.$/),
    expect.stringContaining('./format.sh'),
    expect.stringContaining('npm start'),
  ])
  expect(await shop.hooks.beforeTool({ tool: LOOK, args: {} }, never)).toMatchObject({
    action: 'block',
    reason: expect.stringContaining('npm run lint'),
  })
  expect(await shop.hooks.afterTool({ tool: LOOK, args: {} }, done('seen'), never)).toEqual({
    result: done(`seen\n\n${MARKED}`),
  })
  expect(await shop.hooks.sessionStart('startup', never)).toBe('')
})

test('C09: on untrusted code, no program name resolves into the checkout', async () => {
  const shop = await workshop(
    { SessionStart: ['jq -n env.PATH 2>/dev/null || printenv PATH'] },
    { options: { repositoryCode: false, cwd: '/tmp', env: { PATH: `/tmp/bin:bin:/usr/bin:/bin:/tmpx` } } },
  )
  await shop.hooks.sessionStart('startup', never)
  const [said] = shop.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
  expect(said).toContain('/usr/bin:/bin:/tmpx')
  expect(said).not.toContain('/tmp/bin')
  expect(said).not.toContain(':bin:')
})

test('a session fires SessionStart and SessionEnd', async () => {
  const shop = await workshop({ SessionStart: [notingQuickly()], SessionEnd: [notingQuickly()] })
  {
    await using session = await startHookSession(shop.hooks, never)
    expect(session.context).toBe('')
    expect(shop.told()).toMatchObject([{ hook_event_name: 'SessionStart', source: 'startup' }])
  }
  expect(shop.told()).toMatchObject([{}, { hook_event_name: 'SessionEnd', reason: 'exit' }])
})

test('a session without hooks does nothing', async () => {
  await using session = await startHookSession(undefined, never)
  expect(session.context).toBe('')
})

test('an abort ends hooks at once, denies calls, and is not a hook failure', async () => {
  const shop = await workshop({ BeforeTool: ['sleep 20'] })
  const stopping = new AbortController()
  const saying = shop.hooks.beforeTool({ tool: LOOK, args: {} }, stopping.signal)
  stopping.abort(new Stopped('cancelled'))
  expect(await saying).toMatchObject({ action: 'block' })
  expect(shop.warnings()).toEqual([])
})
