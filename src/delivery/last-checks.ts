import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Inputs } from '../config/inputs.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Task, Trust } from '../github/events/task.ts'
import type { StartingLabel, TargetLoss } from '../github/events/trigger-rules.ts'
import type { RunFiles } from '../github/run-files.ts'
import type { Proposal, ProposalStore } from '../github-tools/proposal.ts'
import type { Workspace } from '../platform/files/workspace.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import type { GitPlace } from '../platform/snapshot/restore-files.ts'
import { breaksInDraftMode, proofPart, type ShownProof, withProofParts } from '../proof/proof-text.ts'
import { proofOptions } from '../proof/prove.ts'
import { openProofRounds, type ProofRounds } from '../proof/rounds.ts'
import { type CallRecord, type Emit, finishedCalls, type Outcome, type RunEvent } from '../record/events.ts'
import { worseOutcome } from '../record/outcome.ts'
import type { ReviewStanding } from '../review/end-review.ts'
import { ellipsize, inlineCode, pluralize } from '../text/write-markdown.ts'
import type { IssueAnswer } from './attempts.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { writesCode } from './plan/commit-plan.ts'
import { type DeliveryRules, heldPlaces, withHeldChanges } from './plan/held-changes.ts'
import type { Intent } from './plan/intent.ts'
import { createPatches, describeHeld, type EditedFile, joinPatches, redactChange } from './plan/patch.ts'
import type { Announcement } from './post/announce.ts'
import type { ReportSettings } from './post/living-report.ts'
import { type ChangeAccounting, type RestoreCheckout, type RunChanges, replaceChanges } from './run-changes.ts'
import type { RunReport } from './run-report.ts'

/** The changes in the files that rules held back, beside the patch of a run. */
export const HELD_PATCH = 'held.patch'

type HeldWork = {
  outcome: Outcome
  changes: readonly EditedFile[]
  proposals?: readonly unknown[]
  requested?: readonly unknown[]
  deliveryRules?: DeliveryRules
  places?: readonly GitPlace[]
  damage?: string
  restore?: RestoreCheckout
  /** Why the people behind the run have lost the power to write. */
  lostPower?: () => Promise<string | undefined>
}

type Notice = Extract<RunEvent, { type: 'notice' }>

const NO_RULES: DeliveryRules = { rules: [], mode: 'default' }

/** `powerLoss`: why nothing but the answer may be written. `outcome`: that of the run after it. */
type LastChecks = { changes: EditedFile[]; notices: Notice[]; powerLoss: string | undefined; outcome: Outcome }

/** What is looked at right before delivery: which changes rules hold back, and whether the people behind the run may still write. */
export async function lastChecks(
  ended: HeldWork,
  calls: readonly CallRecord[],
  context: Pick<DeliveryContext, 'filter' | 'patchPath' | 'changes'>,
): Promise<LastChecks> {
  const [{ failed, ...heldBack }, lost] = await Promise.all([
    holdBack(ended, calls, context),
    ended.requested?.length || writesCode(ended, context) ? ended.lostPower?.() : undefined,
  ])
  const isLeft = ended.damage !== undefined || failed.length > 0
  const outcome = isLeft ? worseOutcome(ended.outcome, 'denied') : ended.outcome
  if (ended.damage !== undefined)
    heldBack.notices.unshift({ type: 'notice', level: 'warning', text: context.filter.text(ended.damage) })
  if (lost === undefined) return { ...heldBack, powerLoss: undefined, outcome }
  const text = `This run writes only its answer: ${lost}.`
  const notices = [...heldBack.notices, { type: 'notice', level: 'warning', text } as const]
  return { ...heldBack, notices, powerLoss: lost, outcome: worseOutcome(ended.outcome, 'denied') }
}

/** What is known of a run beside its work. */
export type WorkFacts = {
  proposals?: readonly Proposal[]
  /** What decides about the reviewed pull request. */
  standing?: ReviewStanding
  /** Whether a later step of the workflow reads the answer. */
  isAnswerRead?: boolean
  /** Whether the reason of a run that did not start is posted. */
  isTold?: boolean
  /** What a reply asked for in addition to the agent's proposals. */
  requested?: readonly Intent[]
  /** Whether people may allow denied calls of the run. */
  mayOffer?: boolean
  /** The rules about what the run delivers. Without them it delivers no file. */
  deliveryRules?: DeliveryRules
  /** Whose text without write permission the model has read. Without it the run counts as one that did. */
  outsider?: () => Promise<string | undefined>
  /** Why the people behind the run have lost the power to write. */
  lostPower?: () => Promise<string | undefined>
  /** Whether an older pull request for the same purpose is closed when the new one contains it. */
  supersede?: boolean
  /** The settings `sluice.report`. */
  reportSettings?: ReportSettings
  /** The label of label_trigger that started the run; it goes with its end. */
  startedBy?: StartingLabel
  /** What the answer about an issue is given for, and its changes of labels, once those are proposed. */
  issueState?: (proposals: readonly Proposal[]) => Promise<IssueAnswer>
  /** What became of the target while the run worked, asked right before delivery. */
  lostTarget?: () => Promise<TargetLoss | undefined>
}

