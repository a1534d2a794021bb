import { UserError } from '../platform/errors.ts'
import { type StartTimer, startTimer } from '../platform/time.ts'
import type { Credential } from './credential.ts'
import { retryAfterMs, toModelError } from './model-errors.ts'
import { ModelError, type TokenUsage } from './types.ts'

/** How requests reach a provider, independent of their content. */
export type ModelTransport = {
  credential: Credential
  /** The user agent and the workflow's custom headers. Never the credential. */
  headers: (model: string) => Record<string, string>
  /** Milliseconds without data that count as a broken connection, before and during an answer; absent: minutes. */
  stallMs?: number
  /** Milliseconds since the epoch, for Retry-After dates. */
  now: () => number
  /** Starts the limits of silence; the machine's timers unless given. */
  startTimer?: StartTimer
  /** Replaces the built-in fetch; for tests with local servers. */
  fetch?: typeof fetch
}

export type RequestAttempt = {
  /** fetch with headers and credential. */
  fetch: typeof fetch
  /** Aborts with the caller's signal, after a stall, and in end(). */
  signal: AbortSignal
  /** Call this whenever data arrives. `isComplete`: the answer is complete. */
  dataArrived(isComplete?: boolean): void
  /** The error to throw for a failure. Throws the abort reason itself if the caller's signal is aborted. */
  toError(error: unknown, usage?: TokenUsage): Error
  end(): void
}

/**
 * Limits on the time without data: before an answer starts; within an answer, where a long tool call arrives in one piece;
 * and after a complete answer until the stream ends.
 */
const STALL_LIMITS_MS = { before: 120_000, within: 300_000, after: 5000 }

const stallLimits = (ms: number) => ({ before: ms, within: ms, after: Math.min(ms, STALL_LIMITS_MS.after) })

/** Starts one attempt at one request. Always call end(). */
export function startAttempt(transport: ModelTransport, model: string, outer: AbortSignal): RequestAttempt {
  const { credential } = transport
  const { stallMs } = transport
  const { before, within, after } = stallMs === undefined ? STALL_LIMITS_MS : stallLimits(stallMs)
  const watchdog = startWatchdog(before, outer, transport.startTimer)
  let waitMs: number | undefined
  let hasResponse = false

  const sendOnce = async (url: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> => {
    const headers = new Headers(init?.headers)
    headers.delete('x-goog-api-key') // the SDK always sets one
    for (const [name, value] of Object.entries(transport.headers(model))) headers.set(name, value)
    for (const [name, value] of Object.entries(await credential.headers(watchdog.signal))) headers.set(name, value)
    // Do not follow redirects: fetch would send the key along, because it strips only `authorization`.
    const response = await (transport.fetch ?? fetch)(url, { ...init, headers, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) throw redirectError(response)
    watchdog.restartTimer(within)
    hasResponse = true
    waitMs = retryAfterMs(response.headers.get('retry-after'), transport.now())
    return response
  }

  return {
    signal: watchdog.signal,
    dataArrived: (isComplete = false) => watchdog.restartTimer(isComplete ? after : within),
    end: watchdog.end,
    async fetch(url, init) {
      const response = await sendOnce(url, init)
      // A token may be revoked early, so try once more with a new one.
      if (response.status !== 401 || credential.renew === undefined) return response
      await response.body?.cancel()
      credential.renew()
      return sendOnce(url, init)
    },
    toError(error, usage) {
      outer.throwIfAborted()
      if (error instanceof UserError) return error
      const silentMs = watchdog.stalledAfterMs()
      if (silentMs !== undefined) {
        const text = `The API sent nothing for ${Math.round(silentMs / 1000)} s.`
        return new ModelError(text, { fault: 'unavailable', retry: 'later', failedUsage: failedUsageOf(model, usage) })
      }
      const secrets = credential.secrets()
      return toModelError(error, {
        model,
        credentialSource: credential.source,
        retryAfterMs: waitMs,
        now: transport.now(),
        hasResponse,
        secrets,
        failedUsage: failedUsageOf(model, usage),
      })
    },
  }
}

function redirectError({ url, status, headers }: Response): UserError {
  const target = URL.parse(headers.get('location') ?? '', url)?.origin ?? 'an unknown address'
  return new UserError(
    `The model's API at ${new URL(url).origin} redirects (${status}) to ${target}. Sluice does not follow it, because the target would receive the credential. Set the final address instead.`,
  )
}

/** The usage of a failed attempt, if it is known. */
export const failedUsageOf = (model: string, usage: TokenUsage | undefined) =>
  usage === undefined || usage.total === 0 ? undefined : [{ model, usage }]

/** Aborts its signal when restartTimer() is not called in time, or when `outer` aborts. */
function startWatchdog(firstMs: number, outer: AbortSignal, start = startTimer) {
  const inner = new AbortController()
  let stalledAfter: number | undefined
  let cancelTimer: (() => void) | undefined
  const stop = () => inner.abort()
  const restartTimer = (ms: number) => {
    cancelTimer?.()
    if (inner.signal.aborted) return
    cancelTimer = start(ms, () => {
      stalledAfter = ms
      inner.abort()
    })
  }
  if (outer.aborted) stop()
  outer.addEventListener('abort', stop, { once: true })
  restartTimer(firstMs)
  return {
    signal: inner.signal,
    restartTimer,
    stalledAfterMs: () => stalledAfter,
    end() {
      cancelTimer?.()
      outer.removeEventListener('abort', stop)
      // Closes the connection of an answer that was not read to its end.
      inner.abort()
    },
  }
}
