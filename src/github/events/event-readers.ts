import type * as z from 'zod'
import { Payload, parsePayload } from './payloads.ts'
import type { EventDecision, Task } from './task.ts'
import {
  acceptEvent,
  type IncomingEvent,
  issueFacts,
  pullFacts,
  type TaskFacts,
  type TriggerOptions,
} from './task-facts.ts'
import {
  draftOrAuthorReason,
  findRequest,
  missingPhrase,
  readCommentTrigger,
  readLabelOrAssignee,
  readRequest,
  SLUICE_MARKER,
  skipLabelReason,
  skipRun,
} from './trigger-rules.ts'

export function readPullRequest(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.pullRequest>,
): EventDecision {
  const { action, pull_request: pull } = payload
  if (action === 'closed' && options.prompt === '')
    return skipRun(`Pull request #${pull.number} was closed, and the workflow gives no prompt for that.`)
  const trigger = readLabelOrAssignee(payload, options)
  if (trigger?.shouldRun === false) return trigger
  const skipReason = skipLabelReason(pull, options) ?? (trigger ? undefined : draftOrAuthorReason(pull, options))
  if (skipReason !== undefined) return skipRun(skipReason)
  return acceptEvent(event, payload, { kind: 'pull_request', ...pullFacts(pull), author: pull.user?.login })
}

export async function readIssue(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.issues>,
): Promise<EventDecision> {
  const { action, issue } = payload
  if (action === 'deleted' || action === 'transferred')
    return skipRun(`Issue #${issue.number} was ${action}, so it cannot be answered.`)
  const facts: TaskFacts = { kind: 'issue', ...issueFacts(issue), author: issue.user?.login }
  const trigger = readLabelOrAssignee(payload, options)
  if (trigger?.shouldRun === false) return trigger
  const skipReason = skipLabelReason(issue, options) ?? (trigger ? undefined : draftOrAuthorReason(issue, options))
  if (skipReason !== undefined) return skipRun(skipReason)
  // A label or assignee only starts the run: the text of the issue is material, not a request of that user.
  if (options.prompt !== '' || trigger) return acceptEvent(event, payload, facts)

  // A user who labels or reopens the issue of another user did not write its text, so the text is no request of that user.
  if (action !== 'opened' && action !== 'reopened')
    return skipRun(`Issue #${issue.number} was ${action}; without a prompt only new issues are answered.`)
  if (action === 'reopened' && payload.sender?.login !== issue.user?.login)
    return skipRun(
      `Issue #${issue.number} was reopened by someone other than its author, and the workflow gives no prompt.`,
    )
  // Such a text quotes what others asked, and with the token of an App it would start a run, which may write the next one.
  if (SLUICE_MARKER.test(issue.body ?? ''))
    return skipRun(`The text of issue #${issue.number} was written by this action.`)
  const request = await findRequest(issue.body ?? '', options.triggerPhrase)
  if (request === undefined) return skipRun(missingPhrase(`Issue #${issue.number}`, options.triggerPhrase))
  return acceptEvent(event, payload, { ...facts, ...(await readRequest(request)) })
}

export async function readIssueComment(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.issueComment>,
): Promise<EventDecision> {
  const { issue, comment } = payload
  const trigger = await readCommentTrigger({ noun: 'comment', newAction: 'created', payload, comment }, options)
  if (!trigger.shouldRun) return trigger
  const skipReason = skipLabelReason(issue, options)
  if (skipReason !== undefined) return skipRun(skipReason)
  const facts = issueFacts(issue)
  return acceptEvent(event, payload, {
    kind: issue.pull_request ? 'pull_request' : 'issue',
    ...facts,
    ...trigger.facts,
    url: trigger.facts.url ?? facts.url,
    requestedAt: writtenAt(payload.action, comment) ?? facts.requestedAt,
    comment: { id: comment.id, kind: 'issue' },
  })
}

export async function readReviewComment(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.reviewComment>,
): Promise<EventDecision> {
  const { pull_request: pull, comment } = payload
  const isReply = typeof comment.in_reply_to_id === 'number'
  const source = { noun: 'review comment', newAction: 'created', payload, comment, isReply } as const
  const trigger = await readCommentTrigger(source, options)
  if (!trigger.shouldRun) return trigger
  const skipReason = skipLabelReason(pull, options)
  if (skipReason !== undefined) return skipRun(skipReason)
  const facts = pullFacts(pull)
  return acceptEvent(event, payload, {
    kind: 'pull_request',
    ...facts,
    ...trigger.facts,
    url: trigger.facts.url ?? facts.url,
    requestedAt: writtenAt(payload.action, comment) ?? facts.requestedAt,
    comment: { id: comment.id, kind: 'review', thread: comment.in_reply_to_id ?? comment.id },
    reviewedLines: readReviewedLines(comment),
  })
}

