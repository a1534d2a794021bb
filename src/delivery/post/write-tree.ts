import { isUtf8 } from 'node:buffer'
import type { NewTreeEntry } from '../../github/api/git-data.ts'
import type { GitHub } from '../../github/api/github.ts'
import type { CommitFile } from './commit-files.ts'
import { retryOnce } from './idempotent-write.ts'

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
  // A file that becomes a folder, or the other way round, must be gone before the new one comes.
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
