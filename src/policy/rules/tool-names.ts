import { distance } from 'fastest-levenshtein'
import { GITHUB_TOOLS, TOOL_ALIASES } from '../../tools/tool-aliases.ts'
import type { CallFacts, Rule, RuleMatch } from './rule.ts'

export const SHELL_TOOL = 'run_shell_command'

/** The tool as which rules judge a path that a run delivers. It cannot be called. */
export const DELIVER_FILE = 'deliver_file'

/** The tools whose rules about paths also apply to what a run delivers. */
export const EDIT_TOOLS = ['write_file', 'replace']

const DELEGATE = 'delegate_to_agent'

const CANONICAL = new Map(
  Object.entries(TOOL_ALIASES).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
)

/** The canonical name for any alias of a built-in tool; any other name is unchanged. */
export const canonicalToolName = (name: string): string => CANONICAL.get(name) ?? name

/** Whether this can be a tool name: a built-in tool or alias, a discovered tool, or a server's tool. */
export const isKnownToolName = (name: string): boolean =>
  Object.hasOwn(TOOL_ALIASES, canonicalToolName(name)) ||
  name === DELIVER_FILE ||
  /^discovered_tool_[\w-]+$/.test(name) ||
  /^(?:mcp_[\w.-]+_|[\w.-]+?__)[\w.:-]+$/.test(name)

/** Whether a toolName is a plain name or a supported wildcard. */
export const isKnownWildcard = (name: string): boolean =>
  !name.includes('*') || name === '*' || /^[^*]+\*$/.test(name) || /^(mcp_\*_|\*__)[^*]+$/.test(name)

/**
 * The tools for which a rule can say `targets`, by the names that the server `github` gives them: proposals about issues and pull
 * requests, and the tools of GitHub's MCP server that make the same proposals.
 */
export const TARGET_TOOLS = [
  ...['comment', 'add_labels', 'remove_labels', 'assign', 'update_issue', 'create_issue', 'reply', 'resolve_thread'],
  ...['add_issue_comment', 'create_or_update_issue_comment', 'add_labels_to_issue'],
  ...['issue_write', 'update_pull_request', 'pull_request_review_write'],
]

/** Whether a rule names one of these tools: with `mcpName = "github"`, or by a full name. */
export const isTargetTool = (name: string, mcpName: string | undefined): boolean => {
  const full = /^(?:github__|mcp_github_)(.+)$/.exec(name)?.[1]
  if (mcpName !== undefined && mcpName !== 'github') return false
  return TARGET_TOOLS.includes(full ?? (mcpName === undefined ? '' : name))
}

/** What a call that no run makes writes to: as given, else the item of the run. A new issue is no item of a run. */
export function beyondAs(targets: 'own' | 'any' | undefined, tool: string): string | undefined {
  const isNew = /^(?:github__|mcp_github_)?create_issue$/.test(tool)
  return (targets ?? (isNew ? 'any' : 'own')) === 'any'
    ? 'The call writes to something other than the item of the run. Only an allow rule of the user or admin tier with the name of this tool and targets = "any" allows it.'
    : undefined
}

/**
 * The names by which rules can refer to a call's tool. `short` is the name the server gives the tool, `plain` the same, or the whole name
 * when it does not say which.
 */
export type ToolIdentity = { names: ReadonlySet<string>; server?: string; short?: string; plain?: string }

export function toolIdentity(facts: CallFacts): ToolIdentity {
  const { server } = facts
  if (server !== undefined) {
    const short = facts.short ?? serverToolName(facts.tool, server)
    // A tool whose name claims another server, or no server, belongs only to its real server.
    const isOwn = short !== undefined && !hasDigest(facts.tool, short)
    const own = isOwn ? [`${server}__${short}`, prefixedName(server, short)] : []
    const names = new Set([
      ...own,
      ...[facts.tool, ...(facts.aliases ?? [])].filter((name) => isOfServer(name, server)),
    ])
    return { names, server, short, plain: facts.short ?? facts.tool }
  }
  const names = new Set([facts.tool, ...(facts.aliases ?? [])])
  for (const name of [...names]) names.add(canonicalToolName(name))
  const agent = facts.args.agent_name ?? facts.args.agent
  if (names.has(DELEGATE) && typeof agent === 'string') names.add(agent)
  return { names }
}

