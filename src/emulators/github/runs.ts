import { createHash } from 'node:crypto'
import { type ApiAnswer, type ApiCall, ErrorAnswer, notFound, numeric, ok, paged, type Route } from './answer.ts'
import { nodeId, repoPage, repository, repoUrl, user } from './shapes.ts'
import type { WorkflowRun, World, WorldArtifact, WorldJob } from './world.ts'

const ARTIFACT_STORE = '/stored-artifacts/'

const DEFAULT_EVENT = 'issue_comment'

/** Workflow runs and their artifacts, which GitHub stores on another host. Source: GitHub REST docs, "Actions". */
export const runRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/actions/workflows/:file/runs', answer: listRuns },
  { method: 'GET', pattern: '/actions/runs/:id/attempts/:attempt', answer: getAttempt },
  { method: 'GET', pattern: '/actions/runs/:id/approvals', answer: listApprovals },
  { method: 'GET', pattern: '/environments/:name', answer: getEnvironment },
  { method: 'GET', pattern: '/actions/runs/:id/artifacts', answer: (call) => listArtifacts(call, numeric(call, 'id')) },
  { method: 'GET', pattern: '/actions/artifacts', answer: (call) => listArtifacts(call) },
  { method: 'GET', pattern: '/actions/artifacts/:id', answer: (call) => ok(artifactJson(call, artifactOf(call))) },
  { method: 'GET', pattern: '/actions/artifacts/:id/zip', answer: sendToArtifact },
]

export function mayReadActions(call: ApiCall): void {
  if ((call.permissions.actions ?? 'write') === 'none')
    throw new ErrorAnswer(403, 'Resource not accessible by integration')
}

/** Newest first. Source: GitHub REST docs, "List workflow runs for a workflow". */
function listRuns(call: ApiCall): ApiAnswer {
  mayReadActions(call)
  const file = call.params.file ?? ''
  const ofWorkflow = call.world.workflowRuns.filter(({ workflow }) => workflow === file)
  if (ofWorkflow.length === 0) throw notFound()
  const actor = call.query.get('actor')
  const event = call.query.get('event')
  const branch = call.query.get('branch')
  const status = call.query.get('status')
  const earliest = /^>=(.+)$/.exec(call.query.get('created') ?? '')?.[1]
  const runs = ofWorkflow.filter(
    (run) =>
      (actor === null || run.actor === actor) &&
      (event === null || (run.event ?? DEFAULT_EVENT) === event) &&
      (branch === null || (run.branch ?? 'main') === branch) &&
      (status === null || run.conclusion === status) &&
      (earliest === undefined || Date.parse(run.createdAt) >= Date.parse(earliest)),
  )
  return paged(
    call,
    runs.toReversed().map((run) => runJson(call, run)),
    (page) => ({ total_count: runs.length, workflow_runs: page }),
  )
}

