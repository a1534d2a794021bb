import type { Task } from '../github/events/task.ts'
import type { RecordMarker } from '../github/result-marker.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import { type CallRecord, finishedCalls, type Outcome } from '../record/events.ts'
import type { ReviewStanding } from '../review/end-review.ts'
import { type FindingsSummary, isAboutChange } from '../review/summarize-review.ts'
import type { VerdictDecision } from '../review/verdict.ts'
import { answerNumber, type DeliveryContext, type RecordedEnd, writerOf } from './delivery-context.ts'
import {
  lastChecks,
  nothingLeft,
  proofOf,
  recordIssueState,
  type WorkFacts,
  withholdChanges,
  withProof,
} from './last-checks.ts'
import {
  movedHeadNotice,
  planCommits,
  withLeftOut,
  withRequestedPullRequest,
  withSecretFiles,
  withSecurityStop,
  writesCode,
} from './plan/commit-plan.ts'
import { type DeliveryRules, withHeldChanges } from './plan/held-changes.ts'
import { type Intent, outlineIntent, type Receipt } from './plan/intent.ts'
import {
  createPatches,
  heldReason,
  incompletePatches,
  joinPatches,
  redactChange,
  type UndeliveredFile,
  undeliveredFile,
} from './plan/patch.ts'
import { planProposals, sanitizeProposals, triggerRemoval } from './plan/plan-proposals.ts'
import { type Announcement, resultMarker } from './post/announce.ts'
import { checkIdentity, planCheck, planProofCheck } from './post/check-run.ts'
import { planReport } from './post/living-report.ts'
import { perform } from './post/perform.ts'
import { decisionOf, failsStep, planReviewCheck, withReviewedCommit } from './post/review-check.ts'
import { buildReport, composeComment, composeSummary, type EndedRun } from './report/compose-report.ts'
import { deliveryErrorText, findDeliveryFailure, outcomeWithFailure } from './report/delivery-failures.ts'
import { type ChangeRecord, changeRecords, type RunChanges, unusedChangesNotice } from './run-changes.ts'
import type { RunReport } from './run-report.ts'

/** `outcome`: the run's outcome after delivery. `deliveryError`: the reason, when delivery changed the outcome. */
export type DeliveryResult = {
  report: RunReport
  outcome: Outcome
  deliveryError?: string
  /** The verdict on the reviewed pull request; absent when the run reviewed none. */
  decision?: VerdictDecision
  /** Whether the verdict fails the step, because the check run that says it could not be written. */
  failsStep: boolean
  plan: Intent[]
  receipts: Receipt[]
  changes: ChangeRecord[]
}

/** What a run leaves to deliver. */
export type EndedWork = Omit<EndedRun, 'patches' | 'runUrl' | 'undelivered'> & RunChanges & WorkFacts

