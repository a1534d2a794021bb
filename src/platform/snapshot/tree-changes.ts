import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, realpath, rm } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { foldPath, isInside, isTextPath, namesThroughLinks, pathOnDisk, printablePath, toText } from '../paths.ts'
import type { PrivateRepository } from './git-repository.ts'
import { ignoredChanges, readIgnoredFiles, type TreeChangeKind, type UnreadChange } from './ignored-files.ts'
import { type GitPlace, gitPlaces } from './restore-files.ts'
import { newSpecialFiles, readGitFolder, unseenChanges } from './unseen-changes.ts'
import {
  captureState,
  nulFields,
  type RawRecord,
  rawRecords,
  runChecked,
  type WorktreeSnapshot,
  type WorktreeState,
} from './worktree-snapshot.ts'

/**
 * One difference of the checkout between the start and the end of the run. Paths are relative to the top of the repository,
 * contents as git stores them. `added` and `removed`: lines, absent for a binary file. `obstacle`: why it cannot be committed. `isUnsafe`:
 * because of what git would make of it, so that it should not stay in the checkout either.
 */
export type CheckoutChange = {
  path: string
  /** The previous path of a renamed file. */
  previousPath?: string
  kind: TreeChangeKind
  before: Buffer | null
  after: Buffer | null
  mode: string
  modeBefore?: string
  added?: number
  removed?: number
  obstacle?: string
  isUnsafe?: boolean
  /** The names that links of the start give it. */
  linkNames?: readonly string[]
}

/** `repairs`: what commands did to keep git from reading the checkout, which is undone. */
export type TreeDifference = {
  changes: CheckoutChange[]
  unread: UnreadChange[]
  places: GitPlace[]
  repairs: string[]
}

const NO_DIFF = { records: [] as RawRecord[], lines: new Map<string, { added: number; removed: number }>() }

const MAX_CHANGES = 5000

const MAX_CONTENT_BYTES = 200_000_000

const LINK = '120000'

const SUBMODULE = '160000'

/** What the run changed. Afterwards git starts no program in the checkout that a command of the run named. Rejects when git fails. */
export async function compareWithBegin(snapshot: WorktreeSnapshot): Promise<TreeDifference> {
  try {
    return await compare(snapshot)
  } finally {
    await snapshot.keptGit.disarm()
  }
}

