import { kindIn } from '../host/entries.ts'
import { messageOf } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import { type Budget, type ImportFormat, LIMITS, type MemoryFile, processImports, storedBytes } from './imports.ts'
import { candidates, ignoreRules, insideRoot, isLeftOut, lineage, memoryPaths, type Search } from './memory-paths.ts'

/**
 * What GEMINI.md files tell the model. `text` goes into the system instruction and is the same byte for byte for the same
 * commit; `files` lists what it was made of, `notes` what went wrong, in sentences for people.
 */
export type Memory = { text: string; files: MemoryFile[]; notes: string[] }

export type MemoryOptions = Search & {
  importFormat?: ImportFormat
  /** Where the repository is checked out, absolute, for imports by absolute path. */
  root?: string
  /** Files of `~/.gemini`, on a machine of one's own. */
  home?: Reader
}

const DEFAULT_NAMES: readonly string[] = ['GEMINI.md']

/**
 * Finds and composes the memory files of a commit: those of the home folder, of the root down to the working directory and
 * of the folders below it, nearest to the root first. A file that cannot be read becomes a note.
 * Rejects only when the reader cannot say what a folder holds.
 */
export async function loadMemory(reader: Reader, options: MemoryOptions): Promise<Memory> {
  const budget = { left: LIMITS.totalBytes }
  const blocks: Block[] = []
  if (options.home !== undefined) {
    const home = labelled(options.home)
    for (const name of options.fileNames)
      blocks.push(await block(home, HOME + name, { importFormat: options.importFormat, budget }))
  }
  for (const path of await memoryPaths(reader, options)) blocks.push(await block(reader, path, { ...options, budget }))
  return composed(blocks)
}

/**
 * The memory that joins when a tool first touches a path: files between the root and it that are not in `loaded` yet.
 * Every path looked at is added to `loaded`, so each file is told once. `touched` is relative to the root, with forward
 * slashes, a file or a folder that need not exist. `text` is to follow the tool's answer after a blank line.
 * Undefined when there is nothing new, or nothing that could be read: a tool's answer never fails for its memory.
 */
export async function subdirectoryMemory(
  reader: Reader,
  loaded: Set<string>,
  touched: string | readonly string[],
  options: MemoryOptions = { fileNames: DEFAULT_NAMES },
): Promise<Memory | undefined> {
  const inside = (typeof touched === 'string' ? [touched] : touched).flatMap((path) => insideRoot(path) ?? [])
  const wanted = candidates(inside.flatMap(lineage), options.fileNames).filter((path) => !loaded.has(path))
  for (const path of wanted) loaded.add(path) // before the first wait: calls that run together must not both tell it
  try {
    const present: string[] = []
    for (const path of wanted) if ((await reader.read(path)) !== undefined) present.push(path)
    if (present.length === 0) return undefined
    const leftOut = options.leftOut ?? ignoreRules(reader, options.ignoreFiles)
    const budget = { left: LIMITS.totalBytes }
    const blocks: Block[] = []
    for (const path of present)
      if (!(await isLeftOut(path, leftOut)))
        blocks.push(await block(reader, path, { ...options, importFormat: 'tree', budget }))
    const memory = composed(blocks)
    if (memory.text === '') return undefined
    return { ...memory, text: `--- Newly Discovered Project Context ---\n${memory.text}\n--- End Project Context ---` }
  } catch {
    return undefined
  }
}

/** What the `context` part of the settings says of memory; values that make no sense count as not said. */
export function memoryOptions(context: Readonly<Record<string, unknown>> | undefined): MemoryOptions {
  const { fileName, importFormat, discoveryMaxDirs: most, fileFiltering } = context ?? {}
  const respects = (key: string) => !(isObject(fileFiltering) && fileFiltering[key] === false)
  return {
    fileNames: fileNamesFrom(fileName),
    importFormat: importFormat === 'flat' ? 'flat' : 'tree',
    ignoreFiles: [
      ...(respects('respectGitIgnore') ? ['.gitignore'] : []),
      ...(respects('respectGeminiIgnore') ? ['.geminiignore'] : []),
    ],
    ...(typeof most === 'number' && most >= 0 ? { maxDirs: most } : {}),
  }
}

