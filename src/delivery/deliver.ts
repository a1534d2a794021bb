import type { Task } from '../github/events/task.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import type { Outcome } from '../record/events.ts'
import { type DeliveryContext, writerOf } from './delivery-context.ts'
import { nameRecord } from './name-record.ts'
import { holdReason, withoutHeldReview } from './plan/held-proposals.ts'
import { type Intent, outlineIntent, type Receipt } from './plan/intent.ts'
import { createPatches, type EditedFile, joinPatches } from './plan/patch.ts'
import { planFixedThreads, withReviewedCommit } from './plan/plan-fixed-threads.ts'
import { incompletePatches, redactChange } from './plan/redact-changes.ts'
import { planProposals, sanitizeProposals } from './plan/sanitize-proposals.ts'
import type { UndeliveredFile } from './plan/undelivered.ts'
import { unusedChangesNotice } from './plan/unused-changes.ts'
import {
  movedHeadNotice,
  planCommits,
  withLeftOut,
  withRequestedPullRequest,
  withSecretFiles,
  withSecurityStop,
  writesCode,
} from './plan-commits.ts'
import { type Announcement, resultMarker } from './post/announce.ts'
import { answerNumber } from './post/answer-place.ts'
import { checkIdentity, planCheck } from './post/check-run.ts'
import { perform } from './post/perform.ts'
import { buildReport, type EndedRun } from './report/build-report.ts'
import { type ChangeRecord, changeRecords } from './report/change-records.ts'
import { deliveryErrorText, findDeliveryFailure, outcomeWithFailure } from './report/delivery-failures.ts'
import { composeComment, composeSummary } from './report/report.ts'
import type { RunReport } from './run-report.ts'

/** `outcome`: the run's outcome after delivery. `deliveryError`: the reason, when delivery changed the outcome. */
export type DeliveryResult = {
  report: RunReport
  outcome: Outcome
  deliveryError?: string
  plan: Intent[]
  receipts: Receipt[]
  changes: ChangeRecord[]
}

/** What a run leaves to deliver. */
export type EndedWork = Omit<EndedRun, 'patches' | 'runUrl' | 'undelivered'> & {
  changes: readonly EditedFile[]
  proposals?: readonly Proposal[]
  /** Whether a later step of the workflow reads the answer. */
  isAnswerRead?: boolean
  /** Whether the reason of a run that did not start is posted. */
  isTold?: boolean
  /** What a reply asked for, beside what the agent did. */
  requested?: readonly Intent[]
  /** Whether people may allow denied calls of the run. */
  mayOffer?: boolean
  /** Changes that can be in no patch. */
  undelivered?: readonly UndeliveredFile[]
  /** Why nothing can be committed. */
  commitProblem?: string
}

/** Plans and performs every write of an ended run. Never rejects; failures are in the receipts and in the summary. */
export async function deliver(
  task: Task | undefined,
  ended: EndedWork,
  announcement: Announcement,
  runContext: DeliveryContext,
): Promise<DeliveryResult> {
  const context = withRequestedPullRequest(runContext, ended.proposals ?? [])
  const { identity, filter } = context
  const headCheck = writesCode(ended, context) ? movedHeadNotice(task, ended.outcome, context) : undefined
  const cleanChanges = ended.changes.map((change) => redactChange(change, filter))
  const patches = context.changes === 'off' ? [] : createPatches(cleanChanges)
  const record = await nameRecord(task, ended, joinPatches(patches), context)
  const proposals = await sanitizeProposals(ended.proposals ?? [], identity, filter, ended.namedFiles)
  const moved = await headCheck
  const notices = [moved, unusedChangesNotice(ended, context)].filter((notice) => notice !== undefined)
  for (const notice of notices) context.emit(notice)
  const built = await buildReport(
    {
      ...withoutHeldReview(ended),
      events: [...ended.events, ...notices],
      patches,
      undelivered:
        context.changes === 'off'
          ? []
          : [
              ...(ended.undelivered ?? []).map((file) => withoutSecretPath(file, filter)),
              ...(context.changes === 'report' ? incompletePatches(ended.changes, cleanChanges, patches) : []),
            ],
      runUrl: identity.runUrl,
      ...record,
    },
    identity,
    filter,
  )
  const { changes, undelivered, commitProblem } = ended
  const commits = planCommits({ task, changes, undelivered, commitProblem, report: built, proposals }, context)
  const report = withSecretFiles(changes, withSecurityStop(commits, withLeftOut(commits, built)), context)
  const { isTold = false, requested = [] } = ended
  const planned = { report, task, announcement, proposals, commits: [...commits, ...requested], isTold }
  const intents = planIntents(planned, context)
  for (const intent of intents) context.emit({ type: 'intent', intent: outlineIntent(intent) })
  const receipts = await perform(
    intents,
    { report, task, holdReason: holdReason(report.outcome), isAnswerRead: ended.isAnswerRead === true },
    context,
  )
  return {
    report,
    plan: intents,
    receipts,
    changes: changeRecords(ended, { report, receipts }, context),
    ...outcomeAfterDelivery(ended.outcome, report, receipts),
  }
}

