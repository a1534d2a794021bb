import { UserError } from '../platform/errors.ts'
import type { CommitReader, LoadedFile } from '../platform/files/workspace.ts'
import type { GitHub } from './api/github.ts'
import { readPullChange } from './api/pull-change.ts'
import { type CommitSource, openCommitSource, type TreeFiles } from './commit-source.ts'
import type { Task } from './events/task.ts'
import type { Git } from './git.ts'

export type RefusedFile = { path: string; reason: string }

export type SteeringReader = CommitReader & {
  /** The steering files of the commit that are not read, for the report. Complete after the first read or list. */
  refused(): RefusedFile[]
}

/** A larger file would fill the prompt. */
const MAX_FILE_BYTES = 1_000_000

/**
 * Reads files of one commit, from the local objects or, in a shallow checkout, through the API. Rejects with UserError for a refused
 * file that can restrict the run (policies, settings, ignore files), because without it the run would be allowed more.
 */
export function steeringReader(sha: string, from: { git?: Git; github?: GitHub }): SteeringReader {
  const loaded: LoadedFile[] = []
  const tooLarge: RefusedFile[] = []
  const read = new Map<string, Promise<string | undefined>>()
  let opening: Promise<CommitSource> | undefined
  let treeFiles: TreeFiles | undefined
  const open = async () => {
    opening ??= openCommitSource(sha, from)
    const source = await opening
    treeFiles ??= source.treeFiles
    return source
  }

  async function readOnce(path: string): Promise<string | undefined> {
    const source = await open()
    const entry = await source.find(path)
    if (!entry) {
      requireReadable(path, source.treeFiles)
      return undefined
    }
    const text = await source.text(entry)
    const bytes = Buffer.byteLength(text)
    if (bytes > MAX_FILE_BYTES) {
      const reason = `has ${bytes} bytes; steering files may have at most ${MAX_FILE_BYTES}`
      if (canRestrict(path)) throw new UserError(`${path} ${reason}.`)
      tooLarge.push({ path, reason })
      return undefined
    }
    loaded.push({ path, sha: entry.sha, ref: sha, bytes, target: entry.target })
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
      const path = folder.replace(/\/+$/, '')
      const paths = await source.paths(path)
      if (path !== '') requireReadable(`${path}/`, source.treeFiles)
      return paths.sort()
    },
    entries: async (folder) => (await open()).entries(folder),
    loaded: () => [...loaded],
    refused: () => [
      ...[...(treeFiles?.refused ?? [])]
        .filter(([path]) => isSteering(path))
        .map(([path, reason]) => ({ path, reason })),
      ...tooLarge,
    ],
  }
}

/** Whether a file steers runs, at any depth. Ignores case, because some file systems do. */
export function isSteering(path: string, memoryNames: readonly string[] = ['GEMINI.md']): boolean {
  return STEERING.test(path) || memoryNames.some((memory) => endsWithName(path, memory))
}

const STEERING = /(?:^|\/)\.(?:(?:gemini|agents)(?:\/|$)|(?:geminiignore|gitignore|env)$)/i

/** Called for every path of a commit, so it only copies the end of the path. */
function endsWithName(path: string, name: string): boolean {
  const end = path.slice(-name.length - 1).toLowerCase()
  const lowerName = name.toLowerCase()
  return end === lowerName || end === `/${lowerName}`
}

/** The paths of the steering files that the pull request changes. This run does not use the changes, and its comment says so. */
export async function changedSteeringFiles(
  task: Task,
  github: GitHub,
  memoryNames?: readonly string[],
): Promise<string[]> {
  if (task.kind !== 'pull_request' || task.number === undefined) return []
  const { files } = await readPullChange(task.number, task.head?.sha, github)
  const paths = files.flatMap(({ path, previousPath }) => [path, previousPath ?? path])
  return [...new Set(paths)].filter((path) => isSteering(path, memoryNames)).sort()
}

/** Whether a file can restrict a run: without it the run would be allowed more. */
const canRestrict = (path: string) =>
  /^\.gemini(?:$|\/$|\/policies(?:\/|$)|\/settings\.json$)|(?:^|\/)\.geminiignore$/.test(path)

/** Throws UserError when a path that can restrict the run was refused, or a folder above it, or (for `folder/`) a file in it. */
function requireReadable(path: string, { refused }: TreeFiles) {
  if (!canRestrict(path)) return
  for (const [other, reason] of refused)
    if (other === path || path.startsWith(`${other}/`) || (path.endsWith('/') && other.startsWith(path)))
      throw new UserError(
        `${other} ${reason}, so it cannot be read as configuration. Make it a regular file with one spelling.`,
      )
}
