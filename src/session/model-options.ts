import type { Inputs } from '../config/inputs/inputs.ts'
import { isObject } from '../config/settings/parse-settings.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { ModelOptions } from '../model/connect.ts'
import { VERSION } from '../platform/version.ts'

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
