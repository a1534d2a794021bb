import { realpath } from 'node:fs/promises'
import { isAbsolute, join, parse, relative, resolve } from 'node:path'
import { lazy } from '../lazy.ts'
import { findProtectedSegment, isInside, type Platform, pathProblem, resolveLinks, toForwardSlashes } from '../paths.ts'
import type { ProgramOptions } from '../process/run-program.ts'
import { openRoot } from './open-path.ts'
import {
  currentBytes,
  type DirectoryEntry,
  type FileFailure,
  fileFailure,
  type GitMode,
  inspectPaths,
  kindBelow,
  listWorkspaceFolder,
  type PathFacts,
  readWorkspaceFile,
  type WorkspacePath,
  walkWorkspaceFolder,
  withoutAddress,
  writeWorkspaceFile,
} from './workspace-path.ts'

/**
 * The files of one trusted commit. Every file that configures a run is read through this.
 * `ref` is the full commit SHA. Paths are relative to the repository root, with forward slashes.
 * Links, submodules and names that differ only in case or Unicode form are refused.
 */
export type CommitReader = {
  ref: string
  /** The text of a file, or undefined when the commit has no such regular file. */
  read(path: string): Promise<string | undefined>
  /** Direct entries of a folder ('' is the root); empty when it does not exist. Use this to walk a large commit. */
  entries(folder: string): Promise<FolderEntries>
  /** Paths of all regular files below a folder ('' is the root), recursive and sorted. Walks everything below it. */
  list(folder: string): Promise<string[]>
  /** Files read so far, for the report. */
  loaded(): LoadedFile[]
}

/** `target`: the file of the commit that a link stands for. */
export type LoadedFile = { path: string; sha: string; ref: string; bytes: number; target?: string }

/** A reader of one folder, with paths relative to it. */
export const readerInFolder = (reader: CommitReader, folder: string): CommitReader => ({
  ref: reader.ref,
  read: (path) => reader.read(`${folder}/${path}`),
  entries: (inside) => reader.entries(inside === '' ? folder : `${folder}/${inside}`),
  list: async (inside) =>
    (await reader.list(inside === '' ? folder : `${folder}/${inside}`)).map((path) => path.slice(folder.length + 1)),
  loaded: () =>
    reader
      .loaded()
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map((file) => ({ ...file, path: file.path.slice(folder.length + 1) })),
})

/** One file that this run wrote: its bytes before the first write and now. null: the file did not or does not exist. */
export type FileChange = {
  path: string
  before: Buffer | null
  after: Buffer | null
  mode: GitMode
  /** Something else has written the file since. */
  overwritten?: true
}

/**
 * The checked-out files that the agent may use. Nothing outside the root is accessible, not even through links.
 * `resolve` turns a path into a WorkspacePath; all other methods accept only that.
 */
export type Workspace = {
  root: string
  /** The root as people and programs know it: `root`, unless that stands for another folder. */
  shownRoot: string
  /** An absolute path below `shownRoot` as a path below `root`; others unchanged. */
  located(path: string): string
  /** Resolves a path, or says why it may not be used. Relative paths start at the root; wildcards are not expanded. */
  resolve(path: string, use: 'read' | 'write'): Promise<WorkspacePath | FileFailure>
  /**
   * Resolves a path for a decision about a call. From then on the path must lead to the same place: resolve() fails once when a
   * program led it elsewhere after the decision.
   */
  decide(path: string): Promise<WorkspacePath | FileFailure>
  /** The kind of the target, with links followed; undefined when it does not exist. */
  kind(target: WorkspacePath): Promise<DirectoryEntry['kind'] | undefined>
  /** The bytes of a regular file of at most `maxBytes`. */
  read(target: WorkspacePath, maxBytes?: number): Promise<{ ok: true; bytes: Buffer } | FileFailure>
  /** Replaces a file atomically, keeps its mode and owner, and creates its folders. */
  write(target: WorkspacePath, bytes: Uint8Array): Promise<{ ok: true; created: boolean } | FileFailure>
  /** The entries of a folder, unsorted. `vanished` counts entries that could not be inspected. */
  list(target: WorkspacePath): Promise<{ ok: true; entries: DirectoryEntry[]; vanished: number } | FileFailure>
  /** What is at paths relative to the root, links not followed. Fast if the paths of one folder follow one another. */
  inspect(paths: readonly string[]): (PathFacts | undefined)[]
  /** All files and links in a folder and its subfolders, relative to the root. Does not open folders whose name `skips` names. */
  walk(folder: string, skips: (name: string) => boolean, signal: AbortSignal): Promise<string[]>
  changes(): readonly FileChange[]
  /** How git and ripgrep start, where they get the view of the run's programs. They read by name. */
  readerView(): Promise<ProgramWrap | undefined>
}

