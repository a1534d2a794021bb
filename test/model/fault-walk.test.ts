import { expect, test } from 'vitest'
import { converse } from '../../src/agent/loop.ts'
import { Stopped } from '../../src/agent/stops.ts'
import { connect } from '../../src/model/connect.ts'
import type { Ending, RunEvent } from '../../src/record/events.ts'
import { statsOf } from '../../src/record/stats.ts'
import { usedBy } from '../../src/record/usage.ts'
import { type GeminiStep, startGemini } from '../../src/standin/gemini.ts'
import { call, fail, say, turn } from '../../src/standin/gemini-steps.ts'
import { benchTools, kitFor } from '../agent/kit.ts'

/** A session of ten questions over a real connection: nine turns that each change something, and the answer. */
const TURNS = 10
const words = (nth: number) => `Step ${nth} is next.`
const good = (nth: number): GeminiStep =>
  nth < TURNS ? turn([{ text: words(nth) }, call('change', { at: `${nth}` })]) : say('All ten are done.')

const retryInfo = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay })
const busy = (delay?: string) =>
  fail(429, 'RESOURCE_EXHAUSTED', 'Too many requests.', delay === undefined ? undefined : [retryInfo(delay)])
const [head = {}] = (('chunks' in good(1) ? (good(1) as { chunks: object[] }) : undefined) ?? { chunks: [] }).chunks

type Fault = { name: string; step: GeminiStep; outcome: 'quota' | 'model' }
const FAULTS: Fault[] = [
  { name: '429', step: busy(), outcome: 'quota' },
  { name: '429 with a delay', step: busy('45s'), outcome: 'quota' },
  { name: '500', step: fail(500, 'INTERNAL', 'An internal error.'), outcome: 'model' },
  { name: '503', step: fail(503, 'UNAVAILABLE', 'Overloaded.'), outcome: 'model' },
  { name: 'reset', step: { fault: 'reset' }, outcome: 'model' },
  { name: 'reset inside the answer', step: { fault: 'reset', chunks: [head], after: 1 }, outcome: 'model' },
  { name: 'stall', step: { fault: 'stall', chunks: [head] }, outcome: 'model' },
  { name: 'cut stream', step: { fault: 'cut', chunks: [head, head], after: 1 }, outcome: 'model' },
  { name: 'malformed chunk', step: { fault: 'malformed', chunks: [head] }, outcome: 'model' },
  { name: 'empty answer', step: turn([]), outcome: 'model' },
]

const MINUTES = 20
/** Silence for the stalled streams; the others have all the time of a busy machine. */
const STALL_MS = 400

/** The session where `fault` says which questions go wrong, counted with their repetitions. Waiting takes no time, but is counted. */
async function session(
  fault: (question: number, attempt: number) => GeminiStep | undefined,
  { minutes = MINUTES, stallMs = 60_000 } = {},
) {
  const attempts = new Map<number, number>()
  await using api = await startGemini(({ raw }) => {
    const question = raw.split('"functionResponse"').length
    const attempt = (attempts.get(question) ?? 0) + 1
    attempts.set(question, attempt)
    return fault(question, attempt) ?? good(question)
  })
  const limit = new AbortController()
  let waited = 0
  const clock = {
    now: () => 1_800_000_000_000 + waited,
    random: () => 0.5,
    async sleep(ms: number, signal: AbortSignal) {
      waited = Math.min(waited + ms, minutes * 60_000)
      if (waited >= minutes * 60_000) limit.abort(new Stopped('time'))
      signal.throwIfAborted()
    },
  }
  const events: RunEvent[] = []
  const options = { model: 'gemini-2.5-flash-lite', apiKey: 'key', fallback: [], stallMs }
  const { ask } = connect(options, { GOOGLE_GEMINI_BASE_URL: api.url }, clock, ({ text, ...told }) => {
    if (told.model !== undefined) events.push({ type: 'model_failed', turn: 0, text, ...told })
  })
  const trace: string[] = []
  const { kit } = kitFor({ tools: benchTools(trace), kit: { ask, model: '', emit: (event) => events.push(event) } })
  const ending = await converse([{ kind: 'text', text: 'Do ten things.' }], kit, limit.signal)
  return { ending, events, waited, done: trace.filter((line) => line.endsWith('ends')), problems: api.problems }
}

const patience = (name: string) => (name === 'stall' ? { stallMs: STALL_MS } : {})

const steps = (upTo: number) => Array.from({ length: upTo }, (_, index) => `change ${index + 1} ends`)

for (const { name, step } of FAULTS)
  test(`${name}, once at any question: nothing is lost and nothing done twice`, async () => {
    const places = /stall|inside|malformed/.test(name)
      ? [1, 5, TURNS]
      : Array.from({ length: TURNS }, (_, index) => index + 1)
    for (const nth of places) {
      const { ending, events, waited, done, problems } = await session(
        (question, attempt) => (question === nth && attempt === 1 ? step : undefined),
        patience(name),
      )
      expect(ending, `question ${nth}`).toEqual({ end: 'answered', text: 'All ten are done.' })
      expect(done).toEqual(steps(9))
      expect(problems).toEqual([])
      expect(waited).toBeLessThan(MINUTES * 60_000)
      // After a call silence is an answer, which the model is asked to say more than.
      const isTurn = name === 'empty answer' && nth > 1
      expect(usedBy(events).turns).toBe(isTurn ? TURNS + 1 : TURNS)
      expect(waited > 0).toBe(!isTurn)
      const api = Object.values(statsOf(events).models).map((model) => model.api)
      const sum = (key: 'totalRequests' | 'totalErrors') => api.reduce((all, one) => all + one[key], 0)
      expect([sum('totalRequests'), sum('totalErrors')]).toEqual([TURNS + 1, isTurn ? 0 : 1])
    }
  })

for (const { name, step, outcome } of FAULTS)
  test(`${name} for good: the right end, with what there was`, async () => {
    for (const nth of name === 'stall' ? [5] : [1, 5, TURNS]) {
      const { ending, waited, done } = await session(
        (question) => (question === nth ? step : undefined),
        patience(name),
      )
      expect(ending, `question ${nth}`).toMatchObject({ end: 'failed', outcome })
      expect(done).toEqual(steps(nth - 1))
      if (nth > 1) expect(textOf(ending)).toContain(words(nth - 1))
      expect(waited).toBeLessThan(MINUTES * 60_000)
    }
  })

test('the time a run may take ends every wait', async () => {
  for (const step of [busy('240s'), fail(503, 'UNAVAILABLE', 'Overloaded.')]) {
    const { ending, waited, done } = await session((question) => (question === 4 ? step : undefined), { minutes: 1 })
    expect(ending).toEqual({ end: 'stopped', why: 'time', text: words(3) })
    expect(waited).toBe(60_000)
    expect(done).toEqual(steps(3))
  }
})

test('every question goes wrong once, each in another way', async () => {
  const { ending, done } = await session(
    (question, attempt) => (attempt === 1 ? FAULTS[(question - 1) % FAULTS.length]?.step : undefined),
    patience('stall'),
  )
  expect(ending).toEqual({ end: 'answered', text: 'All ten are done.' })
  expect(done).toEqual(steps(9))
})

const textOf = (ending: Ending) => ending.text
