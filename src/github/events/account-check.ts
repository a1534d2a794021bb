import { messageOf } from '../../platform/errors.ts'
import type { GitHub } from '../api/github.ts'
import { includesName, isBotName } from './comment-trigger.ts'
import type { Task } from './task.ts'
import type { TrustOptions } from './trust.ts'
import { userRateLimitProblem } from './user-rate-limit.ts'

export const WRITE_PERMISSIONS = new Set(['admin', 'maintain', 'write'])

/** Every account behind the event needs write permission, checked now, or must be listed. */
export async function refusalReason(task: Task, github: GitHub, options: TrustOptions): Promise<string | undefined> {
  for (const name of triggeringAccounts(task)) {
    const reason = await permissionProblem(name, task, github, options)
    if (reason !== undefined) return reason
  }
  return options.userRateLimit && userRateLimitProblem(task, github, options.userRateLimit)
}

/**
 * The accounts that caused the event. For a schedule, GITHUB_ACTOR is the account that last edited the cron line and does not
 * count. A different triggering actor is the account that reran the workflow.
 */
export function triggeringAccounts({ event, actor, triggeringActor, sender, upstream }: Task): string[] {
  const isSchedule = event === 'schedule' || upstream?.event === 'schedule'
  const accounts = isSchedule
    ? [triggeringActor, upstream?.triggeringActor ?? triggeringActor].filter((name) => name !== actor)
    : [
        actor,
        triggeringActor,
        sender ?? actor,
        ...(upstream ? [upstream.actor ?? '', upstream.triggeringActor ?? ''] : []),
      ]
  return [...new Set(accounts)]
}

/** The accounts whose permission decides, for one question about all of them. */
export const accountsToAsk = (task: Task, { allowedUsers }: TrustOptions): string[] =>
  triggeringAccounts(task).filter((name) => name !== '' && !isBotName(name) && !includesName(allowedUsers, name))

async function permissionProblem(
  name: string,
  { sender, senderType }: Task,
  github: GitHub,
  { allowedUsers, allowedBots }: TrustOptions,
): Promise<string | undefined> {
  if (name === '') return 'The event does not name the account that caused it.'
  const type = name === sender ? senderType : undefined
  // Only Apps have brackets in their names. The permission API does not know Apps, so only the list can allow them.
  if (isBotName(name)) {
    if (type !== undefined && type !== 'Bot')
      return `${name} has the name of a bot, but the event says that it is a ${type} account.`
    if (includesName(allowedBots, name)) return undefined
    return `${name} is a bot that allowed_bots does not name. To let it start runs, add exactly "${name}" there.`
  }
  if (type === 'Bot')
    return `${name} is a bot whose name does not end in [bot], so no list can allow it: a person could have the same name.`
  if (includesName(allowedUsers, name)) return undefined
  try {
    const permission = await github.permission(name)
    if (WRITE_PERMISSIONS.has(permission)) return undefined
    return `${name} has ${permission} permission on ${github.repo.owner}/${github.repo.name}; to start a run, it needs write permission or an entry in allowed_users.`
  } catch (error) {
    return `The permission of ${name} could not be checked, so nothing ran. Try again. (${messageOf(error)})`
  }
}
