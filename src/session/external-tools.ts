import type { Subagent, SubagentServers } from '../agent/subagents/subagent.ts'
import type { Inputs } from '../config/inputs/inputs.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import type { Runtime } from '../config/runtime.ts'
import { hasServers } from '../config/settings/settings.ts'
import { IsolationError, messageOf } from '../platform/errors.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import type { SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { mayAllowToolPrefix } from '../policy/rules/reachable.ts'
import type { Emit } from '../record/events.ts'
import type { Capabilities } from '../tools/builtins.ts'
import { discoverTools } from '../tools/discovered.ts'
import type { Tool } from '../tools/tool.ts'

/** The tools of MCP servers and of the repository's discovery command. */
export type LoadedTools = {
  /** The current tools; MCP servers may change theirs. */
  tools(): readonly Tool[]
  /** Increases whenever the tools change. */
  version(): number
  /** The servers' instructions for the system prompt; may be empty. */
  instructions: string
  /** The text of a server's prompt; undefined when no server has it. Rejects with UserError when it cannot be loaded. */
  prompt(call: { name: string; args: string }, signal: AbortSignal): Promise<string | undefined>
}

/** Tools that are starting. Disposing stops their servers. */
export type ExternalTools = AsyncDisposable & {
  ready: Promise<LoadedTools>
  /** Starts the MCP servers of one sub-agent. A server that may not or cannot start is skipped with a notice. */
  startServers(agent: Subagent, signal: AbortSignal): Promise<SubagentServers | undefined>
}

export type ExternalToolsOptions = {
  config: Pick<RunConfig, 'settings' | 'rules' | 'mode' | 'env' | 'extensions'>
  inputs: Inputs
  /** Without a shell, no code of the checkout may run. */
  capabilities: Pick<Capabilities, 'shell'>
  runtime: Pick<Runtime, 'env' | 'childEnv' | 'workspace' | 'scratch' | 'now'>
  session: { filter: SecretFilter; transcript: { emit: Emit } }
  programs: Pick<SandboxSession, 'isolate'> & Partial<Pick<SandboxSession, 'beforePrograms'>>
  signal: AbortSignal
}

const NO_TOOLS: LoadedTools = {
  tools: () => [],
  version: () => 0,
  instructions: '',
  prompt: async () => undefined,
}

/** Starts the tools that the settings name, in the background. The MCP client is large, so it loads only when they name a server. */
export function startExternalTools(options: ExternalToolsOptions): ExternalTools {
  const opening = hasServers(options.config.settings)
    ? import('./mcp-servers.ts').then(({ startMcpServers }) => startMcpServers(options))
    : undefined
  const ready = Promise.all([opening, discoverRepositoryTools(options)]).then(([opened, discovered]): LoadedTools => {
    const loaded = opened?.tools ?? NO_TOOLS
    return discovered.length === 0 ? loaded : { ...loaded, tools: () => [...discovered, ...loaded.tools()] }
  })
  ready.catch(() => undefined) // reported when `ready` is awaited
  return {
    ready,
    startServers: async ({ name, servers = {} }, signal) =>
      Object.keys(servers).length === 0
        ? undefined
        : (await import('./subagent-servers.ts')).startSubagentServers(name, servers, { ...options, signal }),
    async [Symbol.asyncDispose]() {
      const opened = await opening?.catch(() => undefined)
      await opened?.close()
    },
  }
}

const NAME_PREFIX = 'discovered_tool_'

/** The tools of the discovery command; none, with a notice, when it may not or cannot run. */
async function discoverRepositoryTools({
  config,
  capabilities,
  runtime,
  session,
  signal,
}: ExternalToolsOptions): Promise<readonly Tool[]> {
  const { discoveryCommand: discovery, callCommand: call } = config.settings.tools ?? {}
  if (discovery === undefined) return []
  const warn = (text: string) => session.transcript.emit({ type: 'notice', level: 'warning', text })
  const none = (reason: string) => {
    warn(`tools.discoveryCommand provides no tools: ${reason}`)
    return []
  }
  const { shell } = capabilities
  if (shell === undefined) return none('this run may not execute programs of the checkout.')
  if (!mayAllowToolPrefix(config.rules, NAME_PREFIX, config.mode))
    return none(`no rule allows them in mode ${config.mode}. Add a rule with toolName = "${NAME_PREFIX}*".`)
  try {
    return await discoverTools({ discovery, call }, { ...shell, cwd: runtime.workspace }, warn, signal)
  } catch (error) {
    if (error instanceof IsolationError) throw error
    return signal.aborted ? [] : none(messageOf(error))
  }
}
