import type { ToolCall } from '../model/types.ts'
import { asSentence } from '../platform/errors.ts'
import { callFacts, type Decision, decide, decisionName, isAskable, ruleRef, stricter } from '../policy/rules/decide.ts'
import { remedyFor } from '../policy/rules/remedy.ts'
import type { CallFacts, ResolvedArgs } from '../policy/rules/rule.ts'
import { unworkable } from '../policy/rules/unworkable.ts'
import type { RuleRef } from '../record/events.ts'
import { failed, type Tool, type ToolResult } from '../tools/tool.ts'
import type { CallContext } from './agent-context.ts'
import { checkerTurns } from './conversation.ts'
import type { Confirmation, HookCallDecision } from './hooks/hook-types.ts'
import { confirmation } from './hooks/tool-hooks.ts'

/** The policy decision on one call, as the log records it. */
export type PolicyRecord = {
  verdict: 'allow' | 'deny'
  rule?: RuleRef
  message?: string
  remedy?: string
  /** Denied because a rule asks or no rule decided, so a person could allow it. */
  askable?: true
  resolved?: ResolvedArgs
  /** Why the call writes more than the run may write by itself. */
  beyond?: string
}

/** A requested call. `original` is the name that the model called, when a hook requested this call in its place. */
export type CallRequest = ToolCall & { original?: string }

/** `editedArgs` are the arguments after hooks changed them, `editedKeys` the names of the changed ones. */
export type GateResult = { editedArgs?: Record<string, unknown>; editedKeys?: readonly string[] } & (
  | { allowed: true; tool: Tool; args: Record<string, unknown>; policy: PolicyRecord }
  | { allowed: false; result: ToolResult & { ok: false }; policy?: PolicyRecord }
)

/** A run is not interactive: without a matching rule a call is denied. */
const DEFAULT_VERDICT = 'deny'

/**
 * Authorizes a call, of the main agent or a sub-agent. The steps: find the tool, parse the arguments, run hooks, apply the
 * rules, run the safety checkers. Hooks edit the arguments before the rules apply. Hooks and checkers can only make the
 * decision stricter.
 */
export async function gate(request: CallRequest, context: CallContext, signal: AbortSignal): Promise<GateResult> {
  const tool = context.toolbox.find(request.name)
  if (tool === undefined)
    return rejected(
      failed('tool_not_registered', `Tool "${request.name}" not found.${context.toolbox.suggest(request.name)}`),
    )

  const requested = tool.parse(request.args)
  // A hidden tool is denied by its rule even with invalid arguments, so that the model learns the real reason.
  if (!requested.ok && !context.hiddenTools.has(tool.name))
    return rejected(failed('invalid_tool_params', requested.text))
  // Hooks get arguments under their declared names: a hook that checks file_path must not miss absolute_path.
  const hookDecision = requested.ok
    ? await context.hooks?.beforeTool({ ...request, tool, args: requested.args }, signal)
    : undefined
  if (hookDecision?.action === 'stop')
    return rejected(failed('stop_execution', `Agent execution stopped by hook: ${hookDecision.reason}`))
  const parsed = hookDecision?.args === undefined ? requested : tool.parse(hookDecision.args)
  if (!parsed.ok && hookDecision?.args !== undefined)
    return rejected(
      failed('invalid_tool_params', `Tool parameter modification by hook failed validation: ${parsed.text}`),
    )
  const args = parsed.ok ? parsed.args : request.args
  const before = requested.ok ? requested.args : request.args
  const isEdited = hookDecision?.args !== undefined
  const edits = {
    editedArgs: isEdited ? args : undefined,
    editedKeys: isEdited ? changedKeys(before, args) : undefined,
  }

  const facts = await factsFor(tool, args, context)
  const byRules = decide(context.rules, facts, DEFAULT_VERDICT)
  // A person allowed the arguments as the model wrote them, so not those that a hook changed.
  const isAdmitted = !isEdited && isAskable(byRules) && context.admission?.admits(tool.name, request.args) === true
  const afterHooks = withHookDecision(isAdmitted ? ADMITTED : byRules, hookDecision)
  const decision =
    afterHooks.verdict === 'allow' ? await withCheckerDecision(afterHooks, facts, context, signal) : afterHooks
  if (decision.verdict === 'allow' && isAdmitted) context.admission?.use()
  if (decision.verdict === 'allow')
    return { allowed: true, tool, args, policy: policyRecord(decision, facts, context), ...edits }
  const call = { ...request, args }
  const question = decision.verdict === 'ask' ? await confirmation(call, tool, facts.shell) : undefined
  if (question !== undefined) await context.hooks?.notification(question, signal)
  return { ...denied(call, decision, facts, context, question), ...edits }
}

const changedKeys = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))

/** What a person allowed once. Hooks and checkers still apply. */
const ADMITTED: Decision = { verdict: 'allow', message: '' }

/** The decision of the rules alone on a call that a tool makes: without hooks, checkers or events. */
export async function judgeByRules(
  tool: Tool,
  args: Record<string, unknown>,
  context: CallContext,
): Promise<PolicyRecord> {
  const facts = await factsFor(tool, args, context)
  return policyRecord(decide(context.rules, facts, DEFAULT_VERDICT), facts, context)
}

