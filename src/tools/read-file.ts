import { z } from 'zod'
import type { Workspace } from '../host/files.ts'
import type { Place } from '../host/place.ts'
import { contentOf } from './file-content.ts'
import { countFitting, linesOf, shorten } from './line-ends.ts'
import { nearby } from './nearby.ts'
import type { Sight } from './sight.ts'
import { defineTool, done, failed, type ToolResult } from './tool.ts'

export const LINES_PER_READ = 2000
/** About a hundred thousand tokens: what one read may add to the conversation. */
export const READ_CHARACTERS = 400_000

const input = z
  .object({
    file_path: z
      .string()
      .refine((path) => path.trim() !== '', "The 'file_path' parameter must be non-empty.")
      .describe('Path of the file, relative to the repository root.'),
    start_line: z.int().min(1).optional().describe('First line to return, counted from 1.'),
    end_line: z.int().min(1).optional().describe('Last line to return, inclusive.'),
  })
  .refine(
    ({ start_line = 1, end_line = Number.POSITIVE_INFINITY }) => start_line <= end_line,
    'start_line cannot be greater than end_line',
  )

type Window = Pick<z.output<typeof input>, 'start_line' | 'end_line'>

/** Reads one file: text in windows of lines, images, documents and sound as data. */
export const readFile = (files: Workspace, sight: Sight) =>
  defineTool({
    name: 'read_file',
    aliases: ['ReadFile', 'ReadFileTool', 'read'],
    description: `Reads a file. Of text it returns up to ${LINES_PER_READ} lines at a time; start_line and end_line choose others. Images, PDF, audio and video are shown to you as such.`,
    annotations: { readOnlyHint: true },
    renamed: { absolute_path: 'file_path', path: 'file_path' },
    older: linesFromOffset,
    input,
    async run({ file_path, ...window }) {
      const at = await files.resolve(file_path, 'read')
      if (!at.ok) return at
      if (await sight.hides(at))
        return failed(
          'invalid_tool_params',
          `File path '${file_path}' is ignored by configured ignore patterns. If git ignores it and you need it all the same, read_many_files reads it with file_filtering_options.`,
        )
      const found = await files.read(at)
      if (!found.ok) {
        if (found.why === 'target_is_directory')
          return { ...found, text: `${found.text}. list_directory shows what it holds.` }
        return found.why === 'file_not_found'
          ? { ...found, text: found.text + (await nearby(files, file_path)) }
          : found
      }
      return show(at, found.bytes, window)
    },
  })

async function show(at: Place, bytes: Buffer, window: Window): Promise<ToolResult> {
  const content = await contentOf(at, bytes)
  switch (content.kind) {
    case 'text':
      return page(at, content.text, window, content.svg ? `Read SVG as text: ${at.shown}` : '')
    case 'medium': {
      const { kind, mimeType } = content.medium
      return done([{ kind: 'data', mimeType, data: content.data }], `Read ${kind} file: ${at.shown}`)
    }
    case 'too-large':
      return failed('file_too_large', content.text)
    case 'unsupported':
      return failed('read_content_failure', content.text)
    case 'useless':
      return done(content.text, content.display)
    default:
      return content satisfies never
  }
}

/** The lines asked for. A whole file comes as it is; a part says which part, and how to get the next. */
function page(at: Place, text: string, { start_line = 1, end_line }: Window, display: string): ToolResult {
  const lines = linesOf(text)
  const total = lines.length
  if (start_line > Math.max(total, 1))
    return failed(
      'invalid_tool_params',
      `start_line ${start_line} is past the end of ${at.shown}, which has ${total} lines.`,
    )
  const last = Math.min(total, end_line ?? start_line + LINES_PER_READ - 1)
  const chosen = lines.slice(start_line - 1, last).map(shorten)
  const shown = chosen.slice(0, countFitting(chosen, READ_CHARACTERS))
  const end = start_line - 1 + shown.length
  const shortened = shown.some((line, index) => line !== lines[start_line - 1 + index])
  if (start_line === 1 && end === total && !shortened) return done(text, display)

  const next = end < total ? `, use start_line: ${end + 1}` : ''
  const action =
    next === ''
      ? 'Nothing follows these lines.'
      : `To read more of the file, use the 'start_line' and 'end_line' parameters in another 'read_file' call. For the next section of the file${next}.`
  const header = `
IMPORTANT: The file content has been truncated.
Status: Showing lines ${start_line}-${end} of ${total} total lines.
Action: ${action}

--- FILE CONTENT (truncated) ---
`
  const note = shortened ? ' (some lines were shortened)' : ''
  const range = start_line === 1 && end === total ? `all ${total} lines` : `lines ${start_line}-${end} of ${total}`
  return done(header + shown.join(''), `Read ${range} from ${at.shown}${note}`)
}

/** `offset` counted lines from 0, `limit` was a number of lines. */
function linesFromOffset(args: Record<string, unknown>): Record<string, unknown> {
  const { offset, limit, ...rest } = args
  if (offset === undefined && limit === undefined) return args
  const start = typeof offset === 'number' ? offset + 1 : offset
  const from = typeof start === 'number' ? start : 1
  const end = typeof limit === 'number' ? from + limit - 1 : limit
  return {
    ...(start === undefined ? {} : { start_line: start }),
    ...(end === undefined ? {} : { end_line: end }),
    ...rest,
  }
}
