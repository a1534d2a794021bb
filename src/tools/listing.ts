import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Workspace } from '../host/files.ts'
import { fields, git, repositoryTop } from '../host/git.ts'
import { readSmall } from '../host/ignore.ts'
import { isInside, protectedSegment } from '../host/paths.ts'
import type { Place } from '../host/place.ts'
import type { Sight } from './sight.ts'

export type ListingOptions = {
  git: boolean
  gemini: boolean
  signal: AbortSignal
  /** Those of the paths that are wanted. Asked first, because it leaves the fewest. */
  only?: (paths: readonly string[]) => Promise<readonly string[]>
}

/** Folders nobody means when looking for a file, unless the search starts in one of them or names it. */
const NUISANCES = ['node_modules', 'bower_components', '.svn', '.hg'] as const

/** Those of the nuisance folders that a search from `folder` for `pattern` leaves out. */
export const nuisancesFor = (folder: string, pattern: string): string[] =>
  NUISANCES.filter((name) => ![...folder.split('/'), ...pattern.split('/')].includes(name))

/** Tells paths that lead through one of these folders. */
export function leadsThrough(folders: readonly string[]): (path: string) => boolean {
  if (folders.length === 0) return () => false
  const names = folders.map((name) => name.replace(/\./g, '\\.')).join('|')
  const pattern = new RegExp(`(?:^|/)(?:${names})/`)
  return (path) => pattern.test(path)
}

/** `hidden` counts files that would be among the paths, were they not ignored. */
type Listed = { paths: string[]; hidden: number }

/** All files below a folder of the workspace that a tool may show, as paths relative to the root, links among them. */
export async function listFiles(...given: Parameters<typeof listParts>): Promise<Listed> {
  const all: Listed = { paths: [], hidden: 0 }
  for await (const { paths, hidden } of listParts(...given)) {
    all.paths = all.paths.length === 0 ? paths : all.paths.concat(paths)
    all.hidden += hidden
  }
  return all
}

/**
 * The same in parts, as they become known: files in git's index, then those git does not know yet, which takes it longer to
 * find. On a large repository that is many times faster than walking, which is what is done where there is no git.
 */
export async function* listParts(
  files: Workspace,
  sight: Sight,
  folder: Place,
  leftOut: readonly string[],
  options: ListingOptions,
): AsyncGenerator<Listed> {
  const rules = await sight.rules()
  const useGit = options.git && !folder.shown.split('/').includes('node_modules')
  const leads = leadsThrough(leftOut)
  const inSight = async (all: readonly string[], git: boolean): Promise<Listed> => {
    const wanted = (await options.only?.(all)) ?? all
    const seen = wanted.filter((path) => protectedSegment(path) === undefined && !leads(path))
    const use = { git, gemini: options.gemini && rules.filters }
    if (!use.git && !use.gemini) return { paths: seen, hidden: 0 }
    const hidden = await rules.hidden(
      seen.map((path) => ({ path, folder: false })),
      use,
    )
    return { paths: hidden.size === 0 ? seen : seen.filter((path) => !hidden.has(path)), hidden: hidden.size }
  }
  const top = useGit && !rules.shows ? await topFor(files.root, folder.shown) : undefined
  const ask = async (kinds: readonly string[]) =>
    top === undefined ? undefined : listed(top, files.root, folder.shown, options.signal, kinds)
  // At the same time: the second has to look through all folders, which takes it several times as long as the first.
  const known = ask(['--cached', '--deduplicate'])
  const unknown = ask(['--others', '--exclude-standard'])
  const indexed = await known
  if (indexed !== undefined) yield inSight(indexed.paths, false)
  const others = await unknown
  if (others !== undefined && top !== undefined) {
    yield inSight(others.paths, false)
    for (const inner of [...others.repositories, ...(await submodules(files, top, folder))])
      yield inSight(await walk(files.root, inner, leftOut, options.signal), true)
    return
  }
  const told = new Set(indexed?.paths)
  const walked = await walk(files.root, folder.shown, leftOut, options.signal)
  yield inSight(
    walked.filter((path) => !told.has(path)),
    useGit,
  )
}

/** The top of the workspace's repository where its git knows of this place; not in a repository of its own within it. */
export async function topFor(root: string, shown: string): Promise<string | undefined> {
  const [top, own] = await Promise.all([repositoryTop(root), repositoryTop(join(root, shown))])
  return top === own ? top : undefined
}

/** `repositories` are folders git does not look into, because they are repositories themselves. */
type FromGit = { paths: string[]; repositories: string[] }

/** Files git knows (`--cached`) or would add (`--others`), relative to the root. undefined where it cannot say. */
export async function listed(
  top: string,
  root: string,
  folder: string,
  signal: AbortSignal,
  kinds: readonly string[],
): Promise<FromGit | undefined> {
  const { stdout, code, truncatedBytes } = await git({ top }, ['ls-files', '-z', ...kinds, '--', folder], {
    cwd: root,
    signal,
  })
  if (code !== 0 || truncatedBytes !== 0) return undefined
  const all = fields(stdout)
  const repositories = all.filter(isFolder).map((path) => path.slice(0, -1))
  return { paths: repositories.length === 0 ? all : all.filter((path) => !isFolder(path)), repositories }
}

const isFolder = (path: string): boolean => path.charCodeAt(path.length - 1) === SLASH

const MOST_SUBMODULES = 500

/** Submodules that are checked out in a folder: to git's index each is one entry, like a file. */
export async function submodules(files: Workspace, top: string, folder: Place): Promise<string[]> {
  const text = (await readSmall(join(top, '.gitmodules'))) ?? ''
  const found: string[] = []
  const paths = [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(.*?)[ \t\r]*$/gm)].slice(0, MOST_SUBMODULES)
  for (const [, path = ''] of paths) {
    const at = await files.resolve(join(top, path), 'read')
    // Through a link it would be somewhere else.
    const isMeant = at.ok && at.path === join(top, path) && isInside(folder.path, at.path)
    if (isMeant && (await isThere(at.path, '.git'))) found.push(at.shown)
  }
  return found
}

const SLASH = 47

async function walk(root: string, folder: string, leftOut: readonly string[], signal: AbortSignal): Promise<string[]> {
  const { glob } = await import('tinyglobby')
  const found = await glob('**', {
    cwd: join(root, folder),
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore: ['.git', ...leftOut].map((name) => `**/${name}/**`),
    signal,
  })
  return found.map((path) => (folder === '.' ? path : `${folder}/${path}`))
}

/** Is there anything at this path, relative to a folder? Links count as themselves. */
export const isThere = (folder: string, path: string): Promise<boolean> =>
  lstat(join(folder, path)).then(
    () => true,
    () => false,
  )
