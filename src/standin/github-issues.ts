import { z } from 'zod'
import {
  type Call,
  created,
  gone,
  invalid,
  notFound,
  numeric,
  ok,
  paged,
  Refusal,
  type Route,
} from './github-answer.ts'
import { label, reactionJson } from './github-shapes.ts'
import { commentJson, issueId, issueJson } from './github-thread-shapes.ts'
import {
  type Comment,
  type Issue,
  isPull,
  issue,
  issueOrPull,
  nextId,
  nextNumber,
  type Reaction,
  type World,
} from './github-world.ts'

/** Issues, their comments, labels, assignees and reactions. Source: GitHub REST docs, "Issues". */
export const issueRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/issues', answer: listIssues },
  { method: 'POST', pattern: '/issues', answer: createIssue },
  { method: 'GET', pattern: '/issues/:number', answer: (call) => ok(issueJson(call, subjectOf(call))) },
  { method: 'PATCH', pattern: '/issues/:number', answer: updateIssue },
  { method: 'GET', pattern: '/issues/:number/comments', answer: listComments },
  { method: 'POST', pattern: '/issues/:number/comments', answer: createComment },
  { method: 'GET', pattern: '/issues/comments/:id', answer: (call) => ok(commentJson(call, commentOf(call))) },
  { method: 'PATCH', pattern: '/issues/comments/:id', answer: updateComment },
  { method: 'DELETE', pattern: '/issues/comments/:id', answer: deleteComment },
  { method: 'GET', pattern: '/issues/:number/labels', answer: (call) => paged(call, labelsOf(call, subjectOf(call))) },
  { method: 'POST', pattern: '/issues/:number/labels', answer: addLabels },
  { method: 'DELETE', pattern: '/issues/:number/labels/:name', answer: removeLabel },
  { method: 'POST', pattern: '/issues/:number/assignees', answer: assign },
  { method: 'GET', pattern: '/assignees/:login', answer: isAssignable },
  {
    method: 'GET',
    pattern: '/labels',
    answer: (call) =>
      paged(
        call,
        call.world.labels.map((known) => label(call, known)),
      ),
  },
  { method: 'GET', pattern: '/labels/:name', answer: (call) => ok(label(call, labelNamed(call))) },
  {
    method: 'POST',
    pattern: '/issues/:number/reactions',
    answer: (call) => react(call, 'issue', subjectOf(call).number),
  },
  {
    method: 'POST',
    pattern: '/issues/comments/:id/reactions',
    answer: (call) => react(call, 'issue_comment', commentOf(call).id),
  },
  { method: 'GET', pattern: '/issues/comments/:id/reactions', answer: listReactions },
  { method: 'DELETE', pattern: '/issues/comments/:id/reactions/:reaction', answer: unreact },
]

const subjectOf = (call: Call): Issue => {
  const found = issueOrPull(call.world, numeric(call, 'number'))
  if (found === undefined) throw notFound()
  return found
}

const commentOf = (call: Call): Comment => {
  const id = numeric(call, 'id')
  const found = call.world.comments.find((comment) => comment.id === id)
  if (found === undefined) throw notFound()
  return found
}

/** Issues and pull requests alike, newest first, open ones unless asked otherwise. */
function listIssues(call: Call) {
  const state = call.query.get('state') ?? 'open'
  const creator = call.query.get('creator')
  const all = [...call.world.issues, ...call.world.pulls].filter(
    (subject) => (state === 'all' || subject.state === state) && (creator === null || subject.user === creator),
  )
  return paged(
    call,
    all.toSorted((a, b) => b.number - a.number).map((subject) => issueJson(call, subject)),
  )
}

/** GitHub's limit for a title, in characters. */
const TITLE_LIMIT = 256
const Title = z.string().min(1).max(TITLE_LIMIT)

const NewIssue = z.object({
  title: Title,
  body: z.string().nullish(),
  labels: z.array(z.string()).default([]),
  assignees: z.array(z.string()).default([]),
})

