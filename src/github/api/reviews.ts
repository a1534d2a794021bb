import * as z from 'zod'
import { NEWEST, type RepositoryClient } from './repository-client.ts'
import { type Comment, Comment as CommentResponse, nullableText, userLogin, writtenText } from './response-schemas.ts'

/** An inline comment of a new review. `line` is the last line. Lines are numbered as in the file on that side of the diff. */
export type NewReviewComment = { path: string; body: string; line: number; startLine?: number; side: DiffSide }
export type DiffSide = 'LEFT' | 'RIGHT'

/** `createdAt`: when it was submitted; undefined for a draft. */
export type Review = {
  id: number
  nodeId: string
  author: string | undefined
  state: string
  body: string
  url: string
  createdAt?: string
}

/** A review of our account that is not submitted yet. `comments`: the texts of the first 50. */
export type DraftReview = {
  id: number
  body: string
  url: string
  createdAt: string
  comments: string[]
  commentCount: number
}

/** An inline comment on a pull request. Replies go to its `id`. `inReplyTo`: the first comment of its thread, unless it is the first. */
export type ReviewComment = {
  id: number
  author: string | undefined
  path: string
  body: string
  url: string
  updatedAt: string
  inReplyTo?: number
}

/** A review thread. `line` is undefined when the lines are no longer part of the diff; the original lines stay. */
export type ReviewThread = {
  id: string
  path: string
  line: number | undefined
  startLine: number | undefined
  originalLine?: number
  originalStartLine?: number
  side: DiffSide
  startSide?: DiffSide
  isResolved: boolean
  /** The person who resolved it; undefined for an App and a deleted account, too. */
  resolvedBy?: string | undefined
  isOutdated: boolean
  /** The first 50 comments. */
  comments: {
    id: number
    url?: string | undefined
    author: string | undefined
    body: string
    createdAt: string
    editedAt: string | undefined
    editor?: string
    isHidden: boolean
  }[]
  commentCount: number
}

/** Calls about reviews. Every one rejects with GitHubError. */
export type ReviewCalls = {
  threads(number: number): Promise<ReviewThread[]>
  reviews(number: number): Promise<Review[]>
  getReview(number: number, id: number): Promise<Review>
  reviewComments(number: number): Promise<ReviewComment[]>
  /** Creates a review with its inline comments. Without `event` it is a draft, visible only to its author; GitHub allows one. */
  createReview(number: number, review: NewReview): Promise<Review>
  /** The drafts of our account. */
  draftReviews(number: number): Promise<DraftReview[]>
  /** Deletes a draft; GitHub does not delete submitted reviews. */
  deleteReview(number: number, id: number): Promise<void>
  replyToComment(number: number, commentId: number, body: string): Promise<Comment>
  /** The replies in the review thread that starts with a comment. */
  threadComments(number: number, firstId: number): Promise<Comment[]>
  /** The 100 newest review comments of all pull requests. */
  recentReviewComments(): Promise<Comment[]>
  getReviewComment(id: number): Promise<Comment>
  updateReviewComment(id: number, body: string): Promise<Comment>
  deleteReviewComment(id: number): Promise<void>
  resolveThread(id: string): Promise<void>
  unresolveThread(id: string): Promise<void>
}

export type NewReview = {
  /** The commit whose diff has the lines. */
  commit?: string
  body: string
  event?: 'COMMENT'
  comments: readonly NewReviewComment[]
}

const ReviewResponse = z
  .object({
    id: z.number(),
    node_id: z.string(),
    user: userLogin,
    state: z.string(),
    body: nullableText,
    html_url: z.string(),
    submitted_at: z.string().nullish(),
  })
  .transform(
    ({ id, node_id: nodeId, user, state, body, html_url, submitted_at }): Review => ({
      id,
      nodeId,
      author: user,
      state,
      body,
      url: html_url,
      createdAt: submitted_at ?? undefined,
    }),
  )

