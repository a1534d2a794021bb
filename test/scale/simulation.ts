import { openRateLimiter } from '../../src/github/api/rate-limits.ts'
import { usageCost } from '../../src/model/prices.ts'
import { NO_USAGE } from '../../src/model/types.ts'
import type { Clock } from '../../src/platform/time.ts'
import { findItems, leaveOutFinished, parseItems } from '../../src/scale/find-items.ts'
import { estimateItem, type Forecast, makePlan, totalLimits } from '../../src/scale/plan-shards.ts'
import { reduceShards, type ShardReport } from '../../src/scale/run-reduce.ts'
import { openModelPace, workShard } from '../../src/scale/run-shard.ts'
import {
  confirmedStates,
  finishedOnGitHub,
  type ItemResult,
  type ShardMatrix,
  type ShardSpec,
  shardConcurrency,
} from '../../src/scale/shard-spec.ts'
import { KEY, seededRandom, simulatedGitHub, simulatedModel } from './simulated-services.ts'
import { virtualClock } from './virtual-clock.ts'

// The plan, the shards and the reduction as they are, on a clock that only waits move, against a GitHub and a model that only count.

export type SimulationOptions = {
  issues: number
  parallel: number
  seed: number
  /** Shards that are killed at a random point of each run, and run again. */
  kills: number
}

export type SimulatedRun = {
  forecast: Forecast
  minutes: number
  usd: number
  killed: number
  done: number
  later: number
}

export type Simulated = {
  runs: SimulatedRun[]
  violations: string[]
  /** Issues without exactly one answer and one label. */
  wrong: number[]
  /** The largest number of requests about one issue. */
  maxRequests: number
  requests: number
  items: number
}

const HOUR = 3_600_000
const DAY_MS = 24 * HOUR
const MODEL = 'gemini-2.5-flash'
const MODEL_LIMITS = { requests: 100, tokens: 400_000 }
const MAX_WAIT_MS = 6 * HOUR
const MAX_RUNS = 100
/** What other workflows of the repository send in an hour. */
const OTHERS_AN_HOUR = 150

const costOf = (input: number, output: number) => usageCost({ ...NO_USAGE, input, output }, MODEL)

