import { parseArgs } from 'node:util'
import { memoryOptions } from '../agent/memory.ts'
import { offer } from '../equipment/offer.ts'
import { openWorkspace } from '../host/files.ts'
import { consider, decide, hidden, MODES, ruleRef } from '../policy/decide.ts'
import { hasServers } from '../settings/settings.ts'
import { policyPlaces } from '../steering/layers.ts'
import { loadRules } from '../steering/policies.ts'
import { builtins } from '../tools/builtins.ts'
import { type CommandIo, modeIn, workspaceIn, wrongUsage } from './command-io.ts'
import { steeringHere } from './here.ts'
import { named, offeredIn } from './offered.ts'

const HELP = `sluice tools list [--json] [--servers] [--mode MODE] [--workspace DIR]

The tools a model would see here, and what policy says of a call without arguments: allow, deny, or "depends" where
rules look at the arguments. Below them the names of sub-agents, skills, commands and extensions.

  --json           the tools as a JSON array
  --servers        start the MCP servers and the discovery command of the settings, so that their tools are in the list:
                   only where you trust these settings
  --mode MODE      ${MODES.join(', ')}; without it that of a run here
  --workspace DIR  the folder to look at (default: where you are); the repository it is in counts

Extensions, ~/.gemini and the machine count as in a run, and inputs of a workflow where they are set as INPUT_SETTINGS and
so on.

Exit codes: 0 fine, 2 wrong usage, 42 bad input.
`

type Listed = {
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
    return wrongUsage(io, 'tools', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const tell = (text: string) => io.err(`${text}\n`)
  await using here = await steeringHere(await workspaceIn(io, options.workspace), { ...io, tell })
  const { settings, steering, machine } = here
  const { workspace } = machine
  const mode = options.mode ?? here.mode
  const found = await offeredIn(here, tell)
  const { agents, skills } = found
  const { rules } = await loadRules(await policyPlaces(here.inputs, machine, here.extensions), settings, steering)
  tell(`note: ${here.note}`)
  const files = await openWorkspace(workspace)
  const shell = { env: {}, outputDir: workspace, timeoutMs: 0, idleMs: 0 }
  const elsewhere = () => Promise.reject(new Error('a list of tools runs none'))
  const powers = {
    files,
    shell,
    fetch: { leaks: () => false, web: elsewhere },
    search: { leaks: () => false, ask: elsewhere },
    contextFiles: memoryOptions(settings.context).fileNames,
    docs: io.dist,
  }
  const nowhere = () => {
    throw new Error('a list of tools runs none')
  }
  const offered = offer({ agents, skills, rules, mode }, nowhere)
  const further = hasServers(settings) || settings.tools?.discoveryCommand !== undefined
  if (further && !options.servers)
    tell('MCP servers and discovered tools are not in this list: with --servers they are started and asked.')
  const governed = { settings, rules, mode, env: io.env, extensions: found.extensions }
  const outside =
    further && options.servers
      ? await (await import('./outside-tools.ts')).outsideTools(governed, { ...io, workspace, tell })
      : []
  const tools = [...builtins(powers), ...offered.tools, ...outside].map((tool): Listed => {
    const shut = hidden(rules, tool, mode)
    const facts = { ...tool, tool: tool.name, args: {}, mode, interactive: false }
    const decision = decide(rules, facts, 'deny')
    const conditional = consider(rules, facts).some(
      ({ rule }) => looksAtArguments(rule) && names(rule.match.tools, tool),
    )
    const rule = shut ?? decision.rule
    return {
      name: tool.name,
      declared: shut === undefined,
      verdict: shut === undefined && conditional ? 'depends' : decision.verdict === 'allow' ? 'allow' : 'deny',
      rule: rule === undefined ? null : ruleRef(rule),
    }
  })
  io.out(options.json ? `${JSON.stringify(tools, null, 2)}\n` : `${table(tools)}\n${named(found)}`)
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
  return { ...values, mode: modeIn(values.mode) }
}

type RuleLike = Parameters<typeof ruleRef>[0]
const looksAtArguments = ({ match }: RuleLike) =>
  match.args !== undefined || match.prefixes !== undefined || match.regex !== undefined
const names = (written: readonly string[] | undefined, tool: { name: string; aliases: readonly string[] }) =>
  written?.some((name) => name === tool.name || tool.aliases.includes(name)) ?? tool.name === 'run_shell_command'

function table(tools: readonly Listed[]): string {
  const width = Math.max(...tools.map(({ name }) => name.length))
  const line = ({ name, declared, verdict, rule }: Listed) => {
    const by = rule === null ? 'no rule' : `${rule.file}:${rule.line} (${wordFor(rule)})`
    return `${name.padEnd(width)}  ${verdict.padEnd(7)}  ${declared ? '' : 'not declared; '}${by}`
  }
  return `${tools.map(line).join('\n')}\n`
}
const wordFor = (rule: ReturnType<typeof ruleRef>) => `${rule.tier} ${rule.priority}, ${rule.verdict}`
