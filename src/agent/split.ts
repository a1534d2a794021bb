import type { Message } from '../model/types.ts'

/**
 * Where a conversation may be cut so that the part before holds at least `fraction` of it, counted in characters of JSON:
 * before a message of the user, or between two exchanges with tools, so that no call loses its answer. Its whole length
 * when all of it may go; 0 when nothing may.
 */
export function splitPoint(messages: readonly Message[], fraction: number): number {
  if (!(fraction > 0 && fraction < 1)) throw new RangeError('Fraction must be between 0 and 1')
  const sizes = messages.map((message) => JSON.stringify(message).length)
  const wanted = sizes.reduce((sum, size) => sum + size, 0) * fraction
  let before = 0
  let last = 0
  for (const [index, message] of messages.entries()) {
    if (begins(message, messages[index - 1])) {
      if (before >= wanted) return index
      last = index
    }
    before += sizes[index] ?? 0
  }
  const end = messages.at(-1)
  return end?.role === 'model' && !end.parts.some(({ kind }) => kind === 'call') ? messages.length : last
}

/** Whether something new begins with a message. Most runs have one message of a user, and then only tools answer. */
const begins = ({ role }: Message, before: Message | undefined): boolean =>
  role === 'user' || (role === 'model' && before?.role === 'tool')
