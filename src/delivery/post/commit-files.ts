import { isUtf8 } from 'node:buffer'
import type { CommitMode, NewTreeEntry } from '../../github/api/git-data.ts'
import type { GitHub } from '../../github/api/github.ts'
import type { TreeEntry } from '../../github/api/response-schemas.ts'
import { type EditedFile, gitBlobId } from '../plan/patch.ts'
import { retryOnce } from './idempotent-write.ts'

/** A file of the new commit. `bytes`: null deletes the file. */
export type CommitFile = { path: string; mode: CommitMode; bytes: Buffer | null }

export type BaseComparison =
  /** The files were edited on this commit, judging by their content. `files`: what to change. */
  | { status: 'base'; files: CommitFile[] }
  /** The commit already has every change. */
  | { status: 'applied' }
  | { status: 'mismatch'; reason: string }

/** A comparison without a usable base. */
export type NoBase = Exclude<BaseComparison, { status: 'base' }>

/**
 * Compares the edited files with a commit. The commit can be the parent only if it has every file as it was before the first
 * edit. Otherwise the new commit would contain unrecorded changes or revert someone else's.
 */
export function compareWithCommit(
  changes: readonly EditedFile[],
  entries: ReadonlyMap<string, TreeEntry>,
): BaseComparison {
  const files: CommitFile[] = []
  const changedFiles = changes.flatMap(splitRename)
  const removed = new Set(changedFiles.flatMap(({ path, after }) => (after === null ? [path] : [])))
  const present = pathsThatStay(entries, removed)
  for (const change of changedFiles) {
    const result = compareFile(change, entries, present)
    if (result.status === 'mismatch') return { status: 'mismatch', reason: `${change.path} ${result.reason}` }
    if (result.status === 'base') files.push(result.file)
  }
  return files.length === 0 ? { status: 'applied' } : { status: 'base', files }
}

type FileComparison =
  | { status: 'base'; file: CommitFile }
  | { status: 'applied' }
  | { status: 'mismatch'; reason: string }

/** The files that the change does not remove, and their folders. A removed file can become a folder, and the other way round. */
function pathsThatStay(entries: ReadonlyMap<string, TreeEntry>, removed: ReadonlySet<string>): Set<string> {
  const present = new Set<string>()
  for (const [path, { mode }] of entries) {
    if (mode === FOLDER || removed.has(path)) continue
    present.add(path)
    for (let folder = folderOf(path); folder !== '' && !present.has(folder); folder = folderOf(folder))
      present.add(folder)
  }
  return present
}

function compareFile(
  { path, before, after, mode, modeBefore = mode }: EditedFile,
  entries: ReadonlyMap<string, TreeEntry>,
  present: ReadonlySet<string>,
): FileComparison {
  for (let folder = folderOf(path); folder !== '' && after !== null; folder = folderOf(folder)) {
    const entry = entries.get(folder)
    if (entry !== undefined && entry.mode !== FOLDER && present.has(folder))
      return { status: 'mismatch', reason: `needs the folder ${folder}, which is not a folder in that commit` }
  }
  const listed = entries.get(path)
  const isEmptiedFolder = listed?.mode === FOLDER && before === null && !present.has(path)
  const entry = isEmptiedFolder ? undefined : listed
  if (entry === undefined) {
    if (after === null) return { status: 'applied' }
    return before === null
      ? { status: 'base', file: { path, mode: commitMode(mode), bytes: after } }
      : { status: 'mismatch', reason: 'does not exist in that commit' }
  }
  const isApplied = after !== null && entry.sha === gitBlobId(after) && isLink(entry.mode) === isLink(mode)
  if (isApplied && (mode === modeBefore || entry.mode === mode)) return { status: 'applied' }
  if (before === null && isRegular(entry.mode))
    return { status: 'mismatch', reason: 'already exists with different content' }
  if (before === null || !isCommitMode(entry.mode) || isLink(entry.mode) !== isLink(modeBefore))
    return { status: 'mismatch', reason: `is ${KINDS[entry.mode] ?? 'a regular file'} in that commit` }
  // Without a change of mode, the commit's mode stays: not every file system knows executable files.
  const newMode = mode === modeBefore ? entry.mode : commitMode(mode)
  if (entry.sha === gitBlobId(before)) return { status: 'base', file: { path, mode: newMode, bytes: after } }
  // Git may check files out with other line endings than it stores.
  if (entry.sha === gitBlobId(withLf(before)))
    return { status: 'base', file: { path, mode: newMode, bytes: after === null ? null : withLf(after) } }
  return { status: 'mismatch', reason: 'has different content in that commit' }
}

const FOLDER = '040000'

