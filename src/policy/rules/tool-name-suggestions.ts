import { editDistance } from '../../text/edit-distance.ts'
import type { Rule } from './decide.ts'
import { canonicalToolName, TOOL_ALIASES } from './tool-names.ts'

/** Tool names in a rule that look misspelled. Such a rule matches nothing, so a deny rule denies nothing. */
export function toolNameProblems({ match }: Rule): string[] {
  if (match.server !== undefined) return []
  return (match.tools ?? []).flatMap((tool) => {
    if (Object.hasOwn(TOOL_ALIASES, canonicalToolName(tool)) || /[*]|__|^mcp_|^discovered_tool_/.test(tool)) return []
    const near = nearestTool(tool)
    return near === undefined ? [] : [`no tool is named ${JSON.stringify(tool)}; did you mean ${JSON.stringify(near)}?`]
  })
}

const MAX_DISTANCE = 2

/** The tool name that differs from this name by one or two letters, if there is one. */
export function nearestTool(name: string): string | undefined {
  const isNear = (each: string) =>
    Math.abs(each.length - name.length) <= MAX_DISTANCE &&
    editDistance(each.toLowerCase(), name.toLowerCase()) <= MAX_DISTANCE
  // Two letters away from a short name are too many unrelated names.
  const others = Object.values(TOOL_ALIASES).flat()
  return Object.keys(TOOL_ALIASES).find(isNear) ?? others.find((each) => each.length > 7 && isNear(each))
}

/** The misspelled tool names of all rules, once each, with file and line. */
export const toolNameWarnings = (rules: readonly Rule[]): string[] => [
  ...new Set(rules.flatMap((rule) => toolNameProblems(rule).map((text) => `${rule.file}:${rule.line}: ${text}`))),
]
