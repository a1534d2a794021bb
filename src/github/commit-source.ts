import { type Entries, entriesOf, folderOf, nameOf } from '../host/entries.ts'
import { UserError } from '../host/errors.ts'
import type { GitHub } from './client.ts'
import type { Git } from './git.ts'
import { type Entry, type Sorted, sortOut } from './tree.ts'

/** One commit, wherever its objects are. Regular files only; what was refused so far is in `sorted`. */
export type Source = {
  sorted: Sorted
  find(path: string): Promise<Entry | undefined>
  /** What lies directly in a folder ('' is the root). */
  entries(folder: string): Promise<Entries>
  /** Paths of all files below a folder. */
  paths(folder: string): Promise<string[]>
  text(entry: Entry): Promise<string>
}

/**
 * A commit from the local objects, folder by folder as they are asked for: what that costs does not depend on how large the
 * commit is. Through the API, where the local objects lack it, one request lists all of it and each folder would be another.
 */
export async function openSource(sha: string, { git, github }: { git?: Git; github?: GitHub }): Promise<Source> {
  const root = await git?.treeOf(sha)
  if (git && root !== undefined && (await git.entries(root)) !== undefined)
    return walked(root, {
      entries: async (tree) => (await git.entries(tree)) ?? remoteEntries(github, tree),
      text: (entry) => localText(git, github, entry),
    })
  if (!github)
    throw new UserError(
      `The commit ${sha} is not in the local repository. Check it out with fetch-depth: 0, or give a github_token.`,
    )

  const { tree } = await github.commit(sha)
  const text = (entry: Entry) => remoteText(github, entry)
  const all = await github.tree(tree)
  if (!all.truncated) return listed(sortOut(all.entries), text)
  // GitHub lists at most 100,000 entries at once.
  return walked(tree, { entries: (sha) => remoteEntries(github, sha), text })
}

function listed(sorted: Sorted, text: Source['text']): Source {
  const all = [...sorted.files.keys()]
  const entries = entriesOf(all)
  return {
    sorted,
    find: async (path) => sorted.files.get(path),
    entries: async (folder) => entries(folder),
    paths: async (folder) => (folder === '' ? [...all] : all.filter((path) => path.startsWith(`${folder}/`))),
    text,
  }
}

/** Where objects come from, by their SHAs. Entries of a tree have bare names. */
type Objects = { entries(tree: string): Promise<readonly Entry[]>; text: Source['text'] }

type Folder = { files: ReadonlyMap<string, Entry>; folders: ReadonlyMap<string, Entry> }

function walked(root: string, objects: Objects): Source {
  const sorted: Sorted = { files: new Map(), refused: new Map() }
  const opened = new Map<string, Promise<Folder>>()

  const open = (path: string): Promise<Folder> => {
    const known = opened.get(path) ?? load(path)
    opened.set(path, known)
    return known
  }
  const load = async (path: string): Promise<Folder> => {
    const sha =
      path === '' ? root : isPlain(path) ? (await open(folderOf(path))).folders.get(nameOf(path))?.sha : undefined
    if (sha === undefined) return NOTHING
    const entries = await objects.entries(sha)
    // Folders take part as if they were files, so that a folder with a twin is refused as well.
    const { files, refused } = sortOut(entries.map((entry) => (isFolder(entry) ? { ...entry, mode: '100644' } : entry)))
    for (const [name, why] of refused) sorted.refused.set(join(path, name), why)
    const kept = entries.filter((entry) => files.has(entry.path))
    const named = (those: Entry[]) => new Map(those.map((entry) => [entry.path, entry]))
    return { files: named(kept.filter((entry) => !isFolder(entry))), folders: named(kept.filter(isFolder)) }
  }
  const below = async (path: string): Promise<string[]> => {
    const { files, folders } = await open(path)
    const deeper = await Promise.all([...folders.keys()].map((name) => below(join(path, name))))
    return [...[...files.keys()].map((name) => join(path, name)), ...deeper.flat()]
  }

  return {
    sorted,
    async find(path) {
      const entry = isPlain(path) ? (await open(folderOf(path))).files.get(nameOf(path)) : undefined
      return entry && { ...entry, path }
    },
    async entries(path) {
      const { files, folders } = await open(path)
      return { files: [...files.keys()].sort(), folders: [...folders.keys()].sort() }
    },
    paths: below,
    text: objects.text,
  }
}

const NOTHING: Folder = { files: new Map(), folders: new Map() }

/** Not so with a leading slash. */
const isPlain = (path: string) => path === join(folderOf(path), nameOf(path))
const isFolder = ({ mode }: Entry) => mode === '040000'
const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

async function remoteEntries(github: GitHub | undefined, tree: string): Promise<readonly Entry[]> {
  if (!github)
    throw new UserError(
      `A folder of the commit (${tree}) is not in the local repository. Check it out with all its trees.`,
    )
  return (await github.tree(tree, { recursive: false })).entries
}

async function localText(git: Git, github: GitHub | undefined, entry: Entry): Promise<string> {
  const text = await git.blob(entry.sha)
  // A partial clone has the tree without its blobs.
  if (text === undefined && github) return remoteText(github, entry)
  if (text === undefined)
    throw new UserError(`${entry.path} is listed in the commit, but its content is not in the local repository.`)
  return withoutMark(text)
}

const remoteText = async (github: GitHub, { sha }: Entry) =>
  withoutMark(Buffer.from(await github.blob(sha)).toString('utf8'))

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')
