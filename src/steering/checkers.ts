import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { withoutItsPrograms } from '../agent/hook-repository-code.ts'
import { UserError } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import type { Machine } from '../machine.ts'
import type { Check } from '../policy/checkers.ts'
import type { CheckerRule } from '../policy/load.ts'
import type { StartedPrograms } from '../programs.ts'
import { onlyRootWrites } from './policies.ts'

type Argv = readonly [string, ...string[]]

/** Where an administrator of the machine keeps programs for checkers. */
const SYSTEM = '/etc/gemini-cli/checkers'

/**
 * The checkers of a run, ready to be asked, or undefined when no policy names one. The program of an external one is the
 * file of its name, with or without an extension, in the machine's folder, in the home of whoever owns the runner, or in
 * `.gemini/checkers` of the steering commit, in this order, so that a repository cannot take an administrator's place.
 * Throws UserError, with file and line, for a checker that cannot work: its denials would be missing.
 */
export async function loadCheckers(
  rules: readonly CheckerRule[],
  given: {
    machine: Pick<Machine, 'home' | 'scratch' | 'workspace'>
    /** The whole environment of their programs. */
    env: Readonly<Record<string, string>>
    steering: Reader
    programs: Pick<StartedPrograms, 'isolate'>
    redact: <T>(value: T) => T
    /** False where the code that is checked out is somebody else's: no program of it may then be found by its name. */
    repositoryCode: boolean
  },
): Promise<Check | undefined> {
  if (rules.length === 0) return undefined
  const { machine, env, programs, redact, repositoryCode } = given
  const { makeCheckers } = await import('../policy/checkers.ts')
  const names = new Set(rules.flatMap(({ checker }) => (checker.type === 'external' ? [checker.name] : [])))
  const found = new Map<string, Argv>()
  for (const name of names) {
    const path = await programFor(name, machine, given.steering)
    if (path !== undefined) found.set(name, commandFor(path))
  }
  return makeCheckers(rules, {
    cwd: machine.workspace,
    workspaces: [machine.workspace],
    program: (name) => found.get(name),
    env: repositoryCode ? env : withoutItsPrograms(env, machine.workspace),
    isolate: programs.isolate,
    redact,
  })
}

async function programFor(
  name: string,
  machine: Pick<Machine, 'home' | 'scratch'>,
  steering: Reader,
): Promise<string | undefined> {
  const folders = [
    ...((await onlyRootWrites(SYSTEM)) ? [SYSTEM] : []),
    ...(machine.home === undefined ? [] : [join(machine.home, '.gemini/checkers')]),
  ]
  for (const folder of folders) {
    const file = oneOf(await readdir(folder).catch(() => []), name, folder)
    if (file !== undefined) return join(folder, file)
  }
  const file = oneOf(await steering.list('.gemini/checkers'), name, `.gemini/checkers of ${steering.ref.slice(0, 12)}`)
  const text = file === undefined ? undefined : await steering.read(file)
  if (file === undefined || text === undefined) return undefined
  // As the commit has it, out of reach of whatever the checkout or the model makes of the file.
  const folder = join(machine.scratch, 'checkers')
  const path = join(folder, basename(file))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path, text)
  await chmod(path, 0o500)
  return path
}

function oneOf(paths: readonly string[], name: string, where: string): string | undefined {
  const files = paths.filter((path) => basename(path, extname(path)) === name)
  if (files.length > 1) throw new UserError(`${where} has more than one program for the checker "${name}".`)
  return files[0]
}

/** Scripts by their extension, so that they need neither a mode nor a first line; anything else is started as it is. */
function commandFor(path: string): Argv {
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
