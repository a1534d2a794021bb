import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { ReviewThread } from '../../github/api/reviews.ts'
import { parseCommentMarker } from '../../github/comment-marker.ts'
import { pluralize } from '../../text/write-markdown.ts'
import type { Intent } from '../plan/intent.ts'
import { retryOnce } from './idempotent-write.ts'
import type { WriteResult, Writer } from './review.ts'

export type ThreadGitHub = Pick<GitHub, 'viewer' | 'threads' | 'resolveThread' | 'unresolveThread'>

/** Most workflows do not grant this permission, so its absence is no failure. */
export const NEEDS_CONTENTS = 'GitHub lets a token resolve threads only with `contents: write`'

/** Per run. Each thread is one write; the next run resolves the rest. */
const MAX_THREADS = 30

/**
 * Resolves the fixed threads: opened by this job in an earlier run, on lines that changed since, without a reply, in a file
 * without a new inline comment. Rejects with GitHubError when the threads cannot be read.
 */
export async function resolveFixed(
  { number, commentedPaths }: Extract<Intent, { kind: 'resolve_fixed' }>,
  github: ThreadGitHub,
  { key }: Writer,
): Promise<WriteResult> {
  const [viewer, threads] = await Promise.all([github.viewer(), github.threads(number)])
  const fixed = threads.filter((thread) => isFixed(thread, viewer, key) && !commentedPaths.includes(thread.path))
  if (fixed.length === 0) return { state: 'skipped', reason: 'no earlier inline comment is fixed' }
  for (const [done, { id }] of fixed.slice(0, MAX_THREADS).entries())
    try {
      await retryOnce(() => github.resolveThread(id))
    } catch (error) {
      if (!(error instanceof GitHubError && error.status === 403)) throw error
      return done === 0
        ? { state: 'skipped', reason: NEEDS_CONTENTS }
        : { state: 'posted', reason: `${done} of ${fixed.length}; ${NEEDS_CONTENTS}` }
    }
  return fixed.length <= MAX_THREADS
    ? { state: 'posted' }
    : {
        state: 'posted',
        reason: `${MAX_THREADS} of ${pluralize(fixed.length, 'thread')}; the next run resolves the rest`,
      }
}

function isFixed(
  { isResolved, isOutdated, commentCount, comments: [first] }: ReviewThread,
  viewer: string,
  key: string,
): boolean {
  if (isResolved || !isOutdated || commentCount !== 1 || first === undefined || first.author !== viewer) return false
  const marker = parseCommentMarker(first.body)
  // A finding is resolved when the model verified the fix, not because its lines changed.
  return marker?.kind === 'remark' && marker.key === key && marker.f === undefined
}
