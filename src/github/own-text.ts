import { createHash } from 'node:crypto'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { GitHub } from './api/github.ts'

declare const confirmed: unique symbol

/**
 * A text of this workflow on GitHub whose mark GitHub confirms. Every workflow of a repository writes as `github-actions[bot]`, so
 * another one can write any mark, and people with write permission can edit ours. Only `confirmTexts` makes one of a text from GitHub, and
 * only from such a text can anything but the address of a mark be read.
 */
export type OwnText = string & { readonly [confirmed]: true }

/**
 * A text as GitHub gives it: a comment, a reply, a review, an issue. `isOwn`: whether the account of the token wrote it, where GitHub says
 * so; else its author decides. `editor`: who edited it last, where GitHub says so.
 */
export type WrittenText = {
  body: string
  isOwn?: boolean | undefined
  author?: string | undefined
  createdAt?: string | undefined
  editedAt?: string | undefined
  updatedAt?: string | undefined
  editor?: string | undefined
  /** Its page, with the number of its issue, pull request or discussion. */
  url?: string | undefined
  /** By which to ask who edited it last, where neither `updatedAt` nor `editedAt` says so. */
  nodeId?: string | undefined
}

export type OwnTextGitHub = Pick<GitHub, 'ownRun' | 'viewer' | 'lastEditor'>

export type OwnTexts = {
  /** The text, if it is one of ours. */
  of(text: WrittenText): OwnText | undefined
  /** Whether the text is by our account and GitHub does not say which workflow wrote it: the token lacks `actions: read`. */
  isUnsure(text: WrittenText): boolean
  /** How many texts `isUnsure` is true for. */
  unsure: number
}

/**
 * Which of the texts are ours. A mark counts when the run that it names exists, is of this workflow file with code of this repository, and
 * ran when the text changed last; and when it stands above the text and in the place for which that run wrote it. Asks about all runs at once. Rejects with GitHubError when the account of the token is unknown.
 */
export async function confirmTexts(texts: readonly WrittenText[], github: OwnTextGitHub): Promise<OwnTexts> {
  const marked = texts.filter(({ body, isOwn }) => isOwn !== false && writingRun(body) !== undefined)
  const viewer = marked.some(({ isOwn }) => isOwn === undefined) ? await github.viewer() : undefined
  const own = marked.filter(({ isOwn, author }) => isOwn ?? author === viewer)
  const answers = await Promise.all(own.map(async (text) => [text, await writtenBy(text, github)] as const))
  const states = new Map<WrittenText, 'ours' | 'foreign' | 'unknown'>(answers)
  return {
    of: (text) => (states.get(text) === 'ours' ? (text.body as OwnText) : undefined), // confirmed just now
    isUnsure: (text) => states.get(text) === 'unknown',
    unsure: answers.filter(([, state]) => state === 'unknown').length,
  }
}

async function writtenBy(text: WrittenText, github: OwnTextGitHub): Promise<'ours' | 'foreign' | 'unknown'> {
  if (isCopy(text)) return 'foreign'
  const { author, editor, createdAt, updatedAt, nodeId } = text
  if (editor !== undefined && author !== undefined && editor !== author) return 'foreign'
  const isEditKnown = updatedAt !== undefined || 'editedAt' in text || nodeId === undefined
  const [run, edit] = await Promise.all([
    github.ownRun(writingRun(text.body) ?? ''),
    isEditKnown ? undefined : github.lastEditor(nodeId).catch(() => 'unknown' as const),
  ])
  if (run.state !== 'ours') return run.state
  if (edit === 'unknown') return 'unknown'
  if (edit?.isByAuthor === false) return 'foreign'
  // GitHub's times are in whole seconds.
  const changed = Date.parse(edit?.editedAt ?? text.editedAt ?? updatedAt ?? createdAt ?? '')
  const { startedAt, endedAt } = run
  return changed >= Date.parse(startedAt) && (endedAt === undefined || changed <= Date.parse(endedAt))
    ? 'ours'
    : 'foreign'
}

