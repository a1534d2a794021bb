import { code, cut, plural, prose, row, shortened } from './delivery/markdown.ts'
import { OUTPUTS, type Outputs } from './delivery/outputs.ts'
import { OUTCOMES, type Outcome } from './record/events.ts'

/** What became of one issue. `file`: where all outputs of its run are. */
export type BatchEntry = { number: number } & (
  | { state: 'ran'; outcome: Outcome; outputs: Outputs; file: string }
  | { state: 'finished earlier'; url: string }
  | { state: 'not begun'; why: string; outcome: Outcome }
  | { state: 'broke'; why: string }
)

// Together with the short ones they stay below 1 MB, which GitHub counts in UTF-16.
const MOST = { list: 60_000, page: 200_000, note: 160, error: 1000 } as const

/** The one page and the one set of outputs of a batch. The order of the issues is that of their numbers. */
export function composeBatch(
  given: readonly BatchEntry[],
  session: string,
): { outcome: Outcome; outputs: Outputs; page: string } {
  const entries = given.toSorted((a, b) => a.number - b.number)
  const outcome = worstOf(entries)
  const page = pageOf(entries)
  const ran = entries.flatMap((entry) => (entry.state === 'ran' ? [entry] : []))
  const empty = Object.fromEntries(OUTPUTS.map((name) => [name, ''])) as Outputs // every name, as just listed
  const together = (name: 'denied' | 'plan' | 'receipts') =>
    listOf(ran.flatMap(({ number, outputs }) => itemsIn(outputs[name]).map((item) => ({ issue: number, ...item }))))
  const outputs: Outputs = {
    ...empty,
    summary: cut(page, MOST.page),
    error: errorOf(entries, outcome),
    outcome,
    stats: JSON.stringify(ran.map(({ outputs }) => parsed(outputs.stats)).reduce(added, {})),
    denied: together('denied'),
    plan: together('plan'),
    receipts: together('receipts'),
    session_id: session,
    batch: listOf(entries.map(asOutput)),
  }
  return { outcome, outputs, page }
}

/**
 * The worst that befell one of them. Where nothing ran for one, that is not what the whole is called as long as something
 * ran for another.
 */
function worstOf(entries: readonly BatchEntry[]): Outcome {
  const outcomes = entries.map(outcomeOf)
  const ran = outcomes.filter((outcome) => outcome !== 'noop' && outcome !== 'refused')
  return OUTCOMES.find((outcome) => (ran.length > 0 ? ran : outcomes).includes(outcome)) ?? 'noop'
}

function outcomeOf(entry: BatchEntry): Outcome {
  switch (entry.state) {
    case 'ran':
    case 'not begun':
      return entry.outcome
    case 'finished earlier':
      return 'ok'
    case 'broke':
      return 'internal'
  }
}

function pageOf(entries: readonly BatchEntry[]): string {
  const counts = [...Map.groupBy(entries, nameOf)].map(([name, each]) => `${each.length} ${name}`)
  const lines = entries.map((entry) => row([linked(entry), code(nameOf(entry)), prose(noteOn(entry), MOST.note)]))
  return [
    `**${plural(entries.length, 'issue')}: ${counts.join(', ')}.**`,
    ['| Issue | Outcome | Answer |', '|---|---|---|', ...lines].join('\n'),
  ].join('\n\n')
}

const nameOf = (entry: BatchEntry): string => (entry.state === 'ran' ? entry.outcome : entry.state)

function linked(entry: BatchEntry): string {
  const url = urlOf(entry)
  return url === '' ? `#${entry.number}` : `[#${entry.number}](<${encodeURI(url)}>)`
}

const urlOf = (entry: BatchEntry): string =>
  entry.state === 'ran' ? entry.outputs.comment_url : entry.state === 'finished earlier' ? entry.url : ''

/** The first line of the answer that is no heading, or why there is none or not all of it. */
function noteOn(entry: BatchEntry): string {
  const text =
    entry.state === 'ran'
      ? messageIn(entry.outputs.error) || unwrittenIn(entry.outputs) || entry.outputs.summary
      : entry.state === 'finished earlier'
        ? 'An earlier attempt of this run answered.'
        : entry.why
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((each) => !/^\s*#/.test(each)) ?? lines[0] ?? ''
  return line.replace(/^[\s#>*-]+|\*\*/g, '')
}

function asOutput(entry: BatchEntry): Record<string, unknown> {
  const url = urlOf(entry)
  return {
    number: entry.number,
    outcome: nameOf(entry),
    ...(url === '' ? {} : { comment_url: url }),
    ...(entry.state === 'ran' ? { outputs: entry.file } : {}),
  }
}

/** The error of the first whose outcome is that of the whole, and how many share it. */
function errorOf(entries: readonly BatchEntry[], outcome: Outcome): string {
  const same = entries.filter((entry) => outcomeOf(entry) === outcome)
  const [first] = same
  const error = first?.state === 'ran' ? parsed(first.outputs.error) : {}
  const isError = ['security', 'config', 'internal', 'model', 'quota', 'budget'].includes(outcome)
  if (first === undefined || !isError) return ''
  const message = `${same.length} of ${entries.length} issues ended as ${outcome}; #${first.number}: ${shortened(noteOn(first), MOST.error)}`
  return JSON.stringify({ type: 'InternalError', code: 1, ...error, message })
}

/** What of a run that answered did not arrive: there is no other page on which that is read. */
function unwrittenIn({ receipts }: Outputs): string {
  const failed = itemsIn(receipts).find(({ state }) => state === 'failed')
  return failed === undefined ? '' : `Not everything could be written to GitHub. ${String(failed.why ?? '')}`
}

const messageIn = (error: string): string => String(parsed(error).message ?? '')

/** As many as fit, as a JSON array. */
function listOf(items: readonly unknown[]): string {
  const texts: string[] = []
  let length = 2
  for (const item of items) {
    const text = JSON.stringify(item)
    length += text.length + 1
    if (length > MOST.list) break
    texts.push(text)
  }
  return `[${texts.join(',')}]`
}

type Json = { [name: string]: unknown }
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an output of ours says, or nothing when it is empty. */
function parsed(output: string): Json {
  const value: unknown = output === '' ? {} : JSON.parse(output)
  return isJson(value) ? value : {}
}

function itemsIn(output: string): Json[] {
  const value: unknown = output === '' ? [] : JSON.parse(output)
  return Array.isArray(value) ? value.filter(isJson) : []
}

/** Two sets of counts as one: every number in them is a sum. Names come from tools and may be anything. */
function added(one: Json, other: Json): Json {
  const sum = new Map(Object.entries(one))
  for (const [name, value] of Object.entries(other)) {
    const before = sum.get(name)
    if (typeof value === 'number') sum.set(name, value + (typeof before === 'number' ? before : 0))
    else if (isJson(value)) sum.set(name, added(isJson(before) ? before : {}, value))
  }
  return Object.fromEntries(sum)
}
