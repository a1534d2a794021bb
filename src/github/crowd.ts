import { messageOf } from '../host/errors.ts'
import type { GitHub } from './client.ts'
import type { Task } from './task.ts'

/** How many runs of this workflow one person may cause an hour. `workflow`: its file's name. */
export type Crowd = { most: number; workflow: string; now: number }

const HOUR = 3_600_000

/**
 * Why this run is one too many of somebody's. Runs in which every job was skipped do not count, as they cost nothing. Not
 * knowing refuses: whoever sets a limit wants it kept.
 */
export async function whyCrowded(
  { actor, triggeringActor }: Task,
  github: Pick<GitHub, 'runsBy'>,
  { most, workflow, now }: Crowd,
): Promise<string | undefined> {
  for (const name of new Set([actor, triggeringActor])) {
    try {
      const runs = await github.runsBy(name, workflow)
      const begun = runs.filter(({ conclusion, at }) => conclusion !== 'skipped' && Date.parse(at) > now - HOUR)
      if (begun.length > most)
        return `${name} has caused ${begun.length} runs of ${workflow} within an hour, and runs_per_hour allows ${most}.`
    } catch (error) {
      return `How many runs ${name} has caused is not known, and runs_per_hour limits them, so nothing ran. The job needs \`actions: read\`. (${messageOf(error)})`
    }
  }
  return undefined
}
