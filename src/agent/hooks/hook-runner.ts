import { dirname, join } from 'node:path'
import { messageOf } from '../../platform/errors.ts'
import { type ProgramOptions, runProgram } from '../../platform/process/run-program.ts'
import type { Emit } from '../../record/events.ts'
import type { GuardWatch } from '../guard-watch.ts'
import { type HookOutput, type HookResult, interpretHookExit, mergeHookOutputs } from './hook-output.ts'
import { type Hook, type HookEvent, type HookSubject, hookLabel, planHooks } from './hook-settings.ts'

export type HookRunContext = HookEnvironment & {
  emit: Emit
  now: () => number
  /** Removes secrets from the input and output of hooks. */
  redact: <T>(value: T) => T
  /** Hooks that must not run, with the reason. */
  refusals: ReadonlyMap<Hook, string>
  /** Hooks that load files of the checkout: why one must not start any more. */
  watches: ReadonlyMap<Hook, GuardWatch>
  /** Failures that were already reported. */
  warned: Set<string>
}

export type HookTrigger = {
  event: HookEvent
  subject?: HookSubject
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
    cwd: context.view ?? context.cwd,
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
      ? context.redact(await runUnchanged(hook, input, context, signal).catch(failureOf))
      : { ok: false, failure: { reason: refusal, crashed: false } }
  report(hook, result, context, context.now() - started)
  if (refusal === undefined && !signal?.aborted) warn(hook, result, context)
  return result
}

/** Runs the hook unless the run changed what it loads. Then it denies: its answer would be the model's. */
async function runUnchanged(
  hook: Hook,
  input: Record<string, unknown>,
  context: HookRunContext,
  signal: AbortSignal | undefined,
): Promise<HookResult> {
  const reason = await context.watches.get(hook)?.().catch(messageOf)
  if (reason !== undefined) return { ok: false, failure: { reason, crashed: false, isChanged: true } }
  return runHookProgram(hook, input, context, signal)
}

/** An internal error counts as a failure of the hook. */
const failureOf = (error: unknown): HookResult => ({ ok: false, failure: { reason: messageOf(error), crashed: false } })

function outputsOf({ output, failure }: HookResult, hook: Hook): HookOutput[] {
  const outputs = output === undefined ? [] : [output]
  if (failure === undefined) return outputs
  const denies =
    failure.isChanged === true ||
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

export type HookEnvironment = {
  /** The checked-out repository. */
  cwd: string
  /** The folder that stands for it, where hooks start. */
  view?: string | undefined
  /** From childEnvironment(): no credential, no file of the runner. */
  env: Readonly<Record<string, string>>
  session: string
  transcriptPath: string
  /** Runs each program in isolation. */
  wrap?: ProgramOptions['wrap']
}

const MAX_OUTPUT_BYTES = 1024 * 1024

/** Runs one hook with `input` as JSON on stdin. Never rejects and leaves no process running. */
export async function runHookProgram(
  hook: Pick<Hook, 'command' | 'timeoutMs' | 'env'>,
  input: Readonly<Record<string, unknown>>,
  environment: HookEnvironment,
  signal?: AbortSignal,
): Promise<HookResult> {
  const ran = await runProgram(
    { shell: quoteHookVariables(hook.command) },
    {
      cwd: environment.view ?? environment.cwd,
      env: { ...environment.env, ...hookVariables(environment), ...hook.env },
      stdin: `${JSON.stringify(input)}\n`,
      timeoutMs: hook.timeoutMs,
      maxBytes: MAX_OUTPUT_BYTES,
      endProcessTree: true,
      signal,
      wrap: environment.wrap,
    },
  )
  const withoutAnswer = (reason: string): HookResult => ({ ok: false, failure: { reason, crashed: false } })
  if (ran.failure !== undefined) return withoutAnswer(`It could not be started: ${ran.failure}.`)
  if (ran.aborted) return withoutAnswer('The run was stopped.')
  if (ran.timedOut === 'total') return withoutAnswer(`Hook timed out after ${hook.timeoutMs}ms`)
  if (ran.truncatedBytes > 0 || ran.timedOut !== false)
    return withoutAnswer(`It printed more than ${MAX_OUTPUT_BYTES} bytes.`)
  return { ...interpretHookExit(ran), exit: ran.code ?? undefined }
}

const hookVariables = ({ cwd, view = cwd, session, transcriptPath }: HookEnvironment) => ({
  GEMINI_PROJECT_DIR: view,
  GEMINI_CWD: view,
  CLAUDE_PROJECT_DIR: view,
  GEMINI_PLANS_DIR: join(dirname(transcriptPath), 'plans'),
  GEMINI_SESSION_ID: session,
})

const QUOTED_OR_HOOK_VARIABLE =
  /'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$(?:GEMINI_(?:PROJECT_DIR|CWD|PLANS_DIR|SESSION_ID)|CLAUDE_PROJECT_DIR)\b/gs

/** Quotes unquoted hook variables, so that `$GEMINI_PROJECT_DIR/x` stays one word for every folder name. */
const quoteHookVariables = (command: string): string =>
  command.replace(QUOTED_OR_HOOK_VARIABLE, (match) => (match.startsWith('$') ? `"${match}"` : match))
