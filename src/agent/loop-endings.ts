import { ModelError, type ModelReply } from '../model/types.ts'
import { UserError } from '../platform/errors.ts'
import type { Ending, StopReason } from '../record/events.ts'
import type { AgentContext } from './agent-context.ts'
import type { FinalAllowance } from './budget.ts'
import { addUserMessage, type Conversation, rawTextOf } from './conversation.ts'
import { detectLoop, LOOP_CHECK_COST } from './loop-check.ts'
import { type DetectedLoop, findRepeatedText, findRepetition } from './repetition.ts'
import { Stopped, stopReasonOf } from './stop-conditions.ts'

/** How often a cut answer is continued. */
const MAX_CONTINUATIONS = 3

/** The ending after a reply without calls; undefined when the conversation goes on. */
export function endingOfReply(
  reply: ModelReply,
  conversation: Conversation,
  context: AgentContext,
): Ending | undefined {
  if (reply.stop === 'length') return continueCutAnswer(reply, conversation)
  const answer = (conversation.cutAnswer.text + rawTextOf(reply)).trim()
  if (reply.stop === 'finished' && answer !== '') return { end: 'answered', text: answer }
  if (reply.stop === 'finished') return endingOfEmptyReply(reply, conversation, context)
  const message = `The model's answer was blocked${blockReason(reply)}.`
  return {
    end: 'failed',
    outcome: 'model',
    text: answer === '' ? withEarlierText(conversation.lastText, message) : `${message}\n\n${answer}`,
  }
}

/** Asks the model to continue an answer that was cut at the output limit. */
function continueCutAnswer(reply: ModelReply, conversation: Conversation): Ending | undefined {
  const text = rawTextOf(reply)
  conversation.cutAnswer = { text: conversation.cutAnswer.text + text, times: conversation.cutAnswer.times + 1 }
  conversation.lastText = conversation.cutAnswer.text.trim() || conversation.lastText
  if (conversation.cutAnswer.times > MAX_CONTINUATIONS)
    return { end: 'stopped', reason: 'length', text: conversation.lastText }
  addUserMessage(conversation, text.trim() === '' ? LIMIT_BEFORE_ANSWER : CONTINUE_ANSWER)
  return undefined
}

const CONTINUE_ANSWER =
  '[Your answer was cut at the output limit. Continue exactly where it stopped. Repeat nothing and do not mention this message.]'

const LIMIT_BEFORE_ANSWER =
  '[You reached the output limit before you wrote any text. Think less, and answer or call a tool now.]'

/** The ending after a reply without text: the fallback answer, one reminder to the model, then a failure. */
function endingOfEmptyReply(reply: ModelReply, conversation: Conversation, context: AgentContext): Ending | undefined {
  const fallback = context.fallbackAnswer?.() ?? ''
  if (fallback !== '') return { end: 'answered', text: fallback }
  if (conversation.nudged)
    return {
      end: 'failed',
      outcome: 'model',
      text: withEarlierText(conversation.lastText, `The model ended without an answer${blockReason(reply)}.`),
    }
  conversation.nudged = true
  addUserMessage(
    conversation,
    '[You ended without any text. Give your final answer now, or call the tool that is still needed.]',
  )
  return undefined
}

const blockReason = ({ reason }: ModelReply) => (reason === undefined ? '' : ` (${reason})`)

/** The ending after an error. Throws errors that are neither the model's, the user's nor a stop. */
export function endingOfError(error: unknown, text: string, signal: AbortSignal): Ending {
  // A hook that was aborted denies; the abort is the reason, not the denial.
  const reason = stopReasonOf(signal) ?? (error instanceof Stopped ? error.reason : undefined)
  if (reason !== undefined) return { end: 'stopped', reason, text }
  if (error instanceof UserError)
    return { end: 'failed', outcome: 'config', text: withEarlierText(text, error.message) }
  if (!(error instanceof ModelError)) throw error
  return { end: 'failed', outcome: outcomeFor(error), text: withEarlierText(text, error.message), code: error.status }
}

/** The failure message, followed by the model's text so far. */
const withEarlierText = (text: string, message: string) =>
  text === '' ? message : `${message}\n\nBefore that, the model wrote:\n\n${text}`

/** A rejected credential and an unknown model are configuration errors. */
function outcomeFor({ fault, status }: ModelError) {
  if (fault === 'quota') return 'quota'
  return fault === 'auth' || status === 404 ? 'config' : 'model'
}

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
