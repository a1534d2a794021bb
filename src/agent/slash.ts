import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { startOf } from '../host/cut.ts'
import { fieldMistake, messageOf, UserError } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'

/** `/name arguments`, as somebody wrote it (github/command-line.ts). `raw` is all of it. */
export type SlashLine = { name: string; args: string; raw: string }

/** Where commands are kept. `label` is the folder as people know it. */
export type CommandFolder = {
  files: Pick<Reader, 'list' | 'read'>
  folder: string
  label: string
  /** The extension they belong to: in case of doubt its name is put before theirs. */
  extension?: string
}

/** A command that can be called. `file` is where it stands, for people. */
export type CommandFile = { name: string; file: string; from: CommandFolder; path: string }

/** `profile`: the shipped policy it was written for. */
export type Command = { name: string; file: string; prompt: string; description: string; profile?: string }

/**
 * All commands by name, none of them read yet. A later folder's command replaces an earlier one's of the same name; an
 * extension's is called `extension.name` then, with a number where that is taken too.
 */
export async function listCommands(folders: readonly CommandFolder[]): Promise<ReadonlyMap<string, CommandFile>> {
  const commands = new Map<string, CommandFile>()
  const own = await filesOf(folders.filter(({ extension }) => extension === undefined))
  for (const file of own) commands.set(file.name, file)
  for (const file of await filesOf(folders.filter(({ extension }) => extension !== undefined))) {
    const name = freeName(file.name, file.from.extension ?? '', commands)
    commands.set(name, { ...file, name })
  }
  return commands
}

async function filesOf(folders: readonly CommandFolder[]): Promise<CommandFile[]> {
  const lists = await Promise.all(
    folders.map(async (from) => {
      const inside = from.folder === '' ? '' : `${from.folder}/`
      const paths = (await from.files.list(from.folder)).filter((path) => path.endsWith('.toml'))
      return paths.map((path): CommandFile => {
        const shown = path.slice(inside.length)
        return { name: commandName(shown), file: `${from.label}/${shown}`, from, path }
      })
    }),
  )
  return lists.flat()
}

function freeName(name: string, extension: string, taken: ReadonlyMap<string, unknown>): string {
  const names = [name, `${extension}.${name}`]
  for (let n = 1; ; n++) {
    const free = names.find((candidate) => !taken.has(candidate))
    if (free !== undefined) return free
    names.push(`${extension}.${name}${n}`)
  }
}

const LONGEST_NAME = 50

/** `git/commit.toml` is `git:commit`. */
export function commandName(path: string): string {
  const segments = path.replace(/\.toml$/, '').split('/')
  const name = segments.map((segment) => segment.replace(/[^\w.-]/g, '_')).join(':')
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 3)}...` : name
}

const Shape = z.looseObject({
  prompt: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
  description: z.string().exactOptional(),
  profile: z.string().exactOptional(),
})

/** Reads a command. Throws UserError that names file and mistake. */
export async function readCommandFile({ name, file, from, path }: CommandFile): Promise<Command> {
  const text = (await from.files.read(path)) ?? ''
  const { parse, TomlError } = await import('smol-toml')
  let table: unknown
  try {
    table = parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const place = cause instanceof TomlError ? `:${cause.line}:${cause.column}` : ''
    throw new UserError(`${file}${place}: ${messageOf(cause).split('\n')[0]}. So /${name} cannot be used.`, { cause })
  }
  const result = Shape.safeParse(table)
  if (!result.success) {
    const [issue] = result.error.issues
    const what = issue === undefined ? 'it' : fieldMistake(issue, 'the file')
    throw new UserError(`${file}: ${what}. A command is a file with prompt = "…", so /${name} cannot be used.`)
  }
  const { prompt, profile, description = `Custom command from ${path.slice(path.lastIndexOf('/') + 1)}` } = result.data
  const shown = from.extension === undefined ? description : `[${from.extension}] ${description}`
  return { name, file, prompt, description: oneLine(shown), ...(profile === undefined ? {} : { profile }) }
}

const LONGEST_DESCRIPTION = 100

function oneLine(text: string): string {
  const line = stripVTControlCharacters(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length > LONGEST_DESCRIPTION ? `${startOf(line, LONGEST_DESCRIPTION - 3)}...` : line
}