/** Plans and performs every write of an ended run. Never rejects; failures are in the receipts and in the summary. */
export async function deliver(
  task: Task | undefined,
  runEnd: EndedWork,
  announcement: Announcement,
  runContext: DeliveryContext,
): Promise<DeliveryResult> {
  const proof = proofOf(runEnd.events)
  const context = withProof(proof, withRequestedPullRequest(runContext, runEnd.proposals ?? []))
  const ended = await withholdChanges(runEnd, proof, context)
  const { identity, filter } = context
  const { deliveryRules } = ended
  const calls = finishedCalls(ended.events)
  const headCheck = writesCode(ended, context) ? movedHeadNotice(task, ended.outcome, context) : undefined
  const [{ changes, outcome, powerLoss, ...checked }, hasReadTrusted, lostTarget] = await Promise.all([
    lastChecks(ended, calls, context),
    readTrustedOnly(ended, context),
    ended.lostTarget?.(),
  ])
  if (hasReadTrusted) context.identity = { ...context.identity, read: 'trusted' }
  if (lostTarget !== undefined) return deliver(task, ...nothingLeft(lostTarget, ended, announcement, runContext))
  // A patch that is the result contains what a commit would; beside a commit it shows people everything.
  const heldChanges = context.changes === 'report' ? changes.filter((change) => change.heldBy !== undefined) : []
  const patched = changes.filter((change) => !heldChanges.includes(change))
  const cleanChanges = patched.map((change) => redactChange(change, filter))
  const patches = context.changes === 'off' ? [] : createPatches(cleanChanges)
  const record = await nameRecord(task, ended, joinPatches(patches), context)
  const proposals = await withHeldFiles(
    await sanitizeProposals(ended.proposals ?? [], identity, filter, ended.namedFiles),
    calls,
    deliveryRules,
  )
  const moved = await headCheck
  const notices = [moved, unusedChangesNotice(ended, context), ...checked.notices].filter(
    (notice) => notice !== undefined,
  )
  for (const notice of notices) context.emit(notice)
  const built = await buildReport(
    {
      ...withoutHeldReview({ ...ended, outcome }),
      proof,
      events: [...ended.events, ...notices],
      patches,
      undelivered:
        context.changes === 'off'
          ? []
          : [
              ...(ended.undelivered ?? []).map((file) => withoutSecretPath(file, filter)),
              ...heldChanges.flatMap((change) =>
                change.heldBy === undefined
                  ? []
                  : [withoutSecretPath(undeliveredFile(change, change.obstacle ?? heldReason(change.heldBy)), filter)],
              ),
              ...(context.changes === 'report' ? incompletePatches(patched, cleanChanges, patches) : []),
            ],
      runUrl: identity.runUrl,
      ...record,
    },
    identity,
    filter,
  )
  const { undelivered, commitProblem, supersede } = ended
  const commits = planCommits(
    { task, changes, undelivered, commitProblem, supersede, report: built, proposals },
    context,
  )
  const report = withSecretFiles(changes, withSecurityStop(commits, withLeftOut(commits, built)), context)
  const { isTold = false, requested = [] } = ended
  const { standing } = ended
  const after = [...requested, ...triggerRemoval(ended.startedBy)]
  const labeled = await recordIssueState(ended, proposals, context)
  const planned = {
    report,
    task,
    announcement,
    proposals: labeled,
    standing,
    commits: [...commits, ...after],
    isTold,
    reports: planReport(ended, report, context),
  }
  const intents = planIntents(planned, context)
  for (const intent of intents) context.emit({ type: 'intent', intent: outlineIntent(intent) })
  const receipts = await perform(
    intents,
    { report, task, holdReason: powerLoss ?? holdReason(report.outcome), isAnswerRead: ended.isAnswerRead === true },
    context,
  )
  const decision = decisionOf(standing, report, receipts)
  return {
    decision,
    failsStep: failsStep(receipts, decision, context.emit),
    report,
    plan: intents,
    receipts,
    changes: changeRecords(ended, { report, receipts }, context),
    ...outcomeAfterDelivery(ended.outcome, report, receipts),
  }
}

/** Whether the run read no text of people without write permission, which its marks then say. */
const readTrustedOnly = async ({ outsider }: EndedWork, { github, dryRun }: DeliveryContext): Promise<boolean> => {
  if (outsider === undefined || github === undefined || dryRun) return false
  return outsider().then(
    (name) => name === undefined,
    () => false,
  )
}

/** The same for the files of a branch that the model proposed. */
const withHeldFiles = (
  proposals: readonly Proposal[],
  calls: readonly CallRecord[],
  rules: DeliveryRules | undefined,
): Promise<Proposal[]> =>
  Promise.all(
    proposals.map(async (proposal) =>
      proposal.kind === 'branch'
        ? { ...proposal, files: await withHeldChanges(proposal.files, calls, rules) }
        : proposal,
    ),
  )

const withoutSecretPath = (file: UndeliveredFile, filter: SecretFilter) => ({ ...file, path: filter.text(file.path) })

/** What planIntents reads of a run. `commits`: the intents for the edited files, which come first. */
export type PlannedRun = {
  report: RunReport
  task: Task | undefined
  announcement: Announcement
  proposals?: readonly Proposal[]
  commits?: readonly Intent[]
  standing?: ReviewStanding
  isTold?: boolean
  reports?: readonly Intent[]
}

/**
 * Everything to write, in order: the change, the proposals, then the comment, the check run and the summary, which report on
 * the writes before them. Pure.
 */
