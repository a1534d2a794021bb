import { SEVERITIES, type Severity } from '../github-tools/proposal.ts'
import { computeCost } from '../record/cost.ts'
import { type CallRecord, type EventOf, finishedCalls, type RunEvent } from '../record/events.ts'
import type { RecordedEvent } from '../record/transcript-line.ts'
import type { FindingFate } from '../review/read-findings.ts'

/** Whether people accepted a result: merged, resolved, label kept. Undefined where that has no meaning or is unknown. */
export type Acceptance = ReadonlyMap<DeliveredResult, boolean>

/** The sums over all runs. Money in US dollars, null when it is unknown; times in milliseconds. */
export type ReportTotals = {
  runs: number
  /** Number of runs by outcome. */
  outcomes: Record<string, number>
  cost: {
    /** Of the runs with a known price; null when no run has one. */
    usd: number | null
    /** Runs with a model whose price is unknown; `usd` lacks them. */
    unpricedRuns: number
    tokens: { input: number; cached: number; output: number; total: number }
    /** Share of the input that came from the cache, 0 to 1. */
    cacheShare: number
  }
  denials: { rule: string; count: number; tools: string[] }[]
  results: {
    delivered: number
    byKind: Record<string, number>
    /** Results whose fate is known, and those that people accepted. */
    withFate: number
    accepted: number
    /** Over the runs with a known price. */
    usdPerDelivered: number | null
    usdPerAccepted: number | null
  }
  /** What became of findings, worst severity first; absent when not asked for. */
  findings?: FateRow[]
  tools: { name: string; calls: number; failed: number; totalMs: number; meanMs: number; maxMs: number }[]
  list: {
    session: string
    started: string
    event: string
    outcome: string
    usd: number | null
    tokens: number
    turns: number
    ms: number
    calls: number
    denied: number
    delivered: number
  }[]
}

export type FateRow = {
  severity: Severity
  category: string
  fixed: number
  dismissed: number
  ignored: number
  open: number
}

/** The findings by severity and category. */
function findingRows(fates: readonly FindingFate[]): FateRow[] {
  const groups = Map.groupBy(fates, ({ severity, category }) => `${SEVERITIES.indexOf(severity)} ${category}`)
  const rows = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return rows.flatMap(([, each]) => {
    const [first] = each
    const count = (name: FindingFate['fate']) => each.filter(({ fate }) => fate === name).length
    const counts = {
      fixed: count('fixed'),
      dismissed: count('dismissed'),
      ignored: count('ignored'),
      open: count('open'),
    }
    return first === undefined ? [] : [{ severity: first.severity, category: first.category, ...counts }]
  })
}

/** Sums up the runs, oldest first. */
export function reportTotals(
  unsorted: readonly RunFigures[],
  acceptance: Acceptance = new Map(),
  fates?: readonly FindingFate[],
): ReportTotals {
  const runs = unsorted.toSorted((a, b) => a.startedMs - b.startedMs || (a.session < b.session ? -1 : 1))
  const results = runs.flatMap((run) => run.results)
  const pricedRuns = runs.filter((run) => run.usd !== null)
  const usd = sum(pricedRuns.map((run) => run.usd ?? 0))
  const tokens = {
    input: sum(runs.map((run) => run.tokens.input)),
    cached: sum(runs.map((run) => run.tokens.cached)),
    output: sum(runs.map((run) => run.tokens.output)),
    total: sum(runs.map((run) => run.tokens.total)),
  }
  const verdicts = results.flatMap((result) => acceptance.get(result) ?? [])
  const accepted = verdicts.filter(Boolean).length
  const priced = pricedRuns.flatMap((run) => run.results)
  const usdPer = (count: number) => (count === 0 ? null : cents(usd / count))
  return {
    runs: runs.length,
    outcomes: countBy(runs.map(({ outcome }) => outcome)),
    cost: {
      usd: pricedRuns.length === 0 ? null : cents(usd),
      unpricedRuns: runs.length - pricedRuns.length,
      tokens,
      cacheShare: tokens.input === 0 ? 0 : Number((tokens.cached / tokens.input).toFixed(4)),
    },
    denials: denialsByRule(runs),
    results: {
      delivered: results.length,
      byKind: countBy(results.map(({ kind }) => kind)),
      withFate: verdicts.length,
      accepted,
      usdPerDelivered: usdPer(priced.length),
      usdPerAccepted: usdPer(priced.filter((result) => acceptance.get(result) === true).length),
    },
    findings: fates && findingRows(fates),
    tools: slowestTools(runs),
    list: runs.map(({ session, startedMs, event, outcome, ms, turns, calls, ...run }) => ({
      session,
      started: new Date(startedMs).toISOString(),
      event,
      outcome,
      usd: run.usd === null ? null : cents(run.usd),
      tokens: run.tokens.total,
      turns,
      ms,
      calls: calls.length,
      denied: calls.filter(({ verdict }) => verdict === 'deny').length,
      delivered: run.results.length,
    })),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Millionths of a dollar, so that equal sums print alike. */
const cents = (usd: number): number => Number(usd.toFixed(6))

const countBy = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)]
      .map(([name, each]) => [name, each.length] as const)
      .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1)),
  )

