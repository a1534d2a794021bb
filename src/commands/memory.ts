import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { MemoryFile } from '../agent/imports.ts'
import { loadMemory, type Memory, memoryOptions } from '../agent/memory.ts'
import { UserError } from '../host/errors.ts'
import { slashed } from '../host/paths.ts'
import { personsHome } from '../machine.ts'
import { loadSettings } from '../settings/settings.ts'
import { homeReader } from '../steering/settings-files.ts'
import { findProjectRoot, worktreeReader } from '../steering/worktree.ts'
import { usageMistake } from './usage.ts'

const HELP = `sluice memory show [--json] [--workspace DIR]

Shows the memory files a run would load here, what they import, and the text the model gets of them.
Files are read as they stand, so an edit can be tried before it is committed. Those of ~/.gemini are among them, as in
\`sluice run\` and on self-hosted runners; hosted runners have none.

  --json           {"text", "files": [{"path", "bytes", "imports": [...]}]}
  --workspace DIR  the folder to look at (default: where you are). Inside a git repository its root counts too
  --help           this text

Exit codes: 0 fine, 2 wrong usage, 42 the folder or its settings cannot be read.
`

/** Writes to standard output and standard error; texts end in a line break of their own. */
export type CommandIo = {
  out(text: string): void
  err(text: string): void
  cwd: string
  env: Readonly<Record<string, string | undefined>>
}

/** `sluice memory …`, with the arguments after `memory`. Resolves to the exit status. */
export async function memoryCommand(argv: string[], io: CommandIo): Promise<number> {
  const usage = readUsage(argv)
  if ('wrong' in usage) {
    io.err(`sluice memory: ${usage.wrong}\n\n${HELP}`)
    return 2
  }
  if (usage.help) {
    io.out(HELP)
    return 0
  }
  try {
    const memory = await memoryAt(resolve(io.cwd, usage.workspace), personsHome(io.env))
    for (const note of memory.notes) io.err(`note: ${note}\n`)
    io.out(usage.json ? `${JSON.stringify({ text: memory.text, files: memory.files })}\n` : forPeople(memory))
    return 0
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    io.err(`${error.message}\n`)
    return 42
  }
}

type Usage = { help: boolean; json: boolean; workspace: string } | { wrong: string }

function readUsage(argv: string[]): Usage {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        workspace: { type: 'string', default: '.' },
      },
    })
    if (!values.help && positionals.join(' ') !== 'show') return { wrong: 'the only subcommand is show' }
    return values
  } catch (error) {
    return { wrong: usageMistake(error) }
  }
}

async function memoryAt(workspace: string, home: string | undefined): Promise<Memory> {
  const isFolder = await stat(workspace).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new UserError(`${workspace} is not a folder.`)
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
