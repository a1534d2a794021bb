import type { Facts, Verdict } from './decide.ts'

/** What a checker says of a call. `reason` is a sentence for the model and for people; empty where it agrees. */
export type Finding = { verdict: Verdict; reason: string }

/** One exchange of the conversation, as checkers are told it: what was said and called, not what tools answered. */
export type Turn = {
  user: { text: string }
  model: { text?: string; toolCalls?: { name: string; args: Record<string, unknown> }[] }
}

/** A call to be checked. */
export type Asked = { facts: Facts; history: () => readonly Turn[]; signal: AbortSignal }

/** Where relative paths of arguments start, and the folders that calls may touch beside it. */
export type Territory = { cwd: string; workspaces: readonly string[] }

/** A checker that is part of the program, made from its configuration. Throws UserError when that is broken. */
export type Builtin = (
  config: Readonly<Record<string, unknown>>,
) => (args: Readonly<Record<string, unknown>>, territory: Territory) => Promise<Finding>
