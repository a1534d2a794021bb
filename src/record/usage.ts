import { NO_USAGE, type TokenUsage } from '../model/types.ts'
import { addUsage, replyUsage } from '../model/usage.ts'
import type { RunEvent } from './events.ts'

/** Tokens of all model replies, failed attempts included, and the number of turns of the main conversation. */
export function totalUsage(events: readonly RunEvent[]): { usage: TokenUsage; turns: number } {
  const replies = events.flatMap((event) => (event.type === 'model_reply' ? [event] : []))
  const failed = events.flatMap((event) => (event.type === 'model_failed' ? (event.failedUsage ?? []) : []))
  return {
    usage: [...replies.map(({ reply }) => replyUsage(reply)), ...failed.map((one) => one.usage)].reduce(
      addUsage,
      NO_USAGE,
    ),
    turns: replies.filter((reply) => reply.agent === undefined).length,
  }
}