async function compare(snapshot: WorktreeSnapshot): Promise<TreeDifference> {
  const { repository, begin } = snapshot
  const damage = await snapshot.keptGit.damage()
  if (damage !== undefined && !(await snapshot.keptGit.rebuild())) throw new Error(`a command ${damage}`)
  const repairs = damage === undefined ? [] : [damage]
  await repository.restore()
  const skipped = new Set([...begin.ignoredEntries, ...begin.repositories.keys()])
  const special = await newSpecialFiles(repository.top, snapshot.unseen, skipped)
  const traps = special.filter(({ path }) => /(?:^|\/)\.git(?:ignore|attributes|modules)$/i.test(path))
  for (const { path } of traps) {
    await removeTrap(snapshot, path)
    repairs.push(`put something that is no file in place of \`${printablePath(path)}\``)
  }
  const [end, gitFolder] = await Promise.all([
    captureState(repository, [...begin.repositories.keys()]),
    readGitFolder(repository, snapshot.unseen),
  ])
  const diff = begin.tree === end.tree ? NO_DIFF : await treeDiff(repository, begin.tree, end.tree)
  const ignored = await readIgnoredFiles(repository.top, end.ignoredEntries, snapshot.ignored)
  const isNamed = isNamedIn(end)
  const knownTrees = new Set([begin.tree, end.tree, repository.headTree ?? ''])
  const unseen = await unseenChanges(repository, snapshot.unseen, gitFolder, knownTrees)
  const places = await gitPlaces(snapshot, gitFolder)
  const unread = [
    ...unreadChanges(begin, end, diff.records),
    ...repositoryChanges(begin, end),
    ...[...special.filter(({ path }) => !isNamed(path)), ...unseen].map((change) => ({
      ...change,
      path: printablePath(change.path),
    })),
    ...(await ignoredChanges(repository.top, snapshot.ignored, ignored)).map((change) => {
      return { ...change, path: printablePath(change.path) }
    }),
  ]
  if (diff.records.length === 0) return { changes: [], unread, places, repairs }
  const earlier = await earlierChanges(repository, begin.tree)
  const deliverable: RawRecord[] = []
  const reappeared = new Set<string>()
  for (const record of diff.records) {
    const earlierIgnored = record.status === 'A' ? ignoredEntry(record.path, snapshot.ignored.entries) : undefined
    if (earlierIgnored !== undefined) {
      reappeared.add(earlierIgnored)
      continue
    }
    const reason = unreadReason(record, deliverable.length)
    if (reason === undefined) deliverable.push(record)
    else unread.push({ path: printablePath(record.path), kind: kindOf(record), reason })
  }
  for (const path of reappeared)
    unread.push({ path: printablePath(path), kind: 'created', reason: 'was ignored by git when the run began' })
  const filters = await filteredPaths(snapshot, deliverable)
  const existing = await treePaths(repository, end.tree)
  const collisions = collidingPaths(existing, deliverable)
  const embedded = embeddedRepositories([...existing, ...deliverable.map(({ path, from }) => from ?? path)])
  const [contents, links] = await Promise.all([readBlobs(repository, deliverable), linksOf(repository, begin.tree)])
  const changes: CheckoutChange[] = []
  for (const record of deliverable) {
    const before = record.modeBefore === '000000' ? null : contents.get(record.shaBefore)
    const after = record.mode === '000000' ? null : contents.get(record.sha)
    const kind = kindOf(record)
    if (before === undefined || after === undefined) {
      unread.push({
        path: toText(record.path),
        kind,
        reason: 'is too large, or its earlier content is not in this clone',
      })
      continue
    }
    const filter = filters.get(record.path) ?? filters.get(record.from ?? '')
    if (filter !== undefined) {
      // Git LFS names the content that a pointer stands for: a file that was only rewritten did not change.
      if (before === null || after === null || !isSameLfsObject(before, after))
        unread.push({ path: toText(record.path), kind, reason: `is handled by the git filter "${filter}"` })
      continue
    }
    if (await isOnlyWrittenAgain(repository.top, record, before, after)) continue
    const lines = diff.lines.get(record.path)
    const unsafe =
      (isIn(embedded, record) ? EMBEDDED : undefined) ??
      (record.mode === LINK && after !== null ? await linkProblem(repository.top, record.path, after) : undefined)
    const obstacle = obstacleOf(record, { earlier, snapshot, collisions })
    changes.push({
      path: toText(record.path),
      previousPath: record.from === undefined ? undefined : toText(record.from),
      kind,
      before,
      after,
      mode: record.mode === '000000' ? record.modeBefore : record.mode,
      modeBefore: record.modeBefore === '000000' ? undefined : record.modeBefore,
      ...lines,
      obstacle: obstacle ?? unsafe,
      isUnsafe: obstacle === undefined && unsafe !== undefined ? true : undefined,
      linkNames: namesByLinks(record.path, links),
    })
  }
  return { changes, unread, places, repairs }
}

/** Puts the file back that git reads. In place of it git would wait for a writer to open the pipe. */
async function removeTrap({ repository, beginIndex }: WorktreeSnapshot, path: string): Promise<void> {
  await rm(pathOnDisk(repository.top, path))
  const stdin = Buffer.from(`${path}\0`, 'latin1')
  // Git fails for a file that was not there.
  await repository.git(['checkout-index', '--force', '-z', '--stdin'], { stdin, index: beginIndex })
}

/** Whether a path, or a folder above it, is an ignored entry, an omitted file or a nested repository. */
function isNamedIn({ unread, ignoredEntries, repositories }: WorktreeState): (path: string) => boolean {
  const known = new Set([...unread.keys(), ...ignoredEntries, ...repositories.keys()])
  return (path) =>
    known.has(path) ||
    Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)).some(
      (folder) => known.has(folder) || known.has(`${folder}/`),
    )
}

async function treeDiff(repository: PrivateRepository, from: string, to: string) {
  const options = ['diff-tree', '-r', '-z', '--raw', '--numstat', '--no-abbrev', '--no-ext-diff', '--no-textconv']
  // In a partial clone the old content that a rename is recognized by may be missing.
  const renames = await repository.git([...options, '-M', '-l1000', from, to])
  const { stdout } = renames.code === 0 ? renames : await runChecked(repository, [...options, '--no-renames', from, to])
  return { records: rawRecords(stdout), lines: lineCounts(stdout) }
}

