import type { Inputs } from '../config/inputs.ts'
import { type RunIdentity, runIdentity } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import type { Comment } from '../github/api/response-schemas.ts'
import { withoutAttempt } from '../github/comment-marker.ts'
import type { Task } from '../github/events/task.ts'
import { isBotName } from '../github/events/trigger-rules.ts'
import { claimedMark, jobKey, type ResultMarker } from '../github/result-marker.ts'
import type { RecordRef } from '../record/events.ts'

/** A comment of ours with its marker. */
export type OwnAnswer = { comment: Comment; marker: ResultMarker }

/** The answers of this job in the thread of a task, oldest first: comments of the token's account with the job's marker. */
export const ownAnswers = async (task: Task, identity: RunIdentity, github: GitHub): Promise<OwnAnswer[]> =>
  (await threadAnswers(task, identity, github)).answers

/** `answers`: those of this job. `otherAnswers`: those of other jobs and workflows, which may write with another token. */
export type ThreadAnswers = { answers: OwnAnswer[]; otherAnswers: OwnAnswer[]; viewer: string }

/** What the markers claim is enough here: a code needs the digest of its record, and a claim that it was used only refuses it. */
export async function threadAnswers(task: Task, identity: RunIdentity, github: GitHub): Promise<ThreadAnswers> {
  const { number, comment } = task
  if (number === undefined) return { answers: [], otherAnswers: [], viewer: '' }
  const [viewer, comments] = await Promise.all([
    github.viewer(),
    comment?.thread === undefined ? github.comments(number) : github.threadComments(number, comment.thread),
  ])
  const key = jobKey(identity.workflow, identity.job)
  const marked = comments.flatMap((each) => {
    const marker = each.author === viewer || isBotName(each.author ?? '') ? claimedMark(each.body) : undefined
    return marker === undefined ? [] : [{ comment: each, marker }]
  })
  const isOwn = ({ comment: { author }, marker }: OwnAnswer) => author === viewer && marker.key === key
  return { answers: marked.filter(isOwn), otherAnswers: marked.filter((each) => !isOwn(each)), viewer }
}

/**
 * Whether another job's answer offers a code: only its author edited it, and its run ran code of this repository. Where the token may not
 * read runs, only answers of its own account count.
 */
export async function isConfirmedAnswer(
  { comment, marker }: OwnAnswer,
  viewer: string,
  github: GitHub,
): Promise<boolean> {
  const ref = recordRef(marker)
  if (ref === undefined || !(await github.lastEditor(comment.nodeId)).isByAuthor) return false
  const run = await github.runAttempt(ref.run, ref.attempt).catch((error: unknown) => {
    if (error instanceof GitHubError && error.status === 403) return undefined
    throw error
  })
  return run === undefined ? comment.author === viewer : run.headRepositoryId === run.repositoryId
}

export const isOfThisRun = (run: string, inputs: Inputs, runtime: Runtime): boolean =>
  withoutAttempt(run) === withoutAttempt(runIdentity(inputs, runtime).run)

export function recordRef({ record, sha256 }: ResultMarker): RecordRef | undefined {
  const [run, attempt, artifact] = (record ?? '').split('.').map(Number)
  if (run === undefined || attempt === undefined || artifact === undefined || sha256 === undefined) return undefined
  return { run, attempt, artifact, sha256 }
}
