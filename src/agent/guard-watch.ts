import { createHash } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { lstat, open, readdir, readlink, realpath } from 'node:fs/promises'
import { delimiter, isAbsolute, join, posix, sep } from 'node:path'
import { isInside, toForwardSlashes } from '../platform/paths.ts'
import type { Argv } from '../platform/process/run-program.ts'
import { shellQuote } from '../platform/process/shell-words.ts'
import type { Isolation } from '../platform/sandbox/isolation.ts'
import { type LoadedPaths, loadedBy, loaderLines, type ProgramCopies } from './committed-programs.ts'

/**
 * Where a guard finds the checkout. `writtenFolder` keeps what commands write in it, or in another folder, if the run drops that.
 * `programFolders`: where a guard finds its programs. `committed`: the text that a path must have, where the checkout itself is not trusted.
 */
export type GuardPlace = {
  root: string
  writtenFolder?: (folder?: string) => string | undefined
  programFolders?: readonly string[]
  committed?: (path: string) => Promise<string | undefined>
}

/** The files that guards of a run see, which are not always those of the checkout. */
export const guardPlace = (
  { filesAt, place, writtenAt }: Pick<Isolation, 'filesAt' | 'place' | 'writtenAt'>,
  workspace: string,
  { PATH = '' }: Readonly<Record<string, string>>,
): GuardPlace => ({
  root: (filesAt ?? place)?.(workspace) ?? workspace,
  writtenFolder: (folder = workspace) => writtenAt?.(folder),
  programFolders: PATH.split(delimiter).filter((folder) => isAbsolute(folder) && !isInside(workspace, folder)),
})

/** Why a guard must not start any more: what it loads is not as it was. */
export type GuardWatch = () => Promise<string | undefined>

/**
 * Watches what a guard loads from the checkout. A command of the model can write there, so the guard compares it before each start: what
 * changed since this call, and what is new in its folders, stops the guard until somebody restores it.
 */
export async function watchGuard(
  { files, folders, readsModules, words }: Omit<LoadedPaths, 'copied'>,
  { root, writtenFolder, programFolders = [], committed }: GuardPlace,
): Promise<GuardWatch | undefined> {
  if (files.length + folders.length === 0 && !readsModules && programFolders.length === 0) return undefined
  const look = async (folder: string) => [
    ...(await Promise.all(folders.map((each) => filesBelow(folder, each)))).flat(),
    ...(readsModules ? (await namesIn(folder, '')).filter((name) => name.endsWith('.py')) : []),
  ]
  const inFolders = await look(root)
  const compared = [...new Set([...files, ...inFolders.filter((path) => path.includes('/'))])]
  const begin = new Map<string, FileState>()
  for (const path of compared) begin.set(path, await stateOf(root, path))
  for (const path of committed === undefined ? [] : compared) {
    const text = await committed?.(path)
    const hash = text === undefined ? ABSENT : hashOf(path, Buffer.from(text))
    begin.set(path, { identity: '', hash })
  }
  return async () => {
    const dropped = writtenFolder?.()
    for (const [path, before] of begin) {
      const isWritten = dropped !== undefined && (await wasWritten(dropped, path, before.hash !== ABSENT))
      if (isWritten || (await stateOf(root, path, before)).hash !== before.hash)
        return stopped(path, before.hash === ABSENT)
    }
    const known = new Set([...compared, ...inFolders])
    const now = [...(await look(root)), ...(dropped === undefined ? [] : await look(dropped))]
    const added = now.find((path) => !known.has(path))
    if (added !== undefined) return stopped(added, true)
    for (const folder of programFolders) {
      const written = writtenFolder?.(await realpath(folder).catch(() => folder))
      const name = written && (await namesIn(written, '')).find((each) => words.has(each) || STARTERS.test(each))
      if (name)
        return `A command wrote ${join(folder, name)}, which it can start, so it does not start. Remove that file.`
    }
    return undefined
  }
}

/** What starts guards, whatever their words. */
const STARTERS = /^(?:(?:ba|da)?sh|env|node|python[\d.]*)$/

