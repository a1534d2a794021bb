import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { withoutRepositoryPrograms } from '../agent/hooks/repository-code.ts'
import { UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import type { SafetyCheck } from '../policy/checkers/checkers.ts'
import { createSafetyCheck } from '../policy/checkers/checkers.ts'
import type { CheckerRule } from '../policy/rules/load.ts'
import { isRootOwnedFolder } from './load-policies.ts'
import type { Runtime } from './runtime.ts'

type CheckerCommand = readonly [string, ...string[]]

/** Folder of the system administrator's checker programs. */
const SYSTEM_FOLDER = '/etc/gemini-cli/checkers'

/**
 * The checkers of a run, or undefined when no policy names one. The program of an external checker is the file of its name,
 * with or without an extension. The first of these folders that has it wins, so that a repository cannot replace an
 * administrator's checker: the system folder, `.gemini/checkers` of the runner's home, `.gemini/checkers` of the steering
 * commit. Throws UserError with file and line for a checker that cannot work: its denials would be missing.
 */
export async function loadCheckers(
  rules: readonly CheckerRule[],
  options: {
    runtime: Pick<Runtime, 'home' | 'scratch' | 'workspace'>
    /** The complete environment of checker programs. */
    env: Readonly<Record<string, string>>
    steering: CommitReader
    programs: Pick<SandboxSession, 'isolate'>
    redact: <T>(value: T) => T
    /** False when the checkout is untrusted: PATH must then find no program in it. */
    repositoryCode: boolean
  },
): Promise<SafetyCheck | undefined> {
  if (rules.length === 0) return undefined
  const { runtime, env, programs, redact, repositoryCode } = options
  const names = new Set(rules.flatMap(({ checker }) => (checker.type === 'external' ? [checker.name] : [])))
  const commands = new Map<string, CheckerCommand>()
  for (const name of names) {
    const path = await locateProgram(name, runtime, options.steering)
    if (path !== undefined) commands.set(name, commandFor(path))
  }
  return createSafetyCheck(rules, {
    cwd: runtime.workspace,
    workspaces: [runtime.workspace],
    program: (name) => commands.get(name),
    env: repositoryCode ? env : withoutRepositoryPrograms(env, runtime.workspace),
    isolate: programs.isolate,
    redact,
  })
}

async function locateProgram(
  name: string,
  runtime: Pick<Runtime, 'home' | 'scratch'>,
  steering: CommitReader,
): Promise<string | undefined> {
  const folders = [
    ...((await isRootOwnedFolder(SYSTEM_FOLDER)) ? [SYSTEM_FOLDER] : []),
    ...(runtime.home === undefined ? [] : [join(runtime.home, '.gemini/checkers')]),
  ]
  for (const folder of folders) {
    const file = findProgram(await readdir(folder).catch(() => []), name, folder)
    if (file !== undefined) return join(folder, file)
  }
  const file = findProgram(
    await steering.list('.gemini/checkers'),
    name,
    `.gemini/checkers of ${steering.ref.slice(0, 12)}`,
  )
  const text = file === undefined ? undefined : await steering.read(file)
  if (file === undefined || text === undefined) return undefined
  // Runs the committed version from a private copy: neither the checkout nor the model can change it.
  const folder = join(runtime.scratch, 'checkers')
  const path = join(folder, basename(file))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path, text)
  await chmod(path, 0o500)
  return path
}

function findProgram(paths: readonly string[], name: string, location: string): string | undefined {
  const files = paths.filter((path) => basename(path, extname(path)) === name)
  if (files.length > 1) throw new UserError(`${location} has more than one program for the checker "${name}".`)
  return files[0]
}

/** Starts scripts by their extension, so that they need neither an executable mode nor a shebang line. */
function commandFor(path: string): CheckerCommand {
  switch (extname(path)) {
    case '.js':
    case '.mjs':
    case '.cjs':
      return [process.execPath, path]
    case '.sh':
      return ['bash', path]
    case '.py':
      return [process.platform === 'win32' ? 'python' : 'python3', path]
    default:
      return [path]
  }
}
