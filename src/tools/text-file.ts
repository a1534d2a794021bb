import type { Workspace } from '../host/files.ts'
import type { Place, Refusal } from '../host/place.ts'
import { decode, type Encoding, encode, UTF8, unwritable } from './encoding.ts'
import { fileDiff } from './file-diff.ts'
import { failed, type ToolResult } from './tool.ts'

export type TextFile = { text: string; encoding: Encoding }

/** A file's text and how it is written; undefined when there is no such file. */
export async function readText(files: Workspace, at: Place): Promise<TextFile | undefined | Refusal> {
  const found = await files.read(at)
  if (!found.ok) return found.why === 'file_not_found' ? undefined : found
  const decoded = await decode(found.bytes)
  return decoded ?? { ok: false, why: 'read_content_failure', text: `Cannot edit binary file: ${at.shown}` }
}

const MARK = '\ufeff'

/** Writes text in the encoding the file has; `say` makes the answer from the changed places of the new text. */
export async function writeText(
  files: Workspace,
  at: Place,
  before: TextFile | undefined,
  text: string,
  say: (snippet: string) => string,
): Promise<ToolResult> {
  const encoding = before?.encoding ?? UTF8
  // The mark is not part of the text; a call that spells it out means the one there is.
  const twice = encoding.bom && text.startsWith(MARK) && !before?.text.startsWith(MARK)
  if (twice) return writeText(files, at, before, text.slice(1), say)
  const bytes = encode(text, encoding)
  if (bytes === undefined) return failed('file_write_failure', notInEncoding(at, text, encoding))
  const written = await files.write(at, bytes)
  if (!written.ok) return written
  const { diff, snippet } = await fileDiff(at.shown, before?.text, text)
  return { ok: true, content: say(snippet), display: diff }
}

const notInEncoding = (at: Place, text: string, encoding: Encoding): string =>
  `Nothing was written: ${at.shown} is ${encoding.name}, which has no "${unwritable(text, encoding)}". Use only characters of that encoding.`
