import { posix } from 'node:path'
import { UserError } from '../platform/errors.ts'
import { baseName, type FolderEntries, indexFolders, parentFolder } from '../platform/files/workspace.ts'
import type { GitHub } from './api/github.ts'
import type { Git, GitEntry } from './git.ts'

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
  const all = await github.tree(sha) // GitHub takes a commit in place of its tree
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

/** The longest chain of links. */
const MAX_HOPS = 8

const MAX_LINKS = 200

/** Links are listed only where a file of that name steers runs. */
const LISTED = /\.(?:md|toml|json)$|ignore$/i

/**
 * The source with links to regular files of the same commit followed: they have the content of their target, whatever the checkout
 * contains. Other links stay refused: to a folder, out of the repository, in a circle.
 */
export function withLinks(source: CommitSource): CommitSource {
  const { treeFiles } = source
  const followed = new Map<string, Promise<GitEntry | undefined>>()

  async function resolveLink(path: string, hops: number): Promise<GitEntry | undefined> {
    const entry = await source.find(path)
    if (entry !== undefined) return entry
    const link = treeFiles.links.get(path)
    if (link === undefined || hops === MAX_HOPS) return undefined
    const target = await source.text(link)
    const to = posix.join(parentFolder(path), target)
    if (target === '' || target.includes('\0') || posix.isAbsolute(target) || to.split('/').includes('..'))
      return undefined
    return resolveLink(to, hops + 1)
  }
  const find = (path: string): Promise<GitEntry | undefined> => {
    const known = followed.get(path)
    if (known !== undefined) return known
    const found = resolveLink(path, 0).then((entry) => {
      if (entry !== undefined) treeFiles.refused.delete(path)
      return entry && { ...entry, path, target: entry.path === path ? undefined : entry.path }
    })
    followed.set(path, found)
    return found
  }
  const linksTo = async (isWanted: (path: string) => boolean): Promise<string[]> => {
    const links = [...treeFiles.links.keys()].filter((path) => LISTED.test(path) && isWanted(path)).slice(0, MAX_LINKS)
    const targets = await Promise.all(links.map(find))
    return links.filter((_, index) => targets[index] !== undefined)
  }

  return {
    ...source,
    find,
    async entries(folder) {
      const { files, folders } = await source.entries(folder)
      const links = await linksTo((path) => parentFolder(path) === folder)
      return links.length === 0
        ? { files, folders }
        : { files: [...files, ...links.map((path) => posix.basename(path))].sort(), folders }
    },
    async paths(folder) {
      const paths = await source.paths(folder)
      return [...paths, ...(await linksTo((path) => folder === '' || path.startsWith(`${folder}/`)))]
    },
  }
}

/** The readable files of a commit, its links, and for each refused path the reason. */
export type TreeFiles = { files: Map<string, GitEntry>; links: Map<string, GitEntry>; refused: Map<string, string> }

export const IS_LINK = 'is a symbolic link'

/**
 * Refuses links, submodules, and names that a file system may treat as equal, with everything below them: it is unknown which of
 * two such names is meant.
 */
export function selectTreeFiles(entries: readonly GitEntry[]): TreeFiles {
  const colliding = findCollidingPaths(entries)
  const files = new Map<string, GitEntry>()
  const links = new Map<string, GitEntry>()
  const refused = new Map<string, string>()
  for (const entry of entries) {
    if (entry.mode === '040000') continue
    const reason = refusalReason(entry, colliding)
    if (reason === undefined) files.set(entry.path, entry)
    else refused.set(entry.path, reason)
    if (reason === IS_LINK) links.set(entry.path, entry)
  }
  return { files, links, refused }
}

function refusalReason({ path, mode }: GitEntry, colliding: ReadonlySet<string>): string | undefined {
  if (mode === '160000') return 'is a submodule'
  if (mode !== '120000' && !isRegular(mode)) return `has the unknown mode ${mode}`
  for (let parent = colliding.size === 0 ? '' : path; parent !== ''; parent = folderOf(parent))
    if (colliding.has(parent))
      return `collides with another path that differs from ${parent} only in case or Unicode form`
  return mode === '120000' ? IS_LINK : undefined
}

