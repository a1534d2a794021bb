import type { ToolCall } from '../model/types.ts'
import { type Decision, decide, type Facts, ruleRef } from '../policy/decide.ts'
import { factsOf } from '../policy/facts.ts'
import { remedyFor } from '../policy/remedy.ts'
import type { RuleRef } from '../record/events.ts'
import { failed, type Tool, type ToolResult } from '../tools/tool.ts'
import type { CallKit } from './kit.ts'

/** What policy said of one call, as it goes into the log. */
export type Ruling = { verdict: 'allow' | 'deny'; rule?: RuleRef; message?: string; remedy?: string }

export type Passage =
  | { pass: true; tool: Tool; args: Record<string, unknown>; ruling: Ruling }
  | { pass: false; result: ToolResult & { ok: false }; ruling?: Ruling }

/** Where nobody can be asked, a rule that would ask and a call no rule speaks of both end in deny. */
const OTHERWISE = 'deny'

/** The only way from a wish to a running tool: known, well-formed, allowed. For sub-agents too. */
export async function gate(wish: ToolCall, kit: CallKit): Promise<Passage> {
  const tool = kit.toolbox.find(wish.name)
  if (tool === undefined)
    return stopped(failed('tool_not_registered', `Tool "${wish.name}" not found.${kit.toolbox.suggest(wish.name)}`))

  const parsed = tool.parse(wish.args)
  // A tool that no call may use is refused by its rule whatever the arguments, so that the model learns the real reason.
  if (!parsed.ok && !kit.hidden.has(tool.name)) return stopped(failed('invalid_tool_params', parsed.text))
  const args = parsed.ok ? parsed.args : wish.args

  const facts = await factsOf(
    { tool: tool.name, aliases: tool.aliases, ...pick(tool), args, ...agentOf(kit) },
    kit.mode,
    false,
  )
  const decision = decide(kit.rules, facts, OTHERWISE)
  if (decision.verdict === 'allow') return { pass: true, tool, args, ruling: rulingOf(decision, facts) }
  return refused(wish, decision, facts, kit)
}

const pick = (tool: Tool) => ({
  annotations: tool.annotations,
  ...(tool.server === undefined ? {} : { server: tool.server }),
})
const agentOf = (kit: CallKit) => (kit.agent === undefined ? {} : { agent: kit.agent })
const stopped = (result: ToolResult): Passage => {
  if (result.ok) throw new TypeError('a refusal cannot be a success')
  return { pass: false, result }
}

function rulingOf(decision: Decision, facts: Facts): Ruling {
  const verdict = decision.verdict === 'allow' ? 'allow' : 'deny'
  const rule = decision.rule === undefined ? {} : { rule: ruleRef(decision.rule) }
  if (verdict === 'allow') return { verdict, ...rule }
  const message = decision.message === '' ? {} : { message: decision.message }
  return { verdict, ...rule, ...message, remedy: remedyFor(decision, facts) }
}

/** Records what an interactive front end would have seen (a question, answered no), and says why to the model. */
function refused(wish: ToolCall, decision: Decision, facts: Facts, kit: CallKit): Passage {
  const correlationId = `${kit.agent ?? 'main'}:${wish.id}`
  if (decision.verdict === 'ask') {
    kit.emit({ type: 'call_state', id: wish.id, name: wish.name, state: 'awaiting_approval' })
    kit.emit({
      type: 'tool_confirmation_request',
      correlationId,
      id: wish.id,
      name: wish.name,
      args: kit.redact(wish.args),
    })
    kit.emit({
      type: 'tool_confirmation_response',
      correlationId,
      confirmed: false,
      reason: 'Nobody is there to be asked.',
    })
  }
  const ruling = rulingOf(decision, facts)
  const message = refusalText(decision, ruling)
  kit.emit({ type: 'tool_policy_rejection', correlationId, id: wish.id, name: wish.name, message })
  return { pass: false, result: { ok: false, why: 'policy_violation', text: message }, ruling }
}

function refusalText(decision: Decision, ruling: Ruling): string {
  const asked =
    decision.verdict === 'ask' ? 'It would need a person to confirm it, and this run has nobody to ask.' : ''
  const by = ruling.rule === undefined ? 'No rule allows it.' : `Rule: ${ruling.rule.file}:${ruling.rule.line}.`
  const how = 'Do not repeat the call; go on without it, or say in the answer what could not be done.'
  return ['Tool execution denied by policy.', decision.message, asked, by, how].filter(Boolean).join(' ')
}
