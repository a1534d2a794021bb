import { expect, test } from 'vitest'
import { type Ahead, type Allowance, type Limits, openBudget } from '../../src/agent/budget.ts'
import { PRICES } from '../../src/model/prices.ts'
import {
  type Ask,
  ModelError,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
  type Usage,
} from '../../src/model/types.ts'

const never = new AbortController().signal
const QUESTION: ModelRequest = { model: '', system: '', messages: [], tools: [] }
const usage = (input: number, output = 0): Usage => ({ ...NO_USAGE, input, output, total: input + output })
const reply = (used: Usage, model = 'gemini-2.5-flash'): ModelReply => ({
  parts: [],
  stop: 'finished',
  model,
  usage: used,
})

function open(limits: Partial<Limits>) {
  const notices: string[] = []
  const budget = openBudget({ prices: PRICES, model: 'gemini-2.5-flash', ...limits }, (text) => notices.push(text))
  return { budget, notices, spend: (one: ModelReply) => budget.counted(async () => one)(QUESTION, never) }
}

const next = (input: number, given: Partial<Ahead> = {}): Ahead => ({ input, growth: 1000, first: false, ...given })

const table: [name: string, limits: Partial<Limits>, spent: Usage, ahead: Ahead, allowance: Partial<Allowance>][] = [
  ['no limit', {}, usage(1e9), next(1e9), { may: 'work' }],
  [
    'tokens: enough, and every answer is limited',
    { tokens: 10_000 },
    usage(0),
    next(1000),
    { may: 'work', most: 1250 },
  ],
  ['tokens: so many that no answer needs a limit', { tokens: 1_000_000 }, usage(0), next(1000), { may: 'work' }],
  [
    'tokens: the first question needs no reserve',
    { tokens: 10_000 },
    usage(0),
    next(6500, { first: true }),
    { may: 'work' },
  ],
  ['tokens: a later one does', { tokens: 10_000 }, usage(0), next(6500), { may: 'end', why: 'tokens' }],
  [
    'tokens: the last answer takes what is left',
    { tokens: 10_000 },
    usage(5000),
    next(3000),
    { may: 'end', most: 1550 },
  ],
  [
    'tokens: too little for the whole conversation',
    { tokens: 10_000 },
    usage(6000),
    next(4000),
    { may: 'end briefly', most: 1024 },
  ],
  ['tokens: too little for anything', { tokens: 10_000 }, usage(9700), next(4000), { may: 'nothing', why: 'tokens' }],
  ['tokens: used up and more', { tokens: 10_000 }, usage(12_000), next(4000), { may: 'nothing' }],
  [
    'tokens: the first question does not fit',
    { tokens: 400 },
    usage(0),
    next(5800, { first: true }),
    { may: 'nothing' },
  ],
  ['money: enough', { usd: 0.1 }, usage(0), next(1000), { may: 'work' }],
  ['money: nearly used up', { usd: 0.1 }, usage(300_000), next(10_000), { may: 'end', why: 'cost' }],
  ['money: used up', { usd: 0.01 }, usage(40_000), next(1000), { may: 'nothing', why: 'cost' }],
  ['both: what is short decides', { usd: 100, tokens: 10_000 }, usage(8000), next(1000), { may: 'end', why: 'tokens' }],
]
for (const [name, limits, spent, ahead, allowance] of table)
  test(name, async () => {
    const { budget, spend } = open(limits)
    await spend(reply(spent))
    expect(budget.allows(ahead)).toMatchObject(allowance)
  })

test('no question it allows can spend more than there is', async () => {
  for (const tokens of [700, 3000, 10_000, 50_000, 400_000])
    for (const share of [0, 0.3, 0.6, 0.8, 0.9, 0.97, 1])
      for (const input of [100, 2000, 9000, 60_000])
        for (const first of [true, false]) {
          const { budget, spend } = open({ tokens })
          await spend(reply(usage(Math.floor(tokens * share))))
          const allowed = budget.allows(next(input, { first }))
          if (allowed.may === 'nothing') continue
          const asked = allowed.may === 'end briefly' ? allowed.input : input
          expect(
            asked + (allowed.most ?? 65_536),
            JSON.stringify({ tokens, share, input, allowed }),
          ).toBeLessThanOrEqual(Math.ceil(tokens * (1 - share)))
        }
})

