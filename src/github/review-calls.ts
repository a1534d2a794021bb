import { z } from 'zod'
import { login, text } from './answers.ts'
import type { Calls } from './calls.ts'

/** A remark as a review carries it. `line` is the last line; numbers are the file's own on that side of the diff. */
export type NewRemark = { path: string; body: string; line: number; startLine?: number; side: DiffSide }
export type DiffSide = 'LEFT' | 'RIGHT'

export type Review = { id: number; author: string | undefined; state: string; body: string; url: string }

/** A remark that stands on a pull request; `id` is what replies go to. */
export type Remark = { id: number; author: string | undefined; path: string; body: string; url: string }

/** A conversation beside the code. `line` is missing once the lines are gone from the diff. */
export type Thread = {
  id: string
  path: string
  line: number | undefined
  startLine: number | undefined
  side: DiffSide
  isResolved: boolean
  isOutdated: boolean
  /** All remarks, or the first 50. */
  remarks: {
    id: number
    author: string | undefined
    body: string
    at: string
    editedAt: string | undefined
    isHidden: boolean
  }[]
  count: number
}

/** Calls about reviews. Every one rejects with GitHubError. */
export type ReviewCalls = {
  threads(number: number): Promise<Thread[]>
  reviews(number: number): Promise<Review[]>
  remarks(number: number): Promise<Remark[]>
  /** One review with its remarks. Without `event` it is a draft that only its author sees, of which GitHub allows one. */
  createReview(number: number, review: NewReview): Promise<Review>
  /** Only a draft can be deleted. */
  deleteReview(number: number, id: number): Promise<void>
  reply(number: number, to: number, body: string): Promise<Remark>
  resolveThread(id: string): Promise<void>
}

export type NewReview = {
  /** The commit whose diff the lines belong to. */
  commit?: string
  body: string
  event?: 'COMMENT'
  remarks: readonly NewRemark[]
}

const ReviewAnswer = z
  .object({ id: z.number(), user: login, state: z.string(), body: text, html_url: z.string() })
  .transform(({ id, user, state, body, html_url }): Review => ({ id, author: user, state, body, url: html_url }))

const RemarkAnswer = z
  .object({ id: z.number(), user: login, path: z.string(), body: text, html_url: z.string() })
  .transform(({ id, user, path, body, html_url }): Remark => ({ id, author: user, path, body, url: html_url }))

/** GraphQL names Apps without the ending they have everywhere else. */
export const actor = z
  .object({ __typename: z.string(), login: z.string() })
  .nullish()
  .transform((user) => (user?.__typename === 'Bot' ? `${user.login}[bot]` : user?.login))

export const ThreadAnswer = z
  .object({
    id: z.string(),
    path: z.string(),
    line: z.number().nullish(),
    startLine: z.number().nullish(),
    diffSide: z.enum(['LEFT', 'RIGHT']),
    isResolved: z.boolean(),
    isOutdated: z.boolean(),
    comments: z.object({
      totalCount: z.number(),
      nodes: z.array(
        z.object({
          fullDatabaseId: z.coerce.number(),
          author: actor,
          body: z.string(),
          createdAt: z.string(),
          lastEditedAt: z.string().nullish(),
          isMinimized: z.boolean(),
        }),
      ),
    }),
  })
  .transform(
    ({ line, startLine, diffSide, comments, ...thread }): Thread => ({
      ...thread,
      line: line ?? undefined,
      startLine: startLine ?? undefined,
      side: diffSide,
      count: comments.totalCount,
      remarks: comments.nodes.map(({ fullDatabaseId, author, body, createdAt, lastEditedAt, isMinimized }) => ({
        id: fullDatabaseId,
        author,
        body,
        at: createdAt,
        editedAt: lastEditedAt ?? undefined,
        isHidden: isMinimized,
      })),
    }),
  )

const ThreadsAnswer = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
        nodes: z.array(ThreadAnswer),
      }),
    }),
  }),
})

export const THREAD_FIELDS = `id path line startLine diffSide isResolved isOutdated
          comments(first: 50) {
            totalCount
            nodes { fullDatabaseId author { __typename login } body createdAt lastEditedAt isMinimized }
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

const MAX_PAGES = 20

export function reviewCalls({ repo, ask, askAll, query, mutate }: Calls): ReviewCalls {
  const PULL = '/repos/{owner}/{repo}/pulls/{pull_number}'
  return {
    async threads(number) {
      const threads: Thread[] = []
      let after: string | undefined
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await query(THREADS_QUERY, ThreadsAnswer, { ...repo, number, after: after ?? null })
        const { nodes, pageInfo } = answer.repository.pullRequest.reviewThreads
        threads.push(...nodes)
        if (!pageInfo.hasNextPage || pageInfo.endCursor == null) break
        after = pageInfo.endCursor
      }
      return threads
    },
    reviews: (pull_number) => askAll(`GET ${PULL}/reviews`, ReviewAnswer, { pull_number }),
    remarks: (pull_number) => askAll(`GET ${PULL}/comments`, RemarkAnswer, { pull_number }),
    createReview: (pull_number, { commit, body, event, remarks }) =>
      ask(`POST ${PULL}/reviews`, ReviewAnswer, {
        pull_number,
        body,
        ...(commit === undefined ? {} : { commit_id: commit }),
        ...(event === undefined ? {} : { event }),
        comments: remarks.map(({ path, body, line, startLine, side }) => ({
          path,
          body,
          line,
          side,
          ...(startLine === undefined ? {} : { start_line: startLine, start_side: side }),
        })),
      }),
    async deleteReview(pull_number, review_id) {
      await ask(`DELETE ${PULL}/reviews/{review_id}`, z.unknown(), { pull_number, review_id })
    },
    reply: (pull_number, comment_id, body) =>
      ask(`POST ${PULL}/comments/{comment_id}/replies`, RemarkAnswer, { pull_number, comment_id, body }),
    async resolveThread(threadId) {
      await mutate(RESOLVE_MUTATION, z.unknown(), { threadId })
    },
  }
}
