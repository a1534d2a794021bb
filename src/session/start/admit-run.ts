import type { Inputs } from '../../config/inputs/inputs.ts'
import type { Runtime } from '../../config/runtime.ts'
import type { GitHubConversation } from '../../github/api/conversation.ts'
import { readTask } from '../../github/events/read-event.ts'
import { skipPathsReason } from '../../github/events/skip-rules.ts'
import type { Task } from '../../github/events/task.ts'
import { assessTrust, type TrustAssessment } from '../../github/events/trust.ts'
import type { Ending } from '../../record/events.ts'
import { missingSecretReason, triggerOptions, trustOptions } from '../run-options.ts'
import type { RunSession, RunWork } from '../run-session.ts'
import { countBotRounds } from './bot-rounds.ts'
import { openPrefetch } from './prefetch.ts'

/** What a run starts with: its task and who asked. */
export type AdmittedRun = {
  task: Task
  /** The step's inputs, or those that an approved plan is carried out with. */
  inputs: Inputs
  assessment: TrustAssessment
  /** The comments of the issue or pull request. */
  conversation: Promise<GitHubConversation> | undefined
}

/** How a run ends that does not ask the model. */
export type RunNotStarted = { ending: Ending; work?: RunWork }

/**
 * Decides whether the event starts a run and whether this person may start one. A stranger's event asks GitHub as little as
 * possible. `loadRun` loads the code of a run meanwhile.
 */
export async function admitRun(
  inputs: Inputs,
  runtime: Runtime,
  session: RunSession,
  loadRun: () => Promise<unknown> = async () => undefined,
): Promise<AdmittedRun | RunNotStarted> {
  const { github } = session
  const trigger = await readTask(runtime.event, triggerOptions(inputs))
  if (!trigger.shouldRun) return notStarted('noop', trigger.reason)
  const missingSecret = missingSecretReason(inputs, runtime, trigger.task)
  if (missingSecret !== undefined) return notStarted('noop', missingSecret, { task: trigger.task })

  const prefetch = openPrefetch(trigger.task, { inputs, runtime, session, loadRun })
  const assessment = await assessTrust(trigger.task, github, trustOptions(inputs, runtime), prefetch.start)
  const { trust, task } = assessment
  if (trust.level === 'refused') return notStarted('refused', trust.reason, { task })
  const skippedPaths = await skipPathsReason(task, github, inputs.skip_paths)
  if (skippedPaths !== undefined) return notStarted('noop', skippedPaths, { task })

  const conversation = prefetch.conversation(task)
  const rounds = await countBotRounds(assessment, conversation, { inputs, runtime, ...session })
  if ('reason' in rounds) return notStarted('noop', rounds.reason, { task })
  return { task: rounds.task, inputs, assessment, conversation }
}

export const notStarted = (outcome: 'noop' | 'refused', text: string, work?: RunWork): RunNotStarted => ({
  ending: { end: 'skipped', outcome, text },
  work,
})
