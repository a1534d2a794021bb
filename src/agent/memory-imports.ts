import { posix } from 'node:path'
import type { Nodes } from 'mdast'
import { type CommitReader, entryKind } from '../platform/files/workspace.ts'
import { isTooIntricate, parseMarkdown, rangeOf } from '../text/parse-markdown.ts'
import type { TextRange } from '../text/text-edit.ts'

/** One memory file: `path` from the repository root, `bytes` as stored, `imports` in the order of the text. */
export type MemoryFile = { path: string; bytes: number; imports: MemoryFile[] }

/** `content` has the imports resolved. `notes` are messages about failed or skipped imports. */
export type ProcessImportsResult = { content: string; importTree: MemoryFile; notes: string[] }

/** tree: replace each import by its text. flat: concatenate all files, each once. */
export type ImportFormat = 'tree' | 'flat'

/** Bytes that can still be added. All files of one memory share it. */
export type MemoryBudget = { remainingBytes: number }

export type ImportOptions = {
  format?: ImportFormat
  /** Maximum nesting depth of imports. */
  maxDepth?: number
  /** Absolute path of the checkout, so that `@/checkout/a.md` means `a.md`. Without it every absolute path is outside. */
  root?: string
  budget?: MemoryBudget
}

export const MEMORY_LIMITS = { depth: 5, fileBytes: 256 * 1024, totalBytes: 1024 * 1024 }

/**
 * Resolves the `@path` imports of a memory file.
 *
 * An import is an `@` at the start or after white space, outside code and comments, and a path up to the next white space or the marks
 * before it, relative to the folder of its file. Only files inside the repository are read. A failed import becomes a comment with the reason; a word that
 * names no file and does not look like a path is unchanged. Rejects only when the reader cannot list a folder.
 * Source: gemini-cli docs, core/memport.md.
 */
export async function processImports(
  text: string,
  path: string,
  reader: CommitReader,
  options: ImportOptions = {},
): Promise<ProcessImportsResult> {
  const job: ImportJob = {
    reader,
    maxDepth: options.maxDepth ?? MEMORY_LIMITS.depth,
    root: portable(options.root ?? UNNAMED_ROOT),
    budget: options.budget ?? { remainingBytes: MEMORY_LIMITS.totalBytes },
    ignored: new Map(),
    notes: new Set(),
  }
  const source = { path, text: withoutByteOrderMark(text) }
  const { content, imports } =
    options.format === 'flat' ? await flatten(source, 0, new Set([path]), job) : await expand(source, [path], job)
  return { content, importTree: { path, bytes: storedBytes(reader, path, text), imports }, notes: [...job.notes] }
}

type ImportJob = {
  reader: CommitReader
  maxDepth: number
  root: string
  budget: MemoryBudget
  /** What is code or a comment, by path, so that each file is parsed once. */
  ignored: Map<string, IsNoImport>
  notes: Set<string>
}

type ImportSource = { path: string; text: string }

type ExpandedText = { content: string; imports: MemoryFile[] }

type ImportTarget = { ok: true; path: string } | { ok: false; reason: string }

/** An import in a text, from `start` to `end`. `spelling` is its path as written, without the `@`. */
type ImportMention = { start: number; end: number; spelling: string; target: ImportTarget; before: string }

const OUTSIDE = 'Path traversal attempt'

const MISSING = 'File not found'

const FOLDER = 'Is a directory'

const UNREADABLE = 'File could not be read'

const TOO_LARGE = `Larger than ${MEMORY_LIMITS.fileBytes / 1024} KiB`

const FULL = `Memory is limited to ${MEMORY_LIMITS.totalBytes / 1024} KiB`

/** `chain` holds the files from the first to this one; its length is the depth. */
async function expand(source: ImportSource, chain: readonly string[], job: ImportJob): Promise<ExpandedText> {
  const mentions = await mentionsIn(source, job)
  if (mentions.length > 0 && chain.length > job.maxDepth) {
    job.notes.add(`${source.path}: imports nested deeper than ${job.maxDepth} are not resolved.`)
    return { content: source.text, imports: [] }
  }
  const imports: MemoryFile[] = []
  let content = ''
  let position = 0
  for (const mention of mentions) {
    const imported = await expandMention(mention, source, chain, job)
    if (imported === undefined) continue
    content += source.text.slice(position, mention.start) + imported.content
    imports.push(...imported.imports)
    position = mention.end
  }
  return { content: content + source.text.slice(position), imports }
}

