import { lstatSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { z } from 'zod'
import { withinTime } from '../host/bounded.ts'
import { messageOf } from '../host/errors.ts'
import type { Workspace } from '../host/files.ts'
import { isInside, slashed } from '../host/paths.ts'
import type { Place } from '../host/place.ts'
import { firstOf } from './first-of.ts'
import { literalParens, MATCHING } from './globs.ts'
import { isThere, listParts, nuisancesFor } from './listing.ts'
import { nearby } from './nearby.ts'
import { onOneLine } from './one-line.ts'
import type { Sight } from './sight.ts'
import { defineTool, done, failed, type ToolResult, withoutBlanks } from './tool.ts'

const MOST_PATHS = 2000
const DAY_MS = 24 * 60 * 60 * 1000
const MATCHING_MS = 10_000

/** Finds files by the pattern of their path. */
export const glob = (files: Workspace, sight: Sight, now: () => number) =>
  defineTool({
    name: 'glob',
    aliases: ['FindFiles', 'GlobTool', 'find_files'],
    description:
      'Finds files by a glob pattern such as "src/**/*.ts". Answers with absolute paths: those changed in the last day first, newest first, then the others by name. What git or .geminiignore ignore is left out.',
    annotations: { readOnlyHint: true },
    renamed: { path: 'dir_path', directory: 'dir_path' },
    older: withoutBlanks('dir_path'),
    input: z.object({
      pattern: z
        .string()
        .refine((pattern) => pattern.trim() !== '', "The 'pattern' parameter cannot be empty.")
        .describe('Glob pattern, relative to dir_path: * ? ** [ab] {a,b}.'),
      dir_path: z.string().optional().describe('Folder to search in. Default: the repository root.'),
      case_sensitive: z.boolean().optional().describe('Default false.'),
      respect_git_ignore: z.boolean().optional().describe('false: find files that git ignores too. Default true.'),
      respect_gemini_ignore: z
        .boolean()
        .optional()
        .describe('false: find files that .geminiignore hides too. Default true.'),
    }),
    async run(args, signal) {
      const folder = await searchFolder(files, args.dir_path)
      if ('why' in folder) return folder
      const pattern = within(files.root, folder, args.pattern)
      if (pattern === undefined)
        return failed(
          'path_not_in_workspace',
          `The pattern "${args.pattern}" leads out of ${folder.path}. Patterns are relative to dir_path and cannot climb out of it.`,
        )
      try {
        const found: Found[] = []
        let hidden = 0
        for await (const part of listParts(files, sight, folder, nuisancesFor(folder.shown, pattern), {
          git: args.respect_git_ignore ?? sight.git,
          gemini: args.respect_gemini_ignore ?? true,
          signal,
          only: (paths) => match(folder, paths, pattern, args.case_sensitive ?? false),
        })) {
          for (const one of await existing(files, part.paths, now())) found.push(one)
          hidden += part.hidden
        }
        return report(files.root, args.pattern, folder, found, hidden)
      } catch (error) {
        if (signal.aborted) throw error
        return failed('glob_execution_error', `Error during glob search operation: ${messageOf(error)}`)
      }
    },
  })

/** The folder to search, or why not. */
async function searchFolder(files: Workspace, path: string | undefined): Promise<Place | (ToolResult & { ok: false })> {
  const at = await files.resolve(path ?? '.', 'read')
  if (!at.ok) return at
  const kind = await files.kind(at)
  if (kind === undefined)
    return failed('search_path_not_found', `Search path does not exist ${at.path}${await nearby(files, path ?? '.')}`)
  if (kind !== 'directory')
    return failed(
      'search_path_not_a_directory',
      `Search path is not a directory: ${at.path}. Give its folder, or read it with read_file.`,
    )
  return at
}

/** The pattern relative to the folder, or undefined when it leads elsewhere. */
export function within(root: string, folder: Place, pattern: string): string | undefined {
  const given = pattern.trim().replace(/^(\.\/)+/, '')
  if (given.split(/[\\/]/).includes('..')) return undefined
  if (!isAbsolute(given)) return given
  const base = isInside(folder.path, given)
    ? folder.path
    : isInside(root, given) && folder.path === root
      ? root
      : undefined
  return base === undefined ? undefined : slashed(relative(base, given))
}

async function match(folder: Place, paths: readonly string[], pattern: string, cased: boolean): Promise<string[]> {
  const from = folder.shown === '.' ? 0 : folder.shown.length + 1
  // A name full of brackets, as some web frameworks have it, is meant as a name where such a file exists.
  if (/[[\](){}!+@*?]/.test(pattern) && (await isThere(folder.path, pattern)))
    return paths.filter((path) => path.slice(from) === pattern)
  const { default: picomatch } = await import('picomatch')
  // The expression itself, because the matcher around it makes two objects for every path.
  const expression = picomatch.makeRe(
    literalParens(pattern),
    cased ? { ...MATCHING, nocase: false, flags: 's' } : MATCHING,
  )
  const matches = (path: string) => expression.test(path)
  const matched = withinTime(MATCHING_MS, () => paths.filter((path) => matches(from === 0 ? path : path.slice(from))))
  if (matched === undefined) throw new Error('the pattern takes too long to match. Write a simpler one.')
  return matched.value
}

type Found = { path: string; changedMs: number; recent: boolean }

/** What is really there: the index also names deleted files, submodules and links to anywhere. */
async function existing(files: Workspace, paths: readonly string[], now: number): Promise<Found[]> {
  const found: Found[] = []
  for (const path of paths) {
    // Synchronous, and the path as it is, because for thousands of files that takes a fraction of the time.
    const seen = lstatSync(`${files.root}/${path}`, { throwIfNoEntry: false })
    if (seen === undefined || seen.isDirectory()) continue
    if (seen.isSymbolicLink() && !(await leadsToFile(files, path))) continue
    found.push({ path, changedMs: seen.mtimeMs, recent: seen.mtimeMs > now - DAY_MS })
  }
  return found
}

const recentFirst = (a: Found, b: Found): number =>
  Number(b.recent) - Number(a.recent) ||
  (a.recent ? b.changedMs - a.changedMs : 0) ||
  (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

async function leadsToFile(files: Workspace, path: string): Promise<boolean> {
  const at = await files.resolve(path, 'read')
  return at.ok && (await files.kind(at)) === 'file'
}

function report(root: string, pattern: string, folder: Place, found: readonly Found[], hidden: number): ToolResult {
  const ignored = (more: string) => (hidden > 0 ? ` (${hidden} ${more}files were ignored)` : '')
  if (found.length === 0) {
    const names = folder.shown === '.' ? '' : ' Try without dir_path.'
    return done(
      `No files found matching pattern "${pattern}" within ${folder.path}${ignored('')}.${names} Patterns name files, not folders; "**/" searches at any depth; respect_git_ignore: false includes what git ignores.`,
      'No files found',
    )
  }
  const shown = firstOf(found, MOST_PATHS, recentFirst)
  const more =
    found.length > shown.length ? [`... and ${found.length - shown.length} more. Narrow the pattern to see them.`] : []
  const head = `Found ${found.length} file(s) matching "${pattern}" within ${folder.path}${ignored('additional ')}, sorted by modification time (newest first):`
  return done(
    [head, ...shown.map(({ path }) => onOneLine(join(root, path))), ...more].join('\n'),
    `Found ${found.length} matching file(s)`,
  )
}
