import type { GitHub } from '../api/github.ts'
import type { Task } from './task.ts'
import type { TrustOptions } from './trust.ts'

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
