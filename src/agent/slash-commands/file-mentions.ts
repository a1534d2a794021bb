import type { MessagePart } from '../../model/types.ts'
import type { Workspace } from '../../platform/files/workspace.ts'
import { wrapUntrusted } from '../../text/untrusted.ts'
import type { FileVisibility } from '../../tools/files/file-visibility.ts'
import type { Tool } from '../../tools/tool.ts'

/** Text with its attached images and other data. */
export type PromptContent = { text: string; attached: MessagePart[] }

/** The workspace, and the tool read_many_files with its limits. */
export type FileReading = {
  files: Workspace
  reader: Pick<Tool, 'parse' | 'run'>
  visibility?: FileVisibility
  /** Whether files that git ignores are read too. */
  readsIgnored?: boolean
}

/** An `@` at the start of a word, followed by quoted text, escaped characters and name characters, which may be an `@`. */
const MENTION = /(?<![\p{L}\p{N}_.@\\/-])@((?:"[^"\n]*"|\\[^\n]|\.(?!\s|$)|[^\s,;!?()[\]{}"\\.])+)/gu

/** The paths of `@path` mentions in a prompt, without quotes and backslashes. */
export const findMentions = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, spelling = '']) => spelling.replace(/\\(.)|"/g, '$1'))),
]

/** Replaces the escape `\@` by `@`. */
export const unescapeMentions = (text: string): string => text.replaceAll('\\@', '@')

/**
 * Reads the files and folders that a prompt mentions by `@path`, as a block to append. A mention without a file stays text. The
 * content is marked as untrusted: it can come from a pull request.
 */
export async function readMentionedFiles(
  text: string,
  fileReading: FileReading,
  signal: AbortSignal,
): Promise<PromptContent> {
  const paths: string[] = []
  for (const path of findMentions(text)) if (await isReadablePath(path, fileReading.files)) paths.push(path)
  if (paths.length === 0) return { text: '', attached: [] }
  const content = await readPaths(paths, fileReading, signal)
  return { ...content, text: `Content of the files mentioned with @:\n\n${content.text}` }
}

/** Whether a path is a readable file or folder of the workspace. */
export async function isReadablePath(path: string, files: Workspace): Promise<boolean> {
  const resolved = await files.resolve(path, 'read')
  const kind = resolved.ok ? await files.kind(resolved) : undefined
  return kind === 'file' || kind === 'directory'
}

/** Whether a path is a file that a tool does not show only because git ignores it. */
export async function isFileIgnoredByGit(path: string, { files, visibility }: FileReading): Promise<boolean> {
  const resolved = await files.resolve(path, 'read')
  if (visibility === undefined || !resolved.ok || (await files.kind(resolved)) !== 'file') return false
  return (await visibility.isHidden(resolved)) && !(await visibility.isHidden(resolved, { git: false }))
}

/** The content of these paths, marked as untrusted. Empty when ignore files hide all of them. */
export async function readPaths(
  paths: readonly string[],
  { reader, readsIgnored }: FileReading,
  signal: AbortSignal,
): Promise<PromptContent> {
  const parsed = reader.parse({
    include: [...paths],
    file_filtering_options: readsIgnored ? { respect_git_ignore: false } : undefined,
  })
  if (!parsed.ok) return { text: '', attached: [] }
  const result = await reader.run(parsed.args, signal)
  if (!result.ok) return { text: wrapUntrusted(result.text), attached: [] }
  if (typeof result.content === 'string') return { text: wrapUntrusted(result.content), attached: [] }
  const text = result.content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  return { text: wrapUntrusted(text), attached: result.content.filter((part) => part.kind === 'data') }
}
