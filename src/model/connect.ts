import { type Environment, nonBlank } from '../platform/environment.ts'
import { UserError } from '../platform/errors.ts'
import { codeAssist } from './code-assist.ts'
import { gemini } from './gemini.ts'
import {
  generationFor,
  isAlias,
  type ModelConfigs,
  modelChain,
  readModelConfigs,
  resolveModel,
  successorNotice,
} from './models.ts'
import type { ModelOptions } from './provider-kind.ts'
import { RETRY_LIMITS, type RetryClock, type RetryReport, withFallback, withRetry } from './retry.ts'
import { selectProvider } from './select-provider.ts'
import type { CountTokens, Generate, ModelRequest } from './types.ts'

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
    startTimer: clock.startTimer,
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

/**
 * Parses GEMINI_CLI_CUSTOM_HEADERS: `Name: value, Name2: value2`. A comma ends a value only when another name and colon
 * follow; entries without a name or colon are ignored. Throws UserError for an invalid header.
 */
export function parseCustomHeaders(text: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const entry of (text ?? '').split(/,(?=\s*[^\s,:]+\s*:)/)) {
    const colon = entry.indexOf(':')
    const name = entry
      .slice(0, Math.max(0, colon))
      .replace(/^[\s,]+/, '')
      .trim()
    if (name === '') continue
    const value = entry.slice(colon + 1).trim()
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value))
      throw new UserError('GEMINI_CLI_CUSTOM_HEADERS contains a name or value that is not valid in a header.')
    headers[name] = value
  }
  return headers
}

/** Values that look secret by the names of their headers. */
export const secretHeaderValues = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|secret|cookie/i.test(name) && value.length >= 6 ? [value, value.replace(/^\S+\s+/, '')] : [],
  )
