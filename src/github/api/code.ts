import * as z from 'zod'
import type { RepositoryClient, ResultPage, TextTail } from './repository-client.ts'
import { Pull, nullableText as text } from './response-schemas.ts'

/** Calls about files, commits, checks and job logs. Every one rejects with GitHubError. */
export type WorkflowRunFacts = {
  id: number
  conclusion: string | undefined
  event: string | undefined
  createdAt: string
  actor: string
}

export type CodeCalls = {
  /** One page of a pull request's commits, oldest first, 50 a page. GitHub lists 250 at most. */
  pullCommits(number: number, page: number): Promise<ResultPage<CommitSummary>>
  /** One page of the commits that a ref contains, newest first, 50 a page. With `path`, only commits that change it. */
  commits(ref: string, path: string | undefined, page: number): Promise<ResultPage<CommitSummary>>
  checkRuns(ref: string, page: number): Promise<{ items: CheckRun[]; total: number }>
  annotations(checkRun: number): Promise<CheckAnnotation[]>
  /** At most 100 runs for `issues` events, newest first. `since`: ISO 8601. */
  workflowRunsSince(workflow: string, since: string): Promise<WorkflowRunFacts[]>
  /** The 100 newest runs of a workflow that `actor` triggered. `workflow` is the name of its file. */
  workflowRunsBy(actor: string, workflow: string): Promise<WorkflowRunFacts[]>
  /** The 100 newest runs of a workflow, by the name of its file. */
  newestRuns(workflow: string): Promise<WorkflowRunFacts[]>
  /** Who approved or rejected the jobs of a workflow run, in which environments. */
  approvals(run: number): Promise<RunApproval[]>
  /** Whether the environment has required reviewers now. */
  requiresReviewers(environment: string): Promise<boolean>
  /** The open pull requests from a branch, `owner:branch`; 30 at most. */
  openPullsFrom(head: string): Promise<Pull[]>
  /** Jobs of the latest attempt of a workflow run, 100 at most. */
  runJobs(run: number): Promise<WorkflowJob[]>
  /** The last `bytes` of a job's log. */
  jobLog(job: number, bytes: number): Promise<TextTail>
  /** The file or folder at a path of a commit. Files over 1 MB have no `bytes`; read their `blob` instead. */
  content(path: string, ref: string): Promise<RepositoryContent>
}

/** `date` and `committed`: when the author wrote it, and when it was committed (ISO 8601). */
export type CommitSummary = { sha: string; message: string; author: string; date: string; committed: string }

export type CheckRun = {
  id: number
  name: string
  status: string
  conclusion: string | undefined
  title: string
  summary: string
  annotations: number
  app: string | undefined
}

export type WorkflowJob = { id: number; name: string; conclusion: string | undefined; failedSteps: string[] }

export type CheckAnnotation = { path: string; line: number; level: string; title: string; message: string }

export type RepositoryContent =
  | { kind: 'file'; bytes: Buffer | undefined; size: number; blob: string }
  | { kind: 'folder'; entries: { name: string; kind: string; size: number }[] }
  | { kind: 'other'; type: string }

export type RunApproval = { state: string; environments: string[] }

const CommitSummaryResponse = z.lazy(() =>
  z
    .object({
      sha: z.string(),
      commit: z.object({
        message: z.string(),
        author: z.object({ name: text, date: text }).nullish(),
        committer: z.object({ date: text }).nullish(),
      }),
    })
    .transform(
      ({ sha, commit: { message, author, committer } }): CommitSummary => ({
        sha,
        message,
        author: author?.name ?? '',
        date: author?.date ?? '',
        committed: committer?.date ?? '',
      }),
    ),
)

const CheckRunResponse = z.lazy(() =>
  z
    .object({
      id: z.number(),
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullish(),
      output: z.object({ title: text, summary: text, annotations_count: z.number().default(0) }),
      app: z.object({ slug: z.string().optional() }).nullish(),
    })
    .transform(
      ({ id, name, status, conclusion, output, app }): CheckRun => ({
        id,
        name,
        status,
        conclusion: conclusion ?? undefined,
        title: output.title,
        summary: output.summary,
        annotations: output.annotations_count,
        app: app?.slug,
      }),
    ),
)

const WorkflowRunResponse = z.lazy(() =>
  z
    .object({
      id: z.number(),
      conclusion: z.string().nullish(),
      event: z.string().nullish(),
      created_at: z.string(),
      actor: z.object({ login: z.string() }).nullish(),
    })
    .transform(({ id, conclusion, event, created_at, actor }) => ({
      id,
      conclusion: conclusion ?? undefined,
      event: event ?? undefined,
      createdAt: created_at,
      actor: actor?.login ?? '',
    })),
)

const Step = z.lazy(() => z.object({ name: z.string(), conclusion: z.string().nullish() }))

const WorkflowJobResponse = z.lazy(() =>
  z
    .object({ id: z.number(), name: z.string(), conclusion: z.string().nullish(), steps: z.array(Step).default([]) })
    .transform(
      ({ id, name, conclusion, steps }): WorkflowJob => ({
        id,
        name,
        conclusion: conclusion ?? undefined,
        failedSteps: steps.filter((step) => step.conclusion === 'failure').map((step) => step.name),
      }),
    ),
)

