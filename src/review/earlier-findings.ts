import type { Proposal } from '../github-tools/proposal.ts'
import { alreadyInPlace, type ProposalStore, quotaReached } from '../github-tools/proposal-store.ts'
import { done, type ToolResult } from '../tools/tool.ts'
import type { PlacedFinding } from './place-finding.ts'
import { compareFindings, earlierOf, type ProposedFinding } from './plan-review.ts'

/** A proposed inline comment that may repeat a finding of an earlier review. `body`: what a reopened thread says. */
export type RepeatedComment = { proposed: ProposedFinding; number: number; commit: string; body: string }

/**
 * The result of a proposal that an earlier review has made; undefined when it is new. A fixed finding that is back reopens its own thread.
 * Where code and place do not decide, the model compares the two, once.
 */
export function answerRepetition(
  { proposed, number, commit, body }: RepeatedComment,
  earlier: readonly PlacedFinding[],
  store: ProposalStore,
): ToolResult | undefined {
  const match = earlierOf(proposed, earlier)
  if (match === undefined) return undefined
  const { finding, state } = match
  // A model that does not come back takes it for the same: then nothing is missing.
  if (compareFindings(proposed, match) === 'unsure' && proposed.sameAs === undefined)
    return alreadyInPlace(
      `This may be the finding ${finding.id} of an earlier review (${describe(match)}). Compare the two and call again with same_as: ${JSON.stringify(finding.id)} if it is the same problem, else with same_as: "none".`,
    )
  if (state === 'dismissed')
    return alreadyInPlace(`A person dismissed this finding (${describe(match)}). Do not propose it again.`)
  if (state !== 'fixed' && !(state === 'regressed' && finding.thread.isResolved))
    return alreadyInPlace(
      `An earlier review has this finding, and its thread ${finding.thread.id} is open (${describe(match)}). To add something new, use github__reply.`,
    )
  const [first] = finding.thread.comments
  const isProposed = store.ofKind('reply').some(({ thread }) => thread === finding.thread.id)
  if (first === undefined || isProposed)
    return alreadyInPlace('Reopening the thread of this finding is already proposed.')
  if (store.remaining('reply') === 0) return quotaReached('reply', 'replies')
  const nth = store.ofKind('reply').length + 1
  const text = `Back in ${commit.slice(0, 10)}.\n\n${body}`
  const reopening = {
    kind: 'reply',
    number,
    thread: finding.thread.id,
    to: first.id,
    body: text,
    nth,
    reopens: true,
  } as const
  store.add(reopening, 'reply')
  return done(
    `Proposed: to reopen the thread of this finding (${describe(match)}), which was fixed. It is done after the run.`,
  )
}

const describe = ({ finding, path, line }: PlacedFinding) =>
  `${finding.title === undefined ? finding.category : JSON.stringify(finding.title)}, ${path}${line === undefined ? '' : `:${line}`}`

type ThreadResolution = Extract<Proposal, { kind: 'resolve_thread' }>

/**
 * What resolving the thread of a finding says. `problem`: why it stays open: its code is as it was. A thread that is no finding's needs
 * nothing.
 */
export function findingFix(
  thread: string,
  commit: string,
  earlier: readonly PlacedFinding[],
): Pick<ThreadResolution, 'fixed'> | { problem: string } {
  const placed = earlier.find(({ finding }) => finding.thread.id === thread)
  const [first] = placed?.finding.thread.comments ?? []
  if (placed === undefined || first === undefined) return {}
  // A thread that could not be resolved says already that it is fixed.
  if (placed.state === 'fixed') return {}
  if (!placed.isTouched)
    return {
      problem: `The code of this finding is unchanged (${describe(placed)}), so the thread stays open. To say more, use github__reply.`,
    }
  return { fixed: { to: first.id, commit } }
}