/** Whether a rule applies to this tool, whatever its arguments. A rule that denies or asks also applies to what it may mean. */
export const matchesTool = ({ match, verdict }: Pick<Rule, 'match' | 'verdict'>, call: ToolIdentity): boolean =>
  namesTool(match, call) || (verdict !== 'allow' && mayNameTool(match, call))

function namesTool(match: RuleMatch, call: ToolIdentity): boolean {
  if (match.builtin && call.server !== undefined) return false
  if (
    match.server !== undefined &&
    (call.server === undefined || (match.server !== '*' && match.server !== call.server))
  )
    return false
  if (match.tools === undefined) return true
  return match.tools.some((name) => matchesName(name, match.server !== undefined, call))
}

function matchesName(name: string, isServerRule: boolean, { names, server, short }: ToolIdentity): boolean {
  if (name === '*' || names.has(name)) return true
  if (server === undefined) {
    if (names.has(canonicalToolName(name))) return true
    return (
      name.endsWith('*') && !isServerWildcard(name) && [...names].some((each) => each.startsWith(name.slice(0, -1)))
    )
  }
  if (short === undefined) return false
  if (isServerRule && (name === short || (name.endsWith('*') && short.startsWith(name.slice(0, -1))))) return true
  if (name === 'mcp_*') return true
  const anyServers = /^(?:mcp_\*_|\*__)(.+)$/.exec(name)?.[1]
  if (anyServers !== undefined) return anyServers === short
  return name === `${server}__*` || name === prefixedName(server, '*')
}

/** Whether a tool got a digest, because another one has the name that it would have. */
const hasDigest = (tool: string, short: string): boolean =>
  /_[0-9a-f]{8}$/.test(tool) && !toValidName(short).endsWith(tool.slice(-8))

/**
 * Whether a rule may mean a tool of a server: by the server's own name for it, by the name that it had before it got a digest, or because
 * its own name claims another server. The tools of a server can change, and a rule that denies must not lose one thereby.
 */
function mayNameTool({ builtin, server: ruleServer, tools }: RuleMatch, call: ToolIdentity): boolean {
  const { names, server, plain } = call
  if (server === undefined || plain === undefined || builtin) return false
  const claims = (claimed: string) =>
    [`${claimed}__`, prefixedName(claimed, '')].some((start) => plain.startsWith(start))
  const isOfRule = ruleServer === undefined || ruleServer === '*' || ruleServer === server
  if (!isOfRule) return claims(ruleServer) && (tools === undefined || tools.includes('*'))
  const all = [plain, ...names, `${server}__${plain}`, prefixedName(server, plain)]
  return (tools ?? []).some((name) => {
    const start = /^(?:mcp_[^*]+_|[^*]+__)(?=[*]$)/.exec(name)?.[0]
    if (start !== undefined) return plain.startsWith(start)
    if (ruleServer === undefined && isBuiltinName(name)) return false
    return all.some((each) => each === name || isCleaned(name, toValidName(each)))
  })
}

const isBuiltinName = (name: string): boolean => Object.hasOwn(TOOL_ALIASES, canonicalToolName(name))

const MAX_NAME_CHARACTERS = 63

/** Whether this is the cleaned name, or the cleaned name with its middle left out. */
const isCleaned = (name: string, cleaned: string): boolean =>
  name === cleaned ||
  (name.length === MAX_NAME_CHARACTERS &&
    cleaned.length > name.length &&
    cleaned.startsWith(name.slice(0, 28)) &&
    cleaned.endsWith(name.slice(-30)))

