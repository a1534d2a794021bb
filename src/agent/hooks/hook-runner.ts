import { messageOf } from '../../platform/errors.ts'
import type { Emit } from '../../record/events.ts'
import type { HookOutput, HookResult } from './hook-output.ts'
import { type HookEnvironment, runHookProgram } from './hook-program.ts'
import { type Hook, type HookEvent, hookLabel } from './hook-settings.ts'
import { mergeHookOutputs } from './merge-outputs.ts'
import { type HookSubject, planHooks } from './plan-hooks.ts'

export type HookRunContext = HookEnvironment & {
  emit: Emit
  now: () => number
  /** Removes secrets from the input and output of hooks. */
  redact: <T>(value: T) => T
  /** Hooks that must not run, with the reason. */
  refusals: ReadonlyMap<Hook, string>
  /** Failures that were already reported. */
  warned: Set<string>
}

export type HookTrigger = {
  event: HookEvent
  subject?: HookSubject
  /** The input fields of this event. */
  fields: Readonly<Record<string, unknown>>
  signal?: AbortSignal
}

/**
 * Events whose hooks deny when they fail, because they run before an action that they could forbid. A failure at other events
 * is a warning. `onFailure` of a hook overrides this.
 */
const DENY_ON_FAILURE: readonly HookEvent[] = ['BeforeAgent', 'BeforeModel', 'BeforeTool']

/** Runs the hooks that match a trigger and merges their outputs. Never rejects. */
export async function fireHooks(
  hooks: readonly Hook[],
  { event, subject, fields, signal }: HookTrigger,
  context: HookRunContext,
): Promise<HookOutput | undefined> {
  const planned = planHooks(hooks, event, subject)
  if (planned.hooks.length === 0) return undefined
  const input = context.redact({
    session_id: context.session,
    transcript_path: context.transcriptPath,
    cwd: context.cwd,
    hook_event_name: event,
    timestamp: new Date(context.now()).toISOString(),
    ...fields,
  })
  const outputs = planned.sequential
    ? await runSequentially(planned.hooks, input, context, signal)
    : await Promise.all(
        planned.hooks.map(async (hook) => outputsOf(await runAndReport(hook, input, context, signal), hook)),
      )
  return mergeHookOutputs(outputs.flat())
}

async function runSequentially(
  hooks: readonly Hook[],
  first: Record<string, unknown>,
  context: HookRunContext,
  signal: AbortSignal | undefined,
): Promise<HookOutput[][]> {
  const outputs: HookOutput[][] = []
  let input = first
  for (const hook of hooks) {
    const result = await runAndReport(hook, input, context, signal)
    outputs.push(outputsOf(result, hook))
    if (result.ok && result.output !== undefined) input = nextInput(input, result.output)
  }
  return outputs
}

/** The input of the next sequential hook, with the edits of this one. */
function nextInput(input: Record<string, unknown>, { hookSpecificOutput }: HookOutput): Record<string, unknown> {
  const { additionalContext, llm_request, tool_input } = hookSpecificOutput ?? {}
  const next = { ...input }
  if (additionalContext !== undefined && typeof input.prompt === 'string')
    next.prompt = `${input.prompt}\n\n${additionalContext}`
  for (const [key, edits] of Object.entries({ llm_request, tool_input }))
    if (edits !== undefined && isObject(input[key])) next[key] = { ...input[key], ...edits }
  return next
}

async function runAndReport(
  hook: Hook,
  input: Record<string, unknown>,
  context: HookRunContext,
  signal: AbortSignal | undefined,
): Promise<HookResult> {
  const started = context.now()
  const refusal = context.refusals.get(hook)
  const result =
    refusal === undefined
      ? context.redact(await runHookProgram(hook, input, context, signal).catch(failureOf))
      : { ok: false, failure: { reason: refusal, crashed: false } }
  report(hook, result, context, context.now() - started)
  if (refusal === undefined && !signal?.aborted) warn(hook, result, context)
  return result
}

/** An internal error counts as a failure of the hook. */
const failureOf = (error: unknown): HookResult => ({ ok: false, failure: { reason: messageOf(error), crashed: false } })

function outputsOf({ output, failure }: HookResult, hook: Hook): HookOutput[] {
  const outputs = output === undefined ? [] : [output]
  if (failure === undefined) return outputs
  const denies =
    (hook.onFailure ?? (DENY_ON_FAILURE.includes(hook.event) && !failure.crashed ? 'deny' : 'allow')) === 'deny'
  return denies
    ? [...outputs, { decision: 'deny', reason: `${hookLabel(hook)} gave no answer. ${failure.reason}` }]
    : outputs
}

function report(hook: Hook, { ok, exit, output, failure }: HookResult, context: HookRunContext, ms: number) {
  const { event, name } = hook
  context.emit({
    type: 'hook_finished',
    event,
    hook: name,
    ok,
    ms,
    exit,
    decision: output?.decision,
    failure: failure?.reason,
  })
}

/** Reports a failure or the hook's message to people. Rejected hooks were reported when the run started. */
function warn(hook: Hook, { output, failure }: HookResult, context: HookRunContext) {
  if (failure !== undefined) warnOnce(`${hookLabel(hook)} failed. ${failure.reason}`, context)
  else if (output?.systemMessage && !output.suppressOutput)
    context.emit({ type: 'notice', level: 'info', text: `${hookLabel(hook)}: ${output.systemMessage}` })
}

function warnOnce(text: string, { warned, emit }: HookRunContext) {
  if (!warned.has(text)) emit({ type: 'notice', level: 'warning', text })
  warned.add(text)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
