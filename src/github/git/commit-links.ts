import { posix } from 'node:path'
import { parentFolder } from '../../platform/files/directory-entries.ts'
import type { CommitSource } from './commit-source.ts'
import type { GitEntry } from './git.ts'

/** Links in a row. */
const MAX_HOPS = 8
const MAX_LINKS = 200
/** Links are listed only where a file of that name steers runs. */
const LISTED = /\.(?:md|toml|json)$|ignore$/i

/**
 * The source with links to regular files of the same commit followed: they have the content of their target, whatever the checkout
 * contains. Other links stay refused: to a folder, out of the repository, in a circle.
 */
export function withLinks(source: CommitSource): CommitSource {
  const { treeFiles } = source
  const followed = new Map<string, Promise<GitEntry | undefined>>()

  async function resolveLink(path: string, hops: number): Promise<GitEntry | undefined> {
    const entry = await source.find(path)
    if (entry !== undefined) return entry
    const link = treeFiles.links.get(path)
    if (link === undefined || hops === MAX_HOPS) return undefined
    const target = await source.text(link)
    const to = posix.join(parentFolder(path), target)
    if (target === '' || target.includes('\0') || posix.isAbsolute(target) || to.split('/').includes('..'))
      return undefined
    return resolveLink(to, hops + 1)
  }
  const find = (path: string): Promise<GitEntry | undefined> => {
    const known = followed.get(path)
    if (known !== undefined) return known
    const found = resolveLink(path, 0).then((entry) => {
      if (entry !== undefined) treeFiles.refused.delete(path)
      return entry && { ...entry, path, target: entry.path === path ? undefined : entry.path }
    })
    followed.set(path, found)
    return found
  }
  const linksTo = async (isWanted: (path: string) => boolean): Promise<string[]> => {
    const links = [...treeFiles.links.keys()].filter((path) => LISTED.test(path) && isWanted(path)).slice(0, MAX_LINKS)
    const targets = await Promise.all(links.map(find))
    return links.filter((_, index) => targets[index] !== undefined)
  }

  return {
    ...source,
    find,
    async entries(folder) {
      const { files, folders } = await source.entries(folder)
      const links = await linksTo((path) => parentFolder(path) === folder)
      return links.length === 0
        ? { files, folders }
        : { files: [...files, ...links.map((path) => posix.basename(path))].sort(), folders }
    },
    async paths(folder) {
      const paths = await source.paths(folder)
      return [...paths, ...(await linksTo((path) => folder === '' || path.startsWith(`${folder}/`)))]
    },
  }
}
