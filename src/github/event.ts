import type { z } from 'zod'
import { UserError } from '../host/errors.ts'
import { type IssuePayload, Payload, type PullRequestPayload, parsePayload, type SidePayload } from './payloads.ts'
import { sanitise } from './sanitise.ts'
import type { Intake, Side, Task } from './task.ts'
import { findRequest } from './trigger.ts'

export type IncomingEvent = {
  /** GITHUB_EVENT_NAME. */
  name: string
  /** The parsed JSON of GITHUB_EVENT_PATH. */
  payload: unknown
  /** GITHUB_REPOSITORY, `owner/name`. */
  repository: string
  /** GITHUB_SHA. */
  sha: string
  /** GITHUB_ACTOR and GITHUB_TRIGGERING_ACTOR. */
  actor: string
  triggeringActor: string
}

export type IntakeOptions = {
  prompt: string
  triggerPhrase: string
  prNumber?: number
  issueNumbers?: number[]
  /** Bots whose comments may ask; exact names. Every other bot's comment is passed over. */
  allowedBots?: readonly string[]
}

/**
 * What the event asks of us, or one sentence why there is nothing to do.
 * Throws UserError when the payload lacks a field its event always has.
 */
export async function readTask(event: IncomingEvent, options: IntakeOptions): Promise<Intake> {
  const intake = await readEvent(event, options)
  return intake.go ? { go: true, task: withNumbers(intake.task, options) } : intake
}

function readEvent(event: IncomingEvent, options: IntakeOptions): Intake | Promise<Intake> {
  const { name, payload } = event
  switch (name) {
    case 'pull_request':
    case 'pull_request_target':
      return readPullRequest(event, options, parsePayload(name, Payload.pullRequest, payload))
    case 'issues':
      return readIssue(event, options, parsePayload(name, Payload.issues, payload))
    case 'issue_comment':
      return readIssueComment(event, options, parsePayload(name, Payload.issueComment, payload))
    case 'pull_request_review_comment':
      return readReviewComment(event, options, parsePayload(name, Payload.reviewComment, payload))
    case 'pull_request_review':
      return readReview(event, options, parsePayload(name, Payload.review, payload))
    case 'workflow_run':
      return readWorkflowRun(event, options, parsePayload(name, Payload.workflowRun, payload))
    case 'push':
      return readPush(event, options, parsePayload(name, Payload.push, payload))
    case 'schedule':
      return readUnaddressed(event, options, 'schedule')
    case 'workflow_dispatch':
    case 'repository_dispatch':
      return readUnaddressed(event, options, 'dispatch')
    default:
      return readUnaddressed(event, options, 'other')
  }
}

function readPullRequest(
  event: IncomingEvent,
  { prompt }: IntakeOptions,
  payload: z.output<typeof Payload.pullRequest>,
): Intake {
  const { action, pull_request: pull } = payload
  if (action === 'closed' && prompt === '')
    return pass(`Pull request #${pull.number} was closed and the workflow gives no prompt for that.`)
  return go(event, payload, { about: 'pull_request', ...pullFacts(pull), ...known('author', pull.user?.login) })
}

async function readIssue(
  event: IncomingEvent,
  options: IntakeOptions,
  payload: z.output<typeof Payload.issues>,
): Promise<Intake> {
  const { action, issue } = payload
  if (action === 'deleted' || action === 'transferred')
    return pass(`Issue #${issue.number} was ${action}; there is nothing left to answer.`)
  const facts: Facts = { about: 'issue', ...issueFacts(issue), ...known('author', issue.user?.login) }
  if (options.prompt !== '') return go(event, payload, facts)

  // Whoever labels or reopens another's issue has not read every line of it: then its text is no order of theirs.
  if (action !== 'opened' && action !== 'reopened')
    return pass(`Issue #${issue.number} was ${action}; without a prompt only new issues are read.`)
  if (action === 'reopened' && payload.sender?.login !== issue.user?.login)
    return pass(
      `Issue #${issue.number} was reopened by someone other than its author, and the workflow gives no prompt.`,
    )
  const request = await findRequest(issue.body ?? '', options.triggerPhrase)
  if (request === undefined) return pass(noPhrase(`Issue #${issue.number}`, options))
  return go(event, payload, { ...facts, request: sanitise(request).text })
}

