import type { RunCost, Spending } from '../../record/cost.ts'
import type { CallRecord } from '../../record/events.ts'
import type { TimelineTurn } from '../../record/stats.ts'
import { formatDuration, formatUsd, groupThousands } from '../../text/format-text.ts'
import {
  detailsBlock,
  escapedLine,
  fencedBlock,
  firstLines,
  inlineCode,
  pluralize,
  tableRow,
  truncateAtLine,
} from '../../text/write-markdown.ts'
import type { RunReport } from '../run-report.ts'
import { callText, isDenied, MIN_ROOM, ruleLink } from './sections.ts'

export function deniedSection(report: RunReport, room: number): string {
  const { calls, offers } = report
  const denied = calls.filter(isDenied)
  if (denied.length === 0) return ''
  const groups = Map.groupBy(denied, (call) => JSON.stringify([call.name, call.args, call.rule]))
  const entries: string[] = []
  let length = 0
  for (const [call, ...again] of groups.values()) {
    if (call === undefined) continue
    const entry = [deniedEntry(call, again.length + 1, report), offerText([call, ...again], offers)]
      .filter(Boolean)
      .join('\n\n')
    length += entry.length + 2
    if (length > room - MIN_ROOM) break
    entries.push(entry)
  }
  const omitted = groups.size - entries.length
  const note = omitted === 0 ? '' : `_${omitted} more in the output \`denied\`._`
  return detailsBlock(`Denied: ${pluralize(denied.length, 'call')}`, [...entries, note].filter(Boolean).join('\n\n'))
}

/** How a person with write permission allows the call in a reply. */
function offerText(calls: readonly CallRecord[], offers: RunReport['offers']): string {
  const code = offers?.codes.find(({ id }) => calls.some((call) => call.id === id))?.code
  if (code === undefined || offers === undefined) return ''
  const reply = (word: string) => inlineCode(`${offers.phrase} /allow ${word} ${code}`)
  return `To allow this call once, reply ${reply('once')}. To get a pull request with a rule that always allows it, reply ${reply('always')}.`
}

/** How a person with write permission approves the plan that the run ended with. */
export function approvalLine({ offers }: RunReport): string {
  const code = offers?.codes.find(({ id }) => id === undefined)?.code
  if (code === undefined || offers === undefined) return ''
  return `To carry out this plan, reply ${inlineCode(`${offers.phrase} /approve ${code}`)}.`
}

function deniedEntry(call: CallRecord, times: number, report: RunReport): string {
  const { rule, remedy = '' } = call
  const isToml = /^\s*\[\[?[\w.-]+\]\]?\s*$/m.test(remedy)
  // Without a rule, the remedy explains the denial.
  const byRule = rule !== undefined || isToml || remedy === ''
  const asks = rule?.verdict === 'ask_user' ? ', which asks for confirmation, and a job cannot give it' : ''
  const reason =
    rule === undefined
      ? 'No rule allows it.'
      : `Denied by ${ruleLink(rule, report)} (tier ${rule.tier}, priority ${rule.priority})${asks}.`
  const explanation = [byRule ? reason : '', call.message === undefined ? '' : escapedLine(call.message, 500)]
    .filter(Boolean)
    .join(' ')
  const subject = callText(call) + (times === 1 ? '' : ` (${times} times)`)
  if (remedy === '') return `${subject}\n${explanation}`
  const fix = isToml
    ? `To allow it, add this to the input \`policies\` or to a file in \`.gemini/policies\`:\n\n${fencedBlock(truncateAtLine(remedy, 1500), 'toml')}`
    : escapedLine(remedy, 500)
  return `${subject}\n${explanation} ${fix}`
}

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
export const costText = ({ usd, usage }: Spending): string =>
  usd === undefined ? pluralize(usage.total, 'token') : formatUsd(usd)

function costTable({ models, ...all }: RunCost): string[] {
  const row = (name: string, requests: number, { usage, usd }: Spending) =>
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
