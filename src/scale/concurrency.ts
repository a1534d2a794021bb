/** Items at a time in all shards together, when there are fewer shards. */
export const MAX_TOGETHER = 16
/** Items at a time in one shard. */
const MAX_CONCURRENCY = 4

export const shardConcurrency = (parallel: number): number =>
  Math.max(1, Math.min(MAX_CONCURRENCY, Math.floor(MAX_TOGETHER / parallel)))
