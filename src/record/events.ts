import type { LoadedFile } from '../host/files.ts'
import type { Declaration, Message, ModelReply, Spent, Usage } from '../model/types.ts'

/** What a run's end is called. The order is the precedence when several apply; `refused` and `noop` end a run alone. */
export const OUTCOMES = [
  'security',
  'config',
  'internal',
  'model',
  'quota',
  'budget',
  'denied',
  'refused',
  'noop',
  'ok',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Why the conversation stopped before the model was done. */
export const STOP_REASONS = ['turns', 'tokens', 'cost', 'time', 'length', 'repeating', 'hook', 'cancelled'] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** Characters of JSON that the output for a structured answer holds; all outputs together stay below 1 MB. */
export const STRUCTURED_CHARACTERS = 120_000

/**
 * How one conversation ended. `text` is what people get to read: the answer, what there is of it, or the reason.
 * `structured` is the answer as a value, where a form was asked for and it has that form. `github`: not our mistake, GitHub
 * did not answer as it should.
 */
export type Ending =
  | { end: 'answered'; text: string; structured?: unknown }
  | { end: 'skipped'; outcome: 'noop' | 'refused'; text: string }
  | { end: 'stopped'; why: StopReason; text: string; structured?: unknown }
  | {
      end: 'failed'
      outcome: 'quota' | 'model' | 'config' | 'security' | 'internal'
      text: string
      code?: number
      github?: boolean
    }

export type CallState =
  | 'validating'
  | 'awaiting_approval'
  | 'scheduled'
  | 'executing'
  | 'success'
  | 'error'
  | 'cancelled'

/** Which rule spoke: `file` as its user would find it, `line` counted from 1. */
export type RuleRef = { file: string; line: number; tier: string; priority: number; verdict: string }

/** One call, finished: everything the log, the comment and the outputs say of it. */
export type CallRecord = {
  id: string
  name: string
  args: Record<string, unknown>
  state: 'success' | 'error' | 'cancelled'
  /** allow or deny once policy was asked; absent when the call never got that far. */
  verdict?: 'allow' | 'deny'
  rule?: RuleRef
  /** What the rule's author says to a denied call, or why it could not be judged; may be absent. */
  message?: string
  /** Its arguments with their paths as they lie in the workspace, where policy had to know them otherwise. */
  places?: { args: Record<string, unknown>; linked: boolean }
  /** For a denied call: the smallest TOML that would allow it, or why none can. */
  remedy?: string
  /** One of tools/tool.ts FAILURES when state is not success. */
  why?: string
  ms: number
  /** Size in bytes of what the model was given. */
  bytes: number
  /** Text of the answer for people; not necessarily what the model got. */
  display?: string
  diff?: { path: string; diff: string; added: number; removed: number }
  /** Name of the sub-agent that called, when it was not the main one. */
  agent?: string
}

/** What hooks and checkers are asked that can change a run. */
export const PROGRAM_QUESTIONS = [
  'beforeAgent',
  'afterAgent',
  'beforeModel',
  'afterModel',
  'beforeTool',
  'afterTool',
  'checker',
] as const
export type ProgramQuestion = (typeof PROGRAM_QUESTIONS)[number]

/** A tool as it stood ready, whether or not the model was told of it. */
export type ToolRecord = {
  name: string
  aliases: string[]
  /** Answered, but not offered to the model. */
  undeclared?: boolean
  server?: string
  /** The server's own name for it. */
  short?: string
  annotations: Record<string, unknown>
  declaration: Declaration
}

/** Everything beside the conversation that a decision or a request rests on: what a replay needs and another machine lacks. */
export type Equipment = {
  mode: string
  model: string
  /** The workflow's inputs without credentials and without what stands elsewhere here. */
  inputs: Record<string, unknown>
  settings: Record<string, unknown>
  /** Every policy file, whole. */
  policies: { tier: string; file: string; text: string }[]
  memory: string
  /** The folder on that machine where long output was kept; the model was told paths in it. */
  outputs?: string
  tools: ToolRecord[]
}

/**
 * Everything that can happen in a run. Transcript, comment, summary, stats and replay are readings of this. `agent` names
 * the sub-agent something happened in; absent for the main conversation.
 */
export type RunEvent =
  | {
      type: 'run_started'
      session: string
      version: string
      event: string
      model: string
      task: Record<string, unknown>
    }
  | { type: 'steering'; files: LoadedFile[]; ignored: string[] }
  | ({ type: 'equipped' } & Equipment)
  | { type: 'notice'; level: 'info' | 'warning' | 'error'; text: string }
  | {
      type: 'model_request'
      turn: number
      model: string
      system: string
      tools: unknown[]
      messages: Message[]
      /** Whatever else the question says: sampling, choice of tools, a schema for the answer. */
      options?: Record<string, unknown>
      agent?: string
    }
  | { type: 'model_reply'; turn: number; reply: ModelReply; ms: number; agent?: string }
  /**
   * One attempt with `waitMs` or `next`, after which the question is asked again, or the whole question. `spent`: what
   * failed attempts cost, where no reply counts them; `next`: the model that is asked instead.
   */
  | {
      type: 'model_failed'
      turn: number
      text: string
      model?: string
      status?: number
      waitMs?: number
      next?: string
      spent?: Spent[]
      agent?: string
    }
  /**
   * The conversation became smaller, or should have. masked: old answers of tools went to files. compressed: its older part
   * became a summary; inflated, empty: that was no use, and nothing changed. truncated: only long answers were cut.
   */
  | {
      type: 'chat_compressed'
      status: 'masked' | 'compressed' | 'truncated' | 'inflated' | 'empty'
      tokensBefore: number
      tokensAfter: number
      agent?: string
    }
  /** An answer was longer than the model gets to see; lengths in characters. `file` holds all of it. */
  | { type: 'output_truncated'; id: string; name: string; length: number; kept: number; file: string }
  | { type: 'call_state'; id: string; name: string; state: CallState }
  | {
      type: 'tool_confirmation_request'
      correlationId: string
      id: string
      name: string
      args: Record<string, unknown>
    }
  | { type: 'tool_confirmation_response'; correlationId: string; confirmed: boolean; reason: string }
  | { type: 'tool_policy_rejection'; correlationId: string; id: string; name: string; message: string }
  | { type: 'update_policy'; toolName: string; decision: string }
  /** `event` is the hook event, `failure` why a hook gave no answer. */
  | { type: 'hook_finished'; event: string; hook: string; ok: boolean; ms: number; decision?: string; failure?: string }
  /** What a hook or checker had to say, where it was not nothing; `key` tells what it was asked about. */
  | { type: 'program_answered'; to: ProgramQuestion; key: string; answer: Record<string, unknown> }
  | { type: 'call_finished'; call: CallRecord; reply: Record<string, unknown> }
  /** A task was handed to a sub-agent. `definition` is what of it decides how its conversation goes. */
  | { type: 'agent_started'; agent: string; definition: AgentDefinition }
  /** `reason` is why, in the reference's words; `recovery`: it had reached a limit and was given one more turn. */
  | {
      type: 'agent_finished'
      agent: string
      reason: string
      recovery: boolean
      turns: number
      usage: Usage
      ms: number
    }
  | { type: 'intent'; intent: Record<string, unknown> }
  | { type: 'receipt'; receipt: Record<string, unknown> }
  /** `ending` and `why` are Ending's own words, `text` is its text. */
  | {
      type: 'run_ended'
      outcome: Outcome
      ending: Ending['end']
      why?: StopReason
      text: string
      usage: Usage
      turns: number
      ms: number
    }

/**
 * Of a sub-agent: the names of its tools, if not all; the model it was defined with; its limits; the form of its report; what
 * the servers it has for itself offered, and the rules by which they are trusted.
 */
export type AgentDefinition = {
  tools?: readonly string[]
  model: string
  turns?: number
  minutes: number
  output?: { name: string; description: string; schema: Record<string, unknown> }
  servers?: { tools: ToolRecord[]; rules: Record<string, unknown>[] }
}

export type Emit = (event: RunEvent) => void
