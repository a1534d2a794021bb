import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import type { Workspace } from '../../platform/files/workspace.ts'
import { runGit } from '../../platform/process/git.ts'

/** `top`: of the repository. `root`: of the workspace. `folder`: in it. */
export type ListQuery = { top: string; root: string; folder: string }

export const lsFiles = (folder: string, kinds: readonly string[]) => ['ls-files', '-z', ...kinds, '--', folder]

/** The output is read as it arrives; what is kept beside that is git's error. */
const KEPT_BYTES = 4096

/** About how many characters of git's output are split and passed on at once: few first, so that the work on them begins. */
const [FIRST_CHARACTERS, BATCH_CHARACTERS] = [32 * 1024, 512 * 1024]

/**
 * The files in git's index, in batches of git's output. Returns whether these are all of them. Does not ask git again for an index
 * that did not change.
 */
export async function* streamTracked(
  workspace: Workspace,
  query: ListQuery,
  signal: AbortSignal,
): AsyncGenerator<string, boolean> {
  const { top, folder } = query
  const index = indexIdentity(top)
  const known = knownListings.get(workspace)
  if (index !== undefined && known?.index === index && known.folder === folder) {
    yield* batchesOf(known.output)
    return true
  }
  let output = ''
  const listing = listIndex(query, signal)
  for (;;) {
    const batch = await listing.next()
    const isKnowable = index !== undefined && output.length < MAX_KNOWN_CHARACTERS
    if (batch.done === true) {
      if (batch.value && isKnowable) knownListings.set(workspace, { folder, output, index })
      return batch.value
    }
    if (isKnowable) output += batch.value
    yield batch.value
  }
}

function* batchesOf(output: string): Generator<string> {
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf('\0', start + BATCH_CHARACTERS) + 1 || output.length
    yield output.slice(start, end)
    start = end
  }
}

/** The same from git. */
async function* listIndex({ top, root, folder }: ListQuery, signal: AbortSignal): AsyncGenerator<string, boolean> {
  const decoder = new StringDecoder('utf8')
  let unread = ''
  let enough = FIRST_CHARACTERS
  let isEnded = false
  let arrived = Promise.withResolvers<void>()
  const program = runGit({ top }, lsFiles(folder, ['--cached', '--deduplicate']), {
    cwd: root,
    signal,
    maxBytes: KEPT_BYTES,
    onOutput(chunk, stream) {
      if (stream === 'stdout') unread += decoder.write(chunk)
      if (unread.length >= enough) arrived.resolve()
    },
  }).then(({ code }) => {
    isEnded = true
    arrived.resolve()
    return code === 0
  })
  while (!isEnded || unread !== '') {
    await arrived.promise
    enough = BATCH_CHARACTERS
    arrived = isEnded ? arrived : Promise.withResolvers<void>()
    const batch = unread.slice(0, unread.lastIndexOf('\0') + 1)
    unread = isEnded ? '' : unread.slice(batch.length)
    yield batch
  }
  return program
}

/** `index`: what identifies git's index. */
type KnownListing = { folder: string; output: string; index: string }

/** The last listing of each workspace. */
const knownListings = new WeakMap<Workspace, KnownListing>()
const MAX_KNOWN_CHARACTERS = 8 * 1024 * 1024

/** Clocks of some file systems count in steps of two seconds. */
const CLOCK_MS = 2000

/**
 * Changes with git's index, which git never writes in place. Undefined where that is not certain: for an index that was just written,
 * or is a link, or elsewhere, as in a worktree.
 */
function indexIdentity(top: string): string | undefined {
  try {
    const stats = lstatSync(join(top, '.git/index'), { bigint: true })
    const isSettled = Date.now() - Number(stats.mtimeMs) > CLOCK_MS
    const { dev, ino, size, mtimeNs, ctimeNs } = stats
    return stats.isFile() && isSettled ? [top, dev, ino, size, mtimeNs, ctimeNs].join(' ') : undefined
  } catch {
    return undefined
  }
}
