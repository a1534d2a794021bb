import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'

/**
 * Reads and writes loose objects, which have a file each, without git: starting git for each takes longer. Git reads the packed ones.
 * Source: git's documentation, "gitrepository-layout", and Pro Git, "Git Objects".
 */

type ObjectType = 'blob' | 'tree' | 'commit' | 'tag'

/** An object by its SHA; undefined when it is not loose, so that only git can read it. */
export function looseObject(gitDir: string, sha: string): { type: ObjectType; bytes: Buffer } | undefined {
  if (!/^[0-9a-f]{40}$/.test(sha)) return undefined
  const paths = stores(gitDir).map((store) => join(store, sha.slice(0, 2), sha.slice(2)))
  const path = paths.find((path) => existsSync(path))
  if (path === undefined) return undefined
  const content = inflateSync(readFileSync(path))
  const end = content.indexOf(0)
  const type = content.toString('latin1', 0, content.indexOf(' ')) as ObjectType // git has no others
  return { type, bytes: content.subarray(end + 1) }
}

/** The bytes of an object, if it has this type. */
export function looseBytes(gitDir: string, type: ObjectType, sha: string): Buffer | undefined {
  const object = looseObject(gitDir, sha)
  return object?.type === type ? object.bytes : undefined
}

/** The tree that `SHA` or `SHA:path` names, where the SHA is that of a commit or a tree. */
export function looseTree(gitDir: string, name: string): { sha: string; bytes: Buffer } | undefined {
  const sha = looseNamed(gitDir, name.includes(':') ? name : `${name}:`)?.sha
  const bytes = sha === undefined ? undefined : looseBytes(gitDir, 'tree', sha)
  return sha === undefined || bytes === undefined ? undefined : { sha, bytes }
}

/** What `SHA` or `SHA:path` names: an object by its SHA, or nothing; undefined when only git can say. */
export function looseNamed(gitDir: string, name: string): { sha?: string } | undefined {
  const [, root, path] = /^([0-9a-f]{40})(?::(.*))?$/s.exec(name) ?? []
  if (root === undefined || path === undefined) return root === undefined ? undefined : { sha: root }
  const commit = looseBytes(gitDir, 'commit', root)
  let sha = commit === undefined ? root : commit.toString('latin1', 'tree '.length, 'tree '.length + 40)
  for (const part of path === '' ? [] : path.split('/')) {
    const folder = looseObject(gitDir, sha)
    if (folder === undefined) return undefined
    const item = folder.type === 'tree' ? parseTree(folder.bytes).find(({ name }) => name === part) : undefined
    if (item === undefined) return {}
    sha = item.sha
  }
  return { sha }
}

/** Returns its SHA. */
export function writeObject(gitDir: string, type: ObjectType, bytes: Uint8Array): string {
  const content = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])
  const sha = createHash('sha1').update(content).digest('hex')
  const path = join(objectsOf(gitDir), sha.slice(0, 2), sha.slice(2))
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, deflateSync(content), { mode: 0o444 })
  }
  return sha
}

type TreeItem = { mode: string; sha: string; name: string }

export function parseTree(bytes: Buffer): TreeItem[] {
  const items: TreeItem[] = []
  for (let start = 0; start < bytes.length; ) {
    const space = bytes.indexOf(' ', start)
    const end = bytes.indexOf(0, space)
    items.push({
      mode: bytes.toString('latin1', start, space).padStart(6, '0'),
      name: bytes.toString('utf8', space + 1, end),
      sha: bytes.toString('hex', end + 1, end + 21),
    })
    start = end + 21
  }
  return items
}

/** Git sorts the entries of a tree by their bytes, with a slash after the name of a folder. */
export function writeTreeItems(gitDir: string, items: readonly TreeItem[]): string {
  const key = ({ name, mode }: TreeItem) => Buffer.from(mode === FOLDER ? `${name}/` : name)
  const sorted = items.toSorted((one, other) => Buffer.compare(key(one), key(other)))
  const entries = sorted.flatMap(({ mode, name, sha }) => [
    Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`),
    Buffer.from(sha, 'hex'),
  ])
  return writeObject(gitDir, 'tree', Buffer.concat(entries))
}

/** The mode of a folder in a tree. */
export const FOLDER = '040000'

/** The folder of a repository's own files, with or without a worktree. */
export const gitFolder = (gitDir: string) => (existsSync(join(gitDir, '.git')) ? join(gitDir, '.git') : gitDir)

const objectsOf = (gitDir: string) => join(gitFolder(gitDir), 'objects')

/** Its own objects, and those that it borrows. */
function stores(gitDir: string): string[] {
  const own = objectsOf(gitDir)
  const alternates = join(own, 'info', 'alternates')
  const borrowed = existsSync(alternates) ? readFileSync(alternates, 'utf8').split('\n') : []
  return [own, ...borrowed.filter((store) => store !== '')]
}
