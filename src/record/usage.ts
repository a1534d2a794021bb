import { NO_USAGE, type Usage } from '../model/types.ts'
import { addUsage, paidUsage } from '../model/usage.ts'
import type { RunEvent } from './events.ts'

/** Tokens of all model replies so far, failed attempts included, and turns of the main conversation. */
export function usedBy(events: readonly RunEvent[]): { usage: Usage; turns: number } {
  const replies = events.flatMap((event) => (event.type === 'model_reply' ? [event] : []))
  const failed = events.flatMap((event) => (event.type === 'model_failed' ? (event.spent ?? []) : []))
  return {
    usage: [...replies.map(({ reply }) => paidUsage(reply)), ...failed.map((one) => one.usage)].reduce(
      addUsage,
      NO_USAGE,
    ),
    turns: replies.filter((reply) => reply.agent === undefined).length,
  }
}
