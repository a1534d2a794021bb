import { randomBytes } from 'node:crypto'
import type { Inputs } from '../config/inputs.ts'
import { openPinnedConfig } from '../config/pinned-config.ts'
import { resolveSettings } from '../config/resolve-settings.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { GitHub } from '../github/api/github.ts'
import { steeringReader } from '../github/steering-reader.ts'
import { resolveModel } from '../model/models.ts'
import { mergePrices, usageCost } from '../model/prices.ts'
import { NO_USAGE } from '../model/types.ts'
import { admitRun } from '../session/admit-run.ts'
import { modelName } from '../session/model-client.ts'
import type { RunResult, RunStory } from '../session/run-session.ts'
import { formatUsd } from '../text/format-text.ts'
import { pluralize } from '../text/write-markdown.ts'
import type { BatchContext } from './batch.ts'
import { earlierResults, findItems, labelFilter, leaveOutFinished, matchingFiles, parseItems } from './find-items.ts'
import { scaleKey } from './scale-artifact.ts'
import {
  type ItemKind,
  type ItemResult,
  MAX_TOGETHER,
  type ScaleItem,
  type ShardLimits,
  type ShardMatrix,
  shardConcurrency,
} from './shard-spec.ts'

/** GitHub's limit for the token of a job, unless GitHub reports another one. */
const REQUESTS_AN_HOUR = 1000

/** Finds the items, leaves out the finished ones, and writes the matrix. Only those who may start a run may plan one. */
export const runPlan = ({ inputs, runtime, runner, startRun }: BatchContext): Promise<RunResult> =>
  startRun({ ...inputs, comment: 'off', check_run: false, changes: 'off' }, runtime, runner, {
    story: planStory(inputs),
  })

const planStory =
  (stepInputs: BatchContext['inputs']): RunStory =>
  async (inputs, runtime, session) => {
    const source = parseItems(inputs.items)
    const admitted = await admitRun({ ...inputs, prompt: inputs.prompt || inputs.items }, runtime, session)
    if ('ending' in admitted) return session.finish(admitted.ending, admitted.work)
    const { github, git, notice } = session
    const steering = steeringReader(admitted.assessment.steering.sha, { git, github })
    const pinned = openPinnedConfig(inputs, github)
    const { settings } = await resolveSettings(inputs, steering, { ...runtime, pinned }, notice)

    const search = await findItems(source, {
      github,
      matchingFiles: (patterns) => matchingFiles(patterns, runtime),
    })
    const key = scaleKey(inputs, runtime)
    const earlier = await earlierResults(key, { github, runtime, notice })
    const labels = labelFilter(source)
    const { open, finished } = await leaveOutFinished(search.items, { github, key, labels, earlier, runtime, notice })

    const prices = mergePrices(settings.model?.prices, 'settings: model.prices')
    const model = resolveModel(modelName(inputs, runtime.env, settings))
    const isThread = source.kind !== 'text'
    const estimate = estimateItem({
      characters: open.reduce((sum, each) => sum + each.characters, 0) / Math.max(1, open.length),
      isThread,
      hasComment: isThread && stepInputs.comment !== 'off',
      cost: (input, output) => usageCost({ ...NO_USAGE, input, output }, model, prices),
      earlier: earlier.all,
    })
    const limits = totalLimits(inputs, settings, await hourlyRequests(github))
    const plan = makePlan({
      plan: randomBytes(4).toString('hex'),
      kind: source.kind,
      items: open.map(({ item }) => item),
      limits,
      estimate,
      labels,
      isSequential: !isThread && stepInputs.changes !== 'off',
    })
    const { matrix, forecast, later, laterReason } = plan
    const facts = { matches: search.items.length, isComplete: search.isComplete, finished, ...forecast, later }
    const figures = { ...facts, laterReason, shards: matrix?.include.length ?? 0 }
    const result = await session.finish({ end: 'answered', text: planPage(figures) })
    return {
      ...result,
      outputs: {
        ...result.outputs,
        matrix: matrix === undefined ? '' : JSON.stringify(matrix),
        structured_output: JSON.stringify(figures),
      },
    }
  }

