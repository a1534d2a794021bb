import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  read,
  readlinkSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, isAbsolute, join, parse, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { lazy } from '../lazy.ts'
import { errorCode, isInside, isMissing, resolveLinks } from '../paths.ts'

/**
 * An opened file or folder. Everything about it is asked of the handle, because a program may swap the name for another file
 * between two looks at it.
 */
export type OpenedPath = Disposable & {
  path: string
  /** As they were when it was opened. */
  stats: Stats
  /** The path for calls of the file system while it is open: of itself, or of an entry in it. */
  address(name?: string): string
  /** Whether the path still leads to it. */
  isInPlace(): boolean
  /** Whether this descriptor is of the same file. */
  isSame(descriptor: number): boolean
}

/** A folder below which paths are opened, for example the checkout. `path` is real. */
export type OpenedRoot = Disposable & {
  path: string
  /** Folders in it whose files have a second name, which is ours. */
  linked?: readonly string[]
  /**
   * Opens what is at a real path below the folder, folder by folder. Throws the system's error, and ELOOP when a part of the path
   * is a link. `create`: creates missing folders; then the path is that of a folder.
   */
  open(path: string, create?: boolean): OpenedPath
  /** Where a path leads when the links below the folder are followed, one by one. Ends at the first step outside of the folder. */
  follow(path: string): Promise<string>
}

/** Opens something only to address it: reads nothing, waits for no pipe, starts no device, needs no permission. Linux only. */
const O_PATH = 0o10000000
const FOLDER = O_PATH | constants.O_NOFOLLOW | constants.O_DIRECTORY

/** As many as Linux follows. */
const MAX_LINKS = 40

/** Opens a folder by its real path. `platform`: anything but Linux compares identities instead of holding handles. */
export function openRoot(path: string, platform: NodeJS.Platform = process.platform): OpenedRoot {
  return platform === 'linux' && hasHandles() ? openHeldRoot(path) : openNamedRoot(path)
}

const hasHandles = lazy(() => existsSync('/proc/self/fd'))

/** Closes the handle of a root that is no longer used. The checkout's lives as long as the run. */
const unusedRoots = new FinalizationRegistry<number>((descriptor) => closeSync(descriptor))

/** On Linux each part is opened inside the folder before, which stays the same wherever its name leads meanwhile. */
function openHeldRoot(path: string): OpenedRoot {
  const rootDescriptor = openSync(path, FOLDER)
  const root: OpenedRoot = {
    path,
    open(target, create = false) {
      const quick = openAtOnce({ path, descriptor: rootDescriptor }, target)
      if (quick !== undefined) return heldPath(quick, target)
      const names = partsOf(path, target)
      const last = create ? undefined : names.pop()
      const folder = openFolders(rootDescriptor, names, create)
      if (last === undefined) return heldPath(folder, target)
      try {
        return heldPath(openSync(within(folder, last), O_PATH | constants.O_NOFOLLOW), target)
      } finally {
        closeSync(folder)
      }
    },
    follow: async (target) => followLinks({ path, descriptor: rootDescriptor }, target),
    [Symbol.dispose]() {
      unusedRoots.unregister(root)
      closeSync(rootDescriptor)
    },
  }
  unusedRoots.register(root, rootDescriptor, root)
  return root
}

/**
 * Opens a path in one call. The kernel then tells where what it opened is: in that very place, or somewhere else, because a part of the
 * path was a link. Undefined for anything but the first: folder by folder tells why.
 */
function openAtOnce(root: HeldFolder, target: string): number | undefined {
  const place = placeIn(root.path, target)
  if (place === undefined) return undefined
  let descriptor: number | undefined
  try {
    descriptor = openSync(within(root.descriptor, place), O_PATH | constants.O_NOFOLLOW)
    if (readlinkSync(`/proc/self/fd/${descriptor}`) === target) return descriptor
  } catch {
    // It does not exist here, or what it led to does not exist elsewhere, which the answer does not tell.
  }
  if (descriptor !== undefined) closeSync(descriptor)
  return undefined
}

