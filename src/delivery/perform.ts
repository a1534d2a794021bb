import { writeFile } from 'node:fs/promises'
import { GitHubError } from '../github/github-error.ts'
import type { Task } from '../github/task.ts'
import { messageOf } from '../host/errors.ts'
import type { Filter } from '../host/secrets.ts'
import { replacedBy } from './announce.ts'
import { checkWords, finishCheck } from './check-run.ts'
import { asPartial, post } from './comment.ts'
import { pushCommit } from './commit.ts'
import { type DeliveryGitHub, type DeliveryKit, writerOf } from './delivery-kit.ts'
import { briefly, type Intent, type Receipt } from './intent.ts'
import { openPullRequest } from './pull-request.ts'
import { composeCheck, composeComment, composeSummary, onePage, type Report } from './report.ts'
import { alsoWritten, plainWords, toldInSummary } from './told.ts'
import { unwrittenIn } from './unwritten.ts'
import { write } from './write.ts'

/** What is told of the run where the result goes. `held`: why proposals are not written. */
export type Telling = { report: Report; task: Task | undefined; held: string | undefined }

/**
 * Does it, one thing after the other; one receipt for each, whatever happens. What tells of the run tells what became of
 * all that came before it.
 */
export async function perform(intents: readonly Intent[], telling: Telling, kit: DeliveryKit): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (const intent of intents) {
    const receipt = await performOne(toldAfter(receipts, intent, telling, kit), receipts, telling, kit)
    kit.emit({ type: 'receipt', receipt: briefly(receipt) })
    // A missing permission is the outcome of the run and told as such; what else is missing leaves a green job behind.
    if ((receipt.state === 'failed' && receipt.forbidden !== true) || receipt.withheld === true)
      kit.emit({ type: 'notice', level: 'warning', text: `Not written: the ${plainWords(intent)}: ${receipt.why}` })
    receipts.push(receipt)
    if (receipt.state === 'failed' && intent.kind === 'check_run') await tellAgain(receipts, telling, kit)
  }
  return receipts
}

/** The comment was written before something failed that it has to tell. When it is not taken again, what it said stays. */
async function tellAgain(receipts: readonly Receipt[], telling: Telling, kit: DeliveryKit): Promise<void> {
  const comment = receipts.find(({ intent, state }) => intent.kind === 'comment' && state === 'posted')
  if (comment !== undefined) await performOne(toldAfter(receipts, comment.intent, telling, kit), receipts, telling, kit)
}

/** What tells of the run, in words that are true after these writes. */
function toldAfter(before: readonly Receipt[], intent: Intent, { report: own }: Telling, kit: DeliveryKit): Intent {
  const isSummary = intent.kind === 'summary'
  const unwritten = isSummary && kit.dryRun ? DRY : unwrittenIn(before, !isSummary)
  if (unwritten === undefined) return intent
  const report = { ...own, unwritten }
  switch (intent.kind) {
    case 'comment': {
      const mark = unwritten.is === 'withheld' ? intent.mark : asPartial(intent.mark)
      return { ...intent, mark, page: composeComment(report) }
    }
    case 'check_run':
      return { ...intent, ...composeCheck(report), ...checkWords(report, intent.annotations, kit.failOn) }
    case 'summary':
      return { ...intent, page: composeSummary(report) }
    default:
      return intent
  }
}

const DRY = { is: 'dry' } as const

async function performOne(
  intent: Intent,
  before: readonly Receipt[],
  telling: Telling,
  kit: DeliveryKit,
): Promise<Receipt> {
  const { github, filter } = kit
  try {
    switch (intent.kind) {
      case 'patch':
        await writeFile(intent.path, filter.text(intent.text), { mode: 0o600 })
        return { intent, state: 'posted' }
      case 'summary':
        await kit.writeSummary(filter.text(onePage(intent.page, toldInSummary(before))))
        return { intent, state: 'posted' }
    }
    if (kit.dryRun) return { intent, state: 'skipped', why: 'dry run' }
    if (github === undefined) return { intent, state: 'skipped', why: 'no GitHub token' }
    return { intent, ...(await performOnGitHub(intent, before, github, telling, kit)) }
  } catch (error) {
    return { intent, state: 'failed', ...failureOf(error, intent, telling.task, filter) }
  }
}

