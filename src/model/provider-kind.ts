import { type Environment, nonBlank } from '../platform/environment.ts'
import { UserError } from '../platform/errors.ts'
import type { RetryLimits } from './retry.ts'

/** The inputs and settings that apply to the model. Empty strings count as absent. */
export type ModelOptions = {
  /** A full id, a short name (models.ts) or an alias (settings); absent: GEMINI_MODEL, else `auto`. */
  model?: string
  apiKey?: string
  /** Where an empty key comes from, as sentences, by input or variable. */
  emptyKeys?: Readonly<Record<string, string>>
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

export type ProviderKind = 'gemini' | 'vertex' | 'code-assist'

/** Values of `security.auth` in the settings. */
export const AUTH_TYPES: Readonly<Record<string, ProviderKind>> = {
  'gemini-api-key': 'gemini',
  gateway: 'gemini',
  'vertex-ai': 'vertex',
  'oauth-personal': 'code-assist',
  'compute-default-credentials': 'code-assist',
  'cloud-shell': 'code-assist',
}

/** Inputs take precedence over settings, and both over the environment. An API key as input also selects its provider. */
export function selectProviderKind(options: ModelOptions, env: Environment): ProviderKind {
  if (options.useCodeAssist === true) return 'code-assist'
  if (options.useVertex === true) return 'vertex'
  if (nonBlank(options.apiKey) !== undefined) return 'gemini'
  const chosen = nonBlank(options.authType)
  if (chosen !== undefined) {
    const kind = Object.hasOwn(AUTH_TYPES, chosen) ? AUTH_TYPES[chosen] : undefined
    if (kind !== undefined) return kind
    throw new UserError(
      `security.auth.selectedType is "${chosen}", but must be one of ${Object.keys(AUTH_TYPES).join(', ')}.`,
    )
  }
  if (env.GOOGLE_GENAI_USE_GCA === 'true') return 'code-assist'
  if (env.GOOGLE_GENAI_USE_VERTEXAI === 'true') return 'vertex'
  if (nonBlank(env.GEMINI_API_KEY) === undefined && env.GEMINI_CLI_USE_COMPUTE_ADC === 'true') return 'code-assist'
  return 'gemini'
}

/**
 * Whether any credential is configured, usable or not. False when GitHub passes no secrets: for a pull request from a fork,
 * or a run by Dependabot.
 */
export function hasCredential(options: ModelOptions, env: Environment): boolean {
  const keys = [options.apiKey, env.GEMINI_API_KEY, options.googleApiKey, env.GOOGLE_API_KEY]
  const tokens = [env.GOOGLE_CLOUD_ACCESS_TOKEN, env.GOOGLE_APPLICATION_CREDENTIALS]
  if ([...keys, ...tokens].some((text) => nonBlank(text) !== undefined)) return true
  if (nonBlank(options.workloadIdentityProvider) !== undefined)
    return nonBlank(env.ACTIONS_ID_TOKEN_REQUEST_URL) !== undefined
  return selectProviderKind(options, env) === 'gemini' ? options.authType === 'gateway' : hasMachineIdentity(env)
}

/** A hosted runner has no Google identity, and an earlier step could have put one into its home folder. */
export const hasMachineIdentity = (env: Environment): boolean => env.RUNNER_ENVIRONMENT !== 'github-hosted'