/** Denied calls by the rule that decided, most frequent first. */
function denialsByRule(runs: readonly RunFigures[]): ReportTotals['denials'] {
  const denied = runs.flatMap(({ calls }) => calls.filter(({ verdict }) => verdict === 'deny'))
  const byRule = Map.groupBy(denied, ({ rule }) =>
    rule === undefined ? 'no rule allows it' : `${rule.file}:${rule.line}`,
  )
  return [...byRule]
    .map(([rule, calls]) => ({
      rule,
      count: calls.length,
      tools: [...new Set(calls.map(({ name }) => name))].toSorted(),
    }))
    .toSorted((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1))
}

/** All tools, by their total time, longest first. */
function slowestTools(runs: readonly RunFigures[]): ReportTotals['tools'] {
  const calls = runs.flatMap((run) => run.calls)
  return [...Map.groupBy(calls, ({ name }) => name)]
    .map(([name, each]) => {
      const totalMs = sum(each.map(({ ms }) => ms))
      return {
        name,
        calls: each.length,
        failed: each.filter(({ state }) => state !== 'success').length,
        totalMs,
        meanMs: Math.round(totalMs / each.length),
        maxMs: Math.max(...each.map(({ ms }) => ms)),
      }
    })
    .toSorted((a, b) => b.totalMs - a.totalMs || (a.name < b.name ? -1 : 1))
}

/** One write of a run that people see. `target`: what is needed to ask GitHub for its fate. */
export type DeliveredResult = {
  kind: string
  number?: number
  url?: string
  /** Labels that were set, or the paths of inline comments. */
  names: readonly string[]
}

/** The figures of one run. Times in milliseconds, money in US dollars; `usd`: null when the price of a model is unknown. */
export type RunFigures = {
  session: string
  startedMs: number
  event: string
  /** `unfinished` when the recording has no end. */
  outcome: string
  usd: number | null
  tokens: { input: number; cached: number; output: number; total: number }
  turns: number
  ms: number
  calls: readonly CallRecord[]
  results: readonly DeliveredResult[]
  /** `owner/name`, when a result has a URL. */
  repository?: string
}

/** Writes for the workflow itself, and not for people on GitHub. */
const NO_RESULT: ReadonlySet<string> = new Set(['patch', 'summary', 'check_run', 'review_check', 'resolve_fixed'])

/** The figures of a recorded run; undefined for a recording without a start. */
export function runFigures(recorded: readonly RecordedEvent[]): RunFigures | undefined {
  const events = recorded.map(({ event }) => event)
  const started = eventOf(events, 'run_started')
  if (started === undefined) return undefined
  const ended = eventOf(events, 'run_ended')
  const { usage, usd } = computeCost(events)
  const results = events.flatMap((event) => (event.type === 'receipt' ? (deliveredResult(event.receipt) ?? []) : []))
  const repository = results.flatMap(({ url = '' }) => repositoryIn(url) ?? [])[0]
  const [first, last] = [recorded[0]?.timeMs ?? 0, recorded.at(-1)?.timeMs ?? 0]
  return {
    session: started.session,
    startedMs: first,
    event: started.event,
    outcome: ended?.outcome ?? 'unfinished',
    usd: usd ?? null,
    tokens: {
      input: usage.input + usage.tool,
      cached: usage.cached,
      output: usage.output + usage.thoughts,
      total: usage.total,
    },
    turns: events.filter((event) => event.type === 'model_reply' && event.agent === undefined).length,
    ms: ended?.ms ?? last - first,
    calls: finishedCalls(events),
    results,
    repository,
  }
}

const eventOf = <Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) =>
  events.find((event): event is EventOf<Type> => event.type === type)

function deliveredResult(receipt: Record<string, unknown>): DeliveredResult | undefined {
  const { kind, state, number, url } = receipt
  if (typeof kind !== 'string' || state !== 'posted' || NO_RESULT.has(kind)) return undefined
  const names = [receipt.labels, receipt.comments].flatMap((list) => (Array.isArray(list) ? list.map(nameOf) : []))
  return {
    kind,
    number: typeof number === 'number' ? number : undefined,
    url: typeof url === 'string' ? url : undefined,
    names,
  }
}

const nameOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'path' in item ? String(item.path) : String(item)

/** `owner/name` in the address of an issue, a pull request or a comment. */
const repositoryIn = (url: string): string | undefined =>
  /^https?:\/\/[^/]+\/([\w.-]+\/[\w.-]+)\/(?:issues|pull|discussions|commit)\//.exec(url)?.[1]
