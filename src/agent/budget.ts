import { estimateRequestTokens } from '../model/estimate.ts'
import { type PriceTable, usageCost } from '../model/prices.ts'
import { type Generate, ModelError, type ModelUsage, NO_USAGE } from '../model/types.ts'
import type { RunEvent, StopReason } from '../record/events.ts'

export type BudgetLimits = {
  tokens?: number
  usd?: number
  /** The limit that sets `usd`, for messages. */
  costReason?: CostReason
  prices: PriceTable
  /** The requested model. Its price applies when the replying model has none. */
  model: string
}

/** The input max_cost_usd, or the settings for a thread and for a day. */
export type CostReason = 'cost' | 'thread_cost' | 'day_cost'

/** What the budget allows for the next request. `maxTokens` limits its answer, thoughts included. */
export type Allowance =
  | { kind: 'continue'; maxTokens?: number }
  /** One final request with the whole conversation is affordable. */
  | { kind: 'answer'; reason: StopReason; maxTokens: number }
  /** Only a shorter final request of `inputTokens` is affordable. */
  | { kind: 'short answer'; reason: StopReason; maxTokens: number; inputTokens: number }
  | { kind: 'stop'; reason: StopReason }

export type FinalAllowance = Exclude<Allowance, { kind: 'continue' }>

/** Tokens of the next request, and tokens that the last turn added. */
export type RequestForecast = { input: number; growth: number; first: boolean }

/** Tokens and cost of a whole run: the main conversation, sub-agents and requests of tools. */
export type Budget = {
  /** Counts every request, failed attempts included. */
  metered(generate: Generate): Generate
  /** What may be requested now. Always keeps a reserve for a final answer. */
  allowanceFor(forecast: RequestForecast): Allowance
  /**
   * Sends requests outside the conversation while the budget covers them and the final answer of the conversation that
   * was last forecast. Rejects with ModelError otherwise.
   */
  withReserve(generate: Generate): Generate
  /** US dollars spent so far; undefined when a price is unknown. */
  spentUsd(): number | undefined
  /** Whether one more attempt is affordable after attempts that used this much. */
  canAfford(attempts: readonly ModelUsage[]): boolean
}

/** Whether a conversation that has ended can go on within its budget. */
export function affordsMore(budget: Budget | undefined, events: readonly RunEvent[]): boolean {
  const reply = events.findLast((event) => event.type === 'model_reply' && event.agent === undefined)
  const { input, output, thoughts } = reply?.type === 'model_reply' ? reply.reply.usage : NO_USAGE
  const forecast = { input: input + output + thoughts + MORE_TOKENS, growth: MORE_TOKENS, first: false }
  return (budget?.allowanceFor(forecast).kind ?? 'continue') === 'continue'
}

/** A question and what calls return. */
const MORE_TOKENS = 2000

const RESERVED_FOR_ANSWER =
  'Request not sent: the rest of the budget (max_tokens, max_cost_usd) is reserved for the final answer. Give the final answer now.'

const LIMIT_NAMES: Readonly<Record<CostReason, string>> = {
  cost: 'max_cost_usd',
  thread_cost: 'sluice.budget.perThreadUsd',
  day_cost: 'sluice.budget.perDayUsd',
}

/** A shorter answer is not useful. */
const MIN_ANSWER_TOKENS = 256
/** Enough for any final answer. */
const MAX_ANSWER_TOKENS = 8192
/** The output limit of the models themselves. */
const MODEL_OUTPUT_TOKENS = 65_536
/** One answer may use this fraction of the budget: 1/8. */
const ANSWERS_PER_BUDGET = 8
/** What a call with such a request and its result, or the note that it was not made, add to the conversation, with room to spare. */
const CALL_TOKENS = 150
/** Factor by which estimates may be too low. */
const ESTIMATE_MARGIN = 1.15

