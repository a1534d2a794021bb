import { asSentence } from '../platform/errors.ts'
import type { StartTimer } from '../platform/time.ts'
import {
  type Generate,
  ModelError,
  type ModelErrorKind,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
  type ToolDeclaration,
} from './types.ts'

export type RetryClock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** From 0 to 1, without 1. */
  random(): number
  /** The machine's timers unless given. */
  startTimer?: StartTimer
}

/**
 * Receives a notice for each failed attempt of `model`: it is retried after `waitMs`, or `next` is used instead. A notice
 * with neither is about the configuration. `attempt` of `maxAttempts`, from 1.
 */
export type RetryReport = (notice: {
  text: string
  model?: string
  waitMs?: number
  next?: string
  attempt?: number
  maxAttempts?: number
  fault?: ModelErrorKind
  status?: number
}) => void

export type RetryLimits = {
  /** Attempts at one request, including the first. */
  maxAttempts: number
  /** Attempts when the answers are unusable: ten attempts would only cost tokens. */
  maxBadAnswers: number
  maxWaitMs: number
  /** Whether the budget allows another attempt after failed attempts with this usage. */
  canAfford?: (failedUsage: readonly ModelUsage[]) => boolean
}

export const RETRY_LIMITS: RetryLimits = { maxAttempts: 10, maxBadAnswers: 4, maxWaitMs: 30_000 }

/**
 * Retries a request while its error allows it. Waits as long as the API requests (plus a little, so that parallel jobs
 * spread out); otherwise the wait doubles each time, ± 30 %. Rejects with the last error, or the signal's reason.
 */
export function withRetry(
  generate: Generate,
  clock: RetryClock,
  report: RetryReport,
  limits: RetryLimits = RETRY_LIMITS,
): Generate {
  return async (request, signal) => {
    let badAnswers = 0
    let currentRequest = request
    const failedUsage: ModelUsage[] = []
    for (let attempt = 1; ; attempt++) {
      try {
        return addFailedUsage(await generate(currentRequest, signal), failedUsage)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ModelError)) throw error
        failedUsage.push(...error.failedUsage)
        if (error.fault === 'unusable') badAnswers += 1
        const isLastAttempt = attempt >= limits.maxAttempts || badAnswers >= limits.maxBadAnswers
        const isOverBudget = limits.canAfford?.([...(request.earlierUsage ?? []), ...failedUsage]) === false
        if (error.retry !== 'later' || isLastAttempt || isOverBudget) throw withFailedUsage(error, failedUsage)
        const waitMs = Math.round(retryDelayMs(error, attempt, clock, limits.maxWaitMs))
        const text = `${asSentence(error.message)} Retrying in ${seconds(waitMs)}.`
        const limit = { attempt, maxAttempts: limits.maxAttempts }
        report({ text, model: request.model, waitMs, ...limit, ...errorFields(error) })
        await clock.sleep(waitMs, signal)
        if (error.fault === 'unusable') currentRequest = { ...appendNudge(request, error.nudge), isRetry: true }
      }
    }
  }
}

/** Appends the nudge at the end, so that the failed request stays the prefix of this one and its cache is used. */
function appendNudge(request: ModelRequest, nudge: string | undefined): ModelRequest {
  if (nudge === undefined) return request
  return { ...request, messages: [...request.messages, { role: 'user', parts: [{ kind: 'text', text: nudge }] }] }
}

const addFailedUsage = (reply: ModelReply, failedUsage: readonly ModelUsage[]): ModelReply =>
  failedUsage.length === 0 ? reply : { ...reply, failedUsage: [...failedUsage, ...(reply.failedUsage ?? [])] }

/** The same error with the usage of all attempts. */
function withFailedUsage(error: ModelError, failedUsage: readonly ModelUsage[]): ModelError {
  if (failedUsage.length === error.failedUsage.length) return error
  const { message, fault, retry, waitMs, status, cause } = error
  return new ModelError(message, { fault, retry, waitMs, status, cause, failedUsage: [...failedUsage] })
}

function retryDelayMs(error: ModelError, attempt: number, clock: RetryClock, maxWaitMs: number): number {
  if (error.waitMs !== undefined) return error.waitMs + clock.random() * Math.min(1000, error.waitMs * 0.1)
  // A server that returned an error needs longer than a broken connection or an unusable answer.
  const firstMs = error.status === undefined ? 1000 : 5000
  const delayMs = Math.min(maxWaitMs, firstMs * 2 ** (attempt - 1))
  return delayMs * (0.7 + clock.random() * 0.6)
}

/** Who declared a tool, for people; undefined for a tool that no request goes without. */
export type ForeignTool = (name: string) => string | undefined

