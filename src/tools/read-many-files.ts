import { basename, extname, join } from 'node:path'
import picomatch from 'picomatch'
import * as z from 'zod'
import type { MessagePart } from '../model/types.ts'
import { messageOf } from '../platform/errors.ts'
import type { Workspace } from '../platform/files/workspace.ts'
import type { WorkspacePath } from '../platform/files/workspace-path.ts'
import { runWithTimeout } from '../platform/time.ts'
import { quoteMultiline } from '../text/format-text.ts'
import { globList, sortGlobs } from '../text/glob-list.ts'
import { type FileContent, MAX_MEDIA_MB, readFileContent } from './files/file-content.ts'
import { type FileVisibility, gitIgnoreApplies } from './files/file-visibility.ts'
import { countLinesThatFit, linesOf, truncateLine } from './files/text-file.ts'
import { relativePattern } from './glob.ts'
import { MAX_READ_CHARACTERS, MAX_READ_LINES } from './read-file.ts'
import { escapeGlob, escapeLiteralParens, GLOB_OPTIONS, includeGlobs } from './search/globs.ts'
import { defaultExcludedFolders, followLinkedFolder, listFiles } from './search/list-files.ts'
import { defineTool, done, failed, type ToolResult } from './tool.ts'

const CONCURRENT_READS = 8

const MAX_MEDIA_BYTES = MAX_MEDIA_MB * 1024 * 1024

const MAX_SKIPPED_SHOWN = 20

const globs = () => z.array(z.string().min(1))

/** Reads all files that patterns name into one result. */
export const readManyFiles = (files: Workspace, visibility: FileVisibility, contextFiles: readonly string[] = []) =>
  defineTool({
    name: 'read_many_files',
    description:
      'Reads several files at once, selected by paths, folders or glob patterns. Includes images, PDF, audio and video only if a pattern contains their name or extension. Skips files that git or .geminiignore ignores, generated folders and binary files.',
    annotations: { readOnlyHint: true },
    upgradeArgs: mergePathsIntoInclude,
    input: z.object({
      include: globs()
        .min(1)
        .describe('Paths, folders or glob patterns, for example "src/**/*.ts", relative to the repository root.'),
      exclude: globs().optional().describe('Globs of files to skip, as in .gitignore: a name at any depth, or a path.'),
      recursive: z.boolean().optional().describe('false: read only the files directly in a folder. Default true.'),
      useDefaultExcludes: z
        .boolean()
        .optional()
        .describe('false: also read generated folders and binary files. Default true.'),
      file_filtering_options: z
        .object({ respect_git_ignore: z.boolean().optional(), respect_gemini_ignore: z.boolean().optional() })
        .optional()
        .describe('Set respect_git_ignore or respect_gemini_ignore to false to read ignored files too.'),
    }),
    async run(args, signal) {
      const { respect_git_ignore: git = visibility.git, respect_gemini_ignore: gemini = true } =
        args.file_filtering_options ?? {}
      let selection: SelectedFiles
      try {
        selection = await selectFiles(files, visibility, {
          include: args.include,
          exclude: args.exclude ?? [],
          defaults: (args.useDefaultExcludes ?? true) ? { contextFiles } : undefined,
          recursive: args.recursive ?? true,
          git,
          gemini,
          signal,
        })
      } catch (error) {
        if (signal.aborted) throw error
        return failed('read_many_files_search_error', `Error during file search: ${messageOf(error)}`)
      }
      return readAll(files, args.include, selection, signal)
    },
  })

/** Earlier versions had `paths`, instead of `include` or in addition. Models also pass one pattern instead of a list. */
function mergePathsIntoInclude({ paths, ...args }: Record<string, unknown>): Record<string, unknown> {
  const toList = (value: unknown): unknown => (typeof value === 'string' ? [value] : value)
  const { include, exclude } = args
  const merged =
    paths === undefined
      ? toList(include)
      : Array.isArray(toList(include)) && Array.isArray(toList(paths))
        ? [toList(paths), toList(include)].flat()
        : toList(paths)
  const result = { ...args }
  if (merged !== undefined) result.include = merged
  if (exclude !== undefined) result.exclude = toList(exclude)
  return result
}

