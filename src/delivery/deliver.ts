import { writeFile } from 'node:fs/promises'
import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import type { Task } from '../github/task.ts'
import { messageOf } from '../host/errors.ts'
import type { Filter } from '../host/secrets.ts'
import type { Emit, Outcome } from '../record/events.ts'
import { type CommentGitHub, findOurs, keyOf, type Mark, markLine, post } from './comment.ts'
import { type Finished, gather } from './gather.ts'
import { briefly, type Intent, outline, type Proposal, type Receipt } from './intent.ts'
import { type Change, joined, patchesOf } from './patch.ts'
import type { Host } from './references.ts'
import { composeComment, composeSummary, type Report } from './report.ts'
import { settle, writesOf } from './settle.ts'
import { alsoWritten, toldInSummary } from './told.ts'
import { type WriteGitHub, write } from './write.ts'

/** Who we are towards GitHub: one comment is kept per workflow and job; `run` differs between runs and their attempts. */
export type Place = Host & { workflow: string; job: string; run: string; runUrl?: string }

export type DeliveryKit = {
  /** Absent without a token: then there is no comment. */
  github?: CommentGitHub & WriteGitHub & Pick<GitHub, 'addReaction'>
  filter: Filter
  emit: Emit
  place: Place
  comment: 'sticky' | 'new' | 'off'
  review: 'comment' | 'off'
  changes: 'report' | 'commit' | 'pull_request' | 'off'
  /** Plan, but write nothing to GitHub. */
  dryRun: boolean
  /** Where the patch goes, when there is one. */
  patchPath: string
  /** Replaces the page of the step. */
  writeSummary(text: string): Promise<void>
}

/** What the post step needs to finish a comment a killed run left at "working". Plain JSON. */
export type Pending = { number: number; key: string; run: string; runUrl?: string }

/** The comment that says we are at it; `why` when there is none although there should be. */
export type Announced = { id?: number; url?: string; why?: string }

export type Delivered = { report: Report; plan: Intent[]; receipts: Receipt[] }

/** What to save before announcing, so that even a run that is killed at once leaves nothing at "working". */
export function pendingFor(task: Task, { place, comment, dryRun, github }: DeliveryKit): Pending | undefined {
  if (task.number === undefined || comment === 'off' || dryRun || github === undefined) return undefined
  const { workflow, job, run, runUrl } = place
  return { number: task.number, key: keyOf(workflow, job), run, ...(runUrl === undefined ? {} : { runUrl }) }
}

/** Says that we are at it: the comment, and a reaction on the one that asked. Never rejects: a run is not worth less for it. */
export async function announce(task: Task, kit: DeliveryKit): Promise<Announced> {
  const pending = pendingFor(task, kit)
  const { github } = kit
  if (pending === undefined || github === undefined) return {}
  const reacted = acknowledge(task, github)
  try {
    const body = `${mark(kit, 'working')}\n_Working on it …${pending.runUrl === undefined ? '' : ` ([run](<${encodeURI(pending.runUrl)}>))`}_`
    const { id, url } = await post(github, { number: pending.number, body, replaces: replacedBy(kit) })
    return { id, url }
  } catch (error) {
    const why = kit.filter.text(messageOf(error))
    kit.emit({
      type: 'notice',
      level: 'info',
      text: `The comment that says we are working could not be posted: ${why}`,
    })
    return { why }
  } finally {
    await reacted
  }
}

async function acknowledge({ comment }: Task, github: Pick<GitHub, 'addReaction'>): Promise<void> {
  if (comment === undefined || comment.kind === 'pull_request_review') return
  await github.addReaction({ id: comment.id, kind: comment.kind }, 'eyes').catch(() => undefined) // a courtesy, no more
}

/** Everything a finished run has to say, said. Never rejects; what failed is in the receipts and in the summary. */
export async function deliver(
  task: Task | undefined,
  finished: Omit<Finished, 'patches' | 'runUrl'> & { changes: readonly Change[]; proposals?: readonly Proposal[] },
  announced: Announced,
  kit: DeliveryKit,
): Promise<Delivered> {
  const { place, filter } = kit
  const patches =
    kit.changes === 'off' ? [] : await patchesOf(finished.changes.map((change) => withoutSecrets(change, filter)))
  const report = await gather(
    { ...finished, patches, ...(place.runUrl === undefined ? {} : { runUrl: place.runUrl }) },
    place,
    filter,
  )
  const proposals = await settle(finished.proposals ?? [], place, filter)
  const intents = plan(report, task, announced, kit, proposals)
  for (const intent of intents) kit.emit({ type: 'intent', intent: outline(intent) })
  return { report, plan: intents, receipts: await perform(intents, kit, whyHeld(report.outcome)) }
}

/** Limits and a model that fails leave good proposals behind; a run that was stopped or broke may not have meant them. */
const whyHeld = (outcome: Outcome) =>
  outcome === 'security' || outcome === 'config' || outcome === 'internal'
    ? 'the run failed before it was done'
    : undefined

/**
 * What will be written, in the order it is written: what was proposed, then the comment and the summary, as they tell what
 * became of the rest. Pure.
 */
