import type { GitHub } from '../api/github.ts'
import { isPinnable } from '../api/pinned-location.ts'

/** The text of a `.gitattributes`. `folder`: the path of its folder from the root, empty for the root. */
export type AttributesFile = { folder: string; text: string }

/** In one query. The attributes of the other folders are not read. */
const MAX_FOLDERS = 50

/**
 * The `.gitattributes` that apply to the paths at a commit (a full SHA), outer ones first. Reads the folders with the most paths
 * below them, the root first. Never rejects: without an answer there are none.
 */
export async function readAttributesFiles(
  paths: readonly string[],
  commit: string,
  github: Pick<GitHub, 'repo' | 'pinnedFiles'>,
): Promise<AttributesFile[]> {
  const counts = new Map<string, number>()
  for (const folder of paths.flatMap(foldersAround)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  // A folder has at least as many paths below it as each folder inside, and comes before it here.
  const folders = [...counts].toSorted(([, one], [, other]) => other - one).map(([folder]) => folder)
  const locations = folders.slice(0, MAX_FOLDERS).map((folder) => {
    const path = folder === '' ? '.gitattributes' : `${folder}/.gitattributes`
    return { entry: path, ...github.repo, sha: commit, path, folder }
  })
  const readable = locations.filter(isPinnable)
  if (readable.length === 0) return []
  const answers = await github
    .pinnedFiles(readable.map(({ folder: _, ...location }) => location))
    .catch(() => undefined) // a token without access to GraphQL
  return readable
    .flatMap(({ folder }, index) => {
      const answer = answers?.[index]
      return answer === undefined || 'problem' in answer || answer.folder
        ? []
        : answer.files.map(({ text }) => ({ folder, text }))
    })
    .toSorted((one, other) => one.folder.length - other.folder.length)
}

/** The folders that contain the path, the root first. */
const foldersAround = (path: string): string[] => [
  '',
  ...Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)),
]
