import type * as z from 'zod'
import { missingPhrase, readRequest, skipRun } from './comment-trigger.ts'
import type { Payload } from './payloads.ts'
import type { IncomingEvent, TriggerOptions } from './read-event.ts'
import { draftOrAuthorReason, readLabelOrAssignee, skipLabelReason } from './skip-rules.ts'
import type { EventDecision } from './task.ts'
import { acceptEvent, issueFacts, pullFacts, type TaskFacts } from './task-facts.ts'
import { findRequest } from './trigger-phrase.ts'

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
  const request = await findRequest(issue.body ?? '', options.triggerPhrase)
  if (request === undefined) return skipRun(missingPhrase(`Issue #${issue.number}`, options.triggerPhrase))
  return acceptEvent(event, payload, { ...facts, ...(await readRequest(request)) })
}
