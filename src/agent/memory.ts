import { posix } from 'node:path'
import { messageOf } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import { type Budget, type ImportFormat, LIMITS, type MemoryFile, processImports, storedBytes } from './imports.ts'

/**
 * What GEMINI.md files tell the model. `text` goes into the system instruction and is the same byte for byte for the same
 * commit; `files` lists what it was made of, `notes` what went wrong, in sentences for people.
 */
export type Memory = { text: string; files: MemoryFile[]; notes: string[] }

export type MemoryOptions = {
  /** Names a memory file may have (`fileNamesFrom`), looked up in every folder. */
  fileNames: readonly string[]
  /** How many folders are searched downwards, the working directory included. */
  maxDirs?: number
  importFormat?: ImportFormat
  /** The working directory, from the repository root. Its parents' memory counts too; the search goes down from here. */
  from?: string
  /** Whether a path below is to be left alone; folders end in `/`. Default: the commit's .gitignore and .geminiignore. */
  ignored?: Ignored
  /** Where the repository is checked out, absolute, for imports by absolute path. */
  root?: string
  /** Files of `~/.gemini`, on a machine of one's own. */
  home?: Reader
}

export type Ignored = (path: string) => boolean

export const DEFAULT_NAMES: readonly string[] = ['GEMINI.md']
const MAX_DIRS = 200

/**
 * Finds and composes the memory files of a commit: those of the home folder, of the root down to the working directory and
 * of the folders below it, nearest to the root first. A file that cannot be read becomes a note.
 * Rejects only when the reader cannot list its files.
 */
