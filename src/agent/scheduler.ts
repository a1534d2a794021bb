import { messageOf } from '../host/errors.ts'
import type { Part, ToolCall, ToolReply } from '../model/types.ts'
import type { CallRecord } from '../record/events.ts'
import { failed, type Tool, type ToolResult } from '../tools/tool.ts'
import { gate, type Passage, type Ruling, type Wish } from './gate.ts'
import { withParagraph } from './hook-tool.ts'
import type { CallKit } from './kit.ts'
import { Stopped } from './stops.ts'

/** Neighbouring reads that run at the same time, at most; a model may ask for hundreds. */
const TOGETHER = 8

/** How many calls hooks may put in the place of one, each after the other. */
const MOST_IN_A_ROW = 5

/**
 * Answers every call of one turn, in the order asked. Neighbouring read-only calls run together; a call with side
 * effects runs alone. One call's failure does not stop the next; an abort cancels what has not ended. Rejects with
 * Stopped, after everything is recorded, when a hook ends the run.
 */
export async function runCalls(calls: readonly ToolCall[], kit: CallKit, signal: AbortSignal): Promise<ToolReply[]> {
  const replies: ToolReply[] = []
  const turn = new AbortController()
  const either = AbortSignal.any([signal, turn.signal])
  const run = async (wish: Wish) => {
    const answered = await answer(wish, kit, either)
    if (answered.stops) turn.abort(new Stopped('hook'))
    return answered
  }
  for (const call of calls) kit.emit({ type: 'call_state', id: call.id, name: call.name, state: 'validating' })
  for (const wave of wavesOf(calls, kit))
    for (const answered of await Promise.all(wave.map(run))) replies.push(await lastReply(answered, run))
  turn.signal.throwIfAborted()
  return replies
}

/** Calls that hooks want made in place of a finished one. The model reads the last one's answer, as that to its own call. */
async function lastReply(first: Answered, run: (wish: Wish) => Promise<Answered>): Promise<ToolReply> {
  let last = first
  for (let n = 0; last.next !== undefined && n < MOST_IN_A_ROW; n++) last = await run(last.next)
  return { ...last.reply, name: first.reply.name }
}

function wavesOf(calls: readonly ToolCall[], kit: CallKit): ToolCall[][] {
  const waves: ToolCall[][] = []
  let joinable = false
  for (const call of calls) {
    const reads = kit.toolbox.find(call.name)?.annotations.readOnlyHint === true && call.args.wait_for_previous !== true
    const last = waves.at(-1)
    if (reads && joinable && last !== undefined && last.length < TOGETHER) last.push(call)
    else waves.push([call])
    joinable = reads
  }
  return waves
}

type Answered = { reply: ToolReply; stops: boolean; next?: Wish }

async function answer(wish: Wish, kit: CallKit, signal: AbortSignal): Promise<Answered> {
  const started = kit.now()
  const { result, ruling, edited, next } = await carryOut(wish, kit, signal)
  const shown = await inReach(kit.redact(result), wish, kit)
  const reply = replyTo(wish, shown)
  const call = edited === undefined ? wish : { ...wish, args: edited }
  const record = recordOf(call, shown, reply, ruling, kit, kit.now() - started)
  kit.emit({ type: 'call_state', id: call.id, name: call.name, state: record.state })
  kit.emit({ type: 'call_finished', call: record, reply: reply.response })
  return { reply, stops: record.why === 'stop_execution', ...(next && { next }) }
}

/** Tools that show their material in pages, or shorten it by themselves. */
const PAGED = ['read_file', 'read_many_files', 'run_shell_command', 'read_background_output', 'activate_skill']

/** The result as long as the model gets to see it; the rest is kept where it can be read. Failing to keep it changes nothing. */
async function inReach(result: ToolResult, { id, name }: Wish, kit: CallKit): Promise<ToolResult> {
  const text = result.ok ? onlyText(result.content) : undefined
  const { longest, save } = kit.outputs ?? { longest: 0 }
  if (text === undefined || save === undefined || longest <= 0 || text.length <= longest) return result
  const known = kit.toolbox.find(name)?.name ?? name
  if (!result.ok || PAGED.includes(known)) return result
  const { shortened } = await import('../tools/long-output.ts')
  const file = await save(`${known}_${id}`, text).catch(() => undefined)
  if (file === undefined) return result
  const content = shortened(text, file, longest)
  kit.emit({ type: 'output_truncated', id, name: known, length: text.length, kept: content.length, file })
  return { ...result, content }
}

