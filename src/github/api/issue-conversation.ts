import * as z from 'zod'
import type { RepositoryClient } from './repository-client.ts'
import { writtenText } from './response-schemas.ts'
import { actorLogin, type ReviewThread, ReviewThreadNode, THREAD_FIELDS } from './reviews.ts'

/** A comment on an issue or pull request. `isOwn`: written by the account of the token. */
export type ConversationComment = {
  id: number
  author: string | undefined
  body: string
  url: string
  createdAt: string
  /** The time of the last edit, and who made it. */
  editedAt: string | undefined
  editor: string | undefined
  /** Minimized on GitHub. */
  isHidden: boolean
  isOwn: boolean
  /** Whether its author is an owner, member or collaborator. */
  isMember: boolean
}

/** A review without its inline comments. `createdAt` is when it was submitted. */
export type ReviewSummary = Pick<ConversationComment, 'author' | 'body' | 'editedAt' | 'isHidden'> & {
  state: string
  createdAt: string
}

/**
 * A comment on an issue that a pull request closes. Its fields, and those of the issue, have names of their own: not every one is read by
 * the model, and what is not read takes no rights away from the run.
 */
export type LinkedComment = { by: string | undefined; text: string; createdAt: string; editedAt: string | undefined }

/** An issue that a pull request closes, with the newest comments of people, without hidden ones. `repository` is `owner/name`. */
export type LinkedIssue = {
  number: number
  title: string
  text: string
  openedBy: string | undefined
  state: string
  url: string
  repository: string
  comments: LinkedComment[]
}

/** `authorRole`: what the author is to the repository, in GitHub's words. */
export type IssueState = {
  state: string
  stateReason: string | undefined
  isLocked: boolean
  labels: string[]
  authorRole: string
}

/** An issue or pull request with its comments. Lists are oldest first. */
export type GitHubConversation = {
  /** For issues. */
  state?: IssueState
  title: string
  body: string
  author: string | undefined
  /** The newest comments, and the number of older ones that were not read. */
  comments: ConversationComment[]
  olderComments: number
  /** For pull requests: the newest reviews and review threads, and the number of all threads. */
  reviews: ReviewSummary[]
  threads: ReviewThread[]
  threadCount: number
  /** The issues that the pull request closes; undefined when the token may not read them. */
  closingIssues: LinkedIssue[] | undefined
}

export type ConversationCalls = {
  /** Reads older pages until the comments have `characters` in total. Rejects with GitHubError. */
  conversation(number: number, kind: 'issue' | 'pull_request', characters: number): Promise<GitHubConversation>
}

/** A list without its nulls, which replace nodes that the token may not read. */
const nodes = <Node extends z.ZodType>(node: Node) =>
  z.array(node.nullable()).transform((all) => all.flatMap((entry) => (entry === null ? [] : [entry])))

const nullableString = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)

const CommentNode = z
  .object({
    fullDatabaseId: z.coerce.number(),
    author: actorLogin,
    body: writtenText,
    url: z.string(),
    createdAt: z.string(),
    lastEditedAt: nullableString,
    editor: actorLogin,
    isMinimized: z.boolean(),
    viewerDidAuthor: z.boolean(),
    authorAssociation: nullableString,
  })
  .transform(
    ({
      fullDatabaseId,
      author,
      body,
      url,
      createdAt,
      lastEditedAt,
      editor,
      isMinimized,
      viewerDidAuthor,
      authorAssociation = '',
    }): ConversationComment => ({
      id: fullDatabaseId,
      author,
      body,
      url,
      createdAt: createdAt,
      editedAt: lastEditedAt,
      editor,
      isHidden: isMinimized,
      isOwn: viewerDidAuthor,
      isMember: ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(authorAssociation),
    }),
  )

const ReviewNode = z
  .object({
    author: actorLogin,
    body: writtenText,
    state: z.string(),
    submittedAt: nullableString,
    lastEditedAt: nullableString,
    isMinimized: z.boolean(),
  })
  .transform(
    ({ author, body, state, submittedAt, lastEditedAt, isMinimized }): ReviewSummary => ({
      author,
      body,
      state,
      createdAt: submittedAt ?? '',
      editedAt: lastEditedAt,
      isHidden: isMinimized,
    }),
  )

const LinkedCommentNode = z.object({
  author: actorLogin,
  body: writtenText,
  createdAt: z.string(),
  lastEditedAt: nullableString,
  isMinimized: z.boolean(),
})

const LinkedIssueNode = z
  .object({
    number: z.number(),
    title: z.string(),
    body: writtenText,
    author: actorLogin,
    state: z.string().transform((state) => state.toLowerCase()),
    url: z.string(),
    repository: z.object({ nameWithOwner: z.string() }),
    comments: z.object({ nodes: nodes(LinkedCommentNode) }).nullish(),
  })
  .transform(
    ({ repository, comments, body: text, author: openedBy, ...issue }): LinkedIssue => ({
      ...issue,
      text,
      openedBy,
      repository: repository.nameWithOwner,
      comments: (comments?.nodes ?? []).flatMap(({ author, body, createdAt, lastEditedAt, isMinimized }) =>
        isMinimized || author === undefined || author.endsWith('[bot]')
          ? []
          : [{ by: author, text: body, createdAt, editedAt: lastEditedAt }],
      ),
    }),
  )

