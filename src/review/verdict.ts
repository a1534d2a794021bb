import type { Inputs } from '../config/inputs.ts'
import { SEVERITIES, type Severity } from '../github-tools/proposal.ts'
import { inlineCode, pluralize } from '../text/write-markdown.ts'
import { countSeverities } from './finding.ts'

/**
 * `pass`: no finding is open. `warn`: findings are open, all below the threshold. `block`: one is at or above it. `incomplete`: the run did
 * not see or did not say all that it should.
 */
export type ReviewVerdict = 'pass' | 'warn' | 'block' | 'incomplete'

/** The lowest severity that blocks. */
export type Threshold = Inputs['fail_on_findings']

/** What decides about a pull request. `ended`, `unknown` and the lists of what is missing are words for people. */
export type VerdictFacts = {
  /** The open findings, those of earlier runs included. */
  open: readonly { severity: Severity; id?: string }[]
  threshold: Threshold
  /** Why the run ended before it was done: `the turn limit`. Absent for a run that gave its answer. */
  ended?: string
  /** Changed source files that were neither in the prompt nor read. */
  unread?: readonly string[]
  /** Why it is not known what the run read, or that parts are missing. */
  notRead?: readonly string[]
  /** Why it is not known which findings are open. */
  unknown?: readonly string[]
  /** How many problems only the answer states. */
  unplaced?: number
  /** Why findings are not posted. */
  unposted?: string
  /** Why GitHub did not take findings. On this head no later run can know them. */
  lost?: string
  /** Denied reads of the repository or of GitHub, by the name of the tool. */
  deniedReads?: readonly string[]
  /** Named, and never counted: other denied calls, other unread files, findings that the author dismissed. */
  mentioned?: readonly string[]
}

/** `isComplete`: nothing is missing. `reasons`: why, most important first. `notes`: what is named and does not count. */
export type VerdictDecision = {
  verdict: ReviewVerdict
  openCount: number
  isComplete: boolean
  reasons: readonly string[]
  notes: readonly string[]
}

/**
 * The verdict on a pull request. A finding at or above the threshold blocks whatever else is missing: an incomplete run must not open the
 * gate. Pure.
 */
export function decideVerdict(facts: VerdictFacts): VerdictDecision {
  const { open, threshold, mentioned: notes = [] } = facts
  const blocking = open.filter(({ severity }) => isAtLeast(severity, threshold))
  const others = open.filter((finding) => !blocking.includes(finding))
  const missing = missingReasons(facts)
  const reasons = [
    blocking.length === 0
      ? ''
      : `Open at or above \`${threshold}\`: ${countSeverities(blocking)}. Fix or dismiss ${blocking.length === 1 ? 'it' : 'them'}.`,
    ...missing,
    others.length === 0
      ? ''
      : `Open${threshold === 'off' ? '' : ` below \`${threshold}\``}: ${countSeverities(others)}.`,
  ].filter((reason) => reason !== '')
  const verdict =
    blocking.length > 0 ? 'block' : missing.length > 0 ? 'incomplete' : others.length > 0 ? 'warn' : 'pass'
  return { verdict, openCount: open.length, isComplete: missing.length === 0, reasons, notes }
}

/** Whether a severity is at or above the threshold. */
export const isAtLeast = (severity: Severity, threshold: Threshold): boolean =>
  threshold !== 'off' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold)

/** What decides where an earlier run on the same head read all that changed. What this run lost of its findings stays lost. Pure. */
export const withEarlierReading = (facts: VerdictFacts): VerdictFacts => ({
  ...facts,
  ended: undefined,
  unread: [],
  notRead: [],
  deniedReads: [],
})

function missingReasons({
  ended,
  unread = [],
  notRead = [],
  unknown = [],
  unplaced = 0,
  unposted,
  lost = unposted,
  deniedReads = [],
}: VerdictFacts) {
  return [
    ended === undefined ? '' : `The run ended early: ${ended}.`,
    ...notRead,
    ...unknown,
    unread.length === 0 ? '' : `Not read: ${pluralize(unread.length, 'changed source file')} (${listNames(unread)}).`,
    unplaced === 0 ? '' : `${pluralize(unplaced, 'problem')} without an inline comment.`,
    lost === undefined ? '' : `Findings were not posted: ${lost}.`,
    deniedReads.length === 0 ? '' : `Policy denied reads: ${listNames(deniedReads)}.`,
  ].filter((reason) => reason !== '')
}

const MAX_NAMES = 10

/** Names as inline code, the first ten of them. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(inlineCode)
  return [...shown, ...(names.length > shown.length ? [`${names.length - shown.length} more`] : [])].join(', ')
}
