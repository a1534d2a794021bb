import type { TokenUsage } from '../model/types.ts'
import type { CallRecord, RunEvent } from './events.ts'
import { modelRole } from './stats.ts'
import { callError, diffStats, fileOperation } from './telemetry-tool-call.ts'

export type TelemetryAttributes = Record<string, string | number | boolean>
/** Times are milliseconds since 1970. */
export type TelemetryLog = { name: string; timeMs: number; attributes: TelemetryAttributes }
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
  /** The span that it happened in, besides the run's. */
  parent?: TelemetrySpan
}
export type TelemetryData = { logs: TelemetryLog[]; metrics: TelemetryMetric[]; spans: TelemetrySpan[] }

/**
 * The telemetry of a run, with the reference's names. `content`: whether to include prompts, replies and arguments.
 * Sources: the reference's telemetry page; OpenTelemetry semantic conventions, "Gen AI", for names that begin with gen_ai.
 */
export function collectTelemetry(
  events: readonly RunEvent[],
  times: readonly number[],
  content: boolean,
): TelemetryData {
  const data: TelemetryData = { logs: [], metrics: [], spans: [] }
  const started = events.find((event) => event.type === 'run_started')
  const state: TelemetryState = { session: started?.session ?? '', content, requests: new Map(), turn: 0 }
  addCounter(data, 'gemini_cli.session.count', 1, {})
  for (const [index, event] of events.entries()) {
    const promptId = { prompt_id: `${state.session}########${state.turn}` }
    addEvent(event, { timeMs: times[index] ?? 0, promptId, state, data })
  }
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0]
  const failed = events.some((event) => event.type === 'run_ended' && event.ending === 'failed')
  data.spans.unshift({
    name: INVOKE_AGENT,
    startMs: first,
    endMs: last,
    failed,
    attributes: { ...AGENT, 'gen_ai.conversation.id': state.session },
  })
  setParents(data.spans)
  return data
}

/** What a sub-agent did belongs below its task. A sub-agent may have had several tasks, one after another or side by side. */
function setParents(spans: readonly TelemetrySpan[]): void {
  const tasks = spans.filter(({ name }) => name.startsWith(`${INVOKE_AGENT} `))
  for (const span of spans.filter(({ agent }) => agent !== undefined)) {
    const parent = tasks.find(
      ({ attributes, startMs, endMs }) =>
        attributes['gen_ai.agent.name'] === span.agent && startMs <= span.startMs && span.endMs <= endMs,
    )
    if (parent !== undefined) span.parent = parent
  }
}

const INVOKE_AGENT = 'invoke_agent'

const AGENT = { 'gen_ai.operation.name': INVOKE_AGENT, 'gen_ai.provider.name': 'gcp.gemini' }

type TelemetryState = {
  session: string
  content: boolean
  requests: Map<string | undefined, { model: string; timeMs: number }>
  turn: number
  mode?: string
}

/** What every event adds to, and when it happened. */
type EventContext = { timeMs: number; promptId: TelemetryAttributes; state: TelemetryState; data: TelemetryData }

