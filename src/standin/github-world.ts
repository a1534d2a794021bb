/** What the stand-in for GitHub knows: plain data, alive while the server runs. Times are ISO 8601 in UTC. */

export type Permission = 'admin' | 'write' | 'read' | 'none'

/** What a token may do, per scope of a workflow's `permissions:` block. */
export type Scope = 'issues' | 'pull_requests' | 'contents' | 'checks' | 'actions'

export type Label = { id: number; name: string; color: string; description: string | null }

export type Issue = {
  number: number
  title: string
  body: string | null
  user: string
  state: 'open' | 'closed'
  stateReason: 'completed' | 'reopened' | 'not_planned' | 'duplicate' | null
  labels: string[]
  assignees: string[]
  locked: boolean
  /** Number of the issue this one repeats. */
  duplicateOf?: number
  createdAt: string
  updatedAt: string
}

/** `repo` is `owner/name`; null when the fork was deleted. */
export type PullSide = { ref: string; sha: string; repo: string | null }

/** One file of a pull request as `GET pulls/N/files` answers it; `patch` is absent for binary and huge files. */
export type PullFile = {
  filename: string
  status: 'added' | 'removed' | 'modified' | 'renamed'
  additions: number
  deletions: number
  sha: string | null
  patch?: string
  previousFilename?: string
}

/** Files and diff come from `gitDir` unless they are given here. */
export type Pull = Issue & {
  base: PullSide
  head: PullSide
  draft: boolean
  merged: boolean
  /** Numbers of issues it closes. */
  closes?: number[]
  files?: PullFile[]
  diff?: string
}

/** A comment on an issue or, in its conversation, on a pull request. `number` says on which. */
export type Comment = {
  id: number
  number: number
  user: string
  body: string
  createdAt: string
  updatedAt: string
  minimized?: boolean
}

export type Reaction = {
  id: number
  on: 'issue' | 'issue_comment' | 'review_comment'
  subject: number
  user: string
  content: string
}

export type ReviewComment = {
  id: number
  number: number
  review: number | null
  user: string
  body: string
  path: string
  commitId: string
  line: number | null
  startLine: number | null
  side: 'LEFT' | 'RIGHT'
  inReplyTo: number | null
  createdAt: string
  updatedAt?: string
  minimized?: boolean
}

export type Review = {
  id: number
  number: number
  user: string
  body: string
  state: 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED'
  commitId: string
  submittedAt: string
  minimized?: boolean
}

export type Annotation = Record<string, unknown>

export type CheckRun = {
  id: number
  name: string
  headSha: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
  startedAt: string | null
  completedAt: string | null
  externalId: string | null
  detailsUrl: string | null
  output: { title: string | null; summary: string | null; text: string | null; annotations: Annotation[] }
}

/** A run of a workflow; `workflow` is the name of its file. */
export type WorkflowRun = { id: number; workflow: string; actor: string; conclusion: string | null; createdAt: string }

/** A job of a workflow run. */
export type Job = {
  id: number
  run: number
  name: string
  conclusion: 'success' | 'failure' | 'timed_out' | 'cancelled'
  failedStep?: string
  headSha: string
}

export type World = {
  /** Where people look at it: `https://github.com`, or a server of one's own. */
  pages: string
  owner: string
  repo: string
  /** The only credential the server takes. */
  token: string
  /** Who the token speaks for. */
  viewer: string
  /** What the token may do; a scope that is not named may be written. */
  tokenMay: Partial<Record<Scope, 'write' | 'read' | 'none'>>
  /** Every known user's permission on the repository. A name that is not here does not exist (404). */
  permissions: Record<string, Permission>
  /** Whether everybody may read: a known user with permission `none` then has `read`. */
  visibility: 'public' | 'private'
  defaultBranch: string
  labels: Label[]
  issues: Issue[]
  pulls: Pull[]
  comments: Comment[]
  reactions: Reaction[]
  reviews: Review[]
  reviewComments: ReviewComment[]
  /** The first remarks of threads that were resolved. */
  resolved: number[]
  checkRuns: CheckRun[]
  workflowRuns: WorkflowRun[]
  /** Jobs of workflow runs. */
  jobs: Job[]
  /** Logs of jobs, by id; a job of Actions has the id of its check run. */
  jobLogs: Record<number, string>
  /** A git repository (working or bare) that answers everything about commits, trees, blobs and refs. */
  gitDir?: string
}

/** What a world starts from. Lists that are given are used as they are and change while the server runs. */
export type WorldSeed = Partial<World> & Pick<World, 'owner' | 'repo' | 'token'>

export const BOT = 'github-actions[bot]'

export function createWorld(seed: WorldSeed): World {
  return {
    pages: 'https://github.com',
    viewer: BOT,
    tokenMay: {},
    permissions: {},
    visibility: 'private',
    defaultBranch: 'main',
    labels: [],
    issues: [],
    pulls: [],
    comments: [],
    reactions: [],
    reviews: [],
    reviewComments: [],
    resolved: [],
    checkRuns: [],
    workflowRuns: [],
    jobs: [],
    jobLogs: {},
    ...seed,
  }
}

const EPOCH = '2026-01-05T09:00:00Z'

/** An open issue, with what is not given made up. */
export const issue = (given: Partial<Issue> & Pick<Issue, 'number'>): Issue => ({
  title: `Issue ${given.number}`,
  body: null,
  user: 'octocat',
  state: 'open',
  stateReason: null,
  labels: [],
  assignees: [],
  locked: false,
  createdAt: EPOCH,
  updatedAt: EPOCH,
  ...given,
})

/** An open pull request, with what is not given made up. */
export const pull = (given: Partial<Pull> & Pick<Pull, 'number' | 'base' | 'head'>): Pull => ({
  ...issue({ number: given.number, title: `Pull request ${given.number}` }),
  draft: false,
  merged: false,
  ...given,
})

/** A comment, with what is not given made up. */
export const comment = (given: Partial<Comment> & Pick<Comment, 'id' | 'number'>): Comment => ({
  user: 'octocat',
  body: `Comment ${given.id}`,
  createdAt: EPOCH,
  updatedAt: EPOCH,
  ...given,
})

/** The issue or pull request with this number; GitHub keeps them in one sequence. */
export const issueOrPull = (world: World, number: number): Issue | Pull | undefined =>
  world.pulls.find((pull) => pull.number === number) ?? world.issues.find((issue) => issue.number === number)

export const isPull = (subject: Issue | Pull): subject is Pull => 'head' in subject

/** One past the largest id in use, so that ids grow in the order things were made. */
export const nextId = (list: readonly { id: number }[], from: number): number =>
  list.reduce((largest, { id }) => Math.max(largest, id), from) + 1

export const nextNumber = (world: World): number =>
  [...world.issues, ...world.pulls].reduce((largest, { number }) => Math.max(largest, number), 0) + 1
