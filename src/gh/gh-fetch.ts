import type * as z from 'zod'
import * as shapes from '../github-tools/mcp-shapes.ts'
import { type GhCheck, type GhExtra, type GhExtras, type GhIssue, type GhPull, NO_EXTRAS } from './gh-fields.ts'
import { type GhCall, type GhContext, GhError } from './gh-types.ts'

const PAGE_SIZE = 100

/** More is cut, with a note. */
const MAX_PAGES = 10

/** Calls a tool that answers JSON in the shape of GitHub's REST API. `owner` and `repo` ask our own tools for JSON, too. */
export async function readJson<Schema extends z.ZodType>(
  { task, callTool }: GhContext,
  tool: string,
  schema: Schema,
  args: Record<string, unknown>,
): Promise<z.output<Schema>> {
  const text = await callTool(`github__${tool}`, { owner: task.repo.owner, repo: task.repo.name, ...args })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new GhError(`The answer of github__${tool} is no JSON: ${text.slice(0, 200)}`)
  }
  return schema.parse(value)
}

export const fetchPull = ({ context }: GhCall, number: number): Promise<GhPull> =>
  readJson(context, 'get_pull_request', shapes.PullShape, { pullNumber: number })

export const fetchIssue = ({ context }: GhCall, number: number): Promise<GhIssue> =>
  readJson(context, 'get_issue', shapes.IssueShape, { issue_number: number })

export const fetchComments = (call: GhCall, number: number) =>
  allPages(call, (page) =>
    readJson(call.context, 'list_comments', shapes.CommentShape.array(), { issue_number: number, ...page }),
  )

export const fetchFiles = (call: GhCall, number: number) =>
  allPages(call, (page) =>
    readJson(call.context, 'list_files', shapes.FileShape.array(), { pullNumber: number, ...page }),
  )

/** Reads page by page until one is not full, or `max` items are there. */
export async function allPages<Item>(
  { note }: Pick<GhCall, 'note'>,
  readPage: (page: { page: number; perPage: number }) => Promise<readonly Item[]>,
  max: number = PAGE_SIZE * MAX_PAGES,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const next = await readPage({ page, perPage: PAGE_SIZE })
    items.push(...next)
    if (next.length < PAGE_SIZE || items.length >= max) return items.slice(0, max)
  }
  note(`Only the first ${items.length} are shown.`)
  return items.slice(0, max)
}

/** What the fields of a pull request or issue need beside itself. */
export async function fetchExtras(call: GhCall, number: number, extras: ReadonlySet<GhExtra>): Promise<GhExtras> {
  const { context } = call
  const read = <Schema extends z.ZodType>(method: string, schema: Schema) =>
    readJson(context, 'pull_request_read', schema, { method, pullNumber: number })
  const result: { -readonly [Key in keyof GhExtras]: GhExtras[Key] } = { ...NO_EXTRAS }
  if (extras.has('comments')) result.comments = await fetchComments(call, number)
  if (extras.has('files')) result.files = await fetchFiles(call, number)
  if (extras.has('commits'))
    result.commits = await allPages(call, (page) =>
      readJson(context, 'pull_request_read', shapes.CommitShape.array(), {
        method: 'get_commits',
        pullNumber: number,
        ...page,
      }),
    )
  if (extras.has('reviews')) result.reviews = await read('get_reviews', shapes.ReviewShape.array())
  if (extras.has('checks')) result.checks = await fetchChecks(call, number)
  return result
}

/** Check runs and commit statuses of a pull request's head. */
export async function fetchChecks({ context, note }: GhCall, number: number): Promise<GhCheck[]> {
  const args = { pullNumber: number }
  const runs = await readJson(context, 'pull_request_read', shapes.CheckRunsShape, {
    method: 'get_check_runs',
    perPage: PAGE_SIZE,
    ...args,
  })
  // A job can have the permission for checks without the one for statuses.
  const status = await readJson(context, 'pull_request_read', shapes.StatusShape, {
    method: 'get_status',
    ...args,
  }).catch((error: unknown) => {
    if (!(error instanceof GhError)) throw error
    note(`Without commit statuses: ${error.message}`)
    return { statuses: [] }
  })
  return [
    ...runs.check_runs.map((run): GhCheck => {
      const state = (run.status === 'completed' ? (run.conclusion ?? 'neutral') : run.status).toUpperCase()
      return {
        name: run.name,
        state,
        bucket: bucketOf(state),
        link: run.html_url ?? '',
        description: '',
        startedAt: run.started_at ?? '',
        completedAt: run.completed_at ?? '',
        workflow: '',
        event: '',
      }
    }),
    ...status.statuses.map((each): GhCheck => {
      const state = each.state.toUpperCase()
      return {
        name: each.context ?? '',
        state,
        bucket: bucketOf(state),
        link: each.target_url ?? '',
        description: each.description ?? '',
        startedAt: '',
        completedAt: '',
        workflow: '',
        event: '',
      }
    }),
  ]
}

function bucketOf(state: string): GhCheck['bucket'] {
  if (state === 'SUCCESS') return 'pass'
  if (state === 'SKIPPED' || state === 'NEUTRAL') return 'skipping'
  if (state === 'CANCELLED') return 'cancel'
  return /^(?:FAILURE|ERROR|TIMED_OUT|ACTION_REQUIRED|STARTUP_FAILURE|STALE)$/.test(state) ? 'fail' : 'pending'
}
