import { type AnswerSchema, loadAnswerSchema } from '../agent/output-schema.ts'
import { loadRunConfig, type RunConfig } from '../config/load-run-config.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { RunFiles } from '../github/run-files.ts'
import type { SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { readWorkflowStep } from '../results/step-results.ts'
import { visitorConfig } from '../results/visitor-run.ts'
import { checkedReviewOptions } from '../review/review-options.ts'
import { requestedTelemetry } from '../telemetry/telemetry-settings.ts'
import type { AnnouncedRun } from './announce-run.ts'
import { ownPromptOf } from './run-options.ts'
import type { WorkInProgress } from './run-work.ts'

/** A run with everything that configures it. */
export type ConfiguredRun = AnnouncedRun &
  AnswerSchema & {
    /** The files that the run works on. */
    runFiles: RunFiles
    config: RunConfig
    /** The settings before a visitor's run loses its servers: they name tools of GitHub's MCP server. */
    declaredSettings: Settings
    emptyKeys?: Readonly<Record<string, string>>
    /** Texts of people without write permission that were in the workflow's prompt, as data. */
    promptData: string
  }

/** Loads settings, policies, memory and hooks from one commit that a trusted person wrote. Throws UserError for a mistake. */
export async function configureRun(
  run: AnnouncedRun,
  sandbox: SandboxSession,
  work: WorkInProgress,
): Promise<ConfiguredRun> {
  const { task, assessment, trust, session } = run
  const step = await readWorkflowStep(assessment.steering.sha, run.runtime, session)
  const runtime: Runtime = { ...run.runtime, ...step.environment }
  const { inputs, promptData, steeredBy } = await ownPromptOf(run, step.steps)
  if (steeredBy !== undefined) work.proposals.texts.add(undefined, steeredBy)
  work.resultNames = step.resultNames
  work.runtime = runtime
  const loaded = await loadRunConfig({ ...assessment, task }, { inputs, runtime, programs: sandbox, ...session })
  const runFiles = await work.runFiles
  runtime.view = runFiles.view?.workspace
  const config = trust.level === 'visitor' ? visitorConfig(loaded) : loaded
  if (config.invocations.serverPrompt !== undefined)
    work.proposals.texts.add(undefined, 'unknown people, in a prompt of an MCP server')
  work.deliveryRules = config
  work.supersede = config.settings.sluice?.supersede
  work.reportSettings = config.settings.sluice?.report
  work.offersCodes = config.settings.sluice?.offerCodes !== false
  work.review = await checkedReviewOptions(inputs, config.settings, { trust, runtime })
  session.setTelemetry(requestedTelemetry(config.settings.telemetry, config.env))
  const answerSchema = await loadAnswerSchema(inputs.output_schema, config.steering, session.notice)
  const declared = { declaredSettings: loaded.settings, promptData, emptyKeys: step.emptyKeys }
  return { ...run, ...answerSchema, ...declared, inputs, runtime, runFiles, config }
}
