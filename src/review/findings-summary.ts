import type { FileCoverage } from '../github/context/diff-coverage.ts'
import { type FindingDetails, SEVERITIES, type Severity } from '../github-tools/proposal.ts'
import { FINDING_STATES, type FindingState } from './finding.ts'

/**
 * A finding as the summary of its pull request shows it. `start` and `line`: where its code is in the reviewed commit; without `line`
 * it is gone. `isRemoved`: the lines are those before the change. `text`: its title, or the start of its comment. `comment`: the first
 * comment of its thread, when an earlier review posted it.
 */
export type SummarizedFinding = FindingDetails & {
  id: string
  state: FindingState
  path: string
  start?: number
  line?: number
  isRemoved?: true
  text: string
  comment?: number
}

/** What one review leaves of a pull request. `folded`: findings below the limits of the settings, which are not posted as comments. */
export type FindingsSummary = {
  number: number
  /** The reviewed commit. */
  commit: string
  findings: readonly SummarizedFinding[]
  folded: readonly SummarizedFinding[]
  coverage?: FileCoverage
}

/** States in which a finding still asks for something. */
const OPEN_STATES: readonly FindingState[] = ['open', 'moved', 'regressed', 'outdated']

export const isOpenFinding = ({ state }: Pick<SummarizedFinding, 'state'>): boolean => OPEN_STATES.includes(state)

/** From worst to least; among equals, what is open first. */
export const sortFindings = <Finding extends Pick<SummarizedFinding, 'severity' | 'state'>>(
  findings: readonly Finding[],
): Finding[] =>
  findings.toSorted(
    (one, other) =>
      SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
      FINDING_STATES.indexOf(one.state) - FINDING_STATES.indexOf(other.state),
  )

/** The number of findings of each severity, for example `1 high, 3 low`. */
export function countSeverities(findings: readonly { severity: Severity }[]): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
    .join(', ')
}
