import type { Outcome } from '../../record/events.ts'
import type { FindingsSummary } from '../../review/findings-summary.ts'

/** Proposals of a run that failed or was stopped for safety are not written. After a limit or a model failure they are. */
export const holdReason = (outcome: Outcome): string | undefined =>
  outcome === 'security' || outcome === 'config' || outcome === 'internal'
    ? 'the run failed before it finished'
    : undefined

/** A review of which nothing is written is not shown as if it were. */
export const withoutHeldReview = <Ended extends { outcome: Outcome; review?: FindingsSummary }>({
  review,
  ...ended
}: Ended) => (review === undefined || holdReason(ended.outcome) !== undefined ? ended : { ...ended, review })
