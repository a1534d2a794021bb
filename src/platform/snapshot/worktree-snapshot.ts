import { createHash } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { access, copyFile, lstat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MAX_GIT_FILE_BYTES, readSmallFile } from '../files/open-path.ts'
import { pathOnDisk, toText } from '../paths.ts'
import {
  type Checkout,
  openPrivateRepository,
  type PrivateGitOutput,
  type PrivateRepository,
} from './git-repository.ts'
import { addFolder, type IgnoredFiles, readIgnoredFiles } from './ignored-files.ts'
import { type KeptGit, keepGit } from './kept-git.ts'
import { captureUnseen, type UnseenState } from './unseen-changes.ts'

/** Larger files are compared by size and time only. */
export const MAX_SNAPSHOT_FILE_BYTES = 20_000_000
/** More new or changed files than this are compared by size and time only. */
const MAX_SNAPSHOT_FILES = 20_000
const BEGIN_MS = 120_000

/** Paths are bytes, as latin1 text. `unread`: files that are not in the tree, with what identifies their content. */
export type WorktreeState = {
  tree: string
  unread: ReadonlyMap<string, UnreadFile>
  /** The checked-out commit of each submodule and nested repository. */
  repositories: ReadonlyMap<string, string>
  /** What git ignores. A folder that it ignores as a whole is one entry that ends in a slash. */
  ignoredEntries: readonly string[]
  /** Files that are in no index. */
  untracked: readonly string[]
}
/** `kind`: what a first difference is. */
export type UnreadFile = { identity: string; reason: string; kind?: 'created' | 'changed' }

/** The working tree as it was when the run began. `ignored`: what git ignored then. */
export type WorktreeSnapshot = {
  repository: PrivateRepository
  begin: WorktreeState
  ignored: IgnoredFiles
  unseen: UnseenState
  /** The index at the start. */
  beginIndex: string
  /** `.git` as it was then. */
  keptGit: KeptGit
}

/**
 * Records a working tree. `folder` must not exist. Rejects when git is missing or cannot read the repository.
 */
export async function takeSnapshot(checkout: Checkout, folder: string): Promise<WorktreeSnapshot> {
  const repository = await openPrivateRepository(checkout, folder, BEGIN_MS)
  const keptGit = await keepGit(repository, checkout.configuration)
  const [entries, firstStatus] = await Promise.all([
    runChecked(repository, ['ls-files', '-z', '--stage', '-v']),
    readStatus(repository),
  ])
  const listing = entries.stdout.toString('latin1')
  const { submodules, assumed, skipped } = specialEntries(listing)
  const clear = async (option: string, paths: readonly string[]) => {
    const stdin = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1')
    if (paths.length > 0) await runChecked(repository, ['update-index', '-z', option, '--stdin'], stdin)
  }
  await clear('--no-assume-unchanged', assumed)
  // In a sparse checkout git itself checks whether the file exists.
  const unskipped = repository.isSparse ? [] : skipped
  await clear('--no-skip-worktree', unskipped)
  const isCleared = assumed.length > 0 || unskipped.length > 0
  const status = isCleared ? await readStatus(repository) : firstStatus
  const begin = await captureState(repository, submodules, { status })
  const ignored = await readIgnoredFiles(checkout.top, begin.ignoredEntries)
  const unseen = await captureUnseen(repository, [...listedPaths(listing), ...begin.untracked])
  const beginIndex = join(folder, 'index.begin')
  await copyFile(join(folder, 'index'), beginIndex).catch(() => undefined)
  return { repository, begin, ignored, unseen, beginIndex, keptGit }
}

/** One pass over the tree finds everything. */
const STATUS = ['status', '--porcelain=v2', '-z', '--no-renames', '--ignore-submodules=all', '--untracked-files=all']
const readStatus = (repository: PrivateRepository) => runChecked(repository, [...STATUS, '--ignored=matching'])

/** The working tree as it is now, at the end perhaps more than once: the private index keeps what an earlier call saw. `status`: of git, if just read. */
export async function captureState(
  repository: PrivateRepository,
  submodules: readonly string[],
  { status }: { status?: PrivateGitOutput } = {},
): Promise<WorktreeState> {
  const paths = statusPaths((status ?? (await readStatus(repository))).stdout)
  const { untracked, nested, removed } = paths
  const unread = new Map<string, UnreadFile>()
  const readable: string[] = []
  for (const path of new Set([...paths.changed, ...untracked])) {
    const state = await inspectFile(repository.top, path, readable.length)
    if (state === 'read') readable.push(path)
    else if (state === 'missing') removed.push(path)
    else unread.set(path, state)
  }
  for (const path of paths.changed) {
    const file = unread.get(path)
    if (file !== undefined) unread.set(path, { ...file, kind: 'changed' })
  }
  if (removed.length > 0) {
    const stdin = Buffer.from(removed.map((path) => `0 ${repository.zeroId}\t${path}\0`).join(''), 'latin1')
    await runChecked(repository, ['update-index', '-z', '--index-info'], stdin)
  }
  await addFiles(repository, readable, unread)
  const isIndexSame = readable.length === 0 && removed.length === 0
  const headTree = isIndexSame ? await unstagedTree(repository, submodules, paths) : undefined
  const tree = headTree ?? (await runChecked(repository, ['write-tree', '--missing-ok'])).stdout.toString().trim()
  const repositories = new Map<string, string>()
  for (const path of new Set([...submodules, ...nested.map((each) => each.slice(0, -1))]))
    repositories.set(path, await repositoryIdentity(repository.top, path))
  return { tree, unread, repositories, ignoredEntries: paths.ignored, untracked }
}

