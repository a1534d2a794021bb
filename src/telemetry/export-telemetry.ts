import { resolve } from 'node:path'
import type { Runtime } from '../config/runtime.ts'
import { VERSION } from '../platform/version.ts'
import type { Transcript } from '../record/transcript.ts'
import { collectTelemetry } from './telemetry-data.ts'
import type { TelemetryTarget } from './telemetry-settings.ts'

/** Time limits of the telemetry export. A runner kills a cancelled job 2.5 seconds after SIGTERM. */
const TELEMETRY_MS = { normal: 4000, cancelled: 2000 }

/** Sends the telemetry of a run. The packages of OpenTelemetry are large, so they load only here. */
export async function exportTelemetry(
  telemetry: TelemetryTarget,
  { session, workspace, signal }: Runtime,
  transcript: Transcript,
): Promise<void> {
  const { sendTelemetry } = await import('./exporters.ts')
  const data = collectTelemetry(transcript.events(), transcript.times(), telemetry.content)
  const { to } = telemetry
  const target = 'file' in to ? { file: resolve(workspace, to.file) } : to
  const maxMs = signal.aborted ? TELEMETRY_MS.cancelled : TELEMETRY_MS.normal
  const problem = await sendTelemetry(data, { ...telemetry, to: target }, { session, version: VERSION, maxMs })
  if (problem === undefined) return
  const text = `Could not send telemetry (telemetry.otlpEndpoint, telemetry.outfile): ${problem}`
  transcript.emit({ type: 'notice', level: 'warning', text })
}