/** Added and removed lines by path. Parses `ADDED TAB REMOVED TAB PATH`, and for renames an empty path, FROM and PATH. */
function lineCounts(output: Buffer): Map<string, { added: number; removed: number }> {
  const all = nulFields(output)
  const counts = new Map<string, { added: number; removed: number }>()
  for (let index = 0; index < all.length; index += 1) {
    const field = all[index] ?? ''
    if (field.startsWith(':')) {
      index += /[RC]\d*$/.test(field) ? 2 : 1
      continue
    }
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(field) ?? []
    if (path === undefined) continue
    if (path === '') index += 2
    const name = path === '' ? (all[index] ?? '') : path
    if (added !== '-') counts.set(name, { added: Number(added), removed: Number(removed) })
  }
  return counts
}

/** The files that differed from the commit when the run began, staged or not. */
async function earlierChanges(repository: PrivateRepository, beginTree: string): Promise<Map<string, string>> {
  const { headTree } = repository
  if (headTree === beginTree) return new Map()
  const listing =
    headTree === undefined
      ? await runChecked(repository, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', beginTree])
      : await runChecked(repository, [
          'diff-tree',
          '-r',
          '-z',
          '--raw',
          '--no-abbrev',
          '--no-renames',
          headTree,
          beginTree,
        ])
  if (headTree === undefined) return new Map(nulFields(listing.stdout).map((path) => [path, 'A']))
  return new Map(rawRecords(listing.stdout).map(({ path, status }) => [path, status]))
}

/** Why a change has no content that could be delivered. */
function unreadReason({ path, from, mode, modeBefore }: RawRecord, count: number): string | undefined {
  if (mode === SUBMODULE || modeBefore === SUBMODULE) return 'is a submodule'
  if (!isTextPath(path) || (from !== undefined && !isTextPath(from)))
    return 'has a name that is not UTF-8, which GitHub does not support'
  return count < MAX_CHANGES ? undefined : `is beyond the limit of ${MAX_CHANGES} changed files`
}

function kindOf({ status, mode, modeBefore, sha, shaBefore }: RawRecord): TreeChangeKind {
  if (status === 'R') return 'renamed'
  if (status === 'D') return 'deleted'
  if (mode === LINK) return 'link'
  if (status === 'A') return 'created'
  return mode !== modeBefore && sha === shaBefore ? 'mode' : 'changed'
}

type ObstacleFacts = {
  earlier: ReadonlyMap<string, string>
  snapshot: WorktreeSnapshot
  collisions: ReadonlyMap<string, string>
}

/** The entry that git ignored at the start and that contains the path. A folder ends in a slash. */
const ignoredEntry = (path: string, ignored: readonly string[]) =>
  ignored.find((entry) => entry === path || (entry.endsWith('/') && path.startsWith(entry)))

function obstacleOf({ path, from }: RawRecord, { earlier, snapshot, collisions }: ObstacleFacts) {
  const { begin } = snapshot
  const before = earlier.get(path) ?? earlier.get(from ?? path) ?? (begin.unread.has(path) ? 'M' : undefined)
  if (before !== undefined)
    return before === 'A'
      ? 'existed before the run, but in no commit'
      : 'already differed from the commit before the run'
  const other = collisions.get(path)
  return other === undefined
    ? undefined
    : `has the same name as ${JSON.stringify(toText(other))}, except for letter case or Unicode form`
}

const EMBEDDED = 'is in a folder that git takes for a repository of its own, whose hooks and settings it would obey'

async function treePaths(repository: PrivateRepository, tree: string): Promise<string[]> {
  return nulFields((await runChecked(repository, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree])).stdout)
}

function collidingPaths(existing: readonly string[], records: readonly RawRecord[]): ReadonlyMap<string, string> {
  const created = records.filter(({ status }) => status === 'A' || status === 'R').map(({ path }) => path)
  return created.length === 0 ? new Map() : findCollisions(created, existing)
}

/**
 * The folders that git takes for a repository although none is named `.git`, such as a bare one: with `HEAD`, and either with `objects`
 * and `refs` or with `commondir` (https://git-scm.com/docs/gitrepository-layout). Each ends in a slash; paths as foldPath() gives them.
 */
export function embeddedRepositories(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const start = path.lastIndexOf('/') + 1
    return MAY_BE_HEAD.test(path[start] ?? '') && foldPath(toText(path.slice(start))) === 'head'
      ? [foldPath(toText(path.slice(0, start)))]
      : []
  })
  if (folders.length === 0) return []
  const folded = paths.map((path) => foldPath(toText(path)))
  return [...new Set(folders)].filter((folder) => {
    const names = new Set(
      folded.flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length).split('/', 1)[0]] : [])),
    )
    return names.has('commondir') || (names.has('objects') && names.has('refs'))
  })
}

