import * as z from 'zod'
import {
  type ApiAnswer,
  type ApiCall,
  created,
  ErrorAnswer,
  invalid,
  noContent,
  notFound,
  numeric,
  ok,
  paged,
  type Route,
} from './answer.ts'
import { label, nodeId, reactionJson, repoUrl, user } from './shapes.ts'
import { commentJson, issueId, issueJson, renderedFields } from './thread-shapes.ts'
import {
  isPull,
  issue,
  issueOrPull,
  nextId,
  nextNumber,
  type World,
  type WorldComment,
  type WorldIssue,
  type WorldReaction,
} from './world.ts'

/** Issues, their comments, labels, assignees and reactions. Source: GitHub REST docs, "Issues". */
export const issueRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/issues', answer: listIssues },
  { method: 'POST', pattern: '/issues', answer: createIssue },
  { method: 'GET', pattern: '/issues/:number', answer: getIssue },
  { method: 'PATCH', pattern: '/issues/:number', answer: updateIssue },
  { method: 'GET', pattern: '/issues/:number/comments', answer: listComments },
  { method: 'POST', pattern: '/issues/:number/comments', answer: createComment },
  { method: 'GET', pattern: '/issues/comments', answer: listAllComments },
  { method: 'GET', pattern: '/issues/comments/:id', answer: getComment },
  { method: 'PATCH', pattern: '/issues/comments/:id', answer: updateComment },
  { method: 'DELETE', pattern: '/issues/comments/:id', answer: deleteComment },
  { method: 'GET', pattern: '/issues/:number/labels', answer: (call) => paged(call, labelsOf(call, subjectOf(call))) },
  { method: 'POST', pattern: '/issues/:number/labels', answer: addLabels },
  { method: 'PUT', pattern: '/issues/:number/labels', answer: replaceLabels },
  { method: 'GET', pattern: '/issues/:number/events', answer: listEvents },
  { method: 'DELETE', pattern: '/issues/:number/labels/:name', answer: removeLabel },
  { method: 'POST', pattern: '/issues/:number/assignees', answer: assign },
  { method: 'GET', pattern: '/assignees/:login', answer: isAssignable },
  {
    method: 'GET',
    pattern: '/labels',
    answer: (call) =>
      paged(
        call,
        call.world.labels.map((each) => label(call, each)),
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

const subjectOf = (call: ApiCall): WorldIssue => {
  const found = issueOrPull(call.world, numeric(call, 'number'))
  const gone = call.world.goneIssues?.[numeric(call, 'number')]
  if (gone === 'deleted') throw new ErrorAnswer(410, 'This issue was deleted')
  if (found === undefined || gone !== undefined) throw notFound()
  return found
}

/** A transferred issue redirects. Source: GitHub REST docs, "Get an issue". */
function getIssue(call: ApiCall): ApiAnswer {
  const [, repository, number] = /^(.+)#(\d+)$/.exec(call.world.goneIssues?.[numeric(call, 'number')] ?? '') ?? []
  if (repository === undefined) {
    const subject = subjectOf(call)
    return ok({ ...issueJson(call, subject), ...renderedFields(call, subject.body ?? '') })
  }
  return { status: 301, headers: { location: `${call.api}/transferred/${repository}/${number}` } }
}

function getComment(call: ApiCall): ApiAnswer {
  const comment = commentOf(call)
  return ok({ ...commentJson(call, comment), ...renderedFields(call, comment.body) })
}

/** The issue in the repository to which it was transferred. */
export function transferredIssue(call: ApiCall): ApiAnswer {
  const { owner = '', repo = '' } = call.params
  const world = { ...call.world, owner, repo }
  return ok(issueJson({ ...call, world }, issue({ number: numeric(call, 'number') })))
}

const commentOf = (call: ApiCall): WorldComment => {
  const id = numeric(call, 'id')
  const found = call.world.comments.find((comment) => comment.id === id)
  if (found === undefined) throw notFound()
  return found
}

/** Issues and pull requests, newest first; only open ones by default. */
function listIssues(call: ApiCall) {
  const state = call.query.get('state') ?? 'open'
  const creator = call.query.get('creator')
  const all = [...call.world.issues, ...call.world.pulls].filter(
    (subject) =>
      call.world.goneIssues?.[subject.number] === undefined &&
      (state === 'all' || subject.state === state) &&
      (creator === null || subject.user === creator),
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

/** Source: GitHub REST docs, "Create an issue": 410 where a repository has issues turned off. */
function createIssue(call: ApiCall) {
  if (call.world.without?.includes('issues') === true) throw new ErrorAnswer(410, 'Issues are disabled for this repo')
  mayWrite(call, ['issues'])
  const parsed = NewIssue.safeParse(call.body)
  if (!parsed.success) throw invalid('Issue', 'title', 'missing_field')
  const { title, body, labels, assignees } = parsed.data
  checkLength('Issue', body ?? '')
  const newIssue = issue({
    number: nextNumber(call.world),
    title,
    body: body ?? null,
    user: call.world.viewer,
    labels: labels.map((name) => knownLabel(call.world, name)),
    assignees,
    createdAt: call.now,
    updatedAt: call.now,
  })
  call.world.issues.push(newIssue)
  return created(issueJson(call, newIssue))
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

function updateIssue(call: ApiCall) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const parsed = IssueChange.safeParse(call.body)
  if (!parsed.success) throw invalid('Issue', String(parsed.error.issues[0]?.path[0] ?? 'data'), 'invalid')
  const { title, body, state, state_reason: reason, duplicate_issue_id: original, labels, assignees } = parsed.data
  if (original !== undefined && reason === 'duplicate') {
    const other = call.world.issues.find(({ number }) => issueId(number) === original)
    if (other === undefined) throw invalid('Issue', 'duplicate_issue_id', 'invalid')
    subject.duplicateOf = other.number
  }
  if (title !== undefined) subject.title = title
  if (body !== undefined && body !== subject.body) {
    subject.body = body
    subject.bodyEdit = { by: call.world.viewer, editedAt: call.now }
  }
  if (state !== undefined) subject.state = state
  if (state !== undefined) subject.stateReason = reason ?? (state === 'closed' ? 'completed' : 'reopened')
  if (labels !== undefined) subject.labels = labels.map((name) => knownLabel(call.world, name))
  if (assignees !== undefined) subject.assignees = assignees
  subject.updatedAt = call.now
  return ok(issueJson(call, subject))
}

function listComments(call: ApiCall) {
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

function listAllComments(call: ApiCall) {
  const sorted = newestFirst(call, call.world.comments)
  return paged(
    call,
    sorted.map((comment) => commentJson(call, comment)),
  )
}

/** Comments in the order that a query asks for. Without `sort`, GitHub ignores `direction`. */
export function newestFirst<Item extends { id: number; createdAt: string }>(call: ApiCall, items: readonly Item[]) {
  const oldestFirst = items.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id)
  const isReversed = call.query.get('sort') === 'created' && call.query.get('direction') === 'desc'
  return isReversed ? oldestFirst.toReversed() : oldestFirst
}

function createComment(call: ApiCall) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const body = bodyOf(call, 'IssueComment')
  // People with write permission may; Apps may not, whatever their permissions.
  const mayInLocked = ['admin', 'write'].includes(call.world.permissions[call.world.viewer] ?? 'none')
  if (subject.locked && !mayInLocked) throw new ErrorAnswer(403, 'Unable to create comment because issue is locked.')
  const comment: WorldComment = {
    id: nextId(call.world.comments, 7_000_000),
    number: subject.number,
    user: call.world.viewer,
    body,
    createdAt: call.now,
    updatedAt: call.now,
  }
  call.world.comments.push(comment)
  return created(commentJson(call, comment))
}

function updateComment(call: ApiCall) {
  const comment = commentOf(call)
  mayChange(call, comment)
  comment.body = bodyOf(call, 'IssueComment')
  comment.updatedAt = call.now
  return ok(commentJson(call, comment))
}

function deleteComment(call: ApiCall) {
  const comment = commentOf(call)
  mayChange(call, comment)
  call.world.comments.splice(call.world.comments.indexOf(comment), 1)
  return noContent()
}

function mayChange(call: ApiCall, comment: WorldComment): void {
  const subject = issueOrPull(call.world, comment.number)
  mayWrite(call, subject !== undefined && isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
}

/** GitHub's documented limit for the text of a comment, review or issue, in characters. */
const BODY_LIMIT = 65_536

/** The `body` of a request. Throws when it is missing, blank or too long. */
export function bodyOf(call: ApiCall, resource: string): string {
  const parsed = z.object({ body: z.string() }).safeParse(call.body)
  if (!parsed.success) throw invalid(resource, 'body', 'missing_field')
  if (parsed.data.body.trim() === '') throw invalid(resource, 'data', 'unprocessable', "Body can't be blank")
  checkLength(resource, parsed.data.body)
  return parsed.data.body
}

export function checkLength(resource: string, body: string): void {
  if (body.length > BODY_LIMIT)
    throw invalid(resource, 'data', 'unprocessable', `Body is too long (maximum is ${BODY_LIMIT} characters)`)
}

/** A comment on a pull request needs `issues` or `pull-requests`: one of the scopes is enough. */
export function mayWrite(call: ApiCall, scopes: readonly (keyof World['tokenPermissions'])[]): void {
  const may = scopes.some((scope) => (call.permissions[scope] ?? 'write') === 'write')
  if (!may) throw new ErrorAnswer(403, 'Resource not accessible by integration')
}

const labelsOf = (call: ApiCall, subject: WorldIssue) =>
  call.world.labels.filter((each) => subject.labels.includes(each.name)).map((each) => label(call, each))

/** What the emulator writes are events of labels; GitHub lists the others, too. Source: GitHub REST docs, "Issue event types". */
function listEvents(call: ApiCall) {
  const { number } = subjectOf(call)
  const events = [...(call.world.issueEvents ?? []).entries()].filter(([, each]) => each.number === number)
  return paged(
    call,
    events.map(([index, { event, actor, label: name, createdAt = call.now }]) => {
      const id = 8_000_000 + index
      const url = `${repoUrl(call)}/issues/events/${id}`
      const color = call.world.labels.find((each) => each.name === name)?.color ?? 'ededed'
      const commit = { commit_id: null, commit_url: null }
      const label = name === undefined ? undefined : { name, color }
      return {
        id,
        node_id: nodeId('LabeledEvent', id),
        url,
        actor: user(call, actor),
        event,
        ...commit,
        created_at: createdAt,
        label,
      }
    }),
  )
}

function recordLabels(
  { world, now }: ApiCall,
  { number }: WorldIssue,
  event: 'labeled' | 'unlabeled',
  labels: string[],
): void {
  world.issueEvents ??= []
  world.issueEvents.push(...labels.map((label) => ({ number, event, actor: world.viewer, label, createdAt: now })))
}

/** Adds labels to an issue. GitHub creates those that do not exist. */
function knownLabel(world: World, name: string): string {
  const same = world.labels.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (same !== undefined) return same.name
  world.labels.push({ id: nextId(world.labels, 4_000_000), name, color: 'ededed', description: null })
  return name
}

function labelNamed(call: ApiCall) {
  const name = (call.params.name ?? '').toLowerCase()
  const found = call.world.labels.find((each) => each.name.toLowerCase() === name)
  if (found === undefined) throw notFound()
  return found
}

/** The names in a body that lists labels. */
function namedLabels(call: ApiCall): string[] {
  const parsed = z.union([z.object({ labels: z.array(z.string()) }), z.array(z.string())]).safeParse(call.body)
  if (!parsed.success) throw invalid('Label', 'labels', 'invalid')
  const names = Array.isArray(parsed.data) ? parsed.data : parsed.data.labels
  return names.map((name) => knownLabel(call.world, name))
}

/** Source: GitHub REST docs, "Set labels for an issue". */
function replaceLabels(call: ApiCall) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const all = [...new Set(namedLabels(call))]
  const gone = subject.labels.filter((name) => !all.includes(name))
  const fresh = all.filter((name) => !subject.labels.includes(name))
  recordLabels(call, subject, 'unlabeled', gone)
  recordLabels(call, subject, 'labeled', fresh)
  subject.labels = all
  return ok(labelsOf(call, subject))
}

function addLabels(call: ApiCall) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const all = [...new Set([...subject.labels, ...namedLabels(call)])]
  recordLabels(call, subject, 'labeled', all.slice(subject.labels.length))
  subject.labels = all
  return ok(labelsOf(call, subject))
}

function removeLabel(call: ApiCall) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const name = (call.params.name ?? '').toLowerCase()
  if (!subject.labels.some((each) => each.toLowerCase() === name)) throw new ErrorAnswer(404, 'Label does not exist')
  const [gone, left] = [true, false].map((isGone) =>
    subject.labels.filter((each) => (each.toLowerCase() === name) === isGone),
  ) as [string[], string[]] // one list for each
  recordLabels(call, subject, 'unlabeled', gone)
  subject.labels = left
  return ok(labelsOf(call, subject))
}

const mayBeAssigned = (world: World, login: string) =>
  ['admin', 'write', 'read'].includes(world.permissions[login] ?? '')

function isAssignable(call: ApiCall) {
  if (!mayBeAssigned(call.world, call.params.login ?? '')) throw notFound()
  return noContent()
}

/** Skips users that cannot be assigned, as GitHub does. */
function assign(call: ApiCall) {
  const subject = subjectOf(call)
  mayWrite(call, isPull(subject) ? ['issues', 'pull_requests'] : ['issues'])
  const parsed = z.object({ assignees: z.array(z.string()) }).safeParse(call.body)
  if (!parsed.success) throw invalid('Issue', 'assignees', 'invalid')
  const able = parsed.data.assignees.filter((login) => mayBeAssigned(call.world, login))
  subject.assignees = [...new Set([...subject.assignees, ...able])].slice(0, 10)
  return created(issueJson(call, subject))
}

const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const

/** GitHub answers a repeated reaction with the existing one and status 200. */
export function react(call: ApiCall, on: WorldReaction['on'], subject: number) {
  mayWrite(call, ['issues', 'pull_requests'])
  const parsed = z.object({ content: z.enum(CONTENTS) }).safeParse(call.body)
  if (!parsed.success) throw invalid('Reaction', 'content', 'invalid')
  const { content } = parsed.data
  const { world } = call
  const same = world.reactions.find(
    (old) => old.on === on && old.subject === subject && old.content === content && old.user === world.viewer,
  )
  if (same !== undefined) return ok(reactionJson(call, same))
  const reaction: WorldReaction = { id: nextId(world.reactions, 8_000_000), on, subject, user: world.viewer, content }
  world.reactions.push(reaction)
  return created(reactionJson(call, reaction))
}

function listReactions(call: ApiCall) {
  const { id } = commentOf(call)
  const reactions = call.world.reactions.filter(
    (reaction) => reaction.on === 'issue_comment' && reaction.subject === id,
  )
  return paged(
    call,
    reactions.map((reaction) => reactionJson(call, reaction)),
  )
}

function unreact(call: ApiCall) {
  commentOf(call)
  const id = numeric(call, 'reaction')
  const index = call.world.reactions.findIndex((reaction) => reaction.id === id)
  if (index === -1) throw notFound()
  call.world.reactions.splice(index, 1)
  return noContent()
}
