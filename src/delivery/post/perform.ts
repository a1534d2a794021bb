import { writeFile } from 'node:fs/promises'
import type { Task } from '../../github/events/task.ts'
import { markPartial, markPushed, withMarkFields } from '../../github/result-marker.ts'
import { proofPart, withSeenTree } from '../../proof/proof-text.ts'
import type { Outcome } from '../../record/events.ts'
import { type DeliveryContext, type DeliveryGitHub, postAnswer, resultMatcher, writerOf } from '../delivery-context.ts'
import { type CommitIntent, type Intent, isCommitOf, outlineReceipt, type Receipt } from '../plan/intent.ts'
import { describeWithheld, type UndeliveredFile } from '../plan/patch.ts'
import { composeCheck, composeComment, composeSummary } from '../report/compose-report.ts'
import { findDeliveryFailure, writeFailure } from '../report/delivery-failures.ts'
import {
  commentReceiptLines,
  plainIntentLabel,
  summaryReceiptLines,
  withMovedTree,
  withReviews,
} from '../report/receipt-summary.ts'
import { joinPage, type RunReport } from '../run-report.ts'
import { checkResult, finishCheck, withProofResult } from './check-run.ts'
import { pushCommit } from './commit.ts'
import { writeReport } from './living-report.ts'
import { openFallback, openPullRequest } from './pull-request.ts'
import { factsAfter, finishReviewCheck, isLostReview } from './review-check.ts'
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
  if (intent.kind === 'check_run' && intent.proofOf !== undefined)
    return withProofResult({ ...intent, proofOf: intent.proofOf }, report, before)
  const isLost = before.some(isLostReview)
  if (report === original && intent.kind !== 'review_check' && !isLost) return intent
  const isPartial = deliveryFailure !== undefined && !['withheld', 'elsewhere'].includes(deliveryFailure.kind)
  switch (intent.kind) {
    case 'create_pull_request':
      return { ...intent, body: withPartTree(intent.body, intent.branch !== undefined, original, report) }
    case 'report':
      return { ...intent, page: composeComment(report) }
    case 'comment':
      return {
        ...intent,
        marker: markAfter(intent.marker, { isPartial, isLost }, context),
        page: composeComment(report),
      }
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

/** The mark of the result comment after the writes before it: where findings got no thread, the next review reads their lines again. */
function markAfter(
  marker: string,
  { isPartial, isLost }: { isPartial: boolean; isLost: boolean },
  { identity }: DeliveryContext,
): string {
  const marked = isPartial ? markPartial(marker) : marker
  return isLost ? withMarkFields(marked, () => ({ reviewed: identity.record?.reviewed })) : marked
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
  if (intent.kind === 'report')
    return writeReport(
      intent,
      filter.text(joinPage(intent.page, commentReceiptLines(before))),
      github,
      writerOf(identity),
    )
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
      const part = proofPart(report.proof, intent.isProposed === true)
      const result = { ...pushed, moved: movedText(intent, pushed, part?.record.tree) }
      return openFallback(withFallbackTree(intent, result, report), result, context, writerOf(identity))
    }
    case 'create_pull_request': {
      const isProposed = intent.branch !== undefined
      const commit = before.find((each) => isCommitOf(each.intent, isProposed))
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
  const isBranch = intent.isProposed === true
  const body = withPartTree(intent.fallback.body, isBranch, report, withMovedTree(report, [{ intent, ...result }]))
  return { ...intent, fallback: { ...intent.fallback, body } }
}

/** The text about a part of the change, once its commit is there. */
const withPartTree = (body: string, isBranch: boolean, before: RunReport, after: RunReport): string =>
  withSeenTree(body, proofPart(before.proof, isBranch), proofPart(after.proof, isBranch))

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
