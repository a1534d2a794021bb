import { join } from 'node:path'
import { SKILL_FOLDERS, type SkillFolder } from '../agent/skills.ts'
import type { AgentFolder } from '../agent/subagents/load-agents.ts'
import { fillSystemPrompt, readSystemPromptFile, type SystemPromptValues } from '../agent/system-prompt.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Task } from '../github/events/task.ts'
import { changedSteeringFiles } from '../github/steering-reader.ts'
import { messageOf } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { Extension } from './extension-manifest.ts'
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

/** Renders the custom system prompt with the tools, skills and sub-agents of a run. */
export type RenderSystemPrompt = (fillings: SystemPromptValues) => string

/** Loads the file that `GEMINI_SYSTEM_MD` names; undefined when it names none. Throws UserError for a missing file. */
export async function loadSystemPrompt(
  { env, workspace }: Pick<Runtime, 'env' | 'workspace'>,
  steering: CommitReader,
  notice: (text: string) => void,
): Promise<RenderSystemPrompt | undefined> {
  if (env.GEMINI_WRITE_SYSTEM_MD)
    notice('GEMINI_WRITE_SYSTEM_MD is ignored: the transcript holds the system prompt of a run.')
  if (!env.GEMINI_SYSTEM_MD) return undefined
  const text = await readSystemPromptFile(env.GEMINI_SYSTEM_MD, steering, workspace)
  return text === undefined ? undefined : (fillings) => fillSystemPrompt(text, fillings)
}

/** Steering files that the pull request changes: the report lists them, the run ignores them. A failure only gives a notice. */
export async function findIgnoredChanges(
  task: Task,
  names: readonly string[],
  { github, notice }: { github: GitHub; notice(text: string): void },
): Promise<string[]> {
  try {
    return await changedSteeringFiles(task, github, names)
  } catch (error) {
    notice(`Could not check whether the pull request changes steering files: ${messageOf(error)}`)
    return []
  }
}
