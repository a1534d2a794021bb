import type { Clock } from '../../platform/clock.ts'
import { messageOf } from '../../platform/errors.ts'
import type { ItemResult } from '../item-result.ts'
import type { ScaleItem, ShardSpec } from '../shard-spec.ts'

/** What one item may use: the rest of the shard's share, divided by the items at a time. */
export type ItemAllowance = { tokens: number | undefined; usd: number | undefined }

export type ShardWork = {
  clock: Clock
  signal: AbortSignal
  /** Items at a time. */
  concurrency: number
  /** What GitHub and the artifacts of earlier attempts say is finished. */
  finished: ReadonlyMap<ScaleItem, ItemResult>
  /** Works on one item. A rejection is a failure of that item only. */
  work(item: ScaleItem, allowance: ItemAllowance): Promise<ItemResult>
  /** Why no further item can succeed, asked after each item. */
  stopReason(): string | undefined
  /** Keeps the results so far, after each item. */
  keep(results: readonly ItemResult[]): Promise<void>
}

/** The share of an item that must be there for it to start, in relation to the mean of those before. */
const MIN_SHARE = 0.5
const MINUTE = 60_000

/**
 * Works on the items of one shard, a bounded number at a time. Every item gets exactly one result: done, failed, or left to the next run
 * with the reason. Never rejects.
 */
export async function workShard(spec: ShardSpec, shard: ShardWork): Promise<ItemResult[]> {
  const { clock, signal, concurrency, finished } = shard
  const { limits } = spec
  const results: ItemResult[] = []
  const endMs = clock.now() + limits.minutes * MINUTE
  let reserved = 0
  const used = { tokens: 0, usd: 0, items: 0 }

  /** What is left of a limit for one more item; undefined without the limit. */
  const share = (limit: number | undefined, name: 'tokens' | 'usd'): number | undefined => {
    if (limit === undefined) return undefined
    const mean = used.items === 0 ? 0 : used[name] / used.items
    return Math.max(0, (limit - used[name] - reserved * mean) / Math.max(1, concurrency - reserved))
  }
  const whyLater = (allowance: ItemAllowance): string | undefined => {
    if (signal.aborted) return 'The run was cancelled.'
    const stopped = shard.stopReason()
    if (stopped !== undefined) return stopped
    if (clock.now() + spec.itemMinutes * MINUTE > endMs) return 'The time of the job is used up.'
    const lacks = (rest: number | undefined, name: 'tokens' | 'usd') =>
      rest !== undefined && rest <= MIN_SHARE * (used.items === 0 ? 0 : used[name] / used.items)
    if (lacks(allowance.tokens, 'tokens')) return "The shard's share of max_tokens is used up."
    if (lacks(allowance.usd, 'usd')) return "The shard's share of max_cost_usd is used up."
    return undefined
  }

  async function workOn(item: ScaleItem): Promise<void> {
    const earlier = finished.get(item)
    if (earlier !== undefined) return void results.push({ ...earlier, state: 'earlier' })
    const allowance = { tokens: share(limits.tokens, 'tokens'), usd: share(limits.usd, 'usd') }
    const reason = whyLater(allowance)
    if (reason !== undefined) return void results.push({ item, state: 'later', reason })
    reserved += 1
    const result = await shard
      .work(item, allowance)
      .catch((error: unknown): ItemResult => ({ item, state: 'failed', reason: messageOf(error) }))
    reserved -= 1
    used.items += 1
    used.tokens += result.tokens ?? 0
    used.usd += result.usd ?? 0
    results.push(result)
    await shard.keep(results)
  }

  const queue = [...spec.items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await workOn(item)
  }
  // The first runs alone, so that an error that affects all of them is reported once.
  const first = queue.shift()
  if (first !== undefined) await workOn(first)
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