/**
 * The lines of a comment. Those of an outdated one are no longer in the diff; GitHub then has only their first numbers. A comment on the
 * whole file has no lines, whatever numbers its event has.
 */
function readReviewedLines(
  placed: z.output<typeof Payload.reviewComment>['comment'],
): NonNullable<Task['reviewedLines']> {
  const isWholeFile = placed.subject_type === 'file'
  const comment = isWholeFile ? { ...placed, line: null, start_line: null, original_line: null } : placed
  const isOutdated = typeof comment.line !== 'number' && typeof comment.original_line === 'number'
  return {
    path: comment.path,
    line: comment.line ?? undefined,
    startLine: comment.start_line ?? undefined,
    originalLine: isOutdated ? (comment.original_line ?? undefined) : undefined,
    originalStartLine: isOutdated ? (comment.original_start_line ?? undefined) : undefined,
    side: comment.side ?? undefined,
    startSide: comment.start_side ?? undefined,
    outdatedAt: isOutdated ? (comment.original_commit_id ?? 'an earlier commit') : undefined,
    hunk: comment.diff_hunk ?? '',
  }
}

export async function readReview(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.review>,
): Promise<EventDecision> {
  const { pull_request: pull, review } = payload
  const trigger = await readCommentTrigger(
    { noun: 'review', newAction: 'submitted', payload, comment: review },
    options,
  )
  if (!trigger.shouldRun) return trigger
  const skipReason = skipLabelReason(pull, options)
  if (skipReason !== undefined) return skipRun(skipReason)
  const facts = pullFacts(pull)
  return acceptEvent(event, payload, {
    kind: 'pull_request',
    ...facts,
    ...trigger.facts,
    url: trigger.facts.url ?? facts.url,
    requestedAt: review.submitted_at ?? facts.requestedAt,
    seenCommit: review.commit_id ?? undefined,
    comment: { id: review.id, kind: 'pull_request_review' },
  })
}

/** When the comment was written or, if the event is an edit, when it was edited. */
const writtenAt = (action: string, { created_at, updated_at }: { created_at?: string; updated_at?: string }) =>
  action === 'edited' ? (updated_at ?? created_at) : created_at

/** As for issues: with a prompt every discussion, without one a new discussion that contains the trigger phrase. */
export async function readDiscussion(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.discussion>,
): Promise<EventDecision> {
  const { action, discussion } = payload
  const { number, user, body, html_url, created_at } = discussion
  if (action === 'deleted' || action === 'transferred')
    return skipRun(`Discussion #${number} was ${action}, so it cannot be answered.`)
  const skipReason = draftOrAuthorReason(discussion, options)
  if (skipReason !== undefined) return skipRun(skipReason)
  const facts: TaskFacts = {
    kind: 'other',
    place: { kind: 'discussion', number },
    author: user?.login,
    url: html_url,
    requestedAt: created_at,
  }
  if (options.prompt !== '') return acceptEvent(event, payload, facts)
  if (action !== 'created')
    return skipRun(`Discussion #${number} was ${action}; without a prompt only new discussions are answered.`)
  const request = await findRequest(body ?? '', options.triggerPhrase)
  if (request === undefined) return skipRun(missingPhrase(`Discussion #${number}`, options.triggerPhrase))
  return acceptEvent(event, payload, { ...facts, ...(await readRequest(request)) })
}

/** The answer is a reply below the comment; GitHub has one level of replies. */
export async function readDiscussionComment(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.discussionComment>,
): Promise<EventDecision> {
  const { action, discussion, comment } = payload
  const trigger = await readCommentTrigger({ noun: 'comment', newAction: 'created', payload, comment }, options)
  if (!trigger.shouldRun) return trigger
  return acceptEvent(event, payload, {
    kind: 'other',
    place: {
      kind: 'discussion',
      number: discussion.number,
      comment: comment.parent_id ?? comment.id,
      requestId: comment.id,
    },
    ...trigger.facts,
    requestedAt: writtenAt(action, comment),
  })
}

