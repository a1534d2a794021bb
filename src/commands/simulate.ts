import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { mapText } from '../config/workflow-file.ts'
import { type CommandIo, reportUsageError, repositoryRoot, resolveWorkspace } from './command-io.ts'
import { workflowMistakes } from './github-rules.ts'
import {
  type EventEffect,
  eventEffects,
  type SimulatedRow,
  type SimulatedStep,
  simulateStep,
} from './simulate/simulate-job.ts'
import {
  agentOf,
  parseWorkflow,
  type RepositoryFile,
  readWorkflowFiles,
  reusableWorkflowOf,
  type WorkflowSource,
} from './workflow-source.ts'

const HELP = `sluice simulate [FILE…] [--json] [--workspace DIR]

Shows for each event of a workflow, each kind of person and each origin of the code whether a run starts, or why not, and
with which trust, tools, rules and limits. Of all workflows together: which start, which claim a group, who answers.
Decides with the code of a real run and the current files of the repository. Starts no program and asks no model. Assumes likely values for outputs of other steps and jobs. Default FILEs: all of
.github/workflows.

  --json           one JSON object a line, with the payload of the event and all tools
  --workspace DIR  the repository (default: the current folder)

Exit codes: 0 success, 1 no workflow uses Sluice, 2 wrong usage, 42 bad input.
`

export async function simulateCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: ReturnType<typeof readOptions>
  try {
    options = readOptions(argv)
  } catch (error) {
    return reportUsageError(io, 'simulate', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const workspace =
    options.workspace === undefined ? await repositoryRoot(io) : await resolveWorkspace(io, options.workspace)
  if (options.paths.length === 0) io = { ...io, cwd: workspace }
  const rows: SimulatedRow[] = []
  const refused: string[] = []
  let effects: EventEffect[] = []
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-simulate-'))
  try {
    const sources: WorkflowSource[] = []
    for (const file of await readWorkflowFiles(options.paths, io.cwd)) {
      const read = await readSource(file, io)
      if (read === undefined) refused.push(file.file)
      else sources.push(read)
    }
    const reusable = await calledWorkflows(sources, io.dist)
    const steps = stepsToSimulate([...sources, ...reusable])
    const folders = { workspace, scratch, dist: io.dist }
    for (const simulated of steps) rows.push(...(await simulateStep(simulated, folders)))
    const isTogether = new Set(rows.map(({ file }) => file)).size > 1
    if (isTogether && options.json !== true) effects = await eventEffects(steps, rows, folders)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  io.out(options.json ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : formatSimulation(rows, refused))
  if (effects.length > 0) io.out(`\nTogether\n\n${formatEffects(effects)}`)
  return rows.length === 0 ? 1 : 0
}

/** The workflow; undefined after printing why GitHub starts no run of it. */
async function readSource(
  { file, text }: RepositoryFile,
  { cwd, err }: CommandIo,
): Promise<WorkflowSource | undefined> {
  const mistakes = (await workflowMistakes(file, text, cwd)).filter(({ isRefused }) => isRefused)
  for (const { line, column, problem, fix } of mistakes) err(`${file}:${line}:${column}: ${problem} Fix: ${fix}\n`)
  if (mistakes.length > 0) return undefined
  const parsed = parseWorkflow(file, text)
  if (!parsed.ok) err(`${file}:${parsed.line}:${parsed.column}: ${parsed.reason}\n`)
  return parsed.ok ? parsed.source : undefined
}

/** The reusable workflows of Sluice that these call, as they are in this version. */
export async function calledWorkflows(sources: readonly WorkflowSource[], dist: string): Promise<WorkflowSource[]> {
  const called = sources.flatMap(({ jobs }) =>
    jobs.flatMap(({ job }) => reusableWorkflowOf(mapText(job, 'uses')) ?? []),
  )
  const known = sources.map(({ file }) => basename(file))
  const names = [...new Set(called)].filter((name) => !known.includes(name))
  const texts = await Promise.all(
    names.map(async (name) => {
      const paths = [join(dist, 'workflows', name), join(dist, '.github/workflows', name)]
      const path = paths.find((each) => existsSync(each))
      return path === undefined ? [] : [{ name, text: await readFile(path, 'utf8') }]
    }),
  )
  return texts.flat().flatMap(({ name, text }) => {
    const parsed = parseWorkflow(name, text)
    return parsed.ok ? [parsed.source] : []
  })
}

/** The steps that use Sluice, with the jobs that call their workflows. */
export function stepsToSimulate(sources: readonly WorkflowSource[]): SimulatedStep[] {
  const jobs = sources.flatMap((source) => source.jobs.map((job) => ({ source, job })))
  return jobs.flatMap(({ source, job }) => {
    const name = source.file.split(/[\\/]/).at(-1) ?? ''
    const callers = jobs.filter((each) => mapText(each.job.job, 'uses').split(/[/@]/).includes(name))
    return job.steps.filter(({ step }) => agentOf(step) === 'sluice').map((step) => ({ source, job, step, callers }))
  })
}

function readOptions(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' }, workspace: { type: 'string' } },
  })
  return { ...values, paths: positionals }
}

