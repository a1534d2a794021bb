import type { LoadedFile } from '../host/files.ts'
import type { Message, ModelReply, Usage } from '../model/types.ts'

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
export type StopReason = 'turns' | 'tokens' | 'cost' | 'time' | 'repeating' | 'hook' | 'cancelled'

/** How one conversation ended. `text` is what people get to read: the answer, what there is of it, or the reason. */
export type Ending =
  | { end: 'answered'; text: string }
  | { end: 'skipped'; outcome: 'noop' | 'refused'; text: string }
  | { end: 'stopped'; why: StopReason; text: string }
  | { end: 'failed'; outcome: 'quota' | 'model' | 'config' | 'security' | 'internal'; text: string; code?: number }

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
  | { type: 'notice'; level: 'info' | 'warning' | 'error'; text: string }
  | {
      type: 'model_request'
      turn: number
      model: string
      system: string
      tools: unknown[]
      messages: Message[]
      agent?: string
    }
  | { type: 'model_reply'; turn: number; reply: ModelReply; ms: number; agent?: string }
  | { type: 'model_failed'; turn: number; text: string; status?: number; waitMs?: number; agent?: string }
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
  | { type: 'call_finished'; call: CallRecord; reply: Record<string, unknown> }
  | { type: 'intent'; intent: Record<string, unknown> }
  | { type: 'receipt'; receipt: Record<string, unknown> }
  | { type: 'run_ended'; outcome: Outcome; ending: string; usage: Usage; turns: number; ms: number }

export type Emit = (event: RunEvent) => void
