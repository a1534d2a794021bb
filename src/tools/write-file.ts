import * as z from 'zod'
import type { Workspace } from '../platform/files/workspace.ts'
import { encodeText, UTF8, unencodableCharacter } from './files/encoding.ts'
import {
  findOmissionPlaceholders,
  type PlannedWrite,
  preserveLineEndings,
  previewWrite,
  readTextFile,
  writeTextFile,
} from './files/text-file.ts'
import { defineTool, failed, type ToolResult } from './tool.ts'

const REPLACEABLE = new Set(['read_content_failure', 'file_too_large'])

/** Creates or replaces a whole file, and creates its folders. */
export const writeFile = (files: Workspace) =>
  defineTool({
    name: 'write_file',
    description:
      'Writes a whole file: replaces its content, or creates it with its folders. The content must be complete. An existing file keeps its encoding, line endings and mode. To change part of a file, use replace.',
    annotations: { destructiveHint: true },
    parameterAliases: { absolute_path: 'file_path', path: 'file_path' },
    input: z.object({
      file_path: z
        .string()
        .refine((path) => path.trim() !== '', 'Missing or empty "file_path"')
        .describe('Path of the file to write, relative to the repository root.'),
      content: z.string().describe('The complete content of the file.'),
    }),
    preview: async (args) => previewWrite(await planWrite(files, args)),
    run: async (args) => writeTextFile(files, await planWrite(files, args)),
  })

async function planWrite(
  files: Workspace,
  { file_path, content }: { file_path: string; content: string },
): Promise<PlannedWrite | (ToolResult & { ok: false })> {
  const file = await files.resolve(file_path, 'write')
  if (!file.ok) return file
  const placeholder = findOmissionPlaceholders(content)[0]
  if (placeholder !== undefined)
    return failed(
      'invalid_tool_params',
      `\`content\` contains an omission placeholder (for example '${placeholder}'). Provide complete file content.`,
    )
  const current = await readTextFile(files, file)
  // A file that is binary or too large to compare is replaced without a diff.
  const before = current !== undefined && 'ok' in current ? { text: '', encoding: UTF8, unread: current } : current
  if (before !== undefined && 'unread' in before && !REPLACEABLE.has(before.unread.reason)) return before.unread
  if (before === undefined)
    return {
      ok: true,
      file,
      text: content,
      message: () => `Successfully created and wrote to new file: ${file.path}.`,
    }

  const text = preserveLineEndings(before.text, content)
  const isEncodable = encodeText(text, before.encoding) !== undefined
  const note = isEncodable
    ? ''
    : ` It was converted from ${before.encoding.name}, which does not contain "${unencodableCharacter(text, before.encoding)}", to UTF-8.`
  return {
    ok: true,
    file,
    before: isEncodable ? before : { ...before, encoding: UTF8 },
    text,
    message: (snippet) =>
      text === before.text && !('unread' in before)
        ? `Successfully overwrote file: ${file.path}.${note} Its content is the same as before.`
        : text === ''
          ? `Successfully overwrote file: ${file.path}.${note} It is empty now.`
          : `Successfully overwrote file: ${file.path}.${note} Here is the updated code:\n${snippet}`,
  }
}
