import { expect, test } from 'vitest'
import { type BudgetLimits, openBudget, type RequestForecast } from '../../src/agent/budget.ts'
import { type Generate, type ModelReply, NO_USAGE } from '../../src/model/types.ts'

const never = new AbortController().signal
const request = { model: '', system: '', messages: [], tools: [] }
/** Two dollars a token of input, sixteen of output, so that sums stay whole. */
const prices = {
  known: { input: 2_000_000, cached: 2_000_000, output: 16_000_000 },
} as unknown as BudgetLimits['prices']
const replyOf = (total: number, model = 'known'): ModelReply => ({
  parts: [],
  stop: 'finished',
  model,
  usage: { ...NO_USAGE, input: total, total },
})

/** What may be asked next with these limits, after this many tokens. 1000 tokens of input are at most 1150. */
async function allowance(limits: Partial<BudgetLimits>, forecast: Partial<RequestForecast> = {}, spent = 0) {
  const budget = openBudget({ prices, model: 'known', ...limits }, () => {})
  await budget.metered(async () => replyOf(spent))(request, never)
  return budget.allowanceFor({ input: 1000, growth: 0, first: false, ...forecast })
}

async function notices(limits: Partial<BudgetLimits>, ...replies: ModelReply[]): Promise<number> {
  const texts: string[] = []
  const budget = openBudget({ prices, model: 'own', ...limits }, (text) => texts.push(text))
  for (const one of replies) await budget.metered(async () => one)(request, never)
  return texts.length
}

const affords = (tokens: number, ...attempts: number[]) =>
  openBudget({ prices, model: 'known', tokens }, () => {}).canAfford(
    attempts.map((total) => ({ model: 'known', usage: replyOf(total).usage })),
  )

/** Whether a request beside the conversation is sent. */
async function sends(tokens: number): Promise<boolean> {
  const budget = openBudget({ prices, model: 'known', tokens }, () => {})
  budget.allowanceFor({ input: 1000, growth: 1000, first: false })
  const generate: Generate = budget.withReserve(async () => replyOf(1))
  return generate(request, never).then(
    () => true,
    () => false,
  )
}

const table: [write: () => unknown, expected: unknown][] = [
  [() => allowance({ tokens: 1662 }, { first: true }), { kind: 'continue', maxTokens: 512 }],
  [() => allowance({ tokens: 1661 }, { first: true }), { kind: 'answer', reason: 'tokens', maxTokens: 511 }],
  [() => allowance({ tokens: 1406 }, { first: true }), { kind: 'answer', reason: 'tokens', maxTokens: 256 }],
  [() => allowance({ tokens: 1405 }, { first: true }), { kind: 'stop', reason: 'tokens' }],
  [() => allowance({ tokens: 2686 }), { kind: 'answer', reason: 'tokens', maxTokens: 1536 }],
  [() => allowance({ tokens: 2685 }), { kind: 'answer', reason: 'tokens', maxTokens: 1535 }],
  [() => allowance({ tokens: 3324 }), { kind: 'answer', reason: 'tokens', maxTokens: 2174 }],
  [() => allowance({ tokens: 3323 }), { kind: 'answer', reason: 'tokens', maxTokens: 2173 }],
  [() => allowance({ tokens: 1405 }), { kind: 'short answer', reason: 'tokens', maxTokens: 702, inputTokens: 611 }],
  [() => allowance({ tokens: 589 }), { kind: 'short answer', reason: 'tokens', maxTokens: 294, inputTokens: 256 }],
  [() => allowance({ tokens: 588 }), { kind: 'stop', reason: 'tokens' }],
  [() => allowance({ tokens: 100_000 }, { input: 80_000 }), { kind: 'answer', reason: 'tokens', maxTokens: 8000 }],
  [
    () => allowance({ tokens: 100_000 }, { input: 90_000 }),
    { kind: 'short answer', reason: 'tokens', maxTokens: 1024, inputTokens: 86066 },
  ],
  [() => allowance({ tokens: 524_287 }), { kind: 'continue', maxTokens: 65535 }],
  [() => allowance({ tokens: 524_288 }), { kind: 'continue' }],
  [() => allowance({ usd: 10_492 }, { first: true }), { kind: 'continue', maxTokens: 512 }],
  [() => allowance({ usd: 10_491 }, { first: true }), { kind: 'answer', reason: 'cost', maxTokens: 511 }],
  [() => allowance({ usd: 6396 }, { first: true }), { kind: 'answer', reason: 'cost', maxTokens: 256 }],
  [() => allowance({ usd: 6395 }, { first: true }), { kind: 'stop', reason: 'cost' }],
  [() => allowance({ usd: 4096 }), { kind: 'short answer', reason: 'cost', maxTokens: 128, inputTokens: 890 }],
  [() => allowance({ usd: 4095 }), { kind: 'stop', reason: 'cost' }],
  [() => allowance({ usd: 8000 }, {}, 500), { kind: 'answer', reason: 'cost', maxTokens: 293 }],
  [() => allowance({ usd: 1_000_000, tokens: 1662 }, { first: true }), { kind: 'continue', maxTokens: 512 }],
  [
    () => allowance({ usd: 10_491, tokens: 1661 }, { first: true }),
    { kind: 'answer', reason: 'tokens', maxTokens: 511 },
  ],
  [
    () => allowance({ usd: 10_491, tokens: 100_000 }, { first: true }),
    { kind: 'answer', reason: 'cost', maxTokens: 511 },
  ],
  [() => allowance({}), { kind: 'continue' }],
  [() => notices({ usd: 1 }, replyOf(1, 'own')), 1],
  [() => notices({ usd: 1 }, replyOf(0, 'own')), 0],
  [() => notices({ usd: 1 }, replyOf(1, 'own'), replyOf(1, 'own')), 1],
  [() => notices({ tokens: 1 }, replyOf(1, 'own')), 0],
  [() => notices({ usd: 1 }, replyOf(1, 'known'), replyOf(1, 'own')), 0],
  [() => affords(6000, 3000), true],
  [() => affords(6000, 3001), false],
  [() => affords(6000), true],
  [() => affords(6000, 2000, 2000), true],
  [() => affords(6000, 1000, 2500), true],
  [() => affords(6000, 1001, 2500), false],
  [() => sends(3580), true],
  [() => sends(3579), false],
  [() => sends(3581), true],
  [() => sends(3590), true],
]

for (const [write, expected] of table)
  test(`${String(write).slice(6)}`, async () => expect(await write()).toEqual(expected))
