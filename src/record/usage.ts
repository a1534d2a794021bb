import { NO_USAGE, type Usage } from '../model/types.ts'
import type { RunEvent } from './events.ts'

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
  thoughts: a.thoughts + b.thoughts,
  tool: a.tool + b.tool,
  total: a.total + b.total,
})

/** Tokens of all model replies so far, and turns of the main conversation. */
export function usedBy(events: readonly RunEvent[]): { usage: Usage; turns: number } {
  const replies = events.flatMap((event) => (event.type === 'model_reply' ? [event] : []))
  return {
    usage: replies.map(({ reply }) => reply.usage).reduce(addUsage, NO_USAGE),
    turns: replies.filter((reply) => reply.agent === undefined).length,
  }
}
