import { z } from 'zod'
import { Sha } from './answers.ts'
import type { Calls } from './calls.ts'

const CONCLUSIONS = ['success', 'neutral', 'failure', 'action_required', 'timed_out', 'cancelled'] as const
export type Conclusion = (typeof CONCLUSIONS)[number]

/** A remark beside lines of the head; the first and the last of them, counted from 1. Plain text. */
export type NewAnnotation = {
  path: string
  from: number
  to: number
  level: 'notice' | 'warning' | 'failure'
  title: string
  message: string
  details?: string
}

/** `text` and `summary` are Markdown. GitHub takes 50 annotations at once and adds them to those that are there. */
export type CheckOutput = { title: string; summary: string; text?: string; annotations?: readonly NewAnnotation[] }

export type OurCheck = {
  id: number
  url: string
  sha: string
  status: string
  /** What we gave it to be found again. */
  externalId: string
  /** How many it has. */
  annotations: number
}

export type NewCheck = {
  name: string
  sha: string
  externalId: string
  /** Where the details are. */
  url?: string
  status: 'in_progress'
  output: CheckOutput
}

/** Calls about check runs of our own. Every one rejects with GitHubError; only Apps may make check runs. */
export type CheckCalls = {
  createCheck(check: NewCheck): Promise<OurCheck>
  /** A conclusion ends it. */
  updateCheck(id: number, change: { output: CheckOutput; conclusion?: Conclusion }): Promise<OurCheck>
  check(id: number): Promise<OurCheck>
  /** All of that name on a commit, the 100 newest. */
  checksNamed(name: string, sha: string): Promise<OurCheck[]>
}

const CheckAnswer = z
  .object({
    id: z.number(),
    html_url: z
      .string()
      .nullish()
      .transform((url) => url ?? ''),
    head_sha: Sha,
    status: z.string(),
    external_id: z
      .string()
      .nullish()
      .transform((id) => id ?? ''),
    output: z.object({ annotations_count: z.number().default(0) }),
  })
  .transform(
    ({ id, html_url, head_sha, status, external_id, output }): OurCheck => ({
      id,
      url: html_url,
      sha: head_sha,
      status,
      externalId: external_id,
      annotations: output.annotations_count,
    }),
  )

export function checkCalls({ ask }: Calls): CheckCalls {
  const HERE = '/repos/{owner}/{repo}'
  return {
    createCheck: ({ name, sha, externalId, url, status, output }) =>
      ask(`POST ${HERE}/check-runs`, CheckAnswer, {
        name,
        head_sha: sha,
        external_id: externalId,
        status,
        ...(url === undefined ? {} : { details_url: url }),
        output: written(output),
      }),
    updateCheck: (check_run_id, { output, conclusion }) =>
      ask(`PATCH ${HERE}/check-runs/{check_run_id}`, CheckAnswer, {
        check_run_id,
        ...(conclusion === undefined ? {} : { status: 'completed', conclusion }),
        output: written(output),
      }),
    check: (check_run_id) => ask(`GET ${HERE}/check-runs/{check_run_id}`, CheckAnswer, { check_run_id }),
    async checksNamed(check_name, ref) {
      const schema = z.object({ check_runs: CheckAnswer.array() })
      const parameters = { ref, check_name, filter: 'all', per_page: 100 }
      return (await ask(`GET ${HERE}/commits/{ref}/check-runs`, schema, parameters)).check_runs
    },
  }
}

const written = ({ title, summary, text, annotations = [] }: CheckOutput) => ({
  title,
  summary,
  ...(text === undefined ? {} : { text }),
  ...(annotations.length === 0 ? {} : { annotations: annotations.map(beside) }),
})

const beside = ({ path, from, to, level, title, message, details }: NewAnnotation) => ({
  path,
  start_line: from,
  end_line: to,
  annotation_level: level,
  title,
  message,
  ...(details === undefined ? {} : { raw_details: details }),
})
