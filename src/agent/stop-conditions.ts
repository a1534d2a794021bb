import { NO_USAGE, type TokenUsage, type ToolCall, type ToolReply } from '../model/types.ts'
import type { StopReason } from '../record/events.ts'

/** What a conversation has used before its next request. */
export type ConversationProgress = { turns: number; usage: TokenUsage; calls: readonly string[] }

export const NO_PROGRESS: ConversationProgress = { turns: 0, usage: NO_USAGE, calls: [] }

/** The reason to stop, or undefined. Pure; also called for future turns. */
export type StopCondition = (progress: Pick<ConversationProgress, 'turns'>) => StopReason | undefined

/** The abort reason of a signal that ends a run early. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  readonly reason: StopReason
  constructor(reason: StopReason) {
    super(`stopped: ${reason}`)
    this.reason = reason
  }
}

export const turnLimit =
  (limit: number, reason: TurnLimitReason = 'turns'): StopCondition =>
  ({ turns }) =>
    turns >= limit ? reason : undefined

/** The input max_turns, or model.maxSessionTurns of the settings. */
export type TurnLimitReason = 'turns' | 'session_turns'
export const isTurnLimit = (reason: StopReason | undefined): reason is TurnLimitReason =>
  reason === 'turns' || reason === 'session_turns'

/** The stop reason of an aborted signal; undefined before the abort. */
export const stopReasonOf = (signal: AbortSignal): StopReason | undefined =>
  !signal.aborted ? undefined : signal.reason instanceof Stopped ? signal.reason.reason : 'cancelled'

/** A key that is equal for equal calls; the order of arguments does not matter. */
export const callKey = (call: ToolCall): string =>
  `${call.name}:${JSON.stringify(Object.entries(call.args).sort(([a], [b]) => (a < b ? -1 : 1)))}`

/** Tools that observe background processes: the same call is a new step when its result changes. */
const POLLING_TOOLS = ['read_background_output', 'list_background_processes']

/**
 * Keys of a turn's calls for the repetition check. Waiting for a background process never counts as a repetition; polling it
 * counts only while its result stays the same.
 */
export const repetitionKeys = (
  calls: readonly ToolCall[],
  replies: readonly ToolReply[],
  toolbox: { find(name: string): { name: string } | undefined },
  turn: number,
): string[] =>
  calls.map((call, index) => {
    const key = callKey(call)
    if (!POLLING_TOOLS.includes(toolbox.find(call.name)?.name ?? '')) return key
    return Number(call.args.delay_ms) > 0
      ? `${key} in turn ${turn}`
      : `${key} ${JSON.stringify(replies[index]?.response)}`
  })
