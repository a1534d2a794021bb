import * as z from 'zod'
import type { Grounding, Message, MessagePart, ModelReply, ModelUsage, TokenUsage } from '../model/types.ts'
import { messageOf, UserError, zodIssueMessage } from '../platform/errors.ts'
import { lazy } from '../platform/lazy.ts'
import {
  type CallRecord,
  INTERVENTION_POINTS,
  LOOP_KINDS,
  OUTCOMES,
  type ProofRecord,
  RESUME_KINDS,
  type RunEvent,
  STOP_REASONS,
  type ToolRecord,
} from './events.ts'

type Request = Extract<RunEvent, { type: 'model_request' }>

/**
 * A request as the transcript stores it. With `base`, the first `keep` messages are those of the request with that `seq`, and
 * `system` and `tools` are absent when they are the same.
 */
export type StoredRequest = Omit<Request, 'system' | 'tools'> & {
  base?: number
  keep?: number
  system?: string
  tools?: unknown[]
}

export type StoredLine = StoredRequest | Exclude<RunEvent, Request>

/** Parses one line of a transcript. Throws UserError with the line number. */
export function parseTranscriptLine(text: string, line: number): StoredLine & { timeMs: number; seq: number } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UserError(`Transcript line ${line} is not JSON: ${messageOf(error)}`, { cause: error })
  }
  const parsed = schema().safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  // For an unknown event type, omit the list of the known ones.
  const reason = issue === undefined || issue.code === 'invalid_union' ? '' : `: ${zodIssueMessage(issue)}`
  throw new UserError(`Transcript line ${line} is not a known event${reason}`)
}

const text = z.string()

const agent = text.optional()

const count = z.number()

const object = z.record(z.string(), z.unknown())

const event = <Type extends RunEvent['type'], Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ timeMs: count, seq: count, type: z.literal(type), ...shape })

// Most runs only write transcripts, so the schema is built on first use.
const schema = lazy(lineSchema)

function lineSchema(): z.ZodType<StoredLine & { timeMs: number; seq: number }> {
  const { usage, message, failedUsage, reply } = modelSchemas()
  const { call, tool, states } = callSchemas()
  return z.discriminatedUnion('type', [
    event('run_started', { session: text, version: text, event: text, model: text, task: object }),
    event('steering', {
      files: z.object({ path: text, sha: text, ref: text, bytes: count }).array(),
      ignored: text.array(),
    }),
    event('run_snapshot', {
      mode: text,
      model: text,
      inputs: object,
      costReason: z.enum(STOP_REASONS).optional(),
      settings: object,
      policies: z.object({ tier: text, file: text, text }).array(),
      memory: text,
      outputs: text.optional(),
      tools: tool.array(),
      authType: text.optional(),
      extensions: text.array().optional(),
      slashCommands: text.array().optional(),
    }),
    event('notice', {
      level: z.enum(['info', 'warning', 'error']),
      text,
      isolation: z.object({ part: text, isHeld: z.boolean(), text }).array().optional(),
    }),
    event('model_request', {
      turn: count,
      model: text,
      base: count.optional(),
      keep: count.optional(),
      system: text.optional(),
      tools: z.unknown().array().optional(),
      messages: message.array(),
      options: object.optional(),
      agent,
    }),
    event('model_reply', { turn: count, reply, ms: count, agent }),
    event('model_failed', {
      turn: count,
      text,
      model: text.optional(),
      status: count.optional(),
      waitMs: count.optional(),
      next: text.optional(),
      attempt: count.optional(),
      maxAttempts: count.optional(),
      fault: text.optional(),
      failedUsage: failedUsage.optional(),
      agent,
    }),
    event('chat_compressed', {
      status: z.enum(['masked', 'compressed', 'truncated', 'inflated', 'empty']),
      tokensBefore: count,
      tokensAfter: count,
      maskedCount: count.optional(),
      prunableTokens: count.optional(),
      agent,
    }),
    event('loop_detected', { kind: z.enum(LOOP_KINDS), count, agent }),
    event('output_truncated', {
      id: text,
      name: text,
      length: count,
      keptLength: count,
      threshold: count.optional(),
      file: text.optional(),
    }),
    event('call_state', { id: text, name: text, state: states }),
    event('tool_confirmation_request', {
      correlationId: text,
      id: text,
      name: text,
      args: object,
      details: object.optional(),
    }),
    event('tool_confirmation_response', { correlationId: text, confirmed: z.boolean(), reason: text }),
    event('tool_policy_rejection', { correlationId: text, id: text, name: text, message: text }),
    event('hook_finished', {
      event: text,
      hook: text,
      ok: z.boolean(),
      ms: count,
      exit: count.optional(),
      decision: text.optional(),
      failure: text.optional(),
    }),
    event('program_answered', { point: z.enum(INTERVENTION_POINTS), key: text, answer: object }),
    event('call_finished', { call, reply: object }),
    event('follow_up', { text, turns: count.optional(), isRound: z.literal(true).optional() }),
    event('agent_started', {
      agent: text,
      definition: z.object({
        tools: text.array().readonly().optional(),
        model: text,
        turns: z.number().optional(),
        minutes: z.number(),
        output: z.object({ name: text, description: text, schema: object }).optional(),
        servers: z.object({ tools: tool.array(), rules: object.array() }).optional(),
      }),
    }),
    event('agent_finished', {
      agent: text,
      reason: text,
      recovery: z.boolean(),
      turns: count,
      usage,
      ms: count,
      recoveryReason: text.optional(),
      recoveryMs: count.optional(),
    }),
    event('run_resumed', {
      kind: z.enum(RESUME_KINDS),
      from: z.object({ run: count, attempt: count, artifact: count, sha256: text }),
      by: text,
      url: text.optional(),
      admitted: z.object({ name: text, args: object }).optional(),
      underApproval: z.boolean().optional(),
    }),
    event('resume_point', { patchSha256: text, offers: z.object({ code: text, id: text.optional() }).array() }),
    // Only this version writes it, and it is read as data.
    event('proof', {
      proof: z.custom<ProofRecord>((value) => object.safeParse(value).success),
      withheld: text.optional(),
    }),
    event('intent', { intent: object }),
    event('receipt', { receipt: object }),
    event('run_ended', {
      outcome: z.enum(OUTCOMES),
      ending: z.enum(['answered', 'skipped', 'stopped', 'failed']),
      reason: z.enum(STOP_REASONS).optional(),
      text,
      usage,
      turns: count,
      ms: count,
    }),
  ])
}

