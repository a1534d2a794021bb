import type * as z from 'zod'
import { readCommentTrigger, skipRun } from './comment-trigger.ts'
import type { Payload } from './payloads.ts'
import type { IncomingEvent, TriggerOptions } from './read-event.ts'
import { skipLabelReason } from './skip-rules.ts'
import type { EventDecision } from './task.ts'
import { acceptEvent, issueFacts, pullFacts } from './task-facts.ts'

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
  const trigger = await readCommentTrigger({ noun: 'review comment', newAction: 'created', payload, comment }, options)
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
    reviewedLines: {
      path: comment.path,
      line: comment.line ?? comment.original_line ?? undefined,
      hunk: comment.diff_hunk ?? '',
    },
  })
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
