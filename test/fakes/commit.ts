import { createHash } from 'node:crypto'
import { type CommitReader, indexFolders, type LoadedFile } from '../../src/platform/files/workspace.ts'

/** Files of a commit in memory, and every path that was read. */
export function commitOf(files: Readonly<Record<string, string>>): CommitReader & { asked: string[] } {
  const ref = 'c'.repeat(40)
  const asked: string[] = []
  const loaded: LoadedFile[] = []
  const entries = indexFolders(Object.keys(files))
  return {
    ref,
    asked,
    async read(path) {
      asked.push(path)
      const text = Object.hasOwn(files, path) ? files[path] : undefined
      if (text === undefined) return undefined
      const bytes = Buffer.byteLength(text)
      loaded.push({ path, sha: createHash('sha1').update(`blob ${bytes}\0${text}`).digest('hex'), ref, bytes })
      return text
    },
    entries: async (folder) => entries(folder),
    list: async (folder) =>
      Object.keys(files)
        .filter((path) => folder === '' || path.startsWith(`${folder}/`))
        .sort(),
    loaded: () => loaded,
  }
}
