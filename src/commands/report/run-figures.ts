import { computeCost } from '../../record/cost.ts'
import type { CallRecord, RunEvent } from '../../record/events.ts'
import type { RecordedEvent } from '../../record/read-transcript.ts'

/** One write of a run that people see. `target`: what is needed to ask GitHub for its fate. */
export type DeliveredResult = {
  kind: string
  number?: number
  url?: string
  /** Labels that were set, or the paths of inline comments. */
  names: readonly string[]
}

/** The figures of one run. Times in milliseconds, money in US dollars; `usd`: null when the price of a model is unknown. */
export type RunFigures = {
  session: string
  startedMs: number
  event: string
  /** `unfinished` when the recording has no end. */
  outcome: string
  usd: number | null
  tokens: { input: number; cached: number; output: number; total: number }
  turns: number
  ms: number
  calls: readonly CallRecord[]
  results: readonly DeliveredResult[]
  /** `owner/name`, when a result has a URL. */
  repository?: string
}

/** Writes for the workflow itself, and not for people on GitHub. */
const NO_RESULT: ReadonlySet<string> = new Set(['patch', 'summary', 'check_run', 'resolve_fixed'])

/** The figures of a recorded run; undefined for a recording without a start. */
export function runFigures(recorded: readonly RecordedEvent[]): RunFigures | undefined {
  const events = recorded.map(({ event }) => event)
  const started = eventOf(events, 'run_started')
  if (started === undefined) return undefined
  const ended = eventOf(events, 'run_ended')
  const { usage, usd } = computeCost(events)
  const results = events.flatMap((event) => (event.type === 'receipt' ? (deliveredResult(event.receipt) ?? []) : []))
  const repository = results.flatMap(({ url = '' }) => repositoryIn(url) ?? [])[0]
  const [first, last] = [recorded[0]?.timeMs ?? 0, recorded.at(-1)?.timeMs ?? 0]
  return {
    session: started.session,
    startedMs: first,
    event: started.event,
    outcome: ended?.outcome ?? 'unfinished',
    usd: usd ?? null,
    tokens: {
      input: usage.input + usage.tool,
      cached: usage.cached,
      output: usage.output + usage.thoughts,
      total: usage.total,
    },
    turns: events.filter((event) => event.type === 'model_reply' && event.agent === undefined).length,
    ms: ended?.ms ?? last - first,
    calls: events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : [])),
    results,
    repository,
  }
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

const eventOf = <Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) =>
  events.find((event): event is EventOf<Type> => event.type === type)

function deliveredResult(receipt: Record<string, unknown>): DeliveredResult | undefined {
  const { kind, state, number, url } = receipt
  if (typeof kind !== 'string' || state !== 'posted' || NO_RESULT.has(kind)) return undefined
  const names = [receipt.labels, receipt.comments].flatMap((list) => (Array.isArray(list) ? list.map(nameOf) : []))
  return {
    kind,
    number: typeof number === 'number' ? number : undefined,
    url: typeof url === 'string' ? url : undefined,
    names,
  }
}

const nameOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'path' in item ? String(item.path) : String(item)

/** `owner/name` in the address of an issue, a pull request or a comment. */
const repositoryIn = (url: string): string | undefined =>
  /^https?:\/\/[^/]+\/([\w.-]+\/[\w.-]+)\/(?:issues|pull|discussions|commit)\//.exec(url)?.[1]
