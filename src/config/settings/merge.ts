import { isObject } from './parse-settings.ts'

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
