import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import type { Thread } from '../github/review-calls.ts'
import type { Intent } from './intent.ts'
import { plural } from './markdown.ts'
import { noteOf } from './note.ts'
import type { Writer, Written } from './review.ts'
import { repeatOnce } from './unclear.ts'

export type ThreadGitHub = Pick<GitHub, 'viewer' | 'threads' | 'resolveThread'>

/** What GitHub wants for resolving is more than for writing the thread; no workflow gives that away for a tidier page. */
export const NEEDS_CONTENTS = 'GitHub lets a token resolve threads only with `contents: write`'

/** Each is a write of its own; what is left waits for the next run. */
const MOST = 30

/**
 * Resolves the threads whose point is settled: opened by this job in an earlier run, on lines that have been changed since,
 * without an answer by anybody, in a file this run has no remark on. Rejects with GitHubError when it cannot even look.
 */
export async function resolveFixed(
  { number, remarked }: Extract<Intent, { kind: 'resolve_fixed' }>,
  github: ThreadGitHub,
  { key }: Writer,
): Promise<Written> {
  const [viewer, threads] = await Promise.all([github.viewer(), github.threads(number)])
  const fixed = threads.filter((thread) => isFixed(thread, viewer, key) && !remarked.includes(thread.path))
  if (fixed.length === 0) return { state: 'skipped', why: 'no earlier remark is settled' }
  for (const [done, { id }] of fixed.slice(0, MOST).entries())
    try {
      await repeatOnce(() => github.resolveThread(id))
    } catch (error) {
      if (!(error instanceof GitHubError && error.status === 403)) throw error
      return done === 0
        ? { state: 'skipped', why: NEEDS_CONTENTS }
        : { state: 'posted', why: `${done} of ${fixed.length}; ${NEEDS_CONTENTS}` }
    }
  return fixed.length <= MOST
    ? { state: 'posted' }
    : { state: 'posted', why: `${MOST} of ${plural(fixed.length, 'thread')}; the next run goes on` }
}

function isFixed({ isResolved, isOutdated, count, remarks: [first] }: Thread, viewer: string, key: string): boolean {
  if (isResolved || !isOutdated || count !== 1 || first === undefined || first.author !== viewer) return false
  const note = noteOf(first.body)
  return note?.kind === 'remark' && note.key === key
}
