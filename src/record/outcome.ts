import { REDACTED } from '../platform/redact/redact.ts'
import { type CallRecord, type Ending, finishedCalls, OUTCOMES, type Outcome, type RunEvent } from './events.ts'

/**
 * The outcome of a run from the end of its conversation; delivery can make it worse. `deliversChanges`: the workflow delivers edited files,
 * so a denied edit is a missing result.
 */
export const outcomeFromEnding = (ending: Ending, calls: readonly CallRecord[], deliversChanges = false): Outcome =>
  deniedAll(calls) || undeliveredCalls(calls, { countsEdits: deliversChanges }).length > 0
    ? worseOutcome(endingOutcome(ending), 'denied')
    : endingOutcome(ending)

/** The outcome of a run before delivery: `denied` also when its workflow named no tools and some were needed. */
export function outcomeOfRun(ending: Ending, events: readonly RunEvent[], deliversChanges: boolean): Outcome {
  const calls = finishedCalls(events)
  const outcome = outcomeFromEnding(ending, calls, deliversChanges)
  return lacksRules(events) ? worseOutcome(outcome, 'denied') : outcome
}

/** The outcome that comes first in OUTCOMES, the order of precedence. */
export const worseOutcome = (one: Outcome, other: Outcome): Outcome =>
  OUTCOMES.find((outcome) => outcome === one || outcome === other) ?? one

function endingOutcome(ending: Ending): Outcome {
  switch (ending.end) {
    case 'answered':
      return 'ok'
    case 'stopped':
      return 'budget'
    case 'skipped':
    case 'failed':
      return ending.outcome
  }
}

/** Whether policy denied every call it decided, and decided at least one. */
export function deniedAll(calls: readonly CallRecord[]): boolean {
  const decidedCalls = calls.filter((call) => call.verdict !== undefined)
  return decidedCalls.length > 0 && decidedCalls.every((call) => call.verdict === 'deny')
}

/** A call that should have delivered something and had no effect. */
export type UndeliveredCall = { call: CallRecord; cause: 'denied' | 'unknown' | 'failed' }

/**
 * The calls that were to deliver something and did not: a proposal, an edit, a push or a value for a later step. A later success of the
 * same kind makes a denied or unknown call good; any success of the same kind makes a failed one good, because the model tried again.
 */
export function undeliveredCalls(
  calls: readonly CallRecord[],
  { countsEdits = true }: { countsEdits?: boolean } = {},
): UndeliveredCall[] {
  return calls.flatMap((call, index) => {
    const effect = effectOf(call)
    const cause = causeOf(call, calls)
    if (effect === undefined || cause === undefined) return []
    // An edit is the result only where the workflow delivers changes.
    if (EDITS.has(call.name) && !countsEdits) return []
    // A rule of the workflow that forbids to push withholds on purpose: the edits themselves are reported.
    if (effect === 'files' && call.rule?.verdict === 'deny' && call.rule.tier !== 'default' && !countsEdits) return []
    const others = cause === 'failed' ? calls : calls.slice(index + 1)
    const effects = isPush(call) ? [effect, 'pull request'] : [effect]
    const isMadeGood = (isPush(call) ? calls : others).some(
      (other) => other !== call && isDelivered(other, calls) && effects.includes(effectOf(other) ?? ''),
    )
    return isMadeGood ? [] : [{ call, cause }]
  })
}

/** A pull request contains what was to be pushed, whichever came first. */
const isPush = ({ name, args }: CallRecord): boolean =>
  name === SHELL && typeof args.command === 'string' && PUSH.test(commandLineOf(args.command))

/** The failure of a call that found its effect in place already. */
const IN_PLACE_ALREADY = 'edit_no_change'

/** Whether the call had its effect. */
const isDelivered = (call: CallRecord, calls: readonly CallRecord[]) =>
  call.state === 'success' && !hasCommandFailed(call, calls) && !PREPARATIONS.has(preparationOf(call))

/**
 * Whether a command that was to deliver did not. What its `gh` called says more than its exit code, which `|| true` or a later command can
 * hide; a push whose exit code is hidden did not happen as far as anybody can tell.
 */