function addEvent(event: RunEvent, context: EventContext) {
  const { timeMs, promptId, state, data } = context
  const log = (name: string, attributes: TelemetryAttributes) =>
    void data.logs.push({ name: `gemini_cli.${name}`, timeMs, attributes })
  switch (event.type) {
    case 'run_snapshot': {
      const { inputs, settings, tools, mode, model } = event
      state.mode = mode
      const servers = new Set(tools.flatMap(({ server }) => (server === undefined ? [] : [server])))
      return log('config', {
        model,
        approval_mode: mode,
        sandbox_enabled: inputs.sandbox !== 'off',
        core_tools_enabled: coreTools(settings),
        vertex_ai_enabled: inputs.use_vertex_ai === true,
        log_user_prompts_enabled: state.content,
        debug_mode: inputs.gemini_debug === true,
        mcp_servers: [...servers].join(','),
        mcp_servers_count: servers.size,
        mcp_tools_count: tools.filter(({ server }) => server !== undefined).length,
        output_format: 'text',
      })
    }
    case 'model_request': {
      const { model, agent, turn, messages } = event
      const text = JSON.stringify(messages)
      if (agent === undefined && turn === 1 && state.turn === 0)
        log('user_prompt', { prompt_length: text.length, ...promptId, ...(state.content ? { prompt: text } : {}) })
      if (agent === undefined) state.turn = turn
      state.requests.set(agent, { model, timeMs })
      return log('api_request', {
        model,
        ...promptId,
        role: modelRole(agent),
        ...(state.content ? { request_text: text } : {}),
      })
    }
    case 'model_reply':
      return addReply(event, context)
    case 'model_failed':
      return addFailure(event, context)
    case 'call_finished':
      return addCall(event, context)
    case 'hook_finished': {
      const attributes = { hook_event_name: event.event, hook_name: event.hook, success: event.ok }
      log('hook_call', { ...attributes, hook_type: 'command', duration_ms: event.ms })
      addCounter(data, 'gemini_cli.hook_call.count', 1, attributes)
      return addHistogram(data, { name: 'gemini_cli.hook_call.latency', value: event.ms, unit: 'ms', attributes })
    }
    case 'chat_compressed': {
      const attributes = { tokens_before: event.tokensBefore, tokens_after: event.tokensAfter }
      log('chat_compression', attributes)
      return addCounter(data, 'gemini_cli.chat_compression', 1, attributes)
    }
    case 'agent_finished':
      return addAgent(event, context)
    case 'run_ended':
      return log('conversation_finished', {
        ...(state.mode === undefined ? {} : { approvalMode: state.mode }),
        turnCount: event.turns,
        outcome: event.outcome,
      })
    case 'output_truncated': {
      const { name, length, keptLength, threshold } = event
      const lengths = { original_content_length: length, truncated_content_length: keptLength }
      return log('tool_output_truncated', {
        ...{ tool_name: name, ...lengths, ...promptId },
        ...(threshold === undefined ? {} : { threshold }),
      })
    }
    default:
  }
}

