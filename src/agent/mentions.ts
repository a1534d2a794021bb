import type { Workspace } from '../host/files.ts'
import type { Part } from '../model/types.ts'
import type { Tool } from '../tools/tool.ts'
import { untrusted } from '../tools/untrusted.ts'

/** Text, what belongs below it, and images and the like that go with it. */
export type Content = { text: string; attached: Part[] }

/** What reading a prompt's files takes: the workspace, and read_many_files with its limits. */
export type FileReading = { files: Workspace; reader: Pick<Tool, 'parse' | 'run'> }

/** An `@` that is not escaped, and after it quoted runs, escaped characters, and what names are made of. */
const MENTION = /(?<!\\)@((?:"[^"\n]*"|\\[^\n]|\.(?!\s|$)|[^\s,;!?()[\]{}"\\.@])+)/g

/** Paths of a prompt's `@path` mentions, as written there without quotes and backslashes. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, written = '']) => written.replace(/\\(.)|"/g, '$1'))),
]

/** `\@` is an `@` that means nothing. */
export const unescaped = (text: string): string => text.replaceAll('\\@', '@')

/**
 * The files and folders that a prompt mentions by `@path`, as a block to put below it. A mention that is no file here stays
 * text. What was read is data: it may come from a pull request.
 */
export async function mentioned(text: string, reading: FileReading, signal: AbortSignal): Promise<Content> {
  const paths: string[] = []
  for (const path of mentionsIn(text)) if (await isThere(path, reading.files)) paths.push(path)
  if (paths.length === 0) return { text: '', attached: [] }
  const found = await readPaths(paths, reading, signal)
  return { ...found, text: `Content of the files mentioned by @:\n\n${found.text}` }
}

/** Whether a path leads to a file or folder of the workspace. */
export async function isThere(path: string, files: Workspace): Promise<boolean> {
  const at = await files.resolve(path, 'read')
  const kind = at.ok ? await files.kind(at) : undefined
  return kind === 'file' || kind === 'directory'
}

/** What lies at these paths, marked as data. Nothing is in it where ignore files hide all of it. */
export async function readPaths(
  paths: readonly string[],
  { reader }: FileReading,
  signal: AbortSignal,
): Promise<Content> {
  const parsed = reader.parse({ include: [...paths] })
  if (!parsed.ok) return { text: '', attached: [] }
  const result = await reader.run(parsed.args, signal)
  if (!result.ok) return { text: untrusted(result.text), attached: [] }
  if (typeof result.content === 'string') return { text: untrusted(result.content), attached: [] }
  const text = result.content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  return { text: untrusted(text), attached: result.content.filter((part) => part.kind === 'data') }
}
