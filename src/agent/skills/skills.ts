import type { CommitReader } from '../../platform/files/workspace.ts'
import { readSkills } from './skill-files.ts'

/** A folder with skills. `label` is the prefix of its paths in messages. */
export type SkillFolder = { files: CommitReader; folder: string; label?: string }

/** Instructions for one kind of task, with their files. */
export type Skill = {
  name: string
  description: string
  /** The path of the instructions, for messages. */
  location: string
  body: string
  /** The other files of its folder, relative to it, sorted. */
  resources: readonly string[]
  /** Reads one of the resources. */
  read(resource: string): Promise<string | undefined>
}

/** The settings of skills. */
export type SkillSettings = { skills?: { enabled?: boolean; disabled?: string[] } }

/** The skill folders of a repository. Skills of the second replace those of the first. */
export const SKILL_FOLDERS = ['.gemini/skills', '.agents/skills'] as const

/**
 * Loads the skills of all folders; a later skill replaces an earlier one of the same name. Skips invalid skills with a notice.
 */
export async function loadSkills(
  folders: readonly SkillFolder[],
  settings: SkillSettings,
  notice: (text: string) => void,
): Promise<Skill[]> {
  const { enabled = true, disabled = [] } = settings.skills ?? {}
  if (!enabled) return []
  const off = new Set(disabled.map((name) => name.toLowerCase()))
  const skills = new Map<string, Skill>()
  for (const folder of folders) {
    const paths = await folder.files.list(folder.folder)
    if (paths.length === 0) continue
    for (const skill of await readSkills(folder, paths, notice)) {
      const replaced = skills.get(skill.name)
      if (replaced !== undefined)
        notice(`The skill ${skill.name} from ${skill.location} replaces the one from ${replaced.location}.`)
      skills.set(skill.name, skill)
    }
  }
  return [...skills.values()].filter(({ name }) => !off.has(name.toLowerCase()))
}
