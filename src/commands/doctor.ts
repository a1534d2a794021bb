import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findTokenShapes } from '../platform/redact/secret-shapes.ts'
import { VERSION } from '../platform/version.ts'
import { applyEdits } from '../text/text-edit.ts'
import { type CommandIo, reportUsageError, repositoryRoot } from './command-io.ts'
import { checkoutChecks } from './doctor/checkout-checks.ts'
import { inlineConfigProblems, policyProblems, settingsProblems } from './doctor/config-checks.ts'
import { workflowConflicts } from './doctor/conflict-checks.ts'
import type { DoctorProblem } from './doctor/doctor-problem.ts'
import { inputChecks } from './doctor/input-checks.ts'
import { limitChecks } from './doctor/limit-checks.ts'
import { permissionChecks } from './doctor/permission-checks.ts'
import { type RepositoryProblem, repositoryProblems } from './doctor/repository-checks.ts'
import { checkRunner } from './doctor/runner-checks.ts'
import { stepChecks } from './doctor/step-checks.ts'
import { triggerChecks } from './doctor/trigger-checks.ts'
import { findActionMistakes } from './github-parser.ts'
import { workflowMistakes } from './github-rules.ts'
import {
  parseCompositeAction,
  parseWorkflow,
  type RepositoryFile,
  readNamedFile,
  readWorkflowFiles,
  writeRepositoryFile,
} from './workflow-source.ts'

const HELP = `sluice doctor [FILE…] [--fix] [--sarif] [--runner]

Finds mistakes and risks in workflows, settings and policies, and says for each where it is, why it matters and how to fix
it. Runs nothing and fetches nothing. Default FILEs: all of .github/workflows, composite actions, .gemini/settings.json and .gemini/policies.

  --fix      apply the fixes that have no other effect, then check again
  --sarif    print SARIF 2.1.0, for GitHub's code scanning
  --runner   say which part of isolation works on this machine, why not, and what an administrator changes

Exit codes: 0 no problems, 1 problems found, 2 wrong usage, 42 bad input.
`

export async function doctorCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: ReturnType<typeof readOptions>
  try {
    options = readOptions(argv)
  } catch (error) {
    return reportUsageError(io, 'doctor', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  if (options.runner) return checkRunner(io)
  if (options.paths.length === 0) io = { ...io, cwd: await repositoryRoot(io) }
  const files = await readFilesToCheck(options.paths, io)
  const ofRepository = options.paths.length > 0 ? await problemsOfNamed(files) : await repositoryProblems(io.cwd)
  if (files.length + ofRepository.length === 0) {
    io.err(
      `Nothing to check in ${io.cwd}: no workflow, settings or policies. Run it in a repository, name a file, or write a first workflow with sluice init.\n`,
    )
    return 1
  }
  const results: FileProblems[] = []
  let fixedCount = 0
  for (const file of files) {
    const { text, count } = options.fix ? await fixFile(file, io) : { text: file.text, count: 0 }
    fixedCount += count
    results.push(await examineFile({ ...file, text }, io))
  }
  for (const [file, problems] of Map.groupBy(ofRepository, (problem) => problem.file)) {
    const result = results.find((each) => each.file === file)
    if (result === undefined) results.push({ ...(await readNamedFile(file, io.cwd)), problems })
    else result.problems = [...problems, ...result.problems]
  }
  await addConflicts(results)
  if (options.sarif) io.out(toSarif(results))
  else io.out(formatProblems(results, fixedCount))
  return results.some(({ problems }) => problems.length > 0) ? 1 : 0
}

function readOptions(argv: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { help: { ...flag, short: 'h' }, fix: flag, sarif: flag, runner: flag },
  })
  return { ...values, paths: positionals }
}

/** Applies one fix after the other, because two may concern the same place. A fix that causes another problem is left out. */
async function fixFile(file: RepositoryFile, io: CommandIo): Promise<{ text: string; count: number }> {
  let { text } = file
  let { problems } = await examineFile(file, io)
  let count = 0
  for (let next = await firstFix(file, text, problems, io); next !== undefined; ) {
    ;({ text, problems } = next)
    count += 1
    next = await firstFix(file, text, problems, io)
  }
  if (count > 0) await writeRepositoryFile(file, text)
  return { text, count }
}

type FixedText = { text: string; problems: readonly DoctorProblem[] }

async function firstFix(
  file: RepositoryFile,
  text: string,
  problems: readonly DoctorProblem[],
  io: CommandIo,
): Promise<FixedText | undefined> {
  const known = new Set(problems.map(describe))
  for (const problem of problems) {
    const next = applyEdits(text, problem.edits ?? [])
    if (next === text) continue
    const after = (await examineFile({ ...file, text: next }, io)).problems
    const isSmaller = after.length < problems.length && after.every((each) => known.has(describe(each)))
    // A corrected word may bring to light what it hid.
    const isCorrection = isHiding(problem) && after.filter(isHiding).length < problems.filter(isHiding).length
    if (isSmaller || isCorrection) return { text: next, problems: after }
  }
  return undefined
}

