import { type Inputs, triggerOptions, trustOptions } from '../config/inputs.ts'
import { prefetchPinned } from '../config/pinned-config.ts'
import type { Runtime } from '../config/runtime.ts'
import { answeredBefore, attemptsOnBranch, countBotRounds, endDeadRuns } from '../delivery/attempts.ts'
import type { GitHubConversation } from '../github/api/issue-conversation.ts'
import { prefetchTree } from '../github/cached-client.ts'
import { prefetchChangedFiles } from '../github/context/changed-files.ts'
import { readConversation } from '../github/context/context-comments.ts'
import { noItemsReason } from '../github/events/listed-items.ts'
import { readTask } from '../github/events/read-event.ts'
import type { Task } from '../github/events/task.ts'
import { isProbablyMember } from '../github/events/task-facts.ts'
import { firstLook, goneTarget, skipPathsReason } from '../github/events/trigger-rules.ts'
import { assessTrust, type TrustAssessment } from '../github/events/trust.ts'
import { lazy } from '../platform/lazy.ts'
import type { Ending } from '../record/events.ts'
import { withoutForbiddenComment } from '../results/step-results.ts'
import { missingSecretReason } from './run-options.ts'
import type { RunSession, RunWork } from './run-session.ts'

/** What a run starts with: its task and who asked. */
export type AdmittedRun = {
  task: Task
  /** The step's inputs, or those that an approved plan is carried out with. */
  inputs: Inputs
  assessment: TrustAssessment
  /** The comments of the issue or pull request. */
  conversation: Promise<GitHubConversation> | undefined
}

/** The end of a run that does not ask the model. */
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
  const nothingToDo = noItemsReason(task) ?? (await skipPathsReason(task, github, inputs.skip_paths))
  if (nothingToDo !== undefined) return notStarted('noop', nothingToDo, { task })

  const now = await firstLook(task, github, prefetch.conversation(task))
  const loss = await goneTarget(task, runtime.event.payload, now, inputs)
  if (loss !== undefined) return notStarted('noop', loss.reason, { task, isTold: loss.isTold })
  const { conversation, busy } = await endDeadRuns(task, prefetch.conversation(task), { inputs, runtime, ...session })
  const rounds = await countBotRounds(assessment, conversation, { inputs, runtime, ...session })
  if ('reason' in rounds) return notStarted('noop', rounds.reason, { task })
  const answered = busy ?? (await answeredBefore(task, conversation, { inputs, runtime, ...session }))
  if (answered !== undefined) return notStarted('noop', answered, { task })
  const tried = await attemptsOnBranch(assessment, { inputs, runtime, ...session })
  if (tried !== undefined) return notStarted('noop', tried, { task, isTold: true })
  const delivered = await withoutForbiddenComment(inputs, assessment, { runtime, session })
  return { task: rounds.task, inputs: delivered, assessment, conversation }
}

export const notStarted = (outcome: 'noop' | 'refused', text: string, work?: RunWork): RunNotStarted => ({
  ending: { end: 'skipped', outcome, text },
  work,
})

/** What a run that may start needs, begun while GitHub answers who may start it. */
export type Prefetch = {
  /** Called with the first question to GitHub. */
  start(): void
  /** The conversation of the task that the run has now; one request, whenever it was begun. */
  conversation(admitted: Task): Promise<GitHubConversation> | undefined
}

type PrefetchServices = {
  inputs: Inputs
  runtime: Runtime
  session: RunSession
  /** Loads the code of a run. */
  loadRun: () => Promise<unknown>
}

/**
 * Only reads and loads. The conversation and the code of a run come only for an author who probably may start runs; a stranger's event
 * costs the questions who they are and what configures the run. Where `skip_paths` may end the run, the changed files come first.
 */
export function openPrefetch(task: Task, { inputs, runtime, session, loadRun }: PrefetchServices): Prefetch {
  const { github } = session
  const conversation = lazy(() => readConversation(task, github))
  return {
    start() {
      void prefetchTree(task.base?.sha ?? task.sha, session)
      void prefetchPinned(inputs, github)
      if (inputs.skip_paths.length > 0 || !isProbablyMember(runtime.event)) return
      void conversation()
      void prefetchChangedFiles(task, github)
      loadRun().catch(() => undefined) // the run loads it again
    },
    conversation: (admitted) =>
      admitted.number === task.number && admitted.kind === task.kind
        ? conversation()
        : readConversation(admitted, github),
  }
}
