import type { Settings } from '../config/settings/settings.ts'
import {
  CONFIDENCES,
  type InlineComment,
  type Proposal,
  type ProposedComment,
  SEVERITIES,
  type Severity,
} from '../github-tools/proposal.ts'
import { DEFAULT_DETAILS } from './finding.ts'

/** How many findings one review posts as inline comments at most, and from which severity on. */
export type ReviewLimits = { maxFindings: number; minSeverity: Severity }

const DEFAULT_LIMITS: ReviewLimits = { maxFindings: 10, minSeverity: 'nit' }

/** The limits of `sluice.review` in the settings. */
export const reviewLimits = ({ sluice }: Pick<Settings, 'sluice'>): ReviewLimits => ({
  ...DEFAULT_LIMITS,
  ...sluice?.review,
})

/**
 * Takes the inline comments out of the proposals that the limits do not admit: those below the severity, then the least severe and least
 * sure ones above the number. What stays keeps its order. Pure.
 */
export function limitFindings(
  proposals: readonly Proposal[],
  { maxFindings, minSeverity }: ReviewLimits,
): { admitted: Proposal[]; folded: ProposedComment[] } {
  const ranked = proposals
    .filter((proposal) => proposal.kind === 'review_comment')
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  const best = ranked
    .filter((comment) => SEVERITIES.indexOf(severityOf(comment)) <= SEVERITIES.indexOf(minSeverity))
    .slice(0, maxFindings)
  const posted = new Set<Proposal>(best)
  return {
    admitted: proposals.filter((proposal) => proposal.kind !== 'review_comment' || posted.has(proposal)),
    folded: ranked.filter((comment) => !posted.has(comment)),
  }
}

const severityOf = ({ finding }: InlineComment): Severity => finding?.severity ?? DEFAULT_DETAILS.severity

/** Lower is more important: by severity, then by confidence. */
const rankOf = (comment: InlineComment): number =>
  SEVERITIES.indexOf(severityOf(comment)) * CONFIDENCES.length +
  CONFIDENCES.indexOf(comment.finding?.confidence ?? 'medium')
