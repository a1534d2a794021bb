import { UserError } from '../../platform/errors.ts'
import type { Mode, Rule, RuleMatch, Verdict } from './rule.ts'
import { parseCommandPrefix } from './rule-schema.ts'
import { canonicalToolName, SHELL_TOOL } from './tool-names.ts'

/** The fields of settings.json that decide which tools may run. The old flat keys are aliases of the nested ones. */
export type PolicySettings = {
  tools?: {
    core?: readonly string[]
    allowed?: readonly string[]
    exclude?: readonly string[]
    confirmationRequired?: readonly string[]
  }
  useWriteTodos?: boolean
  mcp?: { allowed?: readonly string[]; excluded?: readonly string[] }
  mcpServers?: Readonly<Record<string, { trust?: boolean }>>
  coreTools?: readonly string[]
  allowedTools?: readonly string[]
  excludeTools?: readonly string[]
  allowMCPServers?: readonly string[]
  excludeMCPServers?: readonly string[]
}

/** What the rules of one setting have in common. */
type SettingRules = { setting: string; verdict: Verdict; priority: number; modes?: readonly Mode[] }

const NOT_PLAN: readonly Mode[] = ['default', 'autoEdit', 'yolo']

/**
 * The rules that the settings amount to, all in the user tier. `file` names the setting, `line` (from 1) its entry.
 * Throws UserError for an entry that would allow more than it seems to.
 */
export function settingsRules(settings: PolicySettings): Rule[] {
  const core = settings.tools?.core ?? settings.coreTools
  const allowed = settings.tools?.allowed ?? settings.allowedTools ?? []
  const servers = settings.mcpServers ?? {}
  const asNamed = (list: readonly string[] = []) => list.map((name) => findServerName(name, Object.keys(servers)))
  return [
    ...serverRules(asNamed(settings.mcp?.excluded ?? settings.excludeMCPServers), {
      setting: 'mcp.excluded',
      verdict: 'deny',
      priority: 900,
    }),
    ...toolRules(settings.tools?.exclude ?? settings.excludeTools ?? [], {
      setting: 'tools.exclude',
      verdict: 'deny',
      priority: 400,
    }),
    ...toolRules(settings.tools?.confirmationRequired ?? [], {
      setting: 'tools.confirmationRequired',
      verdict: 'ask',
      priority: 350,
    }),
    ...(settings.useWriteTodos === false
      ? toolRules(['write_todos'], { setting: 'useWriteTodos', verdict: 'deny', priority: 400 })
      : []),
    ...toolRules(allowed, { setting: 'tools.allowed', verdict: 'allow', priority: 300 }),
    ...denyOtherCommands(allowed),
    ...(core === undefined ? [] : coreRules(core)),
    ...trustedServerRules(servers),
    ...serverRules(asNamed(settings.mcp?.allowed ?? settings.allowMCPServers), {
      setting: 'mcp.allowed',
      verdict: 'allow',
      priority: 100,
      modes: NOT_PLAN,
    }),
  ]
}

/** The configured name of a server; lists of servers ignore case. */
const findServerName = (name: string, servers: readonly string[]): string =>
  servers.includes(name) ? name : (servers.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name)

function serverRules(servers: readonly string[], origin: SettingRules): Rule[] {
  return servers.map((server, index) => rule(origin, index + 1, { server, modes: origin.modes }))
}

const trustedServerRules = (servers: NonNullable<PolicySettings['mcpServers']>): Rule[] =>
  Object.entries(servers)
    .filter(([, { trust }]) => trust === true)
    .map(([server]) => {
      const origin: SettingRules = { setting: `mcpServers.${server}.trust`, verdict: 'allow', priority: 200 }
      return rule(origin, 1, { server, modes: NOT_PLAN })
    })

/** Rules for entries of the form `name` or `name(arguments)`; for the shell, the arguments are a commandPrefix. */
function toolRules(entries: readonly string[], origin: SettingRules): Rule[] {
  const { setting, verdict } = origin
  return entries.flatMap((entry, index) => {
    const { name, args } = readEntry(entry)
    const match: RuleMatch = { tools: [name], modes: origin.modes }
    // A deny entry can also use the name that the server gives its tool.
    const byServerName = { ...match, server: '*' }
    if (verdict === 'deny' && args === undefined && !name.includes('__'))
      return [rule(origin, index + 1, match), rule(origin, index + 1, byServerName)]
    if (args === undefined) return [rule(origin, index + 1, match)]
    if (name !== SHELL_TOOL) {
      // Without its arguments the entry applies to every call of the tool: correct for a deny, unsafe for an allow.
      if (verdict !== 'allow') return [rule(origin, index + 1, match)]
      throw new UserError(
        `settings: ${setting}: ${JSON.stringify(entry)}: only ${SHELL_TOOL} can be allowed by its arguments. Use a policy rule with argsPattern.`,
      )
    }
    if (args.trim() === '') return []
    const words = parseCommandPrefix(args)
    if (!words.ok) throw new UserError(`settings: ${setting}: ${JSON.stringify(entry)} ${words.reason}`)
    return [rule(origin, index + 1, { ...match, prefixes: [{ text: args, words: words.words }] })]
  })
}

/** A list that allows some commands denies all others. */
function denyOtherCommands(allowed: readonly string[]): Rule[] {
  const index = allowed.findIndex((entry) => {
    const { name, args } = readEntry(entry)
    return name === SHELL_TOOL && args !== undefined
  })
  return index < 0
    ? []
    : [rule({ setting: 'tools.allowed', verdict: 'deny', priority: 290 }, index + 1, { tools: [SHELL_TOOL] })]
}

/** Tools that tools.core does not restrict: the end of a sub-agent, and the resources of servers. */
const ALWAYS_ALLOWED = ['complete_task', 'list_mcp_resources', 'read_mcp_resource']

/** tools.core lists the enabled built-in tools; it does not apply to servers. */
function coreRules(core: readonly string[]): Rule[] {
  return [
    ...toolRules([...core, ...ALWAYS_ALLOWED], {
      setting: 'tools.core',
      verdict: 'allow',
      priority: 250,
      modes: NOT_PLAN,
    }),
    rule({ setting: 'tools.core', verdict: 'deny', priority: 240 }, 1, {
      tools: ['*'],
      builtin: true,
      modes: NOT_PLAN,
    }),
  ]
}

function readEntry(entry: string): { name: string; args?: string } {
  const [, name, args] = /^\s*([\w-]+)\s*\(([\s\S]*)\)\s*$/.exec(entry) ?? []
  return name === undefined || args === undefined
    ? { name: canonicalToolName(entry.trim()) }
    : { name: canonicalToolName(name), args }
}

const rule = ({ setting, verdict, priority }: SettingRules, line: number, match: RuleMatch): Rule => ({
  verdict,
  tier: 'user',
  priority,
  file: `settings: ${setting}`,
  line,
  match,
})
