import { diffArrays, FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'
import type { Workspace } from '../../platform/files/workspace.ts'
import type { FileFailure, WorkspacePath } from '../../platform/files/workspace-path.ts'
import { keepStart } from '../../text/format-text.ts'
import { type FileDiff, type FilePreview, failed, type ToolResult } from '../tool.ts'
import { decodeText, type Encoding, encodeText, UTF8, unencodableCharacter } from './encoding.ts'

export type TextFile = { text: string; encoding: Encoding }

/** The text of a file and its encoding; undefined if there is no such file. */
export async function readTextFile(files: Workspace, file: WorkspacePath): Promise<TextFile | undefined | FileFailure> {
  const readResult = await files.read(file)
  if (!readResult.ok) return readResult.reason === 'file_not_found' ? undefined : readResult
  const decoded = decodeText(readResult.bytes)
  return decoded ?? { ok: false, reason: 'read_content_failure', text: `Cannot edit binary file: ${file.displayPath}` }
}

const BYTE_ORDER_MARK = '\ufeff'

/** A write that is ready to be made. */
export type PlannedWrite = {
  ok: true
  file: WorkspacePath
  /** The current text and encoding; undefined for a new file. */
  before?: TextFile
  text: string
  /** Makes the result from the changed lines of the new text. */
  message(snippet: string): string
}

/** Writes text in the encoding of the file. */
export async function writeTextFile(
  files: Workspace,
  write: PlannedWrite | (ToolResult & { ok: false }),
): Promise<ToolResult> {
  if (!write.ok) return write
  const { file, before, message } = write
  const encoding = before?.encoding ?? UTF8
  const body = bodyOf(write)
  const bytes = encodeText(body, encoding)
  if (bytes === undefined) return failed('file_write_failure', unencodableMessage(file, body, encoding))
  const writeResult = await files.write(file, bytes)
  if (!writeResult.ok) return writeResult
  const { diff, snippet } = fileDiff(file.displayPath, before?.text, body)
  return { ok: true, content: message(snippet), display: diff }
}

/** The mark is part of the encoding, not of the text. A mark in the new text means this one. */
function bodyOf({ before, text }: PlannedWrite): string {
  const repeatsMark =
    before?.encoding.bom && text.startsWith(BYTE_ORDER_MARK) && !before.text.startsWith(BYTE_ORDER_MARK)
  return repeatsMark ? text.replace(/^\ufeff+/, '') : text
}

/** What a write would change; undefined when it would fail. */
export function previewWrite(write: PlannedWrite | { ok: false }): FilePreview | undefined {
  if (!write.ok) return undefined
  const before = write.before?.text
  const after = bodyOf(write)
  return { ...fileDiff(write.file.displayPath, before, after).diff, before, after }
}

const unencodableMessage = (file: WorkspacePath, text: string, encoding: Encoding): string =>
  `Nothing was written: ${file.displayPath} is encoded as ${encoding.name}, which does not contain "${unencodableCharacter(text, encoding)}". Use only characters of that encoding.`

const CONTEXT_LINES = 3

const SNIPPET_CONTEXT_LINES = 5

/** A snippet is for checking an edit. A longer one would only repeat what the model has just written. */
const MAX_SNIPPET_LINES = 120

/** With more differences, finding the smallest diff takes too long. */
const MAX_EDITS = 20_000

const DIFF_MS = 2000

/** The changes of a write: a unified diff for people, and the changed lines of the new text for the model. */
export function fileDiff(path: string, before: string | undefined, after: string): { diff: FileDiff; snippet: string } {
  const names = [before === undefined ? '/dev/null' : `a/${path}`, `b/${path}`] as const
  const patch =
    structuredPatch(...names, before ?? '', after, undefined, undefined, {
      context: CONTEXT_LINES,
      maxEditLength: MAX_EDITS,
      timeout: DIFF_MS,
    }) ?? replaceWholeFile(names, before ?? '', after)
  const lines = patch.hunks.flatMap((hunk) => hunk.lines)
  return {
    diff: {
      path,
      diff: formatPatch(patch, FILE_HEADERS_ONLY),
      added: lines.filter((line) => line.startsWith('+')).length,
      removed: lines.filter((line) => line.startsWith('-')).length,
    },
    snippet: snippetOf(changedLines(patch), linesOf(after), SNIPPET_CONTEXT_LINES),
  }
}

/** A patch that removes all old lines and adds all new lines. `formatPatch` itself lowers the start of a side without lines. */
function replaceWholeFile(
  [oldFileName, newFileName]: readonly [string, string],
  before: string,
  after: string,
): StructuredPatch {
  const withSign = (sign: string, text: string) =>
    linesOf(text).flatMap((line) =>
      line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
    )
  const old = withSign('-', before)
  const fresh = withSign('+', after)
  const hunk = {
    oldStart: 1,
    oldLines: linesOf(before).length,
    newStart: 1,
    newLines: linesOf(after).length,
    lines: [...old, ...fresh],
  }
  return { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined, hunks: [hunk] }
}

/** Lines of the new text (from 0) that a patch changes. A removal counts as a change of the lines before and after it. */
function changedLines(patch: StructuredPatch): number[] {
  return patch.hunks.flatMap((hunk) => {
    let lineIndex = hunk.newStart - 1
    return hunk.lines.flatMap((line) => {
      if (line.startsWith('+')) return [lineIndex++]
      if (line.startsWith('-')) return [lineIndex - 1, lineIndex]
      if (line.startsWith(' ')) lineIndex++
      return []
    })
  })
}

/** The changed lines with context; `...` marks omitted lines. */
export function snippetOf(touched: readonly number[], lines: readonly string[], context: number): string {
  if (touched.length === 0) return ''
  const shown = new Set<number>()
  for (const line of touched)
    for (let near = line - context; near <= line + context; near++)
      if (near >= 0 && near < lines.length) shown.add(near)
  const shownLines = [...shown].sort((a, b) => a - b)
  const limitedLines = shownLines.slice(0, MAX_SNIPPET_LINES)
  const text: string[] = []
  let next = 0
  for (const line of limitedLines) {
    if (line > next) text.push('...')
    text.push((lines[line] ?? '').replace(/\r?\n$/, ''))
    next = line + 1
  }
  if (next < lines.length) text.push('...')
  return text.join('\n')
}

const LINE = /[^\n]*\n|[^\n]+/g

/** The lines of a text, each with its line ending. Nothing follows a final line ending, as in editors. */
export const linesOf = (text: string): string[] => text.match(LINE) ?? []

/** The line ending of most lines; `\n` if there is none. */
export function dominantLineEnding(text: string): '\n' | '\r\n' {
  let windows = 0
  let all = 0
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
    all++
    if (text[index - 1] === '\r') windows++
  }
  return windows * 2 > all ? '\r\n' : '\n'
}