/** Names of memory files from the setting `context.fileName`; GEMINI.md where it names none that could be used. */
export function fileNamesFrom(setting: unknown): string[] {
  const given: unknown[] = Array.isArray(setting) ? setting : [setting]
  const names = given
    .filter((name) => typeof name === 'string')
    .flatMap((name) => (name.trim() === '' ? [] : (insideRoot(name.trim()) ?? [])))
    .filter((name) => name !== '')
  return names.length === 0 ? [...DEFAULT_NAMES] : [...new Set(names)]
}

type BlockOptions = {
  budget: Budget
  importFormat?: ImportFormat | undefined
  root?: string | undefined
}
type Block = { text: string; file?: MemoryFile; notes: string[] }

async function block(
  reader: Reader,
  path: string,
  { budget, importFormat = 'tree', root }: BlockOptions,
): Promise<Block> {
  const read = await reader.read(path).catch((error: unknown) => ({ failed: messageOf(error) }))
  if (read === undefined) {
    const isThere = (await kindIn(reader, path)) === 'file'
    return { text: '', notes: isThere ? [`${path} was not read: too large, or not a regular file.`] : [] }
  }
  if (typeof read === 'object') return { text: '', notes: [`${path} could not be read: ${read.failed}`] }

  const bytes = storedBytes(reader, path, read)
  const text = bytes > LIMITS.fileBytes ? cut(read) : read
  const notes = text === read ? [] : [`${path} is larger than ${LIMITS.fileBytes / 1024} KiB; the rest is left out.`]
  if (Buffer.byteLength(text) > budget.left) {
    const why = `Left out: the memory is limited to ${LIMITS.totalBytes / 1024} KiB`
    return { text: framed(path, `<!-- ${why} -->`), notes: [`${path}: ${why}`] }
  }
  budget.left -= Buffer.byteLength(text)
  const processed = await processImports(text, path, reader, {
    format: importFormat,
    budget,
    ...(root === undefined ? {} : { root }),
  })
  return {
    text: processed.content.trim() === '' ? '' : framed(path, processed.content.trim()),
    file: { ...processed.importTree, bytes },
    notes: [...notes, ...processed.notes],
  }
}

const framed = (path: string, content: string): string =>
  `--- Context from: ${path} ---\n${content}\n--- End of Context from: ${path} ---`

/** The part of a text within the limit, up to its last whole line. */
function cut(text: string): string {
  const kept = Buffer.from(text)
    .subarray(0, LIMITS.fileBytes)
    .toString()
    .replace(/\ufffd*$/, '')
  const lines = kept.slice(0, kept.lastIndexOf('\n') + 1) || kept
  return `${lines}<!-- Cut here: the file is larger than ${LIMITS.fileBytes / 1024} KiB -->`
}

const composed = (blocks: readonly Block[]): Memory => ({
  text: blocks
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n'),
  files: blocks.flatMap(({ file }) => file ?? []),
  notes: blocks.flatMap(({ notes }) => notes),
})

const HOME = '~/.gemini/'

/** The files of the home folder, under names that cannot be mistaken for the repository's. */
const labelled = (home: Reader): Reader => ({
  ref: home.ref,
  read: async (path) => (path.startsWith(HOME) ? home.read(path.slice(HOME.length)) : undefined),
  entries: async (folder) =>
    `${folder}/`.startsWith(HOME) ? home.entries(folder.slice(HOME.length)) : { files: [], folders: [] },
  list: async () => (await home.list('')).map((path) => HOME + path),
  loaded: () => home.loaded().map((file) => ({ ...file, path: HOME + file.path })),
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
