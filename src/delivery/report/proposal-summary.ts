import type { Proposal } from '../../github-tools/proposal.ts'
import { planProposals } from '../plan/sanitize-proposals.ts'
import { intentLabel } from './receipt-summary.ts'

/** Further proposals are only counted. */
const MAX_NAMED = 8

/** Summarizes the proposals of a run without an answer; empty when there are none. Lists equal writes once. */
export function summarizeProposals(proposals: readonly Proposal[], options: { review: 'comment' | 'off' }): string {
  const writes = [
    ...proposals.filter((proposal) => proposal.kind === 'create_pull_request'),
    ...planProposals(proposals, options),
  ].map(intentLabel)
  if (writes.length === 0) return ''
  const each = [...Map.groupBy(writes, (words) => words)].map(([words, { length }]) =>
    length === 1 ? words : `${words} (${length} times)`,
  )
  const more = each.length - MAX_NAMED
  const named = [...each.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])]
  return `The model wrote no answer. It proposed: ${named.join('; ')}.`
}
