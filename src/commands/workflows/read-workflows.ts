import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readErrorReason, UserError } from '../../platform/errors.ts'
import { isFolder } from '../command-io.ts'

/** `text` has plain line feeds; `lineBreak` is that of the file on disk. */
export type RepositoryFile = { file: string; path: string; text: string; lineBreak: '\n' | '\r\n' }

export const WORKFLOW_FOLDER = '.github/workflows'

/** The named files, or all workflow files of the repository. A folder means the workflow files in it. Throws UserError for an unreadable file. */
export async function readWorkflowFiles(paths: readonly string[], cwd: string): Promise<RepositoryFile[]> {
  const files = await Promise.all(
    (paths.length === 0 ? [WORKFLOW_FOLDER] : paths).map(async (path) => {
      if (!(await isFolder(resolve(cwd, path)))) return [path]
      const names = await readdir(resolve(cwd, path))
      return names
        .filter((name) => /\.ya?ml$/.test(name))
        .toSorted()
        .map((name) => join(path, name))
    }),
  ).catch(() => [])
  return Promise.all([...new Set(files.flat())].map((file) => readNamedFile(file, cwd)))
}

export async function readNamedFile(file: string, cwd: string): Promise<RepositoryFile> {
  const path = resolve(cwd, file)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(`Cannot read ${file}: ${readErrorReason(cause)}`, { cause })
  })
  // A file with mixed line breaks keeps them.
  const isWindows = text.includes('\r\n') && !/(?<!\r)\n/.test(text)
  return { file, path, text: isWindows ? text.replaceAll('\r\n', '\n') : text, lineBreak: isWindows ? '\r\n' : '\n' }
}

export const writeRepositoryFile = ({ path, lineBreak }: RepositoryFile, text: string): Promise<void> =>
  writeFile(path, text.replaceAll('\n', lineBreak))
