import { expect, test } from 'vitest'
import { converse } from '../../src/agent/loop.ts'
import { runCalls } from '../../src/agent/scheduler.ts'
import { afterTurns, Stopped } from '../../src/agent/stops.ts'
import type { MemoryOf } from '../../src/agent/touched.ts'
import type { Ask, Message, ModelReply, ModelRequest, ToolCall } from '../../src/model/types.ts'
import type { CallRecord, RunEvent } from '../../src/record/events.ts'
import { notingQuickly, says, type Workshop, workshop } from './hooks-bench.ts'
import { ask, benchTools, kitFor, say, wish } from './kit.ts'

const never = new AbortController().signal
const PROMPT = [{ kind: 'text', text: 'go' }] as const
const records = (events: RunEvent[]): CallRecord[] =>
  events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
const kinds = (events: RunEvent[]) => events.map(({ type }) => type)

/** Runs calls of one turn under hooks. `trace` is what the tools did. */
async function turn(
  entries: Parameters<typeof workshop>[0],
  calls: ToolCall[],
  toml?: string,
): Promise<Workshop & { trace: string[]; replies: string[]; calls: CallRecord[]; kit: RunEvent[]; error: unknown }> {
  const shop = await workshop(entries)
  const trace: string[] = []
  const { kit, events } = kitFor({
    tools: benchTools(trace),
    kit: { hooks: shop.hooks },
    ...(toml === undefined ? {} : { toml }),
  })
  const ended = await runCalls(calls, kit, never).then(
    (replies) => ({ replies, error: undefined }),
    (error: unknown) => ({ replies: [], error }),
  )
  const replies = ended.replies.map(({ response }) => String(response.output ?? response.error))
  return { ...shop, trace, replies, calls: records(events), kit: events, error: ended.error }
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

test('rules judge what hooks made of a call: an edit can make it forbidden', async () => {
  const { trace, calls, replies } = await turn(
    { BeforeTool: [edits({ at: 'b' })] },
    [wish('look', { at: 'a' })],
    ONLY_A,
  )
  expect(trace).toEqual([])
  expect(calls).toMatchObject([{ verdict: 'deny', args: { at: 'b' }, why: 'policy_violation' }])
  expect(replies[0]).toMatch(/denied by policy\. No rule allows it/)
})

test('or allowed; the tool runs with the edit, the record shows it, and the model is told', async () => {
  const { trace, calls, replies } = await turn(
    { BeforeTool: [edits({ at: 'a' })] },
    [wish('look', { at: 'b' })],
    ONLY_A,
  )
  expect(trace).toEqual(['look a starts', 'look a ends'])
  expect(calls).toMatchObject([{ verdict: 'allow', args: { at: 'a' }, state: 'success' }])
  expect(replies).toEqual(['look a\n\n[System] Tool input parameters were modified by a hook before execution.'])
})

test('an edit that does not fit the tool is an error of the call', async () => {
  const { trace, replies, calls } = await turn({ BeforeTool: [edits({ at: 7 })] }, [wish('look', { at: 'a' })])
  expect(trace).toEqual([])
  expect(replies[0]).toMatch(/^Tool parameter modification by hook failed validation: params\/at must be string/)
  expect(calls).toMatchObject([{ why: 'invalid_tool_params' }])
})

test('arguments that do not fit the tool are not even shown to hooks', async () => {
  const shop = await turn({ BeforeTool: [notingQuickly()] }, [wish('look', {})])
  expect(shop.calls).toMatchObject([{ why: 'invalid_tool_params' }])
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
  await runCalls([wish('peek', { where: 'x' })], kitFor({ tools: [renamed], kit: { hooks: shop.hooks } }).kit, never)
  expect(shop.told()).toMatchObject([{ tool_name: 'look', tool_input: { at: 'x' } }])
})

const verdicts: [what: string, hook: string, at: string, verdict: string, reply: RegExp][] = [
  ['a yes does not lift a deny', says({ decision: 'allow' }), 'b', 'deny', /denied by policy\. No rule/],
  ['H3: nor does an ask', says({ decision: 'ask' }), 'b', 'deny', /denied by policy\. No rule/],
  ['a yes does not answer an ask', says({ decision: 'allow' }), 'asked', 'deny', /needs? a person.*Rule: test\.toml:7/],
  [
    'an ask is a deny where nobody is',
    says({ decision: 'ask', reason: 'Sure?' }),
    'a',
    'deny',
    /^Tool execution blocked: .* Sure\? It would need a person/,
  ],
  [
    'a no is a no',
    says({ decision: 'deny', reason: 'Hands off.' }),
    'a',
    'deny',
    /^Tool execution blocked: Hands off\. Do not repeat/,
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
    const { trace, calls, replies } = await turn({ BeforeTool: [hook] }, [wish('look', { at })], ONLY_A)
    expect(replies[0]).toMatch(reply)
    expect(calls).toMatchObject([{ verdict, state: verdict === 'allow' ? 'success' : 'error' }])
    expect(trace).toHaveLength(verdict === 'allow' ? 2 : 0)
  })

test('a call that a hook blocks is a denied call, with no rule to change', async () => {
  const { calls, kit } = await turn({ BeforeTool: [says('Hands off.', 2)] }, [wish('look', { at: 'a' })])
  expect(calls).toMatchObject([
    { verdict: 'deny', message: 'Hands off.', remedy: expect.stringContaining('a hook of the settings does not') },
  ])
  expect(calls[0]?.rule).toBeUndefined()
  expect(kinds(kit)).toContain('tool_policy_rejection')
})

test('a tool that is hidden is refused without asking hooks when its arguments are wrong', async () => {
  const deny = '[[rule]]\ntoolName = "look"\ndecision = "deny"\npriority = 1'
  const shop = await turn({ BeforeTool: [notingQuickly()] }, [wish('look', {})], deny)
  expect(shop.calls).toMatchObject([{ verdict: 'deny' }])
  expect(shop.events).toEqual([])
})

test('where a person would be asked, hooks are notified, with what an interactive front end would have seen', async () => {
  const shop = await turn({ Notification: [notingQuickly()] }, [wish('look', { at: 'asked' })], ONLY_A)
  expect(shop.told()).toMatchObject([{ notification_type: 'ToolPermission', details: { title: 'look' } }])
  expect(kinds(shop.kit)).toContain('tool_confirmation_request')
})

test('a call that is denied outright notifies nobody', async () => {
  const shop = await turn({ Notification: [notingQuickly()] }, [wish('look', { at: 'b' })], ONLY_A)
  expect(shop.events).toEqual([])
})

const STOP = says({ continue: false, stopReason: 'enough' })

test('a stop before a call ends the run after the turn; what waits is cancelled, and everything is recorded', async () => {
  const calls = [wish('look', { at: 'a' }), wish('change', { at: 'b' }), wish('change', { at: 'c' })]
  const only = { matcher: 'change', hooks: [{ type: 'command', command: STOP }] }
  const shop = await turn({ BeforeTool: [only] }, calls)
  expect(shop.error).toEqual(new Stopped('hook'))
  expect(shop.trace).toEqual(['look a starts', 'look a ends'])
  expect(shop.calls).toMatchObject([
    { state: 'success' },
    { state: 'error', why: 'stop_execution', display: 'Agent execution stopped by hook: enough' },
    { state: 'cancelled' },
  ])
  expect(shop.warnings()).toEqual(['Agent execution stopped: enough'])
})

test('a stop after a call ends the run, too', async () => {
  const shop = await turn({ AfterTool: [STOP] }, [wish('change', { at: 'a' }), wish('change', { at: 'b' })])
  expect(shop.error).toEqual(new Stopped('hook'))
  expect(shop.trace).toEqual(['change a starts', 'change a ends'])
  expect(shop.calls).toMatchObject([{ why: 'stop_execution' }, { state: 'cancelled' }])
})

test('a result may be withheld or added to', async () => {
  const withheld = await turn({ AfterTool: [says('Not for you.', 2)] }, [wish('look', { at: 'a' })])
  expect(withheld.replies).toEqual(['Tool result blocked: Not for you.'])
  expect(withheld.calls).toMatchObject([{ verdict: 'allow', state: 'error', why: 'execution_failed' }])
  const added = says({ hookSpecificOutput: { additionalContext: 'Mind the gap.' } })
  const more = await turn({ AfterTool: [added] }, [wish('look', { at: 'a' })])
  expect(more.replies).toEqual(['look a\n\n<hook_context>Mind the gap.</hook_context>'])
})

test('AfterTool is not told of calls that did not run, but of those that failed', async () => {
  const calls = [wish('nothing', {}), wish('look', {}), wish('look', { at: 'b' }), wish('break', { at: 'a' })]
  const shop = await turn({ AfterTool: [notingQuickly()] }, calls, ONLY_A)
  expect(shop.told()).toMatchObject([{ tool_name: 'break', tool_response: { error: { type: 'file_not_found' } } }])
})

const instead = (name: string, args: object) => says({ hookSpecificOutput: { tailToolCallRequest: { name, args } } })
const after = (matcher: string, command: string) => ({ matcher, hooks: [{ type: 'command', command }] })

test('a call in the place of another is judged and recorded like any, and answers the first', async () => {
  const first = wish('look', { at: 'a' })
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

test('a call in the place of another gets no more than any other', async () => {
  const denied = await turn(
    { AfterTool: [after('look', instead('change', { at: 'b' }))] },
    [wish('look', { at: 'a' })],
    ONLY_A,
  )
  expect(denied.trace).toEqual(['look a starts', 'look a ends'])
  expect(denied.replies[0]).toMatch(/denied by policy/)
  const unknown = await turn({ AfterTool: [after('look', instead('nothing', {}))] }, [wish('look', { at: 'a' })])
  expect(unknown.replies[0]).toMatch(/"nothing" not found/)
})

test('calls in each other’s place come to an end', async () => {
  const shop = await turn({ AfterTool: [instead('look', { at: 'again' })] }, [wish('look', { at: 'a' })])
  expect(shop.replies).toEqual(['look again'])
  expect(shop.calls).toHaveLength(6)
})

test('a call with side effects in the place of a read waits for the other reads', async () => {
  const { trace } = await turn(
    { AfterTool: [after('look', `grep -q '"at":"a"' && ${instead('change', { at: 'c' })}`)] },
    [wish('look', { at: 'a' }), wish('look', { at: 'b', ms: 700 })],
  )
  expect(trace.slice(-3)).toEqual(['look b ends', 'change c starts', 'change c ends'])
})

/** A conversation under hooks; `requests` is what the model was asked. */
async function talk(entries: Parameters<typeof workshop>[0], replies: ModelReply[], given: object = {}) {
  const shop = await workshop(entries)
  const requests: ModelRequest[] = []
  const asked: Ask = async ({ watch: _, ...request }) => {
    requests.push(structuredClone({ ...request, messages: [...request.messages] }))
    return replies.shift() ?? say('nothing left to say')
  }
  const { kit, events } = kitFor({ kit: { hooks: shop.hooks, ask: asked, ...given } })
  const ending = await converse([...PROMPT], kit, never)
  return { ...shop, ending, requests, kit: events }
}
const texts = (messages: readonly Message[] = []) =>
  messages.map((message) =>
    message.role === 'tool' ? 'tool' : message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
  )

test('the task is shown to hooks once, with the calls in between; the answer when it is one', async () => {
  const entries = Object.fromEntries(
    ['BeforeAgent', 'AfterAgent', 'BeforeModel', 'AfterModel', 'BeforeToolSelection', 'BeforeTool', 'AfterTool'].map(
      (event) => [event, [notingQuickly()]],
    ),
  )
  const { told, ending } = await talk(entries, [ask(wish('look', { at: 'a' })), say('fine')])
  expect(ending).toEqual({ end: 'answered', text: 'fine' })
  expect(told().map((each) => each.hook_event_name)).toEqual([
    ...['BeforeAgent', 'BeforeModel', 'BeforeToolSelection', 'AfterModel', 'BeforeTool', 'AfterTool'],
    ...['BeforeModel', 'BeforeToolSelection', 'AfterModel', 'AfterAgent'],
  ])
  expect(told().at(-1)).toMatchObject({ prompt: 'go', prompt_response: 'fine', stop_hook_active: false })
})

test('52: no answer, no AfterAgent', async () => {
  const shop = await talk({ AfterAgent: [notingQuickly()] }, [ask(wish('look', { at: 'a' }))], {
    stops: [afterTurns(1)],
  })
  expect(shop.ending).toMatchObject({ end: 'stopped', why: 'turns' })
  expect(shop.events).toEqual([])
})

for (const [what, command] of [
  ['blocked', says('Not today.', 2)],
  ['stopped', says({ continue: false, stopReason: 'Not today.' })],
] as const)
  test(`a task that is ${what} is refused before the model hears of it`, async () => {
    const { ending, requests, warnings } = await talk({ BeforeAgent: [command] }, [])
    expect(ending).toEqual({ end: 'skipped', outcome: 'refused', text: 'A hook refused the task: Not today.' })
    expect(requests).toEqual([])
    expect(warnings()).toEqual([`Agent execution ${what}: Not today.`])
  })

test('context of a hook comes behind the task', async () => {
  const context = says({ hookSpecificOutput: { additionalContext: 'Be brief.' } })
  const { requests } = await talk({ BeforeAgent: [context] }, [say('fine')])
  expect(texts(requests[0]?.messages)).toEqual([['go', '<hook_context>Be brief.</hook_context>']])
})

const again = (given: object = {}) =>
  `case "$(cat)" in *'"stop_hook_active":false'*) ${says({ decision: 'block', reason: 'Once more.', ...given }).replace('; exit 0', '')};; esac`

test('an answer may be sent back once more, as a new message; the task is shown again', async () => {
  const { ending, requests, events, warnings } = await talk({ AfterAgent: [again()], BeforeAgent: ['true'] }, [
    say('first'),
    say('second'),
  ])
  expect(ending).toEqual({ end: 'answered', text: 'second' })
  expect(texts(requests[1]?.messages)).toEqual([['go'], ['first'], ['Once more.']])
  expect(events.filter((event) => event.type === 'hook_finished').map((event) => event.event)).toEqual([
    ...['BeforeAgent', 'AfterAgent', 'BeforeAgent', 'AfterAgent'],
  ])
  expect(warnings()).toEqual(['Agent execution blocked: Once more.'])
})

test('the answer to what was sent back is a new one, though the first one was cut', async () => {
  const { ending } = await talk({ AfterAgent: [again()] }, [
    say('The first half, ', { stop: 'length' }),
    say('the second.'),
    say('All of it.'),
  ])
  expect(ending).toEqual({ end: 'answered', text: 'All of it.' })
})

test('52: AfterAgent fires once, with the answer, when no calls are left to make', async () => {
  const { told } = await talk({ AfterAgent: [notingQuickly()] }, [ask(wish('look', { at: 'a' })), say('fine')])
  expect(told()).toMatchObject([{ prompt: 'go', prompt_response: 'fine', stop_hook_active: false }])
})

test('or with everything before it forgotten', async () => {
  const { requests } = await talk({ AfterAgent: [again({ hookSpecificOutput: { clearContext: true } })] }, [
    say('first'),
    say('second'),
  ])
  expect(texts(requests[1]?.messages)).toEqual([['Once more.']])
})

test('with everything forgotten, memory of folders joins again', async () => {
  let told = 0
  const memoryOf: MemoryOf = async () => undefined
  memoryOf.again = () => {
    told += 1
  }
  const clearing = again({ hookSpecificOutput: { clearContext: true } })
  await talk({ AfterAgent: [clearing] }, [say('first'), say('second')], { memoryOf })
  expect(told).toBe(1)
})

test('sending back has the limits of the run', async () => {
  const { ending, requests } = await talk({ AfterAgent: [says('Never good.', 2)] }, [], { stops: [afterTurns(3)] })
  expect(ending).toMatchObject({ end: 'stopped', why: 'turns', text: 'nothing left to say' })
  expect(requests).toHaveLength(3)
})

test('a stop after the answer leaves the answer', async () => {
  const { ending, warnings } = await talk({ AfterAgent: [STOP] }, [say('fine')])
  expect(ending).toEqual({ end: 'answered', text: 'fine' })
  expect(warnings()).toEqual(['Agent execution stopped: enough'])
})

test('what is asked is what hooks made of the question, and the record shows it', async () => {
  const edit = says({
    hookSpecificOutput: { llm_request: { model: 'other', messages: [{ role: 'user', content: 'hi' }] } },
  })
  const { requests, kit } = await talk({ BeforeModel: [edit] }, [say('fine')])
  expect(requests).toMatchObject([{ model: 'other', messages: [{ parts: [{ text: 'hi' }] }] }])
  expect(kit.find(({ type }) => type === 'model_request')).toMatchObject(requests[0] ?? {})
})

test('an edited question is not what the next one starts from', async () => {
  const edit = says({ hookSpecificOutput: { llm_request: { messages: [{ role: 'user', content: 'hi' }] } } })
  const first = say('', { parts: [{ kind: 'text', text: 'so far' }, ...ask(wish('look', { at: 'a' })).parts] })
  const onlyAlone = `grep -q '"messages":\\[{[^{]*}\\]' && ${edit}`
  const { requests } = await talk({ BeforeModel: [onlyAlone] }, [first, say('fine')])
  expect(texts(requests[0]?.messages)).toEqual([['hi']])
  expect(texts(requests[1]?.messages)).toEqual([['go'], ['so far'], 'tool'])
})

test('a hook that answers instead of the model: it is not asked', async () => {
  const answer = says({ decision: 'block', hookSpecificOutput: { llm_response: { text: 'known' } } })
  const { ending, requests, kit } = await talk({ BeforeModel: [answer] }, [])
  expect(ending).toEqual({ end: 'answered', text: 'known' })
  expect(requests).toEqual([])
  expect(kinds(kit)).toEqual([])
})

test('K4: an answer that a hook blocks is not given; the run ends', async () => {
  const { ending, kit } = await talk({ AfterModel: [says('Not that.', 2)] }, [say('secret')])
  expect(ending).toEqual({ end: 'stopped', why: 'hook', text: '' })
  expect(kinds(kit)).toEqual(['model_request', 'model_reply'])
})

test('K4: an answer that a hook edits is the one that counts, its calls with it', async () => {
  const edit = says({ hookSpecificOutput: { llm_response: { text: 'mild' } } })
  const reply = say('', { parts: [{ kind: 'text', text: 'rude' }, ...ask(wish('look', { at: 'a' })).parts] })
  const { requests, ending } = await talk({ AfterModel: [edit] }, [reply, say('rude again')])
  expect(texts(requests[1]?.messages)).toEqual([['go'], ['mild'], 'tool'])
  expect(ending).toEqual({ end: 'answered', text: 'mild' })
})

test('a stop in a turn ends the conversation with what there is', async () => {
  const reply = say('', { parts: [{ kind: 'text', text: 'so far' }, ...ask(wish('look', { at: 'a' })).parts] })
  const { ending, requests } = await talk({ BeforeTool: [STOP] }, [reply])
  expect(ending).toEqual({ end: 'stopped', why: 'hook', text: 'so far' })
  expect(requests).toHaveLength(1)
})

test('a sub-agent’s task is its tool’s affair; its questions and calls are everybody’s', async () => {
  const { told } = await talk(
    {
      BeforeAgent: [notingQuickly()],
      AfterAgent: [notingQuickly()],
      BeforeModel: [notingQuickly()],
      BeforeTool: [notingQuickly()],
    },
    [ask(wish('look', { at: 'a' })), say('fine')],
    { agent: 'helper' },
  )
  expect(told().map((each) => each.hook_event_name)).toEqual(['BeforeModel', 'BeforeTool', 'BeforeModel'])
})
