import { constants } from 'node:fs'
import { mkdir, open, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from './paths.ts'

/** A folder that stays the same one, whatever its path leads to later. */
export type OpenFolder = AsyncDisposable & {
  /** The path of an entry, for file system calls while the folder is open. */
  entry(name: string): string
  /** Whether the folder is still where it was opened. */
  isInPlace(): Promise<boolean>
}

/** Opens a folder only to name what is in it; needs no permission to read it. Linux only. */
const O_PATH = 0o10000000

/**
 * Opens a folder by its real path and creates it when it is missing. On Linux no part of the path may be a link, not even for
 * a moment: each part is opened inside the one before. Rejects with ELOOP for a link. Elsewhere isInPlace() tells.
 */
export async function openFolder(path: string): Promise<OpenFolder> {
  if (process.platform !== 'linux') {
    await mkdir(path, { recursive: true })
    return {
      entry: (name) => join(path, name),
      isInPlace: async () => (await realpath(path)) === path,
      [Symbol.asyncDispose]: async () => undefined,
    }
  }
  let folder = await open('/', O_PATH | constants.O_DIRECTORY)
  for (const name of path.split('/').filter(Boolean)) {
    const parent = folder
    try {
      folder = await openSubfolder(`/proc/self/fd/${parent.fd}/${name}`)
    } finally {
      await parent.close()
    }
  }
  const opened = folder
  return {
    entry: (name) => `/proc/self/fd/${opened.fd}/${name}`,
    isInPlace: async () => (await realpath(`/proc/self/fd/${opened.fd}`)) === path,
    [Symbol.asyncDispose]: () => opened.close(),
  }
}

async function openSubfolder(path: string) {
  const flags = O_PATH | constants.O_NOFOLLOW
  const find = () => open(path, flags)
  const handle = await find().catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
    await mkdir(path).catch((problem: unknown) => {
      if (errorCode(problem) !== 'EEXIST') throw problem
    })
    return find()
  })
  const stats = await handle.stat()
  if (stats.isDirectory()) return handle
  await handle.close()
  const [code, text] = stats.isSymbolicLink() ? ['ELOOP', 'became a link'] : ['ENOTDIR', 'is not a directory']
  throw Object.assign(new Error(`${code}: a folder ${text}`), { code })
}

/** Opens the folder that contains a file. */
export const openParentFolder = (path: string): Promise<OpenFolder> => openFolder(dirname(path))
