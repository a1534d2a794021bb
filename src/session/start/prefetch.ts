import type { Inputs } from '../../config/inputs/inputs.ts'
import { prefetchPinned } from '../../config/pinned/pinned-config.ts'
import type { Runtime } from '../../config/runtime.ts'
import type { GitHubConversation } from '../../github/api/conversation.ts'
import { prefetchTree } from '../../github/cached-client.ts'
import { prefetchChangedFiles, readConversation } from '../../github/context/prefetch-context.ts'
import { isProbablyMember } from '../../github/events/author-association.ts'
import type { Task } from '../../github/events/task.ts'
import { lazy } from '../../platform/lazy.ts'
import type { RunSession } from '../run-session.ts'

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
