import * as z from 'zod'
import type { Workspace } from '../platform/files/workspace.ts'
import type { WorkspacePath } from '../platform/files/workspace-path.ts'
import { readFileContent } from './files/file-content.ts'
import { type FileVisibility, suggestPaths } from './files/file-visibility.ts'
import { countLinesThatFit, linesOf, truncateLine } from './files/text-file.ts'
import { defineTool, done, failed, type ToolResult } from './tool.ts'

export const MAX_READ_LINES = 2000
/** Limit of one read, about a hundred thousand tokens. */
export const MAX_READ_CHARACTERS = 400_000

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

type LineRange = Pick<z.output<typeof input>, 'start_line' | 'end_line'>

/** Reads one file: a range of lines of a text; images, documents, audio and video as data. */
export const readFile = (files: Workspace, visibility: FileVisibility) =>
  defineTool({
    name: 'read_file',
    description: `Reads a file. Returns up to ${MAX_READ_LINES} lines of text; select other lines with start_line and end_line. Returns images, PDF, audio and video as media.`,
    annotations: { readOnlyHint: true },
    parameterAliases: { absolute_path: 'file_path', path: 'file_path' },
    upgradeArgs: linesFromOffset,
    input,
    async run({ file_path, ...lineRange }) {
      const file = await files.resolve(file_path, 'read')
      if (!file.ok) return file
      if (await visibility.isHidden(file))
        return failed(
          'invalid_tool_params',
          `File path '${file_path}' is ignored by configured ignore patterns. If git ignores it and you need it, read it with read_many_files and file_filtering_options.`,
        )
      const readResult = await files.read(file)
      if (!readResult.ok) {
        if (readResult.reason === 'target_is_directory')
          return { ...readResult, text: `${readResult.text}. List it with list_directory.` }
        return readResult.reason === 'file_not_found'
          ? { ...readResult, text: readResult.text + (await suggestPaths(files, file_path)) }
          : readResult
      }
      return renderFile(file, readResult.bytes, lineRange)
    },
  })

async function renderFile(file: WorkspacePath, bytes: Buffer, lineRange: LineRange): Promise<ToolResult> {
  const content = readFileContent(file, bytes)
  switch (content.kind) {
    case 'text':
      return textPage(file, content.text, lineRange, content.svg ? `Read SVG as text: ${file.displayPath}` : '')
    case 'media': {
      const { kind, mimeType } = content.media
      return done([{ kind: 'data', mimeType, data: content.data }], `Read ${kind} file: ${file.displayPath}`)
    }
    case 'too-large':
      return failed('file_too_large', content.text)
    case 'unsupported':
      return failed('read_content_failure', content.text)
    case 'not-displayable':
      return done(content.text, content.display)
    default:
      return content satisfies never
  }
}

/** The requested lines. A part of a file gets a header with its range and how to read the next part. */
function textPage(
  file: WorkspacePath,
  text: string,
  { start_line = 1, end_line }: LineRange,
  display: string,
): ToolResult {
  const lines = linesOf(text)
  const total = lines.length
  if (start_line > Math.max(total, 1))
    return failed(
      'invalid_tool_params',
      `start_line ${start_line} is past the end of ${file.displayPath}, which has ${total} lines.`,
    )
  const last = Math.min(total, end_line ?? start_line + MAX_READ_LINES - 1)
  const requestedLines = lines.slice(start_line - 1, last).map(truncateLine)
  const pageLines = requestedLines.slice(0, countLinesThatFit(requestedLines, MAX_READ_CHARACTERS))
  const end = start_line - 1 + pageLines.length
  const hasTruncatedLines = pageLines.some((line, index) => line !== lines[start_line - 1 + index])
  if (start_line === 1 && end === total && !hasTruncatedLines) return done(text, display)

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
  const note = hasTruncatedLines ? ' (some lines were truncated)' : ''
  const range = start_line === 1 && end === total ? `all ${total} lines` : `lines ${start_line}-${end} of ${total}`
  return done(header + pageLines.join(''), `Read ${range} from ${file.displayPath}${note}`)
}

/** Converts the older parameters: `offset` is a line number from 0, `limit` a number of lines. */
function linesFromOffset(args: Record<string, unknown>): Record<string, unknown> {
  const { offset, limit, ...rest } = args
  if (offset === undefined && limit === undefined) return args
  const start = typeof offset === 'number' ? offset + 1 : offset
  const from = typeof start === 'number' ? start : 1
  const end = typeof limit === 'number' ? from + limit - 1 : limit
  const lines: Record<string, unknown> = {}
  if (start !== undefined) lines.start_line = start
  if (end !== undefined) lines.end_line = end
  return { ...lines, ...rest }
}
