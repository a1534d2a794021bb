import type { Environment } from '../platform/environment.ts'
import type { GitHub } from './api/github.ts'
import type { RunAttempt } from './api/workflow-runs.ts'
import { parseMarker } from './result-marker.ts'

/** A comment by the account of the token, and when its text changed last. */
export type MarkedComment = { body: string; changedAt: string }

type MarkServices = { github: Pick<GitHub, 'runAttempt'>; env: Environment }

/**
 * The comments whose mark GitHub confirms. Every workflow of a repository writes as `github-actions[bot]`, so another one can post any
 * mark. A mark counts when the run that it names exists, is of this workflow file, and ran when the comment was written. Without
 * `actions: read` none counts. Asks about all runs at once. Never rejects.
 */
export async function confirmedComments<Comment extends MarkedComment>(
  comments: readonly Comment[],
  { github, env }: MarkServices,
): Promise<Comment[]> {
  const attempts = new Map<string, Promise<RunAttempt | undefined>>()
  const attemptOf = (name: string) => {
    const [run = 0, attempt = 0] = name.split('.').map(Number)
    const asked = attempts.get(name) ?? github.runAttempt(run, attempt).catch(() => undefined)
    attempts.set(name, asked)
    return asked
  }
  const confirmed = await Promise.all(
    comments.map(async (comment) => {
      const name = writerOf(comment.body)
      const run = name === undefined ? undefined : await attemptOf(name)
      return run !== undefined && name === `${run.id}.${run.attempt}` && hasWritten(run, comment, env)
    }),
  )
  return comments.filter((_, index) => confirmed[index])
}

/** The run and attempt that a mark names: `by` where the comment belongs to the event that started the run. */
function writerOf(body: string): string | undefined {
  const marker = parseMarker(body)
  return [marker?.by, marker?.run].find((name) => name !== undefined && /^\d{1,15}\.\d{1,6}$/.test(name))
}

/** GitHub's times are in whole seconds. */
function hasWritten(run: RunAttempt, { changedAt }: MarkedComment, { GITHUB_WORKFLOW_REF: ref = '' }: Environment) {
  const ours = /^[^/]+\/[^/]+\/(.+?)@/.exec(ref)?.[1]
  const changed = Date.parse(changedAt)
  return (
    ours === run.path.replace(/@.*$/, '') &&
    run.headRepositoryId === run.repositoryId &&
    changed >= Date.parse(run.startedAt) &&
    (run.endedAt === undefined || changed <= Date.parse(run.endedAt))
  )
}
