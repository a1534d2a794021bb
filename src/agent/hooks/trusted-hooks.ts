import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommitReader } from '../../platform/files/workspace.ts'
import type { Hook } from './hook-settings.ts'

/** The files of the steering commit, and a folder outside the checkout for copies. */
export type TrustedHookFiles = { files: Pick<CommitReader, 'read' | 'list'>; folder: string }

/**
 * Copies hook programs below `.gemini/`, with the files beside them, from the steering commit to the folder, and redirects the
 * commands there. Changes to these programs in the checkout, by a pull request or the model, have no effect.
 */
export async function withTrustedPrograms(
  hooks: readonly Hook[],
  { files, folder }: TrustedHookFiles,
): Promise<Hook[]> {
  if (!hooks.some(({ command }) => command.includes('.gemini/'))) return [...hooks]
  const paths = new Set(await files.list('.gemini'))
  const folders = new Set<string>()
  const redirected = hooks.map((hook) => {
    const command = hook.command.replace(PROGRAM, (match, before: string, path: string) => {
      if (!paths.has(path)) return match
      folders.add(programFolder(path))
      return before + escapeForShell(join(folder, path))
    })
    return { ...hook, command }
  })
  const copied = [...paths].filter((path) => folders.has(programFolder(path)))
  await Promise.all(copied.map((path) => copyFile(path, files, folder)))
  return redirected
}

/**
 * Matches a path below `.gemini/` at the start of a word, with any spelling of the checkout before it. Quotes around only the
 * checkout are removed with it; quotes around the whole word stay.
 */
const PROGRAM =
  /(^|[\s"'=;|&(`])(?:"\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)\}?"\/|\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)\}?\/|\.\/)?(\.gemini\/[\w./-]+)/g

/** The folder that is copied with a program: `.gemini/hooks/…` as a whole, a file directly in `.gemini/` alone. */
const programFolder = (path: string): string => path.split('/').slice(0, 2).join('/')

/** Escapes a path outside quotes. Paths of temporary folders rarely need it; inside quotes it would be wrong. */
const escapeForShell = (path: string): string => path.replaceAll('\\', '/').replace(/[^\w./:~+@%-]/g, '\\$&')

async function copyFile(path: string, files: TrustedHookFiles['files'], folder: string): Promise<void> {
  const text = await files.read(path)
  if (text === undefined) return
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, text, { mode: 0o755 })
}