/** The request itself does not count toward the limit. */
const hourlyRequests = (github: Pick<GitHub, 'requestLimit'>): Promise<number> =>
  github.requestLimit().then(
    ({ limit }) => limit,
    () => REQUESTS_AN_HOUR,
  )

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
  // The requests of the first hour are available at once.
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

/** As many items as fit into the output. */
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

/** What a plan knows before the first item runs. */
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

/** The model's limits are used to this share, as in run-shard.ts. */
const PACE = 0.8

export const forecastItems = (count: number, item: ItemEstimate, minutes: number): Forecast => ({
  items: count,
  minutes,
  tokens: Math.round(count * item.tokens),
  usd: item.usd === undefined ? undefined : count * item.usd,
  requests: count * item.requests,
  writes: count * item.writes,
})

/** What all shards together may use. What is absent has no known limit. */
export type TotalLimits = {
  /** Shards at the same time, and shards in all. */
  parallel: number
  shards: number | undefined
  /** Minutes of each job. */
  jobMinutes: number
  /** Requests an hour for the repository, with the share of other workflows taken out. */
  requestsPerHour: number
  tokens: number | undefined
  usd: number | undefined
  modelRequestsPerMinute: number | undefined
  modelTokensPerMinute: number | undefined
}

export const MAX_SHARDS = 256

const DEFAULT_PARALLEL = 8

/** A job of a hosted runner ends after 360 minutes; the rest is for the checkout, the uploads and the last items. */
const DEFAULT_JOB_MINUTES = 330

/** The share of the hourly requests for this plan; the rest stays for other workflows. */
const REQUEST_SHARE = 0.75

/** Content writes that all shards together send: GitHub accepts 80 a minute and 500 an hour. */
export const CONTENT_WRITES = { perMinute: 60, perHour: 400 } as const

/** Up to this number of writes there is no need to spread them: two runs in one hour stay below GitHub's limit. */
export const UNPACED_WRITES = 200

export function totalLimits(inputs: Inputs, settings: Settings, hourlyRequests: number): TotalLimits {
  const scale = settings.sluice?.scale ?? {}
  return {
    parallel: scale.maxParallel ?? DEFAULT_PARALLEL,
    shards: scale.shards,
    jobMinutes: scale.jobMinutes ?? DEFAULT_JOB_MINUTES,
    requestsPerHour: Math.floor(hourlyRequests * REQUEST_SHARE),
    tokens: inputs.max_tokens,
    usd: inputs.max_cost_usd,
    modelRequestsPerMinute: scale.modelRequestsPerMinute,
    modelTokensPerMinute: scale.modelTokensPerMinute,
  }
}

export type PlanFigures = Forecast & {
  matches: number
  isComplete: boolean
  finished: number
  later: number
  laterReason: string | undefined
  shards: number
}

/** The summary of a plan. */
export function planPage(figures: PlanFigures): string {
  const { matches, isComplete, finished, items, shards, later, laterReason, minutes, tokens, usd, requests } = figures
  const head =
    items === 0
      ? `**Nothing to do: ${pluralize(matches, 'item')} found, ${finished} finished.**`
      : `**${pluralize(items, 'item')} in ${pluralize(shards, 'shard')}.** Found ${matches}, ${finished} finished before.`
  const rest = later === 0 ? '' : `${pluralize(later, 'item')} are left for the next run: ${laterReason}.`
  const partial = isComplete ? '' : 'The search has more results than GitHub lists; the next run finds them.'
  const table = [
    '| Estimate | |',
    '|---|---|',
    `| Time | ${timeText(minutes)} |`,
    `| Tokens | ${tokens} |`,
    `| Cost | ${usd === undefined ? 'unknown: the model has no price' : formatUsd(usd)} |`,
    `| Requests to GitHub | ${requests} |`,
  ].join('\n')
  return [head, rest, partial, items === 0 ? '' : table].filter((part) => part !== '').join('\n\n')
}

const timeText = (minutes: number): string =>
  minutes < 120 ? pluralize(Math.ceil(minutes), 'minute') : `${(minutes / 60).toFixed(1)} hours`
