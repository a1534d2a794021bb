import { messageOf } from '../host/errors.ts'
import type { Permission } from './answers.ts'
import { isListed } from './asking.ts'
import type { GitHub } from './client.ts'
import { type Crowd, whyCrowded } from './crowd.ts'
import type { Task, Trust } from './task.ts'

export type TrustOptions = {
  /** Exact names that need no write permission. */
  allowedUsers: string[]
  allowedBots: string[]
  runPrCode: boolean
  configSource: 'auto' | 'base' | 'head'
  /** Absent when anybody may cause as many runs as they like. */
  crowd?: Crowd
}

/** Decided once, at the start; afterwards what was not handed out cannot be used. */
export type Judgement = {
  trust: Trust
  /** The task, with base, head and title filled in through the API where the event carries none. */
  task: Task
  powers: { shell: boolean }
  /** The commit whose files may steer the run, and why that one. */
  steering: Steering
}

export type Steering = { sha: string; why: string }

/** Who asked, may they, whose code is it, and whose files steer. Never throws for what GitHub answers: no answer refuses. */
export async function judgeTrust(given: Task, api: GitHub, options: TrustOptions): Promise<Judgement> {
  const github = askingOnce(api)
  const refuse = (task: Task, why: string): Judgement => ({
    trust: { level: 'refused', why },
    task,
    powers: { shell: false },
    steering: { sha: task.sha, why: 'nothing ran' },
  })

  const refusal = await refusalOf(given, github, options)
  if (refusal !== undefined) return refuse(given, refusal)
  try {
    const task = await withSides(given, github)
    const outside = await whyOutside(task, github)
    // Hooks, servers and policies of a head would be a stranger's; whoever lets its code run may let them steer as well.
    const mayHead = outside === undefined || options.runPrCode
    const source = options.configSource === 'head' && !mayHead ? 'auto' : options.configSource
    const steering = await chooseSteering(task, github, source)
    if (outside === undefined) return { trust: { level: 'trusted' }, task, powers: { shell: true }, steering }
    return { trust: { level: 'limited', why: outside }, task, powers: { shell: options.runPrCode }, steering }
  } catch (error) {
    return refuse(given, `Whose code this is could not be settled, so nothing ran. Try again. (${messageOf(error)})`)
  }
}

/** Who asks is often who wrote: one person, one question. */
function askingOnce(github: GitHub): GitHub {
  const known = new Map<string, Promise<Permission>>()
  return {
    ...github,
    permission(user) {
      const asked = known.get(user) ?? github.permission(user)
      known.set(user, asked)
      return asked
    },
  }
}

const MAY_WRITE = new Set(['admin', 'maintain', 'write'])

/** Every person behind the event needs write permission, as the permission API says now; or a place on a list. */
async function refusalOf(task: Task, github: GitHub, options: TrustOptions): Promise<string | undefined> {
  for (const name of peopleBehind(task)) {
    const why = await whyNot(name, github, options)
    if (why !== undefined) return why
  }
  return options.crowd && whyCrowded(task, github, options.crowd)
}

/**
 * A schedule has no person behind it: GITHUB_ACTOR is whoever last touched the cron line, perhaps long gone. Only a
 * different triggering actor tells of somebody, who started the run again.
 */
function peopleBehind({ event, actor, triggeringActor, sender, upstream }: Task): string[] {
  const isSchedule = event === 'schedule' || upstream?.event === 'schedule'
  const people = isSchedule
    ? [triggeringActor, upstream?.triggeringActor ?? triggeringActor].filter((name) => name !== actor)
    : [
        actor,
        triggeringActor,
        sender ?? actor,
        ...(upstream ? [upstream.actor ?? '', upstream.triggeringActor ?? ''] : []),
      ]
  return [...new Set(people)]
}

async function whyNot(
  name: string,
  github: GitHub,
  { allowedUsers, allowedBots }: TrustOptions,
): Promise<string | undefined> {
  if (name === '') return 'The event does not say who caused it.'
  if (isListed(name, allowedBots)) return undefined
  // Only Apps have brackets in their names. The permission API does not know them, so a list is all that can vouch.
  if (name.endsWith('[bot]'))
    return `${name} is a bot that allowed_bots does not name. To let it start runs, add exactly "${name}" there.`
  if (isListed(name, allowedUsers)) return undefined
  try {
    const permission = await github.permission(name)
    if (MAY_WRITE.has(permission)) return undefined
    return `${name} has ${permission} permission on ${github.repo.owner}/${github.repo.name}; starting a run needs write permission or a place in allowed_users.`
  } catch (error) {
    return `GitHub did not say whether ${name} may start a run, so nothing ran. Try again. (${messageOf(error)})`
  }
}

/** An event about a comment carries no commits, and a dispatch nothing at all: the API says where the pull request stands. */
async function withSides(task: Task, github: GitHub): Promise<Task> {
  if (task.about !== 'pull_request' || task.number === undefined || (task.base && task.head)) return task
  const pull = await github.pull(task.number)
  return {
    ...task,
    title: task.title ?? pull.title,
    body: task.body ?? pull.body,
    url: task.url ?? pull.url,
    ...(task.opener === undefined && pull.author !== undefined ? { opener: pull.author } : {}),
    base: pull.base,
    head: pull.head,
  }
}

/** Why the code is someone else's: from another repository, or by an author who may not write here. */
async function whyOutside(task: Task, github: GitHub): Promise<string | undefined> {
  const here = `${task.repo.owner}/${task.repo.name}`
  const isHere = (repo: string | undefined) => repo?.toLowerCase() === here.toLowerCase()
  if (task.upstream && !isHere(task.upstream.headRepo))
    return `The run that woke this one worked on code from ${task.upstream.headRepo ?? 'a repository that is gone'}.`
  if (!task.head) return undefined
  if (!isHere(task.head.repo)) return `The pull request comes from ${task.head.repo ?? 'a repository that is gone'}.`
  if (task.opener === undefined) return "The pull request's author is not known."
  const permission = await github.permission(task.opener)
  return MAY_WRITE.has(permission)
    ? undefined
    : `The pull request's author, ${task.opener}, has ${permission} permission here.`
}

async function chooseSteering(task: Task, github: GitHub, source: TrustOptions['configSource']): Promise<Steering> {
  if (source === 'head' && task.head)
    return { sha: task.head.sha, why: 'the head of the pull request, because config_source is head' }
  if (source === 'base' && task.base)
    return { sha: task.base.sha, why: 'the base of the pull request, because config_source is base' }
  if (!task.base || !isAboutPull(task)) return { sha: task.sha, why: 'the commit the workflow runs for' }

  // Anyone who can push can make a branch and open a pull request against it: only a reviewed branch may steer.
  const main = task.defaultBranch ?? (await github.defaultBranch())
  if (task.base.ref === main) return { sha: task.base.sha, why: 'the base of the pull request' }
  const base = await github.branch(task.base.ref)
  if (base.protected)
    return { sha: task.base.sha, why: `the base of the pull request, the protected branch ${task.base.ref}` }
  const { sha } = await github.branch(main)
  return { sha, why: `the default branch ${main}, because the base ${task.base.ref} is not protected` }
}

const PULL_EVENTS = [
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'issue_comment',
]

const isAboutPull = (task: Task) => task.about === 'pull_request' && PULL_EVENTS.includes(task.event)
