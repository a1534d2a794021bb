import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { readSmallFile } from '../../platform/files/open-path.ts'
import type { Workspace } from '../../platform/files/workspace.ts'
import type { WorkspacePath } from '../../platform/files/workspace-path.ts'
import { findProtectedSegment, isInside } from '../../platform/paths.ts'
import { findRepositoryTop, runGit, splitNulFields } from '../../platform/process/run-git.ts'
import type { FileVisibility } from '../files/file-visibility.ts'

export type ListFilesOptions = {
  folder: WorkspacePath
  excludedFolders: readonly string[]
  /** Whether to apply git's ignore rules. */
  git: boolean
  /** Whether to apply `.geminiignore`. */
  gemini: boolean
  signal: AbortSignal
  /** All paths that `filterPaths` selects end like this, in any letter case. */
  suffix?: string
  /** Selects paths before the ignore rules apply, because it removes the most. */
  filterPaths?: (paths: readonly string[]) => Promise<readonly string[]>
}

/** Folders that a search skips, unless it starts in one of them or names it. */
const DEFAULT_EXCLUDED_FOLDERS = ['node_modules', 'bower_components', '.svn', '.hg'] as const

/** The folders that a search in `folder` for `pattern` skips by default. */
export const defaultExcludedFolders = (folder: string, pattern: string): string[] =>
  DEFAULT_EXCLUDED_FOLDERS.filter((name) => ![...folder.split('/'), ...pattern.split('/')].includes(name))

/** Returns a test for paths inside folders with these names. */
export function isInsideFolders(folders: readonly string[]): (path: string) => boolean {
  if (folders.length === 0) return () => false
  const names = folders.map((name) => name.replace(/\./g, '\\.')).join('|')
  const pattern = new RegExp(`(?:^|/)(?:${names})/`)
  return (path) => pattern.test(path)
}

/** `hidden` counts the ignored files. */
type FileListing = { paths: string[]; hidden: number }

/** Lists all files in a folder and its subfolders that a tool may show, links included, as paths relative to the root. */
export async function listFiles(
  files: Workspace,
  visibility: FileVisibility,
  options: ListFilesOptions,
): Promise<FileListing> {
  const all: FileListing = { paths: [], hidden: 0 }
  for await (const { paths, hidden } of listFilesInBatches(files, visibility, options)) {
    all.paths = all.paths.length === 0 ? paths : all.paths.concat(paths)
    all.hidden += hidden
  }
  return all
}

/**
 * Lists the same files in batches: first the files in git's index, then untracked files, which git finds more slowly. On a
 * large repository this is many times faster than walking the folders, which is the fallback without git.
 */
export async function* listFilesInBatches(
  files: Workspace,
  visibility: FileVisibility,
  options: ListFilesOptions,
): AsyncGenerator<FileListing> {
  const { folder, excludedFolders, signal } = options
  const rules = await visibility.rules()
  const useGit = options.git && !folder.displayPath.split('/').includes('node_modules')
  const isExcluded = isInsideFolders(excludedFolders)
  const toListing = async (all: readonly string[], git: boolean): Promise<FileListing> => {
    const filtered = (await options.filterPaths?.(all)) ?? all
    const allowed = filtered.filter((path) => findProtectedSegment(path) === undefined && !isExcluded(path))
    const use = { git, gemini: options.gemini && rules.hasGeminiIgnore }
    if (!use.git && !use.gemini) return { paths: allowed, hidden: 0 }
    const hidden = await rules.hidden(
      allowed.map((path) => ({ path, folder: false })),
      use,
    )
    return { paths: hidden.size === 0 ? allowed : allowed.filter((path) => !hidden.has(path)), hidden: hidden.size }
  }
  const top = useGit && !rules.reincludes ? await repositoryTopFor(files.root, folder.displayPath) : undefined
  const listedPaths = new Set<string>()
  if (top !== undefined) {
    const query = { top, root: files.root, folder: folder.displayPath }
    // In parallel: the second listing reads all folders and takes several times as long as the first, whose files need more work.
    const tracked = streamTracked(files, query, signal)
    let next = tracked.next()
    const untrackedListing = listWithGit(query, ['--others', '--exclude-standard'], signal)
    const batches: string[][] = []
    let isComplete = false
    for (;;) {
      const batch = await next
      if (batch.done === true) {
        isComplete = batch.value
        break
      }
      const paths = trackedPaths(batch.value, options.suffix)
      batches.push(paths)
      yield toListing(paths, false)
      next = tracked.next()
    }
    const untracked = await untrackedListing
    if (isComplete && untracked !== undefined) {
      yield toListing(untracked.paths, false)
      for (const inner of [...untracked.repositories, ...(await checkedOutSubmodules(files, top, folder))])
        yield toListing(await walkFolder(files, inner, excludedFolders, signal), true)
      return
    }
    for (const path of batches.flat()) listedPaths.add(path)
  }
  const walked = await walkFolder(files, folder.displayPath, excludedFolders, signal)
  yield toListing(
    walked.filter((path) => !listedPaths.has(path)),
    useGit,
  )
}