type CombinedFiles = {
  text: string
  data: (MessagePart & { kind: 'data' })[]
  read: number
  characters: number
  bytes: number
}

async function readAll(
  files: Workspace,
  include: readonly string[],
  { paths, skipped }: SelectedFiles,
  signal: AbortSignal,
): Promise<ToolResult> {
  const combined: CombinedFiles = { text: '', data: [], read: 0, characters: 0, bytes: 0 }
  const skippedFiles = [...skipped]
  for (let start = 0; start < paths.length; start += CONCURRENT_READS) {
    signal.throwIfAborted()
    if (combined.characters >= MAX_READ_CHARACTERS) {
      for (const path of paths.slice(start)) skippedFiles.push({ path, reason: ANSWER_FULL })
      break
    }
    // Read in parallel, append in order: the truncated file must not depend on the timing.
    const group = paths.slice(start, start + CONCURRENT_READS)
    const contents = await Promise.all(group.map((path) => readOne(files, path)))
    for (const [index, content] of contents.entries()) {
      const path = group[index] ?? ''
      const title = quoteMultiline(join(files.root, path))
      const reason = typeof content === 'string' ? content : appendFile(combined, { path, title, content }, include)
      if (reason !== undefined) skippedFiles.push({ path, reason })
    }
  }
  return report(combined, skippedFiles)
}

const ANSWER_FULL = 'this result is full; read the file with read_file'

async function readOne(files: Workspace, path: string) {
  const file = await files.resolve(path, 'read')
  if (!file.ok) return file.text
  const readResult = await files.read(file)
  return readResult.ok ? readFileContent(file, readResult.bytes) : readResult.text
}

/** Adds one file to the result. Returns the reason if it skips the file. */
function appendFile(
  combined: CombinedFiles,
  { path, title, content }: { path: string; title: string; content: FileContent },
  include: readonly string[],
): string | undefined {
  switch (content.kind) {
    case 'text': {
      if (combined.characters >= MAX_READ_CHARACTERS) return ANSWER_FULL
      const { text, truncated } = firstLines(content.text, MAX_READ_CHARACTERS - combined.characters)
      combined.text += `--- ${title} ---\n\n${truncated ? TRUNCATION_WARNING : ''}${text}\n\n`
      combined.characters += text.length
      combined.read++
      return undefined
    }
    case 'media': {
      if (!isExplicitlyRequested(path, include))
        return 'asset file (image/pdf/audio) was not explicitly requested by name or extension'
      if (combined.bytes + content.bytes > MAX_MEDIA_BYTES) return ANSWER_FULL
      const { kind, mimeType } = content.media
      combined.data.push({ kind: 'data', mimeType, data: content.data })
      combined.text += `--- ${title} ---\n\n(${kind}, ${mimeType}: attachment ${combined.data.length} of this result)\n\n`
      combined.bytes += content.bytes
      combined.read++
      return undefined
    }
    case 'too-large':
    case 'unsupported':
    case 'not-displayable':
      return content.text
    default:
      return content satisfies never
  }
}

const TRUNCATION_WARNING =
  "[WARNING: This file was truncated. To view the full content, use the 'read_file' tool on this specific file.]\n\n"

function firstLines(text: string, maxCharacters: number): { text: string; truncated: boolean } {
  const lines = linesOf(text)
  const shortLines = lines.slice(0, MAX_READ_LINES).map(truncateLine)
  const start = shortLines.slice(0, countLinesThatFit(shortLines, maxCharacters)).join('')
  return { text: start, truncated: start !== text }
}

/** Whether an entry contains the extension or the name of this file. */
function isExplicitlyRequested(path: string, include: readonly string[]): boolean {
  const extension = extname(path).toLowerCase()
  const name = basename(path, extname(path)).toLowerCase()
  return include.some((entry) => {
    const lowerCased = entry.toLowerCase()
    return (extension !== '' && lowerCased.includes(extension)) || lowerCased.includes(name)
  })
}

