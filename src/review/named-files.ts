import { filesChangedBetween } from '../github/api/compare-commits.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Git, GitEntry } from '../github/git/git.ts'
import { type NamedFiles, namedPaths } from '../text/permalinks.ts'

/** Paths that are looked up, in the local objects and through the API, at most. */
const MAX_PATHS = { local: 200, remote: 20 }

type FileSource = {
  git: Pick<Git, 'treeOf' | 'entries' | 'blob'>
  github: Pick<GitHub, 'content' | 'compare' | 'tree'>
  /** The base of the pull request whose head the commit is. */
  base?: string
}

/** The files of a commit that texts name with a line, with their numbers of lines. Never rejects. */
export async function readNamedFiles(
  texts: readonly string[],
  commit: string,
  source: FileSource,
): Promise<NamedFiles> {
  const paths = [...new Set(texts.flatMap(namedPaths))]
  const lineCounts = new Map<string, number>()
  if (paths.length === 0) return { commit, lineCounts }
  const root = await source.git.treeOf(commit).catch(() => undefined)
  const blobOf = root === undefined ? await headBlobs(commit, source).catch(() => undefined) : undefined
  const remoteOrLocalText = async (path: string) => {
    const blob = blobOf?.(path)
    const text = blob === undefined ? undefined : await source.git.blob(blob)
    return text ?? (await remoteText(path, commit, source.github))
  }
  const read = (path: string) =>
    (root === undefined ? remoteOrLocalText(path) : localText(path, root, source.git)).catch(() => undefined)
  const asked = paths.slice(0, root === undefined ? MAX_PATHS.remote : MAX_PATHS.local)
  const found = await Promise.all(asked.map(async (path) => [path, await read(path)] as const))
  for (const [path, text] of found)
    if (text !== undefined && !text.includes('\0')) lineCounts.set(path, countLines(text))
  return { commit, lineCounts }
}

/** As GitHub counts them: the end of the last line starts no new one. */
const countLines = (text: string) => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)

/** The text of a regular file; undefined for folders, links and paths that do not exist. */
async function localText(path: string, root: string, git: FileSource['git']): Promise<string | undefined> {
  let entry: Pick<GitEntry, 'mode' | 'sha'> = { mode: '040000', sha: root }
  for (const name of path.split('/')) {
    if (entry.mode !== '040000') return undefined
    const next = (await git.entries(entry.sha))?.find((each) => each.path === name)
    if (next === undefined) return undefined
    entry = next
  }
  return entry.mode.startsWith('100') ? git.blob(entry.sha) : undefined
}

/**
 * The blobs of a head, from what the run has asked for anyway. The checkout of a pull request has its merge commit and not its head, but
 * nearly all of the head's blobs.
 */
async function headBlobs(
  head: string,
  { github, base }: FileSource,
): Promise<((path: string) => string | undefined) | undefined> {
  const files = base === undefined ? undefined : await filesChangedBetween(base, head, github)
  if (base === undefined || files === undefined) return undefined
  const { mergeBase } = await github.compare(base, head)
  const { entries } = mergeBase === base ? await github.tree(base) : { entries: [] }
  const blobs = new Map(
    entries.flatMap(({ path, mode, sha }) => (mode.startsWith('100') ? [[path, sha] as const] : [])),
  )
  for (const { path, previousPath = path } of files) {
    blobs.delete(previousPath)
    blobs.delete(path)
  }
  for (const { path, blob } of files) if (blob !== undefined) blobs.set(path, blob)
  return (path) => blobs.get(path)
}

async function remoteText(path: string, commit: string, github: FileSource['github']): Promise<string | undefined> {
  const content = await github.content(path, commit)
  return content.kind === 'file' ? content.bytes?.toString('utf8') : undefined
}
