import { emptyOutputs, type StepOutputs } from '../../config/output-descriptions.ts'
import { OUTCOMES, type Outcome } from '../../record/events.ts'
import { ellipsize, escapedLine, inlineCode, pluralize, tableRow, truncateAtLine } from '../../text/write-markdown.ts'
import { usdOutput } from './outputs.ts'

/** The result of one issue, or of an item with another `name`. `file`: path of a JSON file with all outputs of its run. */
export type BatchEntry = { number: number; name?: string } & (
  | { state: 'ran'; outcome: Outcome; outputs: StepOutputs; file: string }
  | { state: 'finished earlier'; url: string }
  | { state: 'not started'; reason: string; outcome: Outcome }
  | { state: 'failed'; reason: string }
)

// All outputs together stay below GitHub's limit of 1 MB, counted in UTF-16.
const MAX_CHARACTERS = { list: 60_000, page: 200_000, note: 160, error: 1000 } as const

/** The summary page and the outputs of a batch, with the issues sorted by number. */
export function composeBatch(
  unsorted: readonly BatchEntry[],
  session: string,
): { outcome: Outcome; outputs: StepOutputs; page: string } {
  const entries = unsorted.toSorted((a, b) => a.number - b.number)
  const outcome = worstOutcome(entries)
  const page = batchPage(entries)
  const ran = entries.flatMap((entry) => (entry.state === 'ran' ? [entry] : []))
  const merged = (name: 'denied' | 'plan' | 'receipts') =>
    jsonList(ran.flatMap(({ number, outputs }) => parseList(outputs[name]).map((item) => ({ issue: number, ...item }))))
  const outputs: StepOutputs = {
    ...emptyOutputs(),
    summary: truncateAtLine(page, MAX_CHARACTERS.page),
    error: batchError(entries, outcome),
    outcome,
    stats: JSON.stringify(ran.map(({ outputs }) => parseOutput(outputs.stats)).reduce(addCounts, {})),
    denied: merged('denied'),
    plan: merged('plan'),
    receipts: merged('receipts'),
    session_id: session,
    cost_usd: totalCost(ran.map(({ outputs }) => outputs.cost_usd)),
    batch: jsonList(entries.map(toOutput)),
  }
  return { outcome, outputs, page }
}

/** Empty when the cost of one run is unknown. */
const totalCost = (costs: readonly string[]): string =>
  costs.includes('') ? '' : usdOutput(costs.reduce((sum, cost) => sum + Number(cost), 0))

/** The worst outcome of an issue. `noop` and `refused` count only when nothing ran for any issue. */
function worstOutcome(entries: readonly BatchEntry[]): Outcome {
  const outcomes = entries.map(outcomeOf)
  const ran = outcomes.filter((outcome) => outcome !== 'noop' && outcome !== 'refused')
  return OUTCOMES.find((outcome) => (ran.length > 0 ? ran : outcomes).includes(outcome)) ?? 'noop'
}

function outcomeOf(entry: BatchEntry): Outcome {
  switch (entry.state) {
    case 'ran':
    case 'not started':
      return entry.outcome
    case 'finished earlier':
      return 'ok'
    case 'failed':
      return 'internal'
  }
}

function batchPage(entries: readonly BatchEntry[]): string {
  const counts = [...Map.groupBy(entries, stateName)].map(([name, each]) => `${each.length} ${name}`)
  const lines = entries.map((entry) =>
    tableRow([linked(entry), inlineCode(stateName(entry)), escapedLine(entryNote(entry), MAX_CHARACTERS.note)]),
  )
  return [
    `**${pluralize(entries.length, 'issue')}: ${counts.join(', ')}.**`,
    ['| Issue | Outcome | Answer |', '|---|---|---|', ...lines].join('\n'),
  ].join('\n\n')
}

const stateName = (entry: BatchEntry): string => (entry.state === 'ran' ? entry.outcome : entry.state)

function linked(entry: BatchEntry): string {
  const url = urlOf(entry)
  return url === '' ? `#${entry.number}` : `[#${entry.number}](<${encodeURI(url)}>)`
}

const urlOf = (entry: BatchEntry): string =>
  entry.state === 'ran' ? entry.outputs.comment_url : entry.state === 'finished earlier' ? entry.url : ''

/** The error, the delivery failure, or the first line of the answer that is not a heading. */
function entryNote(entry: BatchEntry): string {
  const text =
    entry.state === 'ran'
      ? errorMessage(entry.outputs.error) || missingWrites(entry.outputs) || entry.outputs.summary
      : entry.state === 'finished earlier'
        ? 'An earlier attempt of this run answered.'
        : entry.reason
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((each) => !/^\s*#/.test(each)) ?? lines[0] ?? ''
  return line.replace(/^[\s#>*-]+|\*\*/g, '')
}

function toOutput(entry: BatchEntry): Record<string, unknown> {
  const url = urlOf(entry)
  return {
    number: entry.number,
    outcome: stateName(entry),
    comment_url: url === '' ? undefined : url,
    outputs: entry.state === 'ran' ? entry.file : undefined,
  }
}

/** The error of the first issue with the batch's outcome, and how many issues share that outcome. */
function batchError(entries: readonly BatchEntry[], outcome: Outcome): string {
  const same = entries.filter((entry) => outcomeOf(entry) === outcome)
  const [first] = same
  const error = first?.state === 'ran' ? parseOutput(first.outputs.error) : {}
  const isError = ['security', 'config', 'internal', 'model', 'quota', 'budget'].includes(outcome)
  if (first === undefined || !isError) return ''
  const message = `${same.length} of ${entries.length} issues ended as ${outcome}; #${first.number}: ${ellipsize(entryNote(first), MAX_CHARACTERS.error)}`
  return JSON.stringify({ type: 'InternalError', code: 1, ...error, message })
}

/** A note when an answer could not be written: the batch's page is the only place that shows it. */
function missingWrites({ receipts }: StepOutputs): string {
  const failed = parseList(receipts).find(({ state }) => state === 'failed')
  return failed === undefined ? '' : `Not everything could be written to GitHub. ${String(failed.reason ?? '')}`
}

const errorMessage = (error: string): string => String(parseOutput(error).message ?? '')

/** A JSON array of as many items as fit. */
function jsonList(items: readonly unknown[]): string {
  const texts: string[] = []
  let length = 2
  for (const item of items) {
    const text = JSON.stringify(item)
    length += text.length + 1
    if (length > MAX_CHARACTERS.list) break
    texts.push(text)
  }
  return `[${texts.join(',')}]`
}

type OutputObject = { [name: string]: unknown }
const isOutputObject = (value: unknown): value is OutputObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseOutput(output: string): OutputObject {
  const value: unknown = output === '' ? {} : JSON.parse(output)
  return isOutputObject(value) ? value : {}
}

function parseList(output: string): OutputObject[] {
  const value: unknown = output === '' ? [] : JSON.parse(output)
  return Array.isArray(value) ? value.filter(isOutputObject) : []
}

/** Adds two sets of counts recursively. A Map, because names come from tools and may be anything, even `__proto__`. */
function addCounts(one: OutputObject, other: OutputObject): OutputObject {
  const sum = new Map(Object.entries(one))
  for (const [name, value] of Object.entries(other)) {
    const before = sum.get(name)
    if (typeof value === 'number') sum.set(name, value + (typeof before === 'number' ? before : 0))
    else if (isOutputObject(value)) sum.set(name, addCounts(isOutputObject(before) ? before : {}, value))
  }
  return Object.fromEntries(sum)
}
