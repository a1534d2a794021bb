import { expect, test } from 'vitest'
import type { GeminiStep } from '../../src/emulators/gemini/gemini.ts'
import { call, chunk, fail, say, turn } from '../../src/emulators/gemini/steps.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { virtualClock } from '../fakes/clock.ts'
import { sample } from '../sample.ts'
import { canBeHadAgain } from './checks.ts'
import { type Improvisation, type Improvised, improvise, type Wish } from './improvised.ts'

/**
 * Whole runs on a bad day of the model's API. test/model/fault-walk.test.ts has every fault at every question; here a
 * run meets each of them once, and what it leaves on GitHub is looked at.
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
const MINUTES = { much: 20, little: 1.25, least: 0.05 }

/** A run whose waits pass at once, on a clock that only they move: limits come due by what was waited for. */
function hastily(
  { turns, world, minutes = MINUTES.much, settings = {} }: Hasty,
  check: (run: Improvisation) => Promise<void>,
) {
  const clock = virtualClock()
  const steps = [...turns.map((each) => ('map' in each ? turn(wishes(...each)) : each)), say('That was all.')]
  const next = () => {
    const step = steps.shift()
    if (step === undefined) throw new Error('no more answers')
    if ('fault' in step && step.fault === 'stall') setImmediate(clock.passToNextTimer)
    return step
  }
  const timed = { ...inputs, timeout_minutes: String(minutes), settings: JSON.stringify(settings) }
  return improvise({ turns: next, ...(world && { world }), step: { inputs: timed }, clock }, check)
}

type Hasty = {
  turns: readonly (readonly Wish[] | GeminiStep)[]
  world?: Improvised['world']
  minutes?: number
  settings?: object
}

/** One model, so that there is no fallback. */
const inputs = { gemini_model: 'gemini-2.5-flash-lite', settings: '{}' }

const eventsOf = ({ transcript }: Improvisation): RunEvent[] =>
  transcript
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const ours = ({ github: { world } }: Improvisation) => world.comments.filter(({ user }) => user === world.viewer)

/** Reported once, no "working" left, and the transcript replays. */
async function toldOnce(run: Improvisation): Promise<string> {
  const comments = ours(run)
  expect(comments, run.last.log).toHaveLength(1)
  expect(comments[0]?.body).not.toMatch(/working on it/i)
  expect(comments[0]?.body).not.toContain('Half of it')
  expect([run.post.exitCode, run.github.problems]).toEqual([0, []])
  await canBeHadAgain(run)
  return comments[0]?.body ?? ''
}

test.concurrent('each request fails once, each in another way: everything is written once', () => {
  const answers = FAULTS.map((_, at) =>
    turn([{ text: `Page ${at} is next.` }, ...wishes(write(at), ...(at === 9 ? [LABEL] : []))]),
  )
  // After a call silence is an answer; the question after it is the same again.
  const turns = FAULTS.flatMap((fault, at) => [fault, answers[at] as GeminiStep])
  return hastily({ turns, world }, async (run) => {
    expect(run.last.outputs.outcome, run.last.log).toBe('ok')
    expect(await toldOnce(run)).toContain('That was all.')
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

const LASTING = [
  ['an empty answer', empty, 'much', 'model', /empty/],
  ['503', overloaded, 'much', 'model', /Overloaded/],
  ['503, and little time', overloaded, 'little', 'budget', /time limit/i],
  ['429 with a delay of an hour, and little time', busy('3600s'), 'little', 'quota', /quota for .* is exhausted/],
] as const
for (const [name, fault, time, outcome, says] of sample(LASTING, 2))
  test.concurrent(`${name}, permanently: ${outcome}, and the change is reported once`, () =>
    hastily({ turns: forGood(fault), minutes: MINUTES[time] }, async (run) => {
      const { outcome: ended, error = '{}' } = run.last.outputs
      expect([ended, run.last.exitCode], run.last.log).toEqual([outcome, outcome === 'model' ? 1 : 0])
      expect(await toldOnce(run)).toMatch(says)
      expect(JSON.parse(error)).toMatchObject({ type: expect.any(String), message: expect.any(String) })
      expect(run.patch, run.last.log).toContain('+Page 0.')
    }))

const FROM_THE_BEGINNING = [
  ['503', overloaded],
  ['silence', silence],
] as const
for (const [name, fault] of sample(FROM_THE_BEGINNING, 1))
  test.concurrent(`${name} from the beginning, and very little time: reported once`, () =>
    hastily({ turns: Array.from({ length: 20 }, () => fault), minutes: MINUTES.least }, async (run) => {
      expect([run.last.outputs.outcome, run.last.exitCode], run.last.log).toEqual(['budget', 0])
      expect(await toldOnce(run)).toMatch(/time limit/i)
    }))

test.concurrent('a wait that uses up the time: the final answer is posted', () =>
  hastily({ turns: [[write(0)], busy('70s')], minutes: MINUTES.little }, async (run) => {
    expect([run.last.outputs.outcome, run.last.exitCode], run.last.log).toEqual(['budget', 0])
    expect(await toldOnce(run)).toMatch(/time limit[\s\S]*That was all\./i)
    expect(run.gemini.requests).toHaveLength(3)
  }))

const DELEGATE: Wish = {
  tool: 'delegate_to_agent',
  args: { agent_name: 'codebase_investigator', prompt: 'How is it measured?' },
}
const READ: Wish = { tool: 'read_file', args: { file_path: 'src/shorten.js' } }

test.concurrent('a wait that uses up the time, in a sub-agent: the final answer is posted', () =>
  hastily({ turns: [[READ], [DELEGATE], [READ], busy('70s')], minutes: MINUTES.little }, async (run) => {
    expect([run.last.outputs.outcome, run.last.exitCode], run.last.log).toEqual(['budget', 0])
    expect(await toldOnce(run)).toMatch(/time limit[\s\S]*That was all\./i)
    expect(run.transcript).toContain('"reason":"ABORTED"')
  }))

test.concurrent("a wait longer than a sub-agent's time: it reports its findings", () => {
  const report = { SummaryOfFindings: 'UTF-16 units.', ExplorationTrace: [], RelevantLocations: [] }
  const runConfig = { maxTimeMinutes: MINUTES.little }
  const settings = { agents: { overrides: { codebase_investigator: { runConfig } } } }
  const turns = [[DELEGATE], [READ], busy('240s'), [{ tool: 'complete_task', args: { report } }]]
  return hastily({ turns, settings }, async (run) => {
    expect(run.last.outputs.outcome, run.last.log).toBe('ok')
    expect(await toldOnce(run)).toContain('That was all.')
    expect(run.gemini.requests[3]?.raw).toContain('You have exceeded the time limit.')
    expect(run.gemini.requests[4]?.raw).toContain('Termination Reason: GOAL')
  })
})