const toValidName = (name: string): string => name.replace(/[^\w.-]/g, '_')

const isServerWildcard = (name: string): boolean => name === 'mcp_*' || name.endsWith('__*')

/** Whether a full name is one of this server, even when it was shortened or its invalid characters were replaced. */
const isOfServer = (name: string, server: string): boolean =>
  [`${server}__`, prefixedName(server, '')].some((start) => validName(name).startsWith(validName(start).slice(0, 28)))

const validName = (name: string): string => name.replace(/\W/g, '_').toLowerCase()

/** The name the server gives its tool; undefined when the full name belongs to another server. */
function serverToolName(tool: string, server: string): string | undefined {
  if (tool.startsWith(`${server}__`)) return tool.slice(server.length + 2)
  const later = prefixedName(server, '')
  if (tool.startsWith(later)) return tool.slice(later.length)
  return tool.includes('__') || tool.startsWith('mcp_') ? undefined : tool
}

/** The `mcp_server_tool` form of newer reference versions, with invalid characters replaced. */
function prefixedName(server: string, tool: string): string {
  const start = server.startsWith('mcp_') ? server : `mcp_${server}`
  return `${start}_${tool}`.replace(/[^\w.:*-]/g, '_')
}

/**
 * The server in a tool name: `server__tool`, or `mcp_server_tool` up to the first underscore. Only for input by people, which
 * may omit the server; a call in a run always names its server.
 */
export function serverInName(tool: string): string | undefined {
  const later = /^mcp_([^_]+)_./.exec(tool)?.[1]
  return later ?? /^(.+?)__./.exec(tool)?.[1]
}

/** Tool names in a rule that look misspelled. Such a rule matches nothing, so a deny rule denies nothing. */
export function toolNameProblems({ match }: Rule): string[] {
  if (match.server !== undefined) return []
  return (match.tools ?? []).flatMap((tool) => {
    const isPattern = /[*]|^discovered_tool_/.test(tool)
    const isOfServers = /__|^mcp_/.test(tool) && !isUnknownGithubTool(tool)
    if (Object.hasOwn(TOOL_ALIASES, canonicalToolName(tool)) || isPattern || isOfServers) return []
    const near = nearestTool(tool)
    return near === undefined ? [] : [`no tool is named ${JSON.stringify(tool)}; did you mean ${JSON.stringify(near)}?`]
  })
}

const MAX_DISTANCE = 2

const GITHUB_NAME = /^(github__|mcp_github_)([^*]+)$/

/** Whether a name claims a tool of the server `github` that it does not have. */
export const isUnknownGithubTool = (name: string): boolean => {
  const short = GITHUB_NAME.exec(name)?.[2]
  return short !== undefined && !GITHUB_TOOLS.includes(short)
}

/** The tool name that differs from this one by one or two letters, if any. */
export function nearestTool(name: string): string | undefined {
  const [, prefix, short] = GITHUB_NAME.exec(name) ?? []
  if (short !== undefined) {
    const near = GITHUB_TOOLS.find((each) => distance(each, short.toLowerCase()) <= MAX_DISTANCE)
    return near === undefined ? undefined : `${prefix}${near}`
  }
  const isNear = (each: string) =>
    Math.abs(each.length - name.length) <= MAX_DISTANCE &&
    distance(each.toLowerCase(), name.toLowerCase()) <= MAX_DISTANCE
  // Too many unrelated names are two letters away from a short one.
  const others = Object.values(TOOL_ALIASES).flat()
  return Object.keys(TOOL_ALIASES).find(isNear) ?? others.find((each) => each.length > 7 && isNear(each))
}

/** The misspelled tool names of all rules, once each, with file and line. */
export const toolNameWarnings = (rules: readonly Rule[]): string[] => [
  ...new Set(rules.flatMap((rule) => toolNameProblems(rule).map((text) => `${rule.file}:${rule.line}: ${text}`))),
]
