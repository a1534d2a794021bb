import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { parse } from 'yaml'
import { loadMemory, memoryWithFallback } from '../../agent/memory-files.ts'
import { migrateSettings } from '../../config/settings/legacy.ts'
import { parseSettings } from '../../config/settings/parse-settings.ts'
import { SettingsShape } from '../../config/settings/settings-shape.ts'
import { expressionsIn, mapOf, mapText, referencesIn } from '../../config/workflow-file.ts'
import { worktreeReader } from '../../config/worktree-reader.ts'
import { nearWord } from '../misspelling.ts'
import { agentSteps, isCheckout, type JobSource, parseWorkflow, type WorkflowSource } from '../workflow-source.ts'
import type { DoctorProblem } from './doctor-problem.ts'

/** A problem of a file that is not read as what it is meant to be. */
export type RepositoryProblem = DoctorProblem & { file: string }

/** Finds steering files that nothing reads, imports that lead nowhere, and workflows that do not fit each other or an action beside them. */
export async function repositoryProblems(root: string): Promise<RepositoryProblem[]> {
  return [...(await misplacedFiles(root)), ...(await deadImports(root)), ...(await misfits(root))]
}

/** Folders whose files GitHub or a run reads, and what the files are called. They read no folder inside them. */
const FOLDERS: Readonly<Record<string, { files: RegExp; isFlat: boolean }>> = {
  '.github/workflows': { files: /\.ya?ml$/, isFlat: true },
  '.gemini/policies': { files: /\.toml$/, isFlat: true },
  '.gemini/commands': { files: /\.toml$/, isFlat: false },
  '.gemini/agents': { files: /\.md$/, isFlat: true },
  '.gemini/skills': { files: /SKILL\.md$/, isFlat: false },
}

const WORKFLOW_FILE = /^\.github\/workflows\/[^/]+\.ya?ml$/

/** Where workflows stand by mistake: beside the folder, in one inside it, without the dot, or with another ending. */
const BESIDE_WORKFLOWS =
  /^(?:\.github\/|(?:\.?github\/)?workflows\/.*)[^/]+\.ya?ml$|^\.github\/workflows\/[^/]+\.txt$|^\.github\/workflows\/[^/.]+$/i
/** What people call a folder of workflows that are not to run. */
const SWITCHED_OFF = /\/(?:_?disabled|off|unused|old|deprecated|archived?|backups?|templates?|examples?|drafts?)\//i

async function misplacedFiles(root: string): Promise<RepositoryProblem[]> {
  const lists = await Promise.all(['.github', '.gemini'].map((folder) => filesBelow(root, folder)))
  const hasWorkflows = lists.flat().some((file) => WORKFLOW_FILE.test(file))
  // Where GitHub's folder has workflows, another one of this name is for something else.
  const others = hasWorkflows
    ? []
    : await Promise.all(['github', 'workflows'].map((folder) => filesBelow(root, folder)))
  const files = [...lists, ...others].flat()
  const steering = files.filter((file) => /^\.github\/workflows\/|^\.gemini\/settings\.json$/.test(file))
  const steeringText = (
    await Promise.all(steering.map((file) => readFile(join(root, file), 'utf8').catch(() => '')))
  ).join('\n')
  const problems: RepositoryProblem[] = []
  for (const file of files) {
    const target = await meantPlace(root, file)
    if (target === undefined) continue
    const isRename = dirname(target) === dirname(file)
    // A workflow or the settings may name a folder of their own.
    const places = dirname(file).includes('/') ? [file, dirname(file)] : [file]
    if (!isRename && places.some((place) => steeringText.includes(place))) continue
    problems.push({
      file,
      check: 'unread-file',
      level: 'error',
      line: 1,
      problem: `Nothing reads ${file}: ${isRename && target.startsWith('.github') ? 'a workflow ends in .yml or .yaml' : `${target.startsWith('.github') ? 'GitHub reads workflows' : `a run reads ${target}`} only in ${dirname(target)}`}.`,
      fix: `${isRename ? 'Rename' : 'Move'} it to ${target}.`,
    })
  }
  return problems
}

