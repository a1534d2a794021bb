import { DELEGATE, delegateTo } from '../agent/delegate.ts'
import type { Declaration, ToolReply } from '../model/types.ts'
import type { CallRecord, ToolRecord } from '../record/events.ts'
import { FAILURES, failed, type Tool, type ToolResult } from '../tools/tool.ts'
import type { Recording } from './recording.ts'

/** What a recording knows of a call: what the model read, and how it ended. Either may be missing where policy changed. */
export type RecordedAnswer = { reply: ToolReply | undefined; call: CallRecord | undefined }

/** Where a recording stands: what became of the call that runs, and of one whose arguments were no good. */
export type Answers = {
  answer(): RecordedAnswer
  refusal(name: string, args: Record<string, unknown>): string | undefined
}

/**
 * A tool as it was declared, which answers what it answered then instead of running. `own` reads its arguments where this
 * version has a tool of that name; what it knew of arguments that came from elsewhere is in the recording. `run` is for a
 * tool whose work is done again.
 */
export function recordedTool(tool: ToolRecord, own: Tool | undefined, answers: Answers, run?: Tool['run']): Tool {
  const as = own?.as
  return {
    ...tool,
    ...(own?.calledAs === undefined ? {} : { calledAs: own.calledAs }),
    ...(as === undefined ? {} : { as: (alias: string) => recordedTool(tool, as(alias), answers, run) }),
    parse(args) {
      if (own !== undefined) return own.parse(args)
      const text = answers.refusal(tool.name, args)
      return text === undefined ? { ok: true, args: { ...args } } : { ok: false, text }
    },
    run: run ?? (async () => resultOf(answers.answer())),
  }
}

const UNKNOWN = failed('execution_failed', 'What this call would have answered was not recorded.')

const CANCELLED = '[Operation Cancelled] The run was stopped.'

/** The result from which the scheduler makes the recorded answer again. */
export function resultOf({ reply, call }: RecordedAnswer): ToolResult {
  if (reply === undefined || call?.verdict === 'deny') return UNKNOWN
  const { error, output } = reply.response
  if (typeof error === 'string') {
    const why = FAILURES.find((failure) => failure === call?.why) ?? 'execution_failed'
    return failed(why, why === 'cancelled' ? error.replace(CANCELLED, '').replace(/^\n/, '') : error)
  }
  const text = typeof output === 'string' ? output : ''
  if (reply.parts === undefined) return { ok: true, content: output === undefined ? [] : text }
  const stands = text === `Binary content provided (${reply.parts.length} item(s)).`
  return { ok: true, content: [...(stands ? [] : [{ kind: 'text' as const, text }]), ...reply.parts] }
}

/** The tool by which sub-agents were called then: it reads their names as well as its own. */
export function delegationIn(tools: readonly ToolRecord[]): Tool[] {
  const recorded = tools.find(({ name }) => name === DELEGATE)
  if (recorded === undefined) return []
  const { properties } = recorded.declaration.parameters as { properties?: { agent_name?: { enum?: string[] } } } // recorded from such
  const nobody = () => Promise.reject(new Error('a recording calls nobody'))
  const agents = (properties?.agent_name?.enum ?? []).map((name) => ({
    name,
    description: '',
    needsTask: false,
    define: nobody,
  }))
  return [delegateTo(agents, nobody)]
}

/** Tools that servers offered when the run went on already. Only what the model was told of them is known. */
export function laterTools({ equipped, exchanges }: Recording): ToolRecord[] {
  const known = new Set(equipped.tools.map(({ name }) => name))
  const later = new Map<string, ToolRecord>()
  for (const { question } of exchanges.get(undefined) ?? [])
    for (const declaration of question.tools as Declaration[]) {
      // recorded from such
      const { name } = declaration
      const [server = ''] = name.split('__', 1)
      if (!known.has(name)) later.set(name, { name, aliases: [], server, annotations: {}, declaration })
    }
  return [...later.values()]
}
