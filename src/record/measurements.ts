import type { Usage } from '../model/types.ts'
import type { CallRecord, RunEvent } from './events.ts'
import { roleOf } from './stats.ts'

export type Attributes = Record<string, string | number | boolean>
/** Times are milliseconds since 1970. */
export type LogEntry = { name: string; at: number; attributes: Attributes }
/** `unit` as OpenTelemetry writes units; counts have none. */
export type Measured = {
  name: string
  kind: 'counter' | 'histogram'
  unit?: string
  value: number
  attributes: Attributes
}
export type Timed = { name: string; from: number; to: number; failed: boolean; attributes: Attributes }
export type Measurements = { logs: LogEntry[]; metrics: Measured[]; spans: Timed[] }

/**
 * A run as telemetry, under the reference's names. `content`: whether prompts, answers and arguments may be told.
 * Sources: the reference's telemetry page; OpenTelemetry semantic conventions, "Gen AI", for names that begin with gen_ai.
 */
export function measurementsOf(events: readonly RunEvent[], times: readonly number[], content: boolean): Measurements {
  const found: Measurements = { logs: [], metrics: [], spans: [] }
  const started = events.find((event) => event.type === 'run_started')
  const facts: Facts = { session: started?.session ?? '', content, asked: new Map(), turn: 0 }
  count(found, 'gemini_cli.session.count', 1, {})
  for (const [index, event] of events.entries()) read(event, times[index] ?? 0, facts, found)
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0]
  const failed = events.some((event) => event.type === 'run_ended' && event.ending === 'failed')
  found.spans.unshift({
    name: 'invoke_agent',
    from: first,
    to: last,
    failed,
    attributes: { ...AGENT, 'gen_ai.conversation.id': facts.session },
  })
  return found
}

const AGENT = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.provider.name': 'gcp.gemini' }

type Facts = {
  session: string
  content: boolean
  asked: Map<string | undefined, { model: string; at: number }>
  turn: number
}

function read(event: RunEvent, at: number, facts: Facts, found: Measurements) {
  const id = { prompt_id: `${facts.session}########${facts.turn}` }
  const log = (name: string, attributes: Attributes) =>
    void found.logs.push({ name: `gemini_cli.${name}`, at, attributes })
  switch (event.type) {
    case 'equipped': {
      const { inputs, settings, tools, mode, model } = event
      const servers = new Set(tools.flatMap(({ server }) => (server === undefined ? [] : [server])))
      return log('config', {
        model,
        approval_mode: mode,
        sandbox_enabled: inputs.sandbox !== 'off',
        core_tools_enabled: coreTools(settings),
        vertex_ai_enabled: inputs.use_vertex_ai === true,
        log_user_prompts_enabled: facts.content,
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
      if (agent === undefined && turn === 1 && facts.turn === 0)
        log('user_prompt', { prompt_length: text.length, ...id, ...(facts.content ? { prompt: text } : {}) })
      if (agent === undefined) facts.turn = turn
      facts.asked.set(agent, { model, at })
      return log('api_request', {
        model,
        ...id,
        role: roleOf(agent),
        ...(facts.content ? { request_text: text } : {}),
      })
    }
    case 'model_reply':
      return answered(event, at, facts, id, found)
    case 'model_failed':
      return failed(event, at, facts, id, found)
    case 'call_finished':
      return called(event, at, facts, id, found)
    case 'hook_finished': {
      const attributes = { hook_event_name: event.event, hook_name: event.hook, success: event.ok }
      log('hook_call', { ...attributes, hook_type: 'command', duration_ms: event.ms })
      count(found, 'gemini_cli.hook_call.count', 1, attributes)
      return spread(found, 'gemini_cli.hook_call.latency', event.ms, 'ms', attributes)
    }
    case 'chat_compressed': {
      const attributes = { tokens_before: event.tokensBefore, tokens_after: event.tokensAfter }
      log('chat_compression', attributes)
      return count(found, 'gemini_cli.chat_compression', 1, attributes)
    }
    case 'agent_finished':
      return delegated(event, at, found)
    case 'run_ended':
      return log('conversation_finished', { turnCount: event.turns, outcome: event.outcome })
    default:
  }
}

const coreTools = ({ tools }: Record<string, unknown>): string => {
  const core = typeof tools === 'object' && tools !== null && 'core' in tools ? tools.core : undefined
  return Array.isArray(core) ? core.join(',') : ''
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

function answered(
  { reply, ms, agent }: EventOf<'model_reply'>,
  at: number,
  facts: Facts,
  id: Attributes,
  found: Measurements,
) {
  const { model, usage, stop, reason } = reply
  const asked = facts.asked.get(agent)?.model ?? model
  found.logs.push({
    name: 'gemini_cli.api_response',
    at,
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
      role: roleOf(agent),
      ...id,
      ...(facts.content ? { response_text: JSON.stringify(reply.parts) } : {}),
    },
  })
  count(found, 'gemini_cli.api.request.count', 1, { model, status_code: 200 })
  spread(found, 'gemini_cli.api.request.latency', ms, 'ms', { model })
  for (const [type, value] of Object.entries(tokensOf(usage)))
    if (value > 0) count(found, 'gemini_cli.token.usage', value, { model, type })
  const names = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'gcp.gemini',
    'gen_ai.request.model': asked,
    'gen_ai.response.model': model,
  }
  for (const type of ['input', 'output'] as const)
    spread(found, 'gen_ai.client.token.usage', usage[type], '{token}', { ...names, 'gen_ai.token.type': type })
  spread(found, 'gen_ai.client.operation.duration', ms / 1000, 's', names)
  const attributes = { ...names, 'gen_ai.usage.input_tokens': usage.input, 'gen_ai.usage.output_tokens': usage.output }
  found.spans.push({ name: `chat ${asked}`, from: at - ms, to: at, failed: false, attributes })
}

const tokensOf = ({ input, output, thoughts, cached, tool }: Usage) => ({
  input,
  output,
  thought: thoughts,
  cache: cached,
  tool,
})

function failed(event: EventOf<'model_failed'>, at: number, facts: Facts, id: Attributes, found: Measurements) {
  const { agent, text, status, waitMs, next } = event
  const asked = facts.asked.get(agent)
  const model = event.model ?? asked?.model ?? 'unknown'
  const type = status === undefined ? 'unknown' : String(status)
  const code = status === undefined ? {} : { status_code: status }
  const names = { model, role: roleOf(agent), ...id }
  found.logs.push({
    name: 'gemini_cli.api_error',
    at,
    attributes: { ...names, model_name: model, error: text, 'error.message': text, 'error.type': type, ...code },
  })
  count(found, 'gemini_cli.api.request.count', 1, { model, ...code, error_type: type })
  if (waitMs !== undefined) {
    found.logs.push({
      name: 'gemini_cli.network_retry_attempt',
      at,
      attributes: { ...names, error_type: type, delay_ms: waitMs },
    })
    count(found, 'gemini_cli.network_retry.count', 1, { model })
  } else if (next !== undefined)
    found.logs.push({ name: 'gemini_cli.flash_fallback', at, attributes: { ...names, next } })
  else
    found.spans.push({
      name: `chat ${model}`,
      from: asked?.at ?? at,
      to: at,
      failed: true,
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'error.type': type },
    })
}