const describe = ({ check, problem }: DoctorProblem) => `${check}: ${problem}`

function formatProblems(files: readonly FileProblems[], fixedCount: number): string {
  const lines = files.flatMap(({ file, problems }) =>
    problems.map(
      ({ line, level, check, problem, fix }) => `${file}:${line}: ${level}: ${problem} [${check}]\n  Fix: ${fix}\n`,
    ),
  )
  const count = lines.length
  const fixable = files.flatMap(({ problems }) => problems).filter(({ edits = [] }) => edits.length > 0).length
  const ending = [
    `${files.length} ${files.length === 1 ? 'file' : 'files'} checked, ${count === 0 ? 'no' : count} ${count === 1 ? 'problem' : 'problems'} found`,
    ...(fixedCount > 0 ? [`${fixedCount} fixed`] : []),
    ...(fixable > 0 ? [`--fix can fix ${fixable} of them`] : []),
  ]
  return `${lines.join('')}${ending.join(', ')}.\n`
}

/** Adds to the problems of each workflow what it does to the others. */
async function addConflicts(results: FileProblems[]): Promise<void> {
  const sources = results.flatMap(({ file, text }) => {
    const parsed = /\.ya?ml$/.test(file) ? parseWorkflow(file, text) : undefined
    return parsed?.ok ? [parsed.source] : []
  })
  for (const { file, ...conflict } of await workflowConflicts(sources)) {
    const result = results.find((each) => each.file === file)
    if (result !== undefined) result.problems = [...result.problems, conflict].toSorted((a, b) => a.line - b.line)
  }
}

export type FileProblems = RepositoryFile & { problems: readonly DoctorProblem[] }

/** What `repositoryProblems` says about these files, in their repositories. */
async function problemsOfNamed(files: readonly RepositoryFile[]): Promise<RepositoryProblem[]> {
  const byRoot = Map.groupBy(files, ({ path }) => repositoryOf(path))
  const problems: RepositoryProblem[] = []
  for (const [root, named] of byRoot)
    for (const problem of await repositoryProblems(root)) {
      const file = named.find(({ path }) => path === join(root, problem.file))
      if (file !== undefined) problems.push({ ...problem, file: file.file })
    }
  return problems
}

/** The folder with `.github` or `.gemini`, else the nearest one with `.git`. */
function repositoryOf(path: string): string {
  const [inside] = path.split(/[\\/]\.(?:github|gemini)[\\/]/)
  if (inside !== undefined && inside !== path) return inside
  for (let folder = dirname(path); ; folder = dirname(folder))
    if (existsSync(join(folder, '.git')) || folder === dirname(folder))
      return existsSync(join(folder, '.git')) ? folder : dirname(path)
}

const SETTINGS_PATH = '.gemini/settings.json'

const POLICIES_FOLDER = '.gemini/policies'

/** The files that `sluice doctor` checks without arguments, or the named ones. */
export async function readFilesToCheck(
  paths: readonly string[],
  { cwd }: Pick<CommandIo, 'cwd'>,
): Promise<RepositoryFile[]> {
  if (paths.length > 0) return readWorkflowFiles(paths, cwd)
  const workflows = await readWorkflowFiles([], cwd).catch(() => [])
  const policies = (await readdir(join(cwd, POLICIES_FOLDER)).catch(() => [])).filter((name) => name.endsWith('.toml'))
  const configs = [
    ...(existsSync(join(cwd, SETTINGS_PATH)) ? [SETTINGS_PATH] : []),
    ...policies.toSorted().map((name) => `${POLICIES_FOLDER}/${name}`),
  ]
  return [
    ...workflows,
    ...(await compositeActions(cwd, workflows)),
    ...(await Promise.all(configs.map((file) => readNamedFile(file, cwd)))),
  ]
}

const ACTION_FILE = /^action\.ya?ml$/

