import { posix } from 'node:path'
import { kindIn } from '../host/entries.ts'
import type { Reader } from '../host/files.ts'
import { codeRegions, type InCode } from './code-regions.ts'

/** One file of the memory: `path` from the repository root, `bytes` as stored, `imports` in the order they stand in it. */
export type MemoryFile = { path: string; bytes: number; imports: MemoryFile[] }

/** `content` has its imports resolved; `notes` say in sentences for people what failed or was left out. */
export type ProcessImportsResult = { content: string; importTree: MemoryFile; notes: string[] }

/** tree: each import replaced by its text. flat: every text as it is, one after the other, each file once. */
export type ImportFormat = 'tree' | 'flat'

/** Bytes that may still be added; shared by all files of one memory. */
export type Budget = { left: number }

export type ImportOptions = {
  format?: ImportFormat
  /** How many levels of imports are followed below the first text. */
  maxDepth?: number
  /** Where the repository is checked out, absolute: `@/there/a.md` then means `a.md`. Without it every absolute path lies outside. */
  root?: string
  budget?: Budget
}

export const LIMITS = { depth: 5, fileBytes: 256 * 1024, totalBytes: 1024 * 1024 }

/**
 * The text of a memory file with its `@path` imports resolved.
 *
 * An import is an `@` at the start or after white space, outside code, and the path up to the next white space, relative to
 * the folder of the file it stands in. The reader is asked for paths inside the repository only, so nothing else is read.
 * What cannot be imported becomes a comment that says why; a word that neither names a file nor looks like a path is
 * prose and stays. Rejects only when the reader cannot say what a folder holds. Source: gemini-cli docs, core/memport.md.
 */
export async function processImports(
  text: string,
  path: string,
  reader: Reader,
  options: ImportOptions = {},
): Promise<ProcessImportsResult> {
  const job: Job = {
    reader,
    maxDepth: options.maxDepth ?? LIMITS.depth,
    root: portable(options.root ?? UNNAMED_ROOT),
    budget: options.budget ?? { left: LIMITS.totalBytes },
    inCode: new Map(),
    notes: new Set(),
  }
  const source = { path, text: withoutMark(text) }
  const { content, imports } =
    options.format === 'flat' ? await flatten(source, 0, new Set([path]), job) : await expand(source, [path], job)
  return { content, importTree: { path, bytes: storedBytes(reader, path, text), imports }, notes: [...job.notes] }
}

type Job = {
  reader: Reader
  maxDepth: number
  root: string
  budget: Budget
  /** Code regions by path, because a file imported twice need not be parsed twice. */
  inCode: Map<string, InCode>
  notes: Set<string>
}
type Source = { path: string; text: string }
type Result = { content: string; imports: MemoryFile[] }
type Target = { ok: true; path: string } | { ok: false; why: string }
/** An import as it stands in a text, `start` to `end`; `written` is without the `@`. */
type Mention = { start: number; end: number; written: string; target: Target }

const OUTSIDE = 'Path traversal attempt'
const MISSING = 'File not found'
const FOLDER = 'Is a directory'
const UNREADABLE = 'File could not be read'
const TOO_LARGE = `Larger than ${LIMITS.fileBytes / 1024} KiB`
const FULL = `Memory is limited to ${LIMITS.totalBytes / 1024} KiB`

/** `chain` holds the files from the first one down to this, so its length says how deep we are. */
async function expand(source: Source, chain: readonly string[], job: Job): Promise<Result> {
  const mentions = await mentionsIn(source, job)
  if (mentions.length > 0 && chain.length > job.maxDepth) {
    job.notes.add(`${source.path}: its imports stay as written, because they are nested deeper than ${job.maxDepth}.`)
    return { content: source.text, imports: [] }
  }
  const imports: MemoryFile[] = []
  let content = ''
  let at = 0
  for (const mention of mentions) {
    const imported = await replacement(mention, source, chain, job)
    if (imported === undefined) continue
    content += source.text.slice(at, mention.start) + imported.content
    imports.push(...imported.imports)
    at = mention.end
  }
  return { content: content + source.text.slice(at), imports }
}

/** What takes an import's place, or undefined when the memory has no room even for a comment. */
async function replacement(
  { written, target }: Mention,
  source: Source,
  chain: readonly string[],
  job: Job,
): Promise<Result | undefined> {
  const name = written.replaceAll('-->', '--&gt;')
  const comment = (text: string, note: string) => {
    job.notes.add(`${source.path}: @${written}: ${note}`)
    return spend(Buffer.byteLength(text), job) ? { content: text, imports: [] } : undefined
  }
  if (target.ok && chain.includes(target.path))
    return comment(`<!-- File already processed: ${name} -->`, 'File already processed')
  const file = target.ok ? await load(target.path, job) : target
  if (!file.ok) return comment(`<!-- Import failed: ${name} - ${file.why} -->`, file.why)

  const head = `<!-- Imported from: ${name} -->\n`
  const tail = `\n<!-- End of import from: ${name} -->`
  if (!spend(Buffer.byteLength(head + file.text + tail), job))
    return comment(`<!-- Import failed: ${name} - ${FULL} -->`, FULL)
  const inner = await expand(file, [...chain, file.path], job)
  const node = { path: file.path, bytes: file.bytes, imports: inner.imports }
  return { content: head + inner.content + tail, imports: [node] }
}

