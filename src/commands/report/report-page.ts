import { createHash } from 'node:crypto'
import { formatUsd } from '../../text/numbers.ts'
import { type ReportTable, reportTables } from './report-text.ts'
import type { ReportTotals } from './totals.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}
h1,h2{line-height:1.2}table{border-collapse:collapse;margin:0 0 2rem}th,td{border:1px solid #d1d9e0;padding:.3rem .6rem;text-align:left}
th{background:#f6f8fa}td{overflow-wrap:anywhere}svg{max-width:100%;height:auto}`

/** Any text as HTML, in elements and in attributes in double quotes. Characters that HTML forbids become `?`. */
const html = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** The report as one page without scripts, which loads nothing. */
export function reportPage(totals: ReportTotals): string {
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
  const [overview, outcomes, ...others] = reportTables(totals)
  const sections = [
    overview && tableSection(overview),
    outcomes && tableSection(outcomes, barChart('Runs by outcome', Object.entries(totals.outcomes), String)),
    barSection(totals),
    ...others.map((table) => tableSection(table)),
  ]
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${html(policy)}">
<meta name="viewport" content="width=device-width">
<title>Runs of Sluice</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Runs of Sluice</h1>
${sections.filter(Boolean).join('\n')}
</body>
</html>
`
}

const tableSection = ({ title, head, rows }: ReportTable, chart = ''): string =>
  [
    '<section>',
    `<h2>${html(title)}</h2>`,
    chart,
    rows.length === 0
      ? '<p>None.</p>'
      : [
          '<table>',
          `<thead><tr>${head.map((cell) => `<th scope="col">${html(cell)}</th>`).join('')}</tr></thead>`,
          `<tbody>\n${rows.map((row) => `<tr>${row.map((cell) => `<td>${html(cell)}</td>`).join('')}</tr>`).join('\n')}\n</tbody>`,
          '</table>',
        ].join('\n'),
    '</section>',
  ]
    .filter(Boolean)
    .join('\n')

/** The cost of each day. */
function barSection({ list }: ReportTotals): string {
  const byDay = Map.groupBy(list, ({ started }) => started.slice(0, 10))
  const bars = [...byDay].map(([day, runs]) => [day, runs.reduce((sum, { usd }) => sum + (usd ?? 0), 0)] as const)
  if (bars.length === 0) return ''
  return `<section>\n<h2>Cost by day</h2>\n${barChart('Cost by day in US dollars', bars.slice(-60), formatUsd)}\n</section>`
}

const BAR = { height: 22, gap: 6, label: 150, width: 420, value: 90 } as const

/** Horizontal bars, each with its name and its value as text. */
function barChart(
  title: string,
  bars: readonly (readonly [string, number])[],
  format: (value: number) => string,
): string {
  if (bars.length === 0) return ''
  const highest = Math.max(...bars.map(([, value]) => value), Number.MIN_VALUE)
  const rows = bars.map(([name, value], index) => {
    const top = index * (BAR.height + BAR.gap)
    const width = ((value / highest) * BAR.width).toFixed(1)
    const baseline = top + 16
    return [
      `<text x="${BAR.label - 8}" y="${baseline}" text-anchor="end" font-size="14">${html(name)}</text>`,
      `<rect x="${BAR.label}" y="${top}" width="${width}" height="${BAR.height}" fill="#0969da"></rect>`,
      `<text x="${(BAR.label + Number(width) + 6).toFixed(1)}" y="${baseline}" font-size="14">${html(format(value))}</text>`,
    ].join('\n')
  })
  const height = bars.length * (BAR.height + BAR.gap)
  const width = BAR.label + BAR.width + BAR.value
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${html(title)}">\n${rows.join('\n')}\n</svg>`
}
