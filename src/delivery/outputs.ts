import type { Filter } from '../host/secrets.ts'
import type { Ending, Outcome, RunEvent } from '../record/events.ts'
import { statsOf } from '../record/stats.ts'
import type { Delivered } from './deliver.ts'
import { briefly, type Intent, outline } from './intent.ts'
import { cut } from './markdown.ts'

/** Every output of action.yml, in its order. */
export const OUTPUTS = [
  'summary',
  'error',
  'outcome',
  'structured_output',
  'stats',
  'denied',
  'transcript',
  'patch',
  'plan',
  'receipts',
  'comment_url',
  'review_url',
  'check_run_url',
  'commit_sha',
  'branch',
  'pull_request_url',
  'session_id',
] as const
export type Outputs = Record<(typeof OUTPUTS)[number], string>

export type OutputFacts = {
  ending: Ending
  events: readonly RunEvent[]
  /** Why the answer did not arrive where it should have, when the workflow has to be mended for that. */
  undelivered?: string
  /** Path of the JSONL file. */
  transcript?: string
  /** The answer as JSON, when a schema was asked for and it fits. */
  structured?: unknown
}

// Together they stay below 1 MB, which GitHub counts in UTF-16.
const MAX_SUMMARY = 150_000
const MAX_STRUCTURED = 120_000
const MAX_DENIED = 80_000
const MAX_LIST = 40_000
const MAX_STATS = 60_000
const MAX_ERROR = 8_000

/** Every output, always all of them; what does not apply is empty. Secrets are taken out. */
export function outputsOf({ report, receipts, plan }: Delivered, facts: OutputFacts, filter: Filter): Outputs {
  const { ending, events, transcript = '', structured } = facts
  const ran = ending.end !== 'failed'
  const patch = receipts.find(({ intent, state }) => intent.kind === 'patch' && state === 'posted')
  const made = receipts.find((receipt) => receipt.made !== undefined)?.made
  const urlOf = (kind: Intent['kind']) => receipts.find(({ intent }) => intent.kind === kind)?.url ?? ''
  const values: Outputs = {
    summary: ran ? cut(ending.text, MAX_SUMMARY) : '',
    error: errorOf(ending, report.outcome, facts.undelivered),
    outcome: report.outcome,
    structured_output: structured === undefined ? '' : whole(structured, MAX_STRUCTURED),
    stats: whole(statsOf(events), MAX_STATS),
    denied: list(filter.deep(deniedOf(report.calls)), MAX_DENIED),
    transcript,
    patch: patch?.intent.kind === 'patch' ? patch.intent.path : '',
    plan: list(plan.map(planned), MAX_LIST),
    receipts: list(receipts.map(briefly), MAX_LIST),
    comment_url: urlOf('comment'),
    review_url: urlOf('review'),
    check_run_url: urlOf('check_run'),
    commit_sha: made?.sha ?? '',
    branch: made?.branch ?? '',
    pull_request_url: urlOf('create_pull_request'),
    session_id: report.session,
  }
  return filter.deep(values)
}

function errorOf(ending: Ending, outcome: Outcome, undelivered?: string): string {
  if (outcome === 'ok' || outcome === 'noop' || outcome === 'refused' || outcome === 'denied') return ''
  if (undelivered !== undefined) return JSON.stringify({ ...failure(outcome), message: cut(undelivered, MAX_ERROR) })
  const { type, code } = ending.end === 'stopped' ? stopError(ending.why) : failure(outcome)
  const told = ending.end === 'failed' ? ending.code : undefined
  const message = ending.end === 'stopped' ? (STOPPED[ending.why] ?? 'Stopped.') : cut(ending.text, MAX_ERROR)
  return JSON.stringify({ type, message, code: told ?? code })
}

const STOPPED: Record<Extract<Ending, { end: 'stopped' }>['why'], string> = {
  turns: 'Reached the limit of turns (max_turns).',
  tokens: 'Reached the limit of tokens (max_tokens, or the length of one answer).',
  cost: 'Reached the cost limit (max_cost_usd).',
  time: 'Reached the time limit (timeout_minutes).',
  repeating: 'The model repeated itself.',
  hook: 'A hook stopped the run.',
  cancelled: 'The run was cancelled.',
}

/** The reference's error names and exit codes, where it has them. */
function stopError(why: Extract<Ending, { end: 'stopped' }>['why']): { type: string; code: number } {
  if (why === 'turns') return { type: 'FatalTurnLimitedError', code: 53 }
  if (why === 'cancelled') return { type: 'FatalCancellationError', code: 130 }
  return { type: 'BudgetError', code: 1 }
}

function failure(outcome: Outcome): { type: string; code: number } {
  switch (outcome) {
    case 'config':
      return { type: 'FatalConfigError', code: 52 }
    case 'security':
      return { type: 'FatalSandboxError', code: 44 }
    case 'quota':
      return { type: 'QuotaError', code: 429 }
    case 'model':
      return { type: 'ModelError', code: 1 }
    default:
      return { type: 'InternalError', code: 1 }
  }
}

/** A comment is a write people may want to read before it happens; patch and summary are files that are there to read. */
const planned = (intent: Intent) =>
  intent.kind === 'comment' ? { ...outline(intent), body: intent.body } : outline(intent)

const deniedOf = (calls: Delivered['report']['calls']) =>
  calls
    .filter((call) => call.verdict === 'deny')
    .map(({ name, args, rule, remedy = '' }) => ({
      tool: name,
      arguments: args,
      rule: rule === undefined ? null : { tier: rule.tier, priority: rule.priority, verdict: rule.verdict },
      file: rule?.file ?? '',
      line: rule?.line ?? 0,
      toml: remedy,
    }))

/** JSON, or nothing when it is too long: half a document is none. */
const whole = (value: unknown, max: number) => {
  const text = JSON.stringify(value) ?? ''
  return text.length <= max ? text : ''
}

/** As many items as fit, as a JSON array; strings in them are cut first. */
function list(items: readonly unknown[], max: number): string {
  const texts: string[] = []
  let length = 2
  for (const item of items) {
    const text = JSON.stringify(item, (_, value) => (typeof value === 'string' ? cut(value, 4000) : value))
    length += text.length + 1
    if (length > max) break
    texts.push(text)
  }
  return `[${texts.join(',')}]`
}