async function performOnGitHub(
  intent: Exclude<Intent, { kind: 'patch' | 'summary' }>,
  before: readonly Receipt[],
  github: DeliveryGitHub,
  { report, held }: Telling,
  kit: DeliveryKit,
): Promise<Omit<Receipt, 'intent'>> {
  const { filter, place } = kit
  if (intent.kind === 'comment') {
    const body = filter.text(`${intent.mark}\n${onePage(intent.page, alsoWritten(before))}`)
    const { url } = await post(github, { ...intent, body, replaces: replacedBy(kit) })
    return { state: 'posted', url }
  }
  if (intent.kind === 'check_run') return finishCheck(filter.deep(intent), filter.text(alsoWritten(before)), github)
  // What speaks against a commit by itself is the better answer.
  if (intent.kind === 'commit' && intent.not !== undefined)
    return { state: 'skipped', why: intent.not.why, ...(report.outcome === 'ok' ? { withheld: true } : {}) }
  if (held !== undefined) return { state: 'skipped', why: held }
  switch (intent.kind) {
    case 'commit':
      return pushCommit(intent, github, place)
    case 'create_pull_request': {
      const commit = before.find((receipt) => receipt.intent.kind === 'commit')
      return openPullRequest(intent, commit, github, filter)
    }
    default:
      return write(intent, github, writerOf(place), filter)
  }
}

function failureOf(
  error: unknown,
  intent: Intent,
  task: Task | undefined,
  filter: Filter,
): Pick<Receipt, 'why' | 'status' | 'forbidden' | 'needs' | 'locked'> {
  const why = filter.text(messageOf(error))
  if (!(error instanceof GitHubError) || error.status === 0) return { why }
  const { status } = error
  if (/locked/i.test(error.message)) return { why, status, locked: true }
  if (!isForbidden(error, intent)) return { why, status }
  if (isFromFork(task) && status === 403) return { why: `${why}. ${READS_ONLY}`, status, forbidden: true }
  const needed = status === 401 || OTHER_REASONS.test(why) ? undefined : needsOf(intent, task)
  if (needed === undefined) return { why, status, forbidden: true }
  return { forbidden: true, needs: [needed], status, why: `${why}. The job needs the permission \`${needed}\`` }
}

/** Whatever such a workflow says. Source: GitHub docs, "Automatic token authentication", permissions for forks. */
const isFromFork = (task: Task | undefined) =>
  task?.head !== undefined &&
  /^pull_request(?:_review|_review_comment)?$/.test(task.event) &&
  task.head.repo?.toLowerCase() !== `${task.repo.owner}/${task.repo.name}`.toLowerCase()
const READS_ONLY =
  'GitHub gives a run for a pull request from a fork a token that only reads; the example fork-review.yml shows the way in two phases'

/** A switch in the settings, a call that takes no person's token: no permission of a workflow helps. */
const OTHER_REASONS = /not permitted to create|authenticate via a GitHub App/i

/** The permission a job's token needs for it, as a workflow spells it. */
function needsOf(intent: Intent, task: Task | undefined): string | undefined {
  switch (intent.kind) {
    case 'comment':
    case 'extra_comment':
    case 'add_labels':
    case 'remove_labels':
    case 'assign':
    case 'update_issue':
      return task?.about === 'pull_request' && task.number === intent.number ? 'pull-requests: write' : 'issues: write'
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
 * The token may not do it, as against a conversation that is locked or a GitHub that is down. For the result "not found"
 * means the same; what was proposed about something else may really be gone.
 */
const isForbidden = (error: GitHubError, { kind }: Intent) =>
  [401, 403, ...(kind === 'comment' ? [404] : [])].includes(error.status) && !/locked|rate limit/i.test(error.message)
