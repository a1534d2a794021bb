import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf, readErrorReason, UserError } from '../platform/errors.ts'
import { formatDuration, formatUsd, groupThousands } from '../text/format-text.ts'
import { pluralize } from '../text/write-markdown.ts'
import { type CommandIo, reportUsageError } from './command-io.ts'
import { fetchAcceptance, fetchFates, fetchRuns, githubFor, type RecordedRuns, readRuns } from './report-runs.ts'
import { type FateRow, type ReportTotals, reportTotals } from './report-totals.ts'

const HELP = `sluice report PATH… [--accepted] [--format text|json|html] [--output FILE]
sluice report --workflow FILE --repository OWNER/REPO [--runs N] [--format text|json|html] [--output FILE]

Sums up recorded runs: outcomes, denials by rule, cost, cost per delivered and per accepted result, slowest tools.

  PATH               transcripts (*.jsonl), downloaded artifacts (*.zip), or folders with them
  --workflow FILE    instead: the newest runs of this workflow, by the name of its file, from their artifacts. Needs a token
                     in GITHUB_TOKEN, and upload_artifacts or resume in the workflow
  --repository NAME  the repository of --workflow, as OWNER/REPO; default: GITHUB_REPOSITORY
  --runs N           how many runs, 100 at most; default: 100
  --accepted         ask GitHub what became of the results: merged, resolved, label kept, and of the findings: fixed,
                     dismissed, ignored. Needs a token in GITHUB_TOKEN; included in --workflow
  --format FORMAT    text, json, or html: one page that needs no script and no network
  --output FILE      write to this file

Exit codes: 0 success, 1 no run found, 2 wrong usage, 42 a path or a workflow that cannot be read.
`