function report({ text, data, read }: CombinedFiles, skippedFiles: readonly SkippedFile[]): ToolResult {
  const lines = skippedFiles
    .slice(0, MAX_SKIPPED_SHOWN)
    .map(({ path, reason }) => `- ${quoteMultiline(path)}: ${reason}`)
  const more = skippedFiles.length > lines.length ? [`- and ${skippedFiles.length - lines.length} more`] : []
  const notes = skippedFiles.length === 0 ? '' : `\nNot read:\n${[...lines, ...more].join('\n')}\n`
  const display = `Read ${read} file(s).${skippedFiles.length > 0 ? ` Skipped ${skippedFiles.length}.` : ''}`
  if (read === 0)
    return done(
      `No files matching the criteria were found or all were skipped.${skippedFiles.every(({ reason }) => reason === NO_MATCH) ? ' Find files with glob.' : ''}${notes}`,
      display,
    )
  const fullText = `${text}${notes}\n--- End of content ---`
  return done(data.length === 0 ? fullText : [{ kind: 'text', text: fullText }, ...data], display)
}

export type FileSelection = {
  /** Paths, folders and glob patterns. */
  include: readonly string[]
  /** Globs as in .gitignore. */
  exclude: readonly string[]
  /** Skips generated files, binary files and files that the model already has; undefined: skips nothing. */
  defaults: { contextFiles: readonly string[] } | undefined
  recursive: boolean
  git: boolean
  gemini: boolean
  signal: AbortSignal
}

export type SkippedFile = { path: string; reason: string }

/** Sorted paths relative to the root, and the requested files that are not among them. */
export type SelectedFiles = { paths: string[]; skipped: SkippedFile[] }

const MATCHING_MS = 10_000

const MAX_FILES = 1000

const MAX_NAMED_PATTERNS = 20

export const NO_MATCH = 'no files match'

/** Folders and extensions to skip, unless a pattern names them. */
const DEFAULT_FOLDERS = ['.vscode', '.idea', 'dist', 'build', 'coverage', '__pycache__']

const DEFAULT_EXTENSIONS = (
  'bin exe dll so dylib class jar war zip tar gz bz2 rar 7z pak rpa doc docx xls xlsx ppt pptx odt ods odp ' +
  'pyc pyo dat obj o a lib wasm'
).split(' ')

/** Selects the files that the entries name. An entry is a file, a folder with its content, or a pattern. */
export async function selectFiles(
  files: Workspace,
  visibility: FileVisibility,
  selection: FileSelection,
): Promise<SelectedFiles> {
  const { include, exclude, defaults } = selection
  const { paths, patterns, excludedGlobs, folders, globs, skipped } = await classifyEntries(
    files,
    visibility,
    selection,
  )
  const kept = sortGlobs(exclude)
  const isExcluded = globList(
    [
      ...[...kept.included, ...excludedGlobs].flatMap((glob) => includeGlobs(glob, '.')),
      ...kept.excluded.flatMap((glob) => includeGlobs(glob, '.')).map((glob) => `!${glob}`),
    ],
    GLOB_OPTIONS,
  )
  const isExcludedByDefault =
    defaults === undefined ? () => false : picomatch(defaultExcludes(include, defaults), GLOB_OPTIONS)
  const matches = picomatch(patterns, GLOB_OPTIONS)
  const listed = await listFolders(files, visibility, folders, selection)
  const matched = runWithTimeout(MATCHING_MS, () =>
    listed.filter((path) => matches(path) && !isExcludedByDefault(path)),
  )
  if (matched === undefined) throw new Error('the patterns take too long to match. Write simpler ones.')

  const selected = [...new Set([...paths, ...onlyFiles(files, matched.value)])]
    .filter((path) => !isExcluded(path))
    .sort()
  const unmatched = [...globs]
    .slice(0, MAX_NAMED_PATTERNS)
    .filter(([pattern]) => !matched.value.some((path) => picomatch.isMatch(path, pattern, GLOB_OPTIONS)))
    .map(([, entry]) => ({ path: entry, reason: NO_MATCH }))
  const overLimit = selected
    .slice(MAX_FILES)
    .map((path) => ({ path, reason: `more than ${MAX_FILES} files; narrow the patterns` }))
  return { paths: selected.slice(0, MAX_FILES), skipped: [...skipped, ...unmatched, ...overLimit] }
}

