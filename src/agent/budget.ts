import { estimate } from '../model/estimate.ts'
import { costOf, type Prices } from '../model/prices.ts'
import { type Ask, ModelError, NO_USAGE, type Spent } from '../model/types.ts'
import type { StopReason } from '../record/events.ts'

export type Limits = {
  tokens?: number | undefined
  usd?: number | undefined
  prices: Prices
  /** What is asked, for a price where the answer names a model that has none. */
  model: string
}

/** What the next question may be. `most` is how many tokens its answer may have, thoughts included. */
export type Allowance =
  | { may: 'work'; most?: number }
  /** Enough is left for one last question with the whole conversation. */
  | { may: 'end'; why: StopReason; most: number }
  /** Only a shorter one can be paid for, of `input` tokens. */
  | { may: 'end briefly'; why: StopReason; most: number; input: number }
  | { may: 'nothing'; why: StopReason }

/** The end is near. */
export type Last = Exclude<Allowance, { may: 'work' }>

/** What the conversation looks like, in tokens: the next question, and what the last turn added to it. */
export type Ahead = { input: number; growth: number; first: boolean }

/** Tokens and money of a whole run: the main conversation, sub-agents and questions of tools. */
export type Budget = {
  /** Counts everything that is asked this way, failed attempts included. */
  counted(ask: Ask): Ask
  /** What may be asked now. There is always a reserve for a final answer. */
  allows(ahead: Ahead): Allowance
  /**
   * Asks beside the conversation that was last asked about, while there is enough for that and for the conversation's final
   * answer. Rejects with ModelError when there is not.
   */
  sparing(ask: Ask): Ask
  /** Whether a question may be repeated after attempts at it that cost this much. */
  affords(spent: readonly Spent[]): boolean
}

const KEPT_BACK =
  'This was not asked: what is left of the budget (max_tokens, max_cost_usd) is kept for the final answer. Give it now.'

/** An answer shorter than this says nothing. */
const LEAST_ANSWER = 256
/** A last answer needs no more. */
const LONGEST_ANSWER = 8192
/** What models put out at most; limiting them to that limits nothing. */
const NO_LIMIT = 65_536
/** The part of a budget that one answer may take. */
const ANSWERS = 8
/** Estimates may be too low by this much. */
const MARGIN = 1.15

/** Opens the budget of one run. `notice` hears once when a model's price is not known: then only tokens can be limited. */
export function openBudget({ tokens, usd, prices, model }: Limits, notice: (text: string) => void): Budget {
  const used = { tokens: 0, usd: 0 }
  let longest = 512
  let priced = true
  /** An alias or an edition may have no price where the model that answered to it has one. */
  let answering = model
  const price = (one: Spent): number | undefined =>
    costOf(one.usage, one.model, prices) ?? costOf(one.usage, model, prices) ?? costOf(one.usage, answering, prices)
  const pay = (one: Spent) => {
    used.tokens += one.usage.total
    const cost = price(one)
    if (costOf(one.usage, one.model, prices) !== undefined) answering = one.model
    used.usd += cost ?? 0
    if (cost === undefined && one.usage.total > 0) unpriced(one.model)
  }
  const unpriced = (name: string) => {
    if (usd !== undefined && priced)
      notice(
        `There is no price for the model ${name}, so max_cost_usd cannot be kept and only tokens are counted. Set max_tokens, or the price in settings as model.prices.`,
      )
    priced = false
  }
  const dollars = (input: number, output: number) => price({ model, usage: { ...NO_USAGE, input, output } }) ?? 0

  const purses = (): Purse[] => [
    ...(tokens === undefined ? [] : [purse('tokens', tokens, used.tokens, (input, output) => input + output)]),
    ...(usd === undefined || !priced ? [] : [purse('cost', usd, used.usd, dollars)]),
  ]

  /** Questions beside the conversation that are under way, and what one of them has cost at most. */
  const beside = new Set<Promise<void>>()
  let dearest: { input: number; output: number } | undefined
  let last: Ahead = { input: 0, growth: 0, first: true }

  return {
    sparing: (ask) => async (request, signal) => {
      const own = estimate(request)
      const spared = (one: Purse) => {
        const { input, output } = dearest ?? { input: 0, output: LEAST_ANSWER }
        return one.cost(own + input, output) * (beside.size + 1) + reserveIn(one, last, longest) <= one.left
      }
      // What such a question costs shows when the first one is answered; the others wait for that where it matters.
      const mayAsk = (all: readonly Purse[]) =>
        all.every(spared) && (all.length === 0 || beside.size === 0 || dearest !== undefined)
      while (!mayAsk(purses())) {
        if (beside.size === 0) throw new ModelError(KEPT_BACK, { fault: 'request', retry: 'never' })
        await Promise.race(beside)
        signal.throwIfAborted()
      }
      const asked = ask(request, signal)
      const over = asked
        .then(({ usage }) => {
          const more = { input: usage.input + usage.tool - own, output: usage.output + usage.thoughts }
          dearest = {
            input: Math.max(dearest?.input ?? 0, more.input),
            output: Math.max(dearest?.output ?? 0, more.output),
          }
        })
        .catch(() => {})
        .finally(() => beside.delete(over))
      beside.add(over)
      return asked
    },
    counted: (ask) => async (request, signal) => {
      try {
        const reply = await ask(request, signal)
        for (const one of [...(reply.spent ?? []), { model: reply.model, usage: reply.usage }]) pay(one)
        longest = Math.max(longest, reply.usage.output + reply.usage.thoughts)
        return reply
      } catch (error) {
        if (error instanceof ModelError) for (const one of error.spent) pay(one)
        throw error
      }
    },
    allows(ahead) {
      last = ahead
      return purses()
        .map((one) => allowed(one, ahead, longest))
        .reduce(stricter, { may: 'work' })
    },
    affords(spent) {
      const dearest = (worth: (one: Spent) => number) => Math.max(0, ...spent.map(worth))
      return purses().every(({ why, left }) => {
        const worth = (one: Spent) => (why === 'tokens' ? one.usage.total : (price(one) ?? 0))
        return spent.reduce((sum, one) => sum + worth(one), 0) + dearest(worth) <= left
      })
    },
  }
}

