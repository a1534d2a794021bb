import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** How a path is written on this machine: what separates folders and which names the file system bends. */
export type Platform = NodeJS.Platform

/**
 * Why a path as the model wrote it cannot be meant, or undefined when nothing speaks against its text.
 * Looks at the text alone: where the path leads is asked of the file system later.
 */
export function objection(path: string, platform: Platform): string | undefined {
  if (path.trim() === '') return 'The path is empty.'
  if (path.includes('\0')) return 'The path contains a NUL character.'
  if (hasControl(path)) return 'The path contains a control character such as a line break.'
  if (path.split(/[\\/]/).includes('..') && path.includes('\\') && platform !== 'win32')
    return 'The path climbs with backslashes; write it with forward slashes.'
  if (/:+\$[a-z_]+/i.test(path)) return 'The path names an alternate data stream.'
  return platform === 'win32' ? windowsObjection(path) : undefined
}

/** Win32 opens other files than the one written for these: it drops trailing dots, splits streams, maps devices. */
function windowsObjection(path: string): string | undefined {
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

function hasControl(path: string): boolean {
  for (const character of path) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029) return true
  }
  return false
}

/** What is worth a closer look: asked of every file of a repository, the closer look itself takes too long. */
const MAY_BE_PROTECTED = /[^ -~]|(?:^|[\\/])(?:\.git|git~|\.env|gha-creds-)/i

/**
 * The segment of a path inside the workspace that puts it out of reach, or undefined.
 * Git's own files run programs and hold tokens, `.env` files and Google's `gha-creds` files hold secrets.
 */
export function protectedSegment(path: string): string | undefined {
  if (!MAY_BE_PROTECTED.test(path)) return undefined
  return path.split(/[\\/]/).find((segment) => {
    const name = plainName(segment)
    return name === '.git' || /^git~\d+$/.test(name) || name.startsWith('.env') || /^gha-creds-.*\.json$/.test(name)
  })
}

/** What a file system that ignores case, trailing dots, streams or invisible characters takes a name for. */
export function plainName(segment: string): string {
  return segment
    .normalize('NFC')
    .replace(/[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
}

/** Is `path` the folder itself or something in it? Both absolute and already real. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Forward slashes whatever the machine. */
export const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'))

/**
 * Where a path really leads, through every link, also when its last parts do not exist yet.
 * A link to nowhere counts as its target, since writing "through" it would create that file.
 */
export async function follow(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
  }
  const parent = dirname(path)
  if (parent === path) return path
  const folder = await follow(parent)
  const target = await readlink(join(folder, basename(path))).catch(() => undefined)
  return target === undefined ? join(folder, basename(path)) : follow(resolve(folder, target))
}

/** The system's name for what failed, e.g. ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