function runJson(call: ApiCall, run: WorkflowRun) {
  const {
    id,
    workflow,
    actor,
    conclusion,
    createdAt,
    endedAt = createdAt,
    event = DEFAULT_EVENT,
    attempt = 1,
    headRepo,
    headSha = '0'.repeat(40),
    branch = 'main',
    title = 'CI',
  } = run
  const url = `${repoUrl(call)}/actions/runs/${id}`
  return {
    id,
    node_id: nodeId('WorkflowRun', id),
    name: 'CI',
    display_title: title,
    run_number: 1,
    event,
    head_branch: branch,
    head_sha: headSha,
    head_commit: null,
    path: `.github/workflows/${workflow}`,
    status: conclusion === null ? 'in_progress' : 'completed',
    conclusion,
    workflow_id: 1,
    created_at: createdAt,
    updated_at: endedAt,
    pull_requests: [],
    actor: user(call, actor),
    repository: repository(call),
    run_attempt: attempt,
    run_started_at: createdAt,
    head_repository: headRepo === null ? null : repository(call, headRepo),
    url,
    html_url: `${repoPage(call)}/actions/runs/${id}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    artifacts_url: `${url}/artifacts`,
    check_suite_url: `${repoUrl(call)}/check-suites/1`,
    workflow_url: `${repoUrl(call)}/actions/workflows/1`,
  }
}

/** Answers 404 for an attempt that the run has not reached, and for another run. */
function getAttempt(call: ApiCall): ApiAnswer {
  mayReadActions(call)
  const id = numeric(call, 'id')
  const attempt = numeric(call, 'attempt')
  const { workflowRuns, playedWorkflow } = call.world
  const run = workflowRuns.find((each) => each.id === id) ?? (playedWorkflow && playedRun(id, attempt, playedWorkflow))
  if (!run || attempt < 1 || attempt > (run.attempt ?? 1)) throw notFound()
  return ok(runJson(call, { ...run, attempt }))
}

const playedRun = (id: number, attempt: number, workflow: string): WorkflowRun => ({
  id,
  attempt,
  workflow,
  actor: 'octo',
  conclusion: null,
  createdAt: '2020-01-01T00:00:00Z',
})

/** Source: GitHub REST docs, "Get the review history for a workflow run". */
function listApprovals(call: ApiCall): ApiAnswer {
  mayReadActions(call)
  const run = numeric(call, 'id')
  const approvals = call.world.approvals.filter((each) => each.run === run)
  return ok(
    approvals.map(({ state, environment, user: login }) => ({
      state,
      comment: '',
      environments: [{ id: 1, node_id: nodeId('Environment', 1), name: environment, url: '', html_url: '' }],
      user: user(call, login),
    })),
  )
}

/** Source: GitHub REST docs, "Get an environment". */
function getEnvironment(call: ApiCall): ApiAnswer {
  mayReadActions(call)
  const name = call.params.name ?? ''
  const environment = Object.hasOwn(call.world.environments, name) ? call.world.environments[name] : undefined
  if (environment === undefined) throw notFound()
  const rule = { id: 1, node_id: nodeId('GateRule', 1), type: 'required_reviewers', prevent_self_review: false }
  return ok({
    id: 1,
    node_id: nodeId('Environment', 1),
    name,
    url: '',
    html_url: '',
    created_at: '2026-01-05T09:00:00Z',
    updated_at: '2026-01-05T09:00:00Z',
    protection_rules: environment.hasReviewers ? [{ ...rule, reviewers: [] }] : [],
    deployment_branch_policy: null,
  })
}

function artifactOf(call: ApiCall): WorldArtifact {
  mayReadActions(call)
  const artifact = call.world.artifacts.find(({ id }) => id === numeric(call, 'id'))
  if (artifact === undefined) throw notFound()
  return artifact
}

/** Newest first. Source: GitHub REST docs, "Actions artifacts". */
function listArtifacts(call: ApiCall, run?: number): ApiAnswer {
  mayReadActions(call)
  const name = call.query.get('name')
  const artifacts = call.world.artifacts.filter(
    (each) => (run === undefined || each.run === run) && (name === null || each.name === name),
  )
  return paged(
    call,
    artifacts.toReversed().map((each) => artifactJson(call, each)),
    (page) => ({ total_count: artifacts.length, artifacts: page }),
  )
}

function artifactJson(
  call: ApiCall,
  { id, run, name, zip, createdAt, expired = false, digestOf = zip }: WorldArtifact,
) {
  const url = `${repoUrl(call)}/actions/artifacts/${id}`
  const { headRepo } = call.world.workflowRuns.find((each) => each.id === run) ?? {}
  const repositoryId = repository(call).id
  return {
    id,
    node_id: nodeId('Artifact', id),
    name,
    size_in_bytes: zip.length,
    expired,
    digest: `sha256:${createHash('sha256').update(digestOf).digest('hex')}`,
    url,
    archive_download_url: `${url}/zip`,
    created_at: createdAt,
    expires_at: null,
    updated_at: createdAt,
    workflow_run: {
      id: run,
      repository_id: repositoryId,
      head_branch: 'main',
      head_sha: '0'.repeat(40),
      head_repository_id: headRepo === null ? undefined : repository(call, headRepo).id,
    },
  }
}

/** The URL needs no credential and is on another host, so a client must not send one. An expired artifact is gone. */
function sendToArtifact(call: ApiCall): ApiAnswer {
  const { id, expired } = artifactOf(call)
  if (expired === true) throw new ErrorAnswer(410, 'Artifact has expired')
  const { port } = new URL(call.api)
  return { status: 302, headers: { location: `http://localhost:${port}${ARTIFACT_STORE}${id}` } }
}

/** The stored zip file for a path, or undefined for other paths. */
export function storedArtifact(world: World, path: string): Uint8Array | undefined {
  if (!path.startsWith(ARTIFACT_STORE)) return undefined
  return world.artifacts.find(({ id }) => id === Number(path.slice(ARTIFACT_STORE.length)))?.zip
}

const jobJson = (call: ApiCall, { id, run, name, conclusion, failedStep, failedTimes, headSha }: WorldJob) => ({
  id,
  run_id: run,
  run_url: `${repoUrl(call)}/actions/runs/${run}`,
  run_attempt: 1,
  node_id: nodeId('CheckRun', id),
  head_sha: headSha,
  head_branch: 'topic',
  url: `${repoUrl(call)}/actions/jobs/${id}`,
  html_url: `${repoPage(call)}/actions/runs/${run}/job/${id}`,
  status: 'completed',
  conclusion,
  created_at: AT,
  started_at: AT,
  completed_at: AT,
  name,
  workflow_name: 'CI',
  check_run_url: `${repoUrl(call)}/check-runs/${id}`,
  labels: ['ubuntu-latest'],
  runner_id: 1,
  runner_name: 'GitHub Actions 1',
  runner_group_id: 2,
  runner_group_name: 'GitHub Actions',
  steps: [
    { name: 'Set up job', status: 'completed', conclusion: 'success', number: 1 },
    ...(failedStep === undefined
      ? []
      : [
          {
            name: failedStep,
            status: 'completed',
            conclusion: conclusion === 'cancelled' ? 'cancelled' : 'failure',
            number: 2,
            started_at: failedTimes?.from ?? null,
            completed_at: failedTimes?.to ?? null,
          },
        ]),
  ],
})

const AT = '2026-01-05T09:00:00Z'

const LOG_STORE = '/stored-logs/'

/** Logs of jobs, which GitHub stores on another host. Source: GitHub REST docs, "Download job logs for a workflow run". */
export const jobRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/actions/jobs/:id/logs', answer: sendToLog },
  { method: 'GET', pattern: '/actions/jobs/:id', answer: getJob },
  { method: 'GET', pattern: '/actions/runs/:id/jobs', answer: listJobs },
]

