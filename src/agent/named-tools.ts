import { canonical, OTHER_NAMES } from '../policy/tool-names.ts'
import type { Tool } from '../tools/tool.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import type { OfferedAgent } from './subagent.ts'

/** The tools a definition means by a name or a wildcard, out of these, which are those of the toolbox. */
export const meant = (name: string, tools: readonly Tool[], all: Toolbox): Tool[] =>
  name.includes('*') ? matching(name, tools) : [all.find(name) ?? ofServers(name, tools)].flat()

/** A sentence for each sub-agent whose definition names tools of servers, or discovered ones, that a run does not have. */
export const toolsInVain = (agents: readonly Pick<OfferedAgent, 'name' | 'tools'>[], toolbox: Toolbox): string[] =>
  agents.flatMap(({ name, tools = [] }) => {
    const vain = tools.filter((tool) => !isBuiltIn(tool) && meant(tool, toolbox.all(), toolbox).length === 0)
    return vain.length === 0
      ? []
      : [`The sub-agent ${name} names tools that this run does not have: ${vain.join(', ')}.`]
  })

/** Which of these a run has is said where they are withheld; every server's are those there are. */
const isBuiltIn = (name: string): boolean =>
  name === '*' || name === 'mcp_*' || Object.hasOwn(OTHER_NAMES, canonical(name))

/** Tools of servers may be named as their servers name them. */
const ofServers = (short: string, tools: readonly Tool[]): Tool[] =>
  tools.filter(({ name, server }) => server !== undefined && name === `${server}__${short}`)

/** `*`: everything. `mcp_*`: every server's; `mcp_server_*`, `server__*`: one server's. `beginning*`: by name. */
function matching(wildcard: string, tools: readonly Tool[]): Tool[] {
  const start = wildcard.slice(0, -1)
  return tools.filter(({ name, server }) => {
    if (wildcard === '*') return true
    if (server === undefined) return name.startsWith(start)
    return wildcard === 'mcp_*' || name.startsWith(start) || start === `mcp_${server}_`
  })
}
