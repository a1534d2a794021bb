import * as z from 'zod'
import { lazy } from '../../platform/lazy.ts'
import { GitHubError } from './github-error.ts'
import type { RepositoryClient, TextTail } from './repository-client.ts'
import { Sha, nullableText as text } from './response-schemas.ts'

/** Calls about workflow runs, their jobs and logs. Every one rejects with GitHubError. */
export type WorkflowRunCalls = {
  runAttempt(run: number, attempt: number): Promise<RunAttempt>
  /** The run and attempt of a job. */
  runOfJob(job: number): Promise<RunAttempt>
  /** The run and attempt that a mark names, such as `41.2`, as far as it is one of this workflow. Never rejects. */
  ownRun(name: string): Promise<OwnRun>
  /** The same for a run of any workflow with code of this repository; `path` is the workflow's file. Never rejects. */
  repositoryRun(name: string): Promise<OwnRun & { path?: string }>
  /** The 100 newest runs of a workflow for `issues` events. `since`: ISO 8601. */
  workflowRunsSince(workflow: string, since: string): Promise<WorkflowRunFacts[]>
  /** The 100 newest runs of a workflow that `actor` triggered. `workflow` is the name of its file. */
  workflowRunsBy(actor: string, workflow: string): Promise<WorkflowRunFacts[]>
  /** The 100 newest runs of a workflow, by the name of its file. */
  newestRuns(workflow: string): Promise<WorkflowRunFacts[]>
  /** Who approved or rejected the jobs of a workflow run, in which environments. */
  approvals(run: number): Promise<RunApproval[]>
  /** Whether the environment has required reviewers now. */
  requiresReviewers(environment: string): Promise<boolean>
  /** Jobs of the latest attempt of a workflow run, 100 at most. */
  runJobs(run: number): Promise<WorkflowJob[]>
  /** The last `bytes` of a job's log. */
  jobLog(job: number, bytes: number): Promise<TextTail>
  /** Reads a job's log from its start, in pieces of text. `isWhole`: it has at most `maxBytes`; the rest is not read. */
  readJobLog(job: number, onText: (text: string) => void, maxBytes: number): Promise<{ isWhole: boolean }>
  /** Whether one of the logs that were read has a step with this action or run-gemini-cli: an earlier run wrote there. */
  hasReadAgentLog(): boolean
  /** The newest commits of a branch on which a workflow succeeded, newest first. `workflow` is the name of its file. */
  greenCommits(workflow: string, branch: string): Promise<string[]>
  /** When a workflow succeeded last on a branch of this repository. `workflow` is the name of its file. */
  lastGreenRun(workflow: string, branch: string): Promise<string | undefined>
}

/** `title`: what `run-name` gives the run. */
export type WorkflowRunFacts = {
  id: number
  title: string
  url: string
  conclusion: string | undefined
  event: string | undefined
  createdAt: string
  actor: string
}

/** `path`: the workflow's file. `headRepositoryId`: undefined when the fork was deleted. */
export type RunAttempt = {
  id: number
  attempt: number
  event: string
  path: string
  startedAt: string
  /** Undefined while it runs. */
  endedAt?: string
  repositoryId: number
  headRepositoryId: number | undefined
}

/**
 * `ours`: a run of this workflow file with code of this repository. `foreign`: another one, or none. `unknown`: GitHub does not say, because
 * the token lacks `actions: read`.
 */
export type OwnRun = { state: 'ours'; startedAt: string; endedAt?: string } | { state: 'foreign' | 'unknown' }

/** `failedTimes`: when the failed steps ran, in milliseconds since the epoch. */
export type WorkflowJob = {
  id: number
  name: string
  conclusion: string | undefined
  failedSteps: string[]
  failedTimes: { from: number; to: number }[]
}

export type RunApproval = { state: string; environments: string[] }

