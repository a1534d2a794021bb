import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { Comment } from '../../github/api/response-schemas.ts'
import { isTriggerId, withoutAttempt } from '../../github/comment-marker.ts'
import { confirmTexts, type OwnText, type OwnTextGitHub, type WrittenText } from '../../github/own-text.ts'
import { claimedMark, parseMarker, type ResultMarker, withMarkFields } from '../../github/result-marker.ts'
import { createOnce, findWritten, isOutcomeUnknown, sameText } from './idempotent-write.ts'

/** `deleteComment`: absent where comments are not deleted. */
export type CommentGitHub = OwnTextGitHub &
  Pick<GitHub, 'comments' | 'getComment' | 'createComment' | 'updateComment'> &
  Partial<Pick<GitHub, 'deleteComment'>>

/** `isOfOtherRun`: another run answers the same event in it. `usd`: what it records as spent. */
export type PostedComment = Pick<Comment, 'id' | 'url'> & { isOfOtherRun?: true; usd?: number }

/**
 * The comment that a run may edit: the newest of our account that claims a matching marker. Nothing else follows from it. Rejects with
 * GitHubError.
 */
export async function fetchOwnComment(
  github: Pick<GitHub, 'viewer' | 'comments'>,
  number: number,
  matches: (marker: ResultMarker) => boolean,
): Promise<Comment | undefined> {
  const [viewer, comments] = await Promise.all([github.viewer(), github.comments(number)])
  return comments.findLast(({ author, body }) => author === viewer && claims(body, matches))
}

const claims = (body: string, matches: (marker: ResultMarker) => boolean): boolean => {
  const marker = claimedMark(body)
  return marker !== undefined && matches(marker)
}

/** The newest comments. `olderComments`: how many older ones were not read. */
export type RecentComments = {
  comments: readonly (WrittenText & { id: number; url: string; isOwn: boolean })[]
  olderComments: number
}

/** The comment that a run may edit, `isFirst` when there is none, or undefined when older comments must be read. */
export async function findOwnComment(
  { comments, olderComments }: RecentComments,
  matches: (marker: ResultMarker) => boolean,
  github: OwnTextGitHub,
): Promise<{ id: number; url: string; usd: number; reviewed?: string } | { isFirst: true } | undefined> {
  const editable = comments.findLast(({ isOwn, body }) => isOwn && claims(body, matches))
  if (editable !== undefined) return { id: editable.id, url: editable.url, ...(await recordedIn(editable, github)) }
  return olderComments === 0 ? { isFirst: true } : undefined
}

export type CommentPost = Pick<RecordedCost, 'usd' | 'spentUsd'> & {
  number: number
  body: string
  /** The comment to replace, when known. It may have been deleted since. */
  id?: number
  /** Whether it is known that no comment matches. */
  isFirst?: boolean
  /** Selects the comment to replace when `id` is absent. */
  matches(marker: ResultMarker): boolean
}

/** Replaces our comment, or creates it. Safe to interrupt and to repeat. Rejects with GitHubError. */
export async function postComment(
  github: CommentGitHub,
  { number, body: text, id, isFirst = false, matches, ...recorded }: CommentPost,
): Promise<PostedComment> {
  const existing = id !== undefined || isFirst ? undefined : await fetchOwnComment(github, number, matches)
  let target = id ?? existing?.id
  const body = await keepRecordedUsd(text, { ...recorded, existing, id }, github)
  let missed: number | undefined
  while (target !== undefined) {
    const updated = await updateComment(github, target, body)
    if ('comment' in updated)
      return { id: updated.comment.id, url: updated.comment.url, usd: Number(claimedMark(body)?.usd ?? 0) }
    // GitHub also answers 404 for a comment that is very new and for one the token may not edit. It is deleted only when the
    // list does not contain it.
    const listed: Comment | undefined = await fetchOwnComment(github, number, matches)
    if (listed?.id === target && missed === target) throw updated.notFound
    missed = target
    target = listed?.id
  }
  return createComment(github, number, body)
}

