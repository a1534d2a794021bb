import { expect, test } from 'vitest'
import { runConversation } from '../../../src/agent/loop.ts'
import type { SubdirectoryMemory } from '../../../src/agent/memory-files.ts'
import { runCalls } from '../../../src/agent/scheduler.ts'
import { Stopped, turnLimit } from '../../../src/agent/stop-conditions.ts'
import type { Generate, Message, ModelReply, ModelRequest, ToolCall } from '../../../src/model/types.ts'
import type { CallRecord, RunEvent } from '../../../src/record/events.ts'
import { createToolHarness } from '../../tools/tool-harness.ts'
import { notingQuickly, says, type Workshop, workshop } from '../hooks-bench.ts'
import { benchTools, callReply, testContext, textReply, toolCall } from '../test-context.ts'

const never = new AbortController().signal
const PROMPT = [{ kind: 'text', text: 'go' }] as const
const records = (events: RunEvent[]): CallRecord[] =>
  events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
const kinds = (events: RunEvent[]) => events.map(({ type }) => type)

/** Runs the calls of one turn with hooks. `trace` lists what the tools did. */
async function turn(
  entries: Parameters<typeof workshop>[0],
  calls: ToolCall[],
  toml?: string,
): Promise<
  Workshop & { trace: string[]; replies: string[]; calls: CallRecord[]; runEvents: RunEvent[]; error: unknown }
> {
  const shop = await workshop(entries)
  const trace: string[] = []
  const { context, events } = testContext({ tools: benchTools(trace), overrides: { hooks: shop.hooks }, toml })
  const ended = await runCalls(calls, context, never).then(
    (replies) => ({ replies, error: undefined }),
    (error: unknown) => ({ replies: [], error }),
  )
  const replies = ended.replies.map(({ response }) => String(response.output ?? response.error))
  return { ...shop, trace, replies, calls: records(events), runEvents: events, error: ended.error }
}

const edits = (input: object, given: object = {}) => says({ ...given, hookSpecificOutput: { tool_input: input } })
const ONLY_A = `
[[rule]]
toolName = "*"
argsPattern = '"at":"a"'
decision = "allow"
priority = 2
[[rule]]
toolName = "*"
argsPattern = '"at":"asked"'
decision = "ask_user"
priority = 2
`

test('rules judge the edited call: an edit can make it forbidden', async () => {
  const { trace, calls, replies } = await turn(
    { BeforeTool: [edits({ at: 'b' })] },
    [toolCall('look', { at: 'a' })],
    ONLY_A,
  )
  expect(trace).toEqual([])
  expect(calls).toMatchObject([{ verdict: 'deny', args: { at: 'b' }, reason: 'policy_violation' }])
  expect(replies[0]).toMatch(/denied by policy\. No rule allows it/)
})

test('an edit can make it allowed; the tool runs with it, and record and model show it', async () => {
  const { trace, calls, replies } = await turn(
    { BeforeTool: [edits({ at: 'a' })] },
    [toolCall('look', { at: 'b' })],
    ONLY_A,
  )
  expect(trace).toEqual(['look a starts', 'look a ends'])
  expect(calls).toMatchObject([{ verdict: 'allow', args: { at: 'a' }, state: 'success' }])
  expect(replies).toEqual(['look a\n\n[System] Tool input parameters (at) were modified by a hook before execution.'])
})

test('an edit that does not fit the tool is an error of the call', async () => {
  const { trace, replies, calls } = await turn({ BeforeTool: [edits({ at: 7 })] }, [toolCall('look', { at: 'a' })])
  expect(trace).toEqual([])
  expect(replies[0]).toMatch(/^Tool parameter modification by hook failed validation: params\/at must be string/)
  expect(calls).toMatchObject([{ reason: 'invalid_tool_params' }])
})

test('hooks do not see invalid arguments', async () => {
  const shop = await turn({ BeforeTool: [notingQuickly()] }, [toolCall('look', {})])
  expect(shop.calls).toMatchObject([{ reason: 'invalid_tool_params' }])
  expect(shop.events).toEqual([])
})

