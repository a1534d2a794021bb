import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import {
  type CommentMarker,
  claimsMarker,
  commentMarkerLine,
  shortHash,
  withoutAttempt,
  withoutRewriteMark,
} from '../../github/comment-marker.ts'
import type { StartingLabel } from '../../github/events/trigger-rules.ts'
import { confirmTexts, type OwnTextGitHub, type WrittenText } from '../../github/own-text.ts'
import type { LabelChange } from '../../github-tools/proposal.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { fixedMark, regressedMark } from '../../review/earlier-findings.ts'
import { withoutButtons } from '../../review/suggestion.ts'
import type { Intent } from '../plan/intent.ts'
import { writeBesideDrafts } from './drafts.ts'
import { createOnce, findWritten, retryOnce } from './idempotent-write.ts'
import {
  NEEDS_CONTENTS,
  postReview,
  type ReviewGitHub,
  resolveFixed,
  type ThreadGitHub,
  type WriteResult,
  type Writer,
} from './review.ts'

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
    | 'issue'
    | 'createIssue'
    | 'issuesOpenedBy'
    | 'replyToComment'
  >

type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

export type WritableIntent = Exclude<
  Intent,
  { kind: 'comment' | 'patch' | 'summary' | 'commit' | 'create_pull_request' | 'check_run' | 'review_check' | 'report' }
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
      return updateIssue(intent, github, writer, filter)
  }
}

/** What an earlier attempt wrote: the newest text that has this marker. `confirmed`: GitHub confirms it. `unsure`: GitHub does not say whose it is. */
async function findMarked<Text extends WrittenText>(
  texts: readonly Text[],
  marker: CommentMarker,
  github: OwnTextGitHub,
): Promise<{ confirmed?: Text; unsure?: Text }> {
  const claiming = texts.filter(({ body }) => claimsMarker(body, marker))
  const ownTexts = await confirmTexts(claiming, github)
  return {
    confirmed: claiming.findLast((each) => ownTexts.of(each) !== undefined),
    unsure: claiming.findLast((each) => ownTexts.isUnsure(each)),
  }
}

const posted = (write: Promise<unknown>): Promise<WriteResult> => write.then(() => ({ state: 'posted' }))

/** Posts the n-th extra comment of a run on an issue. A rerun replaces it. */
async function postExtraComment(
  { number, body, nth }: IntentOf<'extra_comment'>,
  github: WriteGitHub,
  { key, run, round, by }: Writer,
  filter: SecretFilter,
): Promise<WriteResult> {
  const identity = { key, run: withoutAttempt(run), round, by }
  const marker: CommentMarker = { kind: 'comment', ...identity, nth }
  const text = `${commentMarkerLine(marker)}\n${filter.text(body)}`
  const viewer = await github.viewer()
  const existing = (await github.comments(number)).findLast(
    (each) => each.author === viewer && claimsMarker(each.body, marker),
  )
  const { url } =
    existing === undefined
      ? await createOnce(
          () => github.createComment(number, text),
          () => findWritten(github, text, () => github.comments(number)),
        )
      : await retryOnce(() => github.updateComment(existing.id, text))
  return { state: 'posted', url }
}

async function postReply(
  { number, to, thread, body, reopens }: IntentOf<'reply'>,
  github: WriteGitHub,
  { key, run, by }: Writer,
  filter: SecretFilter,
): Promise<WriteResult> {
  const marker: CommentMarker = { kind: 'reply', key, run: withoutAttempt(run), id: shortHash(thread), by }
  const replies = (await github.reviewComments(number)).filter(({ inReplyTo }) => inReplyTo === to)
  const { confirmed, unsure } = await findMarked(replies, marker, github)
  if (confirmed !== undefined) return { state: 'skipped', reason: 'this run already replied', url: confirmed.url }
  const isOpen = reopens !== true || (await isPermitted(() => github.unresolveThread(thread)))
  const details = reopens === true ? regressedMark(isOpen) : undefined
  const text = `${commentMarkerLine({ ...marker, details })}\n${withoutButtons(filter.text(body))}`
  const { url } =
    unsure === undefined
      ? await postReplyOnce({ number, to, text, run }, github)
      : await retryOnce(() => github.updateReviewComment(unsure.id, text))
  return { state: 'posted', url, reason: isOpen ? undefined : NEEDS_CONTENTS }
}

