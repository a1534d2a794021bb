import { UserError } from '../../platform/errors.ts'
import type { GitHub } from '../api/github.ts'
import type { TrustOptions } from './account-check.ts'
import { isTaskRepository, type PullRequestBranch, type Task } from './task.ts'

/** The commit from which steering files (GEMINI.md, .gemini/) are read, and the reason for the choice. */
export type SteeringCommit = { sha: string; reason: string }

/** Chooses it. Rejects with GitHubError. */
export async function chooseSteeringCommit(
  task: Task,
  github: GitHub,
  source: TrustOptions['configSource'],
): Promise<SteeringCommit> {
  if (source === 'head' && task.head)
    return { sha: task.head.sha, reason: 'the head of the pull request, because config_source is head' }
  if (source === 'base' && task.base)
    return { sha: task.base.sha, reason: 'the base of the pull request, because config_source is base' }
  if (!task.base || !isPullRequestEvent(task)) return { sha: task.sha, reason: 'the commit the workflow runs for' }

  // Anyone who can push can create a branch and open a pull request against it, so only a protected base may steer the run.
  const main = task.defaultBranch ?? (await github.defaultBranch())
  if (task.base.ref === main) return { sha: task.base.sha, reason: 'the base of the pull request' }
  const base = await github.branch(task.base.ref)
  if (base.protected)
    return { sha: task.base.sha, reason: `the base of the pull request, the protected branch ${task.base.ref}` }
  const { sha } = await github.branch(main)
  return { sha, reason: `the default branch ${main}, because the base ${task.base.ref} is not protected` }
}

const PULL_EVENTS = [
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'issue_comment',
]

const isPullRequestEvent = (task: Task) => task.kind === 'pull_request' && PULL_EVENTS.includes(task.event)

/** `laterHead`: the current head, when it was committed after the request and `head` is therefore an earlier commit. */
export type HeadAtRequest = { head: PullRequestBranch; laterHead?: string }

/**
 * The head that a comment on a pull request from a fork is about: its author had not seen any later commit. A review names the commit
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
