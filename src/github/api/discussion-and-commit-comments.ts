import * as z from 'zod'
import { GitHubError } from './github-error.ts'
import type { RepositoryClient } from './repository-client.ts'
import { Comment, writtenText } from './response-schemas.ts'
import { actorLogin } from './reviews.ts'

/** A discussion, or with `comment` the replies to one of its comments (its number in `#discussioncomment-N`). */
export type DiscussionThread = { number: number; comment?: number }

/** A discussion whose text our account may have written. `isDropped`: it was closed as outdated or as a duplicate. */
export type OpenDiscussion = {
  nodeId: string
  number: number
  body: string
  url: string
  createdAt: string
  editedAt: string | undefined
  editor: string | undefined
  author: string | undefined
  isOwn: boolean
  isOpen: boolean
  isDropped: boolean
}

/** A text of a discussion as its author wrote it, and as GitHub renders it, with the signed addresses of its pictures. */
export type RenderedText = {
  comment?: number
  author: string | undefined
  editor: string | undefined
  body: string
  html: string
}

export type DiscussionCategory = { id: string; name: string; slug: string; isAnswerable: boolean }

/** A request in a discussion as it is now: undefined when it was deleted. `hasPlace`: whether a reply has a place. */
export type DiscussionRequest = { body: string | undefined; isLocked: boolean; hasPlace: boolean }

/** Discussions, and comments outside of issues and pull requests: in discussions and on commits. Every call rejects with GitHubError. */
export type OtherCommentCalls = {
  /** The newest 100 comments of a discussion, or a comment with its newest 100 replies; oldest first. */
  discussionComments(thread: DiscussionThread): Promise<Comment[]>
  /** What asked: the comment `requestId`, or the discussion itself. */
  discussionRequest(thread: DiscussionThread & { requestId?: number }): Promise<DiscussionRequest>
  /** The discussion itself and its newest 50 comments, or a comment with its newest 50 replies. */
  renderedDiscussion(thread: DiscussionThread): Promise<RenderedText[]>
  replyToDiscussion(thread: DiscussionThread, body: string): Promise<Comment>
  updateDiscussionComment(thread: DiscussionThread, id: number, body: string): Promise<Comment>
  commitComments(sha: string): Promise<Comment[]>
  getCommitComment(id: number): Promise<Comment>
  commentOnCommit(sha: string, body: string): Promise<Comment>
  updateCommitComment(id: number, body: string): Promise<Comment>
  /** The discussions of the repository, newest first, 100 a page. `next`: the cursor of the next page. */
  openDiscussions(cursor?: string): Promise<{
    repositoryId: string
    isEnabled: boolean
    categories: DiscussionCategory[]
    discussions: OpenDiscussion[]
    next: string | undefined
  }>
  createDiscussion(text: {
    repositoryId: string
    categoryId: string
    title: string
    body: string
  }): Promise<OpenDiscussion>
  /** `number`: of the discussion, for the mark of its text. */
  updateDiscussion(nodeId: string, change: { body: string; number: number }): Promise<OpenDiscussion>
  closeDiscussion(nodeId: string): Promise<OpenDiscussion>
  reopenDiscussion(nodeId: string): Promise<OpenDiscussion>
}

const FIELDS = 'id databaseId body url createdAt updatedAt deletedAt author { __typename login }'
const CommentNode = z
  .object({
    id: z.string(),
    databaseId: z.number(),
    body: writtenText,
    url: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    deletedAt: z.string().nullish(),
    author: actorLogin,
  })
  .transform(({ id, databaseId, author, deletedAt, ...node }) => ({
    node: id,
    isDeleted: deletedAt != null,
    comment: { ...node, id: databaseId, nodeId: id, author },
  }))
const TopLevelNode = z.intersection(
  CommentNode,
  z.object({ replies: z.object({ nodes: CommentNode.array() }).optional() }),
)
const ThreadResponse = z.object({
  repository: z.object({
    discussion: z.object({
      id: z.string(),
      body: writtenText,
      locked: z.boolean(),
      comments: z.object({ nodes: TopLevelNode.array() }),
    }),
  }),
})
const AddResponse = z.object({ addDiscussionComment: z.object({ comment: CommentNode }) })
const UpdateResponse = z.object({ updateDiscussionComment: z.object({ comment: CommentNode }) })

const OPEN_FIELDS =
  'id number body url createdAt lastEditedAt closed stateReason viewerDidAuthor author { __typename login } editor { __typename login }'
