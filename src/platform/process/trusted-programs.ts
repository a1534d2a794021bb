import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import { statsAt } from '../paths.ts'

/** Variables that a system program needs to start. */
const NEEDED_VARIABLES = ['PATH', 'SYSTEMROOT', 'TMPDIR', 'TEMP', 'TMP'] as const

/** An environment with only the needed variables. */
export const minimalEnvironment = (): Record<string, string> =>
  Object.fromEntries(NEEDED_VARIABLES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

/** On Linux runners only root can write to these. They come first for git, because PATH often begins with user folders. */
const SYSTEM_FOLDERS = process.platform === 'linux' ? ['/usr/bin', '/bin'] : []

/** Programs that this process starts outside isolation. */
const TRUSTED_PROGRAMS = ['git', 'rg', 'ps', 'taskkill', 'docker', 'podman', 'nerdctl'] as const
export type TrustedProgram = (typeof TRUSTED_PROGRAMS)[number]

/** Detects that another file took the same path: no program can set the change time (ctime). */
type ProgramIdentity = { path: string; identity: string }
const recorded = new Map<string, ProgramIdentity | undefined>()

/**
 * Records where the trusted programs are. Call this before anything else is started: a started program could put a file
 * with one of these names into a folder of PATH, and this process would run it with its credentials.
 */
export function recordTrustedPrograms(): void {
  for (const name of TRUSTED_PROGRAMS) recordedProgram(name)
}

/**
 * The path of a trusted program, from the system folders and the absolute folders of PATH at the first lookup. Undefined
 * when it was not found then or has changed since.
 */
export function findTrustedProgram(name: TrustedProgram): string | undefined {
  const program = recordedProgram(name)
  return program !== undefined && identityOf(program.path) === program.identity ? program.path : undefined
}

/** The same for an argv: a missing program gives a path that cannot exist. */
export const trustedProgramPath = (name: TrustedProgram): string =>
  findTrustedProgram(name) ?? join(IMPOSSIBLE_FOLDER, name)

const IMPOSSIBLE_FOLDER = process.platform === 'win32' ? 'C:\\NUL' : '/dev/null'

/** Why the program at a path from `trustedProgramPath` may not run; undefined when it may. */
export function missingProgramReason(path: string): string | undefined {
  if (dirname(path) !== IMPOSSIBLE_FOLDER) return undefined
  const name = basename(path)
  const program = TRUSTED_PROGRAMS.find((each) => each === name)
  const found = program === undefined ? undefined : recordedProgram(program)?.path
  return found === undefined
    ? `${name} is not installed`
    : `${found} changed after the run started, so it is not started: install programs before this step`
}

function recordedProgram(name: TrustedProgram): ProgramIdentity | undefined {
  const path = process.env.PATH ?? ''
  const key = `${name}${delimiter}${path}`
  const first = name === 'git' ? SYSTEM_FOLDERS : []
  if (!recorded.has(key)) recorded.set(key, lookUp(name, [...first, ...path.split(delimiter).filter(isAbsolute)]))
  return recorded.get(key)
}

function lookUp(name: TrustedProgram, folders: readonly string[]): ProgramIdentity | undefined {
  for (const folder of folders) {
    const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
    const identity = identityOf(path)
    if (identity !== undefined) return { path, identity }
  }
  return undefined
}

function identityOf(path: string): string | undefined {
  const program = statsAt(path)
  return program?.isFile() ? `${program.dev} ${program.ino} ${program.size} ${program.ctimeMs}` : undefined
}
