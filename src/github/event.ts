import type { z } from 'zod'
import { UserError } from '../host/errors.ts'
import { type AskingOptions, noPhrase, pass, readAsking, requestFacts } from './asking.ts'
import { known } from './known.ts'
import { type IssuePayload, Payload, type PullRequestPayload, parsePayload, type SidePayload } from './payloads.ts'
import { type CallRules, readCall, whyLabelled, whyUncalled } from './skip.ts'
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

export type IntakeOptions = AskingOptions &
  CallRules & {
    prompt: string
    prNumber?: number
    issueNumbers?: readonly number[]
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
      return readPush(event, parsePayload(name, Payload.push, payload))
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
  options: IntakeOptions,
  payload: z.output<typeof Payload.pullRequest>,
): Intake {
  const { action, pull_request: pull } = payload
  if (action === 'closed' && options.prompt === '')
    return pass(`Pull request #${pull.number} was closed and the workflow gives no prompt for that.`)
  const call = readCall(payload, options)
  if (call?.go === false) return call
  const skip = whyLabelled(pull, options) ?? (call ? undefined : whyUncalled(pull, options))
  if (skip !== undefined) return pass(skip)
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
  const call = readCall(payload, options)
  if (call?.go === false) return call
  const skip = whyLabelled(issue, options) ?? (call ? undefined : whyUncalled(issue, options))
  if (skip !== undefined) return pass(skip)
  // Who labels or assigns may call us; the issue's text stays what it is about, not what they ask.
  if (options.prompt !== '' || call) return go(event, payload, facts)

  // Whoever labels or reopens another's issue has not read every line of it: then its text is no order of theirs.
  if (action !== 'opened' && action !== 'reopened')
    return pass(`Issue #${issue.number} was ${action}; without a prompt only new issues are read.`)
  if (action === 'reopened' && payload.sender?.login !== issue.user?.login)
    return pass(
      `Issue #${issue.number} was reopened by someone other than its author, and the workflow gives no prompt.`,
    )
  const request = await findRequest(issue.body ?? '', options.triggerPhrase)
  if (request === undefined) return pass(noPhrase(`Issue #${issue.number}`, options.triggerPhrase))
  return go(event, payload, { ...facts, ...(await requestFacts(request)) })
}

async function readIssueComment(
  event: IncomingEvent,
  options: IntakeOptions,
  payload: z.output<typeof Payload.issueComment>,
): Promise<Intake> {
  const { issue, comment } = payload
  const asked = await readAsking('comment', 'created', payload, comment, options)
  if (!asked.go) return asked
  const skip = whyLabelled(issue, options)
  if (skip !== undefined) return pass(skip)
  return go(event, payload, {
    about: issue.pull_request ? 'pull_request' : 'issue',
    ...issueFacts(issue),
    ...asked.facts,
    ...known('at', writtenAt(payload.action, comment)),
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
  const skip = whyLabelled(pull, options)
  if (skip !== undefined) return pass(skip)
  return go(event, payload, {
    about: 'pull_request',
    ...pullFacts(pull),
    ...asked.facts,
    ...known('at', writtenAt(payload.action, comment)),
    comment: { id: comment.id, kind: 'review' },
    remark: {
      path: comment.path,
      ...known('line', comment.line ?? comment.original_line ?? undefined),
      hunk: comment.diff_hunk ?? '',
    },
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
  const skip = whyLabelled(pull, options)
  if (skip !== undefined) return pass(skip)
  return go(event, payload, {
    about: 'pull_request',
    ...pullFacts(pull),
    ...asked.facts,
    ...known('at', review.submitted_at ?? undefined),
    comment: { id: review.id, kind: 'pull_request_review' },
  })
}

function readWorkflowRun(
  event: IncomingEvent,
  options: IntakeOptions,
  payload: z.output<typeof Payload.workflowRun>,
): Intake {
  const run = payload.workflow_run
  if (options.prompt === '' && payload.action !== 'completed')
    return pass(`The workflow run was ${payload.action}; without a prompt only finished runs are looked at.`)
  if (options.prompt === '' && run.conclusion === 'success')
    return pass(`The workflow run ${run.name ?? run.id} succeeded, and the workflow gives no prompt for that.`)
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

function readPush(event: IncomingEvent, payload: z.output<typeof Payload.push>): Intake {
  if (payload.deleted) return pass(`${payload.ref} was deleted; there is nothing to look at.`)
  return go(event, payload, { about: 'push', ...known('url', payload.compare) })
}

/** Events that carry no text: the workflow's prompt, or what this kind of event usually wants, is the order. */
function readUnaddressed(event: IncomingEvent, options: IntakeOptions, about: Task['about']): Intake {
  const payload = parsePayload(event.name, Payload.other, event.payload)
  const hasOrder = about !== 'other' || options.prompt !== ''
  return hasOrder
    ? go(event, payload, { about })
    : pass(`Nothing is known about ${event.name} events, and the workflow gives no prompt.`)
}

/** An edit asks when it is made. */
const writtenAt = (
  action: string,
  { created_at, updated_at }: { created_at?: string | undefined; updated_at?: string | undefined },
) => (action === 'edited' ? (updated_at ?? created_at) : created_at)

type Facts = Omit<Task, 'event' | 'action' | 'repo' | 'actor' | 'triggeringActor' | 'sender' | 'sha' | 'defaultBranch'>

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
    ...known('sender', payload.sender?.login),
    sha: event.sha,
    ...known('defaultBranch', payload.repository?.default_branch),
    ...facts,
  }
  return { go: true, task }
}

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
  if (wanted === undefined || wanted === task.number) return task
  const { event, repo, actor, triggeringActor, sha, action, at, request, comment, upstream, defaultBranch } = task
  const { command, sender } = task
  return {
    ...{ event, repo, actor, triggeringActor, sha, number: wanted },
    about: prNumber === undefined ? 'issue' : 'pull_request',
    ...known('action', action),
    ...known('at', at),
    ...known('sender', sender),
    ...known('request', request),
    ...known('command', command),
    ...known('comment', comment),
    ...known('upstream', upstream),
    ...known('defaultBranch', defaultBranch),
  }
}