const identityOf = ({ mode, size, mtimeNs, ino }: BigIntStats) => [mode, size, mtimeNs, ino].join(' ')

async function inspectFile(top: string, path: string, count: number): Promise<UnreadFile | 'read' | 'missing'> {
  const stats = await lstat(pathOnDisk(top, path), { bigint: true }).catch(() => undefined)
  if (stats === undefined) return 'missing'
  const identity = identityOf(stats)
  if (stats.isSymbolicLink()) return 'read'
  if (!stats.isFile()) return { identity, reason: 'is not a regular file' }
  if (stats.size > MAX_SNAPSHOT_FILE_BYTES)
    return { identity, reason: `has ${stats.size} bytes, more than ${MAX_SNAPSHOT_FILE_BYTES}` }
  if (count >= MAX_SNAPSHOT_FILES) return { identity, reason: `is one of more than ${MAX_SNAPSHOT_FILES} files` }
  const isReadable = await access(pathOnDisk(top, path), constants.R_OK).then(
    () => true,
    () => false,
  )
  return isReadable ? 'read' : { identity, reason: 'cannot be read' }
}

/** How often git is started for files that it cannot read. The rest are omitted together. */
const MAX_ADD_ATTEMPTS = 200

/** Puts files into the private index. Omits a file that git cannot read or convert. */
async function addFiles(repository: PrivateRepository, paths: readonly string[], unread: Map<string, UnreadFile>) {
  const groups = paths.length === 0 ? [] : [paths]
  const leaveOut = async (path: string, reason: string) => {
    const stats = await lstat(pathOnDisk(repository.top, path), { bigint: true }).catch(() => undefined)
    unread.set(path, { identity: stats === undefined ? '' : identityOf(stats), reason })
  }
  for (let attempt = 0; attempt < MAX_ADD_ATTEMPTS; attempt += 1) {
    const group = groups.pop()
    if (group === undefined) return
    const stdin = Buffer.from(group.map((path) => `${path}\0`).join(''), 'latin1')
    const { code, stderr } = await repository.git(['update-index', '-z', '--add', '--replace', '--stdin'], { stdin })
    if (code === 0) {
      for (const path of group.filter((each) => stderr.includes(`Ignoring path ${each}\n`)))
        await leaveOut(path, 'has a name that git does not accept')
      continue
    }
    const failedPath = group.length === 1 ? group[0] : failedPathIn(stderr, group)
    if (failedPath !== undefined) {
      await leaveOut(failedPath, UNREADABLE)
      if (group.length > 1) groups.push(group.filter((path) => path !== failedPath))
    } else groups.push(group.slice(0, group.length >> 1), group.slice(group.length >> 1))
  }
  for (const path of groups.flat()) await leaveOut(path, UNREADABLE)
}

const UNREADABLE = 'cannot be read, or is not in the encoding that .gitattributes names'

/**
 * The tree of HEAD, when the index holds the same. Submodules are left out of the status, so with any of them the index may hold another
 * commit, or none.
 */
async function unstagedTree(
  { top, headTree }: PrivateRepository,
  submodules: readonly string[],
  { hasStaged }: StatusPaths,
): Promise<string | undefined> {
  if (hasStaged || submodules.length > 0) return undefined
  const modules = await lstat(join(top, '.gitmodules')).catch(() => undefined)
  return modules === undefined ? headTree : undefined
}

/** The path that git names in its error. */
const failedPathIn = (stderr: string, paths: readonly string[]): string | undefined => {
  const path = /Unable to process path ([\s\S]*?)\n?$/.exec(stderr)?.[1]
  if (path !== undefined && paths.includes(path)) return path
  return paths.find((each) => stderr.includes(`'${each}'`))
}

/** `hasStaged`: the index differs from HEAD. */
type StatusPaths = Record<'changed' | 'removed' | 'untracked' | 'nested' | 'ignored', string[]> & { hasStaged: boolean }

