import { join } from 'node:path'
import { SKILL_FOLDERS, type SkillPlace } from '../agent/skills.ts'
import type { AgentPlace } from '../agent/subagents.ts'
import type { Reader } from '../host/files.ts'
import type { Machine } from '../machine.ts'
import type { Extension } from './extensions.ts'
import { ownHome } from './settings-files.ts'

/**
 * Where sub-agents and skills are looked for: in the repository, in the home of whoever owns the runner, in extensions. Of
 * sub-agents with one name the first counts, of skills the last, so that the repository's always win.
 */
export async function agentPlaces(
  steering: Reader,
  extensions: readonly Pick<Extension, 'files' | 'from'>[],
  machine: Pick<Machine, 'home' | 'workspace'>,
): Promise<{ agents: AgentPlace[]; skills: SkillPlace[] }> {
  const home = await ownHome(machine.home, machine.workspace)
  const own = home === undefined ? [] : await homePlaces(home)
  const of = (folder: string) => extensions.map(({ files, from }) => ({ files, folder, label: `${from}/` }))
  return {
    agents: [
      { files: steering, folder: '.gemini/agents' },
      ...own.filter(({ label }) => label === '~/.gemini/').map((place) => ({ ...place, folder: 'agents' })),
      ...of('agents').map((place) => ({ ...place, lent: true })),
    ],
    skills: [
      ...of('skills'),
      ...own.map((place) => ({ ...place, folder: 'skills' })),
      ...SKILL_FOLDERS.map((folder) => ({ files: steering, folder })),
    ],
  }
}

async function homePlaces(home: string): Promise<{ files: Reader; label: string }[]> {
  const { worktreeReader } = await import('./worktree.ts')
  return ['.gemini', '.agents'].map((name) => ({ files: worktreeReader(join(home, name)), label: `~/${name}/` }))
}
