import { deliverRuleToml } from '../../policy/rules/remedy.ts'
import type { CallRecord, Outcome, RuleRef } from '../../record/events.ts'
import { deniedAll, undeliveredCalls, wholeCall } from '../../record/outcome.ts'
import { unplacedGap } from '../../review/review-sections.ts'
import { formatDuration, formatUsd, groupThousands } from '../../text/format-text.ts'
import {
  detailsBlock,
  ellipsize,
  escapedLine,
  escapeHtml,
  fencedBlock,
  firstLines,
  inlineCode,
  pluralize,
  tableRow,
  truncateAtLine,
} from '../../text/write-markdown.ts'
import type { HeldByRule } from '../plan/patch.ts'
import type { RunReport } from '../run-report.ts'
import { describeFailure } from './delivery-failures.ts'

/** A folded section needs at least this many characters. */
export const MIN_ROOM = 300

/** The run's status and, when it failed, the remedy. */
export function statusLine(report: RunReport): string {
  const facts = [
    report.outcome === 'denied' && deniedAll(report.calls) ? '' : callCounts(report),
    report.patches.length === 0 ? '' : `${pluralize(report.patches.length, 'file')} changed`,
  ].filter(Boolean)
  const { incomplete, review } = report
  // The line of the verdict says it.
  const isSaid = review?.unplaced !== undefined && incomplete === unplacedGap(review.unplaced)
  const [first, second] = statuses(isSaid ? { ...report, incomplete: '' } : report)
  return [
    `**${first?.words}**`,
    facts.length === 0 ? '' : `${facts.join(', ')}.`,
    first?.remedy,
    second && `**${second.words}** ${second.remedy}`.trimEnd(),
  ]
    .filter(Boolean)
    .join(' ')
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The run's status without remedies. */
export const headline = (report: RunReport): string =>
  statuses(report)
    .map(({ words }) => words)
    .join(' ')

/** The outcome, and the delivery failure. A delivery failure replaces "Done." */
function statuses(report: RunReport): { words: string; remedy: string }[] {
  const { outcome, deliveryFailure } = report
  const status = describeOutcome(report)
  const failedCommands = report.calls.filter(isFailedCommand).length
  const commands = failedCommands === 0 ? '' : `${pluralize(failedCommands, 'command')} failed`
  const isPartial = (report.undelivered ?? []).some(({ expected }) => expected !== true)
  if (outcome === 'ok' && deliveryFailure === undefined) {
    const undelivered = isPartial ? 'not every changed file was delivered' : ''
    const facts = [report.incomplete, commands, undelivered].filter(Boolean).join(', ')
    if (facts === '' && report.incomplete === '') return [{ words: 'Finished.', remedy: '' }]
    return [facts === '' ? status : { words: `Finished, but ${facts}.`, remedy: '' }]
  }
  if (commands !== '' && outcome !== 'noop' && outcome !== 'refused')
    status.words = `${status.words} ${capitalize(commands)}.`
  if (deliveryFailure === undefined || outcome === 'noop' || outcome === 'refused') return [status]
  return outcome === 'ok' ? [describeFailure(deliveryFailure)] : [status, describeFailure(deliveryFailure)]
}

function callCounts({ calls }: RunReport): string {
  if (calls.length === 0) return ''
  const denied = calls.filter(isDenied).length
  const failed = calls.filter((call) => call.state === 'error' && !isDenied(call)).length
  const which = [denied === 0 ? '' : `${denied} denied`, failed === 0 ? '' : `${failed} failed`].filter(Boolean)
  return pluralize(calls.length, 'tool call') + (which.length === 0 ? '' : ` (${which.join(', ')})`)
}

export const isDenied = ({ verdict }: CallRecord) => verdict === 'deny'

/** Searches and comparisons answer "no" with the exit code 1. */
const ANSWERS_BY_EXIT_CODE = /^\s*(?:git\s+)?(?:e?grep|rg|diff|cmp|test|\[)\s[^;&|\n]*$/

/** Whether a program ran and failed. */
const isFailedCommand = ({ exit, args }: CallRecord): boolean =>
  exit !== undefined && exit !== 0 && !(exit === 1 && ANSWERS_BY_EXIT_CODE.test(String(args.command ?? '')))

const exitText = ({ exit }: CallRecord) => (typeof exit === 'number' ? `exit code ${exit}` : `ended by ${exit}`)

/** The outcome as a sentence, and the remedy. */
function describeOutcome({ outcome, stop, answer, calls, lacksRules, turns, github }: RunReport): {
  words: string
  remedy: string
} {
  if (outcome === 'denied' && !deniedAll(calls))
    return lacksRules
      ? { words: 'Incomplete: policy denied some tool calls.', remedy: namesNoTools(calls) }
      : describeUndelivered(calls)
  if (outcome === 'denied') {
    const denied = calls.filter(isDenied)
    const others = blockers(calls)
    if (others !== undefined)
      return {
        words: `${others} blocked ${deniedCount(calls)}.`,
        remedy: 'The rules allow it. See below for the reason.',
      }
    const words = `Policy denied ${deniedCount(calls)}.`
    if (lacksRules) return { words, remedy: namesNoTools(calls) }
    const remedy = denied.some(hasRule)
      ? `See below for the rules and how to allow ${denied.length === 1 ? 'it' : 'them'}.`
      : 'See below for the reason, and why no rule changes it.'
    return { words, remedy }
  }
  if (outcome === 'internal' && github === true)
    return {
      words: 'GitHub returned an unexpected response.',
      remedy: 'Run it again later; you do not need to change anything.',
    }
  if (outcome === 'budget' && stop === 'time' && turns === 0)
    return {
      words: 'Stopped at the time limit before the model answered.',
      remedy: 'Run it again later, or raise `timeout_minutes`.',
    }
  if ((outcome === 'noop' || outcome === 'refused') && (turns > 0 || calls.length > 0))
    return {
      words: outcome === 'noop' ? 'Nothing delivered.' : 'Nothing delivered: the request was refused.',
      remedy: '',
    }
  if (outcome !== 'budget') {
    const [words, remedy] = OUTCOME_TEXTS[outcome]
    return { words, remedy }
  }
  const [words, remedy] = BUDGET_TEXTS[stop ?? 'turns']
  // A limit over several runs can be used up before the first turn. Then the text below is the reason.
  const isReason = turns === 0 && (stop === 'thread_cost' || stop === 'day_cost')
  const soFar = answer.short === '' || isReason ? '' : 'See the partial result below.'
  return { words, remedy: [remedy, soFar].filter(Boolean).join(' ') }
}

/** Who blocked the calls, when the rules allow all of them. */
function blockers(calls: RunReport['calls']): string | undefined {
  const names = calls
    .filter(isDenied)
    .map(({ remedy = '' }) => /^The rules allow it, but (a hook|the safety)/.exec(remedy)?.[1])
  if (names.includes(undefined)) return undefined
  const hooks = names.includes('a hook')
  const checkers = names.includes('the safety')
  return hooks && checkers ? 'Hooks and safety checkers' : hooks ? 'A hook' : 'A safety checker'
}

const OUTCOME_TEXTS: Record<Exclude<Outcome, 'budget' | 'denied'>, [words: string, remedy: string]> = {
  ok: ['Done.', ''],
  noop: ['Nothing ran.', ''],
  refused: ['Nothing ran: the request was refused.', ''],
  quota: ['The API quota is used up.', 'Run it again later, or raise the quota of the key or project.'],
  model: ['The model gave no usable answer.', 'Run it again. If that does not help, try another `gemini_model`.'],
  config: ['The configuration needs fixing.', ''],
  security: ['Stopped for safety.', ''],
  internal: ['Sluice failed.', 'This is a bug in Sluice, not in this repository. See the run log for details.'],
}

const BUDGET_TEXTS: Record<NonNullable<RunReport['stop']>, [words: string, remedy: string]> = {
  turns: ['Stopped at the turn limit.', 'Raise `max_turns`, or split the task.'],
  session_turns: ['Stopped at the turn limit.', 'Raise `model.maxSessionTurns` in the settings, or split the task.'],
  tokens: ['Stopped at the token limit.', 'Raise `max_tokens`, or split the task.'],
  cost: ['Stopped at the cost limit.', 'Raise `max_cost_usd`, or split the task.'],
  thread_cost: [
    'Stopped at the cost limit of this thread.',
    'Raise `sluice.budget.perThreadUsd` in the settings, or ask elsewhere.',
  ],
  day_cost: [
    'Stopped at the daily cost limit.',
    'Run it again tomorrow (UTC), or raise `sluice.budget.perDayUsd` in the settings.',
  ],
  time: ['Stopped at the time limit.', 'Raise `timeout_minutes`, or split the task.'],
  length: [
    "Stopped: the answer repeatedly exceeded the model's output limit.",
    'Split the task, or ask for a shorter answer.',
  ],
  repeating: ['Stopped: the model repeated itself.', 'Run it again, or rephrase the task.'],
  hook: ['Stopped by a hook of this repository.', 'See its reason in the notes below.'],
  cancelled: ['Cancelled before it finished.', ''],
}

/** The first warnings are visible; the others are folded into the notes. */
const warnings = (report: Pick<RunReport, 'notices'>) => notesOnce(report).filter(({ level }) => level !== 'info')

/** The same note once, with its most serious level. */
const notesOnce = ({ notices }: Pick<RunReport, 'notices'>): RunReport['notices'] =>
  [...Map.groupBy(notices, ({ text }) => text).values()].flatMap((same) => {
    const worst = (['error', 'warning', 'info'] as const).find((level) => same.some((each) => each.level === level))
    return same.find(({ level }) => level === worst) ?? []
  })

const MAX_WARNINGS = 5

export const warningLines = (report: RunReport): string[] =>
  warnings(report)
    .slice(0, MAX_WARNINGS)
    .map(({ level, text }) => `> **${level === 'error' ? 'Error' : 'Note'}:** ${escapedLine(text, 500)}`)

const MAX_UNDELIVERED_LINES = 8

/** The changed files that are not delivered, with the reasons. */
export function undeliveredLines({ undelivered = [] }: RunReport): string[] {
  const groups = [...Map.groupBy(undelivered, ({ reason }) => reason)]
  const lines = groups.slice(0, MAX_UNDELIVERED_LINES).map(([reason, files]) => {
    const paths = files.slice(0, 5).map(({ path }) => inlineCode(ellipsize(path, 120)))
    const more = files.length > paths.length ? ` and ${files.length - paths.length} more` : ''
    return `> **Not delivered:** ${paths.join(', ')}${more}: ${escapedLine(reason, 300)}`
  })
  const others = groups.slice(MAX_UNDELIVERED_LINES).reduce((sum, [, files]) => sum + files.length, 0)
  if (others > 0) lines.push(`> **Not delivered:** ${pluralize(others, 'more file')}; see the output \`changes\``)
  const rule = deliveryRule(
    undelivered.flatMap(({ path, heldBy }) =>
      heldBy === undefined ? [] : [{ path: heldBy.linkName ?? path, ...heldBy }],
    ),
  )
  if (rule === '') return lines
  const title = 'To deliver what a rule held back, add this to the input <code>policies</code>'
  return [...lines, detailsBlock(title, fencedBlock(rule, 'toml'))]
}

const MAX_RULE_PATHS = 10

/** The rule that delivers the paths that rules held back. None opens what an administrator or a checker refuses. */
function deliveryRule(heldFiles: readonly ({ path: string } & HeldByRule)[]): string {
  const open = heldFiles.filter(
    ({ rule, isFinal }) =>
      isFinal !== true && rule?.tier !== 'admin' && !(rule?.tier === 'user' && rule.priority === 999),
  )
  if (open.length === 0) return ''
  const priorities = open.map(({ rule }) => (rule?.tier === 'user' ? rule.priority + 1 : 100))
  const paths = [...new Set(open.map(({ path }) => path))].slice(0, MAX_RULE_PATHS)
  return deliverRuleToml(paths, Math.max(...priorities))
}

export function changesSection({ patches }: RunReport, room: number): string {
  if (patches.length === 0) return ''
  const added = patches.reduce((sum, patch) => sum + patch.added, 0)
  const removed = patches.reduce((sum, patch) => sum + patch.removed, 0)
  const title = `Changes: ${pluralize(patches.length, 'file')}, +${groupThousands(added)} −${groupThousands(removed)}`
  const lines = patches
    .flatMap(({ text }) => text.replace(/\n$/, '').split('\n'))
    .map((line) => truncateAtLine(line, 2000))
  const { text, omitted } = firstLines(lines, room - MIN_ROOM)
  const note = omitted === 0 ? '' : `_${pluralize(omitted, 'more line')} in the patch file (output \`patch\`)._`
  const shown = text === '' ? '' : fencedBlock(text, 'diff')
  return detailsBlock(title, [shown, note].filter(Boolean).join('\n\n'))
}

export function logSection(report: RunReport, room: number): string {
  const { calls } = report
  return calls.length === 0
    ? ''
    : detailsBlock(`Tool log: ${pluralize(calls.length, 'call')}`, logTable(report, room - MIN_ROOM))
}

/** A table with one row per call, as far as there is room. */
export function logTable(report: Pick<RunReport, 'calls' | 'steering' | 'blobUrl'>, room: number): string {
  const { calls } = report
  const rows = calls.map((call) =>
    tableRow([
      callText(call),
      call.verdict ?? '–',
      call.rule === undefined ? '–' : ruleLink(call.rule, report),
      formatDuration(call.ms),
      resultOf(call),
    ]),
  )
  const head = [
    tableRow(['Call', 'Verdict', 'Rule', 'Time', 'Result']),
    tableRow(['---', '---', '---', '---:', '---:']),
  ]
  const { text, omitted } = firstLines([...head, ...rows], room)
  const note = omitted === 0 ? '' : `_${pluralize(omitted, 'more call')} in the transcript (output \`transcript\`)._`
  return [omitted > rows.length ? '' : text, note].filter(Boolean).join('\n\n')
}

function resultOf(call: CallRecord): string {
  if (isDenied(call)) return 'not run'
  if (isFailedCommand(call)) return `**${exitText(call)}**`
  if (call.state === 'success') return call.exit === undefined || call.exit === 0 ? size(call.bytes) : exitText(call)
  if (call.state === 'cancelled') return 'cancelled'
  return `failed: ${escapedLine((call.reason ?? 'unknown').replaceAll('_', ' '), 60)}`
}

export function deniedSection(report: RunReport, room: number): string {
  const { calls, offers } = report
  const denied = calls.filter(isDenied)
  if (denied.length === 0) return ''
  const groups = Map.groupBy(denied, (call) => JSON.stringify([call.name, call.args, call.rule]))
  const entries: string[] = []
  let length = 0
  for (const [call, ...again] of groups.values()) {
    if (call === undefined) continue
    const entry = [deniedEntry(call, again.length + 1, report), offerText([call, ...again], offers)]
      .filter(Boolean)
      .join('\n\n')
    length += entry.length + 2
    if (length > room - MIN_ROOM) break
    entries.push(entry)
  }
  const omitted = groups.size - entries.length
  const note = omitted === 0 ? '' : `_${omitted} more in the output \`denied\`._`
  return detailsBlock(`Denied: ${pluralize(denied.length, 'call')}`, [...entries, note].filter(Boolean).join('\n\n'))
}

/** How a person with write permission allows the call in a reply. */
function offerText(calls: readonly CallRecord[], offers: RunReport['offers']): string {
  const code = offers?.codes.find(({ id }) => calls.some((call) => call.id === id))?.code
  const [call] = calls
  if (offers === undefined || call === undefined) return ''
  const whole = wholeCall(call)
  if (whole === undefined && call.askable === true)
    return 'This call gets no code: it is too long for a comment, or contains what looks like a secret.'
  if (code === undefined || whole === undefined) return ''
  const reply = (word: string) => inlineCode(`${offers.phrase} /allow ${word} ${code}`)
  const shown = `The whole call:\n\n${fencedBlock(`${call.name} ${whole}`, 'json')}`
  return `${shown}\n\nTo allow this call once, reply ${reply('once')}. To get a pull request with a rule that always allows it, reply ${reply('always')}.`
}

/** How a person with write permission approves the plan that the run ended with. */
export function approvalLine({ offers }: RunReport): string {
  if (offers?.isPlanElsewhere === true)
    return `No reply here can approve this plan. To carry it out, copy it into an issue and ask there: ${inlineCode(`${offers.phrase} /fix`)}.`
  const code = offers?.codes.find(({ id }) => id === undefined)?.code
  if (code === undefined || offers === undefined) return ''
  return `To carry out this plan, reply ${inlineCode(`${offers.phrase} /approve ${code}`)}.`
}

function deniedEntry(call: CallRecord, times: number, report: RunReport): string {
  const { rule, remedy = '' } = call
  const isToml = /^\s*\[\[?[\w.-]+\]\]?\s*$/m.test(remedy)
  // Without a rule, the remedy explains the denial.
  const byRule = rule !== undefined || isToml || remedy === ''
  const asks = rule?.verdict === 'ask_user' ? ', which asks for confirmation, and a job cannot give it' : ''
  const reason =
    rule === undefined
      ? 'No rule allows it.'
      : `Denied by ${ruleLink(rule, report)} (tier ${rule.tier}, priority ${rule.priority})${asks}.`
  const explanation = [byRule ? reason : '', call.message === undefined ? '' : escapedLine(call.message, 500)]
    .filter(Boolean)
    .join(' ')
  const subject = callText(call) + (times === 1 ? '' : ` (${times} times)`)
  if (remedy === '') return `${subject}\n${explanation}`
  const fix = isToml
    ? `To allow it, add this to the input \`policies\` or to a file in \`.gemini/policies\`:\n\n${fencedBlock(truncateAtLine(remedy, 1500), 'toml')}`
    : escapedLine(remedy, 500)
  return `${subject}\n${explanation} ${fix}`
}

/** The steering files, the sub-agents and the remaining notices. */
export function notesSection({ steering, subagents = [], notices, isolation = [] }: RunReport, room: number): string {
  const { files, ignored } = steering
  const lines = [
    ...files.map(
      ({ path, ref, sha, bytes }) =>
        `- Steering file ${inlineCode(path)} (${size(bytes)}, blob ${inlineCode(sha.slice(0, 10))}) from ${inlineCode(ref.slice(0, 10))}`,
    ),
    ...subagents.map(
      ({ agent, reason, turns, usage, ms }) =>
        `- Sub-agent ${inlineCode(truncateAtLine(agent, 40))} ${SUBAGENT_ENDINGS[reason] ?? 'failed'} after ${pluralize(turns, 'turn')}, ${pluralize(usage.total, 'token')}, ${formatDuration(ms)}`,
    ),
    ...isolationLines(isolation),
    ...ignored.map((path) => `- Ignored this pull request's change to ${inlineCode(path)}`),
    ...[
      ...warnings({ notices }).slice(MAX_WARNINGS),
      ...notesOnce({ notices }).filter(({ level }) => level === 'info'),
    ].map(({ text }) => `- ${escapedLine(text, 300)}`),
  ]
  if (lines.length === 0) return ''
  const { text, omitted } = firstLines(lines, room - MIN_ROOM)
  const title =
    ignored.length === 0 ? 'How it ran' : `How it ran: ${pluralize(ignored.length, 'change')} to steering files ignored`
  return detailsBlock(title, omitted === 0 ? text : `${text}\n- ${omitted} more in the transcript`)
}

/** How a sub-agent ended, by the reason's name in agent/subagents and telemetry. */
const SUBAGENT_ENDINGS: Readonly<Record<string, string>> = {
  GOAL: 'finished its task',
  TIMEOUT: 'ran out of time',
  MAX_TURNS: 'reached its turn limit',
  BUDGET: "used up the run's budget",
  REPEATING: 'repeated itself and was stopped',
  HOOK: 'was stopped by a hook',
  ABORTED: 'was cancelled',
  ERROR_NO_COMPLETE_TASK_CALL: 'ended without a report',
}

export function footer({ usage, cost, ms, turns, models, runUrl }: RunReport): string {
  const cached = usage.cached === 0 ? '' : ` (${groupThousands(usage.cached)} cached)`
  const tokens =
    usage.total === 0
      ? []
      : [`${groupThousands(usage.input)} tokens in${cached}, ${groupThousands(usage.output + usage.thoughts)} out`]
  const price = cost.usd === undefined || cost.models.length === 0 ? [] : [formatUsd(cost.usd)]
  const run = runUrl === undefined ? [] : [`[run](<${encodeURI(runUrl)}>)`]
  return `<sub>${[...tokens, ...price, ...(turns === 0 ? [] : [pluralize(turns, 'turn')]), formatDuration(ms), ...models.map(escapeHtml), ...run].join(' · ')}</sub>`
}

/** A call on one line: its name and its most important argument. */
export function callText({ name, args, agent }: CallRecord): string {
  const main = args.command ?? args.file_path ?? args.pattern ?? args.dir_path ?? args.url
  const text = typeof main === 'string' ? main : argumentText(args)
  const by = agent === undefined ? '' : ` by ${inlineCode(truncateAtLine(agent, 40))}`
  const purpose =
    typeof args.command === 'string' && typeof args.description === 'string' && args.description.trim() !== ''
      ? `: ${escapedLine(args.description, 120)}`
      : ''
  return `${inlineCode(truncateAtLine(name, 80))}${text === '' ? '' : ` ${inlineCode(ellipsize(text, 120))}`}${by}${purpose}`
}

/** Arguments as people write them: `number: 12, body: Fine.` */
const argumentText = (args: CallRecord['args']): string =>
  Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

/** The place of a rule: a link for a file of the repository, at the commit it was read from; built-in rules by name. */
export function ruleLink(rule: RuleRef, { steering, blobUrl }: Pick<RunReport, 'steering' | 'blobUrl'>): string {
  if (rule.tier === 'default') return `built-in ${inlineCode(ruleLocation(rule).replace(/^policies\//, ''))}`
  const file = steering.files.find(({ path }) => path === rule.file)
  const location = inlineCode(ruleLocation(rule))
  if (file === undefined || blobUrl === undefined) return location
  const path = file.path.split('/').map(encodeURIComponent).join('/')
  return `[${location}](<${blobUrl}/${file.ref}/${path}#L${rule.line}>)`
}

/** A rule from settings has no line. */
export const ruleLocation = ({ file, line }: RuleRef) => (file.startsWith('settings: ') ? file : `${file}:${line}`)

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** How many of the calls were denied; all only if no call is left out. */
export function deniedCount(calls: readonly Pick<CallRecord, 'verdict'>[]): string {
  const count = calls.filter(({ verdict }) => verdict === 'deny').length
  if (count < calls.length) return `${count} of ${pluralize(calls.length, 'tool call')}`
  return count === 1 ? 'the only tool call' : `all ${pluralize(count, 'tool call')}`
}

const hasRule = ({ remedy = '' }: CallRecord) => remedy.includes('[[rule]]')

/** The remedy for a workflow that names no tools, as those that ran with `--yolo` do. */
function namesNoTools(calls: readonly CallRecord[]): string {
  const denied = calls.filter(isDenied)
  const push = denied.flatMap(({ remedy }) => /Instead of `git push`.*$/.exec(remedy ?? '')?.[0] ?? [])[0]
  const others = denied.some(hasRule)
    ? 'See below for the rules that allow what was denied.'
    : 'See below for the reason.'
  return ['The workflow names no tools, so only reading is allowed.', push, others].filter(Boolean).join(' ')
}

const MAX_NAMED_CALLS = 3

/** Names the calls that should have delivered something and did not. */
export function describeUndelivered(calls: readonly CallRecord[]): { words: string; remedy: string } {
  const undelivered = undeliveredCalls(calls)
  if (undelivered.length === 0) return { words: 'Not everything was delivered.', remedy: 'See below for the reason.' }
  const parts = (['denied', 'unknown', 'failed'] as const).flatMap((cause) => {
    const names = [...new Set(undelivered.flatMap((each) => (each.cause === cause ? [each.call.name] : [])))]
    if (names.length === 0) return []
    const more = names.length > MAX_NAMED_CALLS ? ` and ${names.length - MAX_NAMED_CALLS} more` : ''
    const list = names.slice(0, MAX_NAMED_CALLS).map((name) => inlineCode(truncateAtLine(name, 80)))
    return [`${UNDELIVERED[cause]} ${list.join(', ')}${more}`]
  })
  const isDeniedByRule = undelivered.some(({ cause }) => cause === 'denied')
  const remedy = isDeniedByRule ? 'See below for the rules and how to allow them.' : 'See the tool log for the reasons.'
  return { words: `Not everything was delivered: ${parts.join('; ')}.`, remedy }
}

const UNDELIVERED = { denied: 'policy denied', unknown: 'unknown tool', failed: 'no successful call of' } as const

type ReportedIsolation = NonNullable<RunReport['isolation']>

/** A table of the four parts when one is not held; otherwise one line in the notes says so. */
export function isolationTable({ isolation = [] }: RunReport): string {
  if (isolation.every(({ isHeld }) => isHeld)) return ''
  const rows = isolation.map(({ part, isHeld, text }) =>
    tableRow([part, isHeld ? 'held' : '**not held**', escapedLine(text, 300)]),
  )
  return [tableRow(['Isolation of programs', '', '']), tableRow(['---', '---', '---']), ...rows].join('\n')
}

/** The line where every part is held. */
export const isolationLines = (isolation: ReportedIsolation): string[] =>
  isolation.length === 0 || isolation.some(({ isHeld }) => !isHeld)
    ? []
    : [
        `- Programs were isolated: ${isolation.map(({ part, text }) => `${part} (${escapedLine(text, 100)})`).join(', ')}`,
      ]
