import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { MemoryFile } from '../agent/imports.ts'
import { slashed } from '../host/paths.ts'
import { memoryFor } from '../steering/layers.ts'
import { worktreeReader } from '../steering/worktree.ts'
import { type CommandIo, workspaceIn, wrongUsage } from './command-io.ts'
import { steeringHere } from './here.ts'

const HELP = `sluice memory show [--json] [--workspace DIR]

Shows the memory files a run would load here, what they import, and the text the model gets of them.
Files are read as they stand, so an edit can be tried before it is committed. Those of extensions and of ~/.gemini are among
them, the latter as in \`sluice run\` and on self-hosted runners; hosted runners have none. Inputs of a workflow count where
they are set as INPUT_SETTINGS and INPUT_EXTENSIONS.

  --json           {"text", "files": [{"path", "bytes", "imports": [...]}]}
  --workspace DIR  the folder to look at (default: where you are). Inside a git repository its root counts too
  --help           this text

Exit codes: 0 fine, 2 wrong usage, 42 the folder or its settings cannot be read.
`

/** `sluice memory …`, with the arguments after `memory`. Resolves to the exit status; rejects with UserError. */
export async function memoryCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: Options
  try {
    options = readOptions(argv)
  } catch (error) {
    return wrongUsage(io, 'memory', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const memory = await memoryAt(await workspaceIn(io, options.workspace), io)
  for (const note of memory.notes) io.err(`note: ${note}\n`)
  io.out(
    options.json
      ? `${JSON.stringify({ text: memory.text, files: [...memory.extensionFiles, ...memory.files] })}\n`
      : forPeople(memory),
  )
  return 0
}

type Options = ReturnType<typeof readOptions>

function readOptions(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      workspace: { type: 'string' },
    },
  })
  if (!values.help && positionals.join(' ') !== 'show') throw new Error('the only subcommand is show')
  return values
}

type Shown = Awaited<ReturnType<typeof memoryFor>>

async function memoryAt(workspace: string, io: CommandIo): Promise<Shown> {
  await using here = await steeringHere(workspace, { ...io, tell: (text) => io.err(`${text}\n`) })
  const { machine, steering } = here
  const from = slashed(relative(machine.workspace, workspace))
  const memory = await memoryFor(steering, here, machine, from)
  const notes = [...memory.notes, ...(from === '' ? [] : [await elsewhere(workspace, machine.workspace)]), here.note]
  return { ...memory, notes }
}

/** A run begins at the top. */
async function elsewhere(workspace: string, root: string): Promise<string> {
  const own = (await worktreeReader(workspace).read('.gemini/settings.json')) !== undefined
  const settings = own ? ', and settings.json of this folder does not count' : ''
  return `A run begins at ${root}: there files below it that are beside this folder count too${settings}.`
}

function forPeople({ text, files, extensionFiles }: Shown): string {
  if (files.length + extensionFiles.length === 0) return 'Memory is currently empty.\n'
  const branch = (what: string, file: MemoryFile) => [`L ${what}: ${file.path}`, ...branches(file.imports, '  ')]
  const tree = [
    ...extensionFiles.flatMap((file) => branch('extension', file)),
    ...files.flatMap((file) => branch(file.path.startsWith('~/') ? 'global' : 'project', file)),
  ]
  return ['Memory Files', ...tree, '', text, ''].join('\n')
}

const branches = (imports: readonly MemoryFile[], indent: string): string[] =>
  imports.flatMap((file) => [`${indent}L ${file.path}`, ...branches(file.imports, `${indent}  `)])