/** The replacement of an import; undefined when not even a comment fits into the memory. */
async function expandMention(
  { spelling, target }: ImportMention,
  source: ImportSource,
  chain: readonly string[],
  job: ImportJob,
): Promise<ExpandedText | undefined> {
  const name = spelling.replaceAll('-->', '--&gt;')
  const comment = (text: string, note: string) => {
    job.notes.add(`${source.path}: @${spelling}: ${note}`)
    return spendBytes(Buffer.byteLength(text), job) ? { content: text, imports: [] } : undefined
  }
  if (target.ok && chain.includes(target.path))
    return comment(`<!-- File already processed: ${name} -->`, 'File already processed')
  const file = target.ok ? await loadImport(target.path, job) : target
  if (!file.ok) return comment(`<!-- Import failed: ${name} - ${file.reason} -->`, file.reason)

  const head = `<!-- Imported from: ${name} -->\n`
  const tail = `\n<!-- End of import from: ${name} -->`
  if (!spendBytes(Buffer.byteLength(head + file.text + tail), job))
    return comment(`<!-- Import failed: ${name} - ${FULL} -->`, FULL)
  const inner = await expand(file, [...chain, file.path], job)
  const node = { path: file.path, bytes: file.bytes, imports: inner.imports }
  return { content: head + inner.content + tail, imports: [node] }
}

async function flatten(
  source: ImportSource,
  depth: number,
  importedPaths: Set<string>,
  job: ImportJob,
): Promise<ExpandedText> {
  const blocks = [`--- File: ${source.path} ---\n${source.text.trim()}\n--- End of File: ${source.path} ---`]
  const imports: MemoryFile[] = []
  const mentions = await mentionsIn(source, job)
  if (mentions.length > 0 && depth >= job.maxDepth)
    job.notes.add(`${source.path}: imports nested deeper than ${job.maxDepth} are skipped.`)
  for (const { spelling, target } of depth < job.maxDepth ? mentions : []) {
    if (target.ok && importedPaths.has(target.path)) continue
    const file = target.ok ? await loadImport(target.path, job) : target
    const reason = !file.ok
      ? file.reason
      : spendBytes(file.bytes + 2 * file.path.length + FLAT_FRAME_BYTES, job)
        ? undefined
        : FULL
    if (!file.ok || reason !== undefined) {
      job.notes.add(`${source.path}: @${spelling}: ${reason}`)
      continue
    }
    importedPaths.add(file.path)
    const inner = await flatten(file, depth + 1, importedPaths, job)
    blocks.push(inner.content)
    imports.push({ path: file.path, bytes: file.bytes, imports: inner.imports })
  }
  return { content: blocks.join('\n\n'), imports }
}

const FLAT_FRAME_BYTES = 50

