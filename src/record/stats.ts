import type { Spent, Usage } from '../model/types.ts'
import type { RunEvent } from './events.ts'

type Tokens = {
  input: number
  prompt: number
  candidates: number
  total: number
  cached: number
  thoughts: number
  tool: number
}
type Api = { totalRequests: number; totalErrors: number; totalLatencyMs: number }
type Decisions = { accept: number; reject: number; modify: number; auto_accept: number }
type ToolStats = { count: number; success: number; fail: number; durationMs: number; decisions: Decisions }
type ModelStats = {
  api: Api & { errorsByType: Record<string, number> }
  tokens: Tokens
  roles: Record<string, Api & { tokens: Tokens }>
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

/** Counts what happened. A call that policy allowed is an `accept`, as nobody was asked; a denied one has no decision. */
export function statsOf(events: readonly RunEvent[]): Stats {
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
  /** The model last asked, by agent: a failure does not say which model failed. */
  const asked = new Map<string | undefined, string>()
  for (const event of events) {
    if (event.type === 'model_request') asked.set(event.agent, event.model)
    else if (event.type === 'model_reply') countReply(stats, event)
    else if (event.type === 'model_failed') countFailure(stats, asked.get(event.agent) ?? 'unknown', event)
    else if (event.type === 'call_finished') countCall(stats, event.call)
  }
  return stats
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

function countReply({ models }: Stats, { reply, ms, agent }: EventOf<'model_reply'>) {
  for (const counter of countersOf(models, reply.model, agent)) {
    counter.api.totalRequests += 1
    counter.api.totalLatencyMs += ms
    addTokens(counter.tokens, reply.usage)
  }
  countSpent(models, reply.spent, agent)
}

/** Tokens of failed attempts. The attempts themselves were counted when they failed. */
function countSpent(models: Stats['models'], spent: readonly Spent[] = [], agent: string | undefined) {
  for (const { model, usage } of spent)
    for (const { tokens } of countersOf(models, model, agent)) addTokens(tokens, usage)
}

function countFailure({ models }: Stats, asked: string, event: EventOf<'model_failed'>) {
  const { status, agent, model = asked } = event
  for (const counter of countersOf(models, model, agent)) {
    counter.api.totalRequests += 1
    counter.api.totalErrors += 1
  }
  countSpent(models, event.spent, agent)
  const { errorsByType } = modelOf(models, model).api
  const type = status === undefined ? 'unknown' : String(status)
  errorsByType[type] = (errorsByType[type] ?? 0) + 1
}

function countCall({ tools, files }: Stats, call: EventOf<'call_finished'>['call']) {
  const named = Object.hasOwn(tools.byName, call.name) ? tools.byName[call.name] : undefined
  const tool = named ?? { count: 0, success: 0, fail: 0, durationMs: 0, decisions: noDecisions() }
  // defineProperty semantics: a tool may be called anything, `__proto__` too.
  if (named === undefined) Object.defineProperty(tools.byName, call.name, { value: tool, enumerable: true })
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

/** The counters one request goes to: its model's, and within it its role's. */
function countersOf(models: Stats['models'], name: string, agent: string | undefined): { api: Api; tokens: Tokens }[] {
  const model = modelOf(models, name)
  const role = roleOf(agent)
  const roleStats = model.roles[role] ?? { totalRequests: 0, totalErrors: 0, totalLatencyMs: 0, tokens: noTokens() }
  model.roles[role] = roleStats
  return [model, { api: roleStats, tokens: roleStats.tokens }]
}

/** What a question was for, by who asked it: the reference's roles. Sub-agents have names of their own. */
export function roleOf(agent: string | undefined): string {
  if (agent === undefined) return 'main'
  if (agent.startsWith('utility_')) return agent
  return ROLES.get(agent) ?? 'subagent'
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['google_web_search', 'utility_tool'],
  ['web_fetch', 'utility_tool'],
  ['replace', 'utility_edit_corrector'],
])

function modelOf(models: Stats['models'], name: string): ModelStats {
  const known = Object.hasOwn(models, name) ? models[name] : undefined
  if (known !== undefined) return known
  const api = { totalRequests: 0, totalErrors: 0, totalLatencyMs: 0, errorsByType: {} }
  const fresh: ModelStats = { api, tokens: noTokens(), roles: {} }
  models[name] = fresh
  return fresh
}

/** The reference counts `input` without what came from the cache. */
function addTokens(tokens: Tokens, usage: Usage) {
  tokens.prompt += usage.input
  tokens.cached += usage.cached
  tokens.input = Math.max(0, tokens.prompt - tokens.cached)
  tokens.candidates += usage.output
  tokens.thoughts += usage.thoughts
  tokens.tool += usage.tool
  tokens.total += usage.total
}

const noTokens = (): Tokens => ({ input: 0, prompt: 0, candidates: 0, total: 0, cached: 0, thoughts: 0, tool: 0 })
const noDecisions = (): Decisions => ({ accept: 0, reject: 0, modify: 0, auto_accept: 0 })
