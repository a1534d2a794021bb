import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import { triggeringAccounts, WRITE_PERMISSIONS } from '../github/events/account-check.ts'
import { isBotName } from '../github/events/comment-trigger.ts'
import type { Task } from '../github/events/task.ts'
import type { ResumeRefusal } from './resumption.ts'

/** Why an account may not use codes at all; undefined when it may. Nothing is answered then. */
export async function unentitledReason(task: Task, github: GitHub): Promise<string | undefined> {
  const accounts = new Set([...triggeringAccounts(task), ...(task.author === undefined ? [] : [task.author])])
  if (task.senderType === 'Bot' || [...accounts].some(isBotName)) return 'A bot cannot use a code.'
  for (const name of accounts) {
    // An entry in allowed_users starts runs, but only who may write the repository may allow what its rules ask about.
    if (!WRITE_PERMISSIONS.has(await github.permission(name)))
      return `${name} may not use a code: it needs write permission.`
  }
  return undefined
}

/** Why the comment with the reply is not what the event says; undefined when it still is, unedited. */
export async function changedReplyReason(
  { comment }: Task,
  payload: unknown,
  github: GitHub,
): Promise<ResumeRefusal | undefined> {
  if (comment === undefined || comment.kind === 'pull_request_review')
    return { reason: 'Write the reply as a comment, not as a review.', isTold: true }
  const read = comment.kind === 'review' ? github.getReviewComment : github.getComment
  const now = await read(comment.id).catch((error: unknown) => {
    if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return undefined
    throw error
  })
  if (now === undefined) return { reason: 'The comment was deleted.', isTold: false }
  const { comment: written } = payload as { comment: { body?: string } } // the event was read from it
  if (now.updatedAt !== now.createdAt || now.body !== (written.body ?? ''))
    return { reason: 'The comment was edited after it was written. Write a new one.', isTold: true }
  return undefined
}