const OpenNode = z
  .object({
    id: z.string(),
    number: z.number(),
    body: writtenText,
    url: z.string(),
    createdAt: z.string(),
    lastEditedAt: z.string().nullish(),
    closed: z.boolean(),
    stateReason: z.string().nullish(),
    viewerDidAuthor: z.boolean(),
    author: actorLogin,
    editor: actorLogin,
  })
  .transform(
    ({ id, lastEditedAt, closed, stateReason, viewerDidAuthor, ...node }): OpenDiscussion => ({
      ...node,
      nodeId: id,
      editedAt: lastEditedAt ?? undefined,
      isOwn: viewerDidAuthor,
      isOpen: !closed,
      isDropped: stateReason === 'OUTDATED' || stateReason === 'DUPLICATE',
    }),
  )
const CategoryNode = z.object({ id: z.string(), name: z.string(), slug: z.string(), isAnswerable: z.boolean() })
const OpenResponse = z.object({
  repository: z.object({
    id: z.string(),
    hasDiscussionsEnabled: z.boolean(),
    discussionCategories: z.object({ nodes: CategoryNode.array() }),
    discussions: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
      nodes: OpenNode.array(),
    }),
  }),
})
const OPEN = `query($owner: String!, $name: String!, $cursor: String) {
  repository(owner: $owner, name: $name) {
    id
    hasDiscussionsEnabled
    discussionCategories(first: 100) { nodes { id name slug isAnswerable } }
    discussions(first: 100, after: $cursor, orderBy: {field: CREATED_AT, direction: DESC}) {
      pageInfo { hasNextPage endCursor }
      nodes { ${OPEN_FIELDS} }
    }
  }
}`
const CREATE = `mutation($repositoryId: ID!, $categoryId: ID!, $title: String!, $body: String!) {
  createDiscussion(input: {repositoryId: $repositoryId, categoryId: $categoryId, title: $title, body: $body}) { discussion { ${OPEN_FIELDS} } }
}`
const changeMutation = (name: string, field: string) => `mutation($discussionId: ID!${field && ', $body: String!'}) {
  ${name}(input: {discussionId: $discussionId${field}}) { discussion { ${OPEN_FIELDS} } }
}`

const threadQuery = (hasReplies: boolean) => `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    discussion(number: $number) {
      id
      body
      locked
      comments(last: 100) { nodes { ${FIELDS}${hasReplies ? ` replies(last: 100) { nodes { ${FIELDS} } }` : ''} } }
    }
  }
}`
const RENDERED = 'body bodyHTML author { __typename login } editor { __typename login }'
const renderedQuery = (hasReplies: boolean) => `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    discussion(number: $number) {
      ${RENDERED}
      comments(last: 50) { nodes { databaseId ${RENDERED}${hasReplies ? ` replies(last: 50) { nodes { databaseId ${RENDERED} } }` : ''} } }
    }
  }
}`
const RenderedNode = z
  .object({
    databaseId: z.number().optional(),
    body: writtenText,
    bodyHTML: z.string(),
    author: actorLogin,
    editor: actorLogin,
  })
  .transform(({ databaseId: comment, bodyHTML: html, ...text }): RenderedText => ({ ...text, comment, html }))
const RenderedComments = z.object({
  nodes: z
    .intersection(RenderedNode, z.object({ replies: z.object({ nodes: RenderedNode.array() }).optional() }))
    .array(),
})
const RenderedResponse = z.object({
  repository: z.object({ discussion: z.intersection(RenderedNode, z.object({ comments: RenderedComments })) }),
})
const ADD = `mutation($discussionId: ID!, $replyToId: ID, $body: String!) {
  addDiscussionComment(input: {discussionId: $discussionId, replyToId: $replyToId, body: $body}) { comment { ${FIELDS} } }
}`
const UPDATE = `mutation($commentId: ID!, $body: String!) {
  updateDiscussionComment(input: {commentId: $commentId, body: $body}) { comment { ${FIELDS} } }
}`