/** The same for the words of a program, of which those below the folder of the copies run as the trusted commit has them. */
export function watchProgram(
  words: Argv,
  { env, cwd = '.' }: { env: Readonly<Record<string, string>>; cwd?: string },
  { files, folder, checkout }: Required<ProgramCopies>,
  { root = checkout, ...place }: Partial<GuardPlace>,
): Promise<GuardWatch | undefined> {
  const startOf = (word: string) => word.indexOf(`${folder}${sep}`)
  const copies = words.filter((word) => startOf(word) >= 0)
  const line = words.map((word) => (copies.includes(word) ? ':' : shellQuote(word))).join(' ')
  const paths = copies.map((word) => toForwardSlashes(word.slice(startOf(word) + folder.length + 1)))
  const lines = [cwd === '' || cwd === '.' ? line : `cd ${shellQuote(cwd)} && ${line}`, ...loaderLines(env, checkout)]
  return loadedBy(lines, files, paths).then((loaded) => watchGuard(loaded, { root, ...place }))
}

const stopped = (path: string, isNew: boolean): string =>
  isNew
    ? `It can load ${path}, which is new, so it does not start. Remove ${path}.`
    : `It loads ${path}, which is not as it was when the run began, so it does not start. Restore ${path}.`

type FileState = { identity: string; hash: string }

const ABSENT = 'absent'
const MAX_BYTES = 5_000_000
const MAX_FILES = 2000

/** The state of a path. Reads the file only if it is not the one of the earlier look. */
async function stateOf(folder: string, path: string, earlier?: FileState): Promise<FileState> {
  const place = join(folder, path)
  const stats = await lstat(place, { bigint: true }).catch(() => undefined)
  const identity = stats === undefined ? ABSENT : identityOf(stats)
  if (stats === undefined || identity === earlier?.identity)
    return { identity, hash: earlier && stats ? earlier.hash : ABSENT }
  if (stats.isSymbolicLink()) return { identity, hash: `link ${await readlink(place)}` }
  if (!stats.isFile() || stats.size > MAX_BYTES) return { identity, hash: identity }
  const handle = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const bytes = await handle.readFile()
    return { identity, hash: hashOf(path, bytes) }
  } finally {
    await handle.close()
  }
}

const hashOf = (path: string, bytes: Buffer): string =>
  createHash('sha256').update(whatIsLoaded(path, bytes)).digest('hex')

/** The time of the last change of the inode cannot be set back. */
const identityOf = ({ mode, size, ctimeNs, ino }: BigIntStats): string => [mode, size, ctimeNs, ino].join(' ')

/** Dependencies in a manifest change every day; its scripts are what a guard runs. */
function whatIsLoaded(path: string, bytes: Buffer): Buffer | string {
  if (posix.basename(path) !== 'package.json') return bytes
  try {
    const { scripts, bin, type, imports, exports, main, config } = JSON.parse(bytes.toString('utf8'))
    return JSON.stringify({ scripts, bin, type, imports, exports, main, config })
  } catch {
    return bytes
  }
}

/** Whether commands wrote, deleted or replaced a path, or a folder above it, in what the run drops. */
async function wasWritten(folder: string, path: string, existed: boolean): Promise<boolean> {
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length++) {
    const parent = parts.slice(0, length).join('/')
    const stats = await lstat(join(folder, parent)).catch(() => undefined)
    if (stats === undefined) return false
    if (!stats.isDirectory()) return true
  }
  const names = parts.length === 1 ? [] : await namesIn(folder, posix.dirname(path))
  // A new folder in the place of another one looks the same from here.
  const mayBeReplaced = existed && names.some((name) => name !== '__pycache__')
  return (
    mayBeReplaced ||
    (await lstat(join(folder, path)).then(
      () => true,
      () => false,
    ))
  )
}

const namesIn = (folder: string, path: string): Promise<string[]> => readdir(join(folder, path)).catch(() => [])

/** The files below a folder, without compiled caches and packages. */
async function filesBelow(root: string, folder: string): Promise<string[]> {
  const files: string[] = []
  const openFolders = [folder]
  for (let each = openFolders.pop(); each !== undefined && files.length < MAX_FILES; each = openFolders.pop()) {
    const entries = await readdir(join(root, each), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = posix.join(each, entry.name)
      if (!entry.isDirectory()) files.push(path)
      else if (!/^(?:__pycache__|node_modules|\.git)$/.test(entry.name)) openFolders.push(path)
    }
  }
  return files
}
