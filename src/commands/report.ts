import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf, readErrorReason, UserError } from '../platform/errors.ts'
import { type CommandIo, reportUsageError } from './command-io.ts'
import { fetchAcceptance, fetchRuns, githubFor } from './report/ask-github.ts'
import { type RecordedRuns, readRuns } from './report/read-runs.ts'
import { reportPage } from './report/report-page.ts'
import { reportText } from './report/report-text.ts'
import { type ReportTotals, reportTotals } from './report/totals.ts'

const HELP = `sluice report PATH… [--accepted] [--format text|json|html] [--output FILE]
sluice report --workflow FILE --repository OWNER/REPO [--runs N] [--format text|json|html] [--output FILE]

Sums up recorded runs: outcomes, denials by rule, cost, cost per delivered and per accepted result, slowest tools.

  PATH               transcripts (*.jsonl), downloaded artifacts (*.zip), or folders with them
  --workflow FILE    instead: the newest runs of this workflow, by the name of its file, from their artifacts. Needs a token
                     in GITHUB_TOKEN, and upload_artifacts or resume in the workflow
  --repository NAME  the repository of --workflow, as OWNER/REPO; default: GITHUB_REPOSITORY
  --runs N           how many runs, 100 at most; default: 100
  --accepted         ask GitHub what became of the results: merged, resolved, label kept. Needs a token in GITHUB_TOKEN;
                     included in --workflow
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
  for (const reason of skipped) io.err(`skipped: ${reason}\n`)
  if (runs.length === 0) {
    io.err('There is no recorded run.\n')
    return 1
  }
  const { acceptance, notes } = await loadAcceptance(options, runs, io)
  for (const note of notes) io.err(`unknown: ${note}\n`)
  const text = options.print(reportTotals(runs, acceptance))
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
  if (token === '') throw new UserError('Asking GitHub needs a token in the variable GITHUB_TOKEN.')
  return token
}

/** Nothing is asked unless the options say so. */
async function loadAcceptance(options: ReportOptions, runs: RecordedRuns['runs'], io: CommandIo) {
  const { accepted, workflow, repository } = options
  if (!accepted && workflow === undefined) return { acceptance: new Map(), notes: [] }
  const token = tokenOf(io)
  const named = workflow === undefined ? repository : repositoryName(repository, io)
  return fetchAcceptance(
    runs,
    (run) => named ?? run.repository,
    (name) => githubFor(name, token, io.env),
  )
}

async function writeReport(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((cause: unknown) => {
    throw new UserError(`Cannot write ${path}: ${readErrorReason(cause)}`, { cause })
  })
}
