import { posix } from 'node:path'
import type { Reader } from '../host/files.ts'

/** Where memory files are looked for. All paths are relative to the repository root, with forward slashes. */
export type Search = {
  /** Names a memory file may have (`fileNamesFrom`), looked up in every folder. */
  fileNames: readonly string[]
  /** How many folders are searched downwards, the working directory included. */
  maxDirs?: number
  /** The working directory. Its parents' memory counts too; the search goes down from here. */
  from?: string
  /** Names of the ignore files that keep the search out of folders. */
  ignoreFiles?: readonly string[]
  /** Decides in place of ignore files; folders end in `/`. */
  leftOut?: LeftOut
}

export type LeftOut = (path: string) => boolean

const MAX_DIRS = 200
const IGNORE_FILES: readonly string[] = ['.gitignore', '.geminiignore']

/**
 * Where a commit (`paths` are its files) has memory: root to working directory, then downwards by depth and name.
 * The former are named whether they exist or not, since a list may stop short of a very large commit; ignore files have
 * no say in them.
 */
export async function memoryPaths(reader: Reader, paths: readonly string[], search: Search): Promise<string[]> {
  const { fileNames, maxDirs = MAX_DIRS } = search
  const from = insideRoot(search.from ?? '') ?? ''
  const near = candidates(lineage(from), fileNames)
  // Most repositories have one memory file; the walk and the ignore files then never matter.
  if (!paths.some((path) => fileNames.some((name) => path.endsWith(`/${name}`)))) return near

  const leftOut = search.leftOut ?? (await ignoreRules(reader, paths, search.ignoreFiles))
  const open = new Set([from])
  for (const folder of foldersBelow(from, paths)) {
    if (open.size >= maxDirs) break
    if (open.has(parentOf(folder)) && !isClosed(folder, leftOut)) open.add(folder)
  }
  const present = new Set(paths)
  const far = candidates([...open], fileNames).filter((path) => present.has(path) && !leftOut(path))
  return [...new Set([...near, ...far])]
}

/** Where memory files may be in these folders: by depth of the folder, then by name. */
export const candidates = (folders: readonly string[], names: readonly string[]): string[] => [
  ...new Set(
    [...folders].sort(byDepthThenName).flatMap((folder) => names.map((name) => posix.join(folder, name)).sort()),
  ),
]

/**
 * What ignore files of the commit, at any depth, say of a path itself; the folders above it are asked for one by one.
 * As in git the deeper file has the last word, and case matters.
 */
export async function ignoreRules(
  reader: Reader,
  paths: readonly string[],
  names: readonly string[] = IGNORE_FILES,
): Promise<LeftOut> {
  const isOne = (path: string) => names.some((name) => path.endsWith(name) && posix.basename(path) === name)
  const files = paths.filter(isOne).sort(byDepthThenName)
  if (files.length === 0) return () => false
  const { default: ignore } = await import('ignore')
  const rules = await Promise.all(
    files.map(async (path) => ({
      folder: path.slice(0, path.lastIndexOf('/') + 1),
      rules: ignore({ ignorecase: false }).add((await reader.read(path)) ?? ''),
    })),
  )
  return (path) =>
    rules.reduce((out, { folder, rules }) => {
      if (!path.startsWith(folder) || path === folder) return out
      const name = path.slice(folder.length)
      const above = name.slice(0, name.lastIndexOf('/', name.length - 2) + 1)
      // The library answers for the folders above as well; a deeper file may have taken one of those back in.
      if (above !== '' && rules.test(above).ignored) return out
      const { ignored, unignored } = rules.test(name)
      return ignored || (out && !unignored)
    }, false)
}

/** Whether a file or a folder above it is left out. */
export const isLeftOut = (path: string, leftOut: LeftOut): boolean =>
  leftOut(path) || lineage(parentOf(path)).some((folder) => folder !== '' && isClosed(folder, leftOut))

/** Memory that comes with other people's packages was not written for this repository. */
const isClosed = (folder: string, leftOut: LeftOut): boolean =>
  posix.basename(folder) === 'node_modules' || leftOut(`${folder}/`)

/** A folder and all above it, the root ('') first. */
export function lineage(folder: string): string[] {
  const segments = folder === '' ? [] : folder.split('/')
  return ['', ...segments.map((_, index) => segments.slice(0, index + 1).join('/'))]
}

/** A path in its shortest form, without a final slash ('' is the root); undefined when it is not inside the root. */
export function insideRoot(path: string): string | undefined {
  if (path.includes('\0') || posix.isAbsolute(path)) return undefined
  const normal = posix.relative('/', posix.join('/', path))
  return posix.normalize(path).split('/').includes('..') ? undefined : normal
}

function foldersBelow(from: string, paths: readonly string[]): string[] {
  const within = from === '' ? '' : `${from}/`
  const folders = new Set<string>()
  for (const path of paths)
    for (let at = parentOf(path); at.length > from.length && at.startsWith(within); at = parentOf(at)) {
      if (folders.has(at)) break
      folders.add(at)
    }
  return [...folders].sort(byDepthThenName)
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length)
const byDepthThenName = (a: string, b: string): number => depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0)
