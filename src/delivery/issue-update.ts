import type { Issue } from '../github/answers.ts'
import { GitHubError } from '../github/github-error.ts'
import type { IssueUpdate } from './intent.ts'
import { titleOf } from './propose.ts'

type Wanted = {
  title?: string | undefined
  state?: 'open' | 'closed' | undefined
  state_reason?: IssueUpdate['reason']
  duplicate_of?: number | undefined
}
type Read = { ok: true; update: IssueUpdate } | { ok: false; why: string }

/** What a wish would change of an issue as it is now, or why it cannot be had. */
export async function readUpdate(
  now: Issue,
  { title, state, state_reason: reason, duplicate_of: original }: Wanted,
  issue: (number: number) => Promise<Issue>,
): Promise<Read> {
  const no = (why: string): Read => ({ ok: false, why })
  const update: IssueUpdate = {}
  const wantsClosed =
    state === 'closed' ||
    original !== undefined ||
    (state === undefined && reason !== undefined && reason !== 'reopened')
  if (title !== undefined) {
    if (titleOf(title) === '') return no('The title is empty.')
    if (titleOf(title) !== now.title) update.title = titleOf(title)
  }
  if (state === 'open' && (original !== undefined || (reason !== undefined && reason !== 'reopened')))
    return no('An open issue has no reason to be closed and is no duplicate: leave state_reason and duplicate_of out.')
  if (wantsClosed && reason === 'reopened') return no('The reason "reopened" goes with state "open".')
  if (reason === 'duplicate' && original === undefined) return no('Say with duplicate_of which issue this one repeats.')
  if (original !== undefined) {
    if (now.isPullRequest) return no('Only issues can be duplicates.')
    if (original === now.number) return no('An issue cannot repeat itself.')
    const other = await issue(original).catch((error: unknown) => {
      if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return undefined
      throw error
    })
    if (other === undefined || other.isPullRequest) return no(`There is no issue #${original} here.`)
    update.duplicateOf = { number: original, id: other.id }
  }
  if (wantsClosed && (now.state !== 'closed' || original !== undefined)) {
    update.state = 'closed'
    if (!now.isPullRequest)
      update.reason = original !== undefined ? 'duplicate' : reason === 'not_planned' ? 'not_planned' : 'completed'
  }
  if ((state === 'open' || reason === 'reopened') && now.state !== 'open') update.state = 'open'
  if (Object.keys(update).length === 0)
    return no(
      `Nothing would change: #${now.number} is ${now.state} and has this title. Give a title, a state or duplicate_of.`,
    )
  return { ok: true, update }
}