/** One limit: what it is called, what is left of it, and what a question costs there. */
type Purse = { why: 'tokens' | 'cost'; left: number; most: number; cost: (input: number, output: number) => number }

const purse = (why: Purse['why'], limit: number, used: number, cost: Purse['cost']): Purse => ({
  why,
  left: limit - used,
  // The same for the whole run, so that every request begins like the one before it.
  most: Math.min(
    NO_LIMIT,
    Math.max(
      2 * LEAST_ANSWER,
      affordable(limit / ANSWERS, (output) => cost(0, output)),
    ),
  ),
  cost,
})

/** What a final answer costs after the question that is asked now. */
const reserveIn = (
  { most, cost }: Pick<Purse, 'most' | 'cost'>,
  { input, growth }: Omit<Ahead, 'first'>,
  longest: number,
) => cost(input * MARGIN + Math.min(longest, most) + growth, LEAST_ANSWER * 2)

function allowed({ why, left, most, cost }: Purse, { input, growth, first }: Ahead, longest: number): Allowance {
  const asked = input * MARGIN
  const answer = Math.min(longest, most)
  // Before the first answer there is nothing to sum up.
  const reserve = first ? 0 : reserveIn({ most, cost }, { input, growth }, longest)
  const needed = Math.max(cost(asked, most), cost(asked, answer) + reserve)
  if (needed <= left) return most < NO_LIMIT ? { may: 'work', most } : { may: 'work' }

  const whole = affordable(left - cost(asked, 0), (output) => cost(asked, output) - cost(asked, 0))
  if (whole >= LEAST_ANSWER) return { may: 'end', why, most: Math.min(whole, LONGEST_ANSWER) }

  if (first) return { may: 'nothing', why }
  const short = Math.min(
    affordable(left / 2, (output) => cost(0, output)),
    LEAST_ANSWER * 4,
  )
  const room = affordable(left - cost(0, short), (tokens) => cost(tokens * MARGIN, 0))
  if (short < LEAST_ANSWER / 2 || room < LEAST_ANSWER) return { may: 'nothing', why }
  return { may: 'end briefly', why, most: short, input: Math.min(room, input) }
}

/** The largest whole number of tokens that costs no more than this. */
function affordable(sum: number, cost: (tokens: number) => number): number {
  const each = cost(1_000_000) / 1_000_000
  return each === 0 ? NO_LIMIT : Math.max(0, Math.floor(sum / each))
}

const SCALE: readonly Allowance['may'][] = ['work', 'end', 'end briefly', 'nothing']

/** The one that allows less; the shorter answer where both allow the same. */
function stricter(a: Allowance, b: Allowance): Allowance {
  const [rankA, rankB] = [SCALE.indexOf(a.may), SCALE.indexOf(b.may)]
  if (rankA !== rankB) return rankA > rankB ? a : b
  const [mostA, mostB] = [a, b].map((one) => ('most' in one ? one.most : undefined) ?? Number.POSITIVE_INFINITY)
  return (mostA ?? 0) <= (mostB ?? 0) ? a : b
}