/** Classifies the entries. An entry with brackets or with a leading `!` is a path if such a file exists. */
async function classifyEntries(
  files: Workspace,
  visibility: FileVisibility,
  { include, recursive, git, gemini }: FileSelection,
) {
  const paths: string[] = []
  const patterns: string[] = []
  const excludedGlobs: string[] = []
  const folders: WorkspacePath[] = []
  /** Entries by their pattern. */
  const globs = new Map<string, string>()
  const skipped: SkippedFile[] = []
  const root: WorkspacePath = { ok: true, path: files.root, displayPath: '.' }
  for (const entry of include.map((one) => one.trim()).filter((one) => one !== '')) {
    const resolved = await files.resolve(entry, 'read')
    const kind = resolved.ok ? await files.kind(resolved) : undefined
    if (resolved.ok && kind === 'directory') {
      if (await visibility.isHidden(resolved, { git, gemini, folder: true })) {
        skipped.push({ path: entry, reason: IGNORED })
        continue
      }
      folders.push(resolved)
      patterns.push(
        `${resolved.displayPath === '.' ? '' : `${escapeGlob(resolved.displayPath)}/`}${recursive ? '**' : '*'}`,
      )
    } else if (resolved.ok && kind === 'file') {
      if (await visibility.isHidden(resolved, { git, gemini })) skipped.push({ path: entry, reason: IGNORED })
      else paths.push(resolved.displayPath)
    } else if (/^!./.test(entry)) excludedGlobs.push(entry.slice(1))
    else {
      const pattern = relativePattern(files.root, root, files.located(entry))
      if (pattern === undefined)
        skipped.push({ path: entry, reason: resolved.ok ? 'leads out of the workspace' : resolved.text })
      else if (!resolved.ok && !/[*?[\]{}]/.test(entry)) skipped.push({ path: entry, reason: resolved.text })
      else if (resolved.ok && !/[*?[\]{}()!]/.test(entry)) skipped.push({ path: entry, reason: 'no such file' })
      else {
        const linked = await followLinkedFolder(files, pattern)
        folders.push(linked?.folder ?? root)
        const real = linked === undefined ? pattern : `${escapeGlob(linked.folder.displayPath)}/${linked.rest}`
        patterns.push(escapeLiteralParens(real))
        globs.set(escapeLiteralParens(real), entry)
      }
    }
  }
  if (excludedGlobs.length > 0 && excludedGlobs.length === include.length) {
    folders.push(root)
    patterns.push('**')
  }
  return { paths, patterns, excludedGlobs, folders, globs, skipped }
}

const IGNORED = 'ignored by configured ignore patterns; to read it, set file_filtering_options'

function defaultExcludes(include: readonly string[], { contextFiles }: { contextFiles: readonly string[] }): string[] {
  const segments = include.flatMap((entry) => entry.split('/'))
  const folders = DEFAULT_FOLDERS.filter((name) => !segments.includes(name)).map((name) => `**/${name}/**`)
  const kinds = DEFAULT_EXTENSIONS.filter((kind) => !include.some((entry) => entry.toLowerCase().endsWith(`.${kind}`)))
  const names = [...contextFiles, '.DS_Store'].filter((name) => !include.some((entry) => entry.includes(name)))
  return [...folders, ...kinds.map((kind) => `**/*.${kind}`), ...names.map((name) => `**/${name}`)]
}

/** All visible files in these folders. */
async function listFolders(
  files: Workspace,
  visibility: FileVisibility,
  folders: readonly WorkspacePath[],
  { include, git, gemini, signal }: FileSelection,
): Promise<string[]> {
  const excludedFolders = defaultExcludedFolders('.', include.join('/'))
  const includesRoot = folders.some(({ displayPath }) => displayPath === '.')
  const uniqueFolders = new Map(folders.map((folder) => [folder.displayPath, folder]))
  const needed = [...uniqueFolders.values()].filter(
    ({ displayPath }) => !includesRoot || displayPath === '.' || !gitIgnoreApplies(displayPath),
  )
  const lists: string[][] = []
  for (const folder of needed)
    lists.push((await listFiles(files, visibility, { folder, excludedFolders, git, gemini, signal })).paths)
  return lists.flat()
}

/** Excludes deleted files and submodules, which git's index lists, and links, whose targets are listed. */
function onlyFiles(files: Workspace, paths: readonly string[]): string[] {
  const facts = files.inspect(paths)
  return paths.filter((_, index) => facts[index]?.kind === 'file')
}