const OPTIONS = {
  workflow: { type: 'string' },
  repository: { type: 'string' },
  runs: { type: 'string' },
  accepted: { type: 'boolean', default: false },
  format: { type: 'string', default: 'text' },
  output: { type: 'string', short: 'o' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Any text as HTML, in elements and in attributes in double quotes. Characters that HTML forbids become `?`. */
const html = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const BAR = { height: 22, gap: 6, label: 150, width: 420, value: 90 } as const

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

const countRows = (counts: Record<string, number>): string[][] =>
  Object.entries(counts).map(([name, count]) => [name, groupThousands(count)])

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const money = (usd: number | null): string => (usd === null ? 'unknown' : formatUsd(usd))

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}
h1,h2{line-height:1.2}table{border-collapse:collapse;margin:0 0 2rem}th,td{border:1px solid #d1d9e0;padding:.3rem .6rem;text-align:left}
th{background:#f6f8fa}td{overflow-wrap:anywhere}svg{max-width:100%;height:auto}`

/** The report as text with aligned columns. */
export const reportText = (totals: ReportTotals): string =>
  `${reportTables(totals)
    .map(({ title, head, rows }) => [title, ...(rows.length === 0 ? ['  none'] : aligned([head, ...rows]))].join('\n'))
    .join('\n\n')}\n`

/** Control characters of recorded names must not reach the terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

const FORMATS: Readonly<Record<string, (totals: ReportTotals) => string>> = {
  text: reportText,
  json: (totals) => `${JSON.stringify(totals, null, 2)}\n`,
  html: reportPage,
}

type ReportOptions = ReturnType<typeof parseOptions>

/** `sluice report …`, with the arguments after `report`. Resolves to the exit code; rejects with UserError. */
export async function reportCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: ReportOptions
  try {
    options = parseOptions(argv)
  } catch (error) {
    return reportUsageError(io, 'report', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const { runs, skipped } = await loadRuns(options, io)
  if (skipped.length > 0) io.err(skippedText(skipped, options.workflow === undefined ? 'file' : 'artifact'))
  if (runs.length === 0) {
    io.err('No recorded run found.\n')
    return 1
  }
  const { acceptance, fates, notes } = await loadAcceptance(options, runs, io)
  for (const note of notes) io.err(`unknown: ${note}\n`)
  const text = options.print(reportTotals(runs, acceptance, fates))
  if (options.output === undefined) io.out(text)
  else await writeReport(resolve(io.cwd, options.output), text)
  return 0
}

function parseOptions(argv: string[]) {
  const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  const print = Object.hasOwn(FORMATS, values.format) ? FORMATS[values.format] : undefined
  if (print === undefined) throw new Error(`--format must be text, json or html, not "${values.format}"`)
  if (!values.help && positionals.length === 0 && values.workflow === undefined)
    throw new Error('give a path with transcripts, or --workflow')
  if (positionals.length > 0 && values.workflow !== undefined) throw new Error('give either paths or --workflow')
  const limit = Number(values.runs ?? '100')
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw new Error('--runs must be a number from 1 to 100')
  const { help, workflow, repository, accepted, output } = values
  return { help, workflow, repository, accepted, output, limit, print, paths: positionals }
}

async function loadRuns({ paths, workflow, limit, repository }: ReportOptions, io: CommandIo): Promise<RecordedRuns> {
  if (workflow === undefined) return readRuns(paths.map((path) => resolve(io.cwd, path)))
  const name = repositoryName(repository, io)
  return fetchRuns(workflow, limit, githubFor(name, tokenOf(io), io.env)).catch((cause: unknown) => {
    throw new UserError(`The runs of ${workflow} in ${name} cannot be read: ${messageOf(cause)}`, { cause })
  })
}

function repositoryName(option: string | undefined, { env }: CommandIo): string {
  const name = option ?? env.GITHUB_REPOSITORY ?? ''
  if (!/^[\w.-]+\/[\w.-]+$/.test(name)) throw new UserError('--workflow needs --repository OWNER/REPO.')
  return name
}

function tokenOf({ env }: CommandIo): string {
  const token = env.GITHUB_TOKEN || env.GH_TOKEN || ''
  if (token === '') throw new UserError('To ask GitHub, set a token in the variable GITHUB_TOKEN.')
  return token
}

/** Nothing is asked unless the options say so. */
async function loadAcceptance(options: ReportOptions, runs: RecordedRuns['runs'], io: CommandIo) {
  const { accepted, workflow, repository } = options
  if (!accepted && workflow === undefined) return { acceptance: new Map(), fates: undefined, notes: [] }
  const token = tokenOf(io)
  const named = workflow === undefined ? repository : repositoryName(repository, io)
  const repositoryOf = (run: RecordedRuns['runs'][number]) => named ?? run.repository
  const connect = (name: string) => githubFor(name, token, io.env)
  const results = await fetchAcceptance(runs, repositoryOf, connect)
  const { fates, notes } = await fetchFates(runs, repositoryOf, connect)
  return { ...results, fates, notes: [...results.notes, ...notes] }
}

const MAX_REASONS = 3

/** One line for all that was skipped: how many, and the first few with the reason. */
function skippedText(skipped: readonly string[], noun: string): string {
  const reasons = skipped.slice(0, MAX_REASONS).map((reason) => printable(reason.replaceAll('\n', ' ')))
  const more = skipped.length > MAX_REASONS ? `; and ${skipped.length - MAX_REASONS} more` : ''
  return `Skipped ${pluralize(skipped.length, noun)} without a recorded run: ${reasons.join('; ')}${more}\n`
}

async function writeReport(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((cause: unknown) => {
    throw new UserError(`Cannot write ${path}: ${readErrorReason(cause)}`, { cause })
  })
}

/** A table of the report: the same numbers for text and page. */
export type ReportTable = { title: string; head: readonly string[]; rows: readonly (readonly string[])[] }

export function reportTables({
  runs,
  outcomes,
  cost,
  denials,
  results,
  findings,
  tools,
  list,
}: ReportTotals): ReportTable[] {
  const { tokens } = cost
  const perAccepted =
    results.withFate === 0
      ? 'unknown: no data on what became of the results'
      : `${money(results.usdPerAccepted)} (${results.accepted} of ${results.withFate} accepted)`
  return [
    {
      title: 'All runs',
      head: ['Figure', 'Value'],
      rows: [
        ['Runs', groupThousands(runs)],
        ['Cost', money(cost.usd)],
        ['Runs without a known price', groupThousands(cost.unpricedRuns)],
        ['Tokens in', groupThousands(tokens.input)],
        ['Tokens out', groupThousands(tokens.output)],
        ['Cached share of input', percent(cost.cacheShare)],
        ['Delivered results', groupThousands(results.delivered)],
        ['Cost per delivered result', money(results.usdPerDelivered)],
        ['Cost per accepted result', perAccepted],
      ],
    },
    { title: 'Outcomes', head: ['Outcome', 'Runs'], rows: countRows(outcomes) },
    { title: 'Delivered', head: ['Kind', 'Results'], rows: countRows(results.byKind) },
    ...(findings === undefined ? [] : [findingsTable(findings)]),
    {
      title: 'Denials by rule',
      head: ['Rule', 'Calls', 'Tools'],
      rows: denials.map(({ rule, count, tools: names }) => [rule, groupThousands(count), names.join(', ')]),
    },
    {
      title: 'Slowest tools',
      head: ['Tool', 'Calls', 'Failed', 'Total time', 'Mean', 'Longest'],
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

/** How right the reviews were, before one lets them decide. */
const findingsTable = (rows: readonly FateRow[]): ReportTable => ({
  title: 'Findings',
  head: ['Severity', 'Category', 'Fixed', 'Dismissed', 'Ignored', 'Open'],
  rows: rows.map(({ severity, category, ...counts }) => [
    severity,
    category,
    ...[counts.fixed, counts.dismissed, counts.ignored, counts.open].map(groupThousands),
  ]),
})

function aligned(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(printable))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}

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

function barSection({ list }: ReportTotals): string {
  const byDay = Map.groupBy(list, ({ started }) => started.slice(0, 10))
  const bars = [...byDay].map(([day, runs]): Bar => [day, sumOfKnown(runs.map(({ usd }) => usd))])
  if (bars.length === 0) return ''
  return `<section>\n<h2>Cost by day</h2>\n${barChart('Cost by day in US dollars', bars.slice(-60), money)}\n</section>`
}

/** Null when nothing is known. */
const sumOfKnown = (costs: readonly (number | null)[]): number | null =>
  costs.every((usd) => usd === null) ? null : costs.reduce((sum: number, usd) => sum + (usd ?? 0), 0)

type Bar = readonly [name: string, value: number | null]

/** Horizontal bars that begin at 0, each with its name and its value as text. An unknown value has no bar. */
function barChart(title: string, bars: readonly Bar[], format: (value: number | null) => string): string {
  if (bars.length === 0) return ''
  const highest = Math.max(...bars.map(([, value]) => value ?? 0), Number.MIN_VALUE)
  const rows = bars.map(([name, value], index) => {
    const top = index * (BAR.height + BAR.gap)
    const width = (((value ?? 0) / highest) * BAR.width).toFixed(1)
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
