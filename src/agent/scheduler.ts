import { messageOf } from '../host/errors.ts'
import type { Part, ToolCall, ToolReply } from '../model/types.ts'
import type { CallRecord } from '../record/events.ts'
import { failed, type Tool, type ToolResult } from '../tools/tool.ts'
import { gate, type Ruling } from './gate.ts'
import type { CallKit } from './kit.ts'

/** Neighbouring reads that run at the same time, at most; a model may ask for hundreds. */
const TOGETHER = 8

/**
 * Answers every call of one turn, in the order asked. Neighbouring read-only calls run together; a call with side
 * effects runs alone. One call's failure does not stop the next; an abort cancels what has not ended.
 */
export async function runCalls(calls: readonly ToolCall[], kit: CallKit, signal: AbortSignal): Promise<ToolReply[]> {
  const replies: ToolReply[] = []
  for (const call of calls) kit.emit({ type: 'call_state', id: call.id, name: call.name, state: 'validating' })
  for (const wave of wavesOf(calls, kit))
    replies.push(...(await Promise.all(wave.map((call) => answer(call, kit, signal)))))
  return replies
}

function wavesOf(calls: readonly ToolCall[], kit: CallKit): ToolCall[][] {
  const waves: ToolCall[][] = []
  let joinable = false
  for (const call of calls) {
    const reads =
      kit.toolbox.find(call.name)?.annotations.readOnlyHint === true && call.args['wait_for_previous'] !== true
    const last = waves.at(-1)
    if (reads && joinable && last !== undefined && last.length < TOGETHER) last.push(call)
    else waves.push([call])
    joinable = kit.toolbox.find(call.name)?.annotations.readOnlyHint === true
  }
  return waves
}

async function answer(call: ToolCall, kit: CallKit, signal: AbortSignal): Promise<ToolReply> {
  const started = kit.now()
  const { result, ruling } = await carryOut(call, kit, signal)
  const shown = kit.redact(result)
  const reply = replyTo(call, shown)
  const record = recordOf(call, shown, reply, ruling, kit, kit.now() - started)
  kit.emit({ type: 'call_state', id: call.id, name: call.name, state: record.state })
  kit.emit({ type: 'call_finished', call: record, reply: reply.response })
  return reply
}

async function carryOut(
  call: ToolCall,
  kit: CallKit,
  signal: AbortSignal,
): Promise<{ result: ToolResult; ruling?: Ruling }> {
  if (signal.aborted) return { result: cancelled() }
  try {
    const passage = await gate(call, kit)
    if (!passage.pass)
      return passage.ruling === undefined
        ? { result: passage.result }
        : { result: passage.result, ruling: passage.ruling }
    kit.emit({ type: 'call_state', id: call.id, name: call.name, state: 'scheduled' })
    return { result: await execute(call, passage.tool, passage.args, kit, signal), ruling: passage.ruling }
  } catch (error) {
    // The gate judges what the model and the repository wrote; if it breaks on that, the call must not run.
    return { result: failed('unhandled_exception', `The call could not be checked: ${messageOf(error)}`) }
  }
}

async function execute(call: ToolCall, tool: Tool, args: Record<string, unknown>, kit: CallKit, signal: AbortSignal) {
  if (signal.aborted) return cancelled()
  kit.emit({ type: 'call_state', id: call.id, name: call.name, state: 'executing' })
  try {
    const result = await tool.run(args, signal)
    return signal.aborted && !result.ok ? cancelled(result.text) : result
  } catch (error) {
    return signal.aborted ? cancelled() : failed('unhandled_exception', `${tool.name} failed: ${messageOf(error)}`)
  }
}

const cancelled = (text = ''): ToolResult =>
  failed('cancelled', `[Operation Cancelled] The run was stopped.${text === '' ? '' : `\n${text}`}`)

function replyTo(call: ToolCall, result: ToolResult): ToolReply {
  const { id, name } = call
  if (!result.ok) return { id, name, response: { error: result.text } }
  if (typeof result.content === 'string') return { id, name, response: { output: result.content } }
  const text = result.content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  const parts = result.content.filter((part) => part.kind === 'data')
  const output = text !== '' ? text : `Binary content provided (${parts.length} item(s)).`
  return parts.length === 0 ? { id, name, response: { output } } : { id, name, response: { output }, parts }
}

function recordOf(
  call: ToolCall,
  result: ToolResult,
  reply: ToolReply,
  ruling: Ruling | undefined,
  kit: CallKit,
  ms: number,
): CallRecord {
  const record: CallRecord = {
    id: call.id,
    name: kit.toolbox.find(call.name)?.name ?? call.name,
    args: kit.redact(call.args),
    state: result.ok ? 'success' : result.why === 'cancelled' ? 'cancelled' : 'error',
    ...ruling,
    ms,
    bytes: sizeOf(reply),
    ...(kit.agent === undefined ? {} : { agent: kit.agent }),
  }
  if (!result.ok) return { ...record, why: result.why, display: result.text }
  if (typeof result.display === 'object') return { ...record, diff: result.display }
  return result.display === undefined ? record : { ...record, display: result.display }
}

const sizeOf = (reply: ToolReply) =>
  Buffer.byteLength(JSON.stringify(reply.response)) + (reply.parts ?? []).reduce((sum, part) => sum + dataSize(part), 0)
const dataSize = (part: Part) => (part.kind === 'data' ? Math.floor((part.data.length * 3) / 4) : 0)
