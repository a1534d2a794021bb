import * as z from 'zod'
import {
  type ApiAnswer,
  type ApiCall,
  created,
  ErrorAnswer,
  notFound,
  numeric,
  ok,
  paged,
  type Route,
} from './answer.ts'
import { nodeId, repoPage, repoUrl, user } from './shapes.ts'
import { association, author, renderedText } from './thread-shapes.ts'
import {
  nextId,
  nextNumber,
  type WorldCommitComment,
  type WorldDiscussion,
  type WorldDiscussionComment,
} from './world.ts'

/** Comments on commits. Source: GitHub REST docs, "Commit comments". */
export const commitCommentRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/commits/:sha/comments',
    answer: (call) =>
      paged(
        call,
        call.world.commitComments
          .filter(({ sha }) => sha === call.params.sha)
          .map((each) => commitCommentJson(call, each)),
      ),
  },
  { method: 'POST', pattern: '/commits/:sha/comments', answer: createCommitComment },
  { method: 'GET', pattern: '/comments/:id', answer: (call) => ok(commitCommentJson(call, commitCommentOf(call))) },
  { method: 'PATCH', pattern: '/comments/:id', answer: updateCommitComment },
]

const Body = z.object({ body: z.string().min(1) })

function createCommitComment(call: ApiCall): ApiAnswer {
  const { commitComments, viewer } = call.world
  const comment: WorldCommitComment = {
    id: nextId(commitComments, 7_000_000),
    sha: call.params.sha ?? '',
    user: viewer,
    body: Body.parse(call.body).body,
    createdAt: call.now,
    updatedAt: call.now,
  }
  commitComments.push(comment)
  return created(commitCommentJson(call, comment))
}

function updateCommitComment(call: ApiCall): ApiAnswer {
  const comment = commitCommentOf(call)
  Object.assign(comment, { body: Body.parse(call.body).body, updatedAt: call.now })
  return ok(commitCommentJson(call, comment))
}

function commitCommentOf(call: ApiCall): WorldCommitComment {
  const id = numeric(call, 'id')
  const comment = call.world.commitComments.find((each) => each.id === id)
  if (comment === undefined) throw notFound()
  if (call.method === 'PATCH' && comment.user !== call.world.viewer)
    throw new ErrorAnswer(403, 'Resource not accessible by integration')
  return comment
}

const commitCommentJson = (call: ApiCall, comment: WorldCommitComment) => ({
  id: comment.id,
  node_id: nodeId('CommitComment', comment.id),
  url: `${repoUrl(call)}/comments/${comment.id}`,
  html_url: `${repoPage(call)}/commit/${comment.sha}#commitcomment-${comment.id}`,
  user: user(call, comment.user),
  path: null,
  position: null,
  line: null,
  commit_id: comment.sha,
  created_at: comment.createdAt,
  updated_at: comment.updatedAt,
  body: comment.body,
  author_association: association(call.world, comment.user),
})

type WorldContext = Pick<ApiCall, 'world' | 'api'>
type WritingContext = Pick<ApiCall, 'world' | 'permissions' | 'api' | 'now'>

/** A discussion in GraphQL. Source: GitHub docs, "Using the GraphQL API for Discussions". */
export const discussionNode = (context: WorldContext, discussion: WorldDiscussion) => ({
  id: nodeId('Discussion', discussion.number),
  title: discussion.title,
  body: discussion.body,
  bodyHTML: renderedText(context.api, discussion.body),
  locked: discussion.locked === true,
  author: author(discussion.user),
  editor: discussion.bodyEdit === undefined ? null : author(discussion.bodyEdit.by),
  comments: {
    nodes: discussion.comments
      .filter(({ replyTo }) => replyTo === undefined)
      .map((comment) => ({
        ...commentNode(context, discussion, comment),
        replies: {
          nodes: discussion.comments
            .filter(({ replyTo }) => replyTo === comment.id)
            .map((reply) => commentNode(context, discussion, reply)),
        },
      })),
  },
})

const commentNode = (context: WorldContext, { number }: WorldDiscussion, comment: WorldDiscussionComment) => ({
  id: nodeId('DiscussionComment', comment.id),
  databaseId: comment.id,
  body: comment.deletedAt === undefined ? comment.body : '',
  bodyHTML: renderedText(context.api, comment.body),
  deletedAt: comment.deletedAt ?? null,
  editor: comment.editedBy === undefined ? null : author(comment.editedBy),
  url: `${repoPage(context)}/discussions/${number}#discussioncomment-${comment.id}`,
  createdAt: comment.createdAt,
  updatedAt: comment.updatedAt,
  author: {
    __typename: comment.user.endsWith('[bot]') ? 'Bot' : 'User',
    login: comment.user.replace(/\[bot\]$/, ''),
  },
})

type MutationResult = { value: unknown } | { error: { type: string; message: string } }
const missing = (id: unknown) => ({
  error: { type: 'NOT_FOUND', message: `Could not resolve to a node with the global id of '${id}'` },
})
const mayNot = ({ permissions }: WritingContext): boolean => (permissions.discussions ?? 'write') !== 'write'
const FORBIDDEN = { error: { type: 'FORBIDDEN', message: 'Resource not accessible by integration' } }

