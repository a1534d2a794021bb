import { writeFile } from 'node:fs/promises'
import { GitHubError } from '../../github/api/github-error.ts'
import { isTaskRepository, type Task } from '../../github/events/task.ts'
import { markPartial, markPushed } from '../../github/result-marker.ts'
import { asSentence, messageOf } from '../../platform/errors.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { withSeenTree } from '../../proof/proof-text.ts'
import type { Outcome } from '../../record/events.ts'
import { type DeliveryContext, type DeliveryGitHub, postAnswer, resultMatcher, writerOf } from '../delivery-context.ts'
import { type CommitIntent, type Intent, outlineReceipt, type Receipt } from '../plan/intent.ts'
import { describeWithheld, type UndeliveredFile } from '../plan/patch.ts'
import { composeCheck, composeComment, composeSummary } from '../report/compose-report.ts'
import { findDeliveryFailure } from '../report/delivery-failures.ts'
import {
  commentReceiptLines,
  plainIntentLabel,
  summaryReceiptLines,
  withMovedTree,
  withReviews,
} from '../report/receipt-summary.ts'
import { joinPage, type RunReport } from '../run-report.ts'
import { checkResult, finishCheck } from './check-run.ts'
import { pushCommit } from './commit.ts'
import { openFallback, openPullRequest } from './pull-request.ts'
import { factsAfter, finishReviewCheck } from './review-check.ts'
import { writeIntent } from './write-intent.ts'

/**
 * `holdReason`: why the proposals are not written; undefined when they are. `isAnswerRead`: a later step reads the answer, so the comment is
 * not the only way to it.
 */
export type DeliveredRun = {
  report: RunReport
  task: Task | undefined
  holdReason: string | undefined
  isAnswerRead?: boolean
}

/**
 * Performs the intents in order and returns one receipt for each. The comment, the check run and the summary report on the
 * writes before them. Never rejects.
 */
export async function perform(
  intents: readonly Intent[],
  run: DeliveredRun,
  context: DeliveryContext,
): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (const intent of intents) {
    const receipt = await performOne(withWritesSoFar(receipts, intent, run, context), receipts, run, context)
    context.emit({ type: 'receipt', receipt: outlineReceipt(receipt) })
    // A missing permission changes the run's outcome. Every other failure needs a notice, because the job may stay green.
    const isMissing = receipt.withheld === true && receipt.state !== 'posted'
    if ((receipt.state === 'failed' && receipt.forbidden !== true) || isMissing)
      context.emit({
        type: 'notice',
        level: 'warning',
        text: `Not written: the ${plainIntentLabel(intent)}: ${receipt.reason}`,
      })
    receipts.push(receipt)
    if (receipt.state === 'failed' && /check/.test(intent.kind)) await rewriteComment(receipts, run, context)
  }
  return receipts
}

/** Updates the posted comment after a later write failed. If the update fails, the comment stays as it is. */
async function rewriteComment(
  receipts: readonly Receipt[],
  run: DeliveredRun,
  context: DeliveryContext,
): Promise<void> {
  const comment = receipts.find(({ intent, state }) => intent.kind === 'comment' && state === 'posted')
  if (comment !== undefined)
    await performOne(withWritesSoFar(receipts, comment.intent, run, context), receipts, run, context)
}

/** The intent with a page that reports what the earlier writes failed to deliver, and where the findings are. */
function withWritesSoFar(
  before: readonly Receipt[],
  intent: Intent,
  { report: original }: DeliveredRun,
  context: DeliveryContext,
): Intent {
  const isSummary = intent.kind === 'summary'
  const deliveryFailure = isSummary && context.dryRun ? DRY_RUN : findDeliveryFailure(before, !isSummary)
  const failed = deliveryFailure === undefined ? original : { ...original, deliveryFailure }
  const report = withMovedTree(withReviews(failed, before), before)
  if (report === original && intent.kind !== 'review_check') return intent
  const isPartial = deliveryFailure !== undefined && !['withheld', 'elsewhere'].includes(deliveryFailure.kind)
  switch (intent.kind) {
    case 'create_pull_request':
      return { ...intent, body: withSeenTree(intent.body, original.proof, report.proof) }
    case 'comment':
      return { ...intent, marker: isPartial ? markPartial(intent.marker) : intent.marker, page: composeComment(report) }
    case 'check_run':
      return { ...intent, ...composeCheck(report), ...checkResult(report, intent.annotations, context.failOn) }
    case 'review_check':
      return { ...intent, facts: factsAfter(intent.facts, before) }
    case 'summary':
      return { ...intent, page: composeSummary(report) }
    default:
      return intent
  }
}

const DRY_RUN = { kind: 'dry run' } as const

async function performOne(
  intent: Intent,
  before: readonly Receipt[],
  run: DeliveredRun,
  context: DeliveryContext,
): Promise<Receipt> {
  const { github, filter } = context
  try {
    switch (intent.kind) {
      case 'patch':
        await writeFile(intent.path, filter.text(intent.text), { mode: 0o600 })
        return { intent, state: 'posted' }
      case 'summary':
        await context.writeSummary(filter.text(joinPage(intent.page, summaryReceiptLines(before))))
        return { intent, state: 'posted' }
    }
    if (context.dryRun) return { intent, state: 'skipped', reason: 'dry run' }
    if (github === undefined) return { intent, state: 'skipped', reason: 'no GitHub token' }
    return { intent, ...(await performOnGitHub(intent, before, run, { ...context, github })) }
  } catch (error) {
    const failure = writeFailure(error, intent, run.task, filter)
    if (
      intent.kind === 'comment' &&
      failure.status === 403 &&
      failure.forbidden === true &&
      run.isAnswerRead === true
    ) {
      const { needs = [] } = failure
      const remedy = needs.length === 0 ? '' : `; for a comment too, add \`${needs[0]}\` to the permissions of the job`
      const reason = `the token may not comment, and a later step reads the answer${remedy}`
      context.emit({ type: 'notice', level: 'info', text: `No comment was posted: ${reason}.` })
      return { intent, state: 'skipped', reason }
    }
    if (isOffered(intent, before) && failure.status === 403)
      return { intent, state: 'skipped', reason: `the token may not do that (${failure.reason})` }
    return { intent, state: 'failed', ...failure }
  }
}

