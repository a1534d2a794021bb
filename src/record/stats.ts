import type { ModelUsage, TokenUsage } from '../model/types.ts'
import type { CallRecord, EventOf, RunEvent } from './events.ts'

type TokenStats = {
  input: number
  prompt: number
  candidates: number
  total: number
  cached: number
  thoughts: number
  tool: number
}

type ApiStats = { totalRequests: number; totalErrors: number; totalLatencyMs: number }

type Decisions = { accept: number; reject: number; modify: number; auto_accept: number }

type ToolStats = { count: number; success: number; fail: number; durationMs: number; decisions: Decisions }

type ModelStats = {
  api: ApiStats & { errorsByType: Record<string, number> }
  tokens: TokenStats
  roles: Record<string, ApiStats & { tokens: TokenStats }>
}

/** The reference's statistics, as its `--output-format json` prints them. Milliseconds and token counts. */
export type Stats = {
  models: Record<string, ModelStats>
  tools: {
    totalCalls: number
    totalSuccess: number
    totalFail: number
    totalDurationMs: number
    totalDecisions: Decisions
    byName: Record<string, ToolStats>
  }
  files: { totalLinesAdded: number; totalLinesRemoved: number }
}

/** Computes the statistics of a run. A call that policy allowed counts as `accept`; a denied call has no decision. */
export function computeStats(events: readonly RunEvent[]): Stats {
  const stats: Stats = {
    models: {},
    tools: {
      totalCalls: 0,
      totalSuccess: 0,
      totalFail: 0,
      totalDurationMs: 0,
      totalDecisions: noDecisions(),
      byName: {},
    },
    files: { totalLinesAdded: 0, totalLinesRemoved: 0 },
  }
  /** The model of the last request, by agent: a failure may not name its model. */
  const requestedModels = new Map<string | undefined, string>()
  for (const event of events) {
    if (event.type === 'model_request') requestedModels.set(event.agent, event.model)
    else if (event.type === 'model_reply') countReply(stats, event)
    else if (event.type === 'model_failed') countFailure(stats, requestedModels.get(event.agent) ?? 'unknown', event)
    else if (event.type === 'call_finished') countCall(stats, event.call)
  }
  return stats
}

function countReply({ models }: Stats, { reply, ms, agent }: EventOf<'model_reply'>) {
  for (const counter of requestCounters(models, reply.model, agent)) {
    counter.api.totalRequests += 1
    counter.api.totalLatencyMs += ms
    addTokens(counter.tokens, reply.usage)
  }
  countFailedUsage(models, reply.failedUsage, agent)
}

/** Counts tokens of failed attempts. The attempts themselves were counted when they failed. */
function countFailedUsage(models: Stats['models'], usages: readonly ModelUsage[] = [], agent: string | undefined) {
  for (const { model, usage } of usages)
    for (const { tokens } of requestCounters(models, model, agent)) addTokens(tokens, usage)
}

function countFailure({ models }: Stats, requestedModel: string, event: EventOf<'model_failed'>) {
  const { status, agent, model = requestedModel } = event
  for (const counter of requestCounters(models, model, agent)) {
    counter.api.totalRequests += 1
    counter.api.totalErrors += 1
  }
  countFailedUsage(models, event.failedUsage, agent)
  const { errorsByType } = modelStats(models, model).api
  const type = status === undefined ? 'unknown' : String(status)
  errorsByType[type] = (errorsByType[type] ?? 0) + 1
}