/** The content of a result that is nothing but one text. */
function onlyText(content: string | Part[]): string | undefined {
  if (typeof content === 'string') return content
  const [first] = content
  return content.length === 1 && first?.kind === 'text' ? first.text : undefined
}

/** What became of a wish. `next` is what a hook wants done in its place. */
type Outcome = { result: ToolResult; next?: Wish } & Partial<Pick<Passage, 'ruling' | 'edited'>>

async function carryOut(wish: Wish, kit: CallKit, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return { result: cancelled() }
  try {
    const passage = await gate(wish, kit, signal)
    // Hooks and checkers that were cut short gave no answer, which counts as no; but nobody refused the call.
    if (signal.aborted && !passage.pass) return { result: cancelled() }
    if (!passage.pass) return passage
    kit.emit({ type: 'call_state', id: wish.id, name: wish.name, state: 'scheduled' })
    const ran = await execute(wish, passage.tool, passage.args, kit, signal)
    const edited = passage.edited === undefined ? ran : withParagraph(ran, EDITED)
    const memory = ran.ok ? await kit.memoryOf?.(passage.tool.name, passage.args) : undefined
    const result = memory === undefined ? edited : withParagraph(edited, memory)
    return { ...passage, ...(await told(wish, passage, result, kit, signal)) }
  } catch (error) {
    if (signal.aborted) return { result: cancelled() }
    // The gate judges what the model and the repository wrote; if it breaks on that, the call must not run.
    return { result: failed('unhandled_exception', `The call could not be checked: ${messageOf(error)}`) }
  }
}

const EDITED = '[System] Tool input parameters were modified by a hook before execution.'

async function execute(
  { id, name }: Wish,
  tool: Tool,
  args: Record<string, unknown>,
  kit: CallKit,
  signal: AbortSignal,
) {
  if (signal.aborted) return cancelled()
  kit.emit({ type: 'call_state', id, name, state: 'executing' })
  try {
    const result = await tool.run(args, signal)
    return signal.aborted && !result.ok ? cancelled(result.text) : result
  } catch (error) {
    return signal.aborted ? cancelled() : failed('unhandled_exception', `${tool.name} failed: ${messageOf(error)}`)
  }
}

/** The result as hooks leave it. */
async function told(
  wish: Wish,
  { tool, args }: Pick<Passage & { pass: true }, 'tool' | 'args'>,
  result: ToolResult,
  kit: CallKit,
  signal: AbortSignal,
): Promise<Pick<Outcome, 'result' | 'next'>> {
  if (kit.hooks === undefined || signal.aborted) return { result }
  const original = wish.original ?? wish.name
  const after = await kit.hooks.afterTool({ ...wish, tool, args }, result, signal)
  return { result: after.result, ...(after.next && { next: { ...after.next, id: wish.id, original } }) }
}

const cancelled = (text = ''): ToolResult =>
  failed('cancelled', `[Operation Cancelled] The run was stopped.${text === '' ? '' : `\n${text}`}`)

/** Half a character, as JSON of servers and hooks may hold, would make the API refuse every later request. */
function replyTo(call: ToolCall, result: ToolResult): ToolReply {
  const { id, name } = call
  if (!result.ok) return { id, name, response: { error: result.text.toWellFormed() } }
  if (typeof result.content === 'string') return { id, name, response: { output: result.content.toWellFormed() } }
  const text = result.content.flatMap((part) => (part.kind === 'text' ? [part.text.toWellFormed()] : [])).join('\n')
  const parts = result.content.filter((part) => part.kind === 'data')
  if (text === '' && parts.length === 0) return { id, name, response: {} }
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
    ...(ruling?.places && { places: kit.redact(ruling.places) }),
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
