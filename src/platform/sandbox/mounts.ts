import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isFolderAt, isInside } from '../paths.ts'
import { shellQuote } from '../process/shell-words.ts'
import {
  findConfigsWithCredentials,
  gitExecutionPaths,
  gitFileText,
  listHiddenPaths,
  listRunCode,
  mountPoints,
} from './hidden-paths.ts'
import type { IsolationContext, ReplacedFolder } from './isolation-context.ts'
import type { IsolatedUser, IsolationTools, MountPlan } from './isolation-script.ts'

/** Paths in hidden folders that a program still sees: `visible` to read, `writable` also to write. */
export type ShownPaths = { visible: readonly string[]; writable: readonly string[] }

/**
 * The plan for one command: hides credentials, the runner's files and other programs' sockets and makes this run's code
 * read-only. With a view, the command's files are already copies or read-only. Without one, git's configuration becomes
 * read-only, and for root, who could change the machine, all but the usual folders.
 * Computed for each command, because files change during the run.
 */
export function planMounts(
  context: IsolationContext,
  root: boolean,
  { visible, writable: shownWritable }: ShownPaths,
  view: FileView | undefined,
): MountPlan {
  const { replaced } = context
  const workspace = realpathSync(context.workspace)
  const folder = join(context.scratch, 'isolation')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const hidden = outermost(existingPaths(listHiddenPaths(context, root)))
  const isHidden = (path: string) => hidden.some((each) => isInside(each, path))
  const mounts = root ? mountPoints() : []
  const writableFolders =
    view === undefined ? existingPaths(writableRoots(context, workspace)) : [...view.copies, workspace]
  const writable = root ? outermost(writableFolders) : []
  const runCode = existingPaths(listRunCode(context)).filter((path) => !isHidden(path) && !isInside(path, workspace))
  // A folder that stands for the checkout has no credentials, and no later step runs anything of it.
  const checkouts = replaced === undefined ? ownCheckouts(workspace, context.env).map(gitExecutionPaths) : []
  const git = { folders: checkouts.flatMap(({ folders }) => folders), paths: checkouts.flatMap(({ paths }) => paths) }
  const configs = replaced === undefined ? findConfigsWithCredentials(workspace) : []
  const pinned = movable(
    [...runCode, ...hidden, workspace, ...existingPaths(git.folders)],
    root ? writable : undefined,
  ).filter((path) => !isHidden(path) && !mounts.includes(path) && !writable.includes(path))
  const changing = [
    ...(view === undefined && replaced !== undefined ? [bind(replaced.folder, replaced.original)] : []),
    ...(view === undefined ? writable.filter((path) => !mounts.includes(path)).map((path) => bind(path, path)) : []),
    ...pinned.map((path) => bind(path, path)),
    ...runCode.map((path) => bind(path, path, 'ro')),
    ...existingPaths(git.paths)
      .filter((path) => !configs.some((each) => each.path === path))
      .map((path) => bind(path, path, 'ro')),
    ...configs.map(({ path, clean }) => bind(storeText(folder, clean), path, 'ro')),
  ]
  const hiding = [
    ...hidden.map((path) => (isFolderAt(path) ? emptyFolder(path, context) : bind('/dev/null', path, 'ro'))),
    tableLine('sluice', '/proc', 'proc', 'nosuid,nodev,noexec'),
    ...(root ? kernelLines() : []),
  ]
  const shownAgain = (paths: readonly string[], writable: boolean) =>
    existingPaths(paths)
      .filter(isHidden)
      .map((path) => ({ path, folder: isFolderAt(path), writable }))
  const restored = [
    ...(isHidden(workspace) ? [{ path: workspace, folder: true, writable: true }] : []),
    ...shownAgain(visible, false),
    ...shownAgain(shownWritable, true),
  ]
  return {
    tables: [changing, hiding].filter((lines) => lines.length > 0).map((lines) => storeText(folder, lines.join(''))),
    visible: restored,
    after: root ? restrictions(view === undefined ? mounts : mounts.filter((path) => path === '/dev'), writable) : [],
    replaced,
  }
}

/** Devices that programs need. For root all other devices, including disks, are disabled. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`)

/** Where root, without any capability, can change the kernel or make it run programs outside. */
const KERNEL_SWITCHES = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi'].map((name) => `/proc/${name}`)

