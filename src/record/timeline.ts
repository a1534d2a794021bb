import type { ModelUsage } from '../model/types.ts'
import type { CallRecord, RunEvent } from './events.ts'

/** One turn of the main conversation: how long the model took, and the calls that followed. Sub-agents count as their call. */
export type TimelineTurn = {
  turn: number
  model: string
  usage: ModelUsage['usage']
  /** Milliseconds until the answer of the model was complete. */
  modelMs: number
  /** Milliseconds lost in failed attempts: the pauses before the next one. */
  waitMs: number
  calls: readonly Pick<CallRecord, 'name' | 'state' | 'verdict' | 'ms'>[]
}

/** The turns of a run in order. Turns without an answer of the model are left out. */
export function timelineOf(events: readonly RunEvent[]): TimelineTurn[] {
  const turns: (TimelineTurn & { calls: TimelineTurn['calls'][number][] })[] = []
  let waitMs = 0
  for (const event of events) {
    if (event.type === 'model_failed' && event.agent === undefined) waitMs += event.waitMs ?? 0
    if (event.type === 'model_reply' && event.agent === undefined) {
      const { turn, reply, ms } = event
      turns.push({ turn, model: reply.model, usage: reply.usage, modelMs: ms, waitMs, calls: [] })
      waitMs = 0
    }
    if (event.type === 'call_finished' && event.call.agent === undefined && event.call.parent === undefined)
      turns.at(-1)?.calls.push(event.call)
  }
  return turns
}
