import type { GitHub } from '../github/api/github.ts'
import { type FileCoverage, fileCoverage } from '../github/context/diff-coverage.ts'
import type { Task } from '../github/events/task.ts'
import {
  type FindingDetails,
  type FoldReason,
  type Proposal,
  type ProposedComment,
  SEVERITIES,
  type Severity,
} from '../github-tools/proposal.ts'
import { nextState, type PlacedFinding, withoutDismissalsBy } from './earlier-findings.ts'
import { DEFAULT_DETAILS, FINDING_STATES, type FindingState, findingText } from './finding.ts'
import { DEFAULT_LIMITS, isOpenThoughFolded, type ReviewLimits } from './review-options.ts'
import type { StatedFinding } from './severity-words.ts'

/**
 * A finding as the summary of its pull request shows it. `start` and `line`: where its code is in the reviewed commit; without `line`
 * it is gone. `isRemoved`: the lines are those before the change. `text`: its title, or the start of its comment. `comment`: the first
 * comment of its thread, when an earlier review posted it.
 */
export type SummarizedFinding = FindingDetails & {
  id: string
  state: FindingState
  path: string
  start?: number
  line?: number
  isRemoved?: true
  text: string
  comment?: number
  foldedAs?: FoldReason
  /** What the second look says about it. */
  lookNote?: string
  /** Its verdict on a new finding, as far as it counts. */
  secondLook?: LookVerdict | 'not_checked'
  /** Whether a finding without an inline comment is open: the comment has room for no more, or the second look is not sure. */
  isOpen?: boolean
  /** Who dismissed it, as far as GitHub says so. */
  dismissedBy?: readonly string[]
  /** The workflow and job that found it, when it is another one. */
  producer?: string
}

export type LookVerdict = 'confirmed' | 'refuted' | 'unsure'

/** `severity`: the one that it finds right. It is shown only: without proof, it does not lower what a review states. */
export type LookResult = { verdict: LookVerdict; reason: string; severity?: Severity }

/** What a fresh conversation says about the serious findings, by id. `problem`: why it did not check all of them. */
export type SecondLook = {
  verdicts: ReadonlyMap<string, LookResult>
  ids: readonly string[]
  tokens: number
  usd?: number
  problem?: string
}

/** The second look in numbers. `unchecked`: findings without a verdict. */
type LookCounts = Pick<SecondLook, 'tokens' | 'usd' | 'problem'> & {
  counts: Record<LookVerdict | 'unchecked', number>
}

/** What one review leaves of a pull request. `folded`: findings below the limits of the settings, which are not posted as comments. */
export type FindingsSummary = {
  number: number
  /** The reviewed commit. */
  commit: string
  findings: readonly SummarizedFinding[]
  folded: readonly SummarizedFinding[]
  /** The workflow and job of the review. */
  producer?: string
  /** Open findings of other reviews of this head, by confirmed runs of workflows that use this action. */
  others?: readonly SummarizedFinding[]
  /** Problems that only the answer states, in its words; absent when there are none. */
  unplaced?: readonly string[]
  /** The second look at the findings; absent when there was none to take. */
  look?: LookCounts
  coverage?: FileCoverage
  /** Whether the comment leaves the summary out: a review was asked for, and there is nothing to say. */
  isQuiet?: boolean
  /** Whether the findings of earlier reviews could not be read. */
  isEarlierUnknown?: boolean
}

/** The open findings, also those without an inline comment. */
export const openFindings = ({
  findings,
  folded,
}: Pick<FindingsSummary, 'findings' | 'folded'>): SummarizedFinding[] => [
  ...findings.filter(isOpenFinding),
  ...folded.filter(({ isOpen }) => isOpen === true),
]

/** What later steps get of the folded findings: all but what the second look refutes. */
export const standingFolded = ({ folded }: Pick<FindingsSummary, 'folded'>): SummarizedFinding[] =>
  folded.filter(({ foldedAs }) => foldedAs !== 'refuted')

