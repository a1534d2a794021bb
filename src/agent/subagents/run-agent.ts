import { contextWindow } from '../../model/models.ts'
import {
  addUsage,
  type MessagePart,
  type ModelReply,
  NO_USAGE,
  replyUsage,
  type ToolDeclaration,
} from '../../model/types.ts'
import { startTimer } from '../../platform/time.ts'
import { decide, hidingRule } from '../../policy/rules/decide.ts'
import type { Mode, Rule } from '../../policy/rules/rule.ts'
import type { AgentDefinition, Emit, Ending, RunEvent } from '../../record/events.ts'
import { interpolateKnown } from '../../text/interpolate.ts'
import { done, failed, type Tool, type ToolResult } from '../../tools/tool.ts'
import { limitDeclarations, makeToolbox, type Toolbox } from '../../tools/toolbox.ts'
import { type AgentContext, runningCall } from '../agent-context.ts'
import { runConversation } from '../loop.ts'
import type { SubdirectoryMemory } from '../memory-files.ts'
import { selectTools, toolRecord } from '../offered-tools.ts'
import { type ConversationProgress, Stopped } from '../stop-conditions.ts'
import { GROUND_RULES, memorySection } from '../system-prompt.ts'
import type { Subagent, SubagentServers } from './subagent.ts'
import { COMPLETE_TASK, completeTaskTool, DELEGATE_TOOL } from './subagent-tools.ts'

/** What a sub-agent run needs from its caller. */
export type SubagentContext = {
  context: AgentContext
  /** The memory of the repository, for the system prompt. */
  memory: string
  /** A separate instance, because this conversation has not loaded any memory yet. */
  subdirectoryMemory: SubdirectoryMemory
  /** Sections of the system prompt that depend on the tools. */
  sections(tools: readonly string[]): readonly string[]
  version: string
  /** Starts the servers of its definition. Skips forbidden servers with a notice. */
  startServers?(agent: Subagent, signal: AbortSignal): Promise<SubagentServers | undefined>
  /** The prompts from a recording, for a replay. */
  recordedPrompts?: { system: string; prompt: MessagePart[] }
  /** Starts the time limit, in a replay. */
  startTimeLimit?: (ms: number, signal: AbortSignal) => SubagentTimer
}

/** A signal that also aborts after the time limit. `restart` starts a new limit, in milliseconds. */
export type SubagentTimer = Disposable & { signal(): AbortSignal; restart(ms: number): void }

/** Why a sub-agent ended. The names are the reference's, plus BUDGET, REPEATING and HOOK. */
type TerminationReason =
  | 'GOAL'
  | 'TIMEOUT'
  | 'MAX_TURNS'
  | 'ERROR_NO_COMPLETE_TASK_CALL'
  | 'ERROR'
  | 'ABORTED'
  | 'BUDGET'
  | 'REPEATING'
  | 'HOOK'

/** Time for the report after a limit. */
const GRACE_PERIOD_MS = 60_000

/**
 * Runs one task in a separate conversation with the same gate and hooks, but its own instructions, tools, model and limits. A
 * sub-agent that reaches a limit without a report gets one more turn. Its tokens count towards the budget of the run.
 */
