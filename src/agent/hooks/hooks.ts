import { resolveModel } from '../../model/models.ts'
import { type Message, type MessagePart, type ModelReply, type ModelRequest, NO_USAGE } from '../../model/types.ts'
import { timeoutSignal } from '../../platform/time.ts'
import { failed, type ToolResult } from '../../tools/tool.ts'
import { loadedBy, loaderLines } from '../committed-programs.ts'
import { type GuardWatch, watchGuard } from '../guard-watch.ts'
import { Stopped } from '../stop-conditions.ts'
import { type HookOutput, hookReason, type LlmRequest, type LlmResponse, type ToolChoice } from './hook-output.ts'
import { fireHooks, type HookRunContext, type HookTrigger } from './hook-runner.ts'
import { type Hook, hookLabel, parseHookSettings, type TrustedHookFiles, withTrustedPrograms } from './hook-settings.ts'
import type { HookDecision, HookOptions, Hooks } from './hook-types.ts'
import { repositoryCodeReason, withoutRepositoryPrograms } from './repository-code.ts'
import { appendParagraph, hookContextText, matchableNames, toolFields, toolResponse } from './tool-hooks.ts'

/**
 * Creates the hooks from the settings; undefined without hooks. Rejects with UserError, which names the field, for invalid
 * hook settings.
 */
export async function createHooks(settings: unknown, options: HookOptions): Promise<Hooks | undefined> {
  if (!hasHooks(settings)) return undefined
  const { hooks, notices } = parseHookSettings(settings)
  for (const text of notices) options.emit({ type: 'notice', level: 'warning', text })
  if (hooks.length === 0) return undefined
  const { trustedFiles } = options
  if (trustedFiles === undefined) return buildHooks(hooks, settings, options)
  const trusted = await withTrustedPrograms(hooks, trustedFiles)
  return buildHooks(trusted, settings, options, await watchHooks(trusted, trustedFiles, options))
}

/** What each hook loads from the checkout, watched from now on. Untrusted code must be as the trusted commit has it. */
export async function watchHooks(
  hooks: readonly Hook[],
  { files, checkout }: TrustedHookFiles,
  { cwd, view = cwd, env, guarded = { root: view } }: Pick<HookOptions, 'cwd' | 'view' | 'env' | 'guarded'>,
): Promise<ReadonlyMap<Hook, GuardWatch>> {
  const watches = new Map<Hook, GuardWatch>()
  for (const hook of hooks) {
    const commands = [hook.command, ...loaderLines({ ...env, ...hook.env }, view)]
    const watch = await watchGuard(await loadedBy(commands, files, hook.copies), {
      ...guarded,
      committed: checkout === undefined ? files.read : undefined,
    })
    if (watch !== undefined) watches.set(hook, watch)
  }
  return watches
}

/** Runs the SessionStart hooks, and the SessionEnd hooks on disposal. `context` is text for the model before the task. */
export async function startHookSession(
  hooks: Hooks | undefined,
  signal: AbortSignal,
): Promise<{ context: string; [Symbol.asyncDispose](): Promise<void> }> {
  return {
    context: (await hooks?.sessionStart('startup', signal)) ?? '',
    // A canceled job has a few seconds left, and the results still have to be posted.
    [Symbol.asyncDispose]: async () => hooks?.sessionEnd('exit', signal.aborted ? 2000 : 60_000),
  }
}

export const hasHooks = (settings: unknown): boolean =>
  typeof settings === 'object' && settings !== null && 'hooks' in settings

/** Builds the hooks of a run: for each event, the input of its hooks and the effect of their output. */
export async function buildHooks(
  hooks: readonly Hook[],
  settings: unknown,
  options: HookOptions,
  watches: ReadonlyMap<Hook, GuardWatch> = new Map(),
): Promise<Hooks> {
  const refused = options.repositoryCode === false ? await refuseRepositoryCode(hooks, options) : undefined
  const runContext: HookRunContext = {
    ...options,
    env: refused?.env ?? options.env,
    redact: options.redact ?? ((value) => value),
    refusals: refused?.refusals ?? new Map(),
    watches,
    warned: new Set(),
  }
  const fire: FireEvent = (trigger) => fireHooks(hooks, trigger, runContext)
  /** Reports a stopped or blocked turn. Blocked calls are in the call record instead. */
  const warn: WarnOfObjection = (decision, output, { aborted }) => {
    // A hook that was aborted with the run did not object.
    if (aborted) return
    runContext.emit({
      type: 'notice',
      level: 'warning',
      text: `Agent execution ${decision.action === 'stop' ? 'stopped' : 'blocked'}: ${output?.systemMessage ?? decision.reason}`,
    })
  }
  return {
    ...sessionHooks(fire),
    ...agentHooks(fire, warn),
    ...modelHooks(fire, warn),
    ...toolHooks(fire, warn, serverSettings(settings)),
  }
}

