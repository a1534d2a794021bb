import type { Task } from '../github/task.ts'
import type { Filter } from '../host/secrets.ts'
import type { Outcome, RunEvent } from '../record/events.ts'
import { type Announced, mark } from './announce.ts'
import { checkOf, planCheck } from './check-run.ts'
import { planCommit } from './commit-plan.ts'
import { type DeliveryKit, writerOf } from './delivery-kit.ts'
import { type Finished, gather } from './gather.ts'
import { type Intent, outline, type Proposal, type Receipt } from './intent.ts'
import { type Change, joined, patchesOf } from './patch.ts'
import { perform } from './perform.ts'
import { composeComment, composeSummary, type Report } from './report.ts'
import { settle, writesOf } from './settle.ts'
import { outcomeAfter, unwrittenIn, whyUnwritten } from './unwritten.ts'

/**
 * `outcome`: what the run is called now that it is known what could be written; `undelivered`: why, when that decided it.
 */
export type Delivered = {
  report: Report
  outcome: Outcome
  undelivered?: string
  plan: Intent[]
  receipts: Receipt[]
}

/** Everything a finished run has to say, said. Never rejects; what failed is in the receipts and in the summary. */
export async function deliver(
  task: Task | undefined,
  finished: Omit<Finished, 'patches' | 'runUrl'> & { changes: readonly Change[]; proposals?: readonly Proposal[] },
  announced: Announced,
  kit: DeliveryKit,
): Promise<Delivered> {
  const { place, filter } = kit
  const looking = movedHead(task, finished.outcome, kit)
  const patches =
    kit.changes === 'off' ? [] : await patchesOf(finished.changes.map((change) => withoutSecrets(change, filter)))
  const proposals = await settle(finished.proposals ?? [], place, filter)
  const moved = await looking
  if (moved !== undefined) kit.emit(moved)
  const gathered = await gather(
    {
      ...finished,
      ...(moved === undefined ? {} : { events: [...finished.events, moved] }),
      patches,
      ...(place.runUrl === undefined ? {} : { runUrl: place.runUrl }),
    },
    place,
    filter,
  )
  const commits = planCommits(task, finished.changes, gathered, proposals, kit)
  const report = stoppedBy(commits, gathered)
  const intents = plan(report, task, announced, kit, proposals, commits)
  for (const intent of intents) kit.emit({ type: 'intent', intent: outline(intent) })
  const receipts = await perform(intents, { report, task, held: whyHeld(report.outcome) }, kit)
  return { report, plan: intents, receipts, ...outcomeOfAll(finished.outcome, report, receipts) }
}

/** An answer nobody gets to see because of a missing permission must not be green; nor a secret on its way out in a file. */
function outcomeOfAll(
  before: Outcome,
  { outcome: own, notices }: Report,
  receipts: readonly Receipt[],
): Pick<Delivered, 'outcome' | 'undelivered'> {
  const unwritten = unwrittenIn(receipts)
  const outcome = outcomeAfter(own, unwritten)
  if (outcome === before) return { outcome }
  if (outcome === own) return { outcome, undelivered: notices[0]?.text ?? '' }
  return { outcome, undelivered: unwritten === undefined ? '' : whyUnwritten(unwritten, receipts) }
}

/** A branch that was pushed to meanwhile is said: the answer is about what the run began with. */
async function movedHead(
  task: Task | undefined,
  outcome: Outcome,
  { github, comment }: DeliveryKit,
): Promise<Extract<RunEvent, { type: 'notice' }> | undefined> {
  if (task?.head === undefined || task.number === undefined || github === undefined || comment === 'off')
    return undefined
  if (outcome === 'noop' || outcome === 'refused') return undefined
  const { sha, ref } = task.head
  // Not knowing is no reason to say anything.
  const now = await github.pull(task.number).catch(() => undefined)
  if (now === undefined || now.head.sha === sha) return undefined
  const text = `\`${ref}\` has moved on from \`${sha.slice(0, 10)}\` to \`${now.head.sha.slice(0, 10)}\` since this run began. What came later was not looked at.`
  return { type: 'notice', level: 'warning', text }
}

