import { lstat, readdir } from 'node:fs/promises'
import { relative } from 'node:path'
import { pathOnDisk, toForwardSlashes } from '../paths.ts'

export type TreeChangeKind = 'created' | 'changed' | 'deleted' | 'renamed' | 'mode' | 'link'

/** A difference whose content is not known. `expected`: it is not meant to be delivered. */
export type UnreadChange = { path: string; kind: TreeChangeKind; reason: string; expected?: boolean }

/** What git ignores: what identifies each file, by path. A folder ends in a slash and is `complete` if every file in it is known. */
export type IgnoredFiles = {
  entries: readonly string[]
  files: ReadonlyMap<string, string>
  complete: ReadonlySet<string>
}

/** Folders that git ignores can be huge, such as node_modules. */
const MAX_FILES = 1000

/** Maximum of ignored files outside such folders. Beyond it, only creation and deletion are noticed. */
const MAX_SINGLE_FILES = 5000

/** Why a file that git ignores is not delivered. */
export const GIT_IGNORES_IT = 'git ignores it'

/** Looks at what git ignores. `entries`: its paths as latin1 text; with `earlier`, only the folders of that earlier look are opened. */
export async function readIgnoredFiles(
  top: string,
  entries: readonly string[],
  earlier?: IgnoredFiles,
): Promise<IgnoredFiles> {
  const files = new Map<string, string>()
  const complete = new Set<string>()
  const earlierEntries = earlier && new Set(earlier.entries)
  const singleFiles = entries.filter((entry) => !entry.endsWith('/')).slice(0, MAX_SINGLE_FILES)
  await Promise.all(singleFiles.map((entry) => addFile(top, entry, files)))
  for (const entry of entries)
    if (entry.endsWith('/') && (earlierEntries === undefined || earlierEntries.has(entry))) {
      const limit = earlier === undefined ? MAX_FILES : MAX_FILES * 4
      if (await addFolder(top, entry, files, singleFiles.length + limit)) complete.add(entry)
    }
  return { entries, files, complete }
}

/** What the run created, changed or deleted among the ignored files. A new folder is one entry. */
export async function ignoredChanges(top: string, begin: IgnoredFiles, end: IgnoredFiles): Promise<UnreadChange[]> {
  const changes: UnreadChange[] = []
  const add = (path: string, kind: UnreadChange['kind']) =>
    changes.push({ path, kind, reason: GIT_IGNORES_IT, expected: true })
  const isBelow = (folders: Iterable<string>, path: string) => [...folders].some((folder) => path.startsWith(folder))
  const beginEntries = new Set(begin.entries)
  const endEntries = new Set(end.entries)
  const beginFolders = begin.entries.filter((entry) => entry.endsWith('/'))
  const unknownFolders = beginFolders.filter((entry) => !begin.complete.has(entry))
  for (const entry of end.entries)
    if (!beginEntries.has(entry) && !end.files.has(entry) && !isBelow(beginFolders, entry)) add(entry, 'created')
  for (const [path, identity] of end.files) {
    const before = begin.files.get(path)
    if (before !== undefined && before !== identity) add(path, 'changed')
    else if (before === undefined && !beginEntries.has(path) && !isBelow(unknownFolders, path)) add(path, 'created')
  }
  const beginFiles = [...begin.files.keys(), ...begin.entries.filter((entry) => !entry.endsWith('/'))]
  for (const path of new Set(beginFiles))
    if (!end.files.has(path) && !endEntries.has(path) && !(await exists(pathOnDisk(top, path)))) add(path, 'deleted')
  return changes
}

const exists = (path: Buffer) =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function addFile(top: string, path: string, files: Map<string, string>): Promise<void> {
  const stats = await lstat(pathOnDisk(top, path), { bigint: true }).catch(() => undefined)
  if (stats !== undefined) files.set(path, [stats.mode, stats.size, stats.mtimeNs, stats.ino].join(' '))
}

/** The files of a workspace beside a checkout in a folder of it, by path; undefined if there are too many to know. */
export async function filesBeside(workspace: string, top: string): Promise<Map<string, string> | undefined> {
  const files = new Map<string, string>()
  const checkout = Buffer.from(`${toForwardSlashes(relative(workspace, top))}/`).toString('latin1')
  const skips = (path: string) => path === checkout || path.endsWith('.git/')
  return (await addFolder(workspace, '', files, MAX_SINGLE_FILES, skips)) ? files : undefined
}

/** Adds the files of a folder, those near its top first. Returns whether those were all. */
export async function addFolder(
  top: string,
  folder: string,
  files: Map<string, string>,
  limit: number,
  skips: (path: string) => boolean = () => false,
): Promise<boolean> {
  let folders = [folder]
  while (folders.length > 0) {
    const next: string[] = []
    for (const each of folders) {
      if (files.size + next.length >= limit) return false
      const entries = await readdir(pathOnDisk(top, each), {
        withFileTypes: true,
        encoding: 'latin1' as BufferEncoding,
      }).catch(() => [])
      for (const entry of entries)
        if (skips(`${each}${entry.name}/`)) continue
        else if (entry.isDirectory()) next.push(`${each}${entry.name}/`)
        else if (files.size >= limit) return false
        else await addFile(top, `${each}${entry.name}`, files)
    }
    folders = next
  }
  return true
}