type FireEvent = (trigger: HookTrigger) => Promise<HookOutput | undefined>

type WarnOfObjection = (decision: HookObjection, output: HookOutput | undefined, signal: AbortSignal) => void

function sessionHooks(fire: FireEvent): Pick<Hooks, 'sessionStart' | 'sessionEnd' | 'preCompress'> {
  return {
    async sessionStart(source, signal) {
      const output = await fire({ event: 'SessionStart', subject: { trigger: source }, fields: { source }, signal })
      return contextIn(output) ?? ''
    },

    async sessionEnd(reason, timeoutMs) {
      const signal = timeoutSignal(timeoutMs)
      await fire({ event: 'SessionEnd', subject: { trigger: reason }, fields: { reason }, signal })
    },

    async preCompress(trigger, signal) {
      await fire({ event: 'PreCompress', subject: { trigger }, fields: { trigger }, signal })
    },
  }
}

function agentHooks(fire: FireEvent, warn: WarnOfObjection): Pick<Hooks, 'beforeAgent' | 'afterAgent'> {
  return {
    async beforeAgent(prompt, signal) {
      const output = await fire({ event: 'BeforeAgent', fields: { prompt: promptText(prompt) }, signal })
      const decision = decisionIn(output)
      if (decision.action !== 'continue') {
        warn(decision, output, signal)
        return decision
      }
      const context = contextIn(output)
      return {
        action: 'continue',
        prompt: context === undefined ? prompt : [...prompt, { kind: 'text', text: context }],
      }
    },

    async afterAgent({ prompt, answer, isFollowUp }, signal) {
      const fields = {
        prompt: promptText(prompt),
        prompt_response: answer || '[no response text]',
        stop_hook_active: isFollowUp,
      }
      const output = await fire({ event: 'AfterAgent', fields, signal })
      const decision = decisionIn(output)
      if (decision.action !== 'continue') warn(decision, output, signal)
      return { ...decision, clearHistory: output?.hookSpecificOutput?.clearContext === true }
    },
  }
}

/** The parts of a prompt as the model reads them: as paragraphs. */
const promptText = (prompt: readonly MessagePart[]): string =>
  prompt.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')

function modelHooks(fire: FireEvent, warn: WarnOfObjection): Pick<Hooks, 'beforeModel' | 'afterModel'> {
  return {
    async beforeModel(request, signal) {
      const output = await fire({ event: 'BeforeModel', fields: { llm_request: llmRequest(request) }, signal })
      const decision = decisionIn(output)
      const { llm_request, llm_response } = output?.hookSpecificOutput ?? {}
      const reply = replyFromHook(llm_response, request.model)
      if (decision.action === 'stop' || (decision.action === 'block' && reply === undefined)) {
        warn(decision, output, signal)
        throw new Stopped('hook')
      }
      if (reply !== undefined) return { reply }
      const edited = editedRequest(request, llm_request)
      const fields = { llm_request: llmRequest(edited) }
      const selection = await fire({ event: 'BeforeToolSelection', fields, signal })
      return { request: narrowedRequest(edited, selection?.hookSpecificOutput?.toolConfig) }
    },

    async afterModel(request, reply, signal) {
      const fields = { llm_request: llmRequest(request), llm_response: llmResponse(reply) }
      const output = await fire({ event: 'AfterModel', fields, signal })
      const decision = decisionIn(output)
      if (decision.action !== 'continue') {
        warn(decision, output, signal)
        throw new Stopped('hook')
      }
      return editedReply(reply, output?.hookSpecificOutput?.llm_response)
    },
  }
}

