import type { AgentContext } from '../../agent/agent-context.ts'
import { decide, ruleRef } from '../../policy/rules/decide.ts'
import { callFacts } from '../../policy/rules/facts.ts'
import type { AdmittedCall, CallRecord } from '../../record/events.ts'
import { exactCallKey } from '../../resume/admission.ts'
import type { Recording } from './recording.ts'
import type { VerdictDifference } from './replay-track.ts'

/**
 * The recorded calls on which the rules now decide differently. Each call is evaluated by itself, although the model might not
 * have made it after another decision. `lenient` ignores a different rule with the same verdict.
 */
export async function findDifferingCalls(
  { calls, events }: Pick<Recording, 'calls' | 'events'>,
  context: Pick<AgentContext, 'rules' | 'mode' | 'toolbox'>,
  lenient: boolean,
): Promise<VerdictDifference[]> {
  const turns = turnsByCall(events)
  const differing: VerdictDifference[] = []
  const admitted = events.find((event) => event.type === 'run_resumed')?.admitted
  for (const call of calls) {
    // A sub-agent may have tools that the main agent lacks.
    // No rule allowed what a person allowed once.
    if (admitted !== undefined && call.rule === undefined && isCallOf(call, admitted)) continue
    if (call.verdict === undefined || decidedByProgram(call) || context.toolbox.find(call.name) === undefined) continue
    const now = await reevaluate(call, context)
    const sameRule = lenient || (now.rule?.file === call.rule?.file && now.rule?.line === call.rule?.line)
    const turn = call.agent === undefined ? turns.get(call.id) : undefined
    if (now.verdict !== call.verdict || !sameRule) differing.push({ call, now, turn })
  }
  return differing
}

const isCallOf = ({ name, args, verdict }: CallRecord, admitted: AdmittedCall) =>
  verdict === 'allow' && exactCallKey(name, args) === exactCallKey(admitted.name, admitted.args)

/** Decisions of hooks and checkers do not depend on the rules. */
const decidedByProgram = ({ verdict, remedy = '' }: CallRecord) =>
  verdict === 'deny' && remedy.startsWith('The rules allow it, but ')

async function reevaluate(
  { name, args, agent, resolved }: CallRecord,
  { rules, mode, toolbox }: Parameters<typeof findDifferingCalls>[1],
) {
  const tool = toolbox.find(name)
  const parsed = tool?.parse(args)
  const facts = await callFacts(
    {
      tool: name,
      aliases: tool?.aliases ?? [],
      server: tool?.server,
      annotations: tool?.annotations ?? {},
      args: parsed?.ok === true ? parsed.args : args,
      agent,
      resolved,
    },
    mode,
    false,
  )
  const { verdict, rule, message } = decide(rules, facts, 'deny')
  return {
    verdict: verdict === 'allow' ? ('allow' as const) : ('deny' as const),
    rule: rule === undefined ? undefined : ruleRef(rule),
    message,
  }
}

function turnsByCall(events: Recording['events']): Map<string, number> {
  const turns = new Map<string, number>()
  for (const event of events)
    if (event.type === 'model_reply' && event.agent === undefined)
      for (const part of event.reply.parts) if (part.kind === 'call') turns.set(part.call.id, event.turn)
  return turns
}
