import { posix } from 'node:path'
import type { Workspace } from '../../platform/files/workspace.ts'

const MAX_SUGGESTIONS = 5

/** A sentence for a missing file: suggests similar names in its folder, or says that its folder is missing. */
export async function suggestPaths(files: Workspace, path: string): Promise<string> {
  const folder = posix.dirname(path.replaceAll('\\', '/'))
  const name = posix.basename(path.replaceAll('\\', '/')).toLowerCase()
  const parent = await files.resolve(folder, 'read')
  if (!parent.ok) return ''
  const listed = await files.list(parent)
  if (!listed.ok) return `. The directory ${parent.displayPath} does not exist. Find files by name with glob.`
  const stem = name.replace(/\.[^.]*$/, '')
  const similar = listed.entries
    .map((entry) => entry.name)
    .filter((other) => {
      const lowerCased = other.toLowerCase()
      return (
        lowerCased === name ||
        lowerCased.replace(/\.[^.]*$/, '') === stem ||
        (stem.length > 3 && lowerCased.includes(stem))
      )
    })
    .sort()
    .slice(0, MAX_SUGGESTIONS)
    .map((other) => posix.join(parent.displayPath, other))
  return similar.length === 0
    ? '. Find existing files with list_directory and glob.'
    : `. Did you mean ${similar.join(' or ')}?`
}
