import type { Budget } from '../agent/budget.ts'
import type { ModelReply } from '../model/types.ts'
import type { CallRecord, RunEvent } from '../record/events.ts'

/** What tools asked the model meanwhile was paid for from the same budget, and nobody asks it again. */
export function purseOf(events: readonly RunEvent[], signal: AbortSignal) {
  let budget: Budget | undefined
  let upTo = 0
  const counted = new Set<ModelReply>()

  return {
    payFrom(given: Budget) {
      budget = given
    },
    /** An answer that was asked for again, and so was counted. */
    settled(reply: ModelReply) {
      counted.add(reply)
    },
    /** Pays for what was asked until this call had ended. */
    payUntil(call: CallRecord) {
      const end = events.findIndex((event) => event.type === 'call_finished' && event.call === call)
      for (const event of events.slice(upTo, end))
        if (event.type === 'model_reply' && event.agent !== undefined && !counted.has(event.reply))
          void budget?.counted(async () => event.reply)({ model: '', system: '', messages: [], tools: [] }, signal)
      upTo = Math.max(upTo, end)
    },
  }
}
