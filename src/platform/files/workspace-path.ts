import { randomBytes } from 'node:crypto'
import { constants, type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { access, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { keepStart } from '../../text/format-text.ts'
import { messageOf } from '../errors.ts'
import { errorCode, isInside, isMissing } from '../paths.ts'
import { type OpenedPath, type OpenedRoot, readOpened, readOpenedSync } from './open-path.ts'

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
 * it is called, because a folder may have very many entries; undefined when the entry is not a file or no longer exists, null
 * when it has hard links that may be outside.
 */
export type DirectoryEntry = {
  name: string
  kind: 'file' | 'directory' | 'other'
  bytes(): number | null | undefined
  link?: 'inside' | 'outside' | 'broken'
}

/** A file that was replaced while it was opened, as editors do, is opened again. */
const MAX_ATTEMPTS = 3

/** The bytes of a file below a folder. */
export async function readWorkspaceFile(
  root: OpenedRoot,
  target: WorkspacePath,
  maxBytes = MAX_READ_BYTES,
): Promise<{ ok: true; bytes: Buffer } | FileFailure> {
  for (let attempt = 1; ; attempt++)
    try {
      using file = root.open(target.path)
      return await readOpenedFile(file, target, maxBytes, root.linked)
    } catch (error) {
      if (errorCode(error) !== 'ELOOP' || attempt === MAX_ATTEMPTS) return readFailure(target, error)
    }
}

async function readOpenedFile(
  file: OpenedPath,
  target: WorkspacePath,
  maxBytes: number,
  linked?: readonly string[],
): Promise<{ ok: true; bytes: Buffer } | FileFailure> {
  const { stats } = file
  if (stats.isDirectory())
    return fileFailure('target_is_directory', `Path is a directory, not a file: ${target.displayPath}`)
  if (!stats.isFile()) return fileFailure('read_content_failure', `Not a regular file: ${target.displayPath}`)
  if (isHardLinked(target.path, stats.nlink, linked))
    return fileFailure(
      'path_not_in_workspace',
      `${target.displayPath} was not read: it has hard links that may be outside the workspace.`,
    )
  const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(2)
  const tooLarge = (size: string) =>
    fileFailure(
      'file_too_large',
      `File size exceeds the ${Math.floor(maxBytes / 1024 / 1024)}MB limit: ${target.displayPath} (${size})`,
    )
  if (stats.size > maxBytes) return tooLarge(`${megabytes(stats.size)}MB`)
  const bytes = await readOpened(file, { maxBytes })
  return bytes === undefined ? tooLarge('it grows') : { ok: true, bytes }
}

/** Package managers hard-link node_modules to their store, and we link large folders. Anywhere else a hard link may lead to a private file. */
const isHardLinked = (path: string, links: number, linked: readonly string[] = []): boolean =>
  links > 1 && !path.split(sep).includes('node_modules') && !linked.some((folder) => isInside(folder, path))

/** Larger files are not replaced: the content before is kept for the patch. */
const MAX_REPLACED_BYTES = 1024 * 1024 * 1024

export type FileWriteResult = { ok: true; before: Buffer | null; mode: GitMode }

/**
 * Replaces a file. The new content is written to a temporary file in the opened folder of the target and renamed there, so a
 * folder that is swapped for a link meanwhile cannot lead it outside.
 */
export async function writeWorkspaceFile(
  root: OpenedRoot,
  target: WorkspacePath,
  bytes: Uint8Array,
): Promise<FileWriteResult | FileFailure> {
  const name = basename(target.path)
  // 40 characters are at most 160 of the 255 bytes a name may have.
  const temporaryName = `.${keepStart(name, 40)}.${randomBytes(6).toString('hex')}.tmp`
  try {
    using folder = root.open(dirname(target.path), true)
    const previousStats = await lstat(folder.address(name)).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    })
    if (previousStats?.isDirectory())
      return fileFailure('target_is_directory', `Target is a directory, not a file: ${target.displayPath} (EISDIR)`)
    const before =
      previousStats === undefined
        ? { ok: true as const, bytes: null }
        : await readWorkspaceFile(root, target, MAX_REPLACED_BYTES)
    if (!before.ok) return before
    // Renaming over a read-only file would succeed, so check the permission first.
    if (previousStats !== undefined) await access(folder.address(name), constants.W_OK)
    const temporary = folder.address(temporaryName)
    const mode = await writeTemporary(temporary, bytes, previousStats)
    try {
      if (!folder.isInPlace()) throw Object.assign(new Error('the folder was moved'), { code: 'ELOOP' })
      await rename(temporary, folder.address(name))
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
  root: OpenedRoot,
  target: WorkspacePath,
  resolvePath: (path: string) => Promise<WorkspacePath | FileFailure>,
): Promise<{ ok: true; entries: DirectoryEntry[]; vanished: number } | FileFailure> {
  let dirents: Dirent[]
  try {
    using folder = root.open(target.path)
    if (!folder.stats.isDirectory())
      return fileFailure('path_is_not_a_directory', `Path is not a directory: ${target.displayPath}`)
    dirents = await readdir(folder.address(), { withFileTypes: true })
    if (!folder.isInPlace()) return readFailure(target, movedError())
  } catch (error) {
    return readFailure(target, error)
  }
  const sizeOf = (name: string) => () => fileSize(root, join(target.path, name))
  const entries: DirectoryEntry[] = []
  const links: string[] = []
  // One pass without a copy: a folder may have very many entries.
  for (const dirent of dirents)
    if (dirent.isSymbolicLink()) links.push(dirent.name)
    else entries.push({ name: dirent.name, kind: statsKind(dirent), bytes: sizeOf(dirent.name) })
  for (const name of links) {
    const entry = await readLinkEntry(root, join(target.path, name), resolvePath)
    if (entry !== undefined) entries.push(entry)
  }
  return { ok: true, entries, vanished: dirents.length - entries.length }
}

const movedError = (): Error => Object.assign(new Error('the folder was moved'), { code: 'ELOOP' })

async function readLinkEntry(
  root: OpenedRoot,
  path: string,
  resolvePath: (path: string) => Promise<WorkspacePath | FileFailure>,
): Promise<DirectoryEntry | undefined> {
  const name = basename(path)
  const unknownEntry = { name, kind: 'other', bytes: () => undefined } as const
  try {
    const target = await resolvePath(path)
    if (!target.ok) return { ...unknownEntry, link: 'outside' }
    using opened = root.open(target.path)
    return { name, kind: statsKind(opened.stats), bytes: () => fileSize(root, target.path), link: 'inside' }
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? { ...unknownEntry, link: 'broken' } : undefined
  }
}

/** The kind of what is at a path; undefined when it does not exist, or changed while it was opened. */
export function kindBelow(root: OpenedRoot, path: string): DirectoryEntry['kind'] | undefined {
  try {
    using opened = root.open(path)
    return opened.isInPlace() ? statsKind(opened.stats) : undefined
  } catch {
    return undefined
  }
}

function fileSize(root: OpenedRoot, path: string): number | null | undefined {
  try {
    using file = root.open(path)
    if (!file.stats.isFile()) return undefined
    if (isHardLinked(path, file.stats.nlink, root.linked)) return null
    // Its last name may have been the one outside.
    return file.isInPlace() ? file.stats.size : undefined
  } catch {
    return undefined
  }
}

/** What is at a path, links not followed. `folderBytes`: the size of a folder's own list of names. */
export type PathFacts = { kind: DirectoryEntry['kind'] | 'link'; changedMs: number; folderBytes?: number }

/** What is at paths relative to the root. Paths in one folder should follow one another: it is opened once. */
export function inspectPaths(root: OpenedRoot, paths: readonly string[]): (PathFacts | undefined)[] {
  const all: (PathFacts | undefined)[] = []
  for (let start = 0; start < paths.length; ) {
    const folder = folderOf(paths[start] ?? '')
    let end = start + 1
    while (end < paths.length && folderOf(paths[end] ?? '') === folder) end++
    const names = paths.slice(start, end).map((path) => path.slice(folder.length))
    for (const facts of inspectFolder(root, folder, names)) all.push(facts)
    start = end
  }
  return all
}

/** The folder of a path, with the slash that ends it; '' is the root. Faster than dirname(), for very many paths. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

function inspectFolder(root: OpenedRoot, folder: string, names: readonly string[]): (PathFacts | undefined)[] {
  try {
    using opened = root.open(join(root.path, folder.slice(0, -1)))
    const all = names.map((name) =>
      name === '..' ? undefined : factsOf(lstatSync(opened.address(name), { throwIfNoEntry: false })),
    )
    // If it was moved meanwhile, other names may have come into it.
    return opened.isInPlace() ? all : names.map(() => undefined)
  } catch {
    return names.map(() => undefined)
  }
}

function factsOf(stats: Stats | undefined): PathFacts | undefined {
  if (stats === undefined) return undefined
  const kind = stats.isSymbolicLink() ? 'link' : statsKind(stats)
  return { kind, changedMs: stats.mtimeMs, folderBytes: kind === 'directory' ? stats.size : undefined }
}

/** The files and links in a folder and its subfolders, as paths relative to the root. Does not open the folders that `skips` names. */
export async function walkWorkspaceFolder(
  root: OpenedRoot,
  folder: string,
  skips: (name: string) => boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const paths: string[] = []
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    signal.throwIfAborted()
    const prefix = next === '.' ? '' : `${next}/`
    for (const entry of entriesBelow(root, next))
      if (!entry.isDirectory()) {
        if (entry.isFile() || entry.isSymbolicLink()) paths.push(prefix + entry.name)
      } else if (!skips(entry.name)) folders.push(prefix + entry.name)
    await setImmediate()
  }
  return paths
}

/** The entries of a folder; none when it vanished, cannot be read, or was moved. */
function entriesBelow(root: OpenedRoot, folder: string): Dirent[] {
  try {
    using opened = root.open(join(root.path, folder))
    const entries = readdirSync(opened.address(), { withFileTypes: true })
    return opened.isInPlace() ? entries : []
  } catch {
    return []
  }
}

/**
 * The current bytes of a file that this run wrote: a formatter may have changed it since. If a link or a folder replaced
 * the file, the last written bytes count, because the run did not write the link's target. null: it does not exist any more.
 */
export function currentBytes(root: OpenedRoot, path: string, last: Buffer): Buffer | null {
  try {
    using file = root.open(path)
    if (!file.stats.isFile() || file.stats.nlink !== 1) return last
    return readOpenedSync(file, MAX_REPLACED_BYTES) ?? last
  } catch (error) {
    return isMissing(error) ? null : last
  }
}

const statsKind = (stats: Pick<Stats, 'isDirectory' | 'isFile'>): DirectoryEntry['kind'] =>
  stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : 'other'

export const fileFailure = (reason: FileFailureReason, text: string): FileFailure => ({ ok: false, reason, text })

/** An error's message without the address of a handle, which says nothing to anybody. */
export const withoutAddress = (error: unknown): string => messageOf(error).replace(/, \w+ '\/proc\/self\/fd\/.*$/s, '')

function readFailure(target: WorkspacePath, error: unknown): FileFailure {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileFailure('file_not_found', `File not found: ${target.displayPath}`)
    case 'EACCES':
    case 'EPERM':
      return fileFailure('permission_denied', `Permission denied reading ${target.displayPath}`)
    case 'ELOOP':
      return fileFailure('path_not_in_workspace', `${target.displayPath} changed while it was opened. Try again.`)
    case 'EAGAIN':
      return fileFailure('read_content_failure', `Another program holds ${target.displayPath}. Try again.`)
    default:
      return fileFailure('read_content_failure', `Error reading file ${target.displayPath}: ${withoutAddress(error)}`)
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
        `Error writing to file '${target.displayPath}': ${withoutAddress(error)}${code ? ` (${code})` : ''}`,
      )
  }
}