/** The composite actions of the repository: its own, those in .github/actions, and those that its workflows name. */
async function compositeActions(cwd: string, workflows: readonly RepositoryFile[]): Promise<RepositoryFile[]> {
  const names = await readdir(join(cwd, '.github/actions'), { recursive: true }).catch(() => [])
  const folders = workflows.flatMap(({ text }) =>
    [...text.matchAll(/\buses:\s*['"]?\.\/([^\s'"#]+)/g)].map(([, folder = '']) => folder),
  )
  const files = [
    ...names.toSorted().map((name) => join('.github/actions', name)),
    ...['', ...folders].flatMap((folder) => [join(folder, 'action.yml'), join(folder, 'action.yaml')]),
  ].filter((file) => ACTION_FILE.test(basename(file)) && existsSync(join(cwd, file)))
  const actions = await Promise.all([...new Set(files)].map((file) => readNamedFile(file, cwd)))
  return actions.filter(({ file, text }) => parseCompositeAction(file, text).ok)
}

/** Checks one file: a workflow, settings or a policy, by its file name extension. */
export async function examineFile(
  file: RepositoryFile,
  { cwd, dist }: Pick<CommandIo, 'cwd' | 'dist'>,
): Promise<FileProblems> {
  const same = (inner: number) => inner
  const problems =
    extname(file.file) === '.toml'
      ? policyProblems(file.text, file.file, same)
      : extname(file.file) === '.json'
        ? settingsProblems(file.text, 'file', same)
        : extname(file.file) === '.md'
          ? []
          : ACTION_FILE.test(basename(file.file))
            ? actionProblems(file, cwd, dist)
            : await workflowProblems(file, cwd, dist)
  const lines = new Set(problems.flatMap(({ check, line }) => (check === 'committed-secret' ? [line] : [])))
  const tokens = tokenProblems(file.text).filter(({ line }) => !lines.has(line))
  return { ...file, problems: [...problems, ...tokens].toSorted((a, b) => a.line - b.line) }
}

/** Finds text that looks like a well-known kind of token, anywhere in a file. */
const tokenProblems = (text: string): DoctorProblem[] =>
  findTokenShapes(text).map(({ start }) => ({
    check: 'committed-secret',
    level: 'error',
    line: text.slice(0, start).split('\n').length,
    problem: 'This looks like a token. Everyone who can read the repository can use it.',
    fix: 'Revoke it, store a new one as a secret, and pass it as ${{ secrets.NAME }} in env: of the step.',
  }))

/** Mistakes that may hide what other lines of the file mean. While one is there, nothing else in the file is called dead or needless. */
const HIDING = ['invalid-workflow', 'unknown-input', 'invalid-input']

const isHiding = ({ check }: DoctorProblem): boolean => HIDING.includes(check)

async function workflowProblems({ file, text }: RepositoryFile, cwd: string, dist: string): Promise<DoctorProblem[]> {
  const refused = await schemaProblems(file, text, cwd)
  const parsed = parseWorkflow(file, text)
  if (!parsed.ok) return refused
  const { source } = parsed
  const problems = [
    ...refused,
    ...[triggerChecks, checkoutChecks, permissionChecks, stepChecks, limitChecks, inputChecks].flatMap((check) =>
      check(source),
    ),
    ...inlineConfigProblems(source, cwd, dist),
  ]
  if (!problems.some(isHiding)) return problems
  return problems
    .filter(({ check }) => check !== 'dead-setting' && check !== 'needless-permission')
    .map((problem) => (isHiding(problem) ? problem : { ...problem, edits: undefined }))
}

function actionProblems({ file, text }: RepositoryFile, cwd: string, dist: string): DoctorProblem[] {
  const refused = findActionMistakes(file, text).map(({ line, problem, fix }) => ({
    check: 'invalid-workflow',
    level: 'error' as const,
    line,
    problem,
    fix,
  }))
  const parsed = parseCompositeAction(file, text)
  if (!parsed.ok) return refused
  const { source } = parsed
  const withoutShell = source.jobs.flatMap(({ steps }) =>
    steps.filter(({ step }) => 'run' in step && !('shell' in step)),
  )
  return [
    ...refused,
    ...withoutShell.map(({ path }) => ({
      check: 'invalid-workflow',
      level: 'error' as const,
      line: source.lineOf([...path, 'run']),
      problem: 'GitHub refuses this file: a step of a composite action names its shell.',
      fix: 'Add shell: bash.',
    })),
    ...[stepChecks, inputChecks].flatMap((check) => check(source)),
    ...inlineConfigProblems(source, cwd, dist),
  ]
}

/** The problems as SARIF 2.1.0, for GitHub's code scanning. */
export function toSarif(files: readonly FileProblems[]): string {
  const all = files.flatMap(({ file, problems }) => problems.map((problem) => ({ file, ...problem })))
  const ids = [...new Set(all.map(({ check }) => check))].toSorted()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'sluice doctor', version: VERSION, rules: ids.map((id) => ({ id, name: id })) } },
        results: all.map(({ file, check, level, line, problem, fix }) => ({
          ruleId: check,
          level,
          message: { text: `${problem} Fix: ${fix}` },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: file.replaceAll('\\', '/') }, region: { startLine: line } },
            },
          ],
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

/** Finds what GitHub refuses in a workflow, and what never does what it says. `root`: the repository. */
const schemaProblems = async (file: string, text: string, root: string): Promise<DoctorProblem[]> =>
  (await workflowMistakes(file, text, root)).map(({ line, isRefused, isIdle, problem, fix, edits }) => ({
    check: isRefused ? 'invalid-workflow' : isIdle ? 'never-runs' : 'unknown-context',
    level: 'error',
    line,
    problem,
    fix,
    edits,
  }))
