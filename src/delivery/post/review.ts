import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { NewReviewComment, Review, ReviewComment, ReviewThread } from '../../github/api/reviews.ts'
import {
  type CommentMarker,
  commentMarkerLine,
  hasCommentMarker,
  parseCommentMarker,
  shortHash,
  withoutAttempt,
} from '../../github/comment-marker.ts'
import type { InlineComment } from '../../github-tools/proposal.ts'
import { storedFinding } from '../../review/finding.ts'
import { findingRecords } from '../../review/read-findings.ts'
import { inlineCommentText } from '../../review/review-sections.ts'
import { suggestionBlock } from '../../review/suggestion.ts'
import { COMMENT_CHARACTERS, inlineCode, pluralize } from '../../text/write-markdown.ts'
import type { Intent } from '../plan/intent.ts'
import { type DraftGitHub, DraftInTheWay, ignoreMissing, writeBesideDrafts } from './drafts.ts'
import { createOnce, retryOnce } from './idempotent-write.ts'

export type ReviewGitHub = Pick<
  GitHub,
  'viewer' | 'pull' | 'reviewComments' | 'reviews' | 'createReview' | 'deleteReview'
> &
  DraftGitHub

/** `key`: the workflow and job that write. */
export type Writer = { key: string; run: string; round?: number }

export type WriteResult = {
  state: 'posted' | 'skipped'
  url?: string
  /** The first comment of the thread of each finding, by the id of the finding. */
  threads?: ReadonlyMap<string, number>
  reason?: string
  withheld?: boolean
  withheldOutcome?: 'denied' | 'config'
}

/**
 * Posts all inline comments as one review. Skips lines an earlier run commented on. A comment that GitHub rejects on its lines
 * moves into the review body. Safe to interrupt and to repeat. Rejects with GitHubError when no review was posted.
 */
export async function postReview(
  { number, commit, comments, overview }: Extract<Intent, { kind: 'review' }>,
  github: ReviewGitHub,
  writer: Writer,
): Promise<WriteResult> {
  const [viewer, existing, pull] = await Promise.all([
    github.viewer(),
    github.reviewComments(number),
    github.pull(number),
  ])
  const postedBefore = ownComments(existing, viewer)
  const fresh = comments.filter((comment) => postedAs(comment, postedBefore) === undefined)
  const threadsIn = (posted: readonly InlineMark[]) => {
    const threads = comments.flatMap((comment) => {
      const id = postedAs(comment, posted)?.id
      return id === undefined || comment.finding === undefined ? [] : [[comment.finding.id, id] as const]
    })
    return threads.length === 0 ? undefined : new Map(threads)
  }
  if (fresh.length === 0 && overview === undefined) {
    const url = comments[0] && postedAs(comments[0], postedBefore)?.url
    const reason = 'an earlier run commented on the same lines'
    return { state: 'skipped', reason, url, threads: threadsIn(postedBefore) }
  }

  const newHead = pull.head.sha === commit ? undefined : pull.head.sha
  const marker = overview === undefined ? reviewMarker(fresh, writer) : overviewMarker(commit, overview, writer)
  const context: ReviewContext = { number, commit, newHead, viewer, marker, writer, overview }
  if (overview !== undefined) {
    const posted = (await github.reviews(number)).findLast((each) => isSubmitted(each, viewer, marker))
    if (posted !== undefined) return { state: 'skipped', reason: 'an earlier attempt posted it', url: posted.url }
  }
  const { review, unplaced } = await postAll(fresh, context, github)
  const skipped = comments.length - fresh.length
  const reason = [
    skipped === 0 ? '' : `${pluralize(skipped, 'inline comment')} skipped: an earlier run commented on the same lines`,
    unplaced.length === 0
      ? ''
      : `${pluralize(unplaced.length, 'inline comment')} moved into the review body: GitHub rejected the lines`,
  ].filter(Boolean)
  // GitHub's answer to a new review does not name its comments. Without them the rows have no links.
  const hasFinding = fresh.some(({ finding }) => finding !== undefined)
  const posted = hasFinding ? await github.reviewComments(number).catch(() => existing) : existing
  return {
    state: 'posted',
    url: review.url,
    reason: reason.length === 0 ? undefined : reason.join('; '),
    threads: threadsIn(ownComments(posted, viewer)),
  }
}

/** One of our comments with the lines and the finding of its marker. */
type InlineMark = ReviewComment & { linesHash: string; findingId: string | undefined }

const ownComments = (posted: readonly ReviewComment[], viewer: string): InlineMark[] =>
  posted.flatMap((comment) => {
    const mark = comment.author === viewer ? parseCommentMarker(comment.body) : undefined
    return mark?.at === undefined ? [] : [{ ...comment, linesHash: mark.at, findingId: mark.f }]
  })

