import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { writeObject } from '../../src/emulators/github/git-objects.ts'
import { readCommit, resolveCommit, writeCommit, writeGitTree } from '../../src/emulators/github/repository-git.ts'
import { SHARED_FOLDER } from '../shared-folder.ts'

const run = promisify(execFile)

export type Checkout = {
  /** What actions/checkout checks out: the merge of the pull request, its head, or the base branch. `none`: the job has no such step. */
  at: 'merge' | 'head' | 'base' | 'none'
  /** Full history, or a single commit as actions/checkout does by default. */
  depth: 'full' | 'one'
  /** `owner/name`; that of the run unless given. All repositories have the same files. */
  repository?: string
  /** `path`: a folder of the workspace. */
  folder?: string
  /** Of a SHA, so that HEAD is on no branch. */
  detached?: boolean
  /** `sparse-checkout`: folders, in a partial clone. */
  sparse?: readonly string[]
  /** `false`: `persist-credentials: false`. */
  keepsCredential?: boolean
}

export type SampleRepository = {
  /** The repository as GitHub has it: `main`, the head branch, refs/pull/N/head and refs/pull/N/merge. */
  origin: string
  /** The checked-out worktree. */
  workspace: string
  base: string
  head: string
  merge: string
}

/** Entries that a file system might not support. `text`: content of a file, target of a link. */
export type TreeEntry = { path: string; mode: '100644' | '120000' | '160000'; text?: string }

export type SampleOptions = {
  /**
   * Folder with `repo/` (the base) and, for a pull request, `head/` (files laid over it), `gone/` (files that the head removes) and `later/`
   * (what the base has got since).
   */
  from: string
  /** An empty folder to build in. */
  into: string
  /** Number of the pull request. */
  number?: number
  headBranch?: string
  /** In every commit, in addition to the files. */
  entries?: readonly TreeEntry[]
  checkout: Checkout | readonly Checkout[]
  /** actions/checkout leaves this in .git/config, base64-encoded. */
  token?: string
  /** Where it came from; github.com unless given. */
  server?: string
}

type Shas = Pick<SampleRepository, 'base' | 'head' | 'merge'>

/** Real git repositories as a job finds them after actions/checkout. Same files, same SHAs. */
export async function prepareRepository(options: SampleOptions): Promise<SampleRepository> {
  const { into, number = 1, headBranch = 'topic', checkout, token, server = 'https://github.com' } = options
  const [origin, workspace] = [join(into, 'origin'), join(into, 'workspace')]
  const commits = digestOf(options)
  const made = await madeOnce(commits, (folder, kept) => buildOrigin(options, folder, kept))
  copyFolder(join(made, 'origin'), origin)
  const shas = JSON.parse(await readFile(join(made, 'shas.json'), 'utf8')) as Shas // written by buildOrigin
  const pull = join(origin, `.git/refs/pull/${number}`)
  await mkdir(pull, { recursive: true })
  await writeFile(join(pull, 'head'), `${shas.head}\n`)
  await writeFile(join(pull, 'merge'), `${shas.merge}\n`)
  await mkdir(workspace)
  for (const { keepsCredential = true, at, ...more } of [checkout].flat()) {
    if (at === 'none') continue
    const place = { at, ...more }
    const wishes = JSON.stringify([commits, place, place.at === 'merge' ? number : 0, server])
    const key = createHash('sha256').update(wishes).digest('hex')
    const checkedOut = await madeOnce(key, (folder) =>
      checkOut({ ...place, number, headBranch, server }, origin, join(folder, 'workspace')),
    )
    const folder = join(workspace, place.folder ?? '')
    copyFolder(join(checkedOut, 'workspace'), folder)
    refreshIndex(folder)
    if (token !== undefined && keepsCredential) await leaveCredential(folder, token, server)
  }
  return { origin, workspace, ...shas }
}

let own: string | undefined

