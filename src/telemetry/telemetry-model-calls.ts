import type { Message, MessagePart, ModelReply, TokenUsage } from '../model/types.ts'
import type { CallRecord, RunEvent } from '../record/events.ts'
import { modelRole } from '../record/stats.ts'

/** A value of OpenTelemetry. Attributes of metrics and spans are never nested. */
export type TelemetryValue = string | number | boolean | TelemetryValue[] | { [name: string]: TelemetryValue }

/** An undefined attribute is not sent. */
export type TelemetryAttributes = Record<string, string | number | boolean | undefined>

/** Times are milliseconds since 1970. `body`: the name, unless given. */
export type TelemetryLog = {
  name: string
  timeMs: number
  body?: string
  attributes: Record<string, TelemetryValue | undefined>
}

/** `unit` in OpenTelemetry notation; counters have none. */
export type TelemetryMetric = {
  name: string
  kind: 'counter' | 'histogram'
  unit?: string
  value: number
  attributes: TelemetryAttributes
}

export type TelemetrySpan = {
  name: string
  startMs: number
  endMs: number
  failed: boolean
  attributes: TelemetryAttributes
  /** The sub-agent that it happened in. */
  agent?: string
  /** For a call of the main agent: the sub-agent that it starts, if that is one's name. */
  startsAgent?: string
  /** The span that it happened in, besides the run's. */
  parent?: TelemetrySpan
}

/** `common`: the attributes of every log and metric. */
export type TelemetryData = {
  common: TelemetryAttributes
  logs: TelemetryLog[]
  metrics: TelemetryMetric[]
  spans: TelemetrySpan[]
}

/** What the events so far say about later ones. */
export type TelemetryState = {
  session: string
  content: boolean
  turn: number
  mode?: string
  /** The open requests by agent: when the current attempt and the request started, and how many attempts failed. */
  requests: Map<string | undefined, OpenRequest>
  /** The agent of the latest request. */
  agent?: string
  /** A model was asked to correct an edit that failed. */
  isCorrecting?: boolean
  /** The servers of tools, by the tool's name. */
  servers: Map<string, string>
}

export type OpenRequest = {
  model: string
  messages: readonly Message[]
  startMs: number
  timeMs: number
  failures: number
}

/** What every event adds to, and when it happened. */
export type EventContext = { timeMs: number; promptId: TelemetryAttributes; state: TelemetryState; data: TelemetryData }

export function addLog({ data, timeMs }: EventContext, name: string, attributes: TelemetryLog['attributes']): void {
  data.logs.push({ name: `gemini_cli.${name}`, timeMs, attributes })
}

export function addCounter(
  { metrics }: TelemetryData,
  name: string,
  value: number,
  attributes: TelemetryAttributes,
): void {
  metrics.push({ name, kind: 'counter', value, attributes })
}

export function addHistogram({ metrics }: TelemetryData, metric: Omit<TelemetryMetric, 'kind'>): void {
  metrics.push({ ...metric, kind: 'histogram' })
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

export function addModelRequest(event: EventOf<'model_request'>, context: EventContext): void {
  const { model, agent, turn, messages } = event
  const { timeMs, promptId, state } = context
  const text = JSON.stringify(messages)
  if (agent === undefined && turn === 1 && state.turn === 0)
    addLog(context, 'user_prompt', {
      prompt_length: text.length,
      ...promptId,
      prompt: state.content ? text : undefined,
    })
  if (agent === undefined) state.turn = turn
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

/** Names of file types by extension, as the reference reports them: media type and programming language. */
const FILE_TYPES: Readonly<Record<string, [mimeType: string, language?: string]>> = {
  bash: ['application/x-sh', 'Bash'],
  c: ['text/x-c', 'C'],
  cc: ['text/x-c', 'C++'],
  cpp: ['text/x-c', 'C++'],
  cs: ['text/plain', 'C#'],
  css: ['text/css', 'CSS'],
  csv: ['text/csv'],
  go: ['text/x-go', 'Go'],
  h: ['text/x-c', 'C/C++'],
  html: ['text/html', 'HTML'],
  java: ['text/x-java-source', 'Java'],
  js: ['text/javascript', 'JavaScript'],
  json: ['application/json', 'JSON'],
  jsx: ['text/jsx', 'JavaScript'],
  kt: ['text/plain', 'Kotlin'],
  md: ['text/markdown', 'Markdown'],
  mjs: ['text/javascript', 'JavaScript'],
  cjs: ['text/javascript', 'JavaScript'],
  mts: ['text/typescript', 'TypeScript'],
  cts: ['text/typescript', 'TypeScript'],
  pdf: ['application/pdf'],
  php: ['text/x-php', 'PHP'],
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  svg: ['image/svg+xml', 'SVG'],
  py: ['text/x-python', 'Python'],
  rb: ['text/x-ruby', 'Ruby'],
  rs: ['text/x-rust', 'Rust'],
  scala: ['text/plain', 'Scala'],
  sh: ['application/x-sh', 'Shell'],
  sql: ['application/sql', 'SQL'],
  swift: ['text/x-swift', 'Swift'],
  toml: ['application/toml', 'TOML'],
  ts: ['text/typescript', 'TypeScript'],
  tsx: ['text/tsx', 'TypeScript'],
  txt: ['text/plain'],
  vue: ['text/plain', 'Vue'],
  xml: ['application/xml', 'XML'],
  yaml: ['application/yaml', 'YAML'],
  yml: ['application/yaml', 'YAML'],
}

/** What a successful call did to one file, in the reference's attributes; undefined for calls of other tools. `lines`: of the change. */
export function fileOperation({ name, args, diff }: CallRecord): TelemetryAttributes | undefined {
  if (!/^(?:read_file|write_file|replace)$/.test(name)) return undefined
  const path = [args.file_path, args.absolute_path].find((value) => typeof value === 'string') ?? ''
  const extension = /[^/\\.]\.([^/\\.]+)$/.exec(path)?.[1]?.toLowerCase()
  const [mimetype, language] = (extension !== undefined && FILE_TYPES[extension]) || []
  const isNew = diff?.diff.includes('--- /dev/null') === true
  return {
    operation: name === 'read_file' ? 'read' : isNew ? 'create' : 'update',
    lines: diff?.added,
    mimetype,
    extension: extension === undefined ? undefined : `.${extension}`,
    programming_language: language,
  }
}

/** The error's text can quote arguments and files, so it is sent only with the content. */
export const callError = (reason: string, text: unknown): Record<string, string | number> => {
  const message = typeof text === 'string' ? text : `The call failed: ${reason.replaceAll('_', ' ')}.`
  return { error: message, 'error.message': message, error_type: reason, 'error.type': reason }
}

/** With the names of both versions of the reference. No person edits a change here. */
export function diffStats({ diff, added, removed }: NonNullable<CallRecord['diff']>): Record<string, number> {
  const lines = diff.split('\n')
  const changes = lines.slice(lines.findIndex((line) => line.startsWith('@@')))
  const characters = (sign: '+' | '-') =>
    changes.filter((line) => line.startsWith(sign)).reduce((sum, line) => sum + line.length - 1, 0)
  return {
    ai_added_lines: added,
    ai_removed_lines: removed,
    user_added_lines: 0,
    user_removed_lines: 0,
    model_added_lines: added,
    model_removed_lines: removed,
    model_added_chars: characters('+'),
    model_removed_chars: characters('-'),
    user_added_chars: 0,
    user_removed_chars: 0,
  }
}