async function factsFor(tool: Tool, args: Record<string, unknown>, context: CallContext): Promise<CallFacts> {
  const resolved = tool.server === undefined ? await context.resolvePaths?.(tool.name, args) : undefined
  const parsed = tool.beyond && tool.parse(args)
  const beyond = parsed?.ok ? await tool.beyond?.(parsed.args) : undefined
  return callFacts(
    { tool: tool.name, aliases: tool.aliases, ...toolFacts(tool), args, resolved, agent: context.agent, beyond },
    context.mode,
    false,
  )
}

/** A decision. `decidedBy` names the hook or checker that overrode the rules. */
type GateDecision = Decision & { decidedBy?: string; checkerRule?: RuleRef }

const HOOK = 'a hook from the settings'

function withHookDecision(decision: Decision, hookDecision: HookCallDecision | undefined): GateDecision {
  const verdict = hookDecision?.action === 'block' ? 'deny' : hookDecision?.action === 'ask' ? 'ask' : 'allow'
  if (hookDecision === undefined || stricter(decision.verdict, verdict) === decision.verdict) return decision
  return { verdict, message: hookDecision.reason, decidedBy: HOOK }
}

/** Runs the safety checkers on a call that rules and hooks allow. */
async function withCheckerDecision(
  decision: GateDecision,
  facts: CallFacts,
  context: CallContext,
  signal: AbortSignal,
): Promise<GateDecision> {
  const objection = await context.runCheckers?.(facts, () => checkerTurns(context.messages ?? []), signal)
  if (objection === undefined) return decision
  const { verdict, reason, rule } = objection
  const { file, line, tier, priority } = rule
  const checkerRule = { file, line, tier, priority, verdict: decisionName(verdict) }
  return {
    verdict,
    message: reason,
    decidedBy: `the safety checker ${rule.checker.name} (${file}:${line})`,
    checkerRule,
  }
}

const toolFacts = ({ annotations, server, shortName: short, writes }: Tool) => ({ annotations, server, short, writes })

const rejected = (result: ToolResult): GateResult => {
  if (result.ok) throw new TypeError('a rejected call cannot have a successful result')
  return { allowed: false, result }
}

function policyRecord(decision: GateDecision, facts: CallFacts, { programLimits }: CallContext): PolicyRecord {
  const verdict = decision.verdict === 'allow' ? 'allow' : 'deny'
  const { resolved, beyond } = facts
  const rule = { rule: decision.rule === undefined ? undefined : ruleRef(decision.rule), resolved, beyond }
  if (verdict === 'allow') return { verdict, ...rule }
  const message = decision.message === '' ? undefined : decision.message
  const byOthers = `The rules allow it, but ${decision.decidedBy} does not.`
  if (decision.decidedBy !== undefined)
    return { verdict, ...rule, rule: decision.checkerRule, message, remedy: byOthers }
  const canAsk = isAskable(decision) && unworkable(facts, programLimits) === undefined
  const remedy = remedyFor(decision, facts, programLimits)
  return { verdict, ...rule, message, remedy, askable: canAsk ? true : undefined }
}

/** Records the confirmation events of an interactive front end, with the answer no, and tells the model the reason. */
function denied(
  request: CallRequest,
  decision: GateDecision,
  facts: CallFacts,
  context: CallContext,
  question: Confirmation | undefined,
): GateResult {
  const correlationId = `${context.agent ?? 'main'}:${request.id}`
  if (question !== undefined) {
    context.emit({ type: 'call_state', id: request.id, name: request.name, state: 'awaiting_approval' })
    context.emit({
      type: 'tool_confirmation_request',
      correlationId,
      id: request.id,
      name: request.name,
      args: context.redact(request.args),
      details: context.redact(question.details),
    })
    context.emit({
      type: 'tool_confirmation_response',
      correlationId,
      confirmed: false,
      reason: 'This run is not interactive.',
    })
  }
  const policy = policyRecord(decision, facts, context)
  const message = denialText(decision, policy)
  context.emit({ type: 'tool_policy_rejection', correlationId, id: request.id, name: request.name, message })
  // The reference has two types: a hook's block is a failed execution.
  const reason = decision.decidedBy === HOOK && decision.verdict === 'deny' ? 'execution_failed' : 'policy_violation'
  return { allowed: false, result: { ok: false, reason, text: message }, policy }
}

function denialText(decision: GateDecision, policy: PolicyRecord): string {
  const confirmationNote =
    decision.verdict === 'ask' ? 'A person would have to confirm it, and this run is not interactive.' : ''
  const rule = policy.rule === undefined ? 'No rule allows it.' : `Rule: ${policy.rule.file}:${policy.rule.line}.`
  const instruction = 'Do not repeat the call. Continue without it, or say in the answer what could not be done.'
  const checkerNote = decision.checkerRule === undefined ? '' : ` by ${decision.decidedBy}`
  const opening =
    decision.decidedBy === undefined ? ['Tool execution denied by policy.'] : [`Tool execution blocked${checkerNote}:`]
  const message = decision.message?.trim() ? asSentence(decision.message.trim()) : ''
  return [...opening, message, confirmationNote, decision.decidedBy === undefined ? rule : '', instruction]
    .filter(Boolean)
    .join(' ')
}
