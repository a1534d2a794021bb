import { readInputs } from '../../config/inputs.ts'
import { createRuntime } from '../../config/runtime.ts'
import {
  expressionsIn,
  mapOf,
  mapText,
  normalized,
  referencesIn,
  textsIn,
  type WorkflowStep,
} from '../../config/workflow-file.ts'
import {
  guardsForks,
  isForkBranch,
  isForkRefused,
  type LeftCheckout,
  leftCheckout,
  leftCheckouts,
  runCommit,
  runRef,
} from '../../emulators/github/checkout.ts'
import { startGitHub } from '../../emulators/github/github.ts'
import { pull } from '../../emulators/github/world.ts'
import { connectGitHub, type GitHub } from '../../github/api/github.ts'
import type { IncomingEvent } from '../../github/events/task-facts.ts'
import { UserError } from '../../platform/errors.ts'
import { isCheckout, type JobSource, pinnedVersion, type StepSource, type WorkflowSource } from '../workflow-source.ts'
import { type ExpressionContexts, evaluateText, falsePart } from './expressions.ts'
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

/** One line of the table. `inputs`: the texts of `with` in this situation. `checkouts`: what the steps before leave in the workspace. */
export type SimulatedRow = Situation & {
  file: string
  job: string
  inputs: Record<string, string>
  checkouts: readonly LeftCheckout[]
} & (
    | Exclude<SimulatedRun, { result: 'runs' }>
    | (Extract<SimulatedRun, { result: 'runs' }> & { files: string })
    | { result: 'skipped' | 'fails'; reason: string }
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

/** What one step does in one situation. */
export async function simulateSituation(
  simulated: SimulatedStep,
  situation: Situation,
  folders: SimulationFolders,
  caller?: SimulatedStep['callers'][number],
): Promise<SimulatedRow> {
  const { source, job, step } = simulated
  const row = { ...situation, file: source.file, job: job.id, checkouts: [] }
  try {
    const callerContexts = caller && contextsOf(caller.source, caller.job, situation)
    const callerReason =
      caller && callerContexts && conditionReason(caller.source, caller.job, undefined, callerContexts)
    const contexts = contextsOf(source, job, situation, callerContexts && valuesOf(caller.job.job.with, callerContexts))
    const inputs = valuesOf(step.step.with, contexts)
    const reason = callerReason ?? conditionReason(source, job, step.step.if, contexts)
    if (reason !== undefined) return { ...row, inputs, result: 'skipped', reason }
    const steps = checkoutsBefore(simulated, contexts, runRef(situation.event, situation.payload))
    const checkouts = leftCheckouts(steps.map(({ checkout }) => checkout))
    if (steps.some(({ isGuarded, checkout }) => isGuarded && isForkRefused(checkout, situation)))
      return { ...row, inputs, checkouts, result: 'fails', reason: FORK_REFUSED }
    if (steps.some(({ checkout }) => isForkBranch(checkout, situation)))
      return { ...row, inputs, checkouts, result: 'fails', reason: FORK_BRANCH }
    const run = await simulateInputs(simulated, { situation, contexts, inputs, caller }, folders)
    if (run.result !== 'runs') return { ...row, inputs, checkouts, ...run }
    const notes = [...run.notes, ...dependabotNotes(simulated, situation)]
    return { ...row, inputs, checkouts, ...run, notes, files: filesText(run.files, checkouts) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { ...row, inputs: {}, result: 'config', reason: error.message }
  }
}

type EvaluatedStep = {
  situation: Situation
  contexts: ExpressionContexts
  inputs: Record<string, string>
  caller: SimulatedStep['callers'][number] | undefined
}

async function simulateInputs(
  { source, job, step }: SimulatedStep,
  { situation, contexts, inputs, caller }: EvaluatedStep,
  { workspace, scratch, dist }: SimulationFolders,
): Promise<SimulatedRun> {
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
  const given = Object.entries({ github_token: SIMULATED_TOKEN, ...inputs })
  const read = readInputs(Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])))
  const place: WorkflowStep = {
    workflow: source.workflow,
    job: job.job,
    steps: job.steps.map((each) => each.step),
    index: step.index,
    caller: caller && { workflow: caller.source.workflow, job: caller.job.job },
  }
  return await simulateRun(read, runtime, github, [place])
}

/** A job in an environment runs when a person approves it; without required reviewers there is no approval, and the action refuses. */
const approvalsOf = (environment = '') =>
  environment === '' ? [] : [{ run: RUN_ID, environment, state: 'approved' as const, user: LOGINS.writer }]

const FORK_REFUSED =
  'actions/checkout refuses the code of a fork on this event, so the job fails before the run. Remove ref and repository of that step: the run reads the pull request from the API.'

const FORK_BRANCH =
  'This repository has no branch with the name of the fork’s branch, so actions/checkout fails, and the job with it. Remove ref of that step: the run reads the pull request from the API.'

