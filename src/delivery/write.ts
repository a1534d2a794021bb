import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import type { Filter } from '../host/secrets.ts'
import { NEEDS_CONTENTS, resolveFixed, type ThreadGitHub } from './fixed-threads.ts'
import type { Intent, LabelChange } from './intent.ts'
import { bears, hashOf, type Note, noteLine, runNumber } from './note.ts'
import { postReview, type ReviewGitHub, type Writer, type Written } from './review.ts'
import { createOnce, repeatOnce } from './unclear.ts'

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
    | 'changeIssue'
    | 'createIssue'
    | 'openedBy'
    | 'reply'
  >

type Of<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>
export type Writable = Exclude<
  Intent,
  { kind: 'comment' | 'patch' | 'summary' | 'commit' | 'create_pull_request' | 'check_run' }
>

/**
 * Writes what was proposed. Everything can be repeated: what may stand there already, from an earlier attempt or because an
 * answer was lost, is looked for first. Rejects with GitHubError.
 */
export function write(intent: Writable, github: WriteGitHub, writer: Writer, filter: Filter): Promise<Written> {
  switch (intent.kind) {
    case 'review': {
      const remarks = intent.remarks.map((remark) => ({ ...remark, body: filter.text(remark.body) }))
      return postReview({ ...intent, remarks }, github, writer)
    }
    case 'extra_comment':
      return comment(intent, github, writer, filter)
    case 'reply':
      return reply(intent, github, writer, filter)
    case 'create_issue':
      return createIssue(intent, github, writer, filter)
    case 'resolve_fixed':
      return resolveFixed(intent, github, writer)
    case 'resolve_thread':
      return resolve(intent, github)
    case 'add_labels':
      return done(repeatOnce(() => github.addLabels(intent.number, intent.labels)))
    case 'remove_labels':
      return removeLabels(intent, github)
    case 'assign':
      return assign(intent, github)
    case 'update_issue':
      return update(intent, github)
  }
}

const done = (write: Promise<unknown>): Promise<Written> => write.then(() => ({ state: 'posted' }))

/** The n-th comment of a run on an issue: a run that is started again replaces what it said before. */
async function comment(
  { number, body, nth }: Of<'extra_comment'>,
  github: WriteGitHub,
  { key, run }: Writer,
  filter: Filter,
): Promise<Written> {
  const note: Note = { kind: 'comment', key, run: runNumber(run), nth }
  const text = `${noteLine(note)}\n${filter.text(body)}`
  const viewer = await github.viewer()
  const find = async () =>
    (await github.comments(number)).findLast((each) => each.author === viewer && bears(each.body, note))
  const standing = await find()
  const { url } =
    standing === undefined
      ? await createOnce(() => github.createComment(number, text), find)
      : await repeatOnce(() => github.updateComment(standing.id, text))
  return { state: 'posted', url }
}

async function reply(
  { number, to, thread, body }: Of<'reply'>,
  github: WriteGitHub,
  { key, run }: Writer,
  filter: Filter,
): Promise<Written> {
  const note: Note = { kind: 'reply', key, run: runNumber(run), id: hashOf(thread) }
  const viewer = await github.viewer()
  const find = async () =>
    (await github.remarks(number)).findLast((each) => each.author === viewer && bears(each.body, note))
  const standing = await find()
  if (standing !== undefined) return { state: 'skipped', why: 'this run has replied there already', url: standing.url }
  const { url } = await createOnce(() => github.reply(number, to, `${noteLine(note)}\n${filter.text(body)}`), find)
  return { state: 'posted', url }
}

async function createIssue(
  { title, body, labels }: Of<'create_issue'>,
  github: WriteGitHub,
  { key, run }: Writer,
  filter: Filter,
): Promise<Written> {
  const note: Note = { kind: 'issue', key, run: runNumber(run), id: hashOf(title.toLowerCase()) }
  const viewer = await github.viewer()
  const find = async () => (await github.openedBy(viewer)).find((each) => bears(each.body, note))
  const standing = await find()
  if (standing !== undefined)
    return { state: 'skipped', why: `this run has opened #${standing.number} already`, url: standing.url }
  const issue = { title: filter.text(title), body: `${noteLine(note)}\n${filter.text(body)}`, labels }
  const { url } = await createOnce(() => github.createIssue(issue), find)
  return { state: 'posted', url }
}

async function resolve({ thread }: Of<'resolve_thread'>, github: WriteGitHub): Promise<Written> {
  try {
    await repeatOnce(() => github.resolveThread(thread))
    return { state: 'posted' }
  } catch (error) {
    if (error instanceof GitHubError && error.status === 403) return { state: 'skipped', why: NEEDS_CONTENTS }
    throw error
  }
}

async function removeLabels({ number, labels }: LabelChange, github: WriteGitHub): Promise<Written> {
  for (const label of labels)
    await repeatOnce(() => github.removeLabel(number, label)).catch((error: unknown) => {
      // Somebody else was faster, or it was us and the answer was lost.
      if (!(error instanceof GitHubError && error.status === 404)) throw error
    })
  return { state: 'posted' }
}

async function assign({ number, users }: Of<'assign'>, github: WriteGitHub): Promise<Written> {
  const assigned = (await repeatOnce(() => github.assign(number, users))).map((name) => name.toLowerCase())
  const missing = users.filter((name) => !assigned.includes(name.toLowerCase()))
  return missing.length === 0
    ? { state: 'posted' }
    : {
        state: missing.length === users.length ? 'skipped' : 'posted',
        why: `GitHub did not assign ${missing.join(', ')}`,
      }
}

async function update({ number, duplicateOf, ...change }: Of<'update_issue'>, github: WriteGitHub): Promise<Written> {
  const { title, state, reason } = change
  const { url } = await repeatOnce(() =>
    github.changeIssue(number, {
      ...(title === undefined ? {} : { title }),
      ...(state === undefined ? {} : { state }),
      ...(reason === undefined ? {} : { reason }),
      ...(duplicateOf === undefined ? {} : { duplicateOf: duplicateOf.id }),
    }),
  )
  return { state: 'posted', url }
}