export async function simulate({ issues, parallel, seed, kills }: SimulationOptions): Promise<Simulated> {
  const clock = virtualClock(Date.parse('2026-03-01T00:00:00Z'))
  const random = seededRandom(seed)
  const github = simulatedGitHub(issues, clock, random)
  const model = simulatedModel(MODEL_LIMITS, clock, random)
  const settings = {
    sluice: {
      scale: {
        maxParallel: parallel,
        modelRequestsPerMinute: MODEL_LIMITS.requests,
        modelTokensPerMinute: MODEL_LIMITS.tokens,
      },
    },
  }
  const runs: SimulatedRun[] = []
  const earlier: ItemResult[] = []
  let isOver = false
  void otherWorkflows(github, clock, () => isOver)

  /** One shard as a process, until its end or until it is killed. */
  async function shardProcess(
    spec: ShardSpec,
    attempt: number,
    killAfterMs?: number,
  ): Promise<ShardReport | undefined> {
    const controller = new AbortController()
    const own = clock.processClock(controller.signal)
    const limiter = openRateLimiter(own, MAX_WAIT_MS, { parallel: spec.parallel, isPaced: spec.limits.paced })
    const client = github.client(own, limiter)
    const { modelRequestsPerMinute = 0, modelTokensPerMinute = 0 } = spec.limits
    const share = {
      modelRequestsPerMinute: modelRequestsPerMinute / spec.parallel,
      modelTokensPerMinute: modelTokensPerMinute / spec.parallel,
    }
    const pace = openModelPace(own, share, (spec.shard - 1) / spec.parallel)
    const finished = new Map<number | string, ItemResult>()
    const works = async (): Promise<ShardReport> => {
      if (attempt > 1)
        for (const state of await confirmedStates(spec.items.map(Number), client)) {
          const result = finishedOnGitHub(state, KEY, spec)
          if (result !== undefined) finished.set(state.number, result)
        }
      const results = await workShard(spec, {
        clock: own,
        signal: controller.signal,
        concurrency: shardConcurrency(spec.parallel),
        finished,
        work: (item) => workOnIssue(Number(item), { client, pace, own }),
        stopReason: () => undefined,
        keep: async () => undefined,
      })
      return { shard: spec.shard, attempt, part: 0, results, patches: new Map() }
    }
    if (killAfterMs === undefined) return works()
    const killed = clock.sleep(killAfterMs).then(() => {
      controller.abort()
      return undefined
    })
    return Promise.race([works(), killed])
  }

  type ItemServices = {
    client: ReturnType<typeof github.client>
    pace: ReturnType<typeof openModelPace>
    own: Clock
  }

  async function workOnIssue(number: number, { client, pace, own }: ItemServices): Promise<ItemResult> {
    await client.read(number)
    const text = (github.issues.get(number)?.body.length ?? 0) / 4
    const used = { input: 0, output: 0, ms: 1_000 }
    const turns = 1 + Math.floor(random() * 3)
    for (let turn = 0; turn < turns; turn += 1) {
      await pace.acquire()
      const input = Math.floor(8_000 + random() * 2_000 + text)
      const { output, ms } = await model.generate(input, own)
      pace.release(input + output)
      used.input += input
      used.output += output
      used.ms += ms
    }
    await client.label(number)
    await client.comment(number)
    const usd = costOf(used.input, used.output) ?? 0
    return { item: number, state: 'done', outcome: 'ok', tokens: used.input + used.output, usd, ms: used.ms }
  }

  async function planRun(): Promise<{ matrix: ShardMatrix | undefined; forecast: Forecast; later: number }> {
    const client = github.client(clock, openRateLimiter(clock, MAX_WAIT_MS))
    const source = parseItems('is:issue is:open')
    const { items } = await findItems(source, { github: client, matchingFiles: async () => [] })
    const labels = { skipLabels: [], unlabeled: false }
    const known = { all: earlier, finished: new Map() }
    const { open } = await leaveOutFinished(items, {
      github: client,
      key: KEY,
      labels,
      earlier: known,
      runtime: { workspace: '/', env: {} },
      notice: () => undefined,
    })
    const estimate = estimateItem({
      characters: open.reduce((sum, each) => sum + each.characters, 0) / Math.max(1, open.length),
      isThread: true,
      hasComment: true,
      cost: costOf,
      earlier,
    })
    // No limit of tokens or money is set.
    const limits = totalLimits({ max_tokens: undefined, max_cost_usd: undefined } as never, settings, 1000)
    return makePlan({
      plan: 'abcdef12',
      kind: 'issue',
      items: open.map(({ item }) => item),
      limits,
      estimate,
      labels,
      isSequential: false,
    })
  }

  async function allRuns(): Promise<void> {
    for (let run = 1; run <= MAX_RUNS; run += 1) {
      const { matrix, forecast, later } = await planRun()
      if (matrix === undefined) return
      const started = clock.now()
      const spentBefore = { ...model.total }
      const victims = new Set(pick(matrix.include.length, kills, random))
      const first = await Promise.all(
        matrix.include.map((spec, index) =>
          shardProcess(spec, 1, victims.has(index) ? random() * forecast.minutes * 60_000 : undefined),
        ),
      )
      const minutes = (clock.now() - started) / 60_000
      const usd =
        (costOf(model.total.input, model.total.output) ?? 0) - (costOf(spentBefore.input, spentBefore.output) ?? 0)
      const lost = matrix.include.filter((_, index) => first[index] === undefined)
      const again = await Promise.all(lost.map((spec) => shardProcess(spec, 2)))
      const reports = [...first, ...again].filter((report) => report !== undefined)
      const { results } = reduceShards(matrix, reports)
      earlier.push(...results)
      const count = (state: ItemResult['state']) => results.filter((each) => each.state === state).length
      runs.push({
        forecast,
        minutes,
        usd,
        killed: lost.length,
        done: count('done') + count('earlier'),
        later: later + count('later'),
      })
      // The next run starts on the next day, or at once.
      if (run % 2 === 0) await clock.sleep(DAY_MS / 4)
    }
  }

  await clock.pass(allRuns())
  isOver = true
  const all = [...github.issues.values()]
  return {
    runs,
    violations: [...github.violations, ...model.violations],
    wrong: all.filter(({ comments, labels }) => comments.length !== 1 || labels.size !== 1).map(({ number }) => number),
    maxRequests: Math.max(...all.map(({ requests }) => requests)),
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    items: all.length,
  }
}

/** `count` different numbers below `size`. */
function pick(size: number, count: number, random: () => number): number[] {
  const all = Array.from({ length: size }, (_, index) => ({ index, order: random() }))
  return all
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ index }) => index)
}

async function otherWorkflows(github: ReturnType<typeof simulatedGitHub>, clock: Clock, isOver: () => boolean) {
  while (!isOver()) {
    await clock.sleep(HOUR / OTHERS_AN_HOUR)
    await github.send('GET', '/repos/o/r', () => undefined, clock).catch(() => undefined)
  }
}
