import type { Settings } from '../config/settings/settings.ts'
import type { Environment } from '../platform/environment.ts'
import { UserError } from '../platform/errors.ts'

/** Where telemetry is sent. `content`: whether it includes prompts, answers and arguments. */
export type TelemetryTarget = { to: { file: string } | { endpoint: string }; content: boolean; traces: boolean }

/** `telemetry`: absent when it is off. `reason`: why requested telemetry is not sent. */
export type TelemetryRequest = { telemetry?: TelemetryTarget; reason?: string }

/** The telemetry that environment and settings request; the environment wins. Throws UserError with the reference's wording. */
export function requestedTelemetry(settings: Settings['telemetry'], env: Environment): TelemetryRequest {
  const on = flag(env.GEMINI_TELEMETRY_ENABLED) ?? settings?.enabled ?? false
  if (!on) return {}
  const target = env.GEMINI_TELEMETRY_TARGET || settings?.target || 'local'
  if (target !== 'local' && target !== 'gcp') throw invalid(`target: ${target}. Valid values are: local, gcp`)
  const protocol = env.GEMINI_TELEMETRY_OTLP_PROTOCOL || settings?.otlpProtocol
  if (protocol !== undefined && protocol !== 'grpc' && protocol !== 'http')
    throw invalid(`OTLP protocol: ${protocol}. Valid values are: grpc, http`)
  const shared = {
    content: flag(env.GEMINI_TELEMETRY_LOG_PROMPTS) ?? settings?.logPrompts ?? false,
    traces: flag(env.GEMINI_TELEMETRY_TRACES_ENABLED) ?? settings?.traces ?? false,
  }
  const file = env.GEMINI_TELEMETRY_OUTFILE || settings?.outfile
  const useCollector = flag(env.GEMINI_TELEMETRY_USE_COLLECTOR) ?? settings?.useCollector ?? false
  if (target === 'gcp' && !useCollector)
    return {
      reason:
        'No telemetry was sent: telemetry.target gcp needs a collector. Set telemetry.useCollector and telemetry.otlpEndpoint.',
    }
  if (file) return { telemetry: { ...shared, to: { file } } }
  if (protocol === 'grpc')
    return {
      reason:
        'No telemetry was sent: telemetry.otlpProtocol grpc is not supported. Set it to http; collectors use port 4318 for http.',
    }
  const configured = env.GEMINI_TELEMETRY_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || settings?.otlpEndpoint
  const endpoint = configured || 'http://localhost:4318'
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw invalid(`OTLP endpoint: ${endpoint}. It must be an http or https address`)
  return { telemetry: { ...shared, to: { endpoint: endpoint.replace(/\/+$/, '') } } }
}

const invalid = (problem: string) => new UserError(`Invalid telemetry configuration: Invalid telemetry ${problem}.`)

/** `true` and `1` are true, any other text is false; absent and empty are undefined. */
const flag = (text: string | undefined): boolean | undefined =>
  text === undefined || text === '' ? undefined : /^(true|1)$/i.test(text)
