import { readYaml, splitFrontMatter } from '../front-matter.ts'
import type { Skill, SkillFolder } from './skills.ts'

const SKILL_FILE = 'SKILL.md'

/** Folders whose files are not listed. */
const IGNORED_FOLDERS = /(?:^|\/)(?:node_modules|\.git|dist|__pycache__)\//

const LAYOUT_HINT = `each skill needs a folder that contains ${SKILL_FILE}.`

/** Whether a file is in the folder of a skill. */
const belongsToSkill = (short: string, inside: ReadonlyMap<string, string>) =>
  short.includes('/') && inside.has(`${short.slice(0, short.indexOf('/'))}/${SKILL_FILE}`)

/** Reads the skills of a folder: `SKILL.md` in it or in one of its subfolders. */
export async function readSkills(
  { files, folder, label = '' }: SkillFolder,
  paths: readonly string[],
  notice: (text: string) => void,
): Promise<Skill[]> {
  const skills: Skill[] = []
  let hasNotice = false
  const inside = new Map(paths.map((path) => [path.slice(folder.length + 1), path]))
  for (const [short, path] of inside) {
    if (short !== SKILL_FILE && !/^[^/]+\/SKILL\.md$/.test(short)) {
      if (!/^(?:[^/]+\/){0,2}skill\.md$/i.test(short) || belongsToSkill(short, inside)) continue
      notice(`${label}${path} is ignored: ${LAYOUT_HINT}`)
      hasNotice = true
      continue
    }
    const text = await files.read(path)
    if (text === undefined) continue
    const parsed = parseSkill(text)
    if (typeof parsed === 'string') {
      notice(`${label}${path} is not a valid skill: ${parsed}`)
      continue
    }
    const home = short.slice(0, -SKILL_FILE.length)
    // A SKILL.md at the top has no resources: the files beside it belong to other skills.
    const resources =
      home === ''
        ? []
        : [...inside.keys()].filter((one) => one.startsWith(home) && one !== short && !IGNORED_FOLDERS.test(one))
    skills.push({
      ...parsed,
      location: label + path,
      resources: resources.map((one) => one.slice(home.length)).sort(),
      read: async (resource) => {
        const path = inside.get(home + resource)
        return path === undefined ? undefined : files.read(path)
      },
    })
  }
  if (skills.length === 0 && !hasNotice) notice(`${label}${folder} has files but no skill: ${LAYOUT_HINT}`)
  return skills
}

function parseSkill(text: string): Pick<Skill, 'name' | 'description' | 'body'> | string {
  const halves = splitFrontMatter(text)
  if (halves === undefined)
    return 'it must start with front matter: name and description between lines of three dashes.'
  const { yaml, body } = halves
  const read = readYaml(yaml)
  const { name, description } = (read.ok ? fieldsFromYaml(read.value) : undefined) ?? fieldsFromLines(yaml)
  if (name === undefined) return 'the front matter has no name.'
  if (description === undefined) return 'the front matter has no description.'
  return { name: name.replace(/[:\\/<>*?"|]/g, '-'), description, body }
}

type SkillFields = { name?: string; description?: string }

/** The fields of the YAML; undefined when it is not a mapping. */
function fieldsFromYaml(value: unknown): SkillFields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const text = (key: string) => {
    const field: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
    return typeof field === 'string' || typeof field === 'number' ? { [key]: String(field) } : {}
  }
  return { ...text('name'), ...text('description') }
}

/** Reads fields from invalid YAML: colons in a description, no space after a colon. Indented lines continue a field. */
function fieldsFromLines(text: string): SkillFields {
  const fields: Record<string, string> = {}
  let open: string | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, key, rest = ''] = /^\s*(name|description)\s*:(.*)$/.exec(line) ?? []
    if (key !== undefined && !Object.hasOwn(fields, key)) {
      fields[key] = rest.trim()
      open = key
    } else if (open !== undefined && /^\s+\S/.test(line)) fields[open] = `${fields[open]} ${line.trim()}`.trim()
    else open = undefined
  }
  return fields
}