/** The imports of a text, invalid ones included. Ignores prose and code. */
async function mentionsIn(source: ImportSource, job: ImportJob): Promise<ImportMention[]> {
  if (!source.text.includes('@')) return []
  const folder = posix.join(job.root, posix.dirname(source.path))
  await sayUnread(source, folder, job)
  const candidates = source.text.matchAll(
    /(?<![^ \t\r\n"'“‘«„([{<|>*_「『（【、。,;])@((?:~\/|[./A-Za-z])(?:(?![,;]@)[^ \t\r\n])*)/g,
  )
  const mentions: ImportMention[] = []
  for (const { index, 1: word = '' } of candidates) {
    if (word.length > MAX_PATH_CHARACTERS) continue
    const { spelling, target } = await findTarget(word, folder, job)
    const before = source.text.charAt(index - 1)
    // Behind a mark, as in "@a.md", only a file that exists is an import.
    const isImport = target?.ok || (target !== undefined && /^\s?$/.test(before))
    if (isImport) mentions.push({ start: index, end: index + 1 + spelling.length, spelling, target, before })
  }
  if (mentions.length === 0) return []
  const isNoImport = noImportsIn(source, job)
  return mentions.filter(({ start, spelling, before }) => {
    if (isNoImport(start)) return false
    const isHome = spelling.startsWith('~/')
    if (!isHome && !BRACKETS.includes(before)) return true
    const reason = isHome ? 'a home folder is outside the repository' : `"${before}" stands before it`
    job.notes.add(`${source.path}: @${spelling}: Not imported, because ${reason}.`)
    return false
  })
}

function noImportsIn({ path, text }: ImportSource, { ignored, notes }: ImportJob): IsNoImport {
  const isRead = !isTooIntricate(text)
  if (!isRead) notes.add(`${path}: No import is read, because a paragraph has thousands of marks.`)
  const isNoImport = ignored.get(path) ?? (isRead ? ignoredRegions(text) : () => true)
  ignored.set(path, isNoImport)
  return isNoImport
}

/** No system has longer paths. */
const MAX_PATH_CHARACTERS = 4096

/** What follows an `@`: a text in quotation marks or brackets, or the start of a path with the rest of its line. */
const UNREAD = /(?<![^ \t\r\n])@(?=["'“‘«<([{`]([^"'”’»>)\]}`\r\n]{1,300})|([./A-Za-z][^\t\r\n]{1,300}))/g

/** Says which paths are no import, as in the reference, although they are meant: those in quotation marks, and those with spaces. */
async function sayUnread(source: ImportSource, folder: string, job: ImportJob): Promise<void> {
  for (const { index, 1: marked, 2: line = '' } of source.text.matchAll(UNREAD)) {
    const said = await unreadPath(marked, line, folder, job)
    if (said !== undefined && !noImportsIn(source, job)(index))
      job.notes.add(
        `${source.path}: @${said}: Not imported, because ${marked === undefined ? 'a path ends at a space' : 'a quotation mark or bracket follows the @'}.`,
      )
  }
}

async function unreadPath(
  marked: string | undefined,
  line: string,
  folder: string,
  job: ImportJob,
): Promise<string | undefined> {
  if (marked !== undefined) return (await targetOf(marked, folder, job)) === undefined ? undefined : marked
  for (const { index, 0: ending } of [...line.matchAll(/\.\w+/g)].slice(0, 4)) {
    const spelling = line.slice(0, index + ending.length)
    if (!spelling.includes(' ') || spelling.includes('@')) continue
    const target = await targetOf(spelling.replaceAll('\\ ', ' '), folder, job)
    if (target?.ok || (target !== undefined && !/[^\\] /.test(spelling))) return spelling
  }
  return undefined
}

/** Behind these, a path stays text, as in the reference. */
const BRACKETS = ['(', '[', '{', '<', '>', '|']

/** Marks that end a sentence or an emphasis after a path. */
const CLOSING_MARKS = /[^.][.,;:!?"'”’»)\]}>*_~|…。、，；：！？」』）】]+$/

/** The path before other text that follows without a space: `a.md's`, `a.md<br>`, `a.md—and`. A line or an anchor stays part of it. */
const TEXT_BEHIND = /^[^\s<>"'’,;()—–\u200b]*?\.\w+(?=[^\w\s./#:@\\-])/

/** The file that a word names, without the marks that follow its path: `a.md,` is `a.md` unless a file `a.md,` exists. */
async function findTarget(
  word: string,
  folder: string,
  job: ImportJob,
): Promise<{ spelling: string; target: ImportTarget | undefined }> {
  let spelling = word
  let target = await targetOf(spelling, folder, job)
  for (let marks = 0; marks < 8 && !target?.ok && CLOSING_MARKS.test(spelling); marks += 1) {
    const shorter = await targetOf(spelling.slice(0, -1), folder, job)
    spelling = spelling.slice(0, -1)
    target = shorter
  }
  const [file] = target?.ok ? [] : (TEXT_BEHIND.exec(word) ?? [])
  const named = file === undefined ? undefined : await targetOf(file, folder, job)
  if (file !== undefined && named?.ok) return { spelling: file, target: named }
  return target === undefined || target.ok || LOOKS_LIKE_A_PATH.test(portable(spelling))
    ? { spelling, target }
    : { spelling: word, target: await targetOf(word, folder, job) }
}

/** The file that an import names, or the reason why it is invalid; undefined for prose. */
async function targetOf(
  spelling: string,
  folder: string,
  { reader, root }: ImportJob,
): Promise<ImportTarget | undefined> {
  if (spelling.startsWith('~/')) return { ok: false, reason: OUTSIDE }
  if (!validateImportPath(spelling, folder, [root])) return { ok: false, reason: OUTSIDE }
  const portableSpelling = portable(spelling)
  const path = posix.relative(root, posix.resolve(folder, portableSpelling))
  const kind = await entryKind(reader, path)
  if (kind === 'folder' && (portableSpelling.endsWith('/') || LOOKS_LIKE_A_PATH.test(portableSpelling)))
    return { ok: false, reason: FOLDER }
  if (!LOOKS_LIKE_A_PATH.test(portableSpelling))
    return kind === 'file' && !portableSpelling.endsWith('/') ? { ok: true, path } : undefined
  return kind === 'file' && !portableSpelling.endsWith('/') ? { ok: true, path } : { ok: false, reason: MISSING }
}

/**
 * Only these spellings count as a failed import. Other words that name no file are people, teams, packages and decorators:
 * `@app.route`, `@javax.inject.Inject`.
 */
const LOOKS_LIKE_A_PATH =
  /^\.{0,2}\/|^\.{1,2}$|\.(?:md|mdx|mdc|markdown|txt|text|rst|adoc|json|jsonc|ya?ml|toml|xml|html?|csv)(?:[#:,;?@].*)?$/i

/**
 * Whether an import path stays inside the allowed directories, by its text alone; the reader checks links. URLs of any scheme
 * and paths that leave the directories after percent-decoding are outside. All parameters are absolute or relative paths with
 * forward slashes; blank directories are ignored.
 */
export function validateImportPath(importPath: string, basePath: string, allowedDirectories: string[]): boolean {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(importPath) || /\0|%00/.test(importPath)) return false
  const allowed = allowedDirectories.map((directory) => directory.trim()).filter((directory) => directory !== '')
  return [importPath, decoded(importPath)].every((path) => {
    const resolved = posix.resolve(portable(basePath), portable(path))
    return allowed.some((directory) => {
      const relativePath = posix.relative(portable(directory), resolved)
      return relativePath !== '..' && !relativePath.startsWith('../')
    })
  })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a lone % is a literal character
  }
}

/** The repository root when its path is unknown. */
const UNNAMED_ROOT = '/<repository>'

/** Converts an absolute Windows path to POSIX. In other paths a backslash is part of a name, as in git. */
const portable = (path: string): string =>
  /^[a-z]:[\\/]/i.test(path) ? `/${path.charAt(0).toLowerCase()}${path.slice(1).replaceAll('\\', '/')}` : path

async function loadImport(
  path: string,
  job: ImportJob,
): Promise<(ImportSource & { ok: true; bytes: number }) | { ok: false; reason: string }> {
  // Do not use the system's message: it can contain paths of the machine, and the comment goes to the model.
  const read = await job.reader.read(path).then(
    (text) => ({ text }),
    () => undefined,
  )
  if (read === undefined) return { ok: false, reason: UNREADABLE }
  if (read.text === undefined) return { ok: false, reason: UNREADABLE }
  const bytes = storedBytes(job.reader, path, read.text)
  if (bytes > MEMORY_LIMITS.fileBytes) return { ok: false, reason: TOO_LARGE }
  return { ok: true, path, text: withoutByteOrderMark(read.text), bytes }
}

function spendBytes(bytes: number, { budget }: ImportJob): boolean {
  if (bytes > budget.remainingBytes) return false
  budget.remainingBytes -= bytes
  return true
}

const withoutByteOrderMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

/** The size of a file in its commit. The decoded text can be shorter or longer. */
export const storedBytes = (reader: CommitReader, path: string, text: string): number =>
  reader.loaded().find((file) => file.path === path)?.bytes ?? Buffer.byteLength(text)

/** Whether the character at an offset (in UTF-16 units, as `String` counts) belongs to code or an HTML comment. */
export type IsNoImport = (offset: number) => boolean

/** A text without any of these has no code and no comment. */
const MAY_BE_IGNORED = /[`~\t]| {4}|<(?:pre|code)\b|<!--/i

/**
 * Finds the code and the comments in a Markdown text: fenced, indented and inline code at any depth, even in unclosed fences. In raw
 * HTML also `<pre>`, `<code>`, inline code and fences. The text must not start with a byte order mark, which the parser does not count.
 */
function ignoredRegions(text: string): IsNoImport {
  if (!MAY_BE_IGNORED.test(text)) return () => false
  const { code, html } = regionsOf(parseMarkdown(text))
  const covered = coveredBy(text.length, [
    ...code,
    ...commentsIn(text, html),
    ...codeElements(text, html),
    ...codeInHtml(text, html),
  ])
  return (offset) => covered[offset] === 1
}

/** 1 for each character in one of the ranges. */
function coveredBy(length: number, ranges: readonly TextRange[]): Uint8Array {
  const covered = new Uint8Array(length)
  for (const { start, end } of ranges) covered.fill(1, start, end)
  return covered
}

function regionsOf(root: Nodes): { code: TextRange[]; html: TextRange[] } {
  const code: TextRange[] = []
  const html: TextRange[] = []
  const open: Nodes[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const region = rangeOf(node)
    if (node.type === 'code' || node.type === 'inlineCode') code.push(region)
    else if (node.type === 'html') html.push(region)
    else if ('children' in node) for (const child of node.children) open.push(child)
  }
  return { code, html }
}

const commentsIn = (text: string, html: readonly TextRange[]): TextRange[] =>
  html.flatMap(({ start, end }) =>
    Array.from(text.slice(start, end).matchAll(/<!--[\s\S]*?(?:-->|$)/g), ({ index, 0: comment }) => ({
      start: start + index,
      end: start + index + comment.length,
    })),
  )

/** `<pre>` and `<code>` elements whose opening tag is HTML, not plain text. */
function codeElements(text: string, html: readonly TextRange[]): TextRange[] {
  if (html.length === 0) return []
  const tags = Array.from(
    text.matchAll(/<(\/?)(pre|code)\b[^<>]*>/gi),
    ({ 0: tag, 1: slash, 2: name = '', index }) => ({
      name: name.toLowerCase(),
      isEnd: slash !== '',
      start: index,
      end: index + tag.length,
    }),
  )
  const lastEnds = new Map(tags.filter(({ isEnd }) => isEnd).map(({ name, start }) => [name, start]))
  const elements: TextRange[] = []
  let open: { name: string; start: number } | undefined
  for (const { name, isEnd, start, end } of tags) {
    if (open === undefined && !isEnd && start < (lastEnds.get(name) ?? 0)) open = { name, start }
    if (!isEnd || open?.name !== name) continue
    elements.push({ start: open.start, end })
    open = undefined
  }
  const isHtml = coveredBy(text.length, html)
  return elements.filter(({ start }) => isHtml[start] === 1)
}

/**
 * Inline code and fences in HTML blocks, which Markdown does not parse. Masks the tags and parses the text between them.
 * Ignores indented blocks, because indentation in HTML is layout.
 */
function codeInHtml(text: string, html: readonly TextRange[]): TextRange[] {
  return html.flatMap(({ start, end }) => {
    const raw = text.slice(start, end)
    if (!/[`~]/.test(raw)) return []
    const painted = raw.replace(/<\/?[a-z][^>]*>|<!--|-->/gi, (tag) => tag.replace(/[^\r\n]/g, 'x'))
    return regionsOf(parseMarkdown(painted))
      .code.filter((region) => /[`~]/.test(painted.charAt(region.start)))
      .map((region) => ({ start: region.start + start, end: region.end + start }))
  })
}