/** Opens the budget of one run. Calls `notice` once when the price of a model is unknown; then only tokens are limited. */
export function openBudget(
  { tokens, usd, costReason = 'cost', prices, model }: BudgetLimits,
  notice: (text: string) => void,
): Budget {
  const spentSoFar = { tokens: 0, usd: 0 }
  let longestAnswer = 512
  let isPriced = true
  // An alias may have no price although the model that replies to it has one.
  let lastPricedModel = model
  const priceOf = (one: ModelUsage): number | undefined =>
    usageCost(one.usage, one.model, prices) ??
    usageCost(one.usage, model, prices) ??
    usageCost(one.usage, lastPricedModel, prices)
  const charge = (one: ModelUsage) => {
    spentSoFar.tokens += one.usage.total
    const cost = priceOf(one)
    if (usageCost(one.usage, one.model, prices) !== undefined) lastPricedModel = one.model
    spentSoFar.usd += cost ?? 0
    if (cost === undefined && one.usage.total > 0) noticeMissingPrice(one.model)
  }
  const noticeMissingPrice = (name: string) => {
    if (usd !== undefined && isPriced)
      notice(
        `The price of the model ${name} is unknown, so ${LIMIT_NAMES[costReason]} cannot be enforced and only tokens are counted. Set max_tokens, or set the price in the setting model.prices.`,
      )
    isPriced = false
  }
  const dollars = (input: number, output: number) => priceOf({ model, usage: { ...NO_USAGE, input, output } }) ?? 0

  const accounts = (): BudgetAccount[] => [
    ...(tokens === undefined
      ? []
      : [budgetAccount('tokens', tokens, spentSoFar.tokens, (input, output) => input + output)]),
    ...(usd === undefined || !isPriced ? [] : [budgetAccount(costReason, usd, spentSoFar.usd, dollars)]),
  ]

  /** Requests outside the conversation that are under way, and the largest use of one so far. */
  const inFlight = new Set<Promise<void>>()
  let largest: { input: number; output: number } | undefined
  let lastForecast: RequestForecast = { input: 0, growth: 0, first: true }
  /** Such requests since the forecast, made or not. */
  let calls = 0

  return {
    withReserve: (generate) => async (request, signal) => {
      const requestTokens = estimateRequestTokens(request)
      calls += 1
      const leavesReserve = (one: BudgetAccount) => {
        const { input, output } = largest ?? { input: 0, output: MIN_ANSWER_TOKENS }
        return (
          one.cost(requestTokens + input, output) * (inFlight.size + 1) +
            finalAnswerCost(
              one,
              { ...lastForecast, growth: lastForecast.growth + calls * CALL_TOKENS },
              longestAnswer,
            ) <=
          one.remaining
        )
      }
      // The cost of such a request is known after the first reply. Others wait for that reply when the budget is limited.
      const canAsk = (all: readonly BudgetAccount[]) =>
        all.every(leavesReserve) && (all.length === 0 || inFlight.size === 0 || largest !== undefined)
      while (!canAsk(accounts())) {
        if (inFlight.size === 0) throw new ModelError(RESERVED_FOR_ANSWER, { fault: 'request', retry: 'never' })
        await Promise.race(inFlight)
        signal.throwIfAborted()
      }
      const reply = generate(request, signal)
      const finished = reply
        .then(({ usage }) => {
          const more = { input: usage.input + usage.tool - requestTokens, output: usage.output + usage.thoughts }
          largest = {
            input: Math.max(largest?.input ?? 0, more.input),
            output: Math.max(largest?.output ?? 0, more.output),
          }
        })
        .catch(() => {})
        .finally(() => inFlight.delete(finished))
      inFlight.add(finished)
      return reply
    },
    metered: (generate) => async (request, signal) => {
      try {
        const reply = await generate(request, signal)
        for (const one of [...(reply.failedUsage ?? []), { model: reply.model, usage: reply.usage }]) charge(one)
        longestAnswer = Math.max(longestAnswer, reply.usage.output + reply.usage.thoughts)
        return reply
      } catch (error) {
        if (error instanceof ModelError) for (const one of error.failedUsage) charge(one)
        throw error
      }
    },
    allowanceFor(forecast) {
      lastForecast = forecast
      calls = 0
      return accounts()
        .map((one) => allowanceIn(one, forecast, longestAnswer))
        .reduce(stricterAllowance, { kind: 'continue' })
    },
    spentUsd: () => (isPriced ? spentSoFar.usd : undefined),
    canAfford(attempts) {
      const maxOf = (worth: (one: ModelUsage) => number) => Math.max(0, ...attempts.map(worth))
      return accounts().every(({ reason, remaining }) => {
        const worth = (one: ModelUsage) => (reason === 'tokens' ? one.usage.total : (priceOf(one) ?? 0))
        return attempts.reduce((sum, one) => sum + worth(one), 0) + maxOf(worth) <= remaining
      })
    },
  }
}

