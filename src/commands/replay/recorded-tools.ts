import { DELEGATE_TOOL, delegateTool } from '../../agent/subagents/delegate.ts'
import type { ToolDeclaration, ToolReply } from '../../model/types.ts'
import type { CallRecord, ToolRecord } from '../../record/events.ts'
import { failed, TOOL_FAILURES, type Tool, type ToolResult } from '../../tools/tool.ts'
import type { Recording } from './recording.ts'

/** The recorded reply to a call and its record. Either may be missing when the policy changed. */
export type RecordedAnswer = { reply: ToolReply | undefined; call: CallRecord | undefined }

/** `answer` gives the recorded answer of the running call, `argumentError` the recorded error about invalid arguments. */
export type RecordedAnswers = {
  answer(): RecordedAnswer
  argumentError(name: string, args: Record<string, unknown>): string | undefined
}

/**
 * A tool with its recorded declaration and its recorded answers instead of execution. `builtIn`, this version's tool of that
 * name, parses the arguments; without it, the recording tells whether they were valid. `run` is for a tool that runs again.
 */
export function recordedTool(
  tool: ToolRecord,
  builtIn: Tool | undefined,
  answers: RecordedAnswers,
  run?: Tool['run'],
): Tool {
  const as = builtIn?.variant
  return {
    ...tool,
    declare: () => tool.declaration ?? { name: tool.name, description: '', parameters: { type: 'object' } },
    variantNames: builtIn?.variantNames,
    variant: as === undefined ? undefined : (alias: string) => recordedTool(tool, as(alias), answers, run),
    parse(args) {
      if (builtIn !== undefined) return builtIn.parse(args)
      const text = answers.argumentError(tool.name, args)
      return text === undefined ? { ok: true, args: { ...args } } : { ok: false, text }
    },
    run: run ?? (async () => toResult(answers.answer())),
  }
}

const UNKNOWN = failed('execution_failed', 'The recording has no answer to this call.')

const CANCELLED = '[Operation Cancelled] The run was stopped.'

/** The result from which the scheduler makes the recorded answer. */
export function toResult({ reply, call }: RecordedAnswer): ToolResult {
  if (reply === undefined || call?.verdict === 'deny') return UNKNOWN
  const { error, output } = reply.response
  if (typeof error === 'string') {
    const reason = TOOL_FAILURES.find((failure) => failure === call?.reason) ?? 'execution_failed'
    return failed(reason, reason === 'cancelled' ? error.replace(CANCELLED, '').replace(/^\n/, '') : error)
  }
  const text = typeof output === 'string' ? output : ''
  if (reply.parts === undefined) return { ok: true, content: output === undefined ? [] : text }
  const isPlaceholder = text === `Binary content provided (${reply.parts.length} item(s)).`
  return { ok: true, content: [...(isPlaceholder ? [] : [{ kind: 'text' as const, text }]), ...reply.parts] }
}

/** The recorded delegation tool, which accepts the recorded sub-agent names. */
export function delegationTool(tools: readonly ToolRecord[]): Tool[] {
  const recorded = tools.find(({ name }) => name === DELEGATE_TOOL)
  if (recorded === undefined) return []
  const { properties } = (recorded.declaration?.parameters ?? {}) as {
    properties?: { agent_name?: { enum?: string[] } }
  } // recorded from this type
  const unavailable = () => Promise.reject(new Error('a replay starts no sub-agent'))
  const agents = (properties?.agent_name?.enum ?? []).map((name) => ({
    name,
    description: '',
    needsTask: false,
    load: unavailable,
  }))
  return [delegateTool(agents, unavailable)]
}

/** Tools that servers added during the run. Only their declarations are known. */
export function findLaterTools({ snapshot, exchanges }: Recording): ToolRecord[] {
  const recordedNames = new Set(snapshot.tools.map(({ name }) => name))
  const later = new Map<string, ToolRecord>()
  for (const { request } of exchanges.get(undefined) ?? [])
    for (const declaration of request.tools as ToolDeclaration[]) {
      // recorded from this type
      const { name } = declaration
      const [server = ''] = name.split('__', 1)
      if (!recordedNames.has(name)) later.set(name, { name, aliases: [], server, annotations: {}, declaration })
    }
  return [...later.values()]
}
