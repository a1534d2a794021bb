import { triggerId } from '../github/comment-marker.ts'
import type { AnswerPlace } from '../github/events/task.ts'
import { startingLabel } from '../github/events/trigger-rules.ts'
import { labelMark, type RecordMarker } from '../github/result-marker.ts'
import { githubServer } from '../platform/environment.ts'
import { VERSION } from '../platform/version.ts'
import type { Host } from '../text/references.ts'
import type { Inputs } from './inputs.ts'
import type { Runtime } from './runtime.ts'

/**
 * Identifies the run on GitHub. A workflow and job have one sticky comment; `run` differs between runs and attempts. `by`: the id and
 * attempt of the run, also where `run` is the event that started it. `round`: how many answers in a row bots asked for. `thread`: the first comment of the review thread in which the result is a reply. `place`:
 * where it goes when it belongs to no issue or pull request. `label`: a mark of the label that started the run.
 * `read`: `trusted` when the run read no text of people without write permission; known when it ends. `record`: what the comment says about the transcript.
 */
export type RunIdentity = Host & {
  workflow: string
  job: string
  run: string
  by?: string
  read?: 'trusted'
  runUrl?: string
  round?: number
  thread?: number
  record?: RecordMarker
  place?: AnswerPlace
  label?: string
}

export const githubOptions = (inputs: Inputs, { env, event, now, sleep }: Runtime) => ({
  repository: event.repository,
  ...githubEndpoints(env),
  token: inputs.github_token,
  clock: { now, sleep },
})

/** GitHub's API, from the runner's variables. No file of the repository can change it. */
export function githubEndpoints(env: Runtime['env']) {
  return {
    apiUrl: env.GITHUB_API_URL || 'https://api.github.com',
    graphqlUrl: env.GITHUB_GRAPHQL_URL,
    userAgent: `sluice/${VERSION}`,
    workflowRef: env.GITHUB_WORKFLOW_REF,
  }
}

/** GitHub's web address, and the URL of the run's page on a runner. */
export function runLocation(env: Runtime['env']): { server: string; runUrl?: string } {
  const server = githubServer(env)
  const { GITHUB_RUN_ID: id, GITHUB_REPOSITORY: repository = '' } = env
  return id === undefined ? { server } : { server, runUrl: `${server}/${repository}/actions/runs/${id}` }
}

export function runIdentity(inputs: Inputs, { env, event, session }: Runtime): RunIdentity {
  // GitHub can deliver an event twice. The trigger's id lets the second run replace the answer of the first.
  const { GITHUB_RUN_ID: runId, GITHUB_RUN_ATTEMPT: attempt = '1' } = env
  const id = runId && (triggerId(event) ?? runId)
  const run = id ? `${id}.${attempt}` : session
  const started = startingLabel(event.payload, inputs.label_trigger)
  return {
    ...runLocation(env),
    repository: event.repository,
    workflow: inputs.workflow_name || env.GITHUB_WORKFLOW || '',
    // Two steps of one job, or two jobs of a matrix, share a comment unless `workflow_name` differs.
    // The jobs of one plan share a key, whatever they are called.
    job: inputs.mode === '' ? (env.GITHUB_JOB ?? '') : 'scale',
    run,
    by: runId ? `${runId}.${attempt}` : undefined,
    label: started && labelMark(started.label),
  }
}
