import { expect, test } from 'vitest'
import { type Simulated, simulate } from './simulation.ts'

// simulation.full.test.ts does the same with 10,000 issues.

const within = (actual: number, forecast: number) => Math.abs(actual - forecast) / forecast

const ends = ({ violations, wrong }: Simulated) => ({ violations, wrong })
const PERFECT = { violations: [], wrong: [] }

test.each([
  ['64 shards', 64, 1],
  ['8 shards', 8, 2],
  ['3 shards', 3, 3],
])('300 issues in %s: no limit is broken, one answer each, and the forecast holds', async (_, parallel, seed) => {
  const result = await simulate({ issues: 300, parallel, seed, kills: 0 })
  expect(ends(result)).toEqual(PERFECT)
  expect(result.maxRequests).toBeLessThanOrEqual(3)
  for (const { forecast, minutes, usd } of result.runs) {
    expect(within(minutes, forecast.minutes)).toBeLessThan(0.25)
    expect(within(usd, forecast.usd ?? 0)).toBeLessThan(0.25)
  }
})

test.each([11, 12, 13, 14, 15])(
  'ten of 64 shards killed at any point and run again: the same end (seed %i)',
  async (seed) => {
    const result = await simulate({ issues: 300, parallel: 64, seed, kills: 10 })
    expect(ends(result)).toEqual(PERFECT)
    expect(result.runs.map(({ killed }) => killed)[0]).toBeGreaterThan(5)
    expect(result.runs.reduce((sum, { done }) => sum + done, 0)).toBe(300)
    // Only what was interrupted is asked for again.
    expect(result.requests).toBeLessThanOrEqual(3 * 300 + 3 * 10)
  },
)

test('what does not fit into the time of the jobs stays for the next runs', async () => {
  const result = await simulate({ issues: 1_400, parallel: 64, seed: 21, kills: 10 })
  expect(ends(result)).toEqual(PERFECT)
  expect(result.runs.length).toBeGreaterThan(1)
  expect(result.runs[0]?.later).toBeGreaterThan(0)
  expect(result.runs.at(-1)?.later).toBe(0)
})
