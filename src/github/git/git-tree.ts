import type { GitEntry } from './git.ts'

/** The readable files of a commit, its links, and for each refused path the reason. */
export type TreeFiles = { files: Map<string, GitEntry>; links: Map<string, GitEntry>; refused: Map<string, string> }

export const IS_LINK = 'is a symbolic link'

/**
 * Refuses links, submodules, and names that a file system may treat as equal, with everything below them: it is unknown which of
 * two such names is meant.
 */
export function selectTreeFiles(entries: readonly GitEntry[]): TreeFiles {
  const colliding = findCollidingPaths(entries)
  const files = new Map<string, GitEntry>()
  const links = new Map<string, GitEntry>()
  const refused = new Map<string, string>()
  for (const entry of entries) {
    if (entry.mode === '040000') continue
    const reason = refusalReason(entry, colliding)
    if (reason === undefined) files.set(entry.path, entry)
    else refused.set(entry.path, reason)
    if (reason === IS_LINK) links.set(entry.path, entry)
  }
  return { files, links, refused }
}

function refusalReason({ path, mode }: GitEntry, colliding: ReadonlySet<string>): string | undefined {
  if (mode === '160000') return 'is a submodule'
  if (mode !== '120000' && !isRegular(mode)) return `has the unknown mode ${mode}`
  for (let parent = colliding.size === 0 ? '' : path; parent !== ''; parent = folderOf(parent))
    if (colliding.has(parent))
      return `collides with another path that differs from ${parent} only in case or Unicode form`
  return mode === '120000' ? IS_LINK : undefined
}

/** Files and folders whose folded path equals that of another. */
function findCollidingPaths(entries: readonly GitEntry[]): Set<string> {
  return cannotCollide(entries) ? new Set() : comparePaths(entries)
}

/**
 * A fast check for the usual case, because comparing fifty thousand paths takes time. Among ASCII paths, only those with capital
 * letters can collide.
 */
function cannotCollide(entries: readonly GitEntry[]): boolean {
  const capital = new Map<string, string>()
  for (const { path } of entries) {
    if (UNUSUAL.test(path)) return false
    for (let parent = path; CAPITAL.test(parent); parent = folderOf(parent)) {
      const other = capital.get(parent.toLowerCase())
      if (other === parent) break
      if (other !== undefined) return false
      capital.set(parent.toLowerCase(), parent)
    }
  }
  if (capital.size === 0) return true
  const folders = new Set<string>()
  for (const { path } of entries)
    for (let parent = path; parent !== '' && !folders.has(parent); parent = folderOf(parent)) {
      if (parent !== path) folders.add(parent)
      if (capital.has(parent)) return false
    }
  return true
}

const CAPITAL = /[A-Z]/
/** Not ASCII, or a path segment that ends in a dot or a space. */
const UNUSUAL = /[^\x20-\x7e]|[. ](?:\/|$)/

function comparePaths(entries: readonly GitEntry[]): Set<string> {
  const spelled = new Map<string, string>()
  const colliding = new Set<string>()
  const folded = new Map<string, string>([['', '']])

  const add = (path: string): string => {
    const cached = folded.get(path)
    if (cached !== undefined) return cached
    const folder = folderOf(path)
    const name = folder === '' ? path : path.slice(folder.length + 1)
    const key = `${add(folder)}/${fold(name)}`
    const other = spelled.get(key)
    if (other === undefined) spelled.set(key, path)
    else colliding.add(other).add(path)
    folded.set(path, key)
    return key
  }
  for (const { path } of entries) add(path)
  return colliding
}

const isRegular = (mode: string) => mode === '100644' || mode === '100755'

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** What file systems ignore in a name: case, Unicode form, invisible characters, and on Windows trailing dots and spaces. */
function fold(name: string): string {
  const plain = /^[\x20-\x7e]*$/.test(name)
    ? name
    : name
        .normalize('NFKC')
        .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
        .toUpperCase()
  return plain.toLowerCase().replace(/[. ]+$/, '')
}
