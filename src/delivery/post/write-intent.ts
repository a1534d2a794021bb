import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { Pull } from '../../github/api/response-schemas.ts'
import {
  type CommentMarker,
  claimsMarker,
  commentMarkerLine,
  shortHash,
  withoutAttempt,
  withoutRewriteMark,
} from '../../github/comment-marker.ts'
import { confirmTexts, type OwnTextGitHub, type WrittenText } from '../../github/own-text.ts'
import type { LabelChange } from '../../github-tools/proposal.ts'
import { asSentence } from '../../platform/errors.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { fixedMark, regressedMark } from '../../review/earlier-findings.ts'
import type { Intent, PushedCommit, Receipt } from '../plan/intent.ts'
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
  const text = `${commentMarkerLine({ ...marker, details })}\n${filter.text(body)}`
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
  { key, run, by }: Writer,
  filter: SecretFilter,
): Promise<WriteResult> {
  const marker: CommentMarker = { kind: 'issue', key, run: withoutAttempt(run), id: shortHash(title.toLowerCase()), by }
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
  const marker: CommentMarker = { kind: 'reply', key, run: withoutAttempt(run), id: shortHash('fixed', thread), by }
  const text = `${commentMarkerLine({ ...marker, details: fixedMark })}\nFixed in ${fixed.commit}.`
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
  { key, run }: Writer,
): Promise<string | undefined> {
  if (title === undefined && body === undefined) return undefined
  const [issue, viewer] = await Promise.all([github.issue(number), github.viewer()])
  if (issue.author === viewer) return body
  const mark = commentMarkerLine({ kind: 'rewrite', key, run: withoutAttempt(run) })
  return `${mark}\n${withoutRewriteMark(body ?? issue.body)}`
}

export type PullRequestGitHub = Pick<
  GitHub,
  'viewer' | 'defaultBranch' | 'compare' | 'pullsFrom' | 'createPull' | 'updatePull'
>

/** Opens a pull request from the new branch, or updates the open one. Rejects with GitHubError. */
export async function openPullRequest(
  { title, body, draft }: Extract<Intent, { kind: 'create_pull_request' }>,
  commit: Receipt | undefined,
  github: PullRequestGitHub,
  filter: SecretFilter,
): Promise<WriteResult> {
  if (commit === undefined) return { state: 'skipped', withheld: true, reason: 'no files were edited' }
  const { pushed } = commit
  if (pushed === undefined) return { state: 'skipped', reason: 'there is no commit' }
  if (!pushed.isNew) return { state: 'skipped', reason: `the commit is on ${pushed.branch}, which has a pull request` }

  const base = pushed.base?.targetBranch ?? (await branchWith(pushed.base, github))
  if (base === undefined)
    return { ...UNKNOWN_BRANCH, reason: unknownBranchReason(pushed, await github.defaultBranch()) }
  const text = { title: filter.text(title), body: filter.text(`${body}${await checksNote(github)}`) }
  const find = async () => (await github.pullsFrom(pushed.branch)).find((pull) => pull.base.ref === base)
  const existing = await find()
  if (existing !== undefined) return updatePull(existing, text, github)
  const open = (isDraft: boolean) =>
    createOnce(() => github.createPull({ ...text, head: pushed.branch, base, draft: isDraft }), find)
  try {
    return { state: 'posted', url: (await open(draft)).url }
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 422)) throw withSettingsHint(error)
    const other = await find()
    if (other !== undefined) return updatePull(other, text, github)
    if (!draft || !/draft/i.test(error.message)) throw error
    return {
      state: 'posted',
      url: (await open(false)).url,
      reason: 'not a draft: this repository does not support drafts',
    }
  }
}

const UNKNOWN_BRANCH = { state: 'skipped', withheld: true, withheldOutcome: 'config' } as const

/**
 * The branch that contains the commit below, of the one that the event names and the default one: a pull request to another branch would
 * bring foreign commits.
 */
async function branchWith(
  below: PushedCommit['base'],
  github: Pick<PullRequestGitHub, 'defaultBranch' | 'compare'>,
): Promise<string | undefined> {
  const main = await github.defaultBranch()
  if (below === undefined) return main
  const { sha, namedBranch } = below
  for (const branch of namedBranch === undefined || namedBranch === main ? [main] : [namedBranch, main]) {
    const compared = await github.compare(branch, sha).catch(() => undefined) // a branch that does not exist
    if (compared?.mergeBase === sha) return branch
  }
  return undefined
}

function unknownBranchReason({ branch, base }: PushedCommit, main: string): string {
  const names = [base?.namedBranch, main].filter((name) => name !== undefined)
  return `the event does not say to which branch ${base?.sha.slice(0, 10)} belongs, and it is not in ${[...new Set(names)].join(' or ')}, so a pull request would bring other commits; open it from ${branch} to the right branch`
}

/** GitHub starts no workflows for what the job's own token does. Source: GitHub docs, "Triggering a workflow". */
async function checksNote(github: Pick<PullRequestGitHub, 'viewer'>): Promise<string> {
  const viewer = await github.viewer().catch(() => '') // a hint only
  if (viewer !== 'github-actions[bot]') return ''
  return "\n\n> [!NOTE]\n> GitHub starts no checks for a pull request that the token of a job opens. To start them, close and reopen this pull request. To have them started by themselves, give the action an App's token as `github_token`."
}

async function updatePull(
  { number, title, body, url }: Pull,
  text: { title: string; body: string },
  github: PullRequestGitHub,
): Promise<WriteResult> {
  if (title === text.title && body === text.body)
    return { state: 'skipped', reason: `#${number} is already up to date`, url }
  await retryOnce(() => github.updatePull(number, text))
  return { state: 'posted', url, reason: `updated the open pull request #${number}` }
}

/** Adds the repository setting to an error that no workflow permission fixes. */
function withSettingsHint(error: unknown): unknown {
  if (!(error instanceof GitHubError) || !/not permitted to create/i.test(error.message)) return error
  const hint =
    'Allow it in the repository or organization settings (Actions, General, "Allow GitHub Actions to create and approve pull requests"), or use an App token as github_token'
  return new GitHubError(error.status, error.request, `${asSentence(error.message)} ${hint}`)
}
