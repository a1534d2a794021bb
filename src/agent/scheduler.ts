import type { MessagePart, ToolCall, ToolReply } from '../model/types.ts'
import { IsolationError, messageOf } from '../platform/errors.ts'
import type { CallRecord } from '../record/events.ts'
import { truncateOutput } from '../tools/long-output.ts'
import { failed, type Tool, type ToolResult } from '../tools/tool.ts'
import { type CallContext, runAsCall } from './agent-context.ts'
import { type CallRequest, type GateResult, gate, type PolicyRecord } from './gate.ts'
import { appendParagraph } from './hooks/tool-hooks.ts'
import { Stopped } from './stop-conditions.ts'

/** Maximum of consecutive reads that run in parallel; a model may request hundreds. */
const MAX_PARALLEL_READS = 8

/** Maximum of calls that hooks may chain after one call. */
const MAX_TAIL_CALLS = 5

/**
 * Runs the calls of one turn and returns their replies in order. Consecutive read-only calls run in parallel; a call with
 * side effects runs alone. A failed call does not stop the next; an abort cancels unfinished calls. When a hook ends the
 * run, rejects with Stopped after recording everything, and with IsolationError when a program cannot be isolated.
 */
export async function runCalls(
  calls: readonly ToolCall[],
  context: CallContext,
  signal: AbortSignal,
): Promise<ToolReply[]> {
  const replies: ToolReply[] = []
  const turn = new AbortController()
  const eitherSignal = AbortSignal.any([signal, turn.signal])
  const run = async (request: CallRequest) => {
    const answered = await answerCall(request, context, eitherSignal)
    if (answered.stop !== undefined) turn.abort(answered.stop)
    return answered
  }
  for (const call of calls) context.emit({ type: 'call_state', id: call.id, name: call.name, state: 'validating' })
  for (const group of parallelGroups(calls, context))
    for (const answered of await Promise.all(group.map(run))) replies.push(await lastReply(answered, run))
  turn.signal.throwIfAborted()
  return replies
}

/** Runs the calls that hooks request after a finished one. The reply of the last answers the model's own call. */
async function lastReply(first: CallAnswer, run: (request: CallRequest) => Promise<CallAnswer>): Promise<ToolReply> {
  let last = first
  for (let n = 0; last.next !== undefined && n < MAX_TAIL_CALLS; n++) last = await run(last.next)
  return { ...last.reply, name: first.reply.name }
}

function parallelGroups(calls: readonly ToolCall[], context: CallContext): ToolCall[][] {
  const groups: ToolCall[][] = []
  let joinable = false
  for (const call of calls) {
    const reads =
      context.toolbox.find(call.name)?.annotations.readOnlyHint === true && call.args.wait_for_previous !== true
    const last = groups.at(-1)
    if (reads && joinable && last !== undefined && last.length < MAX_PARALLEL_READS) last.push(call)
    else groups.push([call])
    joinable = reads
  }
  return groups
}

type CallAnswer = { reply: ToolReply; stop?: Error; next?: CallRequest }

async function answerCall(request: CallRequest, context: CallContext, signal: AbortSignal): Promise<CallAnswer> {
  const started = context.now()
  const { result, policy, editedArgs, ...rest } = await authorizeAndRun(request, context, signal)
  const limited = await limitOutput(context.redact(result), request, context)
  const reply = replyTo(request, limited)
  const call = editedArgs === undefined ? request : { ...request, args: editedArgs }
  const record = recordOf(call, { result: limited, reply, policy, ms: context.now() - started }, context)
  context.emit({ type: 'call_state', id: call.id, name: call.name, state: record.state })
  context.emit({ type: 'call_finished', call: record, reply: reply.response })
  return { reply, stop: record.reason === 'stop_execution' ? new Stopped('hook') : undefined, ...rest }
}

/** Tools that page or shorten their output themselves. */
const SELF_LIMITING_TOOLS = 'read_file read_many_files run_shell_command read_background_output activate_skill'.split(
  ' ',
)

/** Truncates a long result and saves the full text to a file. When that fails, the result stays whole. */
async function limitOutput(result: ToolResult, { id, name }: CallRequest, context: CallContext): Promise<ToolResult> {
  const { maxCharacters, saveOutput } = context.outputLimit ?? { maxCharacters: 0 }
  const truncated = { type: 'output_truncated', id, threshold: maxCharacters > 0 ? maxCharacters : undefined } as const
  if (result.shortened !== undefined) {
    context.emit({ ...truncated, name, ...result.shortened })
    return result
  }
  const text = result.ok ? onlyText(result.content) : undefined
  if (text === undefined || saveOutput === undefined || maxCharacters <= 0 || text.length <= maxCharacters)
    return result
  const toolName = context.toolbox.find(name)?.name ?? name
  if (!result.ok || SELF_LIMITING_TOOLS.includes(toolName)) return result
  const file = await saveOutput(`${toolName}_${id}`, text).catch(() => undefined)
  if (file === undefined) return result
  const content = truncateOutput(text, file, maxCharacters)
  context.emit({ ...truncated, name: toolName, length: text.length, keptLength: content.length, file })
  return { ...result, content }
}

/** The content when it is a single text. */
function onlyText(content: string | MessagePart[]): string | undefined {
  if (typeof content === 'string') return content
  const [first] = content
  return content.length === 1 && first?.kind === 'text' ? first.text : undefined
}

