import { expect, test } from 'vitest'
import { converse } from '../../src/agent/loop.ts'
import { stepOf } from '../../src/commands/recorded-steps.ts'
import { connect } from '../../src/model/connect.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { usedBy } from '../../src/record/usage.ts'
import { type GeminiStep, startGemini } from '../../src/standin/gemini.ts'
import { call, say, turn } from '../../src/standin/gemini-steps.ts'
import { kitFor } from './kit.ts'

const SENTENCE = 'I will now look at the file again to be quite sure. '
/** As much as a model puts out at most: what nobody wants to pay for. */
const CHANT = SENTENCE.repeat(2000)
const never = new AbortController().signal

async function talk(steps: GeminiStep[], detectLoops = true) {
  await using api = await startGemini(steps)
  const events: RunEvent[] = []
  const clock = { now: Date.now, random: Math.random, sleep: async () => undefined }
  const options = { model: 'gemini-2.5-flash', apiKey: 'key' }
  const { ask } = connect(options, { GOOGLE_GEMINI_BASE_URL: api.url }, clock, () => undefined)
  const { kit } = kitFor({ kit: { ask, detectLoops, emit: (event) => events.push(event) } })
  const ending = await converse([{ kind: 'text', text: 'go' }], kit, never)
  const replies = events.flatMap((event) => (event.type === 'model_reply' ? [event.reply] : []))
  return { ending, events, replies, problems: api.problems, requests: api.requests }
}

test('a chant is ended while it arrives, paid for as far as it came, and pointed out', async () => {
  const { ending, events, replies, problems, requests } = await talk([say(CHANT), say('fine')])
  expect(ending).toEqual({ end: 'answered', text: 'fine' })
  const [first] = replies
  expect(first).toMatchObject({ stop: 'abandoned', parts: [{ kind: 'text' }] })
  const said = JSON.stringify(first?.parts)
  expect(said.length).toBeLessThan(3000)
  // The stand-in counts at the end of an answer, as some back ends do.
  expect(first?.usage.input).toBeGreaterThan(0)
  expect(first?.usage.output).toBeGreaterThan(200)
  expect(first?.usage.output).toBeLessThan(800)
  expect(usedBy(events).usage.total).toBe((first?.usage.total ?? 0) + 110)
  expect(requests[1]?.raw).toMatch(/going round in circles. Repeated words: /)
  expect(problems).toEqual([])
})

test('the second chant is the end, with room for a last word', async () => {
  const { ending, requests } = await talk([say(CHANT), say(CHANT), say('That is what I know.')])
  expect(ending).toEqual({ end: 'stopped', why: 'repeating', text: 'That is what I know.' })
  expect(requests[2]?.raw.length).toBeLessThan(12_000)
})

test('calls that came before a chant are made', async () => {
  const { events, ending } = await talk([turn([call('look', { at: 'a' }), { text: CHANT }]), say('fine')])
  expect(events.flatMap((event) => (event.type === 'call_finished' ? [event.call.state] : []))).toEqual(['success'])
  expect(ending).toEqual({ end: 'answered', text: 'fine' })
})

test('a recording of it answers for the model again, and comes to the same end', async () => {
  const { ending, replies } = await talk([say(CHANT), say(CHANT), say('That is what I know.')])
  const steps = replies.map(stepOf)
  // The API has no word for what we did.
  for (const step of steps) expect(JSON.stringify(step)).toContain('"finishReason":"STOP"')
  const again = await talk(steps)
  expect(again.problems).toEqual([])
  expect(again.ending).toEqual(ending)
})

test('whoever detects no loops hears it all', async () => {
  const { ending, replies } = await talk([say(CHANT)], false)
  expect(replies[0]?.stop).toBe('finished')
  expect(ending).toEqual({ end: 'answered', text: CHANT.trim() })
})
