import * as z from 'zod'
import { GitHubError } from './github-error.ts'
import type { RepositoryClient } from './repository-client.ts'
import { Comment, writtenText } from './response-schemas.ts'
import { actorLogin } from './reviews.ts'

/** A discussion, or with `comment` the replies to one of its comments (its number in `#discussioncomment-N`). */
export type DiscussionThread = { number: number; comment?: number }

/** Comments outside of issues and pull requests: in discussions and on commits. Every call rejects with GitHubError. */
export type OtherCommentCalls = {
  /** The newest 100 comments of a discussion, or a comment with its newest 100 replies; oldest first. */
  discussionComments(thread: DiscussionThread): Promise<Comment[]>
  replyToDiscussion(thread: DiscussionThread, body: string): Promise<Comment>
  updateDiscussionComment(thread: DiscussionThread, id: number, body: string): Promise<Comment>
  commitComments(sha: string): Promise<Comment[]>
  getCommitComment(id: number): Promise<Comment>
  commentOnCommit(sha: string, body: string): Promise<Comment>
  updateCommitComment(id: number, body: string): Promise<Comment>
}

const FIELDS = 'id databaseId body url createdAt updatedAt author { __typename login }'
const CommentNode = z
  .object({
    id: z.string(),
    databaseId: z.number(),
    body: writtenText,
    url: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    author: actorLogin,
  })
  .transform(({ id, databaseId, author, ...node }) => ({
    node: id,
    comment: { ...node, id: databaseId, nodeId: id, author },
  }))
const TopLevelNode = z.intersection(
  CommentNode,
  z.object({ replies: z.object({ nodes: CommentNode.array() }).optional() }),
)
const ThreadResponse = z.object({
  repository: z.object({
    discussion: z.object({ id: z.string(), comments: z.object({ nodes: TopLevelNode.array() }) }),
  }),
})
const AddResponse = z.object({ addDiscussionComment: z.object({ comment: CommentNode }) })
const UpdateResponse = z.object({ updateDiscussionComment: z.object({ comment: CommentNode }) })

const threadQuery = (hasReplies: boolean) => `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    discussion(number: $number) {
      id
      comments(last: 100) { nodes { ${FIELDS}${hasReplies ? ` replies(last: 100) { nodes { ${FIELDS} } }` : ''} } }
    }
  }
}`
const ADD = `mutation($discussionId: ID!, $replyToId: ID, $body: String!) {
  addDiscussionComment(input: {discussionId: $discussionId, replyToId: $replyToId, body: $body}) { comment { ${FIELDS} } }
}`
const UPDATE = `mutation($commentId: ID!, $body: String!) {
  updateDiscussionComment(input: {commentId: $commentId, body: $body}) { comment { ${FIELDS} } }
}`

export function otherCommentCalls({ repo, request, requestAll, graphql }: RepositoryClient): OtherCommentCalls {
  /** The discussion's node, the node that replies go below, and the comments there. */
  async function readThread({ number, comment }: DiscussionThread) {
    const response = await graphql(threadQuery(comment !== undefined), ThreadResponse, { ...repo, number })
    const { id, comments } = response.repository.discussion
    if (comment === undefined) return { discussion: id, parent: undefined, comments: comments.nodes }
    const parent = comments.nodes.find(({ comment: { id } }) => id === comment)
    if (parent === undefined) {
      const text = `Discussion #${number} has no comment ${comment} among its newest 100`
      throw new GitHubError(404, 'GraphQL query', text)
    }
    return { discussion: id, parent: parent.node, comments: [parent, ...(parent.replies?.nodes ?? [])] }
  }

  return {
    discussionComments: async (thread) => (await readThread(thread)).comments.map(({ comment }) => comment),
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
