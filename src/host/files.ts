import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import type { Entries } from './entries.ts'
import { messageOf } from './errors.ts'
import { codeOf, follow, isInside, objection, type Platform, protectedSegment, slashed } from './paths.ts'
import {
  type Entry,
  type GitMode,
  kindAt,
  listPlace,
  type Place,
  type Refusal,
  readPlace,
  refuse,
  writePlace,
} from './place.ts'

/**
 * Files as they stand in one commit somebody trusted wrote. The only way a file that steers a run is read.
 * `ref` is the full commit SHA. Paths are relative to the repository root, with forward slashes.
 * Links, submodules and names that differ only in case or Unicode form are refused, not followed.
 */
export type Reader = {
  ref: string
  /** The text of a file, or undefined when the commit has no such regular file. */
  read(path: string): Promise<string | undefined>
  /** What lies directly in a folder ('' is the root); nothing where there is none. The way to look through a large commit. */
  entries(folder: string): Promise<Entries>
  /** Paths of all regular files under a folder ('' is the root), recursive, sorted. Reads everything below it. */
  list(folder: string): Promise<string[]>
  /** What was read so far, for the report. */
  loaded(): LoadedFile[]
}

export type LoadedFile = { path: string; sha: string; ref: string; bytes: number }

/** The files of a folder, named from there. */
export const rooted = (reader: Reader, folder: string): Reader => ({
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

/** One file this run wrote: its bytes before the first write and now. null: there was, or is, no file. */
export type Change = { path: string; before: Buffer | null; after: Buffer | null; mode: GitMode }

/**
 * The checked-out files the agent may work on. Nothing outside the root is reachable, whatever links lie inside.
 * A path becomes a Place by `resolve`, and only a Place can be read or written.
 */
export type Workspace = {
  root: string
  /** Where a path leads, or why it may not be used. Relative paths start at the root; names are taken literally. */
  resolve(path: string, use: 'read' | 'write'): Promise<Place | Refusal>
  /** What is there, links followed; undefined when nothing is. */
  kind(at: Place): Promise<Entry['kind'] | undefined>
  /** The bytes of a regular file of at most `maxBytes`. */
  read(at: Place, maxBytes?: number): Promise<{ ok: true; bytes: Buffer } | Refusal>
  /** Replaces a file in one step, keeping mode and owner, and makes its folders. */
  write(at: Place, bytes: Uint8Array): Promise<{ ok: true; created: boolean } | Refusal>
  /** What a folder holds, unsorted. `vanished` counts entries that could not be looked at. */
  list(at: Place): Promise<{ ok: true; entries: Entry[]; vanished: number } | Refusal>
  changes(): readonly Change[]
}

export type WorkspaceOptions = {
  /** Folders and files that count as outside although they may lie inside, e.g. the runner's temporary files. */
  outside?: readonly string[]
  /** Folders elsewhere that may be read, never written, e.g. where the shell tool saves long output. */
  readable?: readonly string[]
  platform?: Platform
}

/** The kernel's view of processes and devices: reading there reads memory and environments. */
const KERNEL_FOLDERS = ['/proc', '/sys', '/dev']

export async function openWorkspace(root: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const platform = options.platform ?? process.platform
  const home = await realpath(root)
  const outside = await followAll([...KERNEL_FOLDERS, ...(options.outside ?? [])])
  const readable = await followAll(options.readable ?? [])
  const befores = new Map<string, { before: Buffer | null; last: Buffer; mode: GitMode }>()

  async function place(path: string, use: 'read' | 'write'): Promise<Place | Refusal> {
    const spoken = objection(path, platform)
    if (spoken !== undefined) return refuse('path_not_in_workspace', `Invalid path ${JSON.stringify(path)}: ${spoken}`)
    const meant = await literal(home, path)
    const real = await follow(meant).catch((error: unknown) => messageOf(error))
    if (!isAbsolute(real))
      return refuse('path_not_in_workspace', `Failed to resolve path ${JSON.stringify(path)}: ${real}`)
    if (use === 'read' && readable.some((folder) => isInside(folder, real)))
      return { ok: true, path: real, shown: real }
    if (!isInside(home, real) || outside.some((folder) => isInside(folder, real)))
      return refuse(
        'path_not_in_workspace',
        `Path not in workspace: Attempted path "${path}" resolves outside the allowed workspace directories: ${home}. Give a path relative to that directory.`,
      )
    const shown = slashed(relative(home, real))
    // Both the name as written and the file it leads to count: a link named like any other may point into .git.
    const hidden = protectedSegment(isInside(home, meant) ? relative(home, meant) : '') ?? protectedSegment(shown)
    if (hidden !== undefined)
      return refuse(
        'path_not_in_workspace',
        `Path not in workspace: "${path}" leads to "${hidden}", which may hold credentials or change how git behaves, so tools cannot reach it.`,
      )
    if (use === 'write' && path.endsWith('/'))
      return refuse(
        'target_is_directory',
        `"${path}" names a directory. Give the path of a file; its directories are made with it.`,
      )
    return { ok: true, path: real, shown: shown === '' ? '.' : shown }
  }

  return {
    root: home,
    resolve: place,
    kind: kindAt,
    read: (at, maxBytes) => readPlace(at, maxBytes),
    async write(at, bytes) {
      const written = await writePlace(at, bytes)
      if (!written.ok) return written
      const first = befores.get(at.path)
      befores.set(at.path, {
        before: first === undefined ? written.before : first.before,
        last: Buffer.from(bytes),
        mode: written.mode,
      })
      return { ok: true, created: written.before === null }
    },
    list: (at) => listPlace(at, (path) => place(path, 'read')),
    changes() {
      return [...befores]
        .map(([path, { before, last, mode }]) => ({
          path: slashed(relative(home, path)),
          before,
          after: onDisk(path, last),
          mode,
        }))
        .filter(({ before, after }) => !(before === null ? after === null : after !== null && before.equals(after)))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
    },
  }
}

const followAll = (paths: readonly string[]): Promise<string[]> =>
  Promise.all(paths.map((path) => follow(resolve(path))))

/** The absolute path a name stands for. Models copy the `@file` notation of prompts; it is dropped where no such name exists. */
async function literal(home: string, path: string): Promise<string> {
  const written = resolve(home, path)
  if (!path.startsWith('@')) return written
  const first = path.split(/[\\/]/)[0] ?? path
  return (await exists(resolve(home, first))) && first !== '@'
    ? written
    : resolve(home, path.slice(1).replace(/^[\\/]+/, ''))
}

/**
 * A file this run wrote, as it is now: formatters may have touched it since.
 * If something else took its place (a link, a folder), our own last bytes stand: what the link leads to was never ours.
 */
function onDisk(path: string, last: Buffer): Buffer | null {
  try {
    const seen = lstatSync(path, { throwIfNoEntry: false })
    if (seen === undefined) return null
    return seen.isFile() && seen.nlink === 1 && realpathSync(path) === path ? readFileSync(path) : last
  } catch (error) {
    return codeOf(error) === 'ENOTDIR' ? null : last
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )
