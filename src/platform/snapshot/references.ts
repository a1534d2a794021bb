import { lstat } from 'node:fs/promises'
import { runGit } from '../process/git.ts'
import { addFolder } from './ignored-files.ts'
import { pathOnDisk } from './path-bytes.ts'

/** The branches, tags and stashes of a repository, each with its commit. */
export type References = ReadonlyMap<string, string>

/** The same of `git rev-parse`, which prints all commits, then all names, in one order. A pattern must have a wildcard. */
const PLACES = ['--branches', '--tags', '--glob=refs/stas[h]']
export const REFERENCE_ARGS: readonly string[] = [...PLACES, '--symbolic-full-name', ...PLACES]

/**
 * Reads the output of `git rev-parse` for these arguments. Undefined when it is not of that form: git leaves out a name that means two
 * references, such as a branch and a tag of one name, but not their commits.
 */
export function parseReferences(lines: readonly string[]): References | undefined {
  const count = lines.length / 2
  const names = lines.slice(count)
  if (!Number.isInteger(count) || names.some((name) => !name.startsWith('refs/'))) return undefined
  return new Map(names.map((name, index) => [name, lines[index] ?? '']))
}

export async function readReferences(top: string): Promise<References> {
  const places = ['refs/heads', 'refs/tags', 'refs/stash']
  const { code, stdout } = await runGit({ top }, ['for-each-ref', '--format=%(objectname) %(refname)', ...places])
  const lines = code === 0 ? stdout.split('\n').filter(Boolean) : []
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]))
}

const MAX_FILES = 500

/**
 * What identifies the files in which git stores references; it changes when one of them is written. Undefined when there are too many
 * of them to look at, or links among them. `gitFolders`: of the repository.
 */
export async function referenceIdentity(gitFolders: readonly string[]): Promise<string | undefined> {
  const identities: string[] = []
  for (const folder of new Set(gitFolders)) {
    const files = new Map<string, string>()
    for (const name of ['refs/', 'reftable/']) if (!(await addFolder(folder, name, files, MAX_FILES))) return undefined
    for (const path of [...files.keys(), 'packed-refs']) {
      const stats = await lstat(pathOnDisk(folder, path), { bigint: true }).catch(() => undefined)
      if (stats?.isFile() === false) return undefined
      // The time of the last change cannot be set, unlike that of the last write.
      identities.push(
        stats === undefined ? path : [path, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' '),
      )
    }
  }
  return identities.join('\n')
}