const ReviewCommentResponse = z
  .object({
    id: z.number(),
    user: userLogin,
    path: z.string(),
    body: nullableText,
    html_url: z.string(),
    updated_at: z.string(),
    in_reply_to_id: z.number().optional(),
  })
  .transform(
    ({ id, user, path, body, html_url, updated_at: updatedAt, in_reply_to_id: inReplyTo }): ReviewComment => ({
      id,
      author: user,
      path,
      body,
      url: html_url,
      updatedAt,
      inReplyTo,
    }),
  )

const ThreadCommentResponse = z.object({ in_reply_to_id: z.number().optional() }).and(CommentResponse)

/** GraphQL omits the `[bot]` suffix that REST and webhooks give to Apps. */
export const actorLogin = z
  .object({ __typename: z.string(), login: z.string() })
  .nullish()
  .transform((user) => (user?.__typename === 'Bot' ? `${user.login}[bot]` : user?.login))

export const ReviewThreadNode = z
  .object({
    id: z.string(),
    path: z.string(),
    line: z.number().nullish(),
    startLine: z.number().nullish(),
    originalLine: z.number().nullish(),
    originalStartLine: z.number().nullish(),
    diffSide: z.enum(['LEFT', 'RIGHT']),
    startDiffSide: z.enum(['LEFT', 'RIGHT']).nullish(),
    isResolved: z.boolean(),
    resolvedBy: actorLogin,
    isOutdated: z.boolean(),
    comments: z.object({
      totalCount: z.number(),
      nodes: z.array(
        z.object({
          fullDatabaseId: z.coerce.number(),
          url: z.string().optional(),
          author: actorLogin,
          body: writtenText,
          createdAt: z.string(),
          lastEditedAt: z.string().nullish(),
          editor: actorLogin,
          isMinimized: z.boolean(),
        }),
      ),
    }),
  })
  .transform(
    ({
      line,
      startLine,
      originalLine,
      originalStartLine,
      diffSide,
      startDiffSide,
      comments,
      ...thread
    }): ReviewThread => ({
      ...thread,
      line: line ?? undefined,
      startLine: startLine ?? undefined,
      originalLine: originalLine ?? undefined,
      originalStartLine: originalStartLine ?? undefined,
      side: diffSide,
      startSide: startDiffSide ?? undefined,
      commentCount: comments.totalCount,
      comments: comments.nodes.map(({ fullDatabaseId, lastEditedAt, isMinimized, ...comment }) => ({
        ...comment,
        id: fullDatabaseId,
        editedAt: lastEditedAt ?? undefined,
        isHidden: isMinimized,
      })),
    }),
  )

const ReviewThreadsResponse = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
        nodes: z.array(ReviewThreadNode),
      }),
    }),
  }),
})

export const THREAD_FIELDS = `id path line startLine originalLine originalStartLine diffSide startDiffSide isResolved isOutdated resolvedBy { __typename login }
          comments(first: 50) {
            totalCount
            nodes { fullDatabaseId url author { __typename login } body createdAt lastEditedAt editor { __typename login } isMinimized }
          }`

export const THREADS_QUERY = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 50, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          ${THREAD_FIELDS}
        }
      }
    }
  }
}`

export const RESOLVE_MUTATION = `mutation($threadId: ID!) {
  resolveReviewThread(input: { threadId: $threadId }) { thread { id isResolved } }
}`

export const UNRESOLVE_MUTATION = `mutation($threadId: ID!) {
  unresolveReviewThread(input: { threadId: $threadId }) { thread { id isResolved } }
}`

const DRAFTS_QUERY = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviews(last: 20, states: [PENDING]) {
        nodes { fullDatabaseId viewerDidAuthor body url createdAt comments(first: 50) { totalCount nodes { body } } }
      }
    }
  }
}`

const DraftReviewNode = z.object({
  fullDatabaseId: z.coerce.number(),
  viewerDidAuthor: z.boolean(),
  body: writtenText,
  url: z.string(),
  createdAt: z.string(),
  comments: z.object({ totalCount: z.number(), nodes: z.array(z.object({ body: writtenText })) }),
})