export async function loadMemory(reader: Reader, options: MemoryOptions): Promise<Memory> {
  const budget = { left: LIMITS.totalBytes }
  const paths = await reader.list('')
  const found = await discover(reader, paths, options)
  const global = options.home === undefined ? [] : await homeBlocks(options.home, options, budget)
  const project: Block[] = []
  for (const path of found) project.push(await block(reader, path, { ...options, paths, budget }))
  return composed([...global, ...project])
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
  options: Omit<MemoryOptions, 'home' | 'from'> = { fileNames: DEFAULT_NAMES },
): Promise<Memory | undefined> {
  const touchedPaths = typeof touched === 'string' ? [touched] : touched
  const folders = new Set(touchedPaths.map(insideRoot).flatMap((path) => (path === undefined ? [] : lineage(path))))
  const wanted = candidates([...folders], options.fileNames).filter((path) => !loaded.has(path))
  for (const path of wanted) loaded.add(path) // before the first wait: calls that run together must not both tell it
  try {
    const present: string[] = []
    for (const path of wanted) if ((await reader.read(path)) !== undefined) present.push(path)
    if (present.length === 0) return undefined
    const paths = await reader.list('')
    const ignored = options.ignored ?? (await ignoreRules(reader, paths))
    const budget = { left: LIMITS.totalBytes }
    const blocks: Block[] = []
    for (const path of present.filter((path) => !shut(posix.dirname(path), ignored) && !ignored(path)))
      blocks.push(await block(reader, path, { ...options, importFormat: 'tree', paths, budget }))
    const memory = composed(blocks)
    if (memory.text === '') return undefined
    return { ...memory, text: `--- Newly Discovered Project Context ---\n${memory.text}\n--- End Project Context ---` }
  } catch {
    return undefined
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

/** Whether a commit's own .gitignore and .geminiignore files, at any depth, leave a path out. The deepest rule wins. */
export async function ignoreRules(reader: Reader, paths: readonly string[]): Promise<Ignored> {
  const files = paths.filter((path) => /(?:^|\/)\.(?:git|gemini)ignore$/.test(path)).sort(byDepthThenName)
  if (files.length === 0) return () => false
  const { default: ignore } = await import('ignore')
  const rules = await Promise.all(
    files.map(async (path) => ({
      folder: path.slice(0, path.lastIndexOf('/') + 1),
      test: ignore().add((await reader.read(path)) ?? ''),
    })),
  )
  return (path) => {
    let ignored = false
    for (const { folder, test } of rules) {
      if (!path.startsWith(folder) || path.length === folder.length) continue
      const verdict = test.test(path.slice(folder.length))
      ignored = verdict.ignored || (ignored && !verdict.unignored)
    }
    return ignored
  }
}

type Block = { text: string; file?: MemoryFile; notes: string[] }

/** Paths of memory files, the root's first, then by depth and name. */
async function discover(reader: Reader, paths: readonly string[], options: MemoryOptions): Promise<string[]> {
  const present = new Set(paths)
  const from = insideRoot(options.from ?? '') ?? ''
  const above = lineage(from)
  const isThere = (path: string) => present.has(path)
  const below = foldersOf(paths).filter((folder) => (from === '' ? folder !== '' : folder.startsWith(`${from}/`)))
  const near = candidates(above, options.fileNames).filter(isThere)
  if (!candidates(below, options.fileNames).some(isThere)) return near

  // Only now do the ignore files matter; most repositories have one memory file and never get here.
  const ignored = options.ignored ?? (await ignoreRules(reader, paths))
  const open = new Set([from])
  for (const folder of below) {
    if (open.size >= (options.maxDirs ?? MAX_DIRS)) break
    if (open.has(parentOf(folder)) && !skipped(folder, ignored)) open.add(folder)
  }
  open.delete(from)
  const far = candidates([...open], options.fileNames).filter((path) => isThere(path) && !ignored(path))
  return [...new Set([...near, ...far])]
}

const candidates = (folders: readonly string[], names: readonly string[]): string[] => [
  ...new Set(
    [...folders].sort(byDepthThenName).flatMap((folder) => names.map((name) => posix.join(folder, name)).sort()),
  ),
]

async function homeBlocks(home: Reader, options: MemoryOptions, budget: Budget): Promise<Block[]> {
  const blocks: Block[] = []
  for (const name of options.fileNames) {
    const { root: _, ...rest } = options
    const found = await block(home, name, { ...rest, paths: await home.list(''), budget }, '~/.gemini/')
    blocks.push(found)
  }
  return blocks
}

async function block(
  reader: Reader,
  path: string,
  options: MemoryOptions & { paths: readonly string[]; budget: Budget },
  prefix = '',
): Promise<Block> {
  const shown = prefix + path
  const read = await reader.read(path).catch((error: unknown) => ({ failed: messageOf(error) }))
  if (read === undefined) return { text: '', notes: [] }
  if (typeof read === 'object') return { text: '', notes: [`${shown} could not be read: ${read.failed}`] }

  const bytes = storedBytes(reader, path, read)
  const text = bytes > LIMITS.fileBytes ? cut(read) : read
  const notes = text === read ? [] : [`${shown} is larger than ${LIMITS.fileBytes / 1024} KiB; the rest is left out.`]
  if (Buffer.byteLength(text) > options.budget.left) {
    const why = `Left out: the memory is limited to ${LIMITS.totalBytes / 1024} KiB`
    return { text: framed(shown, `<!-- ${why} -->`), notes: [`${shown}: ${why}`] }
  }
  options.budget.left -= Buffer.byteLength(text)
  const processed = await processImports(text, path, reader, {
    format: options.importFormat ?? 'tree',
    paths: options.paths,
    budget: options.budget,
    ...(options.root === undefined ? {} : { root: options.root }),
  })
  return {
    text: processed.content.trim() === '' ? '' : framed(shown, processed.content.trim()),
    file: under(prefix, { ...processed.importTree, bytes }),
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

const under = (prefix: string, file: MemoryFile): MemoryFile =>
  prefix === ''
    ? file
    : { path: prefix + file.path, bytes: file.bytes, imports: file.imports.map((inner) => under(prefix, inner)) }

/** Other people's memory comes with other people's packages, and was not written for this repository. */
const skipped = (folder: string, ignored: Ignored): boolean =>
  posix.basename(folder) === 'node_modules' || ignored(`${folder}/`)

const shut = (folder: string, ignored: Ignored): boolean =>
  lineage(folder).some((each) => each !== '' && skipped(each, ignored))

function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => lineage(parentOf(path))))
  return [...folders].sort(byDepthThenName)
}

/** A folder and all above it, the root ('') first. */
function lineage(folder: string): string[] {
  const segments = folder === '' || folder === '.' ? [] : folder.split('/')
  return ['', ...segments.map((_, index) => segments.slice(0, index + 1).join('/'))]
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** A path in its shortest form, without a final slash; undefined when it is not inside the root. */
function insideRoot(path: string): string | undefined {
  const normal = posix.normalize(path).replace(/\/$/, '')
  if (normal === '.' || normal === '') return path.startsWith('/') ? undefined : ''
  return posix.isAbsolute(normal) || normal === '..' || normal.startsWith('../') || normal.includes('\0')
    ? undefined
    : normal
}

const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length)
const byDepthThenName = (a: string, b: string): number => depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0)
