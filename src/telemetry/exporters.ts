import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { dirname } from 'node:path'
import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs'
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { messageOf } from '../platform/errors.ts'
import type { TelemetryData, TelemetrySpan } from './telemetry-records.ts'
import type { TelemetryTarget } from './telemetry-settings.ts'

/** `maxMs`: how long the export may delay the end of the run. */
type TelemetryOptions = { session: string; version: string; maxMs: number }

/** Sends the telemetry of a whole run. Returns the first problem, or undefined. Never rejects; ends soon after `maxMs`. */
export async function sendTelemetry(
  data: TelemetryData,
  target: TelemetryTarget,
  options: TelemetryOptions,
): Promise<string | undefined> {
  try {
    const problems: string[] = []
    const exports = Promise.all([
      sendLogs(data, target, options, problems),
      sendMetrics(data, target, options, problems),
      target.traces ? sendSpans(data, target, options, problems) : undefined,
    ])
    const timeout = new Promise<string>((resolve) => setTimeout(resolve, options.maxMs, TIMED_OUT).unref())
    const result = await Promise.race([exports, timeout])
    if (typeof result === 'string') problems.push(result)
    return problems[0]
  } catch (error) {
    return messageOf(error)
  }
}

const TIMED_OUT = 'the collector timed out'

/** Options of an exporter of OTLP over HTTP with JSON. */
const otlp = (endpoint: string, { maxMs }: TelemetryOptions, signal: 'logs' | 'metrics' | 'traces') => ({
  url: `${endpoint}/v1/${signal}`,
  timeoutMillis: maxMs - 500,
  // The global agents use the proxy (platform/net/proxy.ts); the exporter's default agents would not.
  httpAgentOptions: (protocol: string) => (protocol === 'https:' ? https.globalAgent : http.globalAgent),
})

const resourceOf = ({ session, version }: TelemetryOptions) =>
  resourceFromAttributes({ 'service.name': 'gemini-cli', 'service.version': version, 'session.id': session })

const SCOPE = 'gemini-cli'

async function sendLogs(
  { common, logs }: TelemetryData,
  { to }: TelemetryTarget,
  options: TelemetryOptions,
  problems: string[],
) {
  const exporter: LogRecordExporter =
    'file' in to ? fileExporter(to.file) : new OTLPLogExporter(otlp(to.endpoint, options, 'logs'))
  const provider = new LoggerProvider({
    resource: resourceOf(options),
    processors: [new BatchLogRecordProcessor({ exporter: collectProblems(exporter, problems) })],
  })
  const logger = provider.getLogger(SCOPE, options.version)
  for (const { name, timeMs, body = name, attributes } of logs) {
    const event = { 'event.name': name, 'event.timestamp': new Date(timeMs).toISOString() }
    logger.emit({
      eventName: name,
      timestamp: timeMs,
      body,
      attributes: withoutUndefined({ ...common, ...event, ...attributes }),
    })
  }
  await provider.shutdown()
}

async function sendMetrics(
  { common, metrics }: TelemetryData,
  { to }: TelemetryTarget,
  options: TelemetryOptions,
  problems: string[],
) {
  const exporter: PushMetricExporter =
    'file' in to ? fileExporter(to.file) : new OTLPMetricExporter(otlp(to.endpoint, options, 'metrics'))
  const reader = new PeriodicExportingMetricReader({
    exporter: collectProblems(exporter, problems),
    exportIntervalMillis: 3_600_000,
  })
  const provider = new MeterProvider({ resource: resourceOf(options), readers: [reader] })
  const meter = provider.getMeter(SCOPE, options.version)
  for (const { name, kind, unit, value, attributes } of metrics) {
    const all = withoutUndefined({ ...common, ...attributes })
    if (kind === 'counter') meter.createCounter(name, { unit }).add(value, all)
    else meter.createHistogram(name, { unit }).record(value, all)
  }
  await provider.shutdown()
}

