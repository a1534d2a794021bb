import { expect, test } from 'vitest'
import { type AgentContext, runAsCall } from '../../../src/agent/agent-context.ts'
import { openBudget } from '../../../src/agent/budget.ts'
import { Stopped } from '../../../src/agent/stop-conditions.ts'
import { runAgent, type SubagentContext } from '../../../src/agent/subagents/run-agent.ts'
import type { Subagent, SubagentOutput } from '../../../src/agent/subagents/subagent.ts'
import {
  type Generate,
  ModelError,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
  type ToolCall,
} from '../../../src/model/types.ts'
import { totalUsage } from '../../../src/record/cost.ts'
import { replay } from '../replies.ts'
import { ALLOW_ALL, benchTools, callReply, testContext, textReply, toolCall } from '../test-context.ts'

const never = new AbortController().signal

const AGENT: Subagent = {
  name: 'scout',
  description: 'Looks around',
  inputName: 'query',
  systemPrompt: 'You are a scout. Today is ${today}, you are ${activeModel}; $HOME and ${elsewhere} are a shell’s.',
  query: 'Task: ${query}',
  model: 'inherit',
  minutes: 1,
}

const REPORT: SubagentOutput = {
  name: 'finalResult',
  description: 'What was found.',
  schema: {
    type: 'object',
    properties: { text: { type: 'string', minLength: 10 }, places: { type: 'array', items: { type: 'string' } } },
    required: ['text'],
  },
}

const hands = (result: unknown, field = 'result') => toolCall('complete_task', { [field]: result })

/** The result, the requests and the record of a sub-agent. */
async function played(
  replies: readonly ModelReply[],
  given: {
    agent?: Partial<Subagent>
    toml?: string
    overrides?: Partial<AgentContext>
    situation?: Partial<SubagentContext>
    signal?: AbortSignal
    model?: Generate
  } = {},
) {
  const asked: ModelRequest[] = []
  const answer = given.model ?? replay(replies)
  const model: Generate = (request, signal) => {
    asked.push({ ...request, messages: structuredClone(request.messages) })
    return answer(request, signal)
  }
  const trace: string[] = []
  const tools = benchTools(trace)
  const { context, events } = testContext({
    tools,
    toml: given.toml ?? ALLOW_ALL,
    overrides: { generate: model, ...given.overrides },
  })
  const situation: SubagentContext = {
    context,
    memory: '',
    subdirectoryMemory: async () => undefined,
    sections: () => [],
    version: '1.2.3',
    ...given.situation,
  }
  const result = await runAgent({ ...AGENT, ...given.agent }, 'find it', situation, given.signal ?? never)
  const finish = events.flatMap((event) => (event.type === 'agent_finished' ? [event] : []))
  const calls = events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
  const text = result.ok ? result.content : result.text
  return { result, text, asked, events, calls, trace, finish: finish[0], finishes: finish.length }
}

const finished = (reason: string, text: string) =>
  `Subagent 'scout' finished.\nTermination Reason: ${reason}\nResult:\n${text}`
const look = (at: string): ToolCall => toolCall('look', { at })

test('a task runs in its own conversation and returns a report', async () => {
  const { result, asked, trace, calls, finish } = await played([callReply(look('a')), callReply(hands('It is in a.'))])
  expect(result).toEqual({
    ok: true,
    content: finished('GOAL', 'It is in a.'),
    display: 'scout: GOAL, 2 turns, 20 tokens',
  })
  expect(trace).toEqual(['look a starts', 'look a ends'])
  expect(asked[0]).toMatchObject({ model: 'gemini-test', scope: 'scout' })
  expect(asked[0]?.messages).toEqual([{ role: 'user', parts: [{ kind: 'text', text: 'Task: find it' }] }])
  expect(asked[0]?.system).toContain(
    'You are a scout. Today is 1970-01-01, you are gemini-test; $HOME and ${elsewhere} are a shell’s.',
  )
  expect(asked[0]?.tools.map(({ name }) => name)).toEqual(['look', 'change', 'break', 'throw', 'complete_task'])
  expect(calls.map(({ name, agent }) => [name, agent])).toEqual([
    ['look', 'scout'],
    ['complete_task', 'scout'],
  ])
  expect(finish).toMatchObject({ agent: 'scout', reason: 'GOAL', recovery: false, turns: 2, usage: { total: 20 } })
})

