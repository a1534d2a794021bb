import type { Budget } from '../../agent/budget.ts'
import type { ModelReply } from '../../model/types.ts'
import type { CallRecord, RunEvent } from '../../record/events.ts'

/** Charges the budget for the recorded requests of tools, which a replay does not send again. */
export function replayBudget(events: readonly RunEvent[], signal: AbortSignal) {
  let budget: Budget | undefined
  let position = 0
  const counted = new Set<ModelReply>()

  return {
    setBudget(runBudget: Budget) {
      budget = runBudget
    },
    /** Marks a reply that the replay requested, which the budget has counted. */
    markCounted(reply: ModelReply) {
      counted.add(reply)
    },
    /** Charges for the replies recorded before the end of this call. */
    countUntil(call: CallRecord) {
      const end = events.findIndex((event) => event.type === 'call_finished' && event.call === call)
      for (const event of events.slice(position, end))
        if (event.type === 'model_reply' && event.agent !== undefined && !counted.has(event.reply))
          void budget?.metered(async () => event.reply)({ model: '', system: '', messages: [], tools: [] }, signal)
      position = Math.max(position, end)
    },
  }
}
