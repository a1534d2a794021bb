import { loadSkills, type Skill } from '../agent/skills/skills.ts'
import { listCommandFiles } from '../agent/slash-commands/command-files.ts'
import { loadAgents } from '../agent/subagents/load-agents.ts'
import type { OfferedSubagent } from '../agent/subagents/subagent.ts'
import { agentLocations } from '../config/agent-locations.ts'
import { type Extension, extensionCommandFolders } from '../config/extensions/extensions.ts'
import { listCommandFolders } from '../config/slash-invocations.ts'
import type { LocalConfig } from './local-config.ts'

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
