import { readYaml, splitFrontMatter } from './front-matter.ts'
import type { Skill, SkillPlace } from './skills.ts'

const FILE = 'SKILL.md'

/** Folders beside the instructions that nobody reads. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git|dist|__pycache__)\//

const WHERE = `each needs a folder with a ${FILE} in it.`

/** Whether a file lies beside the instructions of a skill, which may bring others along. */
const isPartOf = (short: string, inside: ReadonlyMap<string, string>) =>
  short.includes('/') && inside.has(`${short.slice(0, short.indexOf('/'))}/${FILE}`)

/** The skills among the files of a place: `SKILL.md` in it, or in a folder of it. */
export async function readSkills(
  { files, folder, label = '' }: SkillPlace,
  paths: readonly string[],
  tell: (text: string) => void,
): Promise<Skill[]> {
  const skills: Skill[] = []
  let isTold = false
  const inside = new Map(paths.map((path) => [path.slice(folder.length + 1), path]))
  for (const [short, path] of inside) {
    if (short !== FILE && !/^[^/]+\/SKILL\.md$/.test(short)) {
      if (!/^(?:[^/]+\/){0,2}skill\.md$/i.test(short) || isPartOf(short, inside)) continue
      tell(`${label}${path} is not read: ${WHERE}`)
      isTold = true
      continue
    }
    const text = await files.read(path)
    if (text === undefined) continue
    const head = await headOf(text)
    if (typeof head === 'string') {
      tell(`${label}${path} is no skill: ${head}`)
      continue
    }
    const home = short.slice(0, -FILE.length)
    // A skill of the whole folder has no files of its own beside those of the others.
    const resources =
      home === ''
        ? []
        : [...inside.keys()].filter((one) => one.startsWith(home) && one !== short && !LEFT_OUT.test(one))
    skills.push({
      ...head,
      location: label + path,
      resources: resources.map((one) => one.slice(home.length)).sort(),
      read: async (resource) => {
        const at = inside.get(home + resource)
        return at === undefined ? undefined : files.read(at)
      },
    })
  }
  if (skills.length === 0 && !isTold) tell(`${label}${folder} has files, but no skill: ${WHERE}`)
  return skills
}

async function headOf(text: string): Promise<Pick<Skill, 'name' | 'description' | 'body'> | string> {
  const halves = splitFrontMatter(text)
  if (halves === undefined) return 'it has to begin with a line of three dashes, name, description, and such a line.'
  const { yaml, body } = halves
  const read = await readYaml(yaml)
  const { name, description } = (read.ok ? fieldsOf(read.value) : undefined) ?? byLines(yaml)
  if (name === undefined) return 'the part between the dashes has no name.'
  if (description === undefined) return 'the part between the dashes has no description.'
  return { name: name.replace(/[:\\/<>*?"|]/g, '-'), description, body }
}

type Fields = { name?: string; description?: string }

/** Undefined where YAML found something else than fields; then lines may still say it. */
function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const text = (key: string) => {
    const field: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
    return typeof field === 'string' || typeof field === 'number' ? { [key]: String(field) } : {}
  }
  return { ...text('name'), ...text('description') }
}

/** What people write that is no YAML: colons in a description, no space after one. Indented lines go on. */
function byLines(text: string): Fields {
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
