import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { NewReviewComment, Review, ReviewThread } from '../../github/api/reviews.ts'
import {
  type CommentMarker,
  claimsMarker,
  commentMarkerLine,
  parseCommentMarker,
  shortHash,
  withoutAttempt,
} from '../../github/comment-marker.ts'
import { confirmTexts, type OwnTextGitHub, type OwnTexts } from '../../github/own-text.ts'
import type { InlineComment } from '../../github-tools/proposal.ts'
import { storedFinding } from '../../review/finding.ts'
import { findingRecords } from '../../review/read-findings.ts'
import { inlineCommentText } from '../../review/review-sections.ts'
import { suggestionBlock, withoutButtons } from '../../review/suggestion.ts'
import { COMMENT_CHARACTERS, inlineCode, pluralize } from '../../text/write-markdown.ts'
import type { Intent } from '../plan/intent.ts'
import { type DraftGitHub, DraftInTheWay, ignoreMissing, writeBesideDrafts } from './drafts.ts'
import { createOnce, findWritten, retryOnce, sameText } from './idempotent-write.ts'

export type ReviewGitHub = OwnTextGitHub &
  DraftGitHub &
  Pick<
    GitHub,
    'pull' | 'threads' | 'reviewComments' | 'reviews' | 'createReview' | 'deleteReview' | 'updateReviewComment'
  >

/** `key`: the workflow and job that write. */
export type Writer = Pick<CommentMarker, 'round' | 'by'> & { key: string; run: string; read?: 'trusted' | undefined }

export type WriteResult = {
  state: 'posted' | 'skipped'
  url?: string
  /** The first comment of the thread of each finding, by the id of the finding. */
  threads?: ReadonlyMap<string, number>
  reason?: string
  withheld?: boolean
  withheldOutcome?: 'denied' | 'config'
  /** The tree of the commit with the change. */
  tree?: string
}

/**
 * Posts all inline comments as one review. Skips lines an earlier run commented on, and edits an open comment on them where GitHub does not
 * say whether it is ours. A comment that GitHub rejects on its lines moves into the review body. Safe to interrupt and to repeat. Rejects with GitHubError when no review was posted.
 */
export async function postReview(
  { number, commit, comments, overview }: Extract<Intent, { kind: 'review' }>,
  github: ReviewGitHub,
  writer: Writer,
): Promise<WriteResult> {
  const [viewer, threads, pull] = await Promise.all([github.viewer(), github.threads(number), github.pull(number)])
  const earlier = await earlierRemarks(comments, threads, github)
  const isPosted = (comment: InlineComment) => earlier.get(comment)?.isConfirmed === true
  const fresh = comments.filter((comment) => !earlier.has(comment))
  const threadsIn = (posted: ReadonlyMap<InlineComment, { id: number }>) => {
    const threads = comments.flatMap((comment) => {
      const id = posted.get(comment)?.id
      return id === undefined || comment.finding === undefined ? [] : [[comment.finding.id, id] as const]
    })
    return threads.length === 0 ? undefined : new Map(threads)
  }
  const [first] = [...earlier.values()]
  const url = `${pull.url}#discussion_r${first?.id}`
  if (comments.every(isPosted) && overview === undefined) {
    const reason = 'an earlier run commented on the same lines'
    return { state: 'skipped', reason, url, threads: threadsIn(earlier) }
  }

  const newHead = pull.head.sha === commit ? undefined : pull.head.sha
  const marker = overview === undefined ? reviewMarker(fresh, writer) : overviewMarker(commit, overview, writer)
  const context: ReviewContext = { number, commit, newHead, viewer, marker, writer, overview }
  if (overview !== undefined) {
    const posted = await findReview(number, marker, github)
    if (posted !== undefined) return { state: 'skipped', reason: 'an earlier attempt posted it', url: posted.url }
  }
  const edited = comments.filter((comment) => earlier.has(comment) && !isPosted(comment))
  for (const comment of edited) {
    const id = earlier.get(comment)?.id ?? 0
    await retryOnce(() => github.updateReviewComment(id, toReviewComment(comment, context).body))
  }
  if (fresh.length === 0 && overview === undefined)
    return { state: 'posted', reason: EDITED, url, threads: threadsIn(earlier) }
  const { review, unplaced } = await postAll(fresh, context, github)
  const skipped = comments.filter(isPosted).length
  const reason = [
    skipped === 0 ? '' : `${pluralize(skipped, 'inline comment')} skipped: an earlier run commented on the same lines`,
    edited.length === 0 ? '' : EDITED,
    unplaced.length === 0 ? '' : `${pluralize(unplaced.length, 'inline comment')} ${MOVED_INTO_BODY}`,
  ].filter(Boolean)
  // GitHub's answer to a new review does not name its comments. Without them the rows have no links.
  const hasFinding = fresh.some(({ finding }) => finding !== undefined)
  const listed = hasFinding ? await github.reviewComments(number).catch(() => []) : []
  const posted = fresh.flatMap((comment) => {
    const { body } = toReviewComment(comment, context)
    const found = listed.findLast((each) => each.author === viewer && sameText(each.body, body))
    return found === undefined ? [] : [[comment, found] as const]
  })
  return {
    state: 'posted',
    url: review.url,
    reason: reason.length === 0 ? undefined : reason.join('; '),
    threads: threadsIn(new Map<InlineComment, { id: number }>([...earlier, ...posted])),
  }
}

/** Such comments have no thread. */
export const MOVED_INTO_BODY = 'moved into the review body: GitHub rejected the lines'

