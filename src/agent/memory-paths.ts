import { posix } from 'node:path'
import type { Ignore } from 'ignore'
import ignore from 'ignore'
import { type CommitReader, entryKind, parentFolder } from '../platform/files/workspace.ts'

/** Where to search for memory files. All paths are relative to the repository root, with forward slashes. */
export type MemorySearch = {
  /** Names of memory files, from memoryFileNames(). */
  fileNames: readonly string[]
  /** The name that counts in folders without a file of these names. */
  fallbackName?: string
  /** Maximum of folders to search downwards, the working directory included. */
  maxDirs?: number
  /** The working directory. Memory of its parents and of folders below it applies. */
  from?: string
  /** Names of the ignore files. */
  ignoreFiles?: readonly string[]
  /** Replaces the ignore files. Folder paths end in `/`. */
  isIgnored?: IsIgnored
}

export type IsIgnored = (path: string) => boolean | Promise<boolean>

const MAX_DIRS = 200

const IGNORE_FILES: readonly string[] = ['.gitignore', '.geminiignore']

/**
 * Finds the memory paths of a commit: from the root to the working directory, then downwards by depth and name. The first
 * group is returned whether the files exist or not, and ignore files do not apply to it. Searches at most `maxDirs` folders.
 */
export async function findMemoryPaths(reader: CommitReader, search: MemorySearch): Promise<string[]> {
  const { maxDirs = MAX_DIRS } = search
  const names = allNames(search)
  const from = normalizeInsideRoot(search.from ?? '') ?? ''
  const isFile = async (path: string) => (await entryKind(reader, path)) === 'file'
  const nearPaths = await withoutShadowed(memoryCandidates(folderAndParents(from), names), search, isFile)
  const inFolders = async (folders: readonly string[]) =>
    filterAsync(
      memoryCandidates(
        folders.filter((folder) => folder !== from),
        names,
      ),
      isFile,
    )
  // Most repositories have no memory below the working directory; then skip the ignore files.
  const everywhere = await foldersFrom(reader, from, maxDirs, () => false)
  if (everywhere.length < maxDirs && (await inFolders(everywhere)).length === 0) return nearPaths

  const isIgnored = search.isIgnored ?? ignoreRules(reader, search.ignoreFiles)
  const farPaths = await inFolders(await foldersFrom(reader, from, maxDirs, isIgnored))
  const seen = await filterAsync(farPaths, async (path) => !(await isIgnored(path)))
  return [...nearPaths, ...(await withoutShadowed(seen, search, isFile))]
}

/** The names that a memory file may have. */
export const allNames = ({ fileNames, fallbackName }: MemorySearch): readonly string[] =>
  fallbackName === undefined ? fileNames : [...fileNames, fallbackName]

/** The paths without the fallback of folders that have a memory file of their own. */
export const withoutShadowed = (
  paths: readonly string[],
  { fileNames, fallbackName }: MemorySearch,
  isFile: (path: string) => Promise<boolean>,
): Promise<string[]> =>
  filterAsync(paths, async (path) => {
    if (posix.basename(path) !== fallbackName) return true
    const others = await Promise.all(fileNames.map((name) => isFile(posix.join(parentFolder(path), name))))
    return !others.includes(true)
  })

/** All possible memory paths in these folders, by depth of the folder, then by name. */
export const memoryCandidates = (folders: readonly string[], names: readonly string[]): string[] => [
  ...new Set(
    [...folders].sort(byDepthThenName).flatMap((folder) => names.map((name) => posix.join(folder, name)).sort()),
  ),
]

/**
 * Applies the ignore files of a commit to a path itself, not to the folders above it. As in git, deeper ignore files override
 * and case matters. Reads only the ignore files of the folders above a path.
 */
export function ignoreRules(reader: CommitReader, names: readonly string[] = IGNORE_FILES): IsIgnored {
  const read = new Map<string, Promise<Ignore[]>>()
  const inFolder = (folder: string) => {
    const rules = read.get(folder) ?? rulesIn(reader, folder, names)
    read.set(folder, rules)
    return rules
  }
  return async (path) => {
    let ignoredSoFar = false
    for (const folder of folderAndParents(parentFolder(path.replace(/\/$/, '')))) {
      const name = folder === '' ? path : path.slice(folder.length + 1)
      const above = name.slice(0, name.lastIndexOf('/', name.length - 2) + 1)
      for (const rules of await inFolder(folder)) {
        // The library also applies a rule for a parent folder, which a deeper file may have re-included.
        if (above !== '' && rules.test(above).ignored) continue
        const { ignored, unignored } = rules.test(name)
        ignoredSoFar = ignored || (ignoredSoFar && !unignored)
      }
    }
    return ignoredSoFar
  }
}

async function rulesIn(reader: CommitReader, folder: string, names: readonly string[]): Promise<Ignore[]> {
  const { files } = await reader.entries(folder)
  const present = files.filter((name) => names.includes(name))
  if (present.length === 0) return []
  const texts = await Promise.all(present.map((name) => reader.read(posix.join(folder, name))))
  return texts.map((text) => ignore({ ignorecase: false }).add(text ?? ''))
}

/** Whether a file or a folder above it is ignored. */
export async function isIgnoredWithFolders(path: string, isIgnored: IsIgnored): Promise<boolean> {
  if (await isIgnored(path)) return true
  for (const folder of folderAndParents(parentFolder(path)))
    if (folder !== '' && (await isFolderIgnored(folder, isIgnored))) return true
  return false
}

/** Whether a folder is ignored. Memory files of installed packages do not apply to this repository. */
const isFolderIgnored = async (folder: string, isIgnored: IsIgnored): Promise<boolean> =>
  posix.basename(folder) === 'node_modules' || (await isIgnored(`${folder}/`))

/** A folder and all above it, the root ('') first. */
export function folderAndParents(folder: string): string[] {
  const segments = folder === '' ? [] : folder.split('/')
  return ['', ...segments.map((_, index) => segments.slice(0, index + 1).join('/'))]
}

/** Normalizes a path, without a final slash ('' is the root); undefined when it is outside the root. */
export function normalizeInsideRoot(path: string): string | undefined {
  if (path.includes('\0') || posix.isAbsolute(path)) return undefined
  const normal = posix.relative('/', posix.join('/', path))
  return posix.normalize(path).split('/').includes('..') ? undefined : normal
}

/** A folder and the folders below it that are not ignored, by depth and name, at most `maxFolders`. */
async function foldersFrom(
  reader: CommitReader,
  from: string,
  maxFolders: number,
  isIgnored: IsIgnored,
): Promise<string[]> {
  const folders = [from]
  for (let level = [from]; level.length > 0 && folders.length < maxFolders; ) {
    const inside = await Promise.all(
      level.map(async (folder) => (await reader.entries(folder)).folders.map((name) => posix.join(folder, name))),
    )
    const next: string[] = []
    for (const folder of inside.flat().sort(byDepthThenName)) {
      if (folders.length + next.length >= maxFolders) break
      if (!(await isFolderIgnored(folder, isIgnored))) next.push(folder)
    }
    folders.push(...next)
    level = next
  }
  return folders
}

async function filterAsync<T>(items: readonly T[], predicate: (item: T) => Promise<boolean>): Promise<T[]> {
  const answers = await Promise.all(items.map(predicate))
  return items.filter((_, index) => answers[index])
}

const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length)

const byDepthThenName = (a: string, b: string): number => depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0)
