import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { MemoryFile } from '../agent/imports.ts'
import { loadMemory, type Memory, memoryOptions } from '../agent/memory.ts'
import { slashed } from '../host/paths.ts'
import { personsHome } from '../machine.ts'
import { loadSettings } from '../settings/settings.ts'
import { homeReader } from '../steering/settings-files.ts'
import { findProjectRoot, worktreeReader } from '../steering/worktree.ts'
import { type CommandIo, workspaceIn, wrongUsage } from './command-io.ts'

const HELP = `sluice memory show [--json] [--workspace DIR]

Shows the memory files a run would load here, what they import, and the text the model gets of them.
Files are read as they stand, so an edit can be tried before it is committed. Those of ~/.gemini are among them, as in
\`sluice run\` and on self-hosted runners; hosted runners have none.

  --json           {"text", "files": [{"path", "bytes", "imports": [...]}]}
  --workspace DIR  the folder to look at (default: where you are). Inside a git repository its root counts too
  --help           this text

Exit codes: 0 fine, 2 wrong usage, 42 the folder or its settings cannot be read.
`

/** `sluice memory …`, with the arguments after `memory`. Resolves to the exit status; rejects with UserError. */
export async function memoryCommand(argv: string[], io: Omit<CommandIo, 'dist'>): Promise<number> {
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
  const memory = await memoryAt(await workspaceIn(io, options.workspace), personsHome(io.env))
  for (const note of memory.notes) io.err(`note: ${note}\n`)
  io.out(options.json ? `${JSON.stringify({ text: memory.text, files: memory.files })}\n` : forPeople(memory))
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

async function memoryAt(workspace: string, home: string | undefined): Promise<Memory> {
  const root = await findProjectRoot(workspace)
  const reader = worktreeReader(root)
  // Settings of the folder itself come first; most have none and go by their repository's.
  const here = worktreeReader(workspace)
  const nearest = (await here.read('.gemini/settings.json')) === undefined ? reader : here
  const settings = await loadSettings({}, nearest, () => undefined)
  const from = slashed(relative(root, workspace))
  const own = await homeReader({ home, workspace: root })
  return loadMemory(reader, { ...memoryOptions(settings.context), root, from, ...(own && { home: own }) })
}

function forPeople({ text, files }: Memory): string {
  if (files.length === 0) return 'Memory is currently empty.\n'
  const tree = files.flatMap((file) => [
    `L ${file.path.startsWith('~/') ? 'global' : 'project'}: ${file.path}`,
    ...branches(file.imports, '  '),
  ])
  return ['Memory Files', ...tree, '', text, ''].join('\n')
}

const branches = (imports: readonly MemoryFile[], indent: string): string[] =>
  imports.flatMap((file) => [`${indent}L ${file.path}`, ...branches(file.imports, `${indent}  `)])
