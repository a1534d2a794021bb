import { type GitRepository, runGit, splitNulFields } from '../process/git.ts'

/** A path relative to the workspace, with forward slashes. `folder` matters because the rule `dist/` matches folders only. */
export type PathCandidate = { path: string; folder: boolean }

/** From this many files on, one call of git is faster than checking each file. */
export const BATCH_THRESHOLD = 500

/** Files that git tracks or does not ignore: directly in a folder, or anywhere. */
export async function listFilesVisibleToGit(
  repository: GitRepository,
  root: string,
  count: number,
  folder: string | undefined,
): Promise<ReadonlySet<string>> {
  const list = async (...kinds: string[]) => {
    const { stdout, code } = await runGit(
      repository,
      ['ls-files', '-z', ...kinds, '--', folder === undefined ? '.' : childrenPathspec(folder)],
      { cwd: root, patterns: folder !== undefined },
    )
    return code === 0 ? splitNulFields(stdout) : []
  }
  const visible = new Set(await list('--cached'))
  if (count - visible.size < BATCH_THRESHOLD) return visible
  // git must walk the folders for these, which takes several times as long.
  for (const path of await list('--others', '--exclude-standard')) visible.add(path)
  return visible
}

/** The folder that directly contains all candidates ('' is the root); undefined when there are several. */
export function commonFolder(candidates: readonly PathCandidate[]): string | undefined {
  const first = candidates[0]?.path
  if (first === undefined) return undefined
  const prefix = first.slice(0, first.lastIndexOf('/') + 1)
  return candidates.every(({ path }) => path.lastIndexOf('/') === prefix.length - 1 && path.startsWith(prefix))
    ? prefix.slice(0, -1)
    : undefined
}

/** The pathspec of a folder's direct entries. */
const childrenPathspec = (folder: string): string =>
  `:(glob)${folder === '' ? '' : `${folder.replace(/[\\*?[\]]/g, '\\$&')}/`}*`

/**
 * Direct entries of a folder that are untracked and ignored by git: files, and fully ignored folders. Includes `.git`.
 * Undefined when git fails.
 */
export async function listIgnoredChildren(
  repository: GitRepository,
  root: string,
  folder: string,
): Promise<ReadonlySet<string> | undefined> {
  const kinds = ['--others', '--ignored', '--exclude-standard', '--directory']
  const { stdout, code } = await runGit(repository, ['ls-files', '-z', ...kinds, '--', childrenPathspec(folder)], {
    cwd: root,
    patterns: true,
  })
  if (code !== 0) return undefined
  return new Set([
    ...splitNulFields(stdout).map((path) => path.replace(/\/$/, '')),
    folder === '' ? '.git' : `${folder}/.git`,
  ])
}

/** Those of the paths, relative to `root`, that are in git's index: files, and folders that contain such files. */
export async function filterTracked(
  repository: GitRepository,
  root: string,
  paths: readonly string[],
): Promise<string[]> {
  const { stdout, code } = await runGit(repository, ['ls-files', '-z', '--', ...paths], { cwd: root })
  if (code !== 0) return []
  const files = splitNulFields(stdout)
  const folders = new Set(files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))))
  const indexed = new Set(files)
  return paths.filter((path) => indexed.has(path) || folders.has(path))
}
