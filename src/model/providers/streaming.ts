import type { GenerateContentResponse } from '@google/genai/web'
import { type ModelTransport, type RequestAttempt, startAttempt } from '../retry/request-attempt.ts'
import { type Generate, ModelError, type ModelRequest, type TokenUsage } from '../types.ts'
import { addChunk, callIds, newReplyDraft } from '../wire/wire.ts'
import { abandonedReply, finishReply } from './reply.ts'

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
