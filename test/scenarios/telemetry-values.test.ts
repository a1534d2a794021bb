import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, fail, type GeminiStep, turn } from '../../src/emulators/gemini/steps.ts'
import { attributesOf, itemsIn, startCollector } from '../fakes/collector.ts'
import { type Improvisation, improvise } from './improvised.ts'

type Item = Record<string, unknown>
type Sent = { logs: Item[]; metrics: Item[]; spans: Item[] }

/** What a run sends whose model gives these answers. */
async function sentBy(
  turns: GeminiStep[],
  {
    settings = {},
    telemetry = {},
    repo = {},
  }: { settings?: object; telemetry?: object; repo?: Record<string, string> },
  check: (sent: Sent, run: Improvisation) => void,
) {
  await using collector = await startCollector()
  const to = { enabled: true, otlpEndpoint: collector.url, traces: true, ...telemetry }
  const inputs = { settings: JSON.stringify({ ...settings, telemetry: to }) }
  await improvise({ turns, step: { inputs }, repo: Object.keys(repo).length > 0 ? repo : undefined }, (run) => {
    expect(collector.problems).toEqual([])
    const of = (path: string) =>
      collector.exports.filter((each) => each.path === path).flatMap(({ body }) => itemsIn(body, path))
    check({ logs: of('/v1/logs'), metrics: of('/v1/metrics'), spans: of('/v1/traces') }, run)
  })
}

const eventsNamed = ({ logs }: Sent, name: string): Item[] =>
  logs.filter(({ eventName }) => eventName === `gemini_cli.${name}`).map(attributesOf)

test('a written file: file_operation, and the lines and characters of the change', () =>
  sentBy([turn([call('write_file', { file_path: 'src/new.py', content: 'one\nthree\n' })])], {}, (sent, { last }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(eventsNamed(sent, 'file_operation')).toMatchObject([
      { tool_name: 'write_file', operation: 'create', lines: 2, extension: '.py', programming_language: 'Python' },
    ])
    const [written] = eventsNamed(sent, 'tool_call')
    expect(written).toMatchObject({ function_name: 'write_file', success: true, decision: 'accept' })
    expect(written?.metadata).toEqual({
      ai_added_lines: 2,
      ai_removed_lines: 0,
      user_added_lines: 0,
      user_removed_lines: 0,
      model_added_lines: 2,
      model_removed_lines: 0,
      model_added_chars: 8,
      model_removed_chars: 0,
      user_added_chars: 0,
      user_removed_chars: 0,
    })
    const body = sent.logs.find(({ eventName }) => eventName === 'gemini_cli.tool_call')?.body
    const text = `Tool call: write_file. Decision: accept. Success: true. Duration: ${written?.duration_ms}ms.`
    expect(body).toEqual({ stringValue: text })
  }))

test('tool_output_truncated: the lengths, and the threshold of the settings', () =>
  sentBy(
    [turn([call('run_shell_command', { command: 'seq 1 3000' })])],
    { settings: { tools: { truncateToolOutputThreshold: 2000 } } },
    (sent) => {
      const [truncated] = eventsNamed(sent, 'tool_output_truncated')
      expect(truncated).toMatchObject({ tool_name: 'run_shell_command', threshold: 2000 })
      expect(Number(truncated?.original_content_length)).toBeGreaterThan(10_000)
      expect(Number(truncated?.truncated_content_length)).toBeLessThan(3000)
    },
  ))

test('conversation_finished has the approval mode, and tool_call.error is a message', () =>
  sentBy(
    [turn([call('read_file', { file_path: 'src/missing.txt' })])],
    { settings: { general: { defaultApprovalMode: 'auto_edit' } } },
    (sent) => {
      expect(eventsNamed(sent, 'conversation_finished')).toMatchObject([{ approvalMode: 'autoEdit', turnCount: 2 }])
      const message = 'The call failed: file not found.'
      expect(eventsNamed(sent, 'tool_call')).toMatchObject([
        { success: false, error: message, 'error.message': message, error_type: 'file_not_found' },
      ])
    },
  ))

test('with content, tool_call.error is what the model reads', () =>
  sentBy(
    [turn([call('read_file', { file_path: 'src/missing.txt' })])],
    { telemetry: { logPrompts: true } },
    (sent, { said }) => {
      const [failed] = eventsNamed(sent, 'tool_call')
      expect(failed?.error).toBe(said[0]?.[0])
      expect(failed?.error).toContain('missing.txt')
      const [details] = sent.logs.filter(({ eventName }) => eventName === 'gen_ai.client.inference.operation.details')
      expect(attributesOf(details ?? {})['gen_ai.output.messages']).toMatchObject([
        { role: 'assistant', finish_reason: 'STOP', parts: [{ type: 'tool_call', name: 'read_file' }] },
      ])
    },
  ))

