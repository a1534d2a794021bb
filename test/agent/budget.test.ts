import { expect, test } from 'vitest'
import { type Allowance, type BudgetLimits, openBudget, type RequestForecast } from '../../src/agent/budget.ts'
import { PRICES } from '../../src/model/prices.ts'
import {
  type Generate,
  ModelError,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
  type TokenUsage,
} from '../../src/model/types.ts'

const never = new AbortController().signal
const QUESTION: ModelRequest = { model: '', system: '', messages: [], tools: [] }
const usage = (input: number, output = 0): TokenUsage => ({ ...NO_USAGE, input, output, total: input + output })
const reply = (used: TokenUsage, model = 'gemini-2.5-flash'): ModelReply => ({
  parts: [],
  stop: 'finished',
  model,
  usage: used,
})

function open(limits: Partial<BudgetLimits>) {
  const notices: string[] = []
  const budget = openBudget({ prices: PRICES, model: 'gemini-2.5-flash', ...limits }, (text) => notices.push(text))
  return { budget, notices, spend: (one: ModelReply) => budget.metered(async () => one)(QUESTION, never) }
}

const next = (input: number, given: Partial<RequestForecast> = {}): RequestForecast => ({
  input,
  growth: 1000,
  first: false,
  ...given,
})

const table: [
  name: string,
  limits: Partial<BudgetLimits>,
  spent: TokenUsage,
  ahead: RequestForecast,
  allowance: Partial<Allowance>,
][] = [
  ['no limit', {}, usage(1e9), next(1e9), { kind: 'continue' }],
  [
    'tokens: enough, and every answer is limited',
    { tokens: 10_000 },
    usage(0),
    next(1000),
    { kind: 'continue', maxTokens: 1250 },
  ],
  ['tokens: so many that no answer needs a limit', { tokens: 1_000_000 }, usage(0), next(1000), { kind: 'continue' }],
  [
    'tokens: the first question needs no reserve',
    { tokens: 10_000 },
    usage(0),
    next(6500, { first: true }),
    { kind: 'continue' },
  ],
  ['tokens: a later one does', { tokens: 10_000 }, usage(0), next(6500), { kind: 'answer', reason: 'tokens' }],
  [
    'tokens: the last answer takes what is left',
    { tokens: 10_000 },
    usage(5000),
    next(3000),
    { kind: 'answer', maxTokens: 1550 },
  ],
  [
    'tokens: too little for the whole conversation',
    { tokens: 10_000 },
    usage(6000),
    next(4000),
    { kind: 'short answer', maxTokens: 1024 },
  ],
  ['tokens: too little for anything', { tokens: 10_000 }, usage(9700), next(4000), { kind: 'stop', reason: 'tokens' }],
  ['tokens: used up and more', { tokens: 10_000 }, usage(12_000), next(4000), { kind: 'stop' }],
  ['tokens: the first question does not fit', { tokens: 400 }, usage(0), next(5800, { first: true }), { kind: 'stop' }],
  ['money: enough', { usd: 0.1 }, usage(0), next(1000), { kind: 'continue' }],
  ['money: nearly used up', { usd: 0.1 }, usage(300_000), next(10_000), { kind: 'answer', reason: 'cost' }],
  ['money: used up', { usd: 0.01 }, usage(40_000), next(1000), { kind: 'stop', reason: 'cost' }],
  [
    'both: what is short decides',
    { usd: 100, tokens: 10_000 },
    usage(8000),
    next(1000),
    { kind: 'answer', reason: 'tokens' },
  ],
]
for (const [name, limits, spent, ahead, allowance] of table)
  test(name, async () => {
    const { budget, spend } = open(limits)
    await spend(reply(spent))
    expect(budget.allowanceFor(ahead)).toMatchObject(allowance)
  })

test('no allowed request can exceed the budget', async () => {
  for (const tokens of [700, 3000, 10_000, 50_000, 400_000])
    for (const share of [0, 0.3, 0.6, 0.8, 0.9, 0.97, 1])
      for (const input of [100, 2000, 9000, 60_000])
        for (const first of [true, false]) {
          const { budget, spend } = open({ tokens })
          await spend(reply(usage(Math.floor(tokens * share))))
          const allowed = budget.allowanceFor(next(input, { first }))
          if (allowed.kind === 'stop') continue
          const asked = allowed.kind === 'short answer' ? allowed.inputTokens : input
          expect(
            asked + (allowed.maxTokens ?? 65_536),
            JSON.stringify({ tokens, share, input, allowed }),
          ).toBeLessThanOrEqual(Math.ceil(tokens * (1 - share)))
        }
})

