import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readFile, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
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
  signal: AbortSignal
}

/**
 * Checks a commit out into a repository of its own. It has the objects and references of the checkout, and copies of the files there that
 * are in no commit, such as node_modules. The checkout does not change. Git runs no hook and no filter, and enters no submodule. Rejects
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
    const uncommitted = checkout === undefined ? [] : await copyUncommitted(top, checkout, query)
    const beside = checkout === undefined || original !== place ? await copyBeside(original, query) : []
    const changed = checkout === undefined ? [] : await changedFiles(top, checkout)
    return { ...view, leftOut: [...new Set([...changed, ...uncommitted, ...beside])].sort() }
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

/** Copies what the checkout has besides the files of its commit: what git ignores there, and what earlier steps wrote. Resolves to what the view lacks. */
async function copyUncommitted(
  top: string,
  checkout: Checkout,
  { excluded, folder, signal }: CommitViewQuery,
): Promise<string[]> {
  const listing = ['ls-files', '-z', '--others', '--directory', '--no-empty-directory']
  const paths = splitNulFields(checked(await runGit({ top: checkout.top }, listing, { signal, timeoutMs: GIT_MS })))
  const leftOut: string[] = []
  const options = copyOptions({ excluded: [...excluded, folder], signal }, checkout.top, leftOut)
  for (const path of paths) {
    const name = path.replace(/\/$/, '')
    if (await hasRealParents(top, name)) await copyTree(join(checkout.top, name), join(top, name), options)
    else leftOut.push(name)
  }
  return leftOut
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

/** Copies files, links and folders that the target lacks; never a socket or a device, and nothing through a link. */
async function copyTree(from: string, to: string, options: CopyOptions): Promise<void> {
  const { excluded, signal, onLeftOut } = options
  if (excluded.some((folder) => isInside(folder, from)) || CREDENTIALS.test(basename(from))) return
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
