import { UserError } from '../../platform/errors.ts'
import { baseName, type FolderEntries, indexFolders, parentFolder } from '../../platform/files/directory-entries.ts'
import type { GitHub } from '../api/github.ts'
import { type BlobReader, openBlobReader, withoutBom } from './blob-reader.ts'
import { withLinks } from './commit-links.ts'
import type { Git, GitEntry } from './git.ts'
import { selectTreeFiles, type TreeFiles } from './git-tree.ts'

/** The regular files of one commit. `treeFiles` has the paths that were refused so far. */
export type CommitSource = {
  treeFiles: TreeFiles
  find(path: string): Promise<GitEntry | undefined>
  /** The entries of a folder ('' is the root). */
  entries(folder: string): Promise<FolderEntries>
  /** The paths of all files below a folder. */
  paths(folder: string): Promise<string[]>
  text(entry: GitEntry): Promise<string>
}

/**
 * Opens a commit in the local objects and reads folders on demand, so the cost does not depend on the size of the commit. When the
 * local objects lack the commit, one API request lists all of it.
 */
export async function openCommitSource(
  sha: string,
  { git, github }: { git?: Git; github?: GitHub },
): Promise<CommitSource> {
  const blobs = github && openBlobReader(github)
  const root = await git?.treeOf(sha)
  if (git && root !== undefined && (await git.entries(root)) !== undefined)
    return withLinks(
      sourceFromTrees(root, {
        entries: async (tree) => (await git.entries(tree)) ?? remoteEntries(github, tree),
        text: (entry) => localText(git, blobs, entry),
      }),
    )
  if (!github || !blobs)
    throw new UserError(
      `The commit ${sha} is not in the local repository. Check it out with fetch-depth: 0, or set github_token.`,
    )

  const text = (entry: GitEntry) => blobs(entry.sha)
  const all = await github.tree(sha) // a commit stands for its tree
  if (!all.truncated) {
    const treeFiles = selectTreeFiles(all.entries)
    // What the run will read is asked for together.
    const known = [...treeFiles.files.values(), ...treeFiles.links.values()]
    const preloaded = [...known.filter(isSteeringFile), ...known.filter(isLikelyImport).slice(0, MAX_LIKELY_IMPORTS)]
    for (const { sha } of preloaded.slice(0, MAX_PRELOADED)) blobs(sha).catch(() => undefined)
    return withLinks(sourceFromListing(treeFiles, text))
  }
  // GitHub lists at most 100,000 entries at once.
  return withLinks(sourceFromTrees(sha, { entries: (sha) => remoteEntries(github, sha), text }))
}

function sourceFromListing(treeFiles: TreeFiles, text: CommitSource['text']): CommitSource {
  const all = [...treeFiles.files.keys()]
  const entries = indexFolders(all)
  return {
    treeFiles,
    find: async (path) => treeFiles.files.get(path),
    entries: async (folder) => entries(folder),
    paths: async (folder) => (folder === '' ? [...all] : all.filter((path) => path.startsWith(`${folder}/`))),
    text,
  }
}

/** Reads objects by SHA. The path of a tree entry is its bare name. */
type ObjectReader = { entries(tree: string): Promise<readonly GitEntry[]>; text: CommitSource['text'] }

type LoadedFolder = { files: ReadonlyMap<string, GitEntry>; folders: ReadonlyMap<string, GitEntry> }

function sourceFromTrees(root: string, objects: ObjectReader): CommitSource {
  const treeFiles: TreeFiles = { files: new Map(), links: new Map(), refused: new Map() }
  const opened = new Map<string, Promise<LoadedFolder>>()

  const open = (path: string): Promise<LoadedFolder> => {
    const folder = opened.get(path) ?? load(path)
    opened.set(path, folder)
    return folder
  }
  const load = async (path: string): Promise<LoadedFolder> => {
    const sha =
      path === ''
        ? root
        : isNormalized(path)
          ? (await open(parentFolder(path))).folders.get(baseName(path))?.sha
          : undefined
    if (sha === undefined) return EMPTY_FOLDER
    const entries = await objects.entries(sha)
    // Folders are treated like files here, so that a folder with a colliding name is refused as well.
    const { files, links, refused } = selectTreeFiles(
      entries.map((entry) => (isFolder(entry) ? { ...entry, mode: '100644' } : entry)),
    )
    for (const [name, reason] of refused) treeFiles.refused.set(join(path, name), reason)
    for (const [name, entry] of links) treeFiles.links.set(join(path, name), { ...entry, path: join(path, name) })
    const accepted = entries.filter((entry) => files.has(entry.path))
    const byName = (some: GitEntry[]) => new Map(some.map((entry) => [entry.path, entry]))
    return { files: byName(accepted.filter((entry) => !isFolder(entry))), folders: byName(accepted.filter(isFolder)) }
  }
  const listBelow = async (path: string): Promise<string[]> => {
    const { files, folders } = await open(path)
    const nested = await Promise.all([...folders.keys()].map((name) => listBelow(join(path, name))))
    return [...[...files.keys()].map((name) => join(path, name)), ...nested.flat()]
  }

  return {
    treeFiles,
    async find(path) {
      const entry = isNormalized(path) ? (await open(parentFolder(path))).files.get(baseName(path)) : undefined
      return entry && { ...entry, path }
    },
    async entries(path) {
      const { files, folders } = await open(path)
      return { files: [...files.keys()].sort(), folders: [...folders.keys()].sort() }
    },
    paths: listBelow,
    text: objects.text,
  }
}

const EMPTY_FOLDER: LoadedFolder = { files: new Map(), folders: new Map() }

/** False for a path with a leading slash. */
const isNormalized = (path: string) => path === join(parentFolder(path), baseName(path))
const isFolder = ({ mode }: GitEntry) => mode === '040000'
const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

async function remoteEntries(github: GitHub | undefined, tree: string): Promise<readonly GitEntry[]> {
  if (!github)
    throw new UserError(
      `A folder of the commit (tree ${tree}) is not in the local repository. Check it out with all its trees.`,
    )
  return (await github.tree(tree, { recursive: false })).entries
}

async function localText(git: Git, blobs: BlobReader | undefined, entry: GitEntry): Promise<string> {
  const text = await git.blob(entry.sha)
  // A partial clone has trees without their blobs.
  if (text === undefined && blobs) return blobs(entry.sha)
  if (text === undefined)
    throw new UserError(`${entry.path} is part of the commit, but its content is not in the local repository.`)
  return withoutBom(text)
}

const MAX_PRELOADED = 80

const isSteeringFile = ({ path }: GitEntry): boolean => STEERING_FILE.test(path)
const STEERING_FILE = /^\.(?:gemini|agents)\/|(?:^|\/)(?:(?:GEMINI|AGENTS|CLAUDE)\.md|\.(?:geminiignore|gitignore))$/

/** Pages that a memory file often imports. */
const isLikelyImport = ({ path }: GitEntry): boolean =>
  /^(?:docs\/)?(?!(?:GEMINI|AGENTS|CLAUDE)\.md$)[^/]+\.md$/i.test(path)
const MAX_LIKELY_IMPORTS = 20
