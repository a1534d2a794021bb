import { createHash } from 'node:crypto'
import type { Comment } from '../github/answers.ts'
import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import { createOnce, isUnclear } from './unclear.ts'

export type CommentGitHub = Pick<GitHub, 'viewer' | 'comments' | 'getComment' | 'createComment' | 'updateComment'>

/**
 * Says whose comment one is. `key`: which workflow and job keep it up to date; `run`: which run wrote it last;
 * `state`: whether that run is still at it.
 */
export type Mark = { key: string; run: string; state: 'working' | 'done' }

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
  const found = /^<!-- sluice:v1 key=([\w.-]+) run=([\w.-]+) state=(working|done) -->(?:\r?\n|$)/.exec(body)
  const [, key, run, state] = found ?? []
  return key === undefined || run === undefined
    ? undefined
    : { key, run, state: state === 'working' ? 'working' : 'done' }
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

export type Post = {
  number: number
  body: string
  /** The comment to replace, when it is known; it may have been deleted since. */
  id?: number
  /** Which comment of ours to replace otherwise. */
  replaces(mark: Mark): boolean
}

/**
 * Writes one comment: replaces ours, or creates it. Safe to interrupt and to repeat: what may have been done is looked at
 * before it is done again. Rejects with GitHubError when GitHub refuses.
 */
export async function post(github: CommentGitHub, { number, body, id, replaces }: Post): Promise<Comment> {
  let known = id ?? (await findOurs(github, number, replaces))?.id
  while (known !== undefined) {
    const updated = await update(github, known, body)
    if ('comment' in updated) return updated.comment
    // GitHub says "not found" of what it will not let us touch as well; only what is not listed is gone.
    const listed: Comment | undefined = await findOurs(github, number, replaces)
    if (listed?.id === known) throw updated.gone
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