test('hooks see arguments by their declared names and tools by theirs', async () => {
  const [tool] = benchTools()
  if (tool === undefined) expect.fail('no tool')
  const renamed = {
    ...tool,
    aliases: ['peek'],
    parse: (args: Record<string, unknown>) => tool.parse({ at: args.where }),
  }
  const shop = await workshop({ BeforeTool: [notingQuickly()] })
  await runCalls(
    [toolCall('peek', { where: 'x' })],
    testContext({ tools: [renamed], overrides: { hooks: shop.hooks } }).context,
    never,
  )
  expect(shop.told()).toMatchObject([{ tool_name: 'look', tool_input: { at: 'x' } }])
})

const verdicts: [what: string, hook: string, at: string, verdict: string, reply: RegExp][] = [
  ['a yes does not lift a deny', says({ decision: 'allow' }), 'b', 'deny', /denied by policy\. No rule/],
  ['H3: nor does an ask', says({ decision: 'ask' }), 'b', 'deny', /denied by policy\. No rule/],
  [
    'a yes does not answer an ask',
    says({ decision: 'allow' }),
    'asked',
    'deny',
    /A person would have to confirm it.*Rule: test\.toml:7/,
  ],
  [
    'an ask is a deny where nobody is',
    says({ decision: 'ask', reason: 'Sure?' }),
    'a',
    'deny',
    /^Tool execution blocked: .* Sure\? A person would have to confirm it/,
  ],
  [
    'a no is a no',
    says({ decision: 'deny', reason: 'Hands off.' }),
    'a',
    'deny',
    /^Tool execution blocked: Hands off\. Do not repeat/,
  ],
  [
    'a reason without a full stop',
    says({ decision: 'deny', reason: 'no way' }),
    'a',
    'deny',
    /^Tool execution blocked: no way\. Do not repeat/,
  ],
  [
    'a no about what rules deny too: the rule is named',
    says({ decision: 'deny' }),
    'b',
    'deny',
    /denied by policy\. No rule/,
  ],
  [
    'a no about what rules ask',
    says({ decision: 'deny', reason: 'No.' }),
    'asked',
    'deny',
    /^Tool execution blocked: No\. Do not/,
  ],
  ['nothing said', 'true', 'a', 'allow', /^look a$/],
]
for (const [what, hook, at, verdict, reply] of verdicts)
  test.concurrent(`verdicts: ${what}`, async () => {
    const { trace, calls, replies } = await turn({ BeforeTool: [hook] }, [toolCall('look', { at })], ONLY_A)
    expect(replies[0]).toMatch(reply)
    expect(calls).toMatchObject([{ verdict, state: verdict === 'allow' ? 'success' : 'error' }])
    expect(trace).toHaveLength(verdict === 'allow' ? 2 : 0)
  })

test('a call that a hook blocks is a denied call, with no rule to change', async () => {
  const { calls, runEvents: kit } = await turn({ BeforeTool: [says('Hands off.', 2)] }, [toolCall('look', { at: 'a' })])
  expect(calls).toMatchObject([
    {
      reason: 'execution_failed',
      verdict: 'deny',
      message: 'Hands off.',
      remedy: expect.stringContaining('a hook from the settings does not'),
    },
  ])
  expect(calls[0]?.rule).toBeUndefined()
  expect(kinds(kit)).toContain('tool_policy_rejection')
})

test('a hidden tool with invalid arguments is refused without hooks', async () => {
  const deny = '[[rule]]\ntoolName = "look"\ndecision = "deny"\npriority = 1'
  const shop = await turn({ BeforeTool: [notingQuickly()] }, [toolCall('look', {})], deny)
  expect(shop.calls).toMatchObject([{ verdict: 'deny' }])
  expect(shop.events).toEqual([])
})

