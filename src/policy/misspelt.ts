import { distance } from 'fastest-levenshtein'
import type { Rule } from './decide.ts'
import { canonical, OTHER_NAMES } from './tool-names.ts'

/** Names one or two letters away from a tool there is: the rule speaks of nothing then, and a deny denies nothing. */
export function misspelt({ match }: Rule): string[] {
  if (match.server !== undefined) return []
  return (match.tools ?? []).flatMap((tool) => {
    if (Object.hasOwn(OTHER_NAMES, canonical(tool)) || /[*]|__|^mcp_|^discovered_tool_/.test(tool)) return []
    const near = nearestTool(tool)
    return near === undefined
      ? []
      : [`no tool is called ${JSON.stringify(tool)}; did you mean ${JSON.stringify(near)}?`]
  })
}

/** The name of a tool there is, one or two letters away from this one. */
export function nearestTool(name: string): string | undefined {
  const isNear = (each: string) => distance(each.toLowerCase(), name.toLowerCase()) <= 2
  // Of short names too much is two letters away.
  const others = Object.values(OTHER_NAMES).flat()
  return Object.keys(OTHER_NAMES).find(isNear) ?? others.find((each) => each.length > 7 && isNear(each))
}

/** The same of all rules, once each, with where they stand. */
export const misspeltIn = (rules: readonly Rule[]): string[] => [
  ...new Set(rules.flatMap((rule) => misspelt(rule).map((text) => `${rule.file}:${rule.line}: ${text}`))),
]
