import * as z from 'zod'
import type { CommitReader } from '../platform/files/workspace.ts'
import { collapseWhitespace } from '../text/format-text.ts'
import { defineTool, done, failed, type Tool } from '../tools/tool.ts'
import { readYaml, splitFrontMatter } from './front-matter.ts'

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
  read(resource: string): Promise<string | undefined>
}

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

export const ACTIVATE_SKILL = 'activate_skill'

const MAX_LISTED_FILES = 200

/**
 * The tool that returns the instructions of a skill and its files, both from the steering commit, not from the checkout.
 */
export const activateSkill = (skills: readonly Skill[]): Tool => {
  const names = skills.map(({ name }) => name)
  return defineTool({
    name: ACTIVATE_SKILL,
    description:
      'Returns the instructions of a skill, to follow for the current task, and the list of its files. With resource: the text of one of these files.',
    annotations: { readOnlyHint: true },
    input: z.object({
      name: z.string().meta({ enum: names }).describe('The skill.'),
      resource: z.string().optional().describe('A file from the list of the skill. Default: the instructions.'),
    }),
    async run({ name, resource }) {
      const skill = skills.find((one) => one.name === name)
      if (skill === undefined)
        return failed(
          'invalid_tool_params',
          `Error: Skill "${name}" not found. Available skills are: ${names.join(', ')}`,
        )
      if (resource === undefined) return done(activationText(skill), `Skill ${name} activated (${skill.location})`)
      const path = resource.trim().replace(/^(?:\.\/)+/, '')
      const text = skill.resources.includes(path) ? await skill.read(path) : undefined
      if (text !== undefined) return done(text, `Read ${path} of skill ${name}`)
      const available = skill.resources.length === 0 ? 'It has none.' : `It has: ${listFiles(skill).join(', ')}`
      return failed('file_not_found', `The skill "${name}" has no file ${path}. ${available}`)
    },
  })
}

function activationText(skill: Skill): string {
  const resources = listFiles(skill)
  const files = resources.length === 0 ? 'none' : resources.join('\n    ')
  return `<activated_skill name="${escapeMarkup(skill.name)}">
  <instructions>
    ${skill.body}
  </instructions>

  <available_resources>
    ${files}
  </available_resources>
</activated_skill>`
}

function listFiles({ resources }: Skill): string[] {
  const remaining = resources.length - MAX_LISTED_FILES
  return [...resources.slice(0, MAX_LISTED_FILES), ...(remaining > 0 ? [`(${remaining} more)`] : [])]
}

/** The skills section of the system prompt. Identical for the same commit. */
export const skillSection = (skills: readonly Skill[]): string => `# Skills

This repository has instructions for some kinds of tasks. When one matches your task, first activate it with \`${ACTIVATE_SKILL}\`, then follow it \
within the ground rules. Read the files of a skill with \`${ACTIVATE_SKILL}\` too.

<available_skills>
${skills.map(({ name, description, location }) => `  <skill>\n    <name>${escapeMarkup(name)}</name>\n    <description>${escapeMarkup(collapseWhitespace(description))}</description>\n    <location>${escapeMarkup(location)}</location>\n  </skill>`).join('\n')}
</available_skills>`

const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

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
