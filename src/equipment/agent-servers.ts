import type { OwnServers } from '../agent/subagent.ts'
import type { AgentServer, AgentServers } from '../agent/subagent-servers.ts'
import { foldedServer } from '../mcp/names.ts'
import { settingsRules } from '../policy/settings-rules.ts'
import { interpolate, nothingThere } from '../settings/environment.ts'
import type { OutsideGiven } from './outside.ts'
import { openMcp } from './servers.ts'

/**
 * The MCP servers of one sub-agent, for as long as it works. They are started as those of the settings are: by the same
 * lists and rules, equally isolated, and on code from outside only where they run none of it.
 */
export async function serveAgent(agent: string, servers: AgentServers, given: OutsideGiven): Promise<OwnServers> {
  const { settings, env, rules } = given.governed
  const notice = (text: string) => given.desk.transcript.emit({ type: 'notice', level: 'warning', text })
  const taken = new Set(Object.keys(settings.mcpServers ?? {}).map(foldedServer))
  const own: Record<string, AgentServer> = {}
  // Rules that speak of the run's server would speak of this one too.
  for (const [name, server] of Object.entries(servers))
    if (taken.has(foldedServer(name)))
      notice(`MCP server ${name} of the agent ${agent} was not started: the settings have one of that name.`)
    else own[name] = server
  const { value, kept, missing } = interpolate({ mcpServers: own }, env)
  for (const place of kept) notice(`The agent ${agent}: ${place} names a credential, which it is not given there.`)

  for (const place of missing) notice(`The agent ${agent}: ${nothingThere(place)}`)

  const trusting = settingsRules({ mcpServers: value.mcpServers }).map((rule) => ({
    ...rule,
    file: `agent ${agent}: ${rule.file.replace('settings: mcpServers', 'mcp_servers')}`,
  }))
  const { allowed, excluded } = settings.mcp ?? {}
  const lists = { ...(allowed && { allowed }), ...(excluded && { excluded }) }
  const { served, close } = await openMcp({
    ...given,
    governed: {
      ...given.governed,
      settings: { ...settings, mcpServers: value.mcpServers, mcp: lists },
      rules: [...rules, ...trusting],
    },
  })
  return {
    tools: served?.tools() ?? [],
    rules: trusting,
    instructions: served?.instructions ?? '',
    [Symbol.asyncDispose]: close,
  }
}
