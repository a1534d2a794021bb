import { z } from 'zod'
import type { Workspace } from '../host/files.ts'
import type { Entry } from '../host/place.ts'
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
    async run({ dir_path, ignore = [], file_filtering_options: { respect_git_ignore, respect_gemini_ignore } = {} }) {
      const at = await files.resolve(dir_path, 'read')
      if (!at.ok) return at
      const listed = await files.list(at)
      if (!listed.ok)
        return listed.why === 'path_is_not_a_directory'
          ? failed('path_is_not_a_directory', `Error: Path is not a directory: ${at.shown}. Use read_file to read it.`)
          : failed('ls_execution_error', `Error listing directory: ${listed.text}`)
      if (listed.entries.length === 0 && listed.vanished === 0)
        return done(`Directory ${at.path} is empty.`, 'Directory is empty.')

      const inside = (name: string) => (at.shown === '.' ? name : `${at.shown}/${name}`)
      const hidden = await (await sight.rules()).hidden(
        listed.entries.map((entry) => ({ path: inside(entry.name), folder: entry.kind === 'directory' })),
        { git: (respect_git_ignore ?? true) && useFor(at.shown).git, gemini: respect_gemini_ignore ?? true },
      )
      const { default: picomatch } = await import('picomatch')
      const left = picomatch(ignore, { dot: true })
      const kept = listed.entries.filter((entry) => !hidden.has(inside(entry.name)))
      const shown = kept.filter((entry) => ignore.length === 0 || !left(entry.name)).sort(foldersFirst)
      const notes = [
        hidden.size > 0 ? `(${hidden.size} ignored)` : '',
        listed.vanished > 0 ? `(${listed.vanished} could not be read)` : '',
        shown.length > MOST_ENTRIES ? `(${shown.length - MOST_ENTRIES} more not shown; use glob)` : '',
      ].filter(Boolean)
      const lines = shown.slice(0, MOST_ENTRIES).map(line)
      return done(
        [`Directory listing for ${at.path}:`, ...lines, ...notes.flatMap((note) => ['', note])].join('\n'),
        [`Found ${shown.length} item(s).`, ...notes].join(' '),
      )
    },
  })

const foldersFirst = (a: Entry, b: Entry): number =>
  Number(b.kind === 'directory') - Number(a.kind === 'directory') || a.name.localeCompare(b.name, 'en')

function line({ name, kind, bytes, link }: Entry): string {
  // A name may hold line breaks; written out they could pass for further entries.
  const safe = /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name
  if (link === 'outside') return `${safe} (link to a place tools cannot reach)`
  if (link === 'broken') return `${safe} (broken link)`
  if (kind === 'directory') return `[DIR] ${safe}`
  return kind === 'file' ? `${safe} (${bytes} bytes)` : `${safe} (not a regular file)`
}