/** One limit: its name, what remains, and what a request costs in its unit. */
type BudgetAccount = {
  reason: 'tokens' | CostReason
  remaining: number
  maxAnswerTokens: number
  cost: (input: number, output: number) => number
}

const budgetAccount = (
  reason: BudgetAccount['reason'],
  limit: number,
  used: number,
  cost: BudgetAccount['cost'],
): BudgetAccount => ({
  reason,
  remaining: limit - used,
  // Constant for the whole run, so that the API can cache the start of each request.
  maxAnswerTokens: Math.min(
    MODEL_OUTPUT_TOKENS,
    Math.max(
      2 * MIN_ANSWER_TOKENS,
      affordableTokens(limit / ANSWERS_PER_BUDGET, (output) => cost(0, output)),
    ),
  ),
  cost,
})

/** The cost of a final answer after the next request. */
const finalAnswerCost = (
  { maxAnswerTokens, cost }: Pick<BudgetAccount, 'maxAnswerTokens' | 'cost'>,
  { input, growth }: Omit<RequestForecast, 'first'>,
  longest: number,
) => cost(input * ESTIMATE_MARGIN + Math.min(longest, maxAnswerTokens) + growth, MIN_ANSWER_TOKENS * 2)

function allowanceIn(
  { reason, remaining, maxAnswerTokens, cost }: BudgetAccount,
  { input, growth, first }: RequestForecast,
  longest: number,
): Allowance {
  const inputTokens = input * ESTIMATE_MARGIN
  const answer = Math.min(longest, maxAnswerTokens)
  // Before the first answer there is nothing to summarize.
  const reserve = first ? 0 : finalAnswerCost({ maxAnswerTokens, cost }, { input, growth }, longest)
  const needed = Math.max(cost(inputTokens, maxAnswerTokens), cost(inputTokens, answer) + reserve)
  if (needed <= remaining)
    return maxAnswerTokens < MODEL_OUTPUT_TOKENS
      ? { kind: 'continue', maxTokens: maxAnswerTokens }
      : { kind: 'continue' }

  const answerTokens = affordableTokens(
    remaining - cost(inputTokens, 0),
    (output) => cost(inputTokens, output) - cost(inputTokens, 0),
  )
  if (answerTokens >= MIN_ANSWER_TOKENS)
    return { kind: 'answer', reason, maxTokens: Math.min(answerTokens, MAX_ANSWER_TOKENS) }

  if (first) return { kind: 'stop', reason }
  const shortAnswer = Math.min(
    affordableTokens(remaining / 2, (output) => cost(0, output)),
    MIN_ANSWER_TOKENS * 4,
  )
  const digestTokens = affordableTokens(remaining - cost(0, shortAnswer), (tokens) => cost(tokens * ESTIMATE_MARGIN, 0))
  if (shortAnswer < MIN_ANSWER_TOKENS / 2 || digestTokens < MIN_ANSWER_TOKENS) return { kind: 'stop', reason }
  return { kind: 'short answer', reason, maxTokens: shortAnswer, inputTokens: Math.min(digestTokens, input) }
}

/** The largest whole number of tokens that costs at most `amount`. */
function affordableTokens(amount: number, cost: (tokens: number) => number): number {
  const perToken = cost(1_000_000) / 1_000_000
  return perToken === 0 ? MODEL_OUTPUT_TOKENS : Math.max(0, Math.floor(amount / perToken))
}

const ALLOWANCE_ORDER: readonly Allowance['kind'][] = ['continue', 'answer', 'short answer', 'stop']

/** The allowance that permits less; for equal kinds, the one with the shorter answer. */
function stricterAllowance(a: Allowance, b: Allowance): Allowance {
  const [rankA, rankB] = [ALLOWANCE_ORDER.indexOf(a.kind), ALLOWANCE_ORDER.indexOf(b.kind)]
  if (rankA !== rankB) return rankA > rankB ? a : b
  const [maxA, maxB] = [a, b].map((one) => ('maxTokens' in one ? one.maxTokens : undefined) ?? Number.POSITIVE_INFINITY)
  return (maxA ?? 0) <= (maxB ?? 0) ? a : b
}