/**
 * Asks again without the tools of servers whose schemas the API refuses, in this request and all later ones. Reports each of them once. A
 * tool of our own is never left out: its refusal is a mistake of ours.
 */
export function withoutRefusedTools(generate: Generate, foreignTool: ForeignTool, report: RetryReport): Generate {
  const refused = new Set<string>()
  return async function ask(request, signal) {
    const accepted = acceptedTools(request, refused)
    try {
      return await generate(accepted, signal)
    } catch (error) {
      if (!(error instanceof ModelError) || error.fault !== 'request') throw error
      const foreign = refusedTools(error.message, accepted.tools).flatMap((name) => {
        const owner = foreignTool(name)
        return owner === undefined ? [] : [{ name, owner }]
      })
      if (foreign.length === 0) throw error
      for (const { name } of foreign) refused.add(name)
      const tools = foreign.map(({ name, owner }) => `${name} (${owner})`).join(', ')
      report({
        text: `${asSentence(error.message)} The run goes on without ${tools}. Correct the schema there, or leave the tool out with excludeTools.`,
      })
      return ask(request, signal)
    }
  }
}

/** The request without refused tools, the same object when it has none. */
function acceptedTools(request: ModelRequest, refused: ReadonlySet<string>): ModelRequest {
  const tools = request.tools.filter(({ name }) => !refused.has(name))
  if (tools.length === request.tools.length) return request
  const names = request.choice?.names?.filter((name) => !refused.has(name))
  const isChoiceGone = tools.length === 0 || names?.length === 0
  return {
    ...request,
    tools,
    choice: isChoiceGone || request.choice === undefined ? undefined : { ...request.choice, names },
  }
}

/**
 * The declared tools that an error of the API names: by their index, as the Gemini API does ("tools[0].function_declarations[6].parameters
 * …"), or by name, as Vertex AI does ("`x` functionDeclaration `parameters.y` schema …"). Source: error texts in public reports, for
 * example zereight/gitlab-mcp#166.
 */
function refusedTools(message: string, tools: readonly ToolDeclaration[]): string[] {
  const byIndex = [...message.matchAll(/\bfunction_?declarations\[(\d+)\]/gi)].map(([, index]) => tools[Number(index)])
  const byName = [...message.matchAll(/[`'"]([\w.:-]+)[`'"] function ?declaration\b/gi)].map(([, name]) =>
    tools.find((tool) => tool.name === name),
  )
  return [...new Set([...byIndex, ...byName])].flatMap((tool) => (tool === undefined ? [] : [tool.name]))
}

/** How long a failed model is skipped. An exhausted model is skipped for the rest of the run. */
const COOLDOWN_MS = 60_000

export type FallbackOptions = Pick<RetryLimits, 'canAfford'> & { clock: RetryClock; report: RetryReport }

/**
 * Falls back to the next model of the chain when one is exhausted or keeps failing. `chain` returns the models to try,
 * the requested one first. Models that failed recently are skipped, unless all did. When no model answers, it rejects with
 * the first error, which is about the requested model.
 */
export function withFallback(
  generate: Generate,
  chain: (model: string) => readonly string[],
  { clock, report, canAfford }: FallbackOptions,
): Generate {
  const cooldownUntil = new Map<string, number>()
  return async (request, signal) => {
    const models = chain(request.model)
    const available = models.filter((model) => (cooldownUntil.get(bareModelId(model)) ?? 0) <= clock.now())
    const order = available.length > 0 ? available : models
    const failedUsage: ModelUsage[] = []
    let firstError: unknown
    for (const [index, model] of order.entries()) {
      try {
        const earlierUsage = failedUsage.length === 0 ? request.earlierUsage : [...failedUsage]
        return addFailedUsage(await generate({ ...request, earlierUsage, model }, signal), failedUsage)
      } catch (error) {
        signal.throwIfAborted()
        firstError ??= error
        if (!(error instanceof ModelError)) break
        failedUsage.push(...error.failedUsage)
        const next = order[index + 1]
        if (error.retry === 'never' || next === undefined || canAfford?.(failedUsage) === false) break
        cooldownUntil.set(
          bareModelId(model),
          error.retry === 'other-model' ? Number.POSITIVE_INFINITY : clock.now() + COOLDOWN_MS,
        )
        report({ text: `${asSentence(error.message)} Falling back to ${next}.`, model, next, ...errorFields(error) })
      }
    }
    throw firstError instanceof ModelError ? withFailedUsage(firstError, failedUsage) : firstError
  }
}

/** `models/x` and `x` are the same model. */
const bareModelId = (model: string): string => model.replace(/^models\//, '')

const errorFields = ({ fault, status }: ModelError) => ({ fault, status })

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
