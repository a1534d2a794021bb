import { z } from 'zod'
import { withinTime } from '../host/bounded.ts'
import { messageOf } from '../host/errors.ts'
import type { Workspace } from '../host/files.ts'
import { isInside, protectedSegment, slashed } from '../host/paths.ts'
import type { Place } from '../host/place.ts'
import { filterOf, MATCHING } from './globs.ts'
import { leadsThrough, listed, listFiles, nuisancesFor, submodules, topFor } from './listing.ts'
import { nearby } from './nearby.ts'
import { type Hit, type Search, searchFiles, searchWithGit } from './search-backends.ts'
import { regexOf, type SearchPattern, searchPattern } from './search-pattern.ts'
import { reportHits } from './search-report.ts'
import { candidatesByRipgrep } from './search-ripgrep.ts'
import type { Sight } from './sight.ts'
import { defineTool, failed, withoutBlanks } from './tool.ts'

/** Matches shown when the call does not say how many. */
const MOST_MATCHES = 100
const FILTER_MS = 5000

const input = z.object({
  pattern: z.string().min(1).describe('What to look for: a regular expression (JavaScript), matched line by line.'),
  dir_path: z.string().optional().describe('Folder or file to search. Default: the repository root.'),
  include: z
    .string()
    .optional()
    .describe(
      'Only files whose path fits this glob, as in .gitignore: "*.ts", "src/**/*.{ts,tsx}". Several with commas; "!*.test.ts" leaves out.',
    ),
  exclude_pattern: z.string().optional().describe('Leave out matching lines that also match this regular expression.'),
  names_only: z.boolean().optional().describe('Only name the files.'),
  case_sensitive: z.boolean().optional().describe('Default false.'),
  fixed_strings: z.boolean().optional().describe('Take pattern as plain text.'),
  context: z.int().min(0).optional().describe('Lines to show around each match.'),
  before: z.int().min(0).optional().describe('Lines to show before each match.'),
  after: z.int().min(0).optional().describe('Lines to show after each match.'),
  no_ignore: z.boolean().optional().describe('Search files that git ignores too.'),
  max_matches_per_file: z.int().min(1).optional().describe('Most matches shown of one file.'),
  total_max_matches: z.int().min(1).optional().describe(`Most matches shown. Default ${MOST_MATCHES}.`),
})
type SearchInput = z.output<typeof input>

/** Finds lines by a regular expression: through git where it can, else through ripgrep where there is one, else file by file, with the same answer. */
export const searchFileContent = (files: Workspace, sight: Sight) =>
  defineTool({
    name: 'search_file_content',
    aliases: ['grep_search', 'SearchText', 'GrepTool', 'RipGrepTool', 'grep', 'ripGrep', 'ripgrep'],
    description:
      'Searches the content of files for a regular expression and shows the matching lines with their numbers, by file. What git or .geminiignore ignore is left out.',
    annotations: { readOnlyHint: true },
    renamed: { path: 'dir_path', directory: 'dir_path', include_pattern: 'include' },
    older: withoutBlanks('dir_path', 'include', 'exclude_pattern'),
    input,
    async run(args, signal) {
      const pattern = searchPattern(args.pattern, args.fixed_strings, args.case_sensitive)
      const wrong = badPattern(pattern, args)
      if (wrong !== undefined) return failed('invalid_tool_params', wrong)
      const folder = await files.resolve(args.dir_path ?? '.', 'read')
      if (!folder.ok) return folder
      const kind = await files.kind(folder)
      if (kind === undefined)
        return failed(
          'search_path_not_found',
          `Path does not exist: ${folder.path}${await nearby(files, args.dir_path ?? '.')}`,
        )
      try {
        const found = await search(files, sight, folder, kind === 'directory', pattern, args, signal)
        return await reportHits(files, folder, found, regexOf(pattern), args)
      } catch (error) {
        if (signal.aborted) throw error
        return failed('grep_execution_error', messageOf(error))
      }
    },
  })

function badPattern(pattern: SearchPattern, args: SearchInput): string | undefined {
  try {
    regexOf(pattern)
  } catch (error) {
    return `Invalid regular expression pattern provided: ${args.pattern}. Error: ${messageOf(error)}. Set fixed_strings to true to search for it as plain text.`
  }
  try {
    excluded(args)
    return undefined
  } catch (error) {
    return `Invalid exclude regular expression pattern provided: ${args.exclude_pattern}. Error: ${messageOf(error)}`
  }
}

