import { expect, test } from 'vitest'
import { runConversation } from '../../src/agent/loop.ts'
import { runCalls } from '../../src/agent/scheduler.ts'
import { expandCommand } from '../../src/agent/slash-command-text.ts'
import { Stopped } from '../../src/agent/stop-conditions.ts'
import type { CallRecord, StopReason } from '../../src/record/events.ts'
import { createFileVisibility } from '../../src/tools/files/file-visibility.ts'
import { readManyFiles } from '../../src/tools/read-many-files.ts'
import { createToolHarness as toolshop } from '../tools/tool-harness.ts'
import { workshop } from './hooks-bench.ts'
import { benchTools, testContext, textReply, toolCall } from './test-context.ts'

/** Work in progress stops with the run, and its result is not the reason for the end. */

/** Ends during the wait, or before it. */
function ending(reason: StopReason): AbortSignal {
  const stop = new AbortController()
  setTimeout(() => stop.abort(new Stopped(reason)), 50)
  return stop.signal
}
const WAITS = 'sleep 30'
const GATE = { command: WAITS, onFailure: 'deny' }

for (const reason of ['time', 'cancelled'] as const)
  for (const [event, hook] of [
    ['BeforeAgent', WAITS],
    ['BeforeModel', WAITS],
    ['AfterModel', GATE],
  ] as const)
    test(`an interrupted hook at ${event} (${reason}) denies nothing`, async () => {
      const { hooks, warnings } = await workshop({ [event]: [hook] })
      const { context } = testContext({ replies: [textReply('fine')], overrides: { hooks } })
      const ended = await runConversation([{ kind: 'text', text: 'go' }], context, ending(reason))
      expect(ended).toEqual({ end: 'stopped', reason, text: '' })
      expect(warnings().join()).not.toContain('Agent execution')
    })

test('an interrupted hook does not lose the answer', async () => {
  const { hooks } = await workshop({ AfterAgent: [GATE] })
  const { context } = testContext({ replies: [textReply('fine')], overrides: { hooks } })
  const ended = await runConversation([{ kind: 'text', text: 'go' }], context, ending('time'))
  expect(ended).toEqual({ end: 'stopped', reason: 'time', text: 'fine' })
})

test('a call with an interrupted hook is cancelled, not denied', async () => {
  const { hooks } = await workshop({ BeforeTool: [WAITS] })
  const trace: string[] = []
  const { context, events } = testContext({ tools: benchTools(trace), overrides: { hooks } })
  const [reply] = await runCalls([toolCall('change', { at: 'a' })], context, ending('time'))
  const records: CallRecord[] = events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
  expect(records).toMatchObject([{ state: 'cancelled', reason: 'cancelled' }])
  expect(records[0]).not.toHaveProperty('verdict')
  expect(reply?.response.error).toMatch(/Operation Cancelled/)
  expect(trace).toEqual([])
})

test('an interrupted command in a task ends the run for its reason', async () => {
  using shop = await toolshop({})
  const { context } = testContext({ tools: shop.toolbox.all() })
  const command = { name: 'a', file: 'a.toml', prompt: `Look: !{${WAITS}}`, description: '' }
  const reading = { files: shop.files, reader: readManyFiles(shop.files, createFileVisibility(shop.files, '')) }
  const text = expandCommand(
    command,
    { raw: '/a', name: 'a', args: '' },
    { context, fileReading: reading, notice() {} },
    ending('time'),
  )
  await expect(text).rejects.toEqual(new Stopped('time'))
})