async function readIssueComment(
  event: IncomingEvent,
  options: IntakeOptions,
  payload: z.output<typeof Payload.issueComment>,
): Promise<Intake> {
  const { issue, comment } = payload
  const asked = await readAsking('comment', 'created', payload, comment, options)
  if (!asked.go) return asked
  return go(event, payload, {
    about: issue.pull_request ? 'pull_request' : 'issue',
    ...issueFacts(issue),
    ...asked.facts,
    ...known('at', comment.created_at),
    comment: { id: comment.id, kind: 'issue' },
  })
}

async function readReviewComment(
  event: IncomingEvent,
  options: IntakeOptions,
  payload: z.output<typeof Payload.reviewComment>,
): Promise<Intake> {
  const { pull_request: pull, comment } = payload
  const asked = await readAsking('review comment', 'created', payload, comment, options)
  if (!asked.go) return asked
  return go(event, payload, {
    about: 'pull_request',
    ...pullFacts(pull),
    ...asked.facts,
    ...known('at', comment.created_at),
    comment: { id: comment.id, kind: 'review' },
  })
}

async function readReview(
  event: IncomingEvent,
  options: IntakeOptions,
  payload: z.output<typeof Payload.review>,
): Promise<Intake> {
  const { pull_request: pull, review } = payload
  const asked = await readAsking('review', 'submitted', payload, review, options)
  if (!asked.go) return asked
  return go(event, payload, {
    about: 'pull_request',
    ...pullFacts(pull),
    ...asked.facts,
    ...known('at', review.submitted_at ?? undefined),
    comment: { id: review.id, kind: 'pull_request_review' },
  })
}

type Asking = { go: true; facts: Pick<Task, 'author' | 'request' | 'url'> } | { go: false; why: string }
type Written = {
  body?: string | null | undefined
  user?: { login: string; type?: string | undefined } | null | undefined
  html_url?: string | undefined
}

/** A comment or review asks when it is new, a person's (or a named bot's), not our own, and carries the phrase. */
async function readAsking(
  thing: string,
  newAction: string,
  payload: { action: string; sender?: Written['user'] },
  written: Written,
  options: IntakeOptions,
): Promise<Asking> {
  if (payload.action !== newAction) return pass(`The ${thing} was ${payload.action}; only new ones are answered.`)
  const body = written.body ?? ''
  // Our own words quote what was asked; answering them would never end.
  if (OUR_MARKER.test(body)) return pass(`The ${thing} is one of our own.`)
  const bot = [written.user, payload.sender].find((user) => user?.type === 'Bot')
  if (bot && !(options.allowedBots ?? []).includes(bot.login))
    return pass(`The ${thing} was written by the bot ${bot.login}, which allowed_bots does not name.`)
  const request = await findRequest(body, options.triggerPhrase)
  if (request === undefined) return pass(noPhrase(`The ${thing}`, options))
  return {
    go: true,
    facts: {
      request: sanitise(request).text,
      ...known('author', written.user?.login),
      ...known('url', written.html_url),
    },
  }
}

const OUR_MARKER = /<!--\s*sluice\b/i

function readWorkflowRun(
  event: IncomingEvent,
  options: IntakeOptions,
  payload: z.output<typeof Payload.workflowRun>,
): Intake {
  const run = payload.workflow_run
  if (!hasOrder(options)) return pass(noPrompt(event.name))
  const [pull, ...more] = run.pull_requests ?? []
  return go(event, payload, {
    about: 'workflow_run',
    // With several pull requests on one commit nobody can say which is meant.
    ...(pull && more.length === 0 ? { number: pull.number } : {}),
    ...known('url', run.html_url),
    upstream: {
      runId: run.id,
      workflow: run.name ?? '',
      event: run.event,
      conclusion: run.conclusion ?? undefined,
      branch: run.head_branch ?? undefined,
      sha: run.head_sha,
      actor: run.actor?.login,
      triggeringActor: run.triggering_actor?.login,
      headRepo: run.head_repository?.full_name,
    },
  })
}

