import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gitConfigs, gitPrograms } from './isolation-git.ts'
import { hiddenPaths, type IsolationPlace, ownPrograms } from './isolation-hidden.ts'
import { isInside } from './paths.ts'

/** What a command gets to see of the file system, made ready for `mount`. */
export type MountPlan = {
  /** Paths of tables for `mount --all`: what changes, and what hides. One where nothing has to happen in between. */
  tables: readonly string[]
  /** Held open before anything is hidden, and put back afterwards. */
  shown: readonly { path: string; folder: boolean; writable: boolean }[]
  /** Arguments of `mount` for what tables cannot say, in order, at the end. */
  after: readonly (readonly string[])[]
}

/**
 * The plan for one command: credentials, the runner's files and other programs' sockets hidden, this run's own code
 * read-only, the workspace as it is. For root, who could change the machine itself, everything else is read-only too.
 * Computed anew for each command, because files come and go.
 */
export function mountPlan(place: IsolationPlace, root: boolean, shown: readonly string[]): MountPlan {
  const workspace = realpathSync(place.workspace)
  const folder = join(place.scratch, 'isolation')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const hidden = outermost(existing(hiddenPaths(place, root)))
  const isHidden = (path: string) => hidden.some((each) => isInside(each, path))
  const mounts = root ? mountPoints() : []
  const writable = root ? outermost(existing(writableRoots(place, workspace))) : []
  const own = existing(ownPrograms(place)).filter((path) => !isHidden(path) && !isInside(path, workspace))
  const git = gitPrograms(workspace)
  const configs = gitConfigs(workspace)
  const held = movable([...own, ...hidden, workspace, ...existing(git.folders)], root ? writable : undefined).filter(
    (path) => !isHidden(path) && !mounts.includes(path) && !writable.includes(path),
  )
  const changing = [
    ...writable.filter((path) => !mounts.includes(path)).map((path) => bind(path, path)),
    ...held.map((path) => bind(path, path)),
    ...own.map((path) => bind(path, path, 'ro')),
    ...existing(git.paths)
      .filter((path) => !configs.some((each) => each.path === path))
      .map((path) => bind(path, path, 'ro')),
    ...configs.map(({ path, clean }) => bind(keep(folder, clean), path, 'ro')),
  ]
  const hiding = [
    ...hidden.map((path) => (isFolder(path) ? empty(path, place) : bind('/dev/null', path, 'ro'))),
    line('sluice', '/proc', 'proc', 'nosuid,nodev,noexec'),
    ...(root ? kernelLines() : []),
  ]
  const back = [
    ...(isHidden(workspace) ? [{ path: workspace, folder: true, writable: true }] : []),
    ...existing(shown)
      .filter(isHidden)
      .map((path) => ({ path, folder: isFolder(path), writable: false })),
  ]
  const tables = back.length === 0 ? [[...changing, ...hiding]] : [changing, hiding]
  return {
    tables: tables.filter((lines) => lines.length > 0).map((lines) => keep(folder, lines.join(''))),
    shown: back,
    after: root ? restrictions(mounts, writable) : [],
  }
}

/** Devices that programs need; the others of root's /dev, disks among them, are out of reach. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`)

/** Where root changes the kernel, or has it run programs outside, without needing any capability. */
const KERNEL_SWITCHES = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi'].map((name) => `/proc/${name}`)

const kernelLines = (): string[] => [
  ...existing(DEVICES).map((path) => bind(path, path)),
  // A terminal's other end is looked for beside the file that is opened, so it has to be the one among its like.
  ...(existsSync('/dev/pts/ptmx') && realpathSync('/dev/ptmx') === '/dev/ptmx'
    ? [bind('/dev/pts/ptmx', '/dev/ptmx')]
    : []),
  ...existing(KERNEL_SWITCHES).map((path) => bind(path, path, 'ro')),
]

const writableRoots = ({ env }: IsolationPlace, workspace: string): string[] =>
  [workspace, env.HOME, env.TMPDIR, '/tmp', '/var/tmp', env.RUNNER_TOOL_CACHE].filter(
    (path) => path !== undefined && path !== '' && path !== '/',
  ) as string[] // just filtered

/**
 * Folders that could be moved away, with all that is mounted in them, to put others in their place: those paths themselves
 * and the folders around them that lie in one this user can write. On a mount point nobody can do that. For root these are
 * the ones in `writable`.
 */
function movable(paths: readonly string[], writable: readonly string[] | undefined): string[] {
  const around = paths.flatMap((path) => [...(isFolder(path) ? [path] : []), ...foldersAround(path)])
  return [...new Set(around)]
    .filter((path) =>
      writable === undefined ? canWrite(dirname(path)) : writable.some((root) => isInside(root, path)),
    )
    .sort((a, b) => a.length - b.length)
}

function foldersAround(path: string): string[] {
  const folder = dirname(path)
  return folder === path || dirname(folder) === folder ? [] : [folder, ...foldersAround(folder)]
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Other mounts than these a machine with many containers has by the hundred, and nobody works in them. */
const REMOUNTED = /^\/(?!(?:proc|sys|dev|snap|var\/lib\/(?:docker|containers|containerd|kubelet))(?:\/|$))/
const MOST_REMOUNTS = 64

function restrictions(mounts: readonly string[], writable: readonly string[]): string[][] {
  const others = mounts.filter((path) => REMOUNTED.test(path) && !writable.some((root) => isInside(root, path)))
  return [
    ...others.slice(0, MOST_REMOUNTS).map((path) => ['-o', 'remount,bind,ro', path]),
    // Without what is mounted below, control groups for example.
    ['-o', 'bind,ro', '/sys', '/sys'],
    // Devices that were bound to their own names keep their say.
    ...(mounts.includes('/dev') ? [['-o', 'remount,bind,nodev', '/dev']] : []),
  ]
}

/** Folders on which something is mounted, from the kernel's list, in which white space is written in octal. */
function mountPoints(): string[] {
  const points = readFileSync('/proc/self/mountinfo', 'utf8').split('\n').filter(Boolean)
  const paths = points.map((each) =>
    (each.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    ),
  )
  return [...new Set(paths)].filter((path) => isFolder(path))
}

/** The real paths of those that exist and that we can see. Most do not exist, and an exception costs more than a look. */
function existing(paths: readonly string[]): string[] {
  const found = paths.filter((path) => existsSync(path)).map((path) => realpathSync(path))
  return [...new Set(found)].filter((path) => !path.includes('\n'))
}

/** Without those that lie in another. */
const outermost = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((other) => other !== path && isInside(other, path)))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const bind = (from: string, to: string, options = 'rw'): string => line(from, to, 'none', `rbind,${options}`)

/** An empty folder in place of another. Steps often keep their temporary files in the runner's, so that one can be written. */
const empty = (path: string, { env }: IsolationPlace): string =>
  line(
    'sluice',
    path,
    'tmpfs',
    `nosuid,nodev,${path === env.RUNNER_TEMP ? 'mode=1777,size=256m' : 'mode=0555,size=1m'}`,
  )

const line = (from: string, to: string, type: string, options: string): string =>
  `${escaped(from)} ${escaped(to)} ${type} ${options} 0 0\n`

const escaped = (path: string): string =>
  path.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`)

/** Keeps a text in the private folder, under a name made of it. */
function keep(folder: string, text: string): string {
  const path = join(folder, createHash('sha256').update(text).digest('hex').slice(0, 16))
  if (!existsSync(path)) writeFileSync(path, text, { mode: 0o600 })
  return path
}
