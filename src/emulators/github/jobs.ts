import { type ApiAnswer, type ApiCall, notFound, numeric, paged, type Route } from './answer.ts'
import { mayReadActions } from './runs.ts'
import { nodeId, repoPage, repoUrl } from './shapes.ts'
import type { World, WorldJob } from './world.ts'

/** Logs of jobs, which GitHub stores on another host. Source: GitHub REST docs, "Download job logs for a workflow run". */
export const jobRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/actions/jobs/:id/logs', answer: sendToLog },
  { method: 'GET', pattern: '/actions/runs/:id/jobs', answer: listJobs },
]

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

const AT = '2026-01-05T09:00:00Z'

const jobJson = (call: ApiCall, { id, run, name, conclusion, failedStep, headSha }: WorldJob) => ({
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

/** The URL is valid for a minute and needs no credential; it is on another host, so a client must not send one. */
function sendToLog(call: ApiCall): ApiAnswer {
  const id = numeric(call, 'id')
  if (call.world.jobLogs[id] === undefined) throw notFound()
  const { port } = new URL(call.api)
  return { status: 302, headers: { location: `http://localhost:${port}${STORE}${id}` } }
}

/** The stored log for a path, or undefined for other paths. */
export function storedLog(world: World, path: string): string | undefined {
  return path.startsWith(STORE) ? (world.jobLogs[Number(path.slice(STORE.length))] ?? '') : undefined
}