async function search(
  files: Workspace,
  sight: Sight,
  folder: Place,
  isFolder: boolean,
  pattern: SearchPattern,
  args: SearchInput,
  signal: AbortSignal,
): Promise<{ hits: Hit[]; cut: boolean; note: string }> {
  const include = args.include === undefined ? undefined : relativeInclude(files.root, folder, args.include)
  const { wanted: globs, unwanted } =
    include === undefined || !isFolder ? { wanted: undefined, unwanted: [] } : filterOf(include, folder.shown)
  const leftOut = nuisancesFor(folder.shown, args.include ?? '')
  const { default: picomatch } = await import('picomatch')
  const without = { ...MATCHING, ignore: unwanted }
  const fits = globs === undefined && unwanted.length === 0 ? () => true : picomatch(globs ?? '**', without)
  const leads = leadsThrough(leftOut)
  const accepts = (path: string) => protectedSegment(path) === undefined && !leads(path) && fits(path)
  const total = args.total_max_matches ?? MOST_MATCHES
  const perFile = args.names_only ? 1 : Math.min(args.max_matches_per_file ?? Number.POSITIVE_INFINITY, total + 1)
  const useGitIgnore = sight.git && !args.no_ignore && !folder.shown.split('/').includes('node_modules')
  const rules = await sight.rules()
  // What is filtered out afterwards must not have used up the limits before.
  const filtered = args.exclude_pattern !== undefined || rules.filters
  const what: Search = {
    pattern,
    folder,
    globs,
    leftOut,
    useGitIgnore,
    accepts,
    perFile: filtered ? Number.POSITIVE_INFINITY : perFile,
    total: filtered ? MOST_UNFILTERED : total,
  }
  const keep = async (found: { hits: Hit[]; cut: boolean }) => {
    const seen = await visible(sight, exclude(found.hits.sort(byPlace), excluded(args)))
    const { hits, cut } = limit(seen, perFile, total)
    const note = hits.length > 0 || found.cut ? '' : await whyNothing(files, sight, isFolder, what, args, signal)
    return { hits, cut: cut || found.cut, note }
  }
  const top = rules.shows ? undefined : await topFor(files.root, folder.shown)
  const found = top === undefined ? undefined : await throughGit(files, sight, top, what, signal)
  if (found !== undefined) return keep(found)
  const paths = isFolder ? await filesBelow(files, sight, what, signal) : [folder.shown]
  return keep(await searchFiles(files, paths.filter(accepts), what, signal))
}

/** What is worth knowing of a search that found nothing, as a sentence: perhaps nothing was searched. */
async function whyNothing(
  files: Workspace,
  sight: Sight,
  isFolder: boolean,
  { folder, leftOut, useGitIgnore, accepts }: Search,
  { pattern, fixed_strings, dir_path, include }: SearchInput,
  signal: AbortSignal,
): Promise<string> {
  if (/\n/.test(pattern) || (!fixed_strings && /(?<!\\)(?:\\\\)*\\n/.test(pattern)))
    return ' Patterns are matched line by line, so one with a line break finds nothing.'
  if (dir_path === undefined && include === undefined) return ''
  const ignored = ` It is ignored by git or .geminiignore${useGitIgnore ? '; no_ignore: true searches what git ignores' : ''}.`
  if (!isFolder) return (await sight.hides(folder, { git: useGitIgnore })) ? ignored : ''
  const { paths } = await listFiles(files, sight, folder, leftOut, { git: useGitIgnore, gemini: true, signal })
  if (paths.length === 0)
    return ` There is no file to search.${useGitIgnore ? ' no_ignore: true also searches what git ignores.' : ''}`
  return paths.some(accepts) ? '' : ` None of the ${paths.length} files there fits the filter.`
}