const RunAttemptResponse = z
  .object({
    id: z.number(),
    run_attempt: z.number().default(1),
    event: z.string(),
    path: z.string(),
    run_started_at: z.string().optional(),
    created_at: z.string(),
    updated_at: z.string().optional(),
    status: z.string().nullish(),
    repository: z.object({ id: z.number() }),
    head_repository: z.object({ id: z.number() }).nullish(),
  })
  .transform(
    (run): RunAttempt => ({
      id: run.id,
      attempt: run.run_attempt,
      event: run.event,
      path: run.path,
      startedAt: run.run_started_at ?? run.created_at,
      endedAt: run.status === 'completed' ? run.updated_at : undefined,
      repositoryId: run.repository.id,
      headRepositoryId: run.head_repository?.id,
    }),
  )

const WorkflowRunResponse = z
  .object({
    id: z.number(),
    conclusion: z.string().nullish(),
    event: z.string().nullish(),
    created_at: z.string(),
    display_title: text,
    html_url: text,
    actor: z.object({ login: z.string() }).nullish(),
  })
  .transform(({ id, conclusion, event, created_at, display_title, html_url, actor }) => ({
    id,
    title: display_title,
    url: html_url,
    conclusion: conclusion ?? undefined,
    event: event ?? undefined,
    createdAt: created_at,
    actor: actor?.login ?? '',
  }))

const Step = z.object({ name: z.string(), conclusion: z.string().nullish(), started_at: text, completed_at: text })

const WorkflowJobResponse = z
  .object({ id: z.number(), name: z.string(), conclusion: z.string().nullish(), steps: z.array(Step).default([]) })
  .transform(({ id, name, conclusion, steps }): WorkflowJob => {
    // GitHub cancels the step in which a job reaches its time limit.
    const failed = steps.filter(
      (step) => step.conclusion === 'failure' || (step.conclusion === 'cancelled' && conclusion !== 'failure'),
    )
    return {
      id,
      name,
      conclusion: conclusion ?? undefined,
      failedSteps: failed.map((step) => step.name),
      failedTimes: failed
        .map((step) => ({ from: Date.parse(step.started_at), to: Date.parse(step.completed_at) }))
        .filter(({ from, to }) => from <= to),
    }
  })

const RunApprovalResponse = z
  .object({ state: z.string(), environments: z.array(z.object({ name: text })).default([]) })
  .transform(({ state, environments }): RunApproval => ({ state, environments: environments.map(({ name }) => name) }))

/** Events whose workflow file is the one of the default branch or of the base, whatever code the run is about. */
const BASE_FILE_EVENTS = new Set(['pull_request_target', 'workflow_run'])

const NO_RUNS =
  'The job cannot read its runs, so it cannot know which earlier comments are its own, and believes none of them. Give the job `actions: read`.'

/** What the runner prints above the log of a step with this action or run-gemini-cli, and the most characters of it. */
const AGENT_LOG = /##\[group\]Run [\w./-]*\b(?:sluice|run-gemini-cli)@|\bgemini_api_key: /i
const MAX_HEADER = 300

