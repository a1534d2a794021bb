import type { Filter } from '../host/secrets.ts'
import { namedEnd, namedFailure } from '../record/error-names.ts'
import { type Ending, type Outcome, type RunEvent, STRUCTURED_CHARACTERS } from '../record/events.ts'
import { statsOf } from '../record/stats.ts'
import type { Delivered } from './deliver.ts'
import { briefly, type Intent, outline } from './intent.ts'
import { cut } from './markdown.ts'
import { onePage } from './report.ts'

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
  'batch',
] as const
export type Outputs = Record<(typeof OUTPUTS)[number], string>

export type OutputFacts = {
  ending: Ending
  events: readonly RunEvent[]
  /** Path of the JSONL file. */
  transcript?: string
}

// Together they stay below 1 MB, which GitHub counts in UTF-16.
const MAX_SUMMARY = 150_000
const MAX_DENIED = 80_000
const MAX_LIST = 40_000
const MAX_STATS = 60_000
const MAX_ERROR = 8_000

/** Every output, always all of them; what does not apply is empty. Secrets are taken out. */
export function outputsOf(delivered: Delivered, facts: OutputFacts, filter: Filter): Outputs {
  const { report, outcome, undelivered, receipts, plan } = delivered
  const { ending, events, transcript = '' } = facts
  const structured = 'structured' in ending ? ending.structured : undefined
  const ran = ending.end !== 'failed'
  const patch = receipts.find(({ intent, state }) => intent.kind === 'patch' && state === 'posted')
  const made = receipts.find((receipt) => receipt.made !== undefined)?.made
  const urlOf = (kind: Intent['kind']) => receipts.find(({ intent }) => intent.kind === kind)?.url ?? ''
  const values: Outputs = {
    summary: ran ? cut(ending.text, MAX_SUMMARY) : '',
    error: errorOf(ending, outcome, undelivered),
    outcome,
    structured_output: structured === undefined ? '' : whole(structured, STRUCTURED_CHARACTERS),
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
    batch: '',
  }
  return filter.deep(values)
}

function errorOf(ending: Ending, outcome: Outcome, undelivered?: string): string {
  if (outcome === 'ok' || outcome === 'noop' || outcome === 'refused' || outcome === 'denied') return ''
  if (undelivered !== undefined)
    return JSON.stringify({ ...namedFailure(outcome), message: cut(undelivered, MAX_ERROR) })
  const { type, message, code } = namedEnd(ending, outcome)
  return JSON.stringify({ type, message: cut(message, MAX_ERROR), code })
}

/** A comment is a write people may want to read before it happens; patch and summary are files that are there to read. */
const planned = (intent: Intent) =>
  intent.kind === 'comment' ? { ...outline(intent), body: `${intent.mark}\n${onePage(intent.page)}` } : outline(intent)

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