/** Schemas of the conversation with a model. */
function modelSchemas() {
  const usage: z.ZodType<TokenUsage> = z.object({
    input: count,
    cached: count,
    output: count,
    thoughts: count,
    tool: count,
    total: count,
  })
  const part: z.ZodType<MessagePart> = z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['text', 'thought']), text, signature: text.optional() }),
    z.object({
      kind: z.literal('call'),
      call: z.object({ id: text, name: text, args: object }),
      signature: text.optional(),
    }),
    z.object({ kind: z.literal('data'), mimeType: text, data: text, signature: text.optional() }),
    z.object({ kind: z.literal('opaque'), value: object, signature: text.optional() }),
  ])
  const toolReply = z.object({ id: text, name: text, response: object, parts: part.array().optional() })
  const message: z.ZodType<Message> = z.discriminatedUnion('role', [
    z.object({ role: z.enum(['user', 'model']), parts: part.array() }),
    z.object({ role: z.literal('tool'), replies: toolReply.array() }),
  ])
  const failedUsage: z.ZodType<ModelUsage[]> = z.object({ model: text, usage }).array()
  const grounding: z.ZodType<Grounding> = z.object({
    sources: z.object({ title: text.optional(), uri: text.optional() }).array(),
    supports: z.object({ end: count, text: text.optional(), sources: count.array() }).array(),
    pages: z.object({ url: text, read: z.boolean() }).array(),
  })
  const reply: z.ZodType<ModelReply> = z.object({
    parts: part.array(),
    stop: z.enum(['finished', 'length', 'blocked', 'abandoned']),
    reason: text.optional(),
    usage,
    model: text,
    grounding: grounding.optional(),
    failedUsage: failedUsage.optional(),
  })
  return { usage, message, failedUsage, reply }
}

/** Schemas of calls and tools. */
function callSchemas() {
  const call: z.ZodType<CallRecord> = z.object({
    id: text,
    name: text,
    args: object,
    state: z.enum(['success', 'error', 'cancelled']),
    verdict: z.enum(['allow', 'deny']).optional(),
    rule: z.object({ file: text, line: count, tier: text, priority: count, verdict: text }).optional(),
    message: text.optional(),
    resolved: z.object({ args: object, linked: z.boolean(), linkNames: z.array(z.string()).optional() }).optional(),
    beyond: text.optional(),
    remedy: text.optional(),
    askable: z.literal(true).optional(),
    reason: text.optional(),
    ms: count,
    bytes: count,
    exit: z.union([z.number(), text]).optional(),
    display: text.optional(),
    diff: z.object({ path: text, diff: text, added: count, removed: count }).optional(),
    editStrategy: z.enum(['exact', 'flexible', 'regex', 'fuzzy']).optional(),
    agent,
    parentCallId: text.optional(),
    parent: text.optional(),
  })
  const tool: z.ZodType<ToolRecord> = z.object({
    name: text,
    aliases: text.array(),
    undeclared: z.boolean().optional(),
    server: text.optional(),
    shortName: text.optional(),
    annotations: object,
    declaration: z.object({ name: text, description: text, parameters: object }).optional(),
  })
  const states = ['validating', 'awaiting_approval', 'scheduled', 'executing', 'success', 'error', 'cancelled'] as const
  return { call, tool, states: z.enum(states) }
}

/** One event of a transcript. `timeMs` is in milliseconds since 1970, `seq` its number in the run, from 1. */
export type RecordedEvent = { timeMs: number; seq: number; event: RunEvent }

/**
 * Parses a transcript back into complete events. Throws UserError with the number of the invalid line. Skips an incomplete
 * last line, which a killed run leaves.
 */
export function readTranscript(text: string): RecordedEvent[] {
  const decode = requestDecoder()
  const lines = text.split('\n')
  lines.pop()
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const { timeMs, seq, ...stored } = parseTranscriptLine(line, index + 1)
    return [{ timeMs, seq, event: stored.type === 'model_request' ? decode(stored, seq, index + 1) : stored }]
  })
}

/** The model's replies, in order; a replay returns them. */
export const modelReplies = (events: readonly RunEvent[]): ModelReply[] =>
  events.flatMap((event) => (event.type === 'model_reply' ? [event.reply] : []))

function requestDecoder() {
  const requests = new Map<number, Request>()
  return ({ base, keep = 0, ...stored }: StoredRequest, seq: number, line: number): Request => {
    const before = base === undefined ? undefined : requests.get(base)
    const system = stored.system ?? before?.system
    const tools = stored.tools ?? before?.tools
    if ((base !== undefined && before === undefined) || system === undefined || tools === undefined)
      throw new UserError(`Transcript line ${line}: the request it continues (seq ${base ?? 'none'}) is missing.`)
    const messages = [...(before?.messages.slice(0, keep) ?? []), ...stored.messages]
    const request = { ...stored, system, tools, messages }
    requests.set(seq, request)
    return request
  }
}
