import type { ModelReply } from '../model/types.ts'
import type { StopReason } from '../record/events.ts'
import type { AgentContext } from './agent-context.ts'
import type { FinalAllowance } from './budget.ts'
import { addUserMessage, type Conversation } from './conversation.ts'
import { detectLoop, LOOP_CHECK_COST } from './loop-check.ts'
import { type DetectedLoop, findRepeatedText, findRepetition } from './repetition.ts'

/** Asks a model, at intervals, whether a long conversation is stuck: new words each time can still bring no progress. */
export async function findLoopWithModel(
  conversation: Conversation,
  context: AgentContext,
  signal: AbortSignal,
): Promise<DetectedLoop | undefined> {
  if (
    context.detectLoops === false ||
    context.contextWindow === undefined ||
    conversation.progress.turns + 1 < conversation.nextLoopCheck
  )
    return undefined
  if (context.budget?.canAfford(LOOP_CHECK_COST) === false) return undefined
  const detail = await detectLoop(conversation, context.contextWindow, signal)
  return detail === undefined ? undefined : { kind: 'llm_detected_loop', detail }
}

/** Warns the model of a loop; the second loop ends the conversation. */
export function warnOrFinish(
  { kind, detail }: DetectedLoop,
  conversation: Conversation,
  context: AgentContext,
): FinalAllowance | undefined {
  conversation.loopWarnings += 1
  const { loopWarnings: count } = conversation
  context.emit({ type: 'loop_detected', kind, count, agent: context.agent })
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

const ABANDONED: DetectedLoop = { kind: 'chanting_identical_sentences', detail: 'Repeated words.' }

/** Warns the model of repeated calls or text. */
export function warnOfRepetition(
  { stop }: ModelReply,
  conversation: Conversation,
  context: AgentContext,
): FinalAllowance | undefined {
  const repetition =
    context.detectLoops === false ? undefined : findRepetition(conversation.progress.calls, conversation.replyText)
  const loop = repetition ?? (stop === 'abandoned' ? ABANDONED : undefined)
  return loop === undefined ? undefined : warnOrFinish(loop, conversation, context)
}