export function addDiscussionComment(context: WritingContext, variables: Record<string, unknown>): MutationResult {
  const { world, now } = context
  const { discussionId, replyToId, body } = variables
  const discussion = world.discussions.find(({ number }) => nodeId('Discussion', number) === discussionId)
  if (discussion === undefined) return missing(discussionId)
  if (mayNot(context) || discussion.locked === true) return FORBIDDEN
  const parent = discussion.comments.find(({ id }) => nodeId('DiscussionComment', id) === replyToId)
  if (replyToId !== null && replyToId !== undefined && parent === undefined) return missing(replyToId)
  if (parent?.replyTo !== undefined)
    return { error: { type: 'UNPROCESSABLE', message: 'Parent comment is already in a thread, cannot reply to it' } }
  const all = world.discussions.flatMap(({ comments }) => comments)
  const comment: WorldDiscussionComment = {
    id: nextId(all, 8_000_000),
    replyTo: parent?.id,
    user: world.viewer,
    body: String(body),
    createdAt: now,
    updatedAt: now,
  }
  discussion.comments.push(comment)
  return { value: { comment: commentNode(context, discussion, comment) } }
}

export function updateDiscussionComment(context: WritingContext, variables: Record<string, unknown>): MutationResult {
  const { world, now } = context
  for (const discussion of world.discussions) {
    const comment = discussion.comments.find(({ id }) => nodeId('DiscussionComment', id) === variables.commentId)
    if (comment === undefined) continue
    if (mayNot(context) || discussion.locked === true || comment.user !== world.viewer) return FORBIDDEN
    Object.assign(comment, { body: String(variables.body), updatedAt: now })
    return { value: { comment: commentNode(context, discussion, comment) } }
  }
  return missing(variables.commentId)
}

/** The discussions of the repository, newest first, and where new ones may go. A server without discussions has no such field. */
export function discussionsOf(context: WorldContext) {
  const { world } = context
  if (world.without?.includes('discussions in the schema') === true)
    return { error: { type: 'undefinedField', message: "Field 'discussions' doesn't exist on type 'Repository'" } }
  const isEnabled = world.without?.includes('discussions') !== true
  const categories = isEnabled ? (world.discussionCategories ?? ['Q&A', 'General']) : []
  return {
    value: {
      id: nodeId('Repository', 1),
      hasDiscussionsEnabled: isEnabled,
      discussionCategories: {
        nodes: categories.map((name, index) => ({
          id: nodeId('DiscussionCategory', index),
          name,
          slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
          isAnswerable: index === 0,
        })),
      },
      discussions: isEnabled ? world.discussions.toReversed().map((each) => summary(context, each)) : [],
    },
  }
}

const EPOCH = '2026-01-05T09:00:00Z'

const summary = (
  context: WorldContext,
  { number, title, body, user, bodyEdit, closed, createdAt }: WorldDiscussion,
) => ({
  id: nodeId('Discussion', number),
  number,
  title,
  body,
  url: `${repoPage(context)}/discussions/${number}`,
  createdAt: createdAt ?? EPOCH,
  lastEditedAt: bodyEdit?.editedAt ?? null,
  editor: bodyEdit === undefined ? null : author(bodyEdit.by),
  author: author(user),
  viewerDidAuthor: user === context.world.viewer,
  closed: closed !== undefined,
  stateReason: closed ?? null,
})

/** Source: GitHub docs, "Using the GraphQL API for Discussions". */
export function createDiscussion(context: WritingContext, variables: Record<string, unknown>): MutationResult {
  const { world, now } = context
  const category = (world.discussionCategories ?? ['Q&A', 'General']).find(
    (_, index) => nodeId('DiscussionCategory', index) === variables.categoryId,
  )
  if (variables.repositoryId !== nodeId('Repository', 1)) return missing(variables.repositoryId)
  if (category === undefined) return missing(variables.categoryId)
  if (mayNot(context)) return FORBIDDEN
  const discussion: WorldDiscussion = {
    number: nextNumber(world),
    title: String(variables.title),
    body: String(variables.body),
    user: world.viewer,
    comments: [],
    category,
    createdAt: now,
  }
  world.discussions.push(discussion)
  return { value: { discussion: summary(context, discussion) } }
}

/** Edits, closes or reopens a discussion. */
export function changeDiscussion(
  context: WritingContext,
  { discussionId, body }: Record<string, unknown>,
  state?: 'OUTDATED' | 'REOPENED',
): MutationResult {
  const { world, now } = context
  const discussion = world.discussions.find(({ number }) => nodeId('Discussion', number) === discussionId)
  if (discussion === undefined) return missing(discussionId)
  if (mayNot(context)) return FORBIDDEN
  if (typeof body === 'string' && body !== discussion.body)
    Object.assign(discussion, { body, bodyEdit: { by: world.viewer, editedAt: now } })
  if (state === 'REOPENED') delete discussion.closed
  else if (state !== undefined) discussion.closed = state
  return { value: { discussion: summary(context, discussion) } }
}