function createIssue(call: Call) {
  mayWrite(call, ['issues'])
  const given = NewIssue.safeParse(call.body)
  if (!given.success) throw invalid('Issue', 'title', 'missing_field')
  const { title, body, labels, assignees } = given.data
  checkLength('Issue', body ?? '')
  const made = issue({
    number: nextNumber(call.world),
    title,
    body: body ?? null,
    user: call.world.viewer,
    labels: labels.map((name) => knownLabel(call.world, name)),
    assignees,
    createdAt: call.now,
    updatedAt: call.now,
  })
  call.world.issues.push(made)
  return created(issueJson(call, made))
}

const IssueChange = z.object({
  title: Title.optional(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']).optional(),
  state_reason: z.enum(['completed', 'not_planned', 'duplicate', 'reopened']).nullish(),
  duplicate_issue_id: z.int().optional(),
  labels: z.array(z.string()).optional(),
  assignees: z.array(z.string()).optional(),
})

function updateIssue(call: Call) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const given = IssueChange.safeParse(call.body)
  if (!given.success) throw invalid('Issue', String(given.error.issues[0]?.path[0] ?? 'data'), 'invalid')
  const { title, body, state, state_reason: reason, duplicate_issue_id: original, labels, assignees } = given.data
  if (original !== undefined && reason === 'duplicate') {
    const other = call.world.issues.find(({ number }) => issueId(number) === original)
    if (other === undefined) throw invalid('Issue', 'duplicate_issue_id', 'invalid')
    subject.duplicateOf = other.number
  }
  if (title !== undefined) subject.title = title
  if (body !== undefined) subject.body = body
  if (state !== undefined) subject.state = state
  if (state !== undefined) subject.stateReason = reason ?? (state === 'closed' ? 'completed' : 'reopened')
  if (labels !== undefined) subject.labels = labels.map((name) => knownLabel(call.world, name))
  if (assignees !== undefined) subject.assignees = assignees
  subject.updatedAt = call.now
  return ok(issueJson(call, subject))
}

function listComments(call: Call) {
  const subject = subjectOf(call)
  const since = call.query.get('since')
  const comments = call.world.comments
    .filter((comment) => comment.number === subject.number && (since === null || comment.updatedAt >= since))
    .toSorted((a, b) => a.id - b.id)
  return paged(
    call,
    comments.map((comment) => commentJson(call, comment)),
  )
}

function createComment(call: Call) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const body = bodyOf(call, 'IssueComment')
  if (subject.locked) throw new Refusal(403, 'Unable to create comment because issue is locked.')
  const made: Comment = {
    id: nextId(call.world.comments, 7_000_000),
    number: subject.number,
    user: call.world.viewer,
    body,
    createdAt: call.now,
    updatedAt: call.now,
  }
  call.world.comments.push(made)
  return created(commentJson(call, made))
}

function updateComment(call: Call) {
  const comment = commentOf(call)
  mayChange(call, comment)
  comment.body = bodyOf(call, 'IssueComment')
  comment.updatedAt = call.now
  return ok(commentJson(call, comment))
}

function deleteComment(call: Call) {
  const comment = commentOf(call)
  mayChange(call, comment)
  call.world.comments.splice(call.world.comments.indexOf(comment), 1)
  return gone()
}

