import type { CallFacts, Verdict } from '../rules/decide.ts'

/** The decision of a checker. `reason` is a sentence for the model and for people; empty when it allows the call. */
export type CheckerResult = { verdict: Verdict; reason: string }

/** One turn of the conversation as checkers receive it: texts and tool calls, without tool results. */
export type HistoryTurn = {
  user: { text: string }
  model: { text?: string; toolCalls?: { name: string; args: Record<string, unknown> }[] }
}

/** A call to be checked. */
export type CheckerInput = { facts: CallFacts; history: () => readonly HistoryTurn[]; signal: AbortSignal }

/** The folder that relative paths in arguments start from, and further folders that calls may access. */
export type WorkspaceFolders = { cwd: string; workspaces: readonly string[] }

/** Creates a built-in checker from its configuration. Throws UserError when the configuration is invalid. */
export type BuiltinChecker = (
  config: Readonly<Record<string, unknown>>,
) => (args: Readonly<Record<string, unknown>>, territory: WorkspaceFolders) => Promise<CheckerResult>
