import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/record/events.ts'
import { collectTelemetry } from '../../src/telemetry/telemetry-data.ts'

const usage = { input: 10, cached: 0, output: 5, thoughts: 0, tool: 0, total: 15 }
const finished = (reason: string, recovery: boolean): RunEvent => ({
  type: 'agent_finished',
  agent: 'scout',
  reason,
  recovery,
  recoveryReason: recovery ? 'MAX_TURNS' : undefined,
  recoveryMs: recovery ? 12 : undefined,
  turns: 3,
  usage,
  ms: 40,
})

test('a sub-agent records its start, its end, and its last turn', () => {
  const { logs, metrics, spans } = collectTelemetry(
    [finished('GOAL', false), finished('TIMEOUT', true)],
    [1000, 2000],
    false,
  )
  expect(
    logs.map(({ name, timeMs, attributes }) => [name.replace('gemini_cli.agent.', ''), timeMs, attributes]),
  ).toEqual([
    ['start', 960, { agent_id: 'scout-960', agent_name: 'scout' }],
    [
      'finish',
      1000,
      { agent_id: 'scout-960', agent_name: 'scout', duration_ms: 40, turn_count: 3, terminate_reason: 'GOAL' },
    ],
    ['start', 1960, { agent_id: 'scout-1960', agent_name: 'scout' }],
    [
      'recovery_attempt',
      2000,
      {
        agent_id: 'scout-1960',
        agent_name: 'scout',
        reason: 'MAX_TURNS',
        success: false,
        duration_ms: 12,
        turn_count: 3,
      },
    ],
    [
      'finish',
      2000,
      { agent_id: 'scout-1960', agent_name: 'scout', duration_ms: 40, turn_count: 3, terminate_reason: 'TIMEOUT' },
    ],
  ])
  const measured = metrics.filter(({ name }) => name.startsWith('gemini_cli.agent.'))
  expect(measured.map(({ name, value }) => [name.replace('gemini_cli.agent.', ''), value])).toEqual([
    ['run.count', 1],
    ['duration', 40],
    ['turns', 3],
    ['recovery_attempt.count', 1],
    ['recovery_attempt.duration', 12],
    ['run.count', 1],
    ['duration', 40],
    ['turns', 3],
  ])
  expect(spans.slice(1).map(({ name, startMs, endMs, failed }) => [name, startMs, endMs, failed])).toEqual([
    ['invoke_agent scout', 960, 1000, false],
    ['invoke_agent scout', 1960, 2000, true],
  ])
})
