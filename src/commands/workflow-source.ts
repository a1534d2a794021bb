import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { mapOf, mapText, type WorkflowMap } from '../config/workflow-file.ts'
import { findProjectRoot } from '../config/worktree-reader.ts'
import { messageOf, readErrorReason, UserError } from '../platform/errors.ts'
import { isFolder } from './command-io.ts'
import { nearWord } from './misspelling.ts'

/** The path to a value in a workflow: keys and positions in lists. */
export type YamlPath = readonly (string | number)[]

export type StepSource = { step: WorkflowMap; index: number; path: YamlPath }

export type JobSource = { id: string; job: WorkflowMap; path: YamlPath; steps: readonly StepSource[] }

/** A workflow file with the positions of everything in it. */
export type WorkflowSource = {
  file: string
  text: string
  document: Document.Parsed
  workflow: WorkflowMap
  /** Each event of `on` with its options. */
  events: ReadonlyMap<string, WorkflowMap>
  jobs: readonly JobSource[]
  /** The line of a key or list item; of the deepest part of the path that exists. Counts from 1. */
  lineOf(path: YamlPath): number
  /** The line of a text inside a value: `inner` counts from 1. */
  lineInside(path: YamlPath, inner: number): number
  nodeAt(path: YamlPath): Node | undefined
  /** Where the pair or list item begins in the text, and the column of its first character (from 0). */
  startOf(path: YamlPath): { offset: number; column: number }
}

export type ParsedWorkflow =
  | { ok: true; source: WorkflowSource }
  | { ok: false; line: number; column: number; reason: string }

/** Parses a workflow file. Fails for text that is not YAML, or not a map with jobs. */
export const parseWorkflow = (file: string, text: string): ParsedWorkflow => parseSource(file, text, partsOfWorkflow)

/** A composite action as a workflow that others call, with one job. Fails for text that is not YAML, or another kind of action. */
export const parseCompositeAction = (file: string, text: string): ParsedWorkflow =>
  parseSource(file, text, partsOfAction)

type Parts = Pick<WorkflowSource, 'events' | 'jobs'>

function partsOfWorkflow(workflow: WorkflowMap): Parts | string {
  const jobs = jobsOf(workflow)
  return jobs.length === 0 ? 'is not a workflow: it has no jobs' : { events: eventsOf(workflow), jobs }
}

function partsOfAction({ runs, inputs }: WorkflowMap): Parts | string {
  const job = mapOf(runs)
  return job.using === 'composite'
    ? {
        events: new Map([['workflow_call', { inputs }]]),
        jobs: [{ id: 'runs', job, path: ['runs'], steps: stepsOf(job, ['runs']) }],
      }
    : 'is no composite action'
}

function parseSource(file: string, text: string, partsOf: (map: WorkflowMap) => Parts | string): ParsedWorkflow {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: true })
  const [error] = document.errors
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0])
    return {
      ok: false,
      line,
      column: col,
      reason: `is not YAML: ${error.message.split('\n')[0]?.replace(/ at line.*/, '')}`,
    }
  }
  let workflow: WorkflowMap
  try {
    workflow = mapOf(document.toJS({ maxAliasCount: 100 }))
  } catch (error) {
    // An alias without its anchor, or aliases that grow without end.
    const [first = ''] = messageOf(error).split('\n')
    return { ok: false, ...aliasPlace(document, lines), reason: `is not YAML: ${first}` }
  }
  const parts = partsOf(workflow)
  if (typeof parts === 'string') return { ok: false, line: 1, column: 1, reason: parts }
  const locate = (path: YamlPath) => locateNode(document, path)
  const source: WorkflowSource = {
    file,
    text,
    document,
    workflow,
    ...parts,
    lineOf: (path) => lines.linePos(locate(path).start).line,
    lineInside(path, inner) {
      const { node, start } = locate(path)
      const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
      return lines.linePos(isBlock ? (node.range?.[0] ?? start) : start).line + (isBlock ? inner : 0)
    },
    nodeAt: (path) => {
      const { node, isWhole } = locate(path)
      return isWhole ? node : undefined
    },
    startOf(path) {
      const { start } = locate(path)
      return { offset: start, column: lines.linePos(start).col - 1 }
    },
  }
  return { ok: true, source }
}

function aliasPlace(document: Document.Parsed, lines: LineCounter): { line: number; column: number } {
  let place = { line: 1, column: 1 }
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return undefined
      const { line, col } = lines.linePos(alias.range?.[0] ?? 0)
      place = { line, column: col }
      return visit.BREAK
    },
  })
  return place
}

