import type { ToolCall } from '../model/types.ts'
import { type Decision, decide, type Facts, type Places, ruleRef, stricter, wordOf } from '../policy/decide.ts'
import { factsOf } from '../policy/facts.ts'
import { remedyFor } from '../policy/remedy.ts'
import type { RuleRef } from '../record/events.ts'
import { failed, type Tool, type ToolResult } from '../tools/tool.ts'
import { turnsOf } from './history.ts'
import type { SayOfCall } from './hooks.ts'
import type { CallKit } from './kit.ts'

/** What policy said of one call, as it goes into the log. */
export type Ruling = { verdict: 'allow' | 'deny'; rule?: RuleRef; message?: string; remedy?: string; places?: Places }

/** A call somebody wants made. `original` is the name the model called, where a hook has put this call in its place. */
export type Wish = ToolCall & { original?: string }

/** `edited` are the arguments as hooks left them, where they did not leave them alone. */
export type Passage = { edited?: Record<string, unknown> } & (
  | { pass: true; tool: Tool; args: Record<string, unknown>; ruling: Ruling }
  | { pass: false; result: ToolResult & { ok: false }; ruling?: Ruling }
)

/** Where nobody can be asked, a rule that would ask and a call no rule speaks of both end in deny. */
const OTHERWISE = 'deny'

/**
 * The only way from a wish to a running tool: known, edited by hooks, well-formed, allowed. Hooks edit before the rules
 * judge, and have a say afterwards only where it is the stricter one; so do safety checkers, which are asked last. For
 * sub-agents too.
 */
export async function gate(wish: Wish, kit: CallKit, signal: AbortSignal): Promise<Passage> {
  const tool = kit.toolbox.find(wish.name)
  if (tool === undefined)
    return stopped(failed('tool_not_registered', `Tool "${wish.name}" not found.${kit.toolbox.suggest(wish.name)}`))

  const asked = tool.parse(wish.args)
  // A tool that no call may use is refused by its rule whatever the arguments, so that the model learns the real reason.
  if (!asked.ok && !kit.hidden.has(tool.name)) return stopped(failed('invalid_tool_params', asked.text))
  // Hooks see arguments by their declared names only: one that looks for file_path must not miss absolute_path.
  const said = asked.ok ? await kit.hooks?.beforeTool({ ...wish, tool, args: asked.args }, signal) : undefined
  if (said?.say === 'stop') return stopped(failed('stop_execution', `Agent execution stopped by hook: ${said.why}`))
  const parsed = said?.args === undefined ? asked : tool.parse(said.args)
  if (!parsed.ok && said?.args !== undefined)
    return stopped(
      failed('invalid_tool_params', `Tool parameter modification by hook failed validation: ${parsed.text}`),
    )
  const args = parsed.ok ? parsed.args : wish.args
  const edited = said?.args === undefined ? {} : { edited: args }

  const places = tool.server === undefined ? await kit.places?.(tool.name, args) : undefined
  const facts = await factsOf(
    { tool: tool.name, aliases: tool.aliases, ...pick(tool), args, ...(places && { places }), ...agentOf(kit) },
    kit.mode,
    false,
  )
  const ruled = tightened(decide(kit.rules, facts, OTHERWISE), said)
  const decision = ruled.verdict === 'allow' ? await checked(ruled, facts, kit, signal) : ruled
  if (decision.verdict === 'allow') return { pass: true, tool, args, ruling: rulingOf(decision, facts), ...edited }
  if (decision.verdict === 'ask') await kit.hooks?.notification({ ...wish, args }, tool, signal)
  return { ...refused({ ...wish, args }, decision, facts, kit), ...edited }
}

/** A decision, with whoever decided where that was no rule. */
type Judgement = Decision & { by?: string; at?: RuleRef }

function tightened(decision: Decision, said: SayOfCall | undefined): Judgement {
  const verdict = said?.say === 'block' ? 'deny' : said?.say === 'ask' ? 'ask' : 'allow'
  if (said === undefined || stricter(decision.verdict, verdict) === decision.verdict) return decision
  return { verdict, message: said.why, by: 'a hook of the settings' }
}

/** What safety checkers make of a call that everything else allows. */
async function checked(decision: Judgement, facts: Facts, kit: CallKit, signal: AbortSignal): Promise<Judgement> {
  const objection = await kit.check?.(facts, () => turnsOf(kit.messages ?? []), signal)
  if (objection === undefined) return decision
  const { verdict, reason, by } = objection
  const { file, line, tier, priority } = by
  const at = { file, line, tier, priority, verdict: wordOf(verdict) }
  return { verdict, message: reason, by: `the safety checker ${by.checker.name} (${file}:${line})`, at }
}

const pick = (tool: Tool) => ({
  annotations: tool.annotations,
  ...(tool.server === undefined ? {} : { server: tool.server }),
  ...(tool.short === undefined ? {} : { short: tool.short }),
})
const agentOf = (kit: CallKit) => (kit.agent === undefined ? {} : { agent: kit.agent })
const stopped = (result: ToolResult): Passage => {
  if (result.ok) throw new TypeError('a refusal cannot be a success')
  return { pass: false, result }
}

function rulingOf(decision: Judgement, facts: Facts): Ruling {
  const verdict = decision.verdict === 'allow' ? 'allow' : 'deny'
  const rule = {
    ...(decision.rule === undefined ? {} : { rule: ruleRef(decision.rule) }),
    ...(facts.places === undefined ? {} : { places: facts.places }),
  }
  if (verdict === 'allow') return { verdict, ...rule }
  const message = decision.message === '' ? {} : { message: decision.message }
  if (decision.by !== undefined)
    return {
      verdict,
      ...(facts.places && { places: facts.places }),
      ...(decision.at && { rule: decision.at }),
      ...message,
      remedy: `The rules would allow it; ${decision.by} does not.`,
    }
  return { verdict, ...rule, ...message, remedy: remedyFor(decision, facts) }
}

/** Records what an interactive front end would have seen (a question, answered no), and says why to the model. */
function refused(wish: Wish, decision: Judgement, facts: Facts, kit: CallKit): Passage {
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

function refusalText(decision: Judgement, ruling: Ruling): string {
  const asked =
    decision.verdict === 'ask' ? 'It would need a person to confirm it, and this run has nobody to ask.' : ''
  const rule = ruling.rule === undefined ? 'No rule allows it.' : `Rule: ${ruling.rule.file}:${ruling.rule.line}.`
  const how = 'Do not repeat the call; go on without it, or say in the answer what could not be done.'
  const by = decision.at === undefined ? '' : ` by ${decision.by}`
  const said = decision.by === undefined ? ['Tool execution denied by policy.'] : [`Tool execution blocked${by}:`]
  return [...said, decision.message, asked, decision.by === undefined ? rule : '', how].filter(Boolean).join(' ')
}
