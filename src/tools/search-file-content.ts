import picomatch from 'picomatch'
import * as z from 'zod'
import { messageOf } from '../platform/errors.ts'
import type { Workspace } from '../platform/files/workspace.ts'
import type { WorkspacePath } from '../platform/files/workspace-path.ts'
import { findProtectedSegment, isInside, toForwardSlashes } from '../platform/paths.ts'
import { runWithTimeout } from '../platform/time.ts'
import { keepEnd, quoteMultiline } from '../text/format-text.ts'
import { type FileVisibility, suggestPaths } from './files/file-visibility.ts'
import { linesOf, MAX_LINE_CHARACTERS, truncateLine } from './files/text-file.ts'
import { escapeGlob, GLOB_OPTIONS, type IncludeFilter, parseIncludeFilter } from './search/globs.ts'
import {
  checkedOutSubmodules,
  defaultExcludedFolders,
  followLinkedFolder,
  isInsideFolders,
  listFiles,
  listWithGit,
  repositoryTopFor,
} from './search/list-files.ts'
import {
  type ContentSearch,
  confirmHits,
  findCandidatesWithRipgrep,
  readSearchText,
  type SearchHit,
  type SearchHits,
  searchFiles,
  searchWithGit,
} from './search/search-backends.ts'
import { type SearchPattern, searchPattern, toRegExp } from './search/search-pattern.ts'
import { defineTool, done, dropBlankArgs, failed, type ToolResult } from './tool.ts'

/** Matches shown if the call sets no limit. */
const DEFAULT_MAX_MATCHES = 100

const FILTER_MS = 5000

const input = z.object({
  pattern: z.string().min(1).describe('What to search for: a regular expression (JavaScript), matched line by line.'),
  dir_path: z.string().optional().describe('Folder or file to search. Default: the repository root.'),
  include: z
    .string()
    .optional()
    .describe(
      'Search only files whose path matches this glob, as in .gitignore: "*.ts", "src/**/*.{ts,tsx}". Separate several globs with commas; "!*.test.ts" excludes.',
    ),
  exclude_pattern: z.string().optional().describe('Skip matching lines that also match this regular expression.'),
  names_only: z.boolean().optional().describe('List only the file names.'),
  case_sensitive: z.boolean().optional().describe('Default false.'),
  fixed_strings: z.boolean().optional().describe('Treat pattern as plain text.'),
  context: z.int().min(0).optional().describe('Lines to show around each match.'),
  before: z.int().min(0).optional().describe('Lines to show before each match.'),
  after: z.int().min(0).optional().describe('Lines to show after each match.'),
  no_ignore: z.boolean().optional().describe('Also search files that git ignores.'),
  max_matches_per_file: z.int().min(1).optional().describe('Maximum matches shown per file.'),
  total_max_matches: z
    .int()
    .min(1)
    .optional()
    .describe(`Maximum matches shown in total. Default ${DEFAULT_MAX_MATCHES}.`),
})

type SearchInput = z.output<typeof input>

/** Searches the content of files with git, with ripgrep, or file by file. All three return the same result. */
export const searchFileContent = (files: Workspace, visibility: FileVisibility) =>
  defineTool({
    name: 'search_file_content',
    description:
      'Searches the content of files for a regular expression and shows the matching lines with their numbers, by file. Skips files that git or .geminiignore ignores.',
    annotations: { readOnlyHint: true },
    parameterAliases: { path: 'dir_path', directory: 'dir_path', include_pattern: 'include' },
    upgradeArgs: dropBlankArgs('dir_path', 'include', 'exclude_pattern'),
    input,
    async run(args, signal) {
      const pattern = searchPattern(args.pattern, args.fixed_strings, args.case_sensitive)
      const problem = patternProblem(pattern, args)
      if (problem !== undefined) return failed('invalid_tool_params', problem)
      const folder = await files.resolve(args.dir_path ?? '.', 'read')
      if (!folder.ok) return folder
      const kind = await files.kind(folder)
      if (kind === undefined)
        return failed(
          'search_path_not_found',
          `Path does not exist: ${folder.path}${await suggestPaths(files, args.dir_path ?? '.')}`,
        )
      try {
        const context = { files, visibility, signal }
        const result = await search(context, { folder, isFolder: kind === 'directory', pattern }, args)
        return await reportHits(files, result, { folder, regex: toRegExp(pattern), args })
      } catch (error) {
        if (signal.aborted) throw error
        return failed('grep_execution_error', messageOf(error))
      }
    },
  })

function patternProblem(pattern: SearchPattern, args: SearchInput): string | undefined {
  try {
    toRegExp(pattern)
  } catch (error) {
    return `Invalid regular expression pattern provided: ${args.pattern}. Error: ${messageOf(error)}. Set fixed_strings to true to search for it as plain text.`
  }
  try {
    excludeRegex(args)
    return undefined
  } catch (error) {
    return `Invalid exclude regular expression pattern provided: ${args.exclude_pattern}. Error: ${messageOf(error)}`
  }
}

