import type { RunCost, Spending } from '../../record/cost.ts'
import { formatUsd, groupThousands } from '../../text/numbers.ts'
import { detailsBlock, escapedLine, firstLines, inlineCode, pluralize, tableRow } from '../../text/write-markdown.ts'
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
    tableRow(['Model', 'Requests', 'Tokens in', 'of them cached', 'Tokens out', 'Cost']),
    tableRow(['---', '---:', '---:', '---:', '---:', '---:']),
    ...models.map((each) => row(inlineCode(escapedLine(each.model, 80)), each.requests, each)),
    ...(models.length === 1 ? [] : [row('All', requests, all)]),
  ]
}

/** Bars over the turns: dollars, or tokens when a price is unknown. */
function costChart({ turns, usd: total }: RunCost): string {
  if (turns.length < 2 || turns.length > MAX_BARS) return ''
  const inDollars = total !== undefined
  const values = turns.map(({ usd, usage }) => (inDollars ? Number((usd ?? 0).toFixed(6)) : usage.total))
  return [
    '```mermaid',
    'xychart-beta',
    `  title "${inDollars ? 'Cost' : 'Tokens'} by turn"`,
    `  x-axis "turn" [${turns.map(({ turn }) => turn).join(', ')}]`,
    `  y-axis "${inDollars ? 'US dollars' : 'tokens'}"`,
    `  bar [${values.join(', ')}]`,
    '```',
  ].join('\n')
}
