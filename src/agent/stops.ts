import { NO_USAGE, type ToolCall, type Usage } from '../model/types.ts'
import type { StopReason } from '../record/events.ts'

/** What a conversation has used up before its next question. */
export type SoFar = { turns: number; usage: Usage; calls: readonly string[] }

export const START: SoFar = { turns: 0, usage: NO_USAGE, calls: [] }

/** Says why not to ask again, or nothing. Pure; also asked about turns to come. */
export type Stop = (soFar: Pick<SoFar, 'turns'>) => StopReason | undefined

/** The reason carried by the signal that ends a run early: out of time, or told to stop. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  readonly why: StopReason
  constructor(why: StopReason) {
    super(`stopped: ${why}`)
    this.why = why
  }
}

export const afterTurns =
  (limit: number): Stop =>
  ({ turns }) =>
    turns >= limit ? 'turns' : undefined

/** One line per call for the repetition check; equal for equal calls whatever the order of their arguments. */
export const callKey = (call: ToolCall): string =>
  `${call.name}:${JSON.stringify(Object.entries(call.args).sort(([a], [b]) => (a < b ? -1 : 1)))}`
