import { estimateRequestTokens } from '../model/estimate.ts'
import { type MessagePart, ModelError, type ModelReply } from '../model/types.ts'
import type { Ending, StopReason } from '../record/events.ts'
import type { AgentContext } from './agent-context.ts'
import type { Allowance, FinalAllowance } from './budget.ts'
import { shrinkConversation } from './compression.ts'
import {
  type Conversation,
  callsOf,
  forecastRequest,
  generateNext,
  mayNeedShrinking,
  newConversation,
} from './conversation.ts'
import { requestFinalAnswer, runLastTurn } from './final-answer.ts'
import {
  endingOfError,
  endingOfReply,
  findLoopWithModel,
  finishFor,
  repeatsText,
  warnOfRepetition,
  warnOrFinish,
} from './loop-endings.ts'
import { runCalls } from './scheduler.ts'
import { isTurnLimit, repetitionKeys, stopReasonOf } from './stop-conditions.ts'
import { enforceOutputSchema } from './structured-output.ts'

/** Calls that the repetition check compares: five repeats of a cycle of five. */
const MAX_REMEMBERED_CALLS = 25

/**
 * Runs one conversation: send a request, run the calls of the reply, repeat until the model answers or a limit stops it.
 * Failures of the model, hooks and limits become endings with the text so far; it never rejects for them.
 */
export async function runConversation(
  prompt: MessagePart[],
  context: AgentContext,
  signal: AbortSignal,
): Promise<Ending> {
  const conversation = newConversation(context.history)
  // BeforeAgent and AfterAgent hooks run for the main agent only: hooks see a sub-agent as a tool call.
  const hooks = context.agent === undefined ? context.hooks : undefined
  let currentSignal = signal
  for (let nextPrompt = prompt, isFollowUp = false; ; isFollowUp = true) {
    const start = (await hooks?.beforeAgent(nextPrompt, signal)) ?? { action: 'continue', prompt: nextPrompt }
    if (start.action !== 'continue') {
      const reason = stopReasonOf(signal) ?? (isFollowUp ? 'hook' : undefined)
      return reason === undefined
        ? refusedByHook(start.reason)
        : { end: 'stopped', reason, text: conversation.lastText }
    }
    conversation.messages.push({ role: 'user', parts: start.prompt })
    resetAnswer(conversation)
    const ending = await withOutputSchema(
      await runTurns(conversation, context, currentSignal),
      conversation,
      context,
      currentSignal,
    )
    const recovery = await context.recover?.(ending, conversation.progress.turns)
    if (recovery !== undefined) {
      nextPrompt = recovery.prompt
      currentSignal = recovery.signal
      continue
    }
    if (ending.end !== 'answered' || hooks === undefined) return ending
    const decision = await hooks.afterAgent({ prompt, answer: ending.text, isFollowUp }, signal)
    if (decision.action !== 'block') return ending
    if (decision.clearHistory) {
      Object.assign(conversation, { messages: [], measured: undefined })
      context.subdirectoryMemory?.reset?.()
    }
    nextPrompt = [{ kind: 'text', text: decision.reason }]
  }
}

const refusedByHook = (reason: string): Ending => ({
  end: 'skipped',
  outcome: 'refused',
  text: `A hook refused the task: ${reason}`,
})

async function runTurns(conversation: Conversation, context: AgentContext, signal: AbortSignal): Promise<Ending> {
  // Turns end at the wrap-up signal; the final request may use the remaining time.
  const workSignal = context.wrapUpSignal === undefined ? signal : AbortSignal.any([signal, context.wrapUpSignal])
  try {
    for (;;) {
      const reason = stopReasonAt(context, conversation.progress.turns) ?? stopReasonOf(signal)
      if (reason !== undefined) return { end: 'stopped', reason, text: conversation.lastText }
      const next = await runTurn(conversation, context, workSignal, signal)
      if (next !== undefined) return 'kind' in next ? await finish(conversation, next, context, signal) : next
    }
  } catch (error) {
    return endingOfError(error, conversation.lastText, signal)
  }
}

function stopReasonAt(context: AgentContext, turns: number): StopReason | undefined {
  for (const stop of context.stopConditions) {
    const reason = stop({ turns })
    if (reason !== undefined) return reason
  }
  return undefined
}

