import { UserError } from '../host/errors.ts'
import { type Clock, RETRY_LIMITS, type Report, withFallback, withRetry } from './fallback.ts'
import { type GeminiOptions, geminiAsk } from './gemini.ts'
import { generationFor, modelChain, resolveModel, type Thinking } from './models.ts'
import type { Ask } from './types.ts'

/** The slice of inputs and settings this room obeys. Empty strings count as absent. */
export type ModelOptions = {
  model: string
  apiKey?: string | undefined
  googleApiKey?: string | undefined
  useVertex?: boolean | undefined
  useCodeAssist?: boolean | undefined
  project?: string | undefined
  location?: string | undefined
  workloadIdentityProvider?: string | undefined
  /** For the User-Agent header. */
  version?: string | undefined
  thinking?: Thinking | undefined
  /** Models to fall back to, instead of those a short name brings along. */
  fallback?: readonly string[] | undefined
  /** Attempts at one question, 1 to 10. */
  maxAttempts?: number | undefined
  stallMs?: number | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The model this run talks to: back end and credential from options, else from the environment, with retries and
 * fallback. Short model names may also stand in a request. Loads and sends nothing before the first question.
 * Throws UserError that names the inputs to set.
 */
export function connectModel(options: ModelOptions, env: Environment, clock: Clock, report: Report): Ask {
  const backEnd = backEndFor(options, env)
  const apiVersion = given(env.GOOGLE_GENAI_API_VERSION)
  const once = geminiAsk({
    ...backEnd,
    userAgent: (model) => userAgent(options.version, model, env),
    generation: (model) => generationFor(model, options.thinking),
    now: clock.now,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
  })
  const attempts = Math.min(10, Math.max(1, options.maxAttempts ?? RETRY_LIMITS.attempts))
  const patient = withRetry(once, clock, report, { ...RETRY_LIMITS, attempts })
  const chain = (model: string) =>
    options.fallback === undefined ? modelChain(model) : [...new Set([model, ...options.fallback].map(resolveModel))]
  const steady = withFallback(patient, chain, clock, report)
  return (request, signal) => steady({ ...request, model: request.model || options.model }, signal)
}

/** Whether there is anything to authenticate with, supported or not. False: a fork's run without secrets, say. */
export function hasCredential(options: ModelOptions, env: Environment): boolean {
  const wanted = wantedBackEnd(options, env)
  const { apiKey, googleApiKey, token, project } = credentials(options, env)
  switch (wanted) {
    case 'code-assist':
    case 'identity':
      return true
    case 'vertex':
      return googleApiKey !== undefined || token !== undefined || project !== undefined
    case 'gemini':
      return apiKey !== undefined || googleApiKey !== undefined
    default:
      return wanted satisfies never
  }
}

type BackEnd = Pick<GeminiOptions, 'apiKey' | 'accessToken' | 'vertex' | 'baseUrl'>

function backEndFor(options: ModelOptions, env: Environment): BackEnd {
  const { apiKey, googleApiKey, token, project, location } = credentials(options, env)
  switch (wantedBackEnd(options, env)) {
    case 'code-assist':
      throw new UserError(
        'Code Assist (use_gemini_code_assist, GOOGLE_GENAI_USE_GCA) is not supported yet. ' +
          'Set gemini_api_key, or use_vertex_ai with google_api_key.',
      )
    case 'identity':
      throw new UserError(
        'gcp_workload_identity_provider is not supported yet. Set gemini_api_key, or use_vertex_ai with google_api_key, ' +
          'or run google-github-actions/auth before this step and pass its token as GOOGLE_CLOUD_ACCESS_TOKEN.',
      )
    case 'vertex': {
      const at = baseUrl(env, 'GOOGLE_VERTEX_BASE_URL')
      if (googleApiKey !== undefined) return { ...at, apiKey: plainKey(googleApiKey, 'google_api_key'), vertex: {} }
      if (token !== undefined && project !== undefined)
        return { ...at, accessToken: () => token, vertex: { project, ...(location === undefined ? {} : { location }) } }
      throw new UserError(
        'Vertex AI needs google_api_key (or GOOGLE_API_KEY), or gcp_project_id with a token in GOOGLE_CLOUD_ACCESS_TOKEN. ' +
          'Application default credentials are not supported yet.',
      )
    }
    case 'gemini': {
      if (apiKey !== undefined)
        return { ...baseUrl(env, 'GOOGLE_GEMINI_BASE_URL'), apiKey: plainKey(apiKey, 'gemini_api_key') }
      if (googleApiKey !== undefined)
        throw new UserError(
          'google_api_key belongs to Vertex AI: set use_vertex_ai too, or pass the key as gemini_api_key.',
        )
      throw new UserError(
        'There is no credential for the model. Set the input gemini_api_key (a key from https://aistudio.google.com/apikey, ' +
          'kept as a secret), or use_vertex_ai with google_api_key.',
      )
    }
  }
}

/** Inputs win over the environment, also when they name a credential only. */
function wantedBackEnd(options: ModelOptions, env: Environment): 'gemini' | 'vertex' | 'code-assist' | 'identity' {
  const inputKey = given(options.apiKey) !== undefined
  if (options.useCodeAssist === true) return 'code-assist'
  if (options.useVertex === true)
    return given(options.workloadIdentityProvider) === undefined ||
      given(options.googleApiKey) !== undefined ||
      given(env.GOOGLE_CLOUD_ACCESS_TOKEN) !== undefined
      ? 'vertex'
      : 'identity'
  if (inputKey) return 'gemini'
  if (env.GOOGLE_GENAI_USE_GCA === 'true') return 'code-assist'
  if (env.GOOGLE_GENAI_USE_VERTEXAI === 'true') return 'vertex'
  return 'gemini'
}

function credentials(options: ModelOptions, env: Environment) {
  return {
    apiKey: given(options.apiKey) ?? given(env.GEMINI_API_KEY),
    googleApiKey: given(options.googleApiKey) ?? given(env.GOOGLE_API_KEY),
    token: given(env.GOOGLE_CLOUD_ACCESS_TOKEN),
    project: given(options.project) ?? given(env.GOOGLE_CLOUD_PROJECT) ?? given(env.GOOGLE_CLOUD_PROJECT_ID),
    location: given(options.location) ?? given(env.GOOGLE_CLOUD_LOCATION),
  }
}

function baseUrl(env: Environment, name: string): { baseUrl?: string } {
  const url = given(env[name])
  if (url === undefined) return {}
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UserError(`${name} is not an http or https address: ${url}`)
  return { baseUrl: url.replace(/\/+$/, '') }
}

/** A secret pasted with a line break would fail later, in a message that quotes it. */
function plainKey(key: string, input: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UserError(`${input} contains spaces, line breaks or characters that no key has. Paste the secret again.`)
}

function userAgent(version: string | undefined, model: string, env: Environment): string {
  const place = env.GITHUB_SHA === undefined ? 'terminal' : 'GitHub'
  return `Sluice/${version ?? 'unknown'}/${model} (${process.platform}; ${process.arch}; ${place})`
}

const given = (text: string | undefined): string | undefined => text?.trim() || undefined