type Ask = [what: string, tool: string, args: Record<string, unknown>, type: string, details: Record<string, unknown>]
const edit = (fileName: string, filePath = fileName) => ({ fileName, filePath })
const asks: Ask[] = [
  ['one program', 'run_shell_command', { command: 'npm test' }, 'exec', { rootCommand: 'npm', rootCommands: ['npm'] }],
  [
    'all programs of a line',
    'run_shell_command',
    { command: 'cd src && /usr/bin/git log | head; git status' },
    'exec',
    { rootCommand: 'cd, git, head', rootCommands: ['cd', 'git', 'head'] },
  ],
  ['a line that is no shell', 'run_shell_command', { command: '"x' }, 'exec', { rootCommand: '"x', rootCommands: [] }],
  [
    'a new file',
    'write_file',
    { file_path: 'a/new.md', content: 'hello\n' },
    'edit',
    {
      ...edit('new.md', 'a/new.md'),
      isNewFile: true,
      originalContent: null,
      newContent: 'hello\n',
      fileDiff: '--- /dev/null\n+++ b/a/new.md\n@@ -0,0 +1,1 @@\n+hello\n',
      isModifying: false,
    },
  ],
  [
    'a file that is overwritten, with its line endings',
    'write_file',
    { file_path: 'old.md', content: 'one\nthree\n' },
    'edit',
    {
      isNewFile: false,
      originalContent: 'one\r\ntwo\r\n',
      newContent: 'one\r\nthree\r\n',
      fileDiff: expect.stringContaining('-two\r\n+three\r\n'),
    },
  ],
  [
    'an edit',
    'replace',
    { file_path: 'old.md', old_string: 'two', new_string: '' },
    'edit',
    { isNewFile: false, originalContent: 'one\r\ntwo\r\n', newContent: 'one\r\n\r\n' },
  ],
  [
    'an edit that creates a file',
    'edit',
    { file_path: 'new.md', old_string: '', new_string: 'x' },
    'edit',
    { isNewFile: true, newContent: 'x' },
  ],
  [
    'an edit that would fail',
    'replace',
    { file_path: 'old.md', old_string: 'four', new_string: '' },
    'edit',
    { ...edit('old.md'), type: 'edit', title: 'replace' },
  ],
  [
    'no content of a file that git ignores',
    'write_file',
    { file_path: '.env', content: 'x' },
    'edit',
    { ...edit('.env'), type: 'edit', title: 'write_file' },
  ],
  [
    'no content outside of the workspace',
    'write_file',
    { file_path: '../x', content: 'x' },
    'edit',
    { ...edit('x', '../x'), type: 'edit', title: 'write_file' },
  ],
  [
    'a fact for the memory',
    'save_memory',
    { fact: 'Tabs.' },
    'edit',
    { ...edit('GEMINI.md'), isNewFile: true, newContent: '## Gemini Added Memories\n- Tabs.\n' },
  ],
  [
    'web pages',
    'web_fetch',
    { prompt: 'Compare https://a.example/x and http://b.example/y.' },
    'info',
    {
      prompt: 'Compare https://a.example/x and http://b.example/y.',
      urls: ['https://a.example/x', 'http://b.example/y'],
    },
  ],
  ['a search', 'google_web_search', { query: 'tabs' }, 'info', { prompt: '{"query":"tabs"}' }],
  [
    'a tool of a server, under a name of its own',
    'files__r_1a2b',
    { at: 'x' },
    'mcp',
    { serverName: 'files', toolName: 'r.t', toolDisplayName: 'files__r_1a2b' },
  ],
]
test('ask notifies hooks with the data of an interactive front end, and records them', async () => {
  using harness = await createToolHarness(
    { 'old.md': 'one\r\ntwo\r\n', '.gitignore': '.env\n', '.env': 'PIN=1234\n' },
    {
      repository: true,
      contextFiles: ['GEMINI.md'],
      fetch: { web: () => Promise.reject(new Error('no web')), leaks: () => false },
      search: { groundedGenerate: () => Promise.reject(new Error('no web')), leaks: () => false },
    },
  )
  const remote = benchTools().map((tool) => ({ ...tool, name: 'files__r_1a2b', server: 'files', shortName: 'r.t' }))
  const shop = await workshop({ Notification: [notingQuickly()] })
  const toml = '[[rule]]\ntoolName = "*"\ndecision = "ask_user"\npriority = 1\n'
  const tools = [...harness.toolbox.all(), ...remote.slice(0, 1)]
  const { context, events } = testContext({ toml, tools, overrides: { hooks: shop.hooks } })
  for (const [, tool, args] of asks) await runCalls([toolCall(tool, args)], context, never)
  const recorded = events.flatMap((event) => (event.type === 'tool_confirmation_request' ? [event.details] : []))
  const told = shop.told().map(({ details }) => details)
  expect(told).toEqual(JSON.parse(JSON.stringify(recorded)))
  for (const [index, [what, , , type, details]] of asks.entries()) {
    expect(told[index], what).toMatchObject({ type, ...details })
    if (what.startsWith('no content') || what.endsWith('fail')) expect(told[index], what).toEqual(details)
  }
  expect(shop.told()[0]).toMatchObject({ notification_type: 'ToolPermission', message: expect.any(String) })
})

