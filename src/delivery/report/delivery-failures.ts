import { GitHubError } from '../../github/api/github-error.ts'
import { isTaskRepository, type Task } from '../../github/events/task.ts'
import { asSentence, messageOf } from '../../platform/errors.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import type { Outcome } from '../../record/events.ts'
import { worseOutcome } from '../../record/outcome.ts'
import { inlineCode } from '../../text/write-markdown.ts'
import type { Intent, Receipt } from '../plan/intent.ts'
import type { DeliveryFailure } from '../run-report.ts'

const LOCAL: readonly Intent['kind'][] = ['patch', 'summary']
/** Writes that were not requested. */
const SECONDARY: readonly Intent['kind'][] = ['resolve_fixed', 'check_run', 'review_check']

/** The most severe failure among these writes, or undefined. `isReported`: a comment or check run that reports it exists. */
export function findDeliveryFailure(receipts: readonly Receipt[], isReported = false): DeliveryFailure | undefined {
  const writes = receipts.filter(({ intent }) => !LOCAL.includes(intent.kind))
  const failed = writes.filter(({ state }) => state === 'failed')
  const requested = writes.filter(({ intent }) => !SECONDARY.includes(intent.kind))
  const isPosted = ({ state }: Receipt) => state === 'posted'
  const nothingWritten = !isReported && !writes.some(isPosted)
  const forbidden = failed.filter((receipt) => receipt.forbidden === true)
  if (forbidden.length > 0) {
    const needs = [...new Set(forbidden.flatMap(({ needs = [] }) => needs))]
    return { kind: 'forbidden', nothingWritten, needs, cause: failureCause(forbidden) }
  }
  if (failed.length > 0) {
    const missing = requested.filter(({ state }) => state === 'failed')
    const locked = missing.length > 0 && missing.every((receipt) => receipt.locked === true)
    return {
      kind: 'failed',
      nothingWritten,
      isRequested: missing.length > 0,
      locked,
    }
  }
  const withheld = writes.filter((receipt) => receipt.withheld === true)
  if (withheld.length === 0) return commitElsewhere(writes)
  const commit = withheld.find(({ intent }) => intent.kind === 'commit')
  const outcomes = withheld.flatMap(({ withheldOutcome }) => withheldOutcome ?? [])
  const outcome = outcomes.includes('config') ? 'config' : outcomes[0]
  return {
    kind: 'withheld',
    missing: commit === undefined ? withoutCommit(withheld) : commit.state === 'posted' ? 'files' : 'commit',
    outcome,
  }
}

const withoutCommit = (withheld: readonly Receipt[]) =>
  withheld.every(({ intent }) => intent.kind === 'report') ? 'report' : 'pull request'

/** A commit that could not go to the branch of its pull request, because that moved or closed, is on a new branch. */
function commitElsewhere(writes: readonly Receipt[]): DeliveryFailure | undefined {
  const commit = writes.find(
    ({ intent, pushed }) => intent.kind === 'commit' && intent.pullRequest !== undefined && pushed?.isNew === true,
  )
  return commit?.pushed === undefined ? undefined : { kind: 'elsewhere', branch: commit.pushed.branch }
}

function failureCause(forbidden: readonly Receipt[]): 'permission' | 'token' | 'missing' {
  if (forbidden.some(({ status }) => status === 401)) return 'token'
  return forbidden.every(({ status }) => status === 404) ? 'missing' : 'permission'
}

/**
 * The outcome after a delivery failure: `config` when the token is the reason, `internal` when a requested write failed. A
 * locked conversation changes nothing: a maintainer locked it on purpose.
 */
export function outcomeWithFailure(outcome: Outcome, failure: DeliveryFailure | undefined): Outcome {
  if (outcome === 'noop' || outcome === 'refused') return outcome
  if (failure?.kind === 'forbidden') return worseOutcome(outcome, 'config')
  if (failure?.kind === 'withheld' && failure.outcome !== undefined) return worseOutcome(outcome, failure.outcome)
  if (failure?.kind === 'failed' && failure.isRequested && !failure.locked) return worseOutcome(outcome, 'internal')
  if (failure?.kind === 'withheld' && failure.missing === 'pull request') return worseOutcome(outcome, 'denied')
  return outcome
}

