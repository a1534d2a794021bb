import { basename, extname, join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../host/errors.ts'
import type { Workspace } from '../host/files.ts'
import type { Part } from '../model/types.ts'
import { contentOf, LARGEST_MEDIUM_MB } from './file-content.ts'
import { countFitting, linesOf, shorten } from './line-ends.ts'
import { type Choice, chooseFiles, type Skipped } from './many-files.ts'
import { onOneLine } from './one-line.ts'
import { LINES_PER_READ, READ_CHARACTERS } from './read-file.ts'
import type { Sight } from './sight.ts'
import { defineTool, done, failed, type ToolResult } from './tool.ts'

const TOGETHER = 8
const LARGEST_MEDIA_BYTES = LARGEST_MEDIUM_MB * 1024 * 1024
const MOST_SKIPS_NAMED = 20

const globs = z.array(z.string().min(1))

/** Reads all files that patterns name, one after the other in one answer. */
export const readManyFiles = (files: Workspace, sight: Sight, contextFiles: readonly string[] = []) =>
  defineTool({
    name: 'read_many_files',
    aliases: ['ReadManyFiles', 'ReadManyFilesTool'],
    description:
      'Reads several files at once: those that paths, folders or glob patterns name, each under its path. Images, PDF, audio and video only where they are asked for by name or extension. What git or .geminiignore ignore, generated folders and binary files are left out.',
    annotations: { readOnlyHint: true },
    older: fromPaths,
    input: z.object({
      include: globs
        .min(1)
        .describe('Paths, folders or glob patterns such as "src/**/*.ts", relative to the repository root.'),
      exclude: globs
        .optional()
        .describe('Globs of what to leave out, as in .gitignore: a name at any depth, or a path.'),
      recursive: z.boolean().optional().describe('false: of folders only the files directly in them. Default true.'),
      useDefaultExcludes: z
        .boolean()
        .optional()
        .describe('false: do not leave out generated folders and binary files. Default true.'),
      file_filtering_options: z
        .object({ respect_git_ignore: z.boolean().optional(), respect_gemini_ignore: z.boolean().optional() })
        .optional()
        .describe('Set respect_git_ignore or respect_gemini_ignore to false to read ignored files too.'),
    }),
    async run(args, signal) {
      const { respect_git_ignore: git = sight.git, respect_gemini_ignore: gemini = true } =
        args.file_filtering_options ?? {}
      let chosen: Choice
      try {
        chosen = await chooseFiles(files, sight, {
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
      return readAll(files, args.include, chosen, signal)
    },
  })

/** Earlier versions had `paths`, instead of `include` or beside it; models also give one pattern where a list belongs. */
function fromPaths({ paths, ...args }: Record<string, unknown>): Record<string, unknown> {
  const listed = (value: unknown): unknown => (typeof value === 'string' ? [value] : value)
  const { include, exclude } = args
  const both =
    paths === undefined
      ? listed(include)
      : Array.isArray(listed(include)) && Array.isArray(listed(paths))
        ? [listed(paths), listed(include)].flat()
        : listed(paths)
  return {
    ...args,
    ...(both === undefined ? {} : { include: both }),
    ...(exclude === undefined ? {} : { exclude: listed(exclude) }),
  }
}

type Answer = { text: string; data: (Part & { kind: 'data' })[]; read: number; characters: number; bytes: number }

async function readAll(
  files: Workspace,
  include: readonly string[],
  { paths, skipped }: Choice,
  signal: AbortSignal,
): Promise<ToolResult> {
  const answer: Answer = { text: '', data: [], read: 0, characters: 0, bytes: 0 }
  const left = [...skipped]
  for (let at = 0; at < paths.length; at += TOGETHER) {
    signal.throwIfAborted()
    if (answer.characters >= READ_CHARACTERS) {
      for (const path of paths.slice(at)) left.push({ path, why: FULL })
      break
    }
    // Read together, told in order: which file is cut must not depend on which was read first.
    const group = paths.slice(at, at + TOGETHER)
    const found = await Promise.all(group.map((path) => readOne(files, path)))
    for (const [index, one] of found.entries()) {
      const path = group[index] ?? ''
      const why = typeof one === 'string' ? one : add(answer, onOneLine(join(files.root, path)), path, include, one)
      if (why !== undefined) left.push({ path, why })
    }
  }
  return report(answer, left)
}

const FULL = 'this answer is full; read it with read_file'

async function readOne(files: Workspace, path: string) {
  const at = await files.resolve(path, 'read')
  if (!at.ok) return at.text
  const found = await files.read(at)
  return found.ok ? contentOf(at, found.bytes) : found.text
}

/** Adds one file to the answer. Returns why not, where it does not. */
function add(
  answer: Answer,
  shown: string,
  path: string,
  include: readonly string[],
  content: Exclude<Awaited<ReturnType<typeof readOne>>, string>,
): string | undefined {
  switch (content.kind) {
    case 'text': {
      if (answer.characters >= READ_CHARACTERS) return FULL
      const { text, cut } = beginning(content.text, READ_CHARACTERS - answer.characters)
      answer.text += `--- ${shown} ---\n\n${cut ? CUT : ''}${text}\n\n`
      answer.characters += text.length
      answer.read++
      return undefined
    }
    case 'medium': {
      if (!isAskedFor(path, include))
        return 'asset file (image/pdf/audio) was not explicitly requested by name or extension'
      if (answer.bytes + content.bytes > LARGEST_MEDIA_BYTES) return FULL
      const { kind, mimeType } = content.medium
      answer.data.push({ kind: 'data', mimeType, data: content.data })
      answer.text += `--- ${shown} ---\n\n(${kind}, ${mimeType}: attachment ${answer.data.length} of this answer)\n\n`
      answer.bytes += content.bytes
      answer.read++
      return undefined
    }
    case 'too-large':
    case 'unsupported':
    case 'useless':
      return content.text
    default:
      return content satisfies never
  }
}

const CUT =
  "[WARNING: This file was truncated. To view the full content, use the 'read_file' tool on this specific file.]\n\n"

function beginning(text: string, most: number): { text: string; cut: boolean } {
  const lines = linesOf(text)
  const short = lines.slice(0, LINES_PER_READ).map(shorten)
  const shown = short.slice(0, countFitting(short, most)).join('')
  return { text: shown, cut: shown !== text }
}

/** Does an entry speak of this file by its extension or its name? */
function isAskedFor(path: string, include: readonly string[]): boolean {
  const extension = extname(path).toLowerCase()
  const name = basename(path, extname(path)).toLowerCase()
  return include.some((entry) => {
    const written = entry.toLowerCase()
    return (extension !== '' && written.includes(extension)) || written.includes(name)
  })
}

function report({ text, data, read }: Answer, left: readonly Skipped[]): ToolResult {
  const named = left.slice(0, MOST_SKIPS_NAMED).map(({ path, why }) => `- ${onOneLine(path)}: ${why}`)
  const more = left.length > named.length ? [`- and ${left.length - named.length} more`] : []
  const notes = left.length === 0 ? '' : `\nNot read:\n${[...named, ...more].join('\n')}\n`
  const display = `Read ${read} file(s).${left.length > 0 ? ` Skipped ${left.length}.` : ''}`
  if (read === 0)
    return done(
      `No files matching the criteria were found or all were skipped.${notes === '' ? ' glob shows which files there are.' : notes}`,
      display,
    )
  const whole = `${text}${notes}\n--- End of content ---`
  return done(data.length === 0 ? whole : [{ kind: 'text', text: whole }, ...data], display)
}
