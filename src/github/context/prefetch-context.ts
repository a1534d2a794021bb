import type { GitHubConversation } from '../api/conversation.ts'
import type { GitHub } from '../api/github.ts'
import type { Task } from '../events/task.ts'

/** The maximum UTF-16 units of all comments together. */
export const CONVERSATION_CHARACTERS = 40_000

/** The conversation of the task's issue or pull request; undefined when the task has none. Rejects with GitHubError. */
export function readConversation(task: Task, github: GitHub): Promise<GitHubConversation> | undefined {
  if (task.number === undefined || (task.kind !== 'pull_request' && task.kind !== 'issue')) return undefined
  const conversation = github.conversation(task.number, task.kind, CONVERSATION_CHARACTERS)
  conversation.catch(() => undefined) // those who await it still see the error
  return conversation
}

/** Asks a client with a cache for the diff between the commits of the event, and for the files of the pull request. */
export async function prefetchChangedFiles(
  { kind, number, base, head }: Task,
  github: Pick<GitHub, 'compare' | 'files'>,
): Promise<void> {
  if (kind !== 'pull_request' || number === undefined) return
  const commits = base !== undefined && head !== undefined
  await Promise.allSettled([github.files(number), commits && github.compare(base.sha, head.sha)])
}
