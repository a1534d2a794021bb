import { type OutputSchema, outputSchemaPrompt, parseOutputSchema } from '../agent/output-schema.ts'
import { loadRunConfig, type RunConfig } from '../config/load-run-config.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { MessagePart } from '../model/types.ts'
import { UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { readWorkflowStep } from '../results/step-results.ts'
import { visitorConfig } from '../results/visitor-config.ts'
import { checkedReviewOptions } from '../review/review-options.ts'
import { requestedTelemetry } from '../telemetry/telemetry-settings.ts'
import type { AnnouncedRun } from './announce-run.ts'
import type { WorkInProgress } from './run-work.ts'

/** A run with everything that configures it. */
export type ConfiguredRun = AnnouncedRun &
  AnswerSchema & {
    config: RunConfig
    /** The settings before a visitor's run loses its servers: they name tools of GitHub's MCP server. */
    declaredSettings: Settings
  }

/**
 * Loads settings, policies, memory and hooks from one commit that a trusted person wrote. Throws UserError for a mistake in
 * them.
 */
export async function configureRun(
  run: AnnouncedRun,
  sandbox: SandboxSession,
  work: WorkInProgress,
): Promise<ConfiguredRun> {
  const { task, inputs, assessment, trust, session } = run
  const step = await readWorkflowStep(assessment.steering.sha, run.runtime, session)
  const runtime = { ...run.runtime, ...step.environment }
  work.resultNames = step.resultNames
  work.runtime = runtime
  const loaded = await loadRunConfig({ ...assessment, task }, { inputs, runtime, programs: sandbox, ...session })
  const config = trust.level === 'visitor' ? visitorConfig(loaded) : loaded
  work.deliveryRules = config
  work.review = await checkedReviewOptions(inputs, config.settings, { trust, runtime })
  session.setTelemetry(requestedTelemetry(config.settings.telemetry, config.env))
  const answerSchema = await loadAnswerSchema(inputs.output_schema, config.steering, session.notice)
  return { ...run, ...answerSchema, runtime, config, declaredSettings: loaded.settings }
}

/** The schema of the answer, and the prompt that explains it to the model. */
export type AnswerSchema = { outputSchema: OutputSchema | undefined; schemaPrompt: MessagePart[] }

/**
 * Loads the schema that the input `output_schema` contains or names: a JSON Schema, or a path to one in the steering commit.
 * Throws UserError.
 */
export async function loadAnswerSchema(
  input: string,
  steering: Pick<CommitReader, 'read'>,
  notice: (text: string) => void,
): Promise<AnswerSchema> {
  if (input === '') return { outputSchema: undefined, schemaPrompt: [] }
  const outputSchema = input.startsWith('{')
    ? parseOutputSchema(input, 'output_schema', notice)
    : parseOutputSchema(await readSchemaFile(input, steering), `output_schema: ${input}`, notice)
  return { outputSchema, schemaPrompt: [{ kind: 'text', text: outputSchemaPrompt(outputSchema) }] }
}

async function readSchemaFile(path: string, steering: Pick<CommitReader, 'read'>): Promise<string> {
  const text = await steering.read(path.replace(/^(?:\.\/)+/, ''))
  if (text !== undefined) return text
  throw new UserError(
    `output_schema: the steering commit has no file ${path}. Use a path relative to the repository root, or the schema itself.`,
  )
}
