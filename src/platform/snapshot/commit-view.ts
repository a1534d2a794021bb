import { createHash } from 'node:crypto'
import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readFile, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isFileAt, isInside, toForwardSlashes } from '../paths.ts'
import { HARDENED_OPTIONS, hardenedGitEnvironment, runGit, splitNulFields } from '../process/run-git.ts'
import { type ProgramResult, runProgram } from '../process/run-program.ts'
import { minimalEnvironment, trustedProgramPath } from '../process/trusted-programs.ts'
import { type Checkout, configText, copyIfPresent, type RepositoryParts } from './git-repository.ts'
import { linkObjects } from './kept-git.ts'

/** A folder with the files of a commit, which stands for a checkout of another one. */
export type CommitView = {
  /** The folder that it stands for: the top of the checkout or, when that is above, the workspace. */
  original: string
  folder: string
  /** The folder that stands for the workspace. */
  workspace: string
  /** Changes by earlier steps that are not in the view: files of the commit that is checked out there, or of this one. */
  leftOut: readonly string[]
  /** Ignored folders that are not in the view, because they have more files than a run copies. */
  tooLarge: readonly string[]
  /**
   * Large ignored folders such as node_modules, relative to `original`. Their files are those of the checkout under a second name, so
   * programs may write there only where isolation keeps what they write.
   */
  linked: readonly string[]
  /** Puts copies in the place of the linked folders. Resolves to those that are too large for it. */
  separate(): Promise<string[]>
}

/** `url`: of the repository. `header`: the HTTP header that opens it. `env`: variables for proxies and certificates. */
export type CommitRemote = { url: string; header: string | undefined; env: Readonly<Record<string, string>> }

/**
 * `workspace`: its real path. `checkout`: absent where the job has none. `folder`: must not exist. `excluded`: folders that are not copied.
 * `remote`: where the commit is when the checkout lacks it.
 */
export type CommitViewQuery = {
  workspace: string
  checkout: Checkout | undefined
  commit: string
  folder: string
  excluded: readonly string[]
  remote: CommitRemote | undefined
  /** Whether isolation can keep what programs write from the files of the checkout. */
  mayLink: boolean
  signal: AbortSignal
}

/**
 * Checks a commit out into a repository of its own. It has the objects and references of the checkout, and the files there that are in no
 * commit, such as node_modules, as copies or, in large folders, as links. The checkout does not change. Git runs no hook and no filter, and enters no submodule. Rejects
 * when git fails, the commit cannot be fetched or the disk is full.
 */
