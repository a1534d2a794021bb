import type { Task } from '../../github/events/task.ts'
import type { Proposal } from '../../github-tools/proposal.ts'
import type { DeliveryContext } from '../delivery-context.ts'
import type { RunReport } from '../run-report.ts'
import type { Intent } from './intent.ts'

/** A complete second review of a pull request resolves the threads of earlier runs whose lines were fixed. */
export function planFixedThreads(
  { outcome }: RunReport,
  task: Task | undefined,
  { review }: Pick<DeliveryContext, 'review'>,
  proposals: readonly Proposal[],
): Intent[] {
  const isUpdate = isPullRequestEvent(task) && task?.action !== 'opened'
  if (task?.number === undefined || !isUpdate || outcome !== 'ok' || review === 'off') return []
  const commentedPaths = proposals.flatMap((each) => (each.kind === 'review_comment' ? [each.path] : []))
  return [{ kind: 'resolve_fixed', number: task.number, commentedPaths: [...new Set(commentedPaths)] }]
}

/** Whether a run reviews a pull request because it changed, and not because somebody asked. */
const isPullRequestEvent = (task: Task | undefined) => /^pull_request(?:_target)?$/.test(task?.event ?? '')

/** The identity with the commit that a complete review read, from which the next one starts. */
export function withReviewedCommit(
  { outcome }: RunReport,
  task: Task | undefined,
  { review, identity }: Pick<DeliveryContext, 'review' | 'identity'>,
): Pick<DeliveryContext, 'identity'> {
  const isReview = isPullRequestEvent(task) && outcome === 'ok' && review !== 'off'
  if (!isReview || task?.head === undefined) return { identity }
  return { identity: { ...identity, record: { ...identity.record, reviewed: task.head.sha } } }
}
