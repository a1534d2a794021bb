import { loadSkills, type Skill } from '../agent/skills.ts'
import { listCommands } from '../agent/slash.ts'
import type { OfferedAgent } from '../agent/subagent.ts'
import { loadAgents } from '../agent/subagents.ts'
import { agentPlaces } from '../steering/agent-places.ts'
import { commandFolders, type Extension } from '../steering/extensions.ts'
import { foldersOf } from '../steering/invocations.ts'
import type { Here } from './here.ts'

/** What a repository offers beside tools. */
export type Offered = {
  agents: readonly OfferedAgent[]
  skills: readonly Skill[]
  extensions: readonly Extension[]
  /** Their names. */
  commands: readonly string[]
}

/** Reads it as a run would. Starts nothing. */
export async function offeredIn(
  { machine, steering, settings, extensions }: Pick<Here, 'machine' | 'steering' | 'settings' | 'extensions'>,
  tell: (text: string) => void,
): Promise<Offered> {
  const places = await agentPlaces(steering, extensions, machine)
  const folders = await foldersOf({ ...machine, steering, further: commandFolders(extensions) })
  return {
    agents: await loadAgents(places.agents, settings, tell),
    skills: await loadSkills(places.skills, settings, tell),
    commands: [...(await listCommands(folders)).keys()],
    extensions,
  }
}

/** A line for each kind of thing there is some of. */
export function named({ agents, skills, commands, extensions }: Offered): string {
  const kinds: [what: string, names: readonly string[]][] = [
    ['Sub-agents', agents.map(({ name }) => name)],
    ['Skills', skills.map(({ name }) => name)],
    ['Commands', commands.map((name) => `/${name}`)],
    ['Extensions', extensions.map(({ name }) => name)],
  ]
  return kinds
    .flatMap(([what, names]) => (names.length === 0 ? [] : `${what}: ${names.toSorted().join(', ')}\n`))
    .join('')
}
