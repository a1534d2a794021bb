import { createHash } from 'node:crypto'
import type { TreeEntry } from '../github/answers.ts'
import type { GitHub } from '../github/client.ts'
import type { GitMode } from '../host/place.ts'
import type { Change } from './patch.ts'

/** A file as the commit will have it; null takes it away. */
export type Wanted = { path: string; mode: GitMode; bytes: Buffer | null }

export type Comparison =
  /** The files were edited on this very commit, as far as anybody can tell from their content. */
  | { is: 'ground'; wanted: Wanted[] }
  /** Everything stands there already. */
  | { is: 'done' }
  | { is: 'other'; why: string }

/**
 * Compares what was edited with a commit's files. Only where each file was, before the first edit, what the commit has can
 * the commit be built upon: anything else would carry along changes nobody recorded, or take somebody's back.
 */
export function compareWith(changes: readonly Change[], entries: ReadonlyMap<string, TreeEntry>): Comparison {
  const wanted: Wanted[] = []
  for (const change of changes) {
    const found = compareOne(change, entries)
    if (found.is === 'other') return { is: 'other', why: `${change.path} ${found.why}` }
    if (found.is === 'ground') wanted.push(found.wanted)
  }
  return wanted.length === 0 ? { is: 'done' } : { is: 'ground', wanted }
}

type One = { is: 'ground'; wanted: Wanted } | { is: 'done' } | { is: 'other'; why: string }

function compareOne({ path, before, after, mode }: Change, entries: ReadonlyMap<string, TreeEntry>): One {
  for (let at = folderOf(path); at !== ''; at = folderOf(at)) {
    const above = entries.get(at)
    if (above !== undefined && above.mode !== FOLDER)
      return { is: 'other', why: `would lie in ${at}, which is no folder there` }
  }
  const entry = entries.get(path)
  if (entry === undefined) {
    if (after === null) return { is: 'done' }
    return before === null
      ? { is: 'ground', wanted: { path, mode: plainMode(mode), bytes: after } }
      : { is: 'other', why: 'is not there' }
  }
  if (entry.mode !== '100644' && entry.mode !== '100755')
    return { is: 'other', why: `is ${KINDS[entry.mode] ?? 'no regular file'} there` }
  if (after !== null && entry.sha === blobId(after)) return { is: 'done' }
  if (before === null) return { is: 'other', why: 'is there already, with other content' }
  // The mode stays the commit's: making a file executable is nothing a tool for editing can ask for.
  if (entry.sha === blobId(before)) return { is: 'ground', wanted: { path, mode: entry.mode, bytes: after } }
  // Git may have been told to check out with other line ends than it stores.
  if (entry.sha === blobId(withLf(before)))
    return { is: 'ground', wanted: { path, mode: entry.mode, bytes: after === null ? null : withLf(after) } }
  return { is: 'other', why: 'has other content there' }
}

const FOLDER = '040000'
const KINDS: Readonly<Record<string, string>> = {
  '120000': 'a symbolic link',
  '160000': 'a submodule',
  [FOLDER]: 'a folder',
}

const plainMode = (mode: string): GitMode => (mode === '100755' ? '100755' : '100644')
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const withLf = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')

/** Git's name for a file's content. */
const blobId = (bytes: Buffer) => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

/** What a tree has at these paths and on the way to them. */
export async function entriesAt(
  github: Pick<GitHub, 'tree'>,
  tree: string,
  paths: readonly string[],
): Promise<Map<string, TreeEntry>> {
  const { entries, truncated } = await github.tree(tree)
  if (!truncated) return new Map(entries.map((entry) => [entry.path, entry]))
  // GitHub leaves entries out of large trees; folder by folder it does not.
  const known = new Map<string, TreeEntry>()
  const folders = [...new Set(paths.flatMap(foldersOf))].sort((left, right) => left.length - right.length)
  for (const folder of folders) {
    const at = folder === '' ? { mode: FOLDER, sha: tree } : known.get(folder)
    if (at?.mode !== FOLDER) continue
    const listed = await github.tree(at.sha, { recursive: false })
    for (const entry of listed.entries) {
      const path = folder === '' ? entry.path : `${folder}/${entry.path}`
      known.set(path, { ...entry, path })
    }
  }
  return known
}

/** The root and every folder on the way to a path. */
const foldersOf = (path: string): string[] => [
  '',
  ...Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)),
]
