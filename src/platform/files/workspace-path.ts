import { randomBytes } from 'node:crypto'
import { constants, type Dirent, lstatSync } from 'node:fs'
import { access, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { keepStart } from '../../text/format-text.ts'
import { messageOf } from '../errors.ts'
import { errorCode } from '../paths.ts'

/** Default limit of one read. */
const MAX_READ_BYTES = 20 * 1024 * 1024

/** How git records a regular file. */
export type GitMode = '100644' | '100755'

/**
 * A resolved path that may be used. `path` is absolute and real; `displayPath` is relative to the root with forward slashes
 * ('.' is the root).
 */
export type WorkspacePath = { ok: true; path: string; displayPath: string }

/** Why a file operation failed. These strings come from the reference. */
export type FileFailureReason =
  | 'path_not_in_workspace'
  | 'file_not_found'
  | 'target_is_directory'
  | 'path_is_not_a_directory'
  | 'file_too_large'
  | 'permission_denied'
  | 'no_space_left'
  | 'read_content_failure'
  | 'file_write_failure'

/** `text` is written for the model. */
export type FileFailure = { ok: false; reason: FileFailureReason; text: string }

/**
 * `link`: whether a symbolic link leads `inside` or `outside` the workspace, or is `broken`. `bytes` reads the size only when
 * it is called, because a folder may have very many entries; undefined when the entry is not a file or no longer exists.
 */
export type DirectoryEntry = {
  name: string
  kind: 'file' | 'directory' | 'other'
  bytes(): number | undefined
  link?: 'inside' | 'outside' | 'broken'
}

export async function readWorkspaceFile(
  target: WorkspacePath,
  maxBytes = MAX_READ_BYTES,
): Promise<{ ok: true; bytes: Buffer } | FileFailure> {
  let handle: Awaited<ReturnType<typeof open>>
  try {
    // O_NONBLOCK: opening a named pipe must not wait for a writer. O_NOFOLLOW: resolve() already followed every link.
    handle = await open(target.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    return readFailure(target, error)
  }
  try {
    const stats = await handle.stat()
    if (stats.isDirectory())
      return fileFailure('target_is_directory', `Path is a directory, not a file: ${target.displayPath}`)
    if (!stats.isFile()) return fileFailure('read_content_failure', `Not a regular file: ${target.displayPath}`)
    if (isHardLinked(target, stats.nlink))
      return fileFailure(
        'path_not_in_workspace',
        `${target.displayPath} was not read: it has hard links that may be outside the workspace.`,
      )
    // A parent folder may have been replaced by a link since resolve(). Check that the opened file is the resolved one.
    const currentStats = await lstat(target.path)
    if (
      (await realpath(target.path)) !== target.path ||
      currentStats.ino !== stats.ino ||
      currentStats.dev !== stats.dev
    )
      return fileFailure('path_not_in_workspace', `${target.displayPath} changed while it was opened. Try again.`)
    if (stats.size > maxBytes)
      return fileFailure(
        'file_too_large',
        `File size exceeds the ${Math.floor(maxBytes / 1024 / 1024)}MB limit: ${target.displayPath} (${(stats.size / 1024 / 1024).toFixed(2)}MB)`,
      )
    return { ok: true, bytes: await handle.readFile() }
  } catch (error) {
    return readFailure(target, error)
  } finally {
    await handle.close()
  }
}

/** Package managers hard-link node_modules to their store. Anywhere else a hard link may lead to a private file. */
const isHardLinked = (target: WorkspacePath, links: number): boolean =>
  links > 1 && !target.displayPath.split('/').includes('node_modules')

export type FileWriteResult = { ok: true; before: Buffer | null; mode: GitMode }

/**
 * Replaces a file. The new content is written to a temporary file in the opened folder of the target and renamed there, so a
 * folder that is swapped for a link meanwhile cannot lead it outside.
 */
export async function writeWorkspaceFile(
  target: WorkspacePath,
  bytes: Uint8Array,
): Promise<FileWriteResult | FileFailure> {
  const name = basename(target.path)
  // 40 characters are at most 160 of the 255 bytes a name may have.
  const temporaryName = `.${keepStart(name, 40)}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const previousStats = await lstat(target.path).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    })
    if (previousStats?.isDirectory())
      return fileFailure('target_is_directory', `Target is a directory, not a file: ${target.displayPath} (EISDIR)`)
    const before =
      previousStats === undefined
        ? { ok: true as const, bytes: null }
        : await readWorkspaceFile(target, Number.POSITIVE_INFINITY)
    if (!before.ok) return before
    await using folder = await openParentFolder(target.path)
    // Renaming over a read-only file would succeed, so check the permission first.
    if (previousStats !== undefined) await access(folder.entry(name), constants.W_OK)
    const temporary = folder.entry(temporaryName)
    const mode = await writeTemporary(temporary, bytes, previousStats)
    try {
      if (!(await folder.isInPlace())) throw Object.assign(new Error('the folder was moved'), { code: 'ELOOP' })
      await rename(temporary, folder.entry(name))
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    }
    return { ok: true, before: before.bytes, mode: mode & 0o111 ? '100755' : '100644' }
  } catch (error) {
    return writeFailure(target, error)
  }
}

/** Creates a file with the content, and with the owner and mode of the file that it replaces. Returns its mode. */
async function writeTemporary(
  path: string,
  bytes: Uint8Array,
  previous: { uid: number; gid: number; mode: number } | undefined,
): Promise<number> {
  const handle = await open(path, 'wx', previous === undefined ? 0o666 : 0o600)
  try {
    await handle.writeFile(bytes)
    if (previous !== undefined) {
      // Change the owner first: that clears set-id bits.
      await handle.chown(previous.uid, previous.gid).catch(() => undefined)
      await handle.chmod(previous.mode & 0o7777)
    }
    return (await handle.stat()).mode
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
}

export async function listWorkspaceFolder(
  target: WorkspacePath,
  resolvePath: (path: string) => Promise<WorkspacePath | FileFailure>,
): Promise<{ ok: true; entries: DirectoryEntry[]; vanished: number } | FileFailure> {
  let dirents: Dirent[]
  try {
    dirents = await readdir(target.path, { withFileTypes: true })
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR')
      return fileFailure('path_is_not_a_directory', `Path is not a directory: ${target.displayPath}`)
    return readFailure(target, error)
  }
  const entries: DirectoryEntry[] = []
  const links: string[] = []
  // One pass without a copy: a folder may have very many entries.
  for (const dirent of dirents)
    if (dirent.isSymbolicLink()) links.push(dirent.name)
    else entries.push(toDirectoryEntry(dirent.name, dirent, target.path, dirent.name))
  const linkEntries = await Promise.all(links.map((name) => readLinkEntry(join(target.path, name), resolvePath)))
  entries.push(...linkEntries.filter((entry) => entry !== undefined))
  return { ok: true, entries, vanished: dirents.length - entries.length }
}

/** A folder of this size has many hundred entries. Some file systems do not report it, so it is only a hint. */
const LARGE_FOLDER_BYTES = 64 * 1024

export const mayBeLargeFolder = (target: WorkspacePath): Promise<boolean> =>
  stat(target.path).then(
    ({ size }) => size >= LARGE_FOLDER_BYTES,
    () => false,
  )

async function readLinkEntry(
  path: string,
  resolvePath: (path: string) => Promise<WorkspacePath | FileFailure>,
): Promise<DirectoryEntry | undefined> {
  const name = basename(path)
  const unknownEntry = { name, kind: 'other', bytes: () => undefined } as const
  try {
    const target = await resolvePath(path)
    if (!target.ok) return { ...unknownEntry, link: 'outside' }
    return {
      ...toDirectoryEntry(name, await stat(target.path), dirname(target.path), basename(target.path)),
      link: 'inside',
    }
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? { ...unknownEntry, link: 'broken' } : undefined
  }
}

const toDirectoryEntry = (name: string, stats: FileStats, folder: string, file: string): DirectoryEntry => ({
  name,
  kind: statsKind(stats),
  bytes: () => fileSize(join(folder, file)),
})

function fileSize(path: string): number | undefined {
  const now = lstatSync(path, { throwIfNoEntry: false })
  return now?.isFile() ? now.size : undefined
}

export const pathKind = (target: WorkspacePath): Promise<DirectoryEntry['kind'] | undefined> =>
  stat(target.path).then(
    (stats) => statsKind(stats),
    () => undefined,
  )

type FileStats = { isDirectory(): boolean; isFile(): boolean }

const statsKind = (stats: FileStats): DirectoryEntry['kind'] =>
  stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : 'other'

export const fileFailure = (reason: FileFailureReason, text: string): FileFailure => ({ ok: false, reason, text })

function readFailure(target: WorkspacePath, error: unknown): FileFailure {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileFailure('file_not_found', `File not found: ${target.displayPath}`)
    case 'EACCES':
    case 'EPERM':
      return fileFailure('permission_denied', `Permission denied reading ${target.displayPath}`)
    case 'ELOOP':
      return fileFailure('path_not_in_workspace', `${target.displayPath} became a link while it was opened. Try again.`)
    default:
      return fileFailure('read_content_failure', `Error reading file ${target.displayPath}: ${messageOf(error)}`)
  }
}

function writeFailure(target: WorkspacePath, error: unknown): FileFailure {
  const code = errorCode(error)
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return fileFailure('permission_denied', `Permission denied writing to file: ${target.displayPath} (${code})`)
    case 'ENOSPC':
    case 'EDQUOT':
      return fileFailure('no_space_left', `No space left on device: ${target.displayPath} (${code})`)
    case 'ELOOP':
      return fileFailure(
        'path_not_in_workspace',
        `A folder of ${target.displayPath} changed while it was written. Try again.`,
      )
    case 'EISDIR':
      return fileFailure('target_is_directory', `Target is a directory, not a file: ${target.displayPath} (EISDIR)`)
    case 'ENOTDIR':
    case 'EEXIST':
      return fileFailure(
        'file_write_failure',
        `Error writing to file '${target.displayPath}': a part of its path is a file, not a directory (${code})`,
      )
    default:
      return fileFailure(
        'file_write_failure',
        `Error writing to file '${target.displayPath}': ${messageOf(error)}${code ? ` (${code})` : ''}`,
      )
  }
}

/** An opened folder, which stays the same even if its path later leads elsewhere. */
export type OpenFolder = AsyncDisposable & {
  /** The path of an entry, for file system calls while the folder is open. */
  entry(name: string): string
  /** Whether the folder is still where it was opened. */
  isInPlace(): Promise<boolean>
}

/** Opens a folder only to address its entries; needs no permission to read it. Linux only. */
const O_PATH = 0o10000000

/**
 * Opens a folder by its real path and creates it when it is missing. On Linux no part of the path may be a link, not even for
 * a moment: each part is opened inside the one before. Rejects with ELOOP for a link. On other systems isInPlace() detects a link.
 */
export async function openFolder(path: string): Promise<OpenFolder> {
  if (process.platform !== 'linux') {
    await mkdir(path, { recursive: true })
    return {
      entry: (name) => join(path, name),
      isInPlace: async () => (await realpath(path)) === path,
      [Symbol.asyncDispose]: async () => undefined,
    }
  }
  let folder = await open('/', O_PATH | constants.O_DIRECTORY)
  for (const name of path.split('/').filter(Boolean)) {
    const parent = folder
    try {
      folder = await openSubfolder(`/proc/self/fd/${parent.fd}/${name}`)
    } finally {
      await parent.close()
    }
  }
  const opened = folder
  return {
    entry: (name) => `/proc/self/fd/${opened.fd}/${name}`,
    isInPlace: async () => (await realpath(`/proc/self/fd/${opened.fd}`)) === path,
    [Symbol.asyncDispose]: () => opened.close(),
  }
}

async function openSubfolder(path: string) {
  const flags = O_PATH | constants.O_NOFOLLOW
  const find = () => open(path, flags)
  const handle = await find().catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
    await mkdir(path).catch((problem: unknown) => {
      if (errorCode(problem) !== 'EEXIST') throw problem
    })
    return find()
  })
  const stats = await handle.stat()
  if (stats.isDirectory()) return handle
  await handle.close()
  const [code, text] = stats.isSymbolicLink() ? ['ELOOP', 'became a link'] : ['ENOTDIR', 'is not a directory']
  throw Object.assign(new Error(`${code}: a folder ${text}`), { code })
}

export const openParentFolder = (path: string): Promise<OpenFolder> => openFolder(dirname(path))