const OVERLOADED = fail(503, 'UNAVAILABLE', 'Overloaded.', [
  { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.5s' },
])

test('api_error has the duration of its attempt, and the retry its number', () =>
  sentBy([OVERLOADED], { settings: { general: { maxAttempts: 3 } } }, (sent) => {
    const [error] = eventsNamed(sent, 'api_error')
    expect(error).toMatchObject({ status_code: 503, 'error.type': '503' })
    expect(error?.duration).toBe(error?.duration_ms)
    expect(Number(error?.duration)).toBeGreaterThanOrEqual(0)
    const [retry] = eventsNamed(sent, 'network_retry_attempt')
    expect(retry).toMatchObject({ attempt: 1, max_attempts: 3, error_type: 'SERVER_ERROR' })
    expect(Number(retry?.delay_ms)).toBeGreaterThan(0)
  }))

const AGENT = '---\nname: scout\ndescription: Looks around.\ntools: [list_directory]\n---\nLook around and report.\n'

test('the spans of a sub-agent are below its task, and the task below the call that started it', () =>
  sentBy(
    [
      turn([call('delegate_to_agent', { agent_name: 'scout', prompt: 'Look.' })]),
      turn([call('list_directory', { dir_path: '.' })]),
      turn([call('complete_task', { result: 'Seen.' })]),
    ],
    { repo: { '.gemini/agents/scout.md': AGENT, 'README.md': 'Pond.\n' } },
    ({ spans }, { last }) => {
      const nameOf = (id: unknown) => spans.find(({ spanId }) => spanId === id)?.name
      const tree = spans.map(({ name, parentSpanId }) => `${nameOf(parentSpanId)} > ${name}`)
      expect(tree.toSorted(), last.log).toEqual([
        'execute_tool delegate_to_agent > invoke_agent scout',
        'invoke_agent > chat auto',
        'invoke_agent > chat auto',
        'invoke_agent > execute_tool delegate_to_agent',
        'invoke_agent scout > chat auto',
        'invoke_agent scout > chat auto',
        'invoke_agent scout > execute_tool complete_task',
        'invoke_agent scout > execute_tool list_directory',
        'undefined > invoke_agent',
      ])
      expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    },
  ))

test('outfile makes its folder, and each record in it names the service', async () => {
  const turns = [turn([call('read_file', { file_path: 'README.md' })])]
  const repo = { 'README.md': 'Pond.\n' }
  const attributes = new Map<string, string[]>()
  await sentBy(turns, { repo }, ({ logs }) => {
    for (const log of logs) attributes.set(String(log.eventName), Object.keys(attributesOf(log)).toSorted())
  })
  await sentBy(turns, { repo, telemetry: { outfile: 'out/of/telemetry.log' } }, (sent, { last, repository }) => {
    expect(sent).toEqual({ logs: [], metrics: [], spans: [] })
    const file = join(repository.workspace, 'out/of/telemetry.log')
    expect(existsSync(file), last.log).toBe(true)
    const records = recordsIn(readFileSync(file, 'utf8'))
    for (const { resource } of records)
      expect(resource).toMatchObject({ attributes: { 'service.name': 'gemini-cli', 'session.id': expect.any(String) } })
    const logs = records.filter(({ eventName }) => eventName !== undefined)
    const inFile = logs.map((log) => [String(log.eventName), Object.keys(log.attributes as Item).toSorted()] as const)
    expect(new Map(inFile)).toEqual(attributes)
    for (const { eventName, body } of logs) if (eventName !== 'gemini_cli.tool_call') expect(body).toBe(eventName)
    const ids = new Map(records.flatMap(({ name, spanContext }) => (spanContext ? [[name, spanContext as Item]] : [])))
    const read = records.find(({ name }) => name === 'execute_tool read_file')
    expect(read?.parentSpanContext).toMatchObject({ spanId: ids.get('invoke_agent')?.spanId })
    expect(records.some(({ scopeMetrics }) => scopeMetrics !== undefined)).toBe(true)
    expect(last.outputs.patch ?? '').toBe('')
  })
})

/** One JSON object after another, each from a line with `{` to one with `}`. */
const recordsIn = (text: string): Item[] =>
  text
    .split(/^(?=\{\n)/m)
    .filter((record) => record !== '')
    .map((record) => JSON.parse(record))