/** The newest of our comments that has these lines and this finding: two problems of one line are two comments. */
const postedAs = ({ linesHash, finding }: InlineComment, posted: readonly InlineMark[]): InlineMark | undefined =>
  posted.findLast(
    (each) =>
      each.linesHash === linesHash &&
      (finding === undefined || each.findingId === undefined || each.findingId === finding.id),
  )

/** The same for the same comments in every attempt of a run. */
const reviewMarker = (comments: readonly InlineComment[], { key, run }: Writer): CommentMarker => ({
  kind: 'review',
  key,
  run: withoutAttempt(run),
  id: shortHash(...comments.map(({ linesHash, body }) => `${linesHash} ${body}`)),
})

/** The same in every attempt of a run, which may find that its inline comments are posted already. */
const overviewMarker = (commit: string, overview: string, { key, run }: Writer): CommentMarker => ({
  kind: 'review',
  key,
  run: withoutAttempt(run),
  id: shortHash('overview', commit, overview),
})

type ReviewContext = {
  number: number
  commit: string
  /** The branch's current head, when it is not the reviewed commit. */
  newHead: string | undefined
  viewer: string
  marker: CommentMarker
  writer: Writer
  /** The model's text of the review. */
  overview?: string
}

type PostedReview = { review: Review; unplaced: InlineComment[] }

async function postAll(
  comments: readonly InlineComment[],
  context: ReviewContext,
  github: ReviewGitHub,
): Promise<PostedReview> {
  try {
    const beside = { number: context.number, run: context.writer.run, github }
    const review = await writeBesideDrafts(() => createReview(comments, [], context, github), beside)
    return { review, unplaced: [] }
  } catch (error) {
    if (!isRefused(error) || error instanceof DraftInTheWay) throw error
  }
  const { accepted, unplaced } = await splitAccepted(comments, context, github)
  await dropDrafts(context, github)
  try {
    return { review: await createReview(accepted, unplaced, context, github), unplaced }
  } catch (error) {
    if (!isRefused(error) || accepted.length === 0) throw error
    return { review: await createReview([], comments, context, github), unplaced: [...comments] }
  }
}

const isRefused = (error: unknown) => error instanceof GitHubError && error.status === 422

function createReview(
  placed: readonly InlineComment[],
  unplaced: readonly InlineComment[],
  context: ReviewContext,
  github: ReviewGitHub,
): Promise<Review> {
  const { number, commit, viewer, marker } = context
  // A review without inline comments needs no commit, and GitHub rejects a commit that was force-pushed away.
  const review = {
    commit: placed.length === 0 ? undefined : commit,
    body: reviewBody(placed, unplaced, context),
    event: 'COMMENT' as const,
    comments: placed.map((comment) => toReviewComment(comment, context)),
  }
  return createOnce(
    () => github.createReview(number, review),
    async () => (await github.reviews(number)).findLast((each) => isSubmitted(each, viewer, marker)),
  )
}

const isSubmitted = (review: Review, viewer: string, marker: CommentMarker) =>
  review.state !== 'PENDING' && isOwnReview(review, viewer, marker)

const isOwnReview = ({ author, body }: Review, viewer: string, marker: CommentMarker) =>
  author === viewer && hasCommentMarker(body, marker)

/** Deletes a draft that splitAccepted() could not. */
async function dropDrafts({ number, viewer, writer: { key } }: ReviewContext, github: ReviewGitHub): Promise<void> {
  for (const review of await github.reviews(number))
    if (review.state === 'PENDING' && isOwnReview(review, viewer, { kind: 'review', key }))
      await retryOnce(() => github.deleteReview(number, review.id)).catch(ignoreMissing)
}

/** Limits the requests. Comments that are not tested by then move into the review body. */
const MAX_DRAFTS = 16

/** GitHub rejects a whole review for one unknown line without naming it. Draft reviews, which are private, find that line. */
async function splitAccepted(comments: readonly InlineComment[], context: ReviewContext, github: ReviewGitHub) {
  const accepted: InlineComment[] = []
  const unplaced: InlineComment[] = []
  const queue: (readonly InlineComment[])[] = halves(comments)
  for (let drafts = 0; queue.length > 0; drafts += 1) {
    const group = queue.shift() ?? []
    if (drafts >= MAX_DRAFTS) unplaced.push(...group)
    else if (await isAccepted(group, context, github)) accepted.push(...group)
    else if (group.length === 1) unplaced.push(...group)
    else queue.unshift(...halves(group))
  }
  return { accepted, unplaced }
}

function halves(comments: readonly InlineComment[]): (readonly InlineComment[])[] {
  const middle = Math.ceil(comments.length / 2)
  return [comments.slice(0, middle), comments.slice(middle)].filter((half) => half.length > 0)
}

