import { resolve } from 'node:path'
import type { Runtime } from '../config/runtime.ts'
import { VERSION } from '../platform/version.ts'
import type { CallRecord, EventOf, RunEvent, ToolRecord } from '../record/events.ts'
import type { Transcript } from '../record/transcript.ts'
import { addModelFailure, addModelReply, addModelRequest } from './telemetry-model-calls.ts'
import {
  addCounter,
  addHistogram,
  addLog,
  type EventContext,
  type TelemetryAttributes,
  type TelemetryData,
  type TelemetrySpan,
  type TelemetryState,
} from './telemetry-records.ts'
import type { TelemetryTarget } from './telemetry-settings.ts'

/** Time limits of the telemetry export. A runner kills a cancelled job 2.5 seconds after SIGTERM. */
const TELEMETRY_MS = { normal: 4000, cancelled: 2000 }

/** Sends the telemetry of a run. The packages of OpenTelemetry are large, so they load only here. */
export async function exportTelemetry(
  telemetry: TelemetryTarget,
  { session, workspace, signal }: Runtime,
  transcript: Transcript,
): Promise<void> {
  const { sendTelemetry } = await import('./exporters.ts')
  const data = collectTelemetry(transcript.events(), transcript.times(), telemetry.content)
  const { to } = telemetry
  const target = 'file' in to ? { file: resolve(workspace, to.file) } : to
  const maxMs = signal.aborted ? TELEMETRY_MS.cancelled : TELEMETRY_MS.normal
  const problem = await sendTelemetry(data, { ...telemetry, to: target }, { session, version: VERSION, maxMs })
  if (problem === undefined) return
  const text = `Could not send telemetry (telemetry.otlpEndpoint, telemetry.outfile): ${problem}`
  transcript.emit({ type: 'notice', level: 'warning', text })
}

/**
 * The telemetry of a run, with the reference's names. `content`: whether to include prompts, replies and arguments.
 * Sources: the reference's telemetry page; OpenTelemetry semantic conventions, "Gen AI", for names that begin with gen_ai.
 */
