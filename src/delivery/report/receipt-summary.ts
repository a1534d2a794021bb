import type { Proposal } from '../../github-tools/proposal.ts'
import { type ShownProof, withProofParts } from '../../proof/proof-text.ts'
import { inlineCommentText } from '../../review/review-sections.ts'
import { keepStart } from '../../text/format-text.ts'
import { detailsBlock, escapedLine, fencedBlock, firstLines, inlineCode, pluralize } from '../../text/write-markdown.ts'
import { type Intent, isCommitOf, type Receipt } from '../plan/intent.ts'
import { planProposals } from '../plan/plan-proposals.ts'
import { joinPage, type RunReport } from '../run-report.ts'

/** The writes beside the result, for the comment and the check run: written, failed and skipped. Empty when there are none. */
export function commentReceiptLines(receipts: readonly Receipt[]): string {
  const listed = receipts.filter((receipt) => isListed(receipt) && !isOmitted(receipt))
  const lines = (state: Receipt['state']) => listed.filter((receipt) => receipt.state === state).map(receiptLine)
  return [
    titledList('Written:', lines('posted')),
    titledList('**Could not be written:**', lines('failed')),
    titledList('**Proposed, but not written:**', lines('skipped')),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/**
 * A skipped thread resolution, which was not requested; a commit with a secret, which the report already explains; a commit whose pull
 * request exists, which the line of the pull request names.
 */
const isOmitted = ({ intent, state, url, pushed }: Receipt) =>
  (intent.kind === 'resolve_fixed' && state === 'skipped') ||
  (intent.kind === 'remove_labels' && intent.isTrigger === true && state !== 'failed') ||
  (intent.kind === 'commit' && state === 'skipped' && url !== undefined && pushed === undefined) ||
  (intent.kind === 'commit' && intent.blocked?.isSecret === true)

/** The result itself is listed only when it failed. */
const RESULT: readonly Intent['kind'][] = ['patch', 'comment', 'check_run', 'review_check', 'summary']

const isListed = ({ intent, state }: Receipt) => state === 'failed' || !RESULT.includes(intent.kind)

/** Characters of each of the three lists. All three fit into a comment beside the result. */
const ROOM = 1500

function titledList(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const { text, omitted } = firstLines(lines, ROOM)
  return [title, text, omitted === 0 ? '' : `- ${omitted} more in the output \`receipts\``].filter(Boolean).join('\n')
}

const linkedLabel = ({ intent, url }: Receipt): string =>
  url === undefined ? intentLabel(intent) : `[${intentLabel(intent)}](<${encodeURI(url)}>)`

function receiptLine(receipt: Receipt): string {
  const { reason, pushed } = receipt
  const link = linkedLabel(receipt)
  const item = pushed === undefined ? link : `${link} on ${inlineCode(pushed.branch)}`
  return reason === undefined ? `- ${item}` : `- ${item}: ${escapedLine(reason, 300)}`
}

/** The writes before the summary: those that were not written, with their text, then the written ones. Empty when there are none. */
export function summaryReceiptLines(receipts: readonly Receipt[]): string {
  const others = receipts.filter((receipt) => receipt.intent.kind !== 'summary' && !isOmitted(receipt))
  const written = others.filter((receipt) => receipt.state === 'posted' && isListed(receipt)).map(receiptLine)
  const missing = others.filter(({ state, reason }) => state !== 'posted' || reason !== undefined).flatMap(missingLines)
  return [...missing, titledList('Written:', written)].filter(Boolean).join('\n\n')
}

function missingLines(receipt: Receipt): string[] {
  const { intent, state, reason = '' } = receipt
  const verdict = state === 'failed' ? 'Not delivered' : 'Not written'
  const text = modelText(intent)
  return [
    ...(state === 'posted' ? [] : [`> **${verdict}:** the ${linkedLabel(receipt)}: ${escapedLine(reason, 500)}`]),
    ...(text === '' ? [] : [detailsBlock(`Text of the ${plainIntentLabel(intent)}`, text)]),
  ]
}

const commentTarget = ({ number, place }: Extract<Intent, { kind: 'comment' }>): string =>
  place === undefined
    ? `on #${number}`
    : place.kind === 'commit'
      ? `on commit ${place.sha.slice(0, 8)}`
      : `in discussion #${place.number}`

export const plainIntentLabel = (intent: Intent): string => intentLabel(intent).replaceAll('`', '')

/** An intent as a short noun phrase. Names and titles are inline code. */
export function intentLabel(intent: Intent): string {
  switch (intent.kind) {
    case 'comment':
      return `comment ${commentTarget(intent)} (${pluralize(joinPage(intent.page).length, 'character')})`
    case 'patch':
      return 'patch file'
    case 'summary':
      return 'summary'
    case 'report':
      return `report ${inlineCode(intent.title)}`
    case 'review':
      return `review of #${intent.number}${intent.comments.length === 0 ? '' : ` with ${pluralize(intent.comments.length, 'inline comment')}`}`
    case 'extra_comment':
      return `additional comment on #${intent.number}`
    case 'reply':
      return `reply in a thread of #${intent.number}`
    case 'resolve_fixed':
      return `resolution of fixed threads on #${intent.number}`
    case 'resolve_thread':
      return `resolution of a thread on ${inlineCode(intent.path)}`
    case 'add_labels':
      return `${labelNames(intent.labels)} added to #${intent.number}`
    case 'remove_labels':
      return `${labelNames(intent.labels)} removed from #${intent.number}`
    case 'assign':
      return `assignment of #${intent.number} to ${intent.users.map(inlineCode).join(', ')}`
    case 'update_issue':
      return `update of #${intent.number}${issueChanges(intent)}`
    case 'create_issue':
      return `issue ${inlineCode(intent.title)}`
    case 'create_pull_request':
      return `pull request ${inlineCode(intent.title)}`
    case 'check_run':
      return `check run ${inlineCode(intent.name)}`
    case 'review_check':
      return 'check run `Sluice review`'
    case 'commit':
      return `commit of ${pluralize(intent.files.length, 'file')}`
  }
}

/** Further labels are only counted. */
const MAX_LABELS = 10

function labelNames(labels: readonly string[]): string {
  const names = labels.slice(0, MAX_LABELS).map(inlineCode).join(', ')
  const more = labels.length > MAX_LABELS ? ` and ${labels.length - MAX_LABELS} more` : ''
  return `${labels.length === 1 ? 'label' : 'labels'} ${names}${more}`
}

function issueChanges({
  title,
  body,
  state,
  stateReason,
  duplicateOf,
}: Extract<Intent, { kind: 'update_issue' }>): string {
  const facts = [
    title === undefined ? '' : `title ${inlineCode(title)}`,
    body === undefined ? '' : 'new text',
    state === undefined
      ? ''
      : state === 'open'
        ? 'reopened'
        : `closed${stateReason === undefined ? '' : ` as ${stateReason.replace('_', ' ')}`}`,
    duplicateOf === undefined ? '' : `of #${duplicateOf.number}`,
  ].filter(Boolean)
  return facts.length === 0 ? '' : ` (${facts.join(', ').replace('duplicate, of', 'duplicate of')})`
}

/** A file of a proposed branch, which no patch contains. */
const stagedFileText = ({ path, after }: { path: string; after: Buffer | null }) =>
  after === null
    ? `${inlineCode(path)}: deleted`
    : `${inlineCode(path)}:\n\n${fencedBlock(keepStart(after.toString(), 20_000))}`

const reviewTexts = ({ overview = '', comments }: Extract<Intent, { kind: 'review' }>): string[] =>
  [overview, ...comments.map(inlineCommentText)].filter(Boolean)

/** The model's text in an intent, without the result, which is in the summary anyway. */
function modelText(intent: Intent): string {
  switch (intent.kind) {
    case 'review':
      return reviewTexts(intent).join('\n\n')
    case 'update_issue':
      return intent.body ?? ''
    case 'extra_comment':
    case 'reply':
    case 'create_issue':
    case 'create_pull_request':
      return intent.body
    case 'commit':
      return intent.isProposed === true ? intent.files.map(stagedFileText).join('\n\n') : ''
    default:
      return ''
  }
}

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

/** The report with the threads of the findings that were posted, and the texts of the reviews that were not. */
export function withReviews(report: RunReport, receipts: readonly Receipt[]): RunReport {
  const unposted = receipts.flatMap(({ intent, state }) =>
    intent.kind === 'review' && state === 'failed' ? reviewTexts(intent) : [],
  )
  return withThreads(unposted.length === 0 ? report : { ...report, unposted }, receipts)
}

/** The report that says so where the tree of the commit is not the one on which the proof was seen. */
export function withMovedTree(report: RunReport, receipts: readonly Receipt[]): RunReport {
  const { proof } = report
  if (proof === undefined || receipts.every(({ moved }) => moved === undefined)) return report
  const withMoved = (part: ShownProof): ShownProof => {
    const isBranch = part.record.branch !== undefined
    const { moved = part.moved } = receipts.find(({ intent }) => isCommitOf(intent, isBranch)) ?? {}
    return { ...part, moved }
  }
  return { ...report, proof: withProofParts(proof, withMoved) }
}

function withThreads(report: RunReport, receipts: readonly Receipt[]): RunReport {
  const threads = new Map(receipts.flatMap((receipt) => [...(receipt.threads ?? [])]))
  if (report.review === undefined || threads.size === 0) return report
  const findings = report.review.findings.map((finding) => {
    const comment = finding.comment ?? threads.get(finding.id)
    return comment === undefined ? finding : { ...finding, comment }
  })
  return { ...report, review: { ...report.review, findings } }
}