test('its calls name the call that started it', async () => {
  const call = { id: 'parent-1', context: testContext({}).context, signal: new AbortController().signal }
  const { calls } = await runAsCall(call, () => played([callReply(look('a')), callReply(hands('done'))]))
  expect(calls.map(({ name, parentCallId }) => [name, parentCallId])).toEqual([
    ['look', 'parent-1'],
    ['complete_task', 'parent-1'],
  ])
})

test('its events are recorded under its name and counted in the run', async () => {
  const { events } = await played([callReply(look('a')), callReply(hands('done'))])
  const asked = events.filter(({ type }) => type === 'model_request' || type === 'model_reply')
  expect(asked.map((event) => 'agent' in event && event.agent)).toEqual(['scout', 'scout', 'scout', 'scout'])
  expect(totalUsage(events)).toMatchObject({ turns: 0, usage: { total: 20 } })
})

const limits: [
  name: string,
  agent: Partial<Subagent>,
  replies: ModelReply[],
  reason: string,
  text: string,
  opening: RegExp,
][] = [
  [
    '33: one turn, nothing in the last one',
    { turns: 1 },
    [callReply(look('a')), textReply('I know nothing yet')],
    'MAX_TURNS',
    'Agent reached max turns limit (1).\n\nIts last text was:\n\nI know nothing yet',
    /^You have exceeded the maximum number of turns\./,
  ],
  [
    '27: it stops calling, twice',
    {},
    [textReply('hm'), textReply('hm!')],
    'ERROR_NO_COMPLETE_TASK_CALL',
    "Agent stopped calling tools but did not call 'complete_task'.\n\nIts last text was:\n\nhm!",
    /^You have stopped calling tools without finishing\./,
  ],
  [
    'it says nothing at all',
    {},
    [textReply('', { parts: [] }), textReply('', { parts: [] })],
    'ERROR_NO_COMPLETE_TASK_CALL',
    "Agent stopped calling tools but did not call 'complete_task'.\n\nIts last text was:\n\nIt returned no text.",
    /^You have stopped/,
  ],
  [
    'the last turn is the last, whatever is called in it',
    { turns: 1 },
    [callReply(look('a')), callReply(look('b')), callReply(hands('too late'))],
    'MAX_TURNS',
    'Agent reached max turns limit (1).',
    /^You have exceeded/,
  ],
  [
    'it goes round in circles',
    {},
    [...Array.from({ length: 6 }, () => callReply(look('a'))), textReply('dizzy')],
    'REPEATING',
    'Agent repeated the same calls.\n\nIts last text was:\n\ndizzy',
    /^You have repeated/,
  ],
]
for (const [name, agent, replies, reason, text, opening] of limits)
  test(`a limit is reported and ends the sub-agent: ${name}`, async () => {
    const seen = await played(replies, { agent })
    expect(seen.text).toBe(finished(reason, text))
    expect(seen.finish).toMatchObject({ reason, recovery: true })
    const last = seen.asked.at(-1)?.messages.findLast(({ role }) => role === 'user')
    expect(last).toMatchObject({ parts: [{ text: expect.stringMatching(opening) }] })
  })

test('32: a report in the last turn is a report', async () => {
  const { text, asked, finish } = await played(
    [callReply(look('a')), callReply(hands('In a, I think; interrupted.'))],
    {
      agent: { turns: 1 },
    },
  )
  expect(text).toBe(finished('GOAL', 'In a, I think; interrupted.'))
  expect(asked).toHaveLength(2)
  expect(finish).toMatchObject({ reason: 'GOAL', recovery: true, turns: 2 })
  // The conversation so far is all there, and the call in it has its answer.
  expect(asked[1]?.messages.map(({ role }) => role)).toEqual(['user', 'model', 'tool', 'user'])
})

test('34: out of time during a model request, it can still report', async () => {
  let nth = 0
  const model: Generate = (_, signal) =>
    ++nth === 1
      ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve(callReply(hands('Half of it.')))
  const { text, asked, finish } = await played([], { model, agent: { minutes: 0.001 } })
  expect(text).toBe(finished('GOAL', 'Half of it.'))
  expect(finish).toMatchObject({ recovery: true })
  expect(JSON.stringify(asked[1]?.messages)).toContain('You have exceeded the time limit.')
})

test('out of time in a tool, the call is answered as cancelled', async () => {
  const replies = [callReply(toolCall('look', { at: 'a', ms: 60_000 })), textReply('no time')]
  const { text, asked } = await played(replies, { agent: { minutes: 0.001 } })
  expect(text).toBe(finished('TIMEOUT', 'Agent timed out after 0.001 minutes.\n\nIts last text was:\n\nno time'))
  expect(JSON.stringify(asked[1]?.messages)).toContain('[Operation Cancelled]')
})

