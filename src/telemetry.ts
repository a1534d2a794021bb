import { appendFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { context, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs'
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { messageOf } from './host/errors.ts'
import type { Measurements } from './record/measurements.ts'
import type { Telemetry } from './telemetry-settings.ts'

/** Whose telemetry it is, and how many milliseconds a collector that does not answer may hold the run up. */
type Sending = { session: string; version: string; mostMs: number }

/** Sends a whole run at once. Never rejects, and never takes much longer than `mostMs`; says what went wrong, if anything did. */
export async function sendTelemetry(
  measurements: Measurements,
  to: Telemetry,
  how: Sending,
): Promise<string | undefined> {
  try {
    const problems: string[] = []
    const sent = Promise.all([
      sendLogs(measurements, to, how, problems),
      sendMetrics(measurements, to, how, problems),
      to.traces ? sendSpans(measurements, to, how, problems) : undefined,
    ])
    const late = new Promise<string>((resolve) => setTimeout(resolve, how.mostMs, TOO_LATE).unref())
    const ended = await Promise.race([sent, late])
    if (typeof ended === 'string') problems.push(ended)
    return problems[0]
  } catch (error) {
    return messageOf(error)
  }
}

const TOO_LATE = 'the collector took too long'

/** Settings of one exporter of OTLP over HTTP, as JSON. */
const otlp = (endpoint: string, { mostMs }: Sending, signal: 'logs' | 'metrics' | 'traces') => ({
  url: `${endpoint}/v1/${signal}`,
  timeoutMillis: mostMs - 500,
  // Agents of the exporter's own would know nothing of a proxy; host/proxy.ts has told these.
  httpAgentOptions: (protocol: string) => (protocol === 'https:' ? https.globalAgent : http.globalAgent),
})

const resourceOf = ({ session, version }: Sending) =>
  resourceFromAttributes({ 'service.name': 'gemini-cli', 'service.version': version, 'session.id': session })

const SCOPE = 'gemini-cli'

async function sendLogs({ logs }: Measurements, { to }: Telemetry, how: Sending, problems: string[]) {
  const exporter: LogRecordExporter =
    'file' in to ? fileExporter(to.file) : new OTLPLogExporter(otlp(to.endpoint, how, 'logs'))
  const provider = new LoggerProvider({
    resource: resourceOf(how),
    processors: [new BatchLogRecordProcessor({ exporter: told(exporter, problems) })],
  })
  const logger = provider.getLogger(SCOPE, how.version)
  for (const { name, at, attributes } of logs) {
    const common = {
      'session.id': how.session,
      interactive: false,
      'event.name': name,
      'event.timestamp': new Date(at).toISOString(),
    }
    logger.emit({ eventName: name, timestamp: at, body: name, attributes: { ...common, ...attributes } })
  }
  await provider.shutdown()
}

async function sendMetrics({ metrics }: Measurements, { to }: Telemetry, how: Sending, problems: string[]) {
  const exporter: PushMetricExporter =
    'file' in to ? fileExporter(to.file) : new OTLPMetricExporter(otlp(to.endpoint, how, 'metrics'))
  const reader = new PeriodicExportingMetricReader({
    exporter: told(exporter, problems),
    exportIntervalMillis: 3_600_000,
  })
  const provider = new MeterProvider({ resource: resourceOf(how), readers: [reader] })
  const meter = provider.getMeter(SCOPE, how.version)
  for (const { name, kind, unit, value, attributes } of metrics) {
    const all = { 'session.id': how.session, ...attributes }
    const options = unit === undefined ? {} : { unit }
    if (kind === 'counter') meter.createCounter(name, options).add(value, all)
    else meter.createHistogram(name, options).record(value, all)
  }
  await provider.shutdown()
}

async function sendSpans({ spans }: Measurements, { to }: Telemetry, how: Sending, problems: string[]) {
  const exporter: SpanExporter =
    'file' in to ? fileExporter(to.file) : new OTLPTraceExporter(otlp(to.endpoint, how, 'traces'))
  const provider = new BasicTracerProvider({
    resource: resourceOf(how),
    spanProcessors: [new BatchSpanProcessor(told(exporter, problems))],
  })
  const tracer = provider.getTracer(SCOPE, how.version)
  const [root, ...parts] = spans
  if (root === undefined) return
  const whole = tracer.startSpan(root.name, { startTime: root.from, attributes: root.attributes })
  for (const { name, from, to: end, failed, attributes } of parts) {
    const span = tracer.startSpan(name, { startTime: from, attributes }, trace.setSpan(context.active(), whole))
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(end)
  }
  if (root.failed) whole.setStatus({ code: SpanStatusCode.ERROR })
  whole.end(root.to)
  await provider.shutdown()
}

type Result = { code: number; error?: Error }
type Exporter<Items> = { export(items: Items, done: (result: Result) => void): void }

/** The same exporter, whose failures are known. */
function told<Each extends Exporter<never>>(exporter: Each, problems: string[]): Each {
  const send = exporter.export.bind(exporter) as Exporter<unknown>['export'] // the same function, whatever it takes
  exporter.export = ((items: unknown, done: (result: Result) => void) =>
    send(items, (result) => {
      if (result.code !== 0)
        problems.push(result.error === undefined ? 'the collector refused it' : messageOf(result.error))
      done(result)
    })) as Each['export']
  return exporter
}

/** Appends each batch as JSON with two blanks of indent, as the reference does. */
function fileExporter(path: string) {
  return {
    export(items: unknown, done: (result: Result) => void): void {
      const all = Array.isArray(items) ? items : [items]
      const text = all.map((item) => `${JSON.stringify(item, plainly(), 2)}\n`).join('')
      appendFile(path, text).then(
        () => done({ code: 0 }),
        (error: Error) => done({ code: 1, error }),
      )
    },
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  }
}

/** What the SDK hands over points back at itself, and counts nanoseconds in integers JSON does not know. */
function plainly() {
  const seen = new Set<unknown>()
  return (key: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return value.toString()
    if (key.startsWith('_') || typeof value === 'function') return undefined
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return undefined
    seen.add(value)
    return value
  }
}
