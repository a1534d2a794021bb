import type { ItemResult } from '../item-result.ts'
import { CONTENT_WRITES, type TotalLimits } from './total-limits.ts'

/** The estimate for one item. `requests` and `writes` are those to GitHub; `usd` is absent for a model without a price. */
export type ItemEstimate = {
  minutes: number
  tokens: number
  usd: number | undefined
  modelRequests: number
  requests: number
  writes: number
}

/** The forecast for the planned items. `minutes`: from the first shard to the last. */
export type Forecast = {
  items: number
  minutes: number
  tokens: number
  usd: number | undefined
  requests: number
  writes: number
}

/** What is known before the first item ran. */
export type EstimateFacts = {
  /** The mean of the characters that an item begins with. */
  characters: number
  /** Whether each item gets a comment, and whether it is an issue or pull request. */
  hasComment: boolean
  isThread: boolean
  /** US dollars for these tokens; undefined without a price. */
  cost(input: number, output: number): number | undefined
  /** Results of earlier runs of the same workflow. */
  earlier: readonly ItemResult[]
}

/** System prompt, tools and memory of an ordinary run. */
const BASE_TOKENS = 9_000
const CHARACTERS_A_TOKEN = 4
const TURNS = 2
const OUTPUT_TOKENS = 700
const MINUTES = 0.5
/** Earlier results that make a better estimate than these assumptions. */
const ENOUGH_RESULTS = 5

export function estimateItem({ characters, hasComment, isThread, cost, earlier }: EstimateFacts): ItemEstimate {
  const threads = isThread ? { requests: hasComment ? 3 : 2, writes: hasComment ? 2 : 1 } : { requests: 0, writes: 0 }
  const measured = earlier.filter(
    ({ state, tokens, ms }) => state === 'done' && tokens !== undefined && ms !== undefined,
  )
  if (measured.length >= ENOUGH_RESULTS) {
    const tokens = mean(measured.map((each) => each.tokens ?? 0))
    const priced = measured.flatMap(({ usd }) => usd ?? [])
    return {
      minutes: mean(measured.map((each) => each.ms ?? 0)) / 60_000,
      tokens,
      usd: priced.length === measured.length ? mean(priced) : cost(tokens * 0.9, tokens * 0.1),
      modelRequests: TURNS,
      ...threads,
    }
  }
  const input = TURNS * (BASE_TOKENS + characters / CHARACTERS_A_TOKEN)
  return {
    minutes: MINUTES,
    tokens: Math.round(input + OUTPUT_TOKENS),
    usd: cost(input, OUTPUT_TOKENS),
    modelRequests: TURNS,
    ...threads,
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Items an hour that each limit allows; the smallest decides. Infinite without a limit. */
export function itemsPerHour(item: ItemEstimate, limits: TotalLimits): number {
  const per = (available: number | undefined, needed: number) =>
    available === undefined || needed === 0 ? Number.POSITIVE_INFINITY : available / needed
  return Math.min(
    per(limits.requestsPerHour, item.requests),
    per(CONTENT_WRITES.perHour, item.writes),
    per(limits.modelRequestsPerMinute && limits.modelRequestsPerMinute * 60 * PACE, item.modelRequests),
    per(limits.modelTokensPerMinute && limits.modelTokensPerMinute * 60 * PACE, item.tokens),
  )
}

/** The model's limits are used to this share, as model-pace.ts does. */
const PACE = 0.8

export const forecastItems = (count: number, item: ItemEstimate, minutes: number): Forecast => ({
  items: count,
  minutes,
  tokens: Math.round(count * item.tokens),
  usd: item.usd === undefined ? undefined : count * item.usd,
  requests: count * item.requests,
  writes: count * item.writes,
})
