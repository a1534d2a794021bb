import { expect, test } from 'vitest'
import { runConversation } from '../../src/agent/loop.ts'
import { replyStep } from '../../src/commands/sample-run.ts'
import { type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { connectModel } from '../../src/model/connect.ts'
import { totalUsage } from '../../src/record/cost.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { testContext } from './test-context.ts'

const SENTENCE = 'I will now look at the file again to be quite sure. '
/** As much as a model puts out at most: a costly answer. */
const CHANT = SENTENCE.repeat(2000)
const never = new AbortController().signal

async function talk(steps: GeminiStep[], detectLoops = true) {
  await using api = await startGemini(steps)
  const events: RunEvent[] = []
  const clock = { now: Date.now, random: Math.random, sleep: async () => undefined }
  const options = { model: 'gemini-2.5-flash', apiKey: 'key' }
  const { generate } = connectModel(options, { GOOGLE_GEMINI_BASE_URL: api.url }, { clock, report: () => undefined })
  const { context } = testContext({
    overrides: { generate, detectLoops, emit: (event) => events.push(event) },
  })
  const ending = await runConversation([{ kind: 'text', text: 'go' }], context, never)
  const replies = events.flatMap((event) => (event.type === 'model_reply' ? [event.reply] : []))
  return { ending, events, replies, problems: api.problems, requests: api.requests }
}

test('repeated text is ended while it arrives, its cost counts, and it is pointed out', async () => {
  const { ending, events, replies, problems, requests } = await talk([say(CHANT), say('fine')])
  expect(ending).toEqual({ end: 'answered', text: 'fine' })
  const [first] = replies
  expect(first).toMatchObject({ stop: 'abandoned', parts: [{ kind: 'text' }] })
  const said = JSON.stringify(first?.parts)
  expect(said.length).toBeLessThan(3000)
  // The emulator counts at the end of an answer, as some back ends do.
  expect(first?.usage.input).toBeGreaterThan(0)
  expect(first?.usage.output).toBeGreaterThan(200)
  expect(first?.usage.output).toBeLessThan(800)
  expect(totalUsage(events).usage.total).toBe((first?.usage.total ?? 0) + 110)
  expect(requests[1]?.raw).toMatch(/seem to be repeating yourself. Repeated words: /)
  expect(problems).toEqual([])
})

test('the second repetition ends the run, with room for a final answer', async () => {
  const { ending, requests } = await talk([say(CHANT), say(CHANT), say('That is what I know.')])
  expect(ending).toEqual({ end: 'stopped', reason: 'repeating', text: 'That is what I know.' })
  expect(requests[2]?.raw.length).toBeLessThan(12_000)
})

test('calls before repeated text run', async () => {
  const { events, ending } = await talk([turn([call('look', { at: 'a' }), { text: CHANT }]), say('fine')])
  expect(events.flatMap((event) => (event.type === 'call_finished' ? [event.call.state] : []))).toEqual(['success'])
  expect(ending).toEqual({ end: 'answered', text: 'fine' })
})

test('a replay of it ends the same way', async () => {
  const { ending, replies } = await talk([say(CHANT), say(CHANT), say('That is what I know.')])
  const steps = replies.map(replyStep)
  // The API has no finish reason for this.
  for (const step of steps) expect(JSON.stringify(step)).toContain('"finishReason":"STOP"')
  const again = await talk(steps)
  expect(again.problems).toEqual([])
  expect(again.ending).toEqual(ending)
})

test('without loop detection all text arrives', async () => {
  const { ending, replies } = await talk([say(CHANT)], false)
  expect(replies[0]?.stop).toBe('finished')
  expect(ending).toEqual({ end: 'answered', text: CHANT.trim() })
})