export function collectTelemetry(
  events: readonly RunEvent[],
  times: readonly number[],
  content: boolean,
): TelemetryData {
  const session = events.find((event) => event.type === 'run_started')?.session ?? ''
  const authType = events.find((event) => event.type === 'run_snapshot')?.authType
  const common = { 'session.id': session, interactive: false, auth_type: authType }
  const data: TelemetryData = { common, logs: [], metrics: [], spans: [] }
  const state: TelemetryState = { session, content, requests: new Map(), servers: new Map() }
  addCounter(data, 'gemini_cli.session.count', 1, {})
  // A run has one prompt, so its id is the session's, as in the reference without a person. Code Assist gets the same as user_prompt_id.
  const promptId = { prompt_id: session }
  for (const [index, event] of events.entries()) addEvent(event, { timeMs: times[index] ?? 0, promptId, state, data })
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

/**
 * A sub-agent's spans belong below its task, and the task below the call that started it. A sub-agent may have had several tasks, one
 * after another or side by side.
 */
function setParents(spans: readonly TelemetrySpan[]): void {
  const tasks = spans.filter(({ name }) => name.startsWith(`${INVOKE_AGENT} `))
  for (const span of spans.filter(({ agent }) => agent !== undefined)) {
    const parent = tasks.find((task) => task.attributes[AGENT_NAME] === span.agent && isWithin(span, task))
    if (parent !== undefined) span.parent = parent
  }
  const free = new Set(spans.filter(({ startsAgent }) => startsAgent !== undefined))
  for (const task of tasks) {
    const parent = [...free].find((call) => call.startsAgent === task.attributes[AGENT_NAME] && isWithin(task, call))
    if (parent === undefined) continue
    free.delete(parent)
    task.parent = parent
  }
}

const isWithin = (span: TelemetrySpan, outer: TelemetrySpan) =>
  outer.startMs <= span.startMs && span.endMs <= outer.endMs

const AGENT_NAME = 'gen_ai.agent.name'

const INVOKE_AGENT = 'invoke_agent'

const AGENT = { 'gen_ai.operation.name': INVOKE_AGENT, 'gen_ai.provider.name': 'gcp.gemini' }

function addEvent(event: RunEvent, context: EventContext) {
  const { promptId, state, data } = context
  switch (event.type) {
    case 'run_snapshot':
      return addConfig(event, context)
    case 'model_request':
      return addModelRequest(event, context)
    case 'model_reply':
      return addModelReply(event, context)
    case 'model_failed':
      return addModelFailure(event, context)
    case 'call_finished':
      return addCall(event, context)
    case 'hook_finished': {
      const attributes = { hook_event_name: event.event, hook_name: event.hook, success: event.ok }
      addLog(context, 'hook_call', {
        ...attributes,
        hook_type: 'command',
        duration_ms: event.ms,
        exit_code: event.exit,
      })
      addCounter(data, 'gemini_cli.hook_call.count', 1, attributes)
      return addHistogram(data, { name: 'gemini_cli.hook_call.latency', value: event.ms, unit: 'ms', attributes })
    }
    case 'loop_detected':
      return addLog(context, 'loop_detected', { loop_type: event.kind, count: event.count, ...promptId })
    case 'chat_compressed':
      return addCompression(event, context)
    case 'agent_started':
      return rememberServers(event.definition.servers?.tools ?? [], state)
    case 'agent_finished':
      return addAgent(event, context)
    case 'run_ended':
      return addLog(context, 'conversation_finished', {
        approvalMode: state.mode,
        turnCount: event.turns,
        outcome: event.outcome,
      })
    case 'output_truncated': {
      const { name, length, keptLength, threshold } = event
      const lengths = { original_content_length: length, truncated_content_length: keptLength }
      return addLog(context, 'tool_output_truncated', { tool_name: name, ...lengths, threshold, ...promptId })
    }
    default:
  }
}

function addConfig(event: EventOf<'run_snapshot'>, context: EventContext) {
  const { inputs, settings, tools, mode, model, authType, extensions = [], slashCommands = [] } = event
  const { state } = context
  state.mode = mode
  rememberServers(tools, state)
  const servers = new Set(state.servers.values())
  addLog(context, 'config', {
    model,
    approval_mode: mode,
    sandbox_enabled: inputs.sandbox !== 'off',
    core_tools_enabled: coreTools(settings),
    api_key_enabled: authType === 'gemini-api-key',
    vertex_ai_enabled: authType === 'vertex-ai',
    log_user_prompts_enabled: state.content,
    file_filtering_respect_git_ignore: respectsGitIgnore(settings),
    debug_mode: inputs.gemini_debug === true,
    mcp_servers: [...servers].join(','),
    mcp_servers_count: servers.size,
    mcp_tools: [...state.servers.keys()].join(','),
    mcp_tools_count: state.servers.size,
    output_format: 'text',
    extensions: extensions.join(','),
    extensions_count: extensions.length,
  })
  for (const name of slashCommands) {
    const [command = '', ...rest] = name.split(':')
    const subcommand = rest.length === 0 ? undefined : rest.join(':')
    addLog(context, 'slash_command', { command, subcommand, status: 'success' })
  }
}

function rememberServers(tools: readonly ToolRecord[], { servers }: TelemetryState) {
  for (const { name, server } of tools) if (server !== undefined) servers.set(name, server)
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const respectsGitIgnore = (settings: Record<string, unknown>): boolean =>
  memberOf(memberOf(settings.context, 'fileFiltering'), 'respectGitIgnore') !== false

function addCompression(event: EventOf<'chat_compressed'>, context: EventContext) {
  const tokens = { tokens_before: event.tokensBefore, tokens_after: event.tokensAfter }
  if (event.status === 'masked') {
    const { maskedCount = 0, prunableTokens = 0 } = event
    const masked = { masked_count: maskedCount, total_prunable_tokens: prunableTokens }
    return addLog(context, 'tool_output_masking', { ...tokens, ...masked })
  }
  addLog(context, 'chat_compression', tokens)
  addCounter(context.data, 'gemini_cli.chat_compression', 1, tokens)
}

const coreTools = ({ tools }: Record<string, unknown>): string => {
  const core = memberOf(tools, 'core')
  return Array.isArray(core) ? core.join(',') : ''
}

function addCall({ call, reply }: EventOf<'call_finished'>, context: EventContext) {
  const { name, verdict, reason, ms, bytes, diff, args } = call
  const { timeMs, promptId, state, data } = context
  const success = call.state === 'success'
  const server = state.servers.get(name)
  const kind = { function_name: name, success, tool_type: server === undefined ? 'native' : 'mcp' }
  // A denied call has no decision: in the reference, a confirmation makes it.
  const decision = verdict === 'allow' ? 'accept' : undefined
  const error = reason === undefined ? {} : callError(reason, state.content ? reply.error : undefined)
  data.logs.push({
    name: 'gemini_cli.tool_call',
    timeMs,
    body: `Tool call: ${name}.${verdict === 'allow' ? ' Decision: accept.' : ''} Success: ${success}. Duration: ${ms}ms.`,
    attributes: {
      ...kind,
      decision,
      ...error,
      mcp_server_name: server,
      duration_ms: ms,
      content_length: bytes,
      ...promptId,
      start_time: timeMs - ms,
      end_time: timeMs,
      metadata: diff === undefined ? undefined : diffStats(diff),
      function_args: state.content ? JSON.stringify(args) : undefined,
    },
  })
  addCounter(data, 'gemini_cli.tool.call.count', 1, { ...kind, decision })
  const latency = { name: 'gemini_cli.tool.call.latency', value: ms, unit: 'ms' }
  addHistogram(data, { ...latency, attributes: { function_name: name } })
  if (success && diff !== undefined)
    for (const [type, lines] of [
      ['added', diff.added],
      ['removed', diff.removed],
    ] as const)
      if (lines > 0) addCounter(data, 'gemini_cli.lines.changed', lines, { function_name: name, type })
  addToolEvents(call, context)
  const operation = success ? fileOperation(call) : undefined
  if (operation !== undefined) {
    addLog(context, 'file_operation', { tool_name: name, ...operation })
    addCounter(data, 'gemini_cli.file.operation.count', 1, operation)
  }
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': call.id,
  }
  data.spans.push({
    name: `execute_tool ${name}`,
    startMs: timeMs - ms,
    endMs: timeMs,
    failed: !success,
    attributes,
    agent: call.agent,
    startsAgent: call.agent === undefined ? delegatedTo(call) : undefined,
  })
}

/** What single tools report besides their call. */
function addToolEvents({ name, state: outcome, reason, display, editStrategy }: CallRecord, context: EventContext) {
  if (editStrategy !== undefined) addLog(context, 'edit_strategy', { strategy: editStrategy })
  if (name === 'replace' && context.state.isCorrecting === true) {
    context.state.isCorrecting = false
    addLog(context, 'edit_correction', { correction: outcome === 'success' ? 'success' : 'failure' })
  }
  // The provider could not read the pages, so the run fetched them itself.
  const isFallback = reason === 'web_fetch_fallback_failed' || display?.endsWith('processed using fallback fetch.')
  if (name === 'web_fetch' && isFallback === true)
    addLog(context, 'web_fetch_fallback_attempt', { reason: 'primary_failed' })
}

/** The sub-agent that a call starts, if it starts one. */
const delegatedTo = ({ name, args }: CallRecord): string =>
  typeof args.agent_name === 'string' ? args.agent_name : name

/** A sub-agent's task. It started `ms` before it finished. */
function addAgent(event: EventOf<'agent_finished'>, context: EventContext) {
  const { agent, reason, recovery, recoveryReason = reason, recoveryMs = 0, turns, ms } = event
  const { timeMs, data } = context
  const name = { agent_name: agent }
  const identity = { agent_id: `${agent}-${timeMs - ms}`, ...name }
  const success = reason === 'GOAL'
  const ending = { duration_ms: ms, turn_count: turns, terminate_reason: reason }
  addLog({ ...context, timeMs: timeMs - ms }, 'agent.start', identity)
  if (recovery) {
    const attempt = { reason: recoveryReason, success }
    addLog(context, 'agent.recovery_attempt', { ...identity, ...attempt, duration_ms: recoveryMs, turn_count: turns })
    addCounter(data, 'gemini_cli.agent.recovery_attempt.count', 1, { ...name, ...attempt })
    const duration = { name: 'gemini_cli.agent.recovery_attempt.duration', value: recoveryMs, unit: 'ms' }
    addHistogram(data, { ...duration, attributes: name })
  }
  addLog(context, 'agent.finish', { ...identity, ...ending })
  addCounter(data, 'gemini_cli.agent.run.count', 1, { ...name, terminate_reason: reason })
  addHistogram(data, { name: 'gemini_cli.agent.duration', value: ms, unit: 'ms', attributes: name })
  addHistogram(data, { name: 'gemini_cli.agent.turns', value: turns, unit: 'turns', attributes: name })
  const attributes = { ...AGENT, [AGENT_NAME]: agent }
  data.spans.push({ name: `invoke_agent ${agent}`, startMs: timeMs - ms, endMs: timeMs, failed: !success, attributes })
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
function fileOperation({ name, args, diff }: CallRecord): TelemetryAttributes | undefined {
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
const callError = (reason: string, text: unknown): Record<string, string | number> => {
  const message = typeof text === 'string' ? text : `The call failed: ${reason.replaceAll('_', ' ')}.`
  return { error: message, 'error.message': message, error_type: reason, 'error.type': reason }
}

/** With the names of both versions of the reference. No person edits a change here. */
function diffStats({ diff, added, removed }: NonNullable<CallRecord['diff']>): Record<string, number> {
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
