import { isAbsolute, relative, resolve } from 'node:path'
import { messageOf } from '../platform/errors.ts'
import { type CommitReader, entryKind } from '../platform/files/workspace.ts'
import { toForwardSlashes } from '../platform/paths.ts'
import {
  type ImportFormat,
  MEMORY_LIMITS,
  type MemoryBudget,
  type MemoryFile,
  processImports,
  storedBytes,
} from './memory-imports.ts'
import {
  findMemoryPaths,
  folderAndParents,
  ignoreRules,
  isIgnoredWithFolders,
  type MemorySearch,
  memoryCandidates,
  normalizeInsideRoot,
} from './memory-paths.ts'

/**
 * The content of GEMINI.md files. `text` goes into the system prompt and is identical for the same commit. `files` are its
 * sources, `notes` are messages about problems.
 */
export type Memory = { text: string; files: MemoryFile[]; notes: string[] }

export type MemoryOptions = MemorySearch & {
  importFormat?: ImportFormat
  /** Absolute path of the checkout, for imports by absolute path. */
  root?: string
  /** Files of `~/.gemini` of a local user. */
  home?: CommitReader
}

const DEFAULT_NAMES: readonly string[] = ['GEMINI.md']

/**
 * Loads the memory files of a commit: from the home folder, from the root to the working directory, and from the folders below
 * it, in this order. A file that cannot be read becomes a note. Rejects only when the reader cannot list a folder.
 */
export async function loadMemory(reader: CommitReader, options: MemoryOptions): Promise<Memory> {
  const budget = { remainingBytes: MEMORY_LIMITS.totalBytes }
  const blocks: MemoryBlock[] = []
  if (options.home !== undefined) {
    const home = withHomePrefix(options.home)
    for (const name of options.fileNames)
      blocks.push(await loadBlock(home, HOME + name, { importFormat: options.importFormat, budget }))
  }
  const loaded = new Set<string>()
  for (const path of await findMemoryPaths(reader, options))
    if (!(await isRepeated(reader, path, loaded))) blocks.push(await loadBlock(reader, path, { ...options, budget }))
  return composeMemory(blocks)
}

/** Whether the same file was loaded under another name: `CLAUDE.md` is often a link to `GEMINI.md`. */
async function isRepeated(reader: CommitReader, path: string, loaded: Set<string>): Promise<boolean> {
  await reader.read(path).catch(() => undefined)
  const file = reader.loaded().find((each) => each.path === path)?.target ?? path
  const isKnown = loaded.has(file)
  loaded.add(file)
  return isKnown
}

/**
 * Loads the memory files between the root and the paths of a tool call that are not in `loaded` yet, and adds all checked
 * paths to `loaded`. `paths` are relative to the root, with forward slashes, and need not exist. Append `text` to the tool
 * result after a blank line. Undefined without new memory and on any error.
 */
export async function loadSubdirectoryMemory(
  reader: CommitReader,
  loaded: Set<string>,
  paths: string | readonly string[],
  options: MemoryOptions = { fileNames: DEFAULT_NAMES },
): Promise<Memory | undefined> {
  const inside = (typeof paths === 'string' ? [paths] : paths).flatMap((path) => normalizeInsideRoot(path) ?? [])
  const missing = memoryCandidates(inside.flatMap(folderAndParents), options.fileNames).filter(
    (path) => !loaded.has(path),
  )
  for (const path of missing) loaded.add(path) // before the first await: parallel calls must not both load a file
  try {
    const present: string[] = []
    for (const path of missing) if ((await reader.read(path)) !== undefined) present.push(path)
    if (present.length === 0) return undefined
    const isIgnored = options.isIgnored ?? ignoreRules(reader, options.ignoreFiles)
    const budget = { remainingBytes: MEMORY_LIMITS.totalBytes }
    const blocks: MemoryBlock[] = []
    for (const path of present)
      if (!(await isIgnoredWithFolders(path, isIgnored)))
        blocks.push(await loadBlock(reader, path, { ...options, importFormat: 'tree', budget }))
    const memory = composeMemory(blocks)
    if (memory.text === '') return undefined
    return { ...memory, text: `--- Newly Discovered Project Context ---\n${memory.text}\n--- End Project Context ---` }
  } catch {
    return undefined
  }
}