export function plan(
  report: Report,
  task: Task | undefined,
  announced: Announced,
  kit: Pick<DeliveryKit, 'comment' | 'review' | 'place' | 'patchPath'>,
  proposals: readonly Proposal[] = [],
): Intent[] {
  const intents: Intent[] = []
  if (report.patches.length > 0) intents.push({ kind: 'patch', path: kit.patchPath, text: joined(report.patches) })
  intents.push(...writesOf(proposals, kit))
  // A run that did not start says so in log and summary; but a comment that already says "working" is never left so.
  const isQuiet = (report.outcome === 'noop' || report.outcome === 'refused') && announced.id === undefined
  if (task?.number !== undefined && kit.comment !== 'off' && !isQuiet) {
    const body = `${mark(kit, 'done')}\n${composeComment(report)}`
    intents.push({
      kind: 'comment',
      number: task.number,
      body,
      ...(announced.id === undefined ? {} : { id: announced.id }),
    })
  }
  intents.push({ kind: 'summary', text: composeSummary(report) })
  return intents
}

/** Does it, one thing after the other; one receipt for each, whatever happens. `held`: why proposals are not written. */
export async function perform(intents: readonly Intent[], kit: DeliveryKit, held?: string): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (const intent of intents) {
    const receipt = await performOne(intent, receipts, kit, held)
    kit.emit({ type: 'receipt', receipt: briefly(receipt) })
    receipts.push(receipt)
  }
  return receipts
}

async function performOne(
  intent: Intent,
  before: readonly Receipt[],
  kit: DeliveryKit,
  held: string | undefined,
): Promise<Receipt> {
  const { github, filter, place } = kit
  try {
    switch (intent.kind) {
      case 'patch':
        await writeFile(intent.path, filter.text(intent.text), { mode: 0o600 })
        return { intent, state: 'posted' }
      case 'summary':
        await kit.writeSummary(filter.text([intent.text, ...before.flatMap(toldInSummary)].join('\n\n')))
        return { intent, state: 'posted' }
    }
    if (kit.dryRun) return { intent, state: 'skipped', why: 'dry run' }
    if (github === undefined) return { intent, state: 'skipped', why: 'no GitHub token' }
    if (intent.kind === 'comment') {
      const body = filter.text([intent.body, alsoWritten(before)].filter(Boolean).join('\n\n'))
      const { url } = await post(github, { ...intent, body, replaces: replacedBy(kit) })
      return { intent, state: 'posted', url }
    }
    if (held !== undefined) return { intent, state: 'skipped', why: held }
    if (intent.kind === 'create_pull_request')
      return { intent, state: 'skipped', why: 'this version opens no pull requests' }
    const writer = { key: keyOf(place.workflow, place.job), run: place.run }
    return { intent, ...(await write(intent, github, writer, filter)) }
  } catch (error) {
    return {
      intent,
      state: 'failed',
      why: filter.text(messageOf(error)),
      ...(isForbidden(error, intent) ? { forbidden: true } : {}),
    }
  }
}

/**
 * The token may not do it, as against a conversation that is locked or a GitHub that is down. For the result "not found"
 * means the same; what was proposed about something else may really be gone.
 */
const isForbidden = (error: unknown, { kind }: Intent) =>
  error instanceof GitHubError &&
  [401, 403, ...(kind === 'comment' ? [404] : [])].includes(error.status) &&
  !/locked|rate limit/i.test(error.message)

/** For the post step: replaces a comment the run left at "working". True when there was one. Rejects with GitHubError. */
export async function finishAbandoned(pending: Pending, github: CommentGitHub): Promise<boolean> {
  const { number, key, run, runUrl } = pending
  const isOurs = (found: Mark) => found.key === key && found.run === markedRun(run)
  const left = await findOurs(github, number, (found) => isOurs(found) && found.state === 'working')
  if (left === undefined) return false
  const where = runUrl === undefined ? '' : ` The log of the [run](<${encodeURI(runUrl)}>) has what there is.`
  const body = `${markLine({ key, run, state: 'done' })}\n**Stopped before it could finish.** The run was ended from outside, so there is no answer.${where}`
  await post(github, { number, body, id: left.id, replaces: isOurs })
  return true
}

const mark = ({ place }: Pick<DeliveryKit, 'place'>, state: Mark['state']) =>
  markLine({ key: keyOf(place.workflow, place.job), run: place.run, state })

/** Which of our comments the result goes into: the one of this job, or in `new` mode only what this run itself wrote. */
const replacedBy = ({ place, comment }: DeliveryKit) => {
  const key = keyOf(place.workflow, place.job)
  return (found: Mark) => found.key === key && (comment === 'sticky' || found.run === markedRun(place.run))
}

const markedRun = (run: string) => run.replace(/[^\w.-]/g, '-')

function withoutSecrets(change: Change, filter: Filter): Change {
  const clean = (bytes: Buffer | null) => {
    if (bytes === null) return null
    const text = bytes.toString()
    const clean = filter.text(text)
    return clean === text ? bytes : Buffer.from(clean)
  }
  return { ...change, path: filter.text(change.path), before: clean(change.before), after: clean(change.after) }
}
