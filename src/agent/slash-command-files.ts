import { parse, TomlError } from 'smol-toml'
import * as z from 'zod'
import { messageOf, UserError, zodIssueMessage } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import { keepStart } from '../text/format-text.ts'
import { dropControlStrings } from '../text/invisible.ts'

/** A call `/name arguments`. `raw` is its whole text. */
export type SlashCall = { name: string; args: string; raw: string }

/** A folder with command files. `label` is its name in messages. */
export type CommandFolder = {
  files: Pick<CommitReader, 'list' | 'read'>
  folder: string
  label: string
  /** The extension of the commands. On a name conflict it becomes the prefix of the command name. */
  extension?: string
}

/** A command that can be called. `file` is its path for messages. */
export type CommandFile = { name: string; file: string; folder: CommandFolder; path: string }

/** `profile`: the built-in policy that the command needs. */
export type SlashCommand = { name: string; file: string; prompt: string; description: string; profile?: string }

/**
 * Lists all commands by name without reading them. A command of a later folder replaces an earlier one of the same name; a
 * conflicting extension command becomes `extension.name`, with a number when that name is in use too.
 */
export async function listCommandFiles(folders: readonly CommandFolder[]): Promise<ReadonlyMap<string, CommandFile>> {
  const commands = new Map<string, CommandFile>()
  const repositoryFiles = await commandFilesIn(folders.filter(({ extension }) => extension === undefined))
  for (const file of repositoryFiles) commands.set(file.name, file)
  for (const file of await commandFilesIn(folders.filter(({ extension }) => extension !== undefined))) {
    const name = uniqueName(file.name, file.folder.extension ?? '', commands)
    commands.set(name, { ...file, name })
  }
  return commands
}

async function commandFilesIn(folders: readonly CommandFolder[]): Promise<CommandFile[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const prefix = folder.folder === '' ? '' : `${folder.folder}/`
      const paths = (await folder.files.list(folder.folder)).filter((path) => path.endsWith('.toml'))
      return paths.map((path): CommandFile => {
        const relativePath = path.slice(prefix.length)
        return { name: commandName(relativePath), file: `${folder.label}/${relativePath}`, folder, path }
      })
    }),
  )
  return lists.flat()
}

function uniqueName(name: string, extension: string, commands: ReadonlyMap<string, unknown>): string {
  const names = [name, `${extension}.${name}`]
  for (let n = 1; ; n++) {
    const free = names.find((candidate) => !commands.has(candidate))
    if (free !== undefined) return free
    names.push(`${extension}.${name}${n}`)
  }
}

const MAX_NAME_CHARACTERS = 50

/** `git/commit.toml` is `git:commit`. */
export function commandName(path: string): string {
  const segments = path.replace(/\.toml$/, '').split('/')
  const name = segments.map((segment) => segment.replace(/[^\w.-]/g, '_')).join(':')
  return name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS - 3)}...` : name
}

export const CommandFileShape = z.looseObject({
  prompt: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
  description: z.string().optional(),
  profile: z.string().optional(),
})

/** Reads a command file. Throws UserError with the file and the problem. */
export async function readCommandFile({ name, file, folder, path }: CommandFile): Promise<SlashCommand> {
  const text = (await folder.files.read(path)) ?? ''
  let table: unknown
  try {
    table = parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const position = cause instanceof TomlError ? `:${cause.line}:${cause.column}` : ''
    throw new UserError(`${file}${position}: ${messageOf(cause).split('\n')[0]}. /${name} cannot be used.`, {
      cause,
    })
  }
  const result = CommandFileShape.safeParse(table)
  if (!result.success) {
    const [issue] = result.error.issues
    const problem = issue === undefined ? 'it' : zodIssueMessage(issue, 'the file')
    throw new UserError(`${file}: ${problem}. /${name} cannot be used: a command file needs prompt = "…".`)
  }
  const { prompt, profile, description = `Custom command from ${path.slice(path.lastIndexOf('/') + 1)}` } = result.data
  const fullDescription = folder.extension === undefined ? description : `[${folder.extension}] ${description}`
  return { name, file, prompt, description: oneLine(fullDescription), profile }
}

const MAX_DESCRIPTION_CHARACTERS = 100

function oneLine(text: string): string {
  const line = dropControlStrings(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length > MAX_DESCRIPTION_CHARACTERS ? `${keepStart(line, MAX_DESCRIPTION_CHARACTERS - 3)}...` : line
}
