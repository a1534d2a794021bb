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