const kernelLines = (): string[] => [
  ...existingPaths(DEVICES).map((path) => bind(path, path)),
  ...terminalLines('/dev/ptmx', '/dev/pts/ptmx'),
  ...existingPaths(KERNEL_SWITCHES).map((path) => bind(path, path, 'ro')),
]

/** Programs look for the other end of a terminal next to the opened file, so use the one in /dev/pts unless it is in use. */
export const terminalLines = (path: string, inPts: string): string[] =>
  existsSync(inPts) && realpathSync(path) === path ? [bind(inPts, path)] : []

const writableRoots = ({ env }: IsolationContext, workspace: string): string[] =>
  [workspace, env.HOME, env.TMPDIR, '/tmp', '/var/tmp', env.RUNNER_TOOL_CACHE].filter(
    (path) => path !== undefined && path !== '' && path !== '/',
  ) as string[] // just filtered

/**
 * Folders that a program could move away, with everything mounted in them, and replace: these paths and their parent
 * folders, where this user can write to the containing folder. A mount point cannot be moved. For root the writable
 * folders are those in `writable`.
 */
function movable(paths: readonly string[], writable: readonly string[] | undefined): string[] {
  const folders = paths.flatMap((path) => [...(isFolderAt(path) ? [path] : []), ...parentFolders(path)])
  return [...new Set(folders)]
    .filter((path) =>
      writable === undefined ? canWrite(dirname(path)) : writable.some((root) => isInside(root, path)),
    )
    .sort((a, b) => a.length - b.length)
}

function parentFolders(path: string): string[] {
  const folder = dirname(path)
  return folder === path || dirname(folder) === folder ? [] : [folder, ...parentFolders(folder)]
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Mounts to make read-only. A machine with many containers has hundreds of others, which do not matter. */
const REMOUNTED = /^\/(?!(?:proc|sys|dev|snap|var\/lib\/(?:docker|containers|containerd|kubelet))(?:\/|$))/

const MAX_REMOUNTS = 64

function restrictions(mounts: readonly string[], writable: readonly string[]): string[][] {
  const others = mounts.filter((path) => REMOUNTED.test(path) && !writable.some((root) => isInside(root, path)))
  return [
    ...others.slice(0, MAX_REMOUNTS).map((path) => ['-o', 'remount,bind,ro', path]),
    // Without the mounts below it, for example control groups.
    ['-o', 'bind,ro', '/sys', '/sys'],
    // Devices that were bound individually stay usable.
    ...(mounts.includes('/dev') ? [['-o', 'remount,bind,nodev', '/dev']] : []),
  ]
}

/** The real paths of those that exist. Most do not, and existsSync() costs less than an exception. */
function existingPaths(paths: readonly string[]): string[] {
  const realPaths = paths.filter((path) => existsSync(path)).map((path) => realpathSync(path))
  return [...new Set(realPaths)].filter((path) => !path.includes('\n'))
}

/** The paths without those inside another one. */
const outermost = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((other) => other !== path && isInside(other, path)))

const bind = (from: string, to: string, options = 'rw'): string => tableLine(from, to, 'none', `rbind,${options}`)

/** Mounts an empty folder over another. The runner's temporary folder stays writable, because steps keep files there. */
const emptyFolder = (path: string, { env }: IsolationContext): string =>
  tableLine(
    'sluice',
    path,
    'tmpfs',
    `nosuid,nodev,${path === env.RUNNER_TEMP ? 'mode=1777,size=256m' : 'mode=0555,size=1m'}`,
  )

const tableLine = (from: string, to: string, type: string, options: string): string =>
  `${escaped(from)} ${escaped(to)} ${type} ${options} 0 0\n`