/** The outcome of a request. `next` is a call that a hook requests in its place. */
type CallOutcome = Omit<CallAnswer, 'reply'> & { result: ToolResult } & Partial<
    Pick<GateResult, 'policy' | 'editedArgs'>
  >

async function authorizeAndRun(request: CallRequest, context: CallContext, signal: AbortSignal): Promise<CallOutcome> {
  if (signal.aborted) return { result: cancelled() }
  try {
    const gated = await gate(request, context, signal)
    // Aborted hooks and checkers deny; report the abort, not a denial.
    if (signal.aborted && !gated.allowed) return { result: cancelled() }
    if (!gated.allowed) return gated
    context.emit({ type: 'call_state', id: request.id, name: request.name, state: 'scheduled' })
    const call = { ...request, tool: gated.tool, args: gated.args }
    const ran = await execute(call, context, signal)
    const edited = gated.editedArgs === undefined ? ran : appendParagraph(ran, editNotice(gated.editedKeys ?? []))
    const memory = ran.ok ? await context.subdirectoryMemory?.(gated.tool.name, gated.args, ran.content) : undefined
    const result = memory === undefined ? edited : appendParagraph(edited, memory)
    return { ...gated, ...(await withAfterToolHooks(call, result, context, signal)) }
  } catch (error) {
    if (error instanceof IsolationError) return { result: failed('unhandled_exception', error.message), stop: error }
    if (signal.aborted) return { result: cancelled() }
    // When the gate itself fails on untrusted input, the call must not run.
    return { result: failed('unhandled_exception', `The call could not be checked: ${messageOf(error)}`) }
  }
}

const editNotice = (keys: readonly string[]): string =>
  `[System] Tool input parameters (${keys.join(', ')}) were modified by a hook before execution.`

type AllowedCall = CallRequest & { tool: Tool }

async function execute({ id, name, tool, args }: AllowedCall, context: CallContext, signal: AbortSignal) {
  if (signal.aborted) return cancelled()
  context.emit({ type: 'call_state', id, name, state: 'executing' })
  try {
    const result = await runAsCall({ id, context, signal }, () => tool.run(args, signal))
    return signal.aborted && !result.ok ? cancelled(result.text) : result
  } catch (error) {
    if (error instanceof IsolationError) throw error
    return signal.aborted ? cancelled() : failed('unhandled_exception', `${tool.name} failed: ${messageOf(error)}`)
  }
}

async function withAfterToolHooks(
  call: AllowedCall,
  result: ToolResult,
  context: CallContext,
  signal: AbortSignal,
): Promise<Pick<CallOutcome, 'result' | 'next'>> {
  if (context.hooks === undefined || signal.aborted) return { result }
  const original = call.original ?? call.name
  const after = await context.hooks.afterTool(call, result, signal)
  return { result: after.result, next: after.next && { ...after.next, id: call.id, original } }
}

const cancelled = (text = ''): ToolResult =>
  failed('cancelled', `[Operation Cancelled] The run was stopped.${text === '' ? '' : `\n${text}`}`)

/** A lone surrogate, which JSON of servers and hooks can contain, would make the API reject every later request. */
function replyTo(call: ToolCall, result: ToolResult): ToolReply {
  const { id, name } = call
  if (!result.ok) return { id, name, response: { error: result.text.toWellFormed() } }
  if (typeof result.content === 'string') return { id, name, response: { output: result.content.toWellFormed() } }
  const text = result.content.flatMap((part) => (part.kind === 'text' ? [part.text.toWellFormed()] : [])).join('\n')
  const parts = result.content.filter((part) => part.kind === 'data')
  if (text === '' && parts.length === 0) return { id, name, response: { output: EMPTY_OUTPUT } }
  const output = text !== '' ? text : binaryText(parts)
  return parts.length === 0 ? { id, name, response: { output } } : { id, name, response: { output }, parts }
}

/** A model takes an empty object for a failure, and calls again. */
const EMPTY_OUTPUT = 'The tool returned an empty result.'

const binaryText = (parts: readonly (MessagePart & { kind: 'data' })[]): string =>
  parts.length === 1
    ? `Binary content of type ${parts[0]?.mimeType} was processed.`
    : `Binary content provided (${parts.length} item(s)).`

type FinishedCall = { result: ToolResult; reply: ToolReply; policy: PolicyRecord | undefined; ms: number }

function recordOf(call: ToolCall, { result, reply, policy, ms }: FinishedCall, context: CallContext): CallRecord {
  const record: CallRecord = {
    id: call.id,
    name: context.toolbox.find(call.name)?.name ?? call.name,
    args: context.redact(call.args),
    state: result.ok ? 'success' : result.reason === 'cancelled' ? 'cancelled' : 'error',
    ...policy,
    resolved: policy?.resolved && context.redact(policy.resolved),
    ms,
    bytes: replyBytes(reply),
    agent: context.agent,
    parentCallId: context.parentCallId,
  }
  if (!result.ok) return { ...record, reason: result.reason, display: result.text }
  const { exit, editStrategy } = result
  const ended = { ...record, exit, editStrategy }
  if (typeof result.display === 'object') return { ...ended, diff: result.display }
  return result.display === undefined ? ended : { ...ended, display: result.display }
}

const replyBytes = (reply: ToolReply) =>
  Buffer.byteLength(JSON.stringify(reply.response)) +
  (reply.parts ?? []).reduce((sum, part) => sum + dataBytes(part), 0)
const dataBytes = (part: MessagePart) => (part.kind === 'data' ? Math.floor((part.data.length * 3) / 4) : 0)
