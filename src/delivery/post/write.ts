import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import {
  type CommentMarker,
  commentMarkerLine,
  hasCommentMarker,
  shortHash,
  withoutAttempt,
} from '../../github/comment-marker.ts'
import type { LabelChange } from '../../github-tools/proposal.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import type { Intent } from '../plan/intent.ts'
import { NEEDS_CONTENTS, resolveFixed, type ThreadGitHub } from './fixed-threads.ts'
import { createOnce, retryOnce } from './idempotent-write.ts'
import { postReview, type ReviewGitHub, type WriteResult, type Writer } from './review.ts'

export type WriteGitHub = ReviewGitHub &
  ThreadGitHub &
  Pick<
    GitHub,
    | 'comments'
    | 'createComment'
    | 'updateComment'
    | 'addLabels'
    | 'removeLabel'
    | 'assign'
    | 'updateIssue'
    | 'createIssue'
    | 'issuesOpenedBy'
    | 'replyToComment'
  >

type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>
export type WritableIntent = Exclude<
  Intent,
  { kind: 'comment' | 'patch' | 'summary' | 'commit' | 'create_pull_request' | 'check_run' }
>

/**
 * Writes one proposal. Safe to repeat: looks first for what an earlier attempt or a write with a lost answer created. Rejects
 * with GitHubError.
 */
export function writeIntent(
  intent: WritableIntent,
  github: WriteGitHub,
  writer: Writer,
  filter: SecretFilter,
): Promise<WriteResult> {
  switch (intent.kind) {
    case 'review': {
      const comments = intent.comments.map((comment) => ({ ...comment, body: filter.text(comment.body) }))
      const overview = intent.overview === undefined ? undefined : filter.text(intent.overview)
      return postReview({ ...intent, comments, overview }, github, writer)
    }
    case 'extra_comment':
      return postExtraComment(intent, github, writer, filter)
    case 'reply':
      return postReply(intent, github, writer, filter)
    case 'create_issue':
      return createIssue(intent, github, writer, filter)
    case 'resolve_fixed':
      return resolveFixed(intent, github, writer)
    case 'resolve_thread':
      return resolveThread(intent, github, writer)
    case 'add_labels':
      return posted(retryOnce(() => github.addLabels(intent.number, intent.labels)))
    case 'remove_labels':
      return removeLabels(intent, github)
    case 'assign':
      return assignUsers(intent, github)
    case 'update_issue':
      return updateIssue(intent, github, filter)
  }
}

const posted = (write: Promise<unknown>): Promise<WriteResult> => write.then(() => ({ state: 'posted' }))

/** Posts the n-th extra comment of a run on an issue. A rerun replaces it. */
async function postExtraComment(
  { number, body, nth }: IntentOf<'extra_comment'>,
  github: WriteGitHub,
  { key, run, round }: Writer,
  filter: SecretFilter,
): Promise<WriteResult> {
  const identity = { key, run: withoutAttempt(run), round }
  const marker: CommentMarker = { kind: 'comment', ...identity, nth }
  const text = `${commentMarkerLine(marker)}\n${filter.text(body)}`
  const viewer = await github.viewer()
  const find = async () =>
    (await github.comments(number)).findLast((each) => each.author === viewer && hasCommentMarker(each.body, marker))
  const existing = await find()
  const { url } =
    existing === undefined
      ? await createOnce(() => github.createComment(number, text), find)
      : await retryOnce(() => github.updateComment(existing.id, text))
  return { state: 'posted', url }
}

async function postReply(
  { number, to, thread, body, reopens }: IntentOf<'reply'>,
  github: WriteGitHub,
  { key, run }: Writer,
  filter: SecretFilter,
): Promise<WriteResult> {
  const marker: CommentMarker = { kind: 'reply', key, run: withoutAttempt(run), id: shortHash(thread) }
  const details = reopens === true ? { st: 'regressed' } : undefined
  const viewer = await github.viewer()
  const find = async () =>
    (await github.reviewComments(number)).findLast(
      (each) => each.author === viewer && hasCommentMarker(each.body, marker),
    )
  const existing = await find()
  if (existing !== undefined) return { state: 'skipped', reason: 'this run already replied', url: existing.url }
  const { url } = await createOnce<{ url: string }>(
    () => github.replyToComment(number, to, `${commentMarkerLine({ ...marker, details })}\n${filter.text(body)}`),
    find,
  )
  if (reopens !== true) return { state: 'posted', url }
  const isOpen = await isPermitted(() => github.unresolveThread(thread))
  return { state: 'posted', url, reason: isOpen ? undefined : NEEDS_CONTENTS }
}

