import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sortOut } from '../github/tree.ts'
import type { LoadedFile, Reader } from '../host/files.ts'
import { repositoryTop } from '../host/git.ts'
import { codeOf } from '../host/paths.ts'

/**
 * The files of a folder as they stand now, for commands by which a person tries an edit before committing it; a run reads
 * steering from a commit instead. As there, links are not followed, a name must be spelled as it is stored, and names that
 * differ only in case or Unicode form are refused. `.git`, `node_modules` and nested repositories are left out.
 * `ref` is `worktree`. Rejects when the system refuses to read what is there.
 */
export function worktreeReader(directory: string): Reader {
  const root = resolve(directory)
  const loaded = new Map<string, LoadedFile>()
  return {
    ref: 'worktree',
    async read(path) {
      if ((await kindOf(root, path)) !== 'file') return undefined
      const bytes = await readPlain(join(root, path))
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
        else if (!(await holdsGit(join(root, folder, entry.name)))) folders.push(entry.name)
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

/** The repository a folder belongs to: the nearest one upwards that holds `.git` (a folder, or a worktree's file), else itself. */
export async function findProjectRoot(startDir: string): Promise<string> {
  const start = resolve(startDir)
  return (await repositoryTop(start)) ?? start
}

const LARGEST = 16 * 1024 * 1024

/** Every step is looked up in its folder's listing, which knows names as stored where the file system would bend them. */
async function kindOf(root: string, path: string): Promise<'file' | 'folder' | undefined> {
  let kind: 'file' | 'folder' | undefined = 'folder'
  let at = root
  for (const name of path.split('/')) {
    if (kind !== 'folder') return undefined
    const entry: Dirent | undefined = (await entriesOf(at)).find((each) => each.name === name)
    if (entry === undefined) return undefined
    at = join(at, name)
    kind = entry.isFile() ? 'file' : 'folder'
    if (kind === 'folder' && (await holdsGit(at))) return undefined
  }
  return kind
}

async function filesUnder(root: string, folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await entriesOf(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile()) found.push(path)
    else if (!(await holdsGit(join(root, path)))) found.push(...(await filesUnder(root, path)))
  }
  return found
}

/** Regular files and folders of a folder; nothing where there is none. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  })
  // One folder at a time, sub-folders taken for files, the same names are refused as in a commit.
  const { files } = sortOut(
    entries.map((entry) => ({ path: entry.name, mode: entry.isSymbolicLink() ? LINK : FILE, sha: '' })),
  )
  return entries.filter(
    (entry) =>
      (entry.isFile() || entry.isDirectory()) && files.has(entry.name) && !LEFT_OUT.has(entry.name.toLowerCase()),
  )
}

/** Modes as git has them. */
const [FILE, LINK] = ['100644', '120000']
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules'])

async function readPlain(path: string): Promise<Buffer> {
  // A link or a pipe may have taken the file's place since it was listed. (Windows knows neither flag.)
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const { size } = await file.stat()
    if (size > LARGEST) throw new Error(`larger than ${LARGEST / 1024 / 1024} MiB`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

const holdsGit = (folder: string): Promise<boolean> =>
  lstat(join(folder, '.git')).then(
    () => true,
    () => false,
  )
