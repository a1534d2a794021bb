import type { Task } from '../../github/events/task.ts'
import { REDACTED, type SecretFilter } from '../../platform/redact/redact.ts'
import { mayEditCheckout } from '../../policy/rules/reachable.ts'
import { proofHeadline, proofSection } from '../../proof/proof-text.ts'
import { type Cost, computeCost, type RunCost, totalUsage } from '../../record/cost.ts'
import type { Ending, Outcome, RunEvent } from '../../record/events.ts'
import { deniedEdits, lacksRules } from '../../record/outcome.ts'
import { type TimelineTurn, timelineOf } from '../../record/stats.ts'
import { reviewSections, unpostedSection, verdictLine } from '../../review/review-sections.ts'
import type { FindingsSummary } from '../../review/summarize-review.ts'
import { formatDuration, formatUsd, groupThousands } from '../../text/format-text.ts'
import { parseMarkdown } from '../../text/parse-markdown.ts'
import { linkNamedLines, type NamedFiles } from '../../text/permalinks.ts'
import { type Host, toPlainLine } from '../../text/references.ts'
import { type SafeMarkdown, sanitizeAndRedact } from '../../text/sanitize-outbound.ts'
import {
  COMMENT_CHARACTERS,
  detailsBlock,
  escapedLine,
  firstLines,
  inlineCode,
  pluralize,
  tableRow,
  truncateAtLine,
} from '../../text/write-markdown.ts'
import type { DeliveryRules } from '../plan/held-changes.ts'
import type { FilePatch, UndeliveredFile } from '../plan/patch.ts'
import type { ReportPage, RunReport } from '../run-report.ts'
import { outcomeWithFailure } from './delivery-failures.ts'
import {
  approvalLine,
  changesSection,
  deniedSection,
  footer,
  isolationTable,
  logSection,
  logTable,
  notesSection,
  statusLine,
  undeliveredLines,
  warningLines,
} from './sections.ts'

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
  const proven = proofHeadline(report.proof)
  const first = proven === '' ? [] : [proven]
  const top = [...first, ...(isSuccess ? [...answer, ...status] : isAnswerLast ? status : [...status, ...answer])]
  const after = isAnswerLast ? answer : []
  const bottom = footer(report)
  const denied = deniedSection(report, Math.min(8000, room / 6))
  const notes = notesSection(report, Math.min(3000, room / 10))
  const proof = proofSection(report.proof, room / 6)
  const fixed = [...top, ...after, proof, denied, notes, bottom].join('\n\n').length + 400
  // The tool log gets at most half of the remaining room, the changes get the rest.
  const remaining = Math.max(0, room - fixed)
  const log = hasLog ? logSection(report, remaining / 2) : ''
  const cost = isFull ? costSection(report, remaining / 10) : ''
  const timeline = isFull ? timelineSection(report, remaining / 10) : ''
  // The summary has these texts with its receipts.
  const unposted = isFull ? '' : unpostedSection(report, remaining - log.length)
  const used = log.length + cost.length + timeline.length + unposted.length
  const changes = changesSection(report, remaining - used)
  const below = [unposted, proof, changes, log, timeline, cost, denied, notes, bottom].filter((part) => part !== '')
  return { top: top.join('\n\n'), after: after.join('\n\n'), below: below.join('\n\n') }
}

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
  proof?: RunReport['proof']
  namedFiles?: NamedFiles
  deliveryRules?: DeliveryRules
}

/** Builds the report of a run, without secrets and with the model's Markdown safe to post. */
export async function buildReport(run: EndedRun, host: Host, filter: SecretFilter): Promise<RunReport> {
  const { outcome, ending, events, ms, session, runUrl, offers } = run
  const text = editsNothing(run) ? withoutClaims(ending.text.trim(), lacksRules(events)) : ending.text.trim()
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
    lacksRules: lacksRules(events),
    patches: run.patches,
    undelivered: run.undelivered ?? [],
    steering: {
      files: eventsOf(events, 'steering').flatMap(({ files }) => files),
      ignored: eventsOf(events, 'steering').flatMap(({ ignored }) => ignored),
    },
    subagents: eventsOf(events, 'agent_finished').map(({ type: _, ...rest }) => rest),
    // The table says the same, except why a part of the isolation is not held.
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
    proof: run.proof,
    review: run.review === undefined ? undefined : safeReview(run.review, host, filter),
  }
}

