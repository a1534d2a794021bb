import { posix } from 'node:path'
import type { Ignore } from 'ignore'
import { folderOf, kindIn } from '../host/entries.ts'
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

export type LeftOut = (path: string) => boolean | Promise<boolean>

const MAX_DIRS = 200
const IGNORE_FILES: readonly string[] = ['.gitignore', '.geminiignore']

/**
 * Where a commit has memory: root to working directory, then downwards by depth and name. The former are named whether they
 * exist or not, and ignore files have no say in them. As many folders are looked into as may be, however many there are.
 */
export async function memoryPaths(reader: Reader, search: Search): Promise<string[]> {
  const { fileNames, maxDirs = MAX_DIRS } = search
  const from = insideRoot(search.from ?? '') ?? ''
  const near = candidates(lineage(from), fileNames)
  const inFolders = async (folders: readonly string[]) =>
    filtered(
      candidates(folders, fileNames).filter((path) => !near.includes(path)),
      async (path) => (await kindIn(reader, path)) === 'file',
    )
  // Most repositories have one memory file; what ignore files say then never matters.
  const everywhere = await foldersFrom(reader, from, maxDirs, () => false)
  if (everywhere.length < maxDirs && (await inFolders(everywhere)).length === 0) return near

  const leftOut = search.leftOut ?? ignoreRules(reader, search.ignoreFiles)
  const far = await inFolders(await foldersFrom(reader, from, maxDirs, leftOut))
  return [...near, ...(await filtered(far, async (path) => !(await leftOut(path))))]
}

/** Where memory files may be in these folders: by depth of the folder, then by name. */
export const candidates = (folders: readonly string[], names: readonly string[]): string[] => [
  ...new Set(
    [...folders].sort(byDepthThenName).flatMap((folder) => names.map((name) => posix.join(folder, name)).sort()),
  ),
]

/**
 * What ignore files of the commit, at any depth, say of a path itself; the folders above it are asked for one by one.
 * As in git the deeper file has the last word, and case matters. Only those on the way to a path are read.
 */
export function ignoreRules(reader: Reader, names: readonly string[] = IGNORE_FILES): LeftOut {
  const read = new Map<string, Promise<Ignore[]>>()
  const inFolder = (folder: string) => {
    const known = read.get(folder) ?? rulesIn(reader, folder, names)
    read.set(folder, known)
    return known
  }
  return async (path) => {
    let out = false
    for (const folder of lineage(folderOf(path.replace(/\/$/, '')))) {
      const name = folder === '' ? path : path.slice(folder.length + 1)
      const above = name.slice(0, name.lastIndexOf('/', name.length - 2) + 1)
      for (const rules of await inFolder(folder)) {
        // The library answers for the folders above as well; a deeper file may have taken one of those back in.
        if (above !== '' && rules.test(above).ignored) continue
        const { ignored, unignored } = rules.test(name)
        out = ignored || (out && !unignored)
      }
    }
    return out
  }
}

async function rulesIn(reader: Reader, folder: string, names: readonly string[]): Promise<Ignore[]> {
  const { files } = await reader.entries(folder)
  const present = files.filter((name) => names.includes(name))
  if (present.length === 0) return []
  const { default: ignore } = await import('ignore')
  const texts = await Promise.all(present.map((name) => reader.read(posix.join(folder, name))))
  return texts.map((text) => ignore({ ignorecase: false }).add(text ?? ''))
}

/** Whether a file or a folder above it is left out. */
export async function isLeftOut(path: string, leftOut: LeftOut): Promise<boolean> {
  if (await leftOut(path)) return true
  for (const folder of lineage(folderOf(path))) if (folder !== '' && (await isClosed(folder, leftOut))) return true
  return false
}

/** Memory that comes with other people's packages was not written for this repository. */
const isClosed = async (folder: string, leftOut: LeftOut): Promise<boolean> =>
  posix.basename(folder) === 'node_modules' || (await leftOut(`${folder}/`))

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

/** A folder and those below it that are not left out, by depth and name, at most so many. */
async function foldersFrom(reader: Reader, from: string, most: number, leftOut: LeftOut): Promise<string[]> {
  const open = [from]
  for (let level = [from]; level.length > 0 && open.length < most; ) {
    const inside = await Promise.all(
      level.map(async (folder) => (await reader.entries(folder)).folders.map((name) => posix.join(folder, name))),
    )
    const next: string[] = []
    for (const folder of inside.flat().sort(byDepthThenName)) {
      if (open.length + next.length >= most) break
      if (!(await isClosed(folder, leftOut))) next.push(folder)
    }
    open.push(...next)
    level = next
  }
  return open
}

async function filtered<T>(items: readonly T[], wanted: (item: T) => Promise<boolean>): Promise<T[]> {
  const answers = await Promise.all(items.map(wanted))
  return items.filter((_, at) => answers[at])
}

const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length)
const byDepthThenName = (a: string, b: string): number => depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0)
