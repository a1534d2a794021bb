import { copyFile, lstat, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { execa } from 'execa'
import { lazy } from '../lazy.ts'
import { isFileAt, pathOnDisk } from '../paths.ts'
import { WAITED, watchReader } from '../process/process-group.ts'
import { findRepositoryTop, HARDENED_OPTIONS, hardenedGitEnvironment, runGit } from '../process/run-git.ts'
import { minimalEnvironment, missingProgramReason, trustedProgramPath } from '../process/trusted-programs.ts'
import { addFolder } from './ignored-files.ts'

/** `repository`: OWNER/NAME. `commits`: commits that the run is about, to tell two checkouts of the repository apart. */
export type CheckoutQuery = { workspace: string; repository: string; commits: readonly string[] }

/**
 * `configuration`: as `git config --null --list` prints it; empty when git cannot read it. `parts`: as they were when it was found, or at
 * the first call.
 */
export type Checkout = { top: string; configuration: string; parts: () => Promise<RepositoryParts> }

/**
 * Where the repository is checked out, or why that is not known. `isEmpty`: no repository is checked out at all. `isFree`: the workspace
 * belongs to none, whatever is in its folders.
 */
export type CheckoutLocation =
  | ({ ok: true } & Checkout)
  | { ok: false; reason: string; isEmpty: boolean; isFree?: boolean }

/** actions/checkout puts repositories into folders of the workspace, rarely deep ones. */
const MAX_DEPTH = 3

const MAX_FOLDERS = 2000

/** Finds the checkout of the run's repository: the workspace, a folder of it, or a folder above it. */
export async function findCheckout({ workspace, repository, commits }: CheckoutQuery): Promise<CheckoutLocation> {
  const nearest = await findRepositoryTop(workspace)
  const checkout = nearest === undefined ? undefined : await readCheckout(nearest, true)
  const remotes = remotesIn(checkout?.configuration ?? '')
  if (checkout !== undefined && (remotes.length === 0 || remotes.includes(repository.toLowerCase())))
    return { ok: true, ...checkout }
  const checkouts: Checkout[] = []
  const below = await repositoriesBelow(workspace)
  for (const top of below) {
    const inner = await readCheckout(top, false)
    if (remotesIn(inner.configuration).includes(repository.toLowerCase())) checkouts.push(inner)
  }
  const [first, second] = checkouts
  if (first !== undefined && second === undefined) return { ok: true, ...first }
  if (first === undefined)
    return {
      ok: false,
      isEmpty: nearest === undefined && below.length === 0,
      isFree: nearest === undefined,
      reason:
        nearest === undefined
          ? `the workspace contains no checkout of ${repository}; add a step with actions/checkout`
          : `the workspace is a checkout of ${remotes.join(', ')}, not of ${repository}`,
    }
  const heads = await Promise.all(checkouts.map(({ top }) => headOf(top)))
  const matching = checkouts.filter((_, index) => commits.includes(heads[index] ?? ''))
  const [only, another] = matching
  return only !== undefined && another === undefined
    ? { ok: true, ...only }
    : { ok: false, isEmpty: false, reason: `the workspace contains ${checkouts.length} checkouts of ${repository}` }
}

/** Whether any repository is checked out in the workspace or above it. */
export const hasCheckout = async (workspace: string): Promise<boolean> =>
  (await findRepositoryTop(workspace)) !== undefined || (await repositoriesBelow(workspace)).length > 0

/** `isLikely`: asks for the parts at the same time. */
async function readCheckout(top: string, isLikely: boolean): Promise<Checkout> {
  const parts = lazy(() => readRepositoryParts(top))
  if (isLikely) parts().catch(() => undefined) // the caller that awaits them sees the error
  const { code, stdout } = await runGit({ top }, ['config', '--null', '--list'])
  return { top, configuration: code === 0 ? stdout : '', parts }
}

/** OWNER/NAME of every remote, in lower case. A remote that is a local path gives its last two parts. */
const remotesIn = (configuration: string): string[] =>
  configuration.split('\0').flatMap((field) => {
    const url = /^remote\..*\.url\n([\s\S]*)/.exec(field)?.[1]?.toLowerCase() ?? ''
    const name = /([^/:\\]+)[/\\]([^/\\]+?)(?:\.git)?\/*$/.exec(url)
    return name === null ? [] : [`${name[1]}/${name[2]}`]
  })

const headOf = async (top: string): Promise<string> =>
  (await runGit({ top }, ['rev-parse', '--verify', '--quiet', 'HEAD'])).stdout.trim()

/** Folders with a `.git` inside, in the order of their depth. Does not look into repositories. */
async function repositoriesBelow(root: string): Promise<string[]> {
  const repositories: string[] = []
  let folders = [root]
  let visited = 0
  for (let depth = 0; depth <= MAX_DEPTH && folders.length > 0; depth += 1) {
    const next: string[] = []
    for (const folder of folders) {
      if (++visited > MAX_FOLDERS) return repositories
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      if (depth > 0 && entries.some(({ name }) => name === '.git')) repositories.push(folder)
      else
        for (const entry of entries)
          if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
            next.push(join(folder, entry.name))
    }
    folders = next
  }
  return repositories
}

/** Where git keeps the parts of a repository, as absolute paths, and what HEAD is. */
export type RepositoryParts = {
  /** The folders of the repository itself. A worktree has two. */
  gitFolders: readonly string[]
  objects: string
  index: string
  exclude: string
  attributes: string
  /** Of object names: sha1 or sha256. */
  format: string
  /** The commit that is checked out; undefined before the first commit. */
  headCommit: string | undefined
  headTree: string | undefined
  references: References
}

const PART_ARGS = [
  ...['--absolute-git-dir', '--git-common-dir'],
  ...['--git-path', 'objects', '--git-path', 'index', '--git-path', 'info/exclude', '--git-path', 'info/attributes'],
  '--show-object-format',
]

/** Asks git, in most repositories once. Rejects when `top` is not the top of a readable repository. */
export async function readRepositoryParts(top: string): Promise<RepositoryParts> {
  const parse = (head: readonly string[]) =>
    gitLines(top, ['rev-parse', '--path-format=absolute', ...PART_ARGS, ...head, ...REFERENCE_ARGS])
  const { lines, hasHead } = await parse(['HEAD^{commit}', 'HEAD^{tree}']).then(
    (all) => ({ lines: all, hasHead: true }),
    // Before the first commit.
    async () => ({ lines: await parse([]), hasHead: false }),
  )
  const [gitFolder, commonFolder, objects, index, exclude, attributes, format, ...rest] = lines
  const [headCommit, headTree] = hasHead ? rest : []
  if (
    gitFolder === undefined ||
    commonFolder === undefined ||
    objects === undefined ||
    index === undefined ||
    exclude === undefined ||
    attributes === undefined
  )
    throw new Error('git did not report the paths of the repository')
  // Each part has its own line, unless a path has a line break. Names and ids follow.
  if (rest.some(isAbsolute)) throw new Error('the path of the repository contains a line break')
  const references = parseReferences(hasHead ? rest.slice(2) : rest) ?? (await readReferences(top))
  const gitFolders = [gitFolder, commonFolder]
  return { gitFolders, objects, index, exclude, attributes, format: format ?? 'sha1', headCommit, headTree, references }
}

async function gitLines(top: string, args: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr, failure } = await runGit({ top }, args)
  if (code !== 0) throw new Error(failure ?? (stderr.trim() || `git ${args[0]} failed`))
  return stdout.replace(/\n$/, '').split('\n')
}

/** The references of a repository, each with its object. */
export type References = ReadonlyMap<string, string>

/** The same for `git rev-parse`, which prints all objects, then all names, in the same order. */
export const REFERENCE_ARGS: readonly string[] = ['--all', '--symbolic-full-name', '--all']

/**
 * Reads the output of `git rev-parse` for these arguments. Undefined when it has another form: git omits a name that means two
 * references, such as a branch and a tag with the same name, but not their commits.
 */
export function parseReferences(lines: readonly string[]): References | undefined {
  const count = lines.length / 2
  const names = lines.slice(count)
  if (!Number.isInteger(count) || names.some((name) => !name.startsWith('refs/'))) return undefined
  return new Map(names.map((name, index) => [name, lines[index] ?? '']))
}

export async function readReferences(top: string): Promise<References> {
  const { code, stdout } = await runGit({ top }, ['for-each-ref', '--format=%(objectname) %(refname)'])
  const lines = code === 0 ? stdout.split('\n').filter(Boolean) : []
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]))
}

