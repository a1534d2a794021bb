import { expect, test } from 'vitest'
import { contextWindowFor, maxOutputCharacters, stopConditions } from '../../src/session/run-options.ts'

type Inputs = Parameters<typeof stopConditions>[0]
const of = (max_turns: number | undefined) => ({ max_turns }) as Inputs // all that is read of them

const turns: [input: number | undefined, setting: number | undefined, limit: number | undefined, reason?: string][] = [
  [undefined, undefined, undefined],
  [40, undefined, 40],
  [40, -1, 40],
  [40, 5, 5, 'session_turns'],
  [5, 40, 5],
  [undefined, 5, 5, 'session_turns'],
  [40, 0, 0, 'session_turns'],
]
for (const [input, maxSessionTurns, limit, reason = 'turns'] of turns)
  test(`max_turns ${input} with model.maxSessionTurns ${maxSessionTurns}: ${limit ?? 'no limit'}`, () => {
    const model = maxSessionTurns === undefined ? {} : { maxSessionTurns }
    const stops = stopConditions(of(input), { model })
    const first = [0, 1, 4, 5, 39, 40, 9999].find((n) => stops.some((stop) => stop({ turns: n }) === reason))
    expect(first).toBe(limit)
  })

test('compression starts at half of the window, and results are cut at forty thousand characters', () => {
  const means = {
    utilityGenerate: () => () => Promise.reject(new Error('unasked')),
    saveOutput: async () => '',
    countTokens: undefined,
  }
  expect(contextWindowFor({}, 'auto', means)).toMatchObject({
    windowTokens: 1_048_576,
    threshold: 0.5,
    maxOutputCharacters: 40_000,
  })
  expect(maxOutputCharacters({})).toBe(40_000)
  const set = { model: { compressionThreshold: 0.3 }, tools: { truncateToolOutputThreshold: 7 } }
  expect(contextWindowFor(set, 'auto', means)).toMatchObject({ threshold: 0.3, maxOutputCharacters: 7 })
  expect(maxOutputCharacters({ tools: { truncateToolOutputThreshold: 0 } })).toBe(0)
})
