import { backEndFor, given, hasOwnIdentity, wantedBackEnd } from './back-end.ts'
import { codeAssist } from './code-assist.ts'
import { customHeaders, secretHeaders } from './custom-headers.ts'
import { type Clock, RETRY_LIMITS, type Report, type RetryLimits, withFallback, withRetry } from './fallback.ts'
import { gemini } from './gemini.ts'
import { generationFor, isAlias } from './generation.ts'
import { type ModelConfigs, readModelConfigs } from './model-configs.ts'
import { modelChain, renamingOf, resolveModel } from './models.ts'
import type { Ask, CountTokens, ModelRequest } from './types.ts'

/** The slice of inputs and settings this room obeys. Empty strings count as absent. */
export type ModelOptions = {
  /** A full id, a short name (models.ts) or an alias (settings); absent: GEMINI_MODEL, else `auto`. */
  model?: string | undefined
  apiKey?: string | undefined
  googleApiKey?: string | undefined
  useVertex?: boolean | undefined
  useCodeAssist?: boolean | undefined
  project?: string | undefined
  location?: string | undefined
  workloadIdentityProvider?: string | undefined
  /** Of Workload Identity Federation: whom to act as, and with which scopes. */
  serviceAccount?: string | undefined
  tokenFormat?: string | undefined
  tokenScopes?: readonly string[] | undefined
  /** `security.auth` of the settings: selectedType and enforcedType. */
  authType?: string | undefined
  enforcedAuthType?: string | undefined
  /** `modelConfigs` of the settings, as it was written. */
  modelConfigs?: unknown
  /** For the User-Agent header. */
  version?: string | undefined
  /** Names the conversation to Code Assist. */
  session?: string | undefined
  /** Models to fall back to, instead of those a short name brings along. */
  fallback?: readonly string[] | undefined
  /** Attempts at one question, 1 to 10. */
  maxAttempts?: number | undefined
  /** Whether there is money for asking again; absent: always. */
  affords?: RetryLimits['affords'] | undefined
  /** Silence in milliseconds that counts as a broken connection. */
  stallMs?: number | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

export type Connection = { ask: Ask; count: CountTokens }

/** The way out, where a test has servers of its own; nothing a repository could say leads here. */
export type Seams = { fetch?: typeof fetch }

/**
 * The model this run talks to: back end and credential from inputs and settings, else from the environment, with
 * retries and fallback. A request may name a model by its short name or alias, or '' for the configured one. Loads and
 * sends nothing before the first question. Throws UserError that names the inputs to set.
 */
export function connect(
  options: ModelOptions,
  env: Environment,
  clock: Clock,
  report: Report,
  seams: Seams = {},
): Connection {
  const notices: string[] = []
  const configs = readModelConfigs(options.modelConfigs, (text) => void notices.push(text))
  const configured = given(options.model) ?? given(env.GEMINI_MODEL) ?? 'auto'
  const renaming = renamingOf(resolveModel(configured))
  if (renaming !== undefined) notices.push(renaming)

  const once = openBackEnd(options, env, clock, configs, seams)
  const attempts = Math.min(10, Math.max(1, options.maxAttempts ?? RETRY_LIMITS.attempts))
  const { affords } = options
  const limits = { ...RETRY_LIMITS, attempts, ...(affords === undefined ? {} : { affords }) }
  const patient = withRetry(once.ask, clock, report, limits)
  const steady = withFallback(patient, (model) => modelChain(model, options.fallback), clock, report, affords)
  const tell = () => {
    for (const text of notices.splice(0)) report({ text })
  }
  return {
    ask(request, signal) {
      tell()
      return steady(addressed(request, configured, configs), signal)
    },
    count(request, signal) {
      const { model } = addressed({ ...request, system: '', tools: [] }, configured, configs)
      return once.count({ ...request, model: resolveModel(model) }, signal)
    },
  }
}

/**
 * Whether anything was given to authenticate with, usable or not. False where GitHub hands out no secrets: a pull
 * request from a fork, a run by Dependabot.
 */
export function hasCredential(options: ModelOptions, env: Environment): boolean {
  const keys = [options.apiKey, env.GEMINI_API_KEY, options.googleApiKey, env.GOOGLE_API_KEY]
  const tokens = [env.GOOGLE_CLOUD_ACCESS_TOKEN, env.GOOGLE_APPLICATION_CREDENTIALS]
  if ([...keys, ...tokens].some((text) => given(text) !== undefined)) return true
  if (given(options.workloadIdentityProvider) !== undefined)
    return given(env.ACTIONS_ID_TOKEN_REQUEST_URL) !== undefined
  return wantedBackEnd(options, env) === 'gemini' ? options.authType === 'gateway' : hasOwnIdentity(env)
}

function openBackEnd(
  options: ModelOptions,
  env: Environment,
  clock: Clock,
  configs: ModelConfigs,
  { fetch: send = fetch }: Seams,
): Connection {
  const backEnd = backEndFor(options, env, send)
  const custom = customHeaders(env.GEMINI_CLI_CUSTOM_HEADERS)
  const { credential } = backEnd
  const shared = {
    credential: { ...credential, secrets: () => [...credential.secrets(), ...secretHeaders(custom)] },
    headers: (model: string) => ({ 'user-agent': userAgent(options.version, model, env), ...custom }),
    generation: ({ model, alias = model, scope, again }: ModelRequest) =>
      generationFor({ name: alias, model, scope, again }, configs).config,
    now: clock.now,
    fetch: send,
    ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
  }
  if (backEnd.kind === 'code-assist') {
    const { baseUrl, project } = backEnd
    const session = given(options.session)
    return codeAssist({
      ...shared,
      baseUrl,
      sleep: clock.sleep,
      ...(project === undefined ? {} : { project }),
      ...(session === undefined ? {} : { session }),
    })
  }
  const { baseUrl } = backEnd
  const apiVersion = given(env.GOOGLE_GENAI_API_VERSION)
  return gemini({
    ...shared,
    ...(backEnd.kind === 'vertex' ? { vertex: backEnd.vertex } : {}),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
  })
}

/** The request with the model its name stands for, which may still be a short name, and the alias it was asked by. */
function addressed(request: ModelRequest, configured: string, configs: ModelConfigs): ModelRequest {
  const name = request.model || configured
  if (isAlias(name, configs))
    return { ...request, alias: name, model: generationFor({ name, scope: request.scope }, configs).model }
  const id = resolveModel(name)
  const { model } = generationFor({ name: id, scope: request.scope }, configs)
  return { ...request, model: model === id ? name : model }
}

function userAgent(version: string | undefined, model: string, env: Environment): string {
  const named = given(env.GEMINI_CLI_SURFACE) ?? given(env.SURFACE)
  const place = named ?? (given(env.GITHUB_SHA) === undefined ? 'terminal' : 'GitHub')
  return `Sluice/${version ?? 'unknown'}/${model} (${process.platform}; ${process.arch}; ${place.replace(/[^\w .-]/g, '')})`
}