export function planIntents(
  { report, task, announcement, proposals = [], commits = [], standing, isTold = false, reports = [] }: PlannedRun,
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
    const state = FINISHED.has(report.outcome) ? 'done' : 'partial'
    intents.push({
      kind: 'comment',
      number,
      place: identity.place,
      marker: resultMarker(withReviewedCommit(report, task, context, standing), state),
      page: composeComment(report),
      id: announcement.id,
      isFirst: announcement.isFirst === true ? true : undefined,
    })
  }
  if (task !== undefined && number === undefined && task.items === undefined) intents.push(...reports)
  if (task !== undefined && context.checkRun) {
    const check = checkIdentity(task, identity, writerOf(identity).key)
    const options = { failOn: context.failOn, proposals, ...announcement.check, url: identity.runUrl }
    const proofSite = { ...writerOf(identity), url: identity.runUrl }
    intents.push(planCheck(report, check, options), ...planProofCheck(report, check, proofSite))
  }
  const decided = announcement.reviewCheckProblem === undefined ? standing : undefined
  intents.push(...planReviewCheck(decided, report, identity, task ?? {}), {
    kind: 'summary',
    page: composeSummary(report),
  })
  return intents
}

/** After all other outcomes a rerun may complete the task: the comment is marked `partial`. */
const FINISHED: ReadonlySet<Outcome> = new Set(['ok', 'denied'])

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

/** Stores the record before anything is written, so that the comment can name it. Returns the codes for the report. */
export async function nameRecord(
  task: Task | undefined,
  ended: Pick<RecordedEnd, 'ending' | 'events'> & Partial<Pick<RecordedEnd, 'mayOffer'>>,
  patch: string,
  context: DeliveryContext,
) {
  const { ending, events, mayOffer = false } = ended
  const isPosted =
    task?.number !== undefined && context.comment !== 'off' && !context.dryRun && context.github !== undefined
  const { marker = {}, offers = [] } = (await context.keepRecord?.({ ending, events, patch, isPosted, mayOffer })) ?? {}
  const { usd, ...claim } = context.identity.record ?? {}
  const record: RecordMarker = claim.used === undefined ? {} : claim
  // A run that adds to the thread's cost reads the comment again, so that it adds to the newest sum.
  if (context.spentUsd === undefined) record.usd = usd
  context.identity = { ...context.identity, record: { ...record, ...marker } }
  // Also without a code: the report says why a denied call has none.
  const isContinued = offers.length > 0 || (mayOffer && marker.record !== undefined)
  const isPlan = events.some((event) => event.type === 'run_snapshot' && event.mode === 'plan')
  if (mayOffer && isPlan && task?.place !== undefined && ending.end === 'answered')
    return { offers: { codes: [], phrase: context.triggerPhrase ?? '', isPlanElsewhere: true } }
  return isContinued ? { offers: { codes: offers, phrase: context.triggerPhrase ?? '' } } : {}
}

/** Proposals of a run that failed or was stopped for safety are not written. After a limit or a model failure they are. */
export const holdReason = (outcome: Outcome): string | undefined =>
  outcome === 'security' || outcome === 'config' || outcome === 'internal'
    ? 'the run failed before it finished'
    : undefined

/** Drops the review from the report when none of it is written. */
export const withoutHeldReview = <Ended extends { outcome: Outcome; review?: FindingsSummary }>({
  review,
  ...ended
}: Ended) => (review === undefined || holdReason(ended.outcome) !== undefined ? ended : { ...ended, review })

/** A complete second review of a pull request resolves the threads of earlier runs whose lines were fixed. */
export function planFixedThreads(
  { outcome }: RunReport,
  task: Task | undefined,
  { review }: Pick<DeliveryContext, 'review'>,
  proposals: readonly Proposal[],
): Intent[] {
  const isUpdate = isAboutChange(task?.event ?? '') && task?.action !== 'opened'
  if (task?.number === undefined || !isUpdate || outcome !== 'ok' || review === 'off') return []
  const commentedPaths = proposals.flatMap((each) => (each.kind === 'review_comment' ? [each.path] : []))
  return [{ kind: 'resolve_fixed', number: task.number, commentedPaths: [...new Set(commentedPaths)] }]
}
