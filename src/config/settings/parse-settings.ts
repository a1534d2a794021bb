import stripJsonComments from 'strip-json-comments'
import type { Environment } from '../../platform/environment.ts'
import { messageOf } from '../../platform/errors.ts'
import { isConfidential } from '../../platform/net/addresses.ts'
import { collectSecrets } from '../../platform/redact/redact.ts'
import { interpolate, isReservedVariable, mapTexts } from '../../text/interpolate.ts'
import { exceedsDepth } from '../../text/json.ts'

const MAX_DEPTH = 200

/**
 * Parses a settings text: a JSON object, with comments and trailing commas allowed. Empty text gives an empty object.
 * `reason` continues a sentence that begins with the file name: "is not JSON: …".
 */
export function parseSettings(
  text: string,
): { ok: true; settings: Record<string, unknown> } | { ok: false; reason: string; cause?: unknown } {
  const plain = text.replace(/^\uFEFF/, '')
  if (plain.trim() === '') return { ok: true, settings: {} }
  try {
    const json = stripJsonComments(plain, { trailingCommas: true })
    const parsed: unknown = json.trim() === '' ? {} : JSON.parse(json)
    if (exceedsDepth(parsed, MAX_DEPTH)) return { ok: false, reason: `is nested more than ${MAX_DEPTH} levels deep` }
    if (isObject(parsed)) return { ok: true, settings: { ...parsed } }
  } catch (cause) {
    return { ok: false, reason: `is not JSON: ${messageOf(cause)}`, cause }
  }
  return { ok: false, reason: 'must be a JSON object' }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Settings without interpolation. The shell expands commands: a value inserted into their text would run as shell code. Tool
 * lists are rules, and the environment may hold untrusted text. A server's `env` is expanded when it starts.
 */
const VERBATIM =
  /^(hooks|sluice\.verify|mcp\.serverCommand|tools\.(discoveryCommand|callCommand|core|allowed|exclude|confirmationRequired)|mcpServers\.[^.]*\.env)(\.|$)/

/** The only settings that may hold a credential: they are sent to the server and shown nowhere. */
const CREDENTIAL_PATHS = /^mcpServers\.[^.]*\.(headers|url|httpUrl|oauth)(\.|$)/

/**
 * Replaces the placeholders in the texts of settings, once. An undefined variable without a default stays a placeholder, and
 * so does a credential where the model or a program could see it; `refused` lists those. `missing` lists the empty variables
 * in server credentials: usually a secret that the step does not set.
 */
export function interpolateSettings<Value>(
  settings: Value,
  env: Environment,
): { value: Value; refused: string[]; missing: string[] } {
  const refused: string[] = []
  const missing: string[] = []
  const expand = (text: string, path: string) =>
    interpolate(
      text,
      ({ name, fallback }) => {
        const value = env[name]
        if (!value && fallback === undefined && CREDENTIAL_PATHS.test(path)) missing.push(`${path} ($${name})`)
        if (value === undefined) return fallback
        if (value !== '' && isSentInTheOpen(settings, text, path, env)) return undefined
        const isSafe = CREDENTIAL_PATHS.test(path) || collectSecrets({ [name]: value }, []).length === 0
        if (isSafe && !isReservedVariable(name)) return value
        refused.push(`${path} (${name})`)
        return undefined
      },
      { bareNames: true },
    )
  return { value: mapTexts(settings, expand, (path) => VERBATIM.test(path)), refused, missing }
}

/** Whether this text of a server goes over plain http to another machine. A variable may still name that machine. */
function isSentInTheOpen(settings: unknown, text: string, path: string, env: Environment): boolean {
  const [, name = '', key] = /^mcpServers\.([^.]*)\.(headers|url|httpUrl)(?:\.|$)/.exec(path) ?? []
  const servers = isObject(settings) && isObject(settings.mcpServers) ? settings.mcpServers : {}
  const server = isObject(servers[name]) ? servers[name] : {}
  const written = key === 'headers' ? (server.httpUrl ?? server.url) : text
  if (key === undefined || typeof written !== 'string') return false
  const url = interpolate(written, (each) => env[each.name] ?? each.fallback, { bareNames: true })
  const afterHost = written.replace(/^(?:https?:\/\/)?[^/?#]*/i, '')
  return URL.canParse(url) && !isConfidential(url) && (key === 'headers' || afterHost.includes('$'))
}

/** The notice about an entry of `missing`. */
export const emptyVariableNotice = (place: string): string =>
  `${place}: this variable is empty or not set in this step.`

/** Lists that add up: an entry of either side applies. */
const CONCAT = /^(hooks\.\w+|context\.includeDirectories)$/

const UNION =
  /^(policyPaths|adminPolicyPaths|tools\.(exclude|confirmationRequired)|mcp\.excluded|context\.fileFiltering\.customIgnoreFilePaths|advanced\.excludedEnvVars|extensions\.disabled|skills\.disabled|hooksConfig\.disabled|hooks\.disabled|security\.environmentVariableRedaction\.blocked)$/

/** Allow lists: an entry must be on both sides. */
const INTERSECTION = /^mcp\.allowed$/

/** Objects that are replaced as a whole: two definitions of a server are not mixed. */
const WHOLE = /^mcpServers\.[^.]*$/

/**
 * Merges `over` into `under`: objects key by key, everything else is replaced, except for the lists and objects above.
 * Source: the reference's merge strategies.
 */
export function mergeSettings(
  under: Record<string, unknown>,
  over: Record<string, unknown>,
  prefix = '',
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    if (key === '__proto__' || value === undefined) continue
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined
    merged[key] = mergeValue(below, value, prefix + key)
  }
  return merged
}

function mergeValue(below: unknown, value: unknown, path: string): unknown {
  if (isObject(below) && isObject(value)) return WHOLE.test(path) ? value : mergeSettings(below, value, `${path}.`)
  if (!Array.isArray(below) || !Array.isArray(value)) return value
  if (INTERSECTION.test(path)) return intersection(below, value)
  if (UNION.test(path)) return [...new Set([...below, ...value])]
  return CONCAT.test(path) ? [...below, ...value] : value
}

/**
 * The entries of both lists, as the lower one spells them. An empty list allows everything, so two lists without a common
 * entry become a list with one empty name, which matches nothing.
 */
function intersection(below: readonly unknown[], value: readonly unknown[]): unknown[] {
  if (below.length === 0 || value.length === 0) return [...below, ...value]
  if (value.includes('*')) return [...below]
  if (below.includes('*')) return [...value]
  const upper = new Set(value.map((name) => String(name).toLowerCase()))
  const both = below.filter((name) => upper.has(String(name).toLowerCase()))
  return both.length === 0 ? [''] : both
}
