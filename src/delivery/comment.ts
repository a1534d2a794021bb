import { createHash } from 'node:crypto'
import type { Comment } from '../github/answers.ts'
import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import { createOnce, isUnclear } from './unclear.ts'

export type CommentGitHub = Pick<GitHub, 'viewer' | 'comments' | 'getComment' | 'createComment' | 'updateComment'>

/**
 * Says whose comment one is. `key`: which workflow and job keep it up to date; `run`: which run wrote it last;
 * `state`: whether that run is still at it, and whether it got all done that it meant to.
 */
export type Mark = { key: string; run: string; state: (typeof STATES)[number] }
const STATES = ['working', 'partial', 'done'] as const

/** The same for every run of one job of one workflow, and harmless inside an HTML comment. */
export function keyOf(workflow: string, job: string): string {
  const readable = `${workflow} ${job}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return `${readable}.${createHash('sha256').update(`${workflow}\n${job}`).digest('hex').slice(0, 12)}`
}

/** The invisible first line of every comment we write. */
export const markLine = ({ key, run, state }: Mark): string =>
  `<!-- sluice:v1 key=${key} run=${run.replace(/[^\w.-]/g, '-')} state=${state} -->`

/** The mark on a comment's first line; a mark anywhere else was quoted by somebody. */
export function markOf(body: string): Mark | undefined {
  const found = /^<!-- sluice:v1 key=([\w.-]+) run=([\w.-]+) state=(\w+) -->(?:\r?\n|$)/.exec(body)
  const [, key, run, word] = found ?? []
  const state = STATES.find((known) => known === word)
  return key === undefined || run === undefined || state === undefined ? undefined : { key, run, state }
}

/** The same comment, whose mark says that something is missing: a run that is started again takes it up. */
export const asPartial = (body: string): string => {
  const mark = markOf(body)
  return mark === undefined ? body : body.replace(markLine(mark), () => markLine({ ...mark, state: 'partial' }))
}

/** Our newest comment whose mark fits. Ours: written by whoever our token speaks for. Rejects with GitHubError. */
export async function findOurs(
  github: CommentGitHub,
  number: number,
  fits: (mark: Mark) => boolean,
): Promise<Comment | undefined> {
  const [viewer, comments] = await Promise.all([github.viewer(), github.comments(number)])
  return comments.findLast(({ author, body }) => {
    const mark = markOf(body)
    return author === viewer && mark !== undefined && fits(mark)
  })
}

/** The newest comments, as far as they were read. `older`: how many were not. */
export type SeenComments = {
  comments: readonly { id: number; url: string; body: string; isOurs: boolean }[]
  older: number
}

/** Where ours stands, as far as somebody has looked already: which it is, that there is none, or nothing. */
export function oursAmong(
  { comments, older }: SeenComments,
  fits: (mark: Mark) => boolean,
): { id: number; url: string } | { isFirst: true } | undefined {
  const ours = comments.findLast(({ isOurs, body }) => {
    const mark = isOurs ? markOf(body) : undefined
    return mark !== undefined && fits(mark)
  })
  if (ours !== undefined) return { id: ours.id, url: ours.url }
  return older === 0 ? { isFirst: true } : undefined
}

export type Post = {
  number: number
  body: string
  /** The comment to replace, when it is known; it may have been deleted since. */
  id?: number
  /** Whether it is known that none of ours stands there. */
  isFirst?: boolean
  /** Which comment of ours to replace otherwise. */
  replaces(mark: Mark): boolean
}

/**
 * Writes one comment: replaces ours, or creates it. Safe to interrupt and to repeat: what may have been done is looked at
 * before it is done again. Rejects with GitHubError when GitHub refuses.
 */
export async function post(
  github: CommentGitHub,
  { number, body, id, isFirst = false, replaces }: Post,
): Promise<Comment> {
  let known = id ?? (isFirst ? undefined : (await findOurs(github, number, replaces))?.id)
  let missed: number | undefined
  while (known !== undefined) {
    const updated = await update(github, known, body)
    if ('comment' in updated) return updated.comment
    // GitHub says "not found" for a moment of what is new, and for good of what it will not let us touch; only what is not
    // listed is gone.
    const listed: Comment | undefined = await findOurs(github, number, replaces)
    if (listed?.id === known && missed === known) throw updated.gone
    missed = known
    known = listed?.id
  }
  return create(github, number, body)
}

/** Replacing twice does no harm, so it is simply repeated once. */
async function update(
  github: CommentGitHub,
  id: number,
  body: string,
): Promise<{ comment: Comment } | { gone: GitHubError }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { comment: await github.updateComment(id, body) }
    } catch (error) {
      if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return { gone: error }
      if (!isUnclear(error)) throw error
      const now = attempt === 1 ? undefined : await github.getComment(id)
      if (now !== undefined && sameText(now.body, body)) return { comment: now }
      if (now !== undefined) throw error
    }
  }
}

async function create(github: CommentGitHub, number: number, body: string): Promise<Comment> {
  const mine = markOf(body)
  return createOnce(
    () => github.createComment(number, body),
    () => findOurs(github, number, ({ key, run }) => key === mine?.key && run === mine.run),
  )
}

/** GitHub may change line ends and blanks at the end. */
const sameText = (left: string, right: string) =>
  left.replaceAll('\r\n', '\n').trimEnd() === right.replaceAll('\r\n', '\n').trimEnd()
