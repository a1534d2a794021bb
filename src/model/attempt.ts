import { UserError } from '../host/errors.ts'
import { retryAfterMs } from './api-error.ts'
import type { Credential } from './credential.ts'
import { faultOf } from './faults.ts'
import { ModelError, type Usage } from './types.ts'

/** The way to a back end: how requests travel, whatever is in them. */
export type Line = {
  credential: Credential
  /** Who asks, and what the workflow wants sent along. Never the credential. */
  headers: (model: string) => Record<string, string>
  /** Silence in milliseconds that counts as a broken connection, before an answer and inside it; absent: minutes. */
  stallMs?: number
  /** Milliseconds since the epoch, for Retry-After dates. */
  now: () => number
  /** In place of the built-in one: a test's way to servers of its own. */
  fetch?: typeof fetch
}

export type Attempt = {
  /** Puts headers and credential on. */
  fetch: typeof fetch
  /** Aborted by the caller's, by silence and by end(). */
  signal: AbortSignal
  /** To be called whenever something arrives. `isWhole`: nothing more has to come. */
  fed(isWhole?: boolean): void
  /** What to throw for a failure; throws by itself what the caller's signal was aborted with. */
  failure(error: unknown, usage?: Usage): Error
  end(): void
}

/**
 * Until an answer begins; between two pieces of it, as a long call is written in silence and arrives whole; and for the end
 * of the stream behind a whole answer.
 */
const PATIENCE_MS = { before: 120_000, within: 300_000, after: 5000 }

const patienceOf = (ms: number) => ({ before: ms, within: ms, after: Math.min(ms, PATIENCE_MS.after) })

/** One try at one request. End it in any case. */
export function attempt(line: Line, model: string, outer: AbortSignal): Attempt {
  const { credential } = line
  const { stallMs } = line
  const { before, within, after } = stallMs === undefined ? PATIENCE_MS : patienceOf(stallMs)
  const watch = watchdog(before, outer)
  let waitMs: number | undefined

  const once = async (url: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> => {
    const headers = new Headers(init?.headers)
    headers.delete('x-goog-api-key') // the SDK insists on one
    for (const [name, value] of Object.entries(line.headers(model))) headers.set(name, value)
    for (const [name, value] of Object.entries(await credential.headers(watch.signal))) headers.set(name, value)
    // Followed, a redirect would take the key to wherever it leads: fetch holds back `authorization` only.
    const response = await (line.fetch ?? fetch)(url, { ...init, headers, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) throw redirected(response)
    watch.wait(within)
    waitMs = retryAfterMs(response.headers.get('retry-after'), line.now())
    return response
  }

  return {
    signal: watch.signal,
    fed: (isWhole = false) => watch.wait(isWhole ? after : within),
    end: watch.end,
    async fetch(url, init) {
      const response = await once(url, init)
      // A token may have been withdrawn before its time: one more try with a new one.
      if (response.status !== 401 || credential.renew === undefined) return response
      await response.body?.cancel()
      credential.renew()
      return once(url, init)
    },
    failure(error, usage) {
      outer.throwIfAborted()
      if (error instanceof UserError) return error
      const silentMs = watch.starvedAfter()
      if (silentMs !== undefined) {
        const text = `The API sent nothing for ${Math.round(silentMs / 1000)} s.`
        return new ModelError(text, { fault: 'unavailable', retry: 'later', ...spentOn(model, usage) })
      }
      const secrets = credential.secrets()
      return faultOf(error, { model, from: credential.from, retryAfterMs: waitMs, secrets, ...spentOn(model, usage) })
    },
  }
}

function redirected({ url, status, headers }: Response): UserError {
  const to = URL.parse(headers.get('location') ?? '', url)?.origin ?? 'nowhere'
  return new UserError(
    `The model's API at ${new URL(url).origin} answers with a redirect (${status}) to ${to}. It is not followed, as the credential would go along. Give the address that answers by itself.`,
  )
}

/** What a failed try has cost, where anything is known of it. */
export const spentOn = (model: string, usage: Usage | undefined) =>
  usage === undefined || usage.total === 0 ? {} : { spent: [{ model, usage }] }

/** Aborts its signal when nobody calls wait() in time, or when `outer` aborts. */
function watchdog(firstMs: number, outer: AbortSignal) {
  const inner = new AbortController()
  let hungryAfter: number | undefined
  let timer: NodeJS.Timeout | undefined
  const stop = () => inner.abort()
  const wait = (ms: number) => {
    clearTimeout(timer)
    if (inner.signal.aborted) return
    timer = setTimeout(() => {
      hungryAfter = ms
      inner.abort()
    }, ms)
  }
  if (outer.aborted) stop()
  outer.addEventListener('abort', stop, { once: true })
  wait(firstMs)
  return {
    signal: inner.signal,
    wait,
    starvedAfter: () => hungryAfter,
    end() {
      clearTimeout(timer)
      outer.removeEventListener('abort', stop)
      // Whoever stops reading early leaves a connection open; this closes it, and is nothing after a whole answer.
      inner.abort()
    },
  }
}