const MAX_FILES = 500

/**
 * What identifies the files in which git stores references; it changes when one of them is written. Undefined when there are too many
 * to check, or links among them. `gitFolders`: of the repository.
 */
export async function referenceIdentity(gitFolders: readonly string[]): Promise<string | undefined> {
  const identities: string[] = []
  for (const folder of new Set(gitFolders)) {
    const files = new Map<string, string>()
    for (const name of ['refs/', 'reftable/']) if (!(await addFolder(folder, name, files, MAX_FILES))) return undefined
    for (const path of [...files.keys(), 'packed-refs']) {
      const stats = await lstat(pathOnDisk(folder, path), { bigint: true }).catch(() => undefined)
      if (stats?.isFile() === false) return undefined
      // The time of the last change cannot be set, unlike that of the last write.
      identities.push(
        stats === undefined ? path : [path, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' '),
      )
    }
  }
  return identities.join('\n')
}

/**
 * A private git directory over the checkout's working tree. It reads the objects of the repository and writes its own, has
 * its own index, and knows no filter, hook or other program that the repository configures.
 */
export type PrivateRepository = Pick<RepositoryParts, 'gitFolders' | 'headCommit' | 'headTree' | 'references'> & {
  top: string
  folder: string
  /** Whether git checks out only a part of the files. */
  isSparse: boolean
  /** The all-zero id, which names no object. */
  zeroId: string
  /** Writes the configuration again, in case a command changed it. */
  restore(): Promise<void>
  /** Runs git with paths and output as bytes. Rejects when git cannot start or does not end in time. */
  git(args: readonly string[], options?: PrivateGitOptions): Promise<PrivateGitOutput>
}

