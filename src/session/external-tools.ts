import { programCopies, withCommittedProgram } from '../agent/committed-programs.ts'
import { guardPlace, watchProgram } from '../agent/guard-watch.ts'
import type { Subagent, SubagentServers } from '../agent/subagents/subagent.ts'
import { hasServers } from '../config/settings/settings.ts'
import { IsolationError, messageOf } from '../platform/errors.ts'
import type { Argv } from '../platform/process/run-program.ts'
import { splitCommandLine } from '../platform/process/shell-words.ts'
import type { Isolation } from '../platform/sandbox/isolation.ts'
import { mayAllowToolPrefix } from '../policy/rules/reachable.ts'
import { discoverTools } from '../tools/discovered.ts'
import type { Tool } from '../tools/tool.ts'
import type { LoadedTools, ToolProgramOptions } from './mcp-servers.ts'

/** Tools that are starting. Disposing stops their servers. */
export type ExternalTools = AsyncDisposable & {
  ready: Promise<LoadedTools>
  /** Starts the MCP servers of one sub-agent. A server that may not or cannot start is skipped with a notice. */
  startServers(agent: Subagent, signal: AbortSignal): Promise<SubagentServers | undefined>
}

const NO_TOOLS: LoadedTools = {
  tools: () => [],
  version: () => 0,
  instructions: '',
  prompt: async () => undefined,
}

/** Starts the tools that the settings name, in the background. The MCP client is large, so it loads only when they name a server. */
export function startExternalTools(options: ToolProgramOptions): ExternalTools {
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
        : (await import('./mcp-servers.ts')).startSubagentServers(name, servers, { ...options, signal }),
    async [Symbol.asyncDispose]() {
      const opened = await opening?.catch(() => undefined)
      await opened?.close()
    },
  }
}

type CommandIsolation = Pick<Isolation, 'wrap' | 'place' | 'network'>

/** The isolation in which programs also see this folder. */
const showing = (folder: string, isolation: CommandIsolation = {}): CommandIsolation => ({
  ...isolation,
  wrap: isolation.wrap && ((argv) => isolation.wrap?.(argv, [folder]) ?? argv),
})

const NAME_PREFIX = 'discovered_tool_'

/** The tools of the discovery command. Returns none, with a notice, when the command may not or cannot run. */
async function discoverRepositoryTools({
  config,
  capabilities,
  runtime,
  session,
  programs,
  signal,
}: ToolProgramOptions): Promise<readonly Tool[]> {
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
    const copies = await programCopies(config.steering, runtime)
    const trusted = (argv: Argv) => withCommittedProgram(argv, copies)
    const isolate = shell.isolate && (async () => showing(copies.folder, await shell.isolate?.()))
    const place = guardPlace(await programs.isolate(), runtime.workspace, shell.env)
    const changed = await watchProgram(await trusted(splitCommandLine(call ?? '') ?? [':']), shell, copies, place)
    const environment = { ...shell, isolate, trusted, changed, cwd: runtime.workspace }
    return await discoverTools({ discovery, call }, environment, warn, signal)
  } catch (error) {
    if (error instanceof IsolationError) throw error
    return signal.aborted ? [] : none(messageOf(error))
  }
}
