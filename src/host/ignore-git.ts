import { fields, git, type Repository } from './git.ts'

/** Relative to the workspace, with forward slashes; `folder` because `dist/` means folders only. */
export type Candidate = { path: string; folder: boolean }

/** From this many files on, asking git what it shows is quicker than judging one after the other. */
export const MANY = 500

/** Files that git tracks, or else does not ignore: directly in a folder, or anywhere. */
export async function listedByGit(
  repository: Repository,
  root: string,
  wanted: number,
  folder: string | undefined,
): Promise<ReadonlySet<string>> {
  const list = async (...kinds: string[]) => {
    const { stdout, code } = await git(
      repository,
      ['ls-files', '-z', ...kinds, '--', folder === undefined ? '.' : directlyIn(folder)],
      { cwd: root, patterns: folder !== undefined },
    )
    return code === 0 ? fields(stdout) : []
  }
  const shown = new Set(await list('--cached'))
  if (wanted - shown.size < MANY) return shown
  // Finding these means looking through folders, which takes it several times as long.
  for (const path of await list('--others', '--exclude-standard')) shown.add(path)
  return shown
}

/** The folder that all of these lie directly in ('' is the root); undefined where they lie in several. */
export function sharedFolder(candidates: readonly Candidate[]): string | undefined {
  const first = candidates[0]?.path
  if (first === undefined) return undefined
  const prefix = first.slice(0, first.lastIndexOf('/') + 1)
  return candidates.every(({ path }) => path.lastIndexOf('/') === prefix.length - 1 && path.startsWith(prefix))
    ? prefix.slice(0, -1)
    : undefined
}

/** The pathspec of what lies directly in a folder. */
const directlyIn = (folder: string): string =>
  `:(glob)${folder === '' ? '' : `${folder.replace(/[\\*?[\]]/g, '\\$&')}/`}*`

/**
 * What lies directly in a folder, is not tracked, and git ignores: files, and folders it ignores all of. Its own folder too.
 * undefined when it cannot say.
 */
export async function ignoredIn(
  repository: Repository,
  root: string,
  folder: string,
): Promise<ReadonlySet<string> | undefined> {
  const kinds = ['--others', '--ignored', '--exclude-standard', '--directory']
  const { stdout, code } = await git(repository, ['ls-files', '-z', ...kinds, '--', directlyIn(folder)], {
    cwd: root,
    patterns: true,
  })
  if (code !== 0) return undefined
  return new Set([...fields(stdout).map((path) => path.replace(/\/$/, '')), folder === '' ? '.git' : `${folder}/.git`])
}

/** Of these paths, relative to `root`, those that git has in its index: files, and folders with such files. */
export async function tracked(repository: Repository, root: string, paths: readonly string[]): Promise<string[]> {
  const { stdout, code } = await git(repository, ['ls-files', '-z', '--', ...paths], { cwd: root })
  if (code !== 0) return []
  const known = fields(stdout)
  const folders = new Set(known.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))))
  const indexed = new Set(known)
  return paths.filter((path) => indexed.has(path) || folders.has(path))
}
