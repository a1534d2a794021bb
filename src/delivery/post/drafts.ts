import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { DraftReview } from '../../github/api/reviews.ts'
import { claimedDraft, withoutAttempt } from '../../github/comment-marker.ts'
import { systemClock } from '../../platform/time.ts'
import { pluralize } from '../../text/write-markdown.ts'
import { retryOnce } from './idempotent-write.ts'

export type DraftGitHub = Pick<GitHub, 'viewer' | 'reviews' | 'draftReviews' | 'deleteReview' | 'runAttempt'>

/** A draft that no run will finish is at least this old, unless GitHub says that its run ended. */
const LEFTOVER_MS = 60 * 60_000

/**
 * Writes a review or a reply, which GitHub refuses while our account has a draft review on the pull request. A draft that an interrupted
 * run left is deleted first. Rejects with GitHubError.
 */
export async function writeBesideDrafts<Result>(
  write: () => Promise<Result>,
  { number, run, github }: { number: number; run: string; github: DraftGitHub },
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 422)) throw error
    if ((await dropLeftDrafts(error, { number, run, github })) === 0) throw error
    return write()
  }
}

/**
 * Deletes the drafts of our account that no run will finish, and returns their number. Rejects with a refusal that names a draft which
 * somebody may still finish.
 */
async function dropLeftDrafts(
  refusal: GitHubError,
  { number, run, github }: { number: number; run: string; github: DraftGitHub },
): Promise<number> {
  const viewer = await github.viewer()
  const isDraft = ({ author, state }: { author: string | undefined; state: string }) =>
    author === viewer && state === 'PENDING'
  if (!(await github.reviews(number)).some(isDraft)) return 0
  const drafts = await github.draftReviews(number)
  for (const draft of drafts) {
    if (!(await isLeft(draft, run, github))) throw new DraftInTheWay(draft, refusal, viewer)
    await retryOnce(() => github.deleteReview(number, draft.id)).catch(ignoreMissing)
  }
  return drafts.length
}

/** Whether an interrupted run left a draft: ours or empty, and its run has ended or can no longer be running. */
async function isLeft(draft: DraftReview, run: string, github: Pick<GitHub, 'runAttempt'>): Promise<boolean> {
  // Only our account sees its drafts, and deleting an unfinished one is all that follows.
  const marks = [draft.body, ...draft.comments].map(claimedDraft)
  const isOwn = marks[0] !== undefined || (draft.commentCount > 0 && marks.slice(1).every((mark) => mark !== undefined))
  if (draft.commentCount > 0 && !isOwn) return false
  if (systemClock.now() - Date.parse(draft.createdAt) > LEFTOVER_MS) return true
  const markedRun = marks[0]?.run
  if (markedRun === undefined) return false
  if (markedRun === withoutAttempt(run)) return true
  const ended = await github.runAttempt(Number(markedRun), 1).catch(() => undefined) // needs `actions: read`
  return ended?.endedAt !== undefined
}

/** A refusal because of a draft that somebody may still finish. */
export class DraftInTheWay extends GitHubError {
  constructor({ url, commentCount }: DraftReview, { status, request }: GitHubError, account: string) {
    const comments = commentCount === 0 ? '' : ` with ${pluralize(commentCount, 'comment')}`
    super(
      status,
      request,
      `${account} has a pending review of its own${comments} (${url}), and GitHub allows one. Submit or discard it, and run again`,
    )
  }
}

export function ignoreMissing(error: unknown): void {
  if (!(error instanceof GitHubError && error.status === 404)) throw error
}
