import { messageOf } from '../../platform/errors.ts'
import type { GitHub } from '../api/github.ts'
import type { Task } from './task.ts'

/** The number of runs of this workflow that one account may start in an hour. `workflow`: the name of its file. */
export type UserRateLimit = { maxRuns: number; workflow: string; now: number }

const HOUR_MS = 3_600_000

/**
 * The reason why an account exceeds the limit; otherwise undefined. Runs in which every job was skipped cost nothing and do not
 * count. A failed request counts as exceeded.
 */
export async function userRateLimitProblem(
  { actor, triggeringActor }: Task,
  github: Pick<GitHub, 'workflowRunsBy'>,
  { maxRuns, workflow, now }: UserRateLimit,
): Promise<string | undefined> {
  for (const name of new Set([actor, triggeringActor])) {
    try {
      const runs = await github.workflowRunsBy(name, workflow)
      const recentRuns = runs.filter(
        ({ conclusion, createdAt }) => conclusion !== 'skipped' && Date.parse(createdAt) > now - HOUR_MS,
      )
      if (recentRuns.length > maxRuns)
        return `${name} has started ${recentRuns.length} runs of ${workflow} within an hour; runs_per_hour allows ${maxRuns}.`
    } catch (error) {
      return `The number of runs of ${name} could not be checked against runs_per_hour, so nothing ran. The job needs \`actions: read\`. (${messageOf(error)})`
    }
  }
  return undefined
}
