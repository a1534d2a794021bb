import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import picomatch from 'picomatch'
import type { Runtime } from '../../config/runtime.ts'
import { openGit } from '../../github/git/git.ts'
import { UserError } from '../../platform/errors.ts'

/** The files of the checked-out commit that match the globs, with their size in bytes. A glob with `!` leaves files out. Throws UserError. */
export async function matchingFiles(
  patterns: readonly string[],
  { workspace, childEnv }: Pick<Runtime, 'workspace' | 'childEnv'>,
): Promise<{ path: string; bytes: number }[]> {
  const git = openGit(workspace, childEnv)
  const paths = await git.listFiles()
  if (paths === undefined)
    throw new UserError(
      'The input items has globs, so mode: plan needs a checkout of the repository. Add actions/checkout.',
    )
  const included = patterns.filter((pattern) => !pattern.startsWith('!'))
  const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const isMatch = picomatch(included.length === 0 ? ['**'] : included, { dot: true, ignore: excluded })
  const files = await Promise.all(
    paths
      .filter((path) => isMatch(path))
      .toSorted()
      .map(async (path) => ({ path, bytes: await sizeOf(join(workspace, path)) })),
  )
  return files.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [{ path, bytes }]))
}

const sizeOf = async (path: string): Promise<number | undefined> => {
  const entry = await stat(path).catch(() => undefined)
  return entry?.isFile() === true ? entry.size : undefined
}
