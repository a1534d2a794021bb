import type { Message } from '../model/types.ts'

/** A value of OpenTelemetry. Attributes of metrics and spans are never nested. */
export type TelemetryValue = string | number | boolean | TelemetryValue[] | { [name: string]: TelemetryValue }

/** An undefined attribute is not sent. */
export type TelemetryAttributes = Record<string, string | number | boolean | undefined>

/** Times are milliseconds since 1970. `body`: the name, unless given. */
export type TelemetryLog = {
  name: string
  timeMs: number
  body?: string
  attributes: Record<string, TelemetryValue | undefined>
}

/** `unit` in OpenTelemetry notation; counters have none. */
export type TelemetryMetric = {
  name: string
  kind: 'counter' | 'histogram'
  unit?: string
  value: number
  attributes: TelemetryAttributes
}

export type TelemetrySpan = {
  name: string
  startMs: number
  endMs: number
  failed: boolean
  attributes: TelemetryAttributes
  /** The sub-agent that it happened in. */
  agent?: string
  /** For a call of the main agent: the sub-agent that it starts, if that is one's name. */
  startsAgent?: string
  /** The span that it happened in, besides the run's. */
  parent?: TelemetrySpan
}

/** `common`: the attributes of every log and metric. */
export type TelemetryData = {
  common: TelemetryAttributes
  logs: TelemetryLog[]
  metrics: TelemetryMetric[]
  spans: TelemetrySpan[]
}

/** What the events so far say about later ones. */
export type TelemetryState = {
  session: string
  content: boolean
  /** The prompt of the run was recorded. */
  hasPrompt?: boolean
  mode?: string
  /** The open requests by agent: when the current attempt and the request started, and how many attempts failed. */
  requests: Map<string | undefined, OpenRequest>
  /** The agent of the latest request. */
  agent?: string
  /** A model was asked to correct an edit that failed. */
  isCorrecting?: boolean
  /** The servers of tools, by the tool's name. */
  servers: Map<string, string>
}

export type OpenRequest = {
  model: string
  messages: readonly Message[]
  startMs: number
  timeMs: number
  failures: number
}

/** What every event adds to, and when it happened. */
export type EventContext = { timeMs: number; promptId: TelemetryAttributes; state: TelemetryState; data: TelemetryData }

export function addLog({ data, timeMs }: EventContext, name: string, attributes: TelemetryLog['attributes']): void {
  data.logs.push({ name: `gemini_cli.${name}`, timeMs, attributes })
}

export function addCounter(
  { metrics }: TelemetryData,
  name: string,
  value: number,
  attributes: TelemetryAttributes,
): void {
  metrics.push({ name, kind: 'counter', value, attributes })
}

export function addHistogram({ metrics }: TelemetryData, metric: Omit<TelemetryMetric, 'kind'>): void {
  metrics.push({ ...metric, kind: 'histogram' })
}
