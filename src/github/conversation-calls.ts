import { z } from 'zod'
import type { Calls } from './calls.ts'
import { actor, THREAD_FIELDS, type Thread, ThreadAnswer } from './review-calls.ts'

/** A comment below an issue or pull request. `isOurs`: written by whoever our token speaks for. */
export type Said = {
  id: number
  author: string | undefined
  body: string
  url: string
  at: string
  /** When it was last edited, if ever. */
  editedAt: string | undefined
  /** Minimised on the page. */
  isHidden: boolean
  isOurs: boolean
}

/** The words that go with a review as a whole. */
export type ReviewWords = Pick<Said, 'author' | 'body' | 'editedAt' | 'isHidden'> & { state: string; at: string }

/** An issue that a pull request closes. `repository` is `owner/name`. */
export type LinkedIssue = {
  number: number
  title: string
  body: string
  author: string | undefined
  repository: string
}

/** What was said about an issue or a pull request, in one answer. Lists are oldest first. */
export type Conversation = {
  title: string
  body: string
  author: string | undefined
  /** The newest comments, and how many older ones there are. */
  comments: Said[]
  older: number
  /** Of a pull request only: the newest reviews, threads and closed issues, and how many threads there are. */
  reviews: ReviewWords[]
  threads: Thread[]
  threadCount: number
  /** Undefined when the token may not see them. */
  closes: LinkedIssue[] | undefined
}

export type ConversationCalls = {
  /** Reads on backwards until the comments have so many characters together. Rejects with GitHubError. */
  conversation(number: number, about: 'issue' | 'pull_request', characters: number): Promise<Conversation>
}

const optional = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)

const CommentAnswer = z
  .object({
    fullDatabaseId: z.coerce.number(),
    author: actor,
    body: z.string(),
    url: z.string(),
    createdAt: z.string(),
    lastEditedAt: optional,
    isMinimized: z.boolean(),
    viewerDidAuthor: z.boolean(),
  })
  .transform(
    ({ fullDatabaseId, author, body, url, createdAt, lastEditedAt, isMinimized, viewerDidAuthor }): Said => ({
      ...{ id: fullDatabaseId, author, body, url, at: createdAt, editedAt: lastEditedAt },
      ...{ isHidden: isMinimized, isOurs: viewerDidAuthor },
    }),
  )

const ReviewAnswer = z
  .object({
    author: actor,
    body: z.string(),
    state: z.string(),
    submittedAt: optional,
    lastEditedAt: optional,
    isMinimized: z.boolean(),
  })
  .transform(
    ({ author, body, state, submittedAt, lastEditedAt, isMinimized }): ReviewWords => ({
      ...{ author, body, state, at: submittedAt ?? '', editedAt: lastEditedAt, isHidden: isMinimized },
    }),
  )

const LinkedAnswer = z
  .object({
    number: z.number(),
    title: z.string(),
    body: z.string(),
    author: actor,
    repository: z.object({ nameWithOwner: z.string() }),
  })
  .transform(({ repository, ...issue }): LinkedIssue => ({ ...issue, repository: repository.nameWithOwner }))

/** What the token may not see stands as null in a list. */
const nodes = <Node extends z.ZodType>(node: Node) =>
  z.array(node.nullable()).transform((all) => all.flatMap((one) => (one === null ? [] : [one])))

const Subject = z.object({
  title: z.string(),
  body: z.string(),
  author: actor,
  comments: z.object({
    totalCount: z.number(),
    pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullish() }),
    nodes: nodes(CommentAnswer),
  }),
})
const PullSubject = Subject.extend({
  reviews: z.object({ nodes: nodes(ReviewAnswer) }),
  reviewThreads: z.object({ totalCount: z.number(), nodes: nodes(ThreadAnswer) }),
  closingIssuesReferences: z.object({ nodes: nodes(LinkedAnswer) }).nullable(),
})
const IssueConversation = z.object({ repository: z.object({ issue: Subject }) })
const PullConversation = z.object({ repository: z.object({ pullRequest: PullSubject }) })

const ACTOR = 'author { __typename login }'
const WORDS = `title body ${ACTOR}
      comments(last: 100, before: $before) {
        totalCount
        pageInfo { hasPreviousPage startCursor }
        nodes { fullDatabaseId ${ACTOR} body url createdAt lastEditedAt isMinimized viewerDidAuthor }
      }`
const queryFor = (subject: 'issue' | 'pullRequest', fields: string) =>
  `query($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) {
    ${subject}(number: $number) {
      ${fields}
    }
  }
}`

export const ISSUE_QUERY = queryFor('issue', WORDS)
export const PULL_QUERY = queryFor(
  'pullRequest',
  `${WORDS}
      reviews(last: 30) { nodes { ${ACTOR} body state submittedAt lastEditedAt isMinimized } }
      reviewThreads(last: 40) { totalCount nodes { ${THREAD_FIELDS} } }
      closingIssuesReferences(first: 10) { nodes { number title body ${ACTOR} repository { nameWithOwner } } }`,
)

const MAX_PAGES = 10

export function conversationCalls({ repo, query }: Calls): ConversationCalls {
  const ask = async (number: number, about: 'issue' | 'pull_request', before: string | null) => {
    const variables = { ...repo, number, before }
    if (about === 'pull_request') return (await query(PULL_QUERY, PullConversation, variables)).repository.pullRequest
    const { issue } = (await query(ISSUE_QUERY, IssueConversation, variables)).repository
    return { ...issue, ...NO_PULL }
  }

  return {
    async conversation(number, about, characters) {
      const first = await ask(number, about, null)
      const { title, body, author, reviews, reviewThreads, closingIssuesReferences } = first
      const { totalCount } = first.comments
      let { nodes: comments, pageInfo } = first.comments
      for (let page = 1; page < MAX_PAGES; page += 1) {
        const { hasPreviousPage, startCursor } = pageInfo
        const length = comments.reduce((sum, { body }) => sum + body.length, 0)
        if (!hasPreviousPage || startCursor == null || length >= characters) break
        const older = (await ask(number, about, startCursor)).comments
        comments = [...older.nodes, ...comments]
        pageInfo = older.pageInfo
      }
      return {
        ...{ title, body, author, comments, older: Math.max(0, totalCount - comments.length) },
        ...{ reviews: reviews.nodes, threads: reviewThreads.nodes, threadCount: reviewThreads.totalCount },
        closes: closingIssuesReferences?.nodes,
      }
    },
  }
}

const NO_PULL: Pick<z.output<typeof PullSubject>, 'reviews' | 'reviewThreads' | 'closingIssuesReferences'> = {
  reviews: { nodes: [] },
  reviewThreads: { totalCount: 0, nodes: [] },
  closingIssuesReferences: { nodes: [] },
}
