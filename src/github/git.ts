import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { terminateProcessGroup, watchReader } from '../platform/process/process-group.ts'
import { HARDENED_OPTIONS, hardenedGitEnvironment } from '../platform/process/run-git.ts'
import { runProgram, startPipedProgram } from '../platform/process/run-program.ts'
import { trustedProgramPath } from '../platform/process/trusted-programs.ts'

/** One entry of a tree, folders included. `mode` as in git: 040000 (folder), 100644, 100755, 120000 (link), 160000 (submodule). `target`: the file that a followed link stands for. */
export type GitEntry = { path: string; mode: string; sha: string; target?: string }

/** `status` as git's letter: A, M, D, R, C, T (kind of file), U. `from` is the previous path of R and C. */
export type GitChange = { status: string; path: string; from?: string }

/** The local repository, read only. Every method resolves with undefined when the local objects lack what it needs. */
export type Git = {
  /** The full SHA of a commit, by any revision name. */
  revParse(name: string): Promise<string | undefined>
  /** The SHA of a commit's tree. */
  treeOf(commit: string): Promise<string | undefined>
  /** The entries of a tree, by its SHA; `path` is the bare name. */
  entries(tree: string): Promise<GitEntry[] | undefined>
  /** The text of a blob, by its SHA. */
  blob(sha: string): Promise<string | undefined>
  /** The changed files between two commits. */
  changedFiles(from: string, to: string): Promise<GitChange[] | undefined>
  /**
   * The changed files between HEAD and the working tree, untracked files included.
   * Filters do not run, so a touched file with a filter (Git LFS) counts as changed.
   */
  status(): Promise<GitChange[] | undefined>
  /** The paths of all files in the index, from the top of the checkout. */
  listFiles(): Promise<string[] | undefined>
}

/**
 * Opens the repository in a folder with untrusted content. `env` is the environment of child processes (childEnvironment). Git runs
 * no program that the repository configures, fetches nothing and enters no other repository.
 */
export function openGit(folder: string, env: Readonly<Record<string, string>>): Git {
  const limits = {
    cwd: folder,
    env: hardenedGitEnvironment(env),
    timeoutMs: 60_000,
    maxBytes: MAX_OUTPUT_BYTES,
    leavesNothingRunning: true,
    reads: folder,
  }

  async function git(...args: string[]): Promise<string | undefined> {
    const { code, stdout, truncatedBytes } = await runProgram(
      { argv: [trustedProgramPath('git'), ...HARDENED_OPTIONS, ...args] },
      limits,
    )
    // A truncated listing would look complete.
    return code === 0 && truncatedBytes === 0 ? stdout : undefined
  }

  const readObject = openGitObjects({
    argv: [trustedProgramPath('git'), ...HARDENED_OPTIONS],
    cwd: folder,
    env: limits.env,
  })
  const readBytes = async (sha: string, kind: string) => {
    const object = isSha(sha) ? await readObject(sha) : undefined
    return object?.kind === kind ? object.bytes : undefined
  }

  return {
    async revParse(name) {
      const output = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)
      return output?.trim() || undefined
    },
    async treeOf(commit) {
      const bytes = await readBytes(commit, 'commit')
      return bytes && /^tree ([0-9a-f]+)\n/.exec(bytes.toString('latin1', 0, 100))?.[1]
    },
    async entries(tree) {
      const bytes = await readBytes(tree, 'tree')
      return bytes && parseTree(bytes, tree.length / 2)
    },
    async blob(sha) {
      return (await readBytes(sha, 'blob'))?.toString('utf8')
    },
    async changedFiles(from, to) {
      if (!isSha(from) || !isSha(to)) return undefined
      const listing = await git(
        'diff-tree',
        '-r',
        '-z',
        '-M',
        '--name-status',
        '--no-ext-diff',
        '--no-textconv',
        from,
        to,
      )
      return listing === undefined ? undefined : parseNameStatus(listing)
    },
    async status() {
      const unfiltered = await withoutFilters(git)
      const listing = await git(
        ...unfiltered,
        'status',
        '--porcelain=v1',
        '-z',
        '--no-renames',
        '--untracked-files=all',
        '--ignore-submodules=all',
      )
      return listing?.split('\0').filter(Boolean).map(parseStatus)
    },
    async listFiles() {
      return (await git('ls-files', '-z', '--full-name'))?.split('\0').filter(Boolean)
    },
  }
}