export async function readCommitComment(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.commitComment>,
): Promise<EventDecision> {
  const { comment } = payload
  const trigger = await readCommentTrigger({ noun: 'comment', newAction: 'created', payload, comment }, options)
  if (!trigger.shouldRun) return trigger
  return acceptEvent(event, payload, {
    kind: 'other',
    place: { kind: 'commit', sha: comment.commit_id, requestId: comment.id },
    ...trigger.facts,
    requestedAt: comment.created_at,
  })
}

export function readWorkflowRun(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.workflowRun>,
): EventDecision {
  const upstream = payload.workflow_run
  if (options.prompt === '' && payload.action !== 'completed')
    return skipRun(`The workflow run was ${payload.action}; without a prompt only completed runs are inspected.`)
  if (options.prompt === '' && upstream.conclusion === 'success')
    return skipRun(
      `The workflow run ${upstream.name || upstream.id} succeeded, and the workflow gives no prompt for that.`,
    )
  const [pull, ...otherPulls] = upstream.pull_requests ?? []
  return acceptEvent(event, payload, {
    kind: 'workflow_run',
    // With several pull requests on one commit it is unknown which one is meant.
    number: pull && otherPulls.length === 0 ? pull.number : undefined,
    url: upstream.html_url,
    upstream: {
      runId: upstream.id,
      workflow: upstream.name ?? '',
      event: upstream.event,
      conclusion: upstream.conclusion ?? undefined,
      branch: upstream.head_branch ?? undefined,
      sha: upstream.head_sha,
      actor: upstream.actor?.login,
      triggeringActor: upstream.triggering_actor?.login,
      headRepo: upstream.head_repository?.full_name,
      headRepoId: upstream.head_repository?.id,
      path: upstream.path ?? undefined,
      repo: upstream.repository?.full_name,
      repoId: upstream.repository?.id,
    },
  })
}

export function readPush(event: IncomingEvent, payload: z.output<typeof Payload.push>): EventDecision {
  if (payload.deleted) return skipRun(`${payload.ref} was deleted, so there is nothing to inspect.`)
  const compared = comparedByPush(payload)
  return acceptEvent(event, payload, { kind: 'push', url: payload.compare, compared })
}

/** The first push of a branch is compared with the default branch; a new tag adds no commits. */
function comparedByPush({ ref, before, after, repository }: z.output<typeof Payload.push>): Task['compared'] {
  if (after === undefined || /^0+$/.test(after)) return undefined
  if (before !== undefined && !/^0+$/.test(before)) return { base: before, head: after }
  const main = repository?.default_branch
  const isNewBranch = ref.startsWith('refs/heads/') && ref !== `refs/heads/${main}`
  return main !== undefined && isNewBranch ? { base: main, head: after } : undefined
}

/** The check's answer goes to its pull request, when it has one. */
export function readCheck(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.check>,
): EventDecision {
  if (options.prompt === '') return skipRun(noDefaultPrompt(event.name))
  const check = payload.check_run ?? payload.check_suite
  const [pull, ...otherPulls] = check?.pull_requests ?? []
  return acceptEvent(event, payload, {
    kind: 'other',
    number: pull && otherPulls.length === 0 ? pull.number : undefined,
    url: check?.html_url ?? undefined,
  })
}

export function readMergeGroup(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.mergeGroup>,
): EventDecision {
  if (options.prompt === '') return skipRun(noDefaultPrompt(event.name))
  const { base_sha: base, head_sha: head, head_ref: ref = '' } = payload.merge_group ?? {}
  // Source: GitHub docs, "Managing a merge queue": gh-readonly-queue/BRANCH/pr-NUMBER-SHA.
  const number = /\/pr-(\d{1,9})-[0-9a-f]{40,64}$/.exec(ref)?.[1]
  return acceptEvent(event, payload, {
    kind: 'other',
    number: number === undefined ? undefined : Number(number),
    compared: base === undefined || head === undefined ? undefined : { base, head },
  })
}

const noDefaultPrompt = (event: string) =>
  `There is no default prompt for ${event} events, and the workflow gives no prompt.`

/** Events without text: the task is the workflow's prompt or the default prompt of the event. */
export function readWithoutText(event: IncomingEvent, options: TriggerOptions, kind: Task['kind']): EventDecision {
  const payload = parsePayload(event.name, Payload.other, event.payload)
  const hasPrompt = kind !== 'other' || options.prompt !== ''
  return hasPrompt ? acceptEvent(event, payload, { kind }) : skipRun(noDefaultPrompt(event.name))
}