test('44: a stopped run stops the sub-agent without a last turn', async () => {
  const stop = new AbortController()
  const model: Generate = (_, signal) => {
    stop.abort(new Stopped('cancelled'))
    return Promise.reject(signal.reason)
  }
  const { result, asked, finish } = await played([], { model, signal: stop.signal })
  expect(result).toMatchObject({ ok: false, reason: 'cancelled' })
  expect(asked).toHaveLength(1)
  expect(finish).toMatchObject({ reason: 'ABORTED', recovery: false })
})

test('43: a model error fails the call', async () => {
  const model: Generate = () =>
    Promise.reject(new ModelError('The model is out.', { fault: 'unavailable', retry: 'never' }))
  const { result, finish } = await played([], { model })
  expect(result).toMatchObject({
    ok: false,
    reason: 'execution_failed',
    text: "Subagent 'scout' failed. Error: The model is out.",
  })
  expect(finish).toMatchObject({ reason: 'ERROR' })
})

test('an exhausted run budget leaves no last turn and no final answer', async () => {
  const budget = openBudget({ tokens: 2000, model: 'gemini-test', prices: {} }, () => undefined)
  let nth = 0
  const model = budget.metered(() => {
    nth += 1
    return Promise.resolve({
      ...callReply(look(`a${nth}`)),
      usage: { ...NO_USAGE, input: 900, output: 10, total: 910 },
    })
  })
  const { text, asked, finish } = await played([], { model, overrides: { budget } })
  expect(text).toBe(finished('BUDGET', 'It used up its token budget.'))
  expect(asked).toHaveLength(1)
  expect(finish).toMatchObject({ reason: 'BUDGET', recovery: false })
})

test('the main conversation gets the last time of the run', async () => {
  const soon = new AbortController()
  const model: Generate = () => {
    soon.abort()
    return Promise.resolve(callReply(look('a')))
  }
  const { text, asked, finish } = await played([], { model, overrides: { wrapUpSignal: soon.signal } })
  expect(text).toBe(finished('TIMEOUT', 'Agent timed out after 1 minutes.'))
  expect(asked).toHaveLength(1)
  expect(finish).toMatchObject({ reason: 'TIMEOUT', recovery: false })
})

const reports: [
  name: string,
  output: SubagentOutput | undefined,
  calls: ToolCall[],
  answers: (string | RegExp)[],
  report: string,
][] = [
  ['a text', undefined, [hands('fine')], ['Result submitted and task completed.'], 'fine'],
  [
    'tools.md 120: a blank text',
    undefined,
    [hands(' \n'), hands('fine')],
    [/^Missing required "result" argument\. You must provide your findings/, 'Result submitted and task completed.'],
    'fine',
  ],
  [
    '28: under another name',
    REPORT,
    [hands({ text: 'long enough' }, 'result'), hands({ text: 'long enough' }, 'finalResult')],
    ["Missing required argument 'finalResult' for completion.", 'Output submitted and task completed.'],
    '{"text":"long enough"}',
  ],
  [
    '29: too short',
    REPORT,
    [hands({ text: 'short' }, 'finalResult'), hands({ text: 'long enough', places: ['a'] }, 'finalResult')],
    [
      'Output validation failed: {"formErrors":[],"fieldErrors":{"text":["must NOT have fewer than 10 characters"]}}',
      'Output submitted and task completed.',
    ],
    '{"text":"long enough","places":["a"]}',
  ],
  [
    'several mistakes at once',
    REPORT,
    [hands({ places: 'here' }, 'finalResult'), hands({ text: 'long enough' }, 'finalResult')],
    [
      `Output validation failed: {"formErrors":["must have required property 'text'"],"fieldErrors":{"places":["must be array"]}}`,
      'Output submitted and task completed.',
    ],
    '{"text":"long enough"}',
  ],
  [
    'an object written as text',
    REPORT,
    [hands('{"text":"long enough"}', 'finalResult')],
    ['Output submitted and task completed.'],
    '{"text":"long enough"}',
  ],
  [
    'a form of its own for reading',
    { ...REPORT, present: (report) => `<${JSON.stringify(report).length}>` },
    [hands({ text: 'long enough' }, 'finalResult')],
    ['Output submitted and task completed.'],
    '<22>',
  ],
]
for (const [name, output, wishes, answers, report] of reports)
  test(`a report: ${name}`, async () => {
    const seen = await played(
      wishes.map((one) => callReply(one)),
      { agent: output === undefined ? {} : { output } },
    )
    expect(seen.text).toBe(finished('GOAL', report))
    const replies = seen.events.flatMap((event) => (event.type === 'call_finished' ? [event.reply] : []))
    const said = replies.map((reply) => reply.output ?? reply.error)
    expect(said).toHaveLength(answers.length)
    for (const [index, answer] of answers.entries())
      if (typeof answer === 'string') expect(said[index]).toBe(answer)
      else expect(said[index]).toMatch(answer)
  })

