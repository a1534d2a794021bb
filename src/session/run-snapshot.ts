import type { AgentContext } from '../agent/agent-context.ts'
import type { CostReason } from '../agent/budget.ts'
import { toolRecord } from '../agent/offered-tools.ts'
import type { Inputs } from '../config/inputs.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { Task } from '../github/events/task.ts'
import { authTypeOf } from '../model/select-provider.ts'
import { VERSION } from '../platform/version.ts'
import type { RunSnapshot } from '../record/events.ts'
import { modelOptions } from './run-options.ts'

/** Credentials, and texts that other events record. */
const OMITTED_INPUTS = [
  'github_token',
  'gemini_api_key',
  'google_api_key',
  'settings',
  'policies',
  'admin_policies',
  'admin_settings',
  'notices',
] as const satisfies readonly (keyof Inputs)[]

/** Everything a replay needs besides the answers of the model and the tools. */
export function runSnapshot(
  inputs: Inputs,
  {
    settings,
    policies,
    memory,
    extensions,
    env,
    invocations,
    costReason,
  }: Pick<RunConfig, 'settings' | 'policies' | 'memory' | 'extensions' | 'env' | 'invocations'> & {
    costReason?: CostReason | undefined
  },
  context: Pick<AgentContext, 'mode' | 'model' | 'toolbox' | 'outputSchema'>,
  outputs: string,
): RunSnapshot {
  // The input may name a file; a replay needs the schema.
  const recorded: Record<string, unknown> = { ...inputs }
  if (context.outputSchema !== undefined) recorded.output_schema = JSON.stringify(context.outputSchema.schema)
  for (const name of OMITTED_INPUTS) delete recorded[name]
  return {
    mode: context.mode,
    model: context.model,
    inputs: recorded,
    costReason,
    settings: withoutPrograms(settings),
    policies: policies.map(({ tier, file, text }) => ({ tier, file, text })),
    memory,
    outputs,
    tools: context.toolbox.all().map(toolRecord),
    authType: authTypeOf(modelOptions(inputs, context.model, settings), env),
    extensions: extensions.map(({ name }) => name),
    slashCommands: Object.values(invocations).map(({ slash }) => slash.name),
  }
}

/** Omits the commands, URLs and headers of servers and hooks: no decision depends on them, and they may contain secrets. */
function withoutPrograms({ hooks: _, telemetry: __, mcpServers = {}, ...settings }: Settings): Record<string, unknown> {
  const servers = Object.entries(mcpServers).map(([name, { trust }]) => [name, { trust }])
  return { ...settings, mcpServers: servers.length === 0 ? undefined : Object.fromEntries(servers) }
}

/** The first event of a run. */
export const runStarted = (inputs: Inputs, { env, session }: Runtime, task: Task) =>
  ({
    type: 'run_started',
    session,
    version: VERSION,
    event: task.event,
    model: inputs.gemini_model || env.GEMINI_MODEL || '',
    task: {
      ...task,
      body: undefined,
      facts: undefined,
      items: task.items?.map((item) => ({ ...item, body: undefined })),
    },
  }) as const
