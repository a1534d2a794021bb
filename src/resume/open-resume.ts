import { runIdentity } from '../config/run-identity.ts'
import { firstMessage } from '../github/context/first-message.ts'
import type { Task } from '../github/events/task.ts'
import { isGated } from '../review/answer-findings.ts'
import { reviewContext } from '../review/read-findings.ts'
import { fitOf, resumed } from './continued-run.ts'
import { openDismissal } from './dismissal.ts'
import { offersCode, type ReplyCommand, readReplyCommand } from './reply-command.ts'
import { type FoundRecord, fetchRecord, unchangedListAnswer } from './resume-record.ts'
import type { OpenedReply, ResumeServices, Resumption } from './resumption.ts'
import { isOfThisRun, type OwnAnswer, ownAnswers, threadAnswers } from './thread-answers.ts'
import { containsCode, openEntitledReply, uncheckedReason } from './use-code.ts'

/**
 * Decides whether a run continues an earlier conversation of its thread, because someone asks again, allows a denied call or approves a
 * plan. When the record for a question cannot be used, the run starts a new conversation, which contains the comments. When a code cannot
 * be used, the run ends before it asks the model. Never rejects.
 */
export async function openResume(task: Task, services: ResumeServices): Promise<OpenedReply> {
  const { inputs, runtime, session } = services
  if (session.isInBatch) return notResumed(task, services)
  try {
    if (task.threadReply !== undefined) return await openDismissal(task, services)
    const unchanged = await unchangedListAnswer({ task, inputs, runtime, session: { github: session.github } })
    if (unchanged !== undefined) {
      const { server, repository } = runIdentity(inputs, runtime)
      const url = `${server}/${repository}/actions/runs/${unchanged.run}`
      session.notice(
        `The listed issues are as they were when ${url} answered: its answer is used again, and no model is asked.`,
      )
      return { text: unchanged.text, structured: unchanged.structured, requested: [] }
    }
    const reply = readReplyCommand(task, runtime.event.payload, inputs.trigger_phrase)
    if (reply !== undefined && (await isOwnReply(reply, task, services)))
      return await openEntitledReply(reply, task, services)
    const isInThread = task.comment !== undefined && task.number !== undefined && task.place === undefined
    const fresh = notResumed(task, services)
    if (!inputs.resume || !isInThread) return fresh
    return await openFollowUp(task, fresh, services)
  } catch (error) {
    return { reason: uncheckedReason(error), isTold: false }
  }
}

/**
 * Other workflows have replies of these names, too. A reply is ours below an answer that offers a code. Where another workflow's answer
 * has that code, the reply is no question for this one. A whole code is ours where the workflow keeps records, and so is an edit, which
 * must start nothing.
 */
async function isOwnReply(
  reply: ReplyCommand | { problem: string },
  task: Task,
  { inputs, runtime, session: { github } }: ResumeServices,
): Promise<boolean> {
  if (task.action !== 'created' || ('code' in reply && inputs.resume)) return true
  const { answers, otherAnswers } = await threadAnswers(task, runIdentity(inputs, runtime), github)
  const isOffered = answers.some(({ comment }) => offersCode(comment.body))
  return isOffered || ('code' in reply && otherAnswers.some(containsCode(reply.code)))
}

const notResumed = (task: Task, { inputs, runtime, session: { github } }: ResumeServices): Resumption => ({
  task,
  inputs,
  claim: {},
  agent: {},
  hasReadOthers: false,
  context: async (nonce, conversation) => {
    const job = runIdentity(inputs, runtime)
    const closesGone = isGated(task, inputs)
    return reviewContext(task, { github, nonce, conversation, job, closesGone, allowedLabels: inputs.allowed_labels })
  },
  firstMessage,
  tools: (tools) => tools,
  start: async () => undefined,
  judge: async () => undefined,
})

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
  session.notice(`This run starts a new conversation: ${problem ?? 'the previous one cannot continue'}.`)
  return fresh
}

function followUpProblem(record: FoundRecord, task: Task): string | undefined {
  const fit = fitOf(record, task)
  if ('problem' in fit) return fit.problem
  return fit.needsPatch ? 'the edits of the previous run were not delivered' : undefined
}
