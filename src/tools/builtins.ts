import type { Workspace } from '../host/files.ts'
import { glob } from './glob.ts'
import { listDirectory } from './list-directory.ts'
import { readFile } from './read-file.ts'
import { readManyFiles } from './read-many-files.ts'
import { replace } from './replace.ts'
import { runShellCommand, type ShellPower } from './run-shell-command.ts'
import { searchFileContent } from './search-file-content.ts'
import { makeSight } from './sight.ts'
import type { Tool } from './tool.ts'
import { writeFile } from './write-file.ts'

/** What a run is handed. A power that is absent means that its tools do not exist. */
export type Powers = {
  files: Workspace
  shell?: ShellPower
  /** The text of `.geminiignore`, from a trusted commit. */
  ignoreText?: string
  /** Names of files the model was given already, such as GEMINI.md. */
  contextFiles?: readonly string[]
  /** Milliseconds since the epoch; which files count as recent depends on it. */
  now?: () => number
}

/** The tools of our own that these powers make possible, in the order the model is shown them. */
export function builtins(powers: Powers): Tool[] {
  const { files, shell, ignoreText, contextFiles, now = Date.now } = powers
  const sight = makeSight(files, ignoreText)
  return [
    listDirectory(files, sight),
    readFile(files, sight),
    searchFileContent(files, sight),
    glob(files, sight, now),
    readManyFiles(files, sight, contextFiles),
    replace(files),
    writeFile(files),
    ...(shell === undefined ? [] : [runShellCommand(files, shell)]),
  ]
}
