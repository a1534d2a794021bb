import type { GenerateContentResponse } from '@google/genai/web'
import { collapseWhitespace, keepStart } from '../text/format-text.ts'
import { estimateRequestTokens } from './estimate.ts'
import { addChunk, assignCallIds, callIds, newReplyDraft, type ReplyDraft } from './gemini-wire.ts'
import { failedUsageOf, type ModelTransport, type RequestAttempt, startAttempt } from './request-attempt.ts'
import { type Generate, ModelError, type ModelReply, type ModelRequest, NO_USAGE, type TokenUsage } from './types.ts'

/** Opens the stream of one answer. Sends everything with the attempt's fetch and stops with its signal. */
export type OpenStream = (
  request: ModelRequest,
  attempt: RequestAttempt,
) => Promise<AsyncIterable<GenerateContentResponse>>

/**
 * Creates a Generate that sends one request over one stream. Does not retry: every failure is a ModelError, or a UserError
 * about the credential. Call ids are unique for the lifetime of the returned function.
 */
export function createStreamingGenerate(transport: ModelTransport, open: OpenStream): Generate {
  const usedIds = new Set<string>()
  return async (request, signal) => {
    signal.throwIfAborted()
    const draft = newReplyDraft()
    const attempt = startAttempt(transport, request.model, signal)
    const shouldStop = request.watch?.()
    let isCut = false
    let isComplete = false
    try {
      for await (const chunk of readChunks(open, request, attempt, () => draft.usage)) {
        const wasFinished = draft.finish !== undefined
        const text = addChunk(draft, chunk)
        isCut = text !== '' && shouldStop?.(text) === true && draft.finish === undefined
        if (isCut) break
        // Old models send a finish reason with every chunk; then only the end of the stream counts.
        isComplete = draft.finish !== undefined && !(wasFinished && text !== '')
        if (isComplete) attempt.dataArrived(true)
      }
    } catch (error) {
      // An error after a complete answer does not matter.
      if (!isComplete || !(error instanceof ModelError)) throw error
    }
    for (const id of callIds(request.messages)) usedIds.add(id)
    return isCut ? abandonedReply(draft, request, usedIds) : finishReply(draft, request, usedIds)
  }
}

/** Converts errors of the stream to ModelErrors; errors of the reader do not pass through here. */
async function* readChunks(
  open: OpenStream,
  request: ModelRequest,
  attempt: RequestAttempt,
  usage: () => TokenUsage,
): AsyncGenerator<GenerateContentResponse> {
  try {
    for await (const chunk of await open(request, attempt)) {
      attempt.dataArrived()
      yield chunk
    }
  } catch (error) {
    throw attempt.toError(error, usage())
  } finally {
    attempt.end()
  }
}

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
  if (draft.malformedCall !== undefined) throw unusable(`The model gave a malformed answer: ${draft.malformedCall}.`)
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
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .trim() !== ''

const ONLY_THOUGHT_NUDGE =
  '[Your last attempt ended after thinking, without an answer. Give your answer now, or call a tool.]'

const EMPTY_NUDGE = '[Your last attempt was empty. Give your answer now, or call a tool.]'

/** The parsed JSON of each server-sent event. Throws SyntaxError for an event that is not JSON or is incomplete. */
export async function* readSseJson(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  for await (const data of readSseData(body)) yield JSON.parse(data)
}

/**
 * The data of each server-sent event, with its lines joined. Ignores comments, ids and other fields. The last event needs no
 * empty line after it. Bare JSON counts as data, because some services send late errors that way.
 * Source: HTML standard, "Server-sent events".
 */
export async function* readSseData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  let bare: string[] = []
  for await (const line of readLines(body)) {
    if (line === '') {
      yield* eventData(data, bare)
      data = []
      bare = []
    } else if (line.startsWith('data:')) data.push(line.slice('data:'.length).trim())
    else if (!FIELD.test(line)) bare.push(line)
  }
  yield* eventData(data, bare)
}

const FIELD = /^(?:event|id|retry)?:/

function* eventData(data: readonly string[], bare: readonly string[]): Generator<string> {
  if (data.some((line) => line !== '')) yield data.join('\n')
  const json = bare.join('\n').trim()
  if (/^[[{]/.test(json)) yield json
}

/** Splits bytes into lines that end with CR, LF or both, wherever chunks begin and end. */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // A long line comes in many chunks, so only its last character is looked at again.
  const pieces: string[] = []
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    const endsInCr = pieces.at(-1)?.endsWith('\r') === true
    pieces.push(text)
    if (text === '' || (!endsInCr && !/[\r\n]/.test(text))) continue
    // A CR at the end of a chunk may be the first half of CRLF.
    const lines = pieces.join('').split(/\r\n|\n|\r(?!$)/)
    pieces.splice(0, pieces.length, lines.pop() ?? '')
    yield* lines
  }
  yield* (pieces.join('') + decoder.decode()).split(/\r\n|\n|\r/)
}
