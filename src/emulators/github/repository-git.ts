import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { minimalEnvironment, trustedProgramPath } from '../../platform/process/trusted-programs.ts'
import { ErrorAnswer } from './answer.ts'
import {
  FOLDER,
  gitFolder,
  looseBytes,
  looseNamed,
  looseObject,
  looseTree,
  parseTree,
  writeObject,
  writeTreeItems,
} from './git-objects.ts'
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
  const cached = cache.get(key) ?? execGit(gitDir, args, options)
  cache.set(key, cached)
  const output = await cached
  if (output === undefined) cache.delete(key)
  return output
}

/** The outputs of commands that only read objects, also of those that still run: starting git takes longer than any of them. */
const cache = new Map<string, Promise<Buffer | undefined>>()

const READS = new Set(['cat-file', 'diff', 'log', 'ls-tree', 'merge-base', 'rev-list', 'rev-parse'])

const OBJECT_ARGUMENT = /^(?:-.*|blob|[0-9a-f]{40}(?:\.\.[0-9a-f]{40}|\^\{\w+\}|:.*)?)$/s

/** Whether the command reads only objects by SHA: objects never change, so its output can be cached. */
function readsOnlyObjects([command = '', ...args]: readonly string[]): boolean {
  const paths = args.indexOf('--')
  return READS.has(command) && (paths < 0 ? args : args.slice(0, paths)).every((arg) => OBJECT_ARGUMENT.test(arg))
}

const stores = new Map<string, string>()

/** The object store to read from: the one that the repository borrows from, or its own if it borrows nothing or has only a part. */
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
  const loose = looseRef(gitDir, ref)
  if (loose !== undefined || hasNoOther(gitDir, ref)) return loose
  const output = words(await gitOutput(gitDir, ['show-ref', '--verify', '--hash', '--', ref]))
  return output === '' ? undefined : output
}

/** Creates or moves a reference, as `git update-ref` does. */
export async function writeRef(gitDir: string, ref: string, sha: string): Promise<void> {
  const file = join(gitFolder(gitDir), ref)
  // Fails where a part of the name is a reference itself.
  const makeFolder = () =>
    mkdir(dirname(file), { recursive: true }).then(
      () => true,
      () => false,
    )
  const isPlain = looseRef(gitDir, ref) !== undefined || (hasNoOther(gitDir, ref) && (await makeFolder()))
  if (!isPlain) await gitOutput(gitDir, ['update-ref', ref, sha])
  else {
    // Two requests can write one reference at the same time. Git leaves files with this ending alone.
    const lock = `${file}.${randomUUID()}.lock`
    await writeFile(lock, `${sha}\n`)
    await rename(lock, file)
  }
}

/** Whether git accepts the name of a reference. */
export const isRefName = async (gitDir: string, ref: string): Promise<boolean> =>
  PLAIN_REF.test(ref) || (await gitOutput(gitDir, ['check-ref-format', ref])) !== undefined

/** Whether the reference is in no file but its own, which is not there. */
const hasNoOther = (gitDir: string, ref: string): boolean => {
  const folder = gitFolder(gitDir)
  const others = ['packed-refs', 'commondir', 'reftable', ref]
  return (
    PLAIN_REF.test(ref) && existsSync(join(folder, 'HEAD')) && !others.some((each) => existsSync(join(folder, each)))
  )
}

/** Names that need no rule of git to see that they are right. */
const PLAIN_REF = /^refs\/(?:[a-zA-Z0-9][\w-]*\/)+[a-zA-Z0-9][\w-]*$/

const LOOSE_REF = /^refs\/(?:[\w-][\w.-]*\/)+[\w-][\w.-]*$/

