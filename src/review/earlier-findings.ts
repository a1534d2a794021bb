import { parseCommentMarker } from '../github/comment-marker.ts'
import { DISMISSAL } from '../github/events/trigger-rules.ts'
import {
  alreadyInPlace,
  type FindingAnchor,
  type FindingRecord,
  type Proposal,
  type ProposalStore,
  type ProposedComment,
  quotaReached,
  SEVERITIES,
  type Severity,
} from '../github-tools/proposal.ts'
import { collapseWhitespace, keepStart } from '../text/format-text.ts'
import { done, type ToolResult } from '../tools/tool.ts'
import { type AnchorPlace, locateAnchor } from './anchor.ts'
import { contradictedSeverity, type EarlierFinding, type FindingState } from './finding.ts'
import { areOtherProblems, commonness, hasWordsOf, textLikeness } from './similar-lines.ts'

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
  /** Who dismissed it, as far as GitHub says so. */
  dismissedBy?: readonly string[]
}

/** Whether a finding is back, and the last word in its thread is that it was fixed. */
export const isUnsaid = ({ state, lastWord }: PlacedFinding): boolean =>
  lastWord === 'fixed' && (state === 'fixed' || state === 'regressed')

/** Who may dismiss a finding: people with write access. */
export type DismissalRights = ReadonlySet<string>

/** Places an earlier finding in the head. Code alone never makes it fixed: that takes a reader. Pure. */
export function placeFinding(finding: EarlierFinding, head: HeadFiles, mayDismiss: DismissalRights): PlacedFinding {
  const { state: history, lastWord, dismissedBy } = threadHistory(finding, mayDismiss)
  const place = findInHead(finding, head)
  const codePlace = {
    path: place.path,
    start: place.kind === 'gone' ? undefined : place.start,
    line: place.kind === 'gone' ? undefined : place.end,
    isTouched: isTouched(finding, place),
    lastWord,
  }
  if (history === 'dismissed') return { finding, state: 'dismissed', dismissedBy, ...codePlace }
  if (history === 'fixed')
    return { finding, state: place.kind === 'exact' && !codePlace.isTouched ? 'regressed' : 'fixed', ...codePlace }
  if (place.kind === 'gone') return { finding, state: 'outdated', ...codePlace }
  const isMoved = place.kind === 'exact' && (place.path !== finding.path || place.end !== finding.originalLine)
  return { finding, state: history === 'regressed' ? 'regressed' : isMoved ? 'moved' : 'open', ...codePlace }
}

/** The findings without the dismissals that are by one person alone. */
export const withoutDismissalsBy = (
  person: string | undefined,
  placed: readonly PlacedFinding[],
): readonly PlacedFinding[] =>
  placed.map((each) =>
    each.state === 'dismissed' && isDismissedBy(person, each)
      ? { ...each, state: each.line === undefined ? 'outdated' : 'open', dismissedBy: undefined }
      : each,
  )

/** Whether a person dismissed a finding, and no program. */
export const isDismissedBy = (
  person: string | undefined,
  { dismissedBy = [] }: Pick<PlacedFinding, 'dismissedBy'>,
): boolean => dismissedBy.length > 0 && dismissedBy.every((name) => name.toLowerCase() === person?.toLowerCase())

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

type ThreadHistory = {
  state: 'open' | 'fixed' | 'regressed' | 'dismissed'
  lastWord?: 'fixed' | 'regressed'
  dismissedBy: string[]
}

/** What people and earlier runs did with a thread. */
function threadHistory({ thread, ownTexts }: EarlierFinding, mayDismiss: DismissalRights): ThreadHistory {
  const viewer = thread.comments[0]?.author
  let state: ThreadHistory['state'] = 'open'
  let lastWord: ThreadHistory['lastWord']
  let staysResolved = false
  const dismissedBy: string[] = []
  for (const comment of thread.comments.slice(1)) {
    const { author, body, isHidden, editor = author } = comment
    const text = ownTexts.of(comment)
    const mark = text && parseCommentMarker(text)
    if (RECORDED.test(mark?.st ?? '')) {
      lastWord = mark?.st === 'fixed' ? 'fixed' : 'regressed'
      state = lastWord
      staysResolved = mark?.thr === 'resolved'
    } else if (author === viewer || isHidden) continue
    else if (editor !== undefined && mayDismiss.has(editor) && DISMISSAL.test(body)) {
      state = 'dismissed'
      dismissedBy.push(editor)
    }
    // When a person answers a fix that the run could not resolve, they may disagree.
    else if (state === 'fixed' && !thread.isResolved) state = 'regressed'
  }
  // The author of the pull request can resolve threads, too. Only people with write permission can delete our comments.
  const { resolvedBy = '' } = thread
  const isByWriter = isDeleted(thread) || mayDismiss.has(resolvedBy)
  const isDismissed = thread.isResolved && isByWriter && state !== 'fixed' && !staysResolved
  if (isDismissed && !isDeleted(thread)) dismissedBy.push(resolvedBy)
  return { state: isDismissed ? 'dismissed' : state, lastWord, dismissedBy }
}

