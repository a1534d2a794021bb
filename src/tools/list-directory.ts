import { z } from 'zod'
import type { Workspace } from '../host/files.ts'
import { type Entry, looksLarge } from '../host/place.ts'
import { firstOf } from './first-of.ts'
import { nearby } from './nearby.ts'
import { onOneLine } from './one-line.ts'
import { type Sight, useFor } from './sight.ts'
import { defineTool, done, failed } from './tool.ts'

const MOST_ENTRIES = 2000

/** Names what a folder holds: folders first, then files with their size. */
export const listDirectory = (files: Workspace, sight: Sight) =>
  defineTool({
    name: 'list_directory',
    aliases: ['ReadFolder', 'LSTool', 'ls', 'list_dir', 'list_files'],
    description:
      'Lists the files and folders directly in a folder, folders first. What git or .geminiignore ignore is left out and counted.',
    annotations: { readOnlyHint: true },
    renamed: { path: 'dir_path', directory: 'dir_path', absolute_path: 'dir_path' },
    input: z.object({
      dir_path: z.string().describe('Path of the folder, relative to the repository root; "." is the root.'),
      ignore: z.array(z.string()).optional().describe('Glob patterns of names to leave out, such as "*.log".'),
      file_filtering_options: z
        .object({ respect_git_ignore: z.boolean().optional(), respect_gemini_ignore: z.boolean().optional() })
        .optional()
        .describe('Set respect_git_ignore or respect_gemini_ignore to false to see ignored entries too.'),
    }),
    // Earlier versions had the switch at the top.
    older: ({ respect_git_ignore, ...args }) =>
      respect_git_ignore === undefined ? args : { file_filtering_options: { respect_git_ignore }, ...args },
    async run({
      dir_path: given,
      ignore = [],
      file_filtering_options: { respect_git_ignore, respect_gemini_ignore } = {},
    }) {
      const dir_path = given.trim() === '' ? '.' : given
      const at = await files.resolve(dir_path, 'read')
      if (!at.ok) return at
      const rules = await sight.rules()
      const use = {
        git: (respect_git_ignore ?? sight.git) && useFor(at.shown).git,
        gemini: respect_gemini_ignore ?? true,
      }
      if (use.git && (await looksLarge(at))) rules.expect(at.shown)
      const listed = await files.list(at)
      if (!listed.ok)
        return listed.why === 'path_is_not_a_directory'
          ? failed('path_is_not_a_directory', `Error: Path is not a directory: ${at.shown}. Use read_file to read it.`)
          : failed('ls_execution_error', `Error listing directory: ${listed.text}${await nearby(files, dir_path)}`)
      if (listed.entries.length === 0 && listed.vanished === 0)
        return done(`Directory ${at.path} is empty.`, 'Directory is empty.')

      const inside = (name: string) => (at.shown === '.' ? name : `${at.shown}/${name}`)
      const hidden = await rules.hidden(
        listed.entries.map((entry) => ({ path: inside(entry.name), folder: entry.kind === 'directory' })),
        use,
      )
      const kept =
        hidden.size === 0 ? listed.entries : listed.entries.filter((entry) => !hidden.has(inside(entry.name)))
      const shown = ignore.length === 0 ? kept : await withoutNames(kept, ignore)
      const first = firstOf(shown, MOST_ENTRIES, orderOf(shown.length > 2 * MOST_ENTRIES))
      const lines = first.flatMap((entry) => line(entry) ?? [])
      const unread = listed.vanished + first.length - lines.length
      const notes = [
        hidden.size > 0 ? `(${hidden.size} ignored)` : '',
        unread > 0 ? `(${unread} could not be read)` : '',
        shown.length > MOST_ENTRIES ? `(${shown.length - MOST_ENTRIES} more not shown; use glob)` : '',
      ].filter(Boolean)
      return done(
        [`Directory listing for ${at.path}:`, ...lines, ...notes.flatMap((note) => ['', note])].join('\n'),
        [`Found ${shown.length} item(s).`, ...notes].join(' '),
      )
    },
  })

async function withoutNames(entries: readonly Entry[], patterns: readonly string[]): Promise<Entry[]> {
  const { default: picomatch } = await import('picomatch')
  // `build/` names a folder, as in .gitignore; names come without their slash.
  const left = picomatch(
    patterns.map((pattern) => pattern.replace(/(?<=.)\/$/, '')),
    { dot: true },
  )
  return entries.filter(({ name }) => !left(name))
}

/** Folders first, then by name; where there is far more than is shown, in the plain order that takes no time. */
function orderOf(plain: boolean): (a: Entry, b: Entry) => number {
  const compare = plain ? (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0) : new Intl.Collator('en').compare
  return (a, b) => Number(b.kind === 'directory') - Number(a.kind === 'directory') || compare(a.name, b.name)
}

/** What is said of an entry; undefined when it has gone meanwhile. */
function line({ name, kind, bytes, link }: Entry): string | undefined {
  const safe = onOneLine(name)
  if (link === 'outside') return `${safe} (link to a place tools cannot reach)`
  if (link === 'broken') return `${safe} (broken link)`
  if (kind === 'directory') return `[DIR] ${safe}`
  if (kind !== 'file') return `${safe} (not a regular file)`
  const size = bytes()
  return size === undefined ? undefined : `${safe} (${size} bytes)`
}