export function otherCommentCalls({ repo, request, requestAll, graphql }: RepositoryClient): OtherCommentCalls {
  const readDiscussion = async (number: number, hasReplies: boolean) =>
    (await graphql(threadQuery(hasReplies), ThreadResponse, { ...repo, number })).repository.discussion

  /** The discussion's node, the node that replies go below, and the comments there. */
  async function readThread({ number, comment }: DiscussionThread) {
    const { id, comments } = await readDiscussion(number, comment !== undefined)
    if (comment === undefined) return { discussion: id, parent: undefined, comments: comments.nodes }
    const parent = comments.nodes.find(({ comment: { id } }) => id === comment)
    if (parent === undefined) {
      const text = `Discussion #${number} has no comment ${comment} among its newest 100`
      throw new GitHubError(404, 'GraphQL query', text)
    }
    return { discussion: id, parent: parent.node, comments: [parent, ...(parent.replies?.nodes ?? [])] }
  }

  async function change(operation: string, discussionId: string, body?: string): Promise<OpenDiscussion> {
    const field = operation === 'closeDiscussion' ? ', reason: OUTDATED' : body === undefined ? '' : ', body: $body'
    const query = changeMutation(operation, field)
    const schema = z.object({ [operation]: z.object({ discussion: OpenNode }) })
    const variables = body === undefined ? { discussionId } : { discussionId, body }
    const { discussion } = (await graphql(query, schema, variables))[operation] ?? {}
    if (discussion === undefined) throw new GitHubError(404, 'GraphQL mutation', 'The discussion is gone')
    return discussion
  }

  return {
    async openDiscussions(cursor) {
      const { repository } = await graphql(OPEN, OpenResponse, { ...repo, cursor: cursor ?? null })
      const { pageInfo, nodes } = repository.discussions
      return {
        repositoryId: repository.id,
        isEnabled: repository.hasDiscussionsEnabled,
        categories: repository.discussionCategories.nodes,
        discussions: nodes,
        next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
      }
    },
    createDiscussion: async (text) =>
      (await graphql(CREATE, z.object({ createDiscussion: z.object({ discussion: OpenNode }) }), text)).createDiscussion
        .discussion,
    updateDiscussion: (nodeId, { body }) => change('updateDiscussion', nodeId, body),
    closeDiscussion: (nodeId) => change('closeDiscussion', nodeId),
    reopenDiscussion: (nodeId) => change('reopenDiscussion', nodeId),
    discussionComments: async (thread) =>
      (await readThread(thread)).comments.flatMap(({ comment, isDeleted }) => (isDeleted ? [] : [comment])),
    async discussionRequest({ number, comment, requestId }) {
      const { body, locked: isLocked, comments } = await readDiscussion(number, requestId !== undefined)
      if (requestId === undefined) return { body, isLocked, hasPlace: true }
      const parent = comments.nodes.find((each) => each.comment.id === comment)
      const thread = parent === undefined ? [] : [parent, ...(parent.replies?.nodes ?? [])]
      const request = thread.find((each) => each.comment.id === requestId && !each.isDeleted)
      return { body: request?.comment.body, isLocked, hasPlace: parent !== undefined }
    },
    async renderedDiscussion({ number, comment }) {
      const query = renderedQuery(comment !== undefined)
      const { comments, ...text } = (await graphql(query, RenderedResponse, { ...repo, number })).repository.discussion
      const shown = comments.nodes.filter((each) => comment === undefined || each.comment === comment)
      return [text, ...shown.flatMap(({ replies, ...each }) => [each, ...(replies?.nodes ?? [])])]
    },
    async replyToDiscussion(thread, body) {
      const { discussion, parent } = await readThread(thread)
      const variables = { discussionId: discussion, replyToId: parent ?? null, body }
      return (await graphql(ADD, AddResponse, variables)).addDiscussionComment.comment.comment
    },
    async updateDiscussionComment(thread, id, body) {
      const own = (await readThread(thread)).comments.find(({ comment }) => comment.id === id)
      if (own === undefined) throw new GitHubError(404, 'GraphQL query', `The comment ${id} is not in the discussion`)
      return (await graphql(UPDATE, UpdateResponse, { commentId: own.node, body })).updateDiscussionComment.comment
        .comment
    },
    commitComments: (commit_sha) =>
      requestAll(
        (octokit, list, eachPage) =>
          octokit.paginate(octokit.rest.repos.listCommentsForCommit, { ...list, commit_sha }, eachPage),
        Comment,
      ),
    getCommitComment: (comment_id) =>
      request(({ repos }, repository) => repos.getCommitComment({ ...repository, comment_id }), Comment),
    commentOnCommit: (commit_sha, body) =>
      request(({ repos }, repository) => repos.createCommitComment({ ...repository, commit_sha, body }), Comment),
    updateCommitComment: (comment_id, body) =>
      request(({ repos }, repository) => repos.updateCommitComment({ ...repository, comment_id, body }), Comment),
  }
}