type SearchContext = { files: Workspace; visibility: FileVisibility; signal: AbortSignal }

type SearchTarget = { folder: WorkspacePath; isFolder: boolean; pattern: SearchPattern }

async function search(
  context: SearchContext,
  { folder, isFolder, pattern }: SearchTarget,
  args: SearchInput,
): Promise<SearchHits & { note: string }> {
  const { files, visibility, signal } = context
  const include =
    args.include === undefined ? undefined : relativeInclude(files.root, folder, files.located(args.include))
  const filter = include === undefined || !isFolder ? NO_FILTER : parseIncludeFilter(include, folder.displayPath)
  const globs = filter.included && (await realGlobs(files, filter.included))
  const excluded = await realGlobs(files, filter.excluded)
  const excludedFolders = defaultExcludedFolders(folder.displayPath, args.include ?? '')
  const matchOptions = { ...GLOB_OPTIONS, ignore: excluded }
  const matchesFilter =
    globs === undefined && excluded.length === 0 ? () => true : picomatch(globs ?? '**', matchOptions)
  const isExcluded = isInsideFolders(excludedFolders)
  const accepts = (path: string) => findProtectedSegment(path) === undefined && !isExcluded(path) && matchesFilter(path)
  const maxTotal = args.total_max_matches ?? DEFAULT_MAX_MATCHES
  const maxPerFile = args.names_only ? 1 : Math.min(args.max_matches_per_file ?? Number.POSITIVE_INFINITY, maxTotal + 1)
  const useGitIgnore = visibility.git && !args.no_ignore && !folder.displayPath.split('/').includes('node_modules')
  const rules = await visibility.rules()
  // Hits that are filtered out later must not count towards the limits.
  const isFiltered = args.exclude_pattern !== undefined || rules.hasGeminiIgnore
  const request: ContentSearch = {
    pattern,
    folder,
    globs,
    excludedFolders,
    useGitIgnore,
    accepts,
    maxPerFile: isFiltered ? Number.POSITIVE_INFINITY : maxPerFile,
    maxTotal: isFiltered ? MAX_UNFILTERED_HITS : maxTotal,
  }
  const finish = async (result: SearchHits) => {
    const visibleHits = await keepVisible(visibility, exclude(result.hits.sort(byPosition), excludeRegex(args)))
    const { hits: limitedHits, truncated } = limitHits(visibleHits, maxPerFile, maxTotal)
    const hits = await confirmHits(files, limitedHits, pattern, signal)
    const note = hits.length > 0 || result.truncated ? '' : await explainNoHits(context, request, isFolder, args)
    return { hits, truncated: truncated || result.truncated, note }
  }
  const top = rules.reincludes ? undefined : await repositoryTopFor(files.root, folder.displayPath)
  const result = top === undefined ? undefined : await searchRepository(context, top, request)
  if (result !== undefined) return finish(result)
  const paths = isFolder ? await listCandidates(context, request) : [folder.displayPath]
  return finish(await searchFiles(files, paths.filter(accepts), request, signal))
}

/** Explains an empty result in a sentence: perhaps no file was searched. */
async function explainNoHits(
  { files, visibility, signal }: SearchContext,
  { folder, excludedFolders, useGitIgnore, accepts }: ContentSearch,
  isFolder: boolean,
  { pattern, fixed_strings, dir_path, include }: SearchInput,
): Promise<string> {
  if (/\n/.test(pattern) || (!fixed_strings && /(?<!\\)(?:\\\\)*\\n/.test(pattern)))
    return ' Patterns are matched line by line, so a pattern with a line break finds nothing.'
  if (dir_path === undefined && include === undefined) return ''
  const ignored = ` It is ignored by git or .geminiignore${useGitIgnore ? '; no_ignore: true searches what git ignores' : ''}.`
  if (!isFolder) return (await visibility.isHidden(folder, { git: useGitIgnore })) ? ignored : ''
  const options = { folder, excludedFolders, git: useGitIgnore, gemini: true, signal }
  const { paths } = await listFiles(files, visibility, options)
  if (paths.length === 0)
    return ` There is no file to search.${useGitIgnore ? ' no_ignore: true also searches what git ignores.' : ''}`
  return paths.some(accepts) ? '' : ` None of the ${paths.length} files there matches the filter.`
}