async function isAccepted(
  comments: readonly InlineComment[],
  context: ReviewContext,
  github: ReviewGitHub,
): Promise<boolean> {
  const { number, commit, viewer, marker } = context
  try {
    const review = {
      commit,
      body: commentMarkerLine(marker),
      comments: comments.map((comment) => toReviewComment(comment, context)),
    }
    const { id } = await createOnce(
      () => github.createReview(number, review),
      async () =>
        (await github.reviews(number)).find((each) => each.state === 'PENDING' && isOwnReview(each, viewer, marker)),
    )
    await retryOnce(() => github.deleteReview(number, id)).catch(ignoreMissing)
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

function toReviewComment(
  { path, location, body, suggestion, linesHash, finding }: InlineComment,
  { commit, writer: { key } }: ReviewContext,
): NewReviewComment {
  const details = finding && storedFinding(finding, { commit, line: location.line })
  const block = suggestion === undefined ? '' : suggestionBlock(suggestion)
  return {
    path,
    side: location.side,
    line: location.line,
    startLine: location.start,
    body: `${commentMarkerLine({ kind: 'remark', key, linesHash, details })}\n${[body, block].filter(Boolean).join('\n\n')}`,
  }
}

/** What a later run needs to know about comments that people may have deleted by then. */
const recordsOf = (placed: readonly InlineComment[], commit: string, key: string): string[] =>
  findingRecords(
    placed.flatMap(({ path, location: { side, line }, finding }) =>
      finding === undefined ? [] : [{ record: finding, path, side, line }],
    ),
    { key, commit },
  )

/** The review body: the number of comments, and those that GitHub rejected on their lines. */
function reviewBody(
  placed: readonly InlineComment[],
  unplaced: readonly InlineComment[],
  { commit, newHead, marker, overview, writer: { key } }: ReviewContext,
): string {
  const count =
    overview ?? `${pluralize(placed.length + unplaced.length, 'inline comment')} on ${inlineCode(commit.slice(0, 10))}.`
  const moved =
    newHead === undefined
      ? ''
      : `${overview === undefined ? ' ' : '\n\n'}The branch has since moved to ${inlineCode(newHead.slice(0, 10))}; the newer commits were not read.`
  const parts = [[commentMarkerLine(marker), ...recordsOf(placed, commit, key), `${count}${moved}`].join('\n')]
  let room = COMMENT_CHARACTERS - (parts[0]?.length ?? 0) - 200
  let omitted = 0
  for (const comment of unplaced) {
    const text = inlineCommentText(comment)
    room -= text.length + 2
    if (room > 0) parts.push(text)
    else omitted += 1
  }
  if (omitted > 0) parts.push(`_See the run summary for ${pluralize(omitted, 'more inline comment')}._`)
  return parts.join('\n\n')
}

export type ThreadGitHub = Pick<GitHub, 'viewer' | 'threads' | 'resolveThread' | 'unresolveThread'>

/** Most workflows do not grant this permission, so its absence is no failure. */
export const NEEDS_CONTENTS = 'GitHub lets a token resolve threads only with `contents: write`'

/** Per run. Each thread is one write; the next run resolves the rest. */
const MAX_THREADS = 30

/**
 * Resolves the fixed threads: opened by this job in an earlier run, on lines that changed since, without a reply, in a file
 * without a new inline comment. Rejects with GitHubError when the threads cannot be read.
 */
export async function resolveFixed(
  { number, commentedPaths }: Extract<Intent, { kind: 'resolve_fixed' }>,
  github: ThreadGitHub,
  { key }: Writer,
): Promise<WriteResult> {
  const [viewer, threads] = await Promise.all([github.viewer(), github.threads(number)])
  const fixed = threads.filter((thread) => isFixed(thread, viewer, key) && !commentedPaths.includes(thread.path))
  if (fixed.length === 0) return { state: 'skipped', reason: 'no earlier inline comment is fixed' }
  for (const [done, { id }] of fixed.slice(0, MAX_THREADS).entries())
    try {
      await retryOnce(() => github.resolveThread(id))
    } catch (error) {
      if (!(error instanceof GitHubError && error.status === 403)) throw error
      return done === 0
        ? { state: 'skipped', reason: NEEDS_CONTENTS }
        : { state: 'posted', reason: `${done} of ${fixed.length}; ${NEEDS_CONTENTS}` }
    }
  return fixed.length <= MAX_THREADS
    ? { state: 'posted' }
    : {
        state: 'posted',
        reason: `${MAX_THREADS} of ${pluralize(fixed.length, 'thread')}; the next run resolves the rest`,
      }
}

function isFixed(
  { isResolved, isOutdated, commentCount, comments: [first] }: ReviewThread,
  viewer: string,
  key: string,
): boolean {
  if (isResolved || !isOutdated || commentCount !== 1 || first === undefined || first.author !== viewer) return false
  const marker = parseCommentMarker(first.body)
  // A finding is resolved when the model verified the fix, not because its lines changed.
  return marker?.kind === 'remark' && marker.key === key && marker.f === undefined
}
