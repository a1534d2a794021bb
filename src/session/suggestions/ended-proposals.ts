import { describeUnseen } from '../../github/context/diff-coverage.ts'
import type { Task } from '../../github/events/task.ts'
import type { Proposal } from '../../github-tools/proposal.ts'
import type { Emit } from '../../record/events.ts'
import { type VerifyContext, verifiedProposals } from './verified-proposals.ts'

type EndedContext = VerifyContext & { task: Pick<Task, 'number'>; transcript: { emit: Emit } }

/** Proposals of an ended run, its suggestions tried. Notes for people what the model did not see. Never rejects. */
export function endedProposals(
  proposals: readonly Proposal[],
  { task, transcript, ...context }: EndedContext,
): Promise<readonly Proposal[]> {
  const unseen = describeUnseen(task.number, context.github)
  if (unseen !== undefined) transcript.emit({ type: 'notice', ...unseen })
  return verifiedProposals(proposals, context)
}
