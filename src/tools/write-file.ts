import { z } from 'zod'
import type { Workspace } from '../host/files.ts'
import { encode, UTF8, unwritable } from './encoding.ts'
import { keepLineEnds } from './line-ends.ts'
import { placeholdersIn } from './placeholder.ts'
import { readText, writeText } from './text-file.ts'
import { defineTool, failed } from './tool.ts'

const REPLACEABLE = new Set(['read_content_failure', 'file_too_large'])

/** Writes a whole file, new or not, with its folders. */
export const writeFile = (files: Workspace) =>
  defineTool({
    name: 'write_file',
    aliases: ['WriteFile', 'WriteFileTool', 'create_file'],
    description:
      'Writes a whole file, replacing what it holds or creating it with its folders. The content must be complete. An existing file keeps its encoding, line ends and mode. To change part of a file use replace.',
    annotations: { destructiveHint: true },
    renamed: { absolute_path: 'file_path', path: 'file_path' },
    input: z.object({
      file_path: z
        .string()
        .refine((path) => path.trim() !== '', 'Missing or empty "file_path"')
        .describe('Path of the file to write, relative to the repository root.'),
      content: z.string().describe('The complete content of the file.'),
    }),
    async run({ file_path, content }) {
      const at = await files.resolve(file_path, 'write')
      if (!at.ok) return at
      const omitted = placeholdersIn(content)[0]
      if (omitted !== undefined)
        return failed(
          'invalid_tool_params',
          `\`content\` contains an omission placeholder (for example '${omitted}'). Provide complete file content.`,
        )
      const found = await readText(files, at)
      // What is not text, or too large to compare, is replaced all the same: that is what the call asks for.
      const before = found !== undefined && 'ok' in found ? { text: '', encoding: UTF8, unread: found } : found
      if (before !== undefined && 'unread' in before && !REPLACEABLE.has(before.unread.why)) return before.unread
      if (before === undefined)
        return writeText(files, at, undefined, content, () => `Successfully created and wrote to new file: ${at.path}.`)

      const text = await keepLineEnds(before.text, content)
      const fits = encode(text, before.encoding) !== undefined
      const note = fits
        ? ''
        : ` It was ${before.encoding.name}, which has no "${unwritable(text, before.encoding)}", and is UTF-8 now.`
      return writeText(files, at, fits ? before : { ...before, encoding: UTF8 }, text, (snippet) =>
        snippet === ''
          ? `Successfully overwrote file: ${at.path}.${note} Its content is the same as before.`
          : `Successfully overwrote file: ${at.path}.${note} Here is the updated code:\n${snippet}`,
      )
    },
  })