function hasCommandFailed({ id, name, exit, args }: CallRecord, calls: readonly CallRecord[]): boolean {
  if (name !== SHELL || typeof args.command !== 'string') return false
  const parts = calls.filter((part) => part.parent === id && effectOf(part) !== undefined)
  if (parts.some((part) => causeOf(part, calls) !== undefined)) return true
  const line = commandLineOf(args.command)
  if (CALLS_GH.test(line) && commandEffect(line)?.isGh === true && parts.length === 0) return true
  return (exit !== undefined && exit !== 0) || (PUSH.test(line) && HIDES_EXIT.test(line))
}

/** Calls that only start what other calls deliver. */
const PREPARATIONS: ReadonlySet<string> = new Set([
  'create_branch',
  'create_pending_pull_request_review',
  'delete_pending_pull_request_review',
  'pull_request_review_write create',
  'pull_request_review_write delete_pending',
])

function preparationOf({ name, args }: CallRecord): string {
  const short = shortName(name)
  const isStart =
    short === 'pull_request_review_write' && (args.method !== 'create' || (args.event ?? args.body) === undefined)
  return isStart ? `${short} ${args.method}` : short
}

function causeOf(call: CallRecord, calls: readonly CallRecord[]): UndeliveredCall['cause'] | undefined {
  const { state, verdict, reason } = call
  if (verdict === 'deny') return 'denied'
  if (state === 'success' && hasCommandFailed(call, calls)) return 'failed'
  if (state !== 'error' || reason === IN_PLACE_ALREADY) return undefined
  return reason === 'tool_not_registered' ? 'unknown' : 'failed'
}

/** What a call delivers, as one word for all tools that deliver the same; undefined for calls that only read or think. */
function effectOf({ name, args }: CallRecord): string | undefined {
  if (EDITS.has(name)) return 'files'
  if (name === SHELL)
    return typeof args.command === 'string' ? commandEffect(commandLineOf(args.command))?.effect : undefined
  if (LOCAL.has(name)) return undefined
  const short = shortName(name)
  if (!WRITES.test(short)) return undefined
  return EFFECTS.find(([pattern]) => pattern.test(short))?.[1] ?? short
}

/** Whether rules denied a call that was to change files, or to propose a change of files. */
export const deniedEdits = (calls: readonly CallRecord[]): boolean =>
  calls.some((call) => {
    if (call.verdict !== 'deny') return false
    if (call.name === SHELL && EDITS_FILES.test(commandLineOf(String(call.args.command ?? '')))) return true
    return ['files', 'pull request'].includes(effectOf(call) ?? '')
  })

