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
  allNames,
  findMemoryPaths,
  folderAndParents,
  ignoreRules,
  isIgnoredWithFolders,
  type MemorySearch,
  memoryCandidates,
  normalizeInsideRoot,
  withoutShadowed,
} from './memory-paths.ts'
import {
  openPlaceInstructions,
  type PlaceInstruction,
  placeInstructionsText,
  settingsInstructions,
} from './place-instructions.ts'

/**
 * The content of GEMINI.md files. `text` goes into the system prompt and is identical for the same commit. `files` are its
 * sources, `notes` are messages about problems. `fallbacks`: the sources that count because their folder has no GEMINI.md.
 */
export type Memory = { text: string; files: MemoryFile[]; notes: string[]; fallbacks?: readonly string[] }

export type MemoryOptions = MemorySearch & {
  importFormat?: ImportFormat
  /** Absolute path of the checkout, for imports by absolute path. */
  root?: string
  /** Files of `~/.gemini` of a local user. */
  home?: CommitReader
}

const DEFAULT_NAMES: readonly string[] = ['GEMINI.md']

/** Counts in folders without a GEMINI.md, unless the settings name the files. */
export const FALLBACK_NAME = 'AGENTS.md'

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
  return withFallbacks(composeMemory(blocks), options)
}

/** The memory with the files that count because their folder has no GEMINI.md, and a note that names them. */
function withFallbacks(memory: Memory, { fallbackName }: MemoryOptions): Memory {
  const isFallback = ({ path }: MemoryFile) => path.split('/').at(-1) === fallbackName
  const fallbacks = memory.files.filter(isFallback).map(({ path }) => path)
  if (fallbacks.length === 0) return memory
  const note = `${FALLBACK_NAME} counts as memory where a folder has no GEMINI.md: ${fallbacks.join(', ')}.`
  return { ...memory, fallbacks, notes: [...memory.notes, note] }
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
  options: MemoryOptions = { fileNames: DEFAULT_NAMES, fallbackName: FALLBACK_NAME },
): Promise<Memory | undefined> {
  const inside = (typeof paths === 'string' ? [paths] : paths).flatMap((path) => normalizeInsideRoot(path) ?? [])
  const missing = memoryCandidates(inside.flatMap(folderAndParents), allNames(options)).filter(
    (path) => !loaded.has(path),
  )
  for (const path of missing) loaded.add(path) // before the first await: parallel calls must not both load a file
  try {
    const found: string[] = []
    for (const path of missing) if ((await reader.read(path)) !== undefined) found.push(path)
    const present = await withoutShadowed(found, options, async (path) => (await entryKind(reader, path)) === 'file')
    if (present.length === 0) return undefined
    const isIgnored = options.isIgnored ?? ignoreRules(reader, options.ignoreFiles)
    const budget = { remainingBytes: MEMORY_LIMITS.totalBytes }
    const blocks: MemoryBlock[] = []
    for (const path of present)
      if (!(await isIgnoredWithFolders(path, isIgnored)))
        blocks.push(await loadBlock(reader, path, { ...options, importFormat: 'tree', budget }))
    const memory = withFallbacks(composeMemory(blocks), options)
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

/** The same with AGENTS.md, which counts where no setting names the files. */
export const memoryWithFallback = (context: Readonly<Record<string, unknown>> | undefined): MemoryOptions => ({
  ...memoryOptions(context),
  fallbackName: hasNames(context?.fileName) ? undefined : FALLBACK_NAME,
})

/** The memory options of the settings, with their instructions by place. */
export const placeOptions = (
  settings: PlaceSettings,
  learnings: readonly PlaceInstruction[] = [],
): MemoryOptions & { instructions: readonly PlaceInstruction[] } => ({
  ...memoryWithFallback(settings.context),
  instructions: [...settingsInstructions(settings), ...learnings],
})

type PlaceSettings = Parameters<typeof settingsInstructions>[0] & { context?: Readonly<Record<string, unknown>> }

/** Names of memory files from the setting `context.fileName`; GEMINI.md without a valid name. */
export function memoryFileNames(setting: unknown): string[] {
  const names = writtenNames(setting)
  return names.length === 0 ? [...DEFAULT_NAMES] : [...new Set(names)]
}

const hasNames = (setting: unknown): boolean => writtenNames(setting).length > 0

function writtenNames(setting: unknown): string[] {
  const values: unknown[] = Array.isArray(setting) ? setting : [setting]
  return values
    .filter((name) => typeof name === 'string')
    .flatMap((name) => (name.trim() === '' ? [] : (normalizeInsideRoot(name.trim()) ?? [])))
    .filter((name) => name !== '')
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
 * The memory and the instructions of the paths of a tool call that the conversation does not have yet; undefined without new ones.
 * `result`: of the call. Call `reset` after the conversation lost messages.
 */
export type SubdirectoryMemory = ((
  tool: string,
  args: Record<string, unknown>,
  result?: unknown,
) => Promise<string | undefined>) & {
  reset?: () => void
}

/** Tools that load the memory of their paths. Searches match too many folders. */
const FILE_TOOLS = new Set(['read_file', 'write_file', 'replace'])
const PATH_TOOLS = new Set(['list_directory', 'read_many_files', ...FILE_TOOLS])

/**
 * Where folder memory and instructions by place come from. `shownFiles`: whose diff or text the model got from GitHub; a sub-agent did not
 * get the first `shownBefore` of them.
 */
export type PlaceOptions = MemoryOptions & {
  root: string
  instructions?: readonly PlaceInstruction[]
  shownFiles?: () => readonly string[]
  shownBefore?: number
}

/**
 * Loads the memory of a folder, and the instructions for a file, when a tool first uses a path in it or the model first sees its diff.
 * `loaded` are the memory files that the model already has, `root` is the checkout. Calls `notice` for each loaded file and each problem.
 */
export function createSubdirectoryMemory(
  reader: CommitReader,
  loaded: readonly string[],
  { root, instructions = [], shownFiles = () => [], shownBefore = 0, ...options }: PlaceOptions,
  notice: (text: string) => void,
): SubdirectoryMemory {
  const alreadyLoaded = new Set(loaded)
  const placed = openPlaceInstructions(instructions)
  let shownCount = shownBefore
  const newlyShown = () => {
    const paths = shownFiles()
    const added = paths.slice(shownCount)
    shownCount = paths.length
    return added
  }
  const subdirectoryMemory: SubdirectoryMemory = async (tool, args, result) => {
    const files = [...newlyShown(), ...namedIn(tool, result)]
    const named = PATH_TOOLS.has(tool) ? touchedPaths(args, root) : []
    const paths = [...files, ...named]
    if (paths.length === 0) return undefined
    const memory = await loadSubdirectoryMemory(reader, alreadyLoaded, paths, { ...options, root })
    // A folder or a pattern is no file.
    const taken = placed.take(FILE_TOOLS.has(tool) ? paths : files)
    for (const note of memory?.notes ?? []) notice(note)
    if (memory !== undefined) notice(`Memory loaded: ${memory.files.map(({ path }) => path).join(', ')}`)
    for (const { paths: globs, source } of taken) notice(`Instructions for ${globs.join(', ')} apply (${source}).`)
    const texts = [memory?.text ?? '', placeInstructionsText(taken)].filter((text) => text !== '')
    return texts.length === 0 ? undefined : texts.join('\n\n')
  }
  subdirectoryMemory.reset = () => {
    placed.reset()
    shownCount = shownBefore
    alreadyLoaded.clear()
    for (const file of loaded) alreadyLoaded.add(file)
  }
  return subdirectoryMemory
}

/** The files that a reading of several files names in its result. */
function namedIn(tool: string, result: unknown): string[] {
  if (tool !== 'read_many_files') return []
  const texts = (Array.isArray(result) ? result : [result]).map((part: unknown) =>
    isObject(part) ? String(part.text ?? '') : String(part ?? ''),
  )
  return texts.flatMap((text) =>
    Array.from(text.matchAll(/^--- (?!End of content ---$)(.+) ---$/gm), ([, path = '']) => path),
  )
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