const escaped = (path: string): string =>
  path.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`)

/** Stores a text in the private folder under the hash of its content. */
function storeText(folder: string, text: string): string {
  const path = join(folder, createHash('sha256').update(text).digest('hex').slice(0, 16))
  if (!existsSync(path)) writeFileSync(path, text, { mode: 0o600 })
  return path
}

/** The files that all commands of a run see: which folders are copies that the run drops, and what is read-only. */
export type FileView = {
  /** The checkout, or the folder around it that another one replaces. */
  workspace: string
  /** The folder that commands see there. */
  source: string
  scratch: string
  /** Whether the checkout is the real one. Otherwise it is one of the copies. */
  mayEdit: boolean
  /** Folders that commands see as copies, outer ones first. What they write there is dropped with the run. */
  copies: readonly string[]
  /** Repositories in a writable checkout: git's folders as copies, and the parts that remain real. */
  git: readonly { folder: string; real: readonly string[] }[]
  /** Other checkouts inside the checkout, and the linked folders of what stands for it: commands see them as copies. */
  nested: readonly string[]
  readOnly: readonly string[]
}

const MAX_MOUNTS = 64

const unreplaced = (folder: string): ReplacedFolder => ({ original: folder, folder })

export function planFileView(context: IsolationContext): FileView {
  const { env, platform: _, ...rest } = context
  const { original: workspace, folder: source, linked = [] } = rest.replaced ?? unreplaced(realpathSync(rest.workspace))
  const scratch = realpathSync(rest.scratch)
  const mayEdit = context.mayEdit !== false
  const roots = [
    ...[env.HOME, env.RUNNER_TOOL_CACHE, env.AGENT_TOOLSDIRECTORY, env.RUNNER_WORKSPACE, env.TMPDIR],
    ...(env.RUNNER_TEMP ? [dirname(env.RUNNER_TEMP)] : []),
    ...['/tmp', '/var/tmp', '/usr/local', '/opt'],
    ...(mayEdit ? [] : [workspace]),
  ]
  const wanted = roots.flatMap((path) => (path?.startsWith('/') && isFolderAt(path) ? [realpathSync(path)] : []))
  const mounts = mountPoints().filter((path) => REMOUNTED.test(path))
  const within = (path: string) => wanted.some((root) => root !== '/' && isInside(root, path))
  const staysReal = (path: string) => mayEdit && isInside(workspace, path)
  const copies = [...new Set([...wanted, ...mounts.filter(within)])]
    .filter((path) => REMOUNTED.test(path) && path !== '/' && !staysReal(path))
    .sort((a, b) => a.length - b.length)
  const checkouts = mayEdit && source === workspace ? ownCheckouts(workspace, env) : []
  return {
    workspace,
    source,
    scratch,
    mayEdit,
    copies: copies.slice(0, MAX_MOUNTS),
    git: checkouts.flatMap(gitFolders),
    nested:
      checkouts.length === 0
        ? linked.filter(() => mayEdit).map((path) => join(workspace, path))
        : nestedCheckouts([...new Set([workspace, ...checkouts])]).filter((path) => !checkouts.includes(path)),
    readOnly: mounts.filter((path) => !copies.includes(path) && !staysReal(path)).slice(0, MAX_MOUNTS),
  }
}

function gitFolders(workspace: string): FileView['git'] {
  const { folders } = gitExecutionPaths(workspace)
  const outer = folders.filter((folder) => !folders.some((other) => other !== folder && isInside(other, folder)))
  return outer
    .filter(isFolderAt)
    .filter(makeGuarded)
    .map((folder) => ({ folder, real: ['objects', 'refs'].map((name) => join(folder, name)).filter(isFolderAt) }))
}

/** Folders where git finds more object stores, and commits to read in place of others. */
const GUARDED = ['objects/info', 'refs/replace']

/** These folders are read-only, so they must exist. */
function makeGuarded(folder: string): true {
  for (const name of GUARDED)
    try {
      if (isFolderAt(join(folder, dirname(name)))) mkdirSync(join(folder, name), { recursive: true })
    } catch {
      // Without the right to create it, a command cannot do so either.
    }
  return true
}

/** Checkouts that other steps put into these folders, at most two folders deep. */
function nestedCheckouts(tops: readonly string[]): string[] {
  const folders = tops.flatMap(foldersIn)
  const nested = [...folders, ...folders.flatMap(foldersIn)].filter((path) => existsSync(join(path, '.git')))
  return [...new Set(nested)]
}

/** The workspace, or the checkouts of the run's repository in it: with `path`, actions/checkout leaves the workspace without one. */
function ownCheckouts(workspace: string, { GITHUB_REPOSITORY: repository = '' }: IsolationContext['env']): string[] {
  if (existsSync(join(workspace, '.git')) || repository === '') return [workspace]
  const own = nestedCheckouts([workspace]).filter((path) =>
    hasRemote(gitFileText(join(path, '.git/config')), repository),
  )
  return own.length === 0 ? [workspace] : own
}

/** Whether a git configuration has the repository as a remote. */
const hasRemote = (configuration: string, repository: string): boolean =>
  configuration
    .toLowerCase()
    .split('\n')
    .some(
      (line) =>
        /^\s*url\s*=/.test(line) && line.replace(/(?:\.git)?\/*\s*$/, '').endsWith(`/${repository.toLowerCase()}`),
    )

const MAX_ENTRIES = 200

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules')
      .slice(0, MAX_ENTRIES)
      .map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

/** The folders that the copies of a view need, in the order of the script. */
const copiedFolders = ({ copies, nested, git }: FileView): string[] => [
  ...copies,
  ...nested,
  ...git.map(({ folder }) => folder),
]

/** Where the store keeps what commands write below a folder. Undefined where they see no copy of it. */
export function writtenFolder(
  store: string,
  { copies, workspace, mayEdit }: FileView,
  folder: string,
): string | undefined {
  const index = copies.findLastIndex((copy) => isInside(copy, folder))
  return index === -1 || (mayEdit && isInside(workspace, folder))
    ? undefined
    : join(store, String(index), 'up', relative(copies[index] ?? '', folder))
}

/** Creates the folders in `store` that hold what commands write, with owner and mode of the originals. Throws when it cannot. */
export function createStore(store: string, view: FileView): void {
  mkdirSync(store, { recursive: true, mode: 0o700 })
  for (const [index, path] of copiedFolders(view).entries()) {
    const { mode, uid, gid } = statSync(path)
    const upper = join(store, String(index), 'up')
    mkdirSync(upper, { recursive: true })
    mkdirSync(join(store, String(index), 'work'))
    if (process.getuid?.() === 0) chownSync(upper, uid, gid)
    chmodSync(upper, mode & 0o7777)
  }
}

/** The checkouts of other repositories in the workspace in whose files commands wrote. What they wrote is dropped with the run. */
export function writtenCheckouts(store: string, { workspace, copies, nested }: FileView): string[] {
  const isWritten = (index: number) => entriesIn(join(store, String(copies.length + index), 'up')).length > 0
  return nested
    .filter((path, index) => existsSync(join(path, '.git')) && isWritten(index))
    .map((path) => relative(workspace, path))
}

/** git itself writes into `.git` when it only reads. */
function entriesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name !== '.git')
  } catch {
    return []
  }
}

/** Options of an overlay, best first. Which of them the kernel takes depends on its version and on the user namespace. */
const OVERLAY_OPTIONS = {
  privileged: ['redirect_dir=on,index=off,volatile', 'userxattr,volatile', 'index=off', 'userxattr'],
  user: ['userxattr,volatile', 'userxattr', 'index=off'],
}

/** Files of a repository that are written back at the end of the run. All others that commands write there are dropped. */
const WRITTEN_BACK = 'index packed-refs ORIG_HEAD HEAD'

/** Prints packed refs without new replacements of commits (those not in the old file), each with the line of its tag. */
const KEPT_REFS = `kept_refs() {
  local text before line skips=
  text=$(<"$1")
  [[ $text == *' refs/replace/'* ]] || { printf '%s\\n' "$text"; return; }
  before=$([[ -f $2 ]] && echo "$(<"$2")")
  while IFS= read -r line; do
    [[ $line == '^'* ]] || { skips=; [[ $line != *' refs/replace/'* || $'\\n'$before$'\\n' == *$'\\n'"$line"$'\\n'* ]] || skips=1; }
    [[ $skips ]] || printf '%s\\n' "$line"
  done <<< "$text"
}`

/**
 * The script of the process that holds a run's mount namespace. It prints `ready` and its pid, or `failed` and the reason,
 * waits for the end of its input, writes the state of the repository back and empties the store.
 * The originals are opened first: later their paths lead to the copies.
 */
export function fileViewScript(
  view: FileView,
  store: string,
  tools: IsolationTools,
  { uid, gid, method }: IsolatedUser,
): string {
  const { mount, mkdir, setpriv } = tools
  const coreutil = (name: string) => join(dirname(mkdir), name)
  const options = OVERLAY_OPTIONS[method === 'user' ? 'user' : 'privileged']
  const asUser = method === 'sudo' ? `${setpriv} --reuid=${uid} --regid=${gid} --clear-groups --` : ''
  const open = (name: string, path: string) => `exec {${name}}<${shellQuote(path)} || fail ${shellQuote(path)}`
  const bindTo = (name: string, path: string, readOnly = false) =>
    `${mount} --no-canonicalize --rbind${readOnly ? ' -o ro' : ''} "/proc/self/fd/$${name}" ${shellQuote(path)} || fail ${shellQuote(path)}`
  const copy = (name: string, index: number, path: string) => `copy "$${name}" ${index} ${shellQuote(path)}`
  const { copies, nested, git, workspace, source, scratch, mayEdit, readOnly } = view
  const sourceOf = (path: string) => (path === workspace ? source : path)
  const closed = [...copies.map((_, n) => `copy${n}`), 'workspace', 'scratch', ...nested.map((_, n) => `nested${n}`)]
  return [
    'exec 2>&1; shopt -s extglob; problem=',
    'fail() { echo "failed $1: ${problem%%$\'\\n\'*}"; exit 1; }',
    'cd /',
    `${mount} --bind ${shellQuote(store)} ${shellQuote(store)} || fail store`,
    open('store', store),
    ...copies.map((path, n) => open(`copy${n}`, sourceOf(path))),
    open('workspace', source),
    open('scratch', scratch),
    `copy() {
  for options in ${options.join(' ')}; do
    problem=$(${mount} --no-canonicalize -t overlay -o "lowerdir=/proc/self/fd/$1,upperdir=/proc/self/fd/$store/$2/up,workdir=/proc/self/fd/$store/$2/work,$options" sluice "$3" 2>&1) && return
  done
  case $problem in *'No space left'*|*'Input/output error'*) fail "$3";; esac
  problem=$(${mount} --no-canonicalize --rbind -o ro "/proc/self/fd/$1" "$3" 2>&1) || fail "$3"
  echo "read-only $3"
}`,
    ...copies.map((path, n) => copy(`copy${n}`, n, path)),
    bindTo('scratch', scratch),
    ...(mayEdit ? [bindTo('workspace', workspace)] : []),
    ...nested.flatMap((path, n) => [open(`nested${n}`, path), copy(`nested${n}`, copies.length + n, path)]),
    ...git.flatMap(({ folder, real }, n) => [
      open(`git${n}`, folder),
      ...real.map((path, part) => open(`git${n}_${part}`, path)),
      copy(`git${n}`, copies.length + nested.length + n, folder),
      ...real.map((path, part) => bindTo(`git${n}_${part}`, path)),
      ...real.map((_, part) => `exec {git${n}_${part}}<&-`),
      ...GUARDED.map((name) => join(folder, name))
        .filter(isFolderAt)
        .flatMap((path) => [open('guarded', path), bindTo('guarded', path, true), 'exec {guarded}<&-']),
    ]),
    ...readOnly.map(
      (path) => `problem=$(${mount} -o remount,bind,ro ${shellQuote(path)} 2>&1) || fail ${shellQuote(path)}`,
    ),
    ...(isFolderAt('/dev/shm') ? [`${mount} -t tmpfs -o nosuid,nodev,mode=1777 sluice /dev/shm || fail /dev/shm`] : []),
    ...closed.map((name) => `exec {${name}}<&-`),
    KEPT_REFS,
    'echo "ready $$"',
    'exec 1>&- 2>&-',
    'while read -r _; do :; done',
    ...git.flatMap((_, n) => [
      `up=/proc/self/fd/$store/${copies.length + nested.length + n}/up`,
      // A split index names the shared index it builds on, so write the shared one first.
      `for name in "$up"/sharedindex.+([0-9a-f]) ${WRITTEN_BACK}; do`,
      '  name=${name##*/}; changed=$up/$name',
      '  [[ -f $changed && ! -L $changed ]] || continue',
      `  [[ $name != HEAD || $(<"$changed") =~ ^(ref:\\ refs/heads/[^[:space:]]+|[0-9a-f]{40,64})$ ]] || continue`,
      `  original=/proc/self/fd/$git${n}/$name`,
      `  if [[ $name == packed-refs ]]; then kept_refs "$changed" "$original" | ${asUser} ${coreutil('tee')} "$original.sluice" > /dev/null`,
      `  else ${asUser} ${coreutil('cp')} "$changed" "$original.sluice"; fi && ${asUser} ${coreutil('mv')} -f "$original.sluice" "$original"`,
      'done',
    ]),
    `${coreutil('rm')} -rf "/proc/self/fd/$store/"*`,
  ].join('\n')
}