const EDITS_FILES =
  /(?:^|[;&|(]\s*)(?:sed\s+(?:-\S+\s+)*-i|perl\s+-\S*i|git\s+(?:apply|am|commit|mv|rm)|patch|tee|mv|cp|rm|touch|mkdir)\b|(?<![0-9&])>>?\s*(?!["']?(?:\/dev\/|\$))/

/** The name of a server's tool without its prefixes. */
const shortName = (name: string) =>
  name
    .replace(/^mcp__?(?=.)/, '')
    .replace(/^.*?__(?=.)/, '')
    .toLowerCase()

const EDITS: ReadonlySet<string> = new Set(['write_file', 'replace'])

/** Tools whose name sounds like a delivery. */
const LOCAL: ReadonlySet<string> = new Set(['write_todos', 'save_memory', 'complete_task'])

const WRITES =
  /^(?:github_)?(?:add|assign|close|comment|commit|create|delete|dismiss|edit|fork|generate|merge|post|publish|push|remove|reopen|reply|resolve|review_comment|set|submit|update|upload)(?:_|$)|_write$/

/** First match wins. */
const EFFECTS: readonly (readonly [pattern: RegExp, effect: string])[] = [
  [/review/, 'review'],
  [/comment|^reply/, 'comment'],
  [/label|issue_write|update_issue|assign/, 'issue'],
  [/create_pull_request|update_pull_request/, 'pull request'],
  [/branch|file/, 'files'],
]

const SHELL = 'run_shell_command'

const PUSH = /\bgit\s+(?:-\S+\s+(?:\S+=\S+\s+)?)*push\b/

/** After a push: a fallback that hides its failure. `2>&1` is none. */
const HIDES_EXIT =
  /\bgit\s+(?:-\S+\s+(?:\S+=\S+\s+)?)*push\b(?:[^\n]*?(?:\||;|(?<![>&])&(?![&>]))|[^\n]*\n\s*\S)|(?:\bif|\bwhile|\buntil|!|\$\(|`)\s*git\b[^\n]*\bpush\b/

const CALLS_GH = /\bgh\s/

/** First match wins. The shell's own rules judge the command; this only tells what a line was written for. */
const COMMANDS: readonly (readonly [pattern: RegExp, effect: string, isGh?: true])[] = [
  [/\bgh\s+pr\s+review\b/, 'review', true],
  [/\bgh\s+(?:pr|issue)\s+comment\b/, 'comment', true],
  [/\bgh\s+(?:pr|issue)\s+edit\b/, 'issue', true],
  [/\bgh\s+pr\s+(?:create|new)\b/, 'pull request', true],
  [
    /\bgh\s+(?:pr|issue|release|label|repo|gist|secret|variable|workflow|run|cache|project)\s+(?:create|new|close|reopen|delete|merge|ready|upload|transfer|lock|unlock|pin|unpin|develop|set|run|rerun|enable|disable|cancel|update-branch|revert|item-add)\b/,
    'gh',
    true,
  ],
  [/\bgh\s+api\b[^\n]*\s(?:-X|--method|-f|-F|--field|--raw-field|--input)\b/, 'gh', true],
  [PUSH, 'files'],
  [/>\s*["']?\$\{?GITHUB_(?:ENV|OUTPUT)\b/, 'results'],
]

function commandEffect(line: string): { effect: string; isGh: boolean } | undefined {
  const entry = COMMANDS.find(([pattern]) => pattern.test(line))
  return entry === undefined ? undefined : { effect: entry[1], isGh: entry[2] === true }
}

/** The command without the texts in quotes that have spaces: they are words for people, not commands. */
const commandLineOf = (command: string): string =>
  command
    .replace(/\\\n/g, ' ')
    .replace(/<<-?\s*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?\n\s*\2(?=\n|$)/g, '<<$2$3')
    .replace(/(?<=\s)(["'])(?:(?!\1)[^\\]|\\.)*\s(?:(?!\1)[^\\]|\\.)*\1/g, '""')

/**
 * Whether policy denied edits or commands of a run whose workflow sets the task but names no tools: workflows of run-gemini-cli rely
 * on `--yolo`, which allows everything.
 */
export const lacksRules = (events: readonly RunEvent[]): boolean =>
  namesNoTools(events) && events.some((event) => event.type === 'call_finished' && isDeniedByDefault(event.call))

/** Whether neither settings nor policies of the workflow and the repository say which tools are allowed. */
function namesNoTools(events: readonly RunEvent[]): boolean {
  const snapshot = events.find((event) => event.type === 'run_snapshot')
  if (snapshot === undefined || snapshot.mode !== 'default' || (snapshot.inputs.prompt ?? '') === '') return false
  const { core, allowed } = (snapshot.settings.tools ?? {}) as Record<string, unknown> // recorded from checked settings
  return (
    core === undefined &&
    allowed === undefined &&
    snapshot.policies.every(({ tier, file }) => tier === 'default' && !file.includes('profiles/'))
  )
}

const TOOLS: ReadonlySet<string> = new Set(['write_file', 'replace', 'run_shell_command'])

const isDeniedByDefault = ({ name, verdict, rule, state }: CallRecord): boolean =>
  TOOLS.has(name) && state !== 'success' && verdict === 'deny' && (rule === undefined || rule.tier === 'default')

/** Longer calls do not fit beside the others of a comment. */
const MAX_CHARACTERS = 1500

/**
 * Every argument of a call, as a person must see it before they allow it: as JSON, with line breaks, control characters and letters
 * beyond ASCII as escapes, and no line so long that its end is out of sight. Undefined for a call that a comment cannot show whole.
 */
export function wholeCall({ args }: Pick<CallRecord, 'args'>): string | undefined {
  const text = JSON.stringify(args, undefined, 2)
  const visible = text.replace(/[^\x20-\x7e\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return visible.length > MAX_CHARACTERS || visible.includes(REDACTED)
    ? undefined
    : visible.split('\n').map(folded).join('\n')
}

const MAX_LINE = 100

/** A line in parts that a comment shows without scrolling. A sign that no call can contain says that it goes on. */
function folded(line: string): string {
  const parts = ['']
  for (const [token] of line.matchAll(/\\u[0-9a-f]{4}|\\.|[^\\]/g)) {
    const last = parts.at(-1) ?? ''
    if (last.length + token.length > MAX_LINE) parts.push(token)
    else parts[parts.length - 1] = last + token
  }
  return parts.join(' ↩\n')
}
