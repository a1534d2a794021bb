import { isAbsolute, join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import picomatch from 'picomatch'
import * as z from 'zod'
import { messageOf } from '../platform/errors.ts'
import type { Workspace } from '../platform/files/workspace.ts'
import type { WorkspacePath } from '../platform/files/workspace-path.ts'
import { lazy, lazyAsync } from '../platform/lazy.ts'
import { isInside, toForwardSlashes } from '../platform/paths.ts'
import { runWithTimeout } from '../platform/time.ts'
import { quoteMultiline } from '../text/format-text.ts'
import { type FileVisibility, suggestPaths } from './files/file-visibility.ts'
import { escapeLiteralParens, GLOB_OPTIONS } from './search/globs.ts'
import {
  defaultExcludedFolders,
  followLinkedFolder,
  listFilesInBatches,
  pathExists,
  topN,
} from './search/list-files.ts'
import { defineTool, done, dropBlankArgs, failed, type ToolResult } from './tool.ts'

const MAX_PATHS = 2000
const MATCHING_MS = 10_000

/** Finds files by the pattern of their path. */
export const glob = (files: Workspace, visibility: FileVisibility) =>
  defineTool({
    name: 'glob',
    description:
      'Finds files by a glob pattern, for example "src/**/*.ts". Returns absolute paths, newest first. Skips files that git or .geminiignore ignores.',
    annotations: { readOnlyHint: true },
    parameterAliases: { path: 'dir_path', directory: 'dir_path' },
    upgradeArgs: dropBlankArgs('dir_path'),
    input: z.object({
      pattern: z
        .string()
        .refine((pattern) => pattern.trim() !== '', "The 'pattern' parameter cannot be empty.")
        .describe('Glob pattern, relative to dir_path: * ? ** [ab] {a,b}.'),
      dir_path: z.string().optional().describe('Folder to search in. Default: the repository root.'),
      case_sensitive: z.boolean().optional().describe('Default false.'),
      respect_git_ignore: z.boolean().optional().describe('false: also find files that git ignores. Default true.'),
      respect_gemini_ignore: z
        .boolean()
        .optional()
        .describe('false: also find files that .geminiignore ignores. Default true.'),
    }),
    async run(args, signal) {
      const requestedFolder = await resolveSearchFolder(files, args.dir_path)
      if ('reason' in requestedFolder) return requestedFolder
      const requestedPattern = relativePattern(files.root, requestedFolder, files.located(args.pattern.trim()))
      if (requestedPattern === undefined)
        return failed(
          'path_not_in_workspace',
          `The pattern "${args.pattern}" leads out of ${requestedFolder.path}. Patterns are relative to dir_path and must stay in it.`,
        )
      const linked = await followLinkedFolder(files, requestedPattern, requestedFolder.displayPath)
      const { folder, rest: pattern } = linked ?? { folder: requestedFolder, rest: requestedPattern }
      try {
        const matchPaths = lazyAsync(() => pathMatcher(files, folder, pattern, args.case_sensitive ?? false))
        const matches: GlobMatch[] = []
        let hidden = 0
        for await (const batch of listFilesInBatches(files, visibility, {
          folder,
          excludedFolders: defaultExcludedFolders(folder.displayPath, pattern),
          git: args.respect_git_ignore ?? visibility.git,
          gemini: args.respect_gemini_ignore ?? true,
          signal,
          suffix: literalSuffix(pattern),
          filterPaths: async (paths) => (await matchPaths())(paths),
        })) {
          for (const match of await existingFiles(files, batch.paths)) matches.push(match)
          hidden += batch.hidden
        }
        return globReport({ root: files.root, folder, pattern: args.pattern }, matches, hidden)
      } catch (error) {
        if (signal.aborted) throw error
        return failed('glob_execution_error', `Error during glob search operation: ${messageOf(error)}`)
      }
    },
  })

/** The folder to search, or why it cannot be searched. */
async function resolveSearchFolder(
  files: Workspace,
  path: string | undefined,
): Promise<WorkspacePath | (ToolResult & { ok: false })> {
  const folder = await files.resolve(path ?? '.', 'read')
  if (!folder.ok) return folder
  const kind = await files.kind(folder)
  if (kind === undefined)
    return failed(
      'search_path_not_found',
      `Search path does not exist ${folder.path}${await suggestPaths(files, path ?? '.')}`,
    )
  if (kind !== 'directory')
    return failed(
      'search_path_not_a_directory',
      `Search path is not a directory: ${folder.path}. Pass its folder, or read it with read_file.`,
    )
  return folder
}

/** The pattern relative to the folder; undefined if it leads out of the folder. */
export function relativePattern(root: string, folder: WorkspacePath, pattern: string): string | undefined {
  const trimmed = pattern.trim().replace(/^(\.\/)+/, '')
  if (trimmed.split(/[\\/]/).includes('..')) return undefined
  if (!isAbsolute(trimmed)) return trimmed
  const base = isInside(folder.path, trimmed)
    ? folder.path
    : isInside(root, trimmed) && folder.path === root
      ? root
      : undefined
  return base === undefined ? undefined : toForwardSlashes(relative(base, trimmed))
}

/** The text with which every path ends that a pattern of plain stars matches; undefined for other patterns. */
const literalSuffix = (pattern: string): string | undefined => /^[\w./*-]*\*([\w.-]+)$/.exec(pattern)?.[1]

type MatchPaths = (paths: readonly string[]) => string[]

async function pathMatcher(
  files: Workspace,
  folder: WorkspacePath,
  pattern: string,
  caseSensitive: boolean,
): Promise<MatchPaths> {
  const from = folder.displayPath === '.' ? 0 : folder.displayPath.length + 1
  // Some web frameworks use brackets in file names. If such a file exists, the pattern is its name.
  if (/[[\](){}!+@*?]/.test(pattern) && pathExists(files, folder, pattern))
    return (paths) => paths.filter((path) => path.slice(from) === pattern)
  // Use the expression, because picomatch's matcher allocates two objects per path.
  const expression = picomatch.makeRe(
    escapeLiteralParens(pattern),
    caseSensitive ? { ...GLOB_OPTIONS, nocase: false, flags: 's' } : GLOB_OPTIONS,
  )
  let leftMs = MATCHING_MS
  return (paths) => {
    if (paths.length === 0) return []
    const started = performance.now()
    const matched = runWithTimeout(Math.max(1, Math.ceil(leftMs)), () =>
      paths.filter((path) => expression.test(from === 0 ? path : path.slice(from))),
    )
    leftMs -= performance.now() - started
    if (matched === undefined) throw new Error('the pattern takes too long to match. Write a simpler one.')
    return matched.value
  }
}

type GlobMatch = { path: string; changedMs: number }

/** After this many files, read what git printed meanwhile, so that git need not wait. */
const FILES_AT_ONCE = 500

/** Keeps existing files: git's index also lists deleted files, submodules and all links. */
async function existingFiles(files: Workspace, paths: readonly string[]): Promise<GlobMatch[]> {
  const existing: GlobMatch[] = []
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    if (start > 0) await setImmediate()
    const group = paths.slice(start, start + FILES_AT_ONCE)
    for (const [index, facts] of files.inspect(group).entries()) {
      const path = group[index] ?? ''
      if (facts === undefined || facts.kind === 'directory') continue
      if (facts.kind === 'link' && !(await linksToFile(files, path))) continue
      existing.push({ path, changedMs: facts.changedMs })
    }
  }
  return existing
}

/** Orders names as list_directory does. Created on first use, because the first collator of a process takes milliseconds. */
const collator = lazy(() => new Intl.Collator('en'))
const compareUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** `plain`: by code unit, which is fast enough for very long lists. */
const newestFirst =
  (plain: boolean) =>
  (a: GlobMatch, b: GlobMatch): number =>
    b.changedMs - a.changedMs || (plain ? compareUnits : collator().compare)(a.path, b.path)

/** The matches that can be among the first: sorting numbers is much faster than comparing matches. */
function newestOf(matches: readonly GlobMatch[]): readonly GlobMatch[] {
  if (matches.length <= MAX_PATHS) return matches
  const times = Float64Array.from(matches, ({ changedMs }) => changedMs).sort()
  const limit = times[times.length - MAX_PATHS] ?? 0
  return matches.filter(({ changedMs }) => changedMs >= limit)
}

async function linksToFile(files: Workspace, path: string): Promise<boolean> {
  const resolved = await files.resolve(path, 'read')
  return resolved.ok && (await files.kind(resolved)) === 'file'
}

function globReport(
  { root, folder, pattern }: { root: string; folder: WorkspacePath; pattern: string },
  matches: readonly GlobMatch[],
  hidden: number,
): ToolResult {
  const ignoredNote = (kind: string) => (hidden > 0 ? ` (${hidden} ${kind}files were ignored)` : '')
  if (matches.length === 0) {
    const advice = folder.displayPath === '.' ? '' : ' Try without dir_path.'
    return done(
      `No files found matching pattern "${pattern}" within ${folder.path}${ignoredNote('')}.${advice} Patterns match files, not folders. "**/" searches at any depth. respect_git_ignore: false includes files that git ignores.`,
      'No files found',
    )
  }
  const shownMatches = topN(newestOf(matches), MAX_PATHS, newestFirst(matches.length > 2 * MAX_PATHS))
  const more =
    matches.length > shownMatches.length
      ? [`... and ${matches.length - shownMatches.length} more. Narrow the pattern to see them.`]
      : []
  const head = `Found ${matches.length} file(s) matching "${pattern}" within ${folder.path}${ignoredNote('additional ')}, sorted by modification time (newest first):`
  return done(
    [head, ...shownMatches.map(({ path }) => quoteMultiline(join(root, path))), ...more].join('\n'),
    `Found ${matches.length} matching file(s)`,
  )
}