async function createIssue(
  { title, body, labels }: IntentOf<'create_issue'>,
  github: WriteGitHub,
  { key, run }: Writer,
  filter: SecretFilter,
): Promise<WriteResult> {
  const marker: CommentMarker = { kind: 'issue', key, run: withoutAttempt(run), id: shortHash(title.toLowerCase()) }
  const viewer = await github.viewer()
  const find = async () => (await github.issuesOpenedBy(viewer)).find((each) => hasCommentMarker(each.body, marker))
  const existing = await find()
  if (existing !== undefined)
    return { state: 'skipped', reason: `this run already opened #${existing.number}`, url: existing.url }
  const issue = { title: filter.text(title), body: `${commentMarkerLine(marker)}\n${filter.text(body)}`, labels }
  const { url } = await createOnce(() => github.createIssue(issue), find)
  return { state: 'posted', url }
}

/** Resolves a thread; one of a finding first says in which commit the fix was read. */
async function resolveThread(
  { number, thread, fixed }: IntentOf<'resolve_thread'>,
  github: WriteGitHub,
  { key, run }: Writer,
): Promise<WriteResult> {
  if (fixed === undefined)
    return (await isPermitted(() => github.resolveThread(thread)))
      ? { state: 'posted' }
      : { state: 'skipped', reason: NEEDS_CONTENTS }
  const marker: CommentMarker = { kind: 'reply', key, run: withoutAttempt(run), id: shortHash('fixed', thread) }
  const viewer = await github.viewer()
  const find = async () =>
    (await github.reviewComments(number)).findLast(
      (each) => each.author === viewer && hasCommentMarker(each.body, marker),
    )
  const text = `${commentMarkerLine({ ...marker, details: { st: 'fixed' } })}\nFixed in ${fixed.commit}.`
  const { url } =
    (await find()) ?? (await createOnce<{ url: string }>(() => github.replyToComment(number, fixed.to, text), find))
  const isResolved = await isPermitted(() => github.resolveThread(thread))
  return { state: 'posted', url, reason: isResolved ? undefined : `the reply says so; ${NEEDS_CONTENTS}` }
}

/** False when the token lacks the permission. */
async function isPermitted(write: () => Promise<void>): Promise<boolean> {
  try {
    await retryOnce(write)
    return true
  } catch (error) {
    if (error instanceof GitHubError && error.status === 403) return false
    throw error
  }
}

async function removeLabels({ number, labels }: LabelChange, github: WriteGitHub): Promise<WriteResult> {
  for (const label of labels)
    await retryOnce(() => github.removeLabel(number, label)).catch((error: unknown) => {
      // 404: the label is already removed.
      if (!(error instanceof GitHubError && error.status === 404)) throw error
    })
  return { state: 'posted' }
}

async function assignUsers({ number, users }: IntentOf<'assign'>, github: WriteGitHub): Promise<WriteResult> {
  const assigned = (await retryOnce(() => github.assign(number, users))).map((name) => name.toLowerCase())
  const missing = users.filter((name) => !assigned.includes(name.toLowerCase()))
  return missing.length === 0
    ? { state: 'posted' }
    : {
        state: missing.length === users.length ? 'skipped' : 'posted',
        reason: `GitHub did not assign ${missing.join(', ')}`,
      }
}

async function updateIssue(
  { number, duplicateOf, ...change }: IntentOf<'update_issue'>,
  github: WriteGitHub,
  filter: SecretFilter,
): Promise<WriteResult> {
  const { title, body, state, stateReason } = change
  const { url } = await retryOnce(() =>
    github.updateIssue(number, {
      title,
      body: body === undefined ? undefined : filter.text(body),
      state,
      reason: stateReason,
      duplicateOf: duplicateOf?.id,
    }),
  )
  return { state: 'posted', url }
}
