import type { Environment } from '../platform/environment.ts'
import { nonBlank } from '../platform/non-blank.ts'
import { parseCustomHeaders, secretHeaderValues } from './auth/custom-headers.ts'
import { generationFor, isAlias } from './catalog/generation.ts'
import { type ModelConfigs, readModelConfigs } from './catalog/model-configs.ts'
import { modelChain, resolveModel, successorNotice } from './catalog/models.ts'
import { codeAssist } from './providers/code-assist.ts'
import { gemini } from './providers/gemini.ts'
import { selectProvider } from './providers/select-provider.ts'
import {
  RETRY_LIMITS,
  type RetryClock,
  type RetryLimits,
  type RetryReport,
  withFallback,
  withRetry,
} from './retry/fallback.ts'
import type { CountTokens, Generate, ModelRequest } from './types.ts'

/** The inputs and settings that apply to the model. Empty strings count as absent. */
export type ModelOptions = {
  /** A full id, a short name (models.ts) or an alias (settings); absent: GEMINI_MODEL, else `auto`. */
  model?: string
  apiKey?: string
  googleApiKey?: string
  useVertex?: boolean
  useCodeAssist?: boolean
  project?: string
  location?: string
  workloadIdentityProvider?: string
  /** For Workload Identity Federation: the service account to impersonate. */
  serviceAccount?: string
  tokenFormat?: string
  tokenScopes?: readonly string[]
  /** `security.auth` of the settings: selectedType and enforcedType. */
  authType?: string
  enforcedAuthType?: string
  /** `modelConfigs` of the settings, not yet validated. */
  modelConfigs?: unknown
  /** For the User-Agent header. */
  version?: string
  /** The id of the conversation for Code Assist. */
  session?: string
  /** Fallback models, in place of those of a short name. */
  fallback?: readonly string[]
  /** Attempts at one request, 1 to 10. */
  maxAttempts?: number
  /** Whether the budget allows a retry; absent: always. */
  canAfford?: RetryLimits['canAfford']
  /** Silence in milliseconds that counts as a broken connection. */
  stallMs?: number
}

export type ModelConnection = { generate: Generate; countTokens: CountTokens }

/** `report` receives notices about retries and the configuration. `fetch` is for tests with local servers. */
export type ModelDependencies = { clock: RetryClock; report: RetryReport; fetch?: typeof fetch }

/**
 * Connects to the model of this run: provider and credential from inputs and settings, else from the environment, with
 * retries and fallback. A request may name a model by its short name or alias, or '' for the configured one. Sends nothing
 * before the first request. Throws UserError that names the inputs to set.
 */
export function connectModel(
  options: ModelOptions,
  env: Environment,
  dependencies: ModelDependencies,
): ModelConnection {
  const { clock, report } = dependencies
  const notices: string[] = []
  const configs = readModelConfigs(options.modelConfigs, (text) => void notices.push(text))
  const configured = nonBlank(options.model) ?? nonBlank(env.GEMINI_MODEL) ?? 'auto'
  const successor = successorNotice(resolveModel(configured))
  if (successor !== undefined) notices.push(successor)

  const direct = openProvider(options, env, dependencies, configs)
  const maxAttempts = Math.min(10, Math.max(1, options.maxAttempts ?? RETRY_LIMITS.maxAttempts))
  const { canAfford } = options
  const retrying = withRetry(direct.generate, clock, report, { ...RETRY_LIMITS, maxAttempts, canAfford })
  const withFallbacks = withFallback(retrying, (model) => modelChain(model, options.fallback), {
    clock,
    report,
    canAfford,
  })
  const reportNotices = () => {
    for (const text of notices.splice(0)) report({ text })
  }
  return {
    generate(request, signal) {
      reportNotices()
      return withFallbacks(resolveRequestModel(request, configured, configs), signal)
    },
    countTokens(request, signal) {
      const { model } = resolveRequestModel({ ...request, system: '', tools: [] }, configured, configs)
      return direct.countTokens({ ...request, model: resolveModel(model) }, signal)
    },
  }
}

function openProvider(
  options: ModelOptions,
  env: Environment,
  { clock, fetch: send = fetch }: ModelDependencies,
  configs: ModelConfigs,
): ModelConnection {
  const provider = selectProvider(options, env, send)
  const custom = parseCustomHeaders(env.GEMINI_CLI_CUSTOM_HEADERS)
  const { credential } = provider
  const shared = {
    credential: { ...credential, secrets: () => [...credential.secrets(), ...secretHeaderValues(custom)] },
    headers: (model: string) => ({ 'user-agent': userAgent(options.version, model, env), ...custom }),
    generation: ({ model, alias = model, scope, isRetry }: ModelRequest) =>
      generationFor({ name: alias, model, scope, isRetry }, configs).config,
    now: clock.now,
    fetch: send,
    stallMs: options.stallMs,
  }
  if (provider.kind === 'code-assist') {
    const { baseUrl, project } = provider
    const session = nonBlank(options.session)
    return codeAssist({ ...shared, baseUrl, sleep: clock.sleep, project, session })
  }
  const { baseUrl } = provider
  const apiVersion = nonBlank(env.GOOGLE_GENAI_API_VERSION)
  return gemini({ ...shared, vertex: provider.kind === 'vertex' ? provider.vertex : undefined, baseUrl, apiVersion })
}

/** The request with its alias resolved to a model, which may still be a short name. */
function resolveRequestModel(request: ModelRequest, configured: string, configs: ModelConfigs): ModelRequest {
  const name = request.model || configured
  if (isAlias(name, configs))
    return { ...request, alias: name, model: generationFor({ name, scope: request.scope }, configs).model }
  const id = resolveModel(name)
  const { model } = generationFor({ name: id, scope: request.scope }, configs)
  return { ...request, model: model === id ? name : model }
}

function userAgent(version: string | undefined, model: string, env: Environment): string {
  const surfaceName = nonBlank(env.GEMINI_CLI_SURFACE) ?? nonBlank(env.SURFACE)
  const surface = surfaceName ?? (nonBlank(env.GITHUB_SHA) === undefined ? 'terminal' : 'GitHub')
  return `Sluice/${version ?? 'unknown'}/${model} (${process.platform}; ${process.arch}; ${surface.replace(/[^\w .-]/g, '')})`
}
