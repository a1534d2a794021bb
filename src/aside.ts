import type { Filter } from './host/secrets.ts'
import type { Ask } from './model/types.ts'
import type { Emit } from './record/events.ts'

/**
 * Questions that tools ask beside the conversation: free of secrets, written down and counted under the tool's name. They
 * are no turns.
 */
export const asideFor =
  ({ ask, filter, emit, now }: { ask: Ask; filter: Filter; emit: Emit; now: () => number }) =>
  (agent: string): Ask =>
  async (wished, signal) => {
    const request = filter.deep(wished)
    const { model, system, tools, messages } = request
    emit({ type: 'model_request', turn: 0, model, system, tools: [...tools], messages: [...messages], agent })
    const started = now()
    const reply = await ask(request, signal)
    emit({ type: 'model_reply', turn: 0, reply, ms: now() - started, agent })
    return reply
  }
