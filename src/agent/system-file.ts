import { isAbsolute, relative } from 'node:path'
import { UserError } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import { slashed } from '../host/paths.ts'

/** Where the file lies when the variable only says that there is one. */
const USUAL = '.gemini/system.md'

/**
 * The system text a workflow puts in the place of ours: what `GEMINI_SYSTEM_MD` names, as the steering commit has it.
 * `root` is the checkout. Undefined when it names nothing; throws UserError when there is no such file.
 */
export async function systemFile(
  named: string | undefined,
  steering: Reader,
  root: string,
): Promise<string | undefined> {
  const given = named?.trim() ?? ''
  if (given === '' || given === '0' || given.toLowerCase() === 'false') return undefined
  const path = given === '1' || given.toLowerCase() === 'true' ? USUAL : inRepository(given, root)
  const text = await steering.read(path)
  if (text !== undefined) return text
  throw new UserError(
    `missing system prompt file '${path}': GEMINI_SYSTEM_MD names it, and the commit that steers this run has no such file.`,
  )
}

function inRepository(given: string, root: string): string {
  const path = slashed(isAbsolute(given) ? relative(root, given) : given).replace(/^(?:\.\/)+/, '')
  if (!path.startsWith('~') && !isAbsolute(path) && !path.split('/').includes('..')) return path
  throw new UserError(
    `GEMINI_SYSTEM_MD is "${given}", which lies outside the repository. What steers a run is read from a commit: name a file of the repository, or 1 for ${USUAL}.`,
  )
}

/** What the file may ask for. Sections are texts of ours that may be empty. */
export type Fillings = { tools: readonly string[]; skills: string; agents: string }

/** The text with its placeholders replaced, once: `${AvailableTools}`, `${AgentSkills}`, `${SubAgents}`, `${<tool>_ToolName}`. */
export function filledIn(text: string, { tools, skills, agents }: Fillings): string {
  const list = tools.length === 0 ? 'No tools are currently available.' : tools.map((name) => `- ${name}`).join('\n')
  const values: Readonly<Record<string, string>> = { AvailableTools: list, AgentSkills: skills, SubAgents: agents }
  return text.replace(/\$\{(\w+)\}/g, (written, name: string) => {
    if (Object.hasOwn(values, name)) return values[name] ?? written
    return /^\w+_ToolName$/.test(name) ? name.slice(0, -'_ToolName'.length) : written
  })
}
