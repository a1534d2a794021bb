import type { Workspace } from '../../platform/files/workspace.ts'
import type { FileFailure, WorkspacePath } from '../../platform/files/workspace-path.ts'
import { decodeText, type Encoding, encodeText, UTF8, unencodableCharacter } from '../files/encoding.ts'
import { failed, type ToolResult } from '../tool.ts'
import { fileDiff } from './file-diff.ts'

export type TextFile = { text: string; encoding: Encoding }

/** The text of a file and its encoding; undefined if there is no such file. */
export async function readTextFile(files: Workspace, file: WorkspacePath): Promise<TextFile | undefined | FileFailure> {
  const readResult = await files.read(file)
  if (!readResult.ok) return readResult.reason === 'file_not_found' ? undefined : readResult
  const decoded = decodeText(readResult.bytes)
  return decoded ?? { ok: false, reason: 'read_content_failure', text: `Cannot edit binary file: ${file.displayPath}` }
}

const BYTE_ORDER_MARK = '\ufeff'

type TextWrite = {
  /** The current text and encoding; undefined for a new file. */
  before?: TextFile
  text: string
  /** Makes the result from the changed lines of the new text. */
  message(snippet: string): string
}

/** Writes text in the encoding of the file. */
export async function writeTextFile(
  files: Workspace,
  file: WorkspacePath,
  { before, text, message }: TextWrite,
): Promise<ToolResult> {
  const encoding = before?.encoding ?? UTF8
  // The mark is part of the encoding, not of the text. A mark in the new text means this one.
  const repeatsMark = encoding.bom && text.startsWith(BYTE_ORDER_MARK) && !before?.text.startsWith(BYTE_ORDER_MARK)
  const body = repeatsMark ? text.replace(/^\ufeff+/, '') : text
  const bytes = encodeText(body, encoding)
  if (bytes === undefined) return failed('file_write_failure', unencodableMessage(file, body, encoding))
  const writeResult = await files.write(file, bytes)
  if (!writeResult.ok) return writeResult
  const { diff, snippet } = fileDiff(file.displayPath, before?.text, body)
  return { ok: true, content: message(snippet), display: diff }
}

const unencodableMessage = (file: WorkspacePath, text: string, encoding: Encoding): string =>
  `Nothing was written: ${file.displayPath} is encoded as ${encoding.name}, which does not contain "${unencodableCharacter(text, encoding)}". Use only characters of that encoding.`
