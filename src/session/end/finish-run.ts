import type { Runtime } from '../../config/runtime.ts'
import { deliver } from '../../delivery/deliver.ts'
import type { DeliveryContext } from '../../delivery/delivery-context.ts'
import { withRequestedPullRequest } from '../../delivery/plan-commits.ts'
import { buildOutputs } from '../../delivery/report/outputs.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import type { Ending } from '../../record/events.ts'
import { outcomeOfRun } from '../../record/outcome.ts'
import type { Transcript } from '../../record/transcript.ts'
import { totalUsage } from '../../record/usage.ts'
import { writeSarif } from '../../review/write-sarif.ts'
import { exportTelemetry } from '../../telemetry/export-telemetry.ts'
import type { TelemetryTarget } from '../../telemetry/telemetry-settings.ts'
import type { RunResult, RunWork, SessionOutputs } from '../run-session.ts'
import { STATE } from './step-state.ts'

/** Intents whose target still shows "working" when they fail. */
const SHOWS_WORKING = new Set<string>(['comment', 'check_run'])

/** `started`: milliseconds since the epoch. */
export type FinishContext = {
  context: DeliveryContext
  filter: SecretFilter
  transcript: Transcript
  runtime: Runtime
  outputs: SessionOutputs
  started: number
  telemetry: TelemetryTarget | undefined
}

/** Delivers the result, records the end and sends telemetry. */
export async function finishRun(ending: Ending, work: RunWork | undefined, run: FinishContext): Promise<RunResult> {
  const { task, announcement = {}, ...remains }: Partial<RunWork> = work ?? {}
  const { context, filter, transcript, runtime, outputs } = run
  const { session } = runtime
  const ms = runtime.now() - run.started
  const events = transcript.events()
  const { changes: mode } = withRequestedPullRequest(context, remains.proposals ?? [])
  const deliversChanges = mode === 'commit' || mode === 'pull_request'
  const outcomeBefore = outcomeOfRun(ending, events, deliversChanges)
  const ended = { outcome: outcomeBefore, ending, events, ms, session, changes: [], ...remains }
  const delivery = await deliver(task, ended, announcement, context)
  if (delivery.receipts.some(({ intent, state }) => SHOWS_WORKING.has(intent.kind) && state === 'failed'))
    outputs.saveState(STATE.undelivered, 'true')
  const { outcome } = delivery
  const notice = (text: string) => transcript.emit({ type: 'notice', level: 'warning', text })
  const { identity } = context
  const sarif = await writeSarif(delivery.report.review, { scratch: runtime.scratch, identity, notice })
  const reason = ending.end === 'stopped' ? ending.reason : undefined
  const end = { outcome, ending: ending.end, reason, text: ending.text }
  transcript.emit({ type: 'run_ended', ...end, ...totalUsage(transcript.events()), ms })
  if (run.telemetry !== undefined) await exportTelemetry(run.telemetry, runtime, transcript)
  const record = { transcript: transcript.path, transcriptHash: transcript.sha256() }
  const facts = { ending, events: transcript.events(), sarif, ...record }
  return { outcome, ending, delivery, outputs: buildOutputs(delivery, facts, filter) }
}
