import { expect, test } from 'vitest'
import type { ModelReply } from '../../src/model/types.ts'
import type { CallRecord, RunEvent, ToolRecord } from '../../src/record/events.ts'
import { collectTelemetry } from '../../src/telemetry/telemetry-data.ts'

const call = (more: Partial<CallRecord>): RunEvent => ({
  type: 'call_finished',
  call: { id: 'c1', name: 'write_file', args: { file_path: 'src/a.ts' }, state: 'success', ms: 5, bytes: 9, ...more },
  reply: { error: 'no file called secret-plan.txt' },
})

const NEW = {
  path: 'src/a.ts',
  diff: '--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1,2 @@\n+one\n+three\n',
  added: 2,
  removed: 0,
}
const CHANGED = { path: 'a.py', diff: '--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n---x\n+newer\n', added: 1, removed: 1 }

const logsOf = (events: RunEvent[], content = false) => {
  const times = events.map((_, index) => 1000 + 10 * index)
  return collectTelemetry(events, times, content).logs.map(({ name, attributes }) => ({
    name: name.replace('gemini_cli.', ''),
    attributes,
  }))
}

const operations: [name: string, more: Partial<CallRecord>, expected: object | undefined][] = [
  [
    'a new file',
    { diff: NEW },
    {
      tool_name: 'write_file',
      operation: 'create',
      lines: 2,
      mimetype: 'text/typescript',
      extension: '.ts',
      programming_language: 'TypeScript',
    },
  ],
  [
    'a changed file',
    { name: 'replace', args: { file_path: 'a.py' }, diff: CHANGED },
    {
      tool_name: 'replace',
      operation: 'update',
      lines: 1,
      mimetype: 'text/x-python',
      extension: '.py',
      programming_language: 'Python',
    },
  ],
  [
    'a read file of a type without a name',
    { name: 'read_file', args: { file_path: '/w/.gitignore' } },
    { tool_name: 'read_file', operation: 'read' },
  ],
  ['a failed call', { state: 'error', reason: 'file_not_found' }, undefined],
  ['a call of another tool', { name: 'glob' }, undefined],
]
for (const [name, more, expected] of operations)
  test(`file_operation: ${name}`, () => {
    const found = logsOf([call(more)]).find((log) => log.name === 'file_operation')
    expect(found?.attributes).toEqual(expected)
    const { metrics } = collectTelemetry([call(more)], [0], false)
    const counted = metrics.filter((metric) => metric.name === 'gemini_cli.file.operation.count')
    expect(counted).toHaveLength(expected === undefined ? 0 : 1)
  })

test('tool_call: the error is a message, with its own words only with the content', () => {
  const failed = call({ state: 'error', reason: 'file_not_found' })
  const attributesOf = (content: boolean) => logsOf([failed], content)[0]?.attributes
  const types = { error_type: 'file_not_found', 'error.type': 'file_not_found' }
  const plain = 'The call failed: file not found.'
  expect(attributesOf(false)).toMatchObject({ ...types, error: plain, 'error.message': plain })
  expect(attributesOf(true)).toMatchObject({ ...types, error: 'no file called secret-plan.txt' })
})

test('tool_call: metadata has the lines and characters of the change, in the names of both versions', () => {
  const metadata = logsOf([call({ diff: CHANGED })])[0]?.attributes.metadata
  expect(metadata).toEqual({
    ai_added_lines: 1,
    ai_removed_lines: 1,
    user_added_lines: 0,
    user_removed_lines: 0,
    model_added_lines: 1,
    model_removed_lines: 1,
    model_added_chars: 5,
    model_removed_chars: 3,
    user_added_chars: 0,
    user_removed_chars: 0,
  })
})

test('tool_output_truncated: the lengths and the threshold', () => {
  const truncated: RunEvent = {
    type: 'output_truncated',
    id: 'c1',
    name: 'glob',
    length: 900,
    keptLength: 80,
    threshold: 50,
  }
  expect(logsOf([truncated])).toEqual([
    {
      name: 'tool_output_truncated',
      attributes: {
        tool_name: 'glob',
        original_content_length: 900,
        truncated_content_length: 80,
        threshold: 50,
        prompt_id: '',
      },
    },
  ])
})

const request = (agent?: string): RunEvent => ({
  type: 'model_request',
  turn: 1,
  model: 'auto',
  system: '',
  tools: [],
  messages: [],
  agent,
})

test('api_error: how long the attempt took', () => {
  const events: RunEvent[] = [request(), { type: 'model_failed', turn: 1, text: 'busy', status: 503 }]
  expect(logsOf(events).at(-1)).toMatchObject({ name: 'api_error', attributes: { duration_ms: 10, duration: 10 } })
})

test('conversation_finished: the approval mode', () => {
  const usage = { input: 0, cached: 0, output: 0, thoughts: 0, tool: 0, total: 0 }
  const logs = logsOf([
    { type: 'run_snapshot', ...snapshot, mode: 'autoEdit' },
    { type: 'run_ended', outcome: 'ok', ending: 'answered', text: '', usage, turns: 2, ms: 1 },
  ])
  expect(logs.at(-1)?.attributes).toEqual({ approvalMode: 'autoEdit', turnCount: 2, outcome: 'ok' })
})

