import type { Inputs } from '../../config/inputs/inputs.ts'
import type { RunOutputs } from '../../delivery/report/outputs.ts'
import { ellipsize } from '../../text/write-markdown.ts'
import { issueInputs } from '../batch.ts'
import type { ItemResult } from '../item-result.ts'
import type { ItemKind, ScaleItem } from '../shard-spec.ts'
import type { ItemAllowance } from './work-shard.ts'

const MAX_NOTE = 160
const MAX_ANSWER = 8_000
/** Outcomes after which an item is not tried again. */
const DELIVERED: readonly string[] = ['ok', 'noop', 'denied']

/** The inputs of the run for one item. `{{item}}` in the prompt becomes the item; without it the prompt ends with the item. */
export function itemInputs(kind: ItemKind, item: ScaleItem, inputs: Inputs, allowance: ItemAllowance): Inputs {
  const limits = { max_tokens: wholeTokens(allowance.tokens), max_cost_usd: allowance.usd }
  // The mode stays: it is part of the key of the comments.
  if (typeof item === 'number') {
    const issue = { ...issueInputs(inputs, item), ...limits }
    return kind === 'pull_request' ? { ...issue, github_issue_number: [], github_pr_number: [item] } : issue
  }
  return {
    ...issueInputs(inputs, 0),
    ...limits,
    github_issue_number: [],
    prompt: promptFor(inputs.prompt, item),
    changes: inputs.changes === 'off' ? 'off' : 'report',
  }
}

const wholeTokens = (tokens: number | undefined) => (tokens === undefined ? undefined : Math.max(1, Math.floor(tokens)))

function promptFor(prompt: string, item: string): string {
  if (prompt.includes('{{item}}')) return prompt.replaceAll('{{item}}', () => item)
  return `${prompt}\n\nWork on this item only: ${item}`.trim()
}

/** What one run says about its item. */
export function resultOf(item: ScaleItem, outputs: RunOutputs, ms: number): ItemResult {
  const { outcome, comment_url: url, summary, structured_output } = outputs
  const isDone = DELIVERED.includes(outcome) && !hasFailedWrite(outputs)
  const answer = structured_output || summary
  const { tokens, usd } = usageOf(outputs)
  return {
    item,
    state: isDone ? 'done' : 'failed',
    outcome: outcome as ItemResult['outcome'] & string, // one of the outcomes, as every run ends
    reason: isDone ? undefined : ellipsize(errorOf(outputs), MAX_NOTE),
    url: url === '' ? undefined : url,
    note: ellipsize(firstLine(summary), MAX_NOTE),
    answer: ellipsize(answer, MAX_ANSWER),
    tokens,
    usd,
    ms,
  }
}

const firstLine = (text: string): string =>
  text.split('\n').find((line) => line.trim() !== '' && !/^\s*#/.test(line)) ?? ''

function errorOf({ error, summary, outcome }: RunOutputs): string {
  const parsed: unknown = error === '' ? {} : JSON.parse(error)
  const message = typeof parsed === 'object' && parsed !== null && 'message' in parsed ? String(parsed.message) : ''
  return message || firstLine(summary) || outcome
}

const hasFailedWrite = ({ receipts }: RunOutputs): boolean => /"state":"failed"/.test(receipts)

/** Tokens from the statistics of a run, and its cost. `usd`: undefined when a model has no price. */
function usageOf({ stats, cost_usd }: RunOutputs): { tokens: number; usd: number | undefined } {
  const parsed: { models?: Record<string, { tokens: { total: number } }> } = stats === '' ? {} : JSON.parse(stats)
  const tokens = Object.values(parsed.models ?? {}).reduce((sum, model) => sum + model.tokens.total, 0)
  return { tokens, usd: cost_usd === '' ? undefined : Number(cost_usd) }
}