function trackedPaths(output: string, suffix: string | undefined): string[] {
  const paths = pathsEndingWith(suffix, output)
  // A folder of a sparse index, where git does not list its files.
  return paths.some(isFolder) ? paths.filter((path) => !isFolder(path)) : paths
}

/** Most paths of a large repository end differently, and each string that is not created saves time. */
function pathsEndingWith(suffix: string | undefined, output: string): string[] {
  const folded = output.toLowerCase()
  // Some letters are longer in lower case, and positions would differ.
  if (suffix === undefined || folded.length !== output.length) return splitNulFields(output)
  const end = `${suffix.toLowerCase()}\0`
  const paths: string[] = []
  for (let at = folded.indexOf(end); at !== -1; at = folded.indexOf(end, at + end.length))
    paths.push(output.slice(output.lastIndexOf('\0', at) + 1, at + end.length - 1))
  return paths
}

/** The top of the workspace's repository; undefined for a folder in a nested repository. */
export async function repositoryTopFor(root: string, folder: string): Promise<string | undefined> {
  const [top, folderTop] = await Promise.all([findRepositoryTop(root), findRepositoryTop(join(root, folder))])
  return top === folderTop ? top : undefined
}

/** `repositories`: nested repositories, which git does not list. */
type GitListing = { paths: string[]; repositories: string[] }

/** The files that git tracks (`--cached`) or would add (`--others`), relative to the root. Undefined when git fails. */
export async function listWithGit(
  { top, root, folder }: ListQuery,
  kinds: readonly string[],
  signal: AbortSignal,
): Promise<GitListing | undefined> {
  const { stdout, code, truncatedBytes } = await runGit({ top }, lsFiles(folder, kinds), { cwd: root, signal })
  if (code !== 0 || truncatedBytes !== 0) return undefined
  const all = splitNulFields(stdout)
  const repositories = all.filter(isFolder).map((path) => path.slice(0, -1))
  return { paths: repositories.length === 0 ? all : all.filter((path) => !isFolder(path)), repositories }
}

const isFolder = (path: string): boolean => path.charCodeAt(path.length - 1) === SLASH

const MAX_SUBMODULES = 500
const MAX_MODULES_BYTES = 1024 * 1024

/** The submodules that are checked out in a folder. In git's index each is one entry, like a file. */
export async function checkedOutSubmodules(files: Workspace, top: string, folder: WorkspacePath): Promise<string[]> {
  const text = readSmallFile(top, '.gitmodules', MAX_MODULES_BYTES) ?? ''
  const folders: string[] = []
  const paths = [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(.*?)[ \t\r]*$/gm)].slice(0, MAX_SUBMODULES)
  for (const [, path = ''] of paths) {
    const resolved = await files.resolve(join(top, path), 'read')
    // A path through a link resolves to another place.
    const isInFolder = resolved.ok && resolved.path === join(top, path) && isInside(folder.path, resolved.path)
    if (isInFolder && pathExists(files, resolved, '.git')) folders.push(resolved.displayPath)
  }
  return folders
}

const SLASH = 47

function walkFolder(
  files: Workspace,
  folder: string,
  excludedFolders: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const skipped = new Set(['.git', ...excludedFolders])
  return files.walk(folder, (name) => skipped.has(name), signal)
}

/** Whether a path relative to a folder exists. Does not follow links. */
export const pathExists = (files: Workspace, folder: WorkspacePath, path: string): boolean =>
  files.inspect([folder.displayPath === '.' ? path : `${folder.displayPath}/${path}`])[0] !== undefined

/**
 * Where a glob pattern really searches if the folders at its start lead through a link: that folder, and the rest of the pattern.
 * Listings contain a link as one entry, so such a pattern would match nothing. Undefined without a link, or one that leads outside.
 */