/** `workflowRef`: GITHUB_WORKFLOW_REF, which names this workflow's file. */
export function workflowRunCalls(
  { request, requestAll, requestTail, requestText }: RepositoryClient,
  { workflowRef, notice }: { workflowRef?: string; notice(text: string): void },
): WorkflowRunCalls {
  const noticeOnce = lazy(() => notice(NO_RUNS))
  const ownPath = /^[^/]+\/[^/]+\/(.+?)@/.exec(workflowRef ?? '')?.[1]
  const runAttempt = (run_id: number, attempt_number: number) =>
    request(
      ({ actions }, repository) => actions.getWorkflowRunAttempt({ ...repository, run_id, attempt_number }),
      RunAttemptResponse,
    )
  let hasReadAgentLog = false
  const watchLog = () => {
    let end = ''
    return (text: string) => {
      end = end.slice(-MAX_HEADER) + text
      hasReadAgentLog ||= AGENT_LOG.test(end)
    }
  }

  async function workflowRuns(filter: { workflow_id: string; actor?: string; event?: string; created?: string }) {
    const schema = z.object({ workflow_runs: WorkflowRunResponse.array() })
    const { workflow_runs } = await request(
      ({ actions }, repository) => actions.listWorkflowRuns({ ...repository, ...filter, per_page: 100 }),
      schema,
    )
    return workflow_runs
  }

  async function repositoryRun(name: string): Promise<OwnRun & { path?: string }> {
    const [id = 0, attempt = 0] = name.split('.').map(Number)
    try {
      const run = await runAttempt(id, attempt)
      const { event, repositoryId, headRepositoryId, startedAt, endedAt } = run
      const hasOwnFile = headRepositoryId === repositoryId || BASE_FILE_EVENTS.has(event)
      const isOwn = run.id === id && run.attempt === attempt && hasOwnFile
      return isOwn ? { state: 'ours', startedAt, endedAt, path: run.path.replace(/@.*$/, '') } : { state: 'foreign' }
    } catch (error) {
      const status = error instanceof GitHubError ? error.status : 0
      if (status === 403) noticeOnce()
      return { state: status === 404 ? 'foreign' : 'unknown' }
    }
  }

  return {
    runAttempt,
    repositoryRun,
    async runOfJob(job_id) {
      const schema = z.object({ run_id: z.number(), run_attempt: z.number().default(1) })
      const { run_id, run_attempt } = await request(
        ({ actions }, repository) => actions.getJobForWorkflowRun({ ...repository, job_id }),
        schema,
      )
      return runAttempt(run_id, run_attempt)
    },
    async ownRun(name) {
      if (ownPath === undefined) return { state: 'unknown' }
      const { path, ...run } = await repositoryRun(name)
      return run.state === 'ours' && path !== ownPath ? { state: 'foreign' } : run
    },
    workflowRunsBy: (actor, workflow_id) => workflowRuns({ workflow_id, actor }),
    newestRuns: (workflow_id) => workflowRuns({ workflow_id }),
    workflowRunsSince: (workflow_id, since) => workflowRuns({ workflow_id, event: 'issues', created: `>=${since}` }),
    runJobs: (run_id) =>
      requestAll(
        (octokit, list, eachPage) =>
          octokit.paginate(octokit.rest.actions.listJobsForWorkflowRun, { ...list, run_id }, eachPage),
        WorkflowJobResponse,
      ),
    approvals: (run_id) =>
      request(
        ({ actions }, repository) => actions.getReviewsForRun({ ...repository, run_id }),
        RunApprovalResponse.array(),
      ),
    async requiresReviewers(environment_name) {
      const schema = z.object({ protection_rules: z.object({ type: z.string() }).array().default([]) })
      const { protection_rules: rules } = await request(
        ({ repos }, repository) => repos.getEnvironment({ ...repository, environment_name }),
        schema,
      )
      return rules.some(({ type }) => type === 'required_reviewers')
    },
    hasReadAgentLog: () => hasReadAgentLog,
    readJobLog(job_id, onText, maxBytes) {
      const watch = watchLog()
      return requestText(
        ({ actions }, repository, options) =>
          actions.downloadJobLogsForWorkflowRun({ ...repository, job_id, ...options }),
        (piece) => {
          watch(piece)
          onText(piece)
        },
        maxBytes,
      )
    },
    async greenCommits(workflow_id, branch) {
      const schema = z.object({ workflow_runs: z.array(z.object({ head_sha: Sha })) })
      const { workflow_runs: runs } = await request(
        ({ actions }, repository) =>
          actions.listWorkflowRuns({ ...repository, workflow_id, branch, status: 'success', per_page: 20 }),
        schema,
      )
      return runs.map(({ head_sha }) => head_sha)
    },
    async lastGreenRun(workflow_id, branch) {
      const schema = z.object({ workflow_runs: RunAttemptResponse.array() })
      const { workflow_runs: runs } = await request(
        ({ actions }, repository) =>
          actions.listWorkflowRuns({ ...repository, workflow_id, branch, status: 'success', per_page: 20 }),
        schema,
      )
      // A branch of a fork can have the same name.
      return runs.find(({ repositoryId, headRepositoryId }) => repositoryId === headRepositoryId)?.endedAt
    },
    jobLog(job_id, bytes) {
      const watch = watchLog()
      return requestTail(
        ({ actions }, repository, options) =>
          actions.downloadJobLogsForWorkflowRun({ ...repository, job_id, ...options }),
        bytes,
        (chunk) => watch(Buffer.from(chunk).toString('latin1')),
      )
    },
  }
}
