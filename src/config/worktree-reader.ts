import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { selectTreeFiles } from '../github/commit-source.ts'
import type { CommitReader, LoadedFile } from '../platform/files/workspace.ts'
import { isMissing } from '../platform/paths.ts'
import { findRepositoryTop } from '../platform/process/run-git.ts'

/**
 * Reads the current files of a folder, for commands that try an edit before it is committed; a run reads steering files
 * from a commit. The same rules hold: links are not followed, a name must match its stored spelling, and names that differ
 * only in case or Unicode form are refused. Skips `.git`, `node_modules` and nested repositories.
 * `ref` is `worktree`. Rejects when a file exists and cannot be read.
 */
export function worktreeReader(directory: string): CommitReader {
  const root = resolve(directory)
  const loaded = new Map<string, LoadedFile>()
  return {
    ref: 'worktree',
    async read(path) {
      if ((await kindOf(root, path)) !== 'file') return undefined
      const bytes = await readRegularFile(join(root, path))
      const sha = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
      loaded.set(path, { path, sha, ref: 'worktree', bytes: bytes.length })
      return bytes.toString('utf8')
    },
    async entries(folder) {
      if (folder !== '' && (await kindOf(root, folder)) !== 'folder') return { files: [], folders: [] }
      const files: string[] = []
      const folders: string[] = []
      for (const entry of await entriesOf(join(root, folder)))
        if (entry.isFile()) files.push(entry.name)
        else if (!(await isGitRepository(join(root, folder, entry.name)))) folders.push(entry.name)
      return { files: files.sort(), folders: folders.sort() }
    },
    async list(folder) {
      const path = folder.replace(/\/$/, '')
      if (path !== '' && (await kindOf(root, path)) !== 'folder') return []
      return (await filesUnder(root, path)).sort()
    },
    loaded: () => [...loaded.values()],
  }
}

/** The nearest folder at or above `startDir` that holds `.git` (a folder, or the file of a worktree); else `startDir`. */
export async function findProjectRoot(startDir: string): Promise<string> {
  const start = resolve(startDir)
  return (await findRepositoryTop(start)) ?? start
}

const MAX_BYTES = 16 * 1024 * 1024

/** Looks up every path segment in its folder's listing: the listing has the stored spelling, which file systems may ignore. */
async function kindOf(root: string, path: string): Promise<'file' | 'folder' | undefined> {
  let kind: 'file' | 'folder' | undefined = 'folder'
  let current = root
  for (const name of path.split('/')) {
    if (kind !== 'folder') return undefined
    const entry: Dirent | undefined = (await entriesOf(current)).find((each) => each.name === name)
    if (entry === undefined) return undefined
    current = join(current, name)
    kind = entry.isFile() ? 'file' : 'folder'
    if (kind === 'folder' && (await isGitRepository(current))) return undefined
  }
  return kind
}

async function filesUnder(root: string, folder: string): Promise<string[]> {
  const files: string[] = []
  for (const entry of await entriesOf(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile()) files.push(path)
    else if (!(await isGitRepository(join(root, path)))) files.push(...(await filesUnder(root, path)))
  }
  return files
}

/** Regular files and folders in a folder; empty when the folder does not exist. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  // Treats sub-folders as files, so that the same names are refused as in a commit.
  const { files } = selectTreeFiles(
    entries.map((entry) => ({ path: entry.name, mode: entry.isSymbolicLink() ? LINK : FILE, sha: '' })),
  )
  return entries.filter(
    (entry) =>
      (entry.isFile() || entry.isDirectory()) &&
      files.has(entry.name) &&
      !SKIPPED_FOLDERS.has(entry.name.toLowerCase()),
  )
}

/** Git file modes. */
const [FILE, LINK] = ['100644', '120000']
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules'])

async function readRegularFile(path: string): Promise<Buffer> {
  // A link or a pipe may have replaced the file since it was listed. (Windows has neither flag.)
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const { size } = await file.stat()
    if (size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES / 1024 / 1024} MiB`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

const isGitRepository = (folder: string): Promise<boolean> =>
  lstat(join(folder, '.git')).then(
    () => true,
    () => false,
  )
