import type { Filter } from '../host/secrets.ts'
import type { Ask } from '../model/types.ts'
import type { Emit } from '../record/events.ts'
import { failureOf, questionOf } from '../record/question.ts'

/**
 * Questions that tools ask beside the conversation: free of secrets, written down and counted under the tool's name. They
 * are no turns.
 */
export const asideFor =
  ({ ask, filter, emit, now }: { ask: Ask; filter: Pick<Filter, 'deep'>; emit: Emit; now: () => number }) =>
  (agent: string): Ask =>
  async (wished, signal) => {
    const request = filter.deep(wished)
    emit(questionOf(0, request, agent))
    const started = now()
    try {
      const reply = await ask(request, signal)
      emit({ type: 'model_reply', turn: 0, reply, ms: now() - started, agent })
      return reply
    } catch (error) {
      if (!signal.aborted) emit(failureOf(0, error, agent))
      throw error
    }
  }
