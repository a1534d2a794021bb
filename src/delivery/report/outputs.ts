import { emptyOutputs, type StepOutputs } from '../../config/output-descriptions.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { proofOutput } from '../../proof/proof-text.ts'
import { type Ending, MAX_STRUCTURED_CHARACTERS, type Outcome, type RunEvent } from '../../record/events.ts'
import { errorFromEnding, errorFromOutcome } from '../../record/output-format.ts'
import { computeStats } from '../../record/stats.ts'
import { findingOutputs } from '../../review/review-sections.ts'
import { dropControlStrings } from '../../text/invisible.ts'
import { truncateAtLine } from '../../text/write-markdown.ts'
import type { DeliveryResult } from '../deliver.ts'
import { type Intent, outlineIntent, outlineReceipt } from '../plan/intent.ts'
import { joinPage } from '../run-report.ts'
import { withMovedTree, withReviews } from './receipt-summary.ts'

export type OutputFacts = {
  ending: Ending
  events: readonly RunEvent[]
  /** Path of the JSONL file. */
  transcript?: string
  /** The SHA-256 of that file. */
  transcriptHash?: string
  /** Path of the SARIF file of a review. */
  sarif?: string
}

// All outputs together stay below GitHub's limit of 1 MB, counted in UTF-16.
const MAX_SUMMARY = 150_000
const MAX_DENIED = 80_000
const MAX_LIST = 40_000
const MAX_STATS = 60_000
const MAX_ERROR = 8_000

/** All outputs, without secrets. Those that do not apply are empty. */
export function buildOutputs(delivered: DeliveryResult, facts: OutputFacts, filter: SecretFilter): StepOutputs {
  const { report, outcome, deliveryError, receipts, plan } = delivered
  const { ending, events, transcript = '', transcriptHash = '', sarif = '' } = facts
  const structured = 'structured' in ending ? ending.structured : undefined
  const ran = ending.end !== 'failed'
  const patch = receipts.find(({ intent, state }) => intent.kind === 'patch' && state === 'posted')
  const pushed = receipts.find((receipt) => receipt.pushed !== undefined)?.pushed
  const urlOf = (kind: Intent['kind']) => receipts.find(({ intent }) => intent.kind === kind)?.url ?? ''
  const values: Omit<StepOutputs, 'matrix' | 'batch'> = {
    summary: Array.isArray(structured)
      ? JSON.stringify(structured)
      : ran
        ? summaryText(dropControlStrings(ending.text))
        : '',
    error: errorOutput(ending, outcome, deliveryError),
    outcome,
    structured_output: structured === undefined ? '' : jsonWithin(structured, MAX_STRUCTURED_CHARACTERS),
    stats: jsonWithin({ ...computeStats(events), files: lineTotals(delivered.changes) }, MAX_STATS),
    denied: jsonListWithin(filter.deep(deniedCalls(report.calls)), MAX_DENIED),
    transcript,
    patch: patch?.intent.kind === 'patch' ? patch.intent.path : '',
    plan: jsonListWithin(plan.map(plannedIntent), MAX_LIST),
    receipts: jsonListWithin(receipts.map(outlineReceipt), MAX_LIST),
    comment_url: urlOf('comment'),
    review_url: urlOf('review'),
    check_run_url: urlOf('check_run'),
    commit_sha: pushed?.sha ?? '',
    branch: pushed?.branch ?? '',
    pull_request_url: urlOf('create_pull_request'),
    verdict: delivered.decision?.verdict ?? '',
    open_findings: delivered.decision === undefined ? '' : String(delivered.decision.openCount),
    proof: proofOutput(withMovedTree(report, receipts).proof, MAX_LIST),
    session_id: report.session,
    changes: jsonListWithin(delivered.changes, MAX_DENIED),
    transcript_sha256: transcriptHash,
    sarif,
    cost_usd: usdOutput(report.cost.usd),
    findings:
      report.review === undefined
        ? ''
        : jsonListWithin(filter.deep(findingOutputs(withReviews(report, receipts))), MAX_LIST),
  }
  return filter.deep({ ...emptyOutputs(), ...values })
}

/** A plain number; empty when the price of a model is unknown. */
export const usdOutput = (usd: number | undefined): string => (usd === undefined ? '' : String(Number(usd.toFixed(6))))

/** Lines as git counts them, whether a tool or a command changed the files. */
function lineTotals(changes: DeliveryResult['changes']) {
  const sum = (field: 'added' | 'removed') => changes.reduce((total, change) => total + (change[field] ?? 0), 0)
  return { totalLinesAdded: sum('added'), totalLinesRemoved: sum('removed') }
}

/** A cut summary says so, because scripts and people take it for the whole answer. */
function summaryText(text: string): string {
  if (text.length <= MAX_SUMMARY) return text
  const start = truncateAtLine(text, MAX_SUMMARY - 200)
  return `${start.trimEnd()}\n\n_Truncated to ${start.length} of ${text.length} characters. The transcript contains the whole answer._`
}

function errorOutput(ending: Ending, outcome: Outcome, deliveryError?: string): string {
  if (outcome === 'ok' || outcome === 'noop' || outcome === 'refused' || outcome === 'denied') return ''
  if (deliveryError !== undefined)
    return JSON.stringify({ ...errorFromOutcome(outcome), message: truncateAtLine(deliveryError, MAX_ERROR) })
  const { type, message, code } = errorFromEnding(ending, outcome)
  return JSON.stringify({ type, message: truncateAtLine(dropControlStrings(message), MAX_ERROR), code })
}

/** The output `plan` includes the comment's text, so that people can read it before it is posted. */
const plannedIntent = (intent: Intent) =>
  intent.kind === 'comment'
    ? { ...outlineIntent(intent), body: `${intent.marker}\n${joinPage(intent.page)}` }
    : outlineIntent(intent)

const deniedCalls = (calls: DeliveryResult['report']['calls']) =>
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

/** JSON, or an empty string when it is too long: truncated JSON is not readable. */
const jsonWithin = (value: unknown, max: number) => {
  const text = JSON.stringify(value) ?? ''
  return text.length <= max ? text : ''
}

/** A JSON array of as many items as fit. Long strings in them are truncated. */
function jsonListWithin(items: readonly unknown[], max: number): string {
  const texts: string[] = []
  let length = 2
  for (const item of items) {
    const text = JSON.stringify(item, (_, value) => (typeof value === 'string' ? truncateAtLine(value, 4000) : value))
    length += text.length + 1
    if (length > max) break
    texts.push(text)
  }
  return `[${texts.join(',')}]`
}
