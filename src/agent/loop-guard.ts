import type { ModelReply } from '../model/types.ts'
import type { StopReason } from '../record/events.ts'
import type { AgentContext } from './agent-context.ts'
import type { FinalAllowance } from './budget.ts'
import { addUserMessage, type Conversation } from './conversation.ts'
import { findRepeatedText, findRepetition } from './repetition.ts'

/** Asks a model, at intervals, whether a long conversation is stuck: new words each time can still bring no progress. */
export async function findLoopWithModel(
  conversation: Conversation,
  context: AgentContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (
    context.detectLoops === false ||
    context.contextWindow === undefined ||
    conversation.progress.turns + 1 < conversation.nextLoopCheck
  )
    return undefined
  const check = await import('./loop-check.ts')
  return context.budget?.canAfford(check.LOOP_CHECK_COST) === false
    ? undefined
    : check.detectLoop(conversation, context.contextWindow, signal)
}

/** Warns the model of a loop; the second loop ends the conversation. */
export function warnOrFinish(
  detail: string,
  conversation: Conversation,
  context: AgentContext,
): FinalAllowance | undefined {
  conversation.loopWarnings += 1
  if (conversation.loopWarnings > 1) return finishFor('repeating')
  context.emit({ type: 'notice', level: 'info', text: `The model repeated itself and was warned. ${detail}` })
  addUserMessage(
    conversation,
    `[You seem to be repeating yourself. ${detail} Step back: what is missing, and how else can you find it? Do not repeat a call or a sentence that brought nothing new. If nothing is left to try, give your final answer.]`,
  )
  return undefined
}

/** A final answer for a limit other than the budget. */
export const finishFor = (reason: StopReason): FinalAllowance => ({ kind: 'answer', reason, maxTokens: 8192 })

/** Whether a reply repeats the same text. A hook may have replaced the text of an abandoned reply. */
export const repeatsText = ({ stop }: ModelReply, { replyText }: Conversation, { detectLoops }: AgentContext) =>
  detectLoops !== false && (stop === 'abandoned' || findRepeatedText(replyText) !== undefined)

/** Warns the model of repeated calls or text. */
export function warnOfRepetition(
  { stop }: ModelReply,
  conversation: Conversation,
  context: AgentContext,
): FinalAllowance | undefined {
  const repetition =
    context.detectLoops === false ? undefined : findRepetition(conversation.progress.calls, conversation.replyText)
  const detail = repetition ?? (stop === 'abandoned' ? 'Repeated words.' : undefined)
  return detail === undefined ? undefined : warnOrFinish(detail, conversation, context)
}
