import { asSentence } from '../host/errors.ts'
import { type Ask, ModelError, type ModelReply, type ModelRequest, type Spent } from './types.ts'

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** From 0 to 1, without 1. */
  random(): number
}

/**
 * What is told of a failed attempt: `model` failed, and after `waitMs` it is asked again, or `next` is asked instead. A
 * notice without either is about the configuration.
 */
export type Report = (notice: { text: string; model?: string; waitMs?: number; next?: string; status?: number }) => void

export type RetryLimits = {
  /** Attempts at one question, the first included. */
  attempts: number
  /** Attempts when the model itself answers badly: asking ten times would only cost tokens. */
  badAnswers: number
  longestMs: number
  /** Whether there is money for asking again, after failed attempts that cost this much. */
  affords?: (spent: readonly Spent[]) => boolean
}

export const RETRY_LIMITS: RetryLimits = { attempts: 10, badAnswers: 4, longestMs: 30_000 }

/**
 * Repeats a question while its failure says that later may be better. A told delay is kept (plus a little, so that
 * parallel jobs spread out); otherwise waits double, ± 30 %. Rejects with the last failure, or the signal's reason.
 */
export function withRetry(ask: Ask, clock: Clock, report: Report, limits: RetryLimits = RETRY_LIMITS): Ask {
  return async (request, signal) => {
    let bad = 0
    let asked = request
    const spent: Spent[] = []
    for (let attempt = 1; ; attempt++) {
      try {
        return paidFor(await ask(asked, signal), spent)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ModelError)) throw error
        spent.push(...error.spent)
        if (error.fault === 'unusable') bad += 1
        const isOver = attempt >= limits.attempts || bad >= limits.badAnswers
        const isTooDear = limits.affords?.([...(request.before ?? []), ...spent]) === false
        if (error.retry !== 'later' || isOver || isTooDear) throw costing(error, spent)
        const waitMs = Math.round(pause(error, attempt, clock, limits.longestMs))
        const text = `${asSentence(error.message)} Asking again in ${seconds(waitMs)}.`
        report({ text, model: request.model, waitMs, ...statusOf(error) })
        await clock.sleep(waitMs, signal)
        if (error.fault === 'unusable') asked = { ...nudged(request, error.nudge), again: true }
      }
    }
  }
}

/** At the very end, so that all of the failed request is still the beginning of this one. */
function nudged(request: ModelRequest, nudge: string | undefined): ModelRequest {
  if (nudge === undefined) return request
  return { ...request, messages: [...request.messages, { role: 'user', parts: [{ kind: 'text', text: nudge }] }] }
}

const paidFor = (reply: ModelReply, spent: readonly Spent[]): ModelReply =>
  spent.length === 0 ? reply : { ...reply, spent: [...spent, ...(reply.spent ?? [])] }

/** The same failure with everything that was paid until then. */
function costing(error: ModelError, spent: readonly Spent[]): ModelError {
  if (spent.length === error.spent.length) return error
  const { message, fault, retry, waitMs, status, cause } = error
  return new ModelError(message, { fault, retry, waitMs, status, cause, spent: [...spent] })
}

function pause(error: ModelError, attempt: number, clock: Clock, longestMs: number): number {
  if (error.waitMs !== undefined) return error.waitMs + clock.random() * Math.min(1000, error.waitMs * 0.1)
  // A server that answered with an error needs longer than a connection that broke or a model that stumbled.
  const firstMs = error.status === undefined ? 1000 : 5000
  const plain = Math.min(longestMs, firstMs * 2 ** (attempt - 1))
  return plain * (0.7 + clock.random() * 0.6)
}

/** How long a model that failed is left alone: for good when it is exhausted, else a little. */
const REST_MS = 60_000

/**
 * Goes on to the next model of the chain when one is exhausted or keeps failing. `chain` gives the models to try for
 * the one requested, that one first; those that failed lately are left out, unless all did. When none answers, the
 * first failure is the one that is thrown: it is about the model somebody asked for. `affords` as for a retry.
 */
export function withFallback(
  ask: Ask,
  chain: (model: string) => readonly string[],
  clock: Clock,
  report: Report,
  affords?: RetryLimits['affords'],
): Ask {
  const restsUntil = new Map<string, number>()
  return async (request, signal) => {
    const models = chain(request.model)
    const rested = models.filter((model) => (restsUntil.get(bare(model)) ?? 0) <= clock.now())
    const order = rested.length > 0 ? rested : models
    const spent: Spent[] = []
    let first: unknown
    for (const [index, model] of order.entries()) {
      try {
        const before = spent.length === 0 ? {} : { before: [...spent] }
        return paidFor(await ask({ ...request, ...before, model }, signal), spent)
      } catch (error) {
        signal.throwIfAborted()
        first ??= error
        if (!(error instanceof ModelError)) break
        spent.push(...error.spent)
        const next = order[index + 1]
        if (error.retry === 'never' || next === undefined || affords?.(spent) === false) break
        restsUntil.set(bare(model), error.retry === 'other-model' ? Number.POSITIVE_INFINITY : clock.now() + REST_MS)
        report({ text: `${asSentence(error.message)} Going on with ${next}.`, model, next, ...statusOf(error) })
      }
    }
    throw first instanceof ModelError ? costing(first, spent) : first
  }
}

/** `models/x` and `x` are the same model. */
const bare = (model: string): string => model.replace(/^models\//, '')

const statusOf = (error: ModelError) => (error.status === undefined ? {} : { status: error.status })

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