test('a denied call sends no notification', async () => {
  const shop = await turn({ Notification: [notingQuickly()] }, [toolCall('look', { at: 'b' })], ONLY_A)
  expect(shop.events).toEqual([])
})

const STOP = says({ continue: false, stopReason: 'enough' })

test('a stop before a call ends the run after the turn; waiting calls are cancelled and recorded', async () => {
  const calls = [toolCall('look', { at: 'a' }), toolCall('change', { at: 'b' }), toolCall('change', { at: 'c' })]
  const only = { matcher: 'change', hooks: [{ type: 'command', command: STOP }] }
  const shop = await turn({ BeforeTool: [only] }, calls)
  expect(shop.error).toEqual(new Stopped('hook'))
  expect(shop.trace).toEqual(['look a starts', 'look a ends'])
  expect(shop.calls).toMatchObject([
    { state: 'success' },
    { state: 'error', reason: 'stop_execution', display: 'Agent execution stopped by hook: enough' },
    { state: 'cancelled' },
  ])
  expect(shop.warnings()).toEqual(['Agent execution stopped: enough'])
})

test('a stop after a call ends the run, too', async () => {
  const shop = await turn({ AfterTool: [STOP] }, [toolCall('change', { at: 'a' }), toolCall('change', { at: 'b' })])
  expect(shop.error).toEqual(new Stopped('hook'))
  expect(shop.trace).toEqual(['change a starts', 'change a ends'])
  expect(shop.calls).toMatchObject([{ reason: 'stop_execution' }, { state: 'cancelled' }])
})

test('a result may be withheld or added to', async () => {
  const withheld = await turn({ AfterTool: [says('Not for you.', 2)] }, [toolCall('look', { at: 'a' })])
  expect(withheld.replies).toEqual(['Tool result blocked: Not for you.'])
  expect(withheld.calls).toMatchObject([{ verdict: 'allow', state: 'error', reason: 'execution_failed' }])
  const added = says({ hookSpecificOutput: { additionalContext: 'Mind the gap.' } })
  const more = await turn({ AfterTool: [added] }, [toolCall('look', { at: 'a' })])
  expect(more.replies).toEqual(['look a\n\n<hook_context>Mind the gap.</hook_context>'])
})

test('AfterTool fires for failed calls, not for calls that did not run', async () => {
  const calls = [
    toolCall('nothing', {}),
    toolCall('look', {}),
    toolCall('look', { at: 'b' }),
    toolCall('break', { at: 'a' }),
  ]
  const shop = await turn({ AfterTool: [notingQuickly()] }, calls, ONLY_A)
  expect(shop.told()).toMatchObject([{ tool_name: 'break', tool_response: { error: { type: 'file_not_found' } } }])
})

const instead = (name: string, args: object) => says({ hookSpecificOutput: { tailToolCallRequest: { name, args } } })
const after = (matcher: string, command: string) => ({ matcher, hooks: [{ type: 'command', command }] })

