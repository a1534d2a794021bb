import * as z from 'zod'
import type { Workspace } from '../platform/files/workspace.ts'
import type { DirectoryEntry } from '../platform/files/workspace-path.ts'
import { quoteMultiline } from '../text/format-text.ts'
import { globList } from '../text/glob-list.ts'
import { type FileVisibility, gitIgnoreApplies, suggestPaths } from './files/file-visibility.ts'
import { topN } from './search/list-files.ts'
import { defineTool, done, failed } from './tool.ts'

const MAX_ENTRIES = 2000

/** Lists the entries of a folder: folders first, then files with their size. */
export const listDirectory = (files: Workspace, visibility: FileVisibility) =>
  defineTool({
    name: 'list_directory',
    description:
      'Lists the files and folders directly in a folder, folders first. Skips entries that git or .geminiignore ignores, and shows their number.',
    annotations: { readOnlyHint: true },
    parameterAliases: { path: 'dir_path', directory: 'dir_path', absolute_path: 'dir_path' },
    input: z.object({
      dir_path: z.string().describe('Path of the folder, relative to the repository root; "." is the root.'),
      ignore: z.array(z.string()).optional().describe('Glob patterns of names to skip, for example "*.log".'),
      file_filtering_options: z
        .object({ respect_git_ignore: z.boolean().optional(), respect_gemini_ignore: z.boolean().optional() })
        .optional()
        .describe('Set respect_git_ignore or respect_gemini_ignore to false to see ignored entries too.'),
    }),
    // Earlier versions had this parameter at the top level.
    upgradeArgs: ({ respect_git_ignore, ...args }) =>
      respect_git_ignore === undefined ? args : { file_filtering_options: { respect_git_ignore }, ...args },
    async run({
      dir_path: requestedPath,
      ignore = [],
      file_filtering_options: { respect_git_ignore, respect_gemini_ignore } = {},
    }) {
      const dir_path = requestedPath.trim() === '' ? '.' : requestedPath
      const folder = await files.resolve(dir_path, 'read')
      if (!folder.ok) return folder
      const rules = await visibility.rules()
      const use = {
        git: (respect_git_ignore ?? visibility.git) && gitIgnoreApplies(folder.displayPath),
        gemini: respect_gemini_ignore ?? true,
      }
      if (use.git && mayBeLargeFolder(files, folder.displayPath)) rules.prefetch(folder.displayPath)
      const listed = await files.list(folder)
      if (!listed.ok)
        return listed.reason === 'path_is_not_a_directory'
          ? failed(
              'path_is_not_a_directory',
              `Error: Path is not a directory: ${folder.displayPath}. Use read_file to read it.`,
            )
          : failed(
              'ls_execution_error',
              `Error listing directory: ${listed.text}${await suggestPaths(files, dir_path)}`,
            )
      if (listed.entries.length === 0 && listed.vanished === 0)
        return done(`Directory ${folder.path} is empty.`, 'Directory is empty.')

      const pathOf = (name: string) => (folder.displayPath === '.' ? name : `${folder.displayPath}/${name}`)
      const hidden = await rules.hidden(
        listed.entries.map((entry) => ({ path: pathOf(entry.name), folder: entry.kind === 'directory' })),
        use,
      )
      const visibleEntries =
        hidden.size === 0 ? listed.entries : listed.entries.filter((entry) => !hidden.has(pathOf(entry.name)))
      const entries = ignore.length === 0 ? visibleEntries : await withoutNames(visibleEntries, ignore)
      const first = topN(entries, MAX_ENTRIES, entryOrder(entries.length > 2 * MAX_ENTRIES))
      const lines = first.flatMap((entry) => entryLine(entry) ?? [])
      const unread = listed.vanished + first.length - lines.length
      const notes = [
        hidden.size > 0 ? `(${hidden.size} ignored)` : '',
        unread > 0 ? `(${unread} could not be read)` : '',
        entries.length > MAX_ENTRIES ? `(${entries.length - MAX_ENTRIES} more not shown; use glob)` : '',
      ].filter(Boolean)
      return done(
        [`Directory listing for ${folder.path}:`, ...lines, ...notes.flatMap((note) => ['', note])].join('\n'),
        [`Found ${entries.length} item(s).`, ...notes].join(' '),
      )
    },
  })

/** A folder of this size has many hundred entries. Some file systems do not report it, so it is only a hint. */
const LARGE_FOLDER_BYTES = 64 * 1024

const mayBeLargeFolder = (files: Workspace, path: string): boolean =>
  (files.inspect([path])[0]?.folderBytes ?? 0) >= LARGE_FOLDER_BYTES

async function withoutNames(
  entries: readonly DirectoryEntry[],
  patterns: readonly string[],
): Promise<DirectoryEntry[]> {
  // `build/` names a folder, as in .gitignore; entry names have no slash.
  const isIgnored = globList(
    patterns.map((pattern) => pattern.replace(/(?<=.)\/$/, '')),
    { dot: true },
  )
  return entries.filter(({ name }) => !isIgnored(name))
}

/** Sorts folders first, then by name. `plain`: by code unit, which is fast enough for very long lists. */
function entryOrder(plain: boolean): (a: DirectoryEntry, b: DirectoryEntry) => number {
  const compare = plain ? (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0) : new Intl.Collator('en').compare
  return (a, b) => Number(b.kind === 'directory') - Number(a.kind === 'directory') || compare(a.name, b.name)
}

/** The line for an entry; undefined if it no longer exists. */
function entryLine({ name, kind, bytes, link }: DirectoryEntry): string | undefined {
  const safe = quoteMultiline(name)
  if (link === 'outside') return `${safe} (link out of the workspace)`
  if (link === 'broken') return `${safe} (broken link)`
  if (kind === 'directory') return `[DIR] ${safe}`
  if (kind !== 'file') return `${safe} (not a regular file)`
  const size = bytes()
  if (size === null) return `${safe} (has hard links that may be outside the workspace)`
  return size === undefined ? undefined : `${safe} (${size} bytes)`
}
