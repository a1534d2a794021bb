import { isUtf8 } from 'node:buffer'
import { type Stats, statSync } from 'node:fs'
import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path'

/** Decides the path separator and the names that the file system changes. */
export type Platform = NodeJS.Platform

/**
 * Why a path from the model is invalid, or undefined when its text is acceptable.
 * Checks the text only; resolveLinks() checks the file system later.
 */
export function pathProblem(path: string, platform: Platform): string | undefined {
  if (path.trim() === '') return 'The path is empty.'
  if (path.includes('\0')) return 'The path contains a NUL character.'
  if (hasControlCharacter(path)) return 'The path contains a control character, for example a line break.'
  if (path.split(/[\\/]/).includes('..') && path.includes('\\') && platform !== 'win32')
    return 'The path contains ".." with backslashes. Use forward slashes.'
  if (/:+\$[a-z_]+/i.test(path)) return 'The path names an alternate data stream.'
  if (path.split(/[\\/]/).length > MAX_FOLDERS) return `The path has more than ${MAX_FOLDERS} folders.`
  return platform === 'win32' ? windowsPathProblem(path) : undefined
}

/** Each folder of a path asks the ignore files of all folders above it. */
const MAX_FOLDERS = 256

/** For these names Win32 opens a different file: it drops trailing dots, splits off streams and maps devices. */
function windowsPathProblem(path: string): string | undefined {
  const segments = path.replace(/^[a-z]:(?=[\\/]|$)/i, '').split(/[\\/]/)
  for (const segment of segments) {
    if (segment === '.' || segment === '..') continue
    if (segment.includes(':')) return `"${segment}" names an alternate data stream or a drive.`
    if (/[. ]$/.test(segment)) return `"${segment}" ends in a dot or a space, which Windows drops.`
    if (/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i.test(segment))
      return `"${segment}" is a device name.`
  }
  return undefined
}

function hasControlCharacter(path: string): boolean {
  for (const character of path) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029) return true
  }
  return false
}

/** A cheap first test: the full check of every file of a repository takes too long. */
const MAY_BE_PROTECTED = /[^ -~]|(?:^|[\\/])(?:\.git|git~|\.env|gha-creds-)/i

/**
 * The segment that makes a path of the workspace inaccessible, or undefined.
 * Files in `.git` can start programs and hold tokens; `.env` files and Google's `gha-creds` files hold secrets.
 */
export function findProtectedSegment(path: string): string | undefined {
  if (!MAY_BE_PROTECTED.test(path)) return undefined
  return path.split(/[\\/]/).find((segment) => {
    const name = normalizeFileName(segment)
    return name === '.git' || /^git~\d+$/.test(name) || name.startsWith('.env') || /^gha-creds-.*\.json$/.test(name)
  })
}

/** A name as read by a file system that ignores case, trailing dots, streams or invisible characters. */
export function normalizeFileName(segment: string): string {
  return segment
    .normalize('NFC')
    .replace(/[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '')
    .toUpperCase() // the long s and ligatures become plain letters
    .toLowerCase()
}

/** A path without `.` and `..` segments, with forward slashes. */
export const normalizePath = (path: string): string => posix.normalize(path.replaceAll('\\', '/'))

/** A path as a file system reads it that ignores letter case, Unicode form and trailing dots. */
export const foldPath = (path: string): string =>
  path
    .split(/[\\/]/)
    .map((segment) => (/^\.{0,2}$/.test(segment) ? segment : normalizeFileName(segment)))
    .join('/')

/** Whether `path` is the folder or is inside it. Both are absolute and real paths. */
export function isInside(folder: string, path: string): boolean {
  // Nearly all are, and this is asked for every file.
  if (path.startsWith(folder) && path[folder.length] === sep && !path.includes('..')) return true
  const relativePath = relative(folder, path)
  return (
    relativePath === '' || (relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath))
  )
}

/** The path with forward slashes on every platform. */
export const toForwardSlashes = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'))

/**
 * The real path behind every link, even when its last parts do not exist yet.
 * A broken link resolves to its target, because writing through it would create that file.
 */
export async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const parent = dirname(path)
  if (parent === path) return path
  const folder = await resolveLinks(parent)
  const target = await readlink(join(folder, basename(path))).catch(() => undefined)
  return target === undefined ? join(folder, basename(path)) : resolveLinks(resolve(folder, target))
}

/** The system's error code, e.g. ENOENT. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Whether a system error says that nothing exists at a path. */
export const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR'

/** What is at a path, with links followed; undefined when nothing is reachable there, for example in a link loop. */
export function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

export const isFolderAt = (path: string): boolean => statsAt(path)?.isDirectory() ?? false

/** Whether a read of it ends: a pipe or a device could wait for ever. */
export const isFileAt = (path: string): boolean => statsAt(path)?.isFile() ?? false

// The paths below come from git, as bytes. They are kept as latin1 text, one character a byte.

/** Whether the path is UTF-8. */
export const isTextPath = (path: string): boolean => isUtf8(Buffer.from(path, 'latin1'))

/** The text of a path, which may not be UTF-8. */
export const toText = (path: string): string => Buffer.from(path, 'latin1').toString('utf8')

/** The path, with the bytes that are not UTF-8 as git prints them. */
export const printablePath = (path: string): string =>
  isTextPath(path)
    ? toText(path)
    : path.replace(/[^ -~]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)

/** The absolute path of a path below `top`. */
export const pathOnDisk = (top: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(path === '' ? top : `${top}/`), Buffer.from(path, 'latin1')])

/** The other names that links give a path: links to it or to a folder above it, and links to these names. `links`: what each leads to. */
export function namesThroughLinks(path: string, links: ReadonlyMap<string, string>): string[] {
  const names = new Set([path])
  // The loop comes to the names that it adds. A link to a folder above itself would add names without end.
  for (const name of names)
    for (const [link, target] of links)
      if (names.size <= MAX_LINK_NAMES && (name === target || name.startsWith(`${target}/`)))
        names.add(link + name.slice(target.length))
  return [...names].slice(1)
}

const MAX_LINK_NAMES = 100
