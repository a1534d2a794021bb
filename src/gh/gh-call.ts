import { judgeByRules } from '../agent/gate.ts'
import type { RunningCall } from '../agent/running-call.ts'
import { runCalls } from '../agent/scheduler.ts'
import { shellQuote } from '../platform/process/shell-quote.ts'
import type { CallRecord } from '../record/events.ts'
import { answerGh } from './answer-gh.ts'
import { type GhAnswer, type GhContext, GhError, type GhRequest } from './gh-types.ts'

/** Longer commands are policy without their texts only. */
const MAX_JUDGED_CHARACTERS = 4_000

const SHELL_TOOL = 'run_shell_command'

export type GhPlace = Pick<GhContext, 'task' | 'serverUrl' | 'root'>

/**
 * Answers one call of `gh` with the tools and the rules of the agent whose command made it. Each tool call passes the gate and is
 * recorded like a call of the model.
 */
export function answerGhCall(
  request: GhRequest,
  running: RunningCall,
  place: GhPlace,
  newId: () => string,
): Promise<GhAnswer> {
  const context: GhContext = {
    ...place,
    hasTool: (name) => running.context.toolbox.find(name) !== undefined,
    callTool: (name, args) => callTool(running, { id: newId(), name, args }),
  }
  return answerGh(request, context, (line) => judgeCommand(running, line, request.argv))
}

type NestedCall = { id: string; name: string; args: Record<string, unknown> }

async function callTool({ id: parent, context, signal }: RunningCall, call: NestedCall): Promise<string> {
  const { name } = call
  if (context.toolbox.find(name) === undefined)
    throw new GhError(
      `This needs the tool ${name}, which this ${context.agent === undefined ? 'run' : 'agent'} does not have.`,
    )
  let record: CallRecord | undefined
  const [reply] = await runCalls(
    [call],
    {
      ...context,
      // A program reads the answer, so it is not cut to what a model can read.
      outputLimit: undefined,
      emit(event) {
        if (event.type !== 'call_finished') return context.emit(event)
        record = { ...event.call, parent }
        context.emit({ ...event, call: record })
      },
    },
    signal,
  )
  const { output, error } = reply?.response ?? {}
  if (record?.state === 'success') return typeof output === 'string' ? output : ''
  // It is already in place, so it is not missing.
  if (record?.reason === 'edit_no_change') return String(error ?? '')
  throw new GhError(
    record?.verdict === 'deny' ? denial(name, record) : `${name}: ${String(error ?? 'it returned nothing.')}`,
  )
}

/** Whether the rules for commands allow this `gh`: a script that a rule allows may call it, too. */
async function judgeCommand({ context }: RunningCall, line: string, argv: readonly string[]): Promise<void> {
  const shell = context.toolbox.find(SHELL_TOOL)
  if (shell === undefined) throw new GhError('This agent has no shell.')
  const policy = await judgeByRules(shell, { command: line }, context)
  if (policy.verdict === 'allow') return
  const exact = ['gh', ...argv.map(quoteWhereNeeded)].join(' ')
  if (exact.length <= MAX_JUDGED_CHARACTERS) {
    const { verdict } = await judgeByRules(shell, { command: exact }, context)
    if (verdict === 'allow') return
  }
  throw new GhError(denial(SHELL_TOOL, policy))
}

const quoteWhereNeeded = (word: string): string => (/^[\w./:@=,+-]+$/.test(word) ? word : shellQuote(word))

const denial = (tool: string, { rule, message, remedy }: Pick<CallRecord, 'rule' | 'message' | 'remedy'>): string =>
  [
    `denied by policy: ${tool}.${message ? ` ${message}` : ''} ${rule === undefined ? 'No rule allows it.' : `Rule: ${rule.file}:${rule.line}.`}`,
    ...(remedy ? [remedy.startsWith('[[') ? `A rule that allows it:\n${remedy}` : remedy] : []),
  ].join('\n')
