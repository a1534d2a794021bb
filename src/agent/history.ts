import type { Message, MessagePart } from '../model/types.ts'
import type { HistoryTurn } from '../policy/checkers/checker-types.ts'

/**
 * The conversation in the format of safety checkers: turns of a user text and a model reply with calls. A tool result starts
 * a turn without user text.
 */
export function checkerTurns(messages: readonly Message[]): HistoryTurn[] {
  const turns: HistoryTurn[] = []
  let pendingUser: { text: string } | undefined
  for (const message of messages) {
    if (message.role === 'model') {
      turns.push({
        user: pendingUser ?? { text: '' },
        model: { text: textOf(message.parts), toolCalls: callsIn(message.parts) },
      })
      pendingUser = undefined
    } else {
      if (pendingUser !== undefined) turns.push({ user: pendingUser, model: {} })
      pendingUser = { text: message.role === 'user' ? textOf(message.parts) : '' }
    }
  }
  return pendingUser === undefined ? turns : [...turns, { user: pendingUser, model: {} }]
}

const textOf = (parts: readonly MessagePart[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
const callsIn = (parts: readonly MessagePart[]) =>
  parts.flatMap((part) => (part.kind === 'call' ? [{ name: part.call.name, args: part.call.args }] : []))
