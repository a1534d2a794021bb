import { z } from 'zod'
import type { Grounding, Message, MessagePart, ModelReply, ModelUsage, TokenUsage } from '../model/types.ts'
import { messageOf, UserError, zodIssueMessage } from '../platform/errors.ts'
import { lazy } from '../platform/lazy.ts'
import {
  type CallRecord,
  INTERVENTION_POINTS,
  LOOP_KINDS,
  OUTCOMES,
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

// Most runs only write transcripts, so the schema is built on first use.
const schema = lazy(lineSchema)

const object = z.record(z.string(), z.unknown())
const text = z.string()
const count = z.number()
const agent = text.exactOptional()

const event = <Type extends RunEvent['type'], Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ timeMs: count, seq: count, type: z.literal(type), ...shape })

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
      costReason: z.enum(STOP_REASONS).exactOptional(),
      settings: object,
      policies: z.object({ tier: text, file: text, text }).array(),
      memory: text,
      outputs: text.exactOptional(),
      tools: tool.array(),
      authType: text.exactOptional(),
      extensions: text.array().exactOptional(),
      slashCommands: text.array().exactOptional(),
    }),
    event('notice', {
      level: z.enum(['info', 'warning', 'error']),
      text,
      isolation: z.object({ part: text, isHeld: z.boolean(), text }).array().exactOptional(),
    }),
    event('model_request', {
      turn: count,
      model: text,
      base: count.exactOptional(),
      keep: count.exactOptional(),
      system: text.exactOptional(),
      tools: z.unknown().array().exactOptional(),
      messages: message.array(),
      options: object.exactOptional(),
      agent,
    }),
    event('model_reply', { turn: count, reply, ms: count, agent }),
    event('model_failed', {
      turn: count,
      text,
      model: text.exactOptional(),
      status: count.exactOptional(),
      waitMs: count.exactOptional(),
      next: text.exactOptional(),
      attempt: count.exactOptional(),
      maxAttempts: count.exactOptional(),
      fault: text.exactOptional(),
      failedUsage: failedUsage.exactOptional(),
      agent,
    }),
    event('chat_compressed', {
      status: z.enum(['masked', 'compressed', 'truncated', 'inflated', 'empty']),
      tokensBefore: count,
      tokensAfter: count,
      maskedCount: count.exactOptional(),
      prunableTokens: count.exactOptional(),
      agent,
    }),
    event('loop_detected', { kind: z.enum(LOOP_KINDS), count, agent }),
    event('output_truncated', {
      ...{ id: text, name: text, length: count, keptLength: count },
      ...{ threshold: count.exactOptional(), file: text.exactOptional() },
    }),
    event('call_state', { id: text, name: text, state: states }),
    event('tool_confirmation_request', { correlationId: text, id: text, name: text, args: object }),
    event('tool_confirmation_response', { correlationId: text, confirmed: z.boolean(), reason: text }),
    event('tool_policy_rejection', { correlationId: text, id: text, name: text, message: text }),
    event('hook_finished', {
      event: text,
      hook: text,
      ok: z.boolean(),
      ms: count,
      exit: count.exactOptional(),
      decision: text.exactOptional(),
      failure: text.exactOptional(),
    }),
    event('program_answered', { point: z.enum(INTERVENTION_POINTS), key: text, answer: object }),
    event('call_finished', { call, reply: object }),
    event('agent_started', {
      agent: text,
      definition: z.object({
        tools: text.array().readonly().exactOptional(),
        model: text,
        turns: z.number().exactOptional(),
        minutes: z.number(),
        output: z.object({ name: text, description: text, schema: object }).exactOptional(),
        servers: z.object({ tools: tool.array(), rules: object.array() }).exactOptional(),
      }),
    }),
    event('agent_finished', {
      ...{ agent: text, reason: text, recovery: z.boolean(), turns: count, usage, ms: count },
      ...{ recoveryReason: text.exactOptional(), recoveryMs: count.exactOptional() },
    }),
    event('run_resumed', {
      kind: z.enum(RESUME_KINDS),
      from: z.object({ run: count, attempt: count, artifact: count, sha256: text }),
      by: text,
      url: text.exactOptional(),
      admitted: z.object({ name: text, args: object }).exactOptional(),
      underApproval: z.boolean().exactOptional(),
    }),
    event('resume_point', {
      patchSha256: text,
      offers: z.object({ code: text, id: text.exactOptional() }).array(),
    }),
    event('intent', { intent: object }),
    event('receipt', { receipt: object }),
    event('run_ended', {
      outcome: z.enum(OUTCOMES),
      ending: z.enum(['answered', 'skipped', 'stopped', 'failed']),
      reason: z.enum(STOP_REASONS).exactOptional(),
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
    z.object({ kind: z.enum(['text', 'thought']), text, signature: text.exactOptional() }),
    z.object({
      kind: z.literal('call'),
      call: z.object({ id: text, name: text, args: object }),
      signature: text.exactOptional(),
    }),
    z.object({ kind: z.literal('data'), mimeType: text, data: text, signature: text.exactOptional() }),
    z.object({ kind: z.literal('opaque'), value: object, signature: text.exactOptional() }),
  ])
  const toolReply = z.object({ id: text, name: text, response: object, parts: part.array().exactOptional() })
  const message: z.ZodType<Message> = z.discriminatedUnion('role', [
    z.object({ role: z.enum(['user', 'model']), parts: part.array() }),
    z.object({ role: z.literal('tool'), replies: toolReply.array() }),
  ])
  const failedUsage: z.ZodType<ModelUsage[]> = z.object({ model: text, usage }).array()
  const grounding: z.ZodType<Grounding> = z.object({
    sources: z.object({ title: text.exactOptional(), uri: text.exactOptional() }).array(),
    supports: z.object({ end: count, text: text.exactOptional(), sources: count.array() }).array(),
    pages: z.object({ url: text, read: z.boolean() }).array(),
  })
  const reply: z.ZodType<ModelReply> = z.object({
    parts: part.array(),
    stop: z.enum(['finished', 'length', 'blocked', 'abandoned']),
    reason: text.exactOptional(),
    usage,
    model: text,
    grounding: grounding.exactOptional(),
    failedUsage: failedUsage.exactOptional(),
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
    verdict: z.enum(['allow', 'deny']).exactOptional(),
    rule: z.object({ file: text, line: count, tier: text, priority: count, verdict: text }).exactOptional(),
    message: text.exactOptional(),
    resolved: z.object({ args: object, linked: z.boolean() }).exactOptional(),
    remedy: text.exactOptional(),
    askable: z.literal(true).exactOptional(),
    reason: text.exactOptional(),
    ms: count,
    bytes: count,
    exit: z.union([z.number(), text]).exactOptional(),
    display: text.exactOptional(),
    diff: z.object({ path: text, diff: text, added: count, removed: count }).exactOptional(),
    editStrategy: z.enum(['exact', 'flexible', 'regex', 'fuzzy']).exactOptional(),
    agent,
    parent: text.exactOptional(),
  })
  const tool: z.ZodType<ToolRecord> = z.object({
    name: text,
    aliases: text.array(),
    undeclared: z.boolean().exactOptional(),
    server: text.exactOptional(),
    shortName: text.exactOptional(),
    annotations: object,
    declaration: z.object({ name: text, description: text, parameters: object }).exactOptional(),
  })
  const states = ['validating', 'awaiting_approval', 'scheduled', 'executing', 'success', 'error', 'cancelled'] as const
  return { call, tool, states: z.enum(states) }
}