function readPush(event: IncomingEvent, options: IntakeOptions, payload: z.output<typeof Payload.push>): Intake {
  if (payload.deleted) return pass(`${payload.ref} was deleted; there is nothing to look at.`)
  if (!hasOrder(options)) return pass(noPrompt(event.name))
  return go(event, payload, { about: 'push', ...known('url', payload.compare) })
}

/** Events that are about nothing in particular: the workflow's own prompt, or the number it names, is the order. */
function readUnaddressed(event: IncomingEvent, options: IntakeOptions, about: Task['about']): Intake {
  const payload = parsePayload(event.name, Payload.other, event.payload)
  return hasOrder(options) ? go(event, payload, { about }) : pass(noPrompt(event.name))
}

type Facts = Omit<Task, 'event' | 'action' | 'repo' | 'actor' | 'triggeringActor' | 'sha' | 'defaultBranch'>

function go(event: IncomingEvent, payload: z.output<typeof Payload.other>, facts: Facts): Intake {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(event.repository) ?? []
  if (owner === undefined || name === undefined)
    throw new UserError(`GITHUB_REPOSITORY must be owner/name, not "${event.repository}".`)
  const task: Task = {
    event: event.name,
    ...known('action', payload.action),
    repo: { owner, name },
    actor: event.actor,
    triggeringActor: event.triggeringActor || event.actor,
    sha: event.sha,
    ...known('defaultBranch', payload.repository?.default_branch),
    ...facts,
  }
  return { go: true, task }
}

const pass = (why: string) => ({ go: false as const, why })

const noPhrase = (thing: string, { triggerPhrase }: IntakeOptions) =>
  `${thing} does not say ${triggerPhrase} as a word of its own, outside code and quotes.`

const noPrompt = (event: string) =>
  `The ${event} event says nothing about what to do, and the workflow gives no prompt.`

const hasOrder = ({ prompt, prNumber, issueNumbers }: IntakeOptions) =>
  prompt !== '' || prNumber !== undefined || (issueNumbers ?? []).length > 0

function issueFacts(issue: IssuePayload | PullRequestPayload) {
  return {
    number: issue.number,
    title: issue.title,
    body: issue.body ?? '',
    ...known('opener', issue.user?.login),
    ...known('url', issue.html_url),
    ...known('at', issue.updated_at ?? issue.created_at),
  }
}

const pullFacts = (pull: PullRequestPayload) => ({ ...issueFacts(pull), base: side(pull.base), head: side(pull.head) })

const side = ({ ref, sha, repo }: SidePayload): Side => ({ ref, sha, repo: repo?.full_name })

/**
 * The workflow may name what to look at. On an event with a number of its own the usual
 * `github_pr_number: ${{ github.event.issue.number }}` says nothing new; another number replaces what the event is about.
 */
function withNumbers(task: Task, { prNumber, issueNumbers = [] }: IntakeOptions): Task {
  const wanted = prNumber ?? issueNumbers[0]
  const batch = prNumber === undefined && issueNumbers.length > 1 ? { batch: [...issueNumbers] } : {}
  if (wanted === undefined || wanted === task.number) return { ...task, ...batch }
  const {
    number: _,
    author: __,
    opener: ___,
    title: ____,
    body: _____,
    base: ______,
    head: _______,
    url: ________,
    ...rest
  } = task
  return { ...rest, about: prNumber === undefined ? 'issue' : 'pull_request', number: wanted, ...batch }
}

/** `{ [key]: value }` unless the value is undefined, which exact optional properties do not take. */
function known<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  // A computed key widens to string; this is the one place that says it is Key.
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value })
}
