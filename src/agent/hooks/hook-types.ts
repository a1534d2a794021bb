import type { MessagePart, ModelReply, ModelRequest, ToolCall } from '../../model/types.ts'
import type { Emit } from '../../record/events.ts'
import type { Tool, ToolResult } from '../../tools/tool.ts'
import type { GuardPlace } from '../guard-watch.ts'
import type { HookEnvironment } from './hook-runner.ts'
import type { TrustedHookFiles } from './hook-settings.ts'

/** A call in the hook input. `original` is the name that the model called, when a hook replaced the call. */
export type HookToolCall = { tool: Tool; args: Record<string, unknown>; original?: string }

/** What an interactive front end would ask a person to confirm. */
export type Confirmation = { message: string; details: Record<string, unknown> }

/** The decision of hooks: `block` denies this step, `stop` ends the run. */
export type HookDecision = { action: 'continue' } | { action: 'block' | 'stop'; reason: string }

/** The decision on a call: `ask` requires confirmation by a person. `args` are the edited arguments. */
export type HookCallDecision = {
  action: 'continue' | 'ask' | 'block' | 'stop'
  reason: string
  args?: Record<string, unknown>
}

/**
 * The hooks of a run, one function per event. None rejects because of a hook, except beforeModel and afterModel: they reject
 * with Stopped when a hook ends the run.
 */
export type Hooks = {
  /** Text for the model before the task; may be empty. */
  sessionStart(source: 'startup' | 'resume' | 'clear', signal: AbortSignal): Promise<string>
  /** Waits at most `timeoutMs` for the hooks. */
  sessionEnd(reason: 'exit' | 'clear' | 'logout' | 'prompt_input_exit' | 'other', timeoutMs: number): Promise<void>
  /** May add a part to the prompt. */
  beforeAgent(
    prompt: MessagePart[],
    signal: AbortSignal,
  ): Promise<{ action: 'continue'; prompt: MessagePart[] } | Exclude<HookDecision, { action: 'continue' }>>
  /** `isFollowUp`: the answer follows a hook's objection. `clearHistory`: forget the conversation so far. */
  afterAgent(
    turn: { prompt: MessagePart[]; answer: string; isFollowUp: boolean },
    signal: AbortSignal,
  ): Promise<HookDecision & { clearHistory: boolean }>
  /** The request with the hooks' edits and choice of tools, or a reply in place of the model's. */
  beforeModel(request: ModelRequest, signal: AbortSignal): Promise<{ request: ModelRequest } | { reply: ModelReply }>
  afterModel(request: ModelRequest, reply: ModelReply, signal: AbortSignal): Promise<ModelReply>
  beforeTool(call: HookToolCall, signal: AbortSignal): Promise<HookCallDecision>
  /** The result after the hooks' edits. `next` is a call to make in its place, under the same id. */
  afterTool(
    call: HookToolCall,
    result: ToolResult,
    signal: AbortSignal,
  ): Promise<{ result: ToolResult; next?: Pick<ToolCall, 'name' | 'args'> }>
  preCompress(trigger: 'auto' | 'manual', signal: AbortSignal): Promise<void>
  /** An interactive run would ask for confirmation now. */
  notification(confirmation: Confirmation, signal: AbortSignal): Promise<void>
}

export type HookOptions = HookEnvironment & {
  now: () => number
  emit: Emit
  /** Removes secrets from the input and output of hooks. */
  redact?: <T>(value: T) => T
  /** False when the checkout is untrusted: hooks that would run its code are rejected. */
  repositoryCode?: boolean
  /** The source of hook programs below `.gemini/`. Default: the checkout. */
  trustedFiles?: TrustedHookFiles
  /** Where the files are that hooks see. Default: in the checkout. */
  guarded?: GuardPlace
}
