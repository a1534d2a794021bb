import type { Outcome } from '../../record/events.ts'
import { worseOutcome } from '../../record/outcome.ts'
import { inlineCode } from '../../text/write-markdown.ts'
import type { Intent, Receipt } from '../plan/intent.ts'
import type { DeliveryFailure } from '../run-report.ts'

const LOCAL: readonly Intent['kind'][] = ['patch', 'summary']
/** Writes that were not requested. */
const SECONDARY: readonly Intent['kind'][] = ['resolve_fixed', 'check_run', 'review_check']

/** The most severe failure among these writes, or undefined. `isReported`: a comment or check run that reports it exists. */
export function findDeliveryFailure(receipts: readonly Receipt[], isReported = false): DeliveryFailure | undefined {
  const writes = receipts.filter(({ intent }) => !LOCAL.includes(intent.kind))
  const failed = writes.filter(({ state }) => state === 'failed')
  const requested = writes.filter(({ intent }) => !SECONDARY.includes(intent.kind))
  const isPosted = ({ state }: Receipt) => state === 'posted'
  const nothingWritten = !isReported && !writes.some(isPosted)
  const forbidden = failed.filter((receipt) => receipt.forbidden === true)
  if (forbidden.length > 0) {
    const needs = [...new Set(forbidden.flatMap(({ needs = [] }) => needs))]
    return { kind: 'forbidden', nothingWritten, needs, cause: failureCause(forbidden) }
  }
  if (failed.length > 0) {
    const missing = requested.filter(({ state }) => state === 'failed')
    const locked = missing.length > 0 && missing.every((receipt) => receipt.locked === true)
    return {
      kind: 'failed',
      nothingWritten,
      isRequested: missing.length > 0,
      locked,
    }
  }
  const withheld = writes.filter((receipt) => receipt.withheld === true)
  if (withheld.length === 0) return commitElsewhere(writes)
  const commit = withheld.find(({ intent }) => intent.kind === 'commit')
  const outcomes = withheld.flatMap(({ withheldOutcome }) => withheldOutcome ?? [])
  const outcome = outcomes.includes('config') ? 'config' : outcomes[0]
  return {
    kind: 'withheld',
    missing: commit === undefined ? 'pull request' : commit.state === 'posted' ? 'files' : 'commit',
    outcome,
  }
}

/** A commit that could not go to the branch of its pull request, because that moved or closed, is on a new branch. */
function commitElsewhere(writes: readonly Receipt[]): DeliveryFailure | undefined {
  const commit = writes.find(
    ({ intent, pushed }) => intent.kind === 'commit' && intent.pullRequest !== undefined && pushed?.isNew === true,
  )
  return commit?.pushed === undefined ? undefined : { kind: 'elsewhere', branch: commit.pushed.branch }
}

function failureCause(forbidden: readonly Receipt[]): 'permission' | 'token' | 'missing' {
  if (forbidden.some(({ status }) => status === 401)) return 'token'
  return forbidden.every(({ status }) => status === 404) ? 'missing' : 'permission'
}

/**
 * The outcome after a delivery failure: `config` when the token is the reason, `internal` when a requested write failed. A
 * locked conversation changes nothing: a maintainer locked it on purpose.
 */
export function outcomeWithFailure(outcome: Outcome, failure: DeliveryFailure | undefined): Outcome {
  if (outcome === 'noop' || outcome === 'refused') return outcome
  if (failure?.kind === 'forbidden') return worseOutcome(outcome, 'config')
  if (failure?.kind === 'withheld' && failure.outcome !== undefined) return worseOutcome(outcome, failure.outcome)
  if (failure?.kind === 'failed' && failure.isRequested && !failure.locked) return worseOutcome(outcome, 'internal')
  if (failure?.kind === 'withheld' && failure.missing === 'pull request') return worseOutcome(outcome, 'denied')
  return outcome
}

/** The failure as a sentence, and the remedy. */
export function describeFailure(failure: DeliveryFailure): { words: string; remedy: string } {
  switch (failure.kind) {
    case 'dry run':
      return { words: 'Dry run: nothing was written to GitHub.', remedy: '' }
    case 'withheld':
      return { words: `Finished, but ${WITHHELD[failure.missing]}.`, remedy: 'See the reason below.' }
    case 'elsewhere':
      return {
        words: `Finished, but the commit is not in the pull request: it is on the new branch ${inlineCode(failure.branch)}.`,
        remedy: 'See the reason below.',
      }
    case 'failed': {
      const reason = failure.locked ? ': the conversation is locked' : ''
      return {
        words: `${amount(failure)} could be written to GitHub${reason}.`,
        remedy: 'See below for what failed.',
      }
    }
    case 'forbidden': {
      const reason = CAUSES[failure.cause]
      return { words: `${amount(failure)} could be written to GitHub: ${reason}.`, remedy: remedyFor(failure) }
    }
  }
}

const WITHHELD = {
  commit: 'the change was not committed',
  files: 'not every changed file was delivered',
  'pull request': 'no pull request was opened',
}

const amount = ({ nothingWritten }: { nothingWritten: boolean }) => (nothingWritten ? 'Nothing' : 'Not everything')

const CAUSES = {
  permission: 'the token lacks a permission',
  token: 'GitHub rejected the token',
  missing: 'the issue, pull request or discussion does not exist, or the token cannot see it',
}

function remedyFor({ needs, cause }: Extract<DeliveryFailure, { kind: 'forbidden' }>): string {
  if (cause === 'token') return 'Check the input `github_token`. An App token expires after one hour.'
  if (needs.length === 0) return 'See below for how to fix it.'
  const all = needs.map(inlineCode)
  const list = [all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' and ')
  if (cause === 'missing') return `Check the number. If it is correct, add ${list} to the \`permissions\` of the job.`
  return `Add ${list} to the \`permissions\` of the job in the workflow, then run it again.`
}

/** The message for the output `error`: the failure, its remedy and the reason of the first failed write. */
export function deliveryErrorText(failure: DeliveryFailure, receipts: readonly Receipt[]): string {
  const { words, remedy } = describeFailure(failure)
  const first = receipts.find(
    ({ state, forbidden }) => state === 'failed' && (failure.kind !== 'forbidden' || forbidden),
  )
  const hasRemedy = failure.kind === 'forbidden' && (failure.cause === 'token' || failure.needs.length > 0)
  const reason = first?.reason?.replace(/\. The job needs the permission .*$/, '') ?? ''
  return [words, hasRemedy ? remedy : '', reason === '' ? '' : `(${reason})`].filter(Boolean).join(' ')
}