/** The paths of `git status --porcelain=v2 -z` that differ from the index, are in no index, or are ignored. */
function statusPaths(output: Buffer): StatusPaths {
  const paths: StatusPaths = { changed: [], removed: [], untracked: [], nested: [], ignored: [], hasStaged: false }
  for (const record of nulFields(output)) {
    const other = record.slice(2)
    if (record.startsWith('!')) paths.ignored.push(other)
    else if (record.startsWith('?')) paths[other.endsWith('/') ? 'nested' : 'untracked'].push(other)
    else {
      // `1 XY` and six fields for one version of a file, `u XY` and eight for one in conflict.
      const [, status, path] = /^(?:1 .(.) (?:\S+ ){6}|u .. (?:\S+ ){8})([\s\S]*)$/.exec(record) ?? []
      paths.hasStaged ||= !record.startsWith('1 .')
      if (path !== undefined && status !== '.') paths[status === 'D' ? 'removed' : 'changed'].push(path)
    }
  }
  return paths
}

/** The paths of `git ls-files --stage -v -z`. */
function* listedPaths(listing: string): Generator<string> {
  for (let start = 0; start < listing.length; ) {
    const end = listing.indexOf('\0', start)
    yield listing.slice(listing.indexOf('\t', start) + 1, end)
    start = end + 1
  }
}

/** Submodules, and files whose changes git ignores by the user's choice. */
function specialEntries(listing: string): Record<'submodules' | 'assumed' | 'skipped', string[]> {
  const submodules: string[] = []
  const assumed: string[] = []
  const skipped: string[] = []
  for (const [, tag = '', mode, path = ''] of listing.matchAll(
    /(?<=^|\0)(?=[a-zS]|. 160000)(.) (\d+) \w+ \d\t([^\0]*)/g,
  )) {
    if (mode === '160000') submodules.push(path)
    else {
      if (/[a-z]/.test(tag)) assumed.push(path)
      if (/s/i.test(tag)) skipped.push(path)
    }
  }
  return { submodules, assumed, skipped }
}

const MAX_NESTED_FILES = 2000

/** What changes when a commit is checked out in a nested repository, or a file is written near its top. */
async function repositoryIdentity(top: string, path: string): Promise<string> {
  const files = new Map<string, string>()
  await addFolder(top, `${path}/`, files, MAX_NESTED_FILES)
  const hash = createHash('sha256')
  for (const [name, identity] of files) if (!name.startsWith(`${path}/.git/`)) hash.update(`${name}\0${identity}\0`)
  return `${checkedOutCommit(join(top, toText(path)))} ${hash.digest('hex')}`
}

/** The checked-out commit of a nested repository; empty when it cannot be read. */
function checkedOutCommit(folder: string): string {
  const link = /^gitdir: (.*)/.exec(readSmallFile(folder, '.git', MAX_GIT_FILE_BYTES) ?? '')?.[1]
  const gitDir = link === undefined ? join(folder, '.git') : resolve(folder, link)
  const read = (name: string) => readSmallFile(gitDir, name, MAX_GIT_FILE_BYTES) ?? ''
  const head = read('HEAD').trim()
  const ref = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1]
  if (ref === undefined || ref.includes('..')) return head
  const sha = read(ref).trim()
  if (sha !== '') return sha
  const packed = read('packed-refs')
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
  return packed?.slice(0, packed.indexOf(' ')) ?? ''
}

export type RawRecord = {
  status: string
  modeBefore: string
  mode: string
  shaBefore: string
  sha: string
  path: string
  /** The previous path of a renamed file. */
  from?: string
}

/** Parses `git diff --raw -z`; other records, such as those of --numstat, are skipped. */
export function rawRecords(output: Buffer): RawRecord[] {
  const all = nulFields(output)
  const records: RawRecord[] = []
  for (let index = 0; index < all.length; index += 1) {
    const match = /^:(\d+) (\d+) (\w+) (\w+) ([A-Z])\d*$/.exec(all[index] ?? '')
    if (match === null) continue
    const [, modeBefore = '', mode = '', shaBefore = '', sha = '', status = ''] = match
    const from = status === 'R' || status === 'C' ? all[++index] : undefined
    const path = all[++index] ?? ''
    records.push({ status, modeBefore, mode, shaBefore, sha, path, from })
  }
  return records
}

/** The NUL-terminated fields of `-z` output, as latin1 text. */
export function nulFields(output: Buffer): string[] {
  const all = output.toString('latin1').split('\0')
  all.pop()
  return all
}

/** Runs git and rejects when it fails. */
export async function runChecked(
  { git }: PrivateRepository,
  args: readonly string[],
  stdin?: Buffer,
): Promise<PrivateGitOutput> {
  const output = await git(args, { stdin })
  if (output.code !== 0) throw new Error(output.stderr.trim() || `git ${args[0]} failed with code ${output.code}`)
  return output
}
