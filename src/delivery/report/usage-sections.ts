import type { Cost, RunCost } from '../../record/cost.ts'
import type { TimelineTurn } from '../../record/stats.ts'
import { formatDuration, formatUsd, groupThousands } from '../../text/format-text.ts'
import {
  detailsBlock,
  escapedLine,
  firstLines,
  inlineCode,
  pluralize,
  tableRow,
  truncateAtLine,
} from '../../text/write-markdown.ts'
import type { RunReport } from '../run-report.ts'

/** A chart with more bars is not readable. */
const MAX_BARS = 60

/** What the run cost, by model as a table and by turn as a chart, as far as there is room. Empty without a model request. */
export function costSection({ cost }: Pick<RunReport, 'cost'>, room: number): string {
  if (cost.models.length === 0) return ''
  const title = `Cost: ${costText(cost)}`
  const { text } = firstLines(costTable(cost), room)
  const chart = costChart(cost)
  const body = text.length + chart.length > room ? text : [text, chart].filter(Boolean).join('\n\n')
  return body === '' ? '' : detailsBlock(title, body)
}

/** `$0.0123`, or the tokens when a price is unknown. */
export const costText = ({ usd, usage }: Cost): string =>
  usd === undefined ? pluralize(usage.total, 'token') : formatUsd(usd)

function costTable({ models, ...all }: RunCost): string[] {
  const row = (name: string, requests: number, { usage, usd }: Cost) =>
    tableRow([
      name,
      groupThousands(requests),
      ...[usage.input + usage.tool, usage.cached, usage.output + usage.thoughts].map(groupThousands),
      usd === undefined ? 'price unknown' : formatUsd(usd),
    ])
  const requests = models.reduce((sum, model) => sum + model.requests, 0)
  return [
    tableRow(['Model', 'Requests', 'Tokens in', 'Cached', 'Tokens out', 'Cost']),
    tableRow(['---', '---:', '---:', '---:', '---:', '---:']),
    ...models.map((each) => row(inlineCode(escapedLine(each.model, 80)), each.requests, each)),
    ...(models.length === 1 ? [] : [row('All', requests, all)]),
  ]
}

/** Bars over the turns: dollars, or tokens when a price is unknown. Without a range, Mermaid would begin the axis at the smallest bar. */
function costChart({ turns, usd: total }: RunCost): string {
  if (turns.length < 2 || turns.length > MAX_BARS) return ''
  const inDollars = total !== undefined
  const values = turns.map(({ usd, usage }) => (inDollars ? Number((usd ?? 0).toFixed(6)) : usage.total))
  return [
    '```mermaid',
    'xychart-beta',
    `  title "${inDollars ? 'Cost' : 'Tokens'} by turn"`,
    `  x-axis "turn" [${turns.map(({ turn }) => turn).join(', ')}]`,
    `  y-axis "${inDollars ? 'US dollars' : 'tokens'}" 0 --> ${Math.max(...values) || 1}`,
    `  bar [${values.join(', ')}]`,
    '```',
  ].join('\n')
}

/** The maximum number of calls that a row names; the rest are counted. */
const MAX_CALLS = 12

/** What happened when, a row a turn, as far as there is room. Empty for a run of one answer. */
export function timelineSection({ timeline }: Pick<RunReport, 'timeline'>, room: number): string {
  if (timeline.length < 2) return ''
  const head = [
    tableRow(['Turn', 'Model', 'Answer after', 'Tokens in', 'Tokens out', 'Calls']),
    tableRow(['---:', '---', '---:', '---:', '---:', '---']),
  ]
  const { text, omitted } = firstLines([...head, ...timeline.map(turnRow)], room)
  if (omitted >= timeline.length) return ''
  const note = omitted === 0 ? '' : `_${pluralize(omitted, 'more turn')} in the transcript (output \`transcript\`)._`
  const total = timeline.reduce((sum, turn) => sum + turn.modelMs + turn.waitMs, 0)
  const title = `Timeline: ${pluralize(timeline.length, 'turn')}, ${formatDuration(total)} waiting for the model`
  return detailsBlock(title, [text, note].filter(Boolean).join('\n\n'))
}

function turnRow({ turn, model, usage, modelMs, waitMs, calls }: TimelineTurn): string {
  const more = calls.length > MAX_CALLS ? [`and ${calls.length - MAX_CALLS} more`] : []
  return tableRow([
    String(turn),
    inlineCode(escapedLine(model, 80)),
    `${formatDuration(modelMs)}${waitMs === 0 ? '' : ` after waiting ${formatDuration(waitMs)} to retry`}`,
    groupThousands(usage.input + usage.tool),
    groupThousands(usage.output + usage.thoughts),
    calls.length === 0 ? '–' : [...calls.slice(0, MAX_CALLS).map(callFact), ...more].join(', '),
  ])
}

function callFact({ name, state, verdict, ms }: TimelineTurn['calls'][number]): string {
  const result =
    verdict === 'deny'
      ? 'denied'
      : state === 'success'
        ? formatDuration(ms)
        : `${formatDuration(ms)}, ${state === 'error' ? 'failed' : state}`
  return `${inlineCode(truncateAtLine(name, 80))} (${result})`
}
