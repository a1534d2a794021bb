import { isObject } from './text.ts'

/** Lists that add up: to be asked, forbidden, switched off or looked at by either side is enough. */
const CONCAT = /^(hooks\.\w+|context\.includeDirectories)$/
const UNION =
  /^(policyPaths|adminPolicyPaths|tools\.(exclude|confirmationRequired)|mcp\.excluded|context\.fileFiltering\.customIgnoreFilePaths|advanced\.excludedEnvVars|extensions\.disabled|skills\.disabled|hooksConfig\.disabled|hooks\.disabled|security\.environmentVariableRedaction\.blocked)$/
/** Lists of what is let in: only what both sides let in is. */
const INTERSECTION = /^mcp\.allowed$/
/** Objects that are one thing: a server is not made of two halves. */
const WHOLE = /^mcpServers\.[^.]*$/

/**
 * `over` upon `under`: objects key by key, everything else is replaced, except for the lists and objects above.
 * Source: the reference's merge strategies.
 */
export function merge(under: Record<string, unknown>, over: Record<string, unknown>, at = ''): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    if (key === '__proto__') continue
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined
    merged[key] = one(below, value, at + key)
  }
  return merged
}

function one(below: unknown, value: unknown, path: string): unknown {
  if (isObject(below) && isObject(value)) return WHOLE.test(path) ? value : merge(below, value, `${path}.`)
  if (!Array.isArray(below) || !Array.isArray(value)) return value
  if (INTERSECTION.test(path)) return common(below, value)
  if (UNION.test(path)) return [...new Set([...below, ...value])]
  return CONCAT.test(path) ? [...below, ...value] : value
}

/**
 * What both let in, as the lower one spells it. An empty list lets everything in, so two lists without a common name become
 * one that names nothing.
 */
function common(below: readonly unknown[], value: readonly unknown[]): unknown[] {
  if (below.length === 0 || value.length === 0) return [...below, ...value]
  if (value.includes('*')) return [...below]
  if (below.includes('*')) return [...value]
  const upper = new Set(value.map((name) => String(name).toLowerCase()))
  const both = below.filter((name) => upper.has(String(name).toLowerCase()))
  return both.length === 0 ? [''] : both
}