/** The files to read one by one: with ripgrep only those that may match, else all. */
async function listCandidates(
  { files, visibility, signal }: SearchContext,
  request: ContentSearch,
): Promise<readonly string[]> {
  const { folder, excludedFolders, useGitIgnore } = request
  const candidates = await findCandidatesWithRipgrep(files, request, signal)
  if (candidates === undefined) {
    const options = { folder, excludedFolders, git: useGitIgnore, gemini: true, signal }
    return (await listFiles(files, visibility, options)).paths
  }
  const hidden = await (await visibility.rules()).hidden(
    candidates.map((path) => ({ path, folder: false })),
    { git: useGitIgnore, gemini: true },
  )
  return candidates.filter((path) => !hidden.has(path))
}

const MAX_UNFILTERED_HITS = 20_000

/** With more untracked files than this, git searches them faster too. */
const MAX_UNTRACKED = 500

/**
 * Searches tracked files with git, which is fast, and a few untracked files one by one. git's option for both would skip
 * files that are tracked and ignored, so a change could hide code from its reviewer.
 */
async function searchRepository(
  context: SearchContext,
  top: string,
  request: ContentSearch,
): Promise<SearchHits | undefined> {
  const { files, signal } = context
  const { useGitIgnore, folder } = request
  const repository = { top, root: files.root, folder: folder.displayPath }
  const stopListing = new AbortController()
  // In parallel: the listing needs no result of the search, and both take about as long on a large repository.
  const listing = listWithGit(
    repository,
    ['--others', '--exclude-standard'],
    AbortSignal.any([signal, stopListing.signal]),
  )
  const tracked = await searchWithGit(files, request, !useGitIgnore, signal).catch(async (error) => {
    stopListing.abort()
    await listing
    throw error
  })
  if (tracked === undefined || tracked.truncated) stopListing.abort()
  const untracked = await listing
  if (tracked === undefined || tracked.truncated) return tracked
  if (untracked === undefined) return undefined
  const nestedFiles: string[] = []
  for (const nested of [...untracked.repositories, ...(await checkedOutSubmodules(files, top, folder))]) {
    const nestedFolder = await files.resolve(nested, 'read')
    if (!nestedFolder.ok) continue
    const candidates = await listCandidates(context, { ...request, folder: nestedFolder })
    nestedFiles.push(...candidates.filter(request.accepts))
  }
  const untrackedFiles = useGitIgnore ? untracked.paths.filter(request.accepts) : []
  if (untrackedFiles.length <= MAX_UNTRACKED)
    return addFileHits(context, tracked, [...untrackedFiles, ...nestedFiles], request)
  const all = await searchWithGit(files, request, true, signal)
  if (all === undefined) return undefined
  const trackedPaths = new Set(tracked.hits.map((hit) => hit.path))
  const merged = {
    hits: [...tracked.hits, ...all.hits.filter((hit) => !trackedPaths.has(hit.path))],
    unread: [...new Set([...tracked.unread, ...all.unread])],
    truncated: all.truncated,
  }
  return addFileHits(context, merged, nestedFiles, request)
}

/** Adds the hits of files that git cannot search. */
async function addFileHits(
  { files, signal }: SearchContext,
  result: SearchHits & { unread: string[] },
  paths: readonly string[],
  request: ContentSearch,
): Promise<SearchHits> {
  if (result.truncated) return result
  const { hits, truncated } = await searchFiles(files, [...result.unread, ...paths], request, signal)
  return { hits: [...result.hits, ...hits], truncated }
}

const byPosition = (a: SearchHit, b: SearchHit): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line

/** Models sometimes pass an absolute include. */
function relativeInclude(root: string, folder: WorkspacePath, include: string): string {
  return isInside(root, include) && include.startsWith(root)
    ? `/${toForwardSlashes(include.slice(folder.path.length + 1))}`
    : include
}

const NO_FILTER: IncludeFilter = { included: undefined, excluded: [] }

