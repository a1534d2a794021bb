import { type Answer, type Call, notFound, numeric, paged, Refusal, type Route } from './github-answer.ts'
import { nodeId, repoPage, repository, repoUrl, user } from './github-shapes.ts'
import type { Job, WorkflowRun, World } from './github-world.ts'

/** Logs of jobs, which GitHub keeps elsewhere. Source: GitHub REST docs, "Download job logs for a workflow run". */
export const jobRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/actions/jobs/:id/logs', answer: sendToLog },
  { method: 'GET', pattern: '/actions/runs/:id/jobs', answer: listJobs },
  { method: 'GET', pattern: '/actions/workflows/:file/runs', answer: listRuns },
]

function mayRead(call: Call): void {
  if ((call.world.tokenMay.actions ?? 'write') === 'none')
    throw new Refusal(403, 'Resource not accessible by integration')
}

/** Newest first. Source: GitHub REST docs, "List workflow runs for a workflow". */
function listRuns(call: Call): Answer {
  mayRead(call)
  const file = call.params.file ?? ''
  const known = call.world.workflowRuns.filter(({ workflow }) => workflow === file)
  if (known.length === 0) throw notFound()
  const actor = call.query.get('actor')
  const runs = known.filter((run) => actor === null || run.actor === actor)
  return paged(
    call,
    runs.toReversed().map((run) => runJson(call, run)),
    (page) => ({ total_count: runs.length, workflow_runs: page }),
  )
}

function runJson(call: Call, { id, workflow, actor, conclusion, createdAt }: WorkflowRun) {
  const url = `${repoUrl(call)}/actions/runs/${id}`
  return {
    ...{
      id,
      node_id: nodeId('WorkflowRun', id),
      name: 'CI',
      display_title: 'CI',
      run_number: 1,
      event: 'issue_comment',
    },
    ...{ head_branch: 'main', head_sha: '0'.repeat(40), head_commit: null, path: `.github/workflows/${workflow}` },
    ...{ status: conclusion === null ? 'in_progress' : 'completed', conclusion, workflow_id: 1 },
    ...{ created_at: createdAt, updated_at: createdAt, pull_requests: [], actor: user(call, actor) },
    ...{ repository: repository(call), head_repository: repository(call) },
    ...{ url, html_url: `${repoPage(call)}/actions/runs/${id}`, jobs_url: `${url}/jobs`, logs_url: `${url}/logs` },
    ...{ cancel_url: `${url}/cancel`, rerun_url: `${url}/rerun`, artifacts_url: `${url}/artifacts` },
    ...{ check_suite_url: `${repoUrl(call)}/check-suites/1`, workflow_url: `${repoUrl(call)}/actions/workflows/1` },
  }
}

/** Source: GitHub REST docs, "List jobs for a workflow run". */
function listJobs(call: Call): Answer {
  mayRead(call)
  const run = numeric(call, 'id')
  const jobs = call.world.jobs.filter((job) => job.run === run)
  return paged(
    call,
    jobs.map((job) => jobJson(call, job)),
    (page) => ({ total_count: jobs.length, jobs: page }),
  )
}

const AT = '2026-01-05T09:00:00Z'

const jobJson = (call: Call, { id, run, name, conclusion, failedStep, headSha }: Job) => ({
  id,
  run_id: run,
  run_url: `${repoUrl(call)}/actions/runs/${run}`,
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
    ...(failedStep === undefined ? [] : [{ name: failedStep, status: 'completed', conclusion: 'failure', number: 2 }]),
  ],
})

const STORE = '/stored-logs/'

/** The address is good for a minute and needs no credential; it is another host's, so a client must send none there. */
function sendToLog(call: Call): Answer {
  const id = numeric(call, 'id')
  if (call.world.jobLogs[id] === undefined) throw notFound()
  const { port } = new URL(call.api)
  return { status: 302, headers: { location: `http://localhost:${port}${STORE}${id}` } }
}

/** What the store answers, or undefined for an address that is not its own. */
export function storedLog(world: World, path: string): string | undefined {
  return path.startsWith(STORE) ? (world.jobLogs[Number(path.slice(STORE.length))] ?? '') : undefined
}
