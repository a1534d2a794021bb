import type { Budget } from '../agent/budget.ts'
import type { Inputs } from '../config/inputs/inputs.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import type { Runtime } from '../config/runtime.ts'
import { isObject } from '../config/settings/parse-settings.ts'
import type { Settings } from '../config/settings/settings.ts'
import { connectModel, type ModelOptions } from '../model/connect.ts'
import type { CountTokens, Generate } from '../model/types.ts'
import { replyUsage } from '../model/usage.ts'
import type { Environment } from '../platform/environment.ts'
import { VERSION } from '../platform/version.ts'
import { openRunBudget } from './run-limits.ts'
import type { RunSession } from './run-session.ts'
import type { SpendingLimit } from './spending/open-spending.ts'

/** The model of a run and its budget. */
export type ModelClient = {
  model: string
  /** Counts toward the budget. */
  generate: Generate
  countTokens: CountTokens | undefined
  budget: Budget
}

/** Opens the model that inputs, environment and settings select. Throws UserError for an invalid credential or price. */
export function openModelClient(
  { inputs, costReason, meter }: Pick<SpendingLimit, 'inputs' | 'costReason' | 'meter'>,
  { env, settings }: Pick<RunConfig, 'env' | 'settings'>,
  runtime: Runtime,
  { reportRetry }: Pick<RunSession, 'reportRetry'>,
): ModelClient {
  const model = modelName(inputs, env, settings)
  const budget = openRunBudget({ inputs, settings, costReason }, model, (text) => reportRetry({ text }))
  meter(budget)
  const { canAfford } = budget
  const options = { ...modelOptions(inputs, model, settings, runtime.session), canAfford }
  const { generate, countTokens } = connectModel(options, env, { clock: runtime, report: reportRetry })
  return { model, generate: budget.metered(paced(generate, runtime)), countTokens, budget }
}

/** Waits for the share of this job before each request. */
const paced = (generate: Generate, { modelPace: pace }: Runtime): Generate =>
  pace === undefined
    ? generate
    : async (request, signal) => {
        await pace.acquire()
        let tokens = 0
        try {
          const reply = await generate(request, signal)
          tokens = replyUsage(reply).total
          return reply
        } finally {
          pace.release(tokens)
        }
      }

const DEFAULT_MODEL = 'auto'

/** Selects the model: input, then environment, then settings, then default. */
export const modelName = (inputs: Inputs, env: Environment, settings: Settings): string =>
  inputs.gemini_model || env.GEMINI_MODEL || settings.model?.name || DEFAULT_MODEL

/** The inputs for the model client. Empty strings count as absent. */
export const modelOptions = (inputs: Inputs, model: string, settings: Settings = {}, session = ''): ModelOptions => ({
  model,
  apiKey: inputs.gemini_api_key,
  googleApiKey: inputs.google_api_key,
  useVertex: inputs.use_vertex_ai || undefined,
  useCodeAssist: inputs.use_gemini_code_assist || undefined,
  project: inputs.gcp_project_id,
  location: inputs.gcp_location,
  workloadIdentityProvider: inputs.gcp_workload_identity_provider,
  serviceAccount: inputs.gcp_service_account,
  tokenFormat: inputs.gcp_token_format,
  tokenScopes: inputs.gcp_access_token_scopes,
  authType: settings.security?.auth?.selectedType,
  enforcedAuthType: settings.security?.auth?.enforcedType,
  modelConfigs: modelConfigs(settings),
  maxAttempts: settings.general?.maxAttempts,
  version: VERSION,
  session,
})

/** Adds the model settings of sub-agents as overrides with the sub-agent's name as scope. */
function modelConfigs({ modelConfigs, agents }: Settings): unknown {
  const scoped = Object.entries(agents?.overrides ?? {}).flatMap(([name, { modelConfig }]) => {
    const generateContentConfig = modelConfig?.generateContentConfig
    if (generateContentConfig === undefined) return []
    return [{ match: { overrideScope: name }, modelConfig: { generateContentConfig } }]
  })
  if (scoped.length === 0 || (modelConfigs !== undefined && !isObject(modelConfigs))) return modelConfigs
  const { customOverrides = [] } = modelConfigs ?? {}
  if (!Array.isArray(customOverrides)) return modelConfigs // invalid; reported where it is read
  return { ...modelConfigs, customOverrides: [...customOverrides, ...scoped] }
}