/** Whether a person deleted the comments of the thread: see `deletedThread`. */
const isDeleted = ({ id }: EarlierFinding['thread']): boolean => id === ''

/** The people who resolve a thread or ask in it to dismiss its finding. Their permissions are still to be checked. */
export const dismissers = ({ thread: { comments, resolvedBy } }: EarlierFinding): string[] =>
  comments
    .slice(1)
    .flatMap(({ author, editor = author, body }) => (DISMISSAL.test(body) ? [editor] : []))
    .concat(resolvedBy)
    .filter((name) => name !== undefined)

/** A finding that the model proposes now, with its lines in the head and its words. `sameAs`: the id of the one that the model takes it for. */
export type ProposedFinding = {
  record: FindingRecord
  path: string
  start: number
  line: number
  text?: string
  sameAs?: string
}

/** Whether a proposed finding is an earlier one. `unsure`: the model has to compare them. */
export type Sameness = 'same' | 'unsure' | 'different'

/** A finding with which another one is compared. `formerPath`: of its file when it was written. */
export type ComparedFinding = Pick<FindingRecord, 'id' | 'anchor' | 'severity'> & {
  path: string
  formerPath?: string
  start?: number
  line?: number
  words: string
  isDismissed: boolean
}

const comparedWith = ({ finding, path, start, line, state }: PlacedFinding): ComparedFinding => {
  const { id, anchor, severity, path: formerPath } = finding
  const words = findingWords(finding)
  return { id, anchor, severity, path, formerPath, start, line, words, isDismissed: state === 'dismissed' }
}

/** Compares a proposed finding with an earlier one. */
export const compareFindings = (proposed: ProposedFinding, earlier: PlacedFinding): Sameness =>
  compareProblems(proposed, comparedWith(earlier))

/**
 * Compares a proposed finding with another one. On the same code, the same words and what a person dismissed need no question; near by, the
 * model is asked unless the words are about another kind of problem. Of two ids the model's word counts, and no milder finding is taken for a worse one without it.
 */
export function compareProblems(proposed: ProposedFinding, other: ComparedFinding): Sameness {
  const { record, sameAs, text = '' } = proposed
  const { id, anchor, words, isDismissed } = other
  const { symbol } = record.anchor
  const isSameFile = proposed.path === other.path || proposed.path === other.formerPath
  const distance = linesBetween(proposed, other)
  const isOnCode = isSameFile && (record.id === id || distance === 0 || overlapOf(record.anchor, anchor) >= 0.5)
  const isNear =
    isOnCode || (isSameFile && (distance <= NEAR_LINES || (symbol !== undefined && symbol === anchor.symbol)))
  const likeness = textLikeness(text, words)
  const isWorse = isWorseThan(record, other)
  if (!isNear && likeness !== 'alike') return 'different'
  if (isOnCode && !isWorse && hasWordsOf(text, words)) return 'same'
  if (sameAs === id) return isWorse && !isOnCode && likeness === 'different' ? 'different' : 'same'
  if (sameAs !== undefined) return 'different'
  if (isOnCode) return isDismissed && likeness === 'alike' && !isWorse ? 'same' : 'unsure'
  const mayBeSame = likeness !== 'different' || (distance <= NEAR_LINES && !areOtherProblems(text, words))
  return isNear && mayBeSame ? 'unsure' : 'different'
}

