import { chmod, rm, rmdir, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, posix } from 'node:path'
import { messageOf } from '../errors.ts'
import { openRoot } from '../files/open-path.ts'
import { writeWorkspaceFile } from '../files/workspace-path.ts'
import { toText } from '../paths.ts'
import { runGit } from '../process/run-git.ts'
import type { TreeChangeKind } from './ignored-files.ts'
import type { GitFolderState } from './unseen-changes.ts'
import { type RawRecord, rawRecords, type WorktreeSnapshot } from './worktree-snapshot.ts'

/** A change to undo. `mode` and `modeBefore` as git writes them; `previousPath`: of a renamed file. */
export type UndoableChange = {
  path: string
  previousPath?: string
  before: Buffer | null
  mode: string
  modeBefore?: string
}

/**
 * `failed`: paths and places that could not be put back, with the reason. `isUncommitted`: commits of the run were undone, their files stay
 * staged.
 */
export type RestoreResult = { failed: string[]; isUncommitted: boolean }

/**
 * Where `.git` keeps content that a later step can commit or push without the working tree: a reference, HEAD where it is on no branch, or
 * the index. `before`: the object that the reference named. `files`: those that the run put there; absent where they are not known.
 */
export type GitPlace = {
  name: string
  before?: string
  files?: readonly PlacedFile[]
}
type PlacedFile = { path: string; kind: TreeChangeKind; mode: string; blob: string }

const INDEX = 'the index'

/** More new references than this are not compared file by file. */
const MAX_PLACES = 500
/** Nor is one with more new commits. */
const MAX_COMMITS = 2000

/** The places with files that the run put there. A file that some earlier commit has under this name is none of them. */
export async function gitPlaces(snapshot: WorktreeSnapshot, end: GitFolderState): Promise<GitPlace[]> {
  const { repository, unseen } = snapshot
  const { top, headCommit, references } = repository
  const moved = [...end.references].filter(([name, object]) => references.get(name) !== object)
  const isOnBranch = [...end.references.values()].includes(end.head)
  if (end.head !== '' && end.head !== headCommit && !isOnBranch) moved.push(['HEAD', end.head])
  const places: GitPlace[] = []
  const known = new Map<string, PlacedFile[] | undefined>()
  const earlier = [headCommit, ...references.values()].filter((object) => object !== undefined)
  for (const [name, object] of moved) {
    const before = name === 'HEAD' ? headCommit : references.get(name)
    if (!known.has(object)) known.set(object, known.size < MAX_PLACES ? await filesOf(top, object, earlier) : undefined)
    places.push({ name, before, files: known.get(object) })
  }
  const index = await stat(posix.join(repository.gitFolders[0] ?? '', 'index')).catch(() => undefined)
  if (headCommit !== undefined && index?.isFile() === true && index.ctimeMs >= unseen.startedMs)
    places.push({ name: INDEX, files: await stagedFiles(snapshot, headCommit) })
  return places.filter(({ files }) => files?.length !== 0)
}

const DIFF = ['--raw', '-r', '-z', '--no-renames', '--no-abbrev']

/** The files that the new commits up to this object have and none of their parents has. Undefined when they cannot be listed. */
async function filesOf(top: string, object: string, earlier: readonly string[]): Promise<PlacedFile[] | undefined> {
  const git = async (args: readonly string[], stdin?: string) => {
    const { code, stdout } = await runGit({ top }, args, { stdin })
    return code === 0 ? stdout : undefined
  }
  const diff = async (args: readonly string[], stdin?: string): Promise<PlacedFile[]> => {
    const output = await git(['diff-tree', ...DIFF, '--no-commit-id', ...args], stdin)
    if (output === undefined) throw new Error('git cannot compare the commits')
    return rawRecords(Buffer.from(output)).map(placedFile)
  }
  const isThere = async (kind: string) =>
    (await git(['rev-parse', '--verify', '--quiet', `${object}^{${kind}}`])) !== undefined
  // A reference to one file has no paths.
  if (!(await isThere('tree'))) return []
  const added = async (tree: string) => {
    const files = earlier[0] === undefined ? undefined : await diff([earlier[0], tree])
    return files?.filter(({ kind }) => kind !== 'deleted')
  }
  try {
    if (!(await isThere('commit'))) return await added(object)
    const excluded = [...new Set(earlier)].map((each) => `^${each}\n`).join('')
    const listing = await git(['rev-list', '--parents', '--ignore-missing', '--stdin'], `${object}\n${excluded}`)
    const commits = listing?.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ')]))
    if (commits === undefined || commits.length > MAX_COMMITS) return undefined
    const plain = commits.filter(({ length }) => length === 2).map(([commit]) => `${commit}\n`)
    const files = plain.length === 0 ? [] : await diff(['--stdin'], plain.join(''))
    for (const [commit = '', ...parents] of commits) {
      if (parents.length === 1) continue
      const [first, ...others] = await Promise.all(parents.map((parent) => diff([parent, commit])))
      const isNew = ({ path }: PlacedFile) => others.every((other) => other.some((each) => each.path === path))
      const own = first === undefined ? await added(commit) : first.filter(isNew)
      if (own === undefined) return undefined
      files.push(...own)
    }
    return files
  } catch {
    return undefined
  }
}

