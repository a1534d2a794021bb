import { join } from 'node:path'
import { SKILL_FOLDERS, type SkillFolder } from '../agent/skills/skills.ts'
import type { AgentFolder } from '../agent/subagents/load-agents.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { Extension } from './extensions/extensions.ts'
import type { Runtime } from './runtime.ts'
import { trustedHome } from './settings/settings-files.ts'
import { worktreeReader } from './worktree-reader.ts'

/**
 * The folders to search for sub-agents and skills: in the repository, the runner's home and extensions. The first
 * sub-agent with a name wins, and the last skill, so that the repository always wins.
 */
export async function agentLocations(
  steering: CommitReader,
  extensions: readonly Pick<Extension, 'files' | 'from'>[],
  runtime: Pick<Runtime, 'home' | 'workspace'>,
): Promise<{ agents: AgentFolder[]; skills: SkillFolder[] }> {
  const home = await trustedHome(runtime.home, runtime.workspace)
  const homes = home === undefined ? [] : homeFolders(home)
  const extensionFolders = (folder: string) =>
    extensions.map(({ files, from }) => ({ files, folder, label: `${from}/` }))
  return {
    agents: [
      { files: steering, folder: '.gemini/agents' },
      ...homes.filter(({ label }) => label === '~/.gemini/').map((place) => ({ ...place, folder: 'agents' })),
      ...extensionFolders('agents').map((place) => ({ ...place, ignoreTrust: true })),
    ],
    skills: [
      ...extensionFolders('skills'),
      ...homes.map((place) => ({ ...place, folder: 'skills' })),
      ...SKILL_FOLDERS.map((folder) => ({ files: steering, folder })),
    ],
  }
}

function homeFolders(home: string): { files: CommitReader; label: string }[] {
  return ['.gemini', '.agents'].map((name) => ({ files: worktreeReader(join(home, name)), label: `~/${name}/` }))
}