/** That of the tests, or one until this program ends. */
function sharedFolder(): string {
  const shared = process.env[SHARED_FOLDER] ?? own
  if (shared !== undefined) return shared
  const folder = mkdtempSync(join(tmpdir(), 'sluice-sample-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  own = folder
  return folder
}

/** Makes it in `folder`, which becomes `kept`. */
type Make = (folder: string, kept: string) => Promise<void>

const folders = new Map<string, Promise<string>>()

/** A folder that is made once and then copied, because ten git calls are slow. All test processes share it. */
function madeOnce(name: string, make: Make): Promise<string> {
  const known = folders.get(name)
  if (known !== undefined) return known
  const made = makeShared(name, make)
  folders.set(name, made)
  return made
}

async function makeShared(name: string, make: Make): Promise<string> {
  const kept = join(sharedFolder(), name)
  if (existsSync(kept)) return kept
  const fresh = await mkdtemp(`${kept}-`)
  await make(fresh, kept)
  // Another process may have been faster; its result is the same.
  await rename(fresh, kept).catch(() => undefined)
  return kept
}

/** Without waiting, because Node.js copies a whole folder at once only so. */
const copyFolder = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })

/**
 * As `git update-index --refresh`: the index knows files by their inode and times, which are others in a copy.
 * Source: git's documentation, "index-format".
 */
function refreshIndex(workspace: string): void {
  const file = join(workspace, '.git/index')
  const index = readFileSync(file)
  if (index.readUInt32BE(4) > 3) throw new Error(`${file}: only versions 2 and 3 are read here`)
  let entry = 12
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const hasMoreFlags = (index[entry + 60] ?? 0) & 0x40
    const name = entry + (hasMoreFlags ? 64 : 62)
    const end = index.indexOf(0, name)
    const facts = lstatSync(join(workspace, index.toString('utf8', name, end)), { bigint: true, throwIfNoEntry: false })
    // Files that are not checked out, and submodules, stay as they are.
    if (facts !== undefined && !facts.isDirectory()) {
      const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = facts
      const times = [ctimeNs, mtimeNs].flatMap((time) => [time / NANOSECONDS, time % NANOSECONDS])
      const mode = BigInt(index.readUInt32BE(entry + 24))
      const fields = [...times, dev, ino, mode, uid, gid, size]
      for (const [at, field] of fields.entries()) index.writeUInt32BE(Number(BigInt.asUintN(32, field)), entry + 4 * at)
    }
    entry += (Math.floor((end - entry) / 8) + 1) * 8
  }
  createHash('sha1')
    .update(index.subarray(0, -20))
    .digest()
    .copy(index, index.length - 20)
  writeFileSync(file, index)
}

const NANOSECONDS = 1_000_000_000n

/**
 * A commit on a branch of `origin`, as a push brings it, without starting git. Text null removes a file. `from`: where a new branch starts.
 * `amends`: in the place of the last commit. Returns its SHA.
 */
export async function pushCommit(
  origin: string,
  branch: string,
  files: Record<string, string | null>,
  { from, amends = false, message = 'Change', date = new Date().toISOString() }: PushedCommit = {},
): Promise<string> {
  const tip = await resolveCommit(origin, from ?? branch)
  const parent = tip === undefined ? undefined : await readCommit(origin, tip)
  if (parent === undefined) throw new Error(`${from ?? branch} is no commit`)
  const mode = '100644'
  const changes = Object.entries(files).map(([path, text]) => ({
    path,
    mode,
    sha: text === null ? null : writeObject(origin, 'blob', Buffer.from(text)),
  }))
  const tree = await writeGitTree(origin, parent.tree, changes)
  const wendy = { name: 'Wendy', email: 'wendy@example.com', date }
  const parents = amends ? parent.parents : [parent.sha]
  const sha = await writeCommit(origin, { tree, parents, author: wendy, committer: wendy, message: `${message}\n` })
  await mkdir(dirname(join(origin, '.git/refs/heads', branch)), { recursive: true })
  await writeFile(join(origin, '.git/refs/heads', branch), `${sha}\n`)
  return sha
}

type PushedCommit = { from?: string; amends?: boolean; message?: string; date?: string }

