/** What lies directly in a folder of a commit: bare names of regular files and of folders, each sorted. */
export type Entries = { files: readonly string[]; folders: readonly string[] }

/** Tells what lies directly in a folder ('' is the root), from the paths of all files. */
export function entriesOf(paths: readonly string[]): (folder: string) => Entries {
  const found = new Map<string, { files: string[]; folders: Set<string> }>()
  const at = (folder: string) => {
    let known = found.get(folder)
    if (known === undefined) {
      known = { files: [], folders: new Set() }
      found.set(folder, known)
      if (folder !== '') at(folderOf(folder)).folders.add(nameOf(folder))
    }
    return known
  }
  for (const path of paths) at(folderOf(path)).files.push(nameOf(path))
  return (folder) => {
    const { files, folders } = found.get(folder) ?? { files: [], folders: [] }
    return { files: [...files].sort(), folders: [...folders].sort() }
  }
}

type Folders = { entries(folder: string): Promise<Entries> }

/** What a path of a commit is; undefined when there is nothing. */
export async function kindIn(files: Folders, path: string): Promise<'file' | 'folder' | undefined> {
  if (path === '') return 'folder'
  const inside = await files.entries(folderOf(path))
  const name = nameOf(path)
  return inside.files.includes(name) ? 'file' : inside.folders.includes(name) ? 'folder' : undefined
}

/** The folder a path lies in ('' is the root), and its last name. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
