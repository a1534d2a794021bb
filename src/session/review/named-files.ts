import type { GitHub } from '../../github/api/github.ts'
import type { Git, GitEntry } from '../../github/git/git.ts'
import { type NamedFiles, namedPaths } from '../../text/permalinks.ts'

/** Paths that are looked up, in the local objects and through the API, at most. */
const MAX_PATHS = { local: 200, remote: 20 }

type FileSource = { git: Pick<Git, 'treeOf' | 'entries' | 'blob'>; github: Pick<GitHub, 'content'> }

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
  const read = (path: string) =>
    (root === undefined ? remoteText(path, commit, source.github) : localText(path, root, source.git)).catch(
      () => undefined,
    )
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

async function remoteText(path: string, commit: string, github: FileSource['github']): Promise<string | undefined> {
  const content = await github.content(path, commit)
  return content.kind === 'file' ? content.bytes?.toString('utf8') : undefined
}
