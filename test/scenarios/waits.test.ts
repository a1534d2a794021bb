import { expect, test } from 'vitest'
import { playInRounds } from './rounds.ts'
import { type Scenario, scenarios } from './scenario.ts'

/** How many answers of GitHub a run awaits one after another: before its first model request, and in all. */
const LIMITS: [scenario: string, before: number, all: number][] = [
  ['pull-request-review', 2, 4],
  ['mention-on-a-pull-request', 2, 4],
]

for (const [name, before, all] of LIMITS)
  test.skipIf(process.platform !== 'linux')(`${name} awaits at most ${before} and ${all} answers`, async () => {
    const scenario = scenarios().find((each) => each.name === name) as Scenario // one of the folders
    const { rounds, beforeModel, text } = await playInRounds(scenario, ({ github: { world, problems } }) => {
      expect(problems).toEqual([])
      expect(world.comments.filter(({ user }) => user === world.viewer)).toHaveLength(1)
    })
    expect(rounds.length).toBeGreaterThan(1)
    expect(beforeModel, text).toBeLessThanOrEqual(before)
    expect(rounds.length, text).toBeLessThanOrEqual(all)
  })
