import { UserError } from './host/errors.ts'
import type { Env } from './machine.ts'
import type { Settings } from './settings/settings.ts'

/** Where telemetry goes, and whether prompts, answers and arguments may go with it. */
export type Telemetry = { to: { file: string } | { endpoint: string }; content: boolean; traces: boolean }

/** What became of the wish for telemetry: `why` says why there is none although it was asked for. */
export type Asked = { telemetry?: Telemetry; why?: string }

/**
 * Telemetry as settings and environment ask for it; the environment wins. Nothing unless it is switched on. Throws
 * UserError in the reference's words.
 */
export function telemetryAsked(settings: Settings['telemetry'], env: Env): Asked {
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
      why: 'No telemetry was sent: telemetry.target gcp needs a collector here. Set telemetry.useCollector and telemetry.otlpEndpoint.',
    }
  if (file) return { telemetry: { ...shared, to: { file } } }
  if (protocol === 'grpc')
    return {
      why: 'No telemetry was sent: telemetry.otlpProtocol grpc is not spoken here. Set it to http; collectors listen for that on port 4318.',
    }
  const given = env.GEMINI_TELEMETRY_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || settings?.otlpEndpoint
  const endpoint = given || 'http://localhost:4318'
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw invalid(`OTLP endpoint: ${endpoint}. It must be an http or https address`)
  return { telemetry: { ...shared, to: { endpoint: endpoint.replace(/\/+$/, '') } } }
}

const invalid = (what: string) => new UserError(`Invalid telemetry configuration: Invalid telemetry ${what}.`)

/** `true` and `1` are true, anything else is false; absent and empty say nothing. */
const flag = (text: string | undefined): boolean | undefined =>
  text === undefined || text === '' ? undefined : /^(true|1)$/i.test(text)
