import { messageOf } from '../../platform/errors.ts'
import type { GitHub } from '../api/github.ts'
import type { Task } from './task.ts'
import { includesName, isBotName } from './trigger-rules.ts'

/** The second phase for pull requests from forks: a person must have approved this attempt of the run in the environment. */
export type ForkReviewOptions = { environment: string; runId: number; attempt: number }

/** `workflow`: the name of the workflow's file. */
export type VisitorOptions = { workflow: string; now: number }

export type TrustOptions = {
  /** Exact names of accounts that need no write permission. */
  allowedUsers: string[]
  allowedBots: string[]
  runPrCode: boolean
  configSource: 'auto' | 'base' | 'head'
  /** Absent when the number of runs is not limited. */
  userRateLimit?: UserRateLimit
  /** Present when the workflow's own prompt sets the task, so that anyone's issue may start a run. */
  visitors?: VisitorOptions
  /** Present in the second phase of a review of forks. */
  forkReview?: ForkReviewOptions
}

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
export const accountsToAsk = (task: Task, { allowedUsers }: Pick<TrustOptions, 'allowedUsers'>): string[] =>
  triggeringAccounts(task).filter((name) => name !== '' && !isBotName(name) && !includesName(allowedUsers, name))

/**
 * Why an account behind the event has lost the permission with which the run started, asked anew; undefined when none has. `permission`
 * answers as at the start, which counts where GitHub does not answer again.
 */
export async function lostPermission(
  task: Task,
  github: Pick<GitHub, 'permission' | 'permissionNow'>,
  options: Pick<TrustOptions, 'allowedUsers'>,
): Promise<string | undefined> {
  const problems = accountsToAsk(task, options).map(async (name) => {
    const [before, now] = await Promise.all([github.permission(name), github.permissionNow(name)])
    return WRITE_PERMISSIONS.has(before) && !WRITE_PERMISSIONS.has(now)
      ? `${name} no longer has write permission`
      : undefined
  })
  const answers = await Promise.allSettled(problems)
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []))[0]
}

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
    return `${name} has ${permission === 'none' ? 'no' : permission} permission on ${github.repo.owner}/${github.repo.name}; to start a run, it needs write permission or an entry in allowed_users.`
  } catch (error) {
    return `The permission of ${name} could not be checked, so nothing ran. Try again. (${messageOf(error)})`
  }
}

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
