import type { DeliveredResult, RunFigures } from './run-figures.ts'

/** Whether people accepted a result: merged, resolved, label kept. Undefined where that has no meaning or is unknown. */
export type Acceptance = ReadonlyMap<DeliveredResult, boolean>

/** The sums over all runs. Money in US dollars, null when it is unknown; times in milliseconds. */
export type ReportTotals = {
  runs: number
  /** Number of runs by outcome. */
  outcomes: Record<string, number>
  cost: {
    usd: number
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

/** Sums up the runs, oldest first. */
export function reportTotals(unsorted: readonly RunFigures[], acceptance: Acceptance = new Map()): ReportTotals {
  const runs = unsorted.toSorted((a, b) => a.startedMs - b.startedMs || (a.session < b.session ? -1 : 1))
  const results = runs.flatMap((run) => run.results)
  const usd = sum(runs.map((run) => run.usd ?? 0))
  const tokens = {
    input: sum(runs.map((run) => run.tokens.input)),
    cached: sum(runs.map((run) => run.tokens.cached)),
    output: sum(runs.map((run) => run.tokens.output)),
    total: sum(runs.map((run) => run.tokens.total)),
  }
  const verdicts = results.flatMap((result) => acceptance.get(result) ?? [])
  const accepted = verdicts.filter(Boolean).length
  const priced = runs.filter((run) => run.usd !== null).flatMap((run) => run.results)
  const usdPer = (count: number) => (count === 0 ? null : cents(usd / count))
  return {
    runs: runs.length,
    outcomes: countBy(runs.map(({ outcome }) => outcome)),
    cost: {
      usd: cents(usd),
      unpricedRuns: runs.filter((run) => run.usd === null).length,
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

/** Denied calls by the rule that decided, most first. */
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

/** All tools, those with the longest time in all first. */
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
