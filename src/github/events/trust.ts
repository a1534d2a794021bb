import { messageOf, UserError } from '../../platform/errors.ts'
import { lazy } from '../../platform/lazy.ts'
import type { GitHub } from '../api/github.ts'
import { withPermissionCache } from '../cached-client.ts'
import { accountsToAsk, refusalReason, type TrustOptions, WRITE_PERMISSIONS } from './account-check.ts'
import { admitVisitor } from './admit-visitor.ts'
import { admitForkReview } from './environment-approval.ts'
import { outsideItemReason, readItems } from './listed-items.ts'
import { chooseSteeringCommit, headAtRequest, laterHeadNote, type SteeringCommit } from './steering-commit.ts'
import { isTaskRepository, type Task, type Trust } from './task.ts'

/** Decided once, at the start of the run. */
export type TrustAssessment = {
  trust: Trust
  /** The task. Base, head and title come from the API when the event has none. */
  task: Task
  capabilities: { shell: boolean; edit?: boolean; web?: boolean }
  /** The commit from which steering files (GEMINI.md, .gemini/) are read, and the reason for the choice. */
  steering: SteeringCommit
}

/**
 * Decides whether the run may start, whether its code is from outside, and which commit steers it. Never rejects: a failed request
 * refuses the run. `prefetch` starts what a run that may start needs from GitHub.
 */
export async function assessTrust(
  event: Task,
  api: GitHub,
  trustOptions: TrustOptions,
  prefetch: () => unknown = () => undefined,
): Promise<TrustAssessment> {
  const refuse = (task: Task, reason: string): TrustAssessment => ({
    trust: { level: 'refused', reason },
    task,
    capabilities: { shell: false },
    steering: { sha: task.sha, reason: 'nothing ran' },
  })
  const admission = await admitForkReview(event, api, trustOptions)
  if ('reason' in admission) return refuse(event, admission.reason)
  const { task: eventTask, options } = admission
  // Asked together with the first permission, because most runs may start.
  const pullRequest = lazy(() => withPullRequest(eventTask, api))
  const github = withPermissionCache(api, () => {
    prefetch()
    pullRequest().catch(() => undefined)
    const { openedBy = [] } = eventTask
    for (const name of accountsToAsk(eventTask, options).concat(openedBy))
      github.permission(name).catch(() => undefined)
  })

  const refusal = await refusalReason(eventTask, github, options)
  if (refusal !== undefined) {
    const visit = await admitVisitor(eventTask, github, options)
    if (!visit.isAdmitted) return refuse(eventTask, visit.reason ?? refusal)
    const steering = { sha: eventTask.sha, reason: 'the commit the workflow runs for' }
    const uncounted = visit.isCounted ? '' : ` ${UNCOUNTED}`
    const trust = { level: 'visitor', reason: `${visit.reason}${uncounted}` } as const
    const task = eventTask.items === undefined ? eventTask : await pullRequest()
    return { trust, task, capabilities: { shell: false, edit: false, web: false }, steering }
  }
  try {
    const task = await pullRequest()
    const outside = await outsideCodeReason(task, github)
    // Hooks, servers and policies of an outside head run code, so they need the same permission as its code.
    const mayUseHead = outside === undefined || options.runPrCode
    const source = options.configSource === 'head' && !mayUseHead ? 'auto' : options.configSource
    const steering = await chooseSteeringCommit(task, github, source)
    if (outside === undefined) return { trust: { level: 'trusted' }, task, capabilities: { shell: true }, steering }
    // The checkout may have the later head, which the person who asked did not see.
    const shell = options.runPrCode && task.laterHead === undefined
    return { trust: { level: 'limited', reason: outside }, task, capabilities: { shell }, steering }
  } catch (error) {
    if (error instanceof UserError) return refuse(eventTask, error.message)
    return refuse(
      eventTask,
      `The origin of the code could not be checked, so nothing ran. Try again. (${messageOf(error)})`,
    )
  }
}

const UNCOUNTED =
  'The job cannot read its runs, so the limits of 5 such runs per person and hour and 50 a day do not apply. Give the job `actions: read`.'

/** The task with base and head of its pull request, or with its items. A comment event has no commits, a dispatch event nothing, so the API fills them in. */
async function withPullRequest(task: Task, github: GitHub): Promise<Task> {
  if (task.items !== undefined) return { ...task, items: await readItems(task.items, github) }
  if (task.kind !== 'pull_request' || task.number === undefined) return task
  // A review can be written before a push and sent after it: its event has the later head.
  if (task.head !== undefined) return { ...task, ...(await headAtRequest(task, task.head, github)) }
  const pull = await github.pullAtStart(task.number)
  return {
    ...task,
    openedBy: task.openedBy ?? pull.author,
    title: task.title ?? pull.title,
    body: task.body ?? pull.body,
    url: task.url ?? pull.url,
    base: pull.base,
    ...(await headAtRequest(task, pull.head, github)),
  }
}

/** The reason why the code is from outside (another repository, or an author without write permission); otherwise undefined. */
async function outsideCodeReason(task: Task, github: GitHub): Promise<string | undefined> {
  if (task.upstream && !isTaskRepository(task, task.upstream.headRepo, task.upstream.headRepoId))
    return `The triggering workflow run used code from ${task.upstream.headRepo ?? 'a deleted repository'}.`
  if (task.items !== undefined) return outsideItemReason(task, (item) => outsideCodeReason(item, github))
  if (!task.head) return undefined
  if (!isTaskRepository(task, task.head.repo, task.head.repoId))
    return `The pull request comes from ${task.head.repo ?? 'a deleted repository'}.${laterHeadNote(task)}`
  if (task.openedBy === undefined) return 'The author of the pull request is unknown.'
  const permission = await github.permission(task.openedBy)
  return WRITE_PERMISSIONS.has(permission)
    ? undefined
    : `The pull request's author, ${task.openedBy}, has ${permission === 'none' ? 'no' : permission} permission on this repository.`
}
