/** The data of the GitHub emulator: plain objects that change while the server runs. Times are ISO 8601 in UTC. */

export type WorldPermission = 'admin' | 'write' | 'read' | 'none'

/** Scopes of a workflow's `permissions:` block. */
export type Scope = 'discussions' | 'issues' | 'pull_requests' | 'contents' | 'checks' | 'actions' | 'statuses'

export type Label = { id: number; name: string; color: string; description: string | null }

export type WorldIssue = {
  number: number
  title: string
  body: string | null
  user: string
  state: 'open' | 'closed'
  stateReason: 'completed' | 'reopened' | 'not_planned' | 'duplicate' | null
  labels: string[]
  assignees: string[]
  locked: boolean
  /** Number of the original issue. */
  duplicateOf?: number
  createdAt: string
  updatedAt: string
  /** Who edited its text last, and when. */
  bodyEdit?: { by: string; editedAt: string }
}

/** `repo` is `owner/name`; null when the fork was deleted. */
export type PullSide = { ref: string; sha: string; repo: string | null }

/** One file of a pull request as `GET pulls/N/files` answers it; `patch` is absent for binary and huge files. */
export type PullFile = {
  filename: string
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed'
  additions: number
  deletions: number
  sha: string | null
  patch?: string
  previousFilename?: string
}

/** Files and diff come from `gitDir` unless set here. */
export type WorldPull = WorldIssue & {
  base: PullSide
  head: PullSide
  draft: boolean
  merged: boolean
  /** Numbers of issues it closes. */
  closes?: number[]
  files?: PullFile[]
  diff?: string
}

/** A comment in the conversation of the issue or pull request `number`. */
export type WorldComment = {
  id: number
  number: number
  user: string
  body: string
  createdAt: string
  updatedAt: string
  minimized?: boolean
  /** Who edited it last; its author unless set. */
  editedBy?: string
}

/** A comment of a discussion; `replyTo` is the id of the comment that it is a reply to. */
export type WorldDiscussionComment = Omit<WorldComment, 'number' | 'minimized'> & {
  replyTo?: number
  /** When it was deleted; GitHub keeps such a comment, without its text, while it has replies. */
  deletedAt?: string
}
export type WorldDiscussion = {
  number: number
  title: string
  body: string
  user: string
  comments: WorldDiscussionComment[]
  category?: string
  createdAt?: string
  /** Who edited its text last, and when. */
  bodyEdit?: { by: string; editedAt: string }
  locked?: boolean
  /** Why it is closed. */
  closed?: 'RESOLVED' | 'OUTDATED' | 'DUPLICATE'
}
export type WorldCommitComment = Omit<WorldComment, 'number' | 'minimized'> & { sha: string }

export type WorldReaction = {
  id: number
  on: 'issue' | 'issue_comment' | 'review_comment'
  subject: number
  user: string
  content: string
}

export type WorldReviewComment = {
  id: number
  number: number
  review: number | null
  user: string
  body: string
  path: string
  commitId: string
  /** Null when the lines are no longer in the diff, or when the comment is about the whole file. */
  line: number | null
  startLine: number | null
  /** The line numbers at `commitId`, for lines that are no longer in the diff. */
  originalLine?: number
  originalStartLine?: number
  side: 'LEFT' | 'RIGHT'
  inReplyTo: number | null
  createdAt: string
  updatedAt?: string
  minimized?: boolean
  editedBy?: string
  /** What GitHub's page shows in place of the commit button of the comment's suggestion. */
  suggestionRefusal?: string
}

export type WorldReview = {
  id: number
  number: number
  user: string
  body: string
  state: 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED'
  commitId: string
  submittedAt: string
  minimized?: boolean
  editedAt?: string
  editedBy?: string
}

export type WorldAnnotation = Record<string, unknown>

export type WorldCheckRun = {
  id: number
  name: string
  headSha: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
  startedAt: string | null
  completedAt: string | null
  externalId: string | null
  detailsUrl: string | null
  output: { title: string | null; summary: string | null; text: string | null; annotations: WorldAnnotation[] }
  /** The App that created it; by default that of Actions. */
  appId?: number
}