test('a tail call is judged and recorded like any call, and answers the first', async () => {
  const first = toolCall('look', { at: 'a' })
  const shop = await turn(
    { AfterTool: [after('look', instead('change', { at: 'b' }))], BeforeTool: [notingQuickly()] },
    [first],
  )
  expect(shop.trace).toEqual(['look a starts', 'look a ends', 'change b starts', 'change b ends'])
  expect(shop.replies).toEqual(['change b'])
  expect(shop.calls).toMatchObject([
    { id: first.id, name: 'look', state: 'success' },
    { id: first.id, name: 'change', args: { at: 'b' }, verdict: 'allow' },
  ])
  expect(shop.told()).toMatchObject([{ tool_name: 'look' }, { tool_name: 'change', original_request_name: 'look' }])
  expect(shop.told()[0]).not.toHaveProperty('original_request_name')
})

test('a tail call has no extra permissions', async () => {
  const denied = await turn(
    { AfterTool: [after('look', instead('change', { at: 'b' }))] },
    [toolCall('look', { at: 'a' })],
    ONLY_A,
  )
  expect(denied.trace).toEqual(['look a starts', 'look a ends'])
  expect(denied.replies[0]).toMatch(/denied by policy/)
  const unknown = await turn({ AfterTool: [after('look', instead('nothing', {}))] }, [toolCall('look', { at: 'a' })])
  expect(unknown.replies[0]).toMatch(/"nothing" not found/)
})

test('a chain of tail calls ends', async () => {
  const shop = await turn({ AfterTool: [instead('look', { at: 'again' })] }, [toolCall('look', { at: 'a' })])
  expect(shop.replies).toEqual(['look again'])
  expect(shop.calls).toHaveLength(6)
})

test('a tail call with side effects waits for the other reads', async () => {
  const { trace } = await turn(
    { AfterTool: [after('look', `grep -q '"at":"a"' && ${instead('change', { at: 'c' })}`)] },
    [toolCall('look', { at: 'a' }), toolCall('look', { at: 'b', ms: 700 })],
  )
  expect(trace.slice(-3)).toEqual(['look b ends', 'change c starts', 'change c ends'])
})

/** A conversation with hooks; `requests` are the model requests. */
async function talk(entries: Parameters<typeof workshop>[0], replies: ModelReply[], given: object = {}) {
  const shop = await workshop(entries)
  const requests: ModelRequest[] = []
  const asked: Generate = async ({ watch: _, ...request }) => {
    requests.push(structuredClone({ ...request, messages: [...request.messages] }))
    return replies.shift() ?? textReply('nothing left to say')
  }
  const { context, events } = testContext({ overrides: { hooks: shop.hooks, generate: asked, ...given } })
  const ending = await runConversation([...PROMPT], context, never)
  return { ...shop, ending, requests, runEvents: events }
}
const texts = (messages: readonly Message[] = []) =>
  messages.map((message) =>
    message.role === 'tool' ? 'tool' : message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
  )

test('hooks see the task once, then the calls, then the answer', async () => {
  const entries = Object.fromEntries(
    ['BeforeAgent', 'AfterAgent', 'BeforeModel', 'AfterModel', 'BeforeToolSelection', 'BeforeTool', 'AfterTool'].map(
      (event) => [event, [notingQuickly()]],
    ),
  )
  const { told, ending } = await talk(entries, [callReply(toolCall('look', { at: 'a' })), textReply('fine')])
  expect(ending).toEqual({ end: 'answered', text: 'fine' })
  expect(told().map((each) => each.hook_event_name)).toEqual([
    ...['BeforeAgent', 'BeforeModel', 'BeforeToolSelection', 'AfterModel', 'BeforeTool', 'AfterTool'],
    ...['BeforeModel', 'BeforeToolSelection', 'AfterModel', 'AfterAgent'],
  ])
  expect(told().at(-1)).toMatchObject({ prompt: 'go', prompt_response: 'fine', stop_hook_active: false })
})

