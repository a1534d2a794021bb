import { REDACTED, type SecretFilter } from '../../platform/redact/redact.ts'
import { computeCost } from '../../record/cost.ts'
import type { Ending, Outcome, RunEvent } from '../../record/events.ts'
import { timelineOf } from '../../record/timeline.ts'
import { unlistedTools } from '../../record/unlisted-tools.ts'
import { totalUsage } from '../../record/usage.ts'
import type { FindingsSummary } from '../../review/findings-summary.ts'
import { linkNamedLines, type NamedFiles } from '../../text/permalinks.ts'
import { toPlainLine } from '../../text/plain-line.ts'
import type { Host } from '../../text/references.ts'
import { type SafeMarkdown, sanitizeAndRedact } from '../../text/sanitize-outbound.ts'
import { pluralize } from '../../text/write-markdown.ts'
import type { FilePatch } from '../plan/patch.ts'
import type { UndeliveredFile } from '../plan/undelivered.ts'
import type { RunReport } from '../run-report.ts'
import { ANSWER_CHARACTERS, SUMMARY_CHARACTERS } from './report.ts'

/** A run after its end, before delivery. */
export type EndedRun = {
  outcome: Outcome
  ending: Ending
  events: readonly RunEvent[]
  patches: readonly FilePatch[]
  undelivered?: readonly UndeliveredFile[]
  ms: number
  session: string
  runUrl?: string
  offers?: RunReport['offers']
  review?: FindingsSummary
  namedFiles?: NamedFiles
}

/** Builds the report of a run, without secrets and with the model's Markdown safe to post. */
export async function buildReport(run: EndedRun, host: Host, filter: SecretFilter): Promise<RunReport> {
  const { outcome, ending, events, ms, session, runUrl, offers } = run
  const text = ending.text.trim()
  const redactions = countRedactions(text, filter)
  const prepare = (max: number) => prepareAnswer(text, { max, host, filter, namedFiles: run.namedFiles })
  const full = await prepare(SUMMARY_CHARACTERS / 2)
  const short = full.length <= ANSWER_CHARACTERS ? full : await shortenAnswer(prepare)
  const replies = eventsOf(events, 'model_reply')
  const notices = eventsOf(events, 'notice')
  const isolation = notices.find((notice) => notice.isolation !== undefined)?.isolation
  return {
    outcome,
    stop: ending.end === 'stopped' ? ending.reason : undefined,
    incomplete: ending.end === 'answered' && ending.incomplete !== undefined ? ending.incomplete : undefined,
    github: ending.end === 'failed' && ending.github === true ? true : undefined,
    answer: { short, full, isTruncated: short !== full },
    timeline: timelineOf(events),
    calls: eventsOf(events, 'call_finished').map(({ call }) => filter.deep(call)),
    unlistedTools: unlistedTools(events).map((entry) => filter.text(entry)),
    patches: run.patches,
    undelivered: run.undelivered ?? [],
    steering: {
      files: eventsOf(events, 'steering').flatMap(({ files }) => files),
      ignored: eventsOf(events, 'steering').flatMap(({ ignored }) => ignored),
    },
    subagents: eventsOf(events, 'agent_finished').map(({ type: _, ...rest }) => rest),
    // The table says the same, except for the reason why nothing is held.
    notices: [
      ...redactionNotices(redactions),
      ...notices
        .filter(({ isolation: rows }) => rows === undefined || rows.every(({ isHeld }) => !isHeld))
        .map(({ level, text }) => ({ level, text: filter.text(text) })),
    ],
    isolation: isolation === undefined ? undefined : filter.deep(isolation),
    blobUrl: encodeURI(`${host.server}/${host.repository}/blob`),
    models: [...new Set(replies.map(({ reply }) => reply.model))],
    ...totalUsage(events),
    cost: computeCost(events),
    ms,
    session,
    runUrl,
    offers,
    review: run.review === undefined ? undefined : safeReview(run.review, host, filter),
  }
}

/** Texts of findings as plain lines, without secrets. */
function safeReview(review: FindingsSummary, host: Host, filter: SecretFilter): FindingsSummary {
  const safe = (findings: FindingsSummary['findings']) =>
    findings.map((finding) => ({
      ...filter.deep(finding),
      text: filter.text(toPlainLine(filter.text(finding.text), host, FINDING_CHARACTERS)),
    }))
  return { ...review, findings: safe(review.findings), folded: safe(review.folded) }
}

const FINDING_CHARACTERS = 200

function countRedactions(text: string, filter: SecretFilter): number {
  const before = filter.redactionCount()
  filter.text(text)
  return filter.redactionCount() - before
}

const redactionNotices = (count: number): RunReport['notices'] =>
  count === 0
    ? []
    : [
        {
          level: 'warning',
          text: `The answer contained ${pluralize(count, 'part')} that looked like a secret; "${REDACTED}" replaces each.`,
        },
      ]

type AnswerOptions = { max: number; host: Host; filter: SecretFilter; namedFiles?: NamedFiles }

/** The start of an answer, safe to post, with links to the lines of code that it names. */
async function prepareAnswer(text: string, { max, host, filter, namedFiles }: AnswerOptions): Promise<SafeMarkdown> {
  const safe = await sanitizeAndRedact(text, host, filter, max)
  return namedFiles === undefined ? safe : linkNamedLines(safe, namedFiles, host)
}

/** Truncates, then sanitizes, because truncation can break Markdown. Sanitizing and links can make the text longer again. */
async function shortenAnswer(prepare: (max: number) => Promise<SafeMarkdown>): Promise<SafeMarkdown> {
  let room = ANSWER_CHARACTERS
  for (;;) {
    const short = await prepare(room)
    if (short.length <= ANSWER_CHARACTERS) return short
    room = Math.floor((room * ANSWER_CHARACTERS * 0.95) / short.length)
  }
}

const eventsOf = <Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type)
