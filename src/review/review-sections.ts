import { coverageText } from '../github/context/diff-coverage.ts'
import type { FoldReason, InlineComment } from '../github-tools/proposal.ts'
import type { Outcome } from '../record/events.ts'
import { formatUsd } from '../text/format-text.ts'
import { permalink } from '../text/permalinks.ts'
import {
  detailsBlock,
  ellipsize,
  escapedLine,
  fencedBlock,
  firstLines,
  inlineCode,
  pluralize,
  tableRow,
} from '../text/write-markdown.ts'
import { countSeverities } from './finding.ts'
import { type FindingsSummary, openFindings, type SummarizedFinding, standingFolded } from './summarize-review.ts'

/** Characters of the table, and of the folded list. Both fit into a comment beside the longest answer. */
const ROOM = 2500

const MAX_PATH = 100

/** The verdict of the review, for the start of the comment: its open findings. Empty without a review. */
export function verdictLine({ review, outcome }: ShownReview & { outcome: Outcome }): string {
  if (review === undefined) return ''
  const open = openFindings(review)
  const count = (state: SummarizedFinding['state']) => review.findings.filter((each) => each.state === state).length
  const closed = (['fixed', 'dismissed'] as const).flatMap((state) =>
    count(state) === 0 ? [] : `${count(state)} ${state}`,
  )
  const isSerious = open.some(({ severity }) => severity === 'critical' || severity === 'high')
  // An incomplete review cannot say that nothing is wrong.
  const unplaced = review.unplaced?.length ?? 0
  const incomplete = unplaced === 0 ? '' : `**Incomplete:** ${unplacedGap(review.unplaced ?? [])}.`
  const clean = outcome === 'ok' && unplaced === 0 ? '**No open findings.**' : ''
  const verdict = open.length === 0 ? clean : isSerious ? '**Needs work.**' : '**Ready after small changes.**'
  const numbers = [open.length === 0 ? '' : `open: ${countSeverities(open)}`, ...closed].filter(Boolean).join('; ')
  return [verdict, numbers === '' ? '' : `Findings ${numbers}.`, incomplete].filter(Boolean).join(' ')
}

/** What is not done where only the answer states problems. */
export const unplacedGap = ({ length }: readonly unknown[]): string =>
  `${pluralize(length, 'problem')} ${length === 1 ? 'has' : 'have'} no inline comment`

/** The table of findings, what was read, and the folded findings. */
export function reviewSections({ review, blobUrl, turns }: ShownReview & { turns: number }): string[] {
  if (review === undefined) return []
  const links = { review, blobUrl }
  return [
    findingsTable(review.findings, links),
    turns === 0 ? '' : coverageLine(review),
    lookLine(review),
    othersLine(review),
    foldedSection(review.folded, links),
    unplacedSection(review.unplaced ?? []),
  ].filter(Boolean)
}

function findingsTable(findings: readonly SummarizedFinding[], links: FindingLinkSource): string {
  if (findings.length === 0) return ''
  const head = [tableRow(['Severity', 'Finding', 'Place', 'State']), tableRow(['---', '---', '---', '---'])]
  const rows = findings.map((finding) =>
    tableRow([finding.severity, findingLink(finding, links), placeLink(finding, links), finding.state]),
  )
  const { text, omitted } = firstLines([...head, ...rows], ROOM)
  return omitted === 0 ? text : `${text}\n\n_${pluralize(omitted, 'more finding')} in the output \`findings\`._`
}

/** The finding, linked to its thread when that is known. */
function findingLink(finding: SummarizedFinding, source: FindingLinkSource): string {
  const shown = escapedLine(finding.text, 160)
  const url = findingThreadUrl(finding, source)
  return url === undefined ? shown : `[${shown}](<${url}>)`
}

/** The lines of a finding, linked to the reviewed commit when they are in it. */
function placeLink(finding: SummarizedFinding, source: FindingLinkSource): string {
  const { path, start, line, isRemoved } = finding
  const lines = line === undefined ? '' : `:${start === undefined ? '' : `${start}-`}${line}`
  const place = inlineCode(`${ellipsize(path, MAX_PATH)}${lines}`)
  const url = findingCodeUrl(finding, source)
  if (url !== undefined) return `[${place}](<${url}>)`
  return isRemoved === true ? `${place} (before the change)` : place
}

function coverageLine({ commit, coverage }: FindingsSummary): string {
  if (coverage === undefined) return ''
  const since = coverage.since === undefined ? '' : ` since ${inlineCode(coverage.since.slice(0, 10))}`
  const name = (path: string) => inlineCode(ellipsize(path, MAX_PATH))
  return coverageText(coverage, `${since} at ${inlineCode(commit.slice(0, 10))}`, name)
}

const othersLine = ({ others = [] }: FindingsSummary): string =>
  others.length === 0 ? '' : `Other reviews of this pull request have ${pluralize(others.length, 'open finding')}.`