/** Globs that lead through a link to a folder, as globs of the files in that folder. */
async function realGlobs(files: Workspace, globs: readonly string[]): Promise<string[]> {
  const real = await Promise.all(
    globs.map(async (glob) => {
      // A name at any depth may be that of a link at the top.
      const linked = await followLinkedFolder(files, glob.replace(/^\*\*\//, ''))
      if (linked === undefined) return [glob]
      const { folder, rest } = linked
      const real = folder.displayPath === '.' ? rest : `${escapeGlob(folder.displayPath)}/${rest}`
      return glob.startsWith('**/') ? [glob, real] : [real]
    }),
  )
  return real.flat()
}

const excludeRegex = ({ exclude_pattern }: SearchInput): RegExp | undefined =>
  exclude_pattern === undefined ? undefined : toRegExp(searchPattern(exclude_pattern))

function exclude(hits: SearchHit[], regex: RegExp | undefined): SearchHit[] {
  if (regex === undefined) return hits
  const remaining = runWithTimeout(FILTER_MS, () => hits.filter((hit) => !regex.test(hit.text)))
  if (remaining === undefined) throw new Error('exclude_pattern takes too long to match. Write a simpler one.')
  return remaining.value
}

async function keepVisible(visibility: FileVisibility, hits: SearchHit[]): Promise<SearchHit[]> {
  const paths = [...new Set(hits.map((hit) => hit.path))]
  const hidden = await (await visibility.rules()).hidden(
    paths.map((path) => ({ path, folder: false })),
    { git: false },
  )
  return hidden.size === 0 ? hits : hits.filter((hit) => !hidden.has(hit.path))
}

function limitHits(hits: SearchHit[], maxPerFile: number, maxTotal: number): SearchHits {
  const counts = new Map<string, number>()
  const limited = hits.filter(({ path }) => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count <= maxPerFile
  })
  return { hits: limited.slice(0, maxTotal), truncated: limited.length >= maxTotal }
}

/** The parameters of a call that decide how its matches are shown. */
type ReportInput = {
  pattern: string
  dir_path?: string
  include?: string
  names_only?: boolean
  context?: number
  before?: number
  after?: number
  total_max_matches?: number
}

/** Reports the hits by file, in order. `note` explains an empty result. */
export async function reportHits(
  files: Workspace,
  { hits, truncated, note }: SearchHits & { note: string },
  { folder, regex, args }: { folder: WorkspacePath; regex: RegExp; args: ReportInput },
): Promise<ToolResult> {
  const location = args.dir_path === undefined ? 'in the workspace directory' : `in path "${args.dir_path}"`
  const filter = args.include === undefined ? '' : ` (filter: "${args.include}")`
  const searchLabel = `for pattern "${args.pattern}" ${location}${filter}`
  if (hits.length === 0) return done(`No matches found ${searchLabel}.${note}`, 'No matches found')

  const byFile = Map.groupBy(hits, (hit) => hit.path)
  const total = args.total_max_matches
  const limited = truncated ? ` (results limited to ${total ?? hits.length} matches for performance)` : ''
  if (args.names_only) {
    const names = [...byFile.keys()].sort().map(quoteMultiline)
    return done(
      [
        `Found ${names.length} ${names.length === 1 ? 'file' : 'files'} with matches ${searchLabel}${limited}:`,
        ...names,
      ].join('\n'),
      `Found ${names.length} file(s)`,
    )
  }
  const contextLines = { before: args.before ?? args.context ?? 0, after: args.after ?? args.context ?? 0 }
  const blocks = await Promise.all(
    [...byFile].map(async ([path, inFile]) => {
      const lines = contextLines.before + contextLines.after === 0 ? undefined : await readSearchText(files, path)
      return [`File: ${reportedPath(path)}`, ...linesWithContext(inFile, lines, contextLines, regex), '---']
    }),
  )
  const count = `${hits.length} ${hits.length === 1 ? 'match' : 'matches'}`
  return done(
    [`Found ${count} ${searchLabel}${limited}:`, '---', ...blocks.flat()].join('\n'),
    `Found ${count}${limited}`,
  )

  /** Relative to the searched folder, as the reference has it; the whole path if only this file was searched. */
  function reportedPath(path: string): string {
    const name =
      folder.displayPath === '.' || path === folder.displayPath ? path : path.slice(folder.displayPath.length + 1)
    return quoteMultiline(name)
  }
}

type ContextLines = { before: number; after: number }

/** `L12: text` for a match, `L11- text` for a context line. */
function linesWithContext(
  hits: readonly SearchHit[],
  text: string | undefined,
  { before, after }: ContextLines,
  regex: RegExp,
): string[] {
  const matched = new Map(hits.map((hit) => [hit.line, hit.text]))
  const all = text === undefined ? [] : linesOf(text)
  const lines = new Map<number, string>()
  for (const hit of hits)
    for (let line = hit.line - before; line <= hit.line + after; line++) {
      const content = matched.get(line) ?? all[line - 1]
      if (content !== undefined && line > 0) lines.set(line, content)
    }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([line, content]) => {
      const lineText = content.toWellFormed().trimEnd()
      return matched.has(line)
        ? `L${line}: ${excerptAroundMatch(lineText, regex)}`
        : `L${line}- ${truncateLine(lineText)}`
    })
}

const FINDING_MS = 1500

/** Characters to show before a match in a very long line. */
const LEAD = 200

/** A matching line; for a very long line only the excerpt around the match. */
function excerptAroundMatch(line: string, regex: RegExp): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line
  const matchIndex = runWithTimeout(FINDING_MS, () => regex.exec(line)?.index)?.value ?? 0
  const start = matchIndex - LEAD
  return matchIndex < MAX_LINE_CHARACTERS - LEAD
    ? truncateLine(line)
    : `[${start} characters] ...${truncateLine(keepEnd(line, line.length - start))}`
}