function toolHooks(
  fire: FireEvent,
  warn: WarnOfObjection,
  servers: ServerSettings,
): Pick<Hooks, 'beforeTool' | 'afterTool' | 'notification'> {
  return {
    async beforeTool(call, signal) {
      const fields = toolFields(call, servers)
      const output = await fire({ event: 'BeforeTool', subject: { tool: matchableNames(call.tool) }, fields, signal })
      const decision = decisionIn(output)
      if (decision.action === 'stop') warn(decision, output, signal)
      if (decision.action !== 'continue') return decision
      const edits = output?.hookSpecificOutput?.tool_input
      const args = edits ? { ...call.args, ...edits } : undefined
      return output?.decision === 'ask'
        ? { action: 'ask', reason: confirmationReason(output), args }
        : { action: 'continue', reason: '', args }
    },

    async afterTool(call, result, signal) {
      const fields = { ...toolFields(call, servers), tool_response: toolResponse(result) }
      const output = await fire({ event: 'AfterTool', subject: { tool: matchableNames(call.tool) }, fields, signal })
      const decision = decisionIn(output)
      if (decision.action === 'stop') warn(decision, output, signal)
      if (decision.action !== 'continue') return { result: blockedResult(decision) }
      const context = contextIn(output)
      const next = output?.hookSpecificOutput?.tailToolCallRequest
      return {
        result: context === undefined ? result : appendParagraph(result, context),
        next: next ? { name: next.name, args: next.args } : undefined,
      }
    },

    async notification(confirmation, signal) {
      await fire({ event: 'Notification', fields: { notification_type: 'ToolPermission', ...confirmation }, signal })
    },
  }
}

type HookObjection = Exclude<HookDecision, { action: 'continue' }>

/** The decision in a hook output. `stop` outranks `block`. */
function decisionIn(output: HookOutput | undefined): HookDecision {
  if (output?.continue === false) return { action: 'stop', reason: hookReason(output) }
  const blocks = output?.decision === 'deny' || output?.decision === 'block'
  return blocks ? { action: 'block', reason: hookReason(output) } : { action: 'continue' }
}

const confirmationReason = ({ systemMessage, reason }: HookOutput): string =>
  `A hook requires confirmation by a person.${(systemMessage ?? reason) ? ` ${systemMessage ?? reason}` : ''}`

function contextIn(output: HookOutput | undefined): string | undefined {
  const context = output?.hookSpecificOutput?.additionalContext
  return context ? hookContextText(context) : undefined
}

const blockedResult = ({ action, reason }: HookObjection): ToolResult =>
  action === 'stop'
    ? failed('stop_execution', `Agent execution stopped by hook: ${reason}`)
    : failed('execution_failed', `Tool result blocked: ${reason}`)

type ServerSettings = Readonly<Record<string, unknown>>

function serverSettings(settings: unknown): ServerSettings {
  if (typeof settings !== 'object' || settings === null || !('mcpServers' in settings)) return {}
  const { mcpServers } = settings
  return typeof mcpServers === 'object' && mcpServers !== null ? { ...mcpServers } : {}
}

/** Finds the hooks that would run code of the untrusted checkout, and builds a safe environment for the others. */
async function refuseRepositoryCode(hooks: readonly Hook[], { cwd, env, emit }: HookOptions) {
  const refusals = new Map<Hook, string>()
  for (const hook of hooks) {
    const reason = await repositoryCodeReason(hook, cwd)
    if (reason === undefined) continue
    const text = `It does not run on untrusted code, because ${reason}. Install the program and use its full path, or set run_pr_code.`
    refusals.set(hook, text)
    emit({ type: 'notice', level: 'warning', text: `${hookLabel(hook)} is rejected. ${text}` })
  }
  return { refusals, env: withoutRepositoryPrograms(env, cwd) }
}

/** A request in the hook format: messages with text, and the sampling. */
export const llmRequest = ({ model, messages, sampling = {} }: ModelRequest) => ({
  model: resolveModel(model),
  messages: messages.flatMap((message) => {
    const content = textOf(message)
    return content === undefined ? [] : [{ role: message.role, content }]
  }),
  config: sampling,
})

/** A reply in the hook format, without calls and thoughts. */
export function llmResponse({ parts, stop, reason, usage }: ModelReply) {
  const text = textOfParts(parts) ?? ''
  const finishReason = reason ?? (stop === 'length' ? 'MAX_TOKENS' : stop === 'blocked' ? 'OTHER' : 'STOP')
  return {
    text,
    candidates: [{ content: { role: 'model', parts: text === '' ? [] : [text] }, finishReason, index: 0 }],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.total,
    },
  }
}

/**
 * Applies a hook's edits to a request. The edited messages replace the texts in order; calls, tool results, data and
 * signatures stay. Extra messages are appended. Edited sampling replaces all sampling.
 */
export function editedRequest(request: ModelRequest, edit: LlmRequest | undefined): ModelRequest {
  if (edit === undefined) return request
  return {
    ...request,
    // If a hook only repeats the model, keep its alias, and with it the sampling of the alias.
    model: edit.model === undefined || edit.model === resolveModel(request.model) ? request.model : edit.model,
    messages: edit.messages === undefined ? request.messages : editedMessages(request.messages, edit.messages),
    sampling: edit.config === undefined ? request.sampling : samplingIn(edit.config),
  }
}