export async function createCommitView(query: CommitViewQuery): Promise<CommitView> {
  const { workspace, checkout, folder } = query
  const place = checkout?.top ?? workspace
  const original = isInside(place, workspace) ? place : workspace
  const top = join(folder, relative(original, place))
  const view = { original, folder, workspace: join(folder, relative(original, workspace)) }
  try {
    await mkdir(top, { recursive: true })
    await checkOutCommit(top, query)
    await mkdir(view.workspace, { recursive: true })
    const { leftOut, tooLarge, linked } =
      checkout === undefined ? NO_FILES : await copyUncommitted(top, checkout, query)
    const beside = checkout === undefined || original !== place ? await copyBeside(original, query) : []
    const changed = checkout === undefined ? [] : await changedFiles(top, checkout)
    const inOriginal = (path: string) => toForwardSlashes(relative(original, join(place, path)))
    return {
      ...view,
      leftOut: [...new Set([...changed, ...leftOut, ...beside])].sort(),
      tooLarge,
      linked: linked.map(inOriginal),
      separate: () => copyLinked(linked, place, top, query),
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

/** A large repository on a slow disk. */
const GIT_MS = 10 * 60_000

async function checkOutCommit(top: string, query: CommitViewQuery): Promise<void> {
  const { checkout, commit, signal } = query
  const git = async (...args: string[]) => checked(await runGit({ top }, args, { signal, timeoutMs: GIT_MS }))
  const parts = await checkout?.parts()
  // What a partial clone lacks cannot be told from what it has, and no server sends it again.
  const isPartial = /(?:^|\0)(?:extensions\.partialclone|remote\.[^\n]*\.promisor)\n/.test(
    checkout?.configuration ?? '',
  )
  await initialize(top, query, parts)
  if (checkout !== undefined && parts !== undefined && !isPartial) await borrowObjects(top, checkout, parts)
  const isKnown = !isPartial && (await runGit({ top }, ['cat-file', '-e', `${commit}^{tree}`])).code === 0
  if (!isKnown) await fetchCommit(top, query)
  await git('read-tree', commit)
  await git('checkout-index', '--all', '--force', '--index')
}

function checked({ code, stdout, stderr, failure }: ProgramResult): string {
  if (code === 0) return stdout
  throw new Error(failure ?? (stderr.trim().split('\n').at(-1) || 'git failed'))
}

/** Settings that the repository keeps. None of them starts a program, and credentials are removed from addresses. */
const KEPT_SETTINGS = /^(user\.(?:name|email)|remote\.[\w./-]+\.(?:url|fetch)|branch\.[\w./-]+\.(?:remote|merge))$/

async function initialize(
  top: string,
  { checkout, commit, remote }: CommitViewQuery,
  parts: RepositoryParts | undefined,
): Promise<void> {
  const gitDir = join(top, '.git')
  for (const name of ['objects/info', 'objects/pack', 'refs/heads', 'info', 'hooks'])
    await mkdir(join(gitDir, name), { recursive: true })
  // A job without a checkout gets the remote that actions/checkout would write.
  const configuration = checkout?.configuration ?? `remote.origin.url\n${remote?.url ?? ''}`
  const ownSettings = configuration.split('\0').flatMap((field) => {
    const [name = '', value = ''] = field.split('\n', 2)
    const [, section, subsection, key] =
      /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(KEPT_SETTINGS.test(name) ? name : '') ?? []
    if (section === undefined) return []
    const plain = value.replace(/(:\/\/)[^/@]*@/, '$1').replace(/["\\]/g, '\\$&')
    return [`[${section}${subsection === undefined ? '' : ` "${subsection}"`}]\n\t${key} = "${plain}"\n`]
  })
  const settings = configText(configuration, parts?.format ?? 'sha1').replace(/^\tsparsecheckout.*\n/gm, '')
  await writeFile(join(gitDir, 'config'), [settings, ...ownSettings].join(''))
  await writeFile(join(gitDir, 'HEAD'), `${commit}\n`)
  if (parts === undefined) return
  await copyIfPresent(parts.exclude, join(gitDir, 'info/exclude'))
  await copyIfPresent(parts.attributes, join(gitDir, 'info/attributes'))
}

/** Gives the repository the history that the checkout has. Its objects are linked, or copied to another disk. */
async function borrowObjects(top: string, checkout: Checkout, { objects, gitFolders }: RepositoryParts): Promise<void> {
  const gitDir = join(top, '.git')
  await linkObjects(objects, join(gitDir, 'objects'), Number.POSITIVE_INFINITY)
  const file = join(objects, 'info/alternates')
  const alternates = isFileAt(file) ? await readFile(file, 'utf8') : undefined
  if (alternates !== undefined) {
    const absolute = alternates.replace(/^(?![#"/\n]).+$/gm, (path) => resolve(objects, path))
    await writeFile(join(gitDir, 'objects/info/alternates'), absolute)
  }
  const [gitFolder = '', commonFolder = gitFolder] = gitFolders
  await copyIfPresent(join(commonFolder, 'shallow'), join(gitDir, 'shallow'))
  const references = checked(
    await runGit({ top: checkout.top }, ['for-each-ref', '--sort=refname', '--format=%(objectname) %(refname)']),
  )
  const lines = references.replace(/^\w+ refs\/(?:stash|replace\/.*)\n/gm, '')
  await writeFile(join(gitDir, 'packed-refs'), `# pack-refs with: sorted \n${lines}`)
}

/** Fetches by id, so that a branch that moves meanwhile changes nothing. */
async function fetchCommit(top: string, { commit, remote, signal }: CommitViewQuery): Promise<void> {
  if (remote === undefined) throw new Error('the checkout lacks the commit, and this GitHub serves no git')
  const { protocol } = new URL(remote.url)
  const gitDir = join(top, '.git')
  const isShallow = await lstat(join(gitDir, 'shallow')).then(
    () => true,
    () => false,
  )
  const hasHistory = !isShallow && (await lstat(join(gitDir, 'packed-refs')).catch(() => undefined)) !== undefined
  const settings = ['http.followRedirects=false', 'gc.auto=0', 'maintenance.auto=false', 'fetch.writeCommitGraph=false']
  const argv = [
    ...[trustedProgramPath('git'), `--git-dir=${gitDir}`, `--work-tree=${top}`, ...HARDENED_OPTIONS],
    ...settings.flatMap((setting) => ['-c', setting]),
    ...['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', ...(hasHistory ? [] : ['--depth=1'])],
    ...[remote.url, commit],
  ] as const
  const header = remote.header === undefined ? {} : headerSetting(remote.url, remote.header)
  const env = {
    ...hardenedGitEnvironment(minimalEnvironment()),
    ...remote.env,
    ...header,
    GIT_ALLOW_PROTOCOL: protocol.slice(0, -1),
  }
  const limits = { cwd: top, env, signal, timeoutMs: GIT_MS, leavesNothingRunning: true, maxBytes: 2 ** 20 }
  checked(await runProgram({ argv: [argv[0] ?? 'git', ...argv.slice(1)] }, limits))
  await rm(join(gitDir, 'FETCH_HEAD'), { force: true })
}

/** In the environment, because other programs see a command line. Git sends it to this address only. */
const headerSetting = (url: string, header: string): Record<string, string> => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: `http.${url}.extraHeader`,
  GIT_CONFIG_VALUE_0: header,
})

/** What the view has of the files that are in no commit. */
type UncommittedFiles = { leftOut: string[]; tooLarge: string[]; linked: string[] }
const NO_FILES: UncommittedFiles = { leftOut: [], tooLarge: [], linked: [] }

/** An ignored folder with more files is linked where that is safe. */
const LINKED_FROM = 1000
/** Each linked folder is a mount. */
const MAX_LINKED = 32
/** A larger ignored folder is not copied. */
const MAX_COPIED = 200_000

/** Copies or links what the checkout has besides the files of its commit: what git ignores there, and what earlier steps wrote. */
async function copyUncommitted(
  top: string,
  checkout: Checkout,
  { excluded, folder, mayLink, signal }: CommitViewQuery,
): Promise<UncommittedFiles> {
  const list = async (...args: string[]) => {
    const listing = ['ls-files', '-z', '--others', '--directory', '--no-empty-directory', ...args]
    return splitNulFields(checked(await runGit({ top: checkout.top }, listing, { signal, timeoutMs: GIT_MS })))
  }
  const [paths, ignored] = await Promise.all([list(), list('--ignored', '--exclude-standard')])
  const ignoredFolders = new Set(ignored.filter((path) => path.endsWith('/')))
  const files: UncommittedFiles = { leftOut: [], tooLarge: [], linked: [] }
  const options = copyOptions({ excluded: [...excluded, folder], signal }, checkout.top, files.leftOut)
  for (const path of paths) {
    const name = path.replace(/\/$/, '')
    const [from, to] = [join(checkout.top, name), join(top, name)]
    if (!(await hasRealParents(top, name))) files.leftOut.push(name)
    else if (ignoredFolders.has(path) && (await lstat(to).catch(() => undefined)) === undefined) {
      const count = await countFiles(from, MAX_COPIED)
      if (mayLink && count > LINKED_FROM && files.linked.length < MAX_LINKED) {
        await linkTree(from, to, options)
        files.linked.push(name)
      } else if (count > MAX_COPIED) files.tooLarge.push(name)
      else await copyTree(from, to, options)
    } else await copyTree(from, to, options)
  }
  return files
}

async function copyLinked(
  linked: readonly string[],
  checkoutTop: string,
  top: string,
  { excluded, folder, signal }: CommitViewQuery,
): Promise<string[]> {
  const tooLarge: string[] = []
  for (const name of linked) {
    const [from, to] = [join(checkoutTop, name), join(top, name)]
    await rm(to, { recursive: true, force: true })
    if ((await countFiles(from, MAX_COPIED)) > MAX_COPIED) tooLarge.push(name)
    else await copyTree(from, to, copyOptions({ excluded: [...excluded, folder], signal }, checkoutTop, []))
  }
  return tooLarge
}

/** The number of files in a folder; counts no further than one more than `limit`. */
async function countFiles(folder: string, limit: number): Promise<number> {
  let count = 0
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined && count <= limit; next = folders.pop())
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => []))
      if (entry.isDirectory()) folders.push(join(next, entry.name))
      else count += 1
  return count
}

/** Gives the files of a folder a second name in a new one. Synchronous for each folder: there are very many files. */
async function linkTree(from: string, to: string, options: CopyOptions): Promise<void> {
  options.signal.throwIfAborted()
  if (isExcluded(from, options)) return
  mkdirSync(to, { mode: (lstatSync(from, { throwIfNoEntry: false })?.mode ?? 0) | 0o700 })
  const folders: string[] = []
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory()) folders.push(entry.name)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(from, entry.name)), join(to, entry.name))
    else if (entry.isFile() && !isExcluded(join(from, entry.name), options)) linkFile(from, to, entry.name)
  }
  await setImmediate()
  for (const name of folders) await linkTree(join(from, name), join(to, name), options)
}

