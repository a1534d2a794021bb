import { estimateRequestTokens, hasMediaData } from '../../model/estimate.ts'
import { type Generate, type Message, ModelError, NO_USAGE } from '../../model/types.ts'
import type { AgentContext } from '../agent-context.ts'
import { type Conversation, estimateRequest, requestSize } from '../conversation.ts'
import { MAX_WINDOW_SHARE } from './limits.ts'
import { type CompressionResult, summarizeHistory } from './summarize-history.ts'
import { maskedOutputs, maskOldOutputs } from './tool-outputs.ts'

/** The agent name of summary requests. */
const COMPRESSOR = 'utility_compressor'

/** The conversation grows by this factor before the next summary. */
const REGROWTH = 1.2

/**
 * Shortens a large conversation: moves old tool results to files and, past the threshold, summarizes the older history.
 * Rejects with ModelError when the conversation still does not fit the model's window.
 */
export async function shrinkConversation(
  conversation: Conversation,
  context: AgentContext,
  signal: AbortSignal,
): Promise<void> {
  const { contextWindow } = context
  if (contextWindow === undefined) return
  const { windowTokens, threshold, saveOutput } = contextWindow
  const limit = threshold * windowTokens
  replaceMessages(conversation, await maskOldOutputs(conversation.messages, saveOutput), 'masked', context)
  if (requestSize(conversation, context) >= Math.max(limit, conversation.compressedSize * REGROWTH))
    await summarize(conversation, context, signal)
  if ((await measureRequest(conversation, context, signal)) <= windowTokens * MAX_WINDOW_SHARE) return
  replaceMessages(conversation, await maskOldOutputs(conversation.messages, saveOutput, 0), 'masked', context)
  const size = await measureRequest(conversation, context, signal)
  if (size > windowTokens * MAX_WINDOW_SHARE)
    throw new ModelError(
      `The conversation takes about ${Math.round(size / 1000)},000 tokens, and ${context.model} reads ${Math.round(windowTokens / 1000)},000 at most. Reduce the task.`,
      { fault: 'request', retry: 'never' },
    )
}

async function summarize(conversation: Conversation, context: AgentContext, signal: AbortSignal): Promise<void> {
  const { contextWindow, hooks } = context
  if (contextWindow === undefined) return
  // Do not spend the rest of the budget on a summary: the answer needs it.
  const input = estimateRequest(conversation, context)
  if (context.budget?.canAfford([{ model: context.model, usage: { ...NO_USAGE, input, total: input } }]) === false)
    return
  const failedBefore = conversation.summaryFailed
  const options = {
    ...contextWindow,
    model: context.model,
    generate: afterPreCompress(contextWindow.utilityGenerate(COMPRESSOR), hooks),
    failedBefore,
  }
  const result = await summarizeHistory(conversation.messages, options, signal).catch(
    (error: unknown): CompressionResult => {
      if (signal.aborted || !(error instanceof ModelError)) throw error
      context.emit({
        type: 'notice',
        level: 'info',
        text: `The conversation could not be summarized: ${error.message}`,
      })
      return { status: 'empty', messages: conversation.messages }
    },
  )
  if (result.status === 'inflated' || result.status === 'empty') {
    conversation.summaryFailed = true
    const tokens = estimateRequest(conversation, context)
    emitCompressed(result.status, { tokensBefore: tokens, tokensAfter: tokens }, context)
  }
  replaceMessages(conversation, result.messages, result.status, context)
  if (result.status === 'compressed') conversation.compressedSize = requestSize(conversation, context)
}

/** The hooks run when the conversation is compressed, not when there turns out to be nothing to compress. */
const afterPreCompress =
  (generate: Generate, hooks: AgentContext['hooks']): Generate =>
  async (request, signal) => {
    await hooks?.preCompress('auto', signal)
    return generate(request, signal)
  }

/** Replaces the messages of a conversation when they changed. */
function replaceMessages(
  conversation: Conversation,
  messages: readonly Message[],
  status: CompressionResult['status'] | 'masked',
  context: AgentContext,
): void {
  if (messages === conversation.messages) return
  const tokensBefore = estimateRequest(conversation, context)
  const masked = status === 'masked' ? maskedOutputs(conversation.messages, messages) : undefined
  conversation.messages = [...messages]
  conversation.measured = undefined
  context.subdirectoryMemory?.reset?.()
  emitCompressed(status, { tokensBefore, tokensAfter: estimateRequest(conversation, context), ...masked }, context)
}

const emitCompressed = (
  status: CompressionResult['status'] | 'masked',
  sizes: { tokensBefore: number; tokensAfter: number; maskedCount?: number; prunableTokens?: number },
  context: AgentContext,
) => {
  if (status !== 'nothing') context.emit({ type: 'chat_compressed', status, ...sizes, agent: context.agent })
}

/** Tokens of the next request: counted by the back end when images make the estimate unreliable, else estimated. */
async function measureRequest(conversation: Conversation, context: AgentContext, signal: AbortSignal): Promise<number> {
  const input = requestSize(conversation, context)
  const { contextWindow, model } = context
  if (
    contextWindow?.countTokens === undefined ||
    input < contextWindow.windowTokens / 2 ||
    !hasMediaData(conversation.messages)
  )
    return input
  const { messages } = conversation
  return contextWindow.countTokens({ model, messages }, signal).then(
    (counted) => counted + estimateRequestTokens({ system: context.system, tools: context.declarations }),
    () => input,
  )
}
