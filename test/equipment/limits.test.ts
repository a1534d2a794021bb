import { expect, test } from 'vitest'
import { contextOf, longestOf, stopsFor } from '../../src/equipment/limits.ts'

type Inputs = Parameters<typeof stopsFor>[0]
const of = (max_turns: number | undefined) => ({ max_turns }) as Inputs // all that is read of them

const turns: [input: number | undefined, setting: number | undefined, limit: number | undefined][] = [
  [undefined, undefined, undefined],
  [40, undefined, 40],
  [40, -1, 40],
  [40, 5, 5],
  [5, 40, 5],
  [undefined, 5, 5],
  [40, 0, 0],
]
for (const [input, maxSessionTurns, limit] of turns)
  test(`max_turns ${input} with model.maxSessionTurns ${maxSessionTurns}: ${limit ?? 'no limit'}`, () => {
    const model = maxSessionTurns === undefined ? {} : { maxSessionTurns }
    const stops = stopsFor(of(input), { model })
    const first = [0, 1, 4, 5, 39, 40, 9999].find((n) => stops.some((stop) => stop({ turns: n }) === 'turns'))
    expect(first).toBe(limit)
  })

test('the past is summed up from half of the window, and answers are cut at forty thousand characters', () => {
  const means = { aside: () => () => Promise.reject(new Error('unasked')), save: async () => '', count: undefined }
  expect(contextOf({}, 'auto', means)).toMatchObject({ window: 1_048_576, threshold: 0.5, longest: 40_000 })
  expect(longestOf({})).toBe(40_000)
  const set = { model: { compressionThreshold: 0.3 }, tools: { truncateToolOutputThreshold: 7 } }
  expect(contextOf(set, 'auto', means)).toMatchObject({ threshold: 0.3, longest: 7 })
  expect(longestOf({ tools: { truncateToolOutputThreshold: 0 } })).toBe(0)
})