test('what failed attempts cost counts, of a question answered in the end and of one that failed', async () => {
  const { budget, spend } = open({ tokens: 10_000 })
  await spend({ ...reply(usage(1000)), spent: [{ model: 'm', usage: usage(3000) }] })
  const failing: Ask = async () => {
    const spent = [{ model: 'm', usage: usage(4000) }]
    throw new ModelError('garbled', { fault: 'unusable', retry: 'later', spent })
  }
  await expect(budget.counted(failing)(QUESTION, never)).rejects.toThrow('garbled')
  expect(budget.allows(next(500))).toMatchObject({ may: 'end', why: 'tokens' })
})

test('asking again has to be affordable too', async () => {
  const { budget, spend } = open({ tokens: 10_000 })
  await spend(reply(usage(4000)))
  const attempt = { model: 'm', usage: usage(2500) }
  expect(budget.affords([])).toBe(true)
  expect(budget.affords([attempt])).toBe(true)
  expect(budget.affords([attempt, attempt])).toBe(false)
  expect(open({}).budget.affords([attempt])).toBe(true)
})

test('a model without a price: tokens only, said once', async () => {
  const { budget, spend, notices } = open({ usd: 0.01, tokens: 1000, model: 'my-own-model' })
  await spend(reply(usage(900), 'my-own-model'))
  expect(notices).toEqual([expect.stringMatching(/no price for the model my-own-model.*model\.prices/)])
  expect(budget.allows(next(500))).toMatchObject({ why: 'tokens' })
})

test('the price of the model that was asked stands in for that of an unknown edition', async () => {
  const { budget, spend, notices } = open({ usd: 0.01, model: 'gemini-2.5-flash' })
  await spend(reply(usage(40_000), 'gemini-2.5-flash-of-tomorrow'))
  expect(notices).toEqual([])
  expect(budget.allows(next(500))).toMatchObject({ may: 'nothing', why: 'cost' })
})

test('an alias costs what the model costs that answers to it', async () => {
  const { budget, spend, notices } = open({ usd: 0.1, model: 'my-alias' })
  await spend(reply(usage(300_000), 'gemini-2.5-flash'))
  expect(notices).toEqual([])
  expect(budget.allows(next(10_000))).toMatchObject({ may: 'end', why: 'cost' })
})

/** Asks so many questions beside a conversation at once, each of 3000 tokens; gives what became of them and what was spent. */
async function besides(limits: Partial<Limits>, many: number) {
  const { budget } = open(limits)
  let asked = 0
  let most = 0
  let spent = 0
  const model = budget.counted(async () => {
    asked += 1
    most = Math.max(most, asked)
    await Promise.resolve()
    asked -= 1
    spent += 3000
    return reply(usage(2900, 100))
  })
  budget.allows(next(1000))
  const ask = budget.sparing(model)
  const ended = await Promise.allSettled(Array.from({ length: many }, () => ask(QUESTION, never)))
  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  return { budget, refused, spent, most }
}

test('questions beside a conversation leave enough for its last answer', async () => {
  const { budget, refused, spent } = await besides({ tokens: 20_000 }, 40)
  expect([spent, refused.length]).toEqual([15_000, 35])
  expect(new Set(refused)).toEqual(new Set([expect.stringContaining('kept for the final answer')]))
  expect(budget.allows(next(1200))).toMatchObject({ may: 'end' })
})

test('money is left in the same way', async () => {
  const { budget, refused, spent } = await besides({ usd: 0.02 }, 40)
  expect(refused.length).toBeGreaterThan(0)
  expect(spent).toBeGreaterThan(0)
  expect(budget.allows(next(1200)).may).toMatch(/^(work|end)$/)
})

test('questions beside a conversation go on together where there is enough, or no limit', async () => {
  expect(await besides({}, 8)).toMatchObject({ refused: [], most: 8 })
  const ample = await besides({ tokens: 1_000_000 }, 8)
  expect([ample.refused, ample.most]).toEqual([[], 7]) // the first one shows what they cost
})

test('a question that fails makes room for the next', async () => {
  const { budget } = open({ tokens: 20_000 })
  budget.allows(next(1000))
  const fails = budget.sparing(async () =>
    Promise.reject(new ModelError('no', { fault: 'unavailable', retry: 'later' })),
  )
  const ended = await Promise.allSettled([fails(QUESTION, never), fails(QUESTION, never)])
  expect(ended.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    'ModelError: no',
    'ModelError: no',
  ])
})
