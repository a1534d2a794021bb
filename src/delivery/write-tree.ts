import { isUtf8 } from 'node:buffer'
import type { NewEntry } from '../github/change-calls.ts'
import type { GitHub } from '../github/client.ts'
import type { Wanted } from './commit-files.ts'
import { repeatOnce } from './unclear.ts'

/** Text up to this many bytes goes into the request for the tree; a blob of its own costs one of 80 writes a minute. */
const INLINE_BYTES = 200_000
/** What one request for a tree carries, in bytes of content and in entries. */
const REQUEST_BYTES = 1_000_000
const REQUEST_ENTRIES = 200

/**
 * Writes a tree: `base` with these files put over it. As long as no commit and no branch lead there nobody sees it, so all
 * of it may be repeated. Rejects with GitHubError.
 */
export async function writeTree(
  base: string,
  wanted: readonly Wanted[],
  github: Pick<GitHub, 'createBlob' | 'createTree'>,
): Promise<string> {
  let tree = base
  for (const some of portions(wanted)) {
    const entries: NewEntry[] = []
    for (const { path, mode, bytes } of some) {
      if (bytes === null) entries.push({ path, mode, blob: null })
      else if (isInline(bytes)) entries.push({ path, mode, text: bytes.toString('utf8') })
      else entries.push({ path, mode, blob: await repeatOnce(() => github.createBlob(bytes)) })
    }
    const onto = tree
    tree = await repeatOnce(() => github.createTree(onto, entries))
  }
  return tree
}

const isInline = (bytes: Buffer) => bytes.length <= INLINE_BYTES && isUtf8(bytes) && !bytes.includes(0)

function portions(wanted: readonly Wanted[]): Wanted[][] {
  const all: Wanted[][] = []
  let room = 0
  for (const file of wanted) {
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
