import { emptyOutputs, type StepOutputs } from '../config/output-descriptions.ts'
import { OUTCOMES, type Outcome } from '../record/events.ts'
import { formatUsd } from '../text/format-text.ts'
import { escapedLine, inlineCode, pluralize, tableRow, truncateAtLine } from '../text/write-markdown.ts'
import { type ItemResult, itemName, type ShardSpec, totalResults } from './shard-spec.ts'

/** The result of a mode: what the step reports. `page`: Markdown for the summary. */
export type ScaleResult = { outcome: Outcome; outputs: StepOutputs; page: string }

const MAX_PAGE = 200_000
const MAX_LIST = 60_000
const MAX_ROWS = 2_000

export function scaleOutputs(fields: Partial<StepOutputs> & { outcome: Outcome; session_id: string }): StepOutputs {
  return { ...emptyOutputs(), denied: '[]', plan: '[]', receipts: '[]', ...fields }
}

/** The worst outcome of the failed items; `budget` when items were left, `noop` when there was none. */
export function outcomeOfItems(results: readonly ItemResult[], stopped?: Outcome): Outcome {
  const failed = results.flatMap(({ state, outcome }) => (state === 'failed' ? [outcome ?? 'internal'] : []))
  const later = results.some(({ state }) => state === 'later') ? [stopped ?? ('budget' as const)] : []
  const all: readonly Outcome[] = [...failed, ...later]
  return OUTCOMES.find((outcome) => all.includes(outcome)) ?? (results.length === 0 ? 'noop' : 'ok')
}

export function shardResult(
  spec: ShardSpec,
  results: readonly ItemResult[],
  stopped: Outcome | undefined,
  session: string,
): ScaleResult {
  const outcome = outcomeOfItems(results, stopped)
  const page = resultsPage(`Shard ${spec.shard} of ${spec.of}`, results)
  const outputs = scaleOutputs({
    outcome,
    session_id: session,
    summary: truncateAtLine(page, MAX_PAGE),
    structured_output: JSON.stringify({ plan: spec.plan, shard: spec.shard, ...totalResults(results) }),
    batch: batchList(results),
    error: errorOfItems(results, outcome),
  })
  return { outcome, outputs, page }
}

/** `2 of 5 items are not done`; undefined when all are. */
export function unfinishedText(results: readonly ItemResult[]): string | undefined {
  const { length } = results.filter(({ state }) => state === 'failed' || state === 'later')
  return length === 0
    ? undefined
    : `${length} of ${pluralize(results.length, 'item')} ${length === 1 ? 'is' : 'are'} not done`
}

/** The output `error`: the first failure and the number of items. */
export function errorOfItems(results: readonly ItemResult[], outcome: Outcome): string {
  const unfinished = results.filter(({ state }) => state === 'failed' || state === 'later')
  const [first] = unfinished
  if (first === undefined || outcome === 'denied') return ''
  const message = `${unfinishedText(results)}; ${itemName(first.item)}: ${first.reason ?? first.outcome ?? ''}`
  return JSON.stringify({ type: outcome === 'budget' ? 'FatalTurnLimitedError' : 'InternalError', message, code: 1 })
}

const STATE_WORDS: Readonly<Record<ItemResult['state'], string>> = {
  done: 'done',
  earlier: 'finished earlier',
  failed: 'failed',
  later: 'left to the next run',
}

/** What is not done comes first. */
const STATE_ORDER: readonly ItemResult['state'][] = ['failed', 'later', 'done', 'earlier']
const unfinishedFirst = (results: readonly ItemResult[]): ItemResult[] =>
  results.toSorted((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state))

/** `1 failed, 12 done`. */
export const countsText = (results: readonly ItemResult[]): string =>
  [...Map.groupBy(unfinishedFirst(results), ({ state }) => STATE_WORDS[state])]
    .map(([word, each]) => `${each.length} ${word}`)
    .join(', ')

/** A heading line with the counts and one table, what failed first. */
export function resultsPage(title: string, results: readonly ItemResult[]): string {
  const rows = unfinishedFirst(results)
  const lines = rows
    .slice(0, MAX_ROWS)
    .map((result) =>
      tableRow([linkedItem(result), inlineCode(STATE_WORDS[result.state]), escapedLine(noteOf(result), 160)]),
    )
  const more = rows.length > MAX_ROWS ? `\n\n${rows.length - MAX_ROWS} more items are in the artifact.` : ''
  const { tokens, usd } = totalResults(results)
  const cost = tokens === 0 ? '' : ` ${tokens} tokens${usd === 0 ? '' : `, ${formatUsd(usd)}`}.`
  const head = `**${title}: ${results.length === 0 ? 'no items' : countsText(results)}.**${cost}`
  return results.length === 0
    ? head
    : `${head}\n\n${['| Item | Result | Answer |', '|---|---|---|', ...lines].join('\n')}${more}`
}

const noteOf = ({ state, reason, note }: ItemResult): string =>
  (state === 'failed' || state === 'later' ? reason : note) ?? ''

const linkedItem = ({ item, url }: ItemResult): string =>
  typeof item === 'string' ? inlineCode(item) : url === undefined ? `#${item}` : `[#${item}](<${encodeURI(url)}>)`

/** The output `batch`: as many items as fit. */
export function batchList(results: readonly ItemResult[]): string {
  const texts: string[] = []
  let length = 2
  for (const { item, state, outcome, url } of results) {
    const isNumber = typeof item === 'number'
    const entry = {
      number: isNumber ? item : undefined,
      item: isNumber ? undefined : item,
      state,
      outcome,
      comment_url: url,
    }
    const text = JSON.stringify(entry)
    length += text.length + 1
    if (length > MAX_LIST) break
    texts.push(text)
  }
  return `[${texts.join(',')}]`
}