const isIn = (folders: readonly string[], { path, status }: RawRecord): boolean =>
  status !== 'D' && folders.some((folder) => foldPath(toText(path)).startsWith(folder))

/** A cheap first test: `HEAD` can begin with a character that file systems ignore. */
const MAY_BE_HEAD = /^[h\x80-\xff]/i

/** Why a link must not be committed: it leads out of the repository or into `.git`. */
async function linkProblem(top: string, path: string, target: Buffer): Promise<string | undefined> {
  const text = target.toString().replaceAll('\\', '/')
  const resolved = posix.normalize(posix.join(posix.dirname(toText(path)), text))
  const isOutside = text.startsWith('/') || /^[a-z]:/i.test(text) || resolved === '..' || resolved.startsWith('../')
  const link = join(top, toText(path))
  const real = await realpath(join(dirname(link), text)).catch(() => undefined)
  if (isOutside || (real !== undefined && !isInside(await realpath(top), real)))
    return 'is a link that leads out of the repository'
  return resolved.split('/').some((segment) => segment.toLowerCase() === '.git') ? 'is a link into .git' : undefined
}

/** More links than a repository has that keeps them by hand. */
const MAX_LINKS = 500

/** What the links of a tree lead to, by their path. */
async function linksOf(repository: PrivateRepository, tree: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await runChecked(repository, ['ls-tree', '-r', '-z', '--full-tree', tree])
  const links = nulFields(stdout).flatMap((line) => {
    const [, sha, path] = /^120000 blob (\w+)\t([\s\S]+)$/.exec(line) ?? []
    return sha === undefined || path === undefined ? [] : [{ path, sha, shaBefore: '' }]
  })
  if (links.length === 0) return new Map()
  const contents = await readBlobs(repository, links.slice(0, MAX_LINKS))
  return new Map(
    links.flatMap(({ path, sha }) => {
      const target = contents.get(sha)?.toString('latin1')
      return target === undefined ? [] : [[path, posix.normalize(posix.join(posix.dirname(path), target))] as const]
    }),
  )
}

function namesByLinks(path: string, links: ReadonlyMap<string, string>): string[] | undefined {
  const names = namesThroughLinks(path, links).map(toText)
  return names.length === 0 ? undefined : names
}

/** The filter or encoding that the attributes at the start assign to each path. */
async function filteredPaths(
  { repository, beginIndex }: WorktreeSnapshot,
  records: readonly RawRecord[],
): Promise<Map<string, string>> {
  if (records.length === 0) return new Map()
  const paths = records.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))
  const stdin = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1')
  const { code, stdout } = await repository.git(['check-attr', '-z', '--cached', '--stdin', 'filter'], {
    stdin,
    index: beginIndex,
  })
  if (code !== 0) return new Map()
  const all = nulFields(stdout)
  const filters = new Map<string, string>()
  for (let index = 0; index + 2 < all.length; index += 3) {
    const value = all[index + 2] ?? ''
    if (!['unspecified', 'unset', 'set', ''].includes(value)) filters.set(all[index] ?? '', value)
  }
  return filters
}

function isSameLfsObject(pointer: Buffer, content: Buffer): boolean {
  const oid = pointer.length < 1024 ? /^oid sha256:([0-9a-f]{64})$/m.exec(pointer.toString('latin1'))?.[1] : undefined
  return oid !== undefined && createHash('sha256').update(content).digest('hex') === oid
}

/** The contents by id. Omits those that are missing or beyond the limit. */
async function readBlobs(
  repository: PrivateRepository,
  records: readonly Pick<RawRecord, 'sha' | 'shaBefore'>[],
): Promise<Map<string, Buffer>> {
  const ids = [...new Set(records.flatMap(({ sha, shaBefore }) => [sha, shaBefore]))].filter((id) => /[^0]/.test(id))
  const input = (list: readonly string[]) => Buffer.from(list.map((id) => `${id}\n`).join(''))
  const checked = await runChecked(repository, ['cat-file', '--batch-check', '--buffer'], input(ids))
  let bytes = 0
  const readableIds = checked.stdout
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [id = '', kind, size] = line.split(' ')
      if (kind !== 'blob' || bytes + Number(size) > MAX_CONTENT_BYTES) return []
      bytes += Number(size)
      return [id]
    })
  const { stdout } = await runChecked(repository, ['cat-file', '--batch', '--buffer'], input(readableIds))
  const contents = new Map<string, Buffer>()
  for (let start = 0; start < stdout.length; ) {
    const end = stdout.indexOf(10, start)
    const [id = '', kind, size] = stdout.toString('latin1', start, end).split(' ')
    const length = kind === 'blob' ? Number(size) : 0
    if (kind === 'blob') contents.set(id, stdout.subarray(end + 1, end + 1 + length))
    start = kind === 'blob' ? end + 2 + length : end + 1
  }
  return contents
}