const withoutSecretPath = (file: UndeliveredFile, filter: SecretFilter) => ({ ...file, path: filter.text(file.path) })

/** What planIntents reads of a run. `commits`: the intents for the edited files, which come first. */
export type PlannedRun = {
  report: RunReport
  task: Task | undefined
  announcement: Announcement
  proposals?: readonly Proposal[]
  commits?: readonly Intent[]
  isTold?: boolean
}

/**
 * Everything to write, in order: the change, the proposals, then the comment, the check run and the summary, which report on
 * the writes before them. Pure.
 */
export function planIntents(
  { report, task, announcement, proposals = [], commits = [], isTold = false }: PlannedRun,
  context: Pick<DeliveryContext, 'comment' | 'review' | 'identity' | 'patchPath' | 'checkRun' | 'failOn'>,
): Intent[] {
  const { identity } = context
  const intents: Intent[] = []
  if (report.patches.length > 0)
    intents.push({ kind: 'patch', path: context.patchPath, text: joinPatches(report.patches) })
  intents.push(...commits, ...planProposals(proposals, context), ...planFixedThreads(report, task, context, proposals))
  // A run that did not start reports in the log and the summary only, but a "working" comment is always replaced.
  const isQuiet =
    (report.outcome === 'noop' || report.outcome === 'refused') && announcement.id === undefined && !isTold
  const number = task && answerNumber(task)
  if (number !== undefined && context.comment !== 'off' && !isQuiet) {
    const state = UNFINISHED.has(report.outcome) ? 'partial' : 'done'
    intents.push({
      kind: 'comment',
      number,
      place: identity.place,
      marker: resultMarker(withReviewedCommit(report, task, context), state),
      page: composeComment(report),
      id: announcement.id,
      isFirst: announcement.isFirst === true ? true : undefined,
    })
  }
  if (task !== undefined && context.checkRun) {
    const check = checkIdentity(task, identity, writerOf(identity).key)
    const options = { failOn: context.failOn, proposals, ...announcement.check, url: identity.runUrl }
    intents.push(planCheck(report, check, options))
  }
  intents.push({ kind: 'summary', page: composeSummary(report) })
  return intents
}

/** Outcomes after which a rerun may complete the task: the comment is marked `partial`. */
const UNFINISHED: ReadonlySet<Outcome> = new Set(['security', 'config', 'internal', 'model', 'quota', 'budget'])

function outcomeAfterDelivery(
  before: Outcome,
  { outcome: reported, notices }: RunReport,
  receipts: readonly Receipt[],
): Pick<DeliveryResult, 'outcome' | 'deliveryError'> {
  const failure = findDeliveryFailure(receipts)
  const outcome = outcomeWithFailure(reported, failure)
  if (outcome === before) return { outcome }
  if (outcome === reported) return { outcome, deliveryError: notices[0]?.text ?? '' }
  return { outcome, deliveryError: failure === undefined ? '' : deliveryErrorText(failure, receipts) }
}
