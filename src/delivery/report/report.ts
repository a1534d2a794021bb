import { reviewSections, verdictLine } from '../../review/review-sections.ts'
import { COMMENT_CHARACTERS } from '../../text/write-markdown.ts'
import type { ReportPage, RunReport } from '../run-report.ts'
import { costSection } from './cost-section.ts'
import { outcomeWithFailure } from './delivery-failures.ts'
import { approvalLine, deniedSection } from './denied-section.ts'
import { isolationTable } from './isolation-section.ts'
import {
  changesSection,
  footer,
  logSection,
  logTable,
  notesSection,
  statusLine,
  undeliveredLines,
  warningLines,
} from './sections.ts'
import { timelineSection } from './timeline-section.ts'

/** The longest answer in a comment. Status, denied calls and footer always fit beside it. */
export const ANSWER_CHARACTERS = 46_000
/** GitHub drops a summary of more than 1 MiB, and a character can have three bytes. */
export const SUMMARY_CHARACTERS = 300_000
/** Reserved for the receipts, which are added last. */
const RECEIPT_CHARACTERS = 5000
/** Reserved for the marker, which the comment starts with. */
const MARKER_CHARACTERS = 550

/** The result comment without its marker. At most 60,000 characters with it. */
export const composeComment = (report: RunReport): ReportPage =>
  compose(report, { room: COMMENT_CHARACTERS - MARKER_CHARACTERS, hasLog: true })

/** The step summary. It adds what the comment has no room for: every call, the timeline, and what each model cost. */
export const composeSummary = (report: RunReport): ReportPage => {
  // A failure comes first: people open the page of a red job to find it.
  const failureFirst = report.deliveryFailure?.kind === 'failed' || report.deliveryFailure?.kind === 'forbidden'
  return compose(report, { room: SUMMARY_CHARACTERS, hasLog: true, isFull: true, failureFirst })
}

/** The check run. Its `text` is the tool log. At most 60,000 characters each. */
export function composeCheck(report: RunReport): { summary: ReportPage; text: string } {
  const room = COMMENT_CHARACTERS - RECEIPT_CHARACTERS
  const summary = compose(report, { room, hasLog: false })
  const text = report.calls.length === 0 ? 'No tools were called.' : logTable(report, COMMENT_CHARACTERS)
  return { summary, text }
}

/** `room`: maximum characters. `isFull`: use the full answer. `failureFirst`: put the status before the answer. */
type PageLayout = { room: number; hasLog: boolean; isFull?: boolean; failureFirst?: boolean }

/** Composes a page. A successful run starts with the answer, every other run with the status. */
function compose(report: RunReport, { room, hasLog, isFull = false, failureFirst = false }: PageLayout): ReportPage {
  const { outcome, deliveryFailure } = report
  const { short, full, isTruncated } = report.answer
  const truncationNote =
    isTruncated && !isFull ? '_Answer truncated. The full answer is in the run summary and the transcript._' : ''
  const answer = [verdictLine(report), isFull ? full : short, truncationNote].filter((part) => part !== '')
  const status = [
    approvalLine(report),
    ...reviewSections(report),
    statusLine(report),
    ...undeliveredLines(report),
    ...warningLines(report),
    isolationTable(report),
  ].filter((part) => part !== '')
  const isSuccess = outcomeWithFailure(outcome, deliveryFailure) === 'ok' && !failureFirst
  const isAnswerLast = !isSuccess && deliveryFailure !== undefined
  const top = isSuccess ? [...answer, ...status] : isAnswerLast ? status : [...status, ...answer]
  const after = isAnswerLast ? answer : []
  const bottom = footer(report)
  const denied = deniedSection(report, Math.min(8000, room / 6))
  const notes = notesSection(report, Math.min(3000, room / 10))
  const fixed = [...top, ...after, denied, notes, bottom].join('\n\n').length + 400
  // The tool log gets at most half of the remaining room, the changes get the rest.
  const remaining = Math.max(0, room - fixed)
  const log = hasLog ? logSection(report, remaining / 2) : ''
  const cost = isFull ? costSection(report, remaining / 10) : ''
  const timeline = isFull ? timelineSection(report, remaining / 10) : ''
  const changes = changesSection(report, remaining - log.length - cost.length - timeline.length)
  const below = [changes, log, timeline, cost, denied, notes, bottom].filter((part) => part !== '')
  return { top: top.join('\n\n'), after: after.join('\n\n'), below: below.join('\n\n') }
}
