import { permalink } from '../text/permalinks.ts'
import type { FindingsSummary, SummarizedFinding } from './findings-summary.ts'

/** The summary, and the start of the addresses of files on its server. */
export type FindingLinkSource = { review: Pick<FindingsSummary, 'number' | 'commit'>; blobUrl: string | undefined }

/** The review of a run, absent when it reviewed nothing. `blobUrl`: the start of the addresses of files. */
export type ShownReview = { review?: FindingsSummary; blobUrl?: string }

/** The address of a finding's lines in the reviewed commit; undefined when they are not in it. */
export function findingCodeUrl(
  { path, start, line, isRemoved }: SummarizedFinding,
  { review, blobUrl }: FindingLinkSource,
): string | undefined {
  if (isRemoved === true || line === undefined || blobUrl === undefined) return undefined
  return permalink({ path, start: start ?? line, end: line }, { blobUrl, commit: review.commit })
}

/** The address of a finding's thread, which GitHub opens by its first comment; undefined for one that is posted now. */
export const findingThreadUrl = (
  { comment }: SummarizedFinding,
  { review, blobUrl }: FindingLinkSource,
): string | undefined =>
  comment === undefined || blobUrl === undefined
    ? undefined
    : `${blobUrl.replace(/\/blob$/, '')}/pull/${review.number}#discussion_r${comment}`

/** The findings for later steps, as the output `findings` names their fields. `posted`: false for those below the limits of the settings. */
export function findingOutputs({ review, blobUrl }: ShownReview): Record<string, unknown>[] {
  if (review === undefined) return []
  const source = { review, blobUrl }
  const toOutput = (finding: SummarizedFinding, posted: boolean) => ({
    id: finding.id,
    severity: finding.severity,
    category: finding.category,
    confidence: finding.confidence,
    title: finding.text,
    path: finding.path,
    start_line: finding.start ?? finding.line,
    line: finding.line,
    side: finding.isRemoved === true ? 'LEFT' : 'RIGHT',
    state: finding.state,
    posted,
    commit: review.commit,
    url: findingCodeUrl(finding, source),
    thread_url: findingThreadUrl(finding, source),
  })
  return [
    ...review.findings.map((finding) => toOutput(finding, true)),
    ...review.folded.map((finding) => toOutput(finding, false)),
  ]
}
