import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Environment } from '../platform/environment.ts'
import { messageOf, UserError } from '../platform/errors.ts'
import { MODES, type Mode } from '../policy/rules/rule.ts'

/** What a command uses: standard output and error (texts include their line breaks), current folder and environment. */
export type CommandIo = {
  out(text: string): void
  err(text: string): void
  cwd: string
  env: Environment
  /** The dist/ folder. */
  dist: string
}

/** Prints the mistake in a command line and the help text. Returns the exit code. */
export function reportUsageError(io: Pick<CommandIo, 'err'>, command: string, error: unknown, help: string): number {
  // node:util adds an explanation of positional arguments.
  const mistake = messageOf(error).replace(/\. To specify a positional .*$/s, '')
  io.err(`sluice ${command}: ${mistake}\n\n${help}`)
  return 2
}

/** The mode with this name, in either spelling; undefined when there is none. */
export const parseMode = (text: string): Mode | undefined =>
  MODES.find((mode) => mode === (text === 'auto_edit' ? 'autoEdit' : text))

/** The value of `--mode`, if set. Throws when it is not a mode. */
export function parseModeOption(text: string | undefined): Mode | undefined {
  const mode = text === undefined ? undefined : parseMode(text)
  if (mode === undefined && text !== undefined)
    throw new Error(`--mode must be one of ${MODES.join(', ')}, not ${JSON.stringify(text)}`)
  return mode
}

/** The folder a command works on, relative to the current folder. Throws UserError when it is not a folder. */
export async function resolveWorkspace({ cwd }: Pick<CommandIo, 'cwd'>, folderOption = '.'): Promise<string> {
  const folder = resolve(cwd, folderOption)
  if (!(await isFolder(folder))) throw new UserError(`${folder} is not a folder.`)
  return folder
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