/** States in which a finding still asks for something. */
const OPEN_STATES: readonly FindingState[] = ['open', 'moved', 'regressed', 'outdated']

export const isOpenFinding = ({ state }: Pick<SummarizedFinding, 'state'>): boolean => OPEN_STATES.includes(state)

/** Worst first; open findings first among equals. */
export const sortFindings = <Finding extends Pick<SummarizedFinding, 'severity' | 'state'>>(
  findings: readonly Finding[],
): Finding[] =>
  findings.toSorted(
    (one, other) =>
      SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
      FINDING_STATES.indexOf(one.state) - FINDING_STATES.indexOf(other.state),
  )

/** `proposals`: what the review writes. `folded`: the findings that it does not post as inline comments. `unplaced`: those that only the answer has. */
type ReviewDecision = {
  proposals: readonly Proposal[]
  folded: readonly ProposedComment[]
  unplaced: readonly StatedFinding[]
  look?: SecondLook
  limits?: ReviewLimits
}

/**
 * `key`: the workflow and job that review. `isReview`: whether a change of the pull request asks for a review. `isAsked`: whether the run is
 * a review in any case; `isAgain`: whether it is another attempt for its event; `isGated`: whether it decides. `earlierFindings`: those of
 * the task's pull request. `refused`: the person whose dismissals do not count. `repeated`: ids of earlier findings that the model found again.
 */
type SummarySource = {
  task: Task
  github: GitHub
  earlierFindings(): Promise<readonly PlacedFinding[]>
  allFindings?(): Promise<readonly PlacedFinding[]>
  key: string
  isReview: boolean
  isAsked?: boolean
  isAgain?: boolean
  isGated?: boolean
  refused?: string
  repeated?: ReadonlySet<string>
}

/** Whether a run reviews a pull request again because it has new code. */
export const isNewCode = (event: string, action: string): boolean =>
  isAboutChange(event) && /^(?:synchronize|reopened|ready_for_review)$/.test(action)

/** Whether a run reviews a pull request because it changed, and not because someone asked. */
export const isAboutChange = (event: string) => /^pull_request(?:_target)?$/.test(event)

/**
 * The summary of a run's review. Undefined when the run reviewed nothing: it has no findings, follows no earlier review, and its prompt
 * asks for none. Never rejects.
 */
