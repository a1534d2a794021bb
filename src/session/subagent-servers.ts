import type { AgentServer, AgentServers } from '../agent/subagents/agent-servers.ts'
import type { SubagentServers } from '../agent/subagents/subagent.ts'
import { emptyVariableNotice, interpolateSettings } from '../config/settings/environment.ts'
import { normalizeServerName } from '../mcp/names.ts'
import { settingsRules } from '../policy/rules/settings-rules.ts'
import type { ExternalToolsOptions } from './external-tools.ts'
import { startMcpServers } from './mcp-servers.ts'

/** Starts the MCP servers of one sub-agent, with the same rules, lists and sandbox as the servers of the settings. */
export async function startSubagentServers(
  agent: string,
  servers: AgentServers,
  options: ExternalToolsOptions,
): Promise<SubagentServers> {
  const { settings, env, rules } = options.config
  const notice = (text: string) => options.session.transcript.emit({ type: 'notice', level: 'warning', text })
  const usedNames = new Set(Object.keys(settings.mcpServers ?? {}).map(normalizeServerName))
  const allowedServers: Record<string, AgentServer> = {}
  // A server with the name of a run's server would match the rules for that server.
  for (const [name, server] of Object.entries(servers))
    if (usedNames.has(normalizeServerName(name)))
      notice(
        `MCP server ${name} of the agent ${agent} was not started: the settings define a server with the same name.`,
      )
    else allowedServers[name] = server
  const { value, refused, missing } = interpolateSettings({ mcpServers: allowedServers }, env)
  for (const place of refused) notice(`Agent ${agent}: ${place} was not replaced, because it is a credential.`)

  for (const place of missing) notice(`Agent ${agent}: ${emptyVariableNotice(place)}`)

  const trustRules = settingsRules({ mcpServers: value.mcpServers }).map((rule) => ({
    ...rule,
    file: `agent ${agent}: ${rule.file.replace('settings: mcpServers', 'mcp_servers')}`,
  }))
  const { allowed, excluded } = settings.mcp ?? {}
  const lists = { allowed, excluded }
  const { tools, close } = await startMcpServers({
    ...options,
    config: {
      ...options.config,
      settings: { ...settings, mcpServers: value.mcpServers, mcp: lists },
      rules: [...rules, ...trustRules],
    },
  })
  return {
    tools: tools?.tools() ?? [],
    rules: trustRules,
    instructions: tools?.instructions ?? '',
    [Symbol.asyncDispose]: close,
  }
}