/** The files in the index that neither the commit that was checked out nor the index at the start has. */
async function stagedFiles({ repository, beginIndex }: WorktreeSnapshot, headCommit: string) {
  const listing = async (index: string) => {
    const { code, stdout } = await repository.git(['diff-index', '--cached', ...DIFF, headCommit], { index })
    if (code !== 0) throw new Error('git cannot read the index')
    return rawRecords(stdout)
  }
  const identity = ({ path, mode, sha }: RawRecord) => [path, mode, sha].join('\0')
  const begin = new Set((await listing(beginIndex)).map(identity))
  const end = await listing(posix.join(repository.gitFolders[0] ?? '', 'index'))
  return end.filter((record) => !begin.has(identity(record))).map(placedFile)
}

const placedFile = ({ path, status, mode, modeBefore, sha }: RawRecord): PlacedFile => ({
  path: toText(path),
  kind: status === 'A' ? 'created' : status === 'D' ? 'deleted' : 'changed',
  mode: status === 'D' ? modeBefore : mode,
  blob: status === 'D' ? '' : sha,
})

/**
 * Puts places back as they were; of the index, these files. `failed`: those where git fails. `reset`: those that are checked out; what
 * their commits changed stays staged.
 */
export async function restorePlaces(
  top: string,
  places: readonly GitPlace[],
  headCommit: string | undefined,
): Promise<{ failed: string[]; reset: string[] }> {
  const git = async (...args: string[]) => runGit({ top }, args)
  // All programs of the run have ended, so a lock is one that a command left to keep git out.
  using root = openRoot(top)
  for (const name of ['index', 'HEAD', 'packed-refs', ...places.map((place) => place.name)])
    await remove(root, join(top, '.git', `${name}.lock`)).catch(() => undefined)
  const branch = (await git('symbolic-ref', '--quiet', 'HEAD')).stdout.trim()
  const result = { failed: [] as string[], reset: [] as string[] }
  for (const { name, before, files } of places) {
    const isCheckedOut = name === 'HEAD' || name === branch
    const commit = before ?? headCommit
    const { code } =
      name === INDEX && headCommit !== undefined
        ? await git('reset', '--quiet', headCommit, '--', ...(files ?? []).map(({ path }) => path))
        : isCheckedOut && commit !== undefined
          ? await git('reset', '--quiet', '--soft', commit)
          : await git('update-ref', '--no-deref', ...(before === undefined ? ['-d', name] : [name, before]))
    if (code !== 0) result.failed.push(name)
    else if (isCheckedOut) result.reset.push(name)
  }
  return result
}

/** Puts files back as they were, through opened folders. `headCommit`: what was checked out then, for the index and for commits since. */
export async function restoreFiles(
  top: string,
  changes: readonly UndoableChange[],
  headCommit: string | undefined,
): Promise<RestoreResult> {
  const failed: string[] = []
  // What stands in the place of a folder goes first.
  for (const change of changes.toSorted((one, other) => Number(other.before === null) - Number(one.before === null)))
    await restoreFile(top, change).catch((error: unknown) => failed.push(`${change.path}: ${messageOf(error)}`))
  const paths = changes.flatMap(({ path, previousPath = path }) => [...new Set([path, previousPath])])
  if (headCommit === undefined || paths.length === 0) return { failed, isUncommitted: false }
  const git = async (...args: string[]) => (await runGit({ top }, args)).stdout
  const isCommitted = (await git('diff', '--name-only', '--no-renames', headCommit, 'HEAD', '--', ...paths)) !== ''
  if (isCommitted) await git('reset', '--quiet', '--soft', headCommit)
  await git('reset', '--quiet', headCommit, '--', ...paths)
  return { failed, isUncommitted: isCommitted }
}

async function restoreFile(
  top: string,
  { path, previousPath = path, before, mode, modeBefore = mode }: UndoableChange,
) {
  using root = openRoot(top)
  if (before === null || previousPath !== path) {
    await remove(root, join(top, path))
    await removeEmptyFolders(root, top, join(top, path))
  }
  if (before === null) return
  const target = join(top, previousPath)
  if (modeBefore === '120000') {
    await remove(root, target)
    using folder = root.open(dirname(target), true)
    await symlink(before.toString(), folder.address(basename(target)))
    return
  }
  if (!modeBefore.startsWith('100')) throw new Error(`git records it with the mode ${modeBefore}`)
  // A link, a folder or another name of the same file in its place would stay.
  await remove(root, target)
  const written = await writeWorkspaceFile(root, { ok: true, path: target, displayPath: previousPath }, before)
  if (!written.ok) throw new Error(written.text)
  using folder = root.open(dirname(target))
  await chmod(folder.address(basename(target)), modeBefore === '100755' ? 0o755 : 0o644)
}

/** Removes the folders above a file that are empty: one can be in the place of a file. */
async function removeEmptyFolders(root: ReturnType<typeof openRoot>, top: string, path: string): Promise<void> {
  for (let each = dirname(path); each !== top; each = dirname(each)) {
    using parent = root.open(dirname(each), true)
    const isRemoved = await rmdir(parent.address(basename(each))).then(
      () => true,
      () => false,
    )
    if (!isRemoved) return
  }
}

/** Removes the file, the link or the empty folder. */
async function remove(root: ReturnType<typeof openRoot>, target: string): Promise<void> {
  using folder = root.open(dirname(target), true)
  const address = folder.address(basename(target))
  await rm(address, { force: true }).catch(() => rmdir(address))
}
