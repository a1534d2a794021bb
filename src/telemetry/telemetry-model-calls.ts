import type { Message, MessagePart, ModelReply, TokenUsage } from '../model/types.ts'
import type { EventOf } from '../record/events.ts'
import { modelRole } from '../record/stats.ts'
import {
  addCounter,
  addHistogram,
  addLog,
  type EventContext,
  type OpenRequest,
  type TelemetryValue,
} from './telemetry-records.ts'

export function addModelRequest(event: EventOf<'model_request'>, context: EventContext): void {
  const { model, agent, turn, messages } = event
  const { timeMs, promptId, state } = context
  const text = JSON.stringify(messages)
  if (agent === undefined && turn === 1 && state.hasPrompt !== true)
    addLog(context, 'user_prompt', {
      prompt_length: text.length,
      ...promptId,
      prompt: state.content ? text : undefined,
    })
  if (agent === undefined) state.hasPrompt = true
  state.requests.set(agent, { model, messages, startMs: timeMs, timeMs, failures: 0 })
  state.agent = agent
  if (agent === 'replace') state.isCorrecting = true
  const request_text = state.content ? text : undefined
  addLog(context, 'api_request', { model, ...promptId, role: modelRole(agent), request_text })
}

export function addModelReply({ reply, ms, agent }: EventOf<'model_reply'>, context: EventContext): void {
  const { timeMs, promptId, state, data } = context
  const { model, usage } = reply
  const request = state.requests.get(agent)
  const requestedModel = request?.model ?? model
  addLog(context, 'api_response', {
    model,
    status_code: 200,
    duration_ms: ms,
    input_token_count: usage.input,
    output_token_count: usage.output,
    cached_content_token_count: usage.cached,
    thoughts_token_count: usage.thoughts,
    tool_token_count: usage.tool,
    total_token_count: usage.total,
    finish_reasons: finishReason(reply),
    role: modelRole(agent),
    ...promptId,
    response_text: state.content ? JSON.stringify(reply.parts) : undefined,
  })
  addCounter(data, 'gemini_cli.api.request.count', 1, { model, status_code: 200 })
  addHistogram(data, { name: 'gemini_cli.api.request.latency', value: ms, unit: 'ms', attributes: { model } })
  for (const [type, value] of Object.entries(tokensOf(usage)))
    if (value > 0) addCounter(data, 'gemini_cli.token.usage', value, { model, type })
  const names = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'gcp.gemini',
    'gen_ai.request.model': requestedModel,
    'gen_ai.response.model': model,
  }
  for (const type of ['input', 'output'] as const)
    addHistogram(data, {
      name: 'gen_ai.client.token.usage',
      value: usage[type],
      unit: '{token}',
      attributes: { ...names, 'gen_ai.token.type': type },
    })
  addHistogram(data, { name: 'gen_ai.client.operation.duration', value: ms / 1000, unit: 's', attributes: names })
  const attributes = { ...names, 'gen_ai.usage.input_tokens': usage.input, 'gen_ai.usage.output_tokens': usage.output }
  data.logs.push({
    name: 'gen_ai.client.inference.operation.details',
    timeMs,
    attributes: {
      ...attributes,
      'gen_ai.response.finish_reasons': [finishReason(reply)],
      'gen_ai.input.messages': state.content ? (request?.messages ?? []).map(inputMessage) : undefined,
      'gen_ai.output.messages': state.content ? [outputMessage(reply)] : undefined,
    },
  })
  data.spans.push({
    name: `chat ${requestedModel}`,
    startMs: timeMs - ms,
    endMs: timeMs,
    failed: false,
    attributes,
    agent,
  })
}

const finishReason = ({ reason, stop }: ModelReply) => reason ?? (stop === 'finished' ? 'STOP' : stop)

const tokensOf = ({ input, output, thoughts, cached, tool }: TokenUsage) => ({
  input,
  output,
  thought: thoughts,
  cache: cached,
  tool,
})

const outputMessage = (reply: ModelReply): TelemetryValue => ({
  role: 'assistant',
  parts: reply.parts.map(messagePart),
  finish_reason: finishReason(reply),
})

