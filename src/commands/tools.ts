import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { memoryOptions } from '../agent/memory-files.ts'
import { loadSkills, type Skill } from '../agent/skills.ts'
import { listCommandFiles } from '../agent/slash-command-files.ts'
import { loadAgents } from '../agent/subagents/load-agents.ts'
import type { OfferedSubagent } from '../agent/subagents/subagent.ts'
import type { Extension } from '../config/extension-manifest.ts'
import { extensionCommandFolders } from '../config/extensions.ts'
import { readInputs } from '../config/inputs.ts'
import { loadRules } from '../config/load-policies.ts'
import { hasServers } from '../config/settings/settings.ts'
import { listCommandFolders } from '../config/slash-invocations.ts'
import { agentLocations } from '../config/steering-files.ts'
import type { Environment } from '../platform/environment.ts'
import { openWorkspace } from '../platform/files/workspace.ts'
import { childEnvironment } from '../platform/process/child-environment.ts'
import { collectSecrets, createSecretFilter } from '../platform/redact/redact.ts'
import { openSandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { timeoutSignal } from '../platform/time.ts'
import { decide, explainRules, hidingRule, ruleRef } from '../policy/rules/decide.ts'
import { MODES } from '../policy/rules/rule.ts'
import type { RunEvent } from '../record/events.ts'
import { createAgentTools } from '../session/build-agent.ts'
import { startExternalTools } from '../session/external-tools.ts'
import type { ToolProgramOptions } from '../session/mcp-servers.ts'
import { builtins } from '../tools/builtins.ts'
import type { Tool } from '../tools/tool.ts'
import { type CommandIo, parseModeOption, reportUsageError, resolveWorkspace } from './command-io.ts'
import { type LocalConfig, loadLocalConfig } from './local-config.ts'

const HELP = `sluice tools list [--json] [--servers] [--mode MODE] [--workspace DIR] [--workflow FILE]

Lists the tools that a model would see here, and the policy's verdict on a call without arguments: allow, deny, or
"depends" when rules check the arguments. Then lists sub-agents, skills, commands and extensions.

  --json           print the tools as a JSON array
  --servers        start the MCP servers and the discovery command of the settings to list their tools too; use it only
                   with settings that you trust
  --mode MODE      ${MODES.join(', ')}; default: the mode of a run here
  --workspace DIR  a folder of the repository (default: the current folder)
  --workflow FILE  take the inputs of this workflow (default: of the only one that uses the action)

Loads extensions, ~/.gemini and system settings as a run does. Set workflow inputs as INPUT_SETTINGS, INPUT_POLICIES and
so on.

Exit codes: 0 success, 2 wrong usage, 42 bad input.
`

type ToolRow = {
  name: string
  declared: boolean
  verdict: 'allow' | 'deny' | 'depends'
  rule: ReturnType<typeof ruleRef> | null
}

export async function toolsCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: Options
  try {
    options = readOptions(argv)
  } catch (error) {
    return reportUsageError(io, 'tools', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const notice = (text: string) => io.err(`${text}\n`)
  await using config = await loadLocalConfig(await resolveWorkspace(io, options.workspace), {
    ...io,
    workflow: options.workflow,
    notice,
  })
  const { settings, steering, runtime } = config
  const { workspace } = runtime
  const mode = options.mode ?? config.mode
  const local = await loadLocalOffer(config, notice)
  const { agents, skills } = local
  const { rules } = await loadRules(config.policyLocations, settings, steering)
  notice(`note: ${config.note}`)
  const files = await openWorkspace(workspace)
  const shell = { env: {}, outputDir: workspace, timeoutMs: 0, idleMs: 0 }
  const rejectCall = () => Promise.reject(new Error('`sluice tools list` runs no tool'))
  const capabilities = {
    files,
    shell,
    fetch: { leaks: () => false, web: rejectCall },
    search: { leaks: () => false, groundedGenerate: rejectCall },
    contextFiles: memoryOptions(settings.context).fileNames,
    docs: io.dist,
  }
  const unavailable = () => {
    throw new Error('`sluice tools list` runs no tool')
  }
  const offered = createAgentTools({ agents, skills, rules, mode }, unavailable)
  const hasExternalTools = hasServers(settings) || settings.tools?.discoveryCommand !== undefined
  if (hasExternalTools && !options.servers)
    notice(
      'This list omits the tools of MCP servers and discovered tools. Use --servers to start the servers and include them.',
    )
  const external =
    hasExternalTools && options.servers
      ? await listExternalTools(
          { settings, rules, mode, env: io.env, extensions: local.extensions, steering },
          { ...io, workspace, notice },
        )
      : []
  const tools = [...builtins(capabilities), ...offered.tools, ...external].map((tool): ToolRow => {
    const hiddenBy = hidingRule(rules, tool, mode)
    const facts = { ...tool, tool: tool.name, args: {}, mode, interactive: false, beyond: undefined }
    const decision = decide(rules, facts, 'deny')
    const conditional = explainRules(rules, facts).some(
      ({ rule }) => checksArguments(rule) && namesTool(rule.match.tools, tool),
    )
    const rule = hiddenBy ?? decision.rule
    return {
      name: tool.name,
      declared: hiddenBy === undefined,
      verdict: hiddenBy === undefined && conditional ? 'depends' : decision.verdict === 'allow' ? 'allow' : 'deny',
      rule: rule === undefined ? null : ruleRef(rule),
    }
  })
  io.out(options.json ? `${JSON.stringify(tools, null, 2)}\n` : `${formatTable(tools)}\n${formatOffer(local)}`)
  return 0
}

type Options = ReturnType<typeof readOptions>

function readOptions(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      servers: { type: 'boolean' },
      mode: { type: 'string' },
      workspace: { type: 'string' },
      workflow: { type: 'string' },
    },
  })
  if (!values.help && positionals.join(' ') !== 'list') throw new Error('the only subcommand is list')
  return { ...values, mode: parseModeOption(values.mode) }
}

