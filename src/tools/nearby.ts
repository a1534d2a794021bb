import { posix } from 'node:path'
import type { Workspace } from '../host/files.ts'

const MOST_NAMED = 5

/** A sentence on what there is instead of a missing file: names like it in the same folder, or the folder that is missing. */
export async function nearby(files: Workspace, path: string): Promise<string> {
  const folder = posix.dirname(path.replaceAll('\\', '/'))
  const name = posix.basename(path.replaceAll('\\', '/')).toLowerCase()
  const at = await files.resolve(folder, 'read')
  if (!at.ok) return ''
  const listed = await files.list(at)
  if (!listed.ok) return `. The directory ${at.shown} does not exist; glob finds files by name.`
  const stem = name.replace(/\.[^.]*$/, '')
  const alike = listed.entries
    .map((entry) => entry.name)
    .filter((other) => {
      const low = other.toLowerCase()
      return low === name || low.replace(/\.[^.]*$/, '') === stem || (stem.length > 3 && low.includes(stem))
    })
    .sort()
    .slice(0, MOST_NAMED)
    .map((other) => posix.join(at.shown, other))
  return alike.length === 0 ? '. list_directory and glob show what is there.' : `. Did you mean ${alike.join(' or ')}?`
}