const postReplyOnce = (
  { number, to, text, run }: { number: number; to: number; text: string; run: string },
  github: WriteGitHub,
): Promise<{ url: string }> =>
  writeBesideDrafts(
    () =>
      createOnce<{ url: string }>(
        () => github.replyToComment(number, to, text),
        () => findWritten(github, text, () => github.reviewComments(number)),
      ),
    { number, run, github },
  )

async function createIssue(
  { title, body, labels }: IntentOf<'create_issue'>,
  github: WriteGitHub,
  { key, run, round, by }: Writer,
  filter: SecretFilter,
): Promise<WriteResult> {
  const marker: CommentMarker = {
    kind: 'issue',
    key,
    run: withoutAttempt(run),
    round,
    id: shortHash(title.toLowerCase()),
    by,
  }
  const list = async () => github.issuesOpenedBy(await github.viewer())
  // Any activity changes `updatedAt` of an issue.
  const opened = (await list()).map(({ updatedAt: _, ...issue }) => issue)
  const { confirmed, unsure } = await findMarked(opened, marker, github)
  if (confirmed !== undefined)
    return { state: 'skipped', reason: `this run already opened #${confirmed.number}`, url: confirmed.url }
  const issue = { title: filter.text(title), body: `${commentMarkerLine(marker)}\n${filter.text(body)}`, labels }
  const { url } =
    unsure?.state === 'open'
      ? await retryOnce(() => github.updateIssue(unsure.number, { title: issue.title, body: issue.body }))
      : await createOnce(
          () => github.createIssue(issue),
          () => findWritten(github, issue.body, list),
        )
  return { state: 'posted', url }
}

/** Resolves a thread; one of a finding first says in which commit the fix was read. */
async function resolveThread(
  { number, thread, fixed }: IntentOf<'resolve_thread'>,
  github: WriteGitHub,
  { key, run, by }: Writer,
): Promise<WriteResult> {
  if (fixed === undefined)
    return (await isPermitted(() => github.resolveThread(thread)))
      ? { state: 'posted' }
      : { state: 'skipped', reason: NEEDS_CONTENTS }
  const marker: CommentMarker = {
    kind: 'reply',
    key,
    run: withoutAttempt(run),
    id: shortHash('fixed', thread),
    by,
  }
  const words =
    fixed.isGone === true
      ? `Its code is gone, and ${fixed.commit} does not have it again.`
      : `Fixed in ${fixed.commit}.`
  const text = `${commentMarkerLine({ ...marker, details: fixedMark })}\n${words}`
  const replies = (await github.reviewComments(number)).filter(({ inReplyTo }) => inReplyTo === fixed.to)
  const { confirmed } = await findMarked(replies, marker, github)
  const { url } = confirmed ?? (await postReplyOnce({ number, to: fixed.to, text, run }, github))
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

async function removeLabels({ number, labels, isTrigger }: LabelChange, github: WriteGitHub): Promise<WriteResult> {
  let missing = false
  for (const label of labels)
    await retryOnce(() => github.removeLabel(number, label)).catch((error: unknown) => {
      // 404: the label is already removed.
      if (error instanceof GitHubError && error.status === 404) return
      if (!(isTrigger === true && error instanceof GitHubError && error.status === 403)) throw error
      missing = true
    })
  return missing
    ? { state: 'skipped', reason: 'the token may not remove the label that started the run' }
    : { state: 'posted' }
}

/** For the post step of a run that was killed. */
export const removeStartingLabel = ({ number, label }: StartingLabel, github: WriteGitHub): Promise<WriteResult> =>
  removeLabels({ kind: 'remove_labels', number, labels: [label], isTrigger: true }, github)

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
  writer: Writer,
  filter: SecretFilter,
): Promise<WriteResult> {
  const { title, state, stateReason } = change
  const body = await rewrittenBody(number, change, github, writer)
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

/** The new text with our mark, which a text of somebody else also gets for a new title. A later run must not take it for theirs. */
async function rewrittenBody(
  number: number,
  { title, body }: Pick<IntentOf<'update_issue'>, 'title' | 'body'>,
  github: WriteGitHub,
  { key, run, round, read }: Writer,
): Promise<string | undefined> {
  if (title === undefined && body === undefined) return undefined
  const [issue, viewer] = await Promise.all([github.issue(number), github.viewer()])
  if (issue.author === viewer && read !== undefined && round === undefined) return body
  const mark = commentMarkerLine({ kind: 'rewrite', key, run: withoutAttempt(run), round })
  return `${mark}\n${withoutRewriteMark(body ?? issue.body)}`
}
