import { expressionsIn, normalized, referencesIn } from '../../config/workflow/expressions.ts'
import { mapOf, textsIn } from '../../config/workflow/workflow-file.ts'
import type { IncomingEvent } from '../../github/events/read-event.ts'
import type { JobSource, WorkflowSource } from '../workflows/workflow-source.ts'
import type { ExpressionContexts } from './expressions.ts'
import { evaluateText, holds } from './expressions.ts'
import { ISSUE_NUMBER, LOGINS, PULL_NUMBER, REPOSITORY, RUN_ID, SHA, type Situation } from './situations.ts'

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

/** The inputs of a reusable workflow that a caller leaves out. */
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
