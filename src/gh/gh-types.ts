import type { Task } from '../github/events/task.ts'

/** One call of `gh`, as a command of the run made it. */
export type GhRequest = {
  argv: readonly string[]
  /** The folder of the command. */
  cwd: string
  /** GH_REPO and GH_HOST of the command. Its other variables never leave the sandbox. */
  repo?: string
  host?: string
  /** The body from a file or from the input, after an answer with `needs`. */
  text?: string
}

/** What `gh` prints. `jq` filters `stdout`, inside the sandbox. */
export type GhAnswer = {
  stdout: string
  stderr: string
  exitCode: number
  jq?: string
  needs?: { kind: 'stdin' } | { kind: 'file'; root: string; path: string }
}

/** Ends a call of `gh` with a message for the author of the command. */
export class GhError extends Error {}

/** What the answers are made from. */
export type GhContext = {
  task: Task
  /** The address of GitHub in a browser, without a slash at its end. */
  serverUrl: string
  /** The checked-out repository, as a real path. */
  root: string
  /** Runs a tool of the server `github` and returns its text. Rejects with GhError when it is denied or fails. */
  callTool(name: string, args: Record<string, unknown>): Promise<string>
  /** Whether the run has the tool. */
  hasTool(name: string): boolean
}

/** One command after its options were parsed. */
export type GhCall = {
  context: GhContext
  options: GhOptionValues
  /** The body from --body, --body-file or the input. */
  body: string | undefined
  /** Adds a line for stderr. */
  note(text: string): void
}

/** The values of the options, by long name, and the other words. */
export type GhOptionValues = {
  words: readonly string[]
  has(name: string): boolean
  /** The last value; undefined when the option is absent. */
  text(name: string): string | undefined
  /** All values, split at commas. */
  list(name: string): readonly string[]
}

/** A result for people, and the same as JSON when --json asks for it. */
export type GhResult = { text: string; exitCode?: number } | { json: unknown }