/** `index`: another index file than the current one. */
type PrivateGitOptions = { stdin?: Buffer; index?: string }

export type PrivateGitOutput = { code: number; stdout: Buffer; stderr: string }

const PRIVATE_OPTIONS = [
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.ignoreStat=false',
  'core.compression=0',
  'core.safecrlf=false',
  // GitHub rejects names that mean .git on another system.
  'core.protectHFS=true',
  'core.protectNTFS=true',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting])

/** How git reads the working tree. Nothing in this list starts a program. */
const COPIED_SETTINGS =
  /^core\.(?:filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol|checkstat|trustctime|sparsecheckout|sparsecheckoutcone)$/

/** Creates the git directory in an empty folder. Rejects when git cannot read the repository. */
export async function openPrivateRepository(
  { top, configuration, parts }: Checkout,
  folder: string,
  timeoutMs: number,
): Promise<PrivateRepository> {
  const { gitFolders, objects, index, exclude, attributes, format, headCommit, headTree, references } = await parts()
  for (const name of ['objects/info', 'refs', 'info']) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
  const ownConfig = configText(configuration, format)
  async function restore() {
    const names = ['commondir', 'config.worktree', 'hooks', 'HEAD', 'config', 'objects/info/alternates']
    await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })))
    await Promise.all([
      writeFile(join(folder, 'HEAD'), `${headCommit ?? 'ref: refs/heads/none'}\n`),
      writeFile(join(folder, 'objects/info/alternates'), `${quoteAlternate(objects)}\n`),
      writeFile(join(folder, 'config'), ownConfig),
    ])
  }
  await Promise.all([
    restore(),
    copyIfPresent(exclude, join(folder, 'info/exclude')),
    copyIfPresent(attributes, join(folder, 'info/attributes')),
    copyIndex(index, folder),
  ])
  // With the lock, `git status` stores what it read, so the next call reads fewer files.
  const env = { ...hardenedGitEnvironment(minimalEnvironment()), GIT_ATTR_NOSYSTEM: '1', GIT_OPTIONAL_LOCKS: '1' }
  return {
    top,
    folder,
    gitFolders,
    headCommit,
    headTree,
    references,
    isSparse: /^\tsparsecheckout = (?:true|yes|on|1)$/im.test(ownConfig),
    zeroId: '0'.repeat(format === 'sha256' ? 64 : 40),
    restore,
    git: (args, { stdin, index: other } = {}) =>
      runPrivateGit([`--git-dir=${folder}`, `--work-tree=${top}`, ...HARDENED_OPTIONS, ...PRIVATE_OPTIONS, ...args], {
        cwd: top,
        env: other === undefined ? env : { ...env, GIT_INDEX_FILE: other },
        stdin,
        timeoutMs,
      }),
  }
}

