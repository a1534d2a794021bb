import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ItemAllowance, type ShardWork, workShard } from '../../src/scale/run-shard.ts'
import type { ItemResult, ScaleItem, ShardLimits, ShardSpec } from '../../src/scale/shard-spec.ts'

const spec = (items: ScaleItem[], limits: Partial<ShardLimits> = {}): ShardSpec => ({
  shard: 1,
  of: 1,
  parallel: 1,
  plan: '00000000',
  kind: 'issue',
  itemMinutes: 1,
  items,
  skipLabels: [],
  unlabeled: false,
  limits: { minutes: 60, paced: false, ...limits },
})

/** Items that take this many minutes and use what they may, at most this much. */
const shardOf = (use: { minutes?: number; tokens?: number; usd?: number }, more: Partial<ShardWork> = {}) => {
  let now = 0
  const allowances: ItemAllowance[] = []
  const shard: ShardWork = {
    clock: { now: () => now, sleep: async () => undefined },
    signal: new AbortController().signal,
    concurrency: 1,
    finished: new Map(),
    async work(item, allowance) {
      allowances.push(allowance)
      await turn()
      now += (use.minutes ?? 0) * 60_000
      const within = (wanted: number | undefined, most: number | undefined) =>
        Math.min(wanted ?? 0, most ?? Number.POSITIVE_INFINITY)
      return { item, state: 'done', tokens: within(use.tokens, allowance.tokens), usd: within(use.usd, allowance.usd) }
    },
    stopReason: () => undefined,
    keep: async () => undefined,
    ...more,
  }
  return { shard, allowances }
}

const states = (results: readonly ItemResult[]) =>
  results.map(({ item, state, reason }) => [item, state, ...(reason ? [reason] : [])])
const ITEMS = [1, 2, 3, 4]

test.each([
  ['time', { minutes: 100 }, { minutes: 60 }, 1, 'The job ran out of time.'],
  ['time, to the last minute', { minutes: 59 }, { minutes: 60 }, 2, 'The job ran out of time.'],
  ['tokens', { tokens: 100 }, { tokens: 240 }, 2, "The shard's share of max_tokens is used up."],
  ['money', { usd: 1 }, { usd: 1.5 }, 1, "The shard's share of max_cost_usd is used up."],
  ['nothing', { minutes: 1, tokens: 100, usd: 1 }, { minutes: 600, tokens: 400, usd: 4 }, 4, ''],
])('the limit of %s: what does not fit stays for the next run', async (_, use, limits, done, reason) => {
  const results = await workShard(spec(ITEMS, limits), shardOf(use).shard)
  expect(states(results)).toEqual(ITEMS.map((item, index) => (index < done ? [item, 'done'] : [item, 'later', reason])))
})

test.each([1, 2, 3, 4])('%i at a time never use more than the share of the shard', async (concurrency) => {
  const items = Array.from({ length: 40 }, (_, index) => index + 1)
  const { shard } = shardOf({ tokens: 100, usd: 0.1 }, { concurrency })
  const results = await workShard(spec(items, { tokens: 1_050, usd: 9 }), shard)
  expect(results.reduce((sum, { tokens = 0 }) => sum + tokens, 0)).toBeLessThanOrEqual(1_050)
  expect(results.filter(({ state }) => state === 'done').length).toBeGreaterThanOrEqual(10)
  expect(results.map(({ item }) => item).toSorted((a, b) => Number(a) - Number(b))).toEqual(items)
})

test('what an earlier attempt finished is not done again', async () => {
  const finished = new Map<ScaleItem, ItemResult>([[2, { item: 2, state: 'done', url: 'https://x/2' }]])
  const { shard, allowances } = shardOf({}, { finished })
  const results = await workShard(spec([1, 2, 3]), shard)
  expect(results[1]).toEqual({ item: 2, state: 'earlier', url: 'https://x/2' })
  expect(allowances).toHaveLength(2)
})

test('a failed item stops no other, a reason to stop all of them', async () => {
  let worked = 0
  const work = async (item: ScaleItem): Promise<ItemResult> => {
    worked += 1
    if (item === 2) throw new Error('It broke.')
    return { item, state: 'done' }
  }
  const all = await workShard(spec(ITEMS), shardOf({}, { work }).shard)
  expect(states(all)).toEqual([
    [1, 'done'],
    [2, 'failed', 'It broke.'],
    [3, 'done'],
    [4, 'done'],
  ])
  worked = 0
  const stopReason = () => (worked >= 2 ? 'The quota is used up.' : undefined)
  const stopped = await workShard(spec(ITEMS), shardOf({}, { work, stopReason }).shard)
  expect(states(stopped).slice(2)).toEqual([
    [3, 'later', 'The quota is used up.'],
    [4, 'later', 'The quota is used up.'],
  ])
})

test('a cancelled shard names every item that it did not start', async () => {
  const controller = new AbortController()
  const work = async (item: ScaleItem): Promise<ItemResult> => {
    controller.abort()
    return { item, state: 'done' }
  }
  const results = await workShard(spec(ITEMS), shardOf({}, { work, signal: controller.signal }).shard)
  expect(states(results)).toEqual([[1, 'done'], ...[2, 3, 4].map((item) => [item, 'later', 'The run was cancelled.'])])
})
