import { isAbsolute, relative, resolve } from 'node:path'
import { toForwardSlashes } from '../../platform/files/paths.ts'
import type { CommitReader } from '../../platform/files/workspace.ts'
import { loadSubdirectoryMemory, type MemoryOptions } from './memory.ts'

/**
 * The memory of the paths of a tool call that the conversation does not have yet; undefined without new memory. Call `reset`
 * after the conversation lost messages.
 */
export type SubdirectoryMemory = ((tool: string, args: Record<string, unknown>) => Promise<string | undefined>) & {
  reset?: () => void
}

/** Tools that load the memory of their paths. Searches match too many folders. */
const PATH_TOOLS = new Set(['list_directory', 'read_file', 'read_many_files', 'write_file', 'replace'])

/**
 * Loads the memory of a folder when a tool first uses a path in it. `loaded` are the memory files that the model already has,
 * `root` is the checkout. Calls `notice` for each loaded file and each problem.
 */
export function createSubdirectoryMemory(
  reader: CommitReader,
  loaded: readonly string[],
  { root, ...options }: MemoryOptions & { root: string },
  notice: (text: string) => void,
): SubdirectoryMemory {
  const alreadyLoaded = new Set(loaded)
  const subdirectoryMemory: SubdirectoryMemory = async (tool, args) => {
    if (!PATH_TOOLS.has(tool)) return undefined
    const memory = await loadSubdirectoryMemory(reader, alreadyLoaded, touchedPaths(args, root), { ...options, root })
    if (memory === undefined) return undefined
    for (const note of memory.notes) notice(note)
    notice(`Memory loaded: ${memory.files.map(({ path }) => path).join(', ')}`)
    return memory.text
  }
  subdirectoryMemory.reset = () => {
    alreadyLoaded.clear()
    for (const file of loaded) alreadyLoaded.add(file)
  }
  return subdirectoryMemory
}

/**
 * The paths of a call, relative to the root. A pattern gives both its folder before the first wildcard and the pattern itself,
 * because brackets can be part of a name. Paths without a file are harmless.
 */
function touchedPaths({ file_path, dir_path, include }: Record<string, unknown>, root: string): string[] {
  const patterns = (Array.isArray(include) ? include : []).filter((path) => typeof path === 'string')
  return [file_path, dir_path, ...patterns, ...patterns.map(fixedPart)]
    .filter((path) => typeof path === 'string')
    .flatMap((path) => (path.startsWith('@') ? [path, path.slice(1)] : [path]))
    .map((path) => toForwardSlashes(relative(root, resolve(root, path))))
    .filter((path) => !isAbsolute(path))
}

const fixedPart = (path: string): string => {
  const wildcardIndex = path.search(/[*?[\]{}]/)
  return wildcardIndex < 0 ? path : path.slice(0, path.lastIndexOf('/', wildcardIndex) + 1) || '.'
}
