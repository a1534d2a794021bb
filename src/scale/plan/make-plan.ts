import { MAX_TOGETHER, shardConcurrency } from '../concurrency.ts'
import type { ItemKind, ScaleItem, ShardLimits, ShardMatrix } from '../shard-spec.ts'
import { type Forecast, forecastItems, type ItemEstimate, itemsPerHour } from './estimate.ts'
import { MAX_SHARDS, type TotalLimits, UNPACED_WRITES } from './total-limits.ts'

export type PlanInput = {
  plan: string
  kind: ItemKind
  /** What is left to do. */
  items: readonly ScaleItem[]
  limits: TotalLimits
  estimate: ItemEstimate
  /** One item at a time in each shard, because its edits are in the checkout. */
  isSequential: boolean
  labels: { skipLabels: string[]; unlabeled: boolean }
}

/** `matrix`: undefined when nothing is planned. `later`: the number of items for the next run, with the reason. */
export type ScalePlan = {
  matrix: ShardMatrix | undefined
  forecast: Forecast
  later: number
  laterReason: string | undefined
}

/** GitHub accepts 1 MB of outputs a job, counted as UTF-16; the other outputs need some of it. */
const MAX_MATRIX_CHARACTERS = 350_000

/** Divides the items and the limits by shards. Pure. */
export function makePlan(input: PlanInput): ScalePlan {
  const { items, limits, estimate } = input
  const { count, reason } = affordable(input)
  const planned = fitting(items.slice(0, count))
  const laterReason = planned.length < count ? 'the output would be too long' : reason
  const later = items.length - planned.length
  const common = { later, laterReason: later === 0 ? undefined : laterReason }
  if (planned.length === 0) return { matrix: undefined, forecast: forecastItems(0, estimate, 0), ...common }
  const parallel = Math.min(limits.parallel, planned.length)
  const shards = Math.min(MAX_SHARDS, planned.length, limits.shards ?? parallel)
  const shardLimits = limitsOf(input, planned.length, shards)
  const include = Array.from({ length: shards }, (_, index) => ({
    shard: index + 1,
    of: shards,
    parallel: Math.min(parallel, shards),
    plan: input.plan,
    kind: input.kind,
    itemMinutes: estimate.minutes,
    limits: shardLimits,
    ...input.labels,
    // Neighbors are alike in size and age, so each shard gets a mix.
    items: planned.filter((_, position) => position % shards === index),
  }))
  const forecast = forecastItems(planned.length, estimate, minutesFor(planned.length, input))
  return { matrix: { include }, forecast, ...common }
}

const togetherIn = ({ limits, isSequential, items }: PlanInput): number => {
  const parallel = Math.min(limits.parallel, Math.max(1, items.length))
  return isSequential ? parallel : Math.min(Math.max(MAX_TOGETHER, parallel), parallel * shardConcurrency(parallel))
}

/** Minutes until `count` items are done. */
export function minutesFor(count: number, input: PlanInput): number {
  const { limits, estimate } = input
  const isPaced = count * estimate.writes > UNPACED_WRITES
  const together = togetherIn(input)
  // The shard with the most items ends last.
  const shards = Math.min(count, limits.shards ?? limits.parallel)
  const even = shards === 0 ? 0 : Math.ceil(count / shards) * shards
  const unlimited = { ...estimate, writes: isPaced ? estimate.writes : 0 }
  // The requests of the first hour are there at once.
  const requests = Math.max(0, count * estimate.requests - limits.requestsPerHour)
  const perHour = itemsPerHour({ ...unlimited, requests: 0 }, limits)
  const waves = Math.ceil(count / together) * estimate.minutes
  return Math.max((even / perHour) * 60 + estimate.minutes, waves, Math.ceil(requests / limits.requestsPerHour) * 60)
}

/** How many items the time of the jobs, the tokens and the money are enough for. */
function affordable(input: PlanInput): { count: number; reason: string | undefined } {
  const { items, limits, estimate } = input
  const limiting = [
    { count: items.length, reason: undefined },
    { count: countWithin(limits.jobMinutes, input), reason: `a job has ${limits.jobMinutes} minutes` },
    { count: whole(limits.tokens, estimate.tokens), reason: 'of max_tokens' },
    { count: whole(limits.usd, estimate.usd), reason: 'of max_cost_usd' },
  ]
  return limiting.reduce((smallest, each) => (each.count < smallest.count ? each : smallest))
}

const whole = (limit: number | undefined, each: number | undefined): number =>
  limit === undefined || each === undefined || each === 0 ? Number.POSITIVE_INFINITY : Math.floor(limit / each)

/** The largest number of items whose forecast is within these minutes. */
function countWithin(minutes: number, input: PlanInput): number {
  let low = 0
  let high = input.items.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (minutesFor(middle, input) <= minutes) low = middle
    else high = middle - 1
  }
  return low
}

/** As many items as the output holds. */
function fitting(items: readonly ScaleItem[]): ScaleItem[] {
  let characters = 0
  const tooMany = items.findIndex((item) => {
    characters += JSON.stringify(item).length + 1
    return characters > MAX_MATRIX_CHARACTERS
  })
  return tooMany === -1 ? [...items] : items.slice(0, tooMany)
}

function limitsOf({ limits, estimate }: PlanInput, count: number, shards: number): ShardLimits {
  const { tokens, usd, modelRequestsPerMinute, modelTokensPerMinute, jobMinutes } = limits
  return {
    minutes: jobMinutes,
    paced: count * estimate.writes > UNPACED_WRITES,
    tokens: tokens === undefined ? undefined : Math.floor(tokens / shards),
    usd: usd === undefined ? undefined : usd / shards,
    modelRequestsPerMinute,
    modelTokensPerMinute,
  }
}