const DraftReviewsResponse = z
  .object({
    repository: z.object({ pullRequest: z.object({ reviews: z.object({ nodes: z.array(DraftReviewNode) }) }) }),
  })
  .transform(({ repository }): DraftReview[] =>
    repository.pullRequest.reviews.nodes
      .filter(({ viewerDidAuthor }) => viewerDidAuthor)
      .map(({ fullDatabaseId, body, url, createdAt, comments }) => ({
        id: fullDatabaseId,
        body,
        url,
        createdAt,
        comments: comments.nodes.map((comment) => comment.body),
        commentCount: comments.totalCount,
      })),
  )

const MAX_PAGES = 20

export function reviewCalls({ repo, request, requestAll, graphql }: RepositoryClient): ReviewCalls {
  const allComments = <Schema extends z.ZodType>(pull_number: number, schema: Schema) =>
    requestAll(
      (octokit, list, eachPage) =>
        octokit.paginate(octokit.rest.pulls.listReviewComments, { ...list, pull_number }, eachPage),
      schema,
    )

  return {
    async threads(number) {
      const threads: ReviewThread[] = []
      let after: string | undefined
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await graphql(THREADS_QUERY, ReviewThreadsResponse, { ...repo, number, after: after ?? null })
        const { nodes, pageInfo } = answer.repository.pullRequest.reviewThreads
        threads.push(...nodes)
        if (!pageInfo.hasNextPage || pageInfo.endCursor == null) break
        after = pageInfo.endCursor
      }
      return threads
    },
    reviews: (pull_number) =>
      requestAll(
        (octokit, list, eachPage) =>
          octokit.paginate(octokit.rest.pulls.listReviews, { ...list, pull_number }, eachPage),
        ReviewResponse,
      ),
    getReview: (pull_number, review_id) =>
      request(({ pulls }, repository) => pulls.getReview({ ...repository, pull_number, review_id }), ReviewResponse),
    reviewComments: (pull_number) => allComments(pull_number, ReviewCommentResponse),
    createReview: (pull_number, { commit, body, event, comments }) =>
      request(
        ({ pulls }, repository) =>
          pulls.createReview({
            ...repository,
            pull_number,
            body,
            commit_id: commit,
            event,
            comments: comments.map(({ path, body, line, startLine, side }) => ({
              path,
              body,
              line,
              side,
              start_line: startLine,
              start_side: startLine === undefined ? undefined : side,
            })),
          }),
        ReviewResponse,
      ),
    draftReviews: (number) => graphql(DRAFTS_QUERY, DraftReviewsResponse, { ...repo, number }),
    async deleteReview(pull_number, review_id) {
      await request(
        ({ pulls }, repository) => pulls.deletePendingReview({ ...repository, pull_number, review_id }),
        z.unknown(),
      )
    },
    replyToComment: (pull_number, comment_id, body) =>
      request(
        ({ pulls }, repository) => pulls.createReplyForReviewComment({ ...repository, pull_number, comment_id, body }),
        CommentResponse,
      ),
    async threadComments(pull_number, firstId) {
      const all = await allComments(pull_number, ThreadCommentResponse)
      return all.filter(({ in_reply_to_id }) => in_reply_to_id === firstId)
    },
    recentReviewComments: () =>
      request(
        ({ pulls }, repository) => pulls.listReviewCommentsForRepo({ ...repository, ...NEWEST }),
        CommentResponse.array(),
      ),
    getReviewComment: (comment_id) =>
      request(({ pulls }, repository) => pulls.getReviewComment({ ...repository, comment_id }), CommentResponse),
    updateReviewComment: (comment_id, body) =>
      request(
        ({ pulls }, repository) => pulls.updateReviewComment({ ...repository, comment_id, body }),
        CommentResponse,
      ),
    async deleteReviewComment(comment_id) {
      await request(({ pulls }, repository) => pulls.deleteReviewComment({ ...repository, comment_id }), z.unknown())
    },
    async resolveThread(threadId) {
      await graphql(RESOLVE_MUTATION, z.unknown(), { threadId })
    },
    async unresolveThread(threadId) {
      await graphql(UNRESOLVE_MUTATION, z.unknown(), { threadId })
    },
  }
}
