import type { Workspace } from '../host/files.ts'
import type { Ask } from '../model/types.ts'
import { backgroundTools, openBackground } from './background.ts'
import { getInternalDocs } from './get-internal-docs.ts'
import { glob } from './glob.ts'
import { googleWebSearch, type SearchPower } from './google-web-search.ts'
import { listDirectory } from './list-directory.ts'
import { readFile } from './read-file.ts'
import { readManyFiles } from './read-many-files.ts'
import { replace } from './replace.ts'
import { runShellCommand, type ShellPower } from './run-shell-command.ts'
import { saveMemory } from './save-memory.ts'
import { searchFileContent } from './search-file-content.ts'
import { makeSight } from './sight.ts'
import type { Tool } from './tool.ts'
import { type FetchPower, webFetch } from './web-fetch.ts'
import { writeFile } from './write-file.ts'
import { writeTodos } from './write-todos.ts'

/** What a run is handed. A power that is absent means that its tools do not exist. */
export type Powers = {
  files: Workspace
  /** Whether files may only be read. */
  readOnly?: boolean
  shell?: ShellPower
  /** The text of `.geminiignore`, from a trusted commit. */
  ignoreText?: string
  /** false: what git ignores is in sight too, unless a call says otherwise. */
  gitIgnore?: boolean
  /** Names of files the model was given already, such as GEMINI.md. */
  contextFiles?: readonly string[]
  /** Reading the public web. */
  fetch?: FetchPower
  /** Searching it, where the model's back end can. */
  search?: SearchPower
  /** Says what an edit meant that does not fit. */
  correcting?: Ask
  /** The folder with our own documentation (dist/). */
  docs?: string
  /** Milliseconds since the epoch; which files count as recent depends on it. */
  now?: () => number
}

/** The tools of our own that these powers make possible, in the order the model is shown them. */
export function builtins(powers: Powers): Tool[] {
  const {
    files,
    readOnly = false,
    shell,
    fetch,
    search,
    docs,
    correcting,
    ignoreText,
    gitIgnore,
    contextFiles = [],
    now = Date.now,
  } = powers
  const sight = makeSight(files, ignoreText, gitIgnore)
  const background = openBackground()
  // Those in folders of their own, such as .gemini/, are protected; a fact is added to one that stands beside the code.
  const memory = contextFiles.find((name) => !name.includes('/'))
  return [
    listDirectory(files, sight),
    readFile(files, sight),
    searchFileContent(files, sight),
    glob(files, sight, now),
    readManyFiles(files, sight, contextFiles),
    ...(readOnly ? [] : [replace(files, correcting), writeFile(files)]),
    ...(fetch === undefined ? [] : [webFetch(fetch, now)]),
    ...(shell === undefined ? [] : [runShellCommand(files, shell, background), ...backgroundTools(background)]),
    ...(search === undefined ? [] : [googleWebSearch(search)]),
    ...(memory === undefined || readOnly ? [] : [saveMemory(files, memory)]),
    writeTodos(),
    ...(docs === undefined ? [] : [getInternalDocs(docs)]),
  ]
}
