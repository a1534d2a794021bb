import type { Rule } from './decide.ts'
import { canonical, OTHER_NAMES } from './tool-names.ts'

/** Names one or two letters away from a tool there is: the rule speaks of nothing then, and a deny denies nothing. */
export function misspelt({ match }: Rule): string[] {
  if (match.server !== undefined) return []
  const known = Object.keys(OTHER_NAMES)
  const others = Object.values(OTHER_NAMES).flat()
  return (match.tools ?? []).flatMap((tool) => {
    if (known.includes(canonical(tool)) || /[*]|__|^mcp_|^discovered_tool_/.test(tool)) return []
    const isNear = (each: string) => distance(each.toLowerCase(), tool.toLowerCase()) <= 2
    // Of short names too much is two letters away.
    const near = known.find(isNear) ?? others.find((each) => each.length > 7 && isNear(each))
    return near === undefined
      ? []
      : [`no tool is called ${JSON.stringify(tool)}; did you mean ${JSON.stringify(near)}?`]
  })
}

/** The same of all rules, once each, with where they stand. */
export const misspeltIn = (rules: readonly Rule[]): string[] => [
  ...new Set(rules.flatMap((rule) => misspelt(rule).map((text) => `${rule.file}:${rule.line}: ${text}`))),
]

/** Levenshtein's: the fewest single-character insertions, deletions and substitutions. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