function mayChange(call: Call, comment: Comment): void {
  const subject = issueOrPull(call.world, comment.number)
  mayWrite(call, subject !== undefined && isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
}

/** GitHub's documented limit for the text of a comment, review or issue, in characters. */
const BODY_LIMIT = 65_536

/** The `body` of a request, refused when missing, blank or too long. */
export function bodyOf(call: Call, resource: string): string {
  const given = z.object({ body: z.string() }).safeParse(call.body)
  if (!given.success) throw invalid(resource, 'body', 'missing_field')
  if (given.data.body.trim() === '') throw invalid(resource, 'data', 'unprocessable', "Body can't be blank")
  checkLength(resource, given.data.body)
  return given.data.body
}

export function checkLength(resource: string, body: string): void {
  if (body.length > BODY_LIMIT)
    throw invalid(resource, 'data', 'unprocessable', `Body is too long (maximum is ${BODY_LIMIT} characters)`)
}

/** One of the scopes is enough: a comment on a pull request needs `issues` or `pull-requests`. */
export function mayWrite(call: Call, scopes: readonly (keyof World['tokenMay'])[]): void {
  const may = scopes.some((scope) => (call.world.tokenMay[scope] ?? 'write') === 'write')
  if (!may) throw new Refusal(403, 'Resource not accessible by integration')
}

const labelsOf = (call: Call, subject: Issue) =>
  call.world.labels.filter((known) => subject.labels.includes(known.name)).map((known) => label(call, known))

/** GitHub makes a label that does not exist when it is put on an issue. */
function knownLabel(world: World, name: string): string {
  const same = world.labels.find((known) => known.name.toLowerCase() === name.toLowerCase())
  if (same !== undefined) return same.name
  world.labels.push({ id: nextId(world.labels, 4_000_000), name, color: 'ededed', description: null })
  return name
}

function labelNamed(call: Call) {
  const name = (call.params.name ?? '').toLowerCase()
  const found = call.world.labels.find((known) => known.name.toLowerCase() === name)
  if (found === undefined) throw notFound()
  return found
}

function addLabels(call: Call) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const given = z.union([z.object({ labels: z.array(z.string()) }), z.array(z.string())]).safeParse(call.body)
  if (!given.success) throw invalid('Label', 'labels', 'invalid')
  const names = Array.isArray(given.data) ? given.data : given.data.labels
  subject.labels = [...new Set([...subject.labels, ...names.map((name) => knownLabel(call.world, name))])]
  return ok(labelsOf(call, subject))
}

function removeLabel(call: Call) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const name = (call.params.name ?? '').toLowerCase()
  if (!subject.labels.some((known) => known.toLowerCase() === name)) throw new Refusal(404, 'Label does not exist')
  subject.labels = subject.labels.filter((known) => known.toLowerCase() !== name)
  return ok(labelsOf(call, subject))
}

const mayBeAssigned = (world: World, login: string) =>
  ['admin', 'write', 'read'].includes(world.permissions[login] ?? '')

function isAssignable(call: Call) {
  if (!mayBeAssigned(call.world, call.params.login ?? '')) throw notFound()
  return gone()
}

/** Names that cannot be assigned are left out without a word, as GitHub does. */
function assign(call: Call) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const given = z.object({ assignees: z.array(z.string()) }).safeParse(call.body)
  if (!given.success) throw invalid('Issue', 'assignees', 'invalid')
  const able = given.data.assignees.filter((login) => mayBeAssigned(call.world, login))
  subject.assignees = [...new Set([...subject.assignees, ...able])].slice(0, 10)
  return created(issueJson(call, subject))
}

const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const

/** The same reaction twice is answered with the first one and status 200. */
export function react(call: Call, on: Reaction['on'], subject: number) {
  mayWrite(call, ['issues', 'pull_requests'])
  const given = z.object({ content: z.enum(CONTENTS) }).safeParse(call.body)
  if (!given.success) throw invalid('Reaction', 'content', 'invalid')
  const { content } = given.data
  const { world } = call
  const same = world.reactions.find(
    (old) => old.on === on && old.subject === subject && old.content === content && old.user === world.viewer,
  )
  if (same !== undefined) return ok(reactionJson(call, same))
  const made: Reaction = { id: nextId(world.reactions, 8_000_000), on, subject, user: world.viewer, content }
  world.reactions.push(made)
  return created(reactionJson(call, made))
}

function listReactions(call: Call) {
  const { id } = commentOf(call)
  const here = call.world.reactions.filter((reaction) => reaction.on === 'issue_comment' && reaction.subject === id)
  return paged(
    call,
    here.map((reaction) => reactionJson(call, reaction)),
  )
}

function unreact(call: Call) {
  commentOf(call)
  const id = numeric(call, 'reaction')
  const at = call.world.reactions.findIndex((reaction) => reaction.id === id)
  if (at === -1) throw notFound()
  call.world.reactions.splice(at, 1)
  return gone()
}
