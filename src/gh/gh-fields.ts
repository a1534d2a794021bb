import type * as z from 'zod'
import * as shapes from '../github-tools/mcp-shapes.ts'
import { type GhCall, type GhContext, GhError } from './gh-call.ts'

export type GhPull = z.output<typeof shapes.PullShape>

export type GhIssue = z.output<typeof shapes.IssueShape>

export type GhComment = z.output<typeof shapes.CommentShape>

export type GhReview = z.output<typeof shapes.ReviewShape>

/** What else a field needs beside the issue or pull request itself. */
export type GhExtra = 'details' | 'comments' | 'files' | 'commits' | 'reviews' | 'checks'

export type GhExtras = {
  comments: readonly GhComment[]
  files: readonly z.output<typeof shapes.FileShape>[]
  commits: readonly z.output<typeof shapes.CommitShape>[]
  reviews: readonly GhReview[]
  checks: readonly GhCheck[]
}

/** One check of a commit, in the words of `gh pr checks`. */
export type GhCheck = {
  name: string
  state: string
  bucket: 'pass' | 'fail' | 'pending' | 'skipping' | 'cancel'
  link: string
  description: string
  startedAt: string
  completedAt: string
  workflow: string
  event: string
}

type Field<Subject> = { needs?: GhExtra; read(subject: Subject, extras: GhExtras): unknown }

const person = (login: string | undefined) => ({ is_bot: login?.endsWith('[bot]') ?? false, login: login ?? 'ghost' })

const people = (users: readonly { login: string }[] | null | undefined) =>
  (users ?? []).map(({ login }) => ({ login, name: '' }))

export const labelNames = (labels: GhIssue['labels']): string[] =>
  (labels ?? []).map((label) => (typeof label === 'string' ? label : (label.name ?? '')))

const labelObjects = (labels: GhIssue['labels']) =>
  (labels ?? []).map((label) =>
    typeof label === 'string'
      ? { name: label, description: '' }
      : { name: label.name ?? '', description: label.description ?? '' },
  )

const commentObject = (comment: GhComment) => ({
  id: String(comment.id),
  author: { login: comment.user?.login ?? 'ghost' },
  authorAssociation: comment.author_association ?? 'NONE',
  body: comment.body ?? '',
  createdAt: comment.created_at,
  includesCreatedEdit: comment.updated_at !== comment.created_at,
  isMinimized: false,
  url: comment.html_url,
})

const reviewObject = (review: GhReview) => ({
  id: String(review.id),
  author: { login: review.user?.login ?? 'ghost' },
  body: review.body ?? '',
  state: review.state.toUpperCase(),
  submittedAt: review.submitted_at ?? '',
  commit: { oid: review.commit_id ?? '' },
})

const ownerOf = (fullName: string | undefined) => fullName?.split('/')[0] ?? ''

const nameIn = (fullName: string | undefined) => fullName?.split('/')[1] ?? ''

export const pullState = ({ state, merged_at }: Pick<GhPull, 'state' | 'merged_at'>): string =>
  merged_at ? 'MERGED' : state.toUpperCase()

const SHARED_FIELDS = {
  assignees: { read: ({ assignees }) => people(assignees) },
  author: { read: ({ user }) => person(user?.login) },
  body: { read: ({ body }) => body ?? '' },
  closed: { read: ({ state }) => state !== 'open' },
  closedAt: { read: ({ closed_at }) => closed_at ?? null },
  comments: { needs: 'comments', read: (_, { comments }) => comments.map(commentObject) },
  createdAt: { read: ({ created_at }) => created_at },
  labels: { read: ({ labels }) => labelObjects(labels) },
  milestone: { read: ({ milestone }) => milestone ?? null },
  number: { read: ({ number }) => number },
  title: { read: ({ title }) => title },
  updatedAt: { read: ({ updated_at }) => updated_at },
  url: { read: ({ html_url }) => html_url },
} satisfies Record<string, Field<GhPull & GhIssue>>

export const ISSUE_FIELDS: Readonly<Record<string, Field<GhIssue>>> = {
  ...(SHARED_FIELDS as Record<string, Field<GhIssue>>), // they read only what both have
  state: { read: ({ state }) => state.toUpperCase() },
  stateReason: { read: ({ state_reason }) => (state_reason ?? '').toUpperCase() },
}

