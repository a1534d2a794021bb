import { parseArgs } from 'node:util'
import { memoryOptions } from '../agent/memory/memory.ts'
import { loadRules } from '../config/load-policies.ts'
import { policyLocationsFor } from '../config/resolve-settings.ts'
import { hasServers } from '../config/settings/settings.ts'
import { openWorkspace } from '../platform/files/workspace.ts'
import { decide, explainRules, hidingRule, MODES, ruleRef } from '../policy/rules/decide.ts'
import { createAgentTools } from '../session/agent-tools.ts'
import { builtins } from '../tools/builtins.ts'
import { type CommandIo, parseModeOption, reportUsageError, resolveWorkspace } from './command-io.ts'
import { loadLocalConfig } from './local-config.ts'
import { listExternalTools } from './local-external-tools.ts'
import { formatOffer, loadLocalOffer } from './local-offer.ts'

const HELP = `sluice tools list [--json] [--servers] [--mode MODE] [--workspace DIR]

Lists the tools that a model would see here, and the policy's verdict on a call without arguments: allow, deny, or
"depends" when rules check the arguments. Then lists sub-agents, skills, commands and extensions.

  --json           print the tools as a JSON array
  --servers        start the MCP servers and the discovery command of the settings to list their tools too; use it only
                   with settings that you trust
  --mode MODE      ${MODES.join(', ')}; default: the mode of a run here
  --workspace DIR  a folder of the repository (default: the current folder)

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
  await using config = await loadLocalConfig(await resolveWorkspace(io, options.workspace), { ...io, notice })
  const { settings, steering, runtime } = config
  const { workspace } = runtime
  const mode = options.mode ?? config.mode
  const local = await loadLocalOffer(config, notice)
  const { agents, skills } = local
  const { rules } = await loadRules(
    await policyLocationsFor(config.inputs, runtime, config.resolved),
    settings,
    steering,
  )
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
          { settings, rules, mode, env: io.env, extensions: local.extensions },
          { ...io, workspace, notice },
        )
      : []
  const tools = [...builtins(capabilities), ...offered.tools, ...external].map((tool): ToolRow => {
    const hiddenBy = hidingRule(rules, tool, mode)
    const facts = { ...tool, tool: tool.name, args: {}, mode, interactive: false }
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
