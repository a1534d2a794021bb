import {
  readCheck,
  readCommitComment,
  readDiscussion,
  readDiscussionComment,
  readIssue,
  readIssueComment,
  readMergeGroup,
  readPullRequest,
  readPush,
  readReview,
  readReviewComment,
  readWithoutText,
  readWorkflowRun,
} from './event-readers.ts'
import { Payload, parsePayload } from './payloads.ts'
import type { EventDecision } from './task.ts'
import { type IncomingEvent, type TriggerOptions, withRequestedNumber } from './task-facts.ts'

/**
 * The task of an event, or the reason in one sentence why no run starts.
 * Rejects with UserError when the payload lacks a field that its event always has.
 */
export async function readTask(event: IncomingEvent, options: TriggerOptions): Promise<EventDecision> {
  const decision = await readEvent(event, options)
  return decision.shouldRun ? { shouldRun: true, task: withRequestedNumber(decision.task, options) } : decision
}

function readEvent(event: IncomingEvent, options: TriggerOptions): EventDecision | Promise<EventDecision> {
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
    case 'discussion':
      return readDiscussion(event, options, parsePayload(name, Payload.discussion, payload))
    case 'discussion_comment':
      return readDiscussionComment(event, options, parsePayload(name, Payload.discussionComment, payload))
    case 'commit_comment':
      return readCommitComment(event, options, parsePayload(name, Payload.commitComment, payload))
    case 'check_run':
    case 'check_suite':
      return readCheck(event, options, parsePayload(name, Payload.check, payload))
    case 'merge_group':
      return readMergeGroup(event, options, parsePayload(name, Payload.mergeGroup, payload))
    case 'schedule':
      return readWithoutText(event, options, 'schedule')
    case 'workflow_dispatch':
    case 'repository_dispatch':
      return readWithoutText(event, options, 'dispatch')
    default:
      return readWithoutText(event, options, 'other')
  }
}