function called({ call }: EventOf<'call_finished'>, at: number, facts: Facts, id: Attributes, found: Measurements) {
  const { name, state, verdict, why, ms, bytes, diff, args } = call
  const success = state === 'success'
  const kind = { function_name: name, success, tool_type: name.includes('__') ? 'mcp' : 'native' }
  const decision: Attributes = verdict === undefined ? {} : { decision: verdict === 'allow' ? 'accept' : 'reject' }
  const error: Attributes = why === undefined ? {} : { error: why, error_type: why, 'error.type': why }
  found.logs.push({
    name: 'gemini_cli.tool_call',
    at,
    attributes: {
      ...kind,
      ...decision,
      ...error,
      ...server(call),
      duration_ms: ms,
      content_length: bytes,
      ...id,
      start_time: at - ms,
      end_time: at,
      ...(diff === undefined
        ? {}
        : { metadata: JSON.stringify({ model_added_lines: diff.added, model_removed_lines: diff.removed }) }),
      ...(facts.content ? { function_args: JSON.stringify(args) } : {}),
    },
  })
  count(found, 'gemini_cli.tool.call.count', 1, { ...kind, ...decision })
  spread(found, 'gemini_cli.tool.call.latency', ms, 'ms', { function_name: name })
  if (success && diff !== undefined)
    for (const [type, lines] of [
      ['added', diff.added],
      ['removed', diff.removed],
    ] as const)
      if (lines > 0) count(found, 'gemini_cli.lines.changed', lines, { function_name: name, type })
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': call.id,
  }
  found.spans.push({ name: `execute_tool ${name}`, from: at - ms, to: at, failed: !success, attributes })
}

/** A sub-agent's task, which began when it ended less what it took. */
function delegated({ agent, reason, recovery, turns, ms }: EventOf<'agent_finished'>, at: number, found: Measurements) {
  const name = { agent_name: agent }
  const who = { agent_id: `${agent}-${at - ms}`, ...name }
  const success = reason === 'GOAL'
  const ended = { duration_ms: ms, turn_count: turns, terminate_reason: reason }
  found.logs.push({ name: 'gemini_cli.agent.start', at: at - ms, attributes: who })
  if (recovery)
    found.logs.push({ name: 'gemini_cli.agent.recovery_attempt', at, attributes: { ...who, reason, success } })
  found.logs.push({ name: 'gemini_cli.agent.finish', at, attributes: { ...who, ...ended } })
  count(found, 'gemini_cli.agent.run.count', 1, { ...name, terminate_reason: reason })
  if (recovery) count(found, 'gemini_cli.agent.recovery_attempt.count', 1, { ...name, reason, success })
  spread(found, 'gemini_cli.agent.duration', ms, 'ms', name)
  spread(found, 'gemini_cli.agent.turns', turns, 'turns', name)
  const attributes = { ...AGENT, 'gen_ai.agent.name': agent }
  found.spans.push({ name: `invoke_agent ${agent}`, from: at - ms, to: at, failed: !success, attributes })
}

const server = ({ name }: CallRecord): Attributes =>
  name.includes('__') ? { mcp_server_name: name.slice(0, name.indexOf('__')) } : {}

function count({ metrics }: Measurements, name: string, value: number, attributes: Attributes): void {
  metrics.push({ name, kind: 'counter', value, attributes })
}

function spread({ metrics }: Measurements, name: string, value: number, unit: string, attributes: Attributes): void {
  metrics.push({ name, kind: 'histogram', unit, value, attributes })
}