/** What each checkout before this step leaves in the workspace. */
const checkoutsBefore = (
  { source, job, step }: SimulatedStep,
  contexts: ExpressionContexts,
  ref: string,
): { isGuarded: boolean; checkout: LeftCheckout }[] =>
  job.steps
    .slice(0, step.index)
    .filter((each) => isCheckout(each) && falsePart(each.step.if, contexts) === undefined)
    .map((each) => ({
      isGuarded: guardsForks(mapText(each.step, 'uses'), pinnedVersion(source, each)) === true,
      checkout: leftCheckout(valuesOf(each.step.with, contexts), { repository: REPOSITORY, ref }),
    }))

/** `head`: the commit that the run is about, if it is another than that of the job. */
function filesText(head: string | undefined, checkouts: readonly LeftCheckout[]): string {
  const own = checkouts.filter(({ repository }) => repository.toLowerCase() === REPOSITORY)
  const checkout = own.find(({ folder }) => folder === '') ?? own[0]
  // A run about a pull request fetches the head itself.
  if (checkout === undefined) return head ?? 'none: no step before checks out this repository'
  return head ?? checkout.ref.replace(/^refs\/(?:heads|tags)\//, '')
}

/** The texts of a map of the workflow in this situation. */
export const valuesOf = (map: unknown, contexts: ExpressionContexts): Record<string, string> =>
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

const shaOf = (event: string): string => (runCommit(event) === 'merge' ? SHA.merge : SHA.base)

/** The event as the runner hands it to the action. */
const incomingEventOf = ({ event, actor, payload }: Situation): IncomingEvent => ({
  name: event,
  payload,
  repository: REPOSITORY,
  sha: shaOf(event),
  actor: LOGINS[actor],
  triggeringActor: LOGINS[actor],
})

/**
 * GitHub gives no secrets to runs for forks, except to workflows of the base. Runs of Dependabot get the Dependabot secrets, which can
 * have the same names.
 */
export const hasSecrets = ({ event, code }: Situation): boolean =>
  !(['pull_request', 'pull_request_review', 'pull_request_review_comment'].includes(event) && code === 'fork')

/** Which secrets a run of Dependabot needs, if its step reads any. */
function dependabotNotes({ step }: SimulatedStep, { actor }: Situation): string[] {
  const texts = textsIn({ with: step.step.with, env: step.step.env }).flatMap(expressionsIn)
  const names = [...new Set(texts.flatMap((text) => referencesIn(text, 'secrets')))].filter(
    (name) => name !== 'github_token',
  )
  if (actor !== 'dependabot' || names.length === 0) return []
  return [
    `Needs ${names.map((name) => name.toUpperCase()).join(', ')} in the Dependabot secrets (Settings → Secrets and variables → Dependabot): GitHub gives this run no others.`,
  ]
}

/** The contexts of a job's expressions. Outputs of other steps and jobs are unknown, so they get likely values. */
export function contextsOf(
  source: WorkflowSource,
  job: JobSource,
  situation: Situation,
  inputs: Readonly<Record<string, string>> = {},
): ExpressionContexts {
  const { event, actor, payload, code } = situation
  const number = code === undefined ? ISSUE_NUMBER : PULL_NUMBER
  const ref = runRef(event, payload)
  // Source: GitHub docs, "Contexts", github.head_ref.
  const hasBranches = event === 'pull_request' || event === 'pull_request_target'
  const texts = textsIn(source.workflow).flatMap((text) => [...expressionsIn(text), normalized(text)])
  const conditions = [job.job.if, ...job.steps.map(({ step }) => step.if)].map((text) => rejoined(String(text ?? '')))
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
          outputs: Object.fromEntries(
            all.map((path) => [path.split('.')[2] ?? '', likelyValue(`${context}.${path}`, number, conditions)]),
          ),
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
    ref,
    ref_name: ref.replace(/^refs\/(?:heads|tags|pull)\//, ''),
    ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    head_ref: hasBranches ? 'topic' : '',
    base_ref: hasBranches ? 'main' : '',
    sha: shaOf(event),
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

/** `x['y']` as `x.y`; other texts stay. */
const rejoined = (condition: string): string => condition.replace(/\[\s*'([\w-]+)'\s*\]/g, '.$1')

/** What the conditions of the job ask for; else a number, or that something is so. */
function likelyValue(path: string, number: number, conditions: readonly string[]): string {
  const asked = new RegExp(`${path.replaceAll('.', '\\.')}\\s*==\\s*'([^']*)'`, 'i')
  const wanted = conditions.flatMap((text) => asked.exec(text)?.[1] ?? [])[0]
  if (wanted !== undefined) return wanted
  return /number|issue|pull|pr$|id$/.test(path) ? String(number) : 'true'
}

/** Why the job or the step is skipped by its condition; undefined when it runs. Jobs that it needs count, too. */
function conditionReason(
  source: WorkflowSource,
  job: JobSource,
  stepIf: unknown,
  contexts: ExpressionContexts,
): string | undefined {
  const ofJob = falsePart(job.job.if, contexts)
  if (ofJob !== undefined) return `the condition of the job is false: ${ofJob}`
  const skipped = skippedNeed(source, job, contexts)
  if (skipped !== undefined) return `the job ${skipped.id}, which it needs, is skipped: ${skipped.part}`
  const ofStep = falsePart(stepIf, contexts)
  return ofStep === undefined ? undefined : `the condition of the step is false: ${ofStep}`
}

/**
 * The first job of those that this one needs, and that they need, whose condition is false. A job without a status function in its
 * condition runs only after success. Source: GitHub docs, "Evaluate expressions", status check functions.
 */
function skippedNeed(
  { jobs }: Pick<WorkflowSource, 'jobs'>,
  { job }: JobSource,
  contexts: ExpressionContexts,
): { id: string; part: string } | undefined {
  if (/\b(?:always|cancelled|failure)\s*\(/i.test(String(job.if ?? ''))) return undefined
  for (const each of jobs.filter(({ id }) => [job.needs ?? []].flat().includes(id))) {
    const part = falsePart(each.job.if, contexts)
    if (part !== undefined) return { id: each.id, part }
    const before = skippedNeed({ jobs: jobs.filter(({ id }) => id !== each.id) }, each, contexts)
    if (before !== undefined) return before
  }
  return undefined
}

/** What one event does in all workflows together. `starts`: GitHub starts a run of them, also if it skips each job. `costs`: as people pay it. */
export type EventEffect = Pick<Situation, 'event' | 'type' | 'detail' | 'actor' | 'code'> & {
  words: string
  starts: string[]
  claims: string[]
  answers: string[]
  costs: 'nothing' | 'a runner' | 'the model'
}

/** The effects of every situation in these rows on all of these steps. */
export async function eventEffects(
  steps: readonly SimulatedStep[],
  rows: readonly SimulatedRow[],
  folders: SimulationFolders,
): Promise<EventEffect[]> {
  const situations = new Map(rows.map((row) => [situationKey(row), row]))
  const ownRows = new Map(rows.map((row) => [`${row.file} ${row.job} ${situationKey(row)}`, row]))
  const effects: EventEffect[] = []
  for (const [key, situation] of situations) {
    const started = steps.filter(({ source }) => startsOn(source, situation))
    const results: SimulatedRow[] = []
    for (const step of started)
      results.push(
        ownRows.get(`${step.source.file} ${step.job.id} ${key}`) ?? (await simulateSituation(step, situation, folders)),
      )
    const namesOf = (some: readonly SimulatedRow[]) => [...new Set(some.map(({ file }) => file))]
    const running = results.filter(({ result }) => result === 'runs')
    const hasRunner = results.some(({ result }) => result !== 'skipped')
    const { event, type, detail, actor, code } = situation
    effects.push({
      event,
      type,
      detail,
      actor,
      code,
      words: wordsOf(situation),
      starts: namesOf(results),
      claims: [...new Set(started.flatMap((step, index) => claimedGroups(step, situation, results[index])))],
      answers: namesOf(running),
      costs: running.length > 0 ? 'the model' : hasRunner ? 'a runner' : 'nothing',
    })
  }
  return effects
}

const situationKey = (situation: Situation): string => {
  const { event, type, detail, actor, code } = situation
  return JSON.stringify([event, type, detail, actor, code, wordsOf(situation)])
}

/** The words of the comment, or the label. */
function wordsOf({ payload }: Situation): string {
  const { body } = mapOf(payload.comment ?? payload.review)
  const { name } = mapOf(payload.label)
  return typeof body === 'string' ? body : typeof name === 'string' ? `label ${name}` : ''
}

function startsOn({ events }: WorkflowSource, { event, type }: Situation): boolean {
  const { types } = mapOf(events.get(event))
  const listed = types === undefined ? undefined : (Array.isArray(types) ? types : [types]).map(String)
  return events.has(event) && (type === undefined || listed === undefined || listed.includes(type))
}

/** GitHub claims the group of a workflow before it looks at the conditions of its jobs, and that of a job after it. */
function claimedGroups({ source, job }: SimulatedStep, situation: Situation, row: SimulatedRow | undefined): string[] {
  const claims = [source.workflow.concurrency, row?.result === 'skipped' ? undefined : job.job.concurrency]
  return claims.flatMap((claim) => {
    const group = typeof claim === 'string' ? claim : mapOf(claim).group
    if (typeof group !== 'string') return []
    try {
      return [evaluateText(group, contextsOf(source, job, situation))]
    } catch {
      return [group]
    }
  })
}