function planCommits(
  task: Task | undefined,
  changes: readonly Change[],
  report: Report,
  proposals: readonly Proposal[],
  kit: DeliveryKit,
): Intent[] {
  const request = proposals.find((proposal) => proposal.kind === 'create_pull_request')
  const { place, branchPrefix, ref } = kit
  const options = { changes: kit.changes, branchPrefix, ref, place, writer: writerOf(place) }
  return planCommit(task, changes, report, request, options, kit.filter)
}

/** A secret on its way out in a file ends the run as `security`, whatever else it had to say. */
function stoppedBy(commits: readonly Intent[], report: Report): Report {
  const stopped = commits.find((intent) => intent.kind === 'commit')?.not
  if (stopped?.isSecret !== true) return report
  const notice = {
    level: 'error' as const,
    text: `The change was not committed: ${stopped.why}. The patch has it with that taken out.`,
  }
  return { ...report, outcome: 'security', notices: [notice, ...report.notices] }
}

/** Outcomes after which starting the run again may give what was asked for. */
const UNFINISHED: ReadonlySet<Outcome> = new Set(['security', 'config', 'internal', 'model', 'quota', 'budget'])

/** Limits and a model that fails leave good proposals behind; a run that was stopped or broke may not have meant them. */
const whyHeld = (outcome: Outcome) =>
  outcome === 'security' || outcome === 'config' || outcome === 'internal'
    ? 'the run failed before it was done'
    : undefined

/**
 * What will be written, in the order it is written: the change, what was proposed, then the comment, the check run and the
 * summary, as they tell what became of the rest. Pure.
 */
export function plan(
  report: Report,
  task: Task | undefined,
  announced: Announced,
  kit: Pick<DeliveryKit, 'comment' | 'review' | 'place' | 'patchPath' | 'checkRun' | 'failOn'>,
  proposals: readonly Proposal[] = [],
  commits: readonly Intent[] = [],
): Intent[] {
  const { place } = kit
  const intents: Intent[] = []
  if (report.patches.length > 0) intents.push({ kind: 'patch', path: kit.patchPath, text: joined(report.patches) })
  intents.push(...commits, ...writesOf(proposals, kit), ...settledThreads(report, task, kit, proposals))
  // A run that did not start says so in log and summary; but a comment that already says "working" is never left so.
  const isQuiet = (report.outcome === 'noop' || report.outcome === 'refused') && announced.id === undefined
  if (task?.number !== undefined && kit.comment !== 'off' && !isQuiet) {
    intents.push({
      kind: 'comment',
      number: task.number,
      mark: mark(kit, UNFINISHED.has(report.outcome) ? 'partial' : 'done'),
      page: composeComment(report),
      ...(announced.id === undefined ? {} : { id: announced.id }),
      ...(announced.isFirst === true ? { isFirst: true } : {}),
    })
  }
  if (task !== undefined && kit.checkRun) {
    const check = checkOf(task, place, writerOf(place).key)
    const { runUrl: url } = place
    const given = { failOn: kit.failOn, proposals, ...announced.check, ...(url === undefined ? {} : { url }) }
    intents.push(planCheck(report, check, given))
  }
  intents.push({ kind: 'summary', page: composeSummary(report) })
  return intents
}

/** A run that has looked at the pull request again, and all of it, knows which of its earlier remarks are settled. */
function settledThreads(
  { outcome }: Report,
  task: Task | undefined,
  { review }: Pick<DeliveryKit, 'review'>,
  proposals: readonly Proposal[],
): Intent[] {
  const isAgain = /^pull_request(?:_target)?$/.test(task?.event ?? '') && task?.action !== 'opened'
  if (task?.number === undefined || !isAgain || outcome !== 'ok' || review === 'off') return []
  const remarked = proposals.flatMap((each) => (each.kind === 'review_comment' ? [each.path] : []))
  return [{ kind: 'resolve_fixed', number: task.number, remarked: [...new Set(remarked)] }]
}

function withoutSecrets(change: Change, filter: Filter): Change {
  const clean = (bytes: Buffer | null) => {
    if (bytes === null) return null
    const text = bytes.toString()
    const clean = filter.text(text)
    return clean === text ? bytes : Buffer.from(clean)
  }
  return { ...change, path: filter.text(change.path), before: clean(change.before), after: clean(change.after) }
}
