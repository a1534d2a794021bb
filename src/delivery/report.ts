import type { LoadedFile } from '../host/files.ts'
import type { CallRecord, Outcome, RunEvent, StopReason } from '../record/events.ts'
import { COMMENT_CHARACTERS } from './markdown.ts'
import type { FilePatch } from './patch.ts'
import type { SafeMarkdown } from './safe-markdown.ts'
import {
  changesSection,
  deniedSection,
  footer,
  logSection,
  logTable,
  notesSection,
  statusLine,
  warningLines,
} from './sections.ts'
import { outcomeAfter, type Unwritten } from './unwritten.ts'

export type Usage = Extract<RunEvent, { type: 'run_ended' }>['usage']

/** A sub-agent's task as it ended. */
export type Delegated = Omit<Extract<RunEvent, { type: 'agent_finished' }>, 'type'>

/** Everything people get to read about one run, redacted and safe to post. Comment and summary are two readings of it. */
export type Report = {
  outcome: Outcome
  /** What of it GitHub does not show, once the writing is done; absent: nothing is missing. */
  unwritten?: Unwritten
  /** What ended a run that ended as `budget`. */
  stop?: StopReason
  /** It ended because GitHub did not answer as it should. */
  github?: boolean
  /** The model's last word, or the reason there is none; `short` fits a comment, `whole` the summary. */
  answer: { short: SafeMarkdown; whole: SafeMarkdown; isCut: boolean }
  calls: readonly CallRecord[]
  patches: readonly FilePatch[]
  steering: { files: readonly LoadedFile[]; ignored: readonly string[] }
  /** How each task given to a sub-agent ended and what it cost; absent: there was none. */
  delegated?: readonly Delegated[]
  notices: readonly { level: 'info' | 'warning' | 'error'; text: string }[]
  models: readonly string[]
  usage: Usage
  turns: number
  ms: number
  session: string
  /** Page of the run, on which the outputs and the summary are found. */
  runUrl?: string
}

/** The longest answer a comment holds; status, denied calls and footer always find room beside it. */
export const ANSWER_CHARACTERS = 46_000
/** GitHub drops a summary of more than 1 MiB; characters can be three bytes long. */
export const SUMMARY_CHARACTERS = 300_000
/** Room for what was written besides, which is known only when all else is. */
const CHECK_ROOM = 5000
/** Room for the mark, which delivery/comment.ts puts in front. */
const MARK_CHARACTERS = 250

/**
 * What is read at once, and what is folded away or small print below it. What was written besides is told between them, or
 * before the answer where something is missing (`after`).
 */
export type Page = { top: string; after?: string; below: string }

export const onePage = ({ top, after = '', below }: Page, told = ''): string =>
  [top, told, after, below].filter((part) => part !== '').join('\n\n')

/** The comment without its mark. At most 60,000 characters with it. */
export const composeComment = (report: Report): Page =>
  compose(report, report.answer.short, COMMENT_CHARACTERS - MARK_CHARACTERS, report.answer.isCut)

/** The same for the page of the step, which has room for everything. */
export const composeSummary = (report: Report): Page => {
  // What failed stands first: whoever opens the page of a red job looks for it, and so does whoever trusts a green one.
  const isFirst = report.unwritten?.is === 'failed' || report.unwritten?.is === 'forbidden'
  return compose(report, report.answer.whole, SUMMARY_CHARACTERS, false, { log: true, isFirst })
}

/** The same as a check run, which has a page of its own for the tool log. At most 60,000 characters each. */
export function composeCheck(report: Report): { summary: Page; text: string } {
  const room = COMMENT_CHARACTERS - CHECK_ROOM
  const summary = compose(report, report.answer.short, room, report.answer.isCut, { log: false })
  const text = report.calls.length === 0 ? 'No tools were called.' : logTable(report, COMMENT_CHARACTERS)
  return { summary, text }
}

/** An answer comes first; where there is none, or not all of one, or it is not where it should be, that is said before it. */
function compose(
  report: Report,
  answer: SafeMarkdown,
  room: number,
  isCut: boolean,
  parts: { log: boolean; isFirst?: boolean } = { log: true },
): Page {
  const cutNote = isCut
    ? '_The answer goes on: the whole of it is in the summary of the run and in the transcript._'
    : ''
  const { outcome, unwritten } = report
  const said = [answer, cutNote].filter((part) => part !== '')
  const how = [statusLine(report), ...warningLines(report)]
  const isWell = outcomeAfter(outcome, unwritten) === 'ok' && parts.isFirst !== true
  const isToldFirst = !isWell && unwritten !== undefined
  const top = isWell ? [...said, ...how] : isToldFirst ? how : [...how, ...said]
  const after = isToldFirst ? said : []
  const bottom = footer(report)
  const denied = deniedSection(report, Math.min(8000, room / 6))
  const notes = notesSection(report, Math.min(3000, room / 10))
  const fixed = [...top, ...after, denied, notes, bottom].join('\n\n').length + 400
  // The tool log and the changes share what is left: half for the log at most, and all it leaves for the changes.
  const left = Math.max(0, room - fixed)
  const log = parts.log ? logSection(report, left / 2) : ''
  const changes = changesSection(report, left - log.length)
  const below = [changes, log, denied, notes, bottom].filter((part) => part !== '')
  return { top: top.join('\n\n'), after: after.join('\n\n'), below: below.join('\n\n') }
}
