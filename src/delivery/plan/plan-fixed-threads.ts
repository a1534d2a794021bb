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
  const isUpdate = /^pull_request(?:_target)?$/.test(task?.event ?? '') && task?.action !== 'opened'
  if (task?.number === undefined || !isUpdate || outcome !== 'ok' || review === 'off') return []
  const commentedPaths = proposals.flatMap((each) => (each.kind === 'review_comment' ? [each.path] : []))
  return [{ kind: 'resolve_fixed', number: task.number, commentedPaths: [...new Set(commentedPaths)] }]
}
