import { parseCommentMarker } from '../github/comment-marker.ts'
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
}

/** Who may dismiss a finding: people with write access. */
export type DismissalRights = ReadonlySet<string>

/** Places an earlier finding in the head. Code alone never makes it fixed: that takes a reader. Pure. */
export function placeFinding(finding: EarlierFinding, head: HeadFiles, mayDismiss: DismissalRights): PlacedFinding {
  const history = threadState(finding, mayDismiss)
  const place = findInHead(finding, head)
  const codePlace = {
    path: place.path,
    start: place.kind === 'gone' ? undefined : place.start,
    line: place.kind === 'gone' ? undefined : place.end,
    isTouched: isTouched(finding, place),
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

/** The fields of the markers in our replies that record what became of a finding. */
const RECORDED = /^(?:fixed|regressed)$/

/** What people and earlier runs did with a thread. */
function threadState(
  { thread }: EarlierFinding,
  mayDismiss: DismissalRights,
): 'open' | 'fixed' | 'regressed' | 'dismissed' {
  const viewer = thread.comments[0]?.author
  let state: 'open' | 'fixed' | 'regressed' | 'dismissed' = 'open'
  for (const { author, body, isHidden } of thread.comments.slice(1)) {
    const recorded = author === viewer ? parseCommentMarker(body)?.st : undefined
    if (recorded !== undefined && RECORDED.test(recorded)) state = recorded === 'fixed' ? 'fixed' : 'regressed'
    else if (author === viewer || isHidden) continue
    else if (author !== undefined && mayDismiss.has(author) && DISMISSAL.test(body)) state = 'dismissed'
    // A person who answers a fix that the run could not resolve may disagree.
    else if (state === 'fixed' && !thread.isResolved) state = 'regressed'
  }
  return thread.isResolved && state !== 'fixed' ? 'dismissed' : state
}

const DISMISSAL = /^\s*\/dismiss(?:[ \t]+\S|[ \t]*(?:\r?\n|$))/

/** The people who ask in a thread to dismiss its finding, whose rights are to be checked. */
export const dismissers = ({ thread }: EarlierFinding): string[] =>
  thread.comments.slice(1).flatMap(({ author, body }) => (author !== undefined && DISMISSAL.test(body) ? [author] : []))
