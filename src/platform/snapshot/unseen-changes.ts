import { createHash } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import { posix } from 'node:path'
import { MAX_GIT_FILE_BYTES, readSmallBytes, readSmallFile } from '../files/open-path.ts'
import { pathOnDisk, statsAt } from '../paths.ts'
import { runGit } from '../process/run-git.ts'
import { type PrivateRepository, type References, readReferences, referenceIdentity } from './git-repository.ts'
import type { UnreadChange } from './ignored-files.ts'

/** What `git status` does not look at. Folders and paths as latin1 text of their bytes. */
export type UnseenState = {
  startedMs: number
  /** What identifies each folder; it changes with the names in it and with its permissions. */
  folders: ReadonlyMap<string, string>
  /** The hash of each file that configures git. */
  controlFiles: ReadonlyMap<string, string>
  references: References
  /** What identifies the files of the references. */
  referenceIdentity: string | undefined
}

/** File system clocks lag a little. */
const CLOCK_MS = 50
const MAX_FOLDERS = 20_000
const MAX_REFS = 50
const GIT_REASON = 'is part of .git, which is never delivered'

/** Records it. `files`: the paths that git knows. */
export async function captureUnseen(repository: PrivateRepository, files: Iterable<string>): Promise<UnseenState> {
  const startedMs = Date.now() - CLOCK_MS
  const names = new Set([''])
  for (const file of files)
    for (let folder = parentOf(file); !names.has(folder); folder = parentOf(folder)) names.add(folder)
  const folders = new Map<string, string>()
  const [controlFiles, identity] = await Promise.all([
    readControlFiles(repository),
    referenceIdentity(repository.gitFolders),
    ...[...names].slice(0, MAX_FOLDERS).map(async (name) => {
      const identity = await folderIdentity(repository.top, name)
      if (identity !== undefined) folders.set(name, identity)
    }),
  ])
  return { startedMs, folders, controlFiles, references: repository.references, referenceIdentity: identity }
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

async function folderIdentity(top: string, folder: string): Promise<string | undefined> {
  const stats = await lstat(pathOnDisk(top, folder), { bigint: true }).catch(() => undefined)
  return stats?.isDirectory() ? `${stats.ino} ${stats.mode} ${stats.mtimeNs}` : undefined
}

/** The state of `.git` at the end of the run. */
export type GitFolderState = Pick<UnseenState, 'controlFiles' | 'references'> & { head: string }

/** Reads it. Asks git for the references only where one of their files was written since the start. */
export async function readGitFolder(repository: PrivateRepository, begin: UnseenState): Promise<GitFolderState> {
  refusePipe(headFile(repository))
  const [controlFiles, identity] = await Promise.all([
    readControlFiles(repository),
    referenceIdentity(repository.gitFolders),
  ])
  const isSame = identity !== undefined && identity === begin.referenceIdentity
  const references = isSame ? begin.references : await readReferences(repository.top)
  return { controlFiles, references, head: await readHead(repository, references) }
}

const headFile = ({ gitFolders }: PrivateRepository) => posix.join(gitFolders[0] ?? '', 'HEAD')

/** Throws when a command put a pipe or the like there: git and this process would wait forever to read it. */
function refusePipe(file: string) {
  if (statsAt(file)?.isFile() === false) throw new Error(`${file} is not a file`)
}

/** Asks git only when the file does not tell: with other reference formats, or when HEAD is on no branch. */
async function readHead(repository: PrivateRepository, references: References): Promise<string> {
  const text = readSmallFile(repository.gitFolders[0] ?? '', 'HEAD', MAX_GIT_FILE_BYTES) ?? ''
  const [, branch = '', commit] = /^(?:ref: (.+)|([0-9a-f]{40,64}))\n?$/.exec(text) ?? []
  const head = commit ?? references.get(branch)
  return head ?? (await runGit({ top: repository.top }, ['rev-parse', '--verify', '--quiet', 'HEAD'])).stdout.trim()
}

/**
 * What changed since then in `.git`: configuration, hooks, and commits outside the checkout. `knownTrees`: trees whose content is
 * delivered or was there before.
 */
export async function unseenChanges(
  repository: PrivateRepository,
  begin: UnseenState,
  end: GitFolderState,
  knownTrees: ReadonlySet<string>,
): Promise<UnreadChange[]> {
  return [...controlChanges(begin, end), ...(await refChanges(repository, begin, end, knownTrees))]
}

/**
 * New files that are not regular files, `.git` in a folder, and unreadable folders. Looks into the folders in which a
 * name was added or removed, and into new folders. `skipped`: folders not to open.
 */
export async function newSpecialFiles(
  top: string,
  begin: UnseenState,
  skipped: ReadonlySet<string>,
): Promise<UnreadChange[]> {
  const changes: UnreadChange[] = []
  const identities = await Promise.all([...begin.folders.keys()].map((folder) => folderIdentity(top, folder)))
  const open = [...begin.folders.entries()].flatMap(([folder, identity], index) =>
    identities[index] === identity ? [] : [folder],
  )
  for (let count = 0; count < MAX_FOLDERS; count += 1) {
    const folder = open.pop()
    if (folder === undefined) break
    const prefix = folder === '' ? '' : `${folder}/`
    const entries = await readdir(pathOnDisk(top, folder), {
      withFileTypes: true,
      encoding: 'latin1' as BufferEncoding,
    }).catch((error: NodeJS.ErrnoException) => error)
    if (!Array.isArray(entries)) {
      if (entries.code === 'EACCES') changes.push({ path: folder, kind: 'changed', reason: 'cannot be read' })
      continue
    }
    for (const entry of entries) {
      const path = prefix + entry.name
      const isFolder = entry.isDirectory()
      const isGit = entry.name === '.git'
      if ((isGit && folder === '') || begin.folders.has(path)) continue
      if (skipped.has(path) || skipped.has(`${path}/`) || (isGit && skipped.has(folder))) continue
      if (!isFolder && !isGit && (entry.isFile() || entry.isSymbolicLink())) continue
      const stats = await lstat(pathOnDisk(top, path)).catch(() => undefined)
      // A pipe that was there before changes when something is written to it. Not every file system records the time of creation.
      if (stats === undefined || (stats.birthtimeMs || stats.ctimeMs) < begin.startedMs) continue
      if (isGit) changes.push({ path, kind: 'created', reason: GIT_REASON })
      else if (isFolder) open.push(path)
      else changes.push({ path, kind: 'created', reason: 'is not a regular file' })
    }
  }
  return changes
}

const CONTROL_FILES = ['config', 'config.worktree', 'commondir', 'gitdir', 'objects/info/alternates']
const CONTROL_FOLDERS = ['hooks', 'info', 'refs/replace']
const MAX_CONTROL_FILES = 500
const MAX_CONTROL_BYTES = 1_000_000

/** The files that configure git or that it starts. Git itself writes `info/refs`. */
async function readControlFiles({ gitFolders }: PrivateRepository): Promise<Map<string, string>> {
  const files = await Promise.all([...new Set(gitFolders)].map(controlFiles))
  return new Map(files.flat())
}

/** The path and the hash of each that can be read. */
async function controlFiles(folder: string): Promise<[path: string, hash: string][]> {
  const listings = CONTROL_FOLDERS.map(async (each) => {
    const entries = await readdir(posix.join(folder, each)).catch(() => [])
    return entries.slice(0, MAX_CONTROL_FILES).map((name) => `${each}/${name}`)
  })
  const names = [...CONTROL_FILES, ...(await Promise.all(listings)).flat()].filter((each) => each !== 'info/refs')
  const hashes = names.map(async (name): Promise<[string, string][]> => {
    const file = posix.join(folder, name)
    const stats = statsAt(file)
    if (stats === undefined || stats.isDirectory()) return []
    // A link, and a longer file, changes with its size and its times.
    const content =
      readSmallBytes(folder, name, MAX_CONTROL_BYTES) ??
      [stats.mode, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ')
    return [[Buffer.from(`.git/${name}`).toString('latin1'), createHash('sha256').update(content).digest('hex')]]
  })
  return (await Promise.all(hashes)).flat()
}

function controlChanges(begin: UnseenState, end: GitFolderState): UnreadChange[] {
  return [...new Set([...begin.controlFiles.keys(), ...end.controlFiles.keys()])].flatMap((path) => {
    const [before, after] = [begin.controlFiles.get(path), end.controlFiles.get(path)]
    if (before === after) return []
    const kind = before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed'
    return [{ path, kind, reason: GIT_REASON, expected: true } satisfies UnreadChange]
  })
}

/** Branches, tags and stashes with a new commit that the checkout does not contain. */
async function refChanges(
  repository: PrivateRepository,
  begin: UnseenState,
  end: GitFolderState,
  knownTrees: ReadonlySet<string>,
): Promise<UnreadChange[]> {
  const { top, headCommit } = repository
  const earlier = new Set([end.head, headCommit ?? '', ...begin.references.values()].filter(Boolean))
  const changed = [...end.references].filter(([name, sha]) => !earlier.has(sha) && !name.startsWith('refs/remotes/'))
  const changes: UnreadChange[] = []
  for (const [name, sha] of changed.slice(0, MAX_REFS)) {
    const tree = await runGit({ top }, ['rev-parse', '--verify', '--quiet', `${sha}^{tree}`])
    if (knownTrees.has(tree.stdout.trim())) continue
    const excluded = [...earlier].slice(0, 500)
    const isNew = await runGit({ top }, ['rev-list', '--max-count=1', sha, '--not', ...excluded, '--remotes'])
    if (isNew.code === 0 && isNew.stdout.trim() === '') continue
    const kind = begin.references.has(name) ? 'changed' : 'created'
    changes.push({ path: Buffer.from(name).toString('latin1'), kind, reason: REF_REASON })
  }
  return changes
}
const REF_REASON = 'has commits from this run, but only files in the checkout are delivered'
