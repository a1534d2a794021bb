import { estimateRequestTokens } from '../model/estimate.ts'
import { mergePrices, PRICES, type PriceTable, usageCost } from '../model/prices.ts'
import {
  addUsage,
  type ModelUsage,
  NO_USAGE,
  replyUsage,
  type TokenUsage,
  type ToolDeclaration,
} from '../model/types.ts'
import type { RunEvent } from './events.ts'

/** Tokens and US dollars. `usd`: undefined when a model that used tokens has no price. */
export type Cost = { usage: TokenUsage; usd: number | undefined }

/** What a run cost: in all, by model, and by turn of the main conversation with the requests of tools and sub-agents in it. */
export type RunCost = Cost & {
  models: readonly (Cost & { model: string; requests: number })[]
  turns: readonly (Cost & { turn: number })[]
}

/** Computes the cost of a run from the tokens of each request, failed attempts included. */
export function computeCost(events: readonly RunEvent[]): RunCost {
  const prices = recordedPrices(events)
  const models = new Map<string, Cost & { requests: number }>()
  const turns = new Map<number, Cost>()
  let all = nothingSpent()
  let turn = 1
  const count = (one: ModelUsage, requests: number) => {
    const spent = { usage: one.usage, usd: one.usage.total === 0 ? 0 : usageCost(one.usage, one.model, prices) }
    const { requests: before = 0, ...ofModel } = models.get(one.model) ?? nothingSpent()
    models.set(one.model, { ...addCost(ofModel, spent), requests: before + requests })
    turns.set(turn, addCost(turns.get(turn) ?? nothingSpent(), spent))
    all = addCost(all, spent)
  }
  for (const event of events) {
    if (event.type === 'model_request' && event.agent === undefined) turn = event.turn
    if (event.type === 'model_reply') {
      count({ model: event.reply.model, usage: event.reply.usage }, 1)
      for (const one of event.reply.failedUsage ?? []) count(one, 0)
    }
    if (event.type === 'model_failed') for (const one of event.failedUsage ?? []) count(one, 0)
  }
  return {
    ...all,
    models: [...models].map(([model, spending]) => ({ model, ...spending })),
    turns: [...turns].map(([number, spending]) => ({ turn: number, ...spending })),
  }
}

/** The tokens of a run: as the API counts them, or as its requests are estimated where it counts next to none. */
export function credibleTokens(events: readonly RunEvent[]): number {
  const estimated = events.reduce(
    (sum, event) =>
      event.type === 'model_request'
        ? sum + estimateRequestTokens({ ...event, tools: event.tools as ToolDeclaration[] }) // recorded from this type
        : sum,
    0,
  )
  return Math.max(computeCost(events).usage.total, estimated)
}

const nothingSpent = (): Cost & { requests?: number } => ({ usage: NO_USAGE, usd: 0 })

const addCost = (a: Cost, b: Cost): Cost => ({
  usage: addUsage(a.usage, b.usage),
  usd: a.usd === undefined || b.usd === undefined ? undefined : a.usd + b.usd,
})

/** The prices of the run: the built-in ones, and those of its settings. */
function recordedPrices(events: readonly RunEvent[]): PriceTable {
  const snapshot = events.find((event) => event.type === 'run_snapshot')
  const { model } = (snapshot?.settings ?? {}) as { model?: { prices?: unknown } } // recorded from settings
  try {
    return mergePrices(model?.prices, 'settings: model.prices')
  } catch {
    return PRICES // the run ended with this error
  }
}

/** Tokens of all model replies, failed attempts included, and the number of turns of the main conversation. */
export function totalUsage(events: readonly RunEvent[]): { usage: TokenUsage; turns: number } {
  const replies = events.flatMap((event) => (event.type === 'model_reply' ? [event] : []))
  const failed = events.flatMap((event) => (event.type === 'model_failed' ? (event.failedUsage ?? []) : []))
  return {
    usage: [...replies.map(({ reply }) => replyUsage(reply)), ...failed.map((one) => one.usage)].reduce(
      addUsage,
      NO_USAGE,
    ),
    turns: replies.filter((reply) => reply.agent === undefined).length,
  }
}
