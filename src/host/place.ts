import { randomBytes } from 'node:crypto'
import { constants, type Dirent, lstatSync } from 'node:fs'
import { access, chmod, chown, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { startOf } from './cut.ts'
import { messageOf } from './errors.ts'
import { codeOf } from './paths.ts'

/** What one read may take into memory, unless its caller says otherwise. */
const LARGEST_READ = 20 * 1024 * 1024

/** How git records a regular file. */
export type GitMode = '100644' | '100755'

/** A place in the workspace: `path` absolute and real, `shown` relative to the root with forward slashes ('.' is the root). */
export type Place = { ok: true; path: string; shown: string }

/** Why a file operation was not done. The strings are the reference's, the texts are written for the model. */
export type FileFault =
  | 'path_not_in_workspace'
  | 'file_not_found'
  | 'target_is_directory'
  | 'path_is_not_a_directory'
  | 'file_too_large'
  | 'permission_denied'
  | 'no_space_left'
  | 'read_content_failure'
  | 'file_write_failure'

export type Refusal = { ok: false; why: FileFault; text: string }

/**
 * `link` says where a symbolic link leads: `outside` the workspace, or nowhere (`broken`). `bytes` looks at a file when it is
 * called, because a folder may hold very many; undefined when there is none any more, or no file.
 */
export type Entry = {
  name: string
  kind: 'file' | 'directory' | 'other'
  bytes(): number | undefined
  link?: 'inside' | 'outside' | 'broken'
}

export async function readPlace(at: Place, maxBytes = LARGEST_READ): Promise<{ ok: true; bytes: Buffer } | Refusal> {
  let handle: Awaited<ReturnType<typeof open>>
  try {
    // O_NONBLOCK: opening a named pipe must not wait for a writer. O_NOFOLLOW: resolve() already followed every link.
    handle = await open(at.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    return readRefusal(at, error)
  }
  try {
    const seen = await handle.stat()
    if (seen.isDirectory()) return refuse('target_is_directory', `Path is a directory, not a file: ${at.shown}`)
    if (!seen.isFile()) return refuse('read_content_failure', `Not a regular file: ${at.shown}`)
    if (hardLinked(at, seen.nlink))
      return refuse(
        'path_not_in_workspace',
        `${at.shown} has other names (hard links) that may lie outside the workspace, so it is not read.`,
      )
    // A folder on the way may have been exchanged for a link since resolve(); what was opened must still be what was meant.
    const now = await lstat(at.path)
    if ((await realpath(at.path)) !== at.path || now.ino !== seen.ino || now.dev !== seen.dev)
      return refuse('path_not_in_workspace', `${at.shown} changed while it was opened.`)
    if (seen.size > maxBytes)
      return refuse(
        'file_too_large',
        `File size exceeds the ${Math.floor(maxBytes / 1024 / 1024)}MB limit: ${at.shown} (${(seen.size / 1024 / 1024).toFixed(2)}MB)`,
      )
    return { ok: true, bytes: await handle.readFile() }
  } catch (error) {
    return readRefusal(at, error)
  } finally {
    await handle.close()
  }
}

/** Package managers link node_modules to their own store; anywhere else a second name can be somebody's private file. */
const hardLinked = (at: Place, links: number): boolean => links > 1 && !at.shown.split('/').includes('node_modules')

export type Written = { ok: true; before: Buffer | null; mode: GitMode }

export async function writePlace(at: Place, bytes: Uint8Array): Promise<Written | Refusal> {
  // 40 characters are at most 160 of the 255 bytes a name may have.
  const temporary = join(dirname(at.path), `.${startOf(basename(at.path), 40)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const old = await lstat(at.path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
    if (old?.isDirectory())
      return refuse('target_is_directory', `Target is a directory, not a file: ${at.shown} (EISDIR)`)
    const before =
      old === undefined ? { ok: true as const, bytes: null } : await readPlace(at, Number.POSITIVE_INFINITY)
    if (!before.ok) return before
    // Renaming over a read-only file would succeed; whoever made it read-only meant it.
    if (old !== undefined) await access(at.path, constants.W_OK)
    await mkdir(dirname(at.path), { recursive: true })
    const handle = await open(temporary, 'wx', old === undefined ? 0o666 : 0o600)
    try {
      await handle.writeFile(bytes)
    } finally {
      await handle.close()
    }
    if ((await realpath(temporary)) !== temporary)
      return await giveUp(
        temporary,
        refuse('path_not_in_workspace', `A folder of ${at.shown} changed while it was written.`),
      )
    if (old !== undefined) {
      // The owner first: changing it clears set-id bits.
      await chown(temporary, old.uid, old.gid).catch(() => undefined)
      await chmod(temporary, old.mode & 0o7777)
    }
    await rename(temporary, at.path)
    const mode = (await stat(at.path)).mode & 0o111 ? '100755' : '100644'
    return { ok: true, before: before.bytes, mode }
  } catch (error) {
    return giveUp(temporary, writeRefusal(at, error))
  }
}

async function giveUp(temporary: string, refusal: Refusal): Promise<Refusal> {
  await rm(temporary, { force: true }).catch(() => undefined)
  return refusal
}

export async function listPlace(
  at: Place,
  place: (path: string) => Promise<Place | Refusal>,
): Promise<{ ok: true; entries: Entry[]; vanished: number } | Refusal> {
  let found: Dirent[]
  try {
    found = await readdir(at.path, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return refuse('path_is_not_a_directory', `Path is not a directory: ${at.shown}`)
    return readRefusal(at, error)
  }
  const entries: Entry[] = []
  const links: string[] = []
  // One pass without a copy: a folder may hold very many.
  for (const one of found)
    if (one.isSymbolicLink()) links.push(one.name)
    else entries.push(entryOf(one.name, one, at.path, one.name))
  const looked = await Promise.all(links.map((name) => lookAtLink(join(at.path, name), place)))
  entries.push(...looked.filter((entry) => entry !== undefined))
  return { ok: true, entries, vanished: found.length - entries.length }
}

/** A folder this large holds many hundred entries. Some file systems do not say, so it is a hint and no more. */
const LARGE_FOLDER = 64 * 1024

export const looksLarge = (at: Place): Promise<boolean> =>
  stat(at.path).then(
    ({ size }) => size >= LARGE_FOLDER,
    () => false,
  )

async function lookAtLink(path: string, place: (path: string) => Promise<Place | Refusal>): Promise<Entry | undefined> {
  const name = basename(path)
  const nothing = { name, kind: 'other', bytes: () => undefined } as const
  try {
    const target = await place(path)
    if (!target.ok) return { ...nothing, link: 'outside' }
    return { ...entryOf(name, await stat(target.path), dirname(target.path), basename(target.path)), link: 'inside' }
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? { ...nothing, link: 'broken' } : undefined
  }
}

const entryOf = (name: string, seen: Kinds, folder: string, file: string): Entry => ({
  name,
  kind: kindOf(seen),
  bytes: () => sizeAt(join(folder, file)),
})

function sizeAt(path: string): number | undefined {
  const now = lstatSync(path, { throwIfNoEntry: false })
  return now?.isFile() ? now.size : undefined
}

export const kindAt = (at: Place): Promise<Entry['kind'] | undefined> =>
  stat(at.path).then(
    (seen) => kindOf(seen),
    () => undefined,
  )

type Kinds = { isDirectory(): boolean; isFile(): boolean }

const kindOf = (seen: Kinds): Entry['kind'] => (seen.isDirectory() ? 'directory' : seen.isFile() ? 'file' : 'other')

export const refuse = (why: FileFault, text: string): Refusal => ({ ok: false, why, text })

function readRefusal(at: Place, error: unknown): Refusal {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return refuse('file_not_found', `File not found: ${at.shown}`)
    case 'EACCES':
    case 'EPERM':
      return refuse('permission_denied', `Permission denied reading ${at.shown}`)
    case 'ELOOP':
      return refuse('path_not_in_workspace', `${at.shown} became a link while it was opened.`)
    default:
      return refuse('read_content_failure', `Error reading file ${at.shown}: ${messageOf(error)}`)
  }
}

function writeRefusal(at: Place, error: unknown): Refusal {
  const code = codeOf(error)
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return refuse('permission_denied', `Permission denied writing to file: ${at.shown} (${code})`)
    case 'ENOSPC':
    case 'EDQUOT':
      return refuse('no_space_left', `No space left on device: ${at.shown} (${code})`)
    case 'EISDIR':
      return refuse('target_is_directory', `Target is a directory, not a file: ${at.shown} (EISDIR)`)
    case 'ENOTDIR':
    case 'EEXIST':
      return refuse(
        'file_write_failure',
        `Error writing to file '${at.shown}': a part of its path is a file, not a directory (${code})`,
      )
    default:
      return refuse(
        'file_write_failure',
        `Error writing to file '${at.shown}': ${messageOf(error)}${code ? ` (${code})` : ''}`,
      )
  }
}
