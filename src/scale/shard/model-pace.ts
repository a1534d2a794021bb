import type { Clock } from '../../platform/clock.ts'

/** Keeps the model requests of one shard within its share of the requests and tokens a minute. */
export type ModelPace = {
  /** Resolves when a request may be sent. */
  acquire(): Promise<void>
  /** The tokens of a request that was answered, or 0. */
  release(tokens: number): void
}

type PaceLimits = { modelRequestsPerMinute?: number; modelTokensPerMinute?: number }

const MINUTE = 60_000
/** Until a request was answered, each counts as this many tokens. */
const FIRST_TOKENS = 10_000
/** Requests of an earlier attempt may still count, so less than the share is used. */
const USABLE = 0.8

/** `phase`: from 0 to 1, where this shard begins within the gap of its first request, so that not all begin at once. */
export function openModelPace({ now, sleep }: Clock, limits: PaceLimits, phase: number): ModelPace {
  const gapMs = limits.modelRequestsPerMinute === undefined ? 0 : MINUTE / (limits.modelRequestsPerMinute * USABLE)
  const tokensPerMs =
    limits.modelTokensPerMinute === undefined ? undefined : (limits.modelTokensPerMinute * USABLE) / MINUTE
  let expected = FIRST_TOKENS
  const gap = () => Math.max(gapMs, tokensPerMs === undefined ? 0 : expected / tokensPerMs)
  let nextMs = now() + phase * gap()
  const pending: number[] = []

  return {
    async acquire() {
      const startMs = Math.max(now(), nextMs)
      pending.push(expected)
      nextMs = startMs + gap()
      if (startMs > now()) await sleep(startMs - now())
    },
    release(tokens) {
      const reserved = pending.shift() ?? expected
      if (tokens === 0) return
      // What a request used beyond its reservation delays the next one; what it did not use is given back.
      if (tokensPerMs !== undefined) nextMs += (tokens - reserved) / tokensPerMs
      expected = tokens
    },
  }
}
