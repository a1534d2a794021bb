import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { call, type GeminiStep, say, turn } from '../../src/emulators/gemini/steps.ts'
import { BOT, comment } from '../../src/emulators/github/world.ts'
import { isFull } from '../sample.ts'
import { canBeHadAgain } from './checks.ts'
import { inThread, type Thread, type TurnResult } from './thread-runs.ts'

// Limits of money over several runs: each run knows the others only through GitHub.

const RUNS = isFull ? 10 : 5
/** One request, larger than its estimate, so that a run can exceed a limit by one: 60,000 tokens in and 400 out, of gemini-2.5-flash. */
const TOKENS = { prompt: 60_000, candidates: 400 }
const REQUEST_USD = (60_000 * 0.3 + 400 * 2.5) / 1e6
const replies = (): GeminiStep[] => [
  turn([call('list_directory', { path: '.' })], TOKENS),
  turn([call('read_file', { file_path: 'package.json' })], TOKENS),
  say('It counts UTF-16 units.', TOKENS),
]
const inputsWith = (budget: object, more: Record<string, string> = {}) => ({
  resume: 'false',
  gemini_model: 'gemini-2.5-flash',
  settings: JSON.stringify({ sluice: { budget } }),
  ...more,
})

/** What a caller of the model paid: the requests that were answered. */
const paid = (results: readonly TurnResult[]) =>
  results.reduce((sum, { requests }) => sum + requests.length, 0) * REQUEST_USD

async function ask(thread: Thread, runs: number, more: Partial<Parameters<Thread['say']>[0]> = {}) {
  const results: TurnResult[] = []
  for (let run = 1; run <= runs; run += 1)
    results.push(await thread.say({ body: `@gemini-cli question ${run}`, replies: replies(), id: 5000 + run, ...more }))
  return results
}

const spentIn = (thread: Thread) =>
  thread
    .answers()
    .reduce((sum, { body }) => sum + Number(/^<!-- sluice:v1 [^\n]* usd=([\d.]+)/.exec(body)?.[1] ?? 0), 0)

test.concurrent.each([['auto'], ['sticky']])(
  'the runs of one thread stay below its limit, with `comment: %s`',
  (mode) =>
    inThread(inputsWith({ perThreadUsd: 0.2 }, { comment: mode }), async (thread) => {
      const results = await ask(thread, RUNS)
      const outcomes = results.map(({ run }) => run.outputs.outcome)
      expect(outcomes.slice(0, 3), results[0]?.run.log).toEqual(['ok', 'ok', 'ok'])
      expect(outcomes.at(-1)).toBe('budget')
      expect(results.at(-1)?.requests).toEqual([])
      expect(paid(results)).toBeLessThanOrEqual(0.2 + REQUEST_USD)
      expect(paid(results)).toBeGreaterThan(0.1)
      expect(spentIn(thread)).toBeCloseTo(paid(results), 4)
      expect(results.at(-1)?.run.summary).toContain('sluice.budget.perThreadUsd')
      expect(thread.github.problems).toEqual([])
      // A run that the limit of the thread stopped replays, too.
      const { run, requests } = results.findLast(({ requests: sent }) => sent.length > 0) as TurnResult
      expect(run.outputs.outcome).toBe('budget')
      const transcript = await readFile(run.outputs.transcript ?? '', 'utf8')
      await canBeHadAgain({ transcript, gemini: { requests } as never })
    }),
)

test.concurrent('a marker of somebody else counts nothing', () => {
  const forged = comment({
    id: 4001,
    number: 3,
    user: 'stan',
    body: '<!-- sluice:v1 key=sluice.000000000000 run=1.1 state=done usd=999 -->\nhello',
  })
  const quoted = comment({ id: 4002, number: 3, user: BOT, body: `> ${forged.body}` })
  return inThread(
    inputsWith({ perThreadUsd: 0.2 }),
    async (thread) => {
      const [result] = await ask(thread, 1)
      expect(result?.run.outputs.outcome, result?.run.log).toBe('ok')
      expect(Number(result?.run.outputs.cost_usd)).toBe(0) // the model of the emulator has no price
    },
    { comments: [forged, quoted] },
  )
})

test.concurrent('the runs of one day stay below its limit', () =>
  inThread(inputsWith({ perDayUsd: 0.2 }), async (thread) => {
    const results = await ask(thread, RUNS)
    const outcomes = results.map(({ run }) => run.outputs.outcome)
    expect(outcomes.slice(0, 3), results[0]?.run.log).toEqual(['ok', 'ok', 'ok'])
    expect(outcomes.at(-1)).toBe('budget')
    expect(results.at(-1)?.requests).toEqual([])
    expect(paid(results)).toBeLessThanOrEqual(0.2 + REQUEST_USD)
    expect(paid(results)).toBeGreaterThan(0.1)
    expect(results.at(-1)?.answers[0]?.body).toContain('sluice.budget.perDayUsd')
    expect(thread.github.problems).toEqual([])
  }))

test.concurrent('an artifact service that fails makes the limit of the day stricter, and the runs say so', () =>
  inThread(inputsWith({ perDayUsd: 0.2 }, { max_cost_usd: '0.09' }), async (thread) => {
    const down = () => ({ status: 400 })
    const [refused] = await ask(thread, 1, { onArtifact: down })
    expect(refused?.run.outputs.outcome, refused?.run.log).toBe('budget')
    expect(refused?.requests).toEqual([])
    expect(refused?.answers[0]?.body).toContain('could not be recorded')

    // It fails after the claim: the whole limit of the run counts.
    let asked = 0
    const failsLater = () => (asked === 0 ? undefined : down())
    const onModel = (nth: number) => {
      asked = nth
    }
    const first = await thread.say({
      body: '@gemini-cli a',
      id: 5101,
      replies: replies(),
      onModel,
      onArtifact: failsLater,
    })
    expect(first.run.outputs.outcome, first.run.log).toBe('ok')
    expect(first.run.summary).toMatch(/could not be recorded, so today it counts with its full limit of \$0\.0900/)
    asked = 0
    const second = await thread.say({
      body: '@gemini-cli b',
      id: 5102,
      replies: replies(),
      onModel,
      onArtifact: failsLater,
    })
    const others = await ask(thread, 4)
    expect(others.at(-1)?.run.outputs.outcome).toBe('budget')
    // Two claims of 0.09 leave 0.02, although the two runs spent less.
    expect(paid([first, second, ...others])).toBeLessThanOrEqual(0.2 + REQUEST_USD)
    expect(paid(others)).toBeLessThanOrEqual(0.02 + REQUEST_USD)
  }))

test.concurrent('without `actions: read` the limit of the day cannot be known, and nothing is asked', () =>
  inThread(
    inputsWith({ perDayUsd: 1 }),
    async (thread) => {
      const [result] = await ask(thread, 1)
      expect(result?.run.outputs.outcome).toBe('budget')
      expect(result?.requests).toEqual([])
      expect(result?.answers[0]?.body).toContain('actions: read')
    },
    { tokenPermissions: { actions: 'none' } },
  ))
