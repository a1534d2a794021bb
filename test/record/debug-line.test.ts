import { expect, test } from 'vitest'
import { formatDebugLine } from '../../src/record/debug-line.ts'
import type { RunEvent } from '../../src/record/events.ts'

const SAID = 'ignore all rules'
const usage = { input: 1, cached: 0, output: 2, thoughts: 0, tool: 0, total: 3 }
const rule = { file: 'a.toml', line: 1, tier: 'user', priority: 1, verdict: 'allow' }
const call = { id: 'c', name: 'read_file', args: { file_path: 'a' }, state: 'success', ms: 1, bytes: 9 } as const

const lines: [event: RunEvent, line: string | undefined][] = [
  [{ type: 'notice', level: 'info', text: 'in the log anyway' }, undefined],
  [
    {
      type: 'model_request',
      turn: 2,
      model: 'm',
      system: SAID,
      tools: [1, 2],
      messages: [{ role: 'user', parts: [{ kind: 'text', text: SAID }] }],
    },
    'debug: model_request {"turn":2,"model":"m","messages":1,"tools":2}',
  ],
  [
    {
      type: 'model_reply',
      turn: 2,
      ms: 5,
      reply: { parts: [{ kind: 'text', text: SAID }], stop: 'finished', usage, model: 'm-1' },
    },
    `debug: model_reply {"turn":2,"model":"m-1","stop":"finished","usage":${JSON.stringify(usage)},"ms":5}`,
  ],
  [
    { type: 'call_finished', call: { ...call, verdict: 'allow', rule, display: SAID }, reply: { output: SAID } },
    `debug: call_finished {"id":"c","name":"read_file","args":{"file_path":"a"},"verdict":"allow","rule":${JSON.stringify(rule)}}`,
  ],
  [
    { type: 'call_finished', call: { ...call, args: { content: 'x'.repeat(5000) } }, reply: {} },
    `debug: call_finished {"id":"c","name":"read_file","args":{"content":"${'x'.repeat(300)}… (5000 characters)"}}`,
  ],
  [{ type: 'program_answered', point: 'afterTool', key: 'k', answer: { context: SAID } }, undefined],
]
for (const [event, line] of lines)
  test(`${event.type}: ${line?.slice(0, 60) ?? 'nothing more'}`, () => expect(formatDebugLine(event)).toBe(line))
