import type { ModelReply, ModelRequest, Part, ToolCall } from '../model/types.ts'
import type { Emit } from '../record/events.ts'
import type { Tool, ToolResult } from '../tools/tool.ts'
import type { Trusted } from './hook-programs.ts'
import type { HookPlace } from './hook-run.ts'
import type { HookedCall } from './hook-tool.ts'

/** What hooks say of going on: `block` refuses just this, `stop` ends the run. */
export type Say = { say: 'go' } | { say: 'block' | 'stop'; why: string }

/** What they say of a call: `ask` wants a person to agree. `args` are there when they changed them. */
export type SayOfCall = { say: 'go' | 'ask' | 'block' | 'stop'; why: string; args?: Record<string, unknown> }

/**
 * The programs a repository wants asked and told, one function an event. Nothing here rejects because of what a hook
 * does, except that beforeModel and afterModel reject with Stopped when one ends the run.
 */
export type Hooks = {
  /** Text for the model to read before the task; '' when there is none. */
  sessionStart(source: 'startup' | 'resume' | 'clear', signal: AbortSignal): Promise<string>
  /** Waits for hooks for at most `mostMs`. */
  sessionEnd(reason: 'exit' | 'clear' | 'logout' | 'prompt_input_exit' | 'other', mostMs: number): Promise<void>
  /** May add a part to the prompt. */
  beforeAgent(prompt: Part[], signal: AbortSignal): Promise<{ say: 'go'; prompt: Part[] } | Exclude<Say, { say: 'go' }>>
  /** `again`: the answer is to what a hook sent back. `clear`: what was said so far is to be forgotten. */
  afterAgent(
    turn: { prompt: Part[]; answer: string; again: boolean },
    signal: AbortSignal,
  ): Promise<Say & { clear: boolean }>
  /** The question to ask, with the hooks' edits and choice of tools, or their answer instead of the model's. */
  beforeModel(request: ModelRequest, signal: AbortSignal): Promise<{ ask: ModelRequest } | { reply: ModelReply }>
  afterModel(request: ModelRequest, reply: ModelReply, signal: AbortSignal): Promise<ModelReply>
  beforeTool(call: HookedCall, signal: AbortSignal): Promise<SayOfCall>
  /** The result as the hooks leave it; `next` is a call they want made instead, under the same id. */
  afterTool(
    call: HookedCall,
    result: ToolResult,
    signal: AbortSignal,
  ): Promise<{ result: ToolResult; next?: Pick<ToolCall, 'name' | 'args'> }>
  preCompress(trigger: 'auto' | 'manual', signal: AbortSignal): Promise<void>
  /** A person would be asked now, if there were one. */
  notification(call: ToolCall, tool: Tool, signal: AbortSignal): Promise<void>
}

export type HookKit = HookPlace & {
  now: () => number
  emit: Emit
  /** Removes secrets from what hooks get to see and from what they say. */
  redact?: <T>(value: T) => T
  /** False where the code that is checked out is somebody else's: hooks that would run it are refused. */
  repositoryCode?: boolean
  /** Where programs below `.gemini/` come from; absent: from the checkout. */
  trusted?: Trusted
}

/**
 * The hooks that settings configure, or undefined when there are none: then nothing is loaded and nothing runs.
 * Rejects with UserError that names the field when their configuration is broken.
 */
export async function makeHooks(settings: unknown, kit: HookKit): Promise<Hooks | undefined> {
  if (!mentionsHooks(settings)) return undefined
  const [{ readHooks }, { withTrustedPrograms }, { hooksOver }] = await Promise.all([
    import('./hook-settings.ts'),
    import('./hook-programs.ts'),
    import('./hook-events.ts'),
  ])
  const { hooks, notes } = readHooks(settings)
  for (const text of notes) kit.emit({ type: 'notice', level: 'warning', text })
  if (hooks.length === 0) return undefined
  return hooksOver(kit.trusted === undefined ? hooks : await withTrustedPrograms(hooks, kit.trusted), settings, kit)
}

/** Tells hooks that a session starts, and that it ends when the scope is left. `context` is for the model to read first. */
export async function openSession(
  hooks: Hooks | undefined,
  signal: AbortSignal,
): Promise<{ context: string; [Symbol.asyncDispose](): Promise<void> }> {
  return {
    context: (await hooks?.sessionStart('startup', signal)) ?? '',
    // Whoever cancels a job gives it a few seconds, and what there is still has to be posted.
    [Symbol.asyncDispose]: async () => hooks?.sessionEnd('exit', signal.aborted ? 2000 : 60_000),
  }
}

export const mentionsHooks = (settings: unknown): boolean =>
  typeof settings === 'object' && settings !== null && 'hooks' in settings