/** Whether a run was to edit files whose rules let it edit none. In plan mode it may edit later. */
function editsNothing({ ending, events, patches, undelivered = [], deliveryRules }: EndedRun): boolean {
  if (ending.end !== 'answered' || patches.length + undelivered.length > 0 || deliveryRules === undefined) return false
  const { rules, mode } = deliveryRules
  const command = eventsOf(events, 'run_started')[0]?.task.command as Task['command'] // recorded from a task
  const calls = eventsOf(events, 'call_finished').map(({ call }) => call)
  return mode !== 'plan' && (command?.name === 'fix' || deniedEdits(calls)) && !mayEditCheckout(rules, mode)
}

const EDITS_NOTHING = 'This workflow does not edit files, so nothing was changed.'

const DONE =
  '(?:made|opened|resolved|solved|introduced|improved|converted|extended|inserted|swapped|saved|changed|edited|modified|updated|fixed|repaired|corrected|added|removed|deleted|renamed|replaced|rewrote|rewritten|refactored|implemented|created|wrote|written|moved|applied|patched|adjusted|committed|pushed)'

/** "I changed …", "The test has been added", "Is now fixed", points of a list such as "Renamed …", and "I changed" in other languages. */
const CLAIM = new RegExp(
  [
    `\\b(?:I|we)(?:['’]ve| have)?(?: (?:\\w+ly|also|now|just|then|gone ahead and|went ahead and))* ${DONE}\\b`,
    `\\b(?:has|have)(?: (?:\\w+ly|now))* been ${DONE}\\b`,
    `\\b(?:is|are) now ${DONE}\\b`,
    `^(?:[-*+]|\\d+[.)])? *(?:\\*\\*)?${DONE}[ :*]`,
    '\\b(?:ich habe|wir haben|habe ich)\\b.{0,120} (?:geändert|angepasst|bearbeitet|behoben|repariert|korrigiert|hinzugefügt|ergänzt|entfernt|gelöscht|umbenannt|ersetzt|implementiert|erstellt|geschrieben|aktualisiert|geöffnet)',
    "\\bj['’]ai (?:\\w+ment |bien |aussi )?(?:modifié|changé|corrigé|ajouté|supprimé|renommé|remplacé|créé|écrit|ouvert|implémenté|mis à jour)",
    '\\b(?:he|hemos) (?:cambiado|modificado|corregido|añadido|agregado|eliminado|borrado|renombrado|reemplazado|creado|escrito|actualizado|implementado|arreglado|abierto)',
    '\\b(?:alterei|modifiquei|corrigi|adicionei|removi|apaguei|renomeei|substituí|criei|escrevi|atualizei|implementei|abri) ',
    '\\b(?:ho|abbiamo) (?:modificato|cambiato|corretto|aggiunto|rimosso|eliminato|rinominato|sostituito|creato|scritto|aggiornato|implementato|aperto)',
    '(?:変更|修正|追加|削除|更新|作成|実装)しました',
    '我?已经?(?:将|把|修改|更改|修复|添加|删除|更新|创建|实现)',
  ].join('|'),
  'im',
)

/** An answer without what it says to have edited, from such a sentence to the end of its paragraph, and one sentence that says why. */
function withoutClaims(text: string, isSaid: boolean): string {
  const blocks = parseMarkdown(text).children.flatMap((node) => (node.type === 'list' ? node.children : [node]))
  let answer = text
  for (const { type, position } of blocks.toReversed()) {
    const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0]
    const block = text.slice(start, end)
    const claim = type === 'code' ? -1 : block.search(CLAIM)
    if (claim === -1) continue
    const sentence = /^[\s\S]*[.!?]\s+/.exec(block.slice(0, claim))?.[0].length ?? 0
    answer = answer.slice(0, start + sentence) + answer.slice(end)
  }
  return [isSaid ? '' : EDITS_NOTHING, answer.replace(/\n{3,}/g, '\n\n').trim()].filter(Boolean).join('\n\n')
}