/** Fetches what was pushed to `origin`, which has only that in a store of its own, and checks it out. */
export async function checkOutPushed(origin: string, workspace: string, sha: string): Promise<void> {
  const [from, to] = [origin, workspace].map((folder) => join(folder, '.git/objects'))
  for (const each of readdirSync(from ?? ''))
    if (each.length === 2) copyFolder(join(from ?? '', each), join(to ?? '', each))
  await git(workspace, ['checkout', '--quiet', '--detach', sha])
}

/** The same for the same commits. */
function digestOf({ from, headBranch, entries }: SampleOptions): string {
  const hash = createHash('sha256').update(JSON.stringify({ headBranch, entries }))
  for (const side of ['repo', 'head', 'gone', 'later'])
    for (const file of filesUnder(join(from, side))) {
      const facts = lstatSync(file)
      const bytes = facts.isSymbolicLink() ? readlinkSync(file) : readFileSync(file)
      hash.update(JSON.stringify([relative(from, file), facts.mode, bytes.length])).update(bytes)
    }
  return hash.digest('hex')
}

const filesUnder = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
    : []

/** The repository as GitHub has it, but for the references of the pull request, and its SHAs. `folder` becomes `kept`. */
async function buildOrigin(
  { from, headBranch = 'topic', entries = [] }: SampleOptions,
  folder: string,
  kept: string,
): Promise<void> {
  const origin = join(folder, 'origin')
  await mkdir(origin, { recursive: true })
  await cp(join(from, 'repo'), origin, { recursive: true, verbatimSymlinks: true })
  await initialize(origin)
  const first = await commit(origin, 'Base', 1, entries)

  // As `git switch --create` does.
  const branch = join(origin, '.git/refs/heads', headBranch)
  await mkdir(dirname(branch), { recursive: true })
  await writeFile(branch, `${first}\n`)
  await writeFile(join(origin, '.git/HEAD'), `ref: refs/heads/${headBranch}\n`)
  await cp(join(from, 'head'), origin, { recursive: true, force: true, verbatimSymlinks: true }).catch(ignoreMissing)
  for (const gone of filesUnder(join(from, 'gone'))) await rm(join(origin, relative(join(from, 'gone'), gone)))
  const head = await commit(origin, 'Change', 2, entries)

  const base = existsSync(join(from, 'later')) ? await moveBase(origin, join(from, 'later'), entries) : first
  const tree = base === first ? `${head}^{tree}` : await git(origin, ['merge-tree', '--write-tree', base, head])
  const parents = [base, head].flatMap((parent) => ['-p', parent])
  const message = `Merge ${head} into ${base}`
  const merge = await git(origin, ['commit-tree', ...parents, '-m', message, tree], 3)
  await writeFile(join(origin, '.git/HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(folder, 'shas.json'), JSON.stringify({ base, head, merge }))
  // The objects of the copies are the same, so the emulator reads each once.
  const objects = join(origin, '.git/objects')
  await rename(objects, join(folder, 'objects'))
  await mkdir(join(objects, 'info'), { recursive: true })
  await writeFile(join(objects, 'info/alternates'), `${join(kept, 'objects')}\n`)
}

/** A commit on main after the pull request began. */
async function moveBase(origin: string, from: string, entries: readonly TreeEntry[]): Promise<string> {
  await git(origin, ['checkout', '--quiet', '--force', 'main'])
  await cp(from, origin, { recursive: true, force: true, verbatimSymlinks: true })
  return commit(origin, 'Later', 3, entries)
}

let empty: Promise<string> | undefined

/** An empty repository on `main`, as `git init` makes it. */
async function initialize(folder: string): Promise<void> {
  empty ??= mkdtemp(join(sharedFolder(), 'empty-')).then(async (first) => {
    await git(first, ['init', '--quiet', '--template=', '--initial-branch=main'])
    // As GitHub does.
    await git(first, ['config', 'uploadpack.allowFilter', 'true'])
    return join(first, '.git')
  })
  await cp(await empty, join(folder, '.git'), { recursive: true })
}

type CheckoutPlace = Required<Pick<SampleOptions, 'number' | 'headBranch' | 'server'>> &
  Pick<Checkout, 'depth' | 'detached' | 'sparse' | 'repository'> & { at: Exclude<Checkout['at'], 'none'> }

/** What actions/checkout does: fetch into an empty repository, check out. */
async function checkOut(
  { at, depth, detached = false, sparse = [], repository = 'octo/pond', number, headBranch, server }: CheckoutPlace,
  origin: string,
  workspace: string,
): Promise<void> {
  const { remote, local, branch } = {
    merge: { remote: `refs/pull/${number}/merge`, local: `refs/remotes/pull/${number}/merge`, branch: ['--detach'] },
    head: {
      remote: `refs/heads/${headBranch}`,
      local: `refs/remotes/origin/${headBranch}`,
      branch: ['-B', headBranch],
    },
    base: { remote: 'refs/heads/main', local: 'refs/remotes/origin/main', branch: ['-B', 'main'] },
  }[at]
  const shallow = depth === 'one' ? ['--depth=1'] : []
  const branches = depth === 'one' ? [] : ['+refs/heads/*:refs/remotes/origin/*']
  await mkdir(workspace)
  await initialize(workspace)
  for (const folder of ['hooks', 'info']) await mkdir(join(workspace, '.git', folder))
  // With a file: URL git uses its protocol and respects a depth.
  const url = pathToFileURL(origin).href
  const fetched = '+refs/heads/*:refs/remotes/origin/*'
  await appendFile(join(workspace, '.git/config'), `[remote "origin"]\n\turl = ${url}\n\tfetch = ${fetched}\n`)
  const wanted = [...new Set([...branches, `+${remote}:${local}`])]
  const filter = sparse.length === 0 ? [] : ['--filter=blob:none']
  await git(workspace, ['fetch', '--quiet', '--no-tags', ...shallow, ...filter, 'origin', ...wanted])
  if (sparse.length > 0) await git(workspace, ['sparse-checkout', 'set', ...sparse])
  await git(workspace, ['checkout', '--quiet', '--force', ...(detached ? ['--detach'] : branch), local])
  const config = join(workspace, '.git/config')
  await writeFile(
    config,
    (await readFile(config, 'utf8')).replace(`\turl = ${url}\n`, `\turl = ${server}/${repository}\n`),
  )
}

/** For later git commands of the job, as actions/checkout does. */
async function leaveCredential(workspace: string, token: string, server: string): Promise<void> {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  const header = `[http "${server}/"]\n\textraheader = AUTHORIZATION: basic ${basic}\n`
  await appendFile(join(workspace, '.git/config'), header)
}

async function commit(dir: string, message: string, day: number, entries: readonly TreeEntry[]): Promise<string> {
  await git(dir, ['add', '--all', '--force'])
  for (const { path, mode, text = '' } of entries) {
    const file = join(dir, '..', 'entry')
    await writeFile(file, text)
    // A submodule is another repository's commit, which is not here.
    const object = mode === '160000' ? '1'.repeat(40) : await git(dir, ['hash-object', '-w', file])
    await git(dir, ['update-index', '--add', '--cacheinfo', `${mode},${object},${path}`])
  }
  await git(dir, ['commit', '--quiet', '--allow-empty', '--no-verify', '-m', message], day)
  const branch = (await readFile(join(dir, '.git/HEAD'), 'utf8')).slice('ref: '.length).trim()
  return (await readFile(join(dir, '.git', branch), 'utf8')).trim()
}

/** A fixed author and date, so that the same files give the same SHAs. */
async function git(dir: string, args: readonly string[], day = 1): Promise<string> {
  const date = `2026-01-0${day}T09:00:00Z`
  const { stdout } = await run('git', ['-c', 'commit.gpgsign=false', '-c', 'maintenance.auto=false', ...args], {
    cwd: dir,
    env: {
      ...process.env,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_AUTHOR_NAME: 'Wendy',
      GIT_AUTHOR_EMAIL: 'wendy@example.com',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: 'Wendy',
      GIT_COMMITTER_EMAIL: 'wendy@example.com',
      GIT_COMMITTER_DATE: date,
    },
  })
  return stdout.trim()
}

/** Only pull requests have a `head/`. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
