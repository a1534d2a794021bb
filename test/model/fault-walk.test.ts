import { beforeAll, expect, test } from 'vitest'
import { runConversation } from '../../src/agent/loop.ts'
import { Stopped } from '../../src/agent/stop-conditions.ts'
import { type GeminiRequest, type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, chunk, fail, say, turn } from '../../src/emulators/gemini/steps.ts'
import { connectModel } from '../../src/model/connect.ts'
import { totalUsage } from '../../src/record/cost.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { computeStats } from '../../src/record/stats.ts'
import { benchTools, testContext } from '../agent/test-context.ts'
import { sample } from '../sample.ts'

/** A session of ten questions over a real connection: nine turns that each change something, and the answer. */
const TURNS = 10
const words = (nth: number) => `Step ${nth} is next.`
const good = (nth: number): GeminiStep =>
  nth < TURNS ? turn([{ text: words(nth) }, call('change', { at: `${nth}` })]) : say('All ten are done.')

const retryInfo = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay })
const busy = (delay?: string) =>
  fail(429, 'RESOURCE_EXHAUSTED', 'Too many requests.', delay === undefined ? undefined : [retryInfo(delay)])
/** What arrives before a stream fails: text and a token count of an answer that is discarded. */
const STRAY = chunk([{ text: 'Half of it' }], { tokens: { prompt: 100, candidates: 3 } })
const SPENT = 103

type Fault = {
  name: string
  step: GeminiStep
  outcome: 'quota' | 'model'
  /** Tokens that a failed attempt is paid with. */
  spent?: number
  isSilence?: true
}
const FAULTS: Fault[] = [
  { name: '429', step: busy(), outcome: 'quota' },
  { name: '429 with a delay', step: busy('45s'), outcome: 'quota' },
  { name: '500', step: fail(500, 'INTERNAL', 'An internal error.'), outcome: 'model' },
  { name: '503', step: fail(503, 'UNAVAILABLE', 'Overloaded.'), outcome: 'model' },
  { name: 'reset', step: { fault: 'reset' }, outcome: 'model' },
  { name: 'reset inside the answer', step: { fault: 'reset', chunks: [STRAY] }, outcome: 'model', spent: SPENT },
  { name: 'stall', step: { fault: 'stall', chunks: [STRAY] }, outcome: 'model', spent: SPENT, isSilence: true },
  { name: 'cut stream', step: { fault: 'cut', chunks: [STRAY, STRAY], after: 1 }, outcome: 'model', spent: SPENT },
  { name: 'malformed chunk', step: { fault: 'malformed', chunks: [STRAY] }, outcome: 'model', spent: SPENT },
  { name: 'empty answer', step: turn([]), outcome: 'model', spent: 110 },
]
/** Tokens of a good answer. */
const PAID = 110

/** Silence that ends an attempt where it is tried; the others have all the time of a busy machine. */
const SILENCE = { once: { stallMs: 1000 }, forGood: { stallMs: 500, attempts: 3 } }

const MINUTES = 20
const LIMIT_MS = MINUTES * 60_000

// Loaded on first use, which a busy machine may take for silence of the server.
beforeAll(() => import('@google/genai/web'))

/** The session where `fault` says which questions go wrong, counted with their repetitions. Waiting takes no time, but is counted. */
async function session(
  fault: (question: number, attempt: number) => GeminiStep | undefined,
  { minutes = MINUTES, stallMs = 60_000, attempts: maxAttempts = 10 } = {},
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
  const options = { model: 'gemini-2.5-flash-lite', apiKey: 'key', fallback: [], stallMs, maxAttempts }
  const { generate } = connectModel(
    options,
    { GOOGLE_GEMINI_BASE_URL: api.url },
    {
      clock,
      report: ({ text, ...told }) => {
        if (told.model !== undefined) events.push({ type: 'model_failed', turn: 0, text, ...told })
      },
    },
  )
  const trace: string[] = []
  const { context } = testContext({
    tools: benchTools(trace),
    overrides: { generate, model: '', emit: (event) => events.push(event) },
  })
  const ending = await runConversation([{ kind: 'text', text: TASK }], context, limit.signal)
  return {
    ending,
    events,
    waited,
    done: trace.filter((line) => line.endsWith('ends')),
    problems: api.problems,
    history: historyIn(api.requests),
  }
}

const TASK = 'Do ten things.'

