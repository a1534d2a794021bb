import type { Inputs } from '../config/inputs.ts'
import type { StepOutputs } from '../config/output-descriptions.ts'
import { githubOptions } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import { type DeliveryResult, deliver, type EndedWork } from '../delivery/deliver.ts'
import { answerIdentity, type DeliveryContext } from '../delivery/delivery-context.ts'
import type { WorkFacts } from '../delivery/last-checks.ts'
import { withRequestedPullRequest } from '../delivery/plan/commit-plan.ts'
import { isTriggerRemoved } from '../delivery/plan/plan-proposals.ts'
import {
  type Announcement,
  announce,
  backgroundPause,
  type ProgressReporter,
  pendingStatus,
  startProgress,
} from '../delivery/post/announce.ts'
import type { RecentComments } from '../delivery/post/comment.ts'
import { buildOutputs } from '../delivery/report/outputs.ts'
import type { RunChanges } from '../delivery/run-changes.ts'
import { connectGitHub, type GitHub } from '../github/api/github.ts'
import { type SharedClients, withRunCache } from '../github/cached-client.ts'
import type { Task } from '../github/events/task.ts'
import { startingLabel } from '../github/events/trigger-rules.ts'
import { type Git, openGit } from '../github/git.ts'
import { withBoundMarks } from '../github/own-text.ts'
import type { RecordMarker } from '../github/result-marker.ts'
import type { Runner } from '../github/runner.ts'
import type { RetryReport } from '../model/retry.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import { totalUsage } from '../record/cost.ts'
import type { Ending, Outcome } from '../record/events.ts'
import { outcomeOfRun } from '../record/outcome.ts'
import type { Transcript } from '../record/transcript.ts'
import type { ResultChannel } from '../results/step-results.ts'
import { keepRecord } from '../resume/resume-record.ts'
import { writeSarif } from '../review/sarif.ts'
import { exportTelemetry } from '../telemetry/telemetry-data.ts'
import type { TelemetryRequest, TelemetryTarget } from '../telemetry/telemetry-settings.ts'
import { deliveryOptions } from './run-options.ts'

/** The result of a run, after delivery. */
export type RunResult = {
  outcome: Outcome
  ending: Ending
  delivery: DeliveryResult
  outputs: StepOutputs
  failsStep: boolean
}

/** The services of one run: GitHub, the transcript, and delivery. */
export type RunSession = {
  github: GitHub
  /** The checked-out repository, read only. */
  git: Git
  filter: SecretFilter
  transcript: Transcript
  /** Whether other runs work in the same workspace at the same time. */
  isInBatch: boolean
  /** Records one sentence for the log and the comment's notes. */
  notice(text: string): void
  /** Records a retry, a wait or a model fallback. */
  reportRetry: RetryReport
  /** Posts the "working" comment and check run. `recentComments` saves a request; `claim` makes it a new comment. Never rejects. */
  announce(
    task: Task,
    recentComments?: Promise<RecentComments>,
    claim?: RecordMarker,
    comment?: Inputs['comment'],
  ): Promise<Announcement>
  /** Shows in the announcement what the run is doing, until it is disposed or the time of the run is nearly over. */
  showProgress(announcement: Promise<Announcement>, settings: Settings, nearEnd?: AbortSignal): ProgressReporter
  /** Sets a variable or an output for later steps of the job. */
  setResult(channel: ResultChannel, name: string, value: string): void
  /** Sets where telemetry is sent when the run ends. */
  setTelemetry(request: TelemetryRequest): void
  /** Counts the spending of the run when it ends. Resolves to the dollars for the record in the comment. */
  spending: { settle?: () => Promise<number | undefined> }
  /** Delivers the result and ends the transcript. Never rejects. */
  finish(ending: Ending, work?: RunWork): Promise<RunResult>
}

/** What happens in a run: `run()` of run.ts, or a run without a model. */
export type RunStory = (inputs: Inputs, runtime: Runtime, session: RunSession) => Promise<RunResult>

/** Starts one run. A batch calls it for each issue, with the clients they share. */
export type StartRun = (
  inputs: Inputs,
  runtime: Runtime,
  runner: Runner,
  options?: { shared?: SharedClients; story?: RunStory },
) => Promise<RunResult>

/** The task of a run and what it leaves to deliver. */
export type RunWork = { task: Task; announcement?: Announcement } & Pick<EndedWork, 'review' | 'namedFiles'> &
  Partial<RunChanges> &
  WorkFacts

export type SessionOutputs = {
  saveState(name: string, value: string): void
  writeSummary(text: string): Promise<void>
  setResult(channel: ResultChannel, name: string, value: string): void
}

