import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { MemoryFile } from '../agent/memory-imports.ts'
import { loadRunMemory } from '../config/resolve-settings.ts'
import { worktreeReader } from '../config/worktree-reader.ts'
import { toForwardSlashes } from '../platform/paths.ts'
import { type CommandIo, reportUsageError, resolveWorkspace } from './command-io.ts'
import { loadLocalConfig } from './local-config.ts'

const HELP = `sluice memory show [--json] [--workspace DIR] [--workflow FILE]

Shows the memory files that a run would load here, their imports, and the text that the model gets.
Reads the current files, so that you can try an edit before you commit it. Includes extensions and ~/.gemini; ~/.gemini
applies to \`sluice run\` and self-hosted runners, not to hosted ones. Set workflow inputs as INPUT_SETTINGS and
INPUT_EXTENSIONS.

  --json           print {"text", "files": [{"path", "bytes", "imports": [...]}]}
  --workspace DIR  a folder (default: the current folder); inside a git repository, its root applies too
  --workflow FILE  take the inputs of this workflow (default: of the only one that uses the action)
  --help           print this text

Exit codes: 0 success, 2 wrong usage, 42 the folder or its settings cannot be read.
`

/** `sluice memory …`, with the arguments after `memory`. Resolves to the exit status; rejects with UserError. */
export async function memoryCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: Options
  try {
    options = readOptions(argv)
  } catch (error) {
    return reportUsageError(io, 'memory', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const memory = await loadMemoryOf(await resolveWorkspace(io, options.workspace), io, options.workflow)
  for (const note of memory.notes) io.err(`note: ${note}\n`)
  io.out(
    options.json
      ? `${JSON.stringify({ text: memory.text, files: [...memory.extensionFiles, ...memory.files] })}\n`
      : formatMemory(memory),
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
      workflow: { type: 'string' },
    },
  })
  if (!values.help && positionals.join(' ') !== 'show') throw new Error('the only subcommand is show')
  return values
}

type LoadedMemory = Awaited<ReturnType<typeof loadRunMemory>>

async function loadMemoryOf(workspace: string, io: CommandIo, workflow?: string): Promise<LoadedMemory> {
  await using config = await loadLocalConfig(workspace, { ...io, workflow, notice: (text) => io.err(`${text}\n`) })
  const { runtime, steering } = config
  const from = toForwardSlashes(relative(runtime.workspace, workspace))
  const memory = await loadRunMemory(steering, config, runtime, from)
  const notes = [...memory.notes, ...(from === '' ? [] : [await rootNote(workspace, runtime.workspace)]), config.note]
  return { ...memory, notes }
}

/** A run works at the root of the repository, which may load other files. */
async function rootNote(workspace: string, root: string): Promise<string> {
  const hasSettings = (await worktreeReader(workspace).read('.gemini/settings.json')) !== undefined
  const settings = hasSettings ? ', and it ignores the settings.json of this folder' : ''
  return `A run starts at ${root}: it also loads memory files from other folders below it${settings}.`
}

function formatMemory({ text, files, extensionFiles, fallbacks = [] }: LoadedMemory): string {
  if (files.length + extensionFiles.length === 0) return 'Memory is currently empty.\n'
  const memoryLines = (label: string, file: MemoryFile) => [
    `L ${label}: ${file.path}${fallbacks.includes(file.path) ? ' (the folder has no GEMINI.md)' : ''}`,
    ...importLines(file.imports, '  '),
  ]
  const tree = [
    ...extensionFiles.flatMap((file) => memoryLines('extension', file)),
    ...files.flatMap((file) => memoryLines(file.path.startsWith('~/') ? 'global' : 'project', file)),
  ]
  return ['Memory Files', ...tree, '', text, ''].join('\n')
}

const importLines = (imports: readonly MemoryFile[], indent: string): string[] =>
  imports.flatMap((file) => [`${indent}L ${file.path}`, ...importLines(file.imports, `${indent}  `)])