/** What CI without check runs says of a commit. Only the newest of a context counts. */
export type WorldStatus = {
  sha: string
  context: string
  state: 'error' | 'failure' | 'pending' | 'success'
  description: string | null
}

/** The App GitHub Actions, as which the token of a job works. */
export const ACTIONS_APP = 15_368

/** A run of a workflow; `workflow` is the name of its file. */
export type WorkflowRun = {
  id: number
  workflow: string
  actor: string
  conclusion: string | null
  createdAt: string
  /** When it ended; when it began unless set. */
  endedAt?: string
  /** `issue_comment` unless set. */
  event?: string
  /** The latest attempt; 1 unless set. */
  attempt?: number
  /** `owner/name` of the repository whose code it runs; this one unless set, null when the fork was deleted. */
  headRepo?: string | null
  headSha?: string
  branch?: string
  /** What `run-name` gives it. */
  title?: string
}

/** What a person decided about a run that waited for an environment. */
export type WorldApproval = {
  run: number
  environment: string
  state: 'approved' | 'rejected' | 'pending'
  user: string
}

export type WorldArtifact = {
  id: number
  run: number
  name: string
  zip: Uint8Array
  createdAt: string
  expired?: boolean
  /** The bytes whose digest GitHub reports, where they differ from the zip file. */
  digestOf?: Uint8Array
}

export type WorldJob = {
  id: number
  run: number
  name: string
  conclusion: 'success' | 'failure' | 'timed_out' | 'cancelled'
  failedStep?: string
  /** When the failed step ran. */
  failedTimes?: { from: string; to: string }
  headSha: string
}

/** An uploaded picture. `location`: where its address redirects to. */
export type WorldPicture = { bytes: Uint8Array; type: string; location?: string }

export type World = {
  /** Origin of web pages: `https://github.com`, or an Enterprise Server. */
  pages: string
  owner: string
  repo: string
  /** The only credential that the server accepts, besides `jobTokens`. */
  token: string
  /** Tokens of jobs that run beside, with the permissions of each job. */
  jobTokens?: Record<string, World['tokenPermissions']>
  /** The user of the token. */
  viewer: string
  /** Permissions of the token by scope; `write` by default. */
  tokenPermissions: Partial<Record<Scope, 'write' | 'read' | 'none'>>
  /** The permission of every existing user; other users give 404. */
  permissions: Record<string, WorldPermission>
  /** On a public repository, permission `none` means `read`. */
  visibility: 'public' | 'private'
  defaultBranch: string
  labels: Label[]
  issues: WorldIssue[]
  /** Numbers of issues that are gone: `deleted`, or where they were transferred, `owner/name#7`. */
  goneIssues?: Record<number, string>
  /** Who set and removed labels, and did what else, oldest first. Labels that an issue has from the start have no events. */
  issueEvents?: { number: number; event: string; actor: string; label?: string; createdAt?: string }[]
  pulls: WorldPull[]
  comments: WorldComment[]
  discussions: WorldDiscussion[]
  /** Features that the repository has turned off, or that an Enterprise Server lacks. */
  without?: readonly ('issues' | 'discussions' | 'discussions in the schema')[]
  /** Categories of discussions; only the first is for questions with an answer. */
  discussionCategories?: readonly string[]
  commitComments: WorldCommitComment[]
  reactions: WorldReaction[]
  reviews: WorldReview[]
  reviewComments: WorldReviewComment[]
  /** Ids of the first comments of resolved threads. */
  resolved: number[]
  /** Who resolved each of them; the owner unless given. */
  resolvedBy: Record<number, string>
  /** The App of the token; undefined: the token is a person's. */
  tokenApp: number | undefined
  checkRuns: WorldCheckRun[]
  /** Commit statuses, oldest first. */
  statuses: WorldStatus[]
  workflowRuns: WorkflowRun[]
  /** The file of a workflow whose runs exist without being listed: those that a test plays. */
  playedWorkflow?: string
  approvals: WorldApproval[]
  /** The environments by name. */
  environments: Record<string, { hasReviewers: boolean }>
  artifacts: WorldArtifact[]
  jobs: WorldJob[]
  /** Logs of jobs, by id; a job of Actions has the id of its check run. */
  jobLogs: Record<number, string>
  /** Pictures that people uploaded, by the id in `PAGES/user-attachments/assets/ID`; others are gone. */
  pictures?: Record<string, WorldPicture>
  /** A git repository (working or bare) with the commits, trees, blobs and refs. */
  gitDir?: string
  /** Git repositories of other `owner/name` that the token may read. */
  otherRepositories?: Record<string, string>
}

