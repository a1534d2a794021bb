import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { pathOnDisk } from './path-bytes.ts'
import type { RawRecord } from './worktree-snapshot.ts'

/**
 * Whether a file has the bytes of `before`, although git would now store other ones, `after`. A file that the attributes call text may
 * have been committed with the line ends of Windows: git converts them when it reads the file again, and it does when its time is new.
 */
export async function isOnlyWrittenAgain(
  top: string,
  { status, path, mode, modeBefore }: RawRecord,
  before: Buffer | null,
  after: Buffer | null,
): Promise<boolean> {
  if (status !== 'M' || mode !== modeBefore || before === null || after === null) return false
  if (before.equals(after) || !before.includes('\r')) return false
  // Without O_NONBLOCK a pipe in place of the file would wait for somebody to write.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = await open(pathOnDisk(top, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined)
  try {
    const stats = await file?.stat()
    return stats?.isFile() === true && stats.size === before.length && (await file?.readFile())?.equals(before) === true
  } catch {
    return false
  } finally {
    await file?.close()
  }
}
