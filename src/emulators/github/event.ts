import * as z from 'zod'
import {
  comment,
  issue,
  pull,
  type WorldDiscussion,
  type WorldPermission,
  type WorldReview,
  type WorldReviewComment,
  type WorldSeed,
} from './world.ts'

/** The parts of a webhook payload that a world is made from. Source: GitHub docs, "Webhook events and payloads". */
const Person = z.object({ login: z.string() })
const Subject = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  user: Person.nullish(),
  locked: z.boolean().optional(),
})
const Side = z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() })
const PullRequest = Subject.extend({ base: Side, head: Side, draft: z.boolean().nullish() })
const EventComment = z.object({
  id: z.number(),
  body: z.string().nullish(),
  user: Person.nullish(),
  path: z.string().optional(),
  line: z.number().nullish(),
  commit_id: z.string().optional(),
})
const EventReview = EventComment.pick({ id: true, body: true, user: true, commit_id: true })
const Payload = z.object({
  sender: Person.nullish(),
  repository: z.object({ default_branch: z.string().optional(), private: z.boolean().optional() }).nullish(),
  issue: Subject.extend({ pull_request: z.unknown().optional() }).nullish(),
  pull_request: PullRequest.nullish(),
  comment: EventComment.extend({ parent_id: z.number().nullish() }).nullish(),
  review: EventReview.nullish(),
  discussion: Subject.nullish(),
})

export type EventFacts = {
  /** `owner/name`. */
  repository: string
  token: string
  gitDir?: string
  /** Permissions by login. Other people in the payload get `write`, except the author of a fork's pull request. */
  permissions?: Record<string, WorldPermission>
  /** Used when the payload names none; `main` by default. */
  defaultBranch?: string
  /** Base and head of a pull request whose payload does not carry them, as on `issue_comment`. */
  sides?: { base: { ref: string; sha: string }; head: { ref: string; sha: string } }
}

/** A world with the issue or pull request and the comment or review of an event. Throws ZodError for an invalid payload. */
export function worldFromEvent(payload: unknown, facts: EventFacts): WorldSeed {
  const event = Payload.parse(payload)
  const [owner = '', repo = ''] = facts.repository.split('/')
  const { issue: subject, pull_request: request, comment: posted } = event
  const onPull = subject?.pull_request !== undefined && subject.pull_request !== null
  const pulls = [
    ...(request ? [pullOf(request)] : []),
    ...(subject && onPull && facts.sides ? [pullOnIssue(subject, facts.sides, facts.repository)] : []),
  ]
  return {
    owner,
    repo,
    token: facts.token,
    gitDir: facts.gitDir,
    visibility: event.repository?.private === true ? 'private' : 'public',
    defaultBranch: event.repository?.default_branch ?? facts.defaultBranch ?? 'main',
    permissions: { [owner]: 'admin', ...permissionsIn(event, facts.repository), ...facts.permissions },
    issues: subject && !onPull ? [issue(factsOf(subject))] : [],
    pulls,
    comments: posted && subject ? [comment({ id: posted.id, number: subject.number, ...authorAndBody(posted) })] : [],
    discussions: event.discussion ? [discussionOf(event.discussion, posted)] : [],
    reviews: event.review && request ? [reviewOf(event.review, request)] : [],
    reviewComments: posted && request ? [toReviewComment(posted, request)] : [],
  }
}

const factsOf = ({ number, title, body, user, locked = false }: z.output<typeof Subject>) => ({
  number,
  locked,
  title,
  body: body ?? null,
  user: user?.login ?? 'ghost',
})

const authorAndBody = (comment: z.output<typeof EventComment>) => ({
  user: comment.user?.login ?? 'ghost',
  body: comment.body ?? '',
})

const PAST = '2026-01-05T09:00:00Z'

function discussionOf(
  subject: z.output<typeof Subject>,
  posted: (z.output<typeof EventComment> & { parent_id?: number | null }) | null | undefined,
): WorldDiscussion {
  const { number, title, body, user } = factsOf(subject)
  const times = { createdAt: PAST, updatedAt: PAST }
  const parent = posted?.parent_id ?? undefined
  const above = parent === undefined ? [] : [{ id: parent, user: 'ghost', body: 'The comment above.', ...times }]
  const own = posted ? [{ id: posted.id, ...authorAndBody(posted), ...times }] : []
  const replies = parent === undefined ? own : own.map((each) => ({ ...each, replyTo: parent }))
  return { number, title, user, body: body ?? '', comments: [...above, ...replies] }
}

const pullOf = (request: z.output<typeof PullRequest>) =>
  pull({
    ...factsOf(request),
    draft: request.draft ?? false,
    base: { ref: request.base.ref, sha: request.base.sha, repo: request.base.repo?.full_name ?? null },
    head: { ref: request.head.ref, sha: request.head.sha, repo: request.head.repo?.full_name ?? null },
  })

const pullOnIssue = (
  subject: z.output<typeof Subject>,
  { base, head }: NonNullable<EventFacts['sides']>,
  repo: string,
) => pull({ ...factsOf(subject), base: { ...base, repo }, head: { ...head, repo } })

const reviewOf = (review: z.output<typeof EventReview>, request: z.output<typeof PullRequest>): WorldReview => ({
  id: review.id,
  number: request.number,
  ...authorAndBody(review),
  state: 'COMMENTED',
  commitId: review.commit_id ?? request.head.sha,
  submittedAt: PAST,
})

const toReviewComment = (
  comment: z.output<typeof EventComment>,
  request: z.output<typeof PullRequest>,
): WorldReviewComment => ({
  id: comment.id,
  number: request.number,
  review: 9_000_001,
  ...authorAndBody(comment),
  path: comment.path ?? '',
  commitId: comment.commit_id ?? request.head.sha,
  line: comment.line ?? null,
  startLine: null,
  side: 'RIGHT',
  inReplyTo: null,
  createdAt: PAST,
})

/** The author of a fork's pull request gets `none`, all other people in the payload get `write`. */
function permissionsIn(event: z.output<typeof Payload>, repository: string): Record<string, WorldPermission> {
  const fromFork = event.pull_request != null && event.pull_request.head.repo?.full_name !== repository
  const author = event.pull_request?.user?.login
  const people = [
    event.sender,
    event.discussion?.user,
    event.issue?.user,
    event.comment?.user,
    event.pull_request?.user,
  ]
  const names = people.flatMap((person) => (person ? [person.login] : [])).filter((name) => !name.endsWith('[bot]'))
  return Object.fromEntries(names.map((name) => [name, fromFork && name === author ? 'none' : 'write']))
}
