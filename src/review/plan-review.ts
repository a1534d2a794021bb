import type { FindingAnchor, FindingRecord } from '../github-tools/proposal.ts'
import type { FindingState } from './finding.ts'
import type { PlacedFinding } from './place-finding.ts'

/** A finding that the model proposes now, with its lines in the head. */
export type ProposedFinding = { record: FindingRecord; path: string; start: number; line: number; sameAs?: string }

/** Whether a proposed finding is an earlier one. `unsure`: the model has to compare the two. */
export type Sameness = 'same' | 'unsure' | 'different'

/** Compares a proposed finding with an earlier one. Words do not count: models reword. */
export function compareFindings(proposed: ProposedFinding, earlier: PlacedFinding): Sameness {
  const { record, sameAs } = proposed
  const { finding } = earlier
  if (sameAs === finding.id || record.id === finding.id) return 'same'
  if (proposed.path !== earlier.path && proposed.path !== finding.path) return 'different'
  const hasSameCategory = record.category === finding.category
  const isSameCode = overlapOf(record.anchor, finding.anchor) >= 0.5
  const isSamePlace =
    earlier.line !== undefined && proposed.start <= earlier.line && proposed.line >= (earlier.start ?? earlier.line)
  if (hasSameCategory && (isSamePlace || isSameCode)) return 'same'
  if (sameAs !== undefined) return 'different'
  if (isSamePlace || isSameCode) return 'unsure'
  const { symbol } = record.anchor
  return hasSameCategory && symbol !== undefined && symbol === finding.anchor.symbol ? 'unsure' : 'different'
}

/** The share of the shorter list of lines that the other one has, from 0 to 1. */
function overlapOf({ lines: one }: FindingAnchor, { lines: other }: FindingAnchor): number {
  const shorter = Math.min(one.length, other.length)
  return shorter === 0 ? 0 : one.filter((line) => other.includes(line)).length / shorter
}

/** What the model decided in a review. `verified`: ids of the earlier findings whose code it read and found fixed. */
export type ReviewDecisions = { proposed: readonly ProposedFinding[]; verified: ReadonlySet<string> }

/**
 * What to write. `post`: new findings. `fix`: threads to resolve. `reopen`: threads of fixed findings that are back. `repeated`: proposed
 * findings that an earlier thread has. `states`: the state of each earlier finding afterwards, by id.
 */
export type ReviewPlan = {
  post: ProposedFinding[]
  fix: PlacedFinding[]
  reopen: PlacedFinding[]
  repeated: { proposed: ProposedFinding; earlier: PlacedFinding }[]
  states: Map<string, FindingState>
}

/**
 * Plans a review beside the findings of earlier ones. What is unsure stays open: a thread is resolved only where the model verified the
 * fix, the code changed, and no proposed finding is the same. A finding that may be an earlier one is not posted again. Pure.
 */
export function planReview(earlier: readonly PlacedFinding[], { proposed, verified }: ReviewDecisions): ReviewPlan {
  const plan: ReviewPlan = { post: [], fix: [], reopen: [], repeated: [], states: new Map() }
  const proposedAgain = new Set<PlacedFinding>()
  for (const each of proposed) {
    const same = earlierOf(each, earlier)
    if (same === undefined) plan.post.push(each)
    else {
      plan.repeated.push({ proposed: each, earlier: same })
      proposedAgain.add(same)
    }
  }
  for (const each of earlier) {
    const state = nextState(each, proposedAgain.has(each), verified.has(each.finding.id))
    plan.states.set(each.finding.id, state)
    if (state === 'fixed' && each.state !== 'fixed') plan.fix.push(each)
    if (state === 'regressed' && each.finding.thread.isResolved) plan.reopen.push(each)
  }
  return plan
}

/** The earlier finding that a proposed one is, or may be. */
export function earlierOf(proposed: ProposedFinding, earlier: readonly PlacedFinding[]): PlacedFinding | undefined {
  const compared = earlier.map((each) => ({ each, sameness: compareFindings(proposed, each) }))
  const match =
    compared.find(({ sameness }) => sameness === 'same') ?? compared.find(({ sameness }) => sameness === 'unsure')
  return match?.each
}

/** The state of an earlier finding after a review that proposed it again, or whose model read its fix. */
export function nextState({ state, isTouched }: PlacedFinding, isProposed: boolean, isVerified: boolean): FindingState {
  if (state === 'dismissed') return state
  if (isProposed)
    return state === 'fixed' || state === 'regressed' ? 'regressed' : state === 'outdated' ? 'open' : state
  return isVerified && isTouched ? 'fixed' : state
}