type RuleLike = Parameters<typeof ruleRef>[0]

const checksArguments = ({ match }: RuleLike) =>
  match.args !== undefined || match.prefixes !== undefined || match.regex !== undefined

const namesTool = (toolNames: readonly string[] | undefined, tool: { name: string; aliases: readonly string[] }) =>
  toolNames?.some((name) => name === tool.name || tool.aliases.includes(name)) ?? tool.name === 'run_shell_command'

function formatTable(tools: readonly ToolRow[]): string {
  const width = Math.max(...tools.map(({ name }) => name.length))
  const line = ({ name, declared, verdict, rule }: ToolRow) => {
    const by = rule === null ? 'no rule' : `${rule.file}:${rule.line} (${describeRuleRef(rule)})`
    return `${name.padEnd(width)}  ${verdict.padEnd(7)}  ${declared ? '' : 'not declared; '}${by}`
  }
  return `${tools.map(line).join('\n')}\n`
}

const describeRuleRef = (rule: ReturnType<typeof ruleRef>) => `${rule.tier} ${rule.priority}, ${rule.verdict}`

/** What a repository offers besides tools. */
export type LocalCapabilities = {
  agents: readonly OfferedSubagent[]
  skills: readonly Skill[]
  extensions: readonly Extension[]
  /** Names of slash commands. */
  commands: readonly string[]
}

/** Loads sub-agents, skills and commands as a run does. Starts no program. */
export async function loadLocalOffer(
  { runtime, steering, settings, extensions }: Pick<LocalConfig, 'runtime' | 'steering' | 'settings' | 'extensions'>,
  notice: (text: string) => void,
): Promise<LocalCapabilities> {
  const places = await agentLocations(steering, extensions, runtime)
  const folders = await listCommandFolders({
    ...runtime,
    steering,
    extensionFolders: extensionCommandFolders(extensions),
  })
  return {
    agents: await loadAgents(places.agents, settings, notice),
    skills: await loadSkills(places.skills, settings, notice),
    commands: [...(await listCommandFiles(folders)).keys()],
    extensions,
  }
}

/** One line for each kind that is not empty. */
export function formatOffer({ agents, skills, commands, extensions }: LocalCapabilities): string {
  const kinds: [what: string, names: readonly string[]][] = [
    ['Sub-agents', agents.map(({ name }) => name)],
    ['Skills', skills.map(({ name }) => name)],
    ['Commands', commands.map((name) => `/${name}`)],
    ['Extensions', extensions.map(({ name }) => name)],
  ]
  return kinds
    .flatMap(([label, names]) => (names.length === 0 ? [] : `${label}: ${names.toSorted().join(', ')}\n`))
    .join('')
}

/** Starts the MCP servers and the discovery command of the settings as a run does, reads their tools and stops them. */
export async function listExternalTools(
  config: ToolProgramOptions['config'],
  { env, workspace, dist, notice }: { env: Environment; workspace: string; dist: string; notice(text: string): void },
): Promise<readonly Tool[]> {
  const scratch = await mkdtemp(join(tmpdir(), `sluice-tools-${randomUUID().slice(0, 8)}-`))
  try {
    const filter = createSecretFilter(collectSecrets(env, []))
    const emit = (event: RunEvent) => (event.type === 'notice' ? notice(filter.text(event.text)) : undefined)
    const runtime = { env, childEnv: childEnvironment(env, []), workspace, scratch, dist, now: Date.now }
    const inputs = readInputs(env)
    await using programs = openSandboxSession('auto', { ...runtime, allowedHosts: inputs.allowed_hosts }, emit)
    const limits = { outputDir: scratch, timeoutMs: START_MS, idleMs: 0, isolate: programs.isolate }
    await using external = startExternalTools({
      config,
      inputs,
      capabilities: { shell: { env: runtime.childEnv, ...limits } },
      runtime,
      session: { filter, transcript: { emit } },
      programs,
      signal: timeoutSignal(2 * START_MS),
    })
    return (await external.ready).tools()
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const START_MS = 60_000
