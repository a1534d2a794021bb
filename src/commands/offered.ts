import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSkills, type Skill } from '../agent/skills.ts'
import { listCommands } from '../agent/slash.ts'
import type { OfferedAgent } from '../agent/subagent.ts'
import { loadAgents } from '../agent/subagents.ts'
import { childEnvironment } from '../host/environment.ts'
import type { Reader } from '../host/files.ts'
import { type Env, personsHome } from '../machine.ts'
import type { Settings } from '../settings/settings.ts'
import { agentPlaces } from '../steering/agent-places.ts'
import { commandFolders, type Extension, loadExtensions, withExtensions } from '../steering/extensions.ts'
import { foldersOf } from '../steering/invocations.ts'

/** What a folder offers beside tools, and its settings with what its extensions add to them. Disposing takes away the programs of extensions. */
export type Offered = AsyncDisposable & {
  settings: Settings
  agents: readonly OfferedAgent[]
  skills: readonly Skill[]
  extensions: readonly Extension[]
  /** Their names. */
  commands: readonly string[]
}

/** Reads it as a run would. Starts nothing. */
export async function offeredIn(
  steering: Reader,
  written: Settings,
  { env, workspace, dist, tell }: { env: Env; workspace: string; dist: string; tell(text: string): void },
): Promise<Offered> {
  const home = personsHome(env)
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-list-'))
  const away = () => rm(scratch, { recursive: true, force: true })
  try {
    const machine = { env, home, workspace, scratch, childEnv: childEnvironment(env, []) }
    const extensions = await loadExtensions({ wanted: [], settings: written, steering, machine, notice: tell })
    const settings = await withExtensions(written, extensions, env, tell)
    const places = await agentPlaces(steering, extensions, machine)
    const folders = await foldersOf({ dist, home, workspace, steering, further: commandFolders(extensions) })
    return {
      settings,
      agents: await loadAgents(places.agents, settings, tell),
      skills: await loadSkills(places.skills, settings, tell),
      commands: [...(await listCommands(folders)).keys()],
      extensions,
      [Symbol.asyncDispose]: away,
    }
  } catch (error) {
    await away()
    throw error
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
