import { GitHubError } from '../github/api/github-error.ts'
import type { Issue } from '../github/api/response-schemas.ts'
import type { IssueUpdate } from './proposal.ts'
import { textProblem } from './proposal-store.ts'
import { normalizeTitle } from './proposal-tool.ts'

type IssueUpdateArgs = {
  title?: string
  body?: string
  state?: 'open' | 'closed'
  state_reason?: IssueUpdate['stateReason']
  duplicate_of?: number
}
type ResolvedIssueUpdate = { ok: true; update: IssueUpdate } | { ok: false; reason: string }

/** The changes that the arguments make to an issue, or the reason why they cannot be made. */
export async function resolveIssueUpdate(
  issue: Issue,
  { title, body, state, state_reason: reason, duplicate_of: original }: IssueUpdateArgs,
  fetchIssue: (number: number) => Promise<Issue>,
): Promise<ResolvedIssueUpdate> {
  const refuse = (reason: string): ResolvedIssueUpdate => ({ ok: false, reason })
  const update: IssueUpdate = {}
  const shouldClose =
    state === 'closed' ||
    original !== undefined ||
    (state === undefined && reason !== undefined && reason !== 'reopened')
  if (title !== undefined) {
    if (normalizeTitle(title) === '') return refuse('The title is empty.')
    if (normalizeTitle(title) !== issue.title) update.title = normalizeTitle(title)
  }
  if (body !== undefined) {
    const problem = textProblem(body)
    if (problem !== undefined) return refuse(problem)
    update.body = body
  }
  if (state === 'open' && (original !== undefined || (reason !== undefined && reason !== 'reopened')))
    return refuse('state_reason and duplicate_of close an issue: omit them, or set state to "closed".')
  if (shouldClose && reason === 'reopened') return refuse('state_reason "reopened" requires state "open".')
  if (reason === 'duplicate' && original === undefined) return refuse('Name the original issue in duplicate_of.')
  if (original !== undefined) {
    if (issue.isPullRequest) return refuse('Only issues can be duplicates.')
    if (original === issue.number) return refuse('An issue cannot be a duplicate of itself.')
    const other = await fetchIssue(original).catch((error: unknown) => {
      if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return undefined
      throw error
    })
    if (other === undefined || other.isPullRequest) return refuse(`There is no issue #${original} in this repository.`)
    update.duplicateOf = { number: original, id: other.id }
  }
  if (shouldClose && (issue.state !== 'closed' || original !== undefined)) {
    update.state = 'closed'
    if (!issue.isPullRequest)
      update.stateReason = original !== undefined ? 'duplicate' : reason === 'not_planned' ? 'not_planned' : 'completed'
  }
  if ((state === 'open' || reason === 'reopened') && issue.state !== 'open') update.state = 'open'
  if (Object.keys(update).length === 0)
    return refuse(
      `Nothing would change: #${issue.number} is ${issue.state} and has this title. Set another title, body, state or duplicate_of.`,
    )
  return { ok: true, update }
}