/** What the commands of `verify` showed about the changes of a run, as its events say. */
export function proofOf(events: readonly RunEvent[]): RunReport['proof'] {
  const [first, branchProof] = events.flatMap((each): ShownProof[] =>
    each.type === 'proof' ? [{ record: each.proof, withheld: each.withheld }] : [],
  )
  if (first === undefined) return undefined
  const commits = events.flatMap((each) =>
    each.type === 'receipt' && each.receipt.kind === 'commit' ? [each.receipt] : [],
  )
  return withProofParts({ ...first, branchProof }, (part) => {
    const isBranch = part.record.branch !== undefined
    const moved = commits.find((commit) => (commit.isProposed === true) === isBranch)?.moved
    return typeof moved === 'string' ? { ...part, moved } : part
  })
}

/** A change of the checkout that breaks something becomes a draft, or only a patch. */
export function withProof(proof: RunReport['proof'], context: DeliveryContext): DeliveryContext {
  const ofCheckout = proofPart(proof, false)
  if (ofCheckout === undefined || context.changes === 'off' || context.changes === 'report') return context
  if (ofCheckout.withheld !== undefined) return { ...context, changes: 'report' }
  return breaksInDraftMode(ofCheckout) ? { ...context, changes: 'pull_request', isDraft: true } : context
}

/**
 * The run without the parts that are held back. Where the checkout is one, it is as before, so that no later step commits its files;
 * the commit of a branch says itself why it is not made.
 */
export async function withholdChanges<Ended extends HeldWork & WorkFacts>(
  ended: Ended,
  proof: RunReport['proof'],
  { emit }: Pick<DeliveryContext, 'emit'>,
): Promise<Ended> {
  const isHeld = (isBranch: boolean) => proofPart(proof, isBranch)?.withheld !== undefined
  if (!isHeld(false) && !isHeld(true)) return ended
  const { failed = [] } = (isHeld(false) ? await ended.restore?.(ended.changes, ended.places ?? []) : undefined) ?? {}
  if (failed.length > 0)
    emit({
      type: 'notice',
      level: 'warning',
      text: `These files could not be put back in the checkout, so a later step could commit them: ${failed.slice(0, 3).join('; ')}`,
    })
  const { proposals: all }: WorkFacts = ended
  const proposals = all?.filter((each) => each.kind !== 'create_pull_request' || !isHeld(each.branch !== undefined))
  return { ...ended, proposals, outcome: worseOutcome(ended.outcome, 'denied') }
}

/** Records in the mark of the answer what it was given for. Returns the proposals with the labels that they replace. */
export async function recordIssueState(
  { issueState }: WorkFacts,
  proposals: readonly Proposal[],
  context: DeliveryContext,
): Promise<readonly Proposal[]> {
  if (issueState === undefined) return proposals
  const { proposals: changed, labelsOfPeople, ...state } = await issueState(proposals)
  if (labelsOfPeople.length > 0)
    context.emit({
      type: 'notice',
      level: 'info',
      text: `People set ${labelsOfPeople.join(', ')}, so the run did not remove it.`,
    })
  context.identity.record = { ...context.identity.record, ...state }
  return changed
}

/** What is delivered where the target is no longer what the run was about: one sentence in place of the "working" comment, if there is one. */
export function nothingLeft<Ended extends WorkFacts>(
  { reason, isGone = false }: TargetLoss,
  ended: Ended,
  announcement: Announcement,
  context: DeliveryContext,
) {
  const ending = { end: 'skipped', outcome: 'noop', text: `${reason} Nothing was delivered.` } as const
  const nothing = { changes: [], undelivered: [], proposals: [], requested: [], review: undefined }
  const facts = { lostTarget: undefined, startedBy: undefined, issueState: undefined }
  const rest = { ...ended, ...nothing, ...facts, outcome: 'noop' as const, ending }
  const { id: _, ...elsewhere } = announcement
  return [rest, isGone ? elsewhere : announcement, isGone ? { ...context, comment: 'off' as const } : context] as const
}

/**
 * The changes, each with the rule that holds it back. Held files of the checkout are put back as they were, so that no later step of the
 * job commits them; a patch beside that of the run keeps what was there.
 */
