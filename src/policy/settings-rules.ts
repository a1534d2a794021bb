import { UserError } from '../host/errors.ts'
import type { Match, Mode, Rule, Verdict } from './decide.ts'
import { prefixWords } from './prefix.ts'
import { canonical, SHELL } from './tool-names.ts'

/** The fields of settings.json that say which tools may run; the old flat keys mean the same as the new ones. */
export type PolicySettings = {
  tools?: {
    core?: readonly string[] | undefined
    allowed?: readonly string[] | undefined
    exclude?: readonly string[] | undefined
    confirmationRequired?: readonly string[] | undefined
  }
  useWriteTodos?: boolean | undefined
  mcp?: { allowed?: readonly string[] | undefined; excluded?: readonly string[] | undefined }
  mcpServers?: Readonly<Record<string, { trust?: boolean | undefined }>>
  coreTools?: readonly string[] | undefined
  allowedTools?: readonly string[] | undefined
  excludeTools?: readonly string[] | undefined
  allowMCPServers?: readonly string[] | undefined
  excludeMCPServers?: readonly string[] | undefined
}

const NOT_PLAN: readonly Mode[] = ['default', 'autoEdit', 'yolo']

/**
 * The rules that settings amount to, all of the user tier. `file` names the setting, `line` the entry in it from 1.
 * Throws UserError for an entry that would be wider than it looks.
 */
export function settingsRules(settings: PolicySettings): Rule[] {
  const core = settings.tools?.core ?? settings.coreTools
  const allowed = settings.tools?.allowed ?? settings.allowedTools ?? []
  const servers = settings.mcpServers ?? {}
  const asNamed = (list: readonly string[] = []) => list.map((name) => spelled(name, Object.keys(servers)))
  return [
    ...serverRules(asNamed(settings.mcp?.excluded ?? settings.excludeMCPServers), 'mcp.excluded', 'deny', 900),
    ...toolRules(settings.tools?.exclude ?? settings.excludeTools ?? [], 'tools.exclude', 'deny', 400),
    ...toolRules(settings.tools?.confirmationRequired ?? [], 'tools.confirmationRequired', 'ask', 350),
    ...(settings.useWriteTodos === false ? toolRules(['write_todos'], 'useWriteTodos', 'deny', 400) : []),
    ...toolRules(allowed, 'tools.allowed', 'allow', 300),
    ...narrowed(allowed),
    ...(core === undefined ? [] : coreRules(core)),
    ...trusted(servers),
    ...serverRules(asNamed(settings.mcp?.allowed ?? settings.allowMCPServers), 'mcp.allowed', 'allow', 100, NOT_PLAN),
  ]
}

/** Lists of servers do not mind the case of letters; no two servers differ in nothing else. */
const spelled = (name: string, servers: readonly string[]): string =>
  servers.includes(name) ? name : (servers.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name)

function serverRules(
  servers: readonly string[],
  setting: string,
  verdict: Verdict,
  priority: number,
  modes?: readonly Mode[],
): Rule[] {
  return servers.map((server, index) =>
    rule(setting, index + 1, verdict, priority, { server, ...(modes && { modes }) }),
  )
}

const trusted = (servers: NonNullable<PolicySettings['mcpServers']>): Rule[] =>
  Object.entries(servers)
    .filter(([, { trust }]) => trust === true)
    .map(([server]) => rule(`mcpServers.${server}.trust`, 1, 'allow', 200, { server, modes: NOT_PLAN }))

/** `name` or `name(arguments)`; the arguments of the shell are a commandPrefix. */
function toolRules(
  entries: readonly string[],
  setting: string,
  verdict: Verdict,
  priority: number,
  modes?: readonly Mode[],
): Rule[] {
  return entries.flatMap((entry, index) => {
    const { name, args } = readEntry(entry)
    const match: Match = { tools: [name], ...(modes && { modes }) }
    // Whoever takes a tool away may know it by the name its server gives it.
    const short = { ...match, server: '*' }
    if (verdict === 'deny' && args === undefined && !name.includes('__'))
      return [rule(setting, index + 1, verdict, priority, match), rule(setting, index + 1, verdict, priority, short)]
    if (args === undefined) return [rule(setting, index + 1, verdict, priority, match)]
    if (name !== SHELL) {
      // Without its arguments the entry would cover every call of the tool: fine for a deny, not for an allow.
      if (verdict !== 'allow') return [rule(setting, index + 1, verdict, priority, match)]
      throw new UserError(
        `settings: ${setting}: ${JSON.stringify(entry)}: only ${SHELL} can be allowed by its arguments; write a rule with argsPattern`,
      )
    }
    if (args.trim() === '') return []
    const words = prefixWords(args)
    if (!words.ok) throw new UserError(`settings: ${setting}: ${JSON.stringify(entry)} ${words.why}`)
    return [rule(setting, index + 1, verdict, priority, { ...match, prefixes: [{ text: args, words: words.words }] })]
  })
}

/** Whoever allows some commands means: no others. */
function narrowed(allowed: readonly string[]): Rule[] {
  const at = allowed.findIndex((entry) => {
    const { name, args } = readEntry(entry)
    return name === SHELL && args !== undefined
  })
  return at < 0 ? [] : [rule('tools.allowed', at + 1, 'deny', 290, { tools: [SHELL] })]
}

/** A sub-agent must always be able to end; documents of servers are the servers'. */
const NEVER_MEANT = ['complete_task', 'list_mcp_resources', 'read_mcp_resource']

/** tools.core is the list of built-in tools there are; it says nothing of servers. */
function coreRules(core: readonly string[]): Rule[] {
  return [
    ...toolRules([...core, ...NEVER_MEANT], 'tools.core', 'allow', 250, NOT_PLAN),
    rule('tools.core', 1, 'deny', 240, { tools: ['*'], builtin: true, modes: NOT_PLAN }),
  ]
}

function readEntry(entry: string): { name: string; args?: string } {
  const [, name, args] = /^\s*([\w-]+)\s*\(([\s\S]*)\)\s*$/.exec(entry) ?? []
  return name === undefined || args === undefined ? { name: canonical(entry.trim()) } : { name: canonical(name), args }
}

const rule = (setting: string, line: number, verdict: Verdict, priority: number, match: Match): Rule => ({
  verdict,
  tier: 'user',
  priority,
  file: `settings: ${setting}`,
  line,
  match,
})
