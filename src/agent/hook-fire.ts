import { messageOf } from '../host/errors.ts'
import type { Emit } from '../record/events.ts'
import { merge } from './hook-merge.ts'
import type { Heard, HookOutput } from './hook-output.ts'
import { plan, type Subject } from './hook-plan.ts'
import { type HookPlace, runHook } from './hook-run.ts'
import { type Hook, type HookEvent, theHook } from './hook-settings.ts'

export type FireKit = HookPlace & {
  emit: Emit
  now: () => number
  /** Removes secrets from what hooks get to see and from what they say. */
  redact: <T>(value: T) => T
  /** Why a hook must not run here, where it must not. */
  refused: ReadonlyMap<Hook, string>
  /** Failures told of already: the same one again is no news. */
  warned: Set<string>
}

export type Happening = {
  event: HookEvent
  subject?: Subject
  /** What the program reads, beside what every event tells. */
  fields: Readonly<Record<string, unknown>>
  signal?: AbortSignal
}

/**
 * Where a hook that gives no answer means no: something is about to happen that it could have forbidden. After the fact,
 * and where it could only have added something, it means a warning. A hook's own `onFailure` goes before.
 */
const GATES: readonly HookEvent[] = ['BeforeAgent', 'BeforeModel', 'BeforeTool']

/** Tells the hooks that are meant what happens, and gives their answers as one. Never rejects. */
export async function fire(
  hooks: readonly Hook[],
  { event, subject, fields, signal }: Happening,
  kit: FireKit,
): Promise<HookOutput | undefined> {
  const planned = plan(hooks, event, subject)
  if (planned.hooks.length === 0) return undefined
  const input = kit.redact({
    session_id: kit.session,
    transcript_path: kit.transcriptPath,
    cwd: kit.cwd,
    hook_event_name: event,
    timestamp: new Date(kit.now()).toISOString(),
    ...fields,
  })
  const outputs = planned.sequential
    ? await oneAfterTheOther(planned.hooks, input, kit, signal)
    : await Promise.all(planned.hooks.map(async (hook) => answersOf(await tell(hook, input, kit, signal), hook)))
  return merge(outputs.flat())
}

async function oneAfterTheOther(
  hooks: readonly Hook[],
  first: Record<string, unknown>,
  kit: FireKit,
  signal: AbortSignal | undefined,
): Promise<HookOutput[][]> {
  const outputs: HookOutput[][] = []
  let input = first
  for (const hook of hooks) {
    const heard = await tell(hook, input, kit, signal)
    outputs.push(answersOf(heard, hook))
    if (heard.ok && heard.output !== undefined) input = amended(input, heard.output)
  }
  return outputs
}

/** What the next hook in a row reads, after this one's edits. */
function amended(input: Record<string, unknown>, { hookSpecificOutput }: HookOutput): Record<string, unknown> {
  const { additionalContext, llm_request, tool_input } = hookSpecificOutput ?? {}
  const over = (key: string, edits: object | undefined) =>
    edits !== undefined && isObject(input[key]) ? { [key]: { ...input[key], ...edits } } : {}
  return {
    ...input,
    ...(additionalContext !== undefined && typeof input.prompt === 'string'
      ? { prompt: `${input.prompt}\n\n${additionalContext}` }
      : {}),
    ...over('llm_request', llm_request),
    ...over('tool_input', tool_input),
  }
}

async function tell(
  hook: Hook,
  input: Record<string, unknown>,
  kit: FireKit,
  signal: AbortSignal | undefined,
): Promise<Heard> {
  const started = kit.now()
  const refusal = kit.refused.get(hook)
  const heard =
    refusal === undefined
      ? kit.redact(await runHook(hook, input, kit, signal).catch(broken))
      : { ok: false, failure: { why: refusal, crashed: false } }
  report(hook, heard, kit, kit.now() - started)
  if (refusal === undefined && !signal?.aborted) warn(hook, heard, kit)
  return heard
}

/** A mistake of ours must not open a gate either. */
const broken = (error: unknown): Heard => ({ ok: false, failure: { why: messageOf(error), crashed: false } })

function answersOf({ output, failure }: Heard, hook: Hook): HookOutput[] {
  const said = output === undefined ? [] : [output]
  if (failure === undefined) return said
  const denies = (hook.onFailure ?? (GATES.includes(hook.event) && !failure.crashed ? 'deny' : 'allow')) === 'deny'
  return denies ? [...said, { decision: 'deny', reason: `${theHook(hook)} gave no answer. ${failure.why}` }] : said
}

function report(hook: Hook, { ok, output, failure }: Heard, kit: FireKit, ms: number) {
  const { event, name } = hook
  kit.emit({
    type: 'hook_finished',
    event,
    hook: name,
    ok,
    ms,
    ...(output?.decision && { decision: output.decision }),
    ...(failure && { failure: failure.why }),
  })
}

/** For people: what went wrong, or what the hook has to say to them. A refusal was told when the hooks were made. */
function warn(hook: Hook, { output, failure }: Heard, kit: FireKit) {
  if (failure !== undefined) warnOnce(`${theHook(hook)} failed. ${failure.why}`, kit)
  else if (output?.systemMessage && !output.suppressOutput)
    kit.emit({ type: 'notice', level: 'info', text: `${theHook(hook)}: ${output.systemMessage}` })
}

function warnOnce(text: string, { warned, emit }: FireKit) {
  if (!warned.has(text)) emit({ type: 'notice', level: 'warning', text })
  warned.add(text)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