/** Whether a finding is more severe than another one. */
const isWorseThan = (one: { severity: Severity }, other: { severity: Severity }): boolean =>
  SEVERITIES.indexOf(one.severity) < SEVERITIES.indexOf(other.severity)

/** Findings so many lines apart may be one. */
export const NEAR_LINES = 5

/** How many lines lie between two ranges; 0 when they overlap. */
function linesBetween(one: { start: number; line: number }, other: { start?: number; line?: number }): number {
  if (other.line === undefined) return Number.POSITIVE_INFINITY
  return Math.max(0, one.start - other.line, (other.start ?? other.line) - one.line)
}

/** Title and text of an earlier finding, without its marker. */
export const findingWords = ({ title = '', thread }: EarlierFinding): string =>
  [title, ...(thread.comments[0]?.body.split('\n').slice(1) ?? [])].filter((part) => part !== '').join('\n')

/** The share of the shorter list of lines that the other one has, from 0 to 1. */
function overlapOf({ lines: one }: FindingAnchor, { lines: other }: FindingAnchor): number {
  const shorter = Math.min(one.length, other.length)
  return shorter === 0 ? 0 : one.filter((line) => other.includes(line)).length / shorter
}

/** The earlier finding that a proposed one repeats. One that the model was asked about and did not name is another one. */
const earlierOf = (proposed: ProposedFinding, earlier: readonly PlacedFinding[]): PlacedFinding | undefined =>
  earlier.find((each) => compareFindings(proposed, each) === 'same')

/** The earlier finding with which the model has to compare a proposed one: of several, the one with the most in common. */
export function unsureMatch(proposed: ProposedFinding, earlier: readonly PlacedFinding[]): PlacedFinding | undefined {
  const unsure = earlier.filter((each) => compareFindings(proposed, each) === 'unsure')
  return mostAlike(unsure, ({ finding }) => findingWords(finding), proposed.text)
}

/** Of some findings the one whose words have the most in common with a text. */
const mostAlike = <Finding>(some: readonly Finding[], wordsOf: (one: Finding) => string, text = '') =>
  some.toSorted((a, b) => commonness(text, wordsOf(b)) - commonness(text, wordsOf(a)))[0]

/** Title and text of a comment of this run. */
export const commentWords = ({ finding, body }: ProposedComment) => `${finding?.title ?? ''}\n${body}`

/** The comment of this run that may be about the same problem, or that is, as the model says. */
export function sameCommentAs(
  proposed: ProposedFinding,
  others: readonly ProposedComment[],
): { comment: ProposedComment; is: 'unsure' | 'same' | 'milder' } | undefined {
  const alike = others.filter((each) => {
    const { path, finding, location } = each
    const { start = location.line, line } = location
    if (finding === undefined) return false
    const compared = { ...finding, path, start, line, words: commentWords(each), isDismissed: false }
    return compareProblems(proposed, compared) !== 'different'
  })
  const { sameAs, record, text } = proposed
  const named = alike.find(({ finding }) => finding?.id === sameAs)
  const comment = sameAs === undefined ? mostAlike(alike, commentWords, text) : named
  if (comment === undefined) return undefined
  if (sameAs === undefined) return { comment, is: 'unsure' }
  return { comment, is: isWorseThan(record, comment.finding ?? record) ? 'milder' : 'same' }
}

/** The state of an earlier finding after a review that proposed it again, or whose model read its fix. */
export function nextState({ state, isTouched }: PlacedFinding, isProposed: boolean, isVerified: boolean): FindingState {
  if (state === 'dismissed') return state
  if (isProposed)
    return state === 'fixed' || state === 'regressed' ? 'regressed' : state === 'outdated' ? 'open' : state
  return isVerified && isTouched ? 'fixed' : state
}

/** A proposed inline comment that may repeat a finding of an earlier review. `body`: what a reopened thread says. */
export type RepeatedComment = { proposed: ProposedFinding; number: number; commit: string; body: string }

/**
 * The result of a proposal that an earlier review has made; undefined when it is new. A fixed finding that is back reopens its own thread.
 */