const coreTools = ({ tools }: Record<string, unknown>): string => {
  const core = typeof tools === 'object' && tools !== null && 'core' in tools ? tools.core : undefined
  return Array.isArray(core) ? core.join(',') : ''
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

function addReply({ reply, ms, agent }: EventOf<'model_reply'>, { timeMs, promptId, state, data }: EventContext) {
  const { model, usage, stop, reason } = reply
  const requestedModel = state.requests.get(agent)?.model ?? model
  data.logs.push({
    name: 'gemini_cli.api_response',
    timeMs,
    attributes: {
      model,
      status_code: 200,
      duration_ms: ms,
      input_token_count: usage.input,
      output_token_count: usage.output,
      cached_content_token_count: usage.cached,
      thoughts_token_count: usage.thoughts,
      tool_token_count: usage.tool,
      total_token_count: usage.total,
      finish_reasons: reason ?? (stop === 'finished' ? 'STOP' : stop),
      role: modelRole(agent),
      ...promptId,
      ...(state.content ? { response_text: JSON.stringify(reply.parts) } : {}),
    },
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
  data.spans.push({
    ...{ name: `chat ${requestedModel}`, startMs: timeMs - ms, endMs: timeMs, failed: false, attributes },
    ...(agent === undefined ? {} : { agent }),
  })
}

const tokensOf = ({ input, output, thoughts, cached, tool }: TokenUsage) => ({
  input,
  output,
  thought: thoughts,
  cache: cached,
  tool,
})

function addFailure(event: EventOf<'model_failed'>, { timeMs, promptId, state, data }: EventContext) {
  const { agent, text, status, waitMs, next } = event
  const request = state.requests.get(agent)
  const model = event.model ?? request?.model ?? 'unknown'
  const type = status === undefined ? 'unknown' : String(status)
  const code = status === undefined ? {} : { status_code: status }
  const names = { model, role: modelRole(agent), ...promptId }
  const duration: TelemetryAttributes =
    request === undefined ? {} : { duration_ms: timeMs - request.timeMs, duration: timeMs - request.timeMs }
  data.logs.push({
    name: 'gemini_cli.api_error',
    timeMs,
    attributes: {
      ...names,
      model_name: model,
      error: text,
      'error.message': text,
      'error.type': type,
      ...code,
      ...duration,
    },
  })
  addCounter(data, 'gemini_cli.api.request.count', 1, { model, ...code, error_type: type })
  if (waitMs !== undefined) {
    data.logs.push({
      name: 'gemini_cli.network_retry_attempt',
      timeMs,
      attributes: { ...names, error_type: type, delay_ms: waitMs },
    })
    addCounter(data, 'gemini_cli.network_retry.count', 1, { model })
  } else if (next !== undefined)
    data.logs.push({ name: 'gemini_cli.flash_fallback', timeMs, attributes: { ...names, next } })
  else
    data.spans.push({
      name: `chat ${model}`,
      startMs: request?.timeMs ?? timeMs,
      endMs: timeMs,
      failed: true,
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'error.type': type },
      ...(agent === undefined ? {} : { agent }),
    })
}

function addCall({ call, reply }: EventOf<'call_finished'>, { timeMs, promptId, state, data }: EventContext) {
  const { name, verdict, reason, ms, bytes, diff, args } = call
  const success = call.state === 'success'
  const kind = { function_name: name, success, tool_type: name.includes('__') ? 'mcp' : 'native' }
  const decision: TelemetryAttributes =
    verdict === undefined ? {} : { decision: verdict === 'allow' ? 'accept' : 'reject' }
  const error = reason === undefined ? {} : callError(reason, state.content ? reply.error : undefined)
  data.logs.push({
    name: 'gemini_cli.tool_call',
    timeMs,
    attributes: {
      ...kind,
      ...decision,
      ...error,
      ...serverAttributes(call),
      duration_ms: ms,
      content_length: bytes,
      ...promptId,
      start_time: timeMs - ms,
      end_time: timeMs,
      ...(diff === undefined ? {} : { metadata: JSON.stringify(diffStats(diff)) }),
      ...(state.content ? { function_args: JSON.stringify(args) } : {}),
    },
  })
  addCounter(data, 'gemini_cli.tool.call.count', 1, { ...kind, ...decision })
  addHistogram(data, {
    name: 'gemini_cli.tool.call.latency',
    value: ms,
    unit: 'ms',
    attributes: { function_name: name },
  })
  if (success && diff !== undefined)
    for (const [type, lines] of [
      ['added', diff.added],
      ['removed', diff.removed],
    ] as const)
      if (lines > 0) addCounter(data, 'gemini_cli.lines.changed', lines, { function_name: name, type })
  if (success) addFileOperation(call, timeMs, data)
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': call.id,
  }
  data.spans.push({
    ...{ name: `execute_tool ${name}`, startMs: timeMs - ms, endMs: timeMs, failed: !success, attributes },
    ...(call.agent === undefined ? {} : { agent: call.agent }),
  })
}

function addFileOperation(call: CallRecord, timeMs: number, data: TelemetryData) {
  const operation = fileOperation(call)
  if (operation === undefined) return
  data.logs.push({ name: 'gemini_cli.file_operation', timeMs, attributes: { tool_name: call.name, ...operation } })
  addCounter(data, 'gemini_cli.file.operation.count', 1, operation)
}

/** A sub-agent's task. It started `ms` before it finished. */
function addAgent(event: EventOf<'agent_finished'>, { timeMs, data }: EventContext) {
  const { agent, reason, recovery, turns, ms } = event
  const name = { agent_name: agent }
  const identity = { agent_id: `${agent}-${timeMs - ms}`, ...name }
  const success = reason === 'GOAL'
  const ending = { duration_ms: ms, turn_count: turns, terminate_reason: reason }
  data.logs.push({ name: 'gemini_cli.agent.start', timeMs: timeMs - ms, attributes: identity })
  if (recovery)
    data.logs.push({ name: 'gemini_cli.agent.recovery_attempt', timeMs, attributes: { ...identity, reason, success } })
  data.logs.push({ name: 'gemini_cli.agent.finish', timeMs, attributes: { ...identity, ...ending } })
  addCounter(data, 'gemini_cli.agent.run.count', 1, { ...name, terminate_reason: reason })
  if (recovery) addCounter(data, 'gemini_cli.agent.recovery_attempt.count', 1, { ...name, reason, success })
  addHistogram(data, { name: 'gemini_cli.agent.duration', value: ms, unit: 'ms', attributes: name })
  addHistogram(data, { name: 'gemini_cli.agent.turns', value: turns, unit: 'turns', attributes: name })
  const attributes = { ...AGENT, 'gen_ai.agent.name': agent }
  data.spans.push({ name: `invoke_agent ${agent}`, startMs: timeMs - ms, endMs: timeMs, failed: !success, attributes })
}

const serverAttributes = ({ name }: CallRecord): TelemetryAttributes =>
  name.includes('__') ? { mcp_server_name: name.slice(0, name.indexOf('__')) } : {}

function addCounter({ metrics }: TelemetryData, name: string, value: number, attributes: TelemetryAttributes): void {
  metrics.push({ name, kind: 'counter', value, attributes })
}

function addHistogram({ metrics }: TelemetryData, metric: Omit<TelemetryMetric, 'kind'>): void {
  metrics.push({ ...metric, kind: 'histogram' })
}