/** Files to read one by one: those ripgrep would read again, where there is one, else all of them. */
async function filesBelow(files: Workspace, sight: Sight, what: Search, signal: AbortSignal): Promise<string[]> {
  const { folder, leftOut, useGitIgnore } = what
  const likely = await candidatesByRipgrep(files, what, signal)
  if (likely === undefined)
    return (await listFiles(files, sight, folder, leftOut, { git: useGitIgnore, gemini: true, signal })).paths
  const hidden = await (await sight.rules()).hidden(
    likely.map((path) => ({ path, folder: false })),
    { git: useGitIgnore, gemini: true },
  )
  return likely.filter((path) => !hidden.has(path))
}

const MOST_UNFILTERED = 20_000
/** More files than this that git does not track are quicker searched by git, too. */
const MOST_UNTRACKED = 500

/**
 * Tracked files by git, which is what it is fast at; the few it does not track one by one. Its own option for both would
 * leave out files that are tracked and ignored, and so let a change hide code from whoever reviews it.
 */
async function throughGit(
  files: Workspace,
  sight: Sight,
  top: string,
  what: Search,
  signal: AbortSignal,
): Promise<{ hits: Hit[]; cut: boolean } | undefined> {
  const { useGitIgnore, folder } = what
  const tracked = await searchWithGit(files, what, !useGitIgnore, signal)
  if (tracked === undefined || tracked.cut) return tracked
  const others = await listed(top, files.root, folder.shown, signal, ['--others', '--exclude-standard'])
  if (others === undefined) return undefined
  const inner: string[] = []
  for (const repository of [...others.repositories, ...(await submodules(files, top, folder))]) {
    const at = await files.resolve(repository, 'read')
    if (at.ok) inner.push(...(await filesBelow(files, sight, { ...what, folder: at }, signal)).filter(what.accepts))
  }
  const fresh = useGitIgnore ? others.paths.filter(what.accepts) : []
  if (fresh.length <= MOST_UNTRACKED) return complete(files, tracked, [...fresh, ...inner], what, signal)
  const all = await searchWithGit(files, what, true, signal)
  const known = new Set(tracked.hits.map((hit) => hit.path))
  const more = all?.hits.filter((hit) => !known.has(hit.path)) ?? []
  return (
    all &&
    complete(
      files,
      { hits: [...tracked.hits, ...more], unread: [...new Set([...tracked.unread, ...all.unread])], cut: all.cut },
      inner,
      what,
      signal,
    )
  )
}

/** Adds what only reading the files themselves can find. */
async function complete(
  files: Workspace,
  found: { hits: Hit[]; unread: string[]; cut: boolean } | undefined,
  paths: readonly string[],
  what: Search,
  signal: AbortSignal,
): Promise<{ hits: Hit[]; cut: boolean } | undefined> {
  if (found === undefined || found.cut) return found
  const rest = await searchFiles(files, [...found.unread, ...paths], what, signal)
  return { hits: [...found.hits, ...rest.hits], cut: rest.cut }
}

const byPlace = (a: Hit, b: Hit): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line)

/** Models give absolute includes now and then; they mean the same file. */
function relativeInclude(root: string, folder: Place, include: string): string {
  return isInside(root, include) && include.startsWith(root)
    ? `/${slashed(include.slice(folder.path.length + 1))}`
    : include
}

const excluded = ({ exclude_pattern }: SearchInput): RegExp | undefined =>
  exclude_pattern === undefined ? undefined : regexOf(searchPattern(exclude_pattern))

function exclude(hits: Hit[], regex: RegExp | undefined): Hit[] {
  if (regex === undefined) return hits
  const kept = withinTime(FILTER_MS, () => hits.filter((hit) => !regex.test(hit.text)))
  if (kept === undefined) throw new Error('exclude_pattern takes too long to match. Write a simpler one.')
  return kept.value
}

async function visible(sight: Sight, hits: Hit[]): Promise<Hit[]> {
  const paths = [...new Set(hits.map((hit) => hit.path))]
  const hidden = await (await sight.rules()).hidden(
    paths.map((path) => ({ path, folder: false })),
    { git: false },
  )
  return hidden.size === 0 ? hits : hits.filter((hit) => !hidden.has(hit.path))
}

function limit(hits: Hit[], perFile: number, total: number): { hits: Hit[]; cut: boolean } {
  const counts = new Map<string, number>()
  const kept = hits.filter(({ path }) => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count <= perFile
  })
  return { hits: kept.slice(0, total), cut: kept.length >= total }
}
