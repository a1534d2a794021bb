import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readErrorReason } from '../platform/errors.ts'

/** Files that a step writes for the runner. Source: GitHub docs, "Workflow commands", environment files. */
const RUNNER_FILES = ['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'] as const
export type RunnerFile = (typeof RUNNER_FILES)[number]

export type RunnerFiles = {
  /** Lets `append` write to the file. Does nothing when the environment does not name the file. */
  write(name: RunnerFile, append: () => void): void
  writeLater(name: RunnerFile, append: () => Promise<unknown>): Promise<void>
  bytes(name: RunnerFile): number
  /** Undoes what another process wrote to the files. Returns the files that were changed since the last call. */
  restore(): RunnerFile[]
}

/**
 * The runner's files with their expected content. A program that the model starts cannot reach them when it is isolated;
 * without isolation it could set variables and outputs for later steps.
 */
export function openRunnerFiles(
  env: Readonly<Record<string, string | undefined>>,
  onFailure: (name: RunnerFile, reason: string) => void,
): RunnerFiles {
  const expected = new Map<RunnerFile, { path: string; text: string }>()
  const failed = new Set<RunnerFile>()
  /** A file that cannot be used is given up, with one report; the run goes on without it. */
  const giveUp = (name: RunnerFile, error: unknown) => {
    expected.delete(name)
    if (failed.has(name)) return
    failed.add(name)
    onFailure(name, readErrorReason(error))
  }
  for (const name of RUNNER_FILES) {
    const path = env[name]
    if (!path) continue
    try {
      const text = regularFileText(path)
      if (text === undefined) giveUp(name, new Error('it is not a regular file'))
      else expected.set(name, { path, text })
    } catch (error) {
      giveUp(name, error)
    }
  }
  const restored = new Set<RunnerFile>()
  const restoreFile = (name: RunnerFile) => {
    const file = expected.get(name)
    if (file === undefined || regularFileText(file.path) === file.text) return
    rmSync(file.path, { recursive: true, force: true })
    writeFileSync(file.path, file.text, { flag: 'wx' })
    restored.add(name)
  }
  /** As it must be before something is appended, which the runner's library does only to a file that exists. */
  const prepare = (name: RunnerFile) => {
    restoreFile(name) // otherwise the text could go through a link, or nowhere
    const path = expected.get(name)?.path
    if (path !== undefined && !existsSync(path)) writeFileSync(path, '', { flag: 'wx' })
  }
  /** The file as it was before `append`, and what was appended, are expected from now on. */
  const expectAppended = (name: RunnerFile) => {
    const file = expected.get(name)
    const text = file && regularFileText(file.path)
    if (file !== undefined && text?.startsWith(file.text)) file.text = text
  }
  return {
    write(name, append) {
      if (!expected.has(name)) return
      try {
        prepare(name)
        append()
        expectAppended(name)
      } catch (error) {
        giveUp(name, error)
      }
    },
    async writeLater(name, append) {
      if (!expected.has(name)) return
      try {
        prepare(name)
        await append()
        expectAppended(name)
      } catch (error) {
        giveUp(name, error)
      }
    },
    bytes: (name) => Buffer.byteLength(expected.get(name)?.text ?? ''),
    restore() {
      for (const name of RUNNER_FILES)
        try {
          restoreFile(name)
        } catch (error) {
          giveUp(name, error)
        }
      const changed = RUNNER_FILES.filter((name) => restored.has(name))
      restored.clear()
      return changed
    },
  }
}

/** Empty for a missing file, undefined for anything but a regular file with one link: a link redirects what is written. */
function regularFileText(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return ''
  return stats.isFile() && stats.nlink === 1 ? readFileSync(path, 'utf8') : undefined
}