const RunApprovalResponse = z.lazy(() =>
  z
    .object({ state: z.string(), environments: z.array(z.object({ name: text })).default([]) })
    .transform(
      ({ state, environments }): RunApproval => ({ state, environments: environments.map(({ name }) => name) }),
    ),
)

const CheckAnnotationResponse = z.lazy(() =>
  z.object({ path: z.string(), start_line: z.number(), annotation_level: text, title: text, message: text }).transform(
    ({ path, start_line, annotation_level, title, message }): CheckAnnotation => ({
      path,
      line: start_line,
      level: annotation_level,
      title,
      message,
    }),
  ),
)

const FolderEntry = z.lazy(() => z.object({ name: z.string(), type: z.string(), size: z.number() }))

const ContentResponse = z.lazy(() =>
  z.union([
    FolderEntry.array().transform(
      (entries): RepositoryContent => ({
        kind: 'folder',
        entries: entries.map(({ name, type, size }) => ({ name, kind: type, size })),
      }),
    ),
    z
      .object({ type: z.literal('file'), size: z.number(), sha: z.string(), content: text, encoding: z.string() })
      .transform(
        ({ size, sha, content, encoding }): RepositoryContent => ({
          kind: 'file',
          size,
          blob: sha,
          bytes: encoding === 'base64' ? Buffer.from(content, 'base64') : undefined,
        }),
      ),
    z.object({ type: z.string() }).transform(({ type }): RepositoryContent => ({ kind: 'other', type: type })),
  ]),
)

export function codeCalls({ request, requestPage, requestTail }: RepositoryClient): CodeCalls {
  const per_page = 50

  async function workflowRuns(filter: { workflow_id: string; actor?: string; event?: string; created?: string }) {
    const schema = z.object({ workflow_runs: WorkflowRunResponse.array() })
    const { workflow_runs } = await request(
      ({ actions }, repository) => actions.listWorkflowRuns({ ...repository, ...filter, per_page: 100 }),
      schema,
    )
    return workflow_runs
  }

  return {
    pullCommits: (pull_number, page) =>
      requestPage(
        page,
        ({ pulls }, repository) => pulls.listCommits({ ...repository, pull_number, page, per_page }),
        CommitSummaryResponse,
      ),
    commits: (sha, path, page) =>
      requestPage(
        page,
        ({ repos }, repository) => repos.listCommits({ ...repository, sha, page, per_page, path }),
        CommitSummaryResponse,
      ),
    async checkRuns(ref, page) {
      const schema = z.object({ total_count: z.number(), check_runs: CheckRunResponse.array() })
      const response = await request(
        ({ checks }, repository) => checks.listForRef({ ...repository, ref, page, per_page }),
        schema,
      )
      return { items: response.check_runs, total: response.total_count }
    },
    annotations: (check_run_id) =>
      request(
        ({ checks }, repository) => checks.listAnnotations({ ...repository, check_run_id, per_page }),
        CheckAnnotationResponse.array(),
      ),
    workflowRunsBy: (actor, workflow_id) => workflowRuns({ workflow_id, actor }),
    newestRuns: (workflow_id) => workflowRuns({ workflow_id }),
    workflowRunsSince: (workflow_id, since) => workflowRuns({ workflow_id, event: 'issues', created: `>=${since}` }),
    async runJobs(run_id) {
      const schema = z.object({ jobs: WorkflowJobResponse.array() })
      return (
        await request(
          ({ actions }, repository) => actions.listJobsForWorkflowRun({ ...repository, run_id, per_page: 100 }),
          schema,
        )
      ).jobs
    },
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
    openPullsFrom: (head) =>
      request(
        ({ pulls }, repository) => pulls.list({ ...repository, state: 'open', head, per_page: 30 }),
        Pull.array(),
      ),
    jobLog: (job_id, bytes) =>
      requestTail(
        ({ actions }, repository, options) =>
          actions.downloadJobLogsForWorkflowRun({ ...repository, job_id, ...options }),
        bytes,
      ),
    content: (path, ref) =>
      request(({ repos }, repository) => repos.getContent({ ...repository, path, ref }), ContentResponse),
  }
}

export type BlobTextCalls = {
  /** The texts of blobs in one query, by SHA; without those that are binary or too large for it. Rejects with GitHubError. */
  blobTexts(shas: readonly string[]): Promise<Map<string, string>>
}

const Blob = z.lazy(() =>
  z.object({
    text: z.string().nullish(),
    isBinary: z.boolean().nullish(),
    isTruncated: z.boolean(),
  }),
)

const Response = z.lazy(() => z.object({ repository: z.record(z.string(), Blob.nullish()) }))

export const blobTextCalls = ({ repo, graphql }: RepositoryClient): BlobTextCalls => ({
  async blobTexts(shas) {
    const valid = shas.filter((sha) => /^[0-9a-f]{40,64}$/.test(sha))
    const fields = valid.map(
      (sha, index) => `b${index}: object(oid: "${sha}") { ... on Blob { text isBinary isTruncated } }`,
    )
    const query = `query($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    ${fields.join('\n    ')}
  }
}`
    const { repository } = await graphql(query, Response, repo)
    return new Map(
      valid.flatMap((sha, index) => {
        const blob = repository[`b${index}`]
        return blob?.text == null || blob.isBinary === true || blob.isTruncated ? [] : [[sha, blob.text] as const]
      }),
    )
  },
})
