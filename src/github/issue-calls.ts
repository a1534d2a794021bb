import { z } from 'zod'
import { type Comment, Comment as CommentAnswer, type Issue, Issue as IssueAnswer } from './answers.ts'
import type { Calls } from './calls.ts'
import type { Page } from './channel.ts'
import { GitHubError } from './github-error.ts'

/** What can be changed about an issue. `duplicateOf` is the other issue's id, not its number; it needs `reason: 'duplicate'`. */
export type IssueChange = {
  title?: string
  state?: 'open' | 'closed'
  reason?: CloseReason | 'reopened'
  duplicateOf?: number
}
export const CLOSE_REASONS = ['completed', 'not_planned', 'duplicate'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** Calls about issues, and about pull requests where GitHub takes them for issues. Every one rejects with GitHubError. */
export type IssueCalls = {
  /** One page of comments, oldest first, 30 a page. */
  commentsPage(number: number, page: number): Promise<Page<Comment>>
  /** Names of the labels the repository has. */
  labels(): Promise<string[]>
  /** Whether someone can be assigned to issues here. */
  assignable(user: string): Promise<boolean>
  /** Issues and pull requests an account opened, newest first, 100 at most. */
  openedBy(user: string): Promise<Issue[]>
  /** Issues or pull requests of this repository that fit, best first; GitHub may know of more pages. */
  search(query: string, page: number): Promise<{ items: Issue[]; total: number }>
  addLabels(number: number, labels: readonly string[]): Promise<void>
  removeLabel(number: number, label: string): Promise<void>
  /** Names of everybody assigned afterwards: GitHub leaves out in silence whom it will not assign. */
  assign(number: number, users: readonly string[]): Promise<string[]>
  changeIssue(number: number, change: IssueChange): Promise<Issue>
  createIssue(issue: { title: string; body: string; labels: readonly string[] }): Promise<Issue>
}

const SEARCH_PAGE = 20
const Label = z.object({ name: z.string() }).transform(({ name }) => name)
const Found = z.object({
  total_count: z.number(),
  items: z.array(z.intersection(z.object({ repository_url: z.string() }), z.looseObject({}))),
})

export function issueCalls({ repo, ask, askAll, askPage }: Calls): IssueCalls {
  const ISSUE = '/repos/{owner}/{repo}/issues/{issue_number}'
  return {
    commentsPage: (issue_number, page) =>
      askPage(`GET ${ISSUE}/comments`, CommentAnswer, { issue_number, page, per_page: 30 }),
    labels: () => askAll('GET /repos/{owner}/{repo}/labels', Label),
    async assignable(assignee) {
      try {
        await ask('GET /repos/{owner}/{repo}/assignees/{assignee}', z.unknown(), { assignee })
        return true
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) return false
        throw error
      }
    },
    openedBy: (creator) =>
      ask('GET /repos/{owner}/{repo}/issues', IssueAnswer.array(), {
        creator,
        state: 'all',
        sort: 'created',
        direction: 'desc',
        per_page: 100,
      }),
    async search(query, page) {
      const q = `${query} repo:${repo.owner}/${repo.name}`
      const found = await ask('GET /search/issues', Found, { q, page, per_page: SEARCH_PAGE })
      // The query is the model's: whatever it says, only this repository's own results come back.
      const ours = found.items.filter(({ repository_url }) => isHere(repository_url, repo))
      return { items: IssueAnswer.array().parse(ours), total: found.total_count }
    },
    async addLabels(issue_number, labels) {
      await ask(`POST ${ISSUE}/labels`, z.unknown(), { issue_number, labels })
    },
    async removeLabel(issue_number, name) {
      await ask(`DELETE ${ISSUE}/labels/{name}`, z.unknown(), { issue_number, name })
    },
    async assign(issue_number, assignees) {
      return (await ask(`POST ${ISSUE}/assignees`, IssueAnswer, { issue_number, assignees })).assignees
    },
    changeIssue: (issue_number, { title, state, reason, duplicateOf }) =>
      ask(`PATCH ${ISSUE}`, IssueAnswer, {
        issue_number,
        ...(title === undefined ? {} : { title }),
        ...(state === undefined ? {} : { state }),
        ...(reason === undefined ? {} : { state_reason: reason }),
        ...(duplicateOf === undefined ? {} : { duplicate_issue_id: duplicateOf }),
      }),
    createIssue: ({ title, body, labels }) =>
      ask('POST /repos/{owner}/{repo}/issues', IssueAnswer, {
        title,
        body,
        ...(labels.length === 0 ? {} : { labels }),
      }),
  }
}

const isHere = (url: string, { owner, name }: Calls['repo']) =>
  url.toLowerCase().endsWith(`/repos/${owner}/${name}`.toLowerCase())