/** The failure as a sentence, and the remedy. */
export function describeFailure(failure: DeliveryFailure): { words: string; remedy: string } {
  switch (failure.kind) {
    case 'dry run':
      return { words: 'Dry run: nothing was written to GitHub.', remedy: '' }
    case 'withheld':
      return { words: `Finished, but ${WITHHELD[failure.missing]}.`, remedy: 'See the reason below.' }
    case 'elsewhere':
      return {
        words: `Finished, but the commit is not in the pull request: it is on the new branch ${inlineCode(failure.branch)}.`,
        remedy: 'See the reason below.',
      }
    case 'failed': {
      const reason = failure.locked ? ': the conversation is locked' : ''
      return {
        words: `${amount(failure)} could be written to GitHub${reason}.`,
        remedy: 'See below for what failed.',
      }
    }
    case 'forbidden': {
      const reason = CAUSES[failure.cause]
      return { words: `${amount(failure)} could be written to GitHub: ${reason}.`, remedy: remedyFor(failure) }
    }
  }
}

const WITHHELD = {
  commit: 'the change was not committed',
  files: 'not every changed file was delivered',
  'pull request': 'no pull request was opened',
  report: 'the report was not written',
}

const amount = ({ nothingWritten }: { nothingWritten: boolean }) => (nothingWritten ? 'Nothing' : 'Not everything')

const CAUSES = {
  permission: 'the token lacks a permission',
  token: 'GitHub rejected the token',
  missing: 'the issue, pull request or discussion does not exist, or the token cannot see it',
}

function remedyFor({ needs, cause }: Extract<DeliveryFailure, { kind: 'forbidden' }>): string {
  if (cause === 'token') return 'Check the input `github_token`. An App token expires after one hour.'
  if (needs.length === 0) return 'See below for how to fix it.'
  const all = needs.map(inlineCode)
  const list = [all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' and ')
  if (cause === 'missing') return `Check the number. If it is correct, add ${list} to the \`permissions\` of the job.`
  return `Add ${list} to the \`permissions\` of the job in the workflow, then run it again.`
}

/** The message for the output `error`: the failure, its remedy and the reason of the first failed write. */
export function deliveryErrorText(failure: DeliveryFailure, receipts: readonly Receipt[]): string {
  const { words, remedy } = describeFailure(failure)
  const isReport = failure.kind === 'withheld' && failure.missing === 'report'
  const first = receipts.find(({ state, forbidden, withheld }) =>
    isReport ? withheld === true : state === 'failed' && (failure.kind !== 'forbidden' || forbidden),
  )
  const hasRemedy = failure.kind === 'forbidden' && (failure.cause === 'token' || failure.needs.length > 0)
  const reason = first?.reason?.replace(/\. The job needs the permission .*$/, '') ?? ''
  return [words, hasRemedy ? remedy : '', reason === '' ? '' : `(${reason})`].filter(Boolean).join(' ')
}

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
export const isFromFork = (task: Task | undefined) =>
  task?.head !== undefined &&
  /^pull_request(?:_review|_review_comment)?$/.test(task.event) &&
  !isTaskRepository(task, task.head.repo, task.head.repoId)

export const FORK_TOKEN_HINT =
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
    case 'report':
      return intent.home === 'discussion' ? 'discussions: write' : 'issues: write'
    case 'review':
    case 'reply':
    case 'create_pull_request':
      return 'pull-requests: write'
    case 'commit':
      return 'contents: write'
    case 'check_run':
    case 'review_check':
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
  [401, 403, ...(kind === 'comment' || kind === 'report' ? [404] : [])].includes(error.status) &&
  !/locked|rate limit/i.test(error.message)
