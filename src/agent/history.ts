import type { Message, Part } from '../model/types.ts'
import type { Turn } from '../policy/checker-types.ts'

/**
 * A conversation as safety checkers are told it: exchanges of what was said and what was called. Answers of tools are
 * nobody's words: they begin an exchange without text.
 */
export function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = []
  let open: { text: string } | undefined
  for (const message of messages) {
    if (message.role === 'model') {
      turns.push({
        user: open ?? { text: '' },
        model: { text: textOf(message.parts), toolCalls: callsIn(message.parts) },
      })
      open = undefined
    } else {
      if (open !== undefined) turns.push({ user: open, model: {} })
      open = { text: message.role === 'user' ? textOf(message.parts) : '' }
    }
  }
  return open === undefined ? turns : [...turns, { user: open, model: {} }]
}

const textOf = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
const callsIn = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.kind === 'call' ? [{ name: part.call.name, args: part.call.args }] : []))
