import { writeFile } from 'node:fs/promises'
import { GitHubError } from '../github/github-error.ts'
import { messageOf } from '../host/errors.ts'
import { replacedBy } from './announce.ts'
import { finishCheck } from './check-run.ts'
import { asPartial, post } from './comment.ts'
import { pushCommit } from './commit.ts'
import { type DeliveryGitHub, type DeliveryKit, writerOf } from './delivery-kit.ts'
import { briefly, type Intent, type Receipt } from './intent.ts'
import { openPullRequest } from './pull-request.ts'
import { onePage, type Page } from './report.ts'
import { alsoWritten, plainWords, toldInSummary } from './told.ts'
import { write } from './write.ts'

/** Does it, one thing after the other; one receipt for each, whatever happens. `held`: why proposals are not written. */
export async function perform(intents: readonly Intent[], kit: DeliveryKit, held?: string): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (const intent of intents) {
    const receipt = await performOne(intent, receipts, kit, held)
    kit.emit({ type: 'receipt', receipt: briefly(receipt) })
    // A missing permission is the outcome of the run and told as such; what else fails leaves a green job behind.
    if (receipt.state === 'failed' && receipt.forbidden !== true)
      kit.emit({ type: 'notice', level: 'warning', text: `Not written: the ${plainWords(intent)}: ${receipt.why}` })
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
  const { github, filter } = kit
  try {
    switch (intent.kind) {
      case 'patch':
        await writeFile(intent.path, filter.text(intent.text), { mode: 0o600 })
        return { intent, state: 'posted' }
      case 'summary':
        await kit.writeSummary(filter.text(summaryOf(intent.page, before)))
        return { intent, state: 'posted' }
    }
    if (kit.dryRun) return { intent, state: 'skipped', why: 'dry run' }
    if (github === undefined) return { intent, state: 'skipped', why: 'no GitHub token' }
    return { intent, ...(await performOnGitHub(intent, before, github, kit, held)) }
  } catch (error) {
    const why = filter.text(messageOf(error))
    if (!isForbidden(error, intent)) return { intent, state: 'failed', why }
    const needs = NEEDS[intent.kind]
    return {
      intent,
      state: 'failed',
      forbidden: true,
      why: needs === undefined ? why : `${why}. The job needs the permission ${needs}`,
    }
  }
}

/** What failed stands first: whoever opens the page of a red job looks for it, and so does whoever trusts a green one. */
function summaryOf(page: Page, before: readonly Receipt[]): string {
  const told = before.flatMap(toldInSummary).join('\n\n')
  return before.some(({ state }) => state === 'failed') ? `${told}\n\n${onePage(page)}` : onePage(page, told)
}

async function performOnGitHub(
  intent: Exclude<Intent, { kind: 'patch' | 'summary' }>,
  before: readonly Receipt[],
  github: DeliveryGitHub,
  kit: DeliveryKit,
  held: string | undefined,
): Promise<Omit<Receipt, 'intent'>> {
  const { filter, place } = kit
  if (intent.kind === 'comment') {
    const isWhole = before.every(({ state }) => state !== 'failed')
    const body = onePage(intent.page, alsoWritten(before))
    const safe = filter.text(isWhole ? body : asPartial(body))
    const { url } = await post(github, { ...intent, body: safe, replaces: replacedBy(kit) })
    return { state: 'posted', url }
  }
  if (intent.kind === 'check_run') return finishCheck(filter.deep(intent), filter.text(alsoWritten(before)), github)
  // What speaks against a commit by itself is the better answer.
  if (intent.kind === 'commit' && intent.not !== undefined) return { state: 'skipped', why: intent.not.why }
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

const CONVERSATION = '`issues: write`, or `pull-requests: write` on a pull request'

/** The permission a job's token needs for it, as a workflow spells it. */
const NEEDS: Partial<Record<Intent['kind'], string>> = {
  comment: CONVERSATION,
  extra_comment: CONVERSATION,
  add_labels: CONVERSATION,
  remove_labels: CONVERSATION,
  assign: CONVERSATION,
  update_issue: CONVERSATION,
  create_issue: '`issues: write`',
  review: '`pull-requests: write`',
  reply: '`pull-requests: write`',
  create_pull_request: '`pull-requests: write`',
  commit: '`contents: write`',
  check_run: '`checks: write`',
}

/**
 * The token may not do it, as against a conversation that is locked or a GitHub that is down. For the result "not found"
 * means the same; what was proposed about something else may really be gone.
 */
const isForbidden = (error: unknown, { kind }: Intent) =>
  error instanceof GitHubError &&
  [401, 403, ...(kind === 'comment' ? [404] : [])].includes(error.status) &&
  !/locked|rate limit/i.test(error.message)
