import type { GitHub } from '../github/api/github.ts'
import { looksPinned } from '../github/api/pinned-files.ts'
import type { Git } from '../github/git.ts'
import { steeringReader } from '../github/steering-reader.ts'
import { UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { PolicySource } from '../policy/rules/load.ts'
import { canonicalToolName, SHELL_TOOL } from '../policy/rules/tool-names.ts'
import { TOOL_ALIASES } from '../tools/tool-aliases.ts'
import type { Inputs } from './inputs.ts'
import { openPinnedConfig, type PinnedConfig } from './pinned-config.ts'
import type { Runtime } from './runtime.ts'
import { loadSettings, type Settings } from './settings/settings.ts'
import { readMachineSettings } from './settings/settings-files.ts'

/** A settings file; `label` names it in messages. */
export type SettingsText = { label: string; text: string }

const INPUT = 'input admin_settings'

/** The files of the input `admin_settings`: one a line, `OWNER/REPO@SHA:path` or a path of the steering commit. */
export async function readAdminSettings(
  input: string,
  steering: CommitReader,
  pinned: PinnedConfig,
): Promise<SettingsText[]> {
  const entries = input
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const texts = await Promise.all(
    entries.map(async (entry) => {
      if (looksPinned(entry)) return (await pinned.read(entry, INPUT)).map(({ path, text }) => ({ label: path, text }))
      const path = entry.replace(/^\.\//, '')
      const text = await steering.read(path)
      if (text !== undefined) return [{ label: path, text }]
      throw new UserError(
        `The ${INPUT} names ${entry}, but commit ${steering.ref.slice(0, 12)} has no such file. Write OWNER/REPO@SHA:path for a file of another repository.`,
      )
    }),
  )
  return texts.flat()
}

/** The tool that ends a sub-agent, which tools.core does not restrict. */
const OUTSIDE_CORE = ['complete_task']

/**
 * What these settings deny, as an admin-tier policy, so that no rule of a repository can allow it; undefined when they deny nothing.
 * Throws UserError for an entry that no rule can express.
 */
export function adminSettingsPolicy(settings: Settings, servers: readonly string[]): PolicySource | undefined {
  const { tools = {}, mcp = {}, useWriteTodos } = settings
  const excluded = (mcp.excluded ?? []).flatMap((name) => [
    name,
    ...servers.filter((each) => each !== name && each.toLowerCase() === name.toLowerCase()),
  ])
  const rules = [
    ...excluded.map((name) => rule('deny', { mcpName: name })),
    ...(tools.exclude ?? []).flatMap((entry) => toolRules('deny', entry)),
    ...(tools.confirmationRequired ?? []).flatMap((entry) => toolRules('ask_user', entry)),
    ...(useWriteTodos === false ? toolRules('deny', 'write_todos') : []),
    ...(tools.core === undefined ? [] : [coreRule(tools.core)]),
  ]
  return rules.length === 0 ? undefined : { tier: 'admin', file: 'admin_settings', text: rules.join('\n') }
}

/** `name` or `name(arguments)`; for the shell the arguments are a prefix, for other tools the whole tool counts. */
function toolRules(decision: 'deny' | 'ask_user', entry: string): string[] {
  const { name, args } = readToolEntry(entry)
  if (args !== undefined && name === SHELL_TOOL)
    return args.trim() === '' ? [] : [rule(decision, { toolName: name, commandPrefix: args })]
  const byServerName = args === undefined && decision === 'deny' && !name.includes('__')
  return [
    rule(decision, { toolName: name }),
    ...(byServerName ? [rule(decision, { toolName: name, mcpName: '*' })] : []),
  ]
}

/** Every built-in tool that the list does not name. */
function coreRule(core: readonly string[]): string {
  const entries = core.map(readToolEntry)
  const limited = entries.find(({ args }) => args !== undefined)
  if (limited !== undefined)
    throw new UserError(
      `The ${INPUT}: tools.core can only name tools here, not ${limited.name}(${limited.args}). Restrict arguments with a rule in admin_policies.`,
    )
  const kept = [...entries.map(({ name }) => name), ...OUTSIDE_CORE]
  const denied = [...Object.keys(TOOL_ALIASES), 'discovered_tool_*'].filter((name) => !kept.includes(name))
  return rule('deny', { toolName: denied })
}

function readToolEntry(entry: string): { name: string; args?: string } {
  const [, name, args] = /^\s*([\w-]+)\s*\(([\s\S]*)\)\s*$/.exec(entry) ?? []
  return name === undefined || args === undefined
    ? { name: canonicalToolName(entry.trim()) }
    : { name: canonicalToolName(name), args }
}

const rule = (decision: string, match: Record<string, string | readonly string[]>): string =>
  [
    '[[rule]]',
    ...Object.entries(match).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    `decision = "${decision}"`,
    'priority = 999',
    'deny_message = "The settings of the organization deny it."',
    '',
  ].join('\n')

/** The settings of a commit before a run loads its configuration, which reports what is wrong with them; undefined then. */
export async function settingsAtStart(
  sha: string,
  { inputs, runtime, git, github }: { inputs: Inputs; runtime: Runtime; git: Git; github: GitHub },
): Promise<Settings | undefined> {
  try {
    const steering = steeringReader(sha, { git, github })
    const [machineSettings, admin] = await Promise.all([
      readMachineSettings(runtime),
      readAdminSettings(inputs.admin_settings, steering, openPinnedConfig(inputs, github)),
    ])
    const options = { env: runtime.env, machineSettings: { ...machineSettings, admin } }
    return await loadSettings(inputs.settings, steering, () => undefined, options)
  } catch {
    return undefined
  }
}
