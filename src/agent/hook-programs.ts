import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Reader } from '../host/files.ts'
import type { Hook } from './hook-settings.ts'

/** The commit that configures the hooks, and a folder of ours. */
export type Trusted = { files: Pick<Reader, 'read' | 'list'>; folder: string }

/**
 * The hooks with their own programs, those kept below `.gemini/`, as the trusted commit has them: laid into the folder,
 * with what lies beside them, and the commands pointed there. What a pull request or the model makes of them in the
 * checkout has no say.
 */
export async function withTrustedPrograms(hooks: readonly Hook[], { files, folder }: Trusted): Promise<Hook[]> {
  if (!hooks.some(({ command }) => command.includes('.gemini/'))) return [...hooks]
  const known = new Set(await files.list('.gemini'))
  const wanted = new Set<string>()
  const pointed = hooks.map((hook) => {
    const command = hook.command.replace(PROGRAM, (found, before: string, path: string) => {
      if (!known.has(path)) return found
      wanted.add(neighbourhood(path))
      return before + escaped(join(folder, path))
    })
    return { ...hook, command }
  })
  const laid = [...known].filter((path) => wanted.has(neighbourhood(path)))
  await Promise.all(laid.map((path) => lay(path, files, folder)))
  return pointed
}

/**
 * A path below `.gemini/` where a word starts, however the checkout before it is written. Quotes around the checkout
 * alone go with it; quotes around the whole word stay.
 */
const PROGRAM =
  /(^|[\s"'=;|&(`])(?:"\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)\}?"\/|\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)\}?\/|\.\/)?(\.gemini\/[\w./-]+)/g

/** Programs load what lies beside them: `.gemini/hooks/…` belongs together, a file directly in `.gemini/` stands alone. */
const neighbourhood = (path: string): string => path.split('/').slice(0, 2).join('/')

/** Folders for temporary files rarely need it. Inside quotes it would be wrong, and the program not found. */
const escaped = (path: string): string => path.replaceAll('\\', '/').replace(/[^\w./:~+@%-]/g, '\\$&')

async function lay(path: string, files: Trusted['files'], folder: string): Promise<void> {
  const text = await files.read(path)
  if (text === undefined) return
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, text, { mode: 0o755 })
}
