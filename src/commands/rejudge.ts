import type { AgentKit } from '../agent/kit.ts'
import { decide, ruleRef } from '../policy/decide.ts'
import { factsOf } from '../policy/facts.ts'
import type { CallRecord } from '../record/events.ts'
import type { Recording } from './recording.ts'
import type { CallDifference } from './replay-track.ts'

/**
 * Every call of a recording that the rules decide otherwise now, each by itself: later calls count as they were made,
 * although the model might not have made them. `lenient`: the same verdict by another rule is no difference.
 */
export async function differingCalls(
  { calls, events }: Pick<Recording, 'calls' | 'events'>,
  kit: Pick<AgentKit, 'rules' | 'mode' | 'toolbox'>,
  lenient: boolean,
): Promise<CallDifference[]> {
  const turns = turnsOf(events)
  const differing: CallDifference[] = []
  for (const call of calls) {
    // A sub-agent may have tools of its own.
    if (call.verdict === undefined || byProgram(call) || kit.toolbox.find(call.name) === undefined) continue
    const now = await judged(call, kit)
    const sameRule = lenient || (now.rule?.file === call.rule?.file && now.rule?.line === call.rule?.line)
    const turn = call.agent === undefined ? turns.get(call.id) : undefined
    if (now.verdict !== call.verdict || !sameRule)
      differing.push({ call, now, ...(turn === undefined ? {} : { turn }) })
  }
  return differing
}

/** Hooks and checkers say what they say whatever the rules are. */
const byProgram = ({ verdict, remedy = '' }: CallRecord) =>
  verdict === 'deny' && remedy.startsWith('The rules would allow it;')

async function judged(
  { name, args, agent, places }: CallRecord,
  { rules, mode, toolbox }: Parameters<typeof differingCalls>[1],
) {
  const tool = toolbox.find(name)
  const parsed = tool?.parse(args)
  const facts = await factsOf(
    {
      tool: name,
      aliases: tool?.aliases ?? [],
      ...(tool?.server === undefined ? {} : { server: tool.server }),
      annotations: tool?.annotations ?? {},
      args: parsed?.ok === true ? parsed.args : args,
      ...(agent === undefined ? {} : { agent }),
      ...(places === undefined ? {} : { places }),
    },
    mode,
    false,
  )
  const { verdict, rule, message } = decide(rules, facts, 'deny')
  return {
    verdict: verdict === 'allow' ? ('allow' as const) : ('deny' as const),
    ...(rule === undefined ? {} : { rule: ruleRef(rule) }),
    message,
  }
}

function turnsOf(events: Recording['events']): Map<string, number> {
  const turns = new Map<string, number>()
  for (const event of events)
    if (event.type === 'model_reply' && event.agent === undefined)
      for (const part of event.reply.parts) if (part.kind === 'call') turns.set(part.call.id, event.turn)
  return turns
}
