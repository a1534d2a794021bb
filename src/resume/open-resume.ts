import { runIdentity } from '../config/run-identity.ts'
import type { Task } from '../github/events/task.ts'
import { reviewContext } from '../review/review-context.ts'
import { initialPrompt } from './initial-prompt.ts'
import { openFollowUp } from './open-follow-up.ts'
import { openEntitledReply, uncheckedReason } from './open-reply.ts'
import { readReplyCommand } from './reply-command.ts'
import type { OpenedReply, ResumeServices, Resumption } from './resumption.ts'

/**
 * Decides whether a run continues an earlier conversation of its thread: because somebody asks again, allows a denied call or approves a
 * plan. A question whose record cannot be used starts a conversation of its own, which knows the comments; a code that cannot be used is
 * refused before the model is asked. Never rejects.
 */
export async function openResume(task: Task, services: ResumeServices): Promise<OpenedReply> {
  const { inputs, runtime, session } = services
  if (session.isInBatch) return notResumed(task, services)
  try {
    const reply = readReplyCommand(task, runtime.event.payload, inputs.trigger_phrase)
    if (reply !== undefined) return await openEntitledReply(reply, task, services)
    const isInThread = task.comment !== undefined && task.number !== undefined && task.place === undefined
    const fresh = notResumed(task, services)
    if (!inputs.resume || !isInThread) return fresh
    return await openFollowUp(task, fresh, services)
  } catch (error) {
    return { reason: uncheckedReason(error), isTold: false }
  }
}

const notResumed = (task: Task, { inputs, runtime, session: { github } }: ResumeServices): Resumption => ({
  task,
  inputs,
  claim: {},
  agent: {},
  context: async (nonce, conversation) => {
    return reviewContext(task, { github, nonce, conversation, job: runIdentity(inputs, runtime) })
  },
  firstMessage: initialPrompt,
  tools: (tools) => tools,
  start: async () => undefined,
  judge: async () => undefined,
})
