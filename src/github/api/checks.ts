import * as z from 'zod'
import type { RepositoryClient } from './repository-client.ts'
import { Sha, nullableText as text } from './response-schemas.ts'

const CONCLUSIONS = ['success', 'neutral', 'failure', 'action_required', 'timed_out', 'cancelled'] as const
export type Conclusion = (typeof CONCLUSIONS)[number]

/** An annotation on lines `from` to `to` of the head commit, counted from 1. Its texts are plain text. */
export type NewAnnotation = {
  path: string
  from: number
  to: number
  level: 'notice' | 'warning' | 'failure'
  title: string
  message: string
  details?: string
}

/** `text` and `summary` are Markdown. GitHub accepts 50 annotations a request and adds them to the existing ones. */
export type CheckOutput = { title: string; summary: string; text?: string; annotations?: readonly NewAnnotation[] }

/** A check run that this action created. */
export type ActionCheckRun = {
  id: number
  url: string
  sha: string
  status: string
  conclusion?: string
  /** Identifies the check run to later runs. */
  externalId: string
  annotations: number
}

export type NewCheckRun = {
  name: string
  sha: string
  externalId: string
  /** The page that "Details" links to. */
  url?: string
  status: 'in_progress'
  output: CheckOutput
}

export type CheckChange = { output?: CheckOutput; conclusion?: Conclusion; externalId?: string; url?: string }

/** Calls about check runs. Every one rejects with GitHubError. Only Apps may create check runs. */
export type CheckCalls = {
  createCheck(check: NewCheckRun): Promise<ActionCheckRun>
  /** A conclusion completes the check run. */
  updateCheck(id: number, change: CheckChange): Promise<ActionCheckRun>
  check(id: number): Promise<ActionCheckRun>
  /** The 100 newest check runs of that name on a commit. */
  checksNamed(name: string, sha: string): Promise<ActionCheckRun[]>
  checkRuns(ref: string, page: number): Promise<{ items: CheckRun[]; total: number }>
  annotations(checkRun: number): Promise<CheckAnnotation[]>
  /** The newest statuses of a commit, one a context: CI that creates no check runs. At most 100. */
  commitStatuses(sha: string): Promise<CommitStatus[]>
}

export type CheckRun = {
  id: number
  externalId: string
  name: string
  status: string
  conclusion: string | undefined
  title: string
  summary: string
  annotations: number
  app: string | undefined
}

export type CommitStatus = { context: string; state: string; description: string }

export type CheckAnnotation = { path: string; line: number; level: string; title: string; message: string }

const CheckRunResponse = z
  .object({
    id: z.number(),
    name: z.string(),
    external_id: text,
    status: z.string(),
    conclusion: z.string().nullish(),
    output: z.object({ title: text, summary: text, annotations_count: z.number().default(0) }),
    app: z.object({ slug: z.string().optional() }).nullish(),
  })
  .transform(
    ({ id, name, external_id, status, conclusion, output, app }): CheckRun => ({
      id,
      externalId: external_id,
      name,
      status,
      conclusion: conclusion ?? undefined,
      title: output.title,
      summary: output.summary,
      annotations: output.annotations_count,
      app: app?.slug,
    }),
  )

const CheckAnnotationResponse = z
  .object({ path: z.string(), start_line: z.number(), annotation_level: text, title: text, message: text })
  .transform(
    ({ path, start_line, annotation_level, title, message }): CheckAnnotation => ({
      path,
      line: start_line,
      level: annotation_level,
      title,
      message,
    }),
  )

const ActionCheckRunResponse = z
  .object({
    id: z.number(),
    html_url: z
      .string()
      .nullish()
      .transform((url) => url ?? ''),
    head_sha: Sha,
    status: z.string(),
    conclusion: z.string().nullish(),
    external_id: z
      .string()
      .nullish()
      .transform((id) => id ?? ''),
    output: z.object({ annotations_count: z.number().default(0) }),
  })
  .transform(
    ({ id, html_url, head_sha, status, conclusion, external_id, output }): ActionCheckRun => ({
      id,
      url: html_url,
      sha: head_sha,
      status,
      conclusion: conclusion ?? undefined,
      externalId: external_id,
      annotations: output.annotations_count,
    }),
  )

const PER_PAGE = 50

export function checkCalls({ request }: RepositoryClient): CheckCalls {
  return {
    createCheck: ({ name, sha, externalId, url, status, output }) =>
      request(
        ({ checks }, repository) =>
          checks.create({
            ...repository,
            name,
            head_sha: sha,
            external_id: externalId,
            status,
            details_url: url,
            output: outputBody(output),
          }),
        ActionCheckRunResponse,
      ),
    updateCheck: (check_run_id, { output, conclusion, externalId, url }) =>
      request(
        ({ checks }, repository) =>
          checks.update({
            ...repository,
            check_run_id,
            status: conclusion === undefined ? undefined : 'completed',
            conclusion,
            external_id: externalId,
            details_url: url,
            output: output && outputBody(output),
          }),
        ActionCheckRunResponse,
      ),
    check: (check_run_id) =>
      request(({ checks }, repository) => checks.get({ ...repository, check_run_id }), ActionCheckRunResponse),
    async checksNamed(check_name, ref) {
      const schema = z.object({ check_runs: ActionCheckRunResponse.array() })
      const { check_runs } = await request(
        ({ checks }, repository) => checks.listForRef({ ...repository, ref, check_name, filter: 'all', per_page: 100 }),
        schema,
      )
      return check_runs
    },
    async checkRuns(ref, page) {
      const schema = z.object({ total_count: z.number(), check_runs: CheckRunResponse.array() })
      const response = await request(
        ({ checks }, repository) => checks.listForRef({ ...repository, ref, page, per_page: PER_PAGE }),
        schema,
      )
      return { items: response.check_runs, total: response.total_count }
    },
    async commitStatuses(ref) {
      const schema = z.object({ statuses: z.object({ context: text, state: z.string(), description: text }).array() })
      const { statuses } = await request(
        ({ repos }, repository) => repos.getCombinedStatusForRef({ ...repository, ref, per_page: 100 }),
        schema,
      )
      return statuses
    },
    annotations: (check_run_id) =>
      request(
        ({ checks }, repository) => checks.listAnnotations({ ...repository, check_run_id, per_page: PER_PAGE }),
        CheckAnnotationResponse.array(),
      ),
  }
}

const outputBody = ({ title, summary, text, annotations = [] }: CheckOutput) => ({
  title,
  summary,
  text,
  annotations: annotations.length === 0 ? undefined : annotations.map(annotationBody),
})

const annotationBody = ({ path, from, to, level, title, message, details }: NewAnnotation) => ({
  path,
  start_line: from,
  end_line: to,
  annotation_level: level,
  title,
  message,
  raw_details: details,
})