export async function runAgent(
  agent: Subagent,
  task: string,
  situation: SubagentContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { context } = situation
  const started = context.now()
  const completion = completeTaskTool(agent.output)
  await using servers = await situation.startServers?.(agent, signal)
  const rules = [...context.rules, ...(servers?.rules ?? [])]
  const { toolbox, declarations } = subagentToolbox(agent, { ...context, rules }, completion.tool, servers?.tools)
  const counter = countTurns(context.emit, agent.name)
  const model = agent.model === 'inherit' ? context.model : agent.model
  const values = {
    [agent.inputName]: task,
    today: new Date(started).toISOString().slice(0, 10),
    activeModel: model,
    cliVersion: situation.version,
  }
  const recovery: { reason?: TerminationReason; from?: number; startedMs?: number } = {}
  using timer = (situation.startTimeLimit ?? timeLimitOf(context))(agent.minutes * 60_000, signal)
  context.emit({ type: 'agent_started', agent: agent.name, definition: definitionOf(agent, servers) })

  const subagentContext: AgentContext = {
    ...context,
    // The call that a person allowed and the earlier conversation belong to the main agent.
    history: undefined,
    admission: undefined,
    agent: agent.name,
    parentCallId: runningCall()?.id,
    toolbox,
    declarations,
    rules: [...rules, ...completeTaskRules(agent.name, context)],
    subdirectoryMemory: situation.subdirectoryMemory,
    emit: counter.emit,
    generate: (request, untilSignal) =>
      context.generate({ ...request, scope: agent.name, sampling: agent.sampling }, untilSignal),
    model,
    // The model of the sub-agent may have a smaller window.
    contextWindow: context.contextWindow && {
      ...context.contextWindow,
      windowTokens: Math.min(context.contextWindow.windowTokens, contextWindow(model)),
    },
    system:
      situation.recordedPrompts?.system ??
      context.redact(
        subagentPrompt({
          instructions: interpolateKnown(agent.systemPrompt, values),
          mode: context.mode,
          memory: [situation.memory, servers?.instructions].filter(Boolean).join('\n\n'),
          sections: situation.sections(declarations.map(({ name }) => name)),
          structured: agent.output !== undefined,
        }),
      ),
    stopConditions: [
      (progress) =>
        recovery.reason === undefined ? turnLimitReached(agent, progress) : afterOneTurn(recovery, progress),
    ],
    fallbackAnswer: () => 'It returned no text.',
    submittedAnswer: completion.report,
    recover(ending) {
      const reason = terminationReason(ending)
      if (recovery.reason !== undefined || completion.report() !== undefined || signal.aborted) return undefined
      if (!isRecoverable(reason) || context.wrapUpSignal?.aborted === true) return undefined
      recovery.reason = reason
      recovery.startedMs = context.now()
      timer.restart(GRACE_PERIOD_MS)
      return { prompt: textParts(lastChancePrompt(reason)), signal: timer.signal() }
    },
  }

  const prompt = situation.recordedPrompts?.prompt ?? textParts(context.redact(interpolateKnown(agent.query, values)))
  const ending = await runConversation(prompt, subagentContext, timer.signal())
  const report = completion.report()
  const reason: TerminationReason =
    report !== undefined ? 'GOAL' : signal.aborted ? 'ABORTED' : (recovery.reason ?? terminationReason(ending))
  context.emit({
    type: 'agent_finished',
    agent: agent.name,
    reason,
    recovery: recovery.reason !== undefined,
    recoveryReason: recovery.reason,
    recoveryMs: recovery.startedMs !== undefined ? context.now() - recovery.startedMs : undefined,
    turns: counter.turns(),
    usage: counter.usage(),
    ms: context.now() - started,
  })
  const cost = `${counter.turns()} turns, ${counter.usage().total} tokens`
  if (report !== undefined) return done(finishedText(agent, reason, report), `${agent.name}: ${reason}, ${cost}`)
  return unfinishedResult(agent, reason, ending, cost)
}

const definitionOf = (
  { tools, model, turns, minutes, output }: Subagent,
  servers: SubagentServers | undefined,
): AgentDefinition => ({
  tools: tools ? [...tools] : undefined,
  model,
  turns,
  minutes,
  output: output ? { name: output.name, description: output.description, schema: output.schema } : undefined,
  // The rules that trust its servers are plain data.
  servers: servers
    ? { tools: servers.tools.map(toolRecord), rules: servers.rules.map((rule) => ({ ...rule })) }
    : undefined,
})

const textParts = (text: string): MessagePart[] => [{ kind: 'text', text }]

/** A rule that allows the report tool in any policy, because it changes nothing. */
function completeTaskRules(agent: string, { rules, mode }: AgentContext): Rule[] {
  const facts = { tool: COMPLETE_TASK, agent, args: {}, annotations: {}, mode, interactive: false }
  if (decide(rules, facts, 'deny').verdict === 'allow') return []
  const match = { tools: [COMPLETE_TASK], builtin: true, agent } as const
  return [{ verdict: 'allow', tier: 'admin', priority: 999, file: 'built-in', line: 0, match }]
}