/** A metric with an undefined attribute would be another series, and a log would send the attribute empty. */
const withoutUndefined = <Attributes extends object>(attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Attributes // a subset: all are optional

async function sendSpans(
  { spans }: TelemetryData,
  { to }: TelemetryTarget,
  options: TelemetryOptions,
  problems: string[],
) {
  const exporter: SpanExporter =
    'file' in to ? fileExporter(to.file) : new OTLPTraceExporter(otlp(to.endpoint, options, 'traces'))
  const provider = new BasicTracerProvider({
    resource: resourceOf(options),
    spanProcessors: [new BatchSpanProcessor(collectProblems(exporter, problems))],
  })
  const tracer = provider.getTracer(SCOPE, options.version)
  const [root] = spans
  const started = new Map<TelemetrySpan, Span>()
  const start = (span: TelemetrySpan): Span => {
    const parent = span.parent ?? (span === root ? undefined : root)
    const inParent = parent === undefined ? context.active() : trace.setSpan(context.active(), spanOf(parent))
    return tracer.startSpan(span.name, { startTime: span.startMs, attributes: span.attributes }, inParent)
  }
  const spanOf = (span: TelemetrySpan): Span => {
    const known = started.get(span) ?? start(span)
    started.set(span, known)
    return known
  }
  for (const span of spans) {
    if (span.failed) spanOf(span).setStatus({ code: SpanStatusCode.ERROR })
    spanOf(span).end(span.endMs)
  }
  await provider.shutdown()
}

type ExportResult = { code: number; error?: Error }

type OtlpExporter<Items> = { export(items: Items, done: (result: ExportResult) => void): void }

/** The same exporter; adds its failures to `problems`. */
function collectProblems<Each extends OtlpExporter<never>>(exporter: Each, problems: string[]): Each {
  const send = exporter.export.bind(exporter) as OtlpExporter<unknown>['export'] // the same function for any item type
  exporter.export = ((items: unknown, done: (result: ExportResult) => void) =>
    send(items, (result) => {
      if (result.code !== 0)
        problems.push(result.error === undefined ? 'the collector rejected it' : messageOf(result.error))
      done(result)
    })) as Each['export']
  return exporter
}

/** Appends each batch to a file as JSON, indented by two spaces, like the reference. */
function fileExporter(path: string) {
  return {
    export(items: object, done: (result: ExportResult) => void): void {
      const all: object[] = Array.isArray(items) ? items : [items]
      const text = all.map((item) => `${JSON.stringify(withGetters(item), jsonReplacer(), 2)}\n`).join('')
      appendToFile(path, text).then(
        () => done({ code: 0 }),
        (error: Error) => done({ code: 1, error }),
      )
    },
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  }
}

/** An item with what only its getters give: the name and body of a log record, the ids of a span. */
function withGetters(item: object): object {
  if ('spanContext' in item && typeof item.spanContext === 'function')
    return { ...item, spanContext: item.spanContext() }
  return 'body' in item && 'eventName' in item ? { ...item, eventName: item.eventName, body: item.body } : item
}

/**
 * Creates missing folders. Never writes through a link: a program of the run could have put it there. Writes each batch with one call of
 * the system, so that those of logs, metrics and spans do not mix: Node.js' own appendFile writes 512 KiB at a time.
 */
async function appendToFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = constants
  const file = await open(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o644)
  try {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length; ) written += (await file.write(bytes, written)).bytesWritten
  } finally {
    await file.close()
  }
}

/** A replacer for the SDK's objects, which contain cycles and bigints. */
function jsonReplacer() {
  const visited = new Set<unknown>()
  return (key: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return value.toString()
    if (key.startsWith('_') || typeof value === 'function') return undefined
    if (typeof value !== 'object' || value === null) return value
    // Its attributes are a getter, which JSON.stringify does not see.
    if (key === 'resource' && 'attributes' in value) return { attributes: value.attributes }
    if (visited.has(value)) return undefined
    visited.add(value)
    return value
  }
}
