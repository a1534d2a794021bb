import { readInputs } from '../../config/inputs/read-inputs.ts'
import { createRuntime } from '../../config/runtime.ts'
import { mapOf } from '../../config/workflow/workflow-file.ts'
import { startGitHub } from '../../emulators/github/github.ts'
import { pull } from '../../emulators/github/world.ts'
import { connectGitHub, type GitHub } from '../../github/api/github.ts'
import { UserError } from '../../platform/errors.ts'
import type { JobSource, StepSource, WorkflowSource } from '../workflows/workflow-source.ts'
import { type ExpressionContexts, evaluateText } from './expressions.ts'
import { conditionReason, contextsOf, incomingEventOf, SIMULATED_TOKEN } from './job-contexts.ts'
import { type SimulatedRun, simulateRun } from './simulate-run.ts'
import { FORK, LOGINS, PULL_NUMBER, REPOSITORY, RUN_ID, SHA, type Situation, situationsOf } from './situations.ts'

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