/** `on` may be a name, a list of names or a map. YAML 1.1 readers call the key `true`. */
function eventsOf(workflow: WorkflowMap): ReadonlyMap<string, WorkflowMap> {
  const events = workflow.on ?? workflow.true
  if (typeof events === 'string') return new Map([[events, {}]])
  if (Array.isArray(events)) return new Map(events.map((name) => [String(name), {}]))
  return new Map(Object.entries(mapOf(events)).map(([name, options]) => [name, mapOf(options)]))
}

const jobsOf = (workflow: WorkflowMap): JobSource[] =>
  Object.entries(mapOf(workflow.jobs)).map(([id, value]) => {
    const job = mapOf(value)
    return { id, job, path: ['jobs', id], steps: stepsOf(job, ['jobs', id]) }
  })

const stepsOf = ({ steps }: WorkflowMap, path: YamlPath): StepSource[] =>
  (Array.isArray(steps) ? steps : []).map((step, index) => ({
    step: mapOf(step),
    index,
    path: [...path, 'steps', index],
  }))

function locateNode(
  document: Document.Parsed,
  path: YamlPath,
): { node: Node | undefined; start: number; isWhole: boolean } {
  let node: Node | undefined = document.contents ?? undefined
  let start = 0
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key))
      if (pair === undefined) return { node, start, isWhole: false }
      start = isScalar(pair.key) ? (pair.key.range?.[0] ?? start) : start
      node = pair.value as Node | undefined // the parser makes nodes only
    } else if (isSeq(node)) {
      const item = node.items[Number(key)] as Node | undefined // the parser makes nodes only
      if (item === undefined) return { node, start, isWhole: false }
      node = item
      start = item.range?.[0] ?? start
    } else return { node, start, isWhole: false }
  }
  return { node, start, isWhole: true }
}

const AGENTS = {
  'google-github-actions/run-gemini-cli': 'gemini',
  'google-gemini/gemini-cli-action': 'gemini',
  'anthropics/claude-code-action': 'claude',
  'anthropics/claude-code-base-action': 'claude',
  'openai/codex-action': 'codex',
} as const satisfies Record<string, string>

export type AgentAction = 'sluice' | (typeof AGENTS)[keyof typeof AGENTS]

/** Which agent a step starts, by the name in `uses`. */
export function agentOf(step: WorkflowMap): AgentAction | undefined {
  const name = mapText(step, 'uses').split('@')[0]?.toLowerCase() ?? ''
  if (/^[^/.][^/]*\/sluice(?:-action)?$/.test(name)) return 'sluice'
  // The action in its own repository.
  if (/^\.\/?$/.test(name) && 'gemini_api_key' in mapOf(step.with)) return 'sluice'
  return Object.entries(AGENTS).find(([action]) => action === name)?.[1]
}

/** The file name of a reusable workflow of Sluice that a job calls. */
export const reusableWorkflowOf = (uses: string): string | undefined =>
  /^[^/.][^/]*\/sluice\/\.github\/workflows\/([^/@]+)/.exec(uses)?.[1]

export const agentSteps = ({ steps }: JobSource): StepSource[] =>
  steps.filter(({ step }) => agentOf(step) !== undefined)

/** The version that a comment names beside a pinned action: `uses: actions/checkout@SHA # v4.2.2`. */
export const pinnedVersion = ({ text, lineOf }: WorkflowSource, { path }: StepSource): string | undefined =>
  /\s#\s*(?:tag[=:]\s*)?(v\d[\w.]*)/.exec(text.split('\n')[lineOf([...path, 'uses']) - 1] ?? '')?.[1]

export const isCheckout = ({ step }: StepSource): boolean => /^actions\/checkout@/i.test(mapText(step, 'uses'))

/** `text` has plain line feeds; `lineBreak` is that of the file on disk. */
export type RepositoryFile = { file: string; path: string; text: string; lineBreak: '\n' | '\r\n' }

export const WORKFLOW_FOLDER = '.github/workflows'

/** The named files, or all workflow files of the repository. A folder means the workflow files in it. Throws UserError for an unreadable file. */
export async function readWorkflowFiles(paths: readonly string[], cwd: string): Promise<RepositoryFile[]> {
  if (paths.length === 0 && !(await isFolder(resolve(cwd, WORKFLOW_FOLDER))))
    throw new UserError(
      `There is no folder ${WORKFLOW_FOLDER} in ${cwd}. Run it in a repository with workflows, or write a first one with sluice init.`,
    )
  const files = await Promise.all(
    (paths.length === 0 ? [WORKFLOW_FOLDER] : paths).map(async (path) => {
      if (!(await isFolder(resolve(cwd, path)))) return [path]
      const names = await readdir(resolve(cwd, path))
      return names
        .filter((name) => /\.ya?ml$/.test(name))
        .toSorted()
        .map((name) => join(path, name))
    }),
  ).catch(() => [])
  return Promise.all([...new Set(files.flat())].map((file) => readNamedFile(file, cwd)))
}

