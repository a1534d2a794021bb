import { canonicalToolName, SHELL_TOOL } from '../policy/rules/tool-names.ts'
import type { ToolRecord } from '../record/events.ts'
import type { Tool } from '../tools/tool.ts'
import { TOOL_ALIASES } from '../tools/tool-aliases.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import type { CallContext } from './agent-context.ts'
import { judgeByRules } from './gate.ts'
import type { OfferedSubagent } from './subagents/subagent.ts'

/** The tools that a name or wildcard selects from `tools`. `toolbox` holds the same tools and resolves aliases. */
export const selectTools = (name: string, tools: readonly Tool[], toolbox: Toolbox): Tool[] =>
  name.includes('*') ? matchWildcard(name, tools) : [toolbox.find(name) ?? serverTools(name, tools)].flat()

/** A notice for each sub-agent that names server or discovered tools that this run does not have. */
export const missingToolNotices = (
  agents: readonly Pick<OfferedSubagent, 'name' | 'tools'>[],
  toolbox: Toolbox,
): string[] =>
  agents.flatMap(({ name, tools = [] }) => {
    const missing = tools.filter((tool) => !isBuiltIn(tool) && selectTools(tool, toolbox.all(), toolbox).length === 0)
    return missing.length === 0
      ? []
      : [`The sub-agent ${name} names tools that this run does not have: ${missing.join(', ')}.`]
  })

/** A missing built-in tool is reported elsewhere; the wildcards may match nothing. */
const isBuiltIn = (name: string): boolean =>
  name === '*' || name === 'mcp_*' || Object.hasOwn(TOOL_ALIASES, canonicalToolName(name))

/** A server tool can be named without its server. */
const serverTools = (short: string, tools: readonly Tool[]): Tool[] =>
  tools.filter(({ name, server }) => server !== undefined && name === `${server}__${short}`)

/** `*`: all tools. `mcp_*`: tools of all servers. `mcp_server_*`, `server__*`: tools of one server. `prefix*`: by name. */
function matchWildcard(wildcard: string, tools: readonly Tool[]): Tool[] {
  const start = wildcard.slice(0, -1)
  return tools.filter(({ name, server }) => {
    if (wildcard === '*') return true
    if (server === undefined) return name.startsWith(start)
    return wildcard === 'mcp_*' || name.startsWith(start) || start === `mcp_${server}_`
  })
}

/** The record of a tool in the transcript. */
export const toolRecord = ({
  name,
  aliases,
  undeclared,
  server,
  shortName,
  annotations,
  declare,
}: Tool): ToolRecord => ({
  name,
  aliases: [...aliases],
  undeclared,
  server,
  shortName,
  annotations,
  declaration: undeclared === true ? undefined : declare(),
})

/** Whether the rules let the model run exactly this command. Where checkers look at calls, too, nothing is sure. */
export async function mayRunCommand(command: string, context: CallContext): Promise<boolean> {
  const tool = context.toolbox.find(SHELL_TOOL)
  if (tool === undefined || context.hiddenTools.has(SHELL_TOOL) || context.runCheckers !== undefined) return false
  return (await judgeByRules(tool, { command }, context)).verdict === 'allow'
}
