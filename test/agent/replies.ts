import { type Generate, ModelError, type ModelReply } from '../../src/model/types.ts'

/**
 * Answers from a recording, in order, whatever is asked. Each reply's visible text is watched first.
 * Past the last one it rejects with a ModelError that says so.
 */
export function replay(replies: readonly ModelReply[]): Generate {
  let next = 0
  return async (request, signal) => {
    signal.throwIfAborted()
    const reply = replies[next]
    if (reply === undefined) {
      const text = `The recording has ${replies.length} answers, and this run asks for one more.`
      throw new ModelError(text, { fault: 'request', retry: 'never' })
    }
    next += 1
    const hasEnough = request.watch?.()
    for (const part of reply.parts) if (part.kind === 'text' && part.text !== '') hasEnough?.(part.text)
    return structuredClone(reply)
  }
}