async function holdBack(
  { changes, places: all = [], deliveryRules = NO_RULES, restore }: HeldWork,
  calls: readonly CallRecord[],
  { filter, patchPath }: Pick<DeliveryContext, 'filter' | 'patchPath'>,
): Promise<{ changes: EditedFile[]; notices: Notice[]; failed: string[] }> {
  const judgedChanges = await withHeldChanges(changes, calls, deliveryRules)
  const heldChanges = judgedChanges.filter(({ heldBy }) => heldBy !== undefined)
  const badPlaces = await heldPlaces(all, judgedChanges, calls, deliveryRules)
  if (heldChanges.length + badPlaces.length === 0 || restore === undefined)
    return { changes: judgedChanges, notices: [], failed: [] }
  const patch = joinPatches(createPatches(heldChanges.map((change) => redactChange(change, filter))))
  if (patch !== '') await writeFile(join(dirname(patchPath), HELD_PATCH), filter.text(patch), { mode: 0o600 })
  const { failed, isUncommitted } = await restore(heldChanges, badPlaces)
  const back = heldChanges.filter(({ path }) => !failed.some((each) => each.startsWith(`${path}: `)))
  const notices: Notice[] = []
  if (back.length > 0)
    notices.push({
      type: 'notice',
      level: 'info',
      text: filter.text(
        `In the checkout, ${pluralize(back.length, 'file')} ${back.length === 1 ? 'is' : 'are'} as before the run, see ${inlineCode(HELD_PATCH)} beside the transcript: ${describeHeld(back)}.`,
      ),
    })
  const isNamed = ({ path }: { path: string }) => heldChanges.some((change) => change.path === path)
  const places = badPlaces.filter(
    ({ name, files }) =>
      !failed.includes(`${name}: git refused`) && (name.startsWith('refs/') || files?.every(isNamed) !== true),
  )
  if (places.length > 0)
    notices.push({
      type: 'notice',
      level: 'warning',
      text: filter.text(
        `In ${GIT_FOLDER}, ${listed(places.map(describePlace), String)} ${places.length === 1 ? 'is' : 'are'} as before the run: ${[...new Set(places.map(({ reason }) => reason))].slice(0, 3).join('; ')}.`,
      ),
    })
  if (isUncommitted)
    notices.push({
      type: 'notice',
      level: 'warning',
      text: 'The run committed files in the checkout that it may not deliver. These commits are undone; their other changes are staged.',
    })
  if (failed.length > 0)
    notices.push({
      type: 'notice',
      level: 'warning',
      text: `These held files could not be put back in the checkout, so a later step could commit them: ${failed.slice(0, 3).map(filter.text).join('; ')}`,
    })
  return { changes: judgedChanges, notices, failed }
}

const GIT_FOLDER = inlineCode('.git')

/** With its first files. */
const describePlace = ({ name, files = [] }: GitPlace): string =>
  files.length === 0 ? inlineCode(name) : `${inlineCode(name)} (${listed(files.map(({ path }) => path))})`

function listed(texts: readonly string[], write = (path: string) => inlineCode(ellipsize(path, 100))): string {
  const names = texts.slice(0, 3).map(write)
  return texts.length > names.length ? `${names.join(', ')} and ${texts.length - names.length} more` : names.join(', ')
}

type RunToProve = {
  task: Task
  inputs: Inputs
  trust: Trust
  config: Pick<RunConfig, 'settings' | 'invocations'>
  runtime: Runtime
  endsAt: number
  session: {
    transcript: { events(): readonly RunEvent[]; emit: Emit }
    filter: SecretFilter
    notice(text: string): void
  }
}

type WorkToProve = {
  proposals: { store: ProposalStore }
  runFiles: Promise<RunFiles>
  files?: Pick<Workspace, 'changes'>
  accounting: ChangeAccounting | undefined
  deliveryRules?: DeliveryRules
}

/** Opens what proves the changes of a run on trusted code. Undefined where there is nothing to run, or nothing to deliver. */
export function openRunProof(
  { task, inputs, trust, session, config, runtime, endsAt }: RunToProve,
  work: WorkToProve,
  programs: { endBackground(): Promise<'none' | 'ended' | 'running'> },
): ProofRounds<RunChanges> | undefined {
  const { accounting, proposals, runFiles } = work
  const options = proofOptions(inputs, config.settings)
  const isFix = Object.values(config.invocations).some(({ slash }) => slash.name === 'fix')
  const hasBranch = () => proposals.store.ofKind('branch').length > 0
  const isIdle = options.mode === 'off' || options.commands.length === 0 || inputs.changes === 'off'
  if (isIdle || trust.level !== 'trusted' || accounting === undefined) return undefined
  return openProofRounds<RunChanges, readonly Proposal[]>({
    options,
    isFix: isFix || task.upstream !== undefined,
    request: task.request ?? '',
    runtime,
    endsAt,
    view: runFiles.then(({ view }) => view),
    judge: (changes) => withHeldChanges(changes, finishedCalls(session.transcript.events()), work.deliveryRules),
    async look() {
      // Programs could change files while git reads them.
      const found = await programs.endBackground()
      if (found === 'running')
        session.notice('Sluice could not compare the change before the end: a program of the run could not be ended.')
      if (found === 'running') return undefined
      if (found === 'ended') session.notice('Sluice ended the background programs of the run to compare the change.')
      return accounting.look(work.files?.changes() ?? [], hasBranch())
    },
    staged: () => proposals.store.ofKind('branch')[0],
    replace: (from, to) => replaceChanges(from, to, session.notice),
    exchange: proposals.store.exchange,
    record: (proof, withheld) => session.transcript.emit(session.filter.deep({ type: 'proof', proof, withheld })),
    notice: session.notice,
  })
}
