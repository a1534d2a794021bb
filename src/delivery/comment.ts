import { createHash } from 'node:crypto'
import type { Comment } from '../github/answers.ts'
import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'

export type CommentGitHub = Pick<GitHub, 'viewer' | 'comments' | 'createComment' | 'updateComment'>

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
 * Writes one comment: replaces ours, or creates it. Safe to interrupt and to repeat: a request whose answer was lost is
 * repeated only after a look at what it did. Rejects with GitHubError when GitHub refuses.
 */
export async function post(github: CommentGitHub, { number, body, id, replaces }: Post): Promise<Comment> {
  const known = id ?? (await findOurs(github, number, replaces))?.id
  const updated = known === undefined ? undefined : await update(github, known, body)
  if (updated !== undefined) return updated
  // Ours was deleted, or there never was one.
  try {
    return await github.createComment(number, body)
  } catch (error) {
    if (!isUnclear(error)) throw error
  }
  const mine = markOf(body)
  const created = await findOurs(github, number, (mark) => mark.key === mine?.key && mark.run === mine.run)
  return created ?? (await createAgain(github, number, body))
}

/** The second and last attempt; when its answer is lost as well, a last look decides whether it worked. */
async function createAgain(github: CommentGitHub, number: number, body: string): Promise<Comment> {
  try {
    return await github.createComment(number, body)
  } catch (error) {
    const mine = markOf(body)
    const created = isUnclear(error)
      ? await findOurs(github, number, (mark) => mark.key === mine?.key && mark.run === mine.run)
      : undefined
    if (created === undefined) throw error
    return created
  }
}

/** Replacing twice does no harm, so it is simply repeated once. Undefined: the comment is gone. */
async function update(github: CommentGitHub, id: number, body: string): Promise<Comment | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await github.updateComment(id, body)
    } catch (error) {
      if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return undefined
      if (!isUnclear(error) || attempt === 2) throw error
    }
  }
}

/** No answer, or one from a server in trouble: the thing may have been done. */
const isUnclear = (error: unknown) => error instanceof GitHubError && (error.status === 0 || error.status >= 500)
