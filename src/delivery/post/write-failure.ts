import { GitHubError } from '../../github/api/github-error.ts'
import { isTaskRepository, type Task } from '../../github/events/task.ts'
import { asSentence, messageOf } from '../../platform/errors.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import type { Intent, Receipt } from '../plan/intent.ts'

/** Why a write failed, and the permission that the job lacks if that is why. */
export function writeFailure(
  error: unknown,
  intent: Intent,
  task: Task | undefined,
  filter: SecretFilter,
): Pick<Receipt, 'reason' | 'status' | 'forbidden' | 'needs' | 'locked'> {
  const reason = filter.text(messageOf(error))
  if (!(error instanceof GitHubError) || error.status === 0) return { reason }
  const { status } = error
  if (/locked/i.test(error.message)) return { reason, status, locked: true }
  if (!isForbidden(error, intent)) return { reason, status }
  if (isFromFork(task) && status === 403)
    return { reason: `${asSentence(reason)} ${FORK_TOKEN_HINT}`, status, forbidden: true }
  const needed = status === 401 || NOT_A_PERMISSION.test(reason) ? undefined : neededPermission(intent, task)
  if (needed === undefined) return { reason, status, forbidden: true }
  return {
    forbidden: true,
    needs: [needed],
    status,
    reason: `${asSentence(reason)} The job needs the permission \`${needed}\``,
  }
}

/** Such a run has a read-only token, whatever the workflow's permissions. Source: GitHub docs, "Automatic token authentication". */
const isFromFork = (task: Task | undefined) =>
  task?.head !== undefined &&
  /^pull_request(?:_review|_review_comment)?$/.test(task.event) &&
  !isTaskRepository(task, task.head.repo, task.head.repoId)
const FORK_TOKEN_HINT =
  'GitHub gives runs for pull requests from forks a read-only token; see the example fork-review.yml'

/** Errors that no workflow permission fixes: a repository setting, or an endpoint for Apps only. */
const NOT_A_PERMISSION = /not permitted to create|authenticate via a GitHub App/i

/** The permission an intent needs, as a workflow spells it. */
function neededPermission(intent: Intent, task: Task | undefined): string | undefined {
  switch (intent.kind) {
    case 'comment':
      if (intent.place !== undefined)
        return intent.place.kind === 'discussion' ? 'discussions: write' : 'contents: write'
      return task?.kind === 'pull_request' && task.number === intent.number ? 'pull-requests: write' : 'issues: write'
    case 'extra_comment':
    case 'add_labels':
    case 'remove_labels':
    case 'assign':
    case 'update_issue':
      return task?.kind === 'pull_request' && task.number === intent.number ? 'pull-requests: write' : 'issues: write'
    case 'create_issue':
      return 'issues: write'
    case 'review':
    case 'reply':
    case 'create_pull_request':
      return 'pull-requests: write'
    case 'commit':
      return 'contents: write'
    case 'check_run':
      return 'checks: write'
    default:
      return undefined
  }
}

/**
 * Whether the token lacks a permission. For the result comment, 404 means the same: GitHub hides what a token cannot see. The
 * target of a proposal may really be deleted.
 */
const isForbidden = (error: GitHubError, { kind }: Intent) =>
  [401, 403, ...(kind === 'comment' ? [404] : [])].includes(error.status) && !/locked|rate limit/i.test(error.message)
