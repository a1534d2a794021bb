import { expect, test } from 'vitest'
import { type ModelReply, NO_USAGE } from '../../src/model/types.ts'
import type { CallRecord, RunEvent } from '../../src/record/events.ts'
import { formatRun, parseOutputFormat } from '../../src/record/output-format.ts'

const usage = { input: 10, cached: 4, output: 3, thoughts: 0, tool: 0, total: 13 }
const reply = (text: string, calls: string[] = [], agent?: string): RunEvent => {
  const parts: ModelReply['parts'] = [
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ...calls.map((id) => ({ kind: 'call' as const, call: { id, name: 'glob', args: { pattern: id } } })),
  ]
  const said: ModelReply = { parts, stop: 'finished', usage, model: 'm' }
  return { type: 'model_reply', turn: 1, ms: 5, reply: said, agent }
}
const called = (
  id: string,
  call: Partial<CallRecord>,
  answer: Record<string, unknown> = { output: 'x' },
): RunEvent => ({
  type: 'call_finished',
  reply: answer,
  call: { id, name: 'glob', args: {}, state: 'success', ms: 1, bytes: 1, ...call },
})
const started: RunEvent = { type: 'run_started', session: 's', version: '1', event: 'push', model: '', task: {} }
const asked: RunEvent = {
  type: 'model_request',
  turn: 1,
  model: 'auto',
  system: '',
  tools: [],
  messages: [
    {
      role: 'user',
      parts: [
        { kind: 'text', text: 'one' },
        { kind: 'text', text: 'two' },
      ],
    },
  ],
}
const ended = (more: Partial<Extract<RunEvent, { type: 'run_ended' }>> = {}): RunEvent => ({
  type: 'run_ended',
  outcome: 'ok',
  ending: 'answered',
  text: 'All done.',
  usage: NO_USAGE,
  turns: 2,
  ms: 70,
  ...more,
})

const session = [
  started,
  asked,
  reply('First.', ['1', '2', '3']),
  called('1', { display: 'Found 3' }),
  called('2', { state: 'error', reason: 'glob_execution_error' }, { error: 'broken' }),
  called('3', { state: 'cancelled', reason: 'cancelled' }, { error: '[Operation Cancelled]' }),
  reply('aside', [], 'scout'),
  reply('All \u001b[1mdone.\n'),
  ended({ text: 'All \u001b[1mdone.' }),
]
const lines = (events: RunEvent[]) =>
  formatRun(
    'stream-json',
    events,
    events.map((_, index) => index * 1000),
  )
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test("text: the main conversation's text, with a line break after each turn", () => {
  expect(formatRun('text', session, [])).toBe('First.\nAll done.\n')
  expect(formatRun('text', [started, ended()], [])).toBe('')
})

test('json: two blanks of indent, the last answer, no keys without a value', () => {
  const text = formatRun('json', session, [])
  expect(text.startsWith('{\n  "session_id": "s",\n  "response": "All done.",\n  "stats": {\n')).toBe(true)
  expect(Object.keys(JSON.parse(text))).toEqual(['session_id', 'response', 'stats'])
})

test('json: calls without text give an empty answer, with statistics', () => {
  const cut = ended({ ending: 'stopped', reason: 'hook', outcome: 'budget', text: '' })
  const told = JSON.parse(formatRun('json', [started, reply('', ['1']), called('1', {}), cut], []))
  expect(told).toMatchObject({ response: '', stats: { tools: { totalCalls: 1 } } })
})

test('json: errors by the names and codes of the reference, warnings', () => {
  const of = (event: RunEvent, ...more: RunEvent[]) =>
    JSON.parse(formatRun('json', [started, reply('So far.'), ...more, event], []))
  const turns = of(ended({ ending: 'stopped', reason: 'turns', outcome: 'budget', text: 'So far.' }))
  expect(turns).toMatchObject({ response: 'So far.', error: { type: 'FatalTurnLimitedError', code: 53 } })
  const failed = of(ended({ ending: 'failed', outcome: 'quota', text: 'Used up.' }))
  expect(failed.error).toEqual({ type: 'QuotaError', message: 'Used up.', code: 429 })
  const warned = of(ended(), { type: 'notice', level: 'warning', text: 'Slow \u001b[31mtoday' })
  expect(warned.warnings).toEqual(['Slow today'])
  const warning = { type: 'notice', level: 'warning', text: 'blocked' } as const
  expect(of(ended(), warning, warning).warnings).toEqual(['blocked', 'blocked'])
  expect(JSON.parse(formatRun('json', [started], [])).error.message).toContain('does not contain the end of the run')
})

test('stream-json: one object an event, in the reference order', () => {
  const found = lines(session)
  expect(found.map(({ type }) => type)).toEqual([
    'init',
    'message',
    'message',
    'tool_use',
    'tool_use',
    'tool_use',
    'tool_result',
    'tool_result',
    'tool_result',
    'message',
    'result',
  ])
  expect(found[0]).toEqual({ type: 'init', timestamp: '1970-01-01T00:00:00.000Z', session_id: 's', model: 'auto' })
  expect(found[1]).toMatchObject({ role: 'user', content: 'one\n\ntwo', timestamp: '1970-01-01T00:00:01.000Z' })
  expect(found[2]).toMatchObject({ role: 'assistant', content: 'First.', delta: true })
  expect(found[3]).toMatchObject({ tool_name: 'glob', tool_id: '1', parameters: { pattern: '1' } })
  expect(found[6]).toMatchObject({ tool_id: '1', status: 'success', output: 'Found 3' })
  expect(found[7]).toMatchObject({ status: 'error', error: { type: 'glob_execution_error', message: 'broken' } })
  expect(found[8]).toMatchObject({ status: 'success', error: { type: 'cancelled' } })
  expect(found[9]).toMatchObject({ role: 'assistant', content: 'All done.\n' })
  expect(found[10]).toMatchObject({
    status: 'success',
    stats: {
      total_tokens: 39,
      input_tokens: 30,
      output_tokens: 9,
      cached: 12,
      input: 18,
      duration_ms: 70,
      tool_calls: 3,
      models: { m: { total_tokens: 39, input_tokens: 30, output_tokens: 9, cached: 12, input: 18 } },
    },
  })
})

test('stream-json: a failed run ends with its error', () => {
  const failed = ended({ ending: 'failed', outcome: 'model', text: 'No answer.' })
  expect(lines([started, failed]).at(-1)).toMatchObject({
    type: 'result',
    status: 'error',
    error: { type: 'ModelError', message: 'No answer.' },
  })
})

test('formats by name', () => {
  expect([undefined, 'text', 'json', 'stream-json'].map(parseOutputFormat)).toEqual([
    undefined,
    'text',
    'json',
    'stream-json',
  ])
  expect(() => parseOutputFormat('invalid')).toThrow(
    'Invalid values:\n  Argument: output-format, Given: "invalid", Choices: "text", "json", "stream-json"',
  )
})
