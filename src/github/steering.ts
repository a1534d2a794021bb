import { UserError } from '../host/errors.ts'
import type { LoadedFile, Reader } from '../host/files.ts'
import type { GitHub } from './client.ts'
import { openSource, type Source } from './commit-source.ts'
import type { Git } from './git.ts'
import type { Task } from './task.ts'
import type { Sorted } from './tree.ts'

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
      const path = folder.replace(/\/+$/, '')
      const paths = await source.paths(path)
      if (path !== '') refuseLoosening(`${path}/`, source.sorted)
      return paths.sort()
    },
    entries: async (folder) => (await open()).entries(folder),
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