test('an unusable answer counts as a content retry, and its last attempt as a failure', () => {
  const failed = { type: 'model_failed', turn: 0, text: 'empty', model: 'auto', fault: 'unusable' } as const
  const events: RunEvent[] = [
    request(),
    { ...failed, waitMs: 5, attempt: 1, maxAttempts: 2 },
    { ...failed, turn: 1 },
    request(),
    { type: 'model_failed', turn: 0, text: 'busy', model: 'auto', fault: 'quota', status: 429, waitMs: 5, attempt: 1 },
  ]
  const logs = logsOf(events).filter(({ name }) => /retry/.test(name))
  expect(logs).toEqual([
    {
      name: 'chat.content_retry',
      attributes: { attempt_number: 1, error_type: 'INVALID_CONTENT', retry_delay_ms: 5, model: 'auto' },
    },
    {
      name: 'chat.content_retry_failure',
      attributes: { total_attempts: 2, final_error_type: 'INVALID_CONTENT', total_duration_ms: 20, model: 'auto' },
    },
    {
      name: 'network_retry_attempt',
      attributes: { attempt: 1, error_type: 'QUOTA_EXCEEDED', delay_ms: 5, model: 'auto' },
    },
  ])
})

const snapshot = { mode: 'default', model: 'auto', inputs: {}, settings: {}, policies: [], memory: '', tools: [] }

test('slash_command: the command, and what follows its colon', () => {
  const slashCommands = ['gemini-review', 'git:commit:all']
  const logs = logsOf([{ type: 'run_snapshot', ...snapshot, slashCommands }])
  expect(logs.slice(1)).toEqual([
    { name: 'slash_command', attributes: { command: 'gemini-review', status: 'success' } },
    { name: 'slash_command', attributes: { command: 'git', subcommand: 'commit:all', status: 'success' } },
  ])
})

test('a tool belongs to the server that the run recorded, whatever its name looks like', () => {
  const declaration = { name: 'pond__feed', description: '', parameters: {} }
  const tool = { name: 'pond__feed', aliases: [], annotations: {}, declaration }
  const feed = call({ name: 'pond__feed', args: {} })
  const typesOf = (tools: ToolRecord[]) => logsOf([{ type: 'run_snapshot', ...snapshot, tools }, feed])[1]?.attributes
  expect(typesOf([{ ...tool, server: 'frogs' }])).toMatchObject({ tool_type: 'mcp', mcp_server_name: 'frogs' })
  expect(typesOf([tool])).toMatchObject({ tool_type: 'native' })
})

test('the task of a sub-agent is below the call that started it', () => {
  const usage = { input: 1, cached: 0, output: 1, thoughts: 0, tool: 0, total: 2 }
  const task = (agent: string, ms: number): RunEvent => ({
    type: 'agent_finished',
    agent,
    reason: 'GOAL',
    recovery: false,
    turns: 1,
    usage,
    ms,
  })
  const delegate = (agent_name: string, ms: number) => call({ name: 'delegate_to_agent', args: { agent_name }, ms })
  // Two side by side, and one that the model called by the name of the agent.
  const events = [
    task('scout', 50),
    task('guide', 60),
    delegate('guide', 90),
    delegate('scout', 95),
    task('scout', 9),
    call({ name: 'scout', args: {}, ms: 15 }),
  ]
  const { spans } = collectTelemetry(events, [1000, 1010, 1020, 1020, 2000, 2005], false)
  const tree = spans.flatMap(({ name, parent }) =>
    parent === undefined ? [] : [[name, parent.attributes['gen_ai.tool.name'], parent.endMs]],
  )
  expect(tree).toEqual([
    ['invoke_agent scout', 'delegate_to_agent', 1020],
    ['invoke_agent guide', 'delegate_to_agent', 1020],
    ['invoke_agent scout', 'scout', 2005],
  ])
})

test('what a sub-agent did is a part of its own task', () => {
  const usage = { input: 1, cached: 0, output: 1, thoughts: 0, tool: 0, total: 2 }
  const reply: ModelReply = { parts: [], stop: 'finished', usage, model: 'flash' }
  const task = (ms: number): RunEvent => ({
    type: 'agent_finished',
    agent: 'scout',
    reason: 'GOAL',
    recovery: false,
    turns: 1,
    usage,
    ms,
  })
  const events: RunEvent[] = [
    request('scout'),
    { type: 'model_reply', turn: 1, reply, ms: 5, agent: 'scout' },
    task(20),
    request('scout'),
    { type: 'model_reply', turn: 1, reply, ms: 5, agent: 'scout' },
    call({ agent: 'scout' }),
    task(35),
    { type: 'model_reply', turn: 1, reply, ms: 5 },
  ]
  const times = [1000, 1010, 1020, 2000, 2010, 2020, 2030, 3000]
  const { spans } = collectTelemetry(events, times, false)
  expect(spans.map(({ name, endMs, parent }) => [name, endMs, parent?.endMs])).toEqual([
    ['invoke_agent', 3000, undefined],
    ['chat auto', 1010, 1020],
    ['invoke_agent scout', 1020, undefined],
    ['chat auto', 2010, 2030],
    ['execute_tool write_file', 2020, 2030],
    ['invoke_agent scout', 2030, undefined],
    ['chat flash', 3000, undefined],
  ])
})
