import * as z from 'zod'
import type { RepositoryClient } from './repository-client.ts'

/** One text file at a pinned location. `path` starts at the root of its repository. */
export type PinnedFile = { path: string; sha: string; text: string }

/** `folder`: the location is a folder, and `files` are those directly in it whose name ends in `.toml`. */
export type PinnedFiles = { folder: boolean; files: PinnedFile[] } | { problem: string }

export type PinnedFileCalls = {
  /** The files at each location, in this order, in one query. Rejects with GitHubError when the whole query fails. */
  pinnedFiles(locations: readonly PinnedLocation[]): Promise<PinnedFiles[]>
}

const Blob = z.object({ oid: z.string(), text: z.string().nullish(), isTruncated: z.boolean() })

const Entry = z.object({ name: z.string(), mode: z.number(), object: z.union([Blob, z.unknown()]) })

const Tree = z.object({ entries: z.array(Entry) })

const Response = z.record(z.string(), z.object({ object: z.union([Blob, Tree]).nullish() }).nullish())

const REGULAR_FILES: readonly number[] = [0o100644, 0o100755]

const BLOB = '... on Blob { oid text isTruncated }'

export const pinnedFileCalls = ({ graphql }: Pick<RepositoryClient, 'graphql'>): PinnedFileCalls => ({
  async pinnedFiles(locations) {
    if (!locations.every(isPinnable)) throw new Error('A location is not pinned to a commit.')
    const fields = locations.map(
      (_, index) => `r${index}: repository(owner: $owner${index}, name: $name${index}) {
    object(expression: $expression${index}) {
      ${BLOB}
      ... on Tree { entries { name mode object { ${BLOB} } } }
    }
  }`,
    )
    const parameters = locations.map(
      (_, index) => `$owner${index}: String!, $name${index}: String!, $expression${index}: String!`,
    )
    const query = `query(${parameters.join(', ')}) {\n  ${fields.join('\n  ')}\n}`
    const variables = locations.flatMap(({ owner, name, sha, path }, index) => [
      [`owner${index}`, owner],
      [`name${index}`, name],
      [`expression${index}`, `${sha}:${path}`],
    ])
    const response = await graphql(query, Response, Object.fromEntries(variables))
    return locations.map((location, index) => filesOf(response[`r${index}`], location))
  },
})

function filesOf(repository: z.output<typeof Response>[string], { path }: PinnedLocation): PinnedFiles {
  if (repository == null) return { problem: 'the repository does not exist, or github_token may not read it' }
  const { object } = repository
  if (object == null) return { problem: 'the commit does not exist there, or it has no such path' }
  if (!('entries' in object)) {
    const file = textFile(path, object)
    return 'problem' in file ? file : { folder: false, files: [file] }
  }
  const files: PinnedFile[] = []
  for (const { name, mode, object: inside } of object.entries) {
    if (!name.endsWith('.toml')) continue
    const blob = Blob.safeParse(inside)
    // Skipping a file could skip a deny rule.
    if (!blob.success || !REGULAR_FILES.includes(mode)) return { problem: `${path}/${name} is not a regular file` }
    const file = textFile(`${path}/${name}`, blob.data)
    if ('problem' in file) return file
    files.push(file)
  }
  return files.length === 0 ? { problem: 'the folder has no *.toml file' } : { folder: true, files }
}

const textFile = (path: string, { oid, text, isTruncated }: z.output<typeof Blob>): PinnedFile | { problem: string } =>
  text == null || isTruncated ? { problem: `${path} is not text or is too large` } : { path, sha: oid, text }

/** A file or folder of a repository at a full commit SHA: `OWNER/REPO@SHA:path`. `entry` is the text that names it. */
export type PinnedLocation = { entry: string; owner: string; name: string; sha: string; path: string }

/** Whether an entry looks like a file of another repository at a commit or branch, valid or not. */
export const looksPinned = (entry: string): boolean =>
  /^[\w.-]+\/[\w.-]+@(?:[^\s/:]*:|[0-9a-f]{40}$)/i.test(entry.trim())

/** The location that an entry names, or why it cannot be used, as the end of a sentence. */
export function parsePinnedLocation(entry: string): PinnedLocation | { problem: string } {
  const [, owner = '', name = '', ref = '', path = ''] = /^([\w.-]+)\/([\w.-]+)@([^:]*):?(.*)$/.exec(entry.trim()) ?? []
  if (!/^[0-9a-f]{40}$/.test(ref))
    return {
      problem: 'which is not pinned to a commit. Write the full SHA (40 digits, a to f in lower case) after the @',
    }
  const location = { entry: entry.trim(), owner, name, sha: ref, path: path.replace(/\/+$/, '') }
  return isPinnable(location)
    ? location
    : {
        problem:
          'which has no valid path. Write the path of a file or folder after the colon, from the root of that repository',
      }
}

/** Whether the location has a full SHA and a plain path, so that its content cannot change. */
export const isPinnable = ({ owner, name, sha, path }: PinnedLocation): boolean =>
  /^[0-9a-f]{40}$/.test(sha) &&
  [owner, name].every((each) => /^[\w.-]+$/.test(each) && !/^\.+$/.test(each)) &&
  path !== '' &&
  path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