test('52: no answer, no AfterAgent', async () => {
  const shop = await talk({ AfterAgent: [notingQuickly()] }, [callReply(toolCall('look', { at: 'a' }))], {
    stopConditions: [turnLimit(1)],
  })
  expect(shop.ending).toMatchObject({ end: 'stopped', reason: 'turns' })
  expect(shop.events).toEqual([])
})

for (const [what, command] of [
  ['blocked', says('Not today.', 2)],
  ['stopped', says({ continue: false, stopReason: 'Not today.' })],
] as const)
  test(`a task that is ${what} is refused before any model request`, async () => {
    const { ending, requests, warnings } = await talk({ BeforeAgent: [command] }, [])
    expect(ending).toEqual({ end: 'skipped', outcome: 'refused', text: 'A hook refused the task: Not today.' })
    expect(requests).toEqual([])
    expect(warnings()).toEqual([`Agent execution ${what}: Not today.`])
  })

test('context of a hook follows the task', async () => {
  const context = says({ hookSpecificOutput: { additionalContext: 'Be brief.' } })
  const { requests } = await talk({ BeforeAgent: [context] }, [textReply('fine')])
  expect(texts(requests[0]?.messages)).toEqual([['go', '<hook_context>Be brief.</hook_context>']])
})

const again = (given: object = {}) =>
  `case "$(cat)" in *'"stop_hook_active":false'*) ${says({ decision: 'block', reason: 'Once more.', ...given }).replace('; exit 0', '')};; esac`

test('an answer may be rejected once, with a new message; hooks see the task again', async () => {
  const { ending, requests, events, warnings } = await talk({ AfterAgent: [again()], BeforeAgent: ['true'] }, [
    textReply('first'),
    textReply('second'),
  ])
  expect(ending).toEqual({ end: 'answered', text: 'second' })
  expect(texts(requests[1]?.messages)).toEqual([['go'], ['first'], ['Once more.']])
  expect(events.filter((event) => event.type === 'hook_finished').map((event) => event.event)).toEqual([
    ...['BeforeAgent', 'AfterAgent', 'BeforeAgent', 'AfterAgent'],
  ])
  expect(warnings()).toEqual(['Agent execution blocked: Once more.'])
})

test('the answer after a rejection is new, although the first one was cut', async () => {
  const { ending } = await talk({ AfterAgent: [again()] }, [
    textReply('The first half, ', { stop: 'length' }),
    textReply('the second.'),
    textReply('All of it.'),
  ])
  expect(ending).toEqual({ end: 'answered', text: 'All of it.' })
})

test('52: AfterAgent fires once, with the answer, after the last call', async () => {
  const { told } = await talk({ AfterAgent: [notingQuickly()] }, [
    callReply(toolCall('look', { at: 'a' })),
    textReply('fine'),
  ])
  expect(told()).toMatchObject([{ prompt: 'go', prompt_response: 'fine', stop_hook_active: false }])
})

test('a rejection may clear the history', async () => {
  const { requests } = await talk({ AfterAgent: [again({ hookSpecificOutput: { clearContext: true } })] }, [
    textReply('first'),
    textReply('second'),
  ])
  expect(texts(requests[1]?.messages)).toEqual([['Once more.']])
})

test('after a clear, memory of subfolders is added again', async () => {
  let told = 0
  const memoryOf: SubdirectoryMemory = async () => undefined
  memoryOf.reset = () => {
    told += 1
  }
  const clearing = again({ hookSpecificOutput: { clearContext: true } })
  await talk({ AfterAgent: [clearing] }, [textReply('first'), textReply('second')], {
    subdirectoryMemory: memoryOf,
  })
  expect(told).toBe(1)
})

test('a rejection counts toward the limits of the run', async () => {
  const { ending, requests } = await talk({ AfterAgent: [says('Never good.', 2)] }, [], {
    stopConditions: [turnLimit(3)],
  })
  expect(ending).toMatchObject({ end: 'stopped', reason: 'turns', text: 'nothing left to say' })
  expect(requests).toHaveLength(3)
})

