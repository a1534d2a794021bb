import { formatDuration, formatUsd, groupThousands } from '../../text/numbers.ts'
import type { ReportTotals } from './totals.ts'

/** A table of the report: the same numbers for text and page. */
export type ReportTable = { title: string; head: readonly string[]; rows: readonly (readonly string[])[] }

const money = (usd: number | null): string => (usd === null ? 'unknown' : formatUsd(usd))
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** The tables of a report. */
export function reportTables({ runs, outcomes, cost, denials, results, tools, list }: ReportTotals): ReportTable[] {
  const { tokens } = cost
  const perAccepted =
    results.withFate === 0
      ? 'unknown: nothing says what became of the results'
      : `${money(results.usdPerAccepted)} (${results.accepted} of ${results.withFate} accepted)`
  return [
    {
      title: 'All runs',
      head: ['Figure', 'Value'],
      rows: [
        ['Runs', groupThousands(runs)],
        ['Cost', formatUsd(cost.usd)],
        ['Runs without a known price', groupThousands(cost.unpricedRuns)],
        ['Tokens in', groupThousands(tokens.input)],
        ['Tokens out', groupThousands(tokens.output)],
        ['Share from the cache', percent(cost.cacheShare)],
        ['Delivered results', groupThousands(results.delivered)],
        ['Cost per delivered result', money(results.usdPerDelivered)],
        ['Cost per accepted result', perAccepted],
      ],
    },
    { title: 'Outcomes', head: ['Outcome', 'Runs'], rows: countRows(outcomes) },
    { title: 'Delivered', head: ['Kind', 'Results'], rows: countRows(results.byKind) },
    {
      title: 'Denials by rule',
      head: ['Rule', 'Calls', 'Tools'],
      rows: denials.map(({ rule, count, tools: names }) => [rule, groupThousands(count), names.join(', ')]),
    },
    {
      title: 'Slowest tools',
      head: ['Tool', 'Calls', 'Failed', 'Time in all', 'Mean', 'Longest'],
      rows: tools.map(({ name, calls, failed, totalMs, meanMs, maxMs }) => [
        name,
        ...[calls, failed].map(groupThousands),
        ...[totalMs, meanMs, maxMs].map(formatDuration),
      ]),
    },
    {
      title: 'Runs',
      head: ['Started', 'Event', 'Outcome', 'Cost', 'Tokens', 'Turns', 'Time', 'Calls', 'Denied', 'Delivered'],
      rows: list.map((run) => [
        `${run.started.slice(0, 16).replace('T', ' ')}`,
        ...[run.event, run.outcome, money(run.usd), groupThousands(run.tokens), String(run.turns)],
        ...[formatDuration(run.ms), String(run.calls), String(run.denied), String(run.delivered)],
      ]),
    },
  ]
}

const countRows = (counts: Record<string, number>): string[][] =>
  Object.entries(counts).map(([name, count]) => [name, groupThousands(count)])

/** The report as text with aligned columns. */
export const reportText = (totals: ReportTotals): string =>
  `${reportTables(totals)
    .map(({ title, head, rows }) => [title, ...(rows.length === 0 ? ['  none'] : aligned([head, ...rows]))].join('\n'))
    .join('\n\n')}\n`

/** Control characters of recorded names must not reach the terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

function aligned(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(printable))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