/**
 * Converts new content to the line endings of the file, because models always write `\n`. Keeps content with `\r\n`, and
 * content that differs from the file only in line endings.
 */
export function preserveLineEndings(before: string, content: string): string {
  if (content.includes('\r\n') || !before.includes('\r\n')) return content
  const converted = /(?<!\r)\n/.test(before)
    ? preserveMixedLineEndings(before, content)
    : content.replaceAll('\n', '\r\n')
  return converted === before ? content : converted
}

/** For mixed line endings: an unchanged line keeps its own, a new line gets that of the line before it. */
function preserveMixedLineEndings(before: string, content: string): string {
  const old = linesOf(before)
  const withoutLineEnding = (line: string) => line.replace(/\r?\n$/, '')
  const changes = diffArrays(old.map(withoutLineEnding), linesOf(content).map(withoutLineEnding), {
    maxEditLength: 5000,
  })
  if (changes === undefined) return content.replaceAll('\n', dominantLineEnding(before))
  let oldIndex = 0
  let end = dominantLineEnding(before)
  const result: string[] = []
  for (const change of changes) {
    if (change.removed) oldIndex += change.value.length
    else
      for (const line of change.value) {
        if (!change.added) end = old[oldIndex++]?.endsWith('\r\n') ? '\r\n' : '\n'
        result.push(line, end)
      }
  }
  if (!content.endsWith('\n')) result.pop()
  return result.join('')
}

/** A longer line is data, not text to read. */
export const MAX_LINE_CHARACTERS = 2000

/** Truncates a very long line, but keeps its line ending. */
export function truncateLine(line: string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line
  const end = /\r?\n$/.exec(line)?.[0] ?? ''
  if (line.length - end.length <= MAX_LINE_CHARACTERS) return line
  return `${keepStart(line, MAX_LINE_CHARACTERS)}... [truncated]${end}`
}

/** How many of the first lines fit into `maxCharacters` together; at least one. */
export function countLinesThatFit(lines: readonly string[], maxCharacters: number): number {
  let characters = 0
  const over = lines.findIndex((line) => {
    characters += line.length
    return characters > maxCharacters
  })
  return over < 0 ? lines.length : Math.max(1, over)
}

const OMISSION_PHRASES = new Set([
  'rest of',
  'rest of method',
  'rest of methods',
  'rest of code',
  'unchanged code',
  'unchanged method',
  'unchanged methods',
])

/**
 * Finds placeholder lines for omitted code, for example `// ... rest of code ...`, and normalizes them. Written into a
 * file, they would replace the omitted code.
 */
export function findOmissionPlaceholders(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const bare = line
      .trim()
      .replace(/^(\/\/\s*)+/, '')
      .replace(/^\((.*)\)$/, '$1')
      .trim()
    const dots = bare.indexOf('...')
    if (dots < 0) return []
    const before = bare.slice(0, dots).trim().toLowerCase().replace(/\s+/g, ' ')
    return OMISSION_PHRASES.has(before) && /^\.*$/.test(bare.slice(dots + 3).trim()) ? [`${before} ...`] : []
  })
}