/** Files that are in neither tree, because they are too large or cannot be read, and that are new, different or vanished. */
function unreadChanges(begin: WorktreeState, end: WorktreeState, records: readonly RawRecord[]): UnreadChange[] {
  const inTrees = new Set(records.map(({ path }) => path))
  const vanished = [...begin.unread.keys()].filter((path) => !end.unread.has(path) && !inTrees.has(path))
  return [
    ...[...end.unread]
      .filter(([path, { identity }]) => begin.unread.get(path)?.identity !== identity)
      .map(([path, { reason, kind }]): UnreadChange => {
        return { path: printablePath(path), kind: begin.unread.has(path) ? 'changed' : (kind ?? 'created'), reason }
      }),
    ...vanished.map((path): UnreadChange => {
      return { path: printablePath(path), kind: 'deleted', reason: 'existed before the run, but in no commit' }
    }),
  ]
}

function repositoryChanges(begin: WorktreeState, end: WorktreeState): UnreadChange[] {
  const paths = new Set([...begin.repositories.keys(), ...end.repositories.keys()])
  return [...paths]
    .filter((path) => begin.repositories.get(path) !== end.repositories.get(path))
    .map((path) => ({
      path: printablePath(path),
      kind: begin.repositories.has(path) ? 'changed' : 'created',
      reason: 'is a submodule or a nested repository',
    }))
}

/**
 * Whether a file still has the bytes of `before`, although git would now store other bytes, `after`. A file that the attributes call
 * text may be committed with Windows line endings: git converts them when it reads the file again, which a new timestamp causes.
 */
export async function isOnlyWrittenAgain(
  top: string,
  { status, path, mode, modeBefore }: RawRecord,
  before: Buffer | null,
  after: Buffer | null,
): Promise<boolean> {
  if (status !== 'M' || mode !== modeBefore || before === null || after === null) return false
  if (before.equals(after) || !before.includes('\r')) return false
  // Without O_NONBLOCK, opening a pipe in place of the file would wait for a writer.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = await open(pathOnDisk(top, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined)
  try {
    const stats = await file?.stat()
    return stats?.isFile() === true && stats.size === before.length && (await file?.readFile())?.equals(before) === true
  } catch {
    return false
  } finally {
    await file?.close()
  }
}

/**
 * The created paths that are another existing path on a file system that ignores letter case or Unicode form, with that path.
 * Folders count. Paths are latin1 text of their bytes; `existing` contains the created paths.
 */
export function findCollisions(created: readonly string[], existing: readonly string[]): Map<string, string> {
  const newNames = new Map<string, string[]>()
  for (const path of created)
    for (const prefix of prefixesOf(path)) {
      const folded = collidingName(prefix)
      const same = newNames.get(folded)
      if (same === undefined) newNames.set(folded, [prefix])
      else if (!same.includes(prefix)) same.push(prefix)
    }
  const existingNames = new Map<string, string>()
  const seenFolders = new Set<string>()
  const isCreated = new Set(created)
  for (const path of existing) {
    if (isCreated.has(path)) continue
    for (const prefix of prefixesOf(path)) {
      if (prefix !== path) {
        if (seenFolders.has(prefix)) continue
        seenFolders.add(prefix)
      }
      const folded = collidingName(prefix)
      if (newNames.has(folded) && !existingNames.has(folded)) existingNames.set(folded, prefix)
    }
  }
  const collisions = new Map<string, string>()
  const first = new Map<string, string>()
  for (const path of created)
    for (const prefix of prefixesOf(path)) {
      const folded = collidingName(prefix)
      const other = existingNames.get(folded) ?? first.get(folded)
      const isNew = other !== undefined && other !== prefix && !seenFolders.has(prefix)
      if (isNew && !collisions.has(path)) collisions.set(path, other)
      if (!first.has(folded)) first.set(folded, prefix)
    }
  return collisions
}

/** The path and every folder above it, the path last. */
const prefixesOf = (path: string): string[] => [
  ...Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)),
  path,
]

const collidingName = (path: string): string => {
  const text = Buffer.from(path, 'latin1').toString('utf8')
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC')
}