function linkFile(from: string, to: string, name: string): void {
  try {
    linkSync(join(from, name), join(to, name))
  } catch {
    // On another disk, or a file of another user.
    copyFileSync(join(from, name), join(to, name), constants.COPYFILE_FICLONE)
  }
}

/** Copies what is beside a checkout in a folder of the workspace, or all where there is no checkout. Resolves to what the view lacks. */
async function copyBeside(
  original: string,
  { checkout, excluded, folder, signal }: CommitViewQuery,
): Promise<string[]> {
  const leftOut: string[] = []
  const own = checkout === undefined ? [] : [checkout.top]
  const options = copyOptions({ excluded: [...excluded, folder, ...own], signal }, original, leftOut)
  for (const entry of await readdir(original)) await copyTree(join(original, entry), join(folder, entry), options)
  return leftOut
}

const copyOptions = (
  options: Pick<CopyOptions, 'excluded' | 'signal'>,
  root: string,
  leftOut: string[],
): CopyOptions => ({ ...options, onLeftOut: (path) => void leftOut.push(toForwardSlashes(relative(root, path))) })

/** Larger files count as changed when git is not sure. */
const MAX_COMPARED_BYTES = 20_000_000

/**
 * The tracked files that earlier steps changed and that the view has otherwise. Only bytes are compared, because git would run filters of the
 * repository for that.
 */