export async function summarizeReview(
  { proposals, folded, unplaced, look, limits = DEFAULT_LIMITS }: ReviewDecision,
  {
    task,
    github,
    earlierFindings,
    allFindings,
    key,
    isReview,
    isAsked = false,
    isAgain = false,
    isGated = false,
    refused,
    repeated = new Set(),
  }: SummarySource,
): Promise<FindingsSummary | undefined> {
  const { number, head, event, action = '' } = task
  if (number === undefined) return undefined
  const isOwn = (proposal: Proposal) => 'number' in proposal && proposal.number === number
  const posted = proposals.filter((proposal) => proposal.kind === 'review_comment').filter(isOwn)
  const notPosted = folded.filter(isOwn)
  const { fixed, reopened } = decidedThreads(proposals.filter(isOwn))
  const hasDecided = posted.length + notPosted.length + fixed.size + reopened.size + unplaced.length + repeated.size > 0
  // All but the first run for a new pull request may find one that was reviewed before.
  const isFirst = action === 'opened' && !isAgain
  const isFollowUp =
    hasDecided || isNewCode(event, action) || ((isAsked || (isAboutChange(event) && isReview)) && !isFirst)
  const placed = isFollowUp || isGated ? await earlierFindings().catch(() => undefined) : []
  const counted = refused === undefined ? (placed ?? []) : withoutDismissalsBy(refused, placed ?? [])
  const earlier = counted.filter(({ finding }) => finding.key === key)
  const commit = head?.sha ?? posted[0]?.commit ?? notPosted[0]?.commit
  const isShown = hasDecided || isGated || earlier.length > 0 || (isAboutChange(event) && isReview)
  if (commit === undefined || !(isShown || isAsked)) return undefined
  const findings = [
    ...posted.map((each) => newlySummarized(each, look)),
    ...earlier.map((each) => {
      const { id } = each.finding.thread
      return earlierSummarized(each, nextState(each, reopened.has(id) || repeated.has(each.finding.id), fixed.has(id)))
    }),
  ]
  const coverage = fileCoverage(number, github)
  const ids = new Set(findings.map(({ id }) => id))
  const others = ((await allFindings?.().catch(() => [])) ?? []).flatMap((each): SummarizedFinding[] => {
    const { id, key: producer } = each.finding
    const summarized = earlierSummarized(each, each.state)
    return producer === key || ids.has(id) || !isOpenFinding(summarized) ? [] : [{ ...summarized, producer }]
  })
  return {
    number,
    commit,
    producer: key,
    others: others.length === 0 ? undefined : others,
    findings: sortFindings(findings),
    folded: sortFindings(
      notPosted.map((each) => ({
        ...newlySummarized(each, look),
        isOpen: isOpenThoughFolded(each, limits) || undefined,
      })),
    ),
    unplaced: unplaced.length === 0 ? undefined : unplaced.map(({ text }) => text),
    look: look && countVerdicts(look),
    coverage,
    isQuiet: isShown ? undefined : true,
    isEarlierUnknown: placed === undefined ? true : undefined,
  }
}

function countVerdicts({ verdicts, ids, tokens, usd, problem }: SecondLook): LookCounts {
  const counts = { confirmed: 0, refuted: 0, unsure: 0, unchecked: 0 }
  for (const id of ids) counts[verdicts.get(id)?.verdict ?? 'unchecked'] += 1
  return { counts, tokens, usd, problem }
}

/** The threads of earlier findings about which the run decided. */
function decidedThreads(proposals: readonly Proposal[]) {
  const fixed = proposals.filter((each) => each.kind === 'resolve_thread' && each.fixed !== undefined)
  const reopened = proposals.filter((each) => each.kind === 'reply' && each.reopens === true)
  const threadsOf = (some: readonly Proposal[]) =>
    new Set(some.flatMap((each) => ('thread' in each ? each.thread : [])))
  return { fixed: threadsOf(fixed), reopened: threadsOf(reopened) }
}

function newlySummarized(
  { path, location, body, linesHash, finding, foldedAs, lookNote }: ProposedComment,
  look: SecondLook | undefined,
): SummarizedFinding {
  const { id, severity, category, confidence, title } = finding ?? { ...DEFAULT_DETAILS, id: linesHash }
  const verdict = look?.verdicts.get(id)?.verdict ?? 'not_checked'
  return {
    id,
    severity,
    category,
    path,
    state: 'open',
    line: location.line,
    text: title ?? findingText(body),
    confidence,
    title,
    start: location.start,
    isRemoved: location.side === 'LEFT' ? true : undefined,
    foldedAs,
    lookNote,
    // What a run on code from outside only doubts is not refuted.
    secondLook: verdict === 'refuted' && foldedAs !== 'refuted' ? 'unsure' : verdict,
  }
}

export function earlierSummarized(
  { finding, path, start, line, dismissedBy }: PlacedFinding,
  state: FindingState,
): SummarizedFinding {
  const { id, severity, category, confidence, title, thread } = finding
  const [first] = thread.comments
  return {
    id,
    severity,
    category,
    path,
    state,
    text: title ?? findingText(first?.body ?? ''),
    confidence,
    title,
    start: start === line ? undefined : start,
    line,
    comment: first?.id,
    dismissedBy: state === 'dismissed' ? dismissedBy : undefined,
    isRemoved: thread.side === 'LEFT' ? true : undefined,
  }
}
