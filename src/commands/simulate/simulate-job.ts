import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { readInputs } from '../../config/inputs.ts'
import { createRuntime } from '../../config/runtime.ts'
import { expressionsIn, mapOf, normalized, referencesIn, textsIn } from '../../config/workflow-file.ts'
import { startGitHub } from '../../emulators/github/github.ts'
import { pull } from '../../emulators/github/world.ts'
import { connectGitHub, type GitHub } from '../../github/api/github.ts'
import type { IncomingEvent } from '../../github/events/task-facts.ts'
import { UserError } from '../../platform/errors.ts'
import type { JobSource, StepSource, WorkflowSource } from '../workflow-source.ts'
import { type SimulatedRun, simulateRun } from './simulate-run.ts'
import {
  FORK,
  ISSUE_NUMBER,
  LOGINS,
  PULL_NUMBER,
  REPOSITORY,
  RUN_ID,
  SHA,
  type Situation,
  situationsOf,
} from './situations.ts'

/** One line of the table. `inputs`: the texts of `with` in this situation. */
export type SimulatedRow = Situation & { file: string; job: string; inputs: Record<string, string> } & (
    | SimulatedRun
    | { result: 'skipped'; reason: string }
  )

export type SimulationFolders = { workspace: string; scratch: string; dist: string }

/** A step that uses Sluice. `callers`: the jobs that call its workflow. */
export type SimulatedStep = {
  source: WorkflowSource
  job: JobSource
  step: StepSource
  callers: readonly { source: WorkflowSource; job: JobSource }[]
}

/** Every situation of one step, on an emulated repository with one pull request. A step with `mode` depends on the jobs before it and has none. */
export async function simulateStep(simulated: SimulatedStep, folders: SimulationFolders): Promise<SimulatedRow[]> {
  const { source, job, step, callers } = simulated
  const rows: SimulatedRow[] = []
  if (mapOf(step.step.with).mode !== undefined) return rows
  for (const situation of situationsOf(source.events, job, step))
    rows.push(await simulateSituation(simulated, situation, folders))
  for (const caller of source.events.has('workflow_call') ? callers : [])
    for (const situation of situationsOf(caller.source.events, job, step))
      rows.push(await simulateSituation(simulated, situation, folders, caller))
  return rows
}