/** Git writes a changed reference into a file of its own. */
function looseRef(gitDir: string, ref: string): string | undefined {
  const file = join(gitFolder(gitDir), ref)
  if (!LOOSE_REF.test(ref) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
  const text = readFileSync(file, 'utf8').trim()
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined
}

/** The branch of this name, unless a tag has the name too: git looks for tags first. */
function looseBranch(gitDir: string, name: string): string | undefined {
  const folder = gitFolder(gitDir)
  const others = ['packed-refs', name, `refs/${name}`, `refs/tags/${name}`]
  return others.some((path) => existsSync(join(folder, path))) ? undefined : looseRef(gitDir, `refs/heads/${name}`)
}

/** The commit a SHA, branch, tag or full ref names. */
export async function resolveCommit(gitDir: string, name: string): Promise<string | undefined> {
  const known = looseBytes(gitDir, 'commit', name) === undefined ? looseBranch(gitDir, name) : name
  if (known !== undefined) return known
  for (const candidate of [name, `refs/heads/${name}`, `refs/${name}`]) {
    const sha = words(
      await gitOutput(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`]),
    )
    if (sha !== '') return sha
  }
  return undefined
}

export type GitTreeEntry = { mode: string; type: string; sha: string; size: number | undefined; path: string }

/** The tree that a SHA, branch or tag names, or a commit's. */
export const resolveTree = async (gitDir: string, name: string): Promise<string | undefined> =>
  looseTree(gitDir, name)?.sha ??
  (words(await gitOutput(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{tree}`])) ||
    undefined)

/** The object that `SHA:path` names. */
export async function resolveObject(gitDir: string, expression: string): Promise<string | undefined> {
  const loose = looseNamed(gitDir, expression)
  if (loose !== undefined) return loose.sha
  return (
    words(await gitOutput(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', expression])) || undefined
  )
}

export const objectType = async (gitDir: string, sha: string): Promise<string | undefined> =>
  looseObject(gitDir, sha)?.type ?? (words(await gitOutput(gitDir, ['cat-file', '-t', sha])) || undefined)

export const readBlob = async (gitDir: string, sha: string): Promise<Buffer | undefined> =>
  looseBytes(gitDir, 'blob', sha) ?? gitOutput(gitDir, ['cat-file', 'blob', sha])

export async function listTree(gitDir: string, tree: string, recursive: boolean): Promise<GitTreeEntry[] | undefined> {
  const loose = looseTree(gitDir, tree)
  const entries = loose === undefined ? undefined : looseEntries(gitDir, loose.bytes, recursive)
  if (entries !== undefined) return entries
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

const sizes = new Map<string, number>()

function sizeOf(gitDir: string, blob: string): number | undefined {
  const size = sizes.get(blob) ?? looseBytes(gitDir, 'blob', blob)?.length
  if (size !== undefined) sizes.set(blob, size)
  return size
}

/** Undefined if one of them is packed. */
function looseEntries(gitDir: string, tree: Buffer, recursive: boolean, folder = ''): GitTreeEntry[] | undefined {
  const entries: GitTreeEntry[] = []
  for (const { mode, sha, name } of parseTree(tree)) {
    const type = mode === FOLDER ? 'tree' : mode === '160000' ? 'commit' : 'blob'
    const size = type === 'blob' ? sizeOf(gitDir, sha) : undefined
    if (type === 'blob' && size === undefined) return undefined
    entries.push({ mode, type, sha, size, path: `${folder}${name}` })
    if (type !== 'tree' || !recursive) continue
    const inner = looseBytes(gitDir, 'tree', sha)
    const below = inner === undefined ? undefined : looseEntries(gitDir, inner, true, `${folder}${name}/`)
    if (below === undefined) return undefined
    entries.push(...below)
  }
  return entries
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

/** The commits of a range, newest first. With paths, only those that change one of them. */
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

export async function readCommit(gitDir: string, sha: string): Promise<GitCommitData | undefined> {
  return looseCommit(gitDir, sha) ?? (await readCommits(gitDir, ['-1', sha]))[0]
}

/** Undefined when git must read the commit: in a shallow history, or in another encoding. */
function looseCommit(gitDir: string, sha: string): GitCommitData | undefined {
  const text = existsSync(join(gitFolder(gitDir), 'shallow'))
    ? undefined
    : looseBytes(gitDir, 'commit', sha)?.toString()
  const end = text?.indexOf('\n\n') ?? -1
  if (text === undefined || end === -1) return undefined
  const head = text.slice(0, end)
  const [, tree] = /^tree (.*)$/m.exec(head) ?? []
  const author = personIn(head, 'author')
  const committer = personIn(head, 'committer')
  if (tree === undefined || author === undefined || committer === undefined || /^encoding /m.test(head))
    return undefined
  const parents = [...head.matchAll(/^parent (.*)$/gm)].map(([, parent = '']) => parent)
  return { sha, tree, parents, author, committer, message: text.slice(end + 2).replace(/\n+$/, '') }
}

function personIn(head: string, role: 'author' | 'committer'): Person | undefined {
  const [, name = '', email = '', seconds] = new RegExp(`^${role} (.*) <(.*)> (\\d+) [+-]\\d{4}$`, 'm').exec(head) ?? []
  return seconds === undefined ? undefined : { name, email, date: inUtc(Number(seconds) * 1000) }
}

const inUtc = (date: string | number): string => new Date(date).toISOString().replace(/\.\d+Z$/, 'Z')

/** The tip of a branch before a merge commit brought `head` into it; undefined without such a commit. */
export async function beforeMerge(gitDir: string, tip: string, head: string): Promise<string | undefined> {
  const merges = await gitOutput(gitDir, ['rev-list', '--first-parent', '--ancestry-path', `${head}..${tip}`])
  const [merge] = lines(merges).slice(-1)
  const commit = merge === undefined ? undefined : await readCommit(gitDir, merge)
  const [before, ...others] = commit?.parents ?? []
  return others.includes(head) ? before : undefined
}

export async function mergeBase(gitDir: string, base: string, head: string): Promise<string | undefined> {
  const [one, other] = [looseHistory(gitDir, base), looseHistory(gitDir, head)]
  const common = [...(one ?? [])].filter((sha) => other?.has(sha) === true)
  // The merge base from which all others can be reached.
  const best = common.find((sha) => looseHistory(gitDir, sha)?.size === common.length)
  return best ?? (words(await gitOutput(gitDir, ['merge-base', base, head])) || undefined)
}

/** How many commits `head` has that `base` does not have. */
export async function countCommits(gitDir: string, base: string, head: string): Promise<number> {
  const [one, other] = [looseHistory(gitDir, base), looseHistory(gitDir, head)]
  if (one !== undefined && other !== undefined) return [...other].filter((sha) => !one.has(sha)).length
  return Number(words(await gitOutput(gitDir, ['rev-list', '--count', `${base}..${head}`, '--'])) || 0)
}

/** A commit and all its ancestors; undefined when there are many, or when git must read one of them. */
function looseHistory(gitDir: string, start: string): Set<string> | undefined {
  const reached = new Set([start])
  // Iterating a set also visits what is added meanwhile.
  for (const sha of reached) {
    const commit = looseCommit(gitDir, sha)
    if (commit === undefined || reached.size > 200) return undefined
    for (const parent of commit.parents) reached.add(parent)
  }
  return reached
}

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

/** The files that differ between two commits, as in `GET pulls/N/files`. */
export async function changedFiles(gitDir: string, base: string, head: string): Promise<PullFile[]> {
  const output = await gitOutput(gitDir, [...DIFF, '--raw', '--patch', '-z', '--no-abbrev', base, head, '--'])
  // An empty name ends the list of the files.
  const [list = '', ...texts] = output?.toString('utf8').split('\0\0') ?? []
  const raw = list.split('\0')
  const patches = texts.join('\0\0').split(/^(?=diff --git )/m)
  const files: PullFile[] = []
  let next = 0
  for (let at = 0; at + 1 < raw.length; ) {
    const [, , before = '', after = '', letter = 'M'] = (raw[at] ?? '').split(' ')
    const renamed = letter.startsWith('R')
    const previous = raw[at + 1] ?? ''
    const filename = renamed ? (raw[at + 2] ?? '') : previous
    at += renamed ? 3 : 2
    const status = STATUS[letter.charAt(0) as keyof typeof STATUS] ?? 'modified' // other letters fall through
    // Git writes a changed kind as two diffs: one deletes the old entry, the other adds the new one.
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

/** Writes a tree: the entries of `base`, if given, with the changes applied. */
export async function writeGitTree(
  gitDir: string,
  base: string | undefined,
  changes: readonly TreeChange[],
): Promise<string> {
  const start = base === undefined ? undefined : await resolveTree(gitDir, base)
  if (base !== undefined && start === undefined) throw new ErrorAnswer(422, 'base_tree is not a valid tree')
  for (const { path, mode, sha } of changes) {
    if (path.split('/').some((part) => /^(?:|\.|\.\.|\.git)$/i.test(part)))
      throw new ErrorAnswer(422, 'tree.path contains a malformed path component')
    const type = mode === FOLDER ? 'tree' : 'blob'
    if (sha !== null && mode !== '160000' && (await readTyped(gitDir, type, sha)) === undefined)
      throw new ErrorAnswer(422, 'tree.sha is not a valid blob')
  }
  return (await changedTree(gitDir, start, changes)) ?? writeTreeItems(gitDir, [])
}

/** The SHA of a tree with the changes applied; undefined when it would be empty. */
async function changedTree(
  gitDir: string,
  base: string | undefined,
  changes: readonly TreeChange[],
): Promise<string | undefined> {
  const before = base === undefined ? undefined : await readTyped(gitDir, 'tree', base)
  const items = new Map(before === undefined ? [] : parseTree(before).map((item) => [item.name, item]))
  const below = new Map<string, TreeChange[]>()
  for (const { path, mode, sha } of changes) {
    const [name = '', ...inner] = path.split('/')
    if (inner.length > 0) below.set(name, [...(below.get(name) ?? []), { path: inner.join('/'), mode, sha }])
    else if (sha === null) items.delete(name)
    else items.set(name, { name, mode, sha })
  }
  for (const [name, inner] of below) {
    const folder = items.get(name)
    const sha = await changedTree(gitDir, folder?.mode === FOLDER ? folder.sha : undefined, inner)
    if (sha === undefined) items.delete(name)
    else items.set(name, { name, mode: FOLDER, sha })
  }
  return items.size === 0 ? undefined : writeTreeItems(gitDir, [...items.values()])
}

/** The bytes of an object, if it has this type. */
async function readTyped(gitDir: string, type: 'blob' | 'tree' | 'commit', sha: string): Promise<Buffer | undefined> {
  const loose = looseObject(gitDir, sha)
  if (loose !== undefined) return loose.type === type ? loose.bytes : undefined
  return /^[0-9a-f]{40}$/.test(sha) ? gitOutput(gitDir, ['cat-file', type, sha]) : undefined
}

export async function writeCommit(gitDir: string, commit: Omit<GitCommitData, 'sha'>): Promise<string> {
  const { tree, parents, author, committer, message } = commit
  const found = [
    await readTyped(gitDir, 'tree', tree),
    ...(await Promise.all(parents.map((parent) => readTyped(gitDir, 'commit', parent)))),
  ]
  if (found.includes(undefined)) throw new ErrorAnswer(422, 'Tree SHA or parent does not exist')
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signature(author)}`,
    `committer ${signature(committer)}`,
    '',
    message,
  ]
  return writeObject(gitDir, 'commit', Buffer.from(lines.join('\n')))
}

/** Git removes its delimiters from names: angle brackets and line ends. */
function signature({ name, email, date }: Person): string {
  const [plainName, plainEmail] = [name, email].map((text) => text.replaceAll(/[\n<>]/g, '').trim())
  return `${plainName} <${plainEmail}> ${Math.floor(Date.parse(date) / 1000)} +0000`
}
