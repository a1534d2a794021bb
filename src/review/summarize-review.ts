import type { GitHub } from '../github/api/github.ts'
import { fileCoverage } from '../github/context/diff-coverage.ts'
import type { Task } from '../github/events/task.ts'
import type { Proposal, ProposedComment } from '../github-tools/proposal.ts'
import { DEFAULT_DETAILS, type FindingState } from './finding.ts'
import { type FindingsSummary, type SummarizedFinding, sortFindings } from './findings-summary.ts'
import { findingText } from './new-finding.ts'
import type { PlacedFinding } from './place-finding.ts'
import { nextState } from './plan-review.ts'

/** `proposals`: what the review writes. `folded`: the findings that it does not post as inline comments. */
type ReviewDecision = { proposals: readonly Proposal[]; folded: readonly ProposedComment[] }

/** `key`: the workflow and job that review. `isReview`: whether a change of the pull request asks for a review. `earlierFindings`: those of the task's pull request. */
type SummarySource = {
  task: Task
  github: GitHub
  earlierFindings(): Promise<readonly PlacedFinding[]>
  key: string
  isReview: boolean
}

/** The events after which a pull request that was reviewed before has other code. */
const NEW_CODE = /^(?:synchronize|reopened|ready_for_review)$/

/** The summary of a run's review; undefined when it is none: it has no findings, follows no review and has another prompt. Never rejects. */
export async function summarizeReview(
  { proposals, folded }: ReviewDecision,
  { task, github, earlierFindings, key, isReview }: SummarySource,
): Promise<FindingsSummary | undefined> {
  const { number, head, event, action = '' } = task
  if (number === undefined) return undefined
  const isOwn = (proposal: Proposal) => 'number' in proposal && proposal.number === number
  const posted = proposals.filter((proposal) => proposal.kind === 'review_comment').filter(isOwn)
  const notPosted = folded.filter(isOwn)
  const { fixed, reopened } = decidedThreads(proposals.filter(isOwn))
  const hasDecided = posted.length + notPosted.length + fixed.size + reopened.size > 0
  const isAboutChange = /^pull_request(?:_target)?$/.test(event)
  const isFollowUp = isAboutChange && NEW_CODE.test(action)
  const placed = hasDecided || isFollowUp ? await earlierFindings().catch(() => []) : []
  const earlier = placed.filter(({ finding }) => finding.key === key)
  const commit = head?.sha ?? posted[0]?.commit ?? notPosted[0]?.commit
  if (commit === undefined || !(hasDecided || earlier.length > 0 || (isAboutChange && isReview))) return undefined
  const findings = [
    ...posted.map(newlySummarized),
    ...earlier.map((each) => {
      const { id } = each.finding.thread
      return earlierSummarized(each, nextState(each, reopened.has(id), fixed.has(id)))
    }),
  ]
  const coverage = fileCoverage(number, github)
  return {
    number,
    commit,
    findings: sortFindings(findings),
    folded: sortFindings(notPosted.map(newlySummarized)),
    coverage,
  }
}

/** The threads of earlier findings about which the run decided. */
function decidedThreads(proposals: readonly Proposal[]) {
  const fixed = proposals.filter((each) => each.kind === 'resolve_thread' && each.fixed !== undefined)
  const reopened = proposals.filter((each) => each.kind === 'reply' && each.reopens === true)
  const threadsOf = (some: readonly Proposal[]) =>
    new Set(some.flatMap((each) => ('thread' in each ? each.thread : [])))
  return { fixed: threadsOf(fixed), reopened: threadsOf(reopened) }
}

function newlySummarized({ path, location, body, linesHash, finding }: ProposedComment): SummarizedFinding {
  const { id, severity, category, confidence, title } = finding ?? { ...DEFAULT_DETAILS, id: linesHash }
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
  }
}

function earlierSummarized({ finding, path, start, line }: PlacedFinding, state: FindingState): SummarizedFinding {
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
    isRemoved: thread.side === 'LEFT' ? true : undefined,
  }
}
