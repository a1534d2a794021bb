import { expect, test } from 'vitest'
import { mergePrices, PRICES, usageCost } from '../../src/model/prices.ts'
import { NO_USAGE, type TokenUsage } from '../../src/model/types.ts'
import { UserError } from '../../src/platform/errors.ts'

const million = (usage: Partial<TokenUsage>): TokenUsage => ({ ...NO_USAGE, ...usage })
const M = 1_000_000

const costs: [name: string, model: string, usage: TokenUsage, dollars: number | undefined][] = [
  ['input', 'gemini-2.5-flash', million({ input: M }), 0.3],
  ['cached input', 'gemini-2.5-flash', million({ input: M, cached: M }), 0.03],
  ['half of it cached', 'gemini-2.5-flash', million({ input: M, cached: M / 2 }), 0.165],
  ['output', 'gemini-2.5-flash', million({ output: M }), 2.5],
  ['thoughts are output', 'gemini-2.5-flash', million({ thoughts: M }), 2.5],
  ['what tools bring is input', 'gemini-2.5-flash', million({ tool: M }), 0.3],
  ['a short prompt', 'gemini-2.5-pro', million({ input: 200_000, output: M }), 10.25],
  ['a long prompt, all of it', 'gemini-2.5-pro', million({ input: 200_001, output: M }), 15.500_002_5],
  ['a long prompt where there is one price', 'gemini-3.5-flash', million({ input: M }), 1.5],
  ['a long cached prompt', 'gemini-3.1-pro-preview', million({ input: M, cached: M }), 0.4],
  ['more cached than asked', 'gemini-2.5-flash', million({ cached: M }), 0.03],
  ['nothing', 'gemini-2.5-flash', NO_USAGE, 0],
  ['a path', 'publishers/google/models/gemini-2.5-flash', million({ input: M }), 0.3],
  ['a version', 'gemini-2.5-flash-001', million({ input: M }), 0.3],
  ['a Vertex version', 'gemini-2.5-flash@default', million({ input: M }), 0.3],
  ['a dated preview', 'gemini-2.5-flash-preview-09-2025', million({ input: M }), 0.3],
  ['the latest', 'gemini-2.5-flash-latest', million({ input: M }), 0.3],
  ['another model that begins alike', 'gemini-2.5-flash-image', million({ input: M }), undefined],
  ['an unknown model', 'my-model', million({ input: M }), undefined],
  ['no model', '', NO_USAGE, undefined],
  ['a word of the language', 'constructor', NO_USAGE, undefined],
]

for (const [name, model, usage, dollars] of costs)
  test(`cost: ${name}`, () => {
    const cost = usageCost(usage, model)
    if (dollars === undefined) expect(cost).toBeUndefined()
    else expect(cost).toBeCloseTo(dollars, 9)
  })

test('every price is a price', () => {
  for (const [model, price] of Object.entries(PRICES))
    for (const { input, cached, output } of [price, price.long ?? price]) {
      expect([model, cached <= input, input <= output]).toEqual([model, true, true])
      expect(cached).toBeGreaterThan(0)
    }
})

test('prices of our own come over the table', () => {
  const prices = mergePrices(
    { 'my-model': { input: 1, output: 2, long: { input: 3, cached: 0, output: 4 } } },
    'prices',
  )
  expect(usageCost(million({ input: 1000, cached: 1000, output: 1000 }), 'my-model', prices)).toBeCloseTo(0.003, 9)
  expect(usageCost(million({ input: M, cached: M, output: M }), 'my-model', prices)).toBeCloseTo(4, 9)
  expect(usageCost(million({ input: M }), 'gemini-2.5-flash', prices)).toBeCloseTo(0.3, 9)
  expect(mergePrices(undefined, 'prices')).toBe(PRICES)
})

test.each([
  [{ m: { input: 1 } }, 'output'],
  [{ m: { input: '1', output: 1 } }, 'input'],
  [{ m: { input: -1, output: 1 } }, 'input'],
  [{ m: 3 }, 'input'],
])('refuses %j', (own, field) => {
  expect(() => mergePrices(own, 'model.prices')).toThrow(UserError)
  expect(() => mergePrices(own, 'model.prices')).toThrow(`model.prices.m.${field} must be a price`)
})