export async function followLinkedFolder(
  files: Workspace,
  pattern: string,
  from = '.',
): Promise<{ folder: WorkspacePath; rest: string } | undefined> {
  const segments = pattern.split('/')
  const firstWild = segments.findIndex((segment) => /[*?[\]{}()!+@\\]/.test(segment))
  const wild = firstWild < 0 ? segments.length - 1 : firstWild
  if (wild <= 0) return undefined
  const prefix = [...(from === '.' ? [] : [from]), ...segments.slice(0, wild)].join('/')
  const folder = await files.resolve(prefix, 'read')
  if (!folder.ok || folder.displayPath === prefix || (await files.kind(folder)) !== 'directory') return undefined
  return { folder, rest: segments.slice(wild).join('/') }
}

/** `top`: of the repository. `root`: of the workspace. `folder`: in it. */
export type ListQuery = { top: string; root: string; folder: string }

export const lsFiles = (folder: string, kinds: readonly string[]) => ['ls-files', '-z', ...kinds, '--', folder]

/** The output is read as it arrives; only git's error output is kept. */
const KEPT_BYTES = 4096

/** About how many characters of git's output are split and passed on together: few at first, so that work on them starts early. */
const [FIRST_CHARACTERS, BATCH_CHARACTERS] = [32 * 1024, 512 * 1024]

/**
 * The files in git's index, in batches of git's output. Returns whether these are all of them. Does not ask git again for an index
 * that did not change.
 */
export async function* streamTracked(
  workspace: Workspace,
  query: ListQuery,
  signal: AbortSignal,
): AsyncGenerator<string, boolean> {
  const { top, folder } = query
  const index = indexIdentity(top)
  const known = knownListings.get(workspace)
  if (index !== undefined && known?.index === index && known.folder === folder) {
    yield* batchesOf(known.output)
    return true
  }
  let output = ''
  const listing = listIndex(query, signal)
  for (;;) {
    const batch = await listing.next()
    const isKnowable = index !== undefined && output.length < MAX_KNOWN_CHARACTERS
    if (batch.done === true) {
      if (batch.value && isKnowable) knownListings.set(workspace, { folder, output, index })
      return batch.value
    }
    if (isKnowable) output += batch.value
    yield batch.value
  }
}

function* batchesOf(output: string): Generator<string> {
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf('\0', start + BATCH_CHARACTERS) + 1 || output.length
    yield output.slice(start, end)
    start = end
  }
}

/** The same from git. */
async function* listIndex({ top, root, folder }: ListQuery, signal: AbortSignal): AsyncGenerator<string, boolean> {
  const decoder = new StringDecoder('utf8')
  let unread = ''
  let enough = FIRST_CHARACTERS
  let isEnded = false
  let arrived = Promise.withResolvers<void>()
  const program = runGit({ top }, lsFiles(folder, ['--cached', '--deduplicate']), {
    cwd: root,
    signal,
    maxBytes: KEPT_BYTES,
    onOutput(chunk, stream) {
      if (stream === 'stdout') unread += decoder.write(chunk)
      if (unread.length >= enough) arrived.resolve()
    },
  }).then(({ code }) => {
    isEnded = true
    arrived.resolve()
    return code === 0
  })
  while (!isEnded || unread !== '') {
    await arrived.promise
    enough = BATCH_CHARACTERS
    arrived = isEnded ? arrived : Promise.withResolvers<void>()
    const batch = unread.slice(0, unread.lastIndexOf('\0') + 1)
    unread = isEnded ? '' : unread.slice(batch.length)
    yield batch
  }
  return program
}

/** `index`: what identifies git's index. */
type KnownListing = { folder: string; output: string; index: string }

const knownListings = new WeakMap<Workspace, KnownListing>()

const MAX_KNOWN_CHARACTERS = 8 * 1024 * 1024

/** Clocks of some file systems count in steps of two seconds. */
const CLOCK_MS = 2000

/**
 * Changes with git's index, which git never writes in place. Undefined where that is not certain: for an index that was just written,
 * is a link, or is stored elsewhere, as in a worktree.
 */
function indexIdentity(top: string): string | undefined {
  try {
    const stats = lstatSync(join(top, '.git/index'), { bigint: true })
    const isSettled = Date.now() - Number(stats.mtimeMs) > CLOCK_MS
    const { dev, ino, size, mtimeNs, ctimeNs } = stats
    return stats.isFile() && isSettled ? [top, dev, ino, size, mtimeNs, ctimeNs].join(' ') : undefined
  } catch {
    return undefined
  }
}

/**
 * The first `count` items in the order of `compare`. Drops items that cannot be among them early, which is much faster
 * than sorting all.
 */
export function topN<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  let best: T[] = []
  let last: T | undefined
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue
    best.push(item)
    if (best.length < 2 * count) continue
    best = best.sort(compare).slice(0, count)
    last = best.at(-1)
  }
  return best.sort(compare).slice(0, count)
}