/** Source: GitHub REST docs, "Get a job for a workflow run": 404 for the id of a check run that is no job. */
function getJob(call: ApiCall): ApiAnswer {
  mayReadActions(call)
  const id = numeric(call, 'id')
  const job = call.world.jobs.find((each) => each.id === id)
  if (job === undefined) throw notFound()
  return ok(jobJson(call, job))
}

/** Source: GitHub REST docs, "List jobs for a workflow run". */
function listJobs(call: ApiCall): ApiAnswer {
  mayReadActions(call)
  const run = numeric(call, 'id')
  const jobs = call.world.jobs.filter((job) => job.run === run)
  return paged(
    call,
    jobs.map((job) => jobJson(call, job)),
    (page) => ({ total_count: jobs.length, jobs: page }),
  )
}

/** The URL is valid for a minute and needs no credential; it is on another host, so a client must not send one. */
function sendToLog(call: ApiCall): ApiAnswer {
  const id = numeric(call, 'id')
  if (call.world.jobLogs[id] === undefined) throw notFound()
  const { port } = new URL(call.api)
  return { status: 302, headers: { location: `http://localhost:${port}${LOG_STORE}${id}` } }
}

/** The stored log for a path, or undefined for other paths. */
export function storedLog(world: World, path: string): string | undefined {
  return path.startsWith(LOG_STORE) ? (world.jobLogs[Number(path.slice(LOG_STORE.length))] ?? '') : undefined
}