const EDITED =
  'an open comment on the same lines was edited, because the job lacks actions: read and cannot know whose it is'

/** A comment of an earlier run. `isConfirmed`: it is ours; otherwise it is open, by our account, and GitHub does not say whose it is. */
type EarlierRemark = { id: number; isConfirmed: boolean }

/** The newest comment that began a thread on the same lines, with the same finding: two problems of one line are two comments. */
async function earlierRemarks(
  comments: readonly InlineComment[],
  threads: readonly ReviewThread[],
  github: OwnTextGitHub,
): Promise<Map<InlineComment, EarlierRemark>> {
  const remarks = threads.flatMap(({ isResolved, comments: [first] }) =>
    first !== undefined && comments.some((comment) => claimsRemark(first.body, comment)) ? [{ first, isResolved }] : [],
  )
  const ownTexts = await confirmTexts(
    remarks.map(({ first }) => first),
    github,
  )
  const earlier = comments.flatMap((comment): [InlineComment, EarlierRemark][] => {
    const same = remarks.filter(({ first }) => claimsRemark(first.body, comment))
    const confirmed = same.findLast(({ first }) => ownTexts.of(first) !== undefined)
    const found = confirmed ?? same.findLast(({ first, isResolved }) => !isResolved && ownTexts.isUnsure(first))
    return found === undefined ? [] : [[comment, { id: found.first.id, isConfirmed: confirmed !== undefined }]]
  })
  return new Map(earlier)
}

function claimsRemark(body: string, { linesHash, finding }: InlineComment): boolean {
  const [line = ''] = body.split('\n', 1)
  return (
    claimsMarker(body, { kind: 'remark', linesHash }) &&
    (finding === undefined || !line.includes(' f=') || line.includes(` f=${finding.id} `))
  )
}

/** The review of an earlier attempt with this marker. */
async function findReview(number: number, marker: CommentMarker, github: ReviewGitHub): Promise<Review | undefined> {
  const claiming = (await github.reviews(number)).filter(
    ({ state, body }) => state !== 'PENDING' && claimsMarker(body, marker),
  )
  const ownTexts = await confirmTexts(claiming, github)
  return claiming.findLast((each) => ownTexts.of(each) !== undefined)
}

/** The same for the same comments in every attempt of a run. */
const reviewMarker = (comments: readonly InlineComment[], { key, run, by }: Writer): CommentMarker => ({
  kind: 'review',
  by,
  key,
  run: withoutAttempt(run),
  id: shortHash(...comments.map(({ linesHash, body }) => `${linesHash} ${body}`)),
})

/** The same in every attempt of a run, which may find that its inline comments are posted already. */
const overviewMarker = (commit: string, overview: string, { key, run, by }: Writer): CommentMarker => ({
  kind: 'review',
  by,
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
  const { number, commit } = context
  // A review without inline comments needs no commit, and GitHub rejects a commit that was force-pushed away.
  const review = {
    commit: placed.length === 0 ? undefined : commit,
    body: reviewBody(placed, unplaced, context),
    event: 'COMMENT' as const,
    comments: placed.map((comment) => toReviewComment(comment, context)),
  }
  return createOnce(
    () => github.createReview(number, review),
    () =>
      findWritten(github, review.body, async () =>
        (await github.reviews(number)).filter(({ state }) => state !== 'PENDING'),
      ),
  )
}

/** A draft that this job can delete: only our account sees its drafts, and nothing else follows from the marker. */
const isOwnDraft = ({ author, body }: Review, viewer: string, marker: CommentMarker) =>
  author === viewer && claimsMarker(body, marker)

/** Deletes a draft that splitAccepted() could not. */
async function dropDrafts({ number, viewer, writer: { key } }: ReviewContext, github: ReviewGitHub): Promise<void> {
  for (const review of await github.reviews(number))
    if (review.state === 'PENDING' && isOwnDraft(review, viewer, { kind: 'review', key }))
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
        (await github.reviews(number)).find((each) => each.state === 'PENDING' && isOwnDraft(each, viewer, marker)),
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
  { commit, writer: { key, by } }: ReviewContext,
): NewReviewComment {
  const details = finding && storedFinding(finding, { commit, line: location.line })
  const block = suggestion === undefined ? '' : suggestionBlock(suggestion)
  return {
    path,
    side: location.side,
    line: location.line,
    startLine: location.start,
    body: `${commentMarkerLine({ kind: 'remark', key, by, linesHash, details })}\n${[withoutButtons(body), block].filter(Boolean).join('\n\n')}`,
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

export type ThreadGitHub = OwnTextGitHub & Pick<GitHub, 'threads' | 'resolveThread' | 'unresolveThread'>

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
  const threads = (await github.threads(number)).filter(
    (thread) => mayBeFixed(thread) && !commentedPaths.includes(thread.path),
  )
  const ownTexts = await confirmTexts(
    threads.flatMap(({ comments }) => comments),
    github,
  )
  const fixed = threads.filter((thread) => isOwnRemark(thread, ownTexts, key))
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

const mayBeFixed = ({ isResolved, isOutdated, commentCount }: ReviewThread): boolean =>
  !isResolved && isOutdated && commentCount === 1

function isOwnRemark({ comments: [first] }: ReviewThread, ownTexts: OwnTexts, key: string): boolean {
  const text = first && ownTexts.of(first)
  const marker = text && parseCommentMarker(text)
  // A finding is resolved when the model verified the fix, not because its lines changed.
  return marker?.kind === 'remark' && marker.key === key && marker.f === undefined
}