type ProgramWrap = NonNullable<ProgramOptions['wrap']>

export type WorkspaceOptions = {
  /** The folder that the root stands for: absolute paths below it mean files below the root. */
  standsFor?: string
  /** Folders and files inside the root that must stay inaccessible, e.g. the runner's temporary files. */
  outside?: readonly string[]
  /** Folders outside the root that are read-only, e.g. where the shell tool saves long output. */
  readable?: readonly string[]
  /** Folders inside the root whose files have a second name, which is ours. */
  linked?: readonly string[]
  /** Why a file may not be written, by its path from the root; undefined when it may. */
  writeProblem?: (path: string) => Promise<string | undefined>
  /** See Workspace.readerView. Absent: they start as this process does. */
  readerView?: () => Promise<ProgramWrap | undefined>
  /** Called before each write, which waits for it. */
  beforeWrites?: () => Promise<unknown>
  platform?: Platform
}

/** Reading here would read the memory and environments of processes. */
const KERNEL_FOLDERS = ['/proc', '/sys', '/dev']

export async function openWorkspace(root: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const platform = options.platform ?? process.platform
  const realRoot = await realpath(root)
  const opened = openRoot(realRoot, platform)
  opened.linked = options.linked
  const machine = lazy(() => openRoot(parse(realRoot).root, platform))
  // Folders outside the checkout, in which tools only read, are opened from the top.
  const rootOf = ({ path }: WorkspacePath) => (isInside(realRoot, path) ? opened : machine())
  const shownRoot = options.standsFor ?? realRoot
  const around = await resolveAllLinks([...KERNEL_FOLDERS, ...(options.outside ?? [])])
  const outside = around.filter((folder) => !isInside(folder, realRoot))
  const readable = await resolveAllLinks(options.readable ?? [])
  const changedFiles = new Map<string, { before: Buffer | null; last: Buffer; mode: GitMode }>()

  const located = (path: string) =>
    isAbsolute(path) && shownRoot !== realRoot && isInside(shownRoot, path)
      ? join(realRoot, relative(shownRoot, path))
      : path

  async function resolvePath(path: string, use: 'read' | 'write'): Promise<WorkspacePath | FileFailure> {
    const problem = pathProblem(path, platform)
    if (problem !== undefined)
      return fileFailure('path_not_in_workspace', `Invalid path ${JSON.stringify(path)}: ${problem}`)
    const absolute = toAbsolutePath(realRoot, located(path), (name) => kindBelow(opened, name) !== undefined)
    const real = await followAllLinks(absolute).catch((error: unknown) => withoutAddress(error))
    if (!isAbsolute(real))
      return fileFailure('path_not_in_workspace', `Failed to resolve path ${JSON.stringify(path)}: ${real}`)
    if (use === 'read' && readable.some((folder) => isInside(folder, real)))
      return { ok: true, path: real, displayPath: real }
    if (!isInside(realRoot, real) || outside.some((folder) => isInside(folder, real)))
      return fileFailure(
        'path_not_in_workspace',
        `Path not in workspace: Attempted path "${path}" resolves outside the allowed workspace directories: ${shownRoot}. Give a path relative to that directory.`,
      )
    const displayPath = toForwardSlashes(relative(realRoot, real))
    // Check both the name as written and its target: a link with a harmless name may point into .git.
    const protectedName =
      findProtectedSegment(isInside(realRoot, absolute) ? relative(realRoot, absolute) : '') ??
      findProtectedSegment(displayPath)
    if (protectedName !== undefined)
      return fileFailure(
        'path_not_in_workspace',
        `Path not in workspace: "${path}" leads to "${protectedName}", which tools cannot access: it may hold credentials or change how git behaves.`,
      )
    if (use === 'write' && path.endsWith('/'))
      return fileFailure(
        'target_is_directory',
        `"${path}" is a directory. Give the path of a file; its directories are created with it.`,
      )
    return { ok: true, path: real, displayPath: displayPath === '' ? '.' : displayPath }
  }

  const decided = new Map<string, string>()
  async function resolveAsDecided(path: string, use: 'read' | 'write'): Promise<WorkspacePath | FileFailure> {
    const resolved = await resolvePath(path, use)
    const expected = decided.get(path)
    if (!resolved.ok || expected === undefined || expected === resolved.path) return resolved
    decided.delete(path)
    return fileFailure('path_not_in_workspace', `"${path}" changed after the rules allowed this call. Try again.`)
  }

  /** A path outside, for example through a link to the workspace, may lead back in. */
  async function followAllLinks(path: string): Promise<string> {
    const place = isInside(realRoot, path) ? await opened.follow(path) : path
    if (isInside(realRoot, place)) return place
    const real = await resolveLinks(place)
    return isInside(realRoot, real) ? opened.follow(real) : real
  }

  return {
    root: realRoot,
    shownRoot,
    located,
    resolve: resolveAsDecided,
    async decide(path) {
      const resolved = await resolvePath(path, 'read')
      decided.delete(path)
      if (resolved.ok) decided.set(path, resolved.path)
      return resolved
    },
    kind: async (target) => kindBelow(rootOf(target), target.path),
    read: (target, maxBytes) => readWorkspaceFile(rootOf(target), target, maxBytes),
    async write(target, bytes) {
      const problem = await options.writeProblem?.(target.displayPath)
      if (problem !== undefined) return fileFailure('permission_denied', problem)
      await options.beforeWrites?.()
      const result = await writeWorkspaceFile(opened, target, bytes)
      if (!result.ok) return result
      const first = changedFiles.get(target.path)
      changedFiles.set(target.path, {
        before: first === undefined ? result.before : first.before,
        last: Buffer.from(bytes),
        mode: result.mode,
      })
      return { ok: true, created: result.before === null }
    },
    list: (target) => listWorkspaceFolder(rootOf(target), target, (path) => resolvePath(path, 'read')),
    inspect: (paths) => inspectPaths(opened, paths),
    readerView: async () => options.readerView?.(),
    walk: (folder, skips, signal) => walkWorkspaceFolder(opened, folder, skips, signal),
    changes() {
      return [...changedFiles]
        .map(([path, { before, last, mode }]): FileChange => {
          const after = currentBytes(opened, path, last)
          const overwritten = after?.equals(last) === true ? undefined : (true as const)
          return { path: toForwardSlashes(relative(realRoot, path)), before, after, mode, overwritten }
        })
        .filter(({ before, after }) => !(before === null ? after === null : after !== null && before.equals(after)))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
    },
  }
}

