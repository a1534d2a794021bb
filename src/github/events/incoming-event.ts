import { readFileSync } from 'node:fs'
import type { Environment } from '../../platform/environment.ts'
import { readErrorReason, UserError } from '../../platform/errors.ts'
import { deepPlainLineEnds } from '../../text/format-text.ts'
import type { IncomingEvent } from './task-facts.ts'

/** What a run reads of the context of @actions/github. */
export type RunnerContext = { payload: unknown; eventName: string; sha?: string; actor?: string }

/** The context of this process. @actions/github reads its environment and the payload while it loads. */
const processContext = async (): Promise<RunnerContext> => (await import('@actions/github')).context

/** The event that started the job, from @actions/github. Throws UserError when a variable or the payload is missing or broken. */
export async function incomingEvent(env: Environment, readContext = processContext): Promise<IncomingEvent> {
  for (const name of ['GITHUB_EVENT_PATH', 'GITHUB_EVENT_NAME', 'GITHUB_REPOSITORY'])
    if (!env[name])
      throw new UserError(`${name} is not set. Outside of GitHub Actions, use \`sluice run\`, which sets up an event.`)
  const { payload, eventName, sha, actor = '' } = await loadContext(env.GITHUB_EVENT_PATH ?? '', readContext)
  return {
    name: eventName,
    payload: deepPlainLineEnds(payload),
    repository: env.GITHUB_REPOSITORY ?? '',
    repositoryId: /^\d{1,15}$/.test(env.GITHUB_REPOSITORY_ID ?? '') ? Number(env.GITHUB_REPOSITORY_ID) : undefined,
    sha: sha ?? '',
    actor,
    triggeringActor: env.GITHUB_TRIGGERING_ACTOR || actor,
  }
}

/** @actions/github takes a missing file for an empty payload. */
async function loadContext(path: string, readContext: typeof processContext): Promise<RunnerContext> {
  try {
    readFileSync(path)
    return await readContext()
  } catch (cause) {
    throw new UserError(`The event payload ${path} cannot be read: ${readErrorReason(cause)}`, { cause })
  }
}