/** Only a full SHA becomes an argument of git: other text could be an option or an expression. */
const isSha = (text: string) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)

const MAX_OUTPUT_BYTES = 256 * 2 ** 20

/** `-c` options that turn off every filter of the repository's configuration; `status` would run them. */
export async function withoutFilters(git: (...args: string[]) => Promise<string | undefined>): Promise<string[]> {
  const names = (await git('config', '--null', '--name-only', '--get-regexp', '^filter\\.'))?.split('\0') ?? []
  const filters = new Set(names.filter(Boolean).map((name) => name.replace(/\.[^.]*$/, '')))
  return [...filters].flatMap((filter) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${filter}.${setting}`]),
  )
}

/** Parses `MODE NAME`, NUL, and the SHA in `shaBytes` bytes. */
function parseTree(tree: Buffer, shaBytes: number): GitEntry[] | undefined {
  const entries: GitEntry[] = []
  for (let start = 0; start < tree.length; ) {
    const space = tree.indexOf(' ', start)
    const end = tree.indexOf(0, space)
    if (space < 0 || end < 0) return undefined
    entries.push({
      mode: tree.toString('latin1', start, space).padStart(6, '0'),
      path: tree.toString('utf8', space + 1, end),
      sha: tree.toString('hex', end + 1, end + 1 + shaBytes),
    })
    start = end + 1 + shaBytes
  }
  return entries
}

/** Parses `LETTER[SCORE]` NUL `PATH`, and for R and C `PREVIOUS` NUL `PATH`. */
function parseNameStatus(listing: string): GitChange[] {
  const fields = listing.split('\0')
  const changes: GitChange[] = []
  for (let index = 0; index + 1 < fields.length; ) {
    const status = fields[index++]?.[0] ?? ''
    const from = status === 'R' || status === 'C' ? fields[index++] : undefined
    const path = fields[index++] ?? ''
    changes.push(from === undefined ? { status, path } : { status, path, from })
  }
  return changes
}

/** Parses `XY PATH`: X is the index, Y the working tree, `??` an untracked file. */
function parseStatus(field: string): GitChange {
  const letters = field.slice(0, 2)
  const letter = letters === '??' ? 'A' : letters.trim().slice(-1)
  return { status: letter, path: field.slice(3) }
}

/**
 * Undoes what changed in the working tree of a checkout: `changes` since `before`, both as `Git.status` lists them. Files that git ignores
 * stay. Returns whether all is as it was.
 */
export async function restoreCheckout(
  top: string,
  env: Readonly<Record<string, string>>,
  { changes, before }: { changes: readonly GitChange[]; before: readonly GitChange[] },
): Promise<boolean> {
  const earlier = new Set(before.map(({ path }) => path))
  const fresh = changes.filter(({ path }) => !earlier.has(path))
  for (const { path } of fresh.filter(({ status }) => status === 'A')) await rm(join(top, path), { force: true })
  const tracked = fresh.filter(({ status }) => status !== 'A').map(({ path }) => path)
  if (tracked.length === 0) return true
  const limits = {
    cwd: top,
    env: hardenedGitEnvironment(env),
    timeoutMs: 60_000,
    maxBytes: 2 ** 20,
    leavesNothingRunning: true,
    reads: top,
  }
  const git = async (...args: string[]) => {
    const { code, stdout } = await runProgram(
      { argv: [trustedProgramPath('git'), ...HARDENED_OPTIONS, ...args] },
      limits,
    )
    return code === 0 ? stdout : undefined
  }
  const unfiltered = await withoutFilters(git)
  return (await git(...unfiltered, 'checkout', '--quiet', 'HEAD', '--', ...tracked)) !== undefined
}

/**
 * Applies a patch file to the working tree of a checkout, all of it or nothing. Git refuses paths outside of the tree, in `.git`, and
 * beyond links. Returns whether it applied.
 */
export async function applyGitPatch(
  path: string,
  top: string,
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const limits = {
    cwd: top,
    env: hardenedGitEnvironment(env),
    timeoutMs: 60_000,
    maxBytes: 2 ** 20,
    leavesNothingRunning: true,
    reads: top,
  }
  const git = async (...args: string[]) => {
    const { code, stdout } = await runProgram(
      { argv: [trustedProgramPath('git'), ...HARDENED_OPTIONS, ...args] },
      limits,
    )
    return code === 0 ? stdout : undefined
  }
  const unfiltered = await withoutFilters(git)
  return (await git(...unfiltered, 'apply', '--whitespace=nowarn', path)) !== undefined
}

/** A git object. `kind` is commit, tree, blob or tag; `bytes` exclude git's header. */
export type GitObject = { kind: string; bytes: Buffer }

/** The object of a full SHA; undefined when it is missing locally or its content does not have that SHA. */
export type ReadGitObject = (sha: string) => Promise<GitObject | undefined>

/** How to start git; `argv` without the subcommand. */
type GitCommand = { argv: readonly [string, ...string[]]; cwd: string; env: Readonly<Record<string, string>> }

const RESPONSE_TIMEOUT_MS = 60_000

const MAX_OBJECT_BYTES = 256 * 2 ** 20

/**
 * Reads objects with one long-lived `git cat-file --batch`, because starting a program takes as long as reading a hundred objects.
 * It starts with the first read, starts again after it ended, and does not keep this process alive.
 */
export function openGitObjects(start: GitCommand): ReadGitObject {
  let program: Promise<CatFileProcess | undefined> | undefined
  return async (sha) => {
    program ??= startCatFile(start, () => {
      program = undefined
    })
    const object = await (await program)?.read(sha)
    return object && hasSha(sha, object) ? object : undefined
  }
}

/** Verifies the SHA: a program with write access to `.git` could otherwise replace a trusted object. */
function hasSha(sha: string, { kind, bytes }: GitObject): boolean {
  const hash = createHash(sha.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex') === sha
}

type CatFileProcess = { read(sha: string): Promise<GitObject | undefined> }

async function startCatFile({ argv, cwd, env }: GitCommand, onExit: () => void): Promise<CatFileProcess | undefined> {
  const piped = await startPipedProgram({ argv: [...argv, 'cat-file', '--batch'] }, { cwd, env })
  if (!piped.ok) {
    onExit()
    return undefined
  }
  const waiting: ((object: GitObject | undefined) => void)[] = []
  const stop = () => void terminateProcessGroup(piped.group)
  // It only waits for this process, except while it has something to answer.
  let watch: Disposable | undefined
  const answers = parseCatFileOutput((object) => {
    waiting.shift()?.(object)
    overdue.refresh()
    if (waiting.length === 0) rest()
  }, stop)
  const overdue = setTimeout(() => waiting.length > 0 && stop(), RESPONSE_TIMEOUT_MS)
  const rest = () => {
    watch?.[Symbol.dispose]()
    watch = undefined
    overdue.unref()
    piped.keepAlive(false)
  }
  rest()
  piped.stdout.on('data', answers)
  piped.stderr.resume()
  piped.stdin.on('error', () => undefined) // the exit is handled below
  void piped.exited.then(() => {
    clearTimeout(overdue)
    watch?.[Symbol.dispose]()
    onExit()
    for (const answer of waiting.splice(0)) answer(undefined)
  })
  return {
    read: (sha) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        overdue.refresh().ref()
        watch ??= watchReader(piped.group.pgid, cwd, stop)
        piped.keepAlive(true)
        piped.stdin.write(`${sha}\n`)
      }),
  }
}

/** Parses the output: `SHA KIND SIZE`, line end, that many bytes, line end; or `SHA missing`. */
function parseCatFileOutput(
  onObject: (object: GitObject | undefined) => void,
  giveUp: () => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let length = 0
  let header: { kind: string; size: number } | undefined
  const all = () => (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)) ?? Buffer.alloc(0)
  const keep = (rest: Buffer) => {
    chunks = rest.length === 0 ? [] : [rest]
    length = rest.length
  }
  const next = (): boolean => {
    if (header === undefined) {
      const bytes = all()
      const end = bytes.indexOf('\n')
      if (end < 0) return false
      const [, kind, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(bytes.toString('latin1', 0, end)) ?? []
      keep(bytes.subarray(end + 1))
      if (kind === undefined) onObject(undefined)
      else header = { kind, size: Number(size) }
      if (Number(size) > MAX_OBJECT_BYTES) giveUp()
      return true
    }
    if (length <= header.size) return false
    const bytes = all()
    onObject({ kind: header.kind, bytes: bytes.subarray(0, header.size) })
    keep(bytes.subarray(header.size + 1))
    header = undefined
    return true
  }
  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    while (length > 0 && next());
  }
}
