import type { MessagePart } from '../../model/types.ts'
import { timeoutSignal } from '../../platform/timeout-signal.ts'
import { failed, type ToolResult } from '../../tools/tool.ts'
import { Stopped } from '../stop-conditions.ts'
import type { HookOutput } from './hook-output.ts'
import { fireHooks, type HookRunContext, type HookTrigger } from './hook-runner.ts'
import { type Hook, hookLabel } from './hook-settings.ts'
import type { HookDecision, HookOptions, Hooks } from './hooks.ts'
import { hookReason } from './merge-outputs.ts'
import { editedReply, editedRequest, llmRequest, llmResponse, narrowedRequest, replyFromHook } from './model-hooks.ts'
import { repositoryCodeReason, withoutRepositoryPrograms } from './repository-code.ts'
import {
  appendParagraph,
  confirmation,
  hookContextText,
  matchableNames,
  toolFields,
  toolResponse,
} from './tool-hooks.ts'

/** Builds the hooks of a run: for each event, the input of its hooks and the effect of their output. */
export async function buildHooks(hooks: readonly Hook[], settings: unknown, options: HookOptions): Promise<Hooks> {
  const refused = options.repositoryCode === false ? await refuseRepositoryCode(hooks, options) : undefined
  const runContext: HookRunContext = {
    ...options,
    env: refused?.env ?? options.env,
    redact: options.redact ?? ((value) => value),
    refusals: refused?.refusals ?? new Map(),
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

    async notification(call, tool, signal) {
      const fields = { notification_type: 'ToolPermission', ...confirmation(call, tool) }
      await fire({ event: 'Notification', fields, signal })
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