/** One request and its calls. Returns the ending, or the final allowance when a limit is near, or undefined to go on. */
async function runTurn(
  conversation: Conversation,
  context: AgentContext,
  workSignal: AbortSignal,
  signal: AbortSignal,
): Promise<Ending | FinalAllowance | undefined> {
  const isTimeUp = () => workSignal.aborted && !signal.aborted
  if (isTimeUp()) return finishFor('time')
  const { turns, calls: earlierCalls } = conversation.progress
  let reply: ModelReply | undefined
  try {
    const loop = await findLoopWithModel(conversation, context, workSignal)
    if (loop !== undefined) {
      const finalAllowance = warnOrFinish(loop, conversation, context)
      if (finalAllowance !== undefined) return finalAllowance
    }
    if (mayNeedShrinking(conversation, context)) await shrinkConversation(conversation, context, workSignal)
    const allowance = context.budget?.allowanceFor(forecastRequest(conversation, context)) ?? { kind: 'continue' }
    if (allowance.kind !== 'continue') return allowance
    const limit = stopReasonAt(context, turns + 1)
    const isLast = context.submittedAnswer === undefined && turns > 0 && isTurnLimit(limit)
    reply = isLast
      ? await runLastTurn(conversation, { maxTokens: allowance.maxTokens, limit }, context, signal)
      : await generateTurn(conversation, allowance, context, workSignal)
  } catch (error) {
    if (isTimeUp()) return finishFor('time')
    throw error
  }
  if (reply === undefined) return undefined // the turn limit ends the conversation next

  const calls = callsOf(reply)
  if (calls.length === 0)
    return repeatsText(reply, conversation, context)
      ? warnOfRepetition(reply, conversation, context)
      : endingOfReply(reply, conversation, context)
  resetAnswer(conversation)
  const replies = await runCalls(
    calls,
    { ...context, ...limitToWindow(conversation, context), messages: conversation.messages },
    workSignal,
  )
  const answers = { role: 'tool', replies } as const
  conversation.messages.push(answers)
  conversation.growth = estimateRequestTokens({ messages: [answers] })
  const submitted = context.submittedAnswer?.()
  if (submitted !== undefined) return { end: 'answered', text: submitted }
  const keys = repetitionKeys(calls, replies, context.toolbox, turns)
  conversation.progress = { ...conversation.progress, calls: [...earlierCalls, ...keys].slice(-MAX_REMEMBERED_CALLS) }
  return warnOfRepetition(reply, conversation, context)
}

const generateTurn = (
  conversation: Conversation,
  { maxTokens }: Extract<Allowance, { kind: 'continue' }>,
  context: AgentContext,
  workSignal: AbortSignal,
) => generateNext(conversation, context, workSignal, { maxTokens })

/** Forgets a cut or missing answer: a new one starts. */
function resetAnswer(conversation: Conversation) {
  conversation.cutAnswer = { text: '', times: 0 }
  conversation.nudged = false
}

/** Requests a final answer. When that fails, the ending has the model's last text. */
async function finish(
  conversation: Conversation,
  allowance: FinalAllowance,
  context: AgentContext,
  signal: AbortSignal,
): Promise<Ending> {
  // A sub-agent answers by a tool call, which a final request without tools cannot make.
  if (context.submittedAnswer !== undefined)
    return { end: 'stopped', reason: allowance.reason, text: conversation.lastText }
  try {
    return await requestFinalAnswer(conversation, allowance, context, signal)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    context.emit({ type: 'notice', level: 'warning', text: `The model gave no final answer: ${error.message}` })
    return { end: 'stopped', reason: allowance.reason, text: conversation.lastText }
  }
}

async function withOutputSchema(
  ending: Ending,
  conversation: Conversation,
  context: AgentContext,
  signal: AbortSignal,
): Promise<Ending> {
  // The schema applies to the answer of the run, not to sub-agents.
  if (context.outputSchema === undefined || context.agent !== undefined) return ending
  try {
    return await enforceOutputSchema(ending, { schema: context.outputSchema, conversation, context, signal })
  } catch (error) {
    return endingOfError(error, conversation.lastText, signal)
  }
}

/** Limits tool results to the rest of the model's window. */
function limitToWindow(
  conversation: Conversation,
  { outputLimit, contextWindow }: AgentContext,
): Pick<AgentContext, 'outputLimit'> {
  if (outputLimit === undefined || contextWindow === undefined || outputLimit.maxCharacters <= 0) return {}
  const remaining = CHARACTERS_PER_TOKEN * (contextWindow.windowTokens - (conversation.measured?.tokens ?? 0))
  return {
    outputLimit: {
      ...outputLimit,
      maxCharacters: Math.min(outputLimit.maxCharacters, Math.max(MIN_OUTPUT_CHARACTERS, remaining)),
    },
  }
}

/** Enough for the note that says where the full text is. */
const MIN_OUTPUT_CHARACTERS = 1000

const CHARACTERS_PER_TOKEN = 4
