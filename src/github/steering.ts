import { UserError } from '../host/errors.ts'
import type { LoadedFile, Reader } from '../host/files.ts'
import type { GitHub } from './client.ts'
import type { Git } from './git.ts'
import type { Task } from './task.ts'
import { type Entry, type Sorted, sortOut } from './tree.ts'

export type Refusal = { path: string; why: string }
export type SteeringReader = Reader & {
  /** Steering files the commit has but which are not read, for the report. Known after the first read or list. */
  refused(): Refusal[]
}

/** A file this large is no instruction to anybody; reading it would only fill the prompt. */
const MAX_FILE_BYTES = 1_000_000

/**
 * Reads one commit's files, from the local objects or, where a shallow checkout lacks them, through the API.
 * Rejects with UserError where leaving a refused file out would loosen something: policies, settings, ignore files.
 */
export function steeringReader(sha: string, from: { git?: Git; github?: GitHub }): SteeringReader {
  const loaded: LoadedFile[] = []
  const tooLarge: Refusal[] = []
  const read = new Map<string, Promise<string | undefined>>()
  let opening: Promise<Source> | undefined
  let sorted: Sorted | undefined
  const open = async () => {
    opening ??= openSource(sha, from)
    const source = await opening
    sorted ??= source.sorted
    return source
  }

  async function readOnce(path: string): Promise<string | undefined> {
    const source = await open()
    const entry = await source.find(path)
    if (!entry) {
      refuseLoosening(path, source.sorted)
      return undefined
    }
    const text = await source.text(entry)
    const bytes = Buffer.byteLength(text)
    if (bytes > MAX_FILE_BYTES) {
      const why = `has ${bytes} bytes; steering files may have ${MAX_FILE_BYTES}`
      if (mayForbid(path)) throw new UserError(`${path} ${why}.`)
      tooLarge.push({ path, why })
      return undefined
    }
    loaded.push({ path, sha: entry.sha, ref: sha, bytes })
    return text
  }

  return {
    ref: sha,
    read(path) {
      const reading = read.get(path) ?? readOnce(path)
      read.set(path, reading)
      return reading
    },
    async list(folder) {
      const source = await open()
      const inside = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`
      if (inside !== '') refuseLoosening(inside, source.sorted)
      return (await source.paths(inside)).sort()
    },
    loaded: () => [...loaded],
    refused: () => [
      ...[...(sorted?.refused ?? [])].filter(([path]) => isSteering(path)).map(([path, why]) => ({ path, why })),
      ...tooLarge,
    ],
  }
}

/** Files that steer a run, at any depth. Case is ignored: on some machines GEMINI.md and gemini.md are one file. */
export function isSteering(path: string, memoryNames: readonly string[] = ['GEMINI.md']): boolean {
  return STEERING.test(path) || memoryNames.some((memory) => endsIn(path, memory))
}

const STEERING = /(?:^|\/)\.(?:(?:gemini|agents)(?:\/|$)|(?:geminiignore|gitignore|env)$)/i

/** Asked about every path of a commit, so nothing is made of a path but its end. */
function endsIn(path: string, name: string): boolean {
  const end = path.slice(-name.length - 1).toLowerCase()
  const wanted = name.toLowerCase()
  return end === wanted || end === `/${wanted}`
}

/** Steering files the pull request changes, by path. They are data to this run; the comment says that they had no say. */
export async function headTouches(task: Task, github: GitHub, memoryNames?: readonly string[]): Promise<string[]> {
  if (task.about !== 'pull_request' || task.number === undefined) return []
  const paths = (await github.files(task.number)).flatMap(({ path, previousPath }) => [path, previousPath ?? path])
  return [...new Set(paths)].filter((path) => isSteering(path, memoryNames)).sort()
}

/** Files that can say no. Without them a run would be allowed more, so they must not go missing. */
const mayForbid = (path: string) =>
  /^\.gemini(?:$|\/$|\/policies(?:\/|$)|\/settings\.json$)|(?:^|\/)\.geminiignore$/.test(path)

/** Throws when the path, a folder above it, or (for `folder/`) anything inside was refused, and that path can forbid. */
function refuseLoosening(path: string, { refused }: Sorted) {
  if (!mayForbid(path)) return
  for (const [other, why] of refused)
    if (other === path || path.startsWith(`${other}/`) || (path.endsWith('/') && other.startsWith(path)))
      throw new UserError(
        `${other} ${why}, so it cannot be read as configuration. Make it a regular file with one spelling.`,
      )
}

/** One commit, wherever its objects are. `find` gives regular files only. */
type Source = {
  sorted: Sorted
  find(path: string): Promise<Entry | undefined>
  /** Paths that begin with `inside` (a folder with its slash, or nothing). */
  paths(inside: string): Promise<string[]>
  text(entry: Entry): Promise<string>
}

async function openSource(sha: string, { git, github }: { git?: Git; github?: GitHub }): Promise<Source> {
  const entries = await git?.tree(sha)
  if (git && entries) return localSource(git, github, sortOut(entries))
  if (!github)
    throw new UserError(
      `The commit ${sha} is not in the local repository. Check it out with fetch-depth: 0, or give a github_token.`,
    )

  const { tree } = await github.commit(sha)
  const all = await github.tree(tree)
  if (!all.truncated) return source(sortOut(all.entries), (entry) => remoteText(github, entry))
  return walkedSource(github, tree, sortOut(all.entries))
}

/** Most blobs read ahead; a repository with more steering files than this pays for the rest one by one. */
const AHEAD = 300

/** Every steering file is going to be read, so all are fetched by one process: each of its own costs as long as all. */
async function localSource(git: Git, github: GitHub | undefined, sorted: Sorted): Promise<Source> {
  const steering = [...sorted.files.values()].filter(({ path }) => isSteering(path)).slice(0, AHEAD)
  const ahead = await git.blobs(steering.map(({ sha }) => sha))
  return source(sorted, async (entry) => {
    const text = ahead.get(entry.sha)
    return text === undefined ? localText(git, github, entry) : withoutMark(text)
  })
}

function source(sorted: Sorted, text: Source['text']): Source {
  return {
    sorted,
    find: async (path) => sorted.files.get(path),
    paths: async (inside) => [...sorted.files.keys()].filter((path) => path.startsWith(inside)),
    text,
  }
}

/** GitHub lists at most 100,000 entries at once. Beyond that, folders are asked for one by one, as they are needed. */
function walkedSource(github: GitHub, root: string, sorted: Sorted): Source {
  const folders = new Map<string, Promise<Entry[] | undefined>>()

  const folder = (path: string): Promise<Entry[] | undefined> => {
    const known = folders.get(path) ?? load(path)
    folders.set(path, known)
    return known
  }
  const load = async (path: string): Promise<Entry[] | undefined> => {
    const sha = path === '' ? root : (await entryAt(path, '040000'))?.sha
    if (sha === undefined) return undefined
    const { entries } = await github.tree(sha, { recursive: false })
    // Folders take part as if they were files, so that a folder with a twin is refused as well.
    const { files, refused } = sortOut(
      entries.map((entry) => (entry.mode === '040000' ? { ...entry, mode: '100644' } : entry)),
    )
    for (const [name, why] of refused) sorted.refused.set(join(path, name), why)
    return entries.filter((entry) => files.has(entry.path)).map((entry) => ({ ...entry, path: join(path, entry.path) }))
  }
  const entryAt = async (path: string, ...modes: string[]) => {
    const siblings = await folder(path.slice(0, Math.max(0, path.lastIndexOf('/'))))
    return siblings?.find((entry) => entry.path === path && modes.includes(entry.mode))
  }
  const below = async (path: string): Promise<string[]> => {
    const nested = (await folder(path)) ?? []
    return (
      await Promise.all(nested.map((entry) => (entry.mode === '040000' ? below(entry.path) : [entry.path])))
    ).flat()
  }

  return {
    sorted,
    find: (path) => entryAt(path, '100644', '100755'),
    // The whole repository would be thousands of requests; for it the first 100,000 entries have to do.
    paths: async (inside) => (inside === '' ? [...sorted.files.keys()] : below(inside.slice(0, -1))),
    text: (entry) => remoteText(github, entry),
  }
}

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

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
