import * as z from 'zod'
import { UserError } from '../../platform/errors.ts'
import type { IssuePayload, Payload, PullRequestPayload, SidePayload } from './payloads.ts'
import { type EventDecision, type PullRequestBranch, readEventFacts, type Task } from './task.ts'
import type { CommentTriggerOptions, TriggerRules } from './trigger-rules.ts'

export type IncomingEvent = {
  /** GITHUB_EVENT_NAME. */
  name: string
  /** The parsed JSON of GITHUB_EVENT_PATH. */
  payload: unknown
  /** GITHUB_REPOSITORY, `owner/name`. */
  repository: string
  /** GITHUB_REPOSITORY_ID. */
  repositoryId?: number
  /** GITHUB_SHA. */
  sha: string
  /** GITHUB_ACTOR and GITHUB_TRIGGERING_ACTOR. */
  actor: string
  triggeringActor: string
}

export type TriggerOptions = CommentTriggerOptions &
  TriggerRules & {
    prompt: string
    prNumber?: number
    issueNumbers?: readonly number[]
    /** The issues of a run with one answer about all of them. */
    listedIssues?: readonly number[]
  }

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
  | 'namedBranch'
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
    namedBranch: namedBranch(event.payload),
    defaultBranch: payload.repository?.default_branch,
    ...facts,
    facts: eventFacts.length === 0 ? undefined : eventFacts,
  }
  return { shouldRun: true, task }
}

const BranchName = z.string().min(1).optional().catch(undefined)
const NamingPayload = z.object({
  base_ref: BranchName,
  release: z.object({ target_commitish: BranchName }).optional().catch(undefined),
})

/**
 * The branch from which a tag was pushed or a release is made. Source: GitHub docs, "Webhook events and payloads" (`base_ref` of push) and
 * "Create a release" (`target_commitish`: a branch or a commit; without a meaning when the tag exists).
 */
function namedBranch(payload: unknown): string | undefined {
  const { base_ref, release } = NamingPayload.safeParse(payload).data ?? {}
  const name = release?.target_commitish ?? /^refs\/heads\/(.+)$/.exec(base_ref ?? '')?.[1]
  return name === undefined || /^[0-9a-f]{40}$/.test(name) ? undefined : name
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
 * A task about the issue or pull request whose number the workflow gives, or about several issues. The number of the event itself, as in
 * `github_pr_number: ${{ github.event.issue.number }}`, changes nothing.
 */
export function withRequestedNumber(task: Task, options: TriggerOptions): Task {
  const { prNumber, issueNumbers = [], listedIssues } = options
  const items = prNumber === undefined ? listedIssues?.map((each) => ({ number: each })) : undefined
  const number = items === undefined ? (prNumber ?? issueNumbers[0]) : undefined
  if (items === undefined && (number === undefined || number === task.number)) return task
  const { event, repo, actor, triggeringActor, sha, action, requestedAt, request, comment, upstream, defaultBranch } =
    task
  const { command, sender, senderType, repoId, facts, namedBranch } = task
  return {
    event,
    repo,
    actor,
    triggeringActor,
    sha,
    number,
    items,
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
    namedBranch,
    defaultBranch,
    facts,
  }
}

const Written = z
  .object({ author_association: z.string().catch('') })
  .optional()
  .catch(undefined)
const AuthoredPayload = z.object({
  comment: Written,
  review: Written,
  pull_request: Written,
  issue: Written,
  discussion: Written,
})

/** Whether the numbers that the workflow gives can be a list: several, or one where the event has no issue of its own. */
export const mayBeList = (numbers: readonly number[], { payload }: Pick<IncomingEvent, 'payload'>): boolean =>
  numbers.length > 1 || (numbers.length === 1 && AuthoredPayload.parse(payload).issue === undefined)

/** Source: GitHub GraphQL API, CommentAuthorAssociation. Others have no write permission. */
const MEMBERS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

/**
 * Whether the author of what started the run probably may start one, as the event says. It grants nothing: it only decides whether the
 * rest is asked together with the permission. Events that no text of a person starts, such as a dispatch, say yes.
 */
export function isProbablyMember({ payload }: Pick<IncomingEvent, 'payload'>): boolean {
  const { comment, review, pull_request, issue, discussion } = AuthoredPayload.parse(payload)
  const written = comment ?? review ?? pull_request ?? issue ?? discussion
  return written === undefined || MEMBERS.has(written.author_association)
}
