import type { Message } from '../../model/types.ts'

/**
 * The index that splits a conversation so that the part before it holds at least `fraction`, in characters of JSON. Splits
 * only before a user message or between two tool exchanges, so that no call loses its result. Returns the length when
 * everything may go, 0 when nothing may.
 */
export function findSplitIndex(messages: readonly Message[], fraction: number): number {
  if (!(fraction > 0 && fraction < 1)) throw new RangeError('Fraction must be between 0 and 1')
  const sizes = messages.map((message) => JSON.stringify(message).length)
  const minBefore = sizes.reduce((sum, size) => sum + size, 0) * fraction
  let before = 0
  let last = 0
  for (const [index, message] of messages.entries()) {
    if (startsExchange(message, messages[index - 1])) {
      if (before >= minBefore) return index
      last = index
    }
    before += sizes[index] ?? 0
  }
  const end = messages.at(-1)
  return end?.role === 'model' && !end.parts.some(({ kind }) => kind === 'call') ? messages.length : last
}

/** Whether a new exchange starts with a message. Most runs have one user message, followed by tool exchanges. */
const startsExchange = ({ role }: Message, before: Message | undefined): boolean =>
  role === 'user' || (role === 'model' && before?.role === 'tool')
