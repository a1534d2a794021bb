import { isAbsolute, relative } from 'node:path'
import { UserError } from '../platform/errors.ts'
import { toForwardSlashes } from '../platform/files/paths.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import { interpolate } from '../text/interpolate.ts'

/** The path that `GEMINI_SYSTEM_MD=1` stands for. */
const DEFAULT_PATH = '.gemini/system.md'

/**
 * The text that replaces the built-in system prompt: the file that `GEMINI_SYSTEM_MD` names, read from the steering commit.
 * `root` is the checkout. Undefined when the variable is unset or off. Throws UserError when the file is missing.
 */
export async function readSystemPromptFile(
  setting: string | undefined,
  steering: CommitReader,
  root: string,
): Promise<string | undefined> {
  const value = setting?.trim() ?? ''
  if (value === '' || value === '0' || value.toLowerCase() === 'false') return undefined
  const path = value === '1' || value.toLowerCase() === 'true' ? DEFAULT_PATH : repositoryPath(value, root)
  const text = await steering.read(path)
  if (text !== undefined) return text
  throw new UserError(
    `missing system prompt file '${path}': GEMINI_SYSTEM_MD names it, but the steering commit has no such file.`,
  )
}

function repositoryPath(value: string, root: string): string {
  const path = toForwardSlashes(isAbsolute(value) ? relative(root, value) : value).replace(/^(?:\.\/)+/, '')
  if (!path.startsWith('~') && !isAbsolute(path) && !path.split('/').includes('..')) return path
  throw new UserError(
    `GEMINI_SYSTEM_MD is "${value}", which is outside the repository. The system prompt is read from the steering commit: name a file of the repository, or set 1 for ${DEFAULT_PATH}.`,
  )
}

/** The values of the placeholders. The sections may be empty. */
export type SystemPromptValues = { tools: readonly string[]; skills: string; agents: string }

/** Replaces the placeholders of the file, once: `${AvailableTools}`, `${AgentSkills}`, `${SubAgents}`, `${<tool>_ToolName}`. */
export function fillSystemPrompt(text: string, { tools, skills, agents }: SystemPromptValues): string {
  const list = tools.length === 0 ? 'No tools are currently available.' : tools.map((name) => `- ${name}`).join('\n')
  const values: Readonly<Record<string, string>> = { AvailableTools: list, AgentSkills: skills, SubAgents: agents }
  return interpolate(text, ({ name, fallback }) => {
    if (Object.hasOwn(values, name)) return values[name] || (fallback ?? '')
    return /^\w+_ToolName$/.test(name) ? name.slice(0, -'_ToolName'.length) : undefined
  })
}
