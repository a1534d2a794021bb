import { copyFile, link, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MAX_GIT_FILE_BYTES, readSmallBytes } from '../files/open-path.ts'
import { isMissing, statsAt, toForwardSlashes } from '../paths.ts'
import { runGit } from '../process/run-git.ts'
import type { PrivateRepository } from './git-repository.ts'

/** `.git` as it was when the run began, kept outside of the checkout. */
export type KeptGit = {
  /** What a command did to `.git` so that git no longer reads the repository there. */
  damage(): Promise<string | undefined>
  /** Puts `.git` back without a look at what is in its place. Returns whether it could. */
  rebuild(): Promise<boolean>
  /** Puts back the hooks, the settings and the attributes: they start programs in a later step that runs git. */
  disarm(): Promise<void>
}

/** A repository with more files, or more bytes, outside of its objects is not kept, nor is one with more object files. */
const MAX_FILES = 4000
/** Three times what git leaves loose before it packs; a runner that keeps its checkout and turned `gc.auto` off can have more. */
const MAX_OBJECT_FILES = 20_000
const MAX_BYTES = 20_000_000
/** What is kept elsewhere, and what no later step needs. */
const NOT_KEPT: ReadonlySet<string> = new Set(['objects', 'modules', 'lfs', 'logs', 'worktrees', 'index', 'index.lock'])

/** Files where git and this process would wait for a writer if a command put a pipe there. */
const READ_BY_GIT = [
  'HEAD',
  'config',
  'config.worktree',
  'commondir',
  'index',
  'packed-refs',
  'shallow',
  'objects/info/alternates',
]

type KeptFiles = Map<string, { content: Buffer; mode: number }>

/** Keeps it. The objects become a part of the private repository as well, which then does not need those of the checkout. */
export async function keepGit(repository: PrivateRepository, configuration: string): Promise<KeptGit> {
  const { top, folder, gitFolders, headCommit } = repository
  const path = join(top, '.git')
  const watched = [path, ...gitFolders, ...gitFolders.map((each) => join(each, 'objects'))]
  const identities = await Promise.all(watched.map(identityOf))
  const isFolder = (await lstat(path)).isDirectory()
  const [files, text] = isFolder
    ? [await keptFiles(path, join(folder, 'objects')), undefined]
    : [undefined, await readFile(path).catch(() => undefined)]

  const changed = async () => {
    const now = await Promise.all(watched.map(identityOf))
    return watched.filter((_, index) => now[index] !== identities[index])
  }
  return {
    async damage() {
      const [first] = await changed()
      if (first !== undefined)
        return (await identityOf(first)) === '' ? 'removed or moved `.git`' : 'put something else in place of `.git`'
      for (const name of READ_BY_GIT) {
        const stats = statsAt(join(gitFolders[0] ?? path, name))
        if (stats?.isFile() === false) return `put something that is no file in place of \`.git/${name}\``
      }
      if (!isFolder && text !== undefined && !readSmallBytes(top, '.git', MAX_GIT_FILE_BYTES)?.equals(text))
        return 'rewrote the file `.git`'
      if (isFolder && pointsElsewhere(path, files)) return 'pointed `.git` to another repository'
      const checks = [
        ['config', '--null', '--list'],
        ['ls-files', '--', '.git'],
        ...(headCommit === undefined ? [] : [['cat-file', '-e', `${headCommit}^{tree}`]]),
      ]
      const [settings, ...others] = await Promise.all(checks.map((args) => runGit({ top }, args)))
      if (settings?.code !== 0 || others.some(({ code }) => code !== 0))
        return 'changed `.git` so that git cannot read it'
      return placeSettings(settings.stdout) === placeSettings(configuration)
        ? undefined
        : 'pointed git to another working tree'
    },
    async rebuild() {
      const isReplaced = (await changed()).includes(path)
      if (!isFolder) {
        const isMoved = (await changed()).some((each) => each !== path)
        if (isReplaced) await rm(path, { recursive: true, force: true })
        if (isMoved || text === undefined) return false
        await writeFile(path, text)
        return true
      }
      if (files === undefined && !isReplaced) return false
      await rename(path, join(folder, 'replaced.git')).catch(() => rm(path, { recursive: true, force: true }))
      if (files === undefined) return false
      for (const name of ['refs/heads', 'refs/tags']) await mkdir(join(path, name), { recursive: true })
      for (const [name, { content, mode }] of files) {
        await mkdir(dirname(join(path, name)), { recursive: true })
        await writeFile(join(path, name), content, { mode })
      }
      await linkObjects(join(folder, 'objects'), join(path, 'objects'), Number.POSITIVE_INFINITY)
      await copyFile(join(folder, 'index.begin'), join(path, 'index')).catch(() => undefined)
      const shared = (await readdir(folder)).filter((name) => name.startsWith('sharedindex.'))
      for (const name of shared) await copyFile(join(folder, name), join(path, name))
      return true
    },
    async disarm() {
      if (files === undefined || (await changed()).includes(path)) return
      const isConfigured = readSmallBytes(path, 'config', MAX_GIT_FILE_BYTES)?.equals(
        files.get('config')?.content ?? NOTHING,
      )
      const settings =
        isConfigured === true ? undefined : await runGit({ top }, ['config', '--local', '--null', '--list'])
      for (const folder of ['hooks', 'info'])
        if ((await entryAt(join(path, folder)))?.isDirectory() === false) await rm(join(path, folder), { force: true })
      const present = await readdir(join(path, 'hooks'), { recursive: true }).catch(() => [])
      const names = [
        ...files.keys(),
        'config.worktree',
        'info/attributes',
        ...present.map((name) => `hooks/${toForwardSlashes(name)}`),
      ]
      for (const name of new Set(names.filter((each) => ARMED.test(each)))) {
        const [stats, before] = [await entryAt(join(path, name)), files.get(name)]
        if (before === undefined && (stats === undefined || stats.isDirectory())) continue
        const isSame = before !== undefined && stats?.isFile() === true && (stats.mode & 0o777) === before.mode
        if (isSame && readSmallBytes(path, name, MAX_GIT_FILE_BYTES)?.equals(before.content) === true) continue
        await rm(join(path, name), { recursive: true, force: true })
        if (before === undefined) continue
        await mkdir(dirname(join(path, name)), { recursive: true })
        await writeFile(join(path, name), before.content, { mode: before.mode })
      }
      for (const [, key = '', value = ''] of settings?.stdout.toString().matchAll(HARMLESS) ?? [])
        await runGit({ top }, ['config', '--local', key, value])
    },
  }
}

