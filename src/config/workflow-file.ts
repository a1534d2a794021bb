import { parse } from 'yaml'
import type { Environment } from '../platform/environment.ts'
import { messageOf } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'

export type WorkflowMap = Readonly<Record<string, unknown>>

/** A job that calls a workflow, which another one may call. */
type WorkflowCaller = { workflow: WorkflowMap; job: WorkflowMap; caller?: WorkflowCaller }

/** A step that uses this action. `caller`: the job that calls the workflow of `job`, with its workflow. */
export type WorkflowStep = {
  workflow: WorkflowMap
  job: WorkflowMap
  steps: readonly WorkflowMap[]
  /** Position in `steps`. */
  index: number
  caller?: WorkflowCaller
}

const MAX_FILES = 20

/**
 * The steps of the trusted workflow file that can be this one. `GITHUB_WORKFLOW_REF` names the file; the job can also be in a
 * reusable workflow of this repository that the file calls. Several when the runner's variables fit several.
 */
export async function findWorkflowSteps(
  steering: Pick<CommitReader, 'read'>,
  env: Environment,
  notice: (text: string) => void,
): Promise<WorkflowStep[]> {
  const [, repository = '', path = ''] =
    /^([^/]+\/[^/]+)\/(\.github\/workflows\/[^@]+)@/.exec(env.GITHUB_WORKFLOW_REF ?? '') ?? []
  if (path === '' || repository.toLowerCase() !== (env.GITHUB_REPOSITORY ?? '').toLowerCase()) return []
  const steps = await stepsOfFile(path, undefined, { steering, notice, visited: new Set() })
  const ofJob = steps.filter(({ jobName }) => jobName === env.GITHUB_JOB)
  const candidates = ofJob.length > 0 ? ofJob : steps
  const action = env.GITHUB_ACTION ?? ''
  const byId = candidates.filter(({ step }) => mapText(step, 'id') === action)
  const matching = byId.length > 0 ? byId : candidates.filter(({ step }) => isThisAction(step, env))
  return matching.map(({ place }) => place)
}

type StepCandidate = { jobName: string; step: WorkflowMap; place: WorkflowStep }

type FileContext = { steering: Pick<CommitReader, 'read'>; notice: (text: string) => void; visited: Set<string> }

async function stepsOfFile(
  path: string,
  caller: WorkflowStep['caller'],
  context: FileContext,
): Promise<StepCandidate[]> {
  const { steering, notice, visited } = context
  if (visited.size >= MAX_FILES) return []
  const text = await steering.read(path)
  if (text === undefined) return []
  visited.add(path)
  let workflow: WorkflowMap
  try {
    workflow = mapOf(parse(text, { maxAliasCount: 100 }))
  } catch (error) {
    notice(
      `${path} at the steering commit is not valid YAML, so no variables of the step are known. (${messageOf(error).split('\n')[0]})`,
    )
    return []
  }
  const all: StepCandidate[] = []
  for (const [jobName, value] of Object.entries(mapOf(workflow.jobs))) {
    const job = mapOf(value)
    const steps = (Array.isArray(job.steps) ? job.steps : []).map(mapOf)
    for (const [index, step] of steps.entries())
      if (typeof step.uses === 'string') all.push({ jobName, step, place: { workflow, job, steps, index, caller } })
    const called =
      typeof job.uses === 'string' ? /^\.\/(\.github\/workflows\/[^@]+\.ya?ml)$/.exec(job.uses)?.[1] : undefined
    if (called !== undefined && called !== path)
      all.push(...(await stepsOfFile(called, { workflow, job, caller }, context)))
  }
  return all
}

/** Whether a step without a matching id uses this action, by the repository the runner names, by its name or by its inputs. */
function isThisAction(
  { id, uses, with: inputs }: WorkflowMap,
  { GITHUB_ACTION = '', GITHUB_ACTION_REPOSITORY = '' }: Environment,
): boolean {
  // The runner knows a step with an id by this id.
  if (typeof id === 'string' && GITHUB_ACTION !== '' && !GITHUB_ACTION.startsWith('__')) return false
  const name = String(uses).split('@')[0]?.toLowerCase() ?? ''
  return name === GITHUB_ACTION_REPOSITORY.toLowerCase() || isAgentStep({ uses, with: inputs })
}

