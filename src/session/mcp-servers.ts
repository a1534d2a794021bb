import { mkdir } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import { programCopies, withCommittedProgram } from '../agent/committed-programs.ts'
import { guardPlace, watchProgram } from '../agent/guard-watch.ts'
import { serverCodeReason, withoutRepositoryPrograms } from '../agent/hooks/repository-code.ts'
import type { AgentServer, AgentServers, SubagentServers } from '../agent/subagents/subagent.ts'
import type { Inputs } from '../config/inputs.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import { childEnvFor, type Runtime } from '../config/runtime.ts'
import { emptyVariableNotice, interpolateSettings } from '../config/settings/parse-settings.ts'
import { httpAuthFor } from '../mcp/auth.ts'
import { type McpServerConfig, normalizeServerName, parseMcpServers, unpinnedProblem } from '../mcp/config.ts'
import type { McpEnvironment } from '../mcp/connect-server.ts'
import { createServerTools } from '../mcp/server-tools.ts'
import { openMcpServers } from '../mcp/servers.ts'
import { googleCredentialFor } from '../model/select-provider.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import { isInside } from '../platform/paths.ts'
import { type TrustedProgram, trustedProgramPath } from '../platform/process/trusted-programs.ts'
import { collectSecrets, type SecretFilter } from '../platform/redact/redact.ts'
import type { SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { VERSION } from '../platform/version.ts'
import { mayAllowServer } from '../policy/rules/reachable.ts'
import type { Mode } from '../policy/rules/rule.ts'
import { settingsRules } from '../policy/rules/settings-rules.ts'
import type { Emit } from '../record/events.ts'
import type { Capabilities } from '../tools/builtins.ts'
import type { Tool } from '../tools/tool.ts'
import { modelOptions } from './run-options.ts'

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

export type ToolProgramOptions = {
  config: Pick<RunConfig, 'settings' | 'rules' | 'mode' | 'env' | 'extensions'> & {
    steering: Pick<CommitReader, 'read' | 'list'>
  }
  inputs: Inputs
  /** Without a shell, no code of the checkout may run. */
  capabilities: Pick<Capabilities, 'shell'>
  runtime: Pick<Runtime, 'env' | 'childEnv' | 'workspace' | 'scratch' | 'now'>
  session: { filter: SecretFilter; transcript: { emit: Emit } }
  programs: Pick<SandboxSession, 'isolate'> & Partial<Pick<SandboxSession, 'beforePrograms'>>
  signal: AbortSignal
  /** Whether commands of the model may have run before the servers start. */
  isLate?: true
}

/** Starts the MCP servers of the settings. A server that may not or cannot start is skipped with a notice. */
export async function startMcpServers(
  options: ToolProgramOptions,
): Promise<{ tools?: LoadedTools; close: () => Promise<void> }> {
  const { config, session, signal } = options
  const notice = (level: 'info' | 'warning', text: string) => session.transcript.emit({ type: 'notice', level, text })
  const { servers, notes, infos } = parseMcpServers(config.settings, config.env)
  for (const text of infos) notice('info', text)
  for (const text of notes) notice('warning', text)
  const usable: McpServerConfig[] = []
  for (const server of servers) {
    const reason = serverBlocker(server, options)
    if (reason === undefined) usable.push(server)
    else notice('warning', `MCP server ${server.name} was not started: ${reason}`)
  }
  for (const { transport } of usable)
    if (transport.kind === 'stdio') session.filter.addSecrets(collectSecrets({ ...transport.env }, []))
  if (usable.length === 0) return { close: async () => undefined }
  const trusted =
    options.capabilities.shell === undefined ? usable : await Promise.all(usable.map(withTrustedProgram(options)))
  const opened = await openMcpServers(
    trusted.filter((server) => server !== undefined),
    { ...(await mcpEnvironment(usable, options)), redact: session.filter.deep, notice },
    signal,
  )
  return { tools: createServerTools(opened, notice), close: async () => opened[Symbol.asyncDispose]() }
}

/** The server with its program of the repository as the trusted commit has it. A late one must find all that it loads so. */
const withTrustedProgram =
  ({ config, runtime, isLate, session, programs }: ToolProgramOptions) =>
  async (server: McpServerConfig): Promise<McpServerConfig | undefined> => {
    const { transport } = server
    if (transport.kind !== 'stdio') return server
    const copies = await programCopies(config.steering, runtime)
    const cwd = relative(runtime.workspace, resolve(runtime.workspace, transport.cwd ?? '.'))
    const [command, ...args] = await withCommittedProgram([transport.command, ...transport.args], copies, cwd)
    const started = { ...server, transport: { ...transport, command, args } }
    const watch =
      isLate &&
      (await watchProgram([command, ...args], { ...transport, cwd }, copies, {
        ...guardPlace(await programs.isolate(), runtime.workspace, runtime.childEnv),
        committed: copies.files.read,
      }))
    const reason = watch && (await watch())
    if (!reason) return started
    session.transcript.emit({
      type: 'notice',
      level: 'warning',
      text: `MCP server ${server.name} was not started: ${reason}`,
    })
    return undefined
  }

/** In plan mode, trust in the settings does not count. */
const howToAllow = (name: string, mode: Mode): string =>
  mode === 'plan'
    ? `To allow them, add a rule with mcpName = ${name} and modes = ["plan"].`
    : `Set trust in mcpServers, add it to mcp.allowed, or add a rule with mcpName = ${name}.`

function serverBlocker(
  server: McpServerConfig,
  { config, inputs, capabilities, runtime }: ToolProgramOptions,
): string | undefined {
  const { name, transport } = server
  if (!mayAllowServer(config.rules, name, config.mode))
    return `no rule allows any of its tools in mode ${config.mode}. ${howToAllow(JSON.stringify(name), config.mode)}`
  if (transport.kind !== 'stdio') return undefined
  const unpinned = unpinnedProblem(transport.command, transport.args)
  if (unpinned !== undefined) return unpinned
  if (inputs.sandbox === 'required' && isContainer(transport.command, runtime.workspace))
    return `${basename(transport.command)} needs its socket, which the sandbox hides. Remove the server or change the input sandbox, which is "required".`
  if (capabilities.shell !== undefined) return undefined
  return serverCodeReason(transport, runtime.workspace)
}

/** Container programs are not sandboxed: a container cannot see the job, and its client needs a socket that the sandbox hides. */
const CONTAINERS: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl'])

const isContainerProgram = (command: string): command is TrustedProgram => CONTAINERS.has(command)

const isContainer = (command: string, workspace: string): boolean =>
  isContainerProgram(command) ||
  (isAbsolute(command) && !isInside(workspace, command) && CONTAINERS.has(basename(command)))

async function mcpEnvironment(
  servers: readonly McpServerConfig[],
  options: ToolProgramOptions,
): Promise<McpEnvironment> {
  const { config, runtime, programs } = options
  // Without a shell, the checked-out code is not trusted, and none of it may run.
  const mayRunRepositoryCode = options.capabilities.shell !== undefined
  const env = childEnvFor(runtime, config.settings.security?.environmentVariableRedaction)
  // Outside the checkout, so that no relative path and no configuration file there selects a program.
  const outsideFolder = join(runtime.scratch, 'mcp')
  const copies = await programCopies(config.steering, runtime)
  if (!mayRunRepositoryCode) await mkdir(outsideFolder, { recursive: true, mode: 0o700 })
  const extensionFolders = config.extensions.flatMap(({ folder }) => folder ?? [])
  // A server in a container or behind an address may change the checkout, too.
  await programs.beforePrograms?.()
  const needsSandbox = ({ transport }: McpServerConfig) =>
    transport.kind === 'stdio' && !isContainer(transport.command, runtime.workspace)
  const isolation = servers.some(needsSandbox) ? await programs.isolate() : undefined
  // Servers keep the network: they exist to reach a service.
  const wrap = isolation?.wrapWithNetwork ?? isolation?.wrap
  const checkout = isolation?.place?.(runtime.workspace) ?? runtime.workspace
  return {
    workspace: checkout,
    cwd: mayRunRepositoryCode ? checkout : outsideFolder,
    env: mayRunRepositoryCode ? env : withoutRepositoryPrograms(env, runtime.workspace),
    version: VERSION,
    wrapFor: (command) =>
      isContainerProgram(command)
        ? ([, ...args]) => [trustedProgramPath(command), ...args]
        : wrap === undefined || isContainer(command, runtime.workspace)
          ? undefined
          : (argv) => wrap(argv, [...extensionFolders, mayRunRepositoryCode ? copies.folder : outsideFolder]),
    httpAuthFor: async ({ name, transport }) => {
      if (transport.kind === 'stdio') return {}
      return httpAuthFor(name, transport, {
        now: runtime.now,
        fetch,
        addSecrets: options.session.filter.addSecrets,
        googleCredential: (scopes) =>
          googleCredentialFor(
            { ...modelOptions(options.inputs, ''), tokenScopes: scopes },
            config.env,
            fetch,
            `The MCP server ${name}`,
          ),
      })
    },
  }
}

/** Starts the MCP servers of one sub-agent, with the same rules, lists and sandbox as the servers of the settings. */
export async function startSubagentServers(
  agent: string,
  servers: AgentServers,
  options: ToolProgramOptions,
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
    isLate: true,
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
