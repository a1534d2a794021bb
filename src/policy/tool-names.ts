import type { Facts, Match } from './decide.ts'

/** Every name a built-in tool was known by over time, by the name it has here. test/policy holds it against the tools. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  read_file: ['ReadFileTool', 'ReadFile', 'read'],
  write_file: ['WriteFileTool', 'WriteFile', 'create_file'],
  replace: ['edit', 'edit_file', 'smart_edit', 'EditTool', 'SmartEditTool', 'SmartEdit', 'Edit', 'str_replace'],
  list_directory: ['ls', 'LSTool', 'ReadFolder', 'list_dir', 'list_files'],
  glob: ['GlobTool', 'FindFiles', 'find_files'],
  search_file_content: ['grep_search', 'grep', 'ripgrep', 'ripGrep', 'GrepTool', 'RipGrepTool', 'SearchText'],
  read_many_files: ['ReadManyFilesTool', 'ReadManyFiles'],
  run_shell_command: ['shell', 'ShellTool', 'Shell', 'run_command', 'bash'],
  web_fetch: ['WebFetchTool', 'WebFetch'],
  google_web_search: ['web_search', 'WebSearchTool', 'GoogleSearch'],
  save_memory: ['MemoryTool', 'SaveMemory'],
  write_todos: ['WriteTodosTool', 'WriteTodos', 'todo_write'],
  get_internal_docs: ['GetInternalDocsTool', 'GetInternalDocs'],
  list_background_processes: ['ListBackgroundProcesses'],
  read_background_output: ['ReadBackgroundOutput'],
  delegate_to_agent: ['invoke_agent', 'SubagentInvocation', 'DelegateToAgentTool'],
  activate_skill: ['ActivateSkillTool'],
  complete_task: ['CompleteTaskTool'],
}

export const SHELL = 'run_shell_command'
const DELEGATE = 'delegate_to_agent'

const CANONICAL = new Map(
  Object.entries(OTHER_NAMES).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
)

/** The name a tool has here, for any name it ever had; other names stay as they are. */
export const canonical = (name: string): string => CANONICAL.get(name) ?? name

/** Whether a tool could be called so: one of ours by any of its names, a discovered one, or one of a server. */
export const isKnownToolName = (name: string): boolean =>
  Object.hasOwn(OTHER_NAMES, canonical(name)) ||
  /^discovered_tool_[\w-]+$/.test(name) ||
  /^(?:mcp_[\w.-]+_|[\w.-]+?__)[\w.:-]+$/.test(name)

/** The wildcards a toolName may be, beside plain names. */
export const isKnownWildcard = (name: string): boolean =>
  !name.includes('*') || name === '*' || /^[^*]+\*$/.test(name) || /^(mcp_\*_|\*__)[^*]+$/.test(name)

/** Who a call is for, as rules name it. `short` is a server's own name for its tool. */
export type Identity = { names: ReadonlySet<string>; server?: string; short?: string }

export function factsIdentity(facts: Facts): Identity {
  const names = new Set([facts.tool, ...(facts.aliases ?? [])])
  const { server } = facts
  if (server !== undefined) {
    const short = facts.short ?? shortName(facts.tool, server)
    // A tool that claims in its name to be of another server is nobody's but its real server's.
    if (short !== undefined) for (const name of [`${server}__${short}`, laterName(server, short)]) names.add(name)
    return { names, server, ...(short === undefined ? {} : { short }) }
  }
  for (const name of [...names]) names.add(canonical(name))
  const agent = facts.args.agent_name ?? facts.args.agent
  if (names.has(DELEGATE) && typeof agent === 'string') names.add(agent)
  return { names }
}

/** Whether a rule speaks of tools by this name from this server; arguments aside. */
export function namesCall(match: Match, call: Identity): boolean {
  if (match.builtin && call.server !== undefined) return false
  if (
    match.server !== undefined &&
    (call.server === undefined || (match.server !== '*' && match.server !== call.server))
  )
    return false
  if (match.tools === undefined) return true
  return match.tools.some((name) => named(name, match.server !== undefined, call))
}

function named(name: string, ofServer: boolean, { names, server, short }: Identity): boolean {
  if (name === '*' || names.has(name)) return true
  if (server === undefined) {
    if (names.has(canonical(name))) return true
    return (
      name.endsWith('*') && !isServerWildcard(name) && [...names].some((each) => each.startsWith(name.slice(0, -1)))
    )
  }
  if (short === undefined) return false
  if (ofServer && (name === short || (name.endsWith('*') && short.startsWith(name.slice(0, -1))))) return true
  if (name === 'mcp_*') return true
  const anyServers = /^(?:mcp_\*_|\*__)(.+)$/.exec(name)?.[1]
  if (anyServers !== undefined) return anyServers === short
  return name === `${server}__*` || name === laterName(server, '*')
}

const isServerWildcard = (name: string): boolean => name === 'mcp_*' || name.endsWith('__*')

/** What a server calls its tool; undefined when the full name belongs to another server. */
function shortName(tool: string, server: string): string | undefined {
  if (tool.startsWith(`${server}__`)) return tool.slice(server.length + 2)
  const later = laterName(server, '')
  if (tool.startsWith(later)) return tool.slice(later.length)
  return tool.includes('__') || tool.startsWith('mcp_') ? undefined : tool
}

/** The form of later versions: `mcp_server_tool`, with what names may not hold replaced. */
function laterName(server: string, tool: string): string {
  const start = server.startsWith('mcp_') ? server : `mcp_${server}`
  return `${start}_${tool}`.replace(/[^\w.:*-]/g, '_')
}

/**
 * The server a bare name speaks of, for calls that do not say: `server__tool`, or `mcp_server_tool` up to its first
 * underscore. Only for people's questions; a real call always says.
 */
export function serverInName(tool: string): string | undefined {
  const later = /^mcp_([^_]+)_./.exec(tool)?.[1]
  return later ?? /^(.+?)__./.exec(tool)?.[1]
}
