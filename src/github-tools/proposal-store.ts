import { failed, type ToolResult } from '../tools/tool.ts'
import type { Proposal } from './proposal.ts'

/** The maximum number of proposals of one run. Labels and users are counted one by one. */
export const PROPOSAL_QUOTAS = {
  extra_comment: 10,
  review_comment: 30,
  review_overview: 10,
  labels: 100,
  users: 20,
  update_issue: 30,
  create_issue: 10,
  create_pull_request: 1,
  branch: 1,
  reply: 30,
  resolve_thread: 50,
} as const
export type ProposalQuota = keyof typeof PROPOSAL_QUOTAS

/** The maximum UTF-16 units of one text. GitHub accepts 65,536, and sanitizing can lengthen the text. */
const MAX_TEXT_CHARACTERS = 50_000

/** The proposals of one run, within the quotas. */
export type ProposalStore = {
  all(): readonly Proposal[]
  ofKind<Kind extends Proposal['kind']>(kind: Kind): Extract<Proposal, { kind: Kind }>[]
  remaining(quota: ProposalQuota): number
  add(proposal: Proposal, quota: ProposalQuota, count?: number): void
  /** Takes back the proposals that match and returns their number. Their share of the quota stays used. */
  withdraw(matches: (proposal: Proposal) => boolean): number
}

export function openProposalStore(): ProposalStore {
  const proposals: Proposal[] = []
  const used = new Map<ProposalQuota, number>()
  return {
    all: () => proposals,
    ofKind: (kind) =>
      proposals.filter((proposal): proposal is Extract<Proposal, { kind: typeof kind }> => proposal.kind === kind),
    remaining: (quota) => PROPOSAL_QUOTAS[quota] - (used.get(quota) ?? 0),
    add(proposal, quota, count = 1) {
      proposals.push(proposal)
      used.set(quota, (used.get(quota) ?? 0) + count)
    },
    withdraw(matches) {
      const before = proposals.length
      proposals.splice(0, before, ...proposals.filter((proposal) => !matches(proposal)))
      return before - proposals.length
    },
  }
}

/** The result of a tool whose proposal is not accepted. `text` says why and what to do instead. */
export const refuseProposal = (text: string): ToolResult => failed('execution_failed', text)

/** The result of a tool whose effect is already in place or proposed: it is not missing. */
export const alreadyInPlace = (text: string): ToolResult => failed('edit_no_change', text)

export const quotaReached = (quota: ProposalQuota, plural: string): ToolResult =>
  refuseProposal(
    `A run may propose ${PROPOSAL_QUOTAS[quota]} ${plural} at most, and this run has proposed that many. Put the rest in the answer.`,
  )

/** The reason why a text cannot be posted; undefined when it can. */
export function textProblem(body: string): string | undefined {
  if (body.trim() === '') return 'The text is empty.'
  if (body.length > MAX_TEXT_CHARACTERS)
    return `The text has ${body.length} characters; at most ${MAX_TEXT_CHARACTERS} are accepted. Shorten it.`
  return undefined
}