const isOffered = (intent: Intent, before: readonly Receipt[]): boolean =>
  intent.kind === 'commit'
    ? intent.isOffered === true
    : intent.kind === 'create_pull_request' &&
      before.some((each) => each.intent.kind === 'commit' && each.intent.isOffered === true)

async function performOnGitHub(
  intent: Exclude<Intent, { kind: 'patch' | 'summary' }>,
  before: readonly Receipt[],
  { report, holdReason }: DeliveredRun,
  context: DeliveryContext & { github: DeliveryGitHub },
): Promise<Omit<Receipt, 'intent'>> {
  const { github, filter, identity } = context
  if (intent.kind === 'comment') {
    const marker = markPushed(intent.marker, before.find(({ pushed }) => pushed !== undefined)?.pushed?.sha)
    const body = filter.text(`${marker}\n${joinPage(intent.page, commentReceiptLines(before))}`)
    const post = { ...intent, body, matches: resultMatcher(context), spentUsd: context.spentUsd }
    const { url } = await postAnswer(github, identity, post)
    if (context.spentUsd !== undefined) context.spentUsd = 0
    return { state: 'posted', url }
  }
  if (intent.kind === 'check_run')
    return finishCheck(filter.deep(intent), filter.text(commentReceiptLines(before)), github)
  if (intent.kind === 'review_check') return finishReviewCheck(filter.deep(intent), github)
  // The commit's own reason is more specific than the hold reason.
  if (intent.kind === 'commit' && intent.blocked !== undefined)
    return { state: 'skipped', ...blockedReceipt(intent.blocked, report.outcome) }
  if (holdReason !== undefined) return { state: 'skipped', reason: holdReason }
  switch (intent.kind) {
    case 'commit': {
      const pushed = withLeftOut(intent, await pushCommit(intent, github, identity))
      const result = { ...pushed, moved: movedText(intent, pushed, report.proof?.record.tree) }
      return openFallback(withFallbackTree(intent, result, report), result, context, writerOf(identity))
    }
    case 'create_pull_request': {
      const isProposed = intent.branch !== undefined
      const commit = before.find(
        (each) => each.intent.kind === 'commit' && (each.intent.isProposed === true) === isProposed,
      )
      return openPullRequest(intent, commit, github, filter, writerOf(identity))
    }
    default:
      return writeIntent(intent, github, { ...writerOf(identity), read: identity.read }, filter)
  }
}

/** How the commit of a change came to another tree than the one that was seen before. */
export function movedText(
  { leftOut: [leftOut] = [] }: CommitIntent,
  { state, pushed, tree, reason = '' }: Omit<Receipt, 'intent'>,
  seenTree: string | undefined,
): string | undefined {
  if (seenTree === undefined || tree === undefined || tree === seenTree) return undefined
  if (pushed === undefined) return '; the open pull request has this change on another commit'
  if (state === 'skipped') return '; the commit of an earlier run has another tree'
  const [note = ''] = reason.split(/(?:^|; )not in it: /)
  if (note !== '') return `, before ${note}`
  return leftOut === undefined ? ', before the change got onto another commit' : `, before ${leftOut.path} was left out`
}

/** The commit with a pull request that says on which tree the proof was seen. */
function withFallbackTree(intent: CommitIntent, result: Omit<Receipt, 'intent'>, report: RunReport): CommitIntent {
  if (intent.fallback === undefined) return intent
  const { proof } = withMovedTree(report, [{ intent, ...result }])
  return { ...intent, fallback: { ...intent.fallback, body: withSeenTree(intent.fallback.body, report.proof, proof) } }
}

function blockedReceipt(
  { reason, isWithheld, isConfig }: NonNullable<CommitIntent['blocked']>,
  outcome: Outcome,
): Pick<Receipt, 'reason' | 'withheld' | 'withheldOutcome'> {
  if (isWithheld === true) {
    const withheldOutcome: Receipt['withheldOutcome'] = isConfig === true ? 'config' : 'denied'
    return { reason, withheld: true, withheldOutcome }
  }
  return outcome === 'ok' ? { reason, withheld: true } : { reason }
}

/** Marks the receipt of a commit that lacks some of the changed files: not everything was delivered. */
const withLeftOut = ({ leftOut = [] }: CommitIntent, result: Omit<Receipt, 'intent'>): Omit<Receipt, 'intent'> =>
  leftOut.length === 0
    ? result
    : {
        ...result,
        reason: [result.reason, `not in it: ${describeWithheld(leftOut)}`].filter(Boolean).join('; '),
        // A protected file that a command changed on the way is named, and no more.
        withheld: isComplete(leftOut) ? undefined : true,
        withheldOutcome: isComplete(leftOut) ? undefined : 'denied',
      }

const isComplete = (leftOut: readonly UndeliveredFile[]) => leftOut.every(({ expected }) => expected === true)

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
  [401, 403, ...(kind === 'comment' ? [404] : [])].includes(error.status) && !/locked|rate limit/i.test(error.message)