export const PULL_FIELDS: Readonly<Record<string, Field<GhPull>>> = {
  ...(SHARED_FIELDS as Record<string, Field<GhPull>>), // they read only what both have
  additions: { needs: 'details', read: ({ additions }) => additions ?? 0 },
  baseRefName: { read: ({ base }) => base.ref },
  baseRefOid: { read: ({ base }) => base.sha },
  changedFiles: { needs: 'details', read: ({ changed_files }) => changed_files ?? 0 },
  commits: {
    needs: 'commits',
    read: (_, { commits }) =>
      commits.map(({ sha, commit, author }) => {
        const [messageHeadline = '', ...body] = commit.message.split('\n')
        return {
          oid: sha,
          messageHeadline,
          messageBody: body.join('\n').trim(),
          authoredDate: commit.author?.date ?? '',
          committedDate: commit.committer?.date ?? '',
          authors: [{ login: author?.login ?? '', name: commit.author?.name ?? '' }],
        }
      }),
  },
  deletions: { needs: 'details', read: ({ deletions }) => deletions ?? 0 },
  files: {
    needs: 'files',
    read: (_, { files }) =>
      files.map(({ filename, additions, deletions, status }) => ({
        path: filename,
        additions,
        deletions,
        changeType: CHANGE_TYPES[status] ?? 'CHANGED',
      })),
  },
  headRefName: { read: ({ head }) => head.ref },
  headRefOid: { read: ({ head }) => head.sha },
  headRepository: { read: ({ head }) => ({ name: nameIn(head.repo?.full_name) }) },
  headRepositoryOwner: { read: ({ head }) => ({ login: ownerOf(head.repo?.full_name) }) },
  isCrossRepository: { read: ({ base, head }) => head.repo?.full_name !== base.repo?.full_name },
  isDraft: { read: ({ draft }) => draft ?? false },
  latestReviews: { needs: 'reviews', read: (_, { reviews }) => latestReviews(reviews).map(reviewObject) },
  mergeStateStatus: { needs: 'details', read: ({ mergeable_state }) => (mergeable_state ?? 'unknown').toUpperCase() },
  mergedAt: { read: ({ merged_at }) => merged_at ?? null },
  reviewDecision: { needs: 'reviews', read: (_, { reviews }) => reviewDecision(reviews) },
  reviewRequests: { read: ({ requested_reviewers }) => people(requested_reviewers) },
  reviews: { needs: 'reviews', read: (_, { reviews }) => reviews.map(reviewObject) },
  state: { read: pullState },
  statusCheckRollup: {
    needs: 'checks',
    read: (_, { checks }) =>
      checks.map(({ name, state, link, startedAt, completedAt }) => ({
        name,
        startedAt,
        completedAt,
        status: /^(?:PENDING|QUEUED|IN_PROGRESS|WAITING|REQUESTED)$/.test(state) ? state : 'COMPLETED',
        conclusion: state,
        detailsUrl: link,
      })),
  },
}

const CHANGE_TYPES: Readonly<Record<string, string>> = {
  added: 'ADDED',
  removed: 'DELETED',
  renamed: 'RENAMED',
  modified: 'MODIFIED',
  copied: 'COPIED',
}

const latestReviews = (reviews: readonly GhReview[]): GhReview[] => [
  ...new Map(reviews.filter(({ state }) => state !== 'PENDING').map((each) => [each.user?.login, each])).values(),
]

function reviewDecision(reviews: readonly GhReview[]): string {
  const states = latestReviews(reviews.filter(({ state }) => state !== 'COMMENTED')).map(({ state }) => state)
  if (states.includes('CHANGES_REQUESTED')) return 'CHANGES_REQUESTED'
  return states.includes('APPROVED') ? 'APPROVED' : ''
}

/** The requested fields, in gh's order. Throws GhError for an unknown one. */
export function requireFields(names: readonly string[], available: readonly string[]): string[] {
  const sorted = available.toSorted()
  if (names.length === 0)
    throw new GhError(
      `Specify one or more comma-separated fields for \`--json\`:\n${sorted.map((name) => `  ${name}`).join('\n')}`,
    )
  const unknown = names.find((name) => !sorted.includes(name))
  if (unknown !== undefined)
    throw new GhError(
      `Unknown JSON field: ${JSON.stringify(unknown)}\nAvailable fields:\n${sorted.map((name) => `  ${name}`).join('\n')}`,
    )
  return [...new Set(names)].toSorted()
}

/** What the fields need beside the subject. */
export const extrasOf = <Subject>(
  names: readonly string[],
  fields: Readonly<Record<string, Field<Subject>>>,
): ReadonlySet<GhExtra> => new Set(names.flatMap((name) => fields[name]?.needs ?? []))

export const pickFields = <Subject>(
  subject: Subject,
  names: readonly string[],
  fields: Readonly<Record<string, Field<Subject>>>,
  extras: GhExtras,
): Record<string, unknown> => Object.fromEntries(names.map((name) => [name, fields[name]?.read(subject, extras)]))

export const NO_EXTRAS: GhExtras = { comments: [], files: [], commits: [], reviews: [], checks: [] }

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
    throw new GhError(`The answer of github__${tool} is not JSON: ${text.slice(0, 200)}`)
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
    note(`Commit statuses could not be read: ${error.message}`)
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
