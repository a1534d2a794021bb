import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf, UserError } from '../host/errors.ts'
import type { Env } from '../machine.ts'
import { MODES, type Mode } from '../policy/decide.ts'

/** What a command has of the machine. Writes to standard output and standard error; texts end in a line break of their own. */
export type CommandIo = {
  out(text: string): void
  err(text: string): void
  cwd: string
  env: Env
  /** The folder dist/ lies in. */
  dist: string
}

/** Says what is wrong with a command line, and how it is written; the exit status. */
export function wrongUsage(io: Pick<CommandIo, 'err'>, command: string, error: unknown, help: string): number {
  // node:util adds a lesson on positional arguments.
  const mistake = messageOf(error).replace(/\. To specify a positional .*$/s, '')
  io.err(`sluice ${command}: ${mistake}\n\n${help}`)
  return 2
}

/** The mode a person wrote, under either spelling; undefined when there is none of that name. */
export const readMode = (text: string): Mode | undefined =>
  MODES.find((mode) => mode === (text === 'auto_edit' ? 'autoEdit' : text))

/** What `--mode` says, if anything. Throws when it is no mode. */
export function modeIn(text: string | undefined): Mode | undefined {
  const mode = text === undefined ? undefined : readMode(text)
  if (mode === undefined && text !== undefined)
    throw new Error(`--mode must be one of ${MODES.join(', ')}, not ${JSON.stringify(text)}`)
  return mode
}

/** The folder a command is about: the one named, from where the user is, or where the user is. Throws UserError when it is none. */
export async function workspaceIn({ cwd }: Pick<CommandIo, 'cwd'>, named = '.'): Promise<string> {
  const folder = resolve(cwd, named)
  if (!(await isFolder(folder))) throw new UserError(`${folder} is not a folder.`)
  return folder
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