/** Files and folders whose folded path equals that of another. */
function findCollidingPaths(entries: readonly GitEntry[]): Set<string> {
  return cannotCollide(entries) ? new Set() : comparePaths(entries)
}

/**
 * A fast check for the usual case, because comparing fifty thousand paths takes time. Among ASCII paths, only those with capital
 * letters can collide.
 */
function cannotCollide(entries: readonly GitEntry[]): boolean {
  const capital = new Map<string, string>()
  for (const { path } of entries) {
    if (UNUSUAL.test(path)) return false
    for (let parent = path; CAPITAL.test(parent); parent = folderOf(parent)) {
      const other = capital.get(parent.toLowerCase())
      if (other === parent) break
      if (other !== undefined) return false
      capital.set(parent.toLowerCase(), parent)
    }
  }
  if (capital.size === 0) return true
  const folders = new Set<string>()
  for (const { path } of entries)
    for (let parent = path; parent !== '' && !folders.has(parent); parent = folderOf(parent)) {
      if (parent !== path) folders.add(parent)
      if (capital.has(parent)) return false
    }
  return true
}

const CAPITAL = /[A-Z]/

/** Not ASCII, or a path segment that ends in a dot or a space. */
const UNUSUAL = /[^\x20-\x7e]|[. ](?:\/|$)/

function comparePaths(entries: readonly GitEntry[]): Set<string> {
  const spelled = new Map<string, string>()
  const colliding = new Set<string>()
  const folded = new Map<string, string>([['', '']])

  const add = (path: string): string => {
    const cached = folded.get(path)
    if (cached !== undefined) return cached
    const folder = folderOf(path)
    const name = folder === '' ? path : path.slice(folder.length + 1)
    const key = `${add(folder)}/${fold(name)}`
    const other = spelled.get(key)
    if (other === undefined) spelled.set(key, path)
    else colliding.add(other).add(path)
    folded.set(path, key)
    return key
  }
  for (const { path } of entries) add(path)
  return colliding
}

const isRegular = (mode: string) => mode === '100644' || mode === '100755'

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** What file systems ignore in a name: case, Unicode form, invisible characters, and on Windows trailing dots and spaces. */
function fold(name: string): string {
  const plain = /^[\x20-\x7e]*$/.test(name)
    ? name
    : name
        .normalize('NFKC')
        .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
        .toUpperCase()
  return plain.toLowerCase().replace(/[. ]+$/, '')
}

/** The text of a blob, by its SHA. Rejects with GitHubError. */
export type BlobReader = (sha: string) => Promise<string>

const MAX_BATCH = 50

/** Reads blobs through the API. What is asked for at the same time is one query; each blob is read once. */
export function openBlobReader(github: Pick<GitHub, 'blob' | 'blobTexts'>): BlobReader {
  const texts = new Map<string, Promise<string>>()
  let waiting: { sha: string; resolve: (text: string) => void; reject: (error: unknown) => void }[] = []

  const readAlone = async (sha: string) => withoutBom(Buffer.from(await github.blob(sha)).toString('utf8'))
  async function flush() {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += MAX_BATCH) {
      const batch = all.slice(start, start + MAX_BATCH)
      // A single blob needs no query, and a token without access to GraphQL still reads one after the other.
      const found =
        batch.length === 1 ? undefined : await github.blobTexts(batch.map(({ sha }) => sha)).catch(() => undefined)
      for (const { sha, resolve, reject } of batch) {
        const text = found?.get(sha)
        if (text === undefined) readAlone(sha).then(resolve, reject)
        else resolve(withoutBom(text))
      }
    }
  }

  return (sha) => {
    const known = texts.get(sha)
    if (known !== undefined) return known
    const text = new Promise<string>((resolve, reject) => {
      if (waiting.push({ sha, resolve, reject }) === 1) setImmediate(() => void flush())
    })
    texts.set(sha, text)
    return text
  }
}

export const withoutBom = (text: string) => text.replace(/^\uFEFF/, '')