function countCall({ tools, files }: Stats, call: EventOf<'call_finished'>['call']) {
  const existing = Object.hasOwn(tools.byName, call.name) ? tools.byName[call.name] : undefined
  const tool = existing ?? { count: 0, success: 0, fail: 0, durationMs: 0, decisions: noDecisions() }
  // defineProperty, because a tool can have any name, even `__proto__`.
  if (existing === undefined) Object.defineProperty(tools.byName, call.name, { value: tool, enumerable: true })
  const success = call.state === 'success'
  tools.totalCalls += 1
  tools.totalSuccess += success ? 1 : 0
  tools.totalFail += success ? 0 : 1
  tools.totalDurationMs += call.ms
  tool.count += 1
  tool.success += success ? 1 : 0
  tool.fail += success ? 0 : 1
  tool.durationMs += call.ms
  if (call.verdict === 'allow') {
    tools.totalDecisions.accept += 1
    tool.decisions.accept += 1
  }
  if (success && call.diff !== undefined) {
    files.totalLinesAdded += call.diff.added
    files.totalLinesRemoved += call.diff.removed
  }
}

/** The counters of one request: those of its model, and of its role within the model. */
function requestCounters(
  models: Stats['models'],
  name: string,
  agent: string | undefined,
): { api: ApiStats; tokens: TokenStats }[] {
  const model = modelStats(models, name)
  const role = modelRole(agent)
  const roleStats = model.roles[role] ?? { totalRequests: 0, totalErrors: 0, totalLatencyMs: 0, tokens: noTokens() }
  model.roles[role] = roleStats
  return [model, { api: roleStats, tokens: roleStats.tokens }]
}

/** The reference's role of a model request, from the agent that sent it. Every unknown name is a sub-agent. */
export function modelRole(agent: string | undefined): string {
  if (agent === undefined) return 'main'
  if (agent.startsWith('utility_')) return agent
  return ROLES.get(agent) ?? 'subagent'
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['google_web_search', 'utility_tool'],
  ['web_fetch', 'utility_tool'],
  ['replace', 'utility_edit_corrector'],
])

function modelStats(models: Stats['models'], name: string): ModelStats {
  const existing = Object.hasOwn(models, name) ? models[name] : undefined
  if (existing !== undefined) return existing
  const api = { totalRequests: 0, totalErrors: 0, totalLatencyMs: 0, errorsByType: {} }
  const fresh: ModelStats = { api, tokens: noTokens(), roles: {} }
  models[name] = fresh
  return fresh
}

/** The reference's `input` excludes cached tokens. */
function addTokens(tokens: TokenStats, usage: TokenUsage) {
  tokens.prompt += usage.input
  tokens.cached += usage.cached
  tokens.input = Math.max(0, tokens.prompt - tokens.cached)
  tokens.candidates += usage.output
  tokens.thoughts += usage.thoughts
  tokens.tool += usage.tool
  tokens.total += usage.total
}

const noTokens = (): TokenStats => ({ input: 0, prompt: 0, candidates: 0, total: 0, cached: 0, thoughts: 0, tool: 0 })

const noDecisions = (): Decisions => ({ accept: 0, reject: 0, modify: 0, auto_accept: 0 })

/** One turn of the main conversation: how long the model took, and the calls that followed. Sub-agents count as their call. */
export type TimelineTurn = {
  turn: number
  model: string
  usage: ModelUsage['usage']
  /** Milliseconds until the answer of the model was complete. */
  modelMs: number
  /** Milliseconds lost in failed attempts: the pauses before the next one. */
  waitMs: number
  calls: readonly Pick<CallRecord, 'name' | 'state' | 'verdict' | 'ms'>[]
}

/** The turns of a run in order. Turns without an answer of the model are left out. */
export function timelineOf(events: readonly RunEvent[]): TimelineTurn[] {
  const turns: (TimelineTurn & { calls: TimelineTurn['calls'][number][] })[] = []
  let waitMs = 0
  for (const event of events) {
    if (event.type === 'model_failed' && event.agent === undefined) waitMs += event.waitMs ?? 0
    if (event.type === 'model_reply' && event.agent === undefined) {
      const { turn, reply, ms } = event
      turns.push({ turn, model: reply.model, usage: reply.usage, modelMs: ms, waitMs, calls: [] })
      waitMs = 0
    }
    if (event.type === 'call_finished' && event.call.agent === undefined && event.call.parent === undefined)
      turns.at(-1)?.calls.push(event.call)
  }
  return turns
}
