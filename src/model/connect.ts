import { UserError } from '../host/errors.ts'
import { type Clock, RETRY_LIMITS, type Report, withFallback, withRetry } from './fallback.ts'
import { type GeminiOptions, geminiAsk } from './gemini.ts'
import { generationFor, modelChain, renamingOf, resolveModel, type Thinking } from './models.ts'
import type { Ask } from './types.ts'

/** The slice of inputs and settings this room obeys. Empty strings count as absent. */
export type ModelOptions = {
  /** A full id or a short name (models.ts); absent: GEMINI_MODEL, else `auto`. */
  model?: string | undefined
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
  /** Silence in milliseconds that counts as a broken connection. */
  stallMs?: number | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The model this run talks to: back end and credential from options, else from the environment, with retries and
 * fallback. A request may name a model by its short name, or '' for the configured one. Loads and sends nothing before
 * the first question. Throws UserError that names the inputs to set.
 */
export function connectModel(options: ModelOptions, env: Environment, clock: Clock, report: Report): Ask {
  const apiVersion = given(env.GOOGLE_GENAI_API_VERSION)
  const once = geminiAsk({
    ...backEndFor(options, env),
    userAgent: (model) => userAgent(options.version, model, env),
    generation: (model) => generationFor(model, options.thinking),
    now: clock.now,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
  })
  const attempts = Math.min(10, Math.max(1, options.maxAttempts ?? RETRY_LIMITS.attempts))
  const patient = withRetry(once, clock, report, { ...RETRY_LIMITS, attempts })
  const steady = withFallback(patient, (model) => modelChain(model, options.fallback), clock, report)
  const configured = given(options.model) ?? given(env.GEMINI_MODEL) ?? 'auto'
  const renaming = renamingOf(resolveModel(configured))
  let noticed = renaming === undefined
  return (request, signal) => {
    if (!noticed && renaming !== undefined) report({ text: renaming })
    noticed = true
    return steady({ ...request, model: request.model || configured }, signal)
  }
}

/**
 * Whether anything was given to authenticate with, usable or not. False where GitHub hands out no secrets: a pull
 * request from a fork, a run by Dependabot.
 */
export function hasCredential(options: ModelOptions, env: Environment): boolean {
  const { apiKey, googleApiKey, token, identity } = credentials(options, env)
  return (apiKey ?? googleApiKey ?? token ?? identity) !== undefined
}

type BackEnd = Pick<GeminiOptions, 'apiKey' | 'accessToken' | 'vertex' | 'baseUrl'>

function backEndFor(options: ModelOptions, env: Environment): BackEnd {
  const { apiKey, googleApiKey, token, project, location, identity } = credentials(options, env)
  switch (wantedBackEnd(options, env)) {
    case 'code-assist':
      throw new UserError(
        'Gemini Code Assist (use_gemini_code_assist, GOOGLE_GENAI_USE_GCA) is not supported yet. ' +
          'Set gemini_api_key instead, or use_vertex_ai with google_api_key.',
      )
    case 'vertex': {
      const at = baseUrl(env, 'GOOGLE_VERTEX_BASE_URL')
      if (googleApiKey !== undefined) return { ...at, apiKey: intact(googleApiKey, 'google_api_key'), vertex: {} }
      if (token !== undefined && project !== undefined) {
        const bearer = intact(token, 'GOOGLE_CLOUD_ACCESS_TOKEN')
        return {
          ...at,
          accessToken: () => bearer,
          vertex: { project, ...(location === undefined ? {} : { location }) },
        }
      }
      throw new UserError(identity === undefined ? VERTEX_NEEDS : `${NO_IDENTITY} ${VERTEX_NEEDS}`)
    }
    case 'gemini':
      if (apiKey !== undefined)
        return { ...baseUrl(env, 'GOOGLE_GEMINI_BASE_URL'), apiKey: intact(apiKey, 'gemini_api_key') }
      if (googleApiKey !== undefined)
        throw new UserError(
          'google_api_key is a key for Vertex AI: set use_vertex_ai too, or pass the key as gemini_api_key.',
        )
      throw new UserError(
        `${identity === undefined ? 'There is no credential for the model.' : NO_IDENTITY} Set the input gemini_api_key ` +
          '(a key from https://aistudio.google.com/apikey, kept as a secret), or use_vertex_ai with google_api_key.',
      )
  }
}

const VERTEX_NEEDS =
  'Vertex AI needs google_api_key (or GOOGLE_API_KEY), or gcp_project_id with a token in GOOGLE_CLOUD_ACCESS_TOKEN ' +
  '(the access_token output of google-github-actions/auth with token_format: access_token).'

const NO_IDENTITY =
  'Workload Identity Federation and application default credentials (gcp_workload_identity_provider, ' +
  'GOOGLE_APPLICATION_CREDENTIALS) are not supported yet.'

/** Inputs win over the environment, also when all they name is a key. */
function wantedBackEnd(options: ModelOptions, env: Environment): 'gemini' | 'vertex' | 'code-assist' {
  if (options.useCodeAssist === true) return 'code-assist'
  if (options.useVertex === true) return 'vertex'
  if (given(options.apiKey) !== undefined) return 'gemini'
  if (env.GOOGLE_GENAI_USE_GCA === 'true') return 'code-assist'
  if (env.GOOGLE_GENAI_USE_VERTEXAI === 'true') return 'vertex'
  return 'gemini'
}

function credentials(options: ModelOptions, env: Environment) {
  return {
    apiKey: given(options.apiKey) ?? given(env.GEMINI_API_KEY),
    googleApiKey: given(options.googleApiKey) ?? given(env.GOOGLE_API_KEY),
    token: given(env.GOOGLE_CLOUD_ACCESS_TOKEN),
    identity: given(options.workloadIdentityProvider) ?? given(env.GOOGLE_APPLICATION_CREDENTIALS),
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

/** A secret pasted with a line break inside would fail later, in a message that quotes it. */
function intact(secret: string, name: string): string {
  if (/^[\x21-\x7e]+$/.test(secret)) return secret
  throw new UserError(`${name} contains blanks, line breaks or letters that no such secret has. Paste it again.`)
}

function userAgent(version: string | undefined, model: string, env: Environment): string {
  const place = given(env.GITHUB_SHA) === undefined ? 'terminal' : 'GitHub'
  return `Sluice/${version ?? 'unknown'}/${model} (${process.platform}; ${process.arch}; ${place})`
}

const given = (text: string | undefined): string | undefined => text?.trim() || undefined
