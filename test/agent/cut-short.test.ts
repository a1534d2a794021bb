import { expect, test } from 'vitest'
import { converse } from '../../src/agent/loop.ts'
import { runCalls } from '../../src/agent/scheduler.ts'
import { commandText } from '../../src/agent/slash-text.ts'
import { Stopped } from '../../src/agent/stops.ts'
import type { CallRecord, StopReason } from '../../src/record/events.ts'
import { readManyFiles } from '../../src/tools/read-many-files.ts'
import { makeSight } from '../../src/tools/sight.ts'
import { workshop as toolshop } from '../tools/workshop.ts'
import { workshop } from './hooks-bench.ts'
import { benchTools, kitFor, say, wish } from './kit.ts'

/** What goes on when a run is told to end is stopped along with it, and whatever it then says is not the reason for the end. */

/** Ends while whatever is waited for goes on, or before. */
function ending(why: StopReason): AbortSignal {
  const stop = new AbortController()
  setTimeout(() => stop.abort(new Stopped(why)), 50)
  return stop.signal
}
const WAITS = 'sleep 30'
const GATE = { command: WAITS, onFailure: 'deny' }

for (const why of ['time', 'cancelled'] as const)
  for (const [event, hook] of [
    ['BeforeAgent', WAITS],
    ['BeforeModel', WAITS],
    ['AfterModel', GATE],
  ] as const)
    test(`a hook at ${event} that is cut short (${why}) has refused nothing`, async () => {
      const { hooks, warnings } = await workshop({ [event]: [hook] })
      const { kit } = kitFor({ replies: [say('fine')], kit: { hooks } })
      const ended = await converse([{ kind: 'text', text: 'go' }], kit, ending(why))
      expect(ended).toEqual({ end: 'stopped', why, text: '' })
      expect(warnings().join()).not.toContain('Agent execution')
    })

test('an answer is not lost for a hook that is cut short', async () => {
  const { hooks } = await workshop({ AfterAgent: [GATE] })
  const { kit } = kitFor({ replies: [say('fine')], kit: { hooks } })
  const ended = await converse([{ kind: 'text', text: 'go' }], kit, ending('time'))
  expect(ended).toEqual({ end: 'stopped', why: 'time', text: 'fine' })
})

test('a call whose hook is cut short is cancelled, not denied', async () => {
  const { hooks } = await workshop({ BeforeTool: [WAITS] })
  const trace: string[] = []
  const { kit, events } = kitFor({ tools: benchTools(trace), kit: { hooks } })
  const [reply] = await runCalls([wish('change', { at: 'a' })], kit, ending('time'))
  const records: CallRecord[] = events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
  expect(records).toMatchObject([{ state: 'cancelled', why: 'cancelled' }])
  expect(records[0]).not.toHaveProperty('verdict')
  expect(reply?.response.error).toMatch(/Operation Cancelled/)
  expect(trace).toEqual([])
})

test('a command in a task that is cut short ends the run for that reason', async () => {
  using shop = await toolshop({})
  const { kit } = kitFor({ tools: shop.toolbox.all() })
  const command = { name: 'a', file: 'a.toml', prompt: `Look: !{${WAITS}}`, description: '' }
  const reading = { files: shop.files, reader: readManyFiles(shop.files, makeSight(shop.files, '')) }
  const text = commandText(command, { raw: '/a', name: 'a', args: '' }, { kit, reading, notice() {} }, ending('time'))
  await expect(text).rejects.toEqual(new Stopped('time'))
})