const NOTHING = Buffer.alloc(0)

/** What stands there itself, a link included. */
const entryAt = (path: string) => lstat(path).catch(() => undefined)

/** Where git finds programs, and which of them a file goes through. */
const ARMED = /^(?:config|config\.worktree|info\/attributes|hooks\/.+)$/

/** Settings that a command may leave, with their values: who commits, and what a branch follows. */
const HARMLESS =
  /(?<=^|\0)(user\.(?:name|email)|branch\.[^\0\n]+\.(?:remote(?=\n[\w-]+\0)|merge(?=\nrefs\/heads\/)))\n([^\0\n]+)(?=\0)/g

/** Changes when another file, folder or link stands there. Empty when nothing does. */
async function identityOf(path: string): Promise<string> {
  const stats = await lstat(path, { bigint: true }).catch(() => undefined)
  return stats === undefined ? '' : [stats.dev, stats.ino, stats.mode & 0o170000n].join(' ')
}

/** Whether git would read references or objects of another folder, or another commit than one of this repository. */
function pointsElsewhere(path: string, files: KeptFiles | undefined): boolean {
  if (files === undefined) return false
  for (const name of ['commondir', 'objects/info/alternates']) {
    if (statsAt(join(path, name)) === undefined) continue
    const [now, before] = [readSmallBytes(path, name, MAX_GIT_FILE_BYTES), files.get(name)?.content]
    if (now === undefined || before?.equals(now) !== true) return true
  }
  return false
}

/** The settings that say where the files of a repository are. */
const placeSettings = (listing: string): string =>
  listing
    .split('\0')
    .filter((field) => /^(?:core\.(?:worktree|bare)|extensions\.)/i.test(field))
    .join('\n')

/** Undefined when there are too many files, or links among them. */
async function keptFiles(path: string, objects: string): Promise<KeptFiles | undefined> {
  const files: KeptFiles = new Map()
  let bytes = 0
  const readFolder = async (folder: string): Promise<boolean> => {
    for (const entry of await readdir(join(path, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (NOT_KEPT.has(name)) continue
      if (entry.isDirectory() ? !(await readFolder(name)) : !(entry.isFile() && (await keep(name)))) return false
    }
    return true
  }
  const keep = async (name: string): Promise<boolean> => {
    const { size, mode } = await lstat(join(path, name))
    bytes += size
    if (files.size >= MAX_FILES || bytes > MAX_BYTES) return false
    files.set(name, { content: await readFile(join(path, name)), mode: mode & 0o777 })
    return true
  }
  try {
    if (!(await readFolder(''))) return undefined
    const alternates = await readFile(join(path, 'objects/info/alternates')).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (alternates !== undefined) files.set('objects/info/alternates', { content: alternates, mode: 0o644 })
    await linkObjects(join(path, 'objects'), objects, MAX_OBJECT_FILES)
    return files
  } catch {
    return undefined
  }
}

/** Gives each file of an object store a second name, or copies it to another disk. Rejects when there are too many. */
export async function linkObjects(from: string, to: string, maxFiles: number): Promise<void> {
  let count = 0
  const linkFolder = async (source: string, target: string): Promise<void> => {
    await mkdir(target, { recursive: true })
    const entries = await readdir(source, { withFileTypes: true })
    // The folders at once: one file after the other takes ten times as long.
    const folders = await Promise.allSettled(
      entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => linkFolder(join(source, name), join(target, name))),
    )
    for (const folder of folders) if (folder.status === 'rejected') throw folder.reason
    for (const entry of entries) {
      if (!entry.isFile() || entry.name === 'alternates') continue
      const [each, other] = [join(source, entry.name), join(target, entry.name)]
      count += 1
      if (count > maxFiles) throw new Error('the repository has too many files to keep')
      await link(each, other).catch(() => copyFile(each, other))
    }
  }
  await linkFolder(from, to)
}
