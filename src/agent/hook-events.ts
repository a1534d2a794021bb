import { failed, type ToolResult } from '../tools/tool.ts'
import { type FireKit, fire, type Happening } from './hook-fire.ts'
import { reasonIn } from './hook-merge.ts'
import {
  editedReply,
  editedRequest,
  llmRequest,
  llmResponse,
  narrowedRequest,
  repliedBy,
  textIn,
} from './hook-model.ts'
import type { HookOutput } from './hook-output.ts'
import { type Hook, theHook } from './hook-settings.ts'
import { confirmation, hookContext, namesOf, toolFields, toolResponse, withParagraph } from './hook-tool.ts'
import type { HookKit, Hooks, Say } from './hooks.ts'
import { Stopped } from './stops.ts'

/** What each event tells its hooks, and what their answer does. */
export async function hooksOver(hooks: readonly Hook[], settings: unknown, given: HookKit): Promise<Hooks> {
  const kit: FireKit = {
    ...given,
    redact: given.redact ?? ((value) => value),
    refused: new Map(),
    warned: new Set(),
    ...(given.repositoryCode === false && (await withoutRepositoryCode(hooks, given))),
  }
  const tell: Tell = (happening) => fire(hooks, happening, kit)
  /** Ends and refusals of a whole turn stand nowhere else; those of a call are in its record. */
  const warn: Warn = (say, output, { aborted }) => {
    // Whoever was stopped along with the run has not objected to anything.
    if (aborted) return
    kit.emit({
      type: 'notice',
      level: 'warning',
      text: `Agent execution ${say.say === 'stop' ? 'stopped' : 'blocked'}: ${output?.systemMessage ?? say.why}`,
    })
  }
  return {
    ...aboutTheSession(tell),
    ...aboutTheTask(tell, warn),
    ...aboutTheModel(tell, warn),
    ...aboutCalls(tell, warn, serversIn(settings)),
  }
}

type Tell = (happening: Happening) => Promise<HookOutput | undefined>
type Warn = (say: Objection, output: HookOutput | undefined, signal: AbortSignal) => void

function aboutTheSession(tell: Tell): Pick<Hooks, 'sessionStart' | 'sessionEnd' | 'preCompress'> {
  return {
    async sessionStart(source, signal) {
      const output = await tell({ event: 'SessionStart', subject: { trigger: source }, fields: { source }, signal })
      return contextIn(output) ?? ''
    },

    async sessionEnd(reason, mostMs) {
      const signal = AbortSignal.timeout(mostMs)
      await tell({ event: 'SessionEnd', subject: { trigger: reason }, fields: { reason }, signal })
    },

    async preCompress(trigger, signal) {
      await tell({ event: 'PreCompress', subject: { trigger }, fields: { trigger }, signal })
    },
  }
}

function aboutTheTask(tell: Tell, warn: Warn): Pick<Hooks, 'beforeAgent' | 'afterAgent'> {
  return {
    async beforeAgent(prompt, signal) {
      const text = prompt.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
      const output = await tell({ event: 'BeforeAgent', fields: { prompt: text }, signal })
      const say = sayOf(output)
      if (say.say !== 'go') {
        warn(say, output, signal)
        return say
      }
      const context = contextIn(output)
      return { say: 'go', prompt: context === undefined ? prompt : [...prompt, { kind: 'text', text: context }] }
    },

    async afterAgent({ prompt, answer, again }, signal) {
      const fields = {
        prompt: textIn(prompt) ?? '',
        prompt_response: answer || '[no response text]',
        stop_hook_active: again,
      }
      const output = await tell({ event: 'AfterAgent', fields, signal })
      const say = sayOf(output)
      if (say.say !== 'go') warn(say, output, signal)
      return { ...say, clear: output?.hookSpecificOutput?.clearContext === true }
    },
  }
}

