import type * as z from 'zod'
import { UserError } from '../../platform/errors.ts'
import { readEventFacts } from './event-facts.ts'
import type { IssuePayload, Payload, PullRequestPayload, SidePayload } from './payloads.ts'
import type { IncomingEvent, TriggerOptions } from './read-event.ts'
import type { EventDecision, PullRequestBranch, Task } from './task.ts'

/** What one kind of event knows of its task. startRun() adds what all events have. */
export type TaskFacts = Omit<
  Task,
  | 'event'
  | 'action'
  | 'repo'
  | 'repoId'
  | 'actor'
  | 'triggeringActor'
  | 'sender'
  | 'senderType'
  | 'sha'
  | 'defaultBranch'
  | 'facts'
>

export function acceptEvent(
  event: IncomingEvent,
  payload: z.output<typeof Payload.other>,
  facts: TaskFacts,
): EventDecision {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(event.repository) ?? []
  if (owner === undefined || name === undefined)
    throw new UserError(
      event.repository === ''
        ? 'The runner sets no GITHUB_REPOSITORY. It must be owner/name.'
        : `GITHUB_REPOSITORY must be owner/name, not "${event.repository}".`,
    )
  if (event.sha === '')
    throw new UserError(
      'The runner sets no GITHUB_SHA, the commit that the workflow runs for. Every GitHub runner sets it.',
    )
  const eventFacts = readEventFacts(event.name, event.payload)
  const task: Task = {
    event: event.name,
    action: payload.action,
    repo: { owner, name },
    repoId: event.repositoryId ?? payload.repository?.id,
    actor: event.actor,
    triggeringActor: event.triggeringActor || event.actor,
    sender: payload.sender?.login,
    senderType: payload.sender?.type,
    sha: event.sha,
    defaultBranch: payload.repository?.default_branch,
    ...facts,
    facts: eventFacts.length === 0 ? undefined : eventFacts,
  }
  return { shouldRun: true, task }
}

export function issueFacts(issue: IssuePayload | PullRequestPayload) {
  return {
    number: issue.number,
    title: issue.title,
    body: issue.body ?? '',
    openedBy: issue.user?.login,
    url: issue.html_url,
    requestedAt: issue.updated_at ?? issue.created_at,
  }
}

export const pullFacts = (pull: PullRequestPayload) => ({
  ...issueFacts(pull),
  base: toBranch(pull.base),
  head: toBranch(pull.head),
})

const toBranch = ({ ref, sha, repo }: SidePayload): PullRequestBranch => ({
  ref,
  sha,
  repo: repo?.full_name,
  repoId: repo?.id,
})

/**
 * A task about the issue or pull request whose number the workflow gives. The number of the event itself, as in
 * `github_pr_number: ${{ github.event.issue.number }}`, changes nothing.
 */
export function withRequestedNumber(task: Task, { prNumber, issueNumbers = [] }: TriggerOptions): Task {
  const number = prNumber ?? issueNumbers[0]
  if (number === undefined || number === task.number) return task
  const { event, repo, actor, triggeringActor, sha, action, requestedAt, request, comment, upstream, defaultBranch } =
    task
  const { command, sender, senderType, repoId, facts } = task
  return {
    event,
    repo,
    actor,
    triggeringActor,
    sha,
    number,
    kind: prNumber === undefined ? 'issue' : 'pull_request',
    action,
    requestedAt,
    repoId,
    sender,
    senderType,
    request,
    command,
    comment,
    upstream,
    defaultBranch,
    facts,
  }
}