/** Texts of findings as plain lines, without secrets. */
function safeReview(review: FindingsSummary, host: Host, filter: SecretFilter): FindingsSummary {
  const plain = (text: string) => filter.text(toPlainLine(filter.text(text), host, FINDING_CHARACTERS))
  const safe = (findings: FindingsSummary['findings']) =>
    findings.map((finding) => ({
      ...filter.deep(finding),
      text: plain(finding.text),
      lookNote: finding.lookNote === undefined ? undefined : plain(finding.lookNote),
    }))
  const unplaced = review.unplaced?.map((text) => filter.text(toPlainLine(filter.text(text), host, FINDING_CHARACTERS)))
  return { ...review, findings: safe(review.findings), folded: safe(review.folded), unplaced }
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

/** A chart with more bars is not readable. */
const MAX_BARS = 60

/** What the run cost, by model as a table and by turn as a chart, as far as there is room. Empty without a model request. */
export function costSection({ cost }: Pick<RunReport, 'cost'>, room: number): string {
  if (cost.models.length === 0) return ''
  const title = `Cost: ${costText(cost)}`
  const { text } = firstLines(costTable(cost), room)
  const chart = costChart(cost)
  const body = text.length + chart.length > room ? text : [text, chart].filter(Boolean).join('\n\n')
  return body === '' ? '' : detailsBlock(title, body)
}

/** `$0.0123`, or the tokens when a price is unknown. */
export const costText = ({ usd, usage }: Cost): string =>
  usd === undefined ? pluralize(usage.total, 'token') : formatUsd(usd)

function costTable({ models, ...all }: RunCost): string[] {
  const row = (name: string, requests: number, { usage, usd }: Cost) =>
    tableRow([
      name,
      groupThousands(requests),
      ...[usage.input + usage.tool, usage.cached, usage.output + usage.thoughts].map(groupThousands),
      usd === undefined ? 'price unknown' : formatUsd(usd),
    ])
  const requests = models.reduce((sum, model) => sum + model.requests, 0)
  return [
    tableRow(['Model', 'Requests', 'Tokens in', 'Cached', 'Tokens out', 'Cost']),
    tableRow(['---', '---:', '---:', '---:', '---:', '---:']),
    ...models.map((each) => row(inlineCode(escapedLine(each.model, 80)), each.requests, each)),
    ...(models.length === 1 ? [] : [row('All', requests, all)]),
  ]
}

/** Bars over the turns: dollars, or tokens when a price is unknown. Without a range, Mermaid would begin the axis at the smallest bar. */
function costChart({ turns, usd: total }: RunCost): string {
  if (turns.length < 2 || turns.length > MAX_BARS) return ''
  const inDollars = total !== undefined
  const values = turns.map(({ usd, usage }) => (inDollars ? Number((usd ?? 0).toFixed(6)) : usage.total))
  return [
    '```mermaid',
    'xychart-beta',
    `  title "${inDollars ? 'Cost' : 'Tokens'} by turn"`,
    `  x-axis "turn" [${turns.map(({ turn }) => turn).join(', ')}]`,
    `  y-axis "${inDollars ? 'US dollars' : 'tokens'}" 0 --> ${Math.max(...values) || 1}`,
    `  bar [${values.join(', ')}]`,
    '```',
  ].join('\n')
}

/** The maximum number of calls that a row names; the rest are counted. */
const MAX_CALLS = 12

/** What happened when, a row a turn, as far as there is room. Empty for a run of one answer. */
export function timelineSection({ timeline }: Pick<RunReport, 'timeline'>, room: number): string {
  if (timeline.length < 2) return ''
  const head = [
    tableRow(['Turn', 'Model', 'Answer after', 'Tokens in', 'Tokens out', 'Calls']),
    tableRow(['---:', '---', '---:', '---:', '---:', '---']),
  ]
  const { text, omitted } = firstLines([...head, ...timeline.map(turnRow)], room)
  if (omitted >= timeline.length) return ''
  const note = omitted === 0 ? '' : `_${pluralize(omitted, 'more turn')} in the transcript (output \`transcript\`)._`
  const total = timeline.reduce((sum, turn) => sum + turn.modelMs + turn.waitMs, 0)
  const title = `Timeline: ${pluralize(timeline.length, 'turn')}, ${formatDuration(total)} waiting for the model`
  return detailsBlock(title, [text, note].filter(Boolean).join('\n\n'))
}

function turnRow({ turn, model, usage, modelMs, waitMs, calls }: TimelineTurn): string {
  const more = calls.length > MAX_CALLS ? [`and ${calls.length - MAX_CALLS} more`] : []
  return tableRow([
    String(turn),
    inlineCode(escapedLine(model, 80)),
    `${formatDuration(modelMs)}${waitMs === 0 ? '' : ` after waiting ${formatDuration(waitMs)} to retry`}`,
    groupThousands(usage.input + usage.tool),
    groupThousands(usage.output + usage.thoughts),
    calls.length === 0 ? '–' : [...calls.slice(0, MAX_CALLS).map(callFact), ...more].join(', '),
  ])
}

function callFact({ name, state, verdict, ms }: TimelineTurn['calls'][number]): string {
  const result =
    verdict === 'deny'
      ? 'denied'
      : state === 'success'
        ? formatDuration(ms)
        : `${formatDuration(ms)}, ${state === 'error' ? 'failed' : state}`
  return `${inlineCode(truncateAtLine(name, 80))} (${result})`
}
