import { statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** What a program of the machine's own needs of our environment to start at all. */
const NEEDED = ['PATH', 'SYSTEMROOT', 'TMPDIR', 'TEMP', 'TMP'] as const

/** An environment with nothing else in it. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(NEEDED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

/** Folders that only root writes, on every Linux runner. They come first for git: PATH often begins with the user's own. */
const SYSTEM_FOLDERS = process.platform === 'linux' ? ['/usr/bin', '/bin'] : []

/** Programs this process starts itself, with its own view of the machine. */
const OURS = ['git', 'rg', 'docker', 'podman', 'nerdctl'] as const
export type OurProgram = (typeof OURS)[number]

/** What tells a file from another under the same name. No program can set the time of a change. */
type Seen = { path: string; identity: string }
const found = new Map<string, Seen | undefined>()

/**
 * Looks up the programs we start ourselves. Done before anything else is started, because what is started could put a
 * program of any name into a folder of PATH, and we would run it with all we hold.
 */
export function rememberPrograms(): void {
  for (const name of OURS) remembered(name)
}

/**
 * Where a program of ours lies, by the system's folders and the absolute ones of PATH, as they were when it was first
 * asked for. Undefined when there was none, or it was changed since.
 */
export function onPath(name: OurProgram): string | undefined {
  const seen = remembered(name)
  return seen !== undefined && identityOf(seen.path) === seen.identity ? seen.path : undefined
}

/** The same as the first word of a command. One that is not there is a path where nothing can be. */
export const ownProgram = (name: OurProgram): string => onPath(name) ?? join(NOWHERE, name)

const NOWHERE = process.platform === 'win32' ? 'C:\\NUL' : '/dev/null'

function remembered(name: OurProgram): Seen | undefined {
  const path = process.env.PATH ?? ''
  const key = `${name}${delimiter}${path}`
  const first = name === 'git' ? SYSTEM_FOLDERS : []
  if (!found.has(key)) found.set(key, lookUp(name, [...first, ...path.split(delimiter).filter(isAbsolute)]))
  return found.get(key)
}

function lookUp(name: OurProgram, folders: readonly string[]): Seen | undefined {
  for (const folder of folders) {
    const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
    const identity = identityOf(path)
    if (identity !== undefined) return { path, identity }
  }
  return undefined
}

function identityOf(path: string): string | undefined {
  const seen = statSync(path, { throwIfNoEntry: false })
  return seen?.isFile() ? `${seen.dev} ${seen.ino} ${seen.size} ${seen.ctimeMs}` : undefined
}
