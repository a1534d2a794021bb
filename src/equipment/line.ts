import type { Budget } from '../agent/budget.ts'
import type { Desk } from '../desk.ts'
import type { Inputs } from '../inputs.ts'
import type { Env, Machine } from '../machine.ts'
import { connect, type ModelOptions } from '../model/connect.ts'
import type { Ask, CountTokens } from '../model/types.ts'
import type { Settings } from '../settings/settings.ts'
import { isObject } from '../settings/text.ts'
import type { Government } from '../steering/govern.ts'
import { VERSION } from '../version.ts'
import { budgetFor } from './limits.ts'

/** The line to the model: which one is asked, by what, and what that may cost. */
export type Line = {
  model: string
  /** Counts towards the budget. */
  ask: Ask
  count: CountTokens | undefined
  budget: Budget
}

/** Opens the line that inputs, environment and settings ask for. Throws UserError for a credential or price that is none. */
export function openLine(
  inputs: Inputs,
  { env, settings }: Pick<Government, 'env' | 'settings'>,
  machine: Machine,
  { waited }: Pick<Desk, 'waited'>,
): Line {
  const model = modelName(inputs, env, settings)
  const budget = budgetFor(inputs, settings, model, (text) => waited({ text }))
  const { affords } = budget
  const options = { ...modelOptions(inputs, model, settings, machine.session), affords }
  const { ask, count } = connect(options, env, machine, waited)
  return { model, ask: budget.counted(ask), count, budget }
}

const DEFAULT_MODEL = 'auto'

/** The one place that decides which model is asked: the input, the environment, the settings, the default. */
export const modelName = (inputs: Inputs, env: Env, settings: Settings): string =>
  inputs.gemini_model || env.GEMINI_MODEL || settings.model?.name || DEFAULT_MODEL

/** Inputs as the model room reads them. Empty strings count as absent there. */
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
  modelConfigs: modelConfigsOf(settings),
  maxAttempts: settings.general?.maxAttempts,
  version: VERSION,
  session,
})

/** What settings say of a sub-agent's model is an override for whatever it asks. */
function modelConfigsOf({ modelConfigs, agents }: Settings): unknown {
  const scoped = Object.entries(agents?.overrides ?? {}).flatMap(([name, { modelConfig }]) => {
    const generateContentConfig = modelConfig?.generateContentConfig
    if (generateContentConfig === undefined) return []
    return [{ match: { overrideScope: name }, modelConfig: { generateContentConfig } }]
  })
  if (scoped.length === 0 || (modelConfigs !== undefined && !isObject(modelConfigs))) return modelConfigs
  const { customOverrides = [] } = modelConfigs ?? {}
  if (!Array.isArray(customOverrides)) return modelConfigs // a mistake, named where it is read
  return { ...modelConfigs, customOverrides: [...customOverrides, ...scoped] }
}
