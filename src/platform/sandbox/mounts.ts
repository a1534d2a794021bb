import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isInside } from '../files/paths.ts'
import { isFolderAt } from '../stats-at.ts'
import type { FileView } from './file-view.ts'
import { findConfigsWithCredentials, gitExecutionPaths } from './git-credentials.ts'
import { listHiddenPaths, listRunCode } from './hidden-paths.ts'
import type { IsolationContext } from './isolation-context.ts'
import { mountPoints } from './mount-points.ts'

/** A command's view of the file system, as input for `mount`. */
export type MountPlan = {
  /**
   * Paths of tables for `mount --all`: first the changes, then the hiding. They are apart because the changes need files that are
   * hidden afterwards, and a table of which a line fails is mounted a second time.
   */
  tables: readonly string[]
  /** Opened before anything is hidden, and mounted again afterwards. */
  visible: readonly { path: string; folder: boolean; writable: boolean }[]
  /** Arguments of final `mount` calls that a table cannot express, in order. */
  after: readonly (readonly string[])[]
}

/** The plan where nothing can be mounted. */
export const NO_MOUNTS: MountPlan = { tables: [], visible: [], after: [] }

/** Paths of hidden folders that a program sees all the same: `visible` to read, `writable` also to write. */
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
  const git = gitExecutionPaths(workspace)
  const configs = findConfigsWithCredentials(workspace)
  const pinned = movable(
    [...runCode, ...hidden, workspace, ...existingPaths(git.folders)],
    root ? writable : undefined,
  ).filter((path) => !isHidden(path) && !mounts.includes(path) && !writable.includes(path))
  const changing = [
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
  }
}

/** Devices that programs need. For root all other devices, including disks, are disabled. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`)

/** Where root can change the kernel, or make it run programs outside, without any capability. */
const KERNEL_SWITCHES = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi'].map((name) => `/proc/${name}`)

const kernelLines = (): string[] => [
  ...existingPaths(DEVICES).map((path) => bind(path, path)),
  ...terminalLines('/dev/ptmx', '/dev/pts/ptmx'),
  ...existingPaths(KERNEL_SWITCHES).map((path) => bind(path, path, 'ro')),
]

/** The other end of a terminal is searched next to the opened file, so use the one in /dev/pts, unless it is used already. */
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
