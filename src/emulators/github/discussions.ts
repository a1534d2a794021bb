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
import { association } from './thread-shapes.ts'
import { nextId, type WorldCommitComment, type WorldDiscussion, type WorldDiscussionComment } from './world.ts'

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
  body: comment.body,
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
  if (mayNot(context)) return FORBIDDEN
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
    if (mayNot(context) || comment.user !== world.viewer) return FORBIDDEN
    Object.assign(comment, { body: String(variables.body), updatedAt: now })
    return { value: { comment: commentNode(context, discussion, comment) } }
  }
  return missing(variables.commentId)
}