/** What the second look decided and cost, and which findings are not checked. */
function lookLine({ look }: FindingsSummary): string {
  if (look === undefined) return ''
  const { counts, tokens, usd, problem } = look
  const verdicts = (['confirmed', 'unsure', 'refuted'] as const).flatMap((verdict) =>
    counts[verdict] === 0 ? [] : `${counts[verdict]} ${verdict}`,
  )
  const price = usd === undefined ? '' : `, ${formatUsd(usd)}`
  const cost = tokens === 0 ? '' : ` (${pluralize(tokens, 'token')}${price})`
  const checked = verdicts.length === 0 ? '' : `Second look: ${verdicts.join(', ')}${cost}.`
  const { unchecked } = counts
  const open =
    unchecked === 0
      ? ''
      : `Nobody checked ${pluralize(unchecked, 'finding')}${problem === undefined ? '' : `: ${problem}`}.`
  const spent = checked === '' && tokens > 0 ? `The second look used ${pluralize(tokens, 'token')}${price}.` : ''
  return [checked, open, spent].filter(Boolean).join(' ')
}

/** The findings that have no inline comment, folded: one list for each reason. */
function foldedSection(folded: readonly SummarizedFinding[], links: FindingLinkSource): string {
  return [...Map.groupBy(folded, ({ foldedAs }) => foldedAs)]
    .map(([reason, findings]) => foldedList(reason, findings, links))
    .join('\n\n')
}

const FOLDED_TITLES: Record<FoldReason, string> = {
  existing: ' in existing code',
  unsure: ' that the second look is not sure of',
  refuted: ' that the second look refutes',
}

function foldedList(
  reason: FoldReason | undefined,
  findings: readonly SummarizedFinding[],
  links: FindingLinkSource,
): string {
  const lines = findings.map(
    (finding) =>
      `- ${finding.severity}${finding.confidence === 'low' ? ', low confidence' : ''}: ${placeLink(finding, links)}: ${escapedLine(finding.text, 160)}${finding.lookNote === undefined ? '' : ` _${escapedLine(finding.lookNote, 300)}_`}`,
  )
  const { text, omitted } = firstLines(lines, ROOM)
  const title = `${pluralize(findings.length, 'more finding')}${reason === undefined ? '' : FOLDED_TITLES[reason]} (${countSeverities(findings)})`
  const where = reason === 'refuted' ? '' : ' in the output `findings`'
  return detailsBlock(title, omitted === 0 ? text : `${text}\n- ${omitted} more${where}`)
}

/** The problems that only the answer states. Words alone become no inline comment. */
function unplacedSection(unplaced: readonly string[]): string {
  if (unplaced.length === 0) return ''
  const { text } = firstLines(
    [...new Set(unplaced)].map((each) => `- ${escapedLine(each, 200)}`),
    ROOM,
  )
  return detailsBlock(`${pluralize(unplaced.length, 'problem')} without an inline comment`, text)
}

/** The texts of a review that GitHub did not take. A comment has room for those of ten findings beside a long answer. */
export function unpostedSection({ unposted = [] }: { unposted?: readonly string[] }, room: number): string {
  if (unposted.length === 0) return ''
  const { text, omitted } = firstLines(
    unposted.map((each) => `${each}\n`),
    Math.max(room, ROOM),
  )
  const more = omitted === 0 ? '' : `_${pluralize(omitted, 'more text')} in the summary of the run._`
  return detailsBlock('The review that was not posted', [text.trimEnd(), more].filter(Boolean).join('\n\n'))
}

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

/**
 * The findings for later steps, as the output `findings` names their fields. `posted`: false for those below the limits of the settings, and
 * for new ones of a review that GitHub did not take.
 */
export function findingOutputs({
  review,
  blobUrl,
  unposted,
}: ShownReview & { unposted?: readonly string[] }): Record<string, unknown>[] {
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
    second_look: finding.secondLook,
    producer: finding.producer ?? review.producer,
    commit: review.commit,
    url: findingCodeUrl(finding, source),
    thread_url: findingThreadUrl(finding, source),
  })
  return [
    ...review.findings.map((finding) => toOutput(finding, unposted === undefined || finding.comment !== undefined)),
    ...standingFolded(review).map((finding) => toOutput(finding, false)),
    ...(review.others ?? []).map((finding) => toOutput(finding, true)),
  ]
}

/** An inline comment as Markdown, for use without its line. */
export function inlineCommentText({ path, location: { side, start, line }, body, suggestion }: InlineComment): string {
  const lines = start === undefined ? `${line}` : `${start}-${line}`
  const replacement =
    suggestion === undefined
      ? ''
      : suggestion.length === 0
        ? 'Delete these lines.'
        : `Suggested change:\n\n${fencedBlock(suggestion.join('\n'))}`
  return [`**${inlineCode(`${path}:${lines}`)}**${side === 'LEFT' ? ' (before the change)' : ''}`, body, replacement]
    .filter(Boolean)
    .join('\n\n')
}
