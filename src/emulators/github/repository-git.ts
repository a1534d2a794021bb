import { existsSync, readFileSync, statSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { minimalEnvironment, trustedProgramPath } from '../../platform/process/trusted-programs.ts'
import { ErrorAnswer } from './answer.ts'
import type { PullFile } from './world.ts'

/** Options for the real git below the emulator. They disable every program that a repository could configure. */

const QUIET = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  `core.hooksPath=${devNull}`,
  '-c',
  'core.quotePath=false',
  '-c',
  'gc.auto=0',
]

type GitOptions = { input?: string | Uint8Array; env?: Record<string, string> }

/** Runs git in a repository. Returns its standard output, or undefined when git fails. */
export async function gitOutput(
  gitDir: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Buffer | undefined> {
  if (!readsOnlyObjects(args)) return execGit(gitDir, args, options)
  const key = [storeOf(gitDir), ...args].join('\0')
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const output = await execGit(gitDir, args, options)
  if (output !== undefined) cache.set(key, output)
  return output
}

/** Starting git takes longer than any of these commands. */
const cache = new Map<string, Buffer>()

const READS = new Set(['cat-file', 'diff', 'log', 'ls-tree', 'merge-base', 'rev-list', 'rev-parse'])

const OBJECT_ARGUMENT = /^(?:-.*|blob|[0-9a-f]{40}(?:\.\.[0-9a-f]{40}|\^\{\w+\}|:.*)?)$/s

/** Whether the command reads only objects by SHA: objects never change, so its output can be cached. */
function readsOnlyObjects([command = '', ...args]: readonly string[]): boolean {
  const paths = args.indexOf('--')
  return READS.has(command) && (paths < 0 ? args : args.slice(0, paths)).every((arg) => OBJECT_ARGUMENT.test(arg))
}

const stores = new Map<string, string>()

const gitFolder = (gitDir: string) => (existsSync(join(gitDir, '.git')) ? join(gitDir, '.git') : gitDir)

/** The object store to read from: the one that a repository borrows, or its own when it borrows none or has only a part of the history. */
function storeOf(gitDir: string): string {
  const known = stores.get(gitDir)
  if (known !== undefined) return known
  const folder = gitFolder(gitDir)
  const alternates = join(folder, 'objects', 'info', 'alternates')
  const borrows = existsSync(alternates) && !existsSync(join(folder, 'shallow'))
  const store = borrows ? readFileSync(alternates, 'utf8') : gitDir
  stores.set(gitDir, store)
  return store
}

async function execGit(gitDir: string, args: readonly string[], { input = '', env = {} }: GitOptions) {
  const { exitCode, stdout } = await execa(trustedProgramPath('git'), [...QUIET, ...args], {
    cwd: gitDir,
    env: {
      ...minimalEnvironment(),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C',
      ...env,
    },
    extendEnv: false,
    encoding: 'buffer',
    input,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: Number.MAX_SAFE_INTEGER,
  })
  return exitCode === 0 ? Buffer.from(stdout) : undefined
}

const lines = (output: Buffer | undefined): string[] =>
  (output?.toString('utf8') ?? '').split('\n').filter((line) => line !== '')

const words = (output: Buffer | undefined): string => (output?.toString('utf8') ?? '').trim()

/**
 * A bare repository that reads another one's objects and has its branches and tags, in a temporary folder.
 * Writing to it does not change the other one. The caller deletes the folder.
 */
export async function borrowRepository(workspace: string): Promise<string> {
  const bare = await mkdtemp(join(tmpdir(), 'sluice-git-'))
  const objects = words(await gitOutput(workspace, ['rev-parse', '--path-format=absolute', '--git-path', 'objects']))
  const shallow = words(await gitOutput(workspace, ['rev-parse', '--path-format=absolute', '--git-path', 'shallow']))
  await gitOutput(bare, ['init', '--quiet', '--bare'])
  await writeFile(join(bare, 'objects', 'info', 'alternates'), `${objects}\n`)
  const grafts = await gitOutput(workspace, ['rev-parse', '--is-shallow-repository'])
  if (words(grafts) === 'true') await copyFile(shallow, join(bare, 'shallow'))
  const refs = lines(
    await gitOutput(workspace, [
      'for-each-ref',
      '--format=%(objectname) %(refname)',
      'refs/heads',
      'refs/tags',
      'refs/pull',
    ]),
  )
  const commands = refs.map((line) => `create ${line.slice(41)} ${line.slice(0, 40)}\n`).join('')
  await gitOutput(bare, ['update-ref', '--stdin'], { input: commands })
  return bare
}

/** The branch that is checked out; undefined when a commit is. */
export const currentBranch = async (workspace: string): Promise<string | undefined> =>
  words(await gitOutput(workspace, ['symbolic-ref', '--quiet', '--short', 'HEAD'])) || undefined

/** The commit of a full reference, as `git show-ref` prints it. Starting git takes longer than reading the file of a branch. */
export async function refTarget(gitDir: string, ref: string): Promise<string | undefined> {
  const output = looseRef(gitDir, ref) ?? words(await gitOutput(gitDir, ['show-ref', '--verify', '--hash', '--', ref]))
  return output === '' ? undefined : output
}

const LOOSE_REF = /^refs\/(?:[\w-][\w.-]*\/)+[\w-][\w.-]*$/

/** Git writes a changed reference into a file of its own. */
function looseRef(gitDir: string, ref: string): string | undefined {
  const file = join(gitFolder(gitDir), ref)
  if (!LOOSE_REF.test(ref) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
  const text = readFileSync(file, 'utf8').trim()
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined
}

/** The branch of a name that nothing else has: git looks for a tag first. */
function looseBranch(gitDir: string, name: string): string | undefined {
  const folder = gitFolder(gitDir)
  const others = ['packed-refs', name, `refs/${name}`, `refs/tags/${name}`]
  return others.some((path) => existsSync(join(folder, path))) ? undefined : looseRef(gitDir, `refs/heads/${name}`)
}

/** The commit a SHA, branch, tag or full ref names. */
export async function resolveCommit(gitDir: string, name: string): Promise<string | undefined> {
  const branch = looseBranch(gitDir, name)
  if (branch !== undefined) return branch
  for (const candidate of [name, `refs/heads/${name}`, `refs/${name}`]) {
    const sha = words(
      await gitOutput(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`]),
    )
    if (sha !== '') return sha
  }
  return undefined
}

export type GitTreeEntry = { mode: string; type: string; sha: string; size: number | undefined; path: string }

export async function listTree(gitDir: string, tree: string, recursive: boolean): Promise<GitTreeEntry[] | undefined> {
  const output = await gitOutput(gitDir, [
    'ls-tree',
    '-z',
    '--long',
    ...(recursive ? ['-r', '-t'] : []),
    '--end-of-options',
    tree,
  ])
  return output
    ?.toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const tab = line.indexOf('\t')
      const [mode = '', type = '', sha = '', size = '-'] = line.slice(0, tab).split(/ +/)
      return { mode, type, sha, size: size === '-' ? undefined : Number(size), path: line.slice(tab + 1) }
    })
}

export type Person = { name: string; email: string; date: string }

export type GitCommitData = {
  sha: string
  tree: string
  parents: string[]
  author: Person
  committer: Person
  message: string
}

const FIELDS = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00')

/** Commits a range names, newest first; those that touch one of the paths, if any are given. */
export async function readCommits(
  gitDir: string,
  range: readonly string[],
  paths: readonly string[] = [],
): Promise<GitCommitData[]> {
  const format = `--format=${FIELDS}%x00%x01`
  const output = await gitOutput(gitDir, ['log', format, '--no-show-signature', ...range, '--', ...paths])
  const records = output?.toString('utf8').split('\0\x01\n') ?? []
  return records
    .filter((record) => record !== '')
    .map((record) => {
      const [sha = '', tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = '', message = ''] =
        record.split('\0')
      return {
        sha,
        tree,
        parents: parents.split(' ').filter((parent) => parent !== ''),
        author: { name: an, email: ae, date: inUtc(ad) },
        committer: { name: cn, email: ce, date: inUtc(cd) },
        message: message.replace(/\n+$/, ''),
      }
    })
}

const inUtc = (date: string): string => new Date(date).toISOString().replace(/\.\d+Z$/, 'Z')

export const mergeBase = async (gitDir: string, base: string, head: string): Promise<string | undefined> =>
  words(await gitOutput(gitDir, ['merge-base', base, head])) || undefined

/** The commit of a branch before it got `head` with a merge commit; undefined when no merge commit brought it. */
export async function beforeMerge(gitDir: string, tip: string, head: string): Promise<string | undefined> {
  const merges = await gitOutput(gitDir, ['rev-list', '--first-parent', '--ancestry-path', `${head}..${tip}`])
  const [merge] = lines(merges).slice(-1)
  const [commit] = merge === undefined ? [] : await readCommits(gitDir, ['-1', merge])
  const [before, ...others] = commit?.parents ?? []
  return others.includes(head) ? before : undefined
}

export const countCommits = async (gitDir: string, range: string): Promise<number> =>
  Number(words(await gitOutput(gitDir, ['rev-list', '--count', range, '--'])) || 0)

const DIFF = [
  'diff',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--find-renames',
  '--src-prefix=a/',
  '--dst-prefix=b/',
]

export async function diffText(gitDir: string, base: string, head: string): Promise<string> {
  return (await gitOutput(gitDir, [...DIFF, base, head, '--']))?.toString('utf8') ?? ''
}

/** T: the kind of the entry changed, for example from a file to a link. */
const STATUS = { A: 'added', D: 'removed', R: 'renamed', T: 'changed' } as const

/** GitHub omits the patch above these limits. Source: GitHub docs, "Limits for viewing content and diffs". */
const PATCH_LIMITS = { characters: 500_000, lines: 20_000 }

/** The files that differ between two commits, as `GET pulls/N/files` tells them. */
export async function changedFiles(gitDir: string, base: string, head: string): Promise<PullFile[]> {
  const raw =
    (await gitOutput(gitDir, [...DIFF, '--raw', '-z', '--no-abbrev', base, head, '--']))
      ?.toString('utf8')
      .split('\0') ?? []
  const patches = (await diffText(gitDir, base, head)).split(/^(?=diff --git )/m)
  const files: PullFile[] = []
  let next = 0
  for (let at = 0; at + 1 < raw.length; ) {
    const [, , before = '', after = '', letter = 'M'] = (raw[at] ?? '').split(' ')
    const renamed = letter.startsWith('R')
    const previous = raw[at + 1] ?? ''
    const filename = renamed ? (raw[at + 2] ?? '') : previous
    at += renamed ? 3 : 2
    const status = STATUS[letter.charAt(0) as keyof typeof STATUS] ?? 'modified' // other letters fall through
    // Git writes a change of the kind as two diffs: the old entry goes, and the new one comes.
    const diffs = patches.slice(next, letter === 'T' ? next + 2 : next + 1).map(patchOf)
    next += letter === 'T' ? 2 : 1
    const patch = diffs.join('\n')
    const body = patch.split('\n')
    const isShown = letter !== 'T' && patch.length <= PATCH_LIMITS.characters && body.length <= PATCH_LIMITS.lines
    files.push({
      filename,
      status,
      additions: body.filter((line) => line.startsWith('+')).length,
      deletions: body.filter((line) => line.startsWith('-')).length,
      sha: status === 'removed' ? before : after,
      patch: patch !== '' && isShown ? patch : undefined,
      previousFilename: renamed ? previous : undefined,
    })
  }
  return files
}

/** The hunks of one file's diff, without its headers and the last line end. */
function patchOf(diff: string): string {
  const start = diff.search(/^@@ /m)
  return start === -1 ? '' : diff.slice(start).replace(/\n$/, '')
}

export type TreeChange = { path: string; mode: string; sha: string | null }

/** Writes a tree: the entries of `base`, if given, with the changes put over them. */
export async function writeGitTree(
  gitDir: string,
  base: string | undefined,
  changes: readonly TreeChange[],
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-index-'))
  const env = { GIT_INDEX_FILE: join(scratch, 'index') }
  try {
    await need(gitOutput(gitDir, ['read-tree', base ?? '--empty'], { env }), 'base_tree is not a valid tree')
    const info = changes.map(({ path, mode, sha }) =>
      sha === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${sha}\t${path}\0`,
    )
    await need(
      gitOutput(gitDir, ['update-index', '-z', '--index-info'], { env, input: info.join('') }),
      'tree.path contains a malformed path component',
    )
    return words(await need(gitOutput(gitDir, ['write-tree'], { env }), 'tree.sha is not a valid blob'))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

export async function writeCommit(gitDir: string, commit: Omit<GitCommitData, 'sha'>): Promise<string> {
  const { author, committer, parents } = commit
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: author.date,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: committer.date,
  }
  const args = ['commit-tree', commit.tree, ...parents.flatMap((parent) => ['-p', parent])]
  return words(await need(gitOutput(gitDir, args, { env, input: commit.message }), 'Tree SHA or parent does not exist'))
}

async function need(output: Promise<Buffer | undefined>, otherwise: string): Promise<Buffer> {
  const got = await output
  if (got === undefined) throw new ErrorAnswer(422, otherwise)
  return got
}
