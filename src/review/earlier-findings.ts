import { parseCommentMarker } from '../github/comment-marker.ts'
import type { FindingAnchor, FindingRecord } from '../github-tools/proposal.ts'
import { type AnchorPlace, locateAnchor } from './anchor.ts'
import type { EarlierFinding, FindingState } from './finding.ts'

/** The head of a pull request as a review reads it. `paths`: the changed files, where code that left its file is looked for. */
export type HeadFiles = {
  text(path: string): string | undefined
  /** The new path of a file that was renamed. */
  renamed(path: string): string | undefined
  paths: readonly string[]
}

/**
 * An earlier finding in the head that is reviewed now. `isTouched`: its code or the lines next to it changed since, so that a fix is
 * possible. `path` and `line`: where its code is; without `line` the code was not found.
 */
export type PlacedFinding = {
  finding: EarlierFinding
  state: FindingState
  path: string
  start?: number
  line?: number
  isTouched: boolean
  /** What our last reply in the thread says became of it. */
  lastWord?: 'fixed' | 'regressed'
}

/** Whether a finding is back, and the last word in its thread is that it was fixed. */
export const isUnsaid = ({ state, lastWord }: PlacedFinding): boolean =>
  lastWord === 'fixed' && (state === 'fixed' || state === 'regressed')

/** Who may dismiss a finding: people with write access. */
export type DismissalRights = ReadonlySet<string>

/** Places an earlier finding in the head. Code alone never makes it fixed: that takes a reader. Pure. */
export function placeFinding(finding: EarlierFinding, head: HeadFiles, mayDismiss: DismissalRights): PlacedFinding {
  const { state: history, lastWord } = threadHistory(finding, mayDismiss)
  const place = findInHead(finding, head)
  const codePlace = {
    path: place.path,
    start: place.kind === 'gone' ? undefined : place.start,
    line: place.kind === 'gone' ? undefined : place.end,
    isTouched: isTouched(finding, place),
    lastWord,
  }
  if (history === 'dismissed') return { finding, state: 'dismissed', ...codePlace }
  if (history === 'fixed')
    return { finding, state: place.kind === 'exact' && !codePlace.isTouched ? 'regressed' : 'fixed', ...codePlace }
  if (place.kind === 'gone') return { finding, state: 'outdated', ...codePlace }
  const isMoved = place.kind === 'exact' && (place.path !== finding.path || place.end !== finding.originalLine)
  return { finding, state: history === 'regressed' ? 'regressed' : isMoved ? 'moved' : 'open', ...codePlace }
}

type PlaceInHead = AnchorPlace & { path: string }

function findInHead({ path, anchor, originalLine, thread }: EarlierFinding, head: HeadFiles): PlaceInHead {
  // Removed lines are in no file of the head: GitHub's own place is all there is.
  if (thread.side === 'LEFT') return { kind: 'ambiguous', path, start: originalLine ?? 1, end: originalLine ?? 1 }
  const ownPath = head.text(path) === undefined ? (head.renamed(path) ?? path) : path
  const text = head.text(ownPath)
  const place = text === undefined ? ({ kind: 'gone' } as const) : locateAnchor(anchor, text, originalLine)
  if (place.kind !== 'gone') return { ...place, path: ownPath }
  const otherPlaces = head.paths.flatMap((other): PlaceInHead[] => {
    const otherText = other === ownPath ? undefined : head.text(other)
    const match = otherText === undefined ? undefined : locateAnchor(anchor, otherText)
    return match?.kind === 'exact' ? [{ ...match, path: other }] : []
  })
  const [only] = otherPlaces
  return only !== undefined && otherPlaces.length === 1 ? only : { kind: 'gone', path: ownPath }
}

const isTouched = ({ thread }: EarlierFinding, place: AnchorPlace): boolean =>
  thread.side === 'LEFT' || (place.kind === 'exact' ? place.isEdgeChanged : place.kind !== 'ambiguous')

/** The fields of the markers in our replies that record what became of a finding. They are stored on GitHub. */
export const fixedMark = { st: 'fixed' }

/** `isOpen`: GitHub let the run open the resolved thread again. Where it did not, a resolved thread dismisses nothing. */
export const regressedMark = (isOpen: boolean) => ({ st: 'regressed', thr: isOpen ? undefined : 'resolved' })

const RECORDED = /^(?:fixed|regressed)$/

type ThreadHistory = { state: 'open' | 'fixed' | 'regressed' | 'dismissed'; lastWord?: 'fixed' | 'regressed' }

/** What people and earlier runs did with a thread. */
function threadHistory({ thread }: EarlierFinding, mayDismiss: DismissalRights): ThreadHistory {
  const viewer = thread.comments[0]?.author
  let state: ThreadHistory['state'] = 'open'
  let lastWord: ThreadHistory['lastWord']
  let staysResolved = false
  for (const { author, body, isHidden } of thread.comments.slice(1)) {
    const mark = author === viewer ? parseCommentMarker(body) : undefined
    if (RECORDED.test(mark?.st ?? '')) {
      lastWord = mark?.st === 'fixed' ? 'fixed' : 'regressed'
      state = lastWord
      staysResolved = mark?.thr === 'resolved'
    } else if (author === viewer || isHidden) continue
    else if (author !== undefined && mayDismiss.has(author) && DISMISSAL.test(body)) state = 'dismissed'
    // When a person answers a fix that the run could not resolve, they may disagree.
    else if (state === 'fixed' && !thread.isResolved) state = 'regressed'
  }
  const isDismissed = thread.isResolved && state !== 'fixed' && !staysResolved
  return { state: isDismissed ? 'dismissed' : state, lastWord }
}

const DISMISSAL = /^\s*\/dismiss(?:[ \t]+\S|[ \t]*(?:\r?\n|$))/

/** The people who ask in a thread to dismiss its finding. Their permissions are still to be checked. */
export const dismissers = ({ thread }: EarlierFinding): string[] =>
  thread.comments.slice(1).flatMap(({ author, body }) => (author !== undefined && DISMISSAL.test(body) ? [author] : []))

/** A finding that the model proposes now, with its lines in the head. */
export type ProposedFinding = { record: FindingRecord; path: string; start: number; line: number; sameAs?: string }

/** Whether a proposed finding is an earlier one. `unsure`: the model has to compare them. */
export type Sameness = 'same' | 'unsure' | 'different'

/** Compares a proposed finding with an earlier one. Ignores the words, because models reword. */
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
    if (state === 'regressed' && isUnsaid(each)) plan.reopen.push(each)
  }
  return plan
}

/** The earlier finding that a proposed one repeats or may repeat. */
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
