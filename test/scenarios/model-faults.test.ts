import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/record/events.ts'
import type { GeminiStep } from '../../src/standin/gemini.ts'
import { call, chunk, fail, turn } from '../../src/standin/gemini-steps.ts'
import { type Improvisation, improvise, type Wish } from './improvised.ts'

/**
 * Whole runs on a bad day of the model's API. test/model/fault-walk.test.ts has every fault at every question; here the
 * built action meets each of them once, and what it leaves on GitHub is looked at.
 */
const STRAY = chunk([{ text: 'Half of it' }])
const retryInfo = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay })
const busy = (delay?: string) =>
  fail(429, 'RESOURCE_EXHAUSTED', 'Too many requests.', delay === undefined ? undefined : [retryInfo(delay)])
const overloaded = fail(503, 'UNAVAILABLE', 'Overloaded.')
const silence: GeminiStep = { fault: 'stall', chunks: [STRAY] }
const empty = turn([])

const FAULTS: GeminiStep[] = [
  busy(),
  busy('45s'),
  fail(500, 'INTERNAL', 'An internal error.'),
  overloaded,
  { fault: 'reset' },
  { fault: 'reset', chunks: [STRAY] },
  silence,
  { fault: 'cut', chunks: [STRAY, STRAY], after: 1 },
  { fault: 'malformed', chunks: [STRAY] },
  empty,
]

const LABEL: Wish = { tool: 'github__add_labels', args: { labels: ['bug'] } }
const write = (nth: number): Wish => ({
  tool: 'write_file',
  args: { file_path: `docs/${nth}.md`, content: `Page ${nth}.\n` },
})
const world = { labels: [{ id: 1, name: 'bug', color: 'f00000', description: null }] }
const env = { NODE_OPTIONS: `--import=${resolve(import.meta.dirname, '../fakes/hasty-timers.mjs')}` }
/** One model, so that no other stands in for the one that fails. */
const inputs = { gemini_model: 'gemini-2.5-flash-lite', settings: JSON.stringify({ model: {} }) }

const eventsOf = ({ transcript }: Improvisation): RunEvent[] =>
  transcript
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const ours = ({ github: { world } }: Improvisation) => world.comments.filter(({ user }) => user === world.viewer)

/** Told once, and nothing left at "working". */
function toldOnce(run: Improvisation): string {
  const comments = ours(run)
  expect(comments, run.last.log).toHaveLength(1)
  expect(comments[0]?.body).not.toMatch(/working on it/i)
  expect(comments[0]?.body).not.toContain('Half of it')
  expect([run.post.exitCode, run.github.problems]).toEqual([0, []])
  return comments[0]?.body ?? ''
}

test.concurrent('each question goes wrong once, each in another way: everything is there once', () => {
  const answers = FAULTS.map((_, at) =>
    turn([{ text: `Page ${at} is next.` }, ...wishes(write(at), ...(at === 9 ? [LABEL] : []))]),
  )
  // After a call silence is an answer; the question after it is the same again.
  const turns = FAULTS.flatMap((fault, at) => [fault, answers[at] as GeminiStep])
  return improvise({ turns, world, step: { env, inputs } }, async (run) => {
    expect(run.last.outputs.outcome, run.last.log).toBe('ok')
    expect(toldOnce(run)).toContain('That was all.')
    expect(run.gemini.problems).toEqual([])
    expect(run.gemini.requests).toHaveLength(turns.length + 1)
    expect(run.patch.match(/^\+Page \d\.$/gm)).toEqual(FAULTS.map((_, at) => `+Page ${at}.`))
    expect(
      run.github.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/labels')),
    ).toHaveLength(1)
    const stats = JSON.parse(run.last.outputs.stats ?? '{}')
    expect(stats.tools).toMatchObject({ totalCalls: 11, totalSuccess: 11 })
    const failed = eventsOf(run).flatMap((event) => (event.type === 'model_failed' ? [event.waitMs] : []))
    expect(failed).toHaveLength(FAULTS.length - 1)
  })
})
const wishes = (...each: Wish[]) => each.map(({ tool, args }) => call(tool, args))

const forGood = (fault: GeminiStep) => [[write(0)], ...Array.from({ length: 12 }, () => fault)]

test.concurrent('an empty answer for good: the change that was made is told once', () =>
  improvise({ turns: forGood(empty), step: { env, inputs } }, async (run) => {
    expect([run.last.outputs.outcome, run.last.exitCode], run.last.log).toEqual(['model', 1])
    expect(toldOnce(run)).toMatch(/empty/)
    expect(run.patch).toContain('+Page 0.')
  }))

// The time of these is real: no wait is longer than what is left of three seconds.
for (const [name, fault, outcome, says] of [
  ['503', overloaded, 'budget', /time limit/i],
  ['silence', silence, 'budget', /time limit/i],
  ['429 with a delay of an hour', busy('3600s'), 'quota', /quota for .* is used up/],
] as const)
  test.concurrent(`${name} for good, and little time: ${outcome}, told once`, () =>
    improvise({ turns: forGood(fault), step: { inputs: { ...inputs, timeout_minutes: '0.05' } } }, async (run) => {
      expect([run.last.outputs.outcome, run.last.exitCode], run.last.log).toEqual([outcome, 0])
      expect(toldOnce(run)).toMatch(says)
      expect(run.patch).toContain('+Page 0.')
    }))
