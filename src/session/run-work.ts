import type { Runtime } from '../config/runtime.ts'
import type { ResultNames } from '../config/step-names.ts'
import { seenIssue } from '../delivery/attempts.ts'
import type { DeliveryRules } from '../delivery/plan/held-changes.ts'
import type { ReportSettings } from '../delivery/post/living-report.ts'
import { type ChangeAccounting, openChangeAccounting, type RunChanges } from '../delivery/run-changes.ts'
import { lostPermission } from '../github/events/account-check.ts'
import { lostTarget, startingLabel } from '../github/events/trigger-rules.ts'
import { openRunFiles, type RunFiles } from '../github/run-files.ts'
import type { Workspace } from '../platform/files/workspace.ts'
import type { ProofRounds } from '../proof/rounds.ts'
import type { Ending } from '../record/events.ts'
import { hasReader, openStepResults, type StepResults } from '../results/step-results.ts'
import { endReview, needsThreads } from '../review/end-review.ts'
import { type ReviewOptions, reviewOptions } from '../review/review-options.ts'
import type { SecondLook } from '../review/summarize-review.ts'
import type { AnnouncedRun } from './announce-run.ts'
import { openProposalTools, type ProposalTools } from './run-github-tools.ts'
import { proposalOptions } from './run-options.ts'
import type { RunWork } from './run-session.ts'

/** What a run does that outlives it. Steps add what they learn, so that a run that fails on its way delivers what there is. */
export type WorkInProgress = {
  /** The tools that propose changes on GitHub, and what they proposed. */
  proposals: ProposalTools
  /** What programs leave for later steps. */
  results: StepResults
  /** Which results the workflow file reads. */
  resultNames: ResultNames
  /** How a review ends. */
  review: ReviewOptions
  /** With the variables that the workflow file gives the step. */
  runtime: Runtime
  /** Whether the run works on the checkout, or on a view of another commit. */
  runFiles: Promise<RunFiles>
  /** The files, once the run may touch them. */
  files?: Pick<Workspace, 'changes'>
  /** What programs and tools changed in the checkout. Absent where other runs work in the same checkout, in which none of them may write. */
  accounting: ChangeAccounting | undefined
  /** What proves the changes of the run, once the settings are loaded. */
  rounds?: ProofRounds<RunChanges>
  /** What the second look at the findings says. */
  look?: SecondLook
  /** Whether the settings let the comment offer codes, once they are loaded. */
  offersCodes?: boolean
  /** The setting `sluice.supersede`. */
  supersede?: boolean
  /** The settings `sluice.report`. */
  reportSettings?: ReportSettings
  /** The rules about what the run delivers, once they are loaded. */
  deliveryRules?: DeliveryRules
}

/** Tells the later steps of the job that files in the checkout can be text of others. */
const LEFT_TEXT = 'SLUICE_LEFT_TEXT_OF_OTHERS'

export function openWork(run: AnnouncedRun): WorkInProgress {
  const { task, inputs, runtime, session, signal } = run
  const mayLink = process.platform === 'linux' && inputs.sandbox !== 'off'
  const runFiles = openRunFiles(task, { ...runtime, ...session, token: inputs.github_token, mayLink, signal })
  const proposals = openProposalTools(task, session.github, proposalOptions(inputs, run, session.github))
  if (run.resumed.hasReadOthers) proposals.texts.add(undefined, 'people in the conversation that it continues')
  if (runtime.env[LEFT_TEXT]) proposals.texts.add(undefined, 'people whose text an earlier step of this job had read')
  // The answers are there when delivery needs them.
  if (inputs.github_token !== '') proposals.outsider().catch(() => undefined)
  if (needsThreads(task, inputs)) proposals.isUnsure().catch(() => undefined)
  return {
    proposals,
    results: openStepResults(runtime),
    resultNames: { env: [], outputs: [] },
    review: reviewOptions(inputs, {}),
    runtime,
    runFiles,
    accounting: session.isInBatch ? undefined : openChangeAccounting(task, runtime, runFiles),
  }
}

/** Sets the results for later steps, and gathers what the run leaves to deliver. */
export async function finishWork(
  run: AnnouncedRun,
  lastEnding: Ending,
  work: WorkInProgress,
): Promise<RunWork & { ending: Ending }> {
  const { task, inputs, trust, session } = run
  const { proposals, results, resultNames } = work
  const { filter, setResult, notice } = session
  const resultCount = results.handOn({ names: resultNames, filter, set: setResult, notice })
  const toolChanges = work.files?.changes() ?? []
  // The files of a proposed branch are tried on the checkout.
  if (proposals.store.ofKind('branch').length > 0 && work.rounds !== undefined) await work.accounting?.recordBegin()
  const remains: RunChanges = (await work.accounting?.finish(toolChanges, notice)) ?? { changes: toolChanges }
  // Of several attempts the better one counts, with its answer and proposals.
  const attempt = await work.rounds?.settle(lastEnding, remains)
  const { ending, state: changes } = attempt ?? { ending: lastEnding, state: remains }
  const { beginCommit, compared, undelivered } = changes
  const mayLeaveText = changes.restore !== undefined && changes.changes.length + (changes.undelivered?.length ?? 0) > 0
  if (mayLeaveText && (await hasReadOthers(proposals))) setResult('GITHUB_ENV', LEFT_TEXT, 'true')
  const announcement = await run.announcement
  const reviewed = {
    task,
    inputs,
    ending,
    ...work,
    ...work.review,
    trust,
    ...session,
    beginCommit,
    compared,
    undelivered,
  }
  const review = await endReview(proposals, reviewed)
  await (await work.runFiles).close()
  return {
    task,
    ending,
    announcement,
    ...changes,
    ...review,
    isAnswerRead: hasReader(resultNames, resultCount, changes.changes),
    mayOffer: trust.level === 'trusted' && work.offersCodes === true,
    deliveryRules: work.deliveryRules,
    supersede: work.supersede,
    reportSettings: work.reportSettings,
    outsider: proposals.outsider,
    issueState: await seenIssue(run),
    startedBy: startingLabel(run.runtime.event.payload, inputs.label_trigger),
    lostTarget: async () => (session.isInBatch ? undefined : lostTarget(run, session.github)),
    lostPower:
      trust.level === 'trusted' || trust.level === 'limited'
        ? () => lostPermission(task, session.github, { allowedUsers: inputs.allowed_users })
        : undefined,
  }
}

const hasReadOthers = ({ outsider }: ProposalTools): Promise<boolean> =>
  outsider().then(
    (name) => name !== undefined,
    () => true,
  )