const TextNode = z.object({
  title: z.string(),
  body: writtenText,
  author: actorLogin,
  comments: z.object({
    totalCount: z.number(),
    pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullish() }),
    nodes: nodes(CommentNode),
  }),
})

const IssueNode = TextNode.extend({
  state: z.string(),
  stateReason: nullableString,
  locked: z.boolean(),
  authorAssociation: z.string(),
  labels: z.object({ nodes: nodes(z.object({ name: z.string() })) }).nullable(),
})

const PullNode = TextNode.extend({
  reviews: z.object({ nodes: nodes(ReviewNode) }),
  reviewThreads: z.object({ totalCount: z.number(), nodes: nodes(ReviewThreadNode) }),
  closingIssuesReferences: z.object({ nodes: nodes(LinkedIssueNode) }).nullable(),
})

const IssueQueryResponse = z.object({ repository: z.object({ issue: IssueNode }) })

const PullQueryResponse = z.object({ repository: z.object({ pullRequest: PullNode }) })

const ACTOR = 'author { __typename login }'

const EDIT = 'lastEditedAt editor { __typename login }'

const COMMON_FIELDS = `title body ${ACTOR}
      comments(last: 100, before: $before) {
        totalCount
        pageInfo { hasPreviousPage startCursor }
        nodes { fullDatabaseId ${ACTOR} body url createdAt ${EDIT} isMinimized viewerDidAuthor authorAssociation }
      }`

const queryFor = (subject: 'issue' | 'pullRequest', fields: string) =>
  `query($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) {
    ${subject}(number: $number) {
      ${fields}
    }
  }
}`

export const ISSUE_QUERY = queryFor(
  'issue',
  `${COMMON_FIELDS}
      state stateReason locked authorAssociation labels(first: 100) { nodes { name } }`,
)

export const PULL_QUERY = queryFor(
  'pullRequest',
  `${COMMON_FIELDS}
      reviews(last: 30) { nodes { ${ACTOR} body state submittedAt lastEditedAt isMinimized } }
      reviewThreads(last: 40) { totalCount nodes { ${THREAD_FIELDS} } }
      closingIssuesReferences(first: 10) { nodes {
        number title body state url ${ACTOR} repository { nameWithOwner }
        comments(last: 10) { nodes { ${ACTOR} body createdAt lastEditedAt isMinimized } }
      } }`,
)

const MAX_PAGES = 10

export function conversationCalls({ repo, graphql }: RepositoryClient): ConversationCalls {
  const readPage = async (number: number, kind: 'issue' | 'pull_request', before: string | null) => {
    const variables = { ...repo, number, before }
    if (kind === 'pull_request') {
      const { pullRequest } = (await graphql(PULL_QUERY, PullQueryResponse, variables)).repository
      return { ...pullRequest, issueState: undefined }
    }
    const { issue } = (await graphql(ISSUE_QUERY, IssueQueryResponse, variables)).repository
    const { state, stateReason, locked: isLocked, authorAssociation: authorRole, labels } = issue
    const labelNames = (labels?.nodes ?? []).map(({ name }) => name)
    const issueState: IssueState = { state, stateReason, isLocked, labels: labelNames, authorRole }
    return { ...issue, ...NO_PULL_FIELDS, issueState }
  }

  return {
    async conversation(number, kind, characters) {
      const first = await readPage(number, kind, null)
      const { title, body, author, issueState, reviews, reviewThreads, closingIssuesReferences } = first
      const { totalCount } = first.comments
      let { nodes: comments, pageInfo } = first.comments
      for (let page = 1; page < MAX_PAGES; page += 1) {
        const { hasPreviousPage, startCursor } = pageInfo
        const length = comments.reduce((sum, { body }) => sum + body.length, 0)
        if (!hasPreviousPage || startCursor == null || length >= characters) break
        const older = (await readPage(number, kind, startCursor)).comments
        comments = [...older.nodes, ...comments]
        pageInfo = older.pageInfo
      }
      return {
        title,
        body,
        author,
        state: issueState,
        comments,
        olderComments: Math.max(0, totalCount - comments.length),
        reviews: reviews.nodes,
        threads: reviewThreads.nodes,
        threadCount: reviewThreads.totalCount,
        closingIssues: closingIssuesReferences?.nodes,
      }
    },
  }
}

const NO_PULL_FIELDS: Pick<z.output<typeof PullNode>, 'reviews' | 'reviewThreads' | 'closingIssuesReferences'> = {
  reviews: { nodes: [] },
  reviewThreads: { totalCount: 0, nodes: [] },
  closingIssuesReferences: { nodes: [] },
}