/** Whether a step uses this action or run-gemini-cli, under a name of its own, too. */
export function isAgentStep({ uses = '', with: inputs }: WorkflowMap): boolean {
  const name = String(uses).split('@')[0]?.toLowerCase() ?? ''
  return (
    /(?:^|\/)(?:sluice|run-gemini-cli)$/.test(name) ||
    'gemini_api_key' in mapOf(inputs) ||
    (/^\.\/?$/.test(name) && 'prompt' in mapOf(inputs))
  )
}

/**
 * Whether an expression reads what an earlier run of an agent answered or set, in a step of the job or in a job that it needs, also through
 * other steps. What a called workflow gives back is unknown, so it counts.
 */
export function readsAgentOutput(expression: string, place: WorkflowStep, hops = 0): boolean {
  if (hops > MAX_HOPS) return true
  const { workflow, job, steps } = place
  const reads = (value: unknown, origin: WorkflowStep) =>
    textsIn(value)
      .flatMap(expressionsIn)
      .some((each) => readsAgentOutput(each, origin, hops + 1))
  const isTainted = (step: WorkflowMap): boolean => isAgentStep(step) || reads(step, place)
  const isOutput = (path: string) => !/^[\w-]+\.(?:outcome|conclusion)$/.test(path)
  return (
    referencesIn(expression, 'steps').some((path) => {
      const step = steps.find(({ id }) => typeof id === 'string' && id.toLowerCase() === path.split('.')[0])
      return step !== undefined && isOutput(path) && isTainted(step)
    }) ||
    referencesIn(expression, 'needs').some((path) => {
      const [id = '', , output = ''] = path.split('.')
      const needed = mapOf(named(mapOf(workflow.jobs), id))
      if (path.endsWith('.result')) return false
      if (typeof needed.uses === 'string') return true
      const all = (Array.isArray(needed.steps) ? needed.steps : []).map(mapOf)
      const outputs = mapOf(needed.outputs)
      return reads(output === '' ? outputs : named(outputs, output), { workflow, job: needed, steps: all, index: 0 })
    }) ||
    referencesIn(expression, 'env').some((name) => {
      const maps = [mapOf(steps[place.index]).env, job.env, workflow.env].map(mapOf)
      const value = maps.map((map) => named(map, name)).find((each) => each !== undefined)
      if (value !== undefined) return reads(value, place)
      // A variable that the file does not set comes from an earlier step. An agent sets those that the file reads.
      const earlier = steps.slice(0, place.index)
      const setters = earlier.filter(({ run }) =>
        String(run ?? '')
          .toLowerCase()
          .includes(name),
      )
      return setters.length === 0 ? earlier.some(isAgentStep) : setters.some(isTainted)
    })
  )
}

const MAX_HOPS = 8

/** Names in expressions ignore case. */
const named = (map: WorkflowMap, name: string): unknown =>
  Object.entries(map).find(([key]) => key.toLowerCase() === name)?.[1]

export const mapOf = (value: unknown): WorkflowMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

export const mapText = (map: WorkflowMap, key: string): string => {
  const value = map[key]
  return typeof value === 'string' ? value : ''
}

/** Every text inside a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** The text of every expression in a value: between `${{` and `}}`, and all of an `if`. */
export const expressionsIn = (text: string): string[] =>
  [...text.matchAll(/\$\{\{([\s\S]*?)\}\}/g)].map(([, inside = '']) => normalized(inside))

/** `x['y']` as `x.y`, and without other texts in quotes. */
export const normalized = (expression: string): string =>
  expression
    .replace(/\[\s*'([\w-]+)'\s*\]/g, '.$1')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s*\.\s*/g, '.')

/** What an expression reads, lower-case: `env.name`, `steps.id.outputs.name`. */
export const referencesIn = (expression: string, context: string): string[] =>
  [...expression.matchAll(new RegExp(`(?<![\\w.-])${context}((?:\\.[\\w-]+)+)`, 'gi'))].map(([, path = '']) =>
    path.slice(1).toLowerCase(),
  )

/** Secrets, the token, and whole contexts that contain them. */
export const readsSecret = (expression: string): boolean =>
  /(?<![\w.-])(?:secrets(?![\w-])|github\.token(?![\w-])|github\.\*|(?:github|env|steps|needs|job|inputs)(?![\w.-]))/i.test(
    expression,
  ) || /(?<![\w.-])(?:github|env|steps|needs|inputs)(?:\.[\w-]+)*(?:\.\*|\s*\[)/i.test(expression)