function aboutTheModel(tell: Tell, warn: Warn): Pick<Hooks, 'beforeModel' | 'afterModel'> {
  return {
    async beforeModel(wished, signal) {
      const output = await tell({ event: 'BeforeModel', fields: { llm_request: llmRequest(wished) }, signal })
      const say = sayOf(output)
      const { llm_request, llm_response } = output?.hookSpecificOutput ?? {}
      const reply = repliedBy(llm_response, wished.model)
      if (say.say === 'stop' || (say.say === 'block' && reply === undefined)) {
        warn(say, output, signal)
        throw new Stopped('hook')
      }
      if (reply !== undefined) return { reply }
      const request = editedRequest(wished, llm_request)
      const fields = { llm_request: llmRequest(request) }
      const chosen = await tell({ event: 'BeforeToolSelection', fields, signal })
      return { ask: narrowedRequest(request, chosen?.hookSpecificOutput?.toolConfig) }
    },

    async afterModel(request, reply, signal) {
      const fields = { llm_request: llmRequest(request), llm_response: llmResponse(reply) }
      const output = await tell({ event: 'AfterModel', fields, signal })
      const say = sayOf(output)
      if (say.say !== 'go') {
        warn(say, output, signal)
        throw new Stopped('hook')
      }
      return editedReply(reply, output?.hookSpecificOutput?.llm_response)
    },
  }
}

function aboutCalls(
  tell: Tell,
  warn: Warn,
  servers: Servers,
): Pick<Hooks, 'beforeTool' | 'afterTool' | 'notification'> {
  return {
    async beforeTool(call, signal) {
      const fields = toolFields(call, servers)
      const output = await tell({ event: 'BeforeTool', subject: { tool: namesOf(call.tool) }, fields, signal })
      const say = sayOf(output)
      if (say.say === 'stop') warn(say, output, signal)
      if (say.say !== 'go') return say
      const edits = output?.hookSpecificOutput?.tool_input
      return {
        ...(output?.decision === 'ask' ? { say: 'ask', why: askedBecause(output) } : { say: 'go', why: '' }),
        ...(edits && { args: { ...call.args, ...edits } }),
      }
    },

    async afterTool(call, result, signal) {
      const fields = { ...toolFields(call, servers), tool_response: toolResponse(result) }
      const output = await tell({ event: 'AfterTool', subject: { tool: namesOf(call.tool) }, fields, signal })
      const say = sayOf(output)
      if (say.say === 'stop') warn(say, output, signal)
      if (say.say !== 'go') return { result: withheld(say) }
      const context = contextIn(output)
      const next = output?.hookSpecificOutput?.tailToolCallRequest
      return {
        result: context === undefined ? result : withParagraph(result, context),
        ...(next && { next: { name: next.name, args: next.args } }),
      }
    },

    async notification(call, tool, signal) {
      const fields = { notification_type: 'ToolPermission', ...confirmation(call, tool) }
      await tell({ event: 'Notification', fields, signal })
    },
  }
}

type Objection = Exclude<Say, { say: 'go' }>

/** Stopping goes before blocking. */
function sayOf(output: HookOutput | undefined): Say {
  if (output?.continue === false) return { say: 'stop', why: reasonIn(output) }
  const blocks = output?.decision === 'deny' || output?.decision === 'block'
  return blocks ? { say: 'block', why: reasonIn(output) } : { say: 'go' }
}

const askedBecause = ({ systemMessage, reason }: HookOutput): string =>
  `A hook wants a person to confirm it.${(systemMessage ?? reason) ? ` ${systemMessage ?? reason}` : ''}`

function contextIn(output: HookOutput | undefined): string | undefined {
  const context = output?.hookSpecificOutput?.additionalContext
  return context ? hookContext(context) : undefined
}

const withheld = ({ say, why }: Objection): ToolResult =>
  say === 'stop'
    ? failed('stop_execution', `Agent execution stopped by hook: ${why}`)
    : failed('execution_failed', `Tool result blocked: ${why}`)

type Servers = Readonly<Record<string, unknown>>

function serversIn(settings: unknown): Servers {
  if (typeof settings !== 'object' || settings === null || !('mcpServers' in settings)) return {}
  const { mcpServers } = settings
  return typeof mcpServers === 'object' && mcpServers !== null ? { ...mcpServers } : {}
}

/** Hooks that would run code of a checkout nobody trusted, each with the reason; and an environment for the others. */
async function withoutRepositoryCode(hooks: readonly Hook[], { cwd, env, emit }: HookKit) {
  const { runsRepositoryCode, withoutItsPrograms } = await import('./hook-repository-code.ts')
  const refused = new Map<Hook, string>()
  for (const hook of hooks) {
    const why = await runsRepositoryCode(hook, cwd)
    if (why === undefined) continue
    const text = `It is not run on code from outside, because ${why}. Install the program and name it by its full path, or set run_pr_code.`
    refused.set(hook, text)
    emit({ type: 'notice', level: 'warning', text: `${theHook(hook)} is refused. ${text}` })
  }
  return { refused, env: withoutItsPrograms(env, cwd) }
}