test('30: the first of two reports in one turn wins', async () => {
  const { text, asked } = await played([callReply(hands('first'), hands('second'))])
  expect(text).toBe(finished('GOAL', 'first'))
  expect(asked).toHaveLength(1)
})

test('31: another agent’s tool does not run, and the result names its owner', async () => {
  const { calls, trace } = await played([callReply(toolCall('change', { at: 'a' })), callReply(hands('fine'))], {
    agent: { tools: ['look'] },
  })
  expect(trace).toEqual([])
  expect(calls[0]).toMatchObject({
    state: 'error',
    reason: 'tool_not_registered',
    display: expect.stringContaining("Unauthorized tool call: 'change' is not available to this agent."),
  })
})

test('its calls are judged by the rules of the run, and by those that name it', async () => {
  const toml = `${ALLOW_ALL}
[[rule]]
toolName = "change"
subagent = "scout"
decision = "deny"
priority = 100
denyMessage = "Scouts look."

[[rule]]
toolName = "look"
subagent = "other"
decision = "deny"
priority = 100
`
  const { calls, trace, text } = await played(
    [callReply(toolCall('change', { at: 'a' }), look('b')), callReply(hands('I was not allowed to.'))],
    { toml },
  )
  expect(calls.map(({ name, verdict, agent }) => [name, verdict, agent])).toEqual([
    ['change', 'deny', 'scout'],
    ['look', 'allow', 'scout'],
    ['complete_task', 'allow', 'scout'],
  ])
  expect(calls[0]).toMatchObject({ message: 'Scouts look.', rule: { file: 'test.toml' } })
  expect(trace).toEqual(['look b starts', 'look b ends'])
  expect(text).toContain('I was not allowed to.')
})

test('a rule against everything does not block its report', async () => {
  const toml = '[[rule]]\ntoolName = "*"\nsubagent = "scout"\ndecision = "deny"\npriority = 900\n'
  const { text, calls } = await played([callReply(look('a')), callReply(hands('Nothing was allowed.'))], { toml })
  expect(text).toBe(finished('GOAL', 'Nothing was allowed.'))
  expect(calls.map(({ verdict }) => verdict)).toEqual(['deny', 'allow'])
})

test('it gets the common instructions and its own memory of subfolders', async () => {
  const { asked, events } = await played([callReply(look('a')), callReply(hands('fine'))], {
    situation: {
      memory: 'Use tabs.',
      subdirectoryMemory: async (_, { at }) => (at === 'a' ? 'Memory of a.' : undefined),
      sections: (tools) => [`# Only here\n\n${tools.join(' ')}`],
    },
    overrides: { mode: 'plan' },
  })
  const { system = '' } = asked[0] ?? {}
  for (const text of [
    '# Ground rules',
    'Use tabs.',
    '# Only here\n\nlook change',
    'This run is read-only',
    '`complete_task`',
  ])
    expect(system).toContain(text)
  expect(JSON.stringify(events)).toContain('Memory of a.')
})

test('its own model and sampling', async () => {
  const { asked } = await played([callReply(hands('fine'))], {
    agent: { model: 'flash', sampling: { temperature: 0.1, topP: 0.95 } },
  })
  expect(asked[0]).toMatchObject({ model: 'flash', sampling: { temperature: 0.1, topP: 0.95 } })
})

test('no secret from the task or the definition reaches its model', async () => {
  const redact = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '***'))
  const { asked } = await played([callReply(hands('fine'))], {
    agent: { systemPrompt: 'The word is hunter2.', query: 'hunter2: ${query}' },
    overrides: { redact },
    situation: { memory: 'hunter2' },
  })
  expect(JSON.stringify(asked)).not.toContain('hunter2')
  expect(JSON.stringify(asked)).toContain('***: find it')
})