/**
 * Whether a text of our account is one of ours that somebody edited since: the run that its mark names is ours, and the text was there
 * before that run ended, which no copy was. Enough to replace the text or to close its issue, and for nothing else.
 */
export async function isEditOfOurs(text: WrittenText, github: OwnTextGitHub): Promise<boolean> {
  const { body, isOwn, author, createdAt = '' } = text
  if (isElsewhere(text) || !(isOwn ?? author === (await github.viewer()))) return false
  const run = await github.ownRun(writingRun(body) ?? '')
  return run.state === 'ours' && (run.endedAt === undefined || Date.parse(createdAt) <= Date.parse(run.endedAt))
}

/**
 * Confirms the texts of all workflows that use this action, as a commit of the default branch has them. `action`: `owner/name`, as the runner
 * says it.
 */
export function withSiblings(
  github: OwnTextGitHub & Pick<GitHub, 'repositoryRun'>,
  steering: Pick<CommitReader, 'read'>,
  action: string,
): OwnTextGitHub {
  const { viewer, lastEditor } = github
  return {
    viewer,
    lastEditor,
    async ownRun(name) {
      const own = await github.ownRun(name)
      if (own.state !== 'foreign') return own
      const { path = '', ...run } = await github.repositoryRun(name)
      if (run.state !== 'ours') return run
      const text = await steering.read(path).catch(() => undefined)
      const users = [...(text ?? '').matchAll(/\buses:\s*['"]?([\w.-]+\/[\w.-]+)/g)].map(([, used = '']) =>
        used.toLowerCase(),
      )
      return users.some((used) => used === action.toLowerCase() || used.endsWith('/sluice'))
        ? run
        : { state: 'foreign' }
    },
  }
}

/** What a mark says about the text below it. */
const digestOfText = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n').trim()).digest('hex').slice(0, 16)

/** What a mark says about the text and its place: they stand before the fields that identify it. */
const BINDING = /^(<!-- sluice:v1)(?: read=trusted)?(?: item=\d{1,12})?(?: text=[0-9a-f]{16})?(?= )/

export type Binding = {
  /** The run that writes the text read no text of people without write permission. */
  read?: 'trusted' | undefined
  /** The number of the issue or pull request with the text. */
  item?: number
}

/** The text with a mark that counts in this place and above this text only. A mark alone stays as it is. */
export function boundText(text: string, { read, item = 0 }: Binding): string {
  const end = text.indexOf('\n')
  if (end < 0) return text
  const fields = [
    read === undefined ? '' : ` read=${read}`,
    item === 0 ? '' : ` item=${item}`,
    ` text=${digestOfText(text.slice(end + 1))}`,
  ].join('')
  return text.replace(BINDING, (_, start: string) => start + fields)
}

/** The text as it was before. */
export const unboundText = (text: string): string => text.replace(BINDING, '$1')

/**
 * Whether the run that wrote a text of ours read no text of people without write permission. Who writes that also writes the digest: a
 * line without one is of an earlier version, which did not say what it read.
 */
export const hasReadTrustedOnly = (text: OwnText): boolean =>
  / read=trusted(?: item=\d{1,12})? text=[0-9a-f]{16} /.test(/^<!-- sluice:v1 [^\n]*-->/.exec(text)?.[0] ?? '')

/** The first line of the summary of a check run of ours whose run read no text of people without write permission. */
const READ_TRUSTED_CHECK = '<!-- sluice:v1 read=trusted -->\n'

/** Whether a check run of ours quotes what its run read of people without write permission. A run that still works has quoted nothing. */
export const isCheckOfOthers = (check: { externalId?: unknown; conclusion?: unknown; summary?: unknown }): boolean =>
  /^sluice(?:-review)?:/.test(String(check.externalId)) &&
  check.conclusion !== undefined &&
  !String(check.summary).startsWith(READ_TRUSTED_CHECK)

type WritingGitHub = Pick<
  GitHub,
  | 'updateCheck'
  | 'createComment'
  | 'updateComment'
  | 'createReview'
  | 'replyToComment'
  | 'updateReviewComment'
  | 'createIssue'
  | 'updateIssue'
  | 'createDiscussion'
  | 'updateDiscussion'
  | 'replyToDiscussion'
  | 'updateDiscussionComment'
  | 'commentOnCommit'
  | 'updateCommitComment'
>

/** A client that binds the marks of the texts that it writes. `read`: what the run has read by then. */
export function withBoundMarks<Client extends WritingGitHub>(github: Client, read: () => Binding['read']): Client {
  const bound = (text: string, item?: number) => boundText(text, { read: read(), item })
  // The mark on a rewritten text of somebody else says nothing about the text.
  const boundReport = (text: string, item: number) =>
    text.startsWith('<!-- sluice:v1 kind=rewrite ') ? text : bound(text, item)
  return {
    ...github,
    updateCheck(id, { output, ...change }) {
      if (output === undefined || read() === undefined) return github.updateCheck(id, { ...change, output })
      const summary = READ_TRUSTED_CHECK + output.summary
      return github.updateCheck(id, { ...change, output: { ...output, summary } })
    },
    createComment: (number, body) => github.createComment(number, bound(body, number)),
    updateComment: (id, body) => github.updateComment(id, bound(body)),
    createReview: (number, { body, comments, ...review }) =>
      github.createReview(number, {
        ...review,
        body: bound(body, number),
        comments: comments.map((each) => ({ ...each, body: bound(each.body, number) })),
      }),
    replyToComment: (number, thread, body) => github.replyToComment(number, thread, bound(body, number)),
    updateReviewComment: (id, body) => github.updateReviewComment(id, bound(body)),
    createIssue: (issue) => github.createIssue({ ...issue, body: bound(issue.body) }),
    updateIssue: (number, change) =>
      github.updateIssue(number, { ...change, body: change.body && boundReport(change.body, number) }),
    createDiscussion: (text) => github.createDiscussion({ ...text, body: bound(text.body) }),
    updateDiscussion: (id, { body, number }) => github.updateDiscussion(id, { body: bound(body, number), number }),
    replyToDiscussion: (place, body) => github.replyToDiscussion(place, bound(body, place.number)),
    updateDiscussionComment: (place, id, body) => github.updateDiscussionComment(place, id, bound(body, place.number)),
    commentOnCommit: (sha, body) => github.commentOnCommit(sha, bound(body)),
    updateCommitComment: (id, body) => github.updateCommitComment(id, bound(body)),
  }
}

/** Whether the mark was written for another text or another place. Marks of earlier versions do not say. */
function isCopy(text: WrittenText): boolean {
  const [line = '', ...rest] = text.body.split('\n')
  const digest = / text=([0-9a-f]{16})(?= )/.exec(line)?.[1]
  return isElsewhere(text) || (digest !== undefined && digest !== digestOfText(rest.join('\n')))
}

function isElsewhere({ body, url = '' }: WrittenText): boolean {
  const item = / item=(\d{1,12})(?= )/.exec(body.split('\n', 1)[0] ?? '')?.[1]
  const place = /\/(?:issues|pull|discussions)\/(\d+)(?:#|$)/.exec(url)?.[1]
  return item !== undefined && place !== undefined && item !== place
}

/** For where no text can be ours. */
export const NO_OWN_TEXTS: OwnTexts = { of: () => undefined, isUnsure: () => false, unsure: 0 }

/** The run and attempt that the mark on the first line names: in `by` or `record` where its `run` is the event that started the run. */
function writingRun(body: string): string | undefined {
  const line = /^<!-- sluice:v1 ([^\n]*)-->/.exec(body)?.[1] ?? ''
  return [/(?:^| )by=(\d{1,15}\.\d{1,6}) /, / record=(\d{1,15}\.\d{1,6})\.\d+ /, / run=(\d{1,15}\.\d{1,6}) /].flatMap(
    (name) => name.exec(line)?.[1] ?? [],
  )[0]
}