test('the cost of failed attempts counts, whether or not the request succeeds', async () => {
  const { budget, spend } = open({ tokens: 10_000 })
  await spend({ ...reply(usage(1000)), failedUsage: [{ model: 'm', usage: usage(3000) }] })
  const failing: Generate = async () => {
    const failedUsage = [{ model: 'm', usage: usage(4000) }]
    throw new ModelError('garbled', { fault: 'unusable', retry: 'later', failedUsage })
  }
  await expect(budget.metered(failing)(QUESTION, never)).rejects.toThrow('garbled')
  expect(budget.allowanceFor(next(500))).toMatchObject({ kind: 'answer', reason: 'tokens' })
})

test('a retry must fit into the budget too', async () => {
  const { budget, spend } = open({ tokens: 10_000 })
  await spend(reply(usage(4000)))
  const attempt = { model: 'm', usage: usage(2500) }
  expect(budget.canAfford([])).toBe(true)
  expect(budget.canAfford([attempt])).toBe(true)
  expect(budget.canAfford([attempt, attempt])).toBe(false)
  expect(open({}).budget.canAfford([attempt])).toBe(true)
})

test('a model without a price: only tokens count, with one notice', async () => {
  const { budget, spend, notices } = open({ usd: 0.01, tokens: 1000, model: 'my-own-model' })
  await spend(reply(usage(900), 'my-own-model'))
  expect(notices).toEqual([expect.stringMatching(/^The price of the model my-own-model is unknown.*model\.prices/)])
  expect(budget.allowanceFor(next(500))).toMatchObject({ reason: 'tokens' })
})

test('an unknown model version costs as much as the requested model', async () => {
  const { budget, spend, notices } = open({ usd: 0.01, model: 'gemini-2.5-flash' })
  await spend(reply(usage(40_000), 'gemini-2.5-flash-of-tomorrow'))
  expect(notices).toEqual([])
  expect(budget.allowanceFor(next(500))).toMatchObject({ kind: 'stop', reason: 'cost' })
})

test('an alias costs what the model costs that answers to it', async () => {
  const { budget, spend, notices } = open({ usd: 0.1, model: 'my-alias' })
  await spend(reply(usage(300_000), 'gemini-2.5-flash'))
  expect(notices).toEqual([])
  expect(budget.allowanceFor(next(10_000))).toMatchObject({ kind: 'answer', reason: 'cost' })
})

/** Sends this many parallel utility requests of 3000 tokens each; returns their results and the cost. */
async function besides(limits: Partial<BudgetLimits>, many: number) {
  const { budget } = open(limits)
  let asked = 0
  let most = 0
  let spent = 0
  const model = budget.metered(async () => {
    asked += 1
    most = Math.max(most, asked)
    await Promise.resolve()
    asked -= 1
    spent += 3000
    return reply(usage(2900, 100))
  })
  budget.allowanceFor(next(1000))
  const ask = budget.withReserve(model)
  const ended = await Promise.allSettled(Array.from({ length: many }, () => ask(QUESTION, never)))
  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  return { budget, refused, spent, most }
}

test('utility requests leave enough for the final answer', async () => {
  const { budget, refused, spent } = await besides({ tokens: 20_000 }, 40)
  expect([spent, refused.length]).toEqual([9000, 37])
  expect(new Set(refused)).toEqual(new Set([expect.stringContaining('reserved for the final answer')]))
  // The calls and the notes of those that were refused are in the conversation by then.
  expect(budget.allowanceFor(next(1200 + 40 * 150))).toMatchObject({ kind: 'answer' })
})

test('the reserve also holds for money', async () => {
  const { budget, refused, spent } = await besides({ usd: 0.02 }, 40)
  expect(refused.length).toBeGreaterThan(0)
  expect(spent).toBeGreaterThan(0)
  expect(budget.allowanceFor(next(1200)).kind).toMatch(/^(continue|answer)$/)
})

test('utility requests run in parallel if the budget suffices or has no limit', async () => {
  expect(await besides({}, 8)).toMatchObject({ refused: [], most: 8 })
  const ample = await besides({ tokens: 1_000_000 }, 8)
  expect([ample.refused, ample.most]).toEqual([[], 7]) // the first one shows what they cost
})

test('a failed request releases its reserve', async () => {
  const { budget } = open({ tokens: 20_000 })
  budget.allowanceFor(next(1000))
  const fails = budget.withReserve(async () =>
    Promise.reject(new ModelError('no', { fault: 'unavailable', retry: 'later' })),
  )
  const ended = await Promise.allSettled([fails(QUESTION, never), fails(QUESTION, never)])
  expect(ended.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    'ModelError: no',
    'ModelError: no',
  ])
})
