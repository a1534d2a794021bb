import type { Reader } from '../host/files.ts'

/** A folder with skills. `label` stands before its paths where people read of them. */
export type SkillPlace = { files: Reader; folder: string; label?: string }

/** Instructions for one kind of task, read when they are needed, and the files they come with. */
export type Skill = {
  name: string
  description: string
  /** The file they stand in, as people find it. */
  location: string
  body: string
  /** The other files of its folder, relative to it, sorted. */
  resources: readonly string[]
  /** One of those, as the commit has it. */
  read(resource: string): Promise<string | undefined>
}

/** The part of the settings that is about skills. */
export type SkillSettings = { skills?: { enabled?: boolean | undefined; disabled?: string[] | undefined } | undefined }

/** Where a repository keeps its skills; those of the second folder replace those of the first. */
export const SKILL_FOLDERS = ['.gemini/skills', '.agents/skills'] as const

/**
 * The skills of all places; a later one replaces one of the same name. What cannot be read is told and left out. A
 * repository without any pays for a look at the list of its files.
 */
export async function loadSkills(
  places: readonly SkillPlace[],
  settings: SkillSettings,
  tell: (text: string) => void,
): Promise<Skill[]> {
  const { enabled = true, disabled = [] } = settings.skills ?? {}
  if (!enabled) return []
  const off = new Set(disabled.map((name) => name.toLowerCase()))
  const skills = new Map<string, Skill>()
  for (const place of places) {
    const paths = await place.files.list(place.folder)
    if (paths.length === 0) continue
    const { readSkills } = await import('./skill-files.ts')
    for (const skill of await readSkills(place, paths, tell)) {
      const known = skills.get(skill.name)
      if (known !== undefined) tell(`The skill ${skill.name} of ${skill.location} replaces that of ${known.location}.`)
      skills.set(skill.name, skill)
    }
  }
  return [...skills.values()].filter(({ name }) => !off.has(name.toLowerCase()))
}
