import { z } from 'zod'
import { DiffFile } from './answers.ts'
import type { Calls } from './calls.ts'
import type { Page, Tail } from './channel.ts'

/** Calls about code and what was made of it: files, commits, checks, logs. Every one rejects with GitHubError. */
export type CodeCalls = {
  /** One page of a pull request's files, 50 a page. */
  filesPage(number: number, page: number): Promise<Page<DiffFile>>
  /** One page of a pull request's commits, oldest first, 50 a page; GitHub lists 250 at most. */
  pullCommits(number: number, page: number): Promise<Page<CommitLine>>
  /** One page of the commits that lead to a ref, newest first, 50 a page; those that touch `path`, when given. */
  commits(ref: string, path: string | undefined, page: number): Promise<Page<CommitLine>>
  checkRuns(ref: string, page: number): Promise<{ items: CheckRun[]; total: number }>
  annotations(checkRun: number): Promise<Annotation[]>
  /** The 100 newest runs of a workflow that somebody caused. `workflow` is its file's name. */
  runsBy(actor: string, workflow: string): Promise<{ conclusion: string | undefined; at: string }[]>
  /** Jobs of the last attempt of a workflow run, 100 at most. */
  runJobs(run: number): Promise<Job[]>
  /** The last `bytes` of a job's log. */
  jobLog(job: number, bytes: number): Promise<Tail>
  /** What lies at a path in a commit. Larger files than 1 MB come without content, with the blob to ask for. */
  content(path: string, ref: string): Promise<Content>
}

export type CommitLine = { sha: string; message: string; author: string; date: string }
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
export type Job = { id: number; name: string; conclusion: string | undefined; failedSteps: string[] }
export type Annotation = { path: string; line: number; level: string; title: string; message: string }
export type Content =
  | { kind: 'file'; bytes: Buffer | undefined; size: number; blob: string }
  | { kind: 'folder'; entries: { name: string; kind: string; size: number }[] }
  | { kind: 'other'; what: string }

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const CommitAnswer = z
  .object({
    sha: z.string(),
    commit: z.object({ message: z.string(), author: z.object({ name: text, date: text }).nullish() }),
  })
  .transform(
    ({ sha, commit: { message, author } }): CommitLine => ({
      sha,
      message,
      author: author?.name ?? '',
      date: author?.date ?? '',
    }),
  )

const CheckRunAnswer = z
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
  )

const RunAnswer = z
  .object({ conclusion: z.string().nullish(), created_at: z.string() })
  .transform(({ conclusion, created_at }) => ({ conclusion: conclusion ?? undefined, at: created_at }))
const Step = z.object({ name: z.string(), conclusion: z.string().nullish() })
const JobAnswer = z
  .object({ id: z.number(), name: z.string(), conclusion: z.string().nullish(), steps: z.array(Step).default([]) })
  .transform(
    ({ id, name, conclusion, steps }): Job => ({
      id,
      name,
      conclusion: conclusion ?? undefined,
      failedSteps: steps.filter((step) => step.conclusion === 'failure').map((step) => step.name),
    }),
  )

const AnnotationAnswer = z
  .object({ path: z.string(), start_line: z.number(), annotation_level: text, title: text, message: text })
  .transform(
    ({ path, start_line, annotation_level, title, message }): Annotation => ({
      path,
      line: start_line,
      level: annotation_level,
      title,
      message,
    }),
  )

const Entry = z.object({ name: z.string(), type: z.string(), size: z.number() })
const ContentAnswer = z.union([
  Entry.array().transform(
    (entries): Content => ({
      kind: 'folder',
      entries: entries.map(({ name, type, size }) => ({ name, kind: type, size })),
    }),
  ),
  z
    .object({ type: z.literal('file'), size: z.number(), sha: z.string(), content: text, encoding: z.string() })
    .transform(
      ({ size, sha, content, encoding }): Content => ({
        kind: 'file',
        size,
        blob: sha,
        bytes: encoding === 'base64' ? Buffer.from(content, 'base64') : undefined,
      }),
    ),
  z.object({ type: z.string() }).transform(({ type }): Content => ({ kind: 'other', what: type })),
])

export function codeCalls({ ask, askPage, askTail }: Calls): CodeCalls {
  const HERE = '/repos/{owner}/{repo}'
  return {
    filesPage: (pull_number, page) =>
      askPage(`GET ${HERE}/pulls/{pull_number}/files`, DiffFile, { pull_number, page, per_page: 50 }),
    pullCommits: (pull_number, page) =>
      askPage(`GET ${HERE}/pulls/{pull_number}/commits`, CommitAnswer, { pull_number, page, per_page: 50 }),
    commits: (sha, path, page) =>
      askPage(`GET ${HERE}/commits`, CommitAnswer, {
        sha,
        page,
        per_page: 50,
        ...(path === undefined ? {} : { path }),
      }),
    async checkRuns(ref, page) {
      const schema = z.object({ total_count: z.number(), check_runs: CheckRunAnswer.array() })
      const found = await ask(`GET ${HERE}/commits/{ref}/check-runs`, schema, { ref, page, per_page: 50 })
      return { items: found.check_runs, total: found.total_count }
    },
    annotations: (check_run_id) =>
      ask(`GET ${HERE}/check-runs/{check_run_id}/annotations`, AnnotationAnswer.array(), {
        check_run_id,
        per_page: 50,
      }),
    async runsBy(actor, workflow_id) {
      const schema = z.object({ workflow_runs: RunAnswer.array() })
      const parameters = { workflow_id, actor, per_page: 100 }
      return (await ask(`GET ${HERE}/actions/workflows/{workflow_id}/runs`, schema, parameters)).workflow_runs
    },
    async runJobs(run_id) {
      const schema = z.object({ jobs: JobAnswer.array() })
      return (await ask(`GET ${HERE}/actions/runs/{run_id}/jobs`, schema, { run_id, per_page: 100 })).jobs
    },
    jobLog: (job_id, bytes) => askTail(`GET ${HERE}/actions/jobs/{job_id}/logs`, bytes, { job_id }),
    content: (path, ref) => ask(`GET ${HERE}/contents/{path}`, ContentAnswer, { path, ref }),
  }
}