/** A real path below a folder as the kernel resolves it from there. */
function placeIn(folder: string, path: string): string | undefined {
  if (path === folder) return '.'
  const start = folder.endsWith(sep) ? folder : folder + sep
  return path.startsWith(start) ? path.slice(start.length) : undefined
}

const within = (descriptor: number, name: string): string => `/proc/self/fd/${descriptor}/${name}`

/** The names from a folder to a path in it. Paths here are real, so there is no `..` among them. */
function partsOf(folder: string, path: string): string[] {
  if (!isInside(folder, path)) throw changed('a path left its folder')
  return relative(folder, path).split(sep).filter(Boolean)
}

/** Opens one folder inside the other. The caller closes the result. */
function openFolders(root: number, names: readonly string[], create: boolean): number {
  let folder = openSync(`/proc/self/fd/${root}`, O_PATH | constants.O_DIRECTORY)
  for (const name of names) {
    const parent = folder
    try {
      folder = openFolderIn(within(parent, name), create)
    } finally {
      closeSync(parent)
    }
  }
  return folder
}

function openFolderIn(path: string, create: boolean): number {
  try {
    return openSync(path, FOLDER)
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR' && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw changed('a folder became a link')
    if (!create || errorCode(error) !== 'ENOENT') throw error
  }
  try {
    mkdirSync(path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return openFolderIn(path, false)
}

function heldPath(descriptor: number, path: string): OpenedPath {
  const address = `/proc/self/fd/${descriptor}`
  try {
    const stats = fstatSync(descriptor)
    if (stats.isSymbolicLink()) throw changed('it became a link')
    return {
      path,
      stats,
      address: (name) => (name === undefined ? address : `${address}/${name}`),
      // The kernel adds this ending to the name of a deleted file, so a file with such a name cannot be told from one.
      isInPlace: () => !path.endsWith(' (deleted)') && readlinkSync(address) === path,
      isSame: () => true,
      [Symbol.dispose]: () => closeSync(descriptor),
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

type HeldFolder = { path: string; descriptor: number }

/** Follows links one by one, each in its opened folder. Parts that do not exist stay as they are. */
function followLinks(root: HeldFolder, target: string, followed = { links: 0 }): string {
  const quick = openAtOnce(root, target)
  if (quick !== undefined)
    try {
      if (!fstatSync(quick).isSymbolicLink()) return target
    } finally {
      closeSync(quick)
    }
  let path = target
  while (followed.links <= MAX_LINKS) {
    const next = isInside(root.path, path) ? replaceFirstLink(root, path, followed) : undefined
    if (next === undefined) return path
    path = next
  }
  throw Object.assign(new Error('ELOOP: too many links'), { code: 'ELOOP' })
}

/** The path with the target of its first link in place of the link; undefined when no part is a link. */
function replaceFirstLink(root: HeldFolder, path: string, followed: { links: number }): string | undefined {
  const names = partsOf(root.path, path)
  let parent = root.path
  let folder = openFolders(root.descriptor, [], false)
  try {
    for (const [index, name] of names.entries()) {
      const stats = lstatSync(within(folder, name), { throwIfNoEntry: false })
      if (stats?.isSymbolicLink()) {
        followed.links++
        const target = linkTarget(root, parent, readlinkSync(within(folder, name)), followed)
        return join(target, ...names.slice(index + 1))
      }
      if (!stats?.isDirectory() || index === names.length - 1) return undefined
      const inner = openSync(within(folder, name), FOLDER)
      closeSync(folder)
      folder = inner
      parent = join(parent, name)
    }
    return undefined
  } catch (error) {
    // It changed between two steps. Opening the path decides.
    if (isMissing(error) || errorCode(error) === 'EINVAL') return undefined
    throw error
  } finally {
    closeSync(folder)
  }
}

/** Where a link in this folder leads. `..` leaves the folder that the part before it leads to, as for the kernel. */
function linkTarget(root: HeldFolder, folder: string, target: string, followed: { links: number }): string {
  let place = isAbsolute(target) ? parse(target).root : folder
  for (const part of target.split('/').filter((each) => each !== '' && each !== '.')) {
    if (part !== '..') place = join(place, part)
    else place = dirname(isInside(root.path, place) ? followLinks(root, place, followed) : place)
  }
  return place
}

/**
 * On other systems a path is opened by its name. Its identity is compared before and after: what was swapped and swapped back
 * in between stays unnoticed only if the file system gave both the same identity.
 */
function openNamedRoot(path: string): OpenedRoot {
  const rootIdentity = identityOf(lstatSync(path, { bigint: true }))
  /** The identity of what is at a path. No part of the path may be a link. */
  const walk = (target: string): { stats: Stats; identity: string } => {
    if (identityOf(lstatSync(path, { bigint: true })) !== rootIdentity) throw changed('the folder was replaced')
    let place = path
    for (const name of partsOf(path, target)) {
      if (!lstatSync(place).isDirectory()) throw Object.assign(new Error('ENOTDIR: not a folder'), { code: 'ENOTDIR' })
      place = join(place, name)
      if (lstatSync(place).isSymbolicLink()) throw changed('a part of the path became a link')
    }
    return { stats: lstatSync(place), identity: identityOf(lstatSync(place, { bigint: true })) }
  }
  return {
    path,
    open(target, create = false) {
      if (create) mkdirSync(target, { recursive: true })
      const { stats, identity } = walk(target)
      return {
        path: target,
        stats,
        address: (name) => (name === undefined ? target : join(target, name)),
        isInPlace() {
          try {
            return walk(target).identity === identity
          } catch {
            return false
          }
        },
        isSame: (descriptor) => identityOf(fstatSync(descriptor, { bigint: true })) === identity,
        [Symbol.dispose]: () => undefined,
      }
    },
    follow: resolveLinks,
    [Symbol.dispose]: () => undefined,
  }
}

const identityOf = ({ dev, ino }: { dev: bigint; ino: bigint }): string => `${dev} ${ino}`

/** The error for a path that became another one while it was opened. */
const changed = (reason: string): Error => Object.assign(new Error(`ELOOP: ${reason}`), { code: 'ELOOP' })

/** Limits of one read. They count what is really read: a file may grow, and files of the kernel tell no size. */
export type ReadLimits = { maxBytes: number; maxMs?: number }

const READ_MS = 20_000

const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants

/** Opens an opened regular file again, to read it. Of a held file the address is a link of the kernel to itself. */
const flagsFor = (file: OpenedPath): number =>
  O_RDONLY | O_NONBLOCK | (file.address().startsWith('/proc/self/fd/') ? 0 : O_NOFOLLOW)

/** The content of an opened regular file. Undefined when it is longer. Throws ELOOP when the path led to another file meanwhile. */
export async function readOpened(
  file: OpenedPath,
  { maxBytes, maxMs = READ_MS }: ReadLimits,
): Promise<Buffer | undefined> {
  const descriptor = openSync(file.address(), flagsFor(file))
  let isLate = false
  // A read that hangs keeps it open: another file could get its number.
  const reading = readAll(file, descriptor, maxBytes, () => isLate).finally(() => closeSync(descriptor))
  try {
    const bytes = await withTimeLimit(reading, maxMs)
    if (!file.isInPlace()) throw changed('another file took its place')
    return bytes
  } finally {
    isLate = true
  }
}

const readPart = promisify(read)

async function readAll(
  file: OpenedPath,
  descriptor: number,
  maxBytes: number,
  isLate: () => boolean,
): Promise<Buffer | undefined> {
  if (!file.isSame(descriptor)) throw changed('another file took its place')
  const { size } = file.stats
  // One byte more shows whether the file is longer.
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1)
  let length = 0
  while (!isLate()) {
    const { bytesRead } = await readPart(descriptor, buffer, length, buffer.length - length, length)
    length += bytesRead
    // Files of the kernel give less than they have. All others end where they give as much as their size, and no more.
    if (bytesRead === 0 || (length === size && length < buffer.length)) return buffer.subarray(0, length)
    if (length > maxBytes) return undefined
    if (length === buffer.length) buffer = grown(buffer, maxBytes)
  }
  return undefined
}

const grown = (buffer: Buffer, maxBytes: number): Buffer =>
  Buffer.concat([buffer], Math.min(Math.max(2 * buffer.length, 65_536), maxBytes + 1))

function withTimeLimit<Result>(work: Promise<Result>, maxMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it takes more than ${maxMs / 1000} seconds to read`)), maxMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** The last bytes of an opened regular file, which may still grow, and where they start. Throws for anything else. */
export function readOpenedEnd(file: OpenedPath, maxBytes: number): { bytes: Buffer; from: number } {
  if (!file.stats.isFile()) throw new Error('it is not a regular file')
  const descriptor = openSync(file.address(), flagsFor(file))
  try {
    const { size } = fstatSync(descriptor)
    const from = Math.max(0, size - maxBytes)
    const buffer = Buffer.alloc(size - from)
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, from))
    if (!file.isSame(descriptor) || !file.isInPlace()) throw changed('another file took its place')
    return { bytes, from }
  } finally {
    closeSync(descriptor)
  }
}

/** A program may leave a larger file in `.git` than memory holds. References of a huge repository need some megabytes. */
export const MAX_GIT_FILE_BYTES = 20 * 1024 * 1024

/** The text of a small regular file below a folder; undefined for anything else. */
export const readSmallFile = (folder: string, path: string, maxBytes: number): string | undefined =>
  textOf(readSmallBytes(folder, path, maxBytes))

const textOf = (bytes: Buffer | undefined): string | undefined => bytes?.toString('utf8').replace(/^\ufeff/, '')

/** The same as bytes. */
export function readSmallBytes(folder: string, path: string, maxBytes: number): Buffer | undefined {
  try {
    using root = openRoot(folder)
    using file = root.open(join(root.path, path))
    return file.stats.isFile() ? readOpenedSync(file, maxBytes) : undefined
  } catch {
    return undefined
  }
}

/** A file that changed so short a time before it was read may change again without a later time. */
const UNSETTLED_MS = 1000

/** Like readSmallFile, but reads a file again only when it changed since. For files that most calls of a tool need. */
export function smallFileReader(now: () => number = Date.now): typeof readSmallFile {
  const earlier = new Map<string, FileVersion>()
  return (folder, path, maxBytes) => {
    const name = join(folder, path)
    // By its name, because nothing comes of it: only the very file that was read before has its version.
    const version = versionAt(name)
    if (version === undefined) return undefined
    const before = earlier.get(name)
    if (before?.version === version) return before.text
    const current = readVersion(folder, path, maxBytes)
    if (current !== undefined && now() - current.changedMs > UNSETTLED_MS) earlier.set(name, current)
    else earlier.delete(name)
    return current?.text
  }
}

type FileVersion = { version: string | undefined; changedMs: number; text: string | undefined }

function readVersion(folder: string, path: string, maxBytes: number): FileVersion | undefined {
  try {
    using root = openRoot(folder)
    using file = root.open(join(root.path, path))
    if (!file.stats.isFile()) return undefined
    const version = versionOf(statSync(file.address(), { bigint: true }))
    return { version, changedMs: file.stats.ctimeMs, text: textOf(readOpenedSync(file, maxBytes)) }
  } catch {
    return undefined
  }
}

function versionAt(name: string): string | undefined {
  try {
    return versionOf(lstatSync(name, { bigint: true, throwIfNoEntry: false }))
  } catch {
    return undefined
  }
}

/** Differs after every change of a file. Undefined for anything else. */
const versionOf = (stats: BigIntStats | undefined): string | undefined =>
  stats?.isFile() ? [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ') : undefined

/** The same at once. Undefined when the file is longer, or when another one took its place. */
export function readOpenedSync(file: OpenedPath, maxBytes: number): Buffer | undefined {
  const descriptor = openSync(file.address(), flagsFor(file))
  try {
    if (!file.isSame(descriptor)) return undefined
    let buffer: Buffer = Buffer.allocUnsafe(Math.min(file.stats.size, maxBytes) + 1)
    let length = 0
    for (;;) {
      const bytesRead = readSync(descriptor, buffer, length, buffer.length - length, null)
      if (bytesRead === 0) return file.isInPlace() ? buffer.subarray(0, length) : undefined
      length += bytesRead
      if (length > maxBytes) return undefined
      if (length === buffer.length) buffer = grown(buffer, maxBytes)
    }
  } finally {
    closeSync(descriptor)
  }
}