/** Retries once when the answer is lost: replacing twice is harmless. */
async function updateComment(
  github: CommentGitHub,
  id: number,
  body: string,
): Promise<{ comment: Comment } | { notFound: GitHubError }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { comment: await github.updateComment(id, body) }
    } catch (error) {
      if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return { notFound: error }
      if (!isOutcomeUnknown(error)) throw error
      const now = attempt === 1 ? undefined : await github.getComment(id)
      if (now !== undefined && sameText(now.body, body)) return { comment: now }
      if (now !== undefined) throw error
    }
  }
}

async function createComment(github: CommentGitHub, number: number, body: string): Promise<PostedComment> {
  const marker = claimedMark(body)
  const created = await createOnce(
    () => github.createComment(number, body),
    () => findWritten(github, body, () => github.comments(number)),
  )
  // Two answers matter only for a code. Checking every answer would cost all other runs a wait.
  if (marker?.used === undefined || !isTriggerId(marker.run)) return created
  const other = await findOtherDelivery(github, number, { id: created.id, marker }).catch(() => undefined)
  return other ?? created
}

/**
 * Two runs can use a code at the same time and create an answer each. The first comment stays. Jobs of one run share a comment, so they
 * do not count.
 */
async function findOtherDelivery(
  github: CommentGitHub,
  number: number,
  created: { id: number; marker: ResultMarker },
): Promise<PostedComment | undefined> {
  if (github.deleteComment === undefined) return undefined
  const { key, run, state, by = '' } = created.marker
  const runId = by.split('.')[0]
  const [, comments] = await Promise.all([github.viewer(), github.comments(number)])
  const earlier = comments.filter(({ id, body }) => id < created.id && claimedMark(body)?.key === key)
  const ownTexts = await confirmTexts(earlier, github)
  const first = earlier.find((each) => {
    const text = ownTexts.of(each)
    const marker = text && parseMarker(text)
    if (marker?.key !== key || withoutAttempt(marker.run) !== withoutAttempt(run)) return false
    // A run that was refused gets another answer when it is started again.
    if (state === 'working' && marker.state !== 'working') return false
    return marker.by === undefined || marker.by.split('.')[0] !== runId
  })
  if (first === undefined) return undefined
  await github.deleteComment(created.id)
  return { id: first.id, url: first.url, isOfOtherRun: true }
}

/** What a comment records for later runs, if GitHub confirms it: otherwise this run would confirm what another one claims. */
async function recordedIn(comment: WrittenText, github: OwnTextGitHub): Promise<{ usd: number; reviewed?: string }> {
  const claimed = claimedMark(comment.body)
  if (claimed?.usd === undefined && claimed?.reviewed === undefined) return { usd: 0 }
  const text = (await confirmTexts([comment], github)).of(comment)
  return { usd: recordedUsd(text), reviewed: text && parseMarker(text)?.reviewed }
}

/** The US dollars that a comment of ours records; 0 without a record. */
export const recordedUsd = (text: OwnText | undefined): number => Number((text && parseMarker(text)?.usd) ?? 0)

/** The same comment with this sum as its record. Rounded up, so that a limit is reached early rather than late. */
const withRecordedUsd = (composed: string, usd: number): string =>
  usd <= 0 ? composed : withMarkFields(composed, () => ({ usd: String(Math.ceil(usd * 1e6 - 1e-6) / 1e6) }))

/**
 * `existing`: the comment to replace, with its current body; otherwise its `id` and the dollars it recorded when it was read. `spentUsd`:
 * what this run adds; undefined when no limit counts it.
 */
export type RecordedCost = {
  existing?: WrittenText
  id?: number
  usd?: number
  spentUsd?: number
}

/** The new text of a comment with what its runs spent in all. Rejects with GitHubError. */
export async function keepRecordedUsd(
  body: string,
  replaced: RecordedCost,
  github: OwnTextGitHub & Pick<GitHub, 'getComment'>,
): Promise<string> {
  return withRecordedUsd(body, (await usdBefore(replaced, github)) + (replaced.spentUsd ?? 0))
}

/** Read again when a limit counts the cost, because another run may have added to it. */
async function usdBefore(
  { existing, id, usd = 0, spentUsd }: RecordedCost,
  github: OwnTextGitHub & Pick<GitHub, 'getComment'>,
) {
  if (existing !== undefined) return (await recordedIn(existing, github)).usd
  if (id === undefined || spentUsd === undefined) return usd
  try {
    return (await recordedIn(await github.getComment(id), github)).usd
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return 0
    throw error
  }
}
