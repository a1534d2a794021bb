import { runIdentity } from '../config/run-identity.ts'
import type { Task } from '../github/events/task.ts'
import { fitOf, resumed } from './continued-run.ts'
import { type FoundRecord, fetchRecord, type OwnAnswer } from './find-record.ts'
import { isOfThisRun, ownAnswers } from './own-answers.ts'
import type { ResumeServices, Resumption } from './resumption.ts'

/** The run that continues the last answer of this job in the thread, or `fresh`, which begins a conversation. */
export async function openFollowUp(task: Task, fresh: Resumption, services: ResumeServices): Promise<Resumption> {
  const { inputs, runtime, session, trust } = services
  const { requestedAt } = task
  if (trust.level === 'visitor' || requestedAt === undefined) return fresh
  const answers = await ownAnswers(task, runIdentity(inputs, runtime), session.github).catch(() => [])
  const isEarlier = ({ comment, marker }: OwnAnswer) =>
    Date.parse(comment.createdAt) < Date.parse(requestedAt) && !isOfThisRun(marker.run, inputs, runtime)
  const last = answers.findLast((answer) => isEarlier(answer) && answer.marker.record !== undefined)
  if (last === undefined) return fresh
  const found = await fetchRecord(last, { github: session.github, env: runtime.env })
  const problem = found.ok ? followUpProblem(found.record, task) : found.reason
  if (found.ok && problem === undefined)
    return resumed({ kind: 'follow_up', record: found.record, needsPatch: false, underApproval: false }, task, services)
  session.notice(`This run starts a conversation of its own: ${problem ?? 'the one before cannot go on'}.`)
  return fresh
}

function followUpProblem(record: FoundRecord, task: Task): string | undefined {
  const fit = fitOf(record, task)
  if ('problem' in fit) return fit.problem
  return fit.needsPatch ? 'the edits of the one before were not delivered' : undefined
}
