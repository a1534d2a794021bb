import * as z from 'zod'
import { GitHubError } from './github-error.ts'
import type { RepositoryClient, ResultPage } from './repository-client.ts'
import {
  type Comment,
  Comment as CommentResponse,
  type Issue,
  Issue as IssueResponse,
  nullableText,
  userLogin,
} from './response-schemas.ts'

/** A change of an issue. `duplicateOf` is the id of the other issue, not its number, and needs `reason: 'duplicate'`. */
export type IssueChange = {
  title?: string
  body?: string
  state?: 'open' | 'closed'
  reason?: CloseReason | 'reopened'
  duplicateOf?: number
}
export const CLOSE_REASONS = ['completed', 'not_planned', 'duplicate'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** What somebody did to an issue (`labeled`, `closed`, `renamed` …), with the label that was set or removed. */
export type IssueEvent = { event: string; actor: string | undefined; label: string | undefined; createdAt: string }

const IssueEventResponse = z
  .object({
    event: z.string(),
    actor: userLogin,
    label: z.object({ name: z.string() }).nullish(),
    created_at: z.string(),
  })
  .transform(({ event, actor, label, created_at }) => ({ event, actor, label: label?.name, createdAt: created_at }))

/** Calls about issues, and about pull requests where GitHub treats them as issues. Every one rejects with GitHubError. */
export type IssueCalls = {
  /** One page of comments, oldest first, 30 a page. */
  commentsPage(number: number, page: number): Promise<ResultPage<Comment>>
  /** When and by whom a comment was last edited. `nodeId`: its GraphQL id. */
  lastEditor(nodeId: string): Promise<CommentEdit>
  /** An issue, pull request, comment or review comment as HTML, with the signed addresses of its pictures. */
  renderedText(place: { number: number } | { comment: number } | { reviewComment: number }): Promise<string>
  labels(): Promise<RepositoryLabel[]>
  /** Whether a user can be assigned to issues of the repository. */
  assignable(user: string): Promise<boolean>
  /** The issues and pull requests that an account opened, newest first, 100 a page. */
  issuesOpenedBy(user: string, page?: number): Promise<Issue[]>
  /** One page of the issues or pull requests of this repository that match, best match first. `total` counts all matches. */
  search(query: string, page: number): Promise<{ items: Issue[]; total: number }>
  /** Who did what to an issue or pull request, without comments, oldest first. */
  issueEvents(number: number): Promise<IssueEvent[]>
  addLabels(number: number, labels: readonly string[]): Promise<void>
  removeLabel(number: number, label: string): Promise<void>
  /** Returns all assignees afterwards. GitHub silently ignores users that it cannot assign. */
  assign(number: number, users: readonly string[]): Promise<string[]>
  updateIssue(number: number, change: IssueChange): Promise<Issue>
  createIssue(issue: { title: string; body: string; labels: readonly string[] }): Promise<Issue>
}

/** A label that issues can have. `description` is empty when it has none. */
export type RepositoryLabel = { name: string; description: string }

/** `editedAt`: undefined when the comment was never edited; then `isByAuthor` is true. `isOwn`: the account of the token wrote it. */
export type CommentEdit = { editedAt: string | undefined; isByAuthor: boolean; isOwn: boolean }

const SEARCH_PAGE = 20
const Label = z.object({ name: z.string(), description: nullableText })
const SearchResponse = z.object({
  total_count: z.number(),
  items: z.array(z.intersection(z.object({ repository_url: z.string() }), z.looseObject({}))),
})

const Rendered = z.object({ body_html: z.string().nullish() })

const Actor = z.object({ login: z.string() }).nullish()
const EditorResponse = z.object({
  node: z.object({
    viewerDidAuthor: z.boolean(),
    lastEditedAt: z.string().nullish(),
    author: Actor,
    editor: Actor,
  }),
})
const EDITOR_QUERY = `query ($id: ID!) {
  node(id: $id) { ... on Comment { viewerDidAuthor lastEditedAt author { login } editor { login } } }
}`

export function issueCalls({ repo, request, requestPages, requestPage, graphql }: RepositoryClient): IssueCalls {
  return {
    commentsPage: (issue_number, page) =>
      requestPage(
        page,
        ({ issues }, repository) => issues.listComments({ ...repository, issue_number, page, per_page: 30 }),
        CommentResponse,
      ),
    async lastEditor(nodeId) {
      const { node } = await graphql(EDITOR_QUERY, EditorResponse, { id: nodeId })
      const editedAt = node.lastEditedAt ?? undefined
      const isByAuthor =
        editedAt === undefined || (node.author?.login !== undefined && node.author.login === node.editor?.login)
      return { editedAt, isByAuthor, isOwn: node.viewerDidAuthor }
    },
    async renderedText(place) {
      const mediaType = { format: 'full' }
      const { body_html: html } = await request(
        ({ issues, pulls }, repository) =>
          'reviewComment' in place
            ? pulls.getReviewComment({ ...repository, comment_id: place.reviewComment, mediaType })
            : 'comment' in place
              ? issues.getComment({ ...repository, comment_id: place.comment, mediaType })
              : issues.get({ ...repository, issue_number: place.number, mediaType }),
        Rendered,
      )
      return html ?? ''
    },
    labels: () => requestPages((rest, list) => rest.issues.listLabelsForRepo(list), Label),
    async assignable(assignee) {
      try {
        await request(
          ({ issues }, repository) => issues.checkUserCanBeAssigned({ ...repository, assignee }),
          z.unknown(),
        )
        return true
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) return false
        throw error
      }
    },
    issuesOpenedBy: (creator, page = 1) =>
      request(
        ({ issues }, repository) =>
          issues.listForRepo({
            ...repository,
            creator,
            state: 'all',
            sort: 'created',
            direction: 'desc',
            per_page: 100,
            page,
          }),
        IssueResponse.array(),
      ),
    async search(query, page) {
      const q = `${query} repo:${repo.owner}/${repo.name}`
      const response = await request(
        (rest) => rest.search.issuesAndPullRequests({ q, page, per_page: SEARCH_PAGE }),
        SearchResponse,
      )
      // The model wrote the query, so results of other repositories are removed.
      const items = response.items.filter(({ repository_url }) => isInRepository(repository_url, repo))
      return { items: IssueResponse.array().parse(items), total: response.total_count }
    },
    issueEvents: (issue_number) =>
      requestPages((rest, list) => rest.issues.listEvents({ ...list, issue_number }), IssueEventResponse),
    async addLabels(issue_number, labels) {
      await request(
        ({ issues }, repository) => issues.addLabels({ ...repository, issue_number, labels: [...labels] }),
        z.unknown(),
      )
    },
    async removeLabel(issue_number, name) {
      await request(({ issues }, repository) => issues.removeLabel({ ...repository, issue_number, name }), z.unknown())
    },
    async assign(issue_number, users) {
      const assignees = [...users]
      const issue = await request(
        ({ issues }, repository) => issues.addAssignees({ ...repository, issue_number, assignees }),
        IssueResponse,
      )
      return issue.assignees
    },
    updateIssue: (issue_number, { title, body, state, reason, duplicateOf }) =>
      request(
        ({ issues }, repository) =>
          issues.update({
            ...repository,
            issue_number,
            title,
            body,
            state,
            state_reason: reason,
            duplicate_issue_id: duplicateOf,
          }),
        IssueResponse,
      ),
    createIssue: ({ title, body, labels }) =>
      request(
        ({ issues }, repository) =>
          issues.create({ ...repository, title, body, labels: labels.length === 0 ? undefined : [...labels] }),
        IssueResponse,
      ),
  }
}

const isInRepository = (url: string, { owner, name }: RepositoryClient['repo']) =>
  url.toLowerCase().endsWith(`/repos/${owner}/${name}`.toLowerCase())
