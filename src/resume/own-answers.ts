import type { Inputs } from '../config/inputs/inputs.ts'
import { type RunIdentity, runIdentity } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import type { GitHub } from '../github/api/github.ts'
import { withoutAttempt } from '../github/comment-marker.ts'
import type { Task } from '../github/events/task.ts'
import { jobKey, parseMarker } from '../github/result-marker.ts'
import type { OwnAnswer } from './find-record.ts'

/** The answers of this job in the thread of a task, oldest first: comments of the token's account with the job's marker. */
export async function ownAnswers(task: Task, identity: RunIdentity, github: GitHub): Promise<OwnAnswer[]> {
  const { number, comment } = task
  if (number === undefined) return []
  const [viewer, comments] = await Promise.all([
    github.viewer(),
    comment?.thread === undefined ? github.comments(number) : github.threadComments(number, comment.thread),
  ])
  const key = jobKey(identity.workflow, identity.job)
  return comments.flatMap((each) => {
    const marker = each.author === viewer ? parseMarker(each.body) : undefined
    return marker?.key === key ? [{ comment: each, marker }] : []
  })
}

export const isOfThisRun = (run: string, inputs: Inputs, runtime: Runtime): boolean =>
  withoutAttempt(run) === withoutAttempt(runIdentity(inputs, runtime).run)