const resolveAllLinks = (paths: readonly string[]): Promise<string[]> =>
  Promise.all(paths.map((path) => resolveLinks(resolve(path))))

/** The absolute path of a name. Models copy the `@file` notation of prompts; the `@` is dropped when no such file exists. */
function toAbsolutePath(realRoot: string, path: string, exists: (path: string) => boolean): string {
  const written = resolve(realRoot, path)
  if (!path.startsWith('@')) return written
  const first = path.split(/[\\/]/)[0] ?? path
  return exists(join(realRoot, first)) && first !== '@'
    ? written
    : resolve(realRoot, path.slice(1).replace(/^[\\/]+/, ''))
}

/** The direct entries of a folder in a commit: names of regular files and of folders, each sorted. */
export type FolderEntries = { files: readonly string[]; folders: readonly string[] }

/** Builds a lookup of a folder's direct entries ('' is the root) from the paths of all files. */
export function indexFolders(paths: readonly string[]): (folder: string) => FolderEntries {
  const folders = new Map<string, { files: string[]; folders: Set<string> }>()
  const entryFor = (folder: string) => {
    let entry = folders.get(folder)
    if (entry === undefined) {
      entry = { files: [], folders: new Set() }
      folders.set(folder, entry)
      if (folder !== '') entryFor(parentFolder(folder)).folders.add(baseName(folder))
    }
    return entry
  }
  for (const path of paths) entryFor(parentFolder(path)).files.push(baseName(path))
  return (folder) => {
    const entry = folders.get(folder)
    return { files: [...(entry?.files ?? [])].sort(), folders: [...(entry?.folders ?? [])].sort() }
  }
}

type FolderReader = { entries(folder: string): Promise<FolderEntries> }

/** Whether a path of a commit is a file or a folder; undefined when it does not exist. */
export async function entryKind(files: FolderReader, path: string): Promise<'file' | 'folder' | undefined> {
  if (path === '') return 'folder'
  const siblings = await files.entries(parentFolder(path))
  const name = baseName(path)
  return siblings.files.includes(name) ? 'file' : siblings.folders.includes(name) ? 'folder' : undefined
}

/** The folder that contains a path; '' is the root. */
export const parentFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