async function simulateSituation(
  { source, job, step }: SimulatedStep,
  situation: Situation,
  { workspace, scratch, dist }: SimulationFolders,
  caller?: SimulatedStep['callers'][number],
): Promise<SimulatedRow> {
  const callerContexts = caller && contextsOf(caller.source, caller.job, situation)
  const callerReason = caller && callerContexts && conditionReason(caller.source, caller.job, undefined, callerContexts)
  const contexts = contextsOf(source, job, situation, callerContexts && valuesOf(caller.job.job.with, callerContexts))
  const inputs = valuesOf(step.step.with, contexts)
  const row = { ...situation, file: source.file, job: job.id, inputs }
  const reason = callerReason ?? conditionReason(source, job, step.step.if, contexts)
  if (reason !== undefined) return { ...row, result: 'skipped', reason }
  await using api = await startGitHub({ ...worldOf(situation), approvals: approvalsOf(inputs.fork_environment) })
  const connected = connectGitHub({
    apiUrl: api.url,
    graphqlUrl: api.graphqlUrl,
    repository: REPOSITORY,
    token: SIMULATED_TOKEN,
    userAgent: 'sluice',
    notice: () => undefined,
  })
  // There is no git here: every file is at every commit, the workflow of a first phase included.
  const github: GitHub = {
    ...connected,
    content: async () => ({ kind: 'file', size: 0, blob: SHA.base, bytes: undefined }),
  }
  const file = source.file.split(/[\\/]/).at(-1) ?? ''
  const env = {
    ...mapOf(contexts.env),
    ...valuesOf(step.step.env, contexts),
    GITHUB_RUN_ID: String(RUN_ID),
    GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/${file}@refs/heads/main`,
  } as Record<string, string> // texts only
  const runtime = createRuntime({
    env: { ...env, RUNNER_TEMP: scratch },
    dist,
    workspace,
    event: incomingEventOf(situation),
    session: 'simulated',
    signal: new AbortController().signal,
    log: () => undefined,
  })
  try {
    const read = readInputs(
      Object.fromEntries(
        Object.entries({ github_token: SIMULATED_TOKEN, ...inputs }).map(([name, value]) => [
          `INPUT_${name.toUpperCase()}`,
          value,
        ]),
      ),
    )
    return { ...row, ...(await simulateRun(read, runtime, github)) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { ...row, result: 'config', reason: error.message }
  }
}

/** A job in an environment runs when a person approves it; without required reviewers there is no approval, and the action refuses. */
const approvalsOf = (environment = '') =>
  environment === '' ? [] : [{ run: RUN_ID, environment, state: 'approved' as const, user: LOGINS.writer }]

const valuesOf = (map: unknown, contexts: ExpressionContexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapOf(map)).map(([name, value]) => [name, evaluateText(String(value ?? ''), contexts)]),
  )

const worldOf = ({ code, payload }: Situation) => {
  const author = mapOf(mapOf(payload.pull_request ?? payload.issue).user).login
  const [owner = '', repo = ''] = REPOSITORY.split('/')
  const head = { ref: 'topic', sha: SHA.head, repo: code === 'fork' ? FORK : REPOSITORY }
  const base = { ref: 'main', sha: SHA.base, repo: REPOSITORY }
  const opened = pull({ number: PULL_NUMBER, base, head })
  return {
    owner,
    repo,
    token: SIMULATED_TOKEN,
    visibility: 'public' as const,
    permissions: { writer: 'write' as const, stranger: 'none' as const },
    pulls: code === undefined ? [] : [typeof author === 'string' ? { ...opened, user: author } : opened],
  }
}

export const SIMULATED_TOKEN = 'simulated-token'

/** The event as the runner hands it to the action. */
export const incomingEventOf = ({ event, actor, payload }: Situation): IncomingEvent => ({
  name: event,
  payload,
  repository: REPOSITORY,
  sha: SHA.base,
  actor: LOGINS[actor],
  triggeringActor: LOGINS[actor],
})

/** GitHub gives no secrets to runs for forks and for Dependabot, except to workflows of the base. */
export const hasSecrets = ({ event, actor, code }: Situation): boolean =>
  !(['pull_request', 'pull_request_review', 'pull_request_review_comment'].includes(event) && code === 'fork') &&
  actor !== 'dependabot'

/** The contexts of a job's expressions. Outputs of other steps and jobs are unknown, so they get likely values. */
export function contextsOf(
  source: WorkflowSource,
  job: JobSource,
  situation: Situation,
  inputs: Readonly<Record<string, string>> = {},
): ExpressionContexts {
  const { event, actor, payload, code } = situation
  const number = code === undefined ? ISSUE_NUMBER : PULL_NUMBER
  const texts = textsIn(source.workflow).flatMap((text) => [...expressionsIn(text), normalized(text)])
  const unknown = (context: string) => {
    const paths = [...new Set(texts.flatMap((text) => referencesIn(text, context)))]
    const byId = Map.groupBy(paths, (path) => path.split('.')[0] ?? '')
    return Object.fromEntries(
      [...byId].map(([id, all]) => [
        id,
        {
          result: 'success',
          outcome: 'success',
          conclusion: 'success',
          outputs: Object.fromEntries(all.map((path) => [path.split('.')[2] ?? '', likelyValue(path, number)])),
        },
      ]),
    )
  }
  const secretNames = texts.flatMap((text) => referencesIn(text, 'secrets'))
  const secrets = Object.fromEntries(secretNames.map((name) => [name, hasSecrets(situation) ? 'simulated-secret' : '']))
  const github = {
    event: payload,
    event_name: event,
    actor: LOGINS[actor],
    triggering_actor: LOGINS[actor],
    repository: REPOSITORY,
    repository_owner: REPOSITORY.split('/')[0],
    ref: code === undefined ? 'refs/heads/main' : `refs/pull/${PULL_NUMBER}/merge`,
    ref_name: code === undefined ? 'main' : `${PULL_NUMBER}/merge`,
    head_ref: code === undefined ? '' : 'topic',
    base_ref: code === undefined ? '' : 'main',
    sha: SHA.base,
    workflow: String(source.workflow.name ?? source.file),
    run_id: String(RUN_ID),
    token: SIMULATED_TOKEN,
    job: job.id,
    server_url: 'https://github.com',
    workspace: '/workspace',
  }
  const contexts = {
    github,
    secrets: { ...secrets, github_token: SIMULATED_TOKEN },
    steps: unknown('steps'),
    needs: unknown('needs'),
    vars: {},
    inputs: { ...defaultInputs(source), ...inputs },
  }
  const env = Object.entries({ ...mapOf(source.workflow.env), ...mapOf(job.job.env) }).map(([name, value]) => [
    name,
    evaluateText(String(value ?? ''), contexts),
  ])
  return { ...contexts, env: Object.fromEntries(env) }
}

/** The defaults of inputs of a reusable workflow that a caller does not set. */
const defaultInputs = ({ events }: WorkflowSource): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapOf(events.get('workflow_call')?.inputs)).map(([name, input]) => [
      name,
      String(mapOf(input).default ?? ''),
    ]),
  )

const likelyValue = (path: string, number: number): string =>
  /number|issue|pull|pr$|id$/.test(path) ? String(number) : 'true'

/** Why the job or the step is skipped by its condition; undefined when it runs. Jobs that it needs count, too. */
export function conditionReason(
  source: WorkflowSource,
  job: JobSource,
  stepIf: unknown,
  contexts: ExpressionContexts,
): string | undefined {
  if (!holds(job.job.if, contexts)) return 'the condition of the job is false'
  const needed = source.jobs.filter(({ id }) => [job.job.needs ?? []].flat().includes(id))
  const skippedJob = needed.find((each) => !holds(each.job.if, contexts))
  if (skippedJob !== undefined && !/always\(|needs\./.test(String(job.job.if ?? '')))
    return `the job ${skippedJob.id}, which it needs, is skipped`
  return holds(stepIf, contexts) ? undefined : 'the condition of the step is false'
}

/** The contexts of a workflow by name: `github`, `secrets`, `steps` … */
export type ExpressionContexts = Readonly<Record<string, unknown>>

const NAMES = [
  'github',
  'env',
  'vars',
  'secrets',
  'inputs',
  'steps',
  'needs',
  'matrix',
  'strategy',
  'runner',
  'job',
  'jobs',
]

/** A simulated job never fails. */
const STATUS: Readonly<Record<string, boolean>> = { success: true, always: true, failure: false, cancelled: false }

const functions = [
  ...Object.entries(STATUS).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  })),
  { name: 'hashfiles', minArgs: 1, maxArgs: 255, call: () => new data.StringData('') },
]

function evaluate(expression: string, contexts: ExpressionContexts): data.ExpressionData {
  const { tokens } = new Lexer(expression).lex()
  const parsed = new Parser(tokens, NAMES, functions).parse()
  const known = toData(Object.fromEntries(NAMES.map((name) => [name, contexts[name] ?? {}])))
  if (!(known instanceof data.Dictionary)) throw new Error('the contexts are a map')
  return new Evaluator(parsed, known, new Map(functions.map((each) => [each.name, each]))).evaluate()
}

function toData(value: unknown): data.ExpressionData {
  if (typeof value === 'string') return new data.StringData(value)
  if (typeof value === 'number') return new data.NumberData(value)
  if (typeof value === 'boolean') return new data.BooleanData(value)
  if (Array.isArray(value)) return JSON.parse(JSON.stringify(value), data.reviver) as data.ExpressionData // what the reviver makes
  if (typeof value !== 'object' || value === null) return new data.Null()
  return new data.Dictionary(...Object.entries(value).map(([key, each]) => ({ key, value: toData(each) })))
}

/** A text with its expressions replaced by their values. */
export const evaluateText = (text: string, contexts: ExpressionContexts): string =>
  text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression: string) => evaluate(expression, contexts).coerceString())

/** Whether an `if` holds. Without a condition it does. */
export function holds(condition: unknown, contexts: ExpressionContexts): boolean {
  const text = String(condition ?? '').trim()
  if (text === '') return true
  const inside = /^\$\{\{([\s\S]*)\}\}$/.exec(text)?.[1]
  const isWhole = inside !== undefined && !inside.includes('${{')
  const value =
    isWhole || !text.includes('${{')
      ? evaluate(isWhole ? inside : text, contexts)
      : new data.StringData(evaluateText(text, contexts))
  return !['', 'false', '0', 'null'].includes(value.coerceString())
}