type EditedMessage = NonNullable<LlmRequest['messages']>[number]

function editedMessages(messages: readonly Message[], edits: readonly EditedMessage[]): Message[] {
  const remaining = [...edits]
  const edited = messages.map((message) => {
    const before = textOf(message)
    const edit = before === undefined ? undefined : remaining.shift()
    return edit === undefined || message.role === 'tool' ? message : editedMessage(message, before, edit)
  })
  return [...edited, ...remaining.map(({ role, content }) => ({ role: roleOf(role), parts: [textPart(content)] }))]
}

function editedMessage(
  message: Exclude<Message, { role: 'tool' }>,
  before: string | undefined,
  edit: EditedMessage,
): Message {
  // A message with calls must stay a model message, because tool results follow it.
  const role = message.parts.some(({ kind }) => kind === 'call') ? message.role : roleOf(edit.role)
  if (edit.content === before) return role === message.role ? message : { ...message, role }
  return { role, parts: withText(message.parts, edit.content) }
}

const roleOf = (role: EditedMessage['role']): 'user' | 'model' => (role === 'model' ? 'model' : 'user')

function samplingIn({ temperature, maxOutputTokens, topP, topK }: NonNullable<LlmRequest['config']>) {
  const sampling = { temperature, maxOutputTokens, topP, topK }
  return Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== undefined))
}

/**
 * Applies a hook's choice of tools: tools that must be called, no tools, or the only declared tools. Ignores undeclared names: a
 * hook can narrow the choice, not widen it.
 */
export function narrowedRequest(request: ModelRequest, choice: ToolChoice | undefined): ModelRequest {
  const { mode = 'AUTO', allowedFunctionNames = [] } = choice ?? {}
  if (choice === undefined || (mode === 'AUTO' && allowedFunctionNames.length === 0)) return request
  if (mode === 'NONE') return { ...request, choice: { mode: 'none' } }
  const selected = request.tools.filter(({ name }) => allowedFunctionNames.includes(name))
  if (mode === 'AUTO') return { ...request, tools: selected }
  const names = selected.map(({ name }) => name)
  // The API would reject an empty list of names, or take it as all tools.
  if (allowedFunctionNames.length > 0 && names.length === 0) return { ...request, choice: { mode: 'none' } }
  return { ...request, choice: { mode: 'any', names: names.length === 0 ? undefined : names } }
}

/** A hook's reply in place of the model's; undefined without text. */
export function replyFromHook(response: LlmResponse | undefined, model: string): ModelReply | undefined {
  const text = hookText(response)
  if (text === undefined) return undefined
  const reason = response?.candidates?.[0]?.finishReason
  const stop = reason === undefined || reason === 'STOP' ? 'finished' : reason === 'MAX_TOKENS' ? 'length' : 'blocked'
  return { parts: [textPart(text)], stop, reason: stop === 'blocked' ? reason : undefined, usage: NO_USAGE, model }
}

/** Replaces the text of a reply by a hook's text. Calls stay. */
export function editedReply(reply: ModelReply, response: LlmResponse | undefined): ModelReply {
  const text = hookText(response)
  return text === undefined || text === textOfParts(reply.parts)
    ? reply
    : { ...reply, parts: withText(reply.parts, text) }
}

function hookText(response: LlmResponse | undefined): string | undefined {
  const parts = response?.candidates?.[0]?.content?.parts ?? (response?.text === undefined ? [] : [response.text])
  return parts.length === 0 ? undefined : parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

/** Replaces all text parts by one, at the position of the first. */
function withText(parts: readonly MessagePart[], text: string): MessagePart[] {
  const first = parts.findIndex(({ kind }) => kind === 'text')
  const position = Math.max(first, 0)
  const rest = (some: readonly MessagePart[]) => some.filter(({ kind }) => kind !== 'text')
  return [...rest(parts.slice(0, position)), textPart(text), ...rest(parts.slice(position))]
}

const textPart = (text: string): MessagePart => ({ kind: 'text', text })

const textOf = (message: Message): string | undefined =>
  message.role === 'tool' ? undefined : textOfParts(message.parts)

/** Undefined when no part is text. */
export function textOfParts(parts: readonly MessagePart[]): string | undefined {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return texts.length === 0 ? undefined : texts.join('')
}
