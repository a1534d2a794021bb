import { collapseWhitespace } from '../../text/one-line.ts'
import { keepStart } from '../../text/truncate.ts'
import { estimateRequestTokens } from '../estimate.ts'
import { failedUsageOf } from '../retry/request-attempt.ts'
import { ModelError, type ModelReply, type ModelRequest, NO_USAGE, type TokenUsage } from '../types.ts'
import { assignCallIds, type ReplyDraft } from '../wire/wire.ts'

/** Finish reasons after which a retry may succeed. */
const RETRYABLE_FINISH_REASONS: readonly string[] = [
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'MISSING_THOUGHT_SIGNATURE',
  'TOO_MANY_TOOL_CALLS',
  'UNEXPECTED_TOOL_CALL',
]

/** Finish reasons of an answer that reached its length limit. CONTINUATION needs an option that is never set here. */
const LENGTH_FINISH_REASONS: readonly string[] = ['MAX_TOKENS', 'CONTINUATION']

/**
 * Builds the reply from a finished stream. Throws a retryable ModelError when the stream was incomplete, malformed or empty.
 * Adds the ids of the reply's calls to `usedIds`, but not those of a discarded reply.
 */
export function finishReply(draft: ReplyDraft, request: ModelRequest, usedIds: Set<string>): ModelReply {
  const { usage, finish, blockReason } = draft
  const model = draft.model ?? request.model
  const detail = draft.finishMessage === undefined ? '' : ` (${shortMessage(draft.finishMessage)})`
  if (blockReason !== undefined) return { parts: [], stop: 'blocked', reason: blockReason, usage, model }
  const unusable = (text: string, nudge?: string) =>
    new ModelError(text, { fault: 'unusable', retry: 'later', nudge, failedUsage: failedUsageOf(model, usage) })
  if (finish === undefined) throw unusable('The answer is incomplete: the stream ended without a finish reason.')
  if (RETRYABLE_FINISH_REASONS.includes(finish))
    throw unusable(`The model gave a malformed answer: ${finish}${detail}.`)
  const isEmpty = !hasContent(draft, request)
  if (finish === 'OTHER' && isEmpty) throw unusable(`The model stopped without a reason: ${finish}${detail}.`)
  if (finish === 'STOP' && isEmpty) {
    if (draft.parts.some((part) => part.kind === 'thought'))
      throw unusable('The model sent thoughts but no answer.', ONLY_THOUGHT_NUDGE)
    throw unusable('The model gave an empty answer.', EMPTY_NUDGE)
  }
  const finalUsage = usage.total > 0 ? usage : estimateUsage(draft, request)
  const reply = { parts: assignCallIds(draft.parts, usedIds), usage: finalUsage, model, grounding: draft.grounding }
  if (finish === 'STOP') return { ...reply, stop: 'finished', reason: finish }
  if (LENGTH_FINISH_REASONS.includes(finish)) return { ...reply, stop: 'length', reason: finish }
  return { ...reply, stop: 'blocked', reason: `${finish}${detail}` }
}

/** The API quotes a malformed call in full, which may contain a whole file. */
const shortMessage = (message: string): string => keepStart(collapseWhitespace(message), 300)

/** The reply of an answer that was stopped early. Providers that count tokens at the end have not reported any usage. */
export function abandonedReply(draft: ReplyDraft, request: ModelRequest, usedIds: Set<string>): ModelReply {
  const { parts, usage, model = request.model } = draft
  const finalUsage = usage.total > 0 ? usage : estimateUsage(draft, request)
  return { parts: assignCallIds(parts, usedIds), stop: 'abandoned', usage: finalUsage, model }
}

/** Estimates the usage, so that limits also apply when the provider reports none. */
function estimateUsage({ parts }: ReplyDraft, request: ModelRequest): TokenUsage {
  const input = estimateRequestTokens(request)
  const output = estimateRequestTokens({ messages: [{ role: 'model', parts }] })
  return { ...NO_USAGE, input, output, total: input + output }
}

/**
 * Whether there is an answer. An empty one is valid after tool results, when there is nothing to add, and for a built-in
 * tool that found nothing. Thoughts alone are never an answer.
 */
function hasContent(draft: ReplyDraft, request: ModelRequest): boolean {
  if (draft.parts.some((part) => part.kind !== 'thought' && (part.kind !== 'text' || isVisible(part.text)))) return true
  const mayBeEmpty = request.messages.at(-1)?.role === 'tool' || request.builtIn !== undefined
  return mayBeEmpty && !draft.parts.some((part) => part.kind === 'thought')
}

/** Whether a text has visible content: zero-width characters and HTML comments do not count. */
const isVisible = (text: string): boolean =>
  text
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trim() !== ''

const ONLY_THOUGHT_NUDGE =
  '[Your last attempt ended after thinking, without an answer. Give your answer now, or call a tool.]'
const EMPTY_NUDGE = '[Your last attempt was empty. Give your answer now, or call a tool.]'
