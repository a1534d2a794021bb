import { isAbsolute, relative, resolve } from 'node:path'
import type { Reader } from '../host/files.ts'
import { slashed } from '../host/paths.ts'
import { type MemoryOptions, subdirectoryMemory } from './memory.ts'

/**
 * What the repository's memory has to say, not said before, of the places a call touched; undefined when nothing. `again`
 * lets it be said once more, as the conversation may have lost it.
 */
export type MemoryOf = ((tool: string, args: Record<string, unknown>) => Promise<string | undefined>) & {
  again?: () => void
}

/** Tools after which the memory of a folder is news. Searches touch far too many folders. */
const TOUCHING = new Set(['list_directory', 'read_file', 'read_many_files', 'write_file', 'replace'])

/**
 * Memory of folders that joins when a tool first touches them. `loaded` are the memory files the model has already,
 * `root` is where the repository is checked out, `tell` hears of each file and of what went wrong.
 */
export function memoryOnTouch(
  reader: Reader,
  loaded: readonly string[],
  { root, ...options }: MemoryOptions & { root: string },
  tell: (text: string) => void,
): MemoryOf {
  const told = new Set(loaded)
  const memoryOf: MemoryOf = async (tool, args) => {
    if (!TOUCHING.has(tool)) return undefined
    const memory = await subdirectoryMemory(reader, told, placesIn(args, root), { ...options, root })
    if (memory === undefined) return undefined
    for (const note of memory.notes) tell(note)
    tell(`Memory joined: ${memory.files.map(({ path }) => path).join(', ')}`)
    return memory.text
  }
  memoryOf.again = () => {
    told.clear()
    for (const file of loaded) told.add(file)
  }
  return memoryOf
}

/**
 * Paths a call names, relative to the root; of a pattern the folders before its first wildcard, and what it is when its
 * brackets are a part of the name. Some that no file has do no harm.
 */
function placesIn({ file_path, dir_path, include }: Record<string, unknown>, root: string): string[] {
  const patterns = (Array.isArray(include) ? include : []).filter((path) => typeof path === 'string')
  return [file_path, dir_path, ...patterns, ...patterns.map(fixedPart)]
    .filter((path) => typeof path === 'string')
    .flatMap((path) => (path.startsWith('@') ? [path, path.slice(1)] : [path]))
    .map((path) => slashed(relative(root, resolve(root, path))))
    .filter((path) => !isAbsolute(path))
}

const fixedPart = (path: string): string => {
  const wild = path.search(/[*?[\]{}]/)
  return wild < 0 ? path : path.slice(0, path.lastIndexOf('/', wild) + 1) || '.'
}
