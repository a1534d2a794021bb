import type { SystemPromptValues } from '../agent/system-prompt-file.ts'
import { fillSystemPrompt, readSystemPromptFile } from '../agent/system-prompt-file.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { Runtime } from './runtime.ts'

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
