import type { Fillings } from '../agent/system-file.ts'
import type { Reader } from '../host/files.ts'
import type { Machine } from '../machine.ts'

/** The system text in the place of ours, once it is known what fills it. */
export type SystemText = (fillings: Fillings) => string

/** What the workflow's `GEMINI_SYSTEM_MD` asks for; undefined, and nothing loaded, where it asks for nothing. Throws UserError. */
export async function systemText(
  { env, workspace }: Pick<Machine, 'env' | 'workspace'>,
  steering: Reader,
  notice: (text: string) => void,
): Promise<SystemText | undefined> {
  if (env.GEMINI_WRITE_SYSTEM_MD)
    notice('GEMINI_WRITE_SYSTEM_MD is ignored: the transcript holds the system text of a run.')
  if (!env.GEMINI_SYSTEM_MD) return undefined
  const { filledIn, systemFile } = await import('../agent/system-file.ts')
  const text = await systemFile(env.GEMINI_SYSTEM_MD, steering, workspace)
  return text === undefined ? undefined : (fillings) => filledIn(text, fillings)
}