/** A message in the form of OpenTelemetry's conventions for generative AI. */
function inputMessage(message: Message): TelemetryValue {
  if (message.role === 'tool')
    return {
      role: 'tool',
      parts: message.replies.map(({ id, response }) => ({
        type: 'tool_call_response',
        id,
        response: JSON.stringify(response),
      })),
    }
  return { role: message.role === 'model' ? 'assistant' : message.role, parts: message.parts.map(messagePart) }
}

function messagePart(part: MessagePart): TelemetryValue {
  switch (part.kind) {
    case 'text':
      return { type: 'text', content: part.text }
    case 'thought':
      return { type: 'reasoning', content: part.text }
    case 'call':
      return { type: 'tool_call', id: part.call.id, name: part.call.name, arguments: JSON.stringify(part.call.args) }
    case 'data':
      return { type: 'blob', mime_type: part.mimeType }
    default:
      return { type: part.kind }
  }
}

export function addModelFailure(event: EventOf<'model_failed'>, context: EventContext): void {
  const { text, status, waitMs, next } = event
  const { timeMs, promptId, state, data } = context
  // Attempts that are retried do not name their agent.
  const agent = waitMs === undefined && next === undefined ? event.agent : (event.agent ?? state.agent)
  const request = state.requests.get(agent)
  const model = event.model ?? request?.model ?? 'unknown'
  const type = status === undefined ? 'unknown' : String(status)
  const names = { model, role: modelRole(agent), ...promptId }
  const ms = timeMs - (request?.timeMs ?? timeMs)
  addLog(context, 'api_error', {
    ...names,
    model_name: model,
    error: text,
    'error.message': text,
    'error.type': type,
    status_code: status,
    duration_ms: request === undefined ? undefined : ms,
    duration: request === undefined ? undefined : ms,
  })
  addCounter(data, 'gemini_cli.api.request.count', 1, { model, status_code: status, error_type: type })
  if (waitMs !== undefined) addRetry(event, model, context)
  else if (next !== undefined) addLog(context, 'flash_fallback', { ...names, next })
  else {
    if (event.fault === 'unusable') addContentFailure(event, { model, request }, context)
    data.spans.push({
      name: `chat ${model}`,
      startMs: request?.startMs ?? timeMs,
      endMs: timeMs,
      failed: true,
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'error.type': type },
      agent,
    })
  }
  if (request !== undefined)
    state.requests.set(agent, { ...request, timeMs: timeMs + (waitMs ?? 0), failures: request.failures + 1 })
}

/** An answer without usable content counts apart from a network failure, as in the reference. */
function addRetry(event: EventOf<'model_failed'>, model: string, context: EventContext) {
  const { waitMs = 0, attempt, maxAttempts } = event
  const error_type = errorLabel(event)
  if (event.fault === 'unusable') {
    addLog(context, 'chat.content_retry', { attempt_number: attempt, error_type, retry_delay_ms: waitMs, model })
    return addCounter(context.data, 'gemini_cli.chat.content_retry.count', 1, {})
  }
  addLog(context, 'network_retry_attempt', { attempt, max_attempts: maxAttempts, error_type, delay_ms: waitMs, model })
  addCounter(context.data, 'gemini_cli.network_retry.count', 1, { model, attempt })
}

function addContentFailure(
  event: EventOf<'model_failed'>,
  { model, request }: { model: string; request: OpenRequest | undefined },
  context: EventContext,
) {
  addLog(context, 'chat.content_retry_failure', {
    total_attempts: (request?.failures ?? 0) + 1,
    final_error_type: errorLabel(event),
    total_duration_ms: context.timeMs - (request?.startMs ?? context.timeMs),
    model,
  })
  addCounter(context.data, 'gemini_cli.chat.content_retry_failure.count', 1, {})
}

/** The reference's label of an error. */
function errorLabel({ status, fault }: EventOf<'model_failed'>): string {
  if (fault === 'unusable') return 'INVALID_CONTENT'
  if (status === undefined) return fault === 'unavailable' ? 'FETCH_FAILED' : 'UNKNOWN'
  if (status === 429) return 'QUOTA_EXCEEDED'
  return status >= 500 ? 'SERVER_ERROR' : `HTTP_${status}`
}