/** The memory options from the setting `context`. Invalid values are ignored. */
export function memoryOptions(context: Readonly<Record<string, unknown>> | undefined): MemoryOptions {
  const { fileName, importFormat, discoveryMaxDirs: maxFolders, fileFiltering } = context ?? {}
  const respects = (key: string) => !(isObject(fileFiltering) && fileFiltering[key] === false)
  return {
    fileNames: memoryFileNames(fileName),
    importFormat: importFormat === 'flat' ? 'flat' : 'tree',
    ignoreFiles: [
      ...(respects('respectGitIgnore') ? ['.gitignore'] : []),
      ...(respects('respectGeminiIgnore') ? ['.geminiignore'] : []),
    ],
    maxDirs: typeof maxFolders === 'number' && maxFolders >= 0 ? maxFolders : undefined,
  }
}

/** Names of memory files from the setting `context.fileName`; GEMINI.md without a valid name. */
export function memoryFileNames(setting: unknown): string[] {
  const values: unknown[] = Array.isArray(setting) ? setting : [setting]
  const names = values
    .filter((name) => typeof name === 'string')
    .flatMap((name) => (name.trim() === '' ? [] : (normalizeInsideRoot(name.trim()) ?? [])))
    .filter((name) => name !== '')
  return names.length === 0 ? [...DEFAULT_NAMES] : [...new Set(names)]
}

type MemoryBlockOptions = {
  budget: MemoryBudget
  importFormat?: ImportFormat
  root?: string
}

type MemoryBlock = { text: string; file?: MemoryFile; notes: string[] }

async function loadBlock(
  reader: CommitReader,
  path: string,
  { budget, importFormat = 'tree', root }: MemoryBlockOptions,
): Promise<MemoryBlock> {
  const read = await reader.read(path).catch((error: unknown) => ({ failed: messageOf(error) }))
  if (read === undefined) {
    const isThere = (await entryKind(reader, path)) === 'file'
    return { text: '', notes: isThere ? [`${path} was not read: too large, or not a regular file.`] : [] }
  }
  if (typeof read === 'object') return { text: '', notes: [`${path} could not be read: ${read.failed}`] }

  const bytes = storedBytes(reader, path, read)
  const text = bytes > MEMORY_LIMITS.fileBytes ? truncateToLimit(read) : read
  const notes =
    text === read ? [] : [`${path} is larger than ${MEMORY_LIMITS.fileBytes / 1024} KiB; the rest is skipped.`]
  if (Buffer.byteLength(text) > budget.remainingBytes) {
    const reason = `Skipped: the memory is limited to ${MEMORY_LIMITS.totalBytes / 1024} KiB`
    return { text: withFileFrame(path, `<!-- ${reason} -->`), notes: [`${path}: ${reason}`] }
  }
  budget.remainingBytes -= Buffer.byteLength(text)
  const processed = await processImports(text, path, reader, { format: importFormat, budget, root })
  return {
    text: processed.content.trim() === '' ? '' : withFileFrame(path, processed.content.trim()),
    file: { ...processed.importTree, bytes },
    notes: [...notes, ...processed.notes],
  }
}

const withFileFrame = (path: string, content: string): string =>
  `--- Context from: ${path} ---\n${content}\n--- End of Context from: ${path} ---`

/** Cuts a text at the limit, after its last whole line. */
function truncateToLimit(text: string): string {
  const kept = Buffer.from(text)
    .subarray(0, MEMORY_LIMITS.fileBytes)
    .toString()
    .replace(/\ufffd*$/, '')
  const lines = kept.slice(0, kept.lastIndexOf('\n') + 1) || kept
  return `${lines}<!-- Truncated: the file is larger than ${MEMORY_LIMITS.fileBytes / 1024} KiB -->`
}

const composeMemory = (blocks: readonly MemoryBlock[]): Memory => ({
  text: blocks
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n'),
  files: blocks.flatMap(({ file }) => file ?? []),
  notes: blocks.flatMap(({ notes }) => notes),
})

const HOME = '~/.gemini/'

/** The files of the home folder, with paths that cannot collide with paths of the repository. */
const withHomePrefix = (home: CommitReader): CommitReader => ({
  ref: home.ref,
  read: async (path) => (path.startsWith(HOME) ? home.read(path.slice(HOME.length)) : undefined),
  entries: async (folder) =>
    `${folder}/`.startsWith(HOME) ? home.entries(folder.slice(HOME.length)) : { files: [], folders: [] },
  list: async () => (await home.list('')).map((path) => HOME + path),
  loaded: () => home.loaded().map((file) => ({ ...file, path: HOME + file.path })),
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

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