/** The conversation of a request, in order, without the message that follows an empty answer. */
function historyIn(requests: readonly GeminiRequest[]): string[] {
  const { contents } = (requests.at(-1) as GeminiRequest).body as { contents: { role: string; parts: Piece[] }[] } // the emulator checked it
  return contents.flatMap(({ role, parts }) =>
    parts.flatMap(({ text, functionCall, functionResponse }) => {
      if (functionCall !== undefined) return `${role} calls ${functionCall.args.at}`
      if (functionResponse !== undefined) return `${role} answers ${functionResponse.response.output}`
      return text?.startsWith('[You') ? [] : `${role} says ${text}`
    }),
  )
}
type Piece = {
  text?: string
  functionCall?: { args: { at: string } }
  functionResponse?: { response: { output: string } }
}

const HISTORY = [
  `user says ${TASK}`,
  ...upTo(TURNS - 1).flatMap((nth) => [`model says ${words(nth)}`, `model calls ${nth}`, `user answers change ${nth}`]),
]

function upTo(nth: number) {
  return Array.from({ length: nth }, (_, index) => index + 1)
}
const steps = (nth: number) => upTo(nth).map((each) => `change ${each} ends`)

/** Requests and errors, as the statistics have them. */
function requestsIn(events: readonly RunEvent[]) {
  const api = Object.values(computeStats(events).models).map((model) => model.api)
  const sum = (key: 'totalRequests' | 'totalErrors') => api.reduce((all, one) => all + one[key], 0)
  return { requests: sum('totalRequests'), errors: sum('totalErrors') }
}

/** Each fault at each request. */
const PLACES = FAULTS.flatMap((fault) => upTo(TURNS).map((nth) => ({ ...fault, nth })))

for (const { name, step, spent = 0, isSilence, nth } of sample(PLACES, 10))
  test.concurrent(`${name}, once at request ${nth}: nothing is lost or done twice`, async () => {
    const { ending, events, waited, done, problems, history } = await session(
      (question, attempt) => (question === nth && attempt === 1 ? step : undefined),
      isSilence && SILENCE.once,
    )
    expect(ending).toEqual({ end: 'answered', text: 'All ten are done.' })
    expect(done).toEqual(steps(9))
    expect(history).toEqual(HISTORY)
    expect(problems).toEqual([])
    expect(waited).toBeLessThan(LIMIT_MS)
    // After a call an empty answer is valid, and the model is asked to continue.
    const isTurn = name === 'empty answer' && nth > 1
    expect(waited > 0).toBe(!isTurn)
    const used = totalUsage(events)
    expect(used.turns).toBe(isTurn ? TURNS + 1 : TURNS)
    const { requests, errors } = requestsIn(events)
    if (!isSilence) expect(errors).toBe(isTurn ? 0 : 1) // a busy machine may find more silence than was made
    expect(requests).toBe(used.turns + errors)
    if (!isSilence || errors === 1) expect(used.usage.total).toBe(TURNS * PAID + spent)
  })

for (const { name, step, outcome, spent = 0, isSilence, nth } of sample(PLACES, 10))
  test.concurrent(`${name} permanently at request ${nth}: the right outcome, with the text so far`, async () => {
    const { ending, events, waited, done, history } = await session(
      (question) => (question === nth ? step : undefined),
      isSilence && SILENCE.forGood,
    )
    expect(ending).toMatchObject({ end: 'failed', outcome })
    expect(done).toEqual(steps(nth - 1))
    expect(history).toEqual(HISTORY.slice(0, 1 + 3 * (nth - 1)))
    if (nth > 1) expect(ending.text).toContain(words(nth - 1))
    expect(ending.text).not.toContain('Half of it')
    const silent = name === 'empty answer' && nth > 1 ? 1 : 0
    const paid = (silent + requestsIn(events).errors) * spent
    if (!isSilence) expect(totalUsage(events).usage.total).toBe((nth - 1) * PAID + paid)
    expect(waited).toBeLessThan(LIMIT_MS)
  })

for (const [name, step] of [
  ['429 with a delay', busy('240s')],
  ['503', fail(503, 'UNAVAILABLE', 'Overloaded.')],
] as const)
  for (const nth of sample(upTo(TURNS), 2))
    test.concurrent(`${name} permanently at request ${nth}: the time limit ends the wait`, async () => {
      const { ending, waited, done } = await session((question) => (question === nth ? step : undefined), {
        minutes: 1,
      })
      expect(ending).toEqual({ end: 'stopped', reason: 'time', text: nth === 1 ? '' : words(nth - 1) })
      expect(waited).toBe(60_000)
      expect(done).toEqual(steps(nth - 1))
    })

test('every request fails once, each in another way', async () => {
  const { ending, done, history } = await session(
    (question, attempt) => (attempt === 1 ? FAULTS[(question - 1) % FAULTS.length]?.step : undefined),
    SILENCE.once,
  )
  expect(ending).toEqual({ end: 'answered', text: 'All ten are done.' })
  expect(done).toEqual(steps(9))
  expect(history).toEqual(HISTORY)
})
