import { grouped } from '../host/numbers.ts'
import type { CallRecord, Outcome, RuleRef } from '../record/events.ts'
import { code, cut, details, escapeHtml, fence, firstLines, plural, prose, row, shortened } from './markdown.ts'
import type { Report } from './report.ts'
import { unwrittenInWords } from './unwritten.ts'

/** Below this a folded section says nothing worth opening. */
const MIN_ROOM = 300

/** How it ended and, when it did not end well, what helps. */
export function statusLine(report: Report): string {
  const facts = [
    report.outcome === 'denied' ? '' : callsInWords(report),
    report.patches.length === 0 ? '' : `${plural(report.patches.length, 'file')} changed`,
  ].filter(Boolean)
  const [first, second] = endsOf(report)
  return [
    `**${first?.words}**`,
    facts.length === 0 ? '' : `${facts.join(', ')}.`,
    first?.remedy,
    second && `**${second.words}** ${second.remedy}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The same in a few words. */
export const headline = (report: Report): string =>
  endsOf(report)
    .map(({ words }) => words)
    .join(' ')

/** How the run ended, and what could not be written; nothing is called done of which something is missing. */
function endsOf(report: Report): { words: string; remedy: string }[] {
  const { outcome, unwritten } = report
  const own = outcomeInWords(report)
  if (unwritten === undefined || outcome === 'noop' || outcome === 'refused') return [own]
  return outcome === 'ok' ? [unwrittenInWords(unwritten)] : [own, unwrittenInWords(unwritten)]
}

function callsInWords({ calls }: Report): string {
  if (calls.length === 0) return ''
  const denied = calls.filter(isDenied).length
  const failed = calls.filter((call) => call.state === 'error' && !isDenied(call)).length
  const which = [denied === 0 ? '' : `${denied} denied`, failed === 0 ? '' : `${failed} failed`].filter(Boolean)
  return plural(calls.length, 'tool call') + (which.length === 0 ? '' : ` (${which.join(', ')})`)
}

const isDenied = ({ verdict }: CallRecord) => verdict === 'deny'

/** The outcome in plain words, and the remedy. */
function outcomeInWords({ outcome, stop, answer, calls, turns, github }: Report): { words: string; remedy: string } {
  if (outcome === 'denied') {
    const count = calls.filter(isDenied).length
    const [which, them] = count === 1 ? ['the only tool call', 'it'] : [`all ${plural(count, 'tool call')}`, 'them']
    return { words: `Policy denied ${which}.`, remedy: `The rules, and what would allow ${them}, are listed below.` }
  }
  if (outcome === 'internal' && github === true)
    return {
      words: 'GitHub did not answer as it should.',
      remedy: 'Run it again later; nothing here has to be mended.',
    }
  if (outcome === 'budget' && stop === 'time' && turns === 0)
    return {
      words: 'Stopped at the time limit, before the model had answered.',
      remedy: 'Run it again later, or raise `timeout_minutes`.',
    }
  if (outcome !== 'budget') {
    const [words, remedy] = OUTCOME_WORDS[outcome]
    return { words, remedy }
  }
  const [words, remedy] = BUDGET_WORDS[stop ?? 'turns']
  const soFar = answer.short === '' ? '' : 'What there is so far stands below.'
  return { words, remedy: [remedy, soFar].filter(Boolean).join(' ') }
}

const OUTCOME_WORDS: Record<Exclude<Outcome, 'budget' | 'denied'>, [words: string, remedy: string]> = {
  ok: ['Done.', ''],
  noop: ['Nothing ran.', ''],
  refused: ['Nothing ran: the request was refused.', ''],
  quota: ["The API's quota is used up.", 'Run it again later, or raise the quota of the key or project.'],
  model: ['The model gave no usable answer.', 'Run it again; if that does not help, try another `gemini_model`.'],
  config: ['The configuration needs mending.', ''],
  security: ['Stopped for safety.', ''],
  internal: [
    'Sluice failed.',
    'This is a mistake in Sluice, not in this repository; the log of the run has the details.',
  ],
}

const BUDGET_WORDS: Record<NonNullable<Report['stop']>, [words: string, remedy: string]> = {
  turns: ['Stopped at the limit of turns.', 'Raise `max_turns`, or ask for less at once.'],
  tokens: ['Stopped at the limit of tokens.', 'Raise `max_tokens`, or ask for less at once.'],
  cost: ['Stopped at the cost limit.', 'Raise `max_cost_usd`, or ask for less at once.'],
  time: ['Stopped at the time limit.', 'Raise `timeout_minutes`, or ask for less at once.'],
  length: [
    'Stopped: the answer met the output limit of the model again and again.',
    'Ask for less at once, or for a shorter answer.',
  ],
  repeating: ['Stopped: the model repeated itself.', 'Run it again, or put the task in other words.'],
  hook: ['Stopped by a hook of this repository.', 'Its reason stands in the notes below.'],
  cancelled: ['Cancelled before it was done.', ''],
}

/** Warnings stand where they are read, the first of them; the others are folded away with the notes. */
const warnings = ({ notices }: Pick<Report, 'notices'>) => notices.filter(({ level }) => level !== 'info')
const MOST_WARNINGS = 5

export const warningLines = (report: Report): string[] =>
  warnings(report)
    .slice(0, MOST_WARNINGS)
    .map(({ level, text }) => `> **${level === 'error' ? 'Error' : 'Note'}:** ${prose(text, 500)}`)

export function changesSection({ patches }: Report, room: number): string {
  if (patches.length === 0) return ''
  const added = patches.reduce((sum, patch) => sum + patch.added, 0)
  const removed = patches.reduce((sum, patch) => sum + patch.removed, 0)
  const title = `Changes: ${plural(patches.length, 'file')}, +${grouped(added)} −${grouped(removed)}`
  const lines = patches.flatMap(({ text }) => text.replace(/\n$/, '').split('\n')).map((line) => cut(line, 2000))
  const { text, left } = firstLines(lines, room - MIN_ROOM)
  const note = left === 0 ? '' : `_${plural(left, 'more line')} in the patch file (output \`patch\`)._`
  const shown = text === '' ? '' : fence(text, 'diff')
  return details(title, [shown, note].filter(Boolean).join('\n\n'))
}

export function logSection(report: Report, room: number): string {
  const { calls } = report
  return calls.length === 0
    ? ''
    : details(`Tool log: ${plural(calls.length, 'call')}`, logTable(report, room - MIN_ROOM))
}

/** Every call on a line of its own, as far as there is room. */
export function logTable({ calls }: Pick<Report, 'calls'>, room: number): string {
  const rows = calls.map((call) =>
    row([
      callText(call),
      call.verdict ?? '–',
      call.rule === undefined ? '–' : code(placeOf(call.rule)),
      duration(call.ms),
      resultOf(call),
    ]),
  )
  const head = [row(['Call', 'Verdict', 'Rule', 'Time', 'Result']), row(['---', '---', '---', '---:', '---:'])]
  const { text, left } = firstLines([...head, ...rows], room)
  const note = left === 0 ? '' : `_${plural(left, 'more call')} in the transcript (output \`transcript\`)._`
  return [left > rows.length ? '' : text, note].filter(Boolean).join('\n\n')
}

function resultOf(call: CallRecord): string {
  if (isDenied(call)) return 'not run'
  if (call.state === 'success') return size(call.bytes)
  if (call.state === 'cancelled') return 'cancelled'
  return `failed: ${prose((call.why ?? 'unknown').replaceAll('_', ' '), 60)}`
}

export function deniedSection({ calls }: Report, room: number): string {
  const denied = calls.filter(isDenied)
  if (denied.length === 0) return ''
  const groups = Map.groupBy(denied, (call) => JSON.stringify([call.name, call.args, call.rule]))
  const entries: string[] = []
  let length = 0
  for (const [call, ...again] of groups.values()) {
    if (call === undefined) continue
    const entry = deniedEntry(call, again.length + 1)
    length += entry.length + 2
    if (length > room - MIN_ROOM) break
    entries.push(entry)
  }
  const left = groups.size - entries.length
  const note = left === 0 ? '' : `_${left} more in the output \`denied\`._`
  return details(`Denied: ${plural(denied.length, 'call')}`, [...entries, note].filter(Boolean).join('\n\n'))
}

function deniedEntry(call: CallRecord, times: number): string {
  const { rule, remedy = '' } = call
  const isToml = /^\s*\[\[?[\w.-]+\]\]?\s*$/m.test(remedy)
  // Where rules are not the reason, the remedy says what is.
  const byRule = rule !== undefined || isToml || remedy === ''
  const asks = rule?.verdict === 'ask_user' ? ', which would ask, and in a job nobody is there to answer' : ''
  const why =
    rule === undefined
      ? 'No rule allows it.'
      : `Denied by ${code(placeOf(rule))} (tier ${rule.tier}, priority ${rule.priority})${asks}.`
  const said = [byRule ? why : '', call.message === undefined ? '' : prose(call.message, 500)].filter(Boolean).join(' ')
  const what = callText(call) + (times === 1 ? '' : ` (${times} times)`)
  if (remedy === '') return `${what}\n${said}`
  const how = isToml
    ? `To allow it, add to the input \`policies\` or to a file in \`.gemini/policies\`:\n\n${fence(cut(remedy, 1500), 'toml')}`
    : prose(remedy, 500)
  return `${what}\n${said} ${how}`
}

/** What steered the run and what merely happened to be worth saying. */
export function notesSection({ steering, delegated = [], notices }: Report, room: number): string {
  const { files, ignored } = steering
  const lines = [
    ...files.map(
      ({ path, ref, sha, bytes }) =>
        `- Steered by ${code(path)} (${size(bytes)}, blob ${code(sha.slice(0, 10))}) as of ${code(ref.slice(0, 10))}`,
    ),
    ...delegated.map(
      ({ agent, reason, turns, usage, ms }) =>
        `- The sub-agent ${code(cut(agent, 40))} ${REASONS[reason] ?? 'failed'} after ${plural(turns, 'turn')}, ${plural(usage.total, 'token')}, ${duration(ms)}`,
    ),
    ...ignored.map((path) => `- Ignored the change this pull request makes to ${code(path)}`),
    ...[...warnings({ notices }).slice(MOST_WARNINGS), ...notices.filter(({ level }) => level === 'info')].map(
      ({ text }) => `- ${prose(text, 300)}`,
    ),
  ]
  if (lines.length === 0) return ''
  const { text, left } = firstLines(lines, room - MIN_ROOM)
  const title =
    ignored.length === 0 ? 'How it ran' : `How it ran: ${plural(ignored.length, 'change')} to steering files ignored`
  return details(title, left === 0 ? text : `${text}\n- ${left} more in the transcript`)
}

/** Why a sub-agent ended, by the names that agent/subagent-run.ts and telemetry have for it. */
const REASONS: Readonly<Record<string, string>> = {
  GOAL: 'finished its task',
  TIMEOUT: 'ran out of time',
  MAX_TURNS: 'reached its limit of turns',
  BUDGET: "used up the run's budget",
  REPEATING: 'repeated itself and was stopped',
  HOOK: 'was stopped by a hook',
  ABORTED: 'was cancelled',
  ERROR_NO_COMPLETE_TASK_CALL: 'ended without a report',
}

export function footer({ usage, ms, turns, models, runUrl }: Report): string {
  const cached = usage.cached === 0 ? '' : ` (${grouped(usage.cached)} cached)`
  const tokens =
    usage.total === 0
      ? []
      : [`${grouped(usage.input)} tokens in${cached}, ${grouped(usage.output + usage.thoughts)} out`]
  const run = runUrl === undefined ? [] : [`[run](<${encodeURI(runUrl)}>)`]
  return `<sub>${[...tokens, ...(turns === 0 ? [] : [plural(turns, 'turn')]), duration(ms), ...models.map(escapeHtml), ...run].join(' · ')}</sub>`
}

/** A call on one line: its name and the argument that tells most. */
function callText({ name, args, agent }: CallRecord): string {
  const telling = args.command ?? args.file_path ?? args.pattern ?? args.dir_path ?? args.url
  const text = typeof telling === 'string' ? telling : Object.keys(args).length === 0 ? '' : JSON.stringify(args)
  const by = agent === undefined ? '' : ` by ${code(cut(agent, 40))}`
  return `${code(cut(name, 80))}${text === '' ? '' : ` ${code(shortened(text, 120))}`}${by}`
}

/** A rule that settings amount to has no line. */
const placeOf = ({ file, line }: RuleRef) => (file.startsWith('settings: ') ? file : `${file}:${line}`)
function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 100_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