/** The initial data of a world. Its lists are used directly and change while the server runs. */
export type WorldSeed = Partial<World> & Pick<World, 'owner' | 'repo' | 'token'>

export const BOT = 'github-actions[bot]'

export function createWorld(seed: WorldSeed): World {
  const { owner, repo, token } = seed
  const defaults: World = {
    owner,
    repo,
    token,
    pages: 'https://github.com',
    viewer: BOT,
    tokenPermissions: {},
    permissions: {},
    visibility: 'private',
    defaultBranch: 'main',
    labels: [],
    issues: [],
    pulls: [],
    comments: [],
    discussions: [],
    commitComments: [],
    reactions: [],
    reviews: [],
    reviewComments: [],
    resolved: [],
    resolvedBy: {},
    tokenApp: ACTIONS_APP,
    checkRuns: [],
    statuses: [],
    workflowRuns: [],
    approvals: [],
    environments: {},
    artifacts: [],
    jobs: [],
    jobLogs: {},
  }
  return withGiven(defaults, seed)
}

/** The defaults, replaced by every field that has a value. */
const withGiven = <Fields extends object>(defaults: Fields, fields: Partial<Fields>): Fields => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
})

const EPOCH = '2026-01-05T09:00:00Z'

/** An open issue with defaults. */
export const issue = (fields: Partial<WorldIssue> & Pick<WorldIssue, 'number'>): WorldIssue =>
  withGiven<WorldIssue>(
    {
      number: fields.number,
      title: `Issue ${fields.number}`,
      body: null,
      user: 'octocat',
      state: 'open',
      stateReason: null,
      labels: [],
      assignees: [],
      locked: false,
      createdAt: EPOCH,
      updatedAt: EPOCH,
    },
    fields,
  )

export const pull = (fields: Partial<WorldPull> & Pick<WorldPull, 'number' | 'base' | 'head'>): WorldPull => {
  const { number, base, head } = fields
  const opened = issue({ number, title: `Pull request ${number}` })
  return withGiven<WorldPull>({ ...opened, draft: false, merged: false, base, head }, fields)
}

export const comment = (fields: Partial<WorldComment> & Pick<WorldComment, 'id' | 'number'>): WorldComment => {
  const { id, number } = fields
  const times = { createdAt: EPOCH, updatedAt: EPOCH }
  return withGiven<WorldComment>({ id, number, user: 'octocat', body: `Comment ${id}`, ...times }, fields)
}

/** The issue or pull request with this number; they share one sequence. */
export const issueOrPull = (world: World, number: number): WorldIssue | WorldPull | undefined =>
  world.pulls.find((pull) => pull.number === number) ?? world.issues.find((issue) => issue.number === number)

export const isPull = (subject: WorldIssue | WorldPull): subject is WorldPull => 'head' in subject

/** One more than the largest id in use. */
export const nextId = (list: readonly { id: number }[], from: number): number =>
  list.reduce((largest, { id }) => Math.max(largest, id), from) + 1

export const nextNumber = (world: World): number =>
  [...world.issues, ...world.pulls, ...world.discussions].reduce(
    (largest, { number }) => Math.max(largest, number),
    0,
  ) + 1
