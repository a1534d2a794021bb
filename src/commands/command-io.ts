import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findProjectRoot } from '../config/worktree-reader.ts'
import type { Environment } from '../platform/environment.ts'
import { messageOf, UserError } from '../platform/errors.ts'
import { MODES, type Mode } from '../policy/rules/rule.ts'
import { askForMeant } from './misspelling.ts'

/** What a command uses: standard output and error (texts include their line breaks), current folder and environment. */
export type CommandIo = {
  out(text: string): void
  err(text: string): void
  cwd: string
  env: Environment
  /** The dist/ folder. */
  dist: string
}

/** Prints the mistake in a command line, the option that is meant, and the first part of the help text. Returns the exit code. */
export function reportUsageError(io: Pick<CommandIo, 'err'>, command: string, error: unknown, help: string): number {
  // node:util adds an explanation of positional arguments.
  const mistake = messageOf(error).replace(/\. To specify a positional .*$/s, '')
  const [, option] = /^Unknown option '(--[^'=]+)/.exec(mistake) ?? []
  const suggestion =
    option === undefined ? '' : askForMeant(option, help.match(/--[a-z][\w-]*/g) ?? []).replace(/^(?=.)/, '.')
  const [usage = '', ...others] = help.split('\n\n')
  const [called] = /^sluice [a-z]+(?: (?:explain|check|lint|test|list|show))?/.exec(usage) ?? []
  // The overview of a group of commands is all that there is to say.
  const hasMore = others.length > 0 && called !== undefined && !/\nsluice /.test(usage)
  io.err(
    `sluice ${command}: ${mistake}${suggestion}\n\n${usage.trimEnd()}\n${hasMore ? `\n${called} --help explains it.\n` : ''}`,
  )
  return 2
}

/**
 * Where a command looks for the files of a repository: the root of the repository around the current folder, because GitHub and a run
 * read those. A folder with workflows or settings of its own counts as one, such as a sample. Says so where it is another folder.
 */
export async function repositoryRoot({ cwd, err }: Pick<CommandIo, 'cwd' | 'err'>): Promise<string> {
  if ((await isFolder(join(cwd, '.github'))) || (await isFolder(join(cwd, '.gemini')))) return cwd
  const root = await findProjectRoot(cwd)
  if (root !== resolve(cwd)) err(`note: The repository begins at ${root}.\n`)
  return root
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