/** Git unquotes an alternate that starts with a double quote, and skips one that starts with `#`. */
const quoteAlternate = (path: string) => (/^["#]|[\n\\]/.test(path) ? JSON.stringify(path) : path)

export function configText(listing: string, format: string): string {
  const settings = new Map<string, string>()
  for (const field of listing.split('\0')) {
    const [name = '', value = 'true'] = field.split('\n', 2)
    // On Linux, letter case distinguishes names, even if a copied configuration says otherwise.
    if (name === 'core.ignorecase' && process.platform === 'linux') continue
    if (COPIED_SETTINGS.test(name) && /^\w+$/.test(value)) settings.set(name.slice('core.'.length), value)
  }
  const lines = [...settings].map(([name, value]) => `\t${name} = ${value}`)
  const extensions = format === 'sha1' ? [] : ['[extensions]', `\tobjectFormat = ${format}`]
  return ['[core]', '\trepositoryformatversion = 1', '\tbare = false', ...lines, ...extensions, ''].join('\n')
}

/** The index knows unchanged files by their times. An older time on the index itself only makes git read more files. */
async function copyIndex(index: string, folder: string): Promise<void> {
  if (!(await copyIfPresent(index, join(folder, 'index')))) return
  const { atimeMs, mtimeMs } = await stat(index)
  await utimes(join(folder, 'index'), Math.floor(atimeMs / 1000), Math.floor(mtimeMs / 1000))
  const names = await readdir(dirname(index))
  for (const name of names.filter((each) => /^sharedindex\.[0-9a-f]+$/.test(each)))
    await copyIfPresent(join(dirname(index), name), join(folder, name))
}

/** Copies a regular file. Returns whether there is one. */
export const copyIfPresent = async (from: string, to: string): Promise<boolean> =>
  isFileAt(from) &&
  copyFile(from, to).then(
    () => true,
    () => false,
  )

type PrivateRun = { cwd: string; env: Record<string, string>; stdin: Buffer | undefined; timeoutMs: number }

async function runPrivateGit(
  args: readonly string[],
  { cwd, env, stdin, timeoutMs }: PrivateRun,
): Promise<PrivateGitOutput> {
  const program = trustedProgramPath('git')
  const child = execa(program, args, {
    cwd,
    env,
    extendEnv: false,
    encoding: 'buffer',
    stdin: stdin === undefined ? 'ignore' : 'pipe',
    input: stdin,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: Number.MAX_SAFE_INTEGER,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  let hasWaited = false
  const end = () => {
    hasWaited = true
    child.kill('SIGKILL')
  }
  using _ = child.pid === undefined ? undefined : watchReader(child.pid, cwd, end)
  const { exitCode, stdout, stderr, timedOut, originalMessage } = await child
  if (hasWaited) throw new Error(`git did not end: ${WAITED}`)
  if (timedOut) throw new Error(`git did not end within ${timeoutMs / 1000} seconds`)
  if (exitCode === undefined) throw new Error(missingProgramReason(program) ?? originalMessage ?? 'git did not start')
  return { code: exitCode, stdout: bufferOf(stdout), stderr: bufferOf(stderr).toString('latin1') }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