const KINDS: Readonly<Record<string, string>> = {
  '120000': 'a symbolic link',
  '160000': 'a submodule',
  [FOLDER]: 'a folder',
}

const isLink = (mode: string) => mode === '120000'

const isRegular = (mode: string) => mode === '100644' || mode === '100755'

const isCommitMode = (mode: string): mode is CommitMode => isLink(mode) || isRegular(mode)

const commitMode = (mode: string): CommitMode => (isCommitMode(mode) ? mode : '100644')

/** A renamed file as a deleted and a created one. */
function splitRename(change: EditedFile): EditedFile[] {
  const { previousPath, ...rest } = change
  if (previousPath === undefined) return [change]
  const { modeBefore = change.mode } = change
  return [
    { path: previousPath, before: change.before, after: null, mode: modeBefore },
    { ...rest, before: null, modeBefore: change.mode },
  ]
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const withLf = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')

/** The tree's entries at these paths and at their parent folders. */
export async function treeEntries(
  github: Pick<GitHub, 'tree'>,
  tree: string,
  paths: readonly string[],
): Promise<Map<string, TreeEntry>> {
  const { entries, truncated } = await github.tree(tree)
  if (!truncated) return new Map(entries.map((entry) => [entry.path, entry]))
  // GitHub truncates the recursive listing of a large tree, but not the listing of one folder.
  const byPath = new Map<string, TreeEntry>()
  const folders = [...new Set(paths.flatMap(foldersOf))].sort((a, b) => a.length - b.length)
  for (const folder of folders) {
    const entry = folder === '' ? { mode: FOLDER, sha: tree } : byPath.get(folder)
    if (entry?.mode !== FOLDER) continue
    const listed = await github.tree(entry.sha, { recursive: false })
    for (const child of listed.entries) {
      const path = folder === '' ? child.path : `${folder}/${child.path}`
      byPath.set(path, { ...child, path })
    }
  }
  return byPath
}

/** The root and every parent folder of a path. */
const foldersOf = (path: string): string[] => [
  '',
  ...Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)),
]

/** Text up to this size goes into the tree request. A separate blob would cost one of 80 writes a minute. */
const INLINE_BYTES = 200_000

/** Limits of one tree request: bytes of content and number of entries. */
const REQUEST_BYTES = 1_000_000

const REQUEST_ENTRIES = 200

/** Creates a tree: `base` with these files changed. Every request can be repeated. Rejects with GitHubError. */
export async function writeTree(
  base: string,
  files: readonly CommitFile[],
  github: Pick<GitHub, 'createBlob' | 'createTree'>,
): Promise<string> {
  let tree = base
  for (const batch of requestBatches(files)) {
    const entries: NewTreeEntry[] = []
    for (const { path, mode, bytes } of batch) {
      if (bytes === null) entries.push({ path, mode, blob: null })
      else if (isInline(bytes)) entries.push({ path, mode, text: bytes.toString('utf8') })
      else entries.push({ path, mode, blob: await retryOnce(() => github.createBlob(bytes)) })
    }
    const parent = tree
    tree = await retryOnce(() => github.createTree(parent, entries))
  }
  return tree
}

const isInline = (bytes: Buffer) => bytes.length <= INLINE_BYTES && isUtf8(bytes) && !bytes.includes(0)

function requestBatches(files: readonly CommitFile[]): CommitFile[][] {
  const removed = files.filter(({ bytes }) => bytes === null)
  const added = files.filter(({ bytes }) => bytes !== null)
  // When a file becomes a folder, or a folder a file, the old entry must be gone before the new one is created.
  return replacesFolder(removed, added) ? [...batchesInOrder(removed), ...batchesInOrder(added)] : batchesInOrder(files)
}

function replacesFolder(removed: readonly CommitFile[], added: readonly CommitFile[]): boolean {
  const [removedPaths, addedPaths] = [removed, added].map((list) => new Set(list.map(({ path }) => path)))
  return (
    removed.some(({ path }) => foldersAbove(path).some((folder) => addedPaths?.has(folder))) ||
    added.some(({ path }) => foldersAbove(path).some((folder) => removedPaths?.has(folder)))
  )
}

const foldersAbove = (path: string): string[] => Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index))

function batchesInOrder(files: readonly CommitFile[]): CommitFile[][] {
  const all: CommitFile[][] = []
  let room = 0
  for (const file of files) {
    const bytes = file.bytes !== null && isInline(file.bytes) ? file.bytes.length : 0
    const last = all.at(-1)
    if (last === undefined || bytes > room || last.length >= REQUEST_ENTRIES) {
      all.push([file])
      room = REQUEST_BYTES - bytes
    } else {
      last.push(file)
      room -= bytes
    }
  }
  return all
}