/** Where a file belongs that lies beside the place where it is read. */
async function meantPlace(root: string, file: string): Promise<string | undefined> {
  const [parent = '', folder = '', ...rest] = file.split('/')
  if (parent === '.gemini' && rest.length === 0)
    return folder !== 'settings.json' && distance(folder, 'settings.json') <= 2 ? '.gemini/settings.json' : undefined
  const name = basename(file)
  if (BESIDE_WORKFLOWS.test(file)) {
    if (WORKFLOW_FILE.test(file) || SWITCHED_OFF.test(file)) return undefined
    const text = await readFile(join(root, file), 'utf8').catch(() => '')
    const isWorkflow = /^["']?on["']?:/m.test(text) && /^jobs:/m.test(text)
    return isWorkflow
      ? `.github/workflows/${name.replace(/(?:\.ya?ml)?(?:\.txt)?$/i, '')}${/\.yaml$/i.test(name) ? '.yaml' : '.yml'}`
      : undefined
  }
  for (const [place, { files, isFlat }] of Object.entries(FOLDERS)) {
    const [placeParent, placeFolder = ''] = place.split('/')
    if (placeParent !== parent || !files.test(name)) continue
    const isNear = folder !== placeFolder && distance(folder.toLowerCase(), placeFolder) <= 2
    if (isNear || (folder === placeFolder && isFlat && rest.length > 1))
      return `${place}/${isFlat ? name : rest.join('/')}`
  }
  const isPolicy = name.endsWith('.toml') && folder !== 'policies' && folder !== 'extensions'
  const text = isPolicy ? await readFile(join(root, file), 'utf8').catch(() => '') : ''
  return /^\s*\[\[\s*(?:rule|safety_checker)\s*\]\]/m.test(text) ? `.gemini/policies/${name}` : undefined
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
}

async function deadImports(root: string): Promise<RepositoryProblem[]> {
  const reader = worktreeReader(root)
  const parsed = parseSettings((await reader.read('.gemini/settings.json')) ?? '{}')
  const shape = SettingsShape.safeParse(parsed.ok ? migrateSettings(parsed.settings).settings : {})
  const { notes } = await loadMemory(reader, { ...memoryWithFallback(shape.data?.context), root })
  const problems: RepositoryProblem[] = []
  for (const note of notes) {
    const [, file, spelling = '', reason] = /^(.+?): @(\S+): (.*)$/.exec(note) ?? []
    if (file === undefined) continue
    const text = (await reader.read(file)) ?? ''
    problems.push({
      file,
      check: 'dead-import',
      level: 'error',
      line: text.slice(0, Math.max(text.indexOf(`@${spelling}`), 0)).split('\n').length,
      problem: `The import @${spelling} leads nowhere (${reason})${reason?.startsWith('Not imported') ? '' : ', so the model gets a comment in its place'}.`,
      fix: 'Correct the path: it is relative to the folder of this file. Or write it in `backticks` if it is no import.',
    })
  }
  return problems
}

/** What workflows of the repository say of each other, and of the actions in it, that is not so. */
async function misfits(root: string): Promise<RepositoryProblem[]> {
  const files = (await filesBelow(root, '.github/workflows')).filter((file) => WORKFLOW_FILE.test(file))
  const sources: WorkflowSource[] = []
  for (const file of files) {
    const parsed = parseWorkflow(file, await readFile(join(root, file), 'utf8').catch(() => ''))
    if (parsed.ok) sources.push(parsed.source)
  }
  const problems: RepositoryProblem[] = []
  for (const source of sources) {
    const add = (problem: DoctorProblem) => problems.push({ ...problem, file: source.file })
    unknownWorkflows(source, sources).forEach(add)
    for (const job of source.jobs) {
      callMisfits(source, job, sources).forEach(add)
      ;(await unknownActionInputs(source, job, root)).forEach(add)
    }
  }
  return problems
}

/** `workflow_run` waits for the name of a workflow, or for the path of one without a name. */
function unknownWorkflows(source: WorkflowSource, all: readonly WorkflowSource[]): DoctorProblem[] {
  // A repository with workflows of agents alone has its CI elsewhere, or not yet.
  if (all.every(({ text }) => /\buses:.*(?:sluice|gemini)/i.test(text))) return []
  const watched = [source.events.get('workflow_run')?.workflows ?? []].flat().map(String)
  const names = all.filter((each) => each !== source).map(({ workflow, file }) => mapText(workflow, 'name') || file)
  // A glob, the name of a workflow that GitHub brings, such as that of CodeQL or Pages, or the one that fix-ci.yml leaves to fill in.
  const unknown = watched.filter(
    (name) => !names.includes(name) && !/[*?[!+{$]|^(?:codeql|pages-build|ci$)/i.test(name),
  )
  return unknown.length < watched.length
    ? []
    : unknown.map((name) => ({
        check: 'never-runs',
        level: 'error',
        line: source.lineOf(['on', 'workflow_run', 'workflows']),
        problem: `No workflow of this repository has the name ${name}, so workflow_run never starts one after it.`,
        fix:
          names.length === 0
            ? 'Add that workflow.'
            : `Write ${nearWord(name, names)?.word ?? `one of ${names.join(', ')}`}.`,
      }))
}

const calledFile = (job: JobSource['job']): string | undefined =>
  /^\.\/(\.github\/workflows\/[^/@]+)$/.exec(mapText(job, 'uses'))?.[1]

/** A call that comes back to its own file, and one that gives the agent in the called workflow no key. */
function callMisfits(
  source: WorkflowSource,
  { job, path }: JobSource,
  all: readonly WorkflowSource[],
): DoctorProblem[] {
  const file = calledFile(job)
  const callee = all.find((each) => each.file === file)
  if (file === undefined || callee === undefined) return []
  const line = source.lineOf([...path, 'uses'])
  if (reaches(callee, source.file, all, new Set()))
    return [
      {
        check: 'invalid-workflow',
        level: 'error',
        line,
        problem: 'GitHub refuses this file: the workflow that it calls comes back to it.',
        fix: `Move the jobs that both need to a workflow that calls neither.`,
      },
    ]
  if (job.secrets === 'inherit') return []
  const secrets = Object.keys(mapOf(job.secrets)).map((name) => name.toLowerCase())
  return callee.jobs.flatMap(agentSteps).flatMap(({ step }) => {
    const keys = Object.entries(mapOf(step.with)).flatMap(([input, value]) =>
      /^(?:gemini|google|anthropic|openai)[-_]api[-_]key$/.test(input)
        ? expressionsIn(String(value)).flatMap((text) => referencesIn(text, 'secrets'))
        : [],
    )
    const [name] = keys
    if (name === undefined || keys.some((key) => secrets.includes(key))) return []
    return [
      {
        check: 'empty-secret',
        level: 'error' as const,
        line,
        problem: `This call gives ${file} no secret ${name.toUpperCase()}, so the agent there has no key.`,
        fix: 'Add to this job: secrets: inherit.',
      },
    ]
  })
}

function reaches(from: WorkflowSource, target: string, all: readonly WorkflowSource[], visited: Set<string>): boolean {
  if (from.file === target) return true
  if (visited.has(from.file)) return false
  visited.add(from.file)
  return from.jobs.some(({ job }) => {
    const next = all.find(({ file }) => file === calledFile(job))
    return next !== undefined && reaches(next, target, all, visited)
  })
}

/** Inputs that an action of the repository does not have: the runner warns and goes on without them. */
async function unknownActionInputs(
  source: WorkflowSource,
  { steps }: JobSource,
  root: string,
): Promise<DoctorProblem[]> {
  // A checkout of something else leaves other files there.
  if (steps.some((step) => isCheckout(step) && ['repository', 'path'].some((name) => name in mapOf(step.step.with))))
    return []
  const problems: DoctorProblem[] = []
  for (const { step, path } of steps) {
    const [folder] = /^\.\/(?!\.github\/workflows\/).+/.exec(mapText(step, 'uses')) ?? []
    if (folder === undefined) continue
    const texts = await Promise.all(
      ['action.yml', 'action.yaml'].map((name) => readFile(join(root, folder, name), 'utf8').catch(() => undefined)),
    )
    const text = texts.find((each) => each !== undefined)
    const inputs = text === undefined ? undefined : actionInputs(text)
    if (inputs === undefined) continue
    for (const name of Object.keys(mapOf(step.with))) {
      if (inputs.some((each) => each.toLowerCase() === name.toLowerCase())) continue
      const near = nearWord(name, inputs)?.word
      problems.push({
        check: 'unknown-input',
        level: 'error',
        line: source.lineOf([...path, 'with', name]),
        problem: `${folder} has no input ${name}, so GitHub ignores it.`,
        fix: near === undefined ? `Remove it, or declare it in the action.` : `Write ${near}.`,
      })
    }
  }
  return problems
}

/** The inputs of an action; undefined for what cannot be read, and for a Docker action, which may read any. */
function actionInputs(text: string): string[] | undefined {
  try {
    const action = mapOf(parse(text))
    return mapOf(action.runs).using === 'docker' ? undefined : Object.keys(mapOf(action.inputs))
  } catch {
    return undefined
  }
}
