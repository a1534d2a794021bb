import { expect, test } from 'vitest'
import { timelineSection } from '../../../src/delivery/report/compose-report.ts'
import { NO_USAGE } from '../../../src/model/types.ts'
import type { CallRecord, RunEvent } from '../../../src/record/events.ts'
import { type TimelineTurn, timelineOf } from '../../../src/record/stats.ts'

const usage = { ...NO_USAGE, input: 1200, output: 30, thoughts: 4, tool: 6, total: 1240 }
const reply = (turn: number, ms: number, agent?: string) =>
  ({
    type: 'model_reply',
    turn,
    ms,
    reply: { model: 'gemini-2.5-flash', usage },
    agent,
  }) as RunEvent // the fields that are read
const call = (name: string, more: Partial<CallRecord> = {}) => {
  const record: CallRecord = { id: name, name, args: {}, state: 'success', ms: 1500, bytes: 1, ...more }
  return { type: 'call_finished', call: record } as RunEvent
}
const failed = (waitMs: number, agent?: string) =>
  ({ type: 'model_failed', turn: 2, text: '503', waitMs, agent }) as RunEvent

test('a turn has the time of its answer, the pauses before it, and its calls without those of sub-agents and commands', () => {
  const events = [
    ...[reply(1, 900), call('read_file'), call('inner', { agent: 'reader' }), reply(1, 50, 'reader')],
    ...[call('gh', { parent: 'x' }), call('task', { state: 'error', ms: 9000 })],
    ...[failed(2000), failed(7000, 'reader'), failed(4000), reply(2, 700), call('write_file', { verdict: 'deny' })],
    reply(3, 100),
  ]
  expect(timelineOf(events)).toMatchObject([
    { turn: 1, modelMs: 900, waitMs: 0, calls: [{ name: 'read_file' }, { name: 'task' }] },
    { turn: 2, modelMs: 700, waitMs: 6000, calls: [{ name: 'write_file' }] },
    { turn: 3, modelMs: 100, waitMs: 0, calls: [] },
  ])
  expect(timelineSection({ timeline: timelineOf(events) }, 5000)).toBe(`<details>
<summary>Timeline: 3 turns, 7.7 s waiting for the model</summary>

| Turn | Model | Answer after | Tokens in | Tokens out | Calls |
| ---: | --- | ---: | ---: | ---: | --- |
| 1 | \`gemini-2.5-flash\` | 900 ms | 1,206 | 34 | \`read_file\` (1.5 s), \`task\` (9.0 s, failed) |
| 2 | \`gemini-2.5-flash\` | 700 ms after waiting 6.0 s to retry | 1,206 | 34 | \`write_file\` (denied) |
| 3 | \`gemini-2.5-flash\` | 100 ms | 1,206 | 34 | – |

</details>`)
})

const turns = (count: number, calls = 0): TimelineTurn[] =>
  Array.from({ length: count }, (_, nth) => ({
    turn: nth + 1,
    model: 'm',
    usage,
    modelMs: 10,
    waitMs: 0,
    calls: Array.from({ length: calls }, () => ({ name: 'read_file', state: 'success' as const, ms: 1 })),
  }))

test('one answer has no timeline; many turns and calls are counted where they have no room', () => {
  expect(timelineSection({ timeline: turns(1) }, 5000)).toBe('')
  expect(timelineSection({ timeline: turns(300) }, 2000)).toMatch(/_2\d\d more turns in the transcript/)
  expect(timelineSection({ timeline: turns(300) }, 2000).length).toBeLessThan(2400)
  expect(timelineSection({ timeline: turns(2, 40) }, 9000)).toContain('and 28 more')
  expect(timelineSection({ timeline: turns(2) }, 10)).toBe('')
})

test('a timeline has a turn at least, however little room there is', () => {
  const sections = Array.from({ length: 300 }, (_, room) => timelineSection({ timeline: turns(2) }, room))
  expect(sections.filter((text) => text !== '' && !text.includes('| 1 |'))).toEqual([])
  expect(sections.some((text) => text.includes('1 more turn '))).toBe(true)
  expect([sections[0], sections.at(-1)?.includes('| 2 |')]).toEqual(['', true])
})
