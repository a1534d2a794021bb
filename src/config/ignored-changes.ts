import type { GitHub } from '../github/api/github.ts'
import type { Task } from '../github/events/task.ts'
import { changedSteeringFiles } from '../github/git/steering-reader.ts'
import { messageOf } from '../platform/errors.ts'

/** Steering files that the pull request changes: the report lists them, the run ignores them. A failure only gives a notice. */
export async function findIgnoredChanges(
  task: Task,
  names: readonly string[],
  { github, notice }: { github: GitHub; notice(text: string): void },
): Promise<string[]> {
  try {
    return await changedSteeringFiles(task, github, names)
  } catch (error) {
    notice(`Could not check whether the pull request changes steering files: ${messageOf(error)}`)
    return []
  }
}