async function flatten(source: Source, depth: number, seen: Set<string>, job: Job): Promise<Result> {
  const blocks = [`--- File: ${source.path} ---\n${source.text.trim()}\n--- End of File: ${source.path} ---`]
  const imports: MemoryFile[] = []
  const mentions = await mentionsIn(source, job)
  if (mentions.length > 0 && depth >= job.maxDepth)
    job.notes.add(`${source.path}: its imports are left out, because they are nested deeper than ${job.maxDepth}.`)
  for (const { written, target } of depth < job.maxDepth ? mentions : []) {
    if (target.ok && seen.has(target.path)) continue
    const file = target.ok ? await load(target.path, job) : target
    const why = !file.ok ? file.why : spend(file.bytes + 2 * file.path.length + FLAT_FRAME, job) ? undefined : FULL
    if (!file.ok || why !== undefined) {
      job.notes.add(`${source.path}: @${written}: ${why}`)
      continue
    }
    seen.add(file.path)
    const inner = await flatten(file, depth + 1, seen, job)
    blocks.push(inner.content)
    imports.push({ path: file.path, bytes: file.bytes, imports: inner.imports })
  }
  return { content: blocks.join('\n\n'), imports }
}

const FLAT_FRAME = 50

/** The imports of a text: files, and what was meant to be one. Prose and code are left out. */
async function mentionsIn(source: Source, job: Job): Promise<Mention[]> {
  const candidates = [...source.text.matchAll(/(?<![^ \t\r\n])@([./A-Za-z][^ \t\r\n]*)/g)]
  if (candidates.length === 0) return []
  const folder = posix.join(job.root, posix.dirname(source.path))
  const mentions: Mention[] = []
  for (const { index, 0: whole, 1: written = '' } of candidates) {
    const target = await targetOf(written, folder, job)
    if (target !== undefined) mentions.push({ start: index, end: index + whole.length, written, target })
  }
  if (mentions.length === 0) return []
  const inCode = job.inCode.get(source.path) ?? (await codeRegions(source.text))
  job.inCode.set(source.path, inCode)
  return mentions.filter(({ start }) => !inCode(start))
}

/** Which file an import means, why none, or undefined for prose. */
async function targetOf(written: string, folder: string, { reader, root }: Job): Promise<Target | undefined> {
  if (!validateImportPath(written, folder, [root])) return { ok: false, why: OUTSIDE }
  const spelled = portable(written)
  const path = posix.relative(root, posix.resolve(folder, spelled))
  const kind = await kindIn(reader, path)
  if (!LOOKS_LIKE_A_PATH.test(spelled))
    return kind === 'file' && !spelled.endsWith('/') ? { ok: true, path } : undefined
  if (kind === 'folder') return { ok: false, why: FOLDER }
  return kind === 'file' && !spelled.endsWith('/') ? { ok: true, path } : { ok: false, why: MISSING }
}

/**
 * Words that are not files are mostly people, teams, packages and decorators; only these spellings are taken for an
 * import that went wrong. The list of endings keeps `@app.route` and `@javax.inject.Inject` what they are.
 */
const LOOKS_LIKE_A_PATH =
  /^\.{0,2}\/|^\.{1,2}$|\.(?:md|mdx|mdc|markdown|txt|text|rst|adoc|json|jsonc|ya?ml|toml|xml|html?|csv)$/i

/**
 * Whether an import stays within the allowed directories, by its text alone; where links lead is the reader's concern.
 * Addresses (`https:`, `file:`, any scheme) never do, nor do paths that leave once percent-encoding is undone.
 * All three are absolute or relative paths with forward slashes; blank allowed directories do not count.
 */
export function validateImportPath(importPath: string, basePath: string, allowedDirectories: string[]): boolean {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(importPath) || /\0|%00/.test(importPath)) return false
  const allowed = allowedDirectories.map((directory) => directory.trim()).filter((directory) => directory !== '')
  return [importPath, decoded(importPath)].every((path) => {
    const resolved = posix.resolve(portable(basePath), portable(path))
    return allowed.some((directory) => {
      const way = posix.relative(portable(directory), resolved)
      return way !== '..' && !way.startsWith('../')
    })
  })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a lone % is just a character
  }
}

/** Stands for the repository root where its place on disk is not known or must not matter. */
const UNNAMED_ROOT = '/<repository>'

/** A Windows path as a POSIX one below the root; others unchanged. A backslash elsewhere is part of a name, as in git. */
const portable = (path: string): string =>
  /^[a-z]:[\\/]/i.test(path) ? `/${path.charAt(0).toLowerCase()}${path.slice(1).replaceAll('\\', '/')}` : path

async function load(
  path: string,
  job: Job,
): Promise<(Source & { ok: true; bytes: number }) | { ok: false; why: string }> {
  // The system's own message may name paths of the machine, and the comment goes to the model.
  const read = await job.reader.read(path).then(
    (text) => ({ text }),
    () => undefined,
  )
  if (read === undefined) return { ok: false, why: UNREADABLE }
  if (read.text === undefined) return { ok: false, why: UNREADABLE }
  const bytes = storedBytes(job.reader, path, read.text)
  if (bytes > LIMITS.fileBytes) return { ok: false, why: TOO_LARGE }
  return { ok: true, path, text: withoutMark(read.text), bytes }
}

function spend(bytes: number, { budget }: Job): boolean {
  if (bytes > budget.left) return false
  budget.left -= bytes
  return true
}

/** A byte order mark belongs to a file, not to a text in the middle of another. */
const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

/** A file's size in its commit; its text may be shorter or longer, decoded. */
export const storedBytes = (reader: Reader, path: string, text: string): number =>
  reader.loaded().find((file) => file.path === path)?.bytes ?? Buffer.byteLength(text)