export async function readNamedFile(file: string, cwd: string): Promise<RepositoryFile> {
  const path = resolve(cwd, file)
  const text = await readFile(path, 'utf8').catch(async (cause: unknown) => {
    throw new UserError(`Cannot read ${file}: ${readErrorReason(cause)}${await askForWorkflow(file, cwd)}`, { cause })
  })
  // A file with mixed line breaks keeps them.
  const isWindows = text.includes('\r\n') && !/(?<!\r)\n/.test(text)
  return { file, path, text: isWindows ? text.replaceAll('\r\n', '\n') : text, lineBreak: isWindows ? '\r\n' : '\n' }
}

/** Which workflow of the repository a name without its folder, or a misspelt one, means. */
async function askForWorkflow(file: string, cwd: string): Promise<string> {
  const root = await findProjectRoot(cwd)
  const names = (await readdir(join(root, WORKFLOW_FOLDER)).catch(() => [])).filter((name) => /\.ya?ml$/.test(name))
  const name = basename(file).replace(/\.ya?ml$/, '')
  const near = nearWord(
    name,
    names.map((each) => each.replace(/\.ya?ml$/, '')),
  )?.word
  const meant = names.find((each) => each.replace(/\.ya?ml$/, '') === near)
  return meant === undefined ? '' : `. Did you mean ${relative(cwd, join(root, WORKFLOW_FOLDER, meant))}?`
}

export const writeRepositoryFile = ({ path, lineBreak }: RepositoryFile, text: string): Promise<void> =>
  writeFile(path, text.replaceAll('\n', lineBreak))

/** The action as the examples name it: the npm package's scope is the owner on GitHub. */
export const OUR_ACTION = 'sluice-agent/sluice@v0'

/** The examples, in dist/ and in a checkout. */
const examplesFolder = (dist: string): string =>
  [join(dist, 'examples'), join(dist, '.github/examples')].find((folder) => existsSync(folder)) ?? dist

/** The templates of `sluice init`: each example, by the name of its file. */
export async function templateNames(dist: string): Promise<string[]> {
  const names = await readdir(examplesFolder(dist))
  return names.flatMap((name) => /^(.+)\.yml$/.exec(name)?.[1] ?? []).toSorted()
}

const readTemplate = (name: string, dist: string): Promise<string> =>
  readFile(join(examplesFolder(dist), `${name}.yml`), 'utf8')

/** What a template does: the first sentence of its comment. */
export async function templateSummary(name: string, dist: string): Promise<string> {
  const [, comment = ''] = /^# (.+)/.exec(await readTemplate(name, dist)) ?? []
  return comment.split(/(?<=\.) /)[0] ?? ''
}

/**
 * The workflow of a template. `uses`: what replaces our action; `ci`: the name of the workflow that fix-ci watches; `hasFix`: whether
 * fix.yml is beside it and answers its own commands.
 */
export async function workflowText(
  name: string,
  { dist, uses, ci, hasFix }: { dist: string; uses: string; ci: string; hasFix: boolean },
): Promise<string> {
  const template = await readTemplate(name, dist)
  const text = name === 'mention' && !hasFix ? answeringAll(template) : template
  const [action = '', ref = ''] = uses.split('@')
  const [owner, repository] = action.split('/')
  const withUses =
    uses === OUR_ACTION
      ? text
      : text
          .replace(/sluice-agent\/sluice@v0(?: #.*)?/, () => uses)
          .replace(
            /sluice-agent\/sluice(\/\.github\/\S+)@v0(?: #.*)?/,
            (_, file) => `${owner}/${repository}${file}@${ref}`,
          )
  return withUses.replace('workflows: [CI]', () => `workflows: [${/^[\w-]+$/.test(ci) ? ci : JSON.stringify(ci)}]`)
}

/** mention.yml for a repository without fix.yml: it answers the commands of fix.yml too, and offers codes. */
const answeringAll = (template: string): string =>
  template
    .replace(/ The commands \/fix,[\s\S]*?(?=\nname:)/, '')
    .replace(/if: >-\n +(contains\(.*\)) &&\n(?: +!contains\(.*\n)+/, (_, condition) => `if: ${condition}\n`)
    .replace(/ +settings: .*offerCodes.*\n/, '')

/** The name of the first workflow that runs on pushes or pull requests. */
export function findCiName(files: readonly { file: string; text: string }[]): string | undefined {
  for (const { file, text } of files) {
    const parsed = parseWorkflow(file, text)
    if (!parsed.ok || /sluice@/.test(text)) continue
    const { events, workflow } = parsed.source
    if (events.has('push') || events.has('pull_request'))
      return typeof workflow.name === 'string' ? workflow.name : file
  }
  return undefined
}
