import { UserError } from '../../platform/errors.ts'
import type { GitHub } from '../api/github.ts'
import { isTaskRepository, type PullRequestBranch, type Task } from './task.ts'

/** `laterHead`: the current head, when it was committed after the request and `head` is therefore an earlier commit. */
export type HeadAtRequest = { head: PullRequestBranch; laterHead?: string }

/**
 * The head that a comment on a pull request from a fork is about: whoever asked saw no commit that came later. A review names the commit
 * that it is about; for the rest committer dates decide. Throws UserError when every commit is later; rejects with GitHubError.
 */
export async function headAtRequest(
  task: Task,
  head: PullRequestBranch,
  github: Pick<GitHub, 'pullCommits'>,
): Promise<HeadAtRequest> {
  const { event, number, requestedAt = '', seenCommit } = task
  const requested = Date.parse(requestedAt)
  const isFork = !isTaskRepository(task, head.repo, head.repoId)
  if (!ASKING.has(event) || !isFork || number === undefined || Number.isNaN(requested)) return { head }
  const first = await github.pullCommits(number, 1)
  const others = Array.from({ length: first.pages - 1 }, (_, index) => github.pullCommits(number, index + 2))
  const commits = [first, ...(await Promise.all(others))].flatMap(({ items }) => items)
  const seenHead =
    commits.find(({ sha }) => sha === seenCommit) ??
    commits.findLast(({ committed }) => Date.parse(committed) <= requested)
  if (seenHead === undefined)
    throw new UserError(
      `Every commit of #${number} is newer than the comment, so nothing ran. Read them, and ask again.`,
    )
  return seenHead.sha === commits.at(-1)?.sha ? { head } : { head: { ...head, sha: seenHead.sha }, laterHead: head.sha }
}

/** Events in which a person asks in words. In the others the code itself is what starts the run. */
const ASKING: ReadonlySet<string> = new Set(['issue_comment', 'pull_request_review_comment', 'pull_request_review'])

/** What the run leaves out because it is newer than the request, as a sentence for users; empty otherwise. */
export const laterHeadNote = ({ head, laterHead }: Task) =>
  laterHead === undefined
    ? ''
    : ` Its head ${laterHead.slice(0, 7)} is newer than the request, so the run is about ${head?.sha.slice(0, 7)}. Ask again to include it.`
