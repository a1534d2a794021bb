import { dirname, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { applyEdits } from '../text/text-edit.ts'
import { type CommandIo, reportUsageError, repositoryRoot } from './command-io.ts'
import { builtInCommandNames } from './doctor/config-checks.ts'
import { docsPage } from './doctor/doctor-problem.ts'
import { convertStep } from './import/convert-step.ts'
import { type ImportMessage, joinConversions } from './import/import-report.ts'
import { withCallers } from './import/trigger.ts'
import {
  agentOf,
  OUR_ACTION,
  parseWorkflow,
  type RepositoryFile,
  readWorkflowFiles,
  WORKFLOW_FOLDER,
  type WorkflowSource,
  writeRepositoryFile,
} from './workflow-source.ts'

const HELP = `sluice import [FILE…] [--dry-run] [--uses OWNER/REPO@REF]

Converts workflows of google-github-actions/run-gemini-cli. Keeps comments and layout. Reports what it changed, what
behaves differently, and what it could not convert. Default FILEs: all of .github/workflows.

  --dry-run        show the diff and write nothing
  --yes            write without asking; the default
  --uses ACTION    what the workflows use; default: ${OUR_ACTION}

Exit codes: 0 success, 1 questions are left for you, 2 wrong usage, 42 bad input.
`

export async function importCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: ReturnType<typeof readOptions>
  try {
    options = readOptions(argv)
  } catch (error) {
    return reportUsageError(io, 'import', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  if (options.paths.length === 0) io = { ...io, cwd: await repositoryRoot(io) }
  const files = await readWorkflowFiles(options.paths, io.cwd)
  const neighbors = await readNeighbors(files, io)
  let questions = 0
  let converted = 0
  for (const file of files) {
    const result = importFile(file, neighbors, { uses: options.uses, dist: io.dist })
    for (const { kind, line, text } of result.messages) io.out(`${file.file}:${line}: ${kind}: ${text}\n`)
    questions += result.messages.filter(({ kind }) => kind === 'question').length
    if (result.text === file.text) continue
    converted += 1
    if (options['dry-run']) io.out(changeDiff(file, result.text))
    else await writeRepositoryFile(file, result.text)
  }
  if (converted + questions === 0) {
    io.out(`No step uses run-gemini-cli in ${files.map(({ file }) => file).join(', ') || WORKFLOW_FOLDER}.\n`)
    return 0
  }
  io.out(
    `${converted} of ${files.length} ${files.length === 1 ? 'file' : 'files'} ${options['dry-run'] ? 'would be converted' : 'converted'}, ${questions} ${questions === 1 ? 'question' : 'questions'} left.\n`,
  )
  return questions > 0 ? 1 : 0
}

function readOptions(argv: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      help: { ...flag, short: 'h' },
      yes: flag,
      'dry-run': flag,
      uses: { type: 'string', default: OUR_ACTION },
    },
  })
  if (!/^[\w.-]+\/[\w./-]+@\S+$/.test(values.uses))
    throw new Error(`--uses must be OWNER/REPO@REF, not ${JSON.stringify(values.uses)}`)
  return { ...values, paths: positionals }
}

/** All workflows in the folders of the named ones: a dispatcher decides what starts the workflows that it calls. */
async function readNeighbors(files: readonly RepositoryFile[], { cwd }: CommandIo): Promise<WorkflowSource[]> {
  const folders = [...new Set(files.map(({ path }) => dirname(path)))]
  const all = (await Promise.all(folders.map((folder) => readWorkflowFiles([folder], cwd)))).flat()
  return [...new Map(all.map((file) => [file.path, file])).values()].flatMap(({ file, text }) => {
    const parsed = parseWorkflow(file, text)
    return parsed.ok ? [parsed.source] : []
  })
}

type ImportResult = { text: string; messages: readonly ImportMessage[] }

/** The text of a workflow after the conversion. */
function importFile(
  file: RepositoryFile,
  neighbors: readonly WorkflowSource[],
  options: { uses: string; dist: string },
): ImportResult {
  const parsed = parseWorkflow(file.file, file.text)
  if (!parsed.ok) {
    const isOurs = /run-gemini-cli|gemini-cli-action/.test(file.text)
    return {
      text: file.text,
      messages: isOurs
        ? [{ kind: 'question', line: parsed.line, text: `The file ${parsed.reason}. Fix it and import it again.` }]
        : [],
    }
  }
  const { source } = parsed
  const builtInCommands = builtInCommandNames(options.dist)
  const others = neighbors.filter(({ text }) => text !== file.text)
  const [first, ...callers] = withCallers(source, others)
  if (first === undefined) return { text: file.text, messages: [] }
  const steps = source.jobs.flatMap((job) => job.steps.map((step) => ({ job, step, agent: agentOf(step.step) })))
  const { edits, messages } = joinConversions(
    steps.flatMap(({ job, step, agent }) => {
      if (agent === 'claude' || agent === 'codex')
        return [
          {
            edits: [],
            messages: [
              {
                kind: 'note',
                line: source.lineOf(step.path),
                text: `Sluice converts only run-gemini-cli. ${docsPage('migration')} lists the inputs of ${agent === 'claude' ? 'claude-code-action' : 'codex-action'}.`,
              } as const,
            ],
          },
        ]
      if (agent !== 'gemini') return []
      return [
        convertStep({
          workflows: [first, ...callers],
          job,
          step,
          builtInCommands,
          uses: options.uses,
          root: repositoryOf(file.path),
        }),
      ]
    }),
  )
  const text = applyEdits(file.text, edits)
  if (!parseWorkflow(file.file, text).ok) {
    const line = messages[0]?.line ?? 1
    const question = `Could not convert the steps of this file. Change them by hand; ${docsPage('migration')} lists the inputs.`
    return { text: file.text, messages: [{ kind: 'question', line, text: question }] }
  }
  return { text, messages: messages.toSorted((a, b) => a.line - b.line) }
}

/** The folder that holds `.github/workflows`, else the folder of the file. */
function repositoryOf(path: string): string {
  const folder = dirname(path)
  const suffix = `${sep}.github${sep}workflows`
  return folder.endsWith(suffix) ? folder.slice(0, -suffix.length) : resolve(folder)
}

function changeDiff({ file, text }: RepositoryFile, next: string): string {
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, text, next).replace(/^=+\n/, '')
}