export type RunSessionOptions = {
  inputs: Inputs
  runtime: Runtime
  transcript: Transcript
  filter: SecretFilter
  outputs: SessionOutputs
  /** Clients that the runs of a batch share. */
  shared?: SharedClients
}

export function openRunSession(options: RunSessionOptions): RunSession {
  const { inputs, runtime, transcript, filter, outputs, shared } = options
  const started = runtime.now()
  let telemetry: TelemetryTarget | undefined
  const spending: RunSession['spending'] = {}
  const notice = (text: string) => transcript.emit({ type: 'notice', level: 'info', text })
  const github = shared?.github ?? withRunCache(connectGitHub({ ...githubOptions(inputs, runtime), notice }))
  const label =
    shared === undefined && !inputs.dry_run ? startingLabel(runtime.event.payload, inputs.label_trigger) : undefined
  if (label !== undefined) outputs.saveState(STATE.label, JSON.stringify(label))
  const context: DeliveryContext = {
    ...deliveryOptions(inputs, runtime),
    github: inputs.github_token === '' ? undefined : withBoundMarks(github, () => context.identity.read),
    filter,
    emit: transcript.emit,
    quiet: shared !== undefined,
    writeSummary: outputs.writeSummary,
    triggerPhrase: inputs.trigger_phrase,
    keepRecord: (ended) => keepRecord(ended, { inputs, runtime, transcript, filter }),
  }

  return {
    github,
    git: shared?.git ?? openGit(runtime.workspace, runtime.childEnv),
    filter,
    transcript,
    isInBatch: shared !== undefined && shared.mayEdit !== true,
    notice,
    reportRetry({ text, ...attempt }) {
      // A retry with the same model is only information; a fallback to another model or a configuration hint is a warning.
      transcript.emit({ type: 'notice', level: attempt.waitMs === undefined ? 'warning' : 'info', text })
      if (attempt.model !== undefined) transcript.emit({ type: 'model_failed', turn: 0, text, ...attempt })
    },
    async announce(task, recentComments, claim = {}, comment = context.comment) {
      context.comment = comment
      context.identity = { ...answerIdentity(task, context), record: claim }
      const pending = pendingStatus(task, context)
      // Saved before posting, so that the post step can finish the "working" comment of a killed run.
      if (pending !== undefined) outputs.saveState(STATE.pending, JSON.stringify(pending))
      return announce(task, context, recentComments)
    },
    showProgress(announcement, { sluice }, nearEnd) {
      return startProgress(
        {
          nearEnd,
          announcement: sluice?.progress === false ? Promise.resolve({}) : announcement,
          events: transcript.events,
          now: runtime.now,
          sleep: runtime.pause ?? backgroundPause,
        },
        context,
      )
    },
    setResult: outputs.setResult,
    setTelemetry({ telemetry: target, reason }) {
      if (reason !== undefined) notice(reason)
      telemetry = target
    },
    spending,
    async finish(ending, work) {
      if (work !== undefined) context.identity = answerIdentity(work.task, context)
      context.spentUsd = (await spending.settle?.()) ?? context.spentUsd
      return finishRun(ending, work, { context, filter, transcript, runtime, outputs, started, telemetry })
    },
  }
}

/** Intents whose target still shows "working" when they fail. */
const SHOWS_WORKING = new Set<string>(['comment', 'check_run', 'review_check'])

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
  // A run that did not start leaves the label that would have started it.
  if (ending.end === 'skipped' || delivery.receipts.some(isTriggerRemoved)) outputs.saveState(STATE.label, '')
  const notice = (text: string) => transcript.emit({ type: 'notice', level: 'warning', text })
  const { identity } = context
  const sarif = await writeSarif(delivery.report.review, { scratch: runtime.scratch, identity, notice })
  const reason = ending.end === 'stopped' ? ending.reason : undefined
  const end = { outcome, ending: ending.end, reason, text: ending.text }
  transcript.emit({ type: 'run_ended', ...end, ...totalUsage(transcript.events()), ms })
  if (run.telemetry !== undefined) await exportTelemetry(run.telemetry, runtime, transcript)
  const record = { transcript: transcript.path, transcriptHash: transcript.sha256() }
  const facts = { ending, events: transcript.events(), sarif, ...record }
  const { failsStep } = delivery
  return { outcome, ending, delivery, failsStep, outputs: buildOutputs(delivery, facts, filter) }
}

/** Names of the state that the post step reads. */
export const STATE = { pending: 'pending', finished: 'finished', undelivered: 'undelivered', label: 'label' } as const
