import type * as z from 'zod'
import { missingPhrase, readCommentTrigger, readRequest, skipRun } from './comment-trigger.ts'
import type { Payload } from './payloads.ts'
import type { IncomingEvent, TriggerOptions } from './read-event.ts'
import { draftOrAuthorReason } from './skip-rules.ts'
import type { EventDecision } from './task.ts'
import { acceptEvent, type TaskFacts } from './task-facts.ts'
import { findRequest } from './trigger-phrase.ts'

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
  const written = action === 'edited' ? (comment.updated_at ?? comment.created_at) : comment.created_at
  return acceptEvent(event, payload, {
    kind: 'other',
    place: { kind: 'discussion', number: discussion.number, comment: comment.parent_id ?? comment.id },
    ...trigger.facts,
    requestedAt: written,
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
    place: { kind: 'commit', sha: comment.commit_id },
    ...trigger.facts,
    requestedAt: comment.created_at,
  })
}
