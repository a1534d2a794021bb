import { copyFile, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { HARDENED_OPTIONS, hardenedGitEnvironment } from '../process/git.ts'
import { minimalEnvironment, missingProgramReason, trustedProgramPath } from '../process/trusted-programs.ts'
import type { Checkout } from './find-checkout.ts'
import type { RepositoryParts } from './repository-parts.ts'

/**
 * A git directory of our own over somebody else's working tree. It reads the objects of the repository and writes its own, has
 * its own index, and knows no filter, hook or other program that the repository configures.
 */
export type PrivateRepository = Pick<RepositoryParts, 'gitFolders' | 'headCommit' | 'headTree' | 'references'> & {
  top: string
  folder: string
  /** Whether git checks out only a part of the files. */
  isSparse: boolean
  /** The id of no object. */
  zeroId: string
  /** Writes the configuration again, in case that a command found it. */
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
  // GitHub refuses names that are .git on another system.
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
  // With the lock, `git status` stores what it read, so that the next one reads fewer files.
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

function configText(listing: string, format: string): string {
  const settings = new Map<string, string>()
  for (const field of listing.split('\0')) {
    const [name = '', value = 'true'] = field.split('\n', 2)
    // On Linux names differ by letter case, whatever a copied configuration says.
    if (name === 'core.ignorecase' && process.platform === 'linux') continue
    if (COPIED_SETTINGS.test(name) && /^\w+$/.test(value)) settings.set(name.slice('core.'.length), value)
  }
  const lines = [...settings].map(([name, value]) => `\t${name} = ${value}`)
  const extensions = format === 'sha1' ? [] : ['[extensions]', `\tobjectFormat = ${format}`]
  return ['[core]', '\trepositoryformatversion = 1', '\tbare = false', ...lines, ...extensions, ''].join('\n')
}

/** The index knows unchanged files by their times. An older time of the index itself only makes git read more files. */
async function copyIndex(index: string, folder: string): Promise<void> {
  if (!(await copyIfPresent(index, join(folder, 'index')))) return
  const { atimeMs, mtimeMs } = await stat(index)
  await utimes(join(folder, 'index'), Math.floor(atimeMs / 1000), Math.floor(mtimeMs / 1000))
  const names = await readdir(dirname(index))
  for (const name of names.filter((each) => /^sharedindex\.[0-9a-f]+$/.test(each)))
    await copyIfPresent(join(dirname(index), name), join(folder, name))
}

const copyIfPresent = (from: string, to: string): Promise<boolean> =>
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
  const { exitCode, stdout, stderr, timedOut, originalMessage } = await execa(program, args, {
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
  if (timedOut) throw new Error(`git did not end within ${timeoutMs / 1000} seconds`)
  if (exitCode === undefined) throw new Error(missingProgramReason(program) ?? originalMessage ?? 'git did not start')
  return { code: exitCode, stdout: bufferOf(stdout), stderr: bufferOf(stderr).toString('latin1') }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
