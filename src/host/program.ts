import { statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** What a program of the machine's own needs of our environment to start at all. */
const NEEDED = ['PATH', 'SYSTEMROOT', 'TMPDIR', 'TEMP', 'TMP'] as const

/** An environment with nothing else in it. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(NEEDED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

/**
 * Where a program lies, by the absolute folders of PATH. Left to the system, a name is looked up in the working directory
 * as well on some, and a repository may hold a program of any name.
 */
export function onPath(name: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, file))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}