type TurnCount = Pick<ConversationProgress, 'turns'>

const turnLimitReached = ({ turns: maxTurns }: Subagent, { turns }: TurnCount) =>
  maxTurns !== undefined && turns >= maxTurns ? 'turns' : undefined

/** Allows one turn after the recovery started. */
function afterOneTurn(recovery: { from?: number }, { turns }: TurnCount) {
  recovery.from ??= turns
  return turns > recovery.from ? 'turns' : undefined
}

function terminationReason(ending: Ending): TerminationReason {
  if (ending.end === 'answered') return 'ERROR_NO_COMPLETE_TASK_CALL'
  if (ending.end !== 'stopped') return 'ERROR'
  switch (ending.reason) {
    case 'turns':
    case 'session_turns':
      return 'MAX_TURNS'
    case 'time':
      return 'TIMEOUT'
    case 'tokens':
    case 'cost':
    case 'thread_cost':
    case 'day_cost':
      return 'BUDGET'
    case 'repeating':
      return 'REPEATING'
    case 'hook':
      return 'HOOK'
    case 'cancelled':
      return 'ABORTED'
    case 'length':
      return 'ERROR_NO_COMPLETE_TASK_CALL'
    default:
      return ending.reason satisfies never
  }
}

export type RecoverableReason = 'TIMEOUT' | 'MAX_TURNS' | 'ERROR_NO_COMPLETE_TASK_CALL' | 'REPEATING'

const isRecoverable = (reason: TerminationReason): reason is RecoverableReason =>
  reason === 'TIMEOUT' || reason === 'MAX_TURNS' || reason === 'ERROR_NO_COMPLETE_TASK_CALL' || reason === 'REPEATING'

const finishedText = ({ name }: Subagent, reason: TerminationReason, text: string) =>
  `Subagent '${name}' finished.\nTermination Reason: ${reason}\nResult:\n${text}`

function unfinishedResult(agent: Subagent, reason: TerminationReason, ending: Ending, cost: string): ToolResult {
  const explanation = explainReason(agent, reason)
  if (reason === 'ABORTED') return failed('cancelled', `Subagent '${agent.name}' was stopped.`)
  if (reason === 'HOOK') return failed('stop_execution', `Subagent '${agent.name}' was stopped by a hook.`)
  if (ending.end === 'failed' || ending.end === 'skipped')
    return failed('execution_failed', `Subagent '${agent.name}' failed. Error: ${ending.text}`)
  const words = ending.text === '' ? '' : `\n\nIts last text was:\n\n${ending.text}`
  return done(finishedText(agent, reason, explanation + words), `${agent.name}: ${reason}, ${cost}`)
}

function explainReason({ minutes, turns }: Subagent, reason: TerminationReason): string {
  switch (reason) {
    case 'TIMEOUT':
      return `Agent timed out after ${minutes} minutes.`
    case 'MAX_TURNS':
      return `Agent reached max turns limit (${turns ?? 'none'}).`
    case 'ERROR_NO_COMPLETE_TASK_CALL':
      return `Agent stopped calling tools but did not call '${COMPLETE_TASK}'.`
    case 'REPEATING':
      return 'Agent repeated the same calls.'
    case 'BUDGET':
      return 'It used up its token budget.'
    default:
      return 'Agent did not finish.'
  }
}

const timeLimitOf =
  ({ startTimer: start = startTimer }: Pick<AgentContext, 'startTimer'>) =>
  (ms: number, signal: AbortSignal): SubagentTimer => {
    let cancel: (() => void) | undefined
    let combined = signal
    const restart = (limitMs: number) => {
      cancel?.()
      const timeout = new AbortController()
      cancel = start(limitMs, () => timeout.abort(new Stopped('time')))
      combined = AbortSignal.any([signal, timeout.signal])
    }
    restart(ms)
    return { signal: () => combined, restart, [Symbol.dispose]: () => cancel?.() }
  }