export function answerRepetition(
  { proposed, number, commit, body }: RepeatedComment,
  earlier: readonly PlacedFinding[],
  store: ProposalStore,
): ToolResult | undefined {
  const match = earlierOf(proposed, earlier)
  if (match === undefined) return undefined
  const { finding, state } = match
  store.repeated.add(finding.id)
  store.withdraw((each) => each.kind === 'resolve_thread' && each.thread === finding.thread.id)
  // Its thread says less than there is to say.
  if (state !== 'dismissed' && isWorseThan(proposed.record, finding)) return undefined
  if (state === 'dismissed')
    return alreadyInPlace(`A person dismissed this finding (${describeFinding(match)}). Do not propose it again.`)
  if (!isUnsaid(match))
    return alreadyInPlace(
      `An earlier review has this finding, and its thread ${finding.thread.id} is open (${describeFinding(match)}). To add something new, use github__reply.`,
    )
  const [first] = finding.thread.comments
  const isProposed = store.ofKind('reply').some(({ thread }) => thread === finding.thread.id)
  if (first === undefined || isProposed)
    return alreadyInPlace('Reopening the thread of this finding is already proposed.')
  if (store.remaining('reply') === 0) return quotaReached('reply', 'replies')
  const nth = store.ofKind('reply').length + 1
  const text = `Back in ${commit.slice(0, 10)}.\n\n${body}`
  const reopening = {
    kind: 'reply',
    number,
    thread: finding.thread.id,
    to: first.id,
    body: text,
    nth,
    reopens: true,
  } as const
  store.add(reopening, 'reply')
  return done(
    `Proposed: to reopen the thread of this finding (${describeFinding(match)}), which was fixed. It is done after the run.`,
  )
}

export const describeFinding = ({ finding, path, line }: PlacedFinding) =>
  `${finding.title === undefined ? finding.category : JSON.stringify(finding.title)}, ${path}${line === undefined ? '' : `:${line}`}`

type ThreadResolution = Extract<Proposal, { kind: 'resolve_thread' }>

/**
 * What resolving the thread of a finding says. `problem`: why it stays open: its code is as it was, or the run found it again. A thread that is no finding's needs
 * nothing.
 */
export function findingFix(
  thread: string,
  commit: string,
  earlier: readonly PlacedFinding[],
  repeated: ReadonlySet<string>,
): Pick<ThreadResolution, 'fixed'> | { problem: string } {
  const placed = earlier.find(({ finding }) => finding.thread.id === thread)
  const [first] = placed?.finding.thread.comments ?? []
  if (placed === undefined || first === undefined) return {}
  // A thread that could not be resolved says already that it is fixed.
  if (placed.state === 'fixed') return {}
  if (repeated.has(placed.finding.id))
    return { problem: `This run found it again (${describeFinding(placed)}), so the thread stays open.` }
  if (!placed.isTouched)
    return {
      problem: `The code of this finding is unchanged (${describeFinding(placed)}), so the thread stays open. To say more, use github__reply.`,
    }
  return { fixed: { to: first.id, commit } }
}

type Doubts = {
  twin: ProposedComment | undefined
  earlierFindings: readonly PlacedFinding[]
  body: string
  severity: Severity | undefined
}

/** What the model is asked once about a comment that it proposed. Without an answer the comment stays as it is. */
export function doubtAbout(
  proposed: ProposedFinding,
  { twin, earlierFindings, body, severity }: Doubts,
): { text: string; comparedId?: string } | undefined {
  const match = proposed.sameAs === undefined ? unsureMatch(proposed, earlierFindings) : undefined
  const compared = proposed.sameAs === undefined ? (twin?.finding?.id ?? match?.finding.id) : undefined
  const words = twin === undefined ? match && findingWords(match.finding) : commentWords(twin)
  const comparedId = words === undefined ? undefined : compared
  const word = contradictedSeverity(body, severity)
  const texts = [
    comparedId !== undefined &&
      `This may be the finding ${comparedId} (${twin === undefined && match !== undefined ? `of an earlier review, ${describeFinding(match)}` : 'of this run'}: ${JSON.stringify(keepStart(collapseWhitespace(words ?? ''), 300))}). Compare the two. If it is the same problem, call again with same_as: ${JSON.stringify(comparedId)}, which keeps the more severe one.`,
    word !== undefined &&
      `The body says ${JSON.stringify(word)}, and the severity is ${severity}. If another one is right, call again with it; that replaces this comment.`,
  ].filter((text) => text !== false)
  return texts.length === 0 ? undefined : { text: texts.join('\n'), comparedId }
}