test('a stop after the answer leaves the answer', async () => {
  const { ending, warnings } = await talk({ AfterAgent: [STOP] }, [textReply('fine')])
  expect(ending).toEqual({ end: 'answered', text: 'fine' })
  expect(warnings()).toEqual(['Agent execution stopped: enough'])
})

test('the edited request is sent and recorded', async () => {
  const edit = says({
    hookSpecificOutput: { llm_request: { model: 'other', messages: [{ role: 'user', content: 'hi' }] } },
  })
  const { requests, runEvents: kit } = await talk({ BeforeModel: [edit] }, [textReply('fine')])
  expect(requests).toMatchObject([{ model: 'other', messages: [{ parts: [{ text: 'hi' }] }] }])
  expect(kit.find(({ type }) => type === 'model_request')).toMatchObject(JSON.parse(JSON.stringify(requests[0])))
})

test('the next request does not start from an edited one', async () => {
  const edit = says({ hookSpecificOutput: { llm_request: { messages: [{ role: 'user', content: 'hi' }] } } })
  const first = textReply('', {
    parts: [{ kind: 'text', text: 'so far' }, ...callReply(toolCall('look', { at: 'a' })).parts],
  })
  const onlyAlone = `grep -q '"messages":\\[{[^{]*}\\]' && ${edit}`
  const { requests } = await talk({ BeforeModel: [onlyAlone] }, [first, textReply('fine')])
  expect(texts(requests[0]?.messages)).toEqual([['hi']])
  expect(texts(requests[1]?.messages)).toEqual([['go'], ['so far'], 'tool'])
})

test('a hook can answer instead of the model', async () => {
  const answer = says({ decision: 'block', hookSpecificOutput: { llm_response: { text: 'known' } } })
  const { ending, requests, runEvents: kit } = await talk({ BeforeModel: [answer] }, [])
  expect(ending).toEqual({ end: 'answered', text: 'known' })
  expect(requests).toEqual([])
  expect(kinds(kit)).toEqual([])
})

test('K4: a blocked answer is dropped and ends the run', async () => {
  const { ending, runEvents: kit } = await talk({ AfterModel: [says('Not that.', 2)] }, [textReply('secret')])
  expect(ending).toEqual({ end: 'stopped', reason: 'hook', text: '' })
  expect(kinds(kit)).toEqual(['model_request', 'model_reply'])
})

test('K4: an edited answer and its calls replace the original', async () => {
  const edit = says({ hookSpecificOutput: { llm_response: { text: 'mild' } } })
  const reply = textReply('', {
    parts: [{ kind: 'text', text: 'rude' }, ...callReply(toolCall('look', { at: 'a' })).parts],
  })
  const { requests, ending } = await talk({ AfterModel: [edit] }, [reply, textReply('rude again')])
  expect(texts(requests[1]?.messages)).toEqual([['go'], ['mild'], 'tool'])
  expect(ending).toEqual({ end: 'answered', text: 'mild' })
})

test('a stop in a turn ends the conversation with its current state', async () => {
  const reply = textReply('', {
    parts: [{ kind: 'text', text: 'so far' }, ...callReply(toolCall('look', { at: 'a' })).parts],
  })
  const { ending, requests } = await talk({ BeforeTool: [STOP] }, [reply])
  expect(ending).toEqual({ end: 'stopped', reason: 'hook', text: 'so far' })
  expect(requests).toHaveLength(1)
})

test('a sub-agent fires request and call hooks, but no task hooks', async () => {
  const { told } = await talk(
    {
      BeforeAgent: [notingQuickly()],
      AfterAgent: [notingQuickly()],
      BeforeModel: [notingQuickly()],
      BeforeTool: [notingQuickly()],
    },
    [callReply(toolCall('look', { at: 'a' })), textReply('fine')],
    { agent: 'helper' },
  )
  expect(told().map((each) => each.hook_event_name)).toEqual(['BeforeModel', 'BeforeTool', 'BeforeModel'])
})
