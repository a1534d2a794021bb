import { messageOf } from '../../platform/errors.ts'
import type { GitHub } from '../api/github.ts'
import type { WorkflowRunFacts } from '../api/workflow-runs.ts'
import {
  triggeringAccounts,
  type UserRateLimit,
  userRateLimitProblem,
  type VisitorOptions,
  WRITE_PERMISSIONS,
} from './account-check.ts'
import type { Task } from './task.ts'
import { includesName } from './trigger-rules.ts'

type VisitorCheckOptions = {
  allowedBots: readonly string[]
  allowedUsers: readonly string[]
  userRateLimit?: UserRateLimit
  visitors?: VisitorOptions
}

/** `reason`: why a visitor is refused; absent when no visitor caused the event. */
export type VisitorAdmission =
  | { isAdmitted: true; isCounted: boolean; reason: string }
  | { isAdmitted: false; reason?: string }

const HOUR_MS = 3_600_000

const MAX_AN_HOUR = 5

const MAX_A_DAY = 50

/**
 * Whether an event that no person with write permission caused may start a run that only reads: an issue of a person, and a task
 * that the workflow's own prompt sets. Runs are limited where GitHub lets this job count them.
 */
export async function admitVisitor(
  task: Task,
  github: Pick<GitHub, 'permission' | 'workflowRunsBy' | 'workflowRunsSince'>,
  { allowedBots, allowedUsers, userRateLimit, visitors }: VisitorCheckOptions,
): Promise<VisitorAdmission> {
  if (visitors === undefined || task.event !== 'issues' || task.kind !== 'issue') return { isAdmitted: false }
  const isListed = (name: string) => includesName([...allowedBots], name) || includesName([...allowedUsers], name)
  const strangers: string[] = []
  for (const name of triggeringAccounts(task).filter((each) => !isListed(each))) {
    if (name === '' || name.endsWith('[bot]')) return { isAdmitted: false }
    const permission = await github.permission(name).catch(() => undefined)
    if (permission === undefined) return { isAdmitted: false }
    if (!WRITE_PERMISSIONS.has(permission)) strangers.push(name)
  }
  if (strangers.length === 0) return { isAdmitted: false }
  const noWriters = `${strangers.join(' and ')} ${strangers.length === 1 ? 'has' : 'have'} no write permission.`
  const admitted = { isAdmitted: true, reason: noWriters } as const
  const problem = userRateLimit && (await userRateLimitProblem(task, github, userRateLimit))
  if (problem !== undefined) return { isAdmitted: false, reason: problem }
  try {
    const reason = await rateProblem(strangers, github, visitors)
    return reason === undefined ? { ...admitted, isCounted: true } : { isAdmitted: false, reason }
  } catch {
    return { ...admitted, isCounted: false } // most jobs may not read runs
  }
}

async function rateProblem(
  strangers: readonly string[],
  github: Pick<GitHub, 'permission' | 'workflowRunsBy' | 'workflowRunsSince'>,
  { workflow, now }: VisitorOptions,
): Promise<string | undefined> {
  for (const name of strangers) {
    const recent = (await github.workflowRunsBy(name, workflow)).filter(isVisitSince(now - HOUR_MS))
    if (recent.length > MAX_AN_HOUR)
      return `${name} has started ${recent.length} runs of ${workflow} within an hour; without write permission, ${MAX_AN_HOUR} are allowed. Try again later.`
  }
  const since = new Date(now - 24 * HOUR_MS).toISOString()
  const runs = (await github.workflowRunsSince(workflow, since)).filter(isVisitSince(now - 24 * HOUR_MS))
  if (runs.length <= MAX_A_DAY) return undefined
  const permissions = new Map<string, string>()
  for (const actor of new Set(runs.map((run) => run.actor)))
    permissions.set(actor, await github.permission(actor).catch((error: unknown) => messageOf(error)))
  const byVisitors = runs.filter(({ actor }) => !WRITE_PERMISSIONS.has(permissions.get(actor) ?? ''))
  if (byVisitors.length <= MAX_A_DAY) return undefined
  return `Accounts without write permission have started ${byVisitors.length} runs of ${workflow} within a day; ${MAX_A_DAY} are allowed. Try again tomorrow.`
}

/** Only runs for issues count: comments by the same account start runs of the same file, which Sluice refuses. */
const isVisitSince =
  (time: number) =>
  ({ conclusion, createdAt, event }: WorkflowRunFacts): boolean =>
    conclusion !== 'skipped' && (event === undefined || event === 'issues') && Date.parse(createdAt) > time