async function changedFiles(top: string, checkout: Checkout): Promise<string[]> {
  const { headCommit, format } = await checkout.parts()
  if (headCommit === undefined) return []
  const list = async (...args: string[]) => {
    const { code, stdout } = await runGit({ top: checkout.top }, args)
    return code === 0 ? splitNulFields(stdout) : []
  }
  const [written, staged] = await Promise.all([
    list('diff-files', '-z', '--name-only', '--ignore-submodules=all'),
    list('diff-index', '-z', '--cached', '--name-only', '--no-renames', '--ignore-submodules=all', headCommit),
  ])
  const candidates = [...new Set([...written, ...staged])]
  if (candidates.length === 0) return []
  const entries = await list('ls-tree', '-r', '-z', '--full-tree', headCommit)
  const committed = new Map(entries.map((entry) => [entry.slice(entry.indexOf('\t') + 1), entry.split(/[ \t]/)[2]]))
  const changed: string[] = []
  for (const path of candidates) {
    const [here, inView] = await Promise.all([checkout.top, top].map((folder) => blobId(join(folder, path), format)))
    if (here === 'too large' || (here !== inView && here !== committed.get(path))) changed.push(path)
  }
  return changed
}

/** The id that git gives to the bytes of a file or link; undefined when there is none. */
async function blobId(path: string, format: string): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined)
  if (stats?.isFile() !== true && stats?.isSymbolicLink() !== true) return undefined
  if (stats.size > MAX_COMPARED_BYTES) return 'too large'
  const bytes = stats.isFile() ? await readFile(path) : Buffer.from(await readlink(path))
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** Whether the folders of a path are folders or do not exist: the commit may have links or files in their place. */
async function hasRealParents(top: string, path: string): Promise<boolean> {
  const parent = dirname(path)
  if (parent === '.') return true
  if (!(await hasRealParents(top, parent))) return false
  const stats = await lstat(join(top, parent)).catch(() => undefined)
  if (stats === undefined) await mkdir(join(top, parent))
  return stats === undefined || stats.isDirectory()
}

/** `onLeftOut`: called with what is not copied, because the target has something else there. */
type CopyOptions = { excluded: readonly string[]; signal: AbortSignal; onLeftOut: (path: string) => void }

const AT_ONCE = 32

const hasSameBytes = async (one: string, other: string): Promise<boolean> => {
  const [first, second] = await Promise.all([one, other].map((path) => blobId(path, 'sha1')))
  return first !== undefined && first !== 'too large' && first === second
}

/** Credentials that google-github-actions/auth leaves in the workspace. */
const CREDENTIALS = /^gha-creds-.*\.json$/i

const isExcluded = (path: string, { excluded }: Pick<CopyOptions, 'excluded'>): boolean =>
  excluded.some((folder) => isInside(folder, path)) || CREDENTIALS.test(basename(path))

/** Copies files, links and folders that the target lacks; never a socket or a device, and nothing through a link. */
async function copyTree(from: string, to: string, options: CopyOptions): Promise<void> {
  const { signal, onLeftOut } = options
  if (isExcluded(from, options)) return
  signal.throwIfAborted()
  const [stats, present] = await Promise.all([lstat(from), lstat(to)].map((each) => each.catch(() => undefined)))
  if (stats === undefined) return
  if (present !== undefined && !(stats.isDirectory() && present.isDirectory()))
    return (await hasSameBytes(from, to)) ? undefined : onLeftOut(from)
  if (stats.isSymbolicLink()) return symlink(await readlink(from), to)
  if (stats.isFile()) {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return utimes(to, stats.atime, stats.mtime)
  }
  if (!stats.isDirectory()) return
  if (present === undefined) await mkdir(to, { mode: stats.mode | 0o700 })
  const names = await readdir(from)
  for (let start = 0; start < names.length; start += AT_ONCE)
    await Promise.all(
      names.slice(start, start + AT_ONCE).map((name) => copyTree(join(from, name), join(to, name), options)),
    )
}