const HEADINGS = ['event', 'actor', 'code', 'result', 'trust', 'files', 'tools', 'writes', 'rules', 'limits'] as const

/** A table for each job. Rows that differ only in the type of the event stand on one line. `refused`: files that GitHub refuses. */
export function formatSimulation(rows: readonly SimulatedRow[], refused: readonly string[] = []): string {
  if (rows.length === 0)
    return refused.length === 0
      ? 'No workflow here uses Sluice. Write one with sluice init.\n'
      : `Nothing to simulate: GitHub refuses ${refused.join(', ')}. Correct the mistakes above first.\n`
  const jobs = Map.groupBy(rows, ({ file, job }) => `${file}, job ${job}`)
  return [...jobs].map(([title, each]) => `${title}\n\n${formatTable(mergedRows(each))}`).join('\n')
}

type TableRow = { event: string; types: string[]; cells: string[]; reason: string }

function mergedRows(rows: readonly SimulatedRow[]): TableRow[] {
  const merged = new Map<string, TableRow>()
  for (const row of rows) {
    const { cells, reason } = cellsOf(row)
    const type = row.detail ?? row.type
    const key = JSON.stringify([row.event, ...cells, reason])
    const same = merged.get(key)
    if (same === undefined)
      merged.set(key, { event: row.event, types: type === undefined ? [] : [type], cells, reason })
    else if (type !== undefined && !same.types.includes(type)) same.types.push(type)
  }
  return [...merged.values()]
}

function cellsOf(row: SimulatedRow): { cells: string[]; reason: string } {
  const code = row.code ?? '-'
  const { reason } = row
  if (row.result !== 'runs') return { cells: [row.actor, code, row.result, '', '', '', '', '', ''], reason }
  const tools = `${row.tools.length}: ${powersOf(row).join(', ')}`
  return {
    cells: [
      row.actor,
      code,
      'runs',
      row.trust,
      row.files.startsWith('the head') ? 'head' : row.files.replace(/:.*/, ''),
      tools,
      row.writes,
      row.policies.join(', ') || 'built-in',
      row.limits,
    ],
    reason: [reason, ...row.notes].filter(Boolean).join('\n    '),
  }
}

const POWERS: readonly (readonly [name: string, tools: RegExp])[] = [
  ['read', /^read_file$/],
  ['edit', /^(?:write_file|replace)$/],
  ['shell', /^run_shell_command$/],
  ['web', /^web_fetch$/],
  ['search', /^google_web_search$/],
  ['comments', /^github__(?:comment|review_comment|reply)$/],
  ['labels', /^github__add_labels$/],
  ['issues', /^github__(?:create_issue|update_issue)$/],
  ['pull requests', /^github__create_pull_request$/],
]

const powersOf = ({ tools, servers, trust }: Extract<SimulatedRow, { result: 'runs' }>): string[] => [
  ...POWERS.flatMap(([name, pattern]) => (tools.some((tool) => pattern.test(tool)) ? [name] : [])).map((name) =>
    // A visitor's run has a tool of this name that starts no program.
    name === 'shell' && trust === 'visitor' ? 'results' : name,
  ),
  ...servers.map((name) => `server ${name}`),
]

function formatTable(rows: readonly TableRow[]): string {
  const lines = rows.map(({ event, types, cells }) => [[event, types.join(' ')].filter(Boolean).join(': '), ...cells])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const format = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const body = lines.map((line, index) => {
    const reason = rows[index]?.reason ?? ''
    return `${format(line)}\n${reason === '' ? '' : `    ${reason}\n`}`
  })
  return `${format(HEADINGS)}\n${body.join('')}`
}

/** One line for each event that does something else than the ones above it. */
export function formatEffects(effects: readonly EventEffect[]): string {
  const merged = Map.groupBy(effects, ({ event, type, words, ...effect }) =>
    JSON.stringify([event, effect.detail, words, effect.starts, effect.claims, effect.answers, effect.costs]),
  )
  return [...merged.values()]
    .map((same) => {
      const [{ event, words, starts, claims, answers, costs }] = same as [EventEffect]
      const people = [...new Set(same.map(({ actor, code }) => (code === 'fork' ? `${actor} with a fork` : actor)))]
      const types = [...new Set(same.flatMap(({ type, detail }) => detail ?? type ?? []))]
      const list = (names: readonly string[]) => names.map((name) => basename(name)).join(', ') || 'none'
      return `${event}${types.length === 0 ? '' : ` ${types.join(', ')}`}${words === '' ? '' : ` "${words}"`} by ${people.join(', ')}
  starts ${list(starts)}; claims ${claims.join(', ') || 'no group'}; answers ${list(answers)}; costs ${costs}
`
    })
    .join('')
}
