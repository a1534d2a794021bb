import type { GenerateContentResponse } from '@google/genai/web'
import { type Attempt, attempt, type Line } from './attempt.ts'
import { abandoned, settle } from './reply.ts'
import { type Ask, ModelError, type ModelRequest, type Usage } from './types.ts'
import { addChunk, callIds, newDraft } from './wire.ts'

/** Opens one answer. Everything is sent with the attempt's fetch and ends with its signal. */
export type Open = (request: ModelRequest, attempt: Attempt) => Promise<AsyncIterable<GenerateContentResponse>>

/**
 * One question over one stream. Does not retry: every failure is one ModelError, or a UserError about the credential.
 * Ids of calls are unique for the life of the returned function.
 */
export function streamingAsk(line: Line, open: Open): Ask {
  const taken = new Set<string>()
  return async (request, signal) => {
    signal.throwIfAborted()
    const draft = newDraft()
    const one = attempt(line, request.model, signal)
    const hasEnough = request.watch?.()
    let isCut = false
    let isWhole = false
    try {
      for await (const chunk of chunksOf(open, request, one, () => draft.usage)) {
        const wasOver = draft.finish !== undefined
        const text = addChunk(draft, chunk)
        isCut = text !== '' && hasEnough?.(text) === true && draft.finish === undefined
        if (isCut) break
        // Old models give every piece a reason to finish; then only the end of the stream is one.
        isWhole = draft.finish !== undefined && !(wasOver && text !== '')
        if (isWhole) one.fed(true)
      }
    } catch (error) {
      // What breaks behind the end of an answer takes nothing from it.
      if (!isWhole || !(error instanceof ModelError)) throw error
    }
    for (const id of callIds(request.messages)) taken.add(id)
    return isCut ? abandoned(draft, request, taken) : settle(draft, request, taken)
  }
}

/** The stream's own failures become ours; those of whoever reads it do not pass through here. */
async function* chunksOf(
  open: Open,
  request: ModelRequest,
  one: Attempt,
  usage: () => Usage,
): AsyncGenerator<GenerateContentResponse> {
  try {
    for await (const chunk of await open(request, one)) {
      one.fed()
      yield chunk
    }
  } catch (error) {
    throw one.failure(error, usage())
  } finally {
    one.end()
  }
}
