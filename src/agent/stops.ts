import { NO_USAGE, type ToolCall, type ToolReply, type Usage } from '../model/types.ts'
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

/** What ended a signal, in the words of an ending; undefined while it goes on. */
export const reasonOf = (signal: AbortSignal): StopReason | undefined =>
  !signal.aborted ? undefined : signal.reason instanceof Stopped ? signal.reason.why : 'cancelled'

/** One line per call for the repetition check; equal for equal calls whatever the order of their arguments. */
export const callKey = (call: ToolCall): string =>
  `${call.name}:${JSON.stringify(Object.entries(call.args).sort(([a], [b]) => (a < b ? -1 : 1)))}`

/** Tools that tell of what goes on by itself: the same question is a new one while the answer is. */
const WATCHING = ['read_background_output', 'list_background_processes']

/**
 * A turn's calls for the repetition check. To wait for something in the background is no step in a circle, and to look how
 * it gets on is none while it does.
 */
export const stepKeys = (
  calls: readonly ToolCall[],
  replies: readonly ToolReply[],
  toolbox: { find(name: string): { name: string } | undefined },
  turn: number,
): string[] =>
  calls.map((call, index) => {
    const key = callKey(call)
    if (!WATCHING.includes(toolbox.find(call.name)?.name ?? '')) return key
    return Number(call.args.delay_ms) > 0
      ? `${key} in turn ${turn}`
      : `${key} ${JSON.stringify(replies[index]?.response)}`
  })