/** Tags the model events with the sub-agent, and counts turns and usage. */
function countTurns(emit: Emit, agent: string): { emit: Emit; turns(): number; usage(): ModelReply['usage'] } {
  let turns = 0
  let usage = NO_USAGE
  const tagged = (event: RunEvent): RunEvent => {
    switch (event.type) {
      case 'model_request':
      case 'model_reply':
      case 'model_failed':
        return { ...event, agent }
      default:
        return event
    }
  }
  return {
    emit(event) {
      if (event.type === 'model_reply') {
        turns += 1
        usage = addUsage(usage, replyUsage(event.reply))
      }
      emit(tagged(event))
    },
    turns: () => turns,
    usage: () => usage,
  }
}

/** The system prompt of a sub-agent: its own instructions, then the rules for all agents. */
export function subagentPrompt(options: {
  instructions: string
  mode: Mode
  memory: string
  sections: readonly string[]
  structured: boolean
}): string {
  const sections = [
    options.instructions.trim(),
    GROUND_RULES,
    options.mode === 'plan'
      ? '# Constraints\n\nThis run is read-only: do not edit files or run commands that change anything.'
      : '',
    ...options.sections,
    memorySection(options.memory),
    howToFinish(options.structured),
  ]
  return sections.filter((section) => section !== '').join('\n\n')
}

const howToFinish = (structured: boolean) => `# How you work and how you finish

- You are a sub-agent. No person watches or answers questions. The agent that gave you the task reads only your report.
- Work step by step with your tools; call several in one turn when they do not depend on each other. Paths are relative to the repository root.
- A denied call stays denied. Continue without it and say in the report what could not be done.
- When you are done, call \`${COMPLETE_TASK}\` with ${structured ? 'the structured report it describes' : 'everything you found or did in "result"'}, alone in its turn. It is the only way to finish: a turn without a call ends your task as failed.`

const LIMIT_MESSAGES: Record<RecoverableReason, string> = {
  TIMEOUT: 'You have exceeded the time limit.',
  MAX_TURNS: 'You have exceeded the maximum number of turns.',
  ERROR_NO_COMPLETE_TASK_CALL: 'You have stopped calling tools without finishing.',
  REPEATING: 'You have repeated the same calls.',
}

/** The prompt for a sub-agent that reached a limit without a report. */
export const lastChancePrompt = (reason: RecoverableReason): string =>
  `${LIMIT_MESSAGES[reason]} You have one last turn and little time. Call \`${COMPLETE_TASK}\` now, with the best report you can give, and say in it that your work was interrupted and what is missing. Call no other tool.`

/** The tools of a sub-agent: the ones that its definition selects from the run and its servers, and the report tool. */
export function subagentToolbox(
  agent: Subagent,
  context: Pick<AgentContext, 'toolbox' | 'rules' | 'mode'>,
  reportTool: Tool,
  serverTools: readonly Tool[] = [],
): { toolbox: Toolbox; declarations: readonly ToolDeclaration[] } {
  // Sub-agents cannot delegate.
  const excluded = new Set([COMPLETE_TASK, DELEGATE_TOOL, ...serverTools.map(({ name }) => name)])
  const others = [...context.toolbox.all().filter(({ name }) => !excluded.has(name)), ...serverTools]
  const all = makeToolbox(others)
  const selected = agent.tools?.flatMap((name) => selectTools(name, others, all))
  const offered = [...new Set(selected ?? others), reportTool]
  const agentTools = makeToolbox(offered)
  const toolbox: Toolbox = {
    ...agentTools,
    suggest: (name) =>
      all.find(name) === undefined
        ? agentTools.suggest(name)
        : ` Unauthorized tool call: '${name}' is not available to this agent.`,
  }
  const declared = new Set(
    offered.filter((tool) => hidingRule(context.rules, tool, context.mode) === undefined).map(({ name }) => name),
  )
  declared.add(COMPLETE_TASK)
  const declarations = agentTools.declarations().filter(({ name }) => declared.has(name))
  return { toolbox, declarations: limitDeclarations(declarations) }
}
